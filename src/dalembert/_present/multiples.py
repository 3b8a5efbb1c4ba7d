"""Angles that are rational multiples of π: π/2 instead of 1.5708."""

from __future__ import annotations

import math
from fractions import Fraction

LARGEST = 12  # denominator
MOST = 8  # half turns; larger angles are better as decimals
NEAR = 1e-9  # of a half turn


def multiple_of_pi(value: float, near: float = NEAR) -> Fraction | None:
    """The fraction p/q of an angle p/q π, q up to 12; None where it is none, or zero."""
    part = value / math.pi
    if not math.isfinite(part) or abs(part) > MOST:
        return None
    fraction = Fraction(part).limit_denominator(LARGEST)
    return fraction if fraction and abs(part - float(fraction)) <= near else None


def multiple_text(part: Fraction) -> str:
    """A multiple of π in a line: π, −π/2, 3π/4."""
    sign = "−" if part < 0 else ""
    above = "" if abs(part.numerator) == 1 else str(abs(part.numerator))
    below = f"/{part.denominator}" if part.denominator != 1 else ""
    return f"{sign}{above}π{below}"
