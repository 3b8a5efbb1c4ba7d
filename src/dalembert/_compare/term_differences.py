"""The wrong terms of a statement, as messages with their locations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.corrections import Holds, Spot, Text
from dalembert._compare.explain import Edit, Explanation, Sample, by_parameters, constant, explain
from dalembert._compare.places import Arrangement, Place, arrangements
from dalembert._compare.records import Correction, Difference
from dalembert._compare.reference import Reference
from dalembert._compare.statement import Statement
from dalembert._compare.states import States
from dalembert._derive.terms import Terms
from dalembert._expression.expression import Expression
from dalembert._expression.functions import CONSTANTS
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
    """A statement in its arrangements, and the terms of every sum of the model."""

    arrangements: tuple[Arrangement, ...]
    ours: tuple[tuple[Node, ...], ...]
    labels: tuple[str, ...]
    terms: Terms


def split(
    one: Statement, ours: dict[str, tuple[Node, ...]], reference: Reference, extra: Sequence[str] = ()
) -> Splitting:
    """Split a statement and the sums of the model into terms."""
    terms = reference.terms((*one.own_names, *extra))
    return Splitting(
        arrangements=tuple(arrangements(one, terms)),
        ours=tuple(ours.values()),
        labels=tuple(ours),
        terms=terms,
    )


def without_constants(splitting: Splitting, reference: Reference) -> Splitting:
    """The splitting without the terms that depend on parameters only."""
    return replace(
        splitting,
        arrangements=tuple(
            replace(one, users=variable_terms(one.users, reference)) for one in splitting.arrangements
        ),
        ours=tuple(variable_terms(terms, reference) for terms in splitting.ours),
    )


def variable_terms(terms: Sequence[Node], reference: Reference) -> tuple[Node, ...]:
    """The terms that depend on more than parameters."""
    fixed = {(p.name, 0) for p in reference.model.parameters} | {(name, 0) for name in CONSTANTS}
    return tuple(node for node in terms if not names(node).keys() <= fixed)


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
    tried = splitting.arrangements[:1] if fixed or exact else splitting.arrangements
    ours = {**sample, **states.sample}
    rows = [
        (reference.values(one.users, sample), reference.values([p.value for p in one.places], sample))
        for one in tried
    ]
    sums = [reference.values(nodes, ours) for nodes in splitting.ours]
    known = np.isfinite(rows[0][0]).all(axis=0)
    for values in (*sums, *(values for both in rows for values in both)):
        known &= np.isfinite(values).all(axis=0)
    if known.sum() < 8:
        return None
    sums, group = [values[:, known] for values in sums], states.group[known]
    samples = [
        Sample(
            users[:, known],
            places[:, known],
            np.array([unlikely(p) for p in one.places]),
            overlaps(one.places),
        )
        for one, (users, places) in zip(tried, rows, strict=True)
    ]
    price = _prices(splitting, reference, samples, sums, group, {key: np.ones(1) for key in sample})
    return explain(samples, sums, group, price, fixed=fixed, exact=exact)


def overlaps(places: Sequence[Place]) -> frozenset[tuple[int, int]]:
    """The pairs of places of which one is a part of the other."""
    pairs = combinations(range(len(places)), 2)
    return frozenset(
        (n, m) for n, m in pairs if places[n].contains(places[m]) or places[m].contains(places[n])
    )


def unlikely(position: Place) -> float:
    """How much less likely than a term of a side this place is to be wrong."""
    return 0.05 * position.inner + 0.05 * position.whole + 0.1 * position.below


def _prices(
    splitting: Splitting,
    reference: Reference,
    samples: Sequence[Sample],
    sums: Sequence[Points],
    group: NDArray[np.int64],
    ones: StateSample,
) -> Callable[[int, int, int, int], float]:
    """The costs of factors."""

    def price(s: int, i: int, k: int, j: int) -> float:
        """The cost of a factor, ascending: 1, −1, products of parameters, numbers, anything that varies."""
        ratio = samples[s].users[k] / sums[i][j]
        value = constant(ratio)
        if value is not None:
            return 0.0 if abs(value - 1) < 1e-9 else 0.5 if abs(value + 1) < 1e-9 else 2.5
        factor = splitting.terms.scale(splitting.arrangements[s].users[k], ONE, splitting.ours[i][j])
        if factor is None:
            return 5.0
        count = min(0.02 * len(print_tree(factor)), 0.9)
        if not by_parameters(ratio, group):
            return 3.5 + count
        unit = float(reference.values([factor], ones)[0][0])
        return 1.0 + count + (0.0 if abs(unit - 1) < 1e-9 else 0.5 if abs(unit + 1) < 1e-9 else 1.5)

    return price


def factor_of(splitting: Splitting, explanation: Explanation) -> str:
    """The factor of a statement relative to the model's sum, as text; empty where it is 1."""
    made = _in_scale(splitting, explanation, ONE)
    return "" if made is None or made == ONE else _node_text(made)


