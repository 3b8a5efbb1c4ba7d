"""The wrong terms of a statement, as messages with their locations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.explain import Edit, Explanation, by_parameters, constant, explain
from dalembert._compare.records import Difference
from dalembert._compare.reference import Reference
from dalembert._compare.statement import Statement
from dalembert._compare.states import States
from dalembert._derive.terms import Terms
from dalembert._expression.expression import Expression
from dalembert._expression.source import flaw_at
from dalembert._expression.tree import ONE, Inverse, Negative, Node, Number, Product
from dalembert._expression.walk import names
from dalembert._model.dimensions import Dimensions
from dalembert._model.records import multiplier_names
from dalembert._model.survey import survey
from dalembert._model.units import Dimension, unit_of_dimension
from dalembert._text.printer import print_tree
from dalembert._verify.points import StateSample
from dalembert._words.message import Message, Name, say

Points = NDArray[np.float64]
LONGEST = 400  # the most characters of a term in a message


@dataclass(frozen=True, slots=True, kw_only=True)
class Splitting:
    """The terms of a statement, each with its part of the text, and the terms of every sum of the model."""

    users: tuple[Node, ...]
    parts: tuple[Node, ...]
    ours: tuple[tuple[Node, ...], ...]
    labels: tuple[str, ...]
    terms: Terms


def split(
    one: Statement, ours: dict[str, tuple[Node, ...]], reference: Reference, extra: Sequence[str] = ()
) -> Splitting:
    """Split a statement and the sums of the model into terms."""
    terms = reference.terms((*one.own_names, *extra))
    users, parts = [], []
    for part in one.parts:
        for term in terms.of(part):
            users.append(term)
            parts.append(part)
    return Splitting(
        users=tuple(users), parts=tuple(parts), ours=tuple(ours.values()), labels=tuple(ours), terms=terms
    )


def explain_statement(
    splitting: Splitting,
    reference: Reference,
    sample: StateSample,
    states: States,
    *,
    fixed: bool = False,
    exact: bool = False,
) -> Explanation | None:
    """The explanation of a statement by its terms at free states; `sample` has the user's multipliers."""
    ours = {**sample, **states.sample}
    users, group = reference.values(splitting.users, sample), states.group
    sums = [reference.values(nodes, ours) for nodes in splitting.ours]
    known = np.isfinite(users).all(axis=0)
    for values in sums:
        known &= np.isfinite(values).all(axis=0)
    if known.sum() < 8:
        return None
    users, sums, group = users[:, known], [values[:, known] for values in sums], group[known]
    ones = {key: np.ones(1) for key in sample}

    def price(i: int, k: int, j: int) -> float:
        """The cost of a factor, ascending: 1, −1, products of parameters, numbers, anything that varies."""
        ratio = users[k] / sums[i][j]
        value = constant(ratio)
        if value is not None:
            return 0.0 if abs(value - 1) < 1e-9 else 0.5 if abs(value + 1) < 1e-9 else 2.5
        factor = splitting.terms.scale(splitting.users[k], ONE, splitting.ours[i][j])
        if factor is None:
            return 5.0
        count = min(0.02 * len(print_tree(factor)), 0.9)
        if not by_parameters(ratio, group):
            return 3.5 + count
        unit = float(reference.values([factor], ones)[0][0])
        return 1.0 + count + (0.0 if abs(unit - 1) < 1e-9 else 0.5 if abs(unit + 1) < 1e-9 else 1.5)

    return explain(users, sums, group, price, fixed=fixed, exact=exact)


def factor_of(splitting: Splitting, explanation: Explanation) -> str:
    """The factor of a statement relative to the model's sum, as text; empty where it is 1."""
    k, j = explanation.pair
    made = (
        splitting.terms.scale(splitting.users[k], ONE, splitting.ours[explanation.of][j]) if k >= 0 else ONE
    )
    return "" if made is None or made == ONE else _node_text(made)


def differences(
    one: Statement, splitting: Splitting, explanation: Explanation, reference: Reference
) -> tuple[Difference, ...]:
    """The edits of an explanation as differences, in the order of the text; missing terms come last."""
    edits = sorted(explanation.edits, key=lambda e: (e.user is None, e.user if e.user is not None else 0))
    return tuple(_difference(one, splitting, explanation, edit, reference) for edit in edits)


def _difference(
    one: Statement, splitting: Splitting, explanation: Explanation, edit: Edit, reference: Reference
) -> Difference:
    right = _right_term(splitting, explanation, edit)
    if edit.user is None:
        shown = _node_text(right) if right is not None else "?"
        return make_difference(one, "missing", None, shown, shown, _nature(right, reference))
    part = splitting.parts[edit.user]
    whole = sum(other is part for other in splitting.parts) == 1
    term = typed_text(one, part) if whole else _node_text(splitting.users[edit.user])
    shown = "" if right is None else _node_text(right)
    return make_difference(one, edit.kind, part, term, shown, None)


