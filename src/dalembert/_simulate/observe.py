"""Accelerations, multipliers, energies and outputs at the states of a run."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.dynamics import Dynamics
from dalembert._compile.general import GeneralDynamics
from dalembert._compile.phases import Phases
from dalembert._compile.rescue import solution
from dalembert._model.records import Model
from dalembert._simulate.motion import Impact, Occurrence, Touch
from dalembert._simulate.running import HEALTHY
from dalembert._simulate.trajectory import Trajectory

Array = NDArray[np.float64]


def observed(dynamics: Dynamics | GeneralDynamics, times: Array, rows: Array) -> dict[str, Array]:
    """Everything the model gives at each state; where pivots lost their digits, with the rank found."""
    if isinstance(dynamics, GeneralDynamics):
        dynamics.rewind()
        return dynamics.machine.observed(times, rows)
    seen = dynamics.machine.observed(times, rows)
    for i in np.flatnonzero(~(seen["health"] > HEALTHY)):
        parts = dynamics.machine.saddle(float(times[i]), rows[i])
        found = solution(parts["M"], parts["G"], parts["h"], parts["gamma"])
        if found is not None:
            seen["qdd"][i], seen["lam"][i] = found.qdd, found.lam
            seen["reaction"][i] = -parts["G"].T @ found.lam
    return seen


def observed_in_phases(phases: Phases, times: Array, rows: Array, run: Trajectory) -> dict[str, Array]:
    """The same for a motion with contacts: each row as its phase has it, no force where a contact is open.

    How far an open contact is below zero counts as how far a constraint is off.
    """
    count, first = len(rows), phases.displacement
    whole: dict[str, Array] = {"contact": np.zeros((count, phases.contacts))}
    every = phases.dynamics(phases.all).machine.observed(times, rows)
    ends = [*(phase.row for phase in run.phases[1:]), count]
    for phase, end in zip(run.phases, ends, strict=True):
        part = slice(phase.row, max(end, phase.row))
        if end <= phase.row:
            continue
        dynamics = phases.fitting(phase.closed, float(times[phase.row]), rows[phase.row])
        seen = observed(dynamics, times[part], rows[part])
        constraints, contacts = phases.rows(phase.closed)
        seen["contact"] = np.zeros((len(rows[part]), phases.contacts))
        seen["contact"][:, list(phase.closed)] = -seen["lam"][:, contacts]
        places = [*range(first), *(first + i for i in phase.closed)]
        flows = [*places, *range(first + phases.contacts, first + phases.contacts + phases.flow)]
        seen["lam"] = seen["lam"][:, constraints]
        for name, own in (("position", places), ("velocity", flows)):
            width = first + phases.contacts + (phases.flow if name == "velocity" else 0)
            for key in (name, f"{name}_reach"):
                spread = np.zeros((len(rows[part]), width))
                spread[:, own] = seen[key]
                seen[key] = spread
        opened = [first + i for i in phases.all if i not in phase.closed]
        seen["position"][:, opened] = np.minimum(every["position"][part][:, opened], 0.0)
        seen["position_reach"][:, opened] = every["position_reach"][part][:, opened]
        for key, block in seen.items():
            whole.setdefault(key, np.zeros((count, *block.shape[1:])))[part] = block
    return whole


def reached(times: Array, run: Trajectory) -> tuple[Array, Array]:
    """The times and states a run came to; where it ended between two samples, with its last state."""
    own = times[: len(run.rows)]
    if len(own) and run.t > own[-1] and len(own) < len(times):
        return np.append(own, run.t), np.vstack([run.rows, run.y])
    return own, run.rows


def happened(model: Model, run: Trajectory) -> tuple[Occurrence, ...]:
    """The events of a run by their names."""
    ways = {1: "rising", -1: "falling"}
    found = [
        Occurrence(name=model.events[zero.event].name, kind="event", t=zero.t, direction=ways[zero.way])
        for zero in run.zeros
    ]
    for shock in run.shocks:
        names = [model.contacts[i].name for i, p in zip(shock.contacts, shock.impulses, strict=True) if p > 0]
        found += [Occurrence(name=name, kind="impact", t=shock.t, direction="falling") for name in names]
    for before, phase in pairwise(run.phases):
        gone = [model.contacts[i].name for i in before.closed if i not in phase.closed]
        found += [Occurrence(name=name, kind="release", t=phase.t, direction="rising") for name in gone]
    return tuple(sorted(found, key=lambda one: one.t))


def touched(model: Model, run: Trajectory) -> tuple[tuple[Impact, ...], tuple[Touch, ...]]:
    """Impacts and phases of contacts by their names."""
    names = [contact.name for contact in model.contacts]
    impacts = tuple(
        Impact(
            t=shock.t,
            contacts=tuple(names[i] for i in shock.contacts),
            impulses=shock.impulses,
            lost=shock.lost,
        )
        for shock in run.shocks
    )
    changes = [p for i, p in enumerate(run.phases) if i == 0 or p.closed != run.phases[i - 1].closed]
    return impacts, tuple(Touch(t=p.t, contacts=tuple(names[i] for i in p.closed)) for p in changes)
