"""The claimed error of every column of a motion: accelerations, multipliers, outputs as well as the state.

Each column is observed along the same runs that give the error of the state, and its error is estimated in
the same way: from differences between runs, over the largest size of the column so far.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._model.records import Model
from dalembert._simulate.accuracy import THREE, Solution, Witnesses
from dalembert._simulate.claim import (
    EPSILON,
    SAFETY,
    difference,
    grows_exponentially,
    rounding,
    small_against,
    truncation,
)
from dalembert._simulate.contact_history import Happening
from dalembert._simulate.lazy_value import LazyValue, known_value
from dalembert._simulate.motion import (
    Accuracy,
    ColumnError,
    ErrorCause,
    Occurrence,
    Settings,
    Worst,
    column_names,
)
from dalembert._simulate.revised_record import revised
from dalembert._simulate.trajectory import Trajectory

Array = NDArray[np.float64]
CHANCE = 1 / 32  # the least contraction that is believed of a single time
MOST_KEPT = 16_000_000  # numbers in all rows that are kept for errors that are read later
WITH_REPLAYS = 2  # times as many numbers, at most, as runs have without their repetitions
STATE = ("q", "qd", "s")  # what the promise of rtol is about
Observe = Callable[[Trajectory], dict[str, Array]]
Happenings = Callable[[Trajectory], list[Happening]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Columns:
    """The errors of one block of columns: rows by columns."""

    truncation: Array
    rounding: Array
    disturbed: Array

    @property
    def total(self) -> Array:
        return self.truncation + self.rounding


def with_columns(
    solution: Solution, states: Observe, observe: Observe, model: Model, settings: Settings, times: Array
) -> Accuracy:
    """The accuracy of a run with where the error of its state is largest, and the errors of all its columns.

    `states` gives q, qd and s of a run, `observe` everything. What is needed for this alone is observed when
    it is first read, unless the runs take so much memory that they are not kept for it.
    """
    witnesses = solution.witnesses
    if witnesses is None or len(witnesses.runs) < THREE or solution.accuracy.achieved is None:
        return solution.accuracy
    last = witnesses.runs[-1]
    ends = np.append(times[: len(last.rows)], last.t)
    worst = LazyValue(
        lambda: _worst(_state_errors(witnesses, states, model, settings), model, settings, ends)
    )
    columns = LazyValue(
        lambda: _column_errors(witnesses, observe, model, settings),
        lambda: _column_errors(_without_bias(witnesses), observe, model, settings),
    )
    if _are_too_large(witnesses):
        worst, columns = known_value(worst.value), known_value(columns.value)
    return revised(solution.accuracy, worst_search=worst, column_search=columns)


def _without_bias(witnesses: Witnesses) -> Witnesses:
    """The same runs where a bias that was not measured yet will not be."""
    witnesses.replays.forgo()
    return witnesses


def _are_too_large(witnesses: Witnesses) -> bool:
    """Whether the runs take too much memory to be kept for quantities that are computed on request."""
    return WITH_REPLAYS * sum(run.rows.size for run in witnesses.runs) > MOST_KEPT


def _state_errors(
    witnesses: Witnesses, states: Observe, model: Model, settings: Settings
) -> dict[str, _Columns]:
    """The errors of coordinates, speeds and states."""
    observations, names = _Observations(witnesses, states), column_names(model)
    return {block: _block(block, observations, settings) for block in STATE if names[block]}


def _column_errors(
    witnesses: Witnesses, observe: Observe, model: Model, settings: Settings
) -> tuple[ColumnError, ...]:
    """The largest error of every column, relative to its own size: what `atol` allows is part of it."""
    seen = _Observations(witnesses, observe)
    errors: list[ColumnError] = []
    for block, names in column_names(model).items():
        if names:
            largest = _largest(block, seen, settings)
            noise = _noise(seen.runs) if block == "outputs" else np.zeros(len(names))
            if settings.atol:
                most = np.max(np.abs(seen.runs[-1][block]), axis=0, initial=0.0)
                most = np.maximum(most, small_against(settings.rtol) * np.max(most))
                absolute = largest * (most + settings.atol / settings.rtol)
                largest = np.divide(absolute, most, out=np.ones(len(most)), where=most > 0)
            errors += [
                ColumnError(name=name, error=min(float(error), 1.0), noise=min(float(usual), 1.0))
                for name, error, usual in zip(names, largest, noise, strict=True)
            ]
    return tuple(errors)


def _largest(block: str, seen: _Observations, settings: Settings) -> Array:
    """The largest errors of the columns of a block; each output by itself, since one may jump or be noise."""
    if block != "outputs":
        return np.asarray(np.max(_block(block, seen, settings).total, axis=0, initial=0.0))
    each = (_block(block, seen.only(block, i), settings).total for i in range(seen.runs[-1][block].shape[1]))
    return np.array([float(np.max(one, initial=0.0)) for one in each])


def _noise(runs: Sequence[dict[str, Array]]) -> Array:
    """The usual difference of outputs between the last two runs, of their largest sizes."""
    before, last = (run["outputs"] for run in runs[-2:])
    count = min(len(before), len(last))
    if not count:
        return np.zeros(last.shape[1])
    with np.errstate(invalid="ignore"):  # infinite values have no usual difference
        usual = SAFETY * np.median(np.abs(before[:count] - last[:count]), axis=0)
    sizes = np.max(np.abs(last), axis=0)
    known = (sizes > 0) & np.isfinite(sizes) & np.isfinite(usual)
    return np.asarray(np.divide(usual, sizes, out=np.zeros(len(sizes)), where=known))


class _Observations:
    """The quantities observed along the runs from which the error of the last run is estimated."""

    def __init__(self, witnesses: Witnesses, observe: Observe) -> None:
        replays = witnesses.replays.value
        repeated = next((i for i, run in enumerate(witnesses.runs) if run is replays.of), None)
        self.contraction, self.least = witnesses.contraction, replays.least
        seen = {id(run): observe(run) for run in {id(run): run for run in witnesses.runs}.values()}
        self.runs = [seen[id(run)] for run in witnesses.runs]
        self.of: dict[str, Array] = {}
        if replays.of is not None:
            self.of = observe(replays.of) if repeated is None else self.runs[repeated]
        self.disturbed = [(gain, observe(run)) for gain, run in replays.disturbed]
        self.precise = None if replays.precise is None else observe(replays.precise)
        same = replays.plain is None or replays.plain is replays.of
        self.plain = self.of if same or replays.plain is None else observe(replays.plain)

    def only(self, block: str, column: int) -> _Observations:
        """The same of one column of a block."""

        def part(seen: dict[str, Array]) -> dict[str, Array]:
            return {block: seen[block][:, column : column + 1]} if seen else {}

        one = copy(self)
        one.runs, one.of, one.plain = [part(run) for run in self.runs], part(self.of), part(self.plain)
        one.disturbed = [(gain, part(run)) for gain, run in self.disturbed]
        one.precise = None if self.precise is None else part(self.precise)
        return one


def _block(block: str, seen: _Observations, settings: Settings) -> _Columns:
    coarse, middle, fine = (one[block] for one in seen.runs)
    sizes = np.maximum.accumulate(np.abs(fine), axis=0) if len(fine) else np.abs(fine)
    most = np.max(sizes, axis=0) if block == "outputs" and len(sizes) else np.max(sizes, initial=0.0)
    sizes = np.maximum(sizes, small_against(settings.rtol) * most) + (settings.atol or 0.0) / settings.rtol
    error = truncation(difference(coarse, middle, sizes), difference(middle, fine, sizes), seen.contraction)
    apart = [(gain, difference(one[block], seen.of[block], sizes)) for gain, one in seen.disturbed]
    precise = None if seen.precise is None else difference(seen.precise[block], seen.plain[block], sizes)
    return _Columns(
        truncation=error,
        rounding=rounding(apart, precise, len(error), error.shape[1], seen.least),
        disturbed=apart[-1][1] if apart else np.zeros((0, error.shape[1])),
    )


def _worst(
    columns_by_block: dict[str, _Columns], model: Model, settings: Settings, times: Array
) -> Worst | None:
    """Where the error of the state is largest, and what makes most of it."""
    names, largest = column_names(model), (-1.0, "", 0, 0)
    for block in STATE:
        if block in columns_by_block and columns_by_block[block].total.size:
            total = columns_by_block[block].total
            at = divmod(int(np.argmax(total)), total.shape[1])
            largest = max(largest, (float(total[at]), block, *at))
    size, block, row, column = largest
    if size < 0:
        return None
    columns = columns_by_block[block]
    rounds = columns.rounding[row, column] >= columns.truncation[row, column]
    cause = ErrorCause.rounding if rounds else ErrorCause.truncation
    moving = [
        columns_by_block[one].disturbed
        for one in STATE
        if one in columns_by_block and len(columns_by_block[one].disturbed)
    ]
    if size > settings.rtol and moving:
        apart = np.hstack([one[: min(len(other) for other in moving)] for one in moving])
        if grows_exponentially(times[: len(apart)], apart, settings.rtol / EPSILON):
            cause = ErrorCause.chaos
    return Worst(name=names[block][column], t=float(times[row]), cause=cause)


def event_search(
    solution: Solution, happenings: Happenings, duration: float
) -> LazyValue[tuple[Occurrence, ...]]:
    """What happened in a run, found when it is first read, unless the runs are too large to be kept."""
    solved, witnesses = revised(solution, repeat=None), solution.witnesses
    events = LazyValue(lambda: _events(solved, happenings, duration))
    return known_value(events.value) if witnesses is not None and _are_too_large(witnesses) else events


def _events(solution: Solution, happenings: Happenings, duration: float) -> tuple[Occurrence, ...]:
    """What happened in a run, with the claimed error of each time.

    The times of the runs are compared as far as the same things happen in them in the same order; after that
    nothing is claimed.
    """
    witnesses = solution.witnesses
    last = witnesses.runs[-1] if witnesses is not None and witnesses.runs else solution.trajectory
    events = happenings(last)
    errors: list[float | None] = [None] * len(events)
    if witnesses is not None and len(witnesses.runs) >= THREE and events:
        claims = _time_errors(witnesses, events, happenings, duration)
        errors[: len(claims)] = claims
    return tuple(
        Occurrence(name=name, kind=kind, t=t, direction=direction, error=error)
        for (t, name, kind, direction), error in zip(events, errors, strict=True)
    )


def _time_errors(
    witnesses: Witnesses, events: list[Happening], happenings: Happenings, duration: float
) -> list[float]:
    """The claimed errors of the times on which all runs agree."""
    replays = witnesses.replays.value
    compared = [*witnesses.runs, *replays.runs, *([] if replays.of is None else [replays.of])]
    events_by_run = {id(witnesses.runs[-1]): events}
    for run in compared:
        if id(run) not in events_by_run:
            events_by_run[id(run)] = happenings(run)
    names = [event[1:] for event in events]
    count = min(_agreement(names, [event[1:] for event in events]) for events in events_by_run.values())
    if not count:
        return []

    def times(run: Trajectory) -> Array:
        return np.array([[event[0] / duration] for event in events_by_run[id(run)][:count]])

    coarse, middle, fine = (times(run) for run in witnesses.runs)
    # a time lies anywhere in a step, so that its difference between two runs may be small by chance
    first, second = (np.maximum.accumulate(np.abs(d), axis=0) for d in (coarse - middle, middle - fine))
    error = truncation(first, second, max(witnesses.contraction, CHANCE))
    if replays.of is not None:
        apart = [(gain, np.abs(times(run) - times(replays.of))) for gain, run in replays.disturbed]
        precise = None
        if replays.precise is not None and replays.plain is not None:
            precise = np.abs(times(replays.precise) - times(replays.plain))
        error = error + rounding(apart, precise, *error.shape)
    return [claim * duration for claim in error[:, 0].tolist()]


def _agreement(names: Sequence[tuple[str, ...]], others: Sequence[tuple[str, ...]]) -> int:
    """The number of events, counted from the first, that agree in kind and order in two runs."""
    if names == others:
        return len(names)
    alike = [one == other for one, other in zip(names, others, strict=False)]
    return alike.index(False) if False in alike else len(alike)
