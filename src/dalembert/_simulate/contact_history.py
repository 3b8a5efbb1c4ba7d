"""Events, impacts and contact modes of a run by the names of the model."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import Indices, ModeState
from dalembert._model.records import Model
from dalembert._simulate.motion import Impact, Jump, Touch
from dalembert._simulate.trajectory import IMPULSE, ModeInterval, Trajectory

Happening = tuple[float, str, str, str]  # when, the name, the kind, the direction
WAYS = {1: "rising", -1: "falling"}


def happenings(model: Model, run: Trajectory, system: HybridSystem | None) -> list[Happening]:
    """The events of a run by their names, in the order of time."""
    events: list[Happening] = [
        (zero.t, model.events[zero.event].name, "event", WAYS[zero.way]) for zero in run.zeros
    ]
    names = [contact.name for contact in model.contacts]
    for t, felt in zip(run.impacts.times, run.impacts.marks, strict=True):
        events += [(t, names[i], "impact", "falling") for i in felt]
    events += [(one.t, one.name, IMPULSE, "rising") for one in run.jumps if one.kind == IMPULSE]
    if system is not None:
        marks = run.intervals.marks
        for k in range(1, len(marks)):
            if system.compliant or marks[k] != marks[k - 1]:
                events += _changes(model, system, run.intervals[k - 1].state, run.intervals[k])
    return sorted(events, key=itemgetter(0))


def _changes(
    model: Model, system: HybridSystem, before: ModeState, interval: ModeInterval
) -> Iterator[Happening]:
    """What contacts do from one mode to the next."""
    names, state, t = [contact.name for contact in model.contacts], interval.state, interval.t
    was, now = _closed_contacts(system, before), _closed_contacts(system, state)
    stuck, sticks = before.sticking_contacts, state.sticking_contacts
    for i in system.compliant:
        if i in now and i not in was:
            yield t, names[i], "touch", "falling"
    for i in was:
        if i not in now:
            yield t, names[i], "release", "rising"
    for i in now:
        if i in sticks and i not in stuck:
            yield t, names[i], "stick", "falling"
        if i in state.mode.slip and i not in sticks and i in stuck:
            yield t, names[i], "slip", "rising"


def _closed_contacts(system: HybridSystem, state: ModeState) -> Indices:
    """The contacts that are closed, compliant ones too."""
    return tuple(sorted({*state.mode.active, *system.compressed_contacts(state)}))


def impacts_of(model: Model, run: Trajectory) -> tuple[Impact, ...]:
    """The impacts of a run by the names of their contacts."""
    names = [contact.name for contact in model.contacts]
    return tuple(
        Impact(
            t=one.t,
            contacts=tuple(names[i] for i in one.contacts),
            impulses=one.impulses,
            energy_lost=one.lost,
            q=one.q,
            before=one.before,
            after=one.after,
        )
        for one in run.impacts
    )


def jumps_of(model: Model, run: Trajectory) -> tuple[Jump, ...]:
    """The jumps of the state in a run, of q, qd and s."""
    count = 2 * len(model.coordinates) + len(model.states)
    return tuple(
        Jump(
            t=one.t,
            kind=one.kind,
            name=one.name,
            energy=one.given,
            before=tuple(float(x) for x in one.before[:count]),
            after=tuple(float(x) for x in one.after[:count]),
        )
        for one in run.jumps
    )


def touches_of(model: Model, run: Trajectory, system: HybridSystem | None) -> tuple[Touch, ...]:
    """From when on which contacts were closed, and which of them stuck, by their names."""
    if system is None or not model.contacts:
        return ()
    names, touches, marks = [contact.name for contact in model.contacts], list[Touch](), run.intervals.marks
    for k, interval in enumerate(run.intervals):
        if k and not system.compliant and marks[k] == marks[k - 1]:
            continue
        contacts = tuple(names[i] for i in _closed_contacts(system, interval.state))
        sticking = tuple(names[i] for i in interval.state.sticking_contacts)
        if not touches or (touches[-1].contacts, touches[-1].sticking) != (contacts, sticking):
            touches.append(Touch(t=interval.t, contacts=contacts, sticking=sticking))
    return tuple(touches)
