"""The entries of most sections, each read by one function: its path and its value to a record."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from dalembert._model import records as r
from dalembert._model.entry_instants import assignments
from dalembert._model.entry_reader import LABELS, EntryReader
from dalembert._model.given_numbers import number_of
from dalembert._model.units import Unit
from dalembert._text.positions import Path

START = "start"  # value of `before`: constant at the start value
EVENT = ("when", "direction", "action", "set")  # keys of an event


def parameter(read: EntryReader, path: Path, value: Any) -> r.Parameter:
    """A constant."""
    entry = read.entry(path, value, ("value", "range", *LABELS), bare="value")
    unit, labels = read.labels(path, entry)
    return r.Parameter(
        **read.identity(path),
        value=read.value(path, entry, "value", unit),
        range=range_of(read, path, entry),
        **labels,
    )


def coordinate(read: EntryReader, path: Path, value: Any) -> r.Coordinate:
    """A coordinate with its start."""
    entry = read.entry(path, value, ("start", "speed", "guess", "before", "range", *LABELS))
    unit, labels = read.labels(path, entry)
    return r.Coordinate(
        **read.identity(path),
        start=read.value(path, entry, "start", unit),
        speed=read.value(path, entry, "speed", unit.rate),
        guess=read.value(path, entry, "guess", unit),
        before=before(read, path, entry, unit),
        range=range_of(read, path, entry),
        **labels,
    )


def range_of(read: EntryReader, path: Path, entry: Mapping[str, Any]) -> tuple[float, float] | None:
    """The range of a slider in pages: two numbers in the unit of the entry, the lower first."""
    given = entry.get("range")
    if given is None:
        return None
    numbers = [number_of(one) for one in given] if isinstance(given, list | tuple) else []
    bounds = [float(one.value) for one in numbers if one is not None and isfinite(one.value)]
    if len(numbers) != 2 or len(bounds) != 2 or not bounds[0] < bounds[1]:
        hint = "write range = [0.5, 2], in the unit of the entry"
        read.flaw(path, "range", "`range` must be two numbers, the lower first", hint)
        return None
    return bounds[0], bounds[1]


def before(read: EntryReader, path: Path, entry: Mapping[str, Any], unit: Unit) -> r.Before | None:
    """The history before the start of a run: a number, a function of time, or `start`, the start value."""
    if entry.get("before") == START:
        return r.Before()
    value = read.value(path, entry, "before", unit)
    return r.Before(value=value) if value is not None else None


def term(read: EntryReader, path: Path, value: Any) -> r.Term:
    """A definition, a term of an energy, or the effort on a coordinate."""
    if not isinstance(value, Mapping):
        return r.Term(**read.identity(path), expression=read.expression(path, value))
    entry = read.entry(path, value, ("value", *LABELS))
    unit, labels = read.labels(path, entry)
    return r.Term(**read.identity(path), expression=read.law(path, entry, unit), **labels)


def output(read: EntryReader, path: Path, value: Any) -> r.Term:
    """An output, computed in SI; its unit only describes it."""
    if not isinstance(value, Mapping):
        return r.Term(**read.identity(path), expression=read.expression(path, value))
    entry = read.entry(path, value, ("value", *LABELS))
    _, labels = read.labels(path, entry)
    return r.Term(**read.identity(path), expression=read.needed_expression(path, entry, "value"), **labels)


def constraint(read: EntryReader, path: Path, value: Any) -> r.Constraint:
    """A constraint: an expression that is zero, and its description; the path names its kind."""
    labels: dict[str, Any] = {**read.identity(path), "kind": str(path[1])}
    if not isinstance(value, Mapping):
        return r.Constraint(**labels, expression=read.expression(path, value))
    entry = read.entry(path, value, ("value", "text"))
    return r.Constraint(
        **labels,
        expression=read.needed_expression(path, entry, "value"),
        text=read.words((*path, "text"), entry),
    )


def effort(read: EntryReader, path: Path, value: Any) -> r.Effort:
    """An unknown effort."""
    entry = read.entry(path, value, ("guess", *LABELS))
    unit, labels = read.labels(path, entry)
    guess = read.value(path, entry, "guess", unit)
    return r.Effort(**read.identity(path), guess=guess, **labels)


def state(read: EntryReader, path: Path, value: Any) -> r.State:
    """A first-order state with its rate."""
    entry = read.entry(path, value, ("rate", "start", "guess", "before", "range", *LABELS))
    unit, labels = read.labels(path, entry)
    return r.State(
        **read.identity(path),
        rate=read.needed_expression(path, entry, "rate"),
        start=read.value(path, entry, "start", unit),
        guess=read.value(path, entry, "guess", unit),
        before=before(read, path, entry, unit),
        range=range_of(read, path, entry),
        **labels,
    )


def event(read: EntryReader, path: Path, value: Any) -> r.Event:
    """A zero crossing."""
    entry = read.entry(path, value, EVENT)
    return r.Event(
        **read.identity(path),
        when=read.needed_expression(path, entry, "when"),
        direction=read.choice((*path, "direction"), entry, ("both", "rising", "falling")),
        action=read.choice((*path, "action"), entry, ("record", "stop")),
        sets=assignments(read, (*path, "set"), entry.get("set", {})),
    )
