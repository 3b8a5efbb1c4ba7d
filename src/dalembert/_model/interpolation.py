"""Samples to piecewise polynomials, in plain numbers: the one interpolation of inputs and of tables.

    y = c0 + s (c1 + s (c2 + s c3)),   s = x − x_i   on [x_i, x_i+1]

linear:    straight lines
monotone:  cubics with the slopes of Fritsch and Carlson, in Fritsch and Butland's weighted harmonic mean: no
           overshoot, continuous slope (SIAM J. Sci. Stat. Comput. 5, 1984)
spline:    cubics with continuous second derivative, the first two and the last two being one (not-a-knot)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

WAYS = ("linear", "monotone", "spline")
CONTINUOUS = {"linear": 0, "monotone": 1, "spline": 2}  # the number of continuous derivatives
Cubic = tuple[float, float, float, float]
Numbers = Sequence[float]


def cubics(x: Numbers, y: Numbers, way: str) -> list[Cubic]:
    """The polynomials between samples; x increases."""
    h = [b - a for a, b in pairwise(x)]
    chords = [(b - a) / width for (a, b), width in zip(pairwise(y), h, strict=True)]
    if way == "linear" or len(x) == 2:
        return [(a, chord, 0.0, 0.0) for a, chord in zip(y, chords, strict=False)]
    slopes = _monotone_slopes(h, chords) if way == "monotone" else _spline_slopes(h, chords)
    pieces = []
    for a, width, chord, (left, right) in zip(y, h, chords, pairwise(slopes), strict=False):
        bend = (left + right - 2 * chord) / width
        pieces.append((a, left, (chord - left) / width - bend, bend / width))
    return pieces


def value_at(cubic: Cubic, s: float, order: int = 0) -> float:
    """A polynomial or one of its derivatives at s."""
    c0, c1, c2, c3 = cubic
    match order:
        case 0:
            return c0 + s * (c1 + s * (c2 + s * c3))
        case 1:
            return c1 + s * (2 * c2 + 3 * s * c3)
        case 2:
            return 2 * c2 + 6 * s * c3
        case 3:
            return 6 * c3
    return 0.0


def _monotone_slopes(h: Numbers, chords: Numbers) -> list[float]:
    """Slopes at the samples: 0 at an extremum, else a harmonic mean of the chords."""
    slopes = [_end_slope(h[0], h[1], chords[0], chords[1])]
    for (before, after), (left, right) in zip(pairwise(h), pairwise(chords), strict=True):
        if left * right <= 0:
            slopes.append(0.0)
            continue
        first, second = 2 * after + before, after + 2 * before
        slopes.append((first + second) / (first / left + second / right))
    slopes.append(_end_slope(h[-1], h[-2], chords[-1], chords[-2]))
    return slopes


def _end_slope(near: float, far: float, chord: float, next_chord: float) -> float:
    """The slope at an end, of the parabola through three samples, kept in shape."""
    slope = ((2 * near + far) * chord - near * next_chord) / (near + far)
    if slope * chord <= 0:
        return 0.0
    if chord * next_chord <= 0 and abs(slope) > 3 * abs(chord):
        return 3 * chord
    return slope


def _spline_slopes(h: Numbers, chords: Numbers) -> list[float]:
    """Slopes of the not-a-knot spline, from a tridiagonal system."""
    if len(h) == 2:  # one parabola
        whole = (chords[1] - chords[0]) / (h[0] + h[1])
        return [chords[0] - h[0] * whole, chords[0] + h[0] * whole, chords[1] + h[1] * whole]
    first, last = h[0] + h[1], h[-1] + h[-2]
    lower = [0.0, *h[1:], last]
    middle = [h[1], *(2 * (a + b) for a, b in pairwise(h)), h[-2]]
    upper = [first, *h[:-1], 0.0]
    right = [((h[0] + 2 * first) * h[1] * chords[0] + h[0] ** 2 * chords[1]) / first]
    for (a, b), (left_chord, right_chord) in zip(pairwise(h), pairwise(chords), strict=True):
        right.append(3 * (b * left_chord + a * right_chord))
    right.append((h[-1] ** 2 * chords[-2] + (2 * last + h[-1]) * h[-2] * chords[-1]) / last)
    for i in range(1, len(middle)):
        factor = lower[i] / middle[i - 1]
        middle[i] -= factor * upper[i - 1]
        right[i] -= factor * right[i - 1]
    slopes = [right[-1] / middle[-1]]
    for i in range(len(middle) - 2, -1, -1):
        slopes.append((right[i] - upper[i] * slopes[-1]) / middle[i])
    return slopes[::-1]
