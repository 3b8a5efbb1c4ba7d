"""Accelerations, multipliers, energies and outputs at the states of a run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.phases import Mode, Phases
from dalembert._expression.source import ModelError, flaw_at
from dalembert._model.records import Model
from dalembert._model.starting import SHUT, SMALL
from dalembert._simulate.motion import FELT, Impact, Occurrence, Touch
from dalembert._simulate.trajectory import Phase, Trajectory

Array = NDArray[np.float64]
ROUNDING = 1e-10  # of the largest coordinate: terms of a gap that are all smaller are rounding


def observed_in_phases(phases: Phases, times: Array, rows: Array, run: Trajectory) -> dict[str, Array]:
    """What a model gives at each row of a motion in phases; no force where a contact is open.

    How far an open contact is below its margin counts as how far a constraint is off.
    """
    count, first = len(rows), phases.displacement
    stiff, before = list(phases.stiff), phases.values
    if phases.is_general:
        return _observed_general(phases, times, rows, run)
    whole: dict[str, Array] = {
        "contact": np.zeros((count, phases.contacts)),
        "friction": np.zeros((count, phases.slips)),
    }
    allowed = _margins(phases, count, run)
    largest = float(np.max(np.abs(rows[:, : phases.free.layout.n]), initial=0.0))
    for phase, part in _alike(phases, times, rows, run):
        if phase.values is not None:
            phases.change(phase.values)
        dynamics = phases.fitting(phase.mode, float(times[phase.row]), rows[phase.row])
        seen = dynamics.observe(times[part], rows[part])
        every = phases.dynamics(phases.everything).machine.observed(times[part], rows[part])
        constraints, pressing, _ = phases.rows(phase.mode)
        seen |= _forces(phases, phase, seen)
        flow = first + len(stiff)
        places = [*range(first), *(first + stiff.index(i) for i in phase.mode.closed)]
        flows = [*places, *range(flow, flow + phases.flow)]
        own = [*range(first), *pressing.values()]
        for name, at, taken in (
            ("position", places, own),
            ("velocity", flows, [*own, *range(first + len(pressing), first + len(pressing) + phases.flow)]),
        ):
            width = flow + (phases.flow if name == "velocity" else 0)
            for key in (name, f"{name}_reach"):
                spread = np.zeros((len(rows[part]), width))
                spread[:, at] = seen[key][:, taken]
                seen[key] = spread
        seen["lam"] = seen["lam"][:, constraints]
        parted = [k for k, i in enumerate(stiff) if i not in phase.mode.closed]
        opened = [first + k for k in parted]
        reach = every["position_reach"][:, opened]
        most = SHUT * (reach + SMALL * largest)  # a margin is no excuse for more than a start may be inside
        below = every["position"][:, opened] + np.minimum(allowed[part][:, parted], most)
        seen["position"][:, opened] = np.minimum(below, 0.0)
        seen["position_reach"][:, opened] = reach
        least = ROUNDING * largest
        seen["position_reach"][:, first:] = np.maximum(seen["position_reach"][:, first:], least)
        del seen["rubbing"], seen["carried"]
        for key, block in seen.items():
            whole.setdefault(key, np.zeros((count, *block.shape[1:])))[part] = block
    phases.change(before)
    return whole


def _margins(phases: Phases, count: int, run: Trajectory) -> Array:
    """How far below zero the gaps of stiff contacts count as zero, at each row."""
    places = [phases.places.margins[i] for i in phases.stiff]
    found = np.zeros((count, len(places)))
    for phase in run.phases:  # a later one begins at a later row
        if phase.values is not None:
            found[phase.row :] = phase.values[places]
    return found


def _alike(
    phases: Phases, times: Array, rows: Array, run: Trajectory
) -> list[tuple[Phase, NDArray[np.int64]]]:
    """Phases with the same equations, as one of them, and all their rows."""
    found: dict[tuple[Mode, bytes, tuple[int, ...], bool], tuple[Phase, list[NDArray[np.int64]]]] = {}
    ends = [*(phase.row for phase in run.phases[1:]), len(rows)]
    for phase, end in zip(run.phases, ends, strict=True):
        if end <= phase.row:
            continue
        if phase.values is not None:
            phases.change(phase.values)
        here = phases.fitting(phase.mode, float(times[phase.row]), rows[phase.row])
        key = (
            phase.mode,
            phases.equal(phases.values),
            phase.leaning,
            here is phases.dynamics(phase.mode),
        )
        found.setdefault(key, (phase, []))[1].append(np.arange(phase.row, end))
    return [(phase, np.concatenate(parts)) for phase, parts in found.values()]


def _refuse_negative(phases: Phases, contact: int, carried: Array) -> None:
    """Raise if a contact has slid with a friction below zero, which would drive it."""
    grip, own = phases.places.grips[contact], phases.model.contacts[contact]
    least = (
        float(np.min(carried[:, grip.mu - phases.places.outputs], initial=0.0)) if grip is not None else 0.0
    )
    if least < 0:
        message = f"the friction of `{own.name}` becomes {least:.4g} in the run"
        hint = "give one that is never negative, for example with max(…, 0)"
        raise ModelError((flaw_at(own.place, rule="friction", message=message, hint=hint),))


def _observed_general(phases: Phases, times: Array, rows: Array, run: Trajectory) -> dict[str, Array]:
    """The same for a model that is more than mechanics."""
    whole: dict[str, Array] = {}
    outputs, before = phases.places.outputs, phases.values
    ends = [*(phase.row for phase in run.phases[1:]), len(rows)]
    for phase, end in zip(run.phases, ends, strict=True):
        part = slice(phase.row, max(end, phase.row))
        if end <= phase.row:
            continue
        if phase.values is not None:
            phases.change(phase.values)
        dynamics = phases.fitting(phase.mode, float(times[phase.row]), rows[phase.row])
        seen = dynamics.observe(times[part], rows[part])
        carried = seen["outputs"]
        contact = np.zeros((len(carried), phases.contacts))
        for i, place in phases.forces.items():
            contact[:, i] = carried[:, place]
        seen |= {"outputs": carried[:, :outputs], "contact": contact}
        for key, block in seen.items():
            whole.setdefault(key, np.zeros((len(rows), *block.shape[1:])))[part] = block
    phases.change(before)
    return whole | {"friction": np.zeros((len(rows), 0))}


def _forces(phases: Phases, phase: Phase, seen: dict[str, Array]) -> dict[str, Array]:
    """What contacts press with, and friction along each slip."""
    _, pressing, held = phases.rows(phase.mode)
    count, outputs = len(seen["lam"]), phases.places.outputs
    contact = np.zeros((count, phases.contacts))
    friction = np.zeros((count, phases.slips))
    for i, row in pressing.items():
        contact[:, i] = -seen["lam"][:, row]
    for i, place in phases.forces.items():
        contact[:, i] = seen["carried"][:, place - outputs]
    for i, rows in held.items():
        friction[:, phases.slip_places[i]] = -seen["lam"][:, list(rows)]
    at = 0
    for i in phase.mode.sliding:
        _refuse_negative(phases, i, seen["carried"])
        places = phases.slip_places[i]
        friction[:, places] = seen["rubbing"][:, at : at + len(places)]
        at += len(places)
    return {"contact": contact + 0.0, "friction": friction + 0.0}  # no -0


def reached(times: Array, run: Trajectory) -> tuple[Array, Array]:
    """The times and states a run came to; where it ended between two samples, with its last state."""
    own = times[: len(run.rows)]
    if len(own) and run.t > own[-1] and len(own) < len(times):
        return np.append(own, run.t), np.vstack([run.rows, run.y])
    return own, run.rows


def happened(model: Model, run: Trajectory, phases: Phases | None) -> tuple[Occurrence, ...]:
    """The events of a run by their names."""
    ways = {1: "rising", -1: "falling"}
    found = [
        Occurrence(name=model.events[zero.event].name, kind="event", t=zero.t, direction=ways[zero.way])
        for zero in run.zeros
    ]
    for shock in run.shocks:
        least = FELT * max(shock.impulses, default=0.0)
        felt = [i for i, p in zip(shock.contacts, shock.impulses, strict=True) if p > least]
        names = [model.contacts[i].name for i in felt]
        found += [Occurrence(name=name, kind="impact", t=shock.t, direction="falling") for name in names]
    if phases is not None:
        for before, phase in pairwise(run.phases):
            found += _changes(model, phases, before, phase)
    return tuple(sorted(found, key=lambda one: one.t))


def _changes(model: Model, phases: Phases, before: Phase, phase: Phase) -> Iterator[Occurrence]:
    """What contacts do from one phase to the next."""
    names = [contact.name for contact in model.contacts]
    was, now = pressed(phases, before), pressed(phases, phase)
    for i in phases.soft:
        if i in now and i not in was:
            yield Occurrence(name=names[i], kind="touch", t=phase.t, direction="falling")
    for i in was:
        if i not in now:
            yield Occurrence(name=names[i], kind="release", t=phase.t, direction="rising")
    for i in now:
        if i in phase.sticking and i not in before.sticking:
            yield Occurrence(name=names[i], kind="stick", t=phase.t, direction="falling")
        if i in phase.mode.sliding and i not in phase.sticking and i in before.sticking:
            yield Occurrence(name=names[i], kind="slip", t=phase.t, direction="rising")


def pressed(phases: Phases, phase: Phase) -> tuple[int, ...]:
    """The contacts that are closed, compliant ones too."""
    soft = phases.pressed(phase.values) if phase.values is not None else ()
    return tuple(sorted({*phase.mode.closed, *soft}))


def touched(
    model: Model, run: Trajectory, phases: Phases | None
) -> tuple[tuple[Impact, ...], tuple[Touch, ...]]:
    """Impacts and phases of contacts by their names."""
    names = [contact.name for contact in model.contacts]
    impacts = tuple(
        Impact(
            t=shock.t,
            contacts=tuple(names[i] for i in shock.contacts),
            impulses=shock.impulses,
            lost=shock.lost,
            q=shock.q,
            before=shock.before,
            after=shock.after,
        )
        for shock in run.shocks
    )
    touches: list[Touch] = []
    for phase in run.phases if phases is not None and model.contacts else ():
        closed = tuple(names[i] for i in pressed(phases, phase)) if phases is not None else ()
        sticking = tuple(names[i] for i in phase.sticking)
        if not touches or (touches[-1].contacts, touches[-1].sticking) != (closed, sticking):
            touches.append(Touch(t=phase.t, contacts=closed, sticking=sticking))
    return impacts, tuple(touches)
