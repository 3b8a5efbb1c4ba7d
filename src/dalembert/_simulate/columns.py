"""The claimed error of every column of a motion: accelerations, multipliers, outputs as well as the state.

Each column of the runs that tell the error of the state is observed in the same way, and treated in the
same way: differences between runs, over the size that the column has had so far.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._model.records import Model
from dalembert._simulate.accuracy import THREE, Kept, Witnesses
from dalembert._simulate.claim import (
    EPSILON,
    difference,
    grows_exponentially,
    rounding,
    small_against,
    truncation,
)
from dalembert._simulate.motion import Accuracy, ColumnError, ErrorCause, Settings, Worst, column_names
from dalembert._simulate.trajectory import Trajectory

Array = NDArray[np.float64]
STATE = ("q", "qd", "s")  # what the promise of rtol is about
Observe = Callable[[Trajectory], dict[str, Array]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Columns:
    """The errors of one block of columns: rows by columns."""

    truncation: Array
    rounding: Array
    disturbed: Array

    @property
    def total(self) -> Array:
        return self.truncation + self.rounding


def with_columns(kept: Kept, observe: Observe, model: Model, settings: Settings, times: Array) -> Accuracy:
    """The accuracy of a run with the errors of all its columns, and where the state's is largest."""
    witnesses = kept.witnesses
    if witnesses is None or len(witnesses.runs) < THREE or kept.accuracy.achieved is None:
        return kept.accuracy
    runs = [*witnesses.runs, *(one.of for one in witnesses.disturbed[:1])]
    seen = {id(run): observe(run) for run in {id(run): run for run in runs}.values()}  # each run once
    three = [seen[id(run)] for run in witnesses.runs]
    disturbed = [(one.gain, observe(one.run), seen[id(one.of)]) for one in witnesses.disturbed]
    found = {
        block: _block(block, three, disturbed, witnesses, settings)
        for block, names in column_names(model).items()
        if names
    }
    return replace(
        kept.accuracy,
        worst=_worst(found, model, settings, times),
        columns=tuple(
            ColumnError(name=name, error=min(float(np.max(found[block].total[:, i], initial=0.0)), 1.0))
            for block, names in column_names(model).items()
            for i, name in enumerate(names)
        ),
    )


def _block(
    block: str,
    seen: list[dict[str, Array]],
    disturbed: list[tuple[float, dict[str, Array], dict[str, Array]]],
    witnesses: Witnesses,
    settings: Settings,
) -> _Columns:
    coarse, middle, fine = (one[block] for one in seen)
    sizes = np.maximum.accumulate(np.abs(fine), axis=0) if len(fine) else np.abs(fine)
    most = np.max(sizes, axis=0) if block == "outputs" and len(sizes) else np.max(sizes, initial=0.0)
    sizes = np.maximum(sizes, small_against(settings.rtol) * most) + (settings.atol or 0.0) / settings.rtol
    error = truncation(
        difference(coarse, middle, sizes), difference(middle, fine, sizes), witnesses.contraction
    )
    apart = [(gain, difference(one[block], of[block], sizes)) for gain, one, of in disturbed]
    return _Columns(
        truncation=error,
        rounding=rounding(apart, *error.shape),
        disturbed=apart[-1][1] if apart else np.zeros((0, error.shape[1])),
    )


def _worst(found: dict[str, _Columns], model: Model, settings: Settings, times: Array) -> Worst | None:
    """Where the error of the state is largest, and what makes most of it."""
    names, largest = column_names(model), (-1.0, "", 0, 0)
    for block in STATE:
        if block in found and found[block].total.size:
            total = found[block].total
            at = divmod(int(np.argmax(total)), total.shape[1])
            largest = max(largest, (float(total[at]), block, *at))
    size, block, row, column = largest
    if size < 0:
        return None
    own = found[block]
    rounds = own.rounding[row, column] >= own.truncation[row, column]
    cause = ErrorCause.rounding if rounds else ErrorCause.truncation
    moving = [found[one].disturbed for one in STATE if one in found and len(found[one].disturbed)]
    if size > settings.rtol and moving:
        apart = np.hstack([one[: min(len(other) for other in moving)] for one in moving])
        if grows_exponentially(times[: len(apart)], apart, settings.rtol / EPSILON):
            cause = ErrorCause.chaos
    return Worst(name=names[block][column], t=float(times[row]), cause=cause)
