"""A user's energy or Hamiltonian compared with that of the model, at states that satisfy the constraints.

    E = T + V,   L = T − V,   H = p·q' − L with p = ∂L/∂q'

A potential energy, and any energy that contains it, may differ by a constant; a kinetic energy may not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compare import term_differences as d
from dalembert._compare.align import RIGHT
from dalembert._compare.explain import by_parameters
from dalembert._compare.records import Agreement, Comparison, Difference, Judgement
from dalembert._compare.reference import ENOUGH, Reference
from dalembert._compare.statement import Statement
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
    momentum_names = momenta if momenta is not None else fresh_names(reference.model, "p_")
    ours = ENERGY if letter == "H" else _tree(reference, letter)
    return _judge_expression(
        reference, one, ours, _sums(reference, letter, form), momentum_names, NAMES[letter], letter != "T"
    )


def quantity_judged(reference: Reference, one: Statement, ours: Node, what: Message) -> Judgement:
    """Judge the right side of a statement as a position or velocity, by the model's in coordinates."""
    return _judge_expression(
        reference, one, ours, {"": ours}, fresh_names(reference.model, "p_"), what, shifted=False
    )


def _judge_expression(
    reference: Reference,
    one: Statement,
    ours: Node,
    sums: dict[str, Node],
    momenta: dict[str, str],
    what: Message,
    shifted: bool,
) -> Judgement:
    """Judge an expression by the model's, with its `sums` by name; with `shifted` a constant may differ."""
    states = reference.states("kept", pressed=False)
    if states.count < ENOUGH:
        message = say("compare_no_states")
        raise ModelError(
            (Flaw(rule="states", severity="error", where="", message=str(message), reason=message),)
        )
    sample = reference.with_momenta(states, momenta)
    values, sizes = reference.values_and_sizes([one.right, ours], sample)
    gap, size = values[0] - values[1], sizes.sum(axis=0)
    known = np.isfinite(gap) & np.isfinite(size)
    if known.sum() < ENOUGH:
        return _judgement(one, Agreement.UNDECIDED, say("compare_not_evaluated"))
    if np.all(np.abs(gap[known]) <= RIGHT * size[known]):
        return _judgement(one, Agreement.RIGHT, say("compare_right_energy", what=what))
    if shifted and _is_constant(gap[known], size[known], states.group[known]):
        return _judgement(one, Agreement.RIGHT, say("compare_right_constant", what=what))
    return _judge_wrong(reference, one, sums, momenta, what)


def _is_constant(gap: Points, size: Points, group: NDArray[np.int64]) -> bool:
    """Whether a difference depends on parameters only, relative to the size of its terms."""
    for g in np.unique(group):
        of_group = gap[group == g]
        if np.ptp(of_group) > RIGHT * float(np.max(size[group == g])):
            return False
    return by_parameters(gap, group)


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


def _judge_wrong(
    reference: Reference, one: Statement, sums: dict[str, Node], momenta: dict[str, str], what: Message
) -> Judgement:
    free = reference.states("free", pressed=False)
    sample = reference.with_momenta(free, momenta)
    extra = tuple(momenta.values())
    terms = reference.terms(extra)
    ours = {name: terms.of(node) for name, node in sums.items()} if reference.equations.whole else {}
    statement = Statement(
        text=one.text, left=one.right, right=ZERO, source=one.source, component=one.component
    )
    splitting = d.split(statement, ours, reference, extra)
    wrong = tuple(d.dimensions_differ(statement, reference))
    explanation = d.explain_statement(splitting, reference, sample, free, fixed=True)
    differences = () if explanation is None else d.differences(statement, splitting, explanation, reference)
    differences = (*differences, *wrong)
    if not differences:
        return _judgement(one, Agreement.WRONG, say("compare_wrong_unplaced", states=free.count))
    return _judgement(
        one,
        Agreement.WRONG,
        say("compare_wrong_energy", what=what, first=differences[0].sentence),
        differences,
    )


def _judgement(
    one: Statement, finding: Agreement, sentence: Message, differences: tuple[Difference, ...] = ()
) -> Judgement:
    return Judgement(
        text=one.text, component=one.component, finding=finding, sentence=sentence, differences=differences
    )
