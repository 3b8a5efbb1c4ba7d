"""Narrow features of the forces that a method without a watch may have stepped over, looked for afterwards.

The explicit methods and radau watch every step for narrow peaks (`_compile/c/peaks.h`). The motions of
others (SciPy's steppers, cvodes, ida, fixed steps, models that are solved for their rates) are examined when
they are made: where an argument of exp, tanh, a root or a quotient turns quickly between two nodes a and b,
the states in between must change as their rates say,

    y(t) − y(a) = ∫ f(y, t) dt   from a to t,   a < t ≤ b,

with the integral over nodes so close that no argument turns by more than one between them. A motion that has
stepped over a barrier keeps its speed there, though the force does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.tree import Call, Negative, Number
from dalembert._lower.output_arguments import Turn, TurningArgument
from dalembert._lower.peaks import Peak, Peaking, arguments_that_peak
from dalembert._model.records import Model
from dalembert._model.structures import StructureCache
from dalembert._model.survey import survey
from dalembert._simulate.accuracy import Solution
from dalembert._simulate.motion_nodes import (
    Nodes,
    different_times,
    jumps_in,
    nodes_at,
    room_of,
    rows_and_nodes,
)
from dalembert._simulate.prepare import PreparedRun
from dalembert._simulate.trajectory import End
from dalembert._simulate.turning_times import arguments_along, times_to_look_at
from dalembert._text.printer import print_tree

Array = NDArray[np.float64]
ROUNDS = 10
MOST = 20_000  # nodes between the others
MISSED = 0.5  # of a change by the rates: a state that changes by so much less or more has not felt them
FELT = 100.0  # times rtol of the size of a state: what its change must be to matter
FAR = Number(40)


@dataclass(frozen=True, slots=True, kw_only=True)
class SteppedOver:
    """A function whose narrow peak a motion has passed without feeling it, and when."""

    argument: str
    t: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Looks:
    """Arguments at times, speeds and states there, and the rates of these."""

    t: Array
    arguments: Array
    states: Array
    rates: Array


def functions_with_peaks(model: Model) -> tuple[Peaking, ...]:
    """The functions that may hide peaks from the steps of a run."""
    return _peaking.get(model, lambda model: tuple(arguments_that_peak(survey(model))))


_peaking: StructureCache[tuple[Peaking, ...]] = StructureCache(8)


def stepped_over(
    model: Model,
    ready: PreparedRun,
    peaking: tuple[Peaking, ...],
    solution: Solution,
    times: Array,
    seen: dict[str, Array],
) -> SteppedOver | None:
    """The first narrow feature that a motion has passed as if it were not there; None where there is none."""
    run, repeat = solution.trajectory, solution.repeat
    if not peaking or repeat is None or run.end not in (End.done, End.stopped) or len(times) < 2:
        return None
    owners = [one for one in peaking for _ in _arguments_of(one)]
    arguments = [argument for one in peaking for argument in _arguments_of(one)]
    turns, jumps = tuple(one.turn for one in arguments), jumps_in(ready, run)
    rates = [TurningArgument(state.rate.root, Turn.phase) for state in model.states]
    at = arguments_along(model, [*arguments, *rates], ready.dynamics.tables)

    def looks_at(nodes: Nodes) -> _Looks:
        values = at(nodes.t, nodes.seen)
        return _Looks(
            t=nodes.t,
            arguments=values[:, : len(turns)],
            states=np.hstack([nodes.seen["qd"], nodes.seen["s"][:, : len(rates)]]),
            rates=np.hstack([nodes.seen["qdd"], values[:, len(turns) :]]),
        )

    looks = looks_at(rows_and_nodes(ready, solution, times, seen)[1])
    edges, room = looks.t, min(MOST, room_of(run))
    for _ in range(ROUNDS):
        more = different_times(times_to_look_at(looks.t, looks.arguments, turns))
        more, left = more[~np.isin(more, looks.t)], room + len(edges) - len(looks.t)
        if not len(more) or left <= 0:
            break
        every = different_times(np.concatenate([looks.t, more[:: -(-len(more) // left)]]))
        looks = looks_at(nodes_at(ready, repeat, every, jumps))  # anew: cvodes steps otherwise for each
    rows = looks_at(Nodes(t=times, seen=seen, piece=np.zeros(len(times), dtype=np.int64)))
    interval = _first_other(looks, rows, FELT * ready.settings.rtol)
    if interval is None:
        interval = _first_unfelt(looks, edges, jumps, FELT * ready.settings.rtol)
    if interval is None:
        return None
    i = int(np.argmax(np.ptp(looks.arguments[interval], axis=0)))
    sizes = np.abs(looks.rates[interval])
    fastest = interval.start + int(np.argmax(np.max(sizes / np.maximum(sizes.max(axis=0), 1e-300), axis=1)))
    return SteppedOver(argument=print_tree(owners[i].argument), t=float(looks.t[fastest]))


def _arguments_of(one: Peaking) -> tuple[TurningArgument, ...]:
    """How an argument tells where its function is narrow."""
    a = one.argument
    match one.peak:
        case Peak.largest:
            return TurningArgument(a, Turn.top), TurningArgument(Call("max", (a, Negative(FAR))), Turn.phase)
        case Peak.zero:
            within = Call("max", (Call("min", (a, FAR)), Negative(FAR)))
            return TurningArgument(a, Turn.side), TurningArgument(within, Turn.phase)
        case _:
            return TurningArgument(a, Turn.dip), TurningArgument(
                Call("log", (Call("abs", (a,)),)), Turn.phase
            )


def _first_other(looks: _Looks, rows: _Looks, least: float) -> slice | None:
    """The nodes before the first row at which a run with more output has another state; None where none has.

    The steps of cvodes and ida depend on the times at which they are asked: with more of them a run may meet
    what it has passed without.
    """
    at = np.searchsorted(looks.t, rows.t)
    at, there = np.minimum(at, len(looks.t) - 1), np.isin(rows.t, looks.t)
    off = np.abs(looks.states[at] - rows.states) > least * np.max(np.abs(rows.states), axis=0, initial=0.0)
    others = np.flatnonzero(np.any(off, axis=1) & there)
    if not len(others) or others[0] == 0:
        return None
    return slice(int(at[others[0] - 1]), int(at[others[0]]) + 1)


def _first_unfelt(looks: _Looks, edges: Array, jumps: Array, least: float) -> slice | None:
    """The nodes from one edge to the next, where states first change otherwise than their rates say."""
    at = np.searchsorted(looks.t, edges)
    sizes = np.max(np.abs(looks.states), axis=0, initial=0.0)
    for first, last in pairwise(at.tolist()):
        if last - first < 2 or np.any((jumps >= looks.t[first]) & (jumps <= looks.t[last])):
            continue
        part = slice(first, last + 1)
        change = looks.states[part] - looks.states[first]
        rates, apart = looks.rates[part], np.diff(looks.t[part])[:, np.newaxis]
        felt = np.vstack([np.zeros(len(sizes)), np.cumsum(apart * (rates[1:] + rates[:-1]) / 2, axis=0)])
        off = np.max(np.abs(change - felt), axis=0)
        most = np.maximum(np.max(np.abs(change), axis=0), np.max(np.abs(felt), axis=0))
        if np.any((off > MISSED * most) & (off > least * sizes)):
            return part
    return None
