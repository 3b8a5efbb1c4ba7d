"""Times at which outputs have to be looked at between two instants, by the arguments of their functions.

Where an argument changes its sign, or passes a whole number, both sides of that instant are looked at, as
close to it as times can be told apart. Between two instants no argument of a function that turns with it
changes by more than one, and narrow peaks are looked at where their argument is largest. The arguments are
those of `_lower/output_arguments.py`, at the states of the motion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.table_polynomials import Curve, inputs_of_tables_at
from dalembert._expression.expression import Expression
from dalembert._expression.source import Source
from dalembert._lower.expression_function import outputs_from_results
from dalembert._lower.output_arguments import Turn, TurningArgument
from dalembert._model.records import Model, Term
from dalembert._model.values import values_of

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
ArgumentsAt = Callable[[Array, dict[str, Array]], Array]
BLOCK = 1000  # instants whose arguments are evaluated at once
RESOLVED = 256 * 2.220446049250313e-16  # of the time: the two sides of an instant are so close to each other
CLOSER = 1e-3  # of an interval: how close to a root of the chord both of its sides are looked at
TURNED = 1.0  # what a phase may change between two instants
STEP = 0.7  # what it changes in the intervals that are made then
MOST_PARTS = 64  # into which an interval is divided at once
HIGHER = 0.5  # what an exponent, or a logarithm, is larger at a peak than at the instants around it
NOTHING = -40.0  # exp of less is nothing


def arguments_along(
    model: Model, arguments: Sequence[TurningArgument], tables: Sequence[Curve]
) -> ArgumentsAt:
    """What gives the values of arguments at times, from what is observed there: (times, arguments)."""
    terms = tuple(
        Term(name=f"turning_{i}", expression=Expression(one.node, Source("")))
        for i, one in enumerate(arguments)
    )
    function = outputs_from_results(replace(model, outputs=terms))
    p = np.array(values_of(model).vector())

    def at(t: Array, seen: dict[str, Array]) -> Array:
        forces = np.concatenate([seen["contact"], seen["friction"]], axis=1)
        blocks = [seen[name] for name in ("q", "qd", "qdd", "s", "e", "lam")]
        inputs, values = inputs_of_tables_at(model, tables, t), np.zeros((len(t), len(terms)))
        for first in range(0, len(t), BLOCK):
            part = slice(first, first + BLOCK)
            count = len(t[part])
            given = (t[part, np.newaxis], *(block[part] for block in (*blocks, forces)))
            parameters = np.tile(p[:, np.newaxis], (1, count))
            columns = (*(one.T for one in given), parameters, inputs[part].T)
            values[part] = np.array(function.map(count)(*columns)).T
        return values

    return at


def switches_between(values: Array, turn: Turn) -> Bools:
    """In which intervals between instants an argument switches its function."""
    if turn is Turn.side:
        return np.asarray((values[1:] < 0) != (values[:-1] < 0))
    if turn is Turn.count:
        return np.asarray(np.floor(values[1:]) != np.floor(values[:-1]))
    return np.zeros(max(len(values) - 1, 0), dtype=bool)


def times_to_look_at(t: Array, values: Array, turns: Sequence[Turn]) -> Array:
    """Further times, in no order, that the values of arguments at some times ask for; none in the end."""
    more = [np.zeros(0)]
    for column, turn in zip(values.T, turns, strict=True):
        finite = np.nan_to_num(column, nan=0.0, posinf=700.0, neginf=-700.0)
        if turn in (Turn.side, Turn.count):
            more += _around_switches(t, finite, turn)
        elif turn is Turn.phase:
            more.append(_in_parts(t, np.abs(np.diff(finite)), np.diff(finite) != 0))
        else:
            more.append(_at_peaks(t, finite, turn))
    return np.concatenate(more)


def _around_switches(t: Array, values: Array, turn: Turn) -> list[Array]:
    """Both sides of roots, and between instants that are apart by several whole numbers."""
    apart = np.diff(t)
    closest = RESOLVED * np.maximum(np.abs(t[:-1]), np.abs(t[1:]))
    open_ = switches_between(values, turn) & (apart > closest)
    passed = np.abs(np.diff(np.floor(values))) if turn is Turn.count else np.ones(len(apart))
    k = np.flatnonzero(open_ & (passed == 1))
    level = np.maximum(np.floor(values[k]), np.floor(values[k + 1])) if turn is Turn.count else 0.0
    rise = values[k + 1] - values[k]
    part = np.clip(np.divide(level - values[k], rise, out=np.full(len(k), 0.5), where=rise != 0), 0.0, 1.0)
    root, beside = t[k] + part * apart[k], np.maximum(CLOSER * apart[k], 0.25 * closest[k])
    near = np.concatenate([root - beside, root + beside, 0.5 * (t[k] + t[k + 1])])
    inside = (near > np.tile(t[k], 3)) & (near < np.tile(t[k + 1], 3))
    return [near[inside], _in_parts(t, 1.5 * passed, open_ & (passed > 1))]


def _in_parts(t: Array, changes: Array, some: Bools) -> Array:
    """Times that divide those intervals in which something changes by more than one."""
    apart = np.diff(t) > RESOLVED * np.maximum(np.abs(t[:-1]), np.abs(t[1:]))
    k = np.flatnonzero(some & (changes > TURNED) & apart)
    parts = np.minimum(np.ceil(changes[k] / STEP), MOST_PARTS).astype(np.int64)
    made = [t[i] + (t[i + 1] - t[i]) * np.arange(1, n) / n for i, n in zip(k, parts, strict=True)]
    return np.concatenate([np.zeros(0), *made])


def _at_peaks(t: Array, values: Array, turn: Turn) -> Array:
    """Where parabolas through three neighbours say that an argument is far higher, or nearer to zero."""
    heights = values if turn is Turn.top else -np.abs(values)
    if len(t) < 3:
        return np.zeros(0)
    here = heights[1:-1]
    before, after = t[1:-1] - t[:-2], t[2:] - t[1:-1]
    up, down = (here - heights[:-2]) / before, (heights[2:] - here) / after
    with np.errstate(all="ignore"):
        bend = (up - down) / (before + after)
        slope = (up * after + down * before) / (before + after)
        shift = 0.5 * slope / bend
        top = here + 0.25 * slope**2 / bend
        if turn is Turn.top:
            higher = (top > here + HIGHER) & (top > NOTHING)
        else:
            higher = -top < -here * np.exp(-HIGHER)
    inside = (shift > -before) & (shift < after) & (np.abs(shift) > CLOSER * np.minimum(before, after))
    made: Array = (t[1:-1] + shift)[(bend > 0) & inside & higher]
    return made
