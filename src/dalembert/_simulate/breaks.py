"""The times at which a model is not smooth: the integration is restarted there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._compile.past import Past
from dalembert._compile.table_polynomials import Curve
from dalembert._expression.source import Flaw, ModelError
from dalembert._lower.time_switches import SWITCHING_OPERATIONS, Switch, Switches
from dalembert._simulate.roots import zeros

Array = NDArray[np.float64]
MOST = 1_000_000
PIECES = 64  # the first subdivision of the run in the search for zeros
APART = 1e-13  # of the largest time: breaks closer together than this are merged
WIDE = 1e-9  # of the run: how far from a zero its function is evaluated for its two signs
NODES = 7  # at which a function is looked at between two breaks
INSIDE = 1e-12  # of the way between two breaks: where it is looked at first and last
EPSILON = 2.220446049250313e-16
DIGITS = 3 * EPSILON  # of the largest time: what rounding makes of the times of rows and samples


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaks:
    """Kinks and jumps in time inside of a run, and whether there is one at its very start and end.

    `width` is how far from one of the times those lie that are taken together with it.
    """

    times: tuple[float, ...] = ()
    width: float = 0.0
    at_start: bool = False
    at_end: bool = False


def breaks(dynamics: Dynamics, switches: Switches | None, rows: Array, instants: Array) -> Breaks:
    """Kinks and jumps in time from start to end: of laws of inputs, of other terms, of tables, and instants.

    One that lies at a row, to the last digits, is put at the row.
    """
    t_start, t_end = float(rows[0]), float(rows[-1])
    apart = APART * max(abs(t_start), abs(t_end))
    inner = instants[(instants > t_start + apart) & (instants < t_end - apart)]
    pieces: list[Array] = [
        *(table.t for table in dynamics.tables if not isinstance(table, Past)),
        *([inner] if len(inner) else []),
    ]
    if switches is not None:
        p = dynamics.p[: switches.p.numel()]
        for switch in sorted(
            switches.timed, key=lambda switch: count_own_switches(switch)
        ):  # those inside of others first
            sampled = ca.depends_on(switch.function, switches.u) if switches.u.numel() else False
            if sampled or count_own_switches(switch):
                knots = np.unique(np.concatenate([[t_start, t_end], *pieces]))
                pieces.append(_times_between(switches, switch, p, dynamics.tables, knots, t_start, t_end))
            else:
                pieces.append(_times(switches, switch, p, t_start, t_end))
    if not pieces:
        return Breaks()
    times = np.unique(np.concatenate(pieces))
    times = times[(times >= t_start - apart) & (times <= t_end + apart)]
    inner = times[(times > t_start + apart) & (times < t_end - apart)]
    first = np.diff(inner, prepend=-np.inf) > apart
    last = np.append(first[1:], True)[: len(inner)]
    width = 0.5 * float(np.max(inner[last] - inner[first], initial=0.0))
    inner = 0.5 * (inner[first] + inner[last])
    nearest = rows[np.clip(np.searchsorted(0.5 * (rows[1:] + rows[:-1]), inner), 0, len(rows) - 1)]
    off = np.abs(nearest - inner)
    at_row = off <= DIGITS * max(abs(t_start), abs(t_end))
    width = max(width, float(np.max(off[at_row], initial=0.0)))
    inner = np.where(at_row, nearest, inner)
    return Breaks(
        times=tuple(inner.tolist()),
        width=width,
        at_start=bool(np.any(times <= t_start + apart)),
        at_end=bool(np.any(times >= t_end - apart)),
    )


def _times(switches: Switches, switch: Switch, p: Array, low: float, high: float) -> Array:
    """When a function of time alone switches."""
    slope = ca.jtimes(switch.function, switches.t, 1)
    straight = ca.jtimes(slope, switches.t, 1).is_zero()
    both = ca.Function("switch", [switches.t, switches.p], [switch.function, slope])

    def value(t: float) -> float:
        return float(both(t, p)[0])

    if straight:
        at_low, rate = (float(x) for x in both(low, p))
        levels = _whole_numbers(at_low, at_low + rate * (high - low)) if switch.counts else np.zeros(1)
        return low + (levels - at_low) / rate if rate else np.zeros(0)
    if not switch.counts:
        levels = np.zeros(1)
    else:
        sampled = [value(t) for t in np.linspace(low, high, 50 * PIECES)]
        levels = _whole_numbers(min(sampled), max(sampled))
    times = [t for level in levels for t in _passes(partial(_height_above, value, level), low, high)]
    near = APART * max(abs(low), abs(high))
    for edge in (low, high):  # a zero at an end is not seen to be passed
        at, rate = (float(x) for x in both(edge, p))
        if np.min(np.abs(at - levels), initial=np.inf) <= near * abs(rate):
            times.append(edge)
    return np.array(times)


def _height_above(value: Callable[[float], float], level: float, t: float) -> float:
    return value(t) - level


def _passes(value: Callable[[float], float], low: float, high: float) -> Iterator[float]:
    """The time at which a function crosses zero, to the last digit, by evaluating it on both sides."""
    for t, _ in zeros(value, low, high, PIECES):
        width = 4 * EPSILON * max(abs(t), EPSILON * (high - low))
        while width < WIDE * (high - low) and value(t - width) * value(t + width) >= 0:
            width *= 2
        yield _bisect(value, t - width, t + width) if width < WIDE * (high - low) else t


def _bisect(value: Callable[[float], float], low: float, high: float) -> float:
    """The first number between two at which a function has the sign that it has at the second."""
    positive = value(high) > 0
    while True:
        middle = 0.5 * (low + high)
        if not low < middle < high:
            return high
        if (value(middle) > 0) == positive:
            high = middle
        else:
            low = middle


def count_own_switches(switch: Switch) -> int:
    """How many operations of a switching function switch themselves: it is smooth between their breaks."""
    function = ca.Function("switch", [], [switch.function], {"allow_free": True})
    return sum(function.instruction_id(k) in SWITCHING_OPERATIONS for k in range(function.n_instructions()))


def _times_between(
    switches: Switches,
    switch: Switch,
    p: Array,
    tables: tuple[Curve, ...],
    knots: Array,
    low: float,
    high: float,
) -> Array:
    """The switching times of a function that is smooth only between knots, interval by interval."""
    function = ca.Function("switch", [ca.vertcat(switches.t, switches.p, switches.u)], [switch.function])

    def values(t: Array, cell: Array) -> Array:
        """The function at some times, each in the cell of a time."""
        sampled = [table.within(t, cell) for table in tables]
        column = np.concatenate([t[:, np.newaxis], np.tile(p, (len(t), 1)), *sampled], axis=1)
        return np.array(function(ca.DM(column.T))).ravel()

    knots = knots[(knots >= low) & (knots <= high)]
    first, last = knots[:-1], knots[1:]
    parts = 0.5 - (0.5 - INSIDE) * np.cos(np.pi * np.arange(NODES) / (NODES - 1))
    places = first[:, np.newaxis] + (last - first)[:, np.newaxis] * parts
    cells = np.repeat(0.5 * (first + last), NODES)
    seen = values(places.ravel(), cells).reshape(places.shape)
    levels = _whole_numbers(float(np.min(seen)), float(np.max(seen))) if switch.counts else np.zeros(1)
    times: list[float] = []
    for level in levels:
        above = seen - level
        touched = (above == 0) & np.any(above != 0, axis=1)[:, np.newaxis]
        times += places[touched].tolist()
        for i, j in zip(*np.nonzero(above[:, :-1] * above[:, 1:] < 0), strict=True):
            cell = np.array([0.5 * (first[i] + last[i])])

            def value(t: float, cell: Array = cell, level: float = float(level)) -> float:
                return float(values(np.array([t]), cell)[0]) - level

            times.append(_bisect(value, float(places[i, j]), float(places[i, j + 1])))
    return np.array(times)


def _whole_numbers(one: float, other: float) -> Array:
    """The whole numbers between two numbers."""
    first, last = np.ceil(min(one, other)), np.floor(max(one, other))
    if last - first > MOST:
        message = f"floor or mod in the model jumps {last - first:.2g} times during the run"
        hint = f"at most {MOST} jumps can be resolved: simulate a shorter time, or slow the function down"
        raise ModelError((Flaw(rule="jumps", severity="error", where="", message=message, hint=hint),))
    return np.arange(first, last + 1)
