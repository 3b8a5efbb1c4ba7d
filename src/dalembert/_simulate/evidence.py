"""Why a run could not go on: measurements at its last state, and the causes that follow from them.

`evidence_of` measures, `causes` words the result; a cause is named only if a measurement shows it. Inertia is
the least eigenvalue of Zᵀ D M D Z, where Z is a basis of the null space of G and the diagonal matrix D scales
by the largest inertias of the run. Independence is the least singular value of G D, each row divided by its
largest norm in the run.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._expression.evaluate import evaluate
from dalembert._expression.expression import Expression
from dalembert._expression.numbers import fold_constants
from dalembert._expression.tree import Call, Compare, Inverse, Negative, Node, Number, Power, Sum
from dalembert._expression.walk import nodes
from dalembert._model.records import Delay, Model, Table, constraints_of
from dalembert._model.survey import AT_INSTANTS, survey
from dalembert._model.used_results import ACTING, used_results
from dalembert._model.values import parameter_values
from dalembert._simulate.trajectory import End, Trajectory
from dalembert._text.printer import print_tree
from dalembert._words.message import Message, Name, Quantity, say

Array = NDArray[np.float64]
Known = dict[tuple[str, int], float]
NAMED = 4  # the most coordinates or constraints that a message names
LOOKS = 40  # the most states of a run that are examined
FALLEN = 1e-3  # relative to the start: inertia or independence below this is being lost
GONE = 1e-9  # inertia or independence below this counts as zero
VANISHED = 1e-4  # of its largest size in the run: a divisor, or the argument of a root, that goes to zero
GROWN = 50.0  # times its largest size in the first half of the run: an entry that grows without bound
NOTHING = 1e-150  # an entry whose square is zero in double precision has not grown
SUDDEN = 1e-4  # of the time of the run: such an entry changes by its own size within less than this
LOST = 1e4  # times the spacing of floating-point times: faster changes are lost in the rounding of t
HELD_BACK = 0.1  # of the steps: if stability shortens more than this, the system is called stiff
# roles of expressions that enter no equation of motion
SILENT = frozenset({"value", "start", "speed", "guess", "case", "output", "when", *AT_INSTANTS})
LOGARITHMS = frozenset({"log", "ln"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Measurements at the state where a run ended; what was not measured is None or empty."""

    t: float = 0.0
    entry: str = ""  # the entry of the state with the largest error
    inertia: tuple[float, float] | None = None  # this and the pairs below: at the start, at the end
    light: tuple[str, ...] = ()  # coordinates along which inertia is least
    independence: tuple[float, float] | None = None
    related: tuple[str, ...] = ()  # constraints that become dependent
    jam: tuple[float, float] | None = None  # the determinant of forces that depend on forces
    jamming: tuple[str, ...] = ()  # the results that these forces depend on
    determination: tuple[float, float] | None = None  # the least singular value of F_X in a general DAE
    undetermined: tuple[str, ...] = ()  # leading derivatives that its equations leave undetermined
    divisor: tuple[str, float] | None = None  # its text and value
    root: tuple[str, float] | None = None  # a root whose argument goes to zero; the argument
    ending: tuple[str, float] | None = None  # a logarithm whose argument goes to zero; the argument
    switch: str = ""  # a switching function that is zero at the end
    runaway: tuple[str, float, float] | None = None  # an entry, its value, the time in which it changes by it
    between: float = 0.0  # the spacing of floating-point times at the end
    fastest: float = math.inf  # the shortest time in which an entry changes by its own size
    held_back: float = 0.0  # the part of the steps that stability shortens


