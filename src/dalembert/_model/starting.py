"""Gaps at the start of a run, as far as they are known without solving constraints.

A run keeps given start values, and without displacement constraints a coordinate without one starts at its
guess, or at 0. Where constraints are solved, a given value may still change within its typed precision, and
values that are not given are unknown here.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from dalembert._expression.evaluate import evaluate
from dalembert._expression.expression import Expression
from dalembert._expression.functions import CONSTANTS
from dalembert._expression.numbers import value_of
from dalembert._expression.tree import Compare, Logic, Name, Negative, Node, Sum
from dalembert._expression.walk import fold, names, uses_tables
from dalembert._model.records import Contact, Coordinate, Model, Table, constraints_of
from dalembert._model.run_numbers import run_numbers
from dalembert._model.survey import Survey, depends, reached_by
from dalembert._model.tables import Samples, samples_of
from dalembert._model.values import parameter_values, value_in

At = dict[tuple[str, int], float]
Slopes = dict[str, float]  # by coordinates
SHUT = 1e-9  # relative to the sizes in a gap: how far inside a start may be; a run allows the same
MOVED = 1e-3  # the same where constraints may move the start a little
SMALL = 1e-3  # relative to the largest coordinate: the least weight of each in a size
SIGN = {Sum: 1.0, Negative: -1.0}  # known slopes
STEP = 1e-6  # relative step of a difference quotient


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """The known values at the start, and the gaps that are negative there, with ∂g/∂q."""

    known: Survey
    at: At
    solved: bool  # whether constraints are solved at the start
    largest: float  # of the coordinates
    gaps: dict[str, float]  # negative gaps by contacts
    slopes: dict[str, Slopes]

    def inside(self, contact: Contact) -> bool:
        """Whether a gap is negative by more than a run allows, however constraints move it."""
        gap, slopes = self.gaps[contact.name], self.slopes[contact.name]
        return -gap > (MOVED if self.solved else SHUT) * self.size(slopes)

    def size(self, slopes: Slopes) -> float:
        """The sizes in a gap: Σ |g_q| |q|, and no less than a small part of that with the largest q."""
        terms = sum(abs(slope) * abs(self.at[name, 0]) for name, slope in slopes.items())
        return max(terms, sum(map(abs, slopes.values())) * SMALL * self.largest)

    def gap_with(self, contact: Contact, name: str, value: float) -> float:
        """The gap of a contact with another value of a coordinate."""
        at = self.at | {(name, 0): value}
        _define(at, _definitions_below([contact.gap.root], self.known), self.known)
        return evaluate(contact.gap.root, at)


def beginning(model: Model, known: Survey) -> Beginning:
    """The known values at the start of a run, and the gaps that are negative there."""
    at, solved = _values(model, known), bool(constraints_of(model, "displacement"))
    _define(at, _definitions_below([contact.gap.root for contact in model.contacts], known), known)
    gaps = {c.name: evaluate(c.gap.root, at) for c in model.contacts if _is_given(c.gap.root, at)}
    negative = [c for c in model.contacts if c.name in gaps and not gaps[c.name] >= 0]
    return Beginning(
        known=known,
        at=at,
        solved=solved,
        largest=max((abs(at.get((c.name, 0), 0.0)) for c in model.coordinates), default=0.0),
        gaps={contact.name: gaps[contact.name] for contact in negative},
        slopes=_slopes(negative, at, known),
    )


def definitions_in(contact: Contact, known: Survey) -> list[str]:
    """The definitions in a gap."""
    return _definitions_below([contact.gap.root], known)


def _values(model: Model, known: Survey) -> At:
    """Time, parameters, coordinates and inputs at the start."""
    parameters = parameter_values(model)
    t = run_numbers(model).t_start or 0.0
    at: At = {("t", 0): t} | {(name, 0): value for name, value in parameters.items()}
    solved = constraints_of(model, "displacement") or constraints_of(model, "effort")
    free = _coordinates_with_inertia(known) if not solved else frozenset()
    for coordinate in model.coordinates:
        value = _first_value(coordinate, parameters, coordinate.name in free)
        if value is not None:
            at[coordinate.name, 0] = value
    used = {n for contact in model.contacts for n, _ in depends(contact.gap.root, known)}
    inputs = [entry for entry in model.inputs if entry.name in used]
    tables = any(isinstance(entry.law, Table) for entry in inputs)  # files are read only then
    samples = {one.name: one for one in samples_of(model)[0]} if tables else {}
    for entry in inputs:
        value = None
        if isinstance(entry.law, Table):
            value = _table_value(samples.get(entry.name), t)
        elif isinstance(entry.law, Expression) and _is_given(entry.law.root, at):
            value = evaluate(entry.law.root, at)
        if value is not None:
            at[entry.name, 0] = value
    return at


def _define(at: At, definitions: list[str], known: Survey) -> None:
    """Add the values of definitions, as far as they are known."""
    for name in definitions:
        root = known.definitions[name].expression.root
        if _is_given(root, at):
            at[name, 0] = evaluate(root, at)


def _slopes(contacts: list[Contact], at: At, known: Survey) -> dict[str, Slopes]:
    """∂g/∂q of gaps whose values are known, by the coordinates in them."""
    passed: dict[str, tuple[float, Slopes]] = {}

    def leaf(node: Node) -> tuple[float, Slopes]:
        if isinstance(node, Name) and node.name in passed:
            return passed[node.name]
        moves = isinstance(node, Name) and known.kinds.get(node.name) == "coordinate"
        return evaluate(node, at), {node.name: 1.0} if isinstance(node, Name) and moves else {}

    for name in _definitions_below([contact.gap.root for contact in contacts], known):
        passed[name] = fold(known.definitions[name].expression.root, leaf, _chain_rule)
    return {contact.name: fold(contact.gap.root, leaf, _chain_rule)[1] for contact in contacts}


def _first_value(coordinate: Coordinate, parameters: dict[str, float], free: bool) -> float | None:
    """The start of a coordinate; without one, and if it is not solved for, the guess or 0."""
    if coordinate.start is not None:
        return value_in(coordinate.start, parameters)
    if not free:
        return None
    return value_in(coordinate.guess, parameters) if coordinate.guess is not None else 0.0


def _coordinates_with_inertia(known: Survey) -> frozenset[str]:
    """Coordinates with a velocity in the kinetic energy: only their start determines their position."""
    return frozenset(reached_by(("kinetic",), known).names_of("coordinate", least=1))


def _table_value(samples: Samples | None, t: float) -> float | None:
    """A table at a time: a sample, or between two of them by a straight line."""
    if samples is None or not samples.t[0] <= t <= samples.t[-1]:
        return None
    i = bisect_left(samples.t, t)
    if samples.t[i] == t:
        return samples.values[i]
    if samples.interpolate != "linear":
        return None
    part = (t - samples.t[i - 1]) / (samples.t[i] - samples.t[i - 1])
    return samples.values[i - 1] + part * (samples.values[i] - samples.values[i - 1])


def _is_given(root: Node, at: At) -> bool:
    return all(used in at or used[0] in CONSTANTS for used in names(root)) and not uses_tables(root)


def _definitions_below(roots: list[Node], known: Survey) -> list[str]:
    """The definitions that expressions depend on, each after those it uses."""
    stack, below = [*roots], set[str]()
    while stack:
        for name, _ in names(stack.pop()):
            if name in known.definitions and name not in below:
                below.add(name)
                stack.append(known.definitions[name].expression.root)
    return [name for name in known.order if name in below]


def _chain_rule(node: Node, below: tuple[tuple[float, Slopes], ...]) -> tuple[float, Slopes]:
    """The chain rule, with slopes of functions by difference quotients; conditions have none."""
    values = tuple(value for value, _ in below)
    slopes: Slopes = {}
    for i, (_, partials) in enumerate(below):
        if partials and not isinstance(node, Compare | Logic):
            through = SIGN.get(type(node)) or _slope(node, values, i)
            for name, slope in partials.items():
                slopes[name] = slopes.get(name, 0.0) + through * slope
    return value_of(node, values), slopes


def _slope(node: Node, values: tuple[float, ...], i: int) -> float:
    step = STEP * abs(values[i]) or STEP
    ends = [value_of(node, (*values[:i], values[i] + h, *values[i + 1 :])) for h in (-step, step)]
    return (ends[1] - ends[0]) / (2 * step)
