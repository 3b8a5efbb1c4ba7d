"""Dimensions as text, in SI names."""

from __future__ import annotations

from dalembert._model.unit_names import BASE, NAMES, NONE, Dimension, Exponent

# Names of compound dimensions, for messages.
DERIVED = ("N", "J", "W", "Pa", "Hz", "C", "V", "Ohm", "F", "H", "Wb", "T")
NEWTON = NAMES["N"].dimension


def written(dimension: Dimension) -> str:
    """A dimension in SI names: N, J, kg*m/s …

    Stiffnesses are forces by lengths, as everybody writes them: N/m for kg/s², N/m^(3/2) for Hertz's.
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
    parts = sorted(zip(BASE, dimension, strict=True), key=lambda part: part[0] != "kg")  # kg stands first
    above = [_power_text(n, e) for n, e in parts if e > 0]
    under = [_power_text(n, -e) for n, e in parts if e < 0]
    return "/".join(["*".join(above) or "1", *under])


def _power_text(name: str, exponent: Exponent) -> str:
    return f"{name}{exponent_text(exponent)}"


def exponent_text(exponent: Exponent) -> str:
    """An exponent as it is typed: ^2, ^(3/2), nothing for 1."""
    if exponent == 1:
        return ""
    return f"^{exponent}" if exponent.denominator == 1 else f"^({exponent})"
