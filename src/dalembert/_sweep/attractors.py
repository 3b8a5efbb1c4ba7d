"""Where runs end up: ends that lie close together belong to one attractor, whose basin is where they began.

Ends are neighbours if they lie in the same or in adjoining cells of a grid over the range of all ends; what
neighbours connect is one attractor (single linkage). A quantity whose ends differ only in digits that runs
have not reached yet tells no attractors apart: they are compared with the largest end, and with the largest
start where the starts of that quantity are varied, so that runs that die out towards 0 end at one point.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import label

from dalembert._sweep.records import Array, refusal
from dalembert._sweep.rows import SweepRows

SAME = 1e-5  # of the largest size of a quantity: ends that differ by less are one
END = " at end"  # of a quantity, as it is asked for
CELLS = 60  # of the grid, across the range of each quantity
MOST = 8  # attractors that are told apart; the others are small
NONE = -1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Attractors:
    """The attractor of each row, counted from the one with the most rows; −1 where it has none of them."""

    names: tuple[str, ...]
    number: NDArray[np.int64]
    ends: Array  # (attractors, quantities): the middle of the ends
    shares: tuple[float, ...]  # of the rows with numbers


def attractors_of(rows: SweepRows, names: tuple[str, ...]) -> Attractors:
    """The attractors of the rows, distinguished by one to three quantities at the end of the runs."""
    if not 1 <= len(names) <= 3:
        message = f"attractors are told apart by one to three quantities, not by {len(names)}"
        raise refusal("", message, "name the coordinates at the end: x_at_end y_at_end")
    ends = np.stack([rows.column(name) for name in names], axis=1)
    known = np.isfinite(ends).all(axis=1)
    if not known.any():
        raise refusal("", "no run came to its end", "look at the messages of the rows")
    points = ends[known]
    low, extent = points.min(axis=0), np.ptp(points, axis=0)
    sizes_of_starts = [_largest_start(rows, name) for name in names]
    differs = extent > SAME * np.maximum(np.abs(points).max(axis=0), sizes_of_starts)
    shares = np.where(differs, (points - low) / np.where(differs, extent, 1.0), 0.0)
    cells = np.minimum((CELLS * shares).astype(int), CELLS - 1)
    filled = np.zeros((CELLS,) * len(names), dtype=bool)
    filled[tuple(cells.T)] = True
    parts, _ = label(filled, structure=np.ones((3,) * len(names)))
    part = parts[tuple(cells.T)]
    sizes = np.bincount(part)
    order = [int(one) for one in np.argsort(-sizes, kind="stable") if sizes[one]][:MOST]
    number = np.full(len(ends), NONE)
    for i, one in enumerate(order):
        number[np.flatnonzero(known)[part == one]] = i
    return Attractors(
        names=names,
        number=number,
        ends=np.array([points[part == one].mean(axis=0) for one in order]),
        shares=tuple(float(sizes[one] / len(points)) for one in order),
    )


def _largest_start(rows: SweepRows, name: str) -> float:
    """The largest start of a quantity that is kept at the end, where its starts are varied; else 0."""
    starts = rows.varied.get(rows.texts.get(name, "").removesuffix(END))
    return 0.0 if starts is None or not len(starts) else float(np.nanmax(np.abs(starts)))
