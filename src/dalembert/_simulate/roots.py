"""All zeros of functions on an interval: the method of events.h, for functions that are not in C.

On an interval the values at Chebyshev points give coefficients c_k of a polynomial, and the last two a bound
of what it misses. |c_0| > Σ|c_k| proves that there is no zero, the same for the derivative that there is at
most one; elsewhere the interval is halved. A zero is noted only where the function changes its sign.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
NODES, SAME, DEEPEST = 11, 1e-13, 60
LOOKS = 4000  # what is only rounding changes its sign without end
_N = NODES - 1
_X = np.cos(np.pi * np.arange(NODES) / _N)  # from 1 down to −1
_TO_COEFFICIENTS = np.array(
    [
        [
            (1 if k in (0, _N) else 2) / _N * (0.5 if j in (0, _N) else 1) * np.cos(np.pi * j * k / _N)
            for j in range(NODES)
        ]
        for k in range(NODES)
    ]
)


def zeros(
    function: Callable[[float], float], low: float, high: float, pieces: int = 1
) -> list[tuple[float, int]]:
    """The zeros in (low, high] in their order, each with 1 where the function rises and −1 where it falls.

    The interval is first cut into some pieces.
    """
    zeros_found: list[tuple[float, int]] = []
    edges = np.linspace(low, high, pieces + 1)
    waiting = [(float(a), float(b), 0) for a, b in pairwise(edges)][::-1]
    scale = max(abs(low), abs(high), high - low)
    looks = 0
    while waiting and looks <= LOOKS * pieces:
        a, b, depth = waiting.pop()
        looks += 1
        places = [b, *(0.5 * (a + b) + 0.5 * (b - a) * _X[1:-1]), a]
        values = np.array([function(float(x)) for x in places])
        verdict = _verdict(values)
        if verdict == 0:
            continue
        if verdict == 2 and b - a > SAME * scale and depth < DEEPEST:
            middle = 0.5 * (a + b)
            waiting += [(middle, b, depth + 1), (a, middle, depth + 1)]
            continue
        first, last = float(values[-1]), float(values[0])
        if first != 0 and (last == 0 or (last > 0) != (first > 0)):
            zero = b if last == 0 else _zero_between(function, (a, first), (b, last), scale)
            zeros_found.append((zero, 1 if first < 0 else -1))
    return zeros_found


def _verdict(values: Array) -> int:
    """The number of zeros that the values prove: 0 none, 1 at most one, 2 unknown."""
    if not np.isfinite(values).all():
        return 0
    if not values.any():
        return 0  # zero all along: it changes its sign nowhere
    c = _TO_COEFFICIENTS @ values
    missed = 2 * (abs(c[-1]) + abs(c[-2])) + 4e-16 * np.max(np.abs(values))
    if abs(c[0]) > np.sum(np.abs(c[1:])) + missed:
        return 0
    d = np.polynomial.chebyshev.chebder(c)
    return 1 if abs(d[0]) > np.sum(np.abs(d[1:])) + 2 * _N**2 * missed else 2


def _zero_between(
    function: Callable[[float], float], low: tuple[float, float], high: tuple[float, float], scale: float
) -> float:
    """A zero between two points of opposite sign, by bisection and the secant method in turn."""
    (a, at_a), (b, at_b) = low, high
    for turn in range(200):
        if b - a <= 2e-16 * scale:
            break
        x = 0.5 * (a + b) if turn % 3 == 2 else a - at_a * (b - a) / (at_b - at_a)
        if not a < x < b:
            x = 0.5 * (a + b)
        if x in (a, b):
            break
        value = function(x)
        if value == 0:
            return x
        if (value > 0) == (at_a > 0):
            a, at_a = x, value
        else:
            b, at_b = x, value
    return a if abs(at_a) < abs(at_b) else b
