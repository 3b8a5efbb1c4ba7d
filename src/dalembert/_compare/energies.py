"""A user's energy or Hamiltonian compared with that of the model, at states that satisfy the constraints.

    E = T + V,   L = T − V,   H = p·q' − L with p = ∂L/∂q'

A potential energy, and any energy that contains it, may differ by a constant; a kinetic energy may not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dalembert._compare import term_differences as d
from dalembert._compare.align import RIGHT
from dalembert._compare.corrections import Text
from dalembert._compare.coverage import Conditions, Search
from dalembert._compare.doubts import Doubts, doubts_about_terms, is_constant, rounding_of
from dalembert._compare.records import Agreement, Comparison, Difference, Judgement
from dalembert._compare.reference import ENOUGH, Reference
from dalembert._compare.statement import Statement
from dalembert._compare.states import States
from dalembert._derive.forms.form import Form, fresh_names
from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.tree import ZERO, Name, Negative, Node, Sum
from dalembert._words.message import Message, say

Points = NDArray[np.float64]
LETTERS = {"T": "T", "K": "T", "V": "V", "U": "V", "E": "E", "L": "L", "H": "H"}  # by the letters in use
NAMES = {
    "T": say("compare_energy_T"),
    "V": say("compare_energy_V"),
    "E": say("compare_energy_E"),
    "L": say("compare_energy_L"),
    "H": say("compare_energy_H"),
}
ENERGY = Name("")  # p·q' − L at the states


def energies_judged(
    reference: Reference, statements: Sequence[Statement], kind: str, form: Form | None
) -> Comparison:
    """Judge energies, each by the letter on its left side; `form` is Hamilton's."""
    momenta = fresh_names(reference.model, "p_")
    usual = "H" if kind == "hamiltonian" else "E"
    judgements = []
    for one in statements:
        letter = LETTERS.get(one.left.name, "") if isinstance(one.left, Name) and one.right != ZERO else ""
        bare = replace(one, left=ZERO, right=one.left) if not letter else one
        compared = usual if usual == "H" or letter in ("", "H") else letter
        judgements.append(energy_judged(reference, bare, compared, momenta, form))
    states = reference.states("kept", pressed=False).count
    return Comparison(model=reference.model, kind=kind, judgements=tuple(judgements), states=states)


def energy_judged(
    reference: Reference,
    one: Statement,
    letter: str,
    momenta: dict[str, str] | None = None,
    form: Form | None = None,
) -> Judgement:
    """Judge the right side of a statement as the energy T, V, E, L or H; `momenta` are the names of p."""
    quantity = _Quantity(
        reference=reference,
        ours=ENERGY if letter == "H" else _tree(reference, letter),
        sums=_sums(reference, letter, form),
        momenta=momenta if momenta is not None else fresh_names(reference.model, "p_"),
        what=NAMES[letter],
        shifted=letter != "T",
    )
    return _judge(quantity, one)


def quantity_judged(reference: Reference, one: Statement, ours: Node, what: Message) -> Judgement:
    """Judge the right side of a statement as a position or velocity, by the model's in coordinates."""
    momenta = fresh_names(reference.model, "p_")
    return _judge(_Quantity(reference=reference, ours=ours, sums={"": ours}, momenta=momenta, what=what), one)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Quantity:
    """A quantity of the model, with its `sums` by name; if `shifted` a constant may be added to it."""

    reference: Reference
    ours: Node
    sums: dict[str, Node]
    momenta: dict[str, str]
    what: Message
    shifted: bool = False


def _judge(of: _Quantity, one: Statement) -> Judgement:
    """Judge an expression by a quantity of the model."""
    if of.reference.states("kept", pressed=False).count < ENOUGH:
        message = say("compare_no_states")
        raise ModelError(
            (Flaw(rule="states", severity="error", where="", message=str(message), reason=message),)
        )
    seeded = of.reference.states("kept", pressed=False)
    agreement = _agreement(of, one.right, seeded)
    if agreement in ("same", "shifted"):
        doubts = _doubts(of, one.right)
        if not doubts.holds:
            return _judge_wrong(of, one, doubts.states)
        if doubts.sentence is not None:
            return _judgement(one, Agreement.UNDECIDED, doubts.sentence)
    match agreement:
        case None:
            return _judgement(one, Agreement.UNDECIDED, say("compare_not_evaluated"))
        case "same":
            return _judgement(one, Agreement.RIGHT, say("compare_right_energy", what=of.what))
        case "shifted":
            return _judgement(one, Agreement.RIGHT, say("compare_right_constant", what=of.what))
        case _:
            return _judge_wrong(of, one, None)


