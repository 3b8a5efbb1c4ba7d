"""All roots of F(x) = 0 in a box, isolated with proof: boxes are halved until each holds one root or none.

    K = c − Y F(c) + (1 − Y J(X)) (X − c),   Y ≈ J(c)⁻¹

All roots in X lie in K. If F or K shows that there is none, X is dropped; if K lies inside X, it holds
exactly one (Krawczyk's operator). X is a box made a little larger, so that roots at its border are inside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.intervals import Bounds, Interval, add, multiply, subtract

Array = NDArray[np.float64]
Function = Callable[[Array, Array], Bounds]  # bounds of all entries in boxes (low, high), row after row
CHUNK = 256  # boxes at once
LARGER = 0.1  # of the width of a box: by how much X is larger
SHRUNK = 0.7  # a box that shrinks by less is halved
REFINED = 12  # contractions of a box with one root
MOST_ROOTS = 150
UNEVEN = 0.4921  # where a box is halved: roots are often at zero and at the middle


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Isolation:
    """The roots, one in a row; small boxes that remain undecided; and whether all boxes were looked at."""

    roots: Array
    undecided: Array
    finished: bool


def isolate(
    F: Function, J: Function, low: Array, high: Array, least: Array, scale: Array, budget: int
) -> Isolation:
    """The roots between low and high; boxes below the size `least` are left undecided, `budget` is spent."""
    with np.errstate(all="ignore"):  # bounds may be infinite
        return _isolate(F, J, low, high, least, scale, budget)


def _isolate(
    F: Function, J: Function, low: Array, high: Array, least: Array, scale: Array, budget: int
) -> Isolation:
    n = len(low)
    waiting = (low[np.newaxis], high[np.newaxis])
    roots: list[Array] = []
    open_: list[Array] = []
    while len(waiting[0]) and budget > 0 and sum(map(len, roots)) <= MOST_ROOTS:
        (low, high), waiting = (part[:CHUNK] for part in waiting), (waiting[0][CHUNK:], waiting[1][CHUNK:])
        budget -= len(low)
        value = F(low, high)
        kept = ~value.nowhere & np.all((value.low <= 0) & (value.high >= 0), axis=1)
        low, high = low[kept], high[kept]
        if not len(low):
            continue
        more = LARGER * (high - low)
        wide = Interval(low - more, high + more)
        k, slopes = _krawczyk(F, J, wide, scale)
        inside = np.all((k.low > wide.low) & (k.high < wide.high), axis=1)
        roots.append(_refine(F, J, k.low[inside], k.high[inside], scale))
        now_low, now_high = np.maximum(low, k.low), np.minimum(high, k.high)
        left = ~inside & np.all(now_low <= now_high, axis=1)
        shrunk = np.any(now_high - now_low < SHRUNK * (high - low), axis=1)
        small = np.all(now_high - now_low <= least, axis=1)
        open_.append(((now_low + now_high) / 2)[left & small])
        again = left & shrunk & ~small
        halve = left & ~shrunk & ~small
        halves = _halves(now_low[halve], now_high[halve], slopes[halve], least)
        parts = zip((now_low[again], now_high[again]), halves, waiting, strict=True)
        low, high = (np.concatenate(part) for part in parts)
        waiting = (low, high)
    empty = np.zeros((0, n))
    return Isolation(
        roots=np.concatenate([empty, *roots]),
        undecided=np.concatenate([empty, *open_]),
        finished=not len(waiting[0]),
    )


def _krawczyk(F: Function, J: Function, x: Interval, scale: Array) -> tuple[Interval, Array]:
    """K for many boxes, infinite where slopes are not bounded or F not defined; and the sizes of slopes."""
    count, n = x.low.shape
    centre = (x.low + x.high) / 2
    slopes, value = J(x.low, x.high), F(centre, centre)
    A_low, A_high = (part.reshape(count, n, n) for part in (slopes.low, slopes.high))
    sizes = np.maximum(np.abs(A_low), np.abs(A_high))
    Y, usable = _inverses((A_low + A_high) / 2, scale)
    usable &= ~slopes.partly & ~slopes.nowhere & ~value.partly & ~value.nowhere
    usable &= np.isfinite(sizes).all(axis=(1, 2)) & np.isfinite(value.low + value.high).all(axis=1)
    away = [subtract(Interval(x.low[:, j], x.high[:, j]), _point(centre[:, j])) for j in range(n)]
    ends: list[Interval] = []
    for i in range(n):
        end = _point(centre[:, i])
        for j in range(n):
            step = multiply(_point(Y[:, i, j]), Interval(value.low[:, j], value.high[:, j]))
            product = _point(np.full(count, float(i == j)))
            for k in range(n):
                entry = Interval(A_low[:, k, j], A_high[:, k, j])
                product = subtract(product, multiply(_point(Y[:, i, k]), entry))
            end = add(subtract(end, step), multiply(product, away[j]))
        ends.append(end)
    low = np.where(usable[:, np.newaxis], np.stack([one.low for one in ends], axis=1), -np.inf)
    high = np.where(usable[:, np.newaxis], np.stack([one.high for one in ends], axis=1), np.inf)
    return Interval(low, high), sizes


def _point(x: Array) -> Interval:
    return Interval(x, x)


def _inverses(A: Array, scale: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Inverses of many matrices, zero where one is singular; columns belong to unknowns of these scales."""
    scaled = A * scale
    rows = np.abs(scaled).max(axis=2, initial=0.0)
    usable = np.isfinite(rows).all(axis=1) & (rows > 0).all(axis=1)
    scaled = np.where(usable[:, np.newaxis, np.newaxis], scaled, np.eye(len(scale)))
    rows = np.where(usable[:, np.newaxis], rows, 1.0)
    scaled = scaled / rows[:, :, np.newaxis]
    usable &= np.abs(np.linalg.det(scaled)) > 1e-13
    scaled = np.where(usable[:, np.newaxis, np.newaxis], scaled, np.eye(len(scale)))
    inverses = scale[:, np.newaxis] * np.linalg.inv(scaled) / rows[:, np.newaxis, :]
    return np.where(usable[:, np.newaxis, np.newaxis], inverses, 0.0), usable


def _refine(F: Function, J: Function, low: Array, high: Array, scale: Array) -> Array:
    """The roots in boxes that hold one each."""
    for _ in range(REFINED if len(low) else 0):
        k, _ = _krawczyk(F, J, Interval(low, high), scale)
        now_low, now_high = np.maximum(low, k.low), np.minimum(high, k.high)
        fine = np.all(now_low <= now_high, axis=1)
        low, high = (np.where(fine[:, np.newaxis], a, b) for a, b in ((now_low, low), (now_high, high)))
    return (low + high) / 2


def _halves(low: Array, high: Array, slopes: Array, least: Array) -> tuple[Array, Array]:
    """Both parts of each box, halved along the unknown that changes F most."""
    if not len(low):
        return low, high
    width = high - low
    rows = np.where(np.isfinite(slopes), slopes, 0.0) * width[:, np.newaxis, :]
    largest = rows.max(axis=2, keepdims=True)
    smear = (rows / np.where(largest > 0, largest, 1.0)).max(axis=1) + np.log2(1 + width / least) / 64
    smear = np.where(width > least, smear, -1.0)
    along = np.argmax(smear, axis=1)
    each = np.arange(len(low))
    middle = low[each, along] + UNEVEN * width[each, along]
    upper, lower = low.copy(), high.copy()
    upper[each, along], lower[each, along] = middle, middle
    return np.concatenate([low, upper]), np.concatenate([lower, high])
