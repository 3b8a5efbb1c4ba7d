"""Observed quantities at the rows of a hybrid motion, each in its mode; open contacts have no force."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._compile.rank_revealing import smallest_multipliers
from dalembert._contact import tolerances
from dalembert._contact.contact_forces import contact_forces
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import Mode, ModeState
from dalembert._expression.source import ModelError, flaw_at
from dalembert._model.starting import SHUT, SMALL
from dalembert._simulate.trajectory import ModeInterval, ModeNote, Trajectory

Array = NDArray[np.float64]
Rows = NDArray[np.int64]
Counts = NDArray[np.int64]
_Part = tuple[ModeInterval, slice]


def observe_hybrid(
    system: HybridSystem,
    times: Array,
    rows: Array,
    run: Trajectory,
    start: Dynamics,
    *,
    dependent: bool = False,
) -> dict[str, Array]:
    """Everything the model gives at each state of a hybrid run, which began with some dynamics.

    Where constraints are `dependent` on one another, the smallest of their multipliers.

    How far an open contact is below its margin counts as how far a constraint is off.
    """
    if system.by_mode.follows_solution:
        return _observe_solution(system, times, rows, run, start)
    n, noted = start.layout.n, run.intervals.notes
    counts = _rows_of_each(noted, len(rows))
    allowed = _gap_margins(system, noted, counts, len(rows))
    largest = float(np.abs(rows[:, :n]).max(initial=0.0))
    groups = [
        (run.intervals[k].state, noted[k][2], part)
        for k, part in _with_equal_equations(system, noted, counts, len(rows))
    ]
    blocks: list[tuple[Rows | slice, dict[str, Array]]] = []
    for state, soft, part in groups:
        dynamics, at, states = system.dynamics(state, soft=soft), _part(times, part), _part(rows, part)
        seen = dynamics.observe(at, states)
        seen |= _contact_forces(system, state.mode, seen)
        seen |= _residuals(system, state, seen, at, states, _part(allowed, part), largest)
        constraints = system.multipliers(state.mode)[0]
        seen["lam"] = seen["lam"][:, constraints]
        if dependent:
            parts = dynamics.evaluator.saddles(at, states)
            seen["lam"] = smallest_multipliers(parts["M"], parts["G"][:, constraints], seen["lam"])
        del seen["sliding_friction"], seen["carried"]
        blocks.append((part, seen))
    if len(groups) == 1 and len(blocks[0][1]["T"]) == len(rows):
        return blocks[0][1]
    none = {"contact": np.zeros((0, system.contacts)), "friction": np.zeros((0, system.slips))}
    return _in_order(blocks, len(rows), none)


def _part(values: Array, rows: Rows | slice) -> Array:
    """The values of some rows."""
    return values[rows] if isinstance(rows, slice) else values.take(rows, axis=0)


def _in_order(
    blocks: Sequence[tuple[Rows | slice, dict[str, Array]]], count: int, none: dict[str, Array]
) -> dict[str, Array]:
    """Blocks of rows as one table, in the order of the rows; quantities that no block has are `none`.

    All quantities of a block lie side by side in it, so that its rows are put in their places at once.
    """
    table, rows_by_key = np.zeros((0, 0)), {}
    for part, seen in blocks:
        side = np.concatenate([block.reshape(len(block), -1) for block in seen.values()], axis=1)
        if not table.size:
            table = np.zeros((count, side.shape[1]))
            first = 0
            for key, block in seen.items():
                end = first + prod(block.shape[1:])
                rows_by_key[key] = table[:, first:end].reshape((count, *block.shape[1:]))
                first = end
        table[part] = side
    missing = {
        key: np.zeros((count, *block.shape[1:])) for key, block in none.items() if key not in rows_by_key
    }
    return rows_by_key | missing


def _residuals(
    system: HybridSystem,
    state: ModeState,
    seen: dict[str, Array],
    times: Array,
    rows: Array,
    allowed: Array,
    largest: float,
) -> dict[str, Array]:
    """The residuals of constraints and gaps and the sizes of their terms, by the same rule in all modes."""
    first, rigid, mode = system.displacement, list(system.rigid), state.mode
    flow = first + len(rigid)
    places = [*range(first), *(first + rigid.index(i) for i in mode.active)]
    residuals = {}
    for name, at, width in (
        ("position", places, flow),
        ("velocity", [*places, *range(flow, flow + system.flow)], flow + system.flow),
    ):
        for key in (name, f"{name}_reach"):
            spread = np.zeros((len(rows), width))
            if at:
                spread[:, _columns(at)] = seen[key][:, : len(at)]
            residuals[key] = spread
    reach = residuals["position_reach"]
    parted = [k for k, i in enumerate(rigid) if i not in mode.active]
    if parted:
        everything = system.free_dynamics(state).evaluator.gaps(times, rows)
        open_rows = _columns([first + k for k in parted])
        size = everything["position_reach"][:, open_rows]
        most = SHUT * (size + SMALL * largest)  # a margin is no excuse for more than a start may be inside
        below = everything["position"][:, open_rows] + np.minimum(allowed[:, _columns(parted)], most)
        residuals["position"][:, open_rows] = np.minimum(below, 0.0)
        reach[:, open_rows] = size
    np.maximum(reach[:, first:], tolerances.GAP_SIZE * largest, out=reach[:, first:])
    return residuals


def _columns(numbers: list[int]) -> slice | list[int]:
    """Ascending numbers of columns as an index: a slice where there is none between them."""
    if numbers and numbers[-1] - numbers[0] == len(numbers) - 1:
        return slice(numbers[0], numbers[-1] + 1)
    return numbers


def _rows_of_each(noted: Sequence[ModeNote], rows: int) -> Counts:
    """How many rows each interval has."""
    firsts = np.minimum.accumulate([rows, *(note[0] for note in reversed(noted))])
    return np.diff(firsts[::-1])


def _gap_margins(system: HybridSystem, noted: Sequence[ModeNote], counts: Counts, rows: int) -> Array:
    """The margins at each row: a gap of a rigid contact above minus its margin counts as zero."""
    rigid, first = len(system.rigid), len(system.switches) + system.slips
    if all(len(note[1].active) == rigid for note in noted):  # no gap is open
        return np.zeros((rows, 0))
    allowed = np.zeros((rows, rigid))
    if rigid:
        margins = np.array([note[3] for note in noted])[:, [first + i for i in system.rigid]]
        allowed[rows - counts.sum() :] = np.repeat(margins, counts, axis=0)
    return allowed


def _with_equal_equations(
    system: HybridSystem, noted: Sequence[ModeNote], counts: Counts, rows: int
) -> list[tuple[int, Rows | slice]]:
    """Intervals with the same equations: the first of them that has rows, and the rows of all.

    Margins are no part of the equations, and directions only where something slips.
    """
    switches, directions = len(system.switches), len(system.switches) + system.slips
    groups: dict[tuple[Mode, bytes, bool], tuple[int, int]] = {}
    numbers = np.full(len(noted), -1)
    for k, (_, mode, soft, values) in enumerate(noted):
        if counts[k]:
            key = mode, values[: directions if mode.slip else switches].tobytes(), soft
            numbers[k] = groups.setdefault(key, (k, len(groups)))[1]
    first = rows - int(counts.sum())
    if len(groups) == 1 and first == 0:
        return [(k, slice(0, rows)) for k, _ in groups.values()]
    group = np.full(rows, -1)
    group[first:] = np.repeat(numbers, counts)
    return [(k, np.flatnonzero(group == number)) for k, number in groups.values()]


def _parts(run: Trajectory, count: int) -> list[_Part]:
    """The intervals that contain rows, each with its rows."""
    every = list(run.intervals)
    ends = [*(interval.row for interval in every[1:]), count]
    return [
        (interval, slice(interval.row, end))
        for interval, end in zip(every, ends, strict=True)
        if end > interval.row
    ]


def _observe_solution(
    system: HybridSystem, times: Array, rows: Array, run: Trajectory, before: Dynamics
) -> dict[str, Array]:
    """The observations of a general DAE, interval by interval, with its solution followed continuously."""
    whole: dict[str, Array] = {}
    outputs, dynamics = system.places.outputs, before
    for interval, part in _parts(run, len(rows)):
        first = interval.row
        dynamics = system.dynamics_at(interval.state, float(times[first]), rows[first], dynamics)
        seen = dynamics.observe(times[part], rows[part])
        carried = seen["outputs"]
        contact = np.zeros((len(carried), system.contacts))
        for i, column in system.forces.items():
            contact[:, i] = carried[:, column]
        seen |= {"outputs": carried[:, :outputs], "contact": contact}
        for key, block in seen.items():
            whole.setdefault(key, np.zeros((len(rows), *block.shape[1:])))[part] = block
    return whole | {"friction": np.zeros((len(rows), 0))}


def _contact_forces(system: HybridSystem, mode: Mode, seen: dict[str, Array]) -> dict[str, Array]:
    """Normal forces of contacts, and friction along each slip."""
    for i in mode.slip:
        _refuse_negative(system, i, seen["carried"])
    count = len(seen["lam"])

    def entry(name: str, k: int, sign: int) -> Array:
        column: Array = sign * seen[name][:, k]
        return column

    forces = contact_forces(system, mode, np.zeros(count), entry)
    return {
        name: np.array(columns).reshape(len(columns), count).T + 0.0  # no -0
        for name, columns in zip(("contact", "friction"), forces, strict=True)
    }


def _refuse_negative(system: HybridSystem, contact: int, carried: Array) -> None:
    """Raise if a contact has slid with a friction below zero, which would drive it."""
    at, record = system.places.friction[contact], system.model.contacts[contact]
    least = float(np.min(carried[:, at.mu - system.places.outputs], initial=0.0)) if at is not None else 0.0
    if least < 0:
        message = f"the friction of `{record.name}` becomes {least:.4g} in the run"
        hint = "give one that is never negative, for example with max(…, 0)"
        raise ModelError((flaw_at(record.location, rule="friction", message=message, hint=hint),))
