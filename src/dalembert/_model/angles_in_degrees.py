"""Whether an angle without a unit was probably meant in degrees, and the warning that says so."""

from __future__ import annotations

import math

from dalembert._expression.source import Flaw, Source, flaw_at

LEAST, MOST = 10, 1e6  # rad: more than one turn and a half, fewer than anybody types in degrees


def is_in_degrees(number: float | None) -> bool:
    """Whether an angle without a unit is probably in degrees: a whole number of many turns."""
    return number is not None and LEAST <= abs(number) <= MOST and float(number).is_integer()


def degrees_flaw(source: Source, what: str, whole: int, cure: str) -> Flaw:
    """The warning about an angle of many radians; `cure` is what to write for degrees."""
    message = (
        f"{what} is {whole} rad, which is {abs(whole) / (2 * math.pi):.1f} turns: an angle is in radians"
    )
    return flaw_at(
        source, rule="degrees", message=message, hint=f"for degrees write {cure}", severity="warning"
    )
