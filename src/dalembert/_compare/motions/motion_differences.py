"""Differences of motions: over time, the largest, compared with the claimed errors, and their growth.

Columns that two motions share are compared as a run is with a finer one in `_simulate/measure.py`:
|difference| over the largest size that a column has had so far, but at least a small part of the largest of
its kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.motions.records import ColumnDifference, Growth, MotionDifference, MotionRun
from dalembert._model.records import Model
from dalembert._simulate.claim import difference, small_against
from dalembert._simulate.motion import column_names

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
ROUNDED = 1e-14  # smaller differences are the last bits of the columns
LOW, HIGH = 1e-11, 1e-2  # between these a rate of growth shows: to smaller ones each step adds its rounding
FOLDS = 5.0  # the least growth, in e-foldings, of a fitted line
STRAIGHT = 0.9  # the least R² of the line
EXACT = 1e-13  # the least bound: smaller differences are rounding
NORM = ".unit"  # suffix of the names of constraints that keep quaternions at length 1
SAFE = 3.0  # a claim has the size of the error: no run is off by more than so many claims


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Track:
    """Columns over time, with the claimed error and the time until which it holds; None without a claim."""

    name: str
    t: Array
    columns: Mapping[str, Array]
    claim: float | None
    until: float | None
    reaction: Array | None = None  # of constraints, where there are any


def track_of(run: MotionRun) -> Track:
    """The columns of a run."""
    motion = run.motion
    return Track(
        name=run.name,
        t=motion.t,
        columns=motion.columns(),
        claim=run.claim,
        until=motion.accuracy.until,
        reaction=motion.reaction if motion.lam.shape[1] and not _has_norms(motion.model) else None,
    )


def _has_norms(model: Model) -> bool:
    """Whether constraints keep quaternions of bodies at length 1: their multipliers are no forces."""
    return any(one.name.endswith(NORM) for one in model.constraints)


def difference_of(one: MotionRun, other: Track, columns: tuple[str, ...] = ()) -> MotionDifference:
    """The difference of a run from another at the other's times, which the run must have too.

    By default coordinates, speeds and states are compared.
    """
    first, names = track_of(one), columns or state_columns(one)
    _, rows_of_first, its = np.intersect1d(first.t, other.t, return_indices=True)
    t = first.t[rows_of_first]
    ours = np.stack([first.columns[name][rows_of_first] for name in names], axis=1)
    theirs = np.stack([other.columns[name][its] for name in names], axis=1)
    apart = difference(ours, theirs, sizes_of(one, names)[rows_of_first])
    until, bound = _claims(first, other)
    distance = np.max(apart, axis=1, initial=0.0)
    return MotionDifference(
        first=one.name,
        second=other.name,
        t=t,
        distance=distance,
        until=until,
        within=None if until is None else float(np.max(distance[t <= until], initial=0.0)),
        bound=bound,
        columns=tuple(
            _column(name, t, ours[:, i] - theirs[:, i], apart[:, i]) for i, name in enumerate(names)
        ),
        reactions=_reactions(
            first.reaction, other.reaction, rows_of_first, its, t <= (np.inf if until is None else until)
        ),
    )


def _reactions(
    first: Array | None, other: Array | None, rows_of_first: Indices, its: Indices, rows: NDArray[np.bool_]
) -> float | None:
    """The largest difference of the constraint forces relative to the largest of them."""
    if first is None or other is None:
        return None
    size = float(np.max(np.abs(first[rows_of_first]), initial=0.0))
    apart = float(np.max(np.abs(first[rows_of_first] - other[its])[rows], initial=0.0))
    return apart / size if size > 0 else apart


def _column(name: str, t: Array, apart: Array, relative: Array) -> ColumnDifference:
    """The difference of one column."""
    if not len(t):
        return ColumnDifference(name=name, largest=0.0, t=0.0, rms=0.0, relative=0.0)
    at = int(np.argmax(np.abs(apart)))
    return ColumnDifference(
        name=name,
        largest=float(abs(apart[at])),
        t=float(t[at]),
        rms=float(np.sqrt(np.mean(apart**2))),
        relative=float(np.max(relative)),
    )


def state_columns(one: MotionRun) -> tuple[str, ...]:
    """Coordinates, speeds and states."""
    names = column_names(one.motion.model)
    return (*names["q"], *names["qd"], *names["s"])


def sizes_of(one: MotionRun, names: tuple[str, ...]) -> Array:
    """The sizes that differences of columns are relative to, at each time."""
    motion = one.motion
    kinds = [
        names_of_kind
        for names_of_kind in column_names(motion.model).values()
        if set(names_of_kind) & set(names)
    ]
    scales = np.zeros((len(motion.t), len(names)))
    least = small_against(motion.settings.rtol)
    for kind in kinds:
        columns = [i for i, name in enumerate(names) if name in kind]
        sizes = np.maximum.accumulate(np.abs(np.stack([motion[names[i]] for i in columns], axis=1)), axis=0)
        scales[:, columns] = np.maximum(sizes, least * np.max(sizes, initial=0.0))
    allowed: Array = scales + (motion.settings.atol or 0.0) / motion.settings.rtol
    return allowed


def _claims(one: Track, other: Track) -> tuple[float | None, float | None]:
    """The time until which both runs claim the requested accuracy, and the sum of their claims."""
    if one.claim is None or other.claim is None or one.until is None or other.until is None:
        return None, None
    return min(one.until, other.until), max(SAFE * (one.claim + other.claim), EXACT)


def growth_of(difference: MotionDifference, disturbed: Array | None) -> Growth | None:
    """The rate at which a difference grows where its logarithm is a straight line, else None.

    `disturbed` is the logarithm of a small disturbance at the same times.
    """
    window = growing_rows(difference.distance)
    if window is None:
        return None
    t = difference.t[window]
    with np.errstate(all="ignore"):
        value = np.log(np.maximum(difference.distance[window], ROUNDED))
    rate, deviation = _line(t, value)
    spread = float(np.sum((value - value.mean()) ** 2))
    since = t - difference.t[0]
    power = _line(np.log(np.maximum(since, since[-1] / 1e6)), value)[1]
    if deviation > (1 - STRAIGHT) * spread or deviation >= power or rate * float(t[-1] - t[0]) < FOLDS:
        return None  # not a line, or one over log t: accumulating errors grow as a power of time
    exponent = None
    if disturbed is not None and len(disturbed) >= window.stop:
        exponent, _ = _line(t, disturbed[window])
    return Growth(rate=rate, lyapunov=exponent, start=float(t[0]), end=float(t[-1]))


def _line(x: Array, y: Array) -> tuple[float, float]:
    """The slope of the regression line, and the sum of squared residuals."""
    slope, level = np.polyfit(x, y, 1)
    return float(slope), float(np.sum((y - (slope * x + level)) ** 2))


def growing_rows(distance: Array) -> slice | None:
    """The rows after the last at the level of rounding and before the motions have separated."""
    apart = np.flatnonzero(distance > HIGH)
    end = int(apart[0]) if len(apart) else len(distance)
    small = np.flatnonzero(distance[:end] <= LOW)
    start = int(small[-1]) + 1 if len(small) else 0
    return slice(start, end) if end - start >= 8 else None
