"""The nodes of a motion: times in every step, and everything observed there by a run that is repeated.

The run is repeated with the same steps for its states at nodes: some in each step, or its rows where they are
denser, and both sides of every time at which something may jump (a change of mode, a kink, an event, an
impulse). A run of very many steps has nodes in some of them, and then more near the extremes that these show.
Where rows are dense in every step and nothing jumps, they serve themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._simulate.accuracy import Repeat, Solution
from dalembert._simulate.motion import Settings
from dalembert._simulate.polynomial_peaks import GRID, PEAKS, Pieces, low_nodes
from dalembert._simulate.prepare import PreparedRun
from dalembert._simulate.trajectory import End, Trajectory, no_watch

Array = NDArray[np.float64]
NODES = 10  # in a step, where the run is repeated
ENOUGH = 10  # rows in a step that make nodes unnecessary
BETWEEN = 8  # nodes between two rows of a run whose steps are not known
MOST_NODES = 200_000
MOST_VALUES = 4_000_000  # in all states at nodes
BESIDE = 64 * 2.220446049250313e-16  # of the time, how far a node is from a jump


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Nodes:
    """Times and everything observed there; `piece` is the smooth piece of time that each is in, −1 none."""

    t: Array
    seen: dict[str, Array]
    piece: Pieces


def rows_and_nodes(
    ready: PreparedRun, solution: Solution, times: Array, seen: dict[str, Array]
) -> tuple[Nodes, Nodes]:
    """The rows of a run, and its nodes: the rows again if they are dense enough."""
    jumps = jumps_in(ready, solution.trajectory)
    rows = Nodes(t=times, seen=seen, piece=_pieces(times, jumps))
    nodes = _nodes(ready, solution, times, jumps) or rows
    if ready.problem.time_step is not None:  # its speeds jump in any step
        nodes = Nodes(t=nodes.t, seen=nodes.seen, piece=np.full(len(nodes.t), -1))
    return rows, nodes


def jumps_in(ready: PreparedRun, run: Trajectory) -> Array:
    """The times at which a column may jump, the start and the end not among them."""
    low, high = float(ready.problem.times[0]), run.t
    every = [
        *ready.problem.breaks,
        *run.intervals.times,
        *run.impacts.times,
        *(jump.t for jump in run.jumps),
    ]
    return different_times(np.array([t for t in every if low < t < high]))


def different_times(times: Array) -> Array:
    """Times in their order, each once; NumPy's own function loads its masked arrays."""
    ordered = np.sort(times)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered


def _pieces(t: Array, jumps: Array) -> NDArray[np.int64]:
    return np.searchsorted(jumps, t, side="right").astype(np.int64)


def _nodes(ready: PreparedRun, solution: Solution, times: Array, jumps: Array) -> Nodes | None:
    """The run repeated at its nodes; None if its rows are dense enough, or if it failed.

    Where there are more steps than nodes may be, the nodes of this first repetition are far apart, and
    the run is repeated once more with nodes close to the extremes that they show.
    """
    run = solution.trajectory
    if solution.repeat is None or run.end not in (End.done, End.stopped):
        return None
    wanted = _node_times(ready.settings, run, times, jumps)
    if wanted is None:
        return None
    nodes = nodes_at(ready, solution.repeat, wanted, jumps)
    if len(step_ends(ready.settings, run, times)) > room_of(run):
        closer = _times_near_extremes(nodes)
        nodes = nodes_at(ready, solution.repeat, different_times(np.concatenate([wanted, closer])), jumps)
    return nodes


