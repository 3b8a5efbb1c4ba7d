"""Matrices in twice the digits of a double, high + low, and exp(A t) of them.

A product is made of products that are exact: each factor is cut into slices of so few bits, against the
largest entry of its row or column, that sums of products of slices fit into a double (Ozaki). exp(A t) is the
Taylor series of A t/2^s, squared s times: each squaring doubles the error, of which 106 bits leave enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
MANTISSA = 53
SLICES = 5  # of 23 bits or so
STATES = 4  # that are enough for states
SMALL = 2.0**-6  # the largest norm of a matrix whose Taylor series is summed
TERMS = 14  # of that series: 2^-84/14! is beyond the last bit


@dataclass(frozen=True, slots=True, eq=False)
class Twofold:
    """A matrix as a sum of two: what the first one loses is in the second."""

    high: Array
    low: Array

    def __matmul__(self, other: Twofold) -> Twofold:
        return product(self, sliced(other, SLICES))

    @property
    def T(self) -> Twofold:
        """The transposed matrix."""
        return Twofold(self.high.T, self.low.T)

    def __add__(self, other: Twofold) -> Twofold:
        high, error = _sum(self.high, other.high)
        return renormalise(high, error + self.low + other.low)

    def with_exponent(self, power: int) -> Twofold:
        """The same times a power of two, which is exact."""
        return Twofold(np.ldexp(self.high, power), np.ldexp(self.low, power))

    def over(self, divisor: float) -> Twofold:
        """The same divided by a small whole number."""
        high = self.high / divisor
        remainder = _remainder(self.high, high, divisor) + self.low
        return renormalise(high, remainder / divisor)

    def times(self, factor: tuple[float, float]) -> Twofold:
        """The same times a number, given as high + low."""
        count = self.high.shape[-1]
        eye = np.eye(count)
        return self @ Twofold(factor[0] * eye, factor[1] * eye)


def identity(size: int) -> Twofold:
    """The unit matrix."""
    return Twofold(np.eye(size), np.zeros((size, size)))


def join(one: Twofold, other: Twofold) -> Twofold:
    """Two matrices, one below the other."""
    return Twofold(np.concatenate([one.high, other.high]), np.concatenate([one.low, other.low]))


def _sum(a: Array, b: Array) -> tuple[Array, Array]:
    """A + b and its rounding error (Knuth)."""
    s = a + b
    c = s - a
    return s, (a - (s - c)) + (b - c)


def renormalise(high: Array, low: Array) -> Twofold:
    """A sum of two, of which the second may be as large as the first."""
    return Twofold(*_sum(high, low))


def _remainder(a: Array, quotient: Array, divisor: float) -> Array:
    """A − quotient · divisor, exactly, for a divisor of few bits."""
    big = 134217729.0 * quotient
    head = big - (big - quotient)
    return (a - head * divisor) - (quotient - head) * divisor


def _slices(matrix: Twofold, axis: int, bits: int, count: int) -> list[Array]:
    """Slices of so many bits each, against the largest entry along an axis."""
    high, low = matrix.high, matrix.low
    bound = np.ldexp(1.5, _exponents(high, axis) + (MANTISSA - bits))
    parts: list[Array] = []
    for _ in range(count):
        part = (high + bound) - bound
        parts.append(part)
        high, low = _sum(high - part, low)
        bound = bound * 0.5**bits
    return parts


def _exponents(values: Array, axis: int) -> NDArray[np.int32]:
    """The exponents of the largest entries along an axis, within what can be divided by."""
    most = np.abs(values).max(axis=axis, keepdims=True)
    _, exponent = np.frexp(np.where(np.isfinite(most) & (most > 0), most, 1.0))
    return np.clip(exponent, -500, 500)


@dataclass(frozen=True, slots=True, eq=False)
class Sliced:
    """The second factor of products: its slices side by side, the last first, in units of size one.

    What is summed over is divided by these units, by which the first factor is multiplied. Slices i and j
    with the same i + j are side by side, so that their products are summed exactly too.
    """

    unit: Array
    slices: Array
    count: int
    bits: int


def sliced(other: Twofold, count: int) -> Sliced:
    """A second factor cut into so many slices."""
    bits = (MANTISSA - math.ceil(math.log2(count * other.high.shape[-2]))) // 2
    unit = np.ldexp(1.0, _exponents(other.high, -1))
    parts = _slices(Twofold(other.high / unit, other.low / unit), -2, bits, count)
    return Sliced(unit.swapaxes(-1, -2), np.concatenate(parts[::-1], axis=-2), count, bits)


def product(one: Twofold, other: Sliced) -> Twofold:
    """A product with a factor that is cut into slices."""
    size, right = one.high.shape[-1], other.slices
    parts = _slices(Twofold(one.high * other.unit, one.low * other.unit), -1, other.bits, other.count)
    left = np.concatenate(parts, axis=-1)
    high, low = left[..., :size] @ right[..., -size:, :], np.zeros(())
    for width in range(2 * size, other.count * size + 1, size):
        high, error = _sum(high, left[..., :width] @ right[..., -width:, :])
        low = low + error
    return renormalise(high, low)


def length_of_step(A: Twofold, t: tuple[float, float]) -> tuple[float, int]:
    """A part t/2^s of a time that is short for A, and s."""
    norm = float(np.abs(A.high).sum(axis=0).max(initial=0.0)) * abs(t[0])
    halvings = max(0, math.ceil(math.log2(norm / SMALL))) if norm > 0 else 0
    return math.ldexp(t[0], -halvings), halvings


def exponentials(A: Twofold, t: tuple[float, float]) -> Iterator[Twofold]:
    """exp(A t/2^s), each the square of the one before, up to exp(A t), with t = high + low."""
    _, squarings = length_of_step(A, t)
    step = A.times(t).with_exponent(-squarings)
    one = identity(len(A.high))
    power = one
    for k in range(TERMS, 0, -1):
        power = one + (step @ power).over(float(k))
    yield power
    for _ in range(squarings):
        power = power @ power
        yield power
