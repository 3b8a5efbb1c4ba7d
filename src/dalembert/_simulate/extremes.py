"""The smallest and the largest value of every column of a motion, between its rows too.

The run is repeated with the same steps for its states at nodes: some in each step, or its rows where they are
denser, and both sides of every time at which something may jump (a change of mode, a kink, an event, an
impulse). A run of very many steps has nodes in some of them, and then more near the extremes that these show.
Where rows are dense in every step and nothing jumps, they serve themselves. Near its largest nodes a column
is the polynomial through the nodes around, on one piece of time on which it is smooth; the largest value of
that is the extreme. No value at a node or a row exceeds the extreme. An output made with atan2 leaps between
nodes, so that of it the nodes themselves are taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.tree import Call, Node
from dalembert._expression.walk import names
from dalembert._expression.walk import nodes as nodes_in
from dalembert._model.records import Model
from dalembert._model.survey import survey
from dalembert._simulate.accuracy import Repeat, Solution
from dalembert._simulate.motion import Extreme, Settings, column_names
from dalembert._simulate.prepare import PreparedRun
from dalembert._simulate.trajectory import End, Trajectory, no_watch

Array = NDArray[np.float64]
NODES = 10  # in a step, where the run is repeated
ENOUGH = 10  # rows in a step that make nodes unnecessary
BETWEEN = 8  # nodes between two rows of a run whose steps are not known
MOST_NODES = 200_000
MOST_VALUES = 4_000_000  # in all states at nodes
AROUND = 3  # nodes on each side of the largest one
PEAKS = 4  # low nodes of a column that are looked at, the lowest first
EARLY = 8  # and the first ones that are as low but for NEAR of its size
NEAR = 1e-3
CLOSE = 1e-3  # of the time between the outer nodes: nodes that are closer make a polynomial of rounding
FINE = 33  # places in which the polynomial is looked at, before a parabola
GRID = np.linspace(0.0, 1.0, FINE)
SAME = 1e-9  # of the size of a column: peaks that differ by less are equal, and the first counts
BESIDE = 64 * 2.220446049250313e-16  # of the time, how far a node is from a jump


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Nodes:
    """Times and everything observed there; `piece` is the smooth piece of time that each is in, −1 none."""

    t: Array
    seen: dict[str, Array]
    piece: NDArray[np.int64]


def extremes_of(
    model: Model, ready: PreparedRun, solution: Solution, times: Array, seen: dict[str, Array]
) -> tuple[Extreme, ...]:
    """The extremes of all columns of a motion with rows; none where it has no rows."""
    if not len(times):
        return ()
    rows, nodes = rows_and_nodes(ready, solution, times, seen)
    size = solution.accuracy.achieved
    same = max(SAME, size) if size is not None else SAME
    extremes: list[Extreme] = []
    rough, leaping = replace(nodes, piece=np.full(len(nodes.t), -1)), _outputs_that_leap(model)
    for block, columns in column_names(model).items():
        for i, name in enumerate(columns):
            nodes_used = rough if block == "outputs" and name in leaping else nodes
            at_nodes, at_rows = nodes.seen[block][:, i], rows.seen[block][:, i]
            least, t_least = smallest_value(nodes_used, at_nodes, rows, at_rows, same)
            most, t_most = smallest_value(nodes_used, -at_nodes, rows, -at_rows, same)
            extremes.append(
                Extreme(name=name, minimum=least, t_minimum=t_least, maximum=0.0 - most, t_maximum=t_most)
            )
    return tuple(extremes)


def _outputs_that_leap(model: Model) -> set[str]:
    """Outputs that contain atan2: their jumps by 2π are no switches, and cannot be interpolated."""
    known = survey(model)
    leaping: set[str] = set()
    for name in known.order:
        if _leaps(known.definitions[name].expression.root, leaping):
            leaping.add(name)
    return {one.name for one in model.outputs if _leaps(one.expression.root, leaping)}


def _leaps(root: Node, leaping: set[str]) -> bool:
    called = any(isinstance(node, Call) and node.function == "atan2" for node in nodes_in(root))
    return called or any(name in leaping for name, _ in names(root))


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
    """Everything observed at some times in a repetition of the run."""
    last = float(ready.problem.times[-1])
    again = repeat(wanted if wanted[-1] == last else np.append(wanted, last), no_watch)
    if again.end is End.interrupted:
        raise KeyboardInterrupt
    wanted = wanted[: len(again.rows)]
    rows = again.rows[: len(wanted)]
    return Nodes(t=wanted, seen=ready.observe(wanted, rows, again), piece=_pieces(wanted, jumps))


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


def _refine(t: Array, values: Array, piece: NDArray[np.int64], k: int) -> tuple[float, float]:
    """The minimum between the neighbours of a node, of the polynomial through the nodes around it."""
    at_node = (float(values[k]), float(t[k]))
    if piece[k] < 0:
        return at_node
    low, high = _node_range(t, values, piece, k)
    if high - low < 2 or not values[low : high + 1].min() < values[low : high + 1].max():
        return at_node
    left, right = t[max(low, k - 1)], t[min(high, k + 1)]
    places = left + (right - left) * GRID
    values_between = _interpolate(t[low : high + 1], values[low : high + 1], places)
    best = int(np.argmin(values_between))
    if not 0 < best < FINE - 1:
        return min(at_node, (float(values_between[best]), float(places[best])))
    a, b, c = values_between[best - 1 : best + 2]
    bend = a - 2 * b + c
    shift = 0.5 * (a - c) / bend if bend > 0 else 0.0
    value = b - 0.25 * (a - c) * shift
    return min(at_node, (float(value), float(places[best] + shift * (places[1] - places[0]))))


def _node_range(t: Array, values: Array, piece: NDArray[np.int64], k: int) -> tuple[int, int]:
    """The first and last node of the interpolation around a node, such that no two are too close.

    Near the end of a piece there are more of them on the other side: fewer would be a worse polynomial.
    """
    first, last = max(0, k - 2 * AROUND), min(len(t) - 1, k + 2 * AROUND)
    near = slice(first, last + 1)
    fits = ((piece[near] == piece[k]) & np.isfinite(values[near])).tolist()
    low = high = k
    while low > first and fits[low - 1 - first]:
        low -= 1
    while high < last and fits[high + 1 - first]:
        high += 1
    low, high = max(low, min(k - AROUND, high - 2 * AROUND)), min(high, max(k + AROUND, low + 2 * AROUND))
    while high - low >= 2:
        apart = t[low + 1 : high + 1] - t[low:high]
        close = int(apart.argmin())
        if apart[close] >= CLOSE * (t[high] - t[low]):
            break
        low, high = (low + close + 1, high) if low + close < k else (low, low + close)
    return low, high


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
