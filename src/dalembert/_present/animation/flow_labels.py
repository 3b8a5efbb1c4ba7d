"""Texts of flows: three digits, with a unit prefix or a power of ten."""

from __future__ import annotations

from math import floor, isfinite, log10

from dalembert._words.number_format import with_mark

PREFIXES = {-12: "p", -9: "n", -6: "µ", -3: "m", 0: "", 3: "k", 6: "M", 9: "G"}
PREFIXED = ("A", "W")  # units that are used with prefixes
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def amount(value: float, unit: str, mark: str) -> str:
    """A value with its unit: 12.5 mA, 1.20·10⁻³ m³/s; empty where it is not finite."""
    if not isfinite(value):
        return ""
    if value == 0:
        return f"0 {unit}"
    value = float(f"{value:.3g}")
    power = floor(log10(abs(value)) + 1e-9)
    step = min(9, max(-12, power // 3 * 3)) if unit in PREFIXED else 0 if -3 <= power < 4 else power
    digits = max(0, 2 - (power - step))
    number = with_mark(f"{value / 10.0**step:.{min(digits, 6)}f}", mark)
    if unit in PREFIXED:
        return f"{number} {PREFIXES[step]}{unit}"
    return f"{number} {unit}" if not step else f"{number}·10{str(step).translate(RAISED)} {unit}"
