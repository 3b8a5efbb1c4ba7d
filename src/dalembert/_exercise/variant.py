"""Other numbers for a model, from a seed: rounded, of similar size, and such that the model stays sound.

Constants of nature and zeros stay. First every quantity is changed independently; where the model is then not
sound (a loop that cannot close), starts stay, then quantities of one unit change together, then lengths stay
too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from dalembert._expression.walk import names
from dalembert._model.records import Model, Value

STEPS = (1.0, 1.2, 1.5, 1.8, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0, 9.0)  # of one power of ten
SPREAD = 0.35  # largest change of the logarithm of a quantity
TRIES = 4  # attempts in each of these ways
SLICE = 36  # parts of half a turn: five degrees
KEPT_UNITS = ("m/s^2",)  # of gravity
ANGLES = ("rad", "deg")


@dataclass(frozen=True, slots=True)
class Numbers:
    """Values that replace those of a model, as typed in a case."""

    parameters: dict[str, float | str] = field(default_factory=dict)
    start: dict[str, float | str] = field(default_factory=dict)


def variants(model: Model, variant: int, seed: int) -> Iterator[Numbers]:
    """Numbers of a variant, one set after another until one is sound."""
    for way, (together, starts, lengths) in enumerate(
        ((False, True, True), (False, False, True), (True, False, True), (True, False, False))
    ):
        for attempt in range(TRIES):
            random = Random(f"{seed}/{variant}/{way}/{attempt}")
            common: dict[str, float] = {}
            numbers = Numbers()
            for one in model.parameters:
                typed = _number(one.value)
                if typed is None or one.name in model.sizes or not _may_change(one.unit, typed, lengths):
                    continue
                factor = math.exp(random.uniform(-SPREAD, SPREAD))
                factor = common.setdefault(one.unit, factor) if together else factor
                numbers.parameters[one.name] = _other_number(typed, one.unit, factor)
            for coordinate in model.coordinates if starts else ():
                other = _other_start(coordinate.start, coordinate.unit, random)
                if other is not None:
                    numbers.start[coordinate.name] = other
            if numbers.parameters or numbers.start:
                yield numbers


def _number(value: Value | None) -> float | None:
    """A value that is typed as a number other than zero; else None."""
    return float(value.typed) if value is not None and value.typed else None


def _may_change(unit: str, typed: float, lengths: bool) -> bool:
    if unit in KEPT_UNITS or (unit in ("", "-") and abs(typed) == 1):
        return False
    return lengths or unit not in ("m", "mm", "cm")


def _other_number(typed: float, unit: str, factor: float) -> float:
    """A rounded number of about the same size; a fraction stays below 1, and a number of teeth whole."""
    if unit in ANGLES:
        return _angle(typed, unit, factor)
    if unit in ("", "-"):
        if 0 < abs(typed) < 1:
            return math.copysign(
                round(min(0.95, max(0.05, round(abs(typed) * factor / 0.05) * 0.05)), 2), typed
            )
        if typed.is_integer():
            return math.copysign(max(2.0, float(round(abs(typed) * factor))), typed)
    return math.copysign(round_number(abs(typed) * factor), typed)


def round_number(value: float) -> float:
    """The nearest round number on a logarithmic scale."""
    power = math.floor(math.log10(value))
    near = [step * 10.0**k for k in (power - 1, power, power + 1) for step in STEPS]
    best = min(near, key=lambda one: abs(math.log(one / value)))
    return float(f"{best:.2g}")


def _angle(typed: float, unit: str, factor: float) -> float:
    """An angle in multiples of five degrees, or of a tenth of a radian."""
    step = 5.0 if unit == "deg" else 0.1
    return round(math.copysign(max(1, round(abs(typed) * factor / step)) * step, typed), 6)


def _other_start(value: Value | None, unit: str, random: Random) -> float | str | None:
    """Another start, where the model gives a number other than zero; else None."""
    factor = math.exp(random.uniform(-SPREAD, SPREAD))
    typed = _number(value)
    if typed is not None:
        return _other_number(typed, unit, factor)
    if value is None or unit not in ANGLES or set(names(value.expression.root)) != {("pi", 0)}:
        return None
    turn = Fraction(random.randrange(2, SLICE // 2 + 1), SLICE)  # 10 to 90 degrees
    above = "" if turn.numerator == 1 else f"{turn.numerator}*"
    return f"{above}pi/{turn.denominator}" if turn.denominator > 1 else f"{above}pi"
