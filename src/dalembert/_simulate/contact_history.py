"""Events, impacts and contact modes of a run by the names of the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import Indices, Mode
from dalembert._model.records import Model
from dalembert._simulate.motion import Impact, Jump, Touch
from dalembert._simulate.trajectory import IMPULSE, Trajectory

Happening = tuple[float, str, str, str]  # when, the name, the kind, the direction
Change = tuple[str, str, str]  # the same without the time
WAYS = {1: "rising", -1: "falling"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactStates:
    """Which contacts are closed in a mode, compliant ones too; which of them stick, and which slip."""

    closed: Indices
    sticking: Indices
    slipping: Indices


def happenings(model: Model, run: Trajectory, system: HybridSystem | None) -> list[Happening]:
    """The events of a run by their names, in the order of time."""
    events: list[Happening] = [
        (zero.t, model.events[zero.event].name, "event", WAYS[zero.way]) for zero in run.zeros
    ]
    names = [contact.name for contact in model.contacts]
    for t, felt in zip(run.impacts.times, run.impacts.marks, strict=True):
        events += [(t, names[i], "impact", "falling") for i in felt]
    events += [(one.t, one.name, IMPULSE, "rising") for one in run.jumps if one.kind == IMPULSE]
    if system is not None and names:
        changes: dict[tuple[ContactStates, ContactStates], list[Change]] = {}
        for t, (before, after) in zip(
            run.intervals.times[1:], pairwise(_contact_states(system, run)), strict=True
        ):
            if after is before:
                continue
            if (before, after) not in changes:
                changes[before, after] = list(_changes(names, system, before, after))
            events += [(t, *change) for change in changes[before, after]]
    return sorted(events, key=itemgetter(0))


def _contact_states(system: HybridSystem, run: Trajectory) -> list[ContactStates]:
    """The states of the contacts in each interval; equal ones are one record."""
    compressed: list[Indices] = [()] * len(run.intervals)
    if system.compliant:
        compressed = [system.compressed_contacts(interval.state) for interval in run.intervals]
    known: dict[tuple[Mode, Indices, Indices], ContactStates] = {}
    states = []
    for (mode, wedged), pressed in zip(run.intervals.marks, compressed, strict=True):
        key = mode, wedged, pressed
        if key not in known:
            known[key] = ContactStates(
                closed=tuple(sorted({*mode.active, *pressed})),
                sticking=tuple(sorted({*mode.stick, *wedged})),
                slipping=mode.slip,
            )
        states.append(known[key])
    return states


def _changes(
    names: list[str], system: HybridSystem, before: ContactStates, after: ContactStates
) -> Iterator[Change]:
    """What contacts do from one mode to the next."""
    for i in system.compliant:
        if i in after.closed and i not in before.closed:
            yield names[i], "touch", "falling"
    for i in before.closed:
        if i not in after.closed:
            yield names[i], "release", "rising"
    for i in after.closed:
        if i in after.sticking and i not in before.sticking:
            yield names[i], "stick", "falling"
        if i in after.slipping and i not in after.sticking and i in before.sticking:
            yield names[i], "slip", "rising"


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
    names, touches = [contact.name for contact in model.contacts], list[Touch]()
    for t, state in zip(run.intervals.times, _contact_states(system, run), strict=True):
        contacts, sticking = (tuple(names[i] for i in some) for some in (state.closed, state.sticking))
        if not touches or (touches[-1].contacts, touches[-1].sticking) != (contacts, sticking):
            touches.append(Touch(t=t, contacts=contacts, sticking=sticking))
    return tuple(touches)
