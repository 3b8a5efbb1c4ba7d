"""The error that is claimed of a run: from runs that refine one another, and from one disturbed by rounding.

Truncation. Let Z, A, B be runs of which each halves the steps of the one before. With D1 = |Z − A| and
D2 = |A − B|, each over the sizes S, the error shrinks from run to run by k = D2/D1, as measured and not as
the order of the method promises, and the error of B is

    e = k D2 / (1 − k)    (times SAFETY; k not below what the order allows)

Rounding. Z is repeated on its own grid, with K times the rounding of each evaluation and each sum added with
random signs; the run P that follows differs by K times the effect of rounding on Z, because truncation is
the same:

    N = |P − Z| / K    (the largest so far, times SAFETY)

Where a bias of the evaluations may matter, Z is repeated as E with rates in more digits, and N is not below
|E − Z|, times SAFETY. The sizes S are those of `measure.py`. The claim is e + N, for each entry and each row.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
EPSILON = 2.220446049250313e-16
SAFETY = 3.0
WINDOW = 0.05  # of the rows: differences are the largest in so long a time before
COUNTS = 1e-2  # of the largest difference: smaller ones do not say how fast errors shrink
LARGEST_CONTRACTION = 0.5
PARTED = 1e-2  # runs that differ by more follow other motions
SLOW = 1 / 32  # the least contraction that is believed of runs that parted
ROUNDED = 50 * EPSILON  # no claim is smaller: runs that are compared share the bias of their rates
SMALLEST_KIND = 1e-6
NARROW = 16  # columns
STRAIGHT = 0.9  # R² of a line
FOLDS = 3.0  # e-foldings


def small_against(rtol: float) -> float:
    """κ: entries below this part of the largest of their kind are measured against that."""
    return max(SMALLEST_KIND, 10 * EPSILON / rtol)


def difference(one: Array, other: Array, sizes: Array) -> Array:
    """|one − other| over the sizes, rows that both have; where one of them is not finite, infinite."""
    rows = min(len(one), len(other), len(sizes))
    with np.errstate(all="ignore"):
        found = np.abs(one[:rows] - other[:rows]) / np.maximum(sizes[:rows], 1e-290)
    return np.where(np.isfinite(found), found, np.inf)


def truncation(coarse: Array, fine: Array, least: float) -> Array:
    """The error of the finest of three runs, from the differences Z − A and A − B over the sizes."""
    rows = min(len(coarse), len(fine))
    before, after = _largest_recently(coarse[:rows]), _largest_recently(fine[:rows])
    with np.errstate(all="ignore"):
        ratio = np.where(before > 0, after / before, np.where(after > 0, LARGEST_CONTRACTION, 0.0))
        most = largest_of_rows(after)[:, np.newaxis]
        k = largest_of_rows(np.where(after >= COUNTS * most, ratio, 0.0))[:, np.newaxis]
    k = np.nan_to_num(k, nan=LARGEST_CONTRACTION)
    k = np.maximum(k, np.where(are_apart(before), max(SLOW, least), least))
    k = np.minimum(k, LARGEST_CONTRACTION)
    found: Array = SAFETY * after * k / (1 - k)
    return found


def rounding(
    disturbed: Sequence[tuple[float, Array]], precise: Array | None, rows: int, columns: int
) -> Array:
    """The effect of rounding, from differences P − Z over the sizes with their gains, the largest first.

    A gain tells nothing where its runs have parted or P has ended; where that is so for all of them, nothing
    is known. Zero where there are none. `precise` are the differences E − Z, where that run was made.
    """
    found = np.full((rows, columns), np.inf if disturbed else 0.0)
    for gain, differences in disturbed:
        so_far = largest_so_far(differences[:rows])
        own = np.where(are_apart(so_far), np.inf, SAFETY * so_far / gain + ROUNDED)
        known = found[: len(own)]
        known[:] = np.where(np.isfinite(known), known, own)
    if precise is not None:
        bias = SAFETY * largest_so_far(precise[:rows])
        found[: len(bias)] = np.maximum(found[: len(bias)], bias)
    return found


def largest_so_far(differences: Array) -> Array:
    """The largest differences up to each row."""
    return _largest_of_last(differences, len(differences))


def are_apart(differences: Array) -> NDArray[np.bool_]:
    """Whether runs that differ so much over the sizes follow other motions, row by row."""
    return np.asarray(largest_of_rows(differences)[:, np.newaxis] > PARTED)


def largest_of_rows(values: Array) -> Array:
    """The largest of each row of numbers that are not negative: a few columns are compared as a whole."""
    if not 0 < values.shape[1] <= NARROW:
        return np.asarray(np.max(values, axis=1, initial=0.0))
    most = values[:, 0].copy()
    for column in range(1, values.shape[1]):
        np.maximum(most, values[:, column], out=most)
    return most


def _largest_recently(differences: Array) -> Array:
    """The largest difference in a short time before each row."""
    return _largest_of_last(differences, max(1, round(WINDOW * len(differences))))


def _largest_of_last(differences: Array, width: int) -> Array:
    """The largest of so many rows up to each one, over windows that double in length."""
    found, other, length = differences, np.empty_like(differences), 1
    spare = np.empty_like(differences) if width > 2 else other
    while length < width:
        step = min(length, width - length)
        np.maximum(found[step:], found[:-step], out=other[step:])
        other[:step] = found[:step]
        found, other = other, spare if length == 1 else found
        length += step
    return found


def grows_exponentially(times: Array, disturbed: Array, growth: float) -> bool:
    """Whether a disturbance grows as an exponential over a time, by more than `growth` in all: chaos."""
    with np.errstate(all="ignore"):
        size = np.log(np.max(disturbed, axis=1, initial=0.0))
    apart = np.flatnonzero(size > np.log(PARTED))
    end = int(apart[0]) if len(apart) else len(size)
    known = np.flatnonzero(np.isfinite(size[:end]))
    if len(known) < 8:
        return False
    t, value = times[known], size[known]
    duration = float(times[len(disturbed) - 1] - times[0])
    slope, level = np.polyfit(t, value, 1)
    rest = value - (slope * t + level)
    spread = float(np.sum((value - value.mean()) ** 2))
    folds = slope * float(t[-1] - t[0])
    lasts = t[-1] - t[0] >= 0.5 * duration or len(apart) > 0
    straight = spread > 0 and 1 - float(np.sum(rest**2)) / spread >= STRAIGHT
    return bool(lasts and straight and folds >= max(FOLDS, np.log(max(growth, 1.0))))
