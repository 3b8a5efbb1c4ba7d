"""Dimensions as text, in SI names; printed forms of units."""

from __future__ import annotations

import re

from dalembert._model.unit_names import BASE, NAMES, NONE, WITH_PREFIX, Dimension, Exponent

# Names of compound dimensions, for messages.
DERIVED = ("N", "J", "W", "Pa", "Hz", "C", "V", "Ohm", "F", "H", "Wb", "T")
NEWTON = NAMES["N"].dimension
DEGREE = "°"
_SIGNS = {"deg": DEGREE, "Ohm": "Ω", "ohm": "Ω", "degC": "°C", "degF": "°F"}
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_WHOLE_POWER = re.compile(r"\^(-?\d+)(?![\d.])")
_UNIT_NAME = re.compile(r"[^\W\d]\w*")


def unit_of_dimension(dimension: Dimension) -> str:
    """A dimension in SI names: N, J, kg*m/s …

    Stiffnesses are forces over lengths, as usual: N/m for kg/s², N/m^(3/2) for Hertz's.
    """
    if dimension == NONE:
        return "-"
    for name in DERIVED:
        if NAMES[name].dimension == dimension:
            return {"Hz": "1/s"}.get(name, name)
    length, *others = (a - b for a, b in zip(dimension, NEWTON, strict=True))
    if not any(others):
        return f"N*{_power_text('m', length)}" if length > 0 else f"N/{_power_text('m', -length)}"
    return base_text(dimension)


def base_text(dimension: Dimension) -> str:
    """A dimension in SI base units: kg*m^2/s^2, 1/s, 1."""
    parts = sorted(zip(BASE, dimension, strict=True), key=lambda part: part[0] != "kg")  # kg first
    above = [_power_text(n, e) for n, e in parts if e > 0]
    under = [_power_text(n, -e) for n, e in parts if e < 0]
    return "/".join(["*".join(above) or "1", *under])


def _power_text(name: str, exponent: Exponent) -> str:
    return f"{name}{exponent_text(exponent)}"


def exponent_text(exponent: Exponent) -> str:
    """An exponent as typed: ^2, ^(3/2), empty for 1."""
    if exponent == 1:
        return ""
    return f"^{exponent}" if exponent.denominator == 1 else f"^({exponent})"


def printed_unit(unit: str) -> str:
    """The printed form of a unit: kg*m^2/s^2 is kg·m²/s², deg °, µ for u; empty for plain numbers."""
    bare = unit.strip()
    if bare in ("", "1", "-", "–", "—", "−"):
        return ""
    raised = _WHOLE_POWER.sub(lambda match: match[1].translate(_RAISED), bare.replace("**", "^"))
    return _UNIT_NAME.sub(lambda match: _printed_name(match[0]), raised).replace("*", "·")


def _printed_name(name: str) -> str:
    """The printed form of a name of the table: uF is µF, kOhm kΩ."""
    prefix, base = WITH_PREFIX.get(name, ("", name))
    return f"{'µ' if prefix == 'u' else prefix}{_SIGNS.get(base, base)}"


def quantity_text(number: str, printed: str) -> str:
    """A number with a printed unit: 30°, 5 mm, 3 °/s, 0.2."""
    if not printed:
        return number
    return f"{number}{printed}" if printed == DEGREE else f"{number} {printed}"
