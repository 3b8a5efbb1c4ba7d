"""Exact products and powers of units; results out of range raise."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dalembert._model.unit_names import DIMENSIONLESS, Exponent, Unit

LONGEST = 100
LARGEST = 100  # decimal digits before or after the point of a factor
BITS = 20_000  # of an exact factor


class UnitFault(ValueError):
    """A unit string cannot be read: the message and its range."""

    def __init__(self, message: str, span: tuple[int, int], hint: str = "") -> None:
        super().__init__(f"{message}; {hint}" if hint else message)
        self.message = message
        self.span = span
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Part:
    """A name of the table with its power, as a factor of a unit."""

    name: str
    power: Exponent


def times(a: Unit, b: Unit, sign: int) -> Unit:
    """The product a · b, or the quotient a / b for sign −1."""
    ratio = _bound_ratio(a.ratio * b.ratio if sign > 0 else a.ratio / b.ratio)
    dimension = tuple(plain_number(x + sign * y) for x, y in zip(a.dimension, b.dimension, strict=True))
    offset = b.offset if a == DIMENSIONLESS and sign > 0 else a.offset
    return Unit(ratio, dimension, plain_number(a.pi + sign * b.pi), offset)


def to_power(a: Unit, exponent: Exponent) -> Unit:
    """The power a^exponent."""
    if exponent == 1:
        return a
    size = max(a.ratio.numerator.bit_length(), a.ratio.denominator.bit_length())
    if size * max(exponent, -exponent) > BITS:
        raise UnitFault("this unit is out of range", (0, LONGEST), "write smaller powers")
    if exponent.denominator == 1:
        ratio = a.ratio ** int(exponent)
    else:
        ratio = _root(a.ratio**exponent.numerator, exponent.denominator)
    pi = plain_number(a.pi * exponent)
    return Unit(_bound_ratio(ratio), tuple(plain_number(x * exponent) for x in a.dimension), pi)


def _root(ratio: Fraction, n: int) -> Fraction:
    """The n-th root: exact where it is a fraction, else the nearest double."""
    _bound_ratio(ratio)
    above, under = (
        round(float(part) ** (1 / n)) if part < 10**300 else 0 for part in ratio.as_integer_ratio()
    )
    if under and Fraction(above, under) ** n == ratio:
        return Fraction(above, under)
    return Fraction(float(ratio) ** (1 / n))


def _bound_ratio(ratio: Fraction) -> Fraction:
    if not Fraction(1, 10**LARGEST) < ratio < 10**LARGEST:
        raise UnitFault("this unit is out of range", (0, LONGEST), "write smaller powers")
    if max(ratio.numerator.bit_length(), ratio.denominator.bit_length()) > BITS:
        raise UnitFault("this unit is out of range", (0, LONGEST), "write smaller powers")
    return ratio


def plain_number(value: Exponent) -> Exponent:
    """A whole fraction as an integer, since integer arithmetic is fast."""
    return int(value) if value.denominator == 1 else value
