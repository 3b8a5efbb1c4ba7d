"""Every unit that a model uses, with its numbers in SI: c = 2 Ns/m = 2 N*s/m (kg/s)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Number
from dalembert._model.delays import user_inputs
from dalembert._model.records import (
    Coordinate,
    Effort,
    Entry,
    Fields,
    Input,
    Model,
    Parameter,
    State,
    Term,
    Value,
)
from dalembert._model.units import UnitFault, base_text, si_text, unit_of

SHOWN = 40  # the most lines
DIGITS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitInUse:
    """An entry with a unit: the unit as it is written, its SI unit, its dimension in base units.

    A number in the unit is factor · number + offset in SI. `values` has the numbers given in it, each with
    its key, as typed and in SI.
    """

    section: str
    name: str
    unit: str
    si: str
    dimension: str
    factor: float
    offset: float
    values: tuple[tuple[str, float, float], ...] = ()

    @property
    def plain(self) -> bool:
        """Whether the unit is SI as written."""
        return self.factor == 1 and self.offset == 0 and self.unit in (self.si, "-")

    def __str__(self) -> str:
        """The line that `check` prints."""
        base = f" ({self.dimension})" if self.dimension != self.si else ""
        if not self.values:
            of = (0, 100) if self.offset else (1,)
            made = [f"{n} {self.unit} = {self.factor * n + self.offset:.{DIGITS}g} {self.si}" for n in of]
            return f"{self.name}: {', '.join(made)}{base}"
        equations = [
            f"{self._key(key)} = {typed:.{DIGITS}g} {self._rate(key, self.unit)}"
            f" = {made:.{DIGITS}g} {self._rate(key, self.si)}"
            for key, typed, made in self.values
        ]
        return f"{', '.join(equations)}{base}"

    def _key(self, key: str) -> str:
        return self.name if key == "value" else f"{self.name} {key}"

    def _rate(self, key: str, unit: str) -> str:
        unit = self.si if self.offset and key == "speed" else unit
        return f"{unit}/s" if key == "speed" else unit


def units_in_use(model: Model) -> tuple[UnitInUse, ...]:
    """The units of all entries, in the order of the sections."""
    sections: dict[str, tuple[Entry, ...]] = {
        "parameters": model.parameters,
        "coordinates": model.coordinates,
        "inputs": user_inputs(model),
        "efforts": model.efforts,
        "states": model.states,
        "definitions": model.definitions,
        "energy": (*model.kinetic, *model.potential, *model.dissipation),
        "work": model.work,
        "outputs": model.outputs,
    }
    named = [
        (section, entry.name, entry.unit, tuple(_numbers(section, entry)))
        for section, entries in sections.items()
        for entry in entries
        if entry.unit and _can_be_read(entry.unit)
    ]
    named += [("scene", name, unit, ()) for name, unit in _gauges(model) if _can_be_read(unit)]
    return tuple(_in_use(*one) for one in named)


def _can_be_read(unit: str) -> bool:
    """Whether a unit can be read; one that cannot is reported elsewhere."""
    try:
        unit_of(unit)
    except UnitFault:
        return False
    return True


def _gauges(model: Model) -> Iterator[tuple[str, str]]:
    """The quantities that a scene shows, and their units."""
    gauges = dict(model.scene).get("gauges", ())
    for gauge in gauges if isinstance(gauges, tuple) else ():
        entry = dict(gauge.entries) if isinstance(gauge, Fields) else {}
        unit, name = entry.get("unit"), entry.get("text", entry.get("value"))
        if unit and isinstance(unit, str) and isinstance(name, str):
            yield "".join(c if c.isprintable() else " " for c in name[:40]), unit


def lines(units: tuple[UnitInUse, ...]) -> Iterator[str]:
    """The lines that `check` prints: units that are SI as written in one line, then each of the others."""
    plain = {one.unit: one.dimension for one in units if one.plain and one.unit != "-"}
    if plain:
        named = (unit if unit == base else f"{unit} ({base})" for unit, base in plain.items())
        yield f"units in SI: {', '.join(named)}"
    others = [one for one in units if not one.plain]
    yield from (str(one) for one in others[:SHOWN])
    if len(others) > SHOWN:
        yield f"… and {len(others) - SHOWN} more units; --json lists all"


def _in_use(section: str, name: str, text: str, values: tuple[tuple[str, float, float], ...]) -> UnitInUse:
    unit = unit_of(text)
    return UnitInUse(
        section=section,
        name=name,
        unit=" ".join(text.split()),
        si=si_text(text),
        dimension=base_text(unit.dimension),
        factor=unit.factor,
        offset=unit.zero,
        values=values,
    )


def _numbers(section: str, entry: Entry) -> Iterator[tuple[str, float, float]]:
    for key, value in _values(entry):
        root = value.expression.root
        if value.typed is not None and isinstance(root, Number) and math.isfinite(value.typed):
            yield key, float(value.typed), float(root.value)
    law = entry.law if isinstance(entry, Input) else entry.expression if isinstance(entry, Term) else None
    if isinstance(law, Expression) and isinstance(law.root, Number) and section != "outputs":
        made = float(law.root.value)
        yield "value", unit_of(entry.unit).from_si(made), made


def _values(entry: Entry) -> Iterator[tuple[str, Value]]:
    match entry:
        case Parameter():
            given = {"value": entry.value}
        case Coordinate():
            given = {"start": entry.start, "speed": entry.speed, "guess": entry.guess}
        case Effort():
            given = {"guess": entry.guess}
        case State():
            given = {"start": entry.start, "guess": entry.guess}
        case _:
            given = {}
    yield from ((key, value) for key, value in given.items() if value is not None)
