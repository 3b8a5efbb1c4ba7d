"""Events, impacts and contact modes of a run by the names of the model."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import Indices, ModeState
from dalembert._model.records import Model
from dalembert._simulate.motion import FELT, Impact, Jump, Occurrence, Touch
from dalembert._simulate.trajectory import IMPULSE, ModeInterval, Trajectory


def occurrences(model: Model, run: Trajectory, system: HybridSystem | None) -> tuple[Occurrence, ...]:
    """The events of a run by their names."""
    ways = {1: "rising", -1: "falling"}
    found = [
        Occurrence(name=model.events[zero.event].name, kind="event", t=zero.t, direction=ways[zero.way])
        for zero in run.zeros
    ]
    for one in run.impacts:
        least = FELT * max(one.impulses, default=0.0)
        felt = [i for i, P in zip(one.contacts, one.impulses, strict=True) if least < P]
        names = [model.contacts[i].name for i in felt]
        found += [Occurrence(name=name, kind="impact", t=one.t, direction="falling") for name in names]
    found += [
        Occurrence(name=one.name, kind=IMPULSE, t=one.t, direction="rising")
        for one in run.jumps
        if one.kind == IMPULSE
    ]
    if system is not None:
        for before, interval in pairwise(run.intervals):
            if system.compliant or not _are_alike(before.state, interval.state):
                found += _changes(model, system, before.state, interval)
    return tuple(sorted(found, key=lambda one: one.t))


def _are_alike(one: ModeState, other: ModeState) -> bool:
    """Whether rigid contacts do the same in two states."""
    return one.mode == other.mode and one.wedged == other.wedged


def _changes(
    model: Model, system: HybridSystem, before: ModeState, interval: ModeInterval
) -> Iterator[Occurrence]:
    """What contacts do from one mode to the next."""
    names, state, t = [contact.name for contact in model.contacts], interval.state, interval.t
    was, now = _closed_contacts(system, before), _closed_contacts(system, state)
    stuck, sticks = before.sticking_contacts, state.sticking_contacts
    for i in system.compliant:
        if i in now and i not in was:
            yield Occurrence(name=names[i], kind="touch", t=t, direction="falling")
    for i in was:
        if i not in now:
            yield Occurrence(name=names[i], kind="release", t=t, direction="rising")
    for i in now:
        if i in sticks and i not in stuck:
            yield Occurrence(name=names[i], kind="stick", t=t, direction="falling")
        if i in state.mode.slip and i not in sticks and i in stuck:
            yield Occurrence(name=names[i], kind="slip", t=t, direction="rising")


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
            lost=one.lost,
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
            given=one.given,
            before=tuple(float(x) for x in one.before[:count]),
            after=tuple(float(x) for x in one.after[:count]),
        )
        for one in run.jumps
    )


def touches_of(model: Model, run: Trajectory, system: HybridSystem | None) -> tuple[Touch, ...]:
    """From when on which contacts were closed, and which of them stuck, by their names."""
    if system is None or not model.contacts:
        return ()
    names, touches = [contact.name for contact in model.contacts], list[Touch]()
    for interval in run.intervals:
        closed = tuple(names[i] for i in _closed_contacts(system, interval.state))
        sticking = tuple(names[i] for i in interval.state.sticking_contacts)
        if not touches or (touches[-1].contacts, touches[-1].sticking) != (closed, sticking):
            touches.append(Touch(t=interval.t, contacts=closed, sticking=sticking))
    return tuple(touches)
