"""The entries of most sections, each read by one function: its path and its value to a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._model import records as r
from dalembert._model.entry_reader import LABELS, EntryReader
from dalembert._text.positions import Path

EVENT = ("when", "direction", "action")  # keys of an event


def parameter(read: EntryReader, path: Path, value: Any) -> r.Parameter:
    """A constant."""
    entry = read.entry(path, value, ("value", *LABELS), bare="value")
    unit, labels = read.labels(path, entry)
    return r.Parameter(
        name=read.name(path),
        value=read.value(path, entry, "value", unit),
        **labels,
        place=read.place(path),
    )


def coordinate(read: EntryReader, path: Path, value: Any) -> r.Coordinate:
    """What moves, with its start."""
    entry = read.entry(path, value, ("start", "speed", "guess", *LABELS))
    unit, labels = read.labels(path, entry)
    return r.Coordinate(
        name=read.name(path),
        start=read.value(path, entry, "start", unit),
        speed=read.value(path, entry, "speed", unit.rate),
        guess=read.value(path, entry, "guess", unit),
        **labels,
        place=read.place(path),
    )


def term(read: EntryReader, path: Path, value: Any) -> r.Term:
    """A definition, a term of an energy, or the effort on a coordinate."""
    name, place = read.name(path), read.place(path)
    if not isinstance(value, Mapping):
        return r.Term(name=name, expression=read.expression(path, value), place=place)
    entry = read.entry(path, value, ("value", *LABELS))
    unit, labels = read.labels(path, entry)
    return r.Term(name=name, expression=read.law(path, entry, unit), **labels, place=place)


def output(read: EntryReader, path: Path, value: Any) -> r.Term:
    """A result: it is computed in SI, its unit says what it is."""
    name, place = read.name(path), read.place(path)
    if not isinstance(value, Mapping):
        return r.Term(name=name, expression=read.expression(path, value), place=place)
    entry = read.entry(path, value, ("value", *LABELS))
    _, labels = read.labels(path, entry)
    return r.Term(name=name, expression=read.needed(path, entry, "value"), **labels, place=place)


def constraint(read: EntryReader, path: Path, value: Any) -> r.Constraint:
    """An expression that is zero; the path names its kind."""
    expression = read.expression(path, value)
    return r.Constraint(
        name=read.name(path), kind=str(path[1]), expression=expression, place=read.place(path)
    )


def effort(read: EntryReader, path: Path, value: Any) -> r.Effort:
    """An unknown effort."""
    entry = read.entry(path, value, ("guess", *LABELS))
    unit, labels = read.labels(path, entry)
    guess = read.value(path, entry, "guess", unit)
    return r.Effort(name=read.name(path), guess=guess, **labels, place=read.place(path))


def state(read: EntryReader, path: Path, value: Any) -> r.State:
    """A first-order state with its rate."""
    entry = read.entry(path, value, ("rate", "start", "guess", *LABELS))
    unit, labels = read.labels(path, entry)
    return r.State(
        name=read.name(path),
        rate=read.needed(path, entry, "rate"),
        start=read.value(path, entry, "start", unit),
        guess=read.value(path, entry, "guess", unit),
        **labels,
        place=read.place(path),
    )


def event(read: EntryReader, path: Path, value: Any) -> r.Event:
    """A zero crossing."""
    entry = read.entry(path, value, EVENT)
    return r.Event(
        name=read.name(path),
        when=read.needed(path, entry, "when"),
        direction=read.choice((*path, "direction"), entry, ("both", "rising", "falling")),
        action=read.choice((*path, "action"), entry, ("record", "stop")),
        place=read.place(path),
    )
