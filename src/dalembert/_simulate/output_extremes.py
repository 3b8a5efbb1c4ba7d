"""The extremes of outputs that jump, bend or turn quickly between the nodes of a motion.

They have further nodes where the arguments of their functions ask for them (`turning_times.py`). A polynomial
through the nodes around tells when an output is extreme; how large it is, the motion itself tells at that
time. So an extreme is a value that the output has. What a polynomial promised and the output does not keep is
the error of the search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._lower.output_arguments import Turn, TurningArgument, turning_outputs
from dalembert._model.records import Model
from dalembert._simulate.accuracy import Solution
from dalembert._simulate.motion import Extreme
from dalembert._simulate.motion_nodes import Nodes, different_times, jumps_in, nodes_at, room_of
from dalembert._simulate.polynomial_peaks import (
    NONE,
    Pieces,
    promised_extremes,
    smallest_value,
    with_neighbours,
)
from dalembert._simulate.prepare import PreparedRun
from dalembert._simulate.trajectory import End
from dalembert._simulate.turning_times import arguments_along, switches_between, times_to_look_at

Array = NDArray[np.float64]
ROUNDS = 12  # of nodes where outputs turn: each is a thousand times as close to a switch as the one before
PASSES = 4  # at most, from what polynomials promise to what an output keeps
CONFIRMED = 1e-13  # of the size of an output: what a promise may be off
SLOW = 0.1  # what arguments turn between nodes, at most, where polynomials serve as they do for states


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _OutputNodes:
    """Outputs and the arguments of their functions at times, and the piece of time that each time is in."""

    t: Array
    outputs: Array
    arguments: Array
    piece: Pieces


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _TurningOutputs:
    """Outputs by name, each with the numbers of its arguments; how these turn, and the nodes at any times."""

    arguments: Mapping[str, tuple[int, ...]]
    turns: tuple[Turn, ...]
    at: Callable[[Nodes], _OutputNodes]
    more: Callable[[Array], Nodes] | None
    room: int

    def pieces(self, nodes: _OutputNodes, name: str) -> Pieces:
        """The pieces in which an output is smooth: of time, and between the switches of its functions."""
        passed = np.zeros(max(len(nodes.t) - 1, 0), dtype=np.int64)
        for i in self.arguments[name]:
            passed += switches_between(nodes.arguments[:, i], self.turns[i])
        pieces: Pieces = nodes.piece + np.concatenate([[0], np.cumsum(passed)])
        return pieces

    def with_more(self, nodes: _OutputNodes, times: Array, room: int) -> _OutputNodes:
        """The nodes and others, as far as these are new and inside of the run."""
        times = different_times(times[(times >= nodes.t[0]) & (times <= nodes.t[-1])])
        times = times[~np.isin(times, nodes.t)]
        if not len(times) or room <= 0 or self.more is None:
            return nodes
        new = self.at(self.more(times[:: -(-len(times) // room)]))
        order = np.argsort(np.concatenate([nodes.t, new.t]), kind="stable")
        return _OutputNodes(
            t=np.concatenate([nodes.t, new.t])[order],
            outputs=np.concatenate([nodes.outputs, new.outputs])[order],
            arguments=np.concatenate([nodes.arguments, new.arguments])[order],
            piece=np.concatenate([nodes.piece, new.piece])[order],
        )


def output_extremes(
    model: Model, ready: PreparedRun, solution: Solution, rows: Nodes, nodes: Nodes, same: float
) -> dict[str, Extreme]:
    """The extremes of those outputs for which polynomials through the nodes do not serve, by name."""
    arguments = turning_outputs(model)
    if not arguments:
        return {}
    outputs = _outputs_that_turn(model, ready, solution, arguments)
    seen_nodes = outputs.at(nodes)
    names = [name for name in outputs.arguments if _turns(outputs, seen_nodes, name)]
    if not names:
        return {}
    seen_nodes = _with_turns(outputs, seen_nodes)
    seen_nodes = _with_promises(outputs, seen_nodes, names, same)
    at_rows = {one.name: rows.seen["outputs"][:, i] for i, one in enumerate(model.outputs)}
    return {name: _extreme(outputs, seen_nodes, name, rows, at_rows[name], same) for name in names}


def _outputs_that_turn(
    model: Model,
    ready: PreparedRun,
    solution: Solution,
    arguments: Mapping[str, tuple[TurningArgument, ...]],
) -> _TurningOutputs:
    run, repeat = solution.trajectory, solution.repeat
    steps_jump = ready.problem.time_step is not None
    every = tuple(dict.fromkeys(one for several in arguments.values() for one in several))
    number = {one: i for i, one in enumerate(every)}
    columns = [i for i, one in enumerate(model.outputs) if one.name in arguments]
    arguments_at = arguments_along(model, every, ready.dynamics.tables)
    jumps = jumps_in(ready, run)

    def at(nodes: Nodes) -> _OutputNodes:
        return _OutputNodes(
            t=nodes.t,
            outputs=nodes.seen["outputs"][:, columns],
            arguments=arguments_at(nodes.t, nodes.seen),
            piece=nodes.piece,
        )

    more = None
    if repeat is not None and run.end in (End.done, End.stopped) and not steps_jump:
        asked = repeat

        def more(times: Array) -> Nodes:
            return nodes_at(ready, asked, times, jumps)

    return _TurningOutputs(
        arguments={
            model.outputs[i].name: tuple(number[one] for one in arguments[model.outputs[i].name])
            for i in columns
        },
        turns=tuple(one.turn for one in every),
        at=at,
        more=more,
        room=room_of(run),
    )


def _turns(outputs: _TurningOutputs, nodes: _OutputNodes, name: str) -> bool:
    """Whether an output switches, or any argument of its functions turns more than slowly."""
    for i in outputs.arguments[name]:
        values, turn = nodes.arguments[:, i], outputs.turns[i]
        if turn is Turn.phase and np.max(np.abs(np.diff(values)), initial=0.0) > SLOW:
            return True
        if switches_between(values, turn).any() or len(
            times_to_look_at(nodes.t, values[:, np.newaxis], (turn,))
        ):
            return True
    return False


def _with_turns(outputs: _TurningOutputs, nodes: _OutputNodes) -> _OutputNodes:
    """The nodes, and those at which outputs have to be looked at too."""
    for _ in range(ROUNDS):
        before = len(nodes.t)
        wanted = times_to_look_at(nodes.t, nodes.arguments, outputs.turns)
        nodes = outputs.with_more(nodes, wanted, outputs.room - before)
        if len(nodes.t) == before:
            break
    return nodes


def _with_promises(
    outputs: _TurningOutputs, nodes: _OutputNodes, names: list[str], same: float
) -> _OutputNodes:
    """The nodes, and those at which polynomials promise extremes, until outputs have them there."""
    unsettled = list(names)
    for _ in range(PASSES):
        wanted: list[float] = []
        for name in list(unsettled):
            asked = _unkept_promises(outputs, nodes, name, same)
            wanted += asked
            if not asked:
                unsettled.remove(name)
        if not wanted:
            break
        nodes = outputs.with_more(nodes, with_neighbours(nodes.t, np.array(wanted)), outputs.room)
    return nodes


def _unkept_promises(outputs: _TurningOutputs, nodes: _OutputNodes, name: str, same: float) -> list[float]:
    """The times at which polynomials through the nodes promise more than an output has at any of them."""
    column = nodes.outputs[:, list(outputs.arguments).index(name)]
    size = float(np.max(np.abs(column), where=np.isfinite(column), initial=0.0))
    piece = outputs.pieces(nodes, name)
    wanted: list[float] = []
    for signed in (column, -column):
        least = float(np.min(signed, where=np.isfinite(signed), initial=np.inf))
        promised = promised_extremes(nodes.t, signed, piece, same)
        if min((value for value, _ in promised), default=least) < least - CONFIRMED * size:
            wanted += [t for value, t in promised if value < least]
    return wanted


def _extreme(
    outputs: _TurningOutputs, nodes: _OutputNodes, name: str, rows: Nodes, at_rows: Array, same: float
) -> Extreme:
    """The extreme values of an output among nodes and rows, and what the search for them has left open."""
    column = nodes.outputs[:, list(outputs.arguments).index(name)]
    turning = list(outputs.arguments[name])
    asked = times_to_look_at(nodes.t, nodes.arguments[:, turning], tuple(outputs.turns[i] for i in turning))
    open_ = np.searchsorted(nodes.t, asked) - 1
    with np.errstate(invalid="ignore"):  # from one infinite value to another
        changes = np.abs(np.diff(column))
    error = float(np.max(np.where(np.isnan(changes), np.inf, changes)[open_], initial=0.0))
    seen = Nodes(t=nodes.t, seen={}, piece=np.full(len(nodes.t), NONE))
    ends = []
    for sign in (1.0, -1.0):
        least, t = smallest_value(seen, sign * column, rows, sign * at_rows, same)
        ends.append((sign * least + 0.0, t))
        size = float(np.max(np.abs(column), where=np.isfinite(column), initial=0.0))
        promised = promised_extremes(nodes.t, sign * column, outputs.pieces(nodes, name), same)
        missed = least - min((value for value, _ in promised), default=least)
        error = max(error, missed) if missed > CONFIRMED * size else error
    (minimum, t_minimum), (maximum, t_maximum) = ends
    return Extreme(
        name=name, minimum=minimum, t_minimum=t_minimum, maximum=maximum, t_maximum=t_maximum, error=error
    )