def nodes_at(ready: PreparedRun, repeat: Repeat, wanted: Array, jumps: Array) -> Nodes:
    """Everything observed at some times in a repetition of the run, which begins and ends as before."""
    first, last = float(ready.problem.times[0]), float(ready.problem.times[-1])
    before, after = [first] if wanted[0] != first else [], [last] if wanted[-1] != last else []
    again = repeat(np.concatenate([before, wanted, after]), no_watch)
    if again.end is End.interrupted:
        raise KeyboardInterrupt
    wanted = wanted[: len(again.rows) - len(before)]
    count = len(before) + len(wanted)
    seen = ready.observe(np.concatenate([before, wanted]), again.rows[:count], again)
    if before:
        seen = {name: block[1:] if block.ndim else block for name, block in seen.items()}
    return Nodes(t=wanted, seen=seen, piece=_pieces(wanted, jumps))


def _times_near_extremes(nodes: Nodes) -> Array:
    """Times close to each other around the lowest and the highest nodes of every column."""
    close = set[int]()
    for values in nodes.seen.values():
        for column in values.reshape(len(nodes.t), -1).T:
            for signed in (column, -column):
                lows = low_nodes(signed)
                close.update(lows[signed[lows].argsort(kind="stable")][:PEAKS].tolist())
    k = np.array(sorted(close), dtype=np.int64)
    left, right = nodes.t[np.maximum(k - 1, 0)], nodes.t[np.minimum(k + 1, len(nodes.t) - 1)]
    times: Array = (left[:, np.newaxis] + (right - left)[:, np.newaxis] * GRID).ravel()
    return times


def room_of(run: Trajectory) -> int:
    """How many nodes there may be."""
    values: int = max(run.rows.shape[1], 1)
    return max(2, min(MOST_NODES, MOST_VALUES // values))


def _node_times(settings: Settings, run: Trajectory, times: Array, jumps: Array) -> Array | None:
    """The times of the nodes up to the end of the run; None if the rows are as dense."""
    room = room_of(run)
    ends = different_times(np.concatenate([times[:1], step_ends(settings, run, times), [run.t]]))
    ends = ends[(ends >= times[0]) & (ends <= run.t)]
    if len(ends) < 2:
        return None
    count = NODES if run.grid is not None or settings.dt is not None else BETWEEN
    if settings.dt is not None:
        count = 1
    if not len(jumps) and run.grid is not None:
        inside = np.diff(np.searchsorted(times, ends, side="right"))
        if inside.min(initial=ENOUGH) >= ENOUGH:
            return None
    ends = ends[:: -(-len(ends) // room)] if len(ends) > room else ends
    count = max(1, min(count, room // len(ends)))
    parts = np.linspace(0.0, 1.0, count, endpoint=False)
    inner = (ends[:-1, np.newaxis] + np.diff(ends)[:, np.newaxis] * parts).ravel()
    if len(times) + len(inner) <= room:
        inner = _nodes_and_rows(inner, ends, times, count)
    beside = BESIDE * np.maximum(np.abs(jumps), abs(float(run.t)))
    instants = different_times(np.concatenate([inner, [run.t], jumps - beside, jumps + beside]))
    nodes: Array = instants[(instants >= times[0]) & (instants <= run.t)]
    return nodes


def _nodes_and_rows(inner: Array, ends: Array, times: Array, count: int) -> Array:
    """Nodes of steps that have fewer rows, and the rows of the others: a step may be long."""
    step = np.searchsorted(ends, times, side="right") - 1
    rich = np.bincount(np.clip(step, 0, len(ends) - 2), minlength=len(ends) - 1) >= count
    poor: Array = inner[~np.repeat(rich, count)]
    return np.concatenate([poor, times[rich[np.clip(step, 0, len(ends) - 2)]]])


def step_ends(settings: Settings, run: Trajectory, times: Array) -> Array:
    """The ends of the steps of a run, as far as they are known; else its rows."""
    if run.grid is not None and len(run.grid.t):
        return run.grid.t
    if settings.dt is not None:
        count = min(round((run.t - settings.t_start) / settings.dt), MOST_NODES)
        ends: Array = settings.t_start + settings.dt * np.arange(1.0, count + 1)
        return ends
    return times
