"""The smallest and the largest value of every column of a motion, between its rows too.

The run is repeated with the same steps for its states at nodes: some in each step, or its rows where they are
denser, and both sides of every time at which something may jump (a change of mode, a kink, an event, an
impulse). A run of very many steps has nodes in some of them, and then more near the extremes that these show.
Where rows are dense in every step and nothing jumps, they serve themselves. Outputs have further nodes where
their functions jump, bend or turn quickly (`turning_times.py`).

Near its largest nodes a column is nearly the polynomial through the nodes around, on one piece of time on
which it is smooth. That tells when it is largest; how large it is, the motion itself tells at that time. So
an extreme is a value that the column has, and no value at a node or a row exceeds it. What the polynomial
promised and the column does not keep is the error of the search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._lower.output_arguments import Turn, output_arguments
from dalembert._model.records import Model
from dalembert._simulate.accuracy import Repeat, Solution
from dalembert._simulate.motion import BLOCKS, Extreme, Settings, column_names
from dalembert._simulate.prepare import PreparedRun
from dalembert._simulate.trajectory import End, Trajectory, no_watch
from dalembert._simulate.turning_times import ArgumentsAt, arguments_along, switches_between, times_to_look_at

Array = NDArray[np.float64]
Pieces = NDArray[np.int64]
TURNING = "turning"  # the block of arguments of outputs
ROUNDS = 12  # of nodes where outputs turn: each is a thousand times as close to a switch as the one before
PASSES = 4  # at most, from what polynomials promise to what the column keeps
CONFIRMED = 1e-13  # of the size of a column: what a promise may be off
NODES = 10  # in a step, where the run is repeated
ENOUGH = 10  # rows in a step that make nodes unnecessary
BETWEEN = 8  # nodes between two rows of a run whose steps are not known
MOST_NODES = 200_000
MOST_VALUES = 4_000_000  # in all states at nodes
AROUND = 3  # nodes on each side of the largest one
WIDE = 5  # times as many are looked at: some are too close
NARROWER = 8  # times as close are the nodes on both sides of a promised extreme
PEAKS = 4  # low nodes of a column that are looked at, the lowest first
MANY_PEAKS = 16  # that polynomials are looked at of, the lowest parabolas first
EARLY = 8  # and the first ones that are as low but for NEAR of its size
NEAR = 1e-3
CLOSE = 1e-3  # of the time between the outer nodes: nodes that are closer make a polynomial of rounding
FINE = 33  # places in which the polynomial is looked at, before a parabola
LOOKS = 3  # each sixteen times as close as the one before
GRID = np.linspace(0.0, 1.0, FINE)
SAME = 1e-9  # of the size of a column: peaks that differ by less are equal, and the first counts
BESIDE = 64 * 2.220446049250313e-16  # of the time, how far a node is from a jump


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Nodes:
    """Times and everything observed there; `piece` is the smooth piece of time that each is in, −1 none."""

    t: Array
    seen: dict[str, Array]
    piece: Pieces
    output_piece: Pieces | None = None  # where outputs switch in between

    def pieces_of(self, block: str) -> Pieces:
        """The pieces in which the columns of a block are smooth."""
        return self.piece if block != "outputs" or self.output_piece is None else self.output_piece


def extremes_of(
    model: Model, ready: PreparedRun, solution: Solution, times: Array, seen: dict[str, Array]
) -> tuple[Extreme, ...]:
    """The extremes of all columns of a motion with rows; none where it has no rows."""
    if not len(times):
        return ()
    rows, nodes = rows_and_nodes(ready, solution, times, seen)
    size = solution.accuracy.achieved
    same = max(SAME, size) if size is not None else SAME
    motion = _between_rows(model, ready, solution)
    if motion is not None:
        nodes = _nodes_near_extremes(motion, _turning_nodes(motion, nodes), same)
    else:
        nodes = replace(nodes, piece=np.full(len(nodes.t), -1))
    open_ = _open_intervals(motion, nodes)
    extremes: list[Extreme] = []
    for block, columns in column_names(model).items():
        for i, name in enumerate(columns):
            values, at_rows = nodes.seen[block][:, i], rows.seen[block][:, i]
            least, t_least, missed = _smallest_observed(nodes, values, rows, at_rows, block, same)
            left = float(np.max(np.abs(np.diff(values)[open_]), initial=0.0)) if block == "outputs" else 0.0
            most, t_most, missed_above = _smallest_observed(nodes, -values, rows, -at_rows, block, same)
            extremes.append(
                Extreme(
                    name=name,
                    minimum=least,
                    t_minimum=t_least,
                    maximum=0.0 - most,
                    t_maximum=t_most,
                    error=max(missed, missed_above, left),
                )
            )
    return tuple(extremes)


def _open_intervals(motion: _MotionBetweenRows | None, nodes: Nodes) -> NDArray[np.int64]:
    """The intervals in which outputs are not looked at closely enough, because there are too many."""
    if motion is None or motion.arguments is None:
        return np.zeros(0, dtype=np.int64)
    asked = times_to_look_at(nodes.t, nodes.seen[TURNING], motion.turns)
    return _different_times(np.searchsorted(nodes.t, asked) - 1.0).astype(np.int64)


def _smallest_observed(
    nodes: Nodes, values: Array, rows: Nodes, at_rows: Array, block: str, same: float
) -> tuple[float, float, float]:
    """The smallest value at a node or row, when first, and how much lower the polynomial there is."""
    rough = replace(nodes, piece=np.full(len(nodes.t), -1))
    least, t = smallest_value(rough, values, rows, at_rows, same)
    size = float(np.max(np.abs(values), where=np.isfinite(values), initial=0.0))
    piece = nodes.pieces_of(block)
    promised = min((value for value, _ in promised_extremes(nodes.t, values, piece, same)), default=least)
    missed = max(least - promised, 0.0)
    return least, t, missed if missed > CONFIRMED * size else 0.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _MotionBetweenRows:
    """A motion whose states are to be had at any times, and the arguments of the functions of its outputs."""

    at: Callable[[Array], Nodes]
    room: int
    turns: tuple[Turn, ...]
    arguments: ArgumentsAt | None

    def with_arguments(self, nodes: Nodes) -> Nodes:
        """The nodes with the values of arguments there, and the pieces in which no output switches."""
        if self.arguments is None:
            return nodes
        values = nodes.seen.get(TURNING)
        values = self.arguments(nodes.t, nodes.seen) if values is None else values
        passed = np.zeros(max(len(nodes.t) - 1, 0), dtype=np.int64)
        for column, turn in zip(values.T, self.turns, strict=True):
            passed += switches_between(column, turn)
        piece = nodes.piece + np.concatenate([[0], np.cumsum(passed)])
        return replace(nodes, seen=nodes.seen | {TURNING: values}, output_piece=piece)

    def more(self, nodes: Nodes, times: Array) -> Nodes:
        """The nodes and others, as far as these are new and inside of the run."""
        times = _different_times(times[(times >= nodes.t[0]) & (times <= nodes.t[-1])])
        times, room = times[~np.isin(times, nodes.t)], self.room - len(nodes.t)
        if not len(times) or room <= 0:
            return nodes
        times = times[:: -(-len(times) // room)]
        new = self.with_arguments(self.at(times))
        every = np.concatenate([nodes.t, new.t])
        order = np.argsort(every, kind="stable")
        merged = Nodes(
            t=every[order],
            seen={
                name: np.concatenate([block, new.seen[name]])[order]
                for name, block in nodes.seen.items()
                if block.ndim and len(block) == len(nodes.t)
            },
            piece=np.concatenate([nodes.piece, new.piece])[order],
        )
        return self.with_arguments(merged)


def _between_rows(model: Model, ready: PreparedRun, solution: Solution) -> _MotionBetweenRows | None:
    """The motion at any times; None where it cannot be repeated, or its speeds jump in any step."""
    run, repeat = solution.trajectory, solution.repeat
    if repeat is None or run.end not in (End.done, End.stopped) or ready.problem.time_step is not None:
        return None
    jumps, arguments = jumps_in(ready, run), output_arguments(model)
    return _MotionBetweenRows(
        at=lambda times: _repeat_at(ready, repeat, times, jumps),
        room=_room(run),
        turns=tuple(one.turn for one in arguments),
        arguments=arguments_along(model, arguments, ready.dynamics.tables) if arguments else None,
    )


def _turning_nodes(motion: _MotionBetweenRows, nodes: Nodes) -> Nodes:
    """The nodes, and those at which outputs have to be looked at too."""
    nodes = motion.with_arguments(nodes)
    for _ in range(ROUNDS if motion.turns else 0):
        before = len(nodes.t)
        nodes = motion.more(nodes, times_to_look_at(nodes.t, nodes.seen[TURNING], motion.turns))
        if len(nodes.t) == before:
            break
    return nodes


def _nodes_near_extremes(motion: _MotionBetweenRows, nodes: Nodes, same: float) -> Nodes:
    """The nodes, and those at which polynomials promise extremes, until these are there."""
    room = replace(motion, room=motion.room + len(nodes.t))
    for _ in range(PASSES):
        wanted: list[float] = []
        for block in BLOCKS:
            piece = nodes.pieces_of(block)
            for column in nodes.seen[block].T:
                size = float(np.max(np.abs(column), where=np.isfinite(column), initial=0.0))
                for signed in (column, -column):
                    least = float(np.min(signed, where=np.isfinite(signed), initial=np.inf))
                    promised = promised_extremes(nodes.t, signed, piece, same)
                    lowest = min((value for value, _ in promised), default=least)
                    if lowest < least - CONFIRMED * size:
                        wanted += [t for value, t in promised if value < least]
        before = len(nodes.t)
        nodes = room.more(nodes, with_neighbours(nodes.t, np.array(wanted)))
        if len(nodes.t) == before:
            break
    return nodes


def with_neighbours(t: Array, wanted: Array) -> Array:
    """Times, and others on both sides of each that are closer to it than the nodes are."""
    k = np.clip(np.searchsorted(t, wanted), 1, len(t) - 1)
    apart = (t[k] - t[k - 1]) / NARROWER
    every: Array = np.concatenate([wanted, wanted - apart, wanted + apart])
    return every


def promised_extremes(
    t: Array, values: Array, piece: Pieces, same: float = SAME
) -> list[tuple[float, float]]:
    """The extremes of polynomials at the lowest nodes, and at the first ones that are nearly as low."""
    finite = np.isfinite(values)
    if not finite.any() or values[finite].min() == values[finite].max():
        return []
    values = np.where(finite, values, np.inf)
    lows = _low_nodes(values)
    order = lows[_bottoms(t, values, lows).argsort(kind="stable")][:MANY_PEAKS].tolist()
    size = float(np.max(np.abs(values[finite])))
    near = lows[values[lows] <= values[finite].min() + max(NEAR, same) * size][:EARLY].tolist()
    return [_refine(t, values, piece, k) for k in dict.fromkeys([*order, *near])]


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
    return _different_times(np.array([t for t in every if low < t < high]))


def _different_times(times: Array) -> Array:
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
    nodes = _repeat_at(ready, solution.repeat, wanted, jumps)
    if len(step_ends(ready.settings, run, times)) > _room(run):
        closer = _times_near_extremes(nodes)
        nodes = _repeat_at(ready, solution.repeat, _different_times(np.concatenate([wanted, closer])), jumps)
    return nodes


def _repeat_at(ready: PreparedRun, repeat: Repeat, wanted: Array, jumps: Array) -> Nodes:
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
                lows = _low_nodes(signed)
                close.update(lows[signed[lows].argsort(kind="stable")][:PEAKS].tolist())
    k = np.array(sorted(close), dtype=np.int64)
    left, right = nodes.t[np.maximum(k - 1, 0)], nodes.t[np.minimum(k + 1, len(nodes.t) - 1)]
    times: Array = (left[:, np.newaxis] + (right - left)[:, np.newaxis] * GRID).ravel()
    return times


def _room(run: Trajectory) -> int:
    """How many nodes there may be."""
    values: int = max(run.rows.shape[1], 1)
    return max(2, min(MOST_NODES, MOST_VALUES // values))


def _node_times(settings: Settings, run: Trajectory, times: Array, jumps: Array) -> Array | None:
    """The times of the nodes up to the end of the run; None if the rows are as dense."""
    room = _room(run)
    ends = _different_times(np.concatenate([times[:1], step_ends(settings, run, times), [run.t]]))
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
    instants = _different_times(np.concatenate([inner, [run.t], jumps - beside, jumps + beside]))
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


def smallest_value(
    nodes: Nodes, values: Array, rows: Nodes, at_rows: Array, same: float = SAME
) -> tuple[float, float]:
    """The smallest value of a column, and the first time at which it has it but for `same` of its size."""
    low, high = values.min(), values.max()
    if not (np.isfinite(low) and np.isfinite(high)):
        finite = np.isfinite(values)
        if not finite.any() or not np.isfinite(at_rows).any():
            return float("nan"), float(rows.t[0])
        low, high = values[finite].min(), values[finite].max()
        values = np.where(finite, values, np.inf)
    size = float(max(-low, high))
    lows = _low_nodes(values)
    order = lows[values[lows].argsort(kind="stable")][:PEAKS].tolist() if low < high else lows[:1].tolist()
    peaks = {k: _refine(nodes.t, values, nodes.piece, k) for k in order}
    row = int(np.argmin(np.where(np.isfinite(at_rows), at_rows, np.inf)))
    best, t = min(*peaks.values(), (float(at_rows[row]), float(rows.t[row])))
    for k in lows[values[lows] <= best + NEAR * size][:EARLY].tolist():
        value, early = peaks.get(k) or _refine(nodes.t, values, nodes.piece, k)
        if value <= best + same * size:
            return best + 0.0, min(early, t)
    return best + 0.0, t


def _low_nodes(values: Array) -> NDArray[np.int64]:
    """The indices of local minima: nodes that are not above their neighbours in time."""
    before = np.concatenate([[np.inf], values[:-1]])
    after = np.concatenate([values[1:], [np.inf]])
    return np.flatnonzero((values <= before) & (values <= after) & np.isfinite(values))


def _bottoms(t: Array, values: Array, lows: NDArray[np.int64]) -> Array:
    """The lowest points of parabolas through low nodes and their neighbours, where these are higher."""
    bottoms: Array = values[lows].copy()
    inner = (lows > 0) & (lows < len(t) - 1)
    k = lows[inner]
    with np.errstate(all="ignore"):
        before, after = t[k] - t[k - 1], t[k + 1] - t[k]
        down, up = (values[k] - values[k - 1]) / before, (values[k + 1] - values[k]) / after
        bend, slope = (up - down) / (before + after), (up * before + down * after) / (before + after)
        lower = values[k] - 0.25 * slope**2 / bend
    bottoms[inner] = np.where(np.isfinite(lower), lower, values[k])
    return bottoms


def _refine(t: Array, values: Array, piece: NDArray[np.int64], k: int) -> tuple[float, float]:
    """The minimum between the neighbours of a node, of the polynomial through the nodes around it."""
    at_node = (float(values[k]), float(t[k]))
    if piece[k] < 0:
        return at_node
    some = _stencil(t, values, piece, k)
    if len(some) < 3 or not values[some].min() < values[some].max():
        return at_node
    at = int(np.searchsorted(some, k))
    left, right = t[some[max(at - 1, 0)]], t[some[min(at + 1, len(some) - 1)]]
    for _ in range(LOOKS):  # neighbours may be far apart on one side
        places = left + (right - left) * GRID
        values_between = _interpolate(t[some], values[some], places)
        best = int(np.argmin(values_between))
        left, right = places[max(best - 1, 0)], places[min(best + 1, FINE - 1)]
    if not 0 < best < FINE - 1:
        return min(at_node, (float(values_between[best]), float(places[best])))
    a, b, c = values_between[best - 1 : best + 2]
    bend = a - 2 * b + c
    shift = 0.5 * (a - c) / bend if bend > 0 else 0.0
    value = b - 0.25 * (a - c) * shift
    return min(at_node, (float(value), float(places[best] + shift * (places[1] - places[0]))))


def _stencil(t: Array, values: Array, piece: Pieces, k: int) -> NDArray[np.intp]:
    """The nodes of the interpolation around a node, such that no two are too close.

    Near the end of a piece there are more of them on the other side: fewer would be a worse polynomial.
    """
    first, last = max(0, k - WIDE * AROUND), min(len(t) - 1, k + WIDE * AROUND)
    near = slice(first, last + 1)
    fits = ((piece[near] == piece[k]) & np.isfinite(values[near])).tolist()
    low = high = k
    while low > first and fits[low - 1 - first]:
        low -= 1
    while high < last and fits[high + 1 - first]:
        high += 1
    before, after = _spaced_nodes(t[low : k + 1][::-1]), _spaced_nodes(t[k : high + 1])
    left = min(len(before) - 1, max(AROUND, 2 * AROUND - (len(after) - 1)))
    right = min(len(after) - 1, max(AROUND, 2 * AROUND - (len(before) - 1)))
    some: NDArray[np.intp] = np.array(
        [*(k - i for i in before[left:0:-1]), k, *(k + i for i in after[1 : right + 1])]
    )
    return some


def _spaced_nodes(t: Array) -> list[int]:
    """Which of some nodes, from one outwards, are far enough from the ones before."""
    away = np.abs(t - t[0]).tolist()
    chosen = [0]
    for i in range(1, len(away)):
        if away[i] - away[chosen[-1]] > CLOSE * away[i]:
            chosen.append(i)
    nearest = [i for i in chosen[1:] if away[i] > CLOSE * away[chosen[min(AROUND, len(chosen) - 1)]]]
    return [0, *nearest]


def _interpolate(t: Array, values: Array, places: Array) -> Array:
    """Newton's interpolation polynomial through some points, evaluated at some arguments."""
    centre, width = t[len(t) // 2], float(t[-1] - t[0])
    x, at = (t - centre) / width, (places - centre) / width
    table = values.astype(np.float64).copy()
    for order in range(1, len(x)):
        table[order:] = (table[order:] - table[order - 1 : -1]) / (x[order:] - x[:-order])
    interpolated = np.full(len(at), table[-1])
    for i in range(len(x) - 2, -1, -1):
        interpolated = interpolated * (at - x[i]) + table[i]
    return interpolated