def _in_scale(splitting: Splitting, explanation: Explanation, term: Node) -> Node | None:
    """A term of the model in the scale of the statement."""
    k, j = explanation.pair
    if k < 0:
        return term
    users = splitting.arrangements[explanation.sample].users
    return splitting.terms.scale(users[k], term, splitting.ours[explanation.of][j])


def differences(
    splitting: Splitting, explanation: Explanation, text: Text, holds: Holds, reference: Reference
) -> tuple[Difference, ...]:
    """The edits of an explanation as differences, in the order of the text; missing terms come last.

    Corrections are given where the text with all of them holds.
    """
    places = splitting.arrangements[explanation.sample].places
    descriptions = [_describe(edit, splitting, explanation, places, text) for edit in explanation.edits]
    descriptions.sort(key=lambda one: one.at)
    corrections = [one.correction for one in descriptions if one.correction is not None]
    mended = text.mend(corrections) if len(corrections) == len(descriptions) else None
    right = mended is not None and holds(mended)
    return tuple(_difference(one, text, reference, right=right) for one in descriptions)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Description:
    """An edit in words: the term as typed, the correct one, where it stands, and what to type."""

    kind: str
    at: tuple[bool, int]  # for the order
    span: tuple[int, int] | None
    term: str
    right: Node | None
    correction: Correction | None
    beside: tuple[str, Spot | None] = ("", None)  # what a missing term follows


def _describe(
    edit: Edit, splitting: Splitting, explanation: Explanation, places: Sequence[Place], text: Text
) -> _Description:
    """An edit in words."""
    node = _right_term(splitting, explanation, edit)
    if edit.position is None:
        insertion = text.insertion(node, places) if node is not None else None
        correction, shown, spot = insertion if insertion is not None else (None, node, None)
        return _Description(
            kind="missing",
            at=(True, 0),
            span=None,
            term=_node_text(shown) if shown is not None else "?",
            right=shown,
            correction=correction,
            beside=("" if spot is None else text.body(spot.chunk), spot),
        )
    position = places[edit.position]
    spot = text.spot(position)
    if spot is None:
        typed = position.node if position.sign > 0 else Negative(position.node)
        right = node if node is not None else _times(typed, edit, splitting)
        return _Description(
            kind=edit.kind,
            at=(False, position.node.span[0] if position.node.span else 0),
            span=position.node.span,
            term=_node_text(typed),
            right=right,
            correction=None,
        )
    written, correction = _change_of_text(spot, node, edit, splitting, text)
    term = text.body(spot.chunk)
    if (
        position.inner and not position.whole and not position.below
    ):  # in words as with the brackets written out
        whole = _on_its_side(position, position.value, splitting) or position.value
        term = _node_text(whole)
        written = _times(whole, edit, splitting) if node is None else _on_its_side(position, node, splitting)
    return _Description(
        kind=edit.kind,
        at=(False, spot.chunk.start),
        span=(spot.chunk.start, spot.chunk.end),
        term=term,
        right=written,
        correction=correction,
    )


