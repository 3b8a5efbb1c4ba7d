"""One-sided limits of a column at an instant, from its samples.

Between instants at which contacts change a column is smooth. So its samples t₀, t₁, t₂ on one side, the
nearest first, are extrapolated to an instant T: by a line through two of them, and by a parabola through
three, which differs by

    c (T − t₀)(T − t₁),   c = (d₀₁ − d₁₂)/(t₀ − t₂),   d_ij = (y_i − y_j)/(t_i − t_j).

Where both agree within the width of a drawn line, the limit is accepted; else it is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._present.figures.records import Array

VISIBLE = 0.01  # relative to the range of a column: smaller differences are hidden by the width of a line
ROUNDING = 1e-12  # relative to the largest value of a column: a smaller range is zero


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sides:
    """A column just before and just after some instants, NaN where unknown; and where it jumps."""

    before: Array
    after: Array
    jumps: NDArray[np.bool_]


def values_beside(t: Array, y: Array, at: Array, *, before: Array, after: Array) -> Sides:
    """A column at instants in order, from its samples and from known values, NaN where unknown.

    A sample at an instant is the value after it. Where a side is unknown but the samples around the instant
    are equal, the column does not jump.
    """
    least = VISIBLE * float(np.ptp(y[np.isfinite(y)])) if np.isfinite(y).any() else 0.0
    least = max(least, ROUNDING * float(np.max(np.abs(y), where=np.isfinite(y), initial=0.0)))
    last = np.searchsorted(t, at, side="left") - 1
    left = _one_sided_limits(t, y, at, last, -1, least)
    right = _one_sided_limits(t, y, at, last + 1, 1, least)
    left, right = np.where(np.isnan(before), left, before), np.where(np.isnan(after), right, after)
    near = _values_at(y, last), _values_at(y, last + 1)
    near = np.where(np.isnan(before), near[0], before), np.where(np.isnan(after), near[1], after)
    unknown = np.isnan(left) | np.isnan(right)
    apart = np.where(unknown, near[1] - near[0], right - left)
    return Sides(before=left, after=right, jumps=~(np.abs(apart) <= least))


def _one_sided_limits(
    t: Array, y: Array, at: Array, first: NDArray[np.intp], way: int, least: float
) -> Array:
    """The extrapolations of the samples on one side; NaN where these are too few or disagree."""
    bound = np.concatenate([[-np.inf], at[:-1]]) if way < 0 else np.concatenate([at[1:], [np.inf]])
    places = [first + way * k for k in range(3)]
    times = [_values_at(t, rows) for rows in places]
    inside = [times[k] >= bound if way < 0 else times[k] < bound for k in range(3)]
    (t0, t1, t2), (y0, y1, y2) = times, (_values_at(y, rows) for rows in places)
    with np.errstate(all="ignore"):
        near, far = (y0 - y1) / (t0 - t1), (y1 - y2) / (t1 - t2)
        line = near * (at - t0)
        bend = (near - far) / (t0 - t2) * (at - t0) * (at - t1)
    three, two = inside[0] & inside[1] & inside[2], inside[0] & inside[1]
    further = np.where(three, line + bend, np.where(two, line, np.nan))
    doubt = np.where(three, np.abs(bend), np.where(two, np.abs(line), np.inf))
    limits = np.where(doubt <= least, y0 + further, np.nan)
    return np.where(inside[0] & (t0 == at), y0, limits)


def _values_at(values: Array, places: NDArray[np.intp]) -> Array:
    """The values at places; NaN outside."""
    there = (places >= 0) & (places < len(values))
    return np.where(there, values[np.clip(places, 0, len(values) - 1)], np.nan)
