"""How far motions are apart: over time, at most, within their claims, and how fast that grows.

Columns that two motions share are compared as a run compares itself with a finer one (`_simulate/measure.py`):
|difference| over the largest size that a column has had so far, and not below a small part of the largest of
its kind.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.motions.records import Growth, MotionDifference, MotionRun
from dalembert._simulate.claim import difference, small_against
from dalembert._simulate.motion import column_names

Array = NDArray[np.float64]
ROUNDED = 1e-14  # differences below are the last bits of the columns
LOW, HIGH = 1e-13, 1e-2  # between which differences tell a rate of growth
FOLDS = 5.0  # e-foldings that a line must have
STRAIGHT = 0.9  # R² of it
EXACT = 1e-13  # the least bound: motions without a claim below that are rounding
SAFE = 3.0  # a claim is of the error's size: no run is off by more than so many of them


def difference_of(
    one: MotionRun, other: MotionRun, columns: tuple[str, ...] = (), factors: Mapping[str, float] | None = None
) -> MotionDifference:
    """How far two runs are apart in some columns: coordinates, speeds and states unless told."""
    first, second = one.motion, other.motion
    names = columns or state_columns(one)
    rows = min(len(first.t), len(second.t))
    ours, theirs = (np.stack([run.motion[name][:rows] for name in names], axis=1) for run in (one, other))
    sizes = sizes_of(one, names)[:rows]
    apart = difference(ours, theirs, sizes)
    until, bound = _claims(one, other)
    distance = np.max(apart, axis=1, initial=0.0)
    within = None
    if until is not None:
        within = float(np.max(distance[first.t[:rows] <= until], initial=0.0))
    worst = int(np.argmax(np.max(apart, axis=0, initial=0.0))) if rows else 0
    with np.errstate(all="ignore"):
        most = float(np.max(np.abs(ours - theirs)[:, worst], initial=0.0)) if rows else 0.0
    return MotionDifference(
        first=one.name,
        second=other.name,
        t=first.t[:rows],
        distance=distance,
        until=until,
        within=within,
        bound=bound,
        worst=names[worst],
        column=most,
    )


def state_columns(one: MotionRun) -> tuple[str, ...]:
    """Coordinates, speeds and states."""
    own = column_names(one.motion.model)
    return (*own["q"], *own["qd"], *own["s"])


def sizes_of(one: MotionRun, names: tuple[str, ...]) -> Array:
    """The sizes by which columns are measured, at each time."""
    motion = one.motion
    kinds = [own for own in column_names(motion.model).values() if set(own) & set(names)]
    found = np.zeros((len(motion.t), len(names)))
    least = small_against(motion.settings.rtol)
    for kind in kinds:
        own = [i for i, name in enumerate(names) if name in kind]
        sizes = np.maximum.accumulate(np.abs(np.stack([motion[names[i]] for i in own], axis=1)), axis=0)
        found[:, own] = np.maximum(sizes, least * np.max(sizes, initial=0.0))
    allowed: Array = found + (motion.settings.atol or 0.0) / motion.settings.rtol
    return allowed


def _claims(one: MotionRun, other: MotionRun) -> tuple[float | None, float | None]:
    """The time until which two runs claim what was asked for, and the sum of their claims."""
    claims = (one.claim, other.claim)
    untils = (one.motion.accuracy.until, other.motion.accuracy.until)
    if None in claims or None in untils:
        return None, None
    return min(u for u in untils if u is not None), max(SAFE * sum(c for c in claims if c is not None), EXACT)


def growth_of(found: MotionDifference, disturbed: Array | None) -> Growth | None:
    """The rate at which a difference grows where its logarithm is a line; None where it is none.

    `disturbed` is the logarithm of a small disturbance at the same times.
    """
    window = growing(found.distance)
    if window is None:
        return None
    t = found.t[window]
    with np.errstate(all="ignore"):
        value = np.log(np.maximum(found.distance[window], ROUNDED))
    rate, level = np.polyfit(t, value, 1)
    rest, spread = value - (rate * t + level), float(np.sum((value - value.mean()) ** 2))
    straight = spread > 0 and 1 - float(np.sum(rest**2)) / spread >= STRAIGHT
    if not straight or rate * float(t[-1] - t[0]) < FOLDS:
        return None
    own = None
    if disturbed is not None and len(disturbed) >= window.stop:
        own = float(np.polyfit(t, disturbed[window], 1)[0])
    return Growth(rate=float(rate), lyapunov=own, start=float(t[0]), end=float(t[-1]))


def growing(distance: Array) -> slice | None:
    """The rows between the last that is rounding and the first at which motions have parted."""
    apart = np.flatnonzero(distance > HIGH)
    end = int(apart[0]) if len(apart) else len(distance)
    small = np.flatnonzero(distance[:end] <= LOW)
    start = int(small[-1]) + 1 if len(small) else 0
    return slice(start, end) if end - start >= 8 else None
