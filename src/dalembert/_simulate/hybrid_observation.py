"""Observed quantities at the rows of a hybrid motion, each in its mode; open contacts have no force."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._contact import tolerances
from dalembert._contact.contact_forces import contact_forces
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import Mode, ModeState
from dalembert._expression.source import ModelError, flaw_at
from dalembert._model.starting import SHUT, SMALL
from dalembert._simulate.trajectory import ModeInterval, Trajectory

Array = NDArray[np.float64]
Rows = NDArray[np.int64]
_Part = tuple[ModeInterval, slice]


def observe_hybrid(
    system: HybridSystem, times: Array, rows: Array, run: Trajectory, start: Dynamics
) -> dict[str, Array]:
    """Everything the model gives at each state of a hybrid run, which began with some dynamics.

    How far an open contact is below its margin counts as how far a constraint is off.
    """
    if system.by_mode.follows_solution:
        return _observe_solution(system, times, rows, run, start)
    whole: dict[str, Array] = {
        "contact": np.zeros((len(rows), system.contacts)),
        "friction": np.zeros((len(rows), system.slips)),
    }
    n, parts = start.layout.n, _parts(run, len(rows))
    allowed = _gap_margins(system, len(rows), parts)
    largest = float(np.max(np.abs(rows[:, :n]), initial=0.0))
    groups = _with_equal_equations(parts, len(rows))
    for state, soft, part in groups:
        dynamics = system.dynamics(state, soft=soft)
        seen = dynamics.observe(times[part], rows[part])
        seen |= _contact_forces(system, state.mode, seen)
        seen |= _residuals(system, state, seen, times[part], rows[part], allowed[part], largest)
        seen["lam"] = seen["lam"][:, system.multipliers(state.mode)[0]]
        del seen["sliding_friction"], seen["carried"]
        if len(groups) == 1 and len(seen["T"]) == len(rows):
            return seen
        for key, block in seen.items():
            whole.setdefault(key, np.zeros((len(rows), *block.shape[1:])))[part] = block
    return whole


def _residuals(
    system: HybridSystem,
    state: ModeState,
    seen: dict[str, Array],
    times: Array,
    rows: Array,
    allowed: Array,
    largest: float,
) -> dict[str, Array]:
    """How far constraints and gaps are off, and the sizes in them: alike in all modes."""
    first, rigid, mode = system.displacement, list(system.rigid), state.mode
    flow = first + len(rigid)
    places = [*range(first), *(first + rigid.index(i) for i in mode.active)]
    active = len(mode.active)
    own = list(range(first + active))
    found = {}
    for name, at, taken in (
        ("position", places, own),
        ("velocity", [*places, *range(flow, flow + system.flow)], [*own, *_next_rows(own, system.flow)]),
    ):
        for key in (name, f"{name}_reach"):
            spread = np.zeros((len(rows), flow + (system.flow if name == "velocity" else 0)))
            spread[:, at] = seen[key][:, taken]
            found[key] = spread
    everything = system.free_dynamics(state).evaluator.gaps(times, rows)
    parted = [k for k, i in enumerate(rigid) if i not in mode.active]
    open_rows = [first + k for k in parted]
    size = everything["position_reach"][:, open_rows]
    most = SHUT * (size + SMALL * largest)  # a margin is no excuse for more than a start may be inside
    below = everything["position"][:, open_rows] + np.minimum(allowed[:, parted], most)
    found["position"][:, open_rows] = np.minimum(below, 0.0)
    found["position_reach"][:, open_rows] = size
    least = tolerances.GAP_SIZE * largest
    found["position_reach"][:, first:] = np.maximum(found["position_reach"][:, first:], least)
    return found


def _next_rows(rows: list[int], count: int) -> range:
    return range(len(rows), len(rows) + count)


def _gap_margins(system: HybridSystem, count: int, parts: Sequence[_Part]) -> Array:
    """How far below zero the gaps of rigid contacts count as zero, at each row."""
    found = np.zeros((count, len(system.rigid)))
    rigid = list(system.rigid)
    for interval, part in parts if rigid else ():
        found[part] = interval.state.margins[rigid]
    return found


def _with_equal_equations(parts: Sequence[_Part], count: int) -> list[tuple[ModeState, bool, Rows | slice]]:
    """States with the same equations, as one of them, whether these are soft, and all their rows."""
    found: dict[tuple[Mode, bytes, bool], tuple[ModeState, bool, int]] = {}
    group = np.full(count, -1)
    for interval, part in parts:
        state, soft = interval.state, interval.soft
        key = (state.mode, state.sides.tobytes() + state.directions.tobytes(), soft)
        group[part] = found.setdefault(key, (state, soft, len(found)))[2]
    if len(found) == 1 and parts[0][1].start == 0:
        return [(state, soft, slice(0, count)) for state, soft, _ in found.values()]
    return [(state, soft, np.flatnonzero(group == number)) for state, soft, number in found.values()]


def _parts(run: Trajectory, count: int) -> list[_Part]:
    """Intervals that have rows, and these."""
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
    """The same, interval after interval, with the solution that is followed from one to the next."""
    whole: dict[str, Array] = {}
    outputs, dynamics = system.places.outputs, before
    for interval, part in _parts(run, len(rows)):
        first = interval.row
        dynamics = system.dynamics_at(interval.state, float(times[first]), rows[first], dynamics)
        seen = dynamics.observe(times[part], rows[part])
        carried = seen["outputs"]
        contact = np.zeros((len(carried), system.contacts))
        for i, place in system.forces.items():
            contact[:, i] = carried[:, place]
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
        found: Array = sign * seen[name][:, k]
        return found

    forces = contact_forces(system, mode, np.zeros(count), entry)
    return {
        name: np.array(columns).reshape(len(columns), count).T + 0.0  # no -0
        for name, columns in zip(("contact", "friction"), forces, strict=True)
    }


def _refuse_negative(system: HybridSystem, contact: int, carried: Array) -> None:
    """Raise if a contact has slid with a friction below zero, which would drive it."""
    at, own = system.places.friction[contact], system.model.contacts[contact]
    least = float(np.min(carried[:, at.mu - system.places.outputs], initial=0.0)) if at is not None else 0.0
    if least < 0:
        message = f"the friction of `{own.name}` becomes {least:.4g} in the run"
        hint = "give one that is never negative, for example with max(…, 0)"
        raise ModelError((flaw_at(own.place, rule="friction", message=message, hint=hint),))
