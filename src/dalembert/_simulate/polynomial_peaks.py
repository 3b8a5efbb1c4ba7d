"""The smallest value of a column near some of its nodes: that of the polynomial through the nodes around."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Pieces = NDArray[np.int64]  # of nodes: the smooth piece of time that each is in
NONE = -1  # the piece of those that no polynomial goes through
AROUND = 3  # nodes on each side of the largest one
WIDE = 5  # times as many are looked at: some are too close
PEAKS = 4  # low nodes of a column that are looked at, the lowest first
MANY_PEAKS = 16  # that are looked at where a column turns quickly, the lowest parabolas first
EARLY = 8  # and the first ones that are as low but for NEAR of its size
NEAR = 1e-3
CLOSE = 1e-3  # of the time between the outer nodes: nodes that are closer make a polynomial of rounding
FINE = 33  # places in which the polynomial is looked at, before a parabola
LOPSIDED = 4.0  # times as far away as the other is a neighbour, so that
LOOKS = 3  # looks are needed, each sixteen times as close as the one before
NARROWER = 8  # times as close are the nodes on both sides of a promised extreme
GRID = np.linspace(0.0, 1.0, FINE)
SAME = 1e-9  # of the size of a column: peaks that differ by less are equal, and the first counts


class ColumnTimes(Protocol):
    """Times of the values of a column."""

    @property
    def t(self) -> Array:
        """The times in their order."""

    @property
    def piece(self) -> Pieces:
        """The smooth piece of time that each is in."""


def smallest_value(
    nodes: ColumnTimes, values: Array, rows: ColumnTimes, at_rows: Array, same: float = SAME
) -> tuple[float, float]:
    """The smallest value of a column, and the first time at which it has it but for `same` of its size."""
    low, high = values.min(), values.max()
    if not (np.isfinite(low) and np.isfinite(high)):
        finite = np.isfinite(values)
        if not finite.any() or not np.isfinite(at_rows).any():
            return float("nan"), float(rows.t[0])
        low, high = values[finite].min(), values[finite].max()
        values = np.where(finite, values, np.inf)
    size = float(max(-low, high))
    lows = low_nodes(values)
    order = lows[values[lows].argsort(kind="stable")][:PEAKS].tolist() if low < high else lows[:1].tolist()
    peaks = {k: _refine(nodes.t, values, nodes.piece, k) for k in order}
    row = int(np.argmin(np.where(np.isfinite(at_rows), at_rows, np.inf)))
    best, t = min(*peaks.values(), (float(at_rows[row]), float(rows.t[row])))
    for k in lows[values[lows] <= best + NEAR * size][:EARLY].tolist():
        value, early = peaks.get(k) or _refine(nodes.t, values, nodes.piece, k)
        if value <= best + same * size:
            return best + 0.0, min(early, t)
    return best + 0.0, t


def low_nodes(values: Array) -> NDArray[np.int64]:
    """The indices of local minima: nodes that are not above their neighbours in time."""
    before = np.concatenate([[np.inf], values[:-1]])
    after = np.concatenate([values[1:], [np.inf]])
    return np.flatnonzero((values <= before) & (values <= after) & np.isfinite(values))


def _bottoms(t: Array, values: Array, lows: NDArray[np.int64]) -> Array:
    """The lowest points of parabolas through low nodes and their neighbours, where these are higher."""
    bottoms: Array = values[lows].copy()
    inner = (lows > 0) & (lows < len(t) - 1)
    k = lows[inner]
    with np.errstate(all="ignore"):
        before, after = t[k] - t[k - 1], t[k + 1] - t[k]
        down, up = (values[k] - values[k - 1]) / before, (values[k + 1] - values[k]) / after
        bend, slope = (up - down) / (before + after), (up * before + down * after) / (before + after)
        lower = values[k] - 0.25 * slope**2 / bend
    bottoms[inner] = np.where(np.isfinite(lower), lower, values[k])
    return bottoms


def _refine(t: Array, values: Array, piece: NDArray[np.int64], k: int) -> tuple[float, float]:
    """The minimum between the neighbours of a node, of the polynomial through the nodes around it."""
    at_node = (float(values[k]), float(t[k]))
    if piece[k] < 0:
        return at_node
    some = _stencil(t, values, piece, k)
    if len(some) < 3 or not values[some].min() < values[some].max():
        return at_node
    at = int(np.searchsorted(some, k))
    left, right = t[some[max(at - 1, 0)]], t[some[min(at + 1, len(some) - 1)]]
    lopsided = not 1 / LOPSIDED < (right - t[k]) / max(t[k] - left, 1e-300) < LOPSIDED
    for _ in range(LOOKS if lopsided else 1):
        places = left + (right - left) * GRID
        values_between = _interpolate(t[some], values[some], places)
        best = int(np.argmin(values_between))
        left, right = places[max(best - 1, 0)], places[min(best + 1, FINE - 1)]
    if not 0 < best < FINE - 1:
        return min(at_node, (float(values_between[best]), float(places[best])))
    a, b, c = values_between[best - 1 : best + 2]
    bend = a - 2 * b + c
    shift = 0.5 * (a - c) / bend if bend > 0 else 0.0
    value = b - 0.25 * (a - c) * shift
    return min(at_node, (float(value), float(places[best] + shift * (places[1] - places[0]))))


def _stencil(t: Array, values: Array, piece: Pieces, k: int) -> NDArray[np.intp]:
    """The nodes of the interpolation around a node, such that no two are too close.

    Near the end of a piece there are more of them on the other side: fewer would be a worse polynomial.
    """
    first, last = max(0, k - WIDE * AROUND), min(len(t) - 1, k + WIDE * AROUND)
    near = slice(first, last + 1)
    fits = ((piece[near] == piece[k]) & np.isfinite(values[near])).tolist()
    low = high = k
    while low > first and fits[low - 1 - first]:
        low -= 1
    while high < last and fits[high + 1 - first]:
        high += 1
    before, after = _spaced_nodes(t[low : k + 1][::-1]), _spaced_nodes(t[k : high + 1])
    left = min(len(before) - 1, max(AROUND, 2 * AROUND - (len(after) - 1)))
    right = min(len(after) - 1, max(AROUND, 2 * AROUND - (len(before) - 1)))
    some: NDArray[np.intp] = np.array(
        [*(k - i for i in before[left:0:-1]), k, *(k + i for i in after[1 : right + 1])]
    )
    return some


def _spaced_nodes(t: Array) -> list[int]:
    """Which of some nodes, from one outwards, are far enough from the ones before."""
    away = np.abs(t - t[0]).tolist()
    chosen = [0]
    for i in range(1, len(away)):
        if away[i] - away[chosen[-1]] > CLOSE * away[i]:
            chosen.append(i)
    nearest = [i for i in chosen[1:] if away[i] > CLOSE * away[chosen[min(AROUND, len(chosen) - 1)]]]
    return [0, *nearest]


def _interpolate(t: Array, values: Array, places: Array) -> Array:
    """Newton's interpolation polynomial through some points, evaluated at some arguments."""
    centre, width = t[len(t) // 2], float(t[-1] - t[0])
    x, at = (t - centre) / width, (places - centre) / width
    table = values.astype(np.float64).copy()
    for order in range(1, len(x)):
        table[order:] = (table[order:] - table[order - 1 : -1]) / (x[order:] - x[:-order])
    interpolated = np.full(len(at), table[-1])
    for i in range(len(x) - 2, -1, -1):
        interpolated = interpolated * (at - x[i]) + table[i]
    return interpolated


def with_neighbours(t: Array, wanted: Array) -> Array:
    """Times, and others on both sides of each that are closer to it than the nodes are."""
    k = np.clip(np.searchsorted(t, wanted), 1, len(t) - 1)
    apart = (t[k] - t[k - 1]) / NARROWER
    every: Array = np.concatenate([wanted, wanted - apart, wanted + apart])
    return every


def promised_extremes(
    t: Array, values: Array, piece: Pieces, same: float = SAME
) -> list[tuple[float, float]]:
    """The extremes of polynomials at the lowest nodes, and at the first ones that are nearly as low."""
    finite = np.isfinite(values)
    if not finite.any() or values[finite].min() == values[finite].max():
        return []
    values = np.where(finite, values, np.inf)
    lows = low_nodes(values)
    order = lows[_bottoms(t, values, lows).argsort(kind="stable")][:MANY_PEAKS].tolist()
    size = float(np.max(np.abs(values[finite])))
    near = lows[values[lows] <= values[finite].min() + max(NEAR, same) * size][:EARLY].tolist()
    return [_refine(t, values, piece, k) for k in dict.fromkeys([*order, *near])]
