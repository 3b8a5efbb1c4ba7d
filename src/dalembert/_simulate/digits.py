"""How many digits of a result are shown: as many as its claimed error supports, and no more.

A value x of a column whose largest size is S, with the relative error c, is known to c·S: of its digits those
above that are shown, and what is smaller than that is zero.
"""

from __future__ import annotations

import math

FEWEST, MOST = 3, 16  # digits; double precision holds no more
UNKNOWN = 6  # where the error was not estimated
SMALL = 1e-6  # of the largest column of its kind: a column is taken to be at least as large
ROUNDING = 1e-16  # relative residuals below this are rounding


def digits_for(claim: float | None) -> int:
    """The digits that a relative error supports: 9 for 1e-9, 3 at least and 16 at most."""
    if claim is None or math.isnan(claim):
        return UNKNOWN
    if claim <= 10.0**-MOST:
        return MOST
    return min(MOST, max(FEWEST, math.floor(-math.log10(claim) + 1e-9)))


def supported_value(value: float, size: float, claim: float | None, noise: float = 0.0) -> str:
    """A value of a column of some size to the digits that a claim supports; 0 where it is below the error.

    `noise` is the part of the size that is error at all times, while a claim may be that of a single jump.
    """
    digits = digits_for(claim)
    if not math.isfinite(value) or value == 0 or not size > 0:
        return f"{value + 0.0:.{digits}g}"
    error = (claim if claim is not None and math.isfinite(claim) else 10.0**-UNKNOWN) * size
    if abs(value) < max(min(error, size * 10.0**-FEWEST), size * 10.0**-MOST) or abs(value) <= noise * size:
        return "0"
    kept = digits - max(0, math.floor(math.log10(size / abs(value)))) if abs(value) < size else digits
    return f"{value:.{max(kept, 1)}g}"


def residual_text(value: float, digits: int = 1) -> str:
    """A relative residual, 1e-16 at least where it is not 0: what is smaller than rounding is rounding."""
    return f"{ROUNDING if 0 < value < ROUNDING else value:.{digits}e}" if value else "0"
