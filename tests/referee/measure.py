"""max over entries and rows of |error|/S_i(t), S_i(t) = max(largest |y_i| so far, κ · largest of its kind in the run)."""

from __future__ import annotations

import numpy as np

EPSILON = float(np.finfo(float).eps)


def kappa(rtol: float) -> float:
    """The part of the largest entry of its kind below which an entry is not measured by itself."""
    return max(1e-6, 10 * EPSILON / rtol)


def sizes(largest: np.ndarray, kinds: tuple[int, ...], part: float) -> np.ndarray:
    """S_i(t) at each row, from the largest |y_i| so far; an entry whose whole kind stays at zero has the size 0."""
    found = largest.copy()
    first = 0
    for count in kinds:
        own = slice(first, first + count)
        found[:, own] = np.maximum(found[:, own], part * np.max(found[:, own], initial=0.0))
        first += count
    return found


def errors(apart: np.ndarray, largest: np.ndarray, kinds: tuple[int, ...], rtol: float) -> np.ndarray:
    """|error|/S at each row and entry; 0 where both are 0."""
    apart = np.abs(apart)
    size = sizes(largest, kinds, kappa(rtol))[: len(apart)]
    with np.errstate(all="ignore"):
        found = apart / size
    return np.where(apart == 0, 0.0, np.where(np.isnan(found), np.inf, found))
