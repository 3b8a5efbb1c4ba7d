"""Characteristic sizes of a model: those at which the terms of its sums are equally large.

    k x²/2 − F x:  log k + 2 X = log F + X;   exp(x/a):  X = log a;   x' = x/T;   V and W_x x are energies

Each sum gives linear equations for the logarithms X of the sizes of coordinates, states and unknown efforts,
of a time T and of an energy. They are solved by least squares, in which an equation that contradicts most
others counts little. In other units all equations shift alike, so that the sizes change as the quantities do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.functions import CONSTANTS
from dalembert._expression.tree import Call, Inverse, Name, Negative, Node, Number, Power, Product, Rate, Sum
from dalembert._expression.walk import fold, names
from dalembert._model.records import Entry, Model
from dalembert._model.survey import Survey, survey
from dalembert._model.units import NONE, Dimension, unit_of
from dalembert._model.values import Values

Array = NDArray[np.float64]
Form = Array | None  # log |term| = form[:-1] · X + form[-1]; None for zero and for what has no known size
RESTING = frozenset({"definition", "potential", "work", "displacement", "effort", "rate", "gap"})
STATIC, MOVING = 1.0, 1e-3  # weights: of sums in what acts at rest, and in the others
GIVEN, ALIKE, UNIT = 1e-2, 1e-3, 1e-6  # of a start, of parameters of the same dimension, of the number 1
ITERATIONS, DECADE = 12, np.log(10.0)  # an equation that is off by a decade counts half
MOST = 3000  # equations
PERIODIC = frozenset({"sin", "cos", "tan"})
SAME = frozenset({"abs", "min", "max", "mod", "if"})  # functions whose value is of the size of arguments


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scales:
    """Sizes of q, s, e, of an energy and a time; `reach` has large departures of (q, s, e)."""

    q: Array
    s: Array
    e: Array
    energy: float
    time: float
    reach: Array

    @property
    def rest(self) -> Array:
        """The sizes of coordinates, states and unknown efforts, one after the other."""
        return np.concatenate([self.q, self.s, self.e])


def angles_of(model: Model) -> tuple[bool, ...]:
    """Which coordinates are angles: their unit is one, or they have none and stand in a sine or cosine."""
    turned = _names_in_periodic(model)
    return tuple(_dimension(c.unit) == NONE and (bool(c.unit) or c.name in turned) for c in model.coordinates)


def scales_of(model: Model, values: Values, inputs: Mapping[str, float]) -> Scales:
    """The characteristic sizes of a model with its values; an angle has the size 1."""
    angles = {c.name for c, angle in zip(model.coordinates, angles_of(model), strict=True) if angle}
    unknown = [
        *(c.name for c in model.coordinates if c.name not in angles),
        *(one.name for one in model.states),
        *(one.name for one in model.efforts),
    ]
    balance = _Balance(unknown, angles, values.parameters | dict(inputs))
    alike = _largest_alike(model, values)
    for term in _terms(model):
        balance.add(*term)
    for name in unknown:
        given = [abs(known.get(name, 0.0)) for known in (values.start, values.guess)]
        for size, weight in ((max(given), GIVEN), (alike.get(name, 0.0), ALIKE)):
            balance.expect(name, size, weight)
    sizes = balance.sizes()
    sizes |= dict.fromkeys(angles, 1.0)
    large = {name: max(sizes[name], alike.get(name, 0.0), abs(values.first(name))) for name in unknown}
    names_of = [tuple(one.name for one in part) for part in (model.coordinates, model.states, model.efforts)]
    q, s, e = (np.array([sizes[name] for name in part]) for part in names_of)
    reach = np.array([large.get(name, 1.0) for part in names_of for name in part])
    return Scales(q=q, s=s, e=e, energy=sizes[ENERGY], time=sizes[TIME], reach=reach)


TIME, ENERGY = "", " "  # no names of a model


class _Balance:
    """The linear equations for the logarithms of sizes."""

    def __init__(self, unknown: list[str], angles: set[str], known: Mapping[str, float]) -> None:
        self._places = {name: i for i, name in enumerate([*unknown, TIME, ENERGY])}
        self._angles, self._known = angles, known
        self._count = len(self._places)
        self._forms: dict[str, Form] = {}  # of definitions
        self._rows: list[tuple[Array, float]] = []
        self._weight = STATIC

    def add(self, role: str, name: str, root: Node) -> None:
        """The equations of the sums in an expression, and of what it is."""
        self._weight = STATIC if role in RESTING else MOVING
        form = fold(root, self._leaf, self._combine)
        if role == "definition":
            self._forms[name] = form
        elif form is not None and role in ("potential", "kinetic", "dissipation", "work", "rate"):
            energy, time = self._one(ENERGY), self._one(TIME)
            if role == "work":
                form = form + self._of(name)
            elif role == "rate":
                form, energy = form + time, self._of(name)
            elif role == "dissipation":
                form = form + time
            self._equal(form, energy, MOVING if role == "rate" else self._weight)

    def expect(self, name: str, size: float, weight: float) -> None:
        """That a name has a size."""
        if 0 < size < np.inf:
            self._equal(self._of(name), self._constant(size), weight)

    def sizes(self) -> dict[str, float]:
        """The sizes, by least squares with equations that contradict the others counting less."""
        rows = self._rows[:: 1 + len(self._rows) // MOST]
        A = np.array([row for row, _ in rows]).reshape(len(rows), self._count + 1)
        w = np.array([weight for _, weight in rows])
        ends = UNIT * np.eye(self._count)  # a size of which nothing is known is 1
        X, trust = np.zeros(self._count), np.ones(len(rows))
        for _ in range(ITERATIONS):
            by = (w * trust)[:, np.newaxis]
            X = np.linalg.lstsq(
                np.vstack([by * A[:, :-1], ends]),
                np.concatenate([-by[:, 0] * A[:, -1], np.zeros(self._count)]),
                rcond=None,
            )[0]
            trust = 1 / np.sqrt(1 + ((A[:, :-1] @ X + A[:, -1]) / DECADE) ** 2)
        return {name: float(np.exp(np.clip(X[i], -600, 600))) for name, i in self._places.items()}

    def _equal(self, one: Array, other: Array, weight: float) -> None:
        if np.any(one[:-1] != other[:-1]):
            self._rows.append((one - other, weight))

    def _one(self, name: str) -> Array:
        form = np.zeros(self._count + 1)
        form[self._places[name]] = 1.0
        return form

    def _constant(self, size: float) -> Array:
        form = np.zeros(self._count + 1)
        form[-1] = np.log(size)
        return form

    def _of(self, name: str) -> Array:
        return self._one(name) if name in self._places else self._constant(1.0)

    def _leaf(self, node: Node) -> Form:
        match node:
            case Rate():
                known = node.name in self._places or node.name in self._angles
                return self._of(node.name) - node.order * self._one(TIME) if known else None
            case Name(name="t"):
                return self._one(TIME)
            case Name() if node.name in self._forms:
                return self._forms[node.name]
            case Name() if node.name in self._places or node.name in self._angles:
                return self._of(node.name)
            case Name():
                value = CONSTANTS.get(node.name, self._known.get(node.name, 0.0))
            case Number():
                value = float(node.value)
            case _:
                value = 0.0
        return self._constant(abs(value)) if 0 < abs(value) < np.inf else None

    def _combine(self, node: Node, below: tuple[Form, ...]) -> Form:
        known = [one for one in below if one is not None]
        whole = len(known) == len(below)
        match node:
            case Negative():
                return below[0]
            case Inverse():
                return -known[0] if whole else None
            case Product():
                return np.asarray(np.sum(known, axis=0)) if whole else None
            case Power(exponent=Number(value=exponent)):
                return known[0] * float(exponent) if whole else None
            case Sum():
                return self._mean(below)
            case Call():
                return self._call(node.function, below)
        self._mean(below)
        return None

    def _call(self, function: str, below: tuple[Form, ...]) -> Form:
        if function == "sqrt":
            return None if below[0] is None else below[0] / 2
        if function in SAME:
            return self._mean(below[1:] if function == "if" else below)
        size = self._mean(below)
        if function in ("atan2", "sign", "step", "floor"):
            return self._constant(1.0)
        if size is None:
            return None
        self._equal(size, self._constant(1.0), self._weight)
        return self._constant(1.0)

    def _mean(self, terms: tuple[Form, ...]) -> Form:
        """The common size of the terms of a sum; of those that vary alike the largest."""
        largest: dict[bytes, Array] = {}
        for term in terms:
            if term is not None:
                key = (term[:-1] + 0.0).tobytes()
                if key not in largest or term[-1] > largest[key][-1]:
                    largest[key] = term
        if not largest:
            return None
        mean: Array = np.mean(list(largest.values()), axis=0)
        for term in largest.values():
            self._equal(term, mean, self._weight)
        return mean


def _terms(model: Model) -> Iterator[tuple[str, str, Node]]:
    """The expressions that say how large quantities are: definitions in their order, then the others."""
    known = survey(model).in_use
    by_name = {name: term.expression.root for name, term in known.definitions.items()}
    yield from (("definition", name, by_name[name]) for name in known.order)
    roles = RESTING | {"kinetic", "dissipation", "flow"}
    for use in known.uses:
        if use.role in roles and use.role != "definition":
            yield use.role, use.name, use.expression.root


def _names_in_periodic(model: Model) -> frozenset[str]:
    """The names whose sines or cosines are taken, alone or in sums, also by way of definitions."""
    known: Survey = survey(model)
    kinds, inside = (
        known.kinds,
        {
            name: {n for n, order in names(term.expression.root) if order == 0}
            for name, term in known.definitions.items()
        },
    )
    turned: set[str] = set()
    waiting = [
        {name for name, order in names(node.arguments[0]) if order == 0}
        for use in known.uses
        for node in use.operations
        if isinstance(node, Call) and node.function in PERIODIC
    ]
    seen: set[frozenset[str]] = set()
    while waiting:
        used = waiting.pop()
        for name in [name for name in used if name in inside]:
            used = used - {name} | inside[name]
        if frozenset(used) in seen:
            continue
        seen.add(frozenset(used))
        if used & inside.keys():
            waiting.append(used)
        elif all(kinds.get(name) == "coordinate" for name in used if name not in CONSTANTS):
            turned |= used
    return frozenset(turned)


def _largest_alike(model: Model, values: Values) -> dict[str, float]:
    """For each coordinate, state and effort with a unit the largest parameter of its dimension."""
    sizes: dict[Dimension, float] = {}
    for one in model.parameters:
        value = abs(values.parameters.get(one.name, 0.0))
        if one.unit and np.isfinite(value):
            sizes[_dimension(one.unit)] = max(sizes.get(_dimension(one.unit), 0.0), value)
    entries: tuple[Entry, ...] = (*model.coordinates, *model.states, *model.efforts)
    return {one.name: sizes.get(_dimension(one.unit), 0.0) for one in entries if one.unit}


def _dimension(unit: str) -> Dimension:
    return unit_of(unit).dimension if unit else NONE
