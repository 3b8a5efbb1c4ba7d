"""The entries of jumps at instants: assignments of events, impulses, sampled values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._expression.expression import Expression
from dalembert._expression.tree import ZERO
from dalembert._model import records as r
from dalembert._model.discrete import Assignment, Impulse, Push, SampledValue
from dalembert._model.entry_reader import LABELS, EntryReader
from dalembert._model.families import target_name
from dalembert._text.positions import Path

IMPULSE = ("at", "work", "text")  # keys of an impulse
SAMPLED = ("every", "value", "start", *LABELS)


def assignments(read: EntryReader, path: Path, value: Any) -> tuple[Assignment, ...]:
    """The assignments of an event: coordinates and states by their names, velocities as x'."""
    if not isinstance(value, Mapping):
        hint = 'write set = { "x\'" = "-e*x\'" }'
        read.flaw(path, "value", "`set` must be a table of what is set", hint)
        return ()
    assigned = []
    for key, text in value.items():
        here, bare = (*path, key), key.removesuffix("'")
        if bare.endswith("'"):
            message = f"`{key}` is an acceleration, which an event cannot set"
            read.flaw(
                here, "set", message, "set a position x or a speed x'; accelerations follow from forces"
            )
            continue
        name = target_name(read, here, bare)
        if name is not None:
            expression, order = read.expression(here, text), len(key) - len(bare)
            assigned.append(
                Assignment(name=name, order=order, expression=expression, location=read.location(here))
            )
    return tuple(assigned)


def impulse(read: EntryReader, path: Path, value: Any) -> Impulse:
    """A jump of momenta at a time."""
    entry = read.entry(path, value, IMPULSE)
    work = entry.get("work")
    if not isinstance(work, Mapping):
        message = "an impulse needs `work`, a table of the coordinates whose momenta jump"
        read.flaw((*path, "work") if work is not None else path, "value", message, 'work = { x = "p0" }')
        work = {}
    pushes = []
    for key, text in work.items():
        here = (*path, "work", key)
        name = target_name(read, here, key)
        if name is not None:
            pushes.append(
                Push(name=name, expression=read.expression(here, text), location=read.location(here))
            )
    return Impulse(
        name=read.name(path),
        at=read.needed_expression(path, entry, "at", 'add at = "t1", the time at which it acts'),
        work=tuple(pushes),
        text=read.words((*path, "text"), entry),
        location=read.location(path),
    )


def sampled_value(read: EntryReader, path: Path, value: Any) -> tuple[r.State, SampledValue]:
    """A sampled value: a state with zero rate, and its sampling."""
    entry = read.entry(path, value, SAMPLED)
    unit, labels = read.labels(path, entry)
    name, location, start = read.name(path), read.location(path), read.value(path, entry, "start", unit)
    every = read.needed_expression(
        path, entry, "every", "add every = 0.01, the time between two samples in s"
    )
    sampled = SampledValue(
        name=name, every=every, value=read.needed_expression(path, entry, "value"), location=location
    )
    return r.State(
        name=name, rate=Expression(ZERO), start=start, guess=None, **labels, location=location
    ), sampled