def _right_term(splitting: Splitting, explanation: Explanation, edit: Edit) -> Node | None:
    """The correct term for an edit, in the scale of the statement."""
    k, j = explanation.pair
    ours = splitting.ours[explanation.of]
    if edit.ours:
        scaled = [
            ours[i] if k < 0 else splitting.terms.scale(splitting.users[k], ours[i], ours[j])
            for i in edit.ours
        ]
        known = [node for node in scaled if node is not None]
        return known[0] if len(known) == 1 else splitting.terms.sum(known)
    if edit.user is None or edit.kind == "extra":
        return None
    node = splitting.users[edit.user]
    if edit.kind == "sign":
        return splitting.terms.scale(node, Negative(ONE), ONE)
    return splitting.terms.scale(node, _fraction(edit.by), ONE)


def _fraction(value: float) -> Node:
    """A factor as a quotient of small whole numbers, if it is one."""
    for below in range(1, 25):
        above = value * below
        if abs(above - round(above)) < 1e-6:
            whole: Node = Number(abs(round(above)))
            size = whole if below == 1 else Product((whole, Inverse(Number(below))))
            return Negative(size) if above < 0 else size
    return Number(float(f"{value:.6g}")) if value > 0 else Negative(Number(float(f"{-value:.6g}")))


def make_difference(
    one: Statement, kind: str, part: Node | None, term: str, right: str, nature: Message | None
) -> Difference:
    """A difference with its sentence and its error message."""
    sentence = _sentence(kind, Name(term), Name(right) if right else None, nature)
    cure = _cure(kind, right)
    span = part.span if part is not None else None
    if part is None and one.left.span is not None:
        last = one.right.span or one.left.span
        span = (one.left.span[0], max(one.left.span[1], last[1]))
    hint = str(cure) if cure is not None else ""
    letter = flaw_at(one.source, span, rule=f"compare-{kind}", message=sentence, hint=hint)
    return Difference(kind=kind, term=term, right=right, sentence=sentence, letter=letter, cure=cure)


def _cure(kind: str, right: str) -> Message | None:
    """The hint that says what to type."""
    match kind:
        case "missing":
            return say("compare_add", right=right)
        case "extra":
            return say("compare_delete")
    return say("compare_write", right=right) if right else None


def _sentence(kind: str, term: Name, right: Name | None, nature: Message | None) -> Message:
    match kind:
        case "missing" if nature is not None:
            return say("compare_missing_of", term=term, nature=nature)
        case "missing":
            return say("compare_missing", term=term)
        case "extra":
            return say("compare_extra", term=term)
        case "sign":
            return say("compare_sign", term=term)
        case "factor" if right is not None:
            return say("compare_factor", term=term, right=right)
        case "factor":
            return say("compare_factor_unknown", term=term)
    if right is not None:
        return say("compare_term", term=term, right=right)
    return say("compare_term_unknown", term=term)


def typed_text(one: Statement, part: Node) -> str:
    """A term as it was typed."""
    inner = part.operand if isinstance(part, Negative) else part
    span = part.span or inner.span
    text = _with_brackets(one.source.text, *span) if span else ""
    return text if 0 < len(text) <= LONGEST else _node_text(part)


def _with_brackets(text: str, start: int, end: int) -> str:
    """A part of a text, extended by the brackets that close those it opens."""
    for opening, closing in ("()", "{}"):
        open_ones = text.count(opening, start, end) - text.count(closing, start, end)
        while open_ones > 0 and text[end : end + 1] == closing:
            end, open_ones = end + 1, open_ones - 1
    return text[start:end].strip()


def negated_text(splitting: Splitting, part: Node) -> str:
    """A term with the opposite sign."""
    made = splitting.terms.scale(part, Negative(ONE), ONE)
    return "" if made is None else _node_text(made)


def _node_text(node: Node) -> str:
    text = print_tree(node)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def _nature(node: Node | None, reference: Reference) -> Message | None:
    """The nature of a missing term: inertia, Coriolis, centrifugal, a constraint force."""
    if node is None:
        return None
    used = names(node)
    q = {c.name for c in reference.model.coordinates}
    if any((name, 0) in used for name in multiplier_names(reference.model)):
        return say("compare_of_constraint")
    if any(order == 2 and name in q for name, order in used):
        return say("compare_of_inertia")
    rates = [name for name, order in used if order == 1 and name in q]
    if len(rates) > 1:
        return say("compare_of_coriolis")
    squared = f"{rates[0]}'^2" in print_tree(node) if rates else False
    return say("compare_of_centrifugal") if squared else None


def dimensions_differ(one: Statement, reference: Reference) -> Iterator[Difference]:
    """Terms whose dimension differs from that of most others, where the model has units."""
    known = Dimensions(reference.model, survey(reference.model))
    local = dict.fromkeys(one.own_names)
    dimensions: list[tuple[Node, Dimension]] = []
    for part in one.parts:
        measured = known.of(Expression(part), [], local)
        if measured.dimension is not None and not measured.zero:
            dimensions.append((part, measured.dimension))
    kinds = [dimension for _, dimension in dimensions]
    if not kinds:
        return
    common = max(kinds, key=kinds.count)
    if kinds.count(common) <= len(kinds) / 2:
        common = kinds[0]
    for part, dimension in dimensions:
        if dimension != common:
            term = typed_text(one, part)
            sentence = say(
                "compare_dimension",
                term=Name(term),
                own=unit_of_dimension(dimension) or "1",
                others=unit_of_dimension(common) or "1",
            )
            letter = flaw_at(one.source, part.span, rule="compare-dimension", message=sentence)
            yield Difference(kind="dimension", term=term, right="", sentence=sentence, letter=letter)
