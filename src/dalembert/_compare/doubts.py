"""Whether a statement that holds at seeded states also holds where an error would show.

A multiple of an equation of the model is compared with it term by term: what remains where equal terms have
cancelled exactly must vanish in comparison with itself, however small it is beside the whole. Both sides of
all switches in it are looked at. A statement that is no such multiple, or holds on the constraints only, is
evaluated at more states, where each of its terms and each of those of the model matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.align import RIGHT, Meanings, vanishes, with_meanings
from dalembert._compare.coverage import Conditions, Search, side_text
from dalembert._compare.explain import Explanation
from dalembert._compare.reference import Reference
from dalembert._compare.statement import Statement
from dalembert._compare.states import States
from dalembert._compare.term_differences import Splitting
from dalembert._expression.tree import Name as Named
from dalembert._expression.tree import Node, Number, Product, Sum
from dalembert._expression.walk import nodes, replace_names
from dalembert._model.records import Delay, Table
from dalembert._text.printer import print_tree
from dalembert._words.message import Message, Name, say

Points = NDArray[np.float64]
DIGITS = 9  # a decimal with so many stands for a quotient
EXACT = 1e-13  # agreement of factors of terms
SHOWN = 30  # states at which a statement is wrong
MOST = 3  # sides and terms that are named


@dataclass(frozen=True, slots=True)
class Doubts:
    """Whether a statement holds at further states, some where it does not, and what none shows."""

    holds: bool
    states: States  # where it does not hold
    sides: tuple[Node, ...] = ()  # that are above zero at none of the states
    terms: tuple[Node, ...] = ()  # that are small at all of them

    @property
    def sentence(self) -> Message | None:
        """What was not seen; None where there is nothing."""
        if self.sides:
            sides = tuple(Name(side_text(s)) for s in self.sides[:MOST])
            return say("compare_not_seen", sides=sides)
        if self.terms:
            return say("compare_not_weighed", terms=tuple(Name(print_tree(t)) for t in self.terms[:MOST]))
        return None


def doubts_about(
    one: Statement,
    splitting: Splitting,
    explanation: Explanation | None,
    meanings: Meanings,
    reference: Reference,
    conditions: Conditions,
) -> Doubts:
    """The doubts about a statement that holds at seeded states of motion."""
    remaining = None
    if explanation is not None and not conditions.lawful:
        remaining = _remainder(one, splitting, explanation, meanings)
    if remaining is None:
        return _on_motions(one, splitting, meanings, reference, conditions)
    free = Conditions("free", conditions.pressed, same_parameters=conditions.same_parameters)
    return doubts_about_terms(remaining, reference, free)


def doubts_about_terms(
    terms: Sequence[Node], reference: Reference, conditions: Conditions, *, shifted: bool = False
) -> Doubts:
    """The doubts whether some terms add up to zero; with `shifted`, to a constant."""
    if not terms:
        return Doubts(True, reference.states(conditions.kind, pressed=conditions.pressed))
    search = Search(reference, conditions)
    states, sides = search.sides(terms)
    states, small = search.weighed([terms], states)
    states = states.where(np.asarray(np.isfinite(reference.values(terms, states.sample)).all(axis=0)))
    values = reference.values(terms, states.sample)
    total, size = values.sum(axis=0), np.abs(values).sum(axis=0)
    wrong = np.abs(total) > RIGHT * size
    holds = not wrong.any() or (shifted and is_constant(total, size, states.group))
    return Doubts(holds, _some(states, wrong), sides, small)


def _some(states: States, wrong: NDArray[np.bool_]) -> States:
    """Some of the states where a statement is wrong."""
    at = np.flatnonzero(wrong)
    chosen = np.zeros(len(wrong), dtype=bool)
    chosen[at[np.unique(np.linspace(0, len(at) - 1, SHOWN).astype(int))] if len(at) else at] = True
    return states.where(chosen)


def is_constant(gap: Points, size: Points, group: NDArray[np.int64]) -> bool:
    """Whether a difference depends on parameters only, relative to the size of its terms."""
    return all(np.ptp(gap[group == g]) <= RIGHT * np.max(size[group == g]) for g in np.unique(group))


def rounding_of(root: Node) -> float:
    """How far the factors of terms may differ: more where decimals with many digits are written."""
    decimals = (node.value for node in nodes(root) if isinstance(node, Number))
    return RIGHT if any(_digits(value) >= DIGITS for value in decimals if isinstance(value, float)) else EXACT


def _digits(value: float) -> int:
    return len(repr(value).partition("e")[0].replace(".", "").replace("-", "").strip("0"))


def _remainder(
    one: Statement, splitting: Splitting, explanation: Explanation, meanings: Meanings
) -> tuple[Node, ...] | None:
    """What remains of a multiple of an equation beside this equation, where equal terms have cancelled."""
    by: dict[str, Node] = {}
    for name, meaning in meanings.items():
        if meaning.constant is None:
            return None
        if name != meaning.of or meaning.constant != 1:
            by[name] = Product((Number(meaning.constant), Named(meaning.of)))
    k, j = explanation.pair
    ours = splitting.ours[explanation.of]
    user = splitting.arrangements[explanation.sample].users[k]
    typed, user = replace_names(one.root, by), replace_names(user, by)
    return splitting.terms.remainder(
        Product((typed, ours[j])), Product((user, Sum(ours))), rounding_of(one.root)
    )


def _on_motions(
    one: Statement, splitting: Splitting, meanings: Meanings, reference: Reference, conditions: Conditions
) -> Doubts:
    search = Search(reference, conditions)
    rows = [row.left for row in reference.equations.coordinates]
    laws = [u.law.root for u in reference.model.inputs if not isinstance(u.law, Table | Delay)]
    states, sides = search.sides([one.root, *rows, *(laws if conditions.lawful else ())])
    terms = reference.our_terms(pressed=conditions.pressed)
    states, small = search.weighed(
        [splitting.arrangements[0].users, *terms.values()] if not one.own_names else [], states
    )
    if small:  # or they vanish on the constraints
        free = Search(reference, Conditions("free", conditions.pressed))
        sums = (splitting.arrangements[0].users, *terms.values())
        large = {term for one_sum in sums for term in free.large(one_sum)}
        small = tuple(term for term in small if term not in large)
    values, sizes = reference.values_and_sizes([one.root], with_meanings(states, meanings))
    wrong = np.nan_to_num(np.abs(values[0])) > RIGHT * np.nan_to_num(sizes[0], posinf=np.inf)
    if vanishes(one, reference, with_meanings(states, meanings), states.group) is not False:
        wrong[:] = False
    return Doubts(not wrong.any(), _some(states, wrong), sides, small)