def causes(seen: Evidence) -> list[Message]:
    """The causes that the evidence shows, the most direct one first."""
    reasons: list[Message] = []
    if seen.root is not None:
        text, value = seen.root
        reasons.append(say("seen_root", name=Name(text), value=Quantity(value, 2)))
    if seen.ending is not None:
        text, value = seen.ending
        reasons.append(say("seen_ending", name=Name(text), value=Quantity(value, 2)))
    if seen.divisor is not None:
        text, value = seen.divisor
        reasons.append(say("seen_divisor", name=Name(text), value=Quantity(value, 2)))
    if seen.inertia is not None and _is_lost(seen.inertia):
        reasons.append(say("seen_inertia", names=_names(seen.light), **_fall(seen.inertia)))
    if seen.independence is not None and _is_lost(seen.independence):
        names, fall = _names(seen.related), _fall(seen.independence)
        if len(names) == 1:
            reasons.append(say("seen_gradient", names=names, **fall))
        else:
            reasons.append(say("seen_dependent", names=names, **fall))
    if seen.jam is not None and _is_lost(seen.jam):
        reasons.append(say("seen_jam", names=_names(seen.jamming), **_fall(seen.jam)))
    if seen.determination is not None and _is_lost(seen.determination):
        reasons.append(say("seen_open", names=_names(seen.undetermined), **_fall(seen.determination)))
    if seen.runaway is not None and not reasons:
        name, value, time = seen.runaway
        reasons.append(say("seen_runaway", name=Name(name), value=Quantity(value, 2), time=Quantity(time, 1)))
    if seen.switch:
        reasons.append(say("seen_switch", name=Name(seen.switch)))
    if seen.fastest < LOST * seen.between and seen.runaway is None and not reasons:
        times = {"time": Quantity(seen.fastest, 1), "between": Quantity(seen.between, 1)}
        reasons.append(say("seen_clock", **times))
    if seen.held_back > HELD_BACK:
        reasons.append(say("seen_stiff", part=round(100 * seen.held_back)))
    return reasons


def _names(names: Sequence[str]) -> tuple[Name, ...]:
    return tuple(Name(name) for name in names)


def _is_lost(pair: tuple[float, float]) -> bool:
    return pair[1] <= GONE or pair[1] <= FALLEN * pair[0]


def _fall(pair: tuple[float, float]) -> dict[str, Quantity]:
    return {"now": Quantity(pair[1], 1), "start": Quantity(pair[0], 2)}


# -- measuring -----------------------------------------------------------------------------------------------


def evidence_of(model: Model, dynamics: Dynamics, times: Array, trajectory: Trajectory) -> Evidence | None:
    """Measurements at the last state of a run that could not go on, compared with earlier states."""
    if trajectory.end in (End.done, End.interrupted, End.stopped, End.event):
        return None
    count = len(trajectory.rows)
    picked = np.unique(np.linspace(0, max(count - 1, 0), LOOKS).astype(int)) if count else np.zeros(0, int)
    t = np.append(times[picked], trajectory.t)
    rows = np.vstack([trajectory.rows[picked], trajectory.y[np.newaxis]])
    names = dynamics.compiled.names
    fastest, runaway = _shortest_time_scale(dynamics, t, rows, names)
    inertia, light, independence, related = _regularity(model, dynamics, t, rows)
    jam = _force_determinants(dynamics, t, rows)
    determination, undetermined = _determination(dynamics, t, rows)
    known = [values_of_names(model, names, float(time), row) for time, row in zip(t, rows, strict=True)]
    vanishing = _vanishing_arguments(model, known)
    work = trajectory.work
    return Evidence(
        t=trajectory.t,
        entry=names[trajectory.culprit] if 0 <= trajectory.culprit < len(names) else "",
        inertia=inertia,
        light=light,
        independence=independence,
        related=related,
        jam=jam,
        jamming=tuple(dict.fromkeys(used.name for used in used_results(model, ACTING)))[:NAMED],
        determination=determination,
        undetermined=undetermined,
        divisor=vanishing.get("divisor"),
        root=vanishing.get("root"),
        ending=vanishing.get("ending"),
        switch=vanishing.get("switch", ("", 0.0))[0],
        runaway=runaway,
        between=math.ulp(trajectory.t),
        fastest=fastest,
        held_back=work.stiff / work.steps if work.steps else 0.0,
    )