def _on_its_side(position: Place, value: Node, splitting: Splitting) -> Node | None:
    """A term with the sign that it has on the side of a place."""
    return splitting.terms.scale(value, Number(position.side), ONE)


def _change_of_text(
    spot: Spot, node: Node | None, edit: Edit, splitting: Splitting, text: Text
) -> tuple[Node | None, Correction | None]:
    """What is written in place of a term, and the correction."""
    if edit.kind == "extra":
        return None, text.deletion(spot)
    if node is not None:
        made = spot.local_term(node, splitting.terms)
        return made, None if made is None else text.replacement(spot, made)
    typed = spot.position.node if spot.chunk.sign > 0 else Negative(spot.position.node)
    made = _times(typed, edit, splitting)
    if edit.kind == "sign":
        return made, text.opposite(spot)
    if spot.position.whole:
        return made, text.times(spot, _fraction(edit.by))
    return made, None if made is None else text.replacement(spot, made)


def _times(node: Node, edit: Edit, splitting: Splitting) -> Node | None:
    """A term of the user with the factor that it should have."""
    return None if edit.kind == "extra" else splitting.terms.scale(node, _fraction(edit.by), ONE)


def _right_term(splitting: Splitting, explanation: Explanation, edit: Edit) -> Node | None:
    """The terms of the model for an edit, in the scale of the statement with everything on the left side."""
    ours = splitting.ours[explanation.of]
    scaled = [_in_scale(splitting, explanation, ours[i]) for i in edit.ours]
    known = [node for node in scaled if node is not None]
    if not known:
        return None
    return known[0] if len(known) == 1 else splitting.terms.sum(known)


def _fraction(value: float) -> Node:
    """A factor as a quotient of small whole numbers, if it is one."""
    for below in range(1, 25):
        above = value * below
        if round(above) and abs(above - round(above)) < 1e-6 * abs(above):
            whole: Node = Number(abs(round(above)))
            size = whole if below == 1 else Product((whole, Inverse(Number(below))))
            return Negative(size) if above < 0 else size
    return Number(float(f"{value:.15g}")) if value > 0 else Negative(Number(float(f"{-value:.15g}")))


def _difference(one: _Description, text: Text, reference: Reference, *, right: bool) -> Difference:
    """A difference from its description; the correction is given where the corrected text is `right`."""
    shown = "" if one.right is None else _node_text(one.right)
    nature = _nature(one.right, reference) if one.kind == "missing" else None
    cure = _cure(one, text) if right else cure_of(one.kind, shown)
    made = make_difference(text.one, one.kind, one.span, one.term, shown, nature, cure)
    return replace(made, correction=one.correction if right else None)


def _cure(one: _Description, text: Text) -> Message | None:
    """The hint that says what to type in place of what is marked, or where."""
    typed = "" if one.correction is None else one.correction.text.strip()
    if one.kind == "extra":
        return say("compare_delete")
    beside, spot = one.beside
    if one.kind != "missing" or spot is None:
        return say("compare_write", right=typed)
    if spot.position.inner:
        return say("compare_add_after", right=typed, term=Name(beside))
    match text.side(spot):
        case "left":
            return say("compare_add_left", right=typed)
        case "right":
            return say("compare_add_right", right=typed)
    return say("compare_add", right=typed)


def make_difference(
    one: Statement,
    kind: str,
    span: tuple[int, int] | None,
    term: str,
    right: str,
    nature: Message | None,
    cure: Message | None,
) -> Difference:
    """A difference with its sentence and its error message; without a span the whole statement is marked."""
    sentence = _sentence(kind, Name(term), Name(right) if right else None, nature)
    hint = str(cure) if cure is not None else ""
    marked = span if span is not None else (one.start, one.end)
    letter = flaw_at(one.source, marked, rule=f"compare-{kind}", message=sentence, hint=hint)
    return Difference(kind=kind, term=term, right=right, sentence=sentence, letter=letter, cure=cure)


def cure_of(kind: str, right: str) -> Message | None:
    """The hint that says what to write, where no correction of the text is known."""
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