def _doubts(of: _Quantity, right: Node) -> Doubts:
    """The doubts about an expression that agrees with a quantity at seeded states."""
    reference, kept = of.reference, Conditions("kept", same_parameters=False)
    terms = reference.terms(tuple(of.momenta.values()))
    if of.ours is not ENERGY:
        remaining = terms.remainder(right, of.ours, rounding_of(right))
        if remaining is not None:
            variable = d.variable_terms(remaining, reference) if of.shifted else remaining
            return doubts_about_terms(variable, reference, kept, shifted=of.shifted)
    search = Search(reference, kept)
    whole = [right, *(row.left for row in reference.equations.coordinates), _tree(reference, "E")]
    states, sides = search.sides(whole)
    return Doubts(_agreement(of, right, states) in ("same", "shifted"), states, sides)


def _agreement(of: _Quantity, right: Node, states: States) -> str | None:
    """Whether an expression is the same as a quantity, shifted or another; None where it has no values."""
    sample = of.reference.with_momenta(states, of.momenta)
    values, sizes = of.reference.values_and_sizes([right, of.ours], sample)
    gap, size = values[0] - values[1], sizes.sum(axis=0)
    known = np.isfinite(gap) & np.isfinite(size)
    if known.sum() < ENOUGH:
        return None
    if np.all(np.abs(gap[known]) <= RIGHT * size[known]):
        return "same"
    shifted = of.shifted and is_constant(gap[known], size[known], states.group[known])
    return "shifted" if shifted else "other"


def _tree(reference: Reference, letter: str) -> Node:
    e = reference.equations
    match letter:
        case "T":
            return e.T
        case "V":
            return e.V
        case "L":
            return Sum((e.T, Negative(e.V)))
        case _:
            return Sum((e.T, e.V))


def _sums(reference: Reference, letter: str, form: Form | None) -> dict[str, Node]:
    """The sums of the model that an energy may be compared with, term by term."""
    if letter != "H":
        return {letter: _tree(reference, letter)}
    sums = {part.name: part.rows[0][0] for part in form.parts if part.name == "H"} if form is not None else {}
    return {**sums, "E": _tree(reference, "E")}


def _judge_wrong(of: _Quantity, one: Statement, further: States | None) -> Judgement:
    """Judge an expression as wrong that is so at seeded states, or at `further` ones."""
    reference = of.reference
    free = reference.states("free", pressed=False)
    free = free if further is None else free.with_others(further)
    sample = reference.with_momenta(free, of.momenta)
    extra = tuple(of.momenta.values())
    terms = reference.terms(extra)
    ours = {name: terms.of(node) for name, node in of.sums.items()} if reference.equations.whole else {}
    statement = replace(one, left=one.right, right=ZERO)
    splitting = d.split(statement, ours, reference, extra)
    if of.shifted:
        splitting = d.without_constants(splitting, reference)
    wrong = tuple(d.dimensions_differ(statement, reference))
    explanation = d.explain_statement(splitting, reference, sample, free, fixed=True)
    differences: tuple[Difference, ...] = ()
    if explanation is not None:
        text = Text(statement, reference, sample, splitting.terms)
        differences = d.differences(splitting, explanation, text, partial(_holds, of), reference)
    differences = (*differences, *wrong)
    if not differences:
        return _judgement(one, Agreement.WRONG, say("compare_wrong_unplaced", states=free.count))
    sentence = say("compare_wrong_energy", what=of.what, first=differences[0].sentence)
    return _judgement(one, Agreement.WRONG, sentence, differences)


def _holds(of: _Quantity, mended: Statement) -> bool:
    """Whether a corrected statement, which may begin with the letter of an energy, is right."""
    right = mended.left if mended.right == ZERO else mended.right
    if _agreement(of, right, of.reference.states("kept", pressed=False)) not in ("same", "shifted"):
        return False
    return _doubts(of, right).holds


def _judgement(
    one: Statement, finding: Agreement, sentence: Message, differences: tuple[Difference, ...] = ()
) -> Judgement:
    return Judgement(
        text=one.text, component=one.component, finding=finding, sentence=sentence, differences=differences
    )
