"""What can be changed in a page: parameters and starts, each with the range of its slider."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, isfinite, log10, pi

from dalembert._model.display_units import DisplayUnit, display_units
from dalembert._model.records import Coordinate, Model, Parameter, State
from dalembert._model.units import unit_of
from dalembert._model.values import values_of
from dalembert._present.animation.live_page import Control
from dalembert._present.notation import notation, unicode_hand
from dalembert._simulate.start import Start

WIDE, NARROW = 3.0, 5.0  # a slider goes from a fifth of a value to its threefold
NOTHING = 10.0  # the range of a slider to both sides of a value of zero
ANGLES = ("rad", "deg", "°")
PRIME = "'"


def parameter_controls(model: Model, fixed: set[int]) -> Iterator[Control]:
    """The parameters that have a value of their own; those with an index in `fixed` follow from others."""
    units, values = display_units(model), values_of(model).parameters
    hand = unicode_hand(notation(model))
    for i, parameter in enumerate(model.parameters):
        value = values.get(parameter.name)
        if i in fixed or value is None or not isfinite(value):
            continue
        unit = units[parameter.name]
        usual = usual_range(unit.from_si(value), of_parameter=True, angle=False)
        low, high = shown_range(parameter, unit) or usual
        yield Control(
            kind="parameter",
            place=i,
            name=parameter.name,
            shown=hand.name(parameter.name, 0),
            unit=unit,
            value=value,
            low=low,
            high=high,
            text=parameter.text,
        )


def start_controls(model: Model, names: tuple[str, ...], start: Start) -> Iterator[Control]:
    """The entries of the state that were given or assumed at the start; constraints give the others."""
    units, values = display_units(model), values_of(model)
    hand = unicode_hand(notation(model))
    given = {*values.start, *(f"{name}{PRIME}" for name in values.speed), *start.assumed}
    moving: tuple[Coordinate | State, ...] = (*model.coordinates, *model.states)
    entries: dict[str, Coordinate | State] = {entry.name: entry for entry in moving}
    for i, name in enumerate(names):
        base, order = name.rstrip(PRIME), name.count(PRIME)
        if name not in given or base not in entries or order > 1:
            continue
        unit, value = units.get(name, DisplayUnit("")), float(start.y[i])
        angle = order == 0 and unit.text in ANGLES
        usual = usual_range(unit.from_si(value), of_parameter=False, angle=angle, turn=unit.from_si(pi))
        low, high = (shown_range(entries[base], unit) if not order else None) or usual
        yield Control(
            kind="speed" if order else "start",
            place=i,
            name=name,
            shown=hand.name(base, order),
            unit=unit,
            value=value,
            low=low,
            high=high,
            text=entries[base].text if not order else "",
        )


def end_control(t_start: float, t_end: float) -> Control:
    """The slider of the end time."""
    low, high = usual_range(t_end - t_start, of_parameter=True, angle=False)
    return Control(
        kind="time",
        place=0,
        name="t_end",
        shown="t",
        unit=DisplayUnit("s"),
        value=t_end,
        low=t_start + low,
        high=t_start + high,
    )


def shown_range(entry: Parameter | Coordinate | State, unit: DisplayUnit) -> tuple[float, float] | None:
    """The range that the model gives an entry, in the unit it is shown in."""
    if entry.range is None:
        return None
    display = unit_of(entry.unit)
    low, high = (float(unit.from_si(display.si(end))) for end in entry.range)
    return low, high


def usual_range(value: float, *, of_parameter: bool, angle: bool, turn: float = pi) -> tuple[float, float]:
    """The range of a slider about a value, where the model gives none, in round numbers."""
    if angle:
        half = max(turn, abs(value))
        return -half, half
    if value == 0:
        return -NOTHING, NOTHING
    if of_parameter:
        ends = _round(value / NARROW), _round(value * WIDE)
        return min(ends), max(ends)
    half = _round(WIDE * abs(value))
    return -half, half


def _round(value: float) -> float:
    """A number in two digits."""
    digits = 1 - floor(log10(abs(value)))
    return float(f"{value:.{max(1, digits)}g}") if digits > 15 else round(value, digits)