def _shortest_time_scale(
    dynamics: Dynamics, t: Array, rows: Array, names: Sequence[str]
) -> tuple[float, tuple[str, float, float] | None]:
    """The shortest time in which an entry changes by its own size; and an entry that grows without bound."""
    count = len(names)
    rates = np.array(dynamics.rates(float(t[-1]), rows[-1])[0])[:count]
    now = np.abs(rows[-1][:count])
    before = np.abs(rows[: max(len(rows) // 2, 1), :count]).max(axis=0)
    if not np.isfinite(rates).all():
        return math.inf, None
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.maximum(now, before)
        times = np.where((rates != 0) & (size > 0), size / np.abs(rates), math.inf)
    span = float(t[-1] - t[0])
    growing = np.flatnonzero((now > GROWN * before) & (times < SUDDEN * span) & (now > NOTHING))
    runaway = None
    if len(growing):
        index = int(growing[np.argmax(now[growing] / (before[growing] + 1e-300))])
        runaway = (names[index], float(rows[-1][index]), float(times[index]))
    return float(times.min(initial=math.inf)), runaway


def _regularity(
    model: Model, dynamics: Dynamics, t: Array, rows: Array
) -> tuple[tuple[float, float] | None, tuple[str, ...], tuple[float, float] | None, tuple[str, ...]]:
    """Inertia and independence at the start and the end, and the names of `light` and `related`."""
    if not dynamics.layout.n:
        return None, (), None, ()
    saddles = [dynamics.saddle(float(time), row) for time, row in zip(t, rows, strict=True)]
    saddles = [parts for parts in saddles if np.isfinite(parts["M"]).all() and np.isfinite(parts["G"]).all()]
    if len(saddles) < 2:
        return None, (), None, ()
    names = [c.name for c in model.coordinates]
    constraint_names = [c.name for kind in ("displacement", "flow") for c in constraints_of(model, kind)]
    most = np.max([np.abs(np.diag(parts["M"])) for parts in saddles], axis=0)
    d = 1 / np.sqrt(np.where(most > 0, most, most.max(initial=0.0) or 1.0))
    reach = np.max(
        [np.linalg.norm(parts["G"][: len(constraint_names)] * d, axis=1) for parts in saddles], axis=0
    )
    pairs: list[tuple[float, float]] = []
    light: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    for parts in (saddles[0], saddles[-1]):
        G = parts["G"][: len(constraint_names)] * d / np.where(reach > 0, reach, 1.0)[:, np.newaxis]
        left, sizes, right = (
            np.linalg.svd(G) if len(G) else (np.zeros((0, 0)), np.zeros(0), np.eye(len(names)))
        )
        free = right[int(np.sum(sizes > GONE)) :].T
        values, ways = np.linalg.eigh(free.T @ (d[:, np.newaxis] * parts["M"] * d) @ free)
        least = int(np.argmin(np.abs(values))) if len(values) else -1
        pairs.append(
            (float(abs(values[least])) if len(values) else 1.0, float(sizes[-1]) if len(sizes) else 1.0)
        )
        if len(values):
            light = _names_of_largest(names, d * (free @ ways[:, least]), d)
        related = (
            _names_of_largest(constraint_names, left[:, -1], np.ones(len(constraint_names)))
            if len(constraint_names)
            else ()
        )
    (inertia, independence), (inertia_end, independence_end) = pairs
    return (
        (inertia, inertia_end),
        light,
        (independence, independence_end) if constraint_names else None,
        related,
    )


def _force_determinants(dynamics: Dynamics, t: Array, rows: Array) -> tuple[float, float] | None:
    """The determinant of forces that depend on forces at the start and the end, where there are any."""
    saddles = [dynamics.saddle(float(t[k]), rows[k]) for k in (0, -1)]
    if any("determinant" not in parts for parts in saddles):
        return None
    start, end = (float(parts["determinant"]) for parts in saddles)
    return start, end


def _determination(
    dynamics: Dynamics, t: Array, rows: Array
) -> tuple[tuple[float, float] | None, tuple[str, ...]]:
    """The least singular value of F_X, scaled by the largest sizes, at the start and the end."""
    equations = dynamics.compiled.equations
    if not equations.leading:
        return None, ()
    dynamics.rewind()
    singular = []
    for time, row in zip(t, rows, strict=True):
        _, J = dynamics.residual(float(time), row)
        singular += [J] if np.isfinite(J).all() else []
    if len(singular) < 2:
        return None, ()
    down = np.max([np.abs(J).max(axis=1) for J in singular], axis=0)
    down = np.where(down > 0, down, 1.0)[:, np.newaxis]
    across = np.max([np.abs(J / down).max(axis=0) for J in singular], axis=0)
    across = np.where(across > 0, across, 1.0)
    least = [np.linalg.svd(J / down / across) for J in (singular[0], singular[-1])]
    names = _names_of_largest(equations.leading, least[1][2][-1], np.ones(len(across)))
    return (float(least[0][1][-1]), float(least[1][1][-1])), names


def _names_of_largest(names: Sequence[str], way: Array, scale: Array) -> tuple[str, ...]:
    size = np.abs(way) / scale
    large = np.flatnonzero(size > 0.1 * size.max(initial=0.0))[:NAMED].tolist()
    return tuple(names[i] for i in large)


def values_of_names(model: Model, names: Sequence[str], t: float, y: Sequence[float] | Array) -> Known:
    """The values of names at a state; efforts and inputs from tables are left out."""
    known: Known = {("t", 0): t}
    known |= {(name, 0): value for name, value in parameter_values(model).items()}
    known |= {(n.rstrip("'"), n.count("'")): float(v) for n, v in zip(names, y, strict=False)}
    for entry in model.inputs:
        if not isinstance(entry.law, Table | Delay):
            _note_value(known, entry.name, entry.law)
    definitions = survey(model).definitions
    for name in survey(model).order:
        _note_value(known, name, definitions[name].expression)
    return known


def _note_value(known: Known, name: str, expression: Expression) -> None:
    value = value_at(expression.root, known)
    if value is not None:
        known[name, 0] = value


def value_at(root: Node, known: Known) -> float | None:
    """The value of an expression; None where a name in it has none."""
    try:
        return evaluate(root, known)
    except KeyError:
        return None


def _vanishing_arguments(model: Model, known: Sequence[Known]) -> dict[str, tuple[str, float]]:
    """The first divisor, root, logarithm and switch whose argument goes to zero, as typed, and its value."""
    vanishing: dict[str, tuple[str, float]] = {}
    for use in survey(model).uses:
        if use.role in SILENT:
            continue
        for node in nodes(use.expression.root):
            for kind, argument in singular_arguments(node):
                values = [value_at(argument, one) for one in known]
                numbers = np.array([math.nan if v is None else v for v in values])
                size, last = np.nanmax(np.abs(numbers), initial=0.0), numbers[-1]
                if not size > 0 or not abs(last) <= VANISHED * size:
                    continue
                vanishing.setdefault(kind, (print_tree(argument if kind == "divisor" else node), float(last)))
    return vanishing


def singular_arguments(node: Node) -> Iterator[tuple[str, Node]]:
    """The arguments of a node at whose zero it is singular or switches, each with its kind."""
    match node:
        case Inverse(operand=operand):
            yield "divisor", operand
        case Call(function="sqrt", arguments=arguments):
            yield "root", arguments[0]
        case Call(function=function, arguments=arguments) if function in LOGARITHMS:
            yield "ending", arguments[0]
        case Power(base=base, exponent=exponent) if _is_fraction(fold_constants(exponent)):
            yield "root", base
        case Call(function="sign" | "abs" | "step", arguments=arguments):
            yield "switch", arguments[0]
        case Compare(left=left, right=right):
            yield "switch", _difference(left, right)
        case Call(function="min" | "max", arguments=(left, right)):
            yield "switch", _difference(left, right)


def _is_fraction(exponent: Node) -> bool:
    """Whether a power with this exponent is a root: a number that is not whole."""
    while isinstance(exponent, Negative):
        exponent = exponent.operand
    return isinstance(exponent, Number) and exponent.value != int(exponent.value)


def _difference(left: Node, right: Node) -> Node:
    return Sum((left, Negative(right)))
