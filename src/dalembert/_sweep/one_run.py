"""One row of a sweep by an ordinary run: what is kept of its motion, with its claim of accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from dalembert._expression.source import ModelError
from dalembert._model.check import forbidding
from dalembert._model.records import Model, RunSettings
from dalembert._simulate.motion import Motion
from dalembert._simulate.run import run
from dalembert._simulate.settings import settings_of
from dalembert._sweep.kept_model import name_of
from dalembert._sweep.records import INTEGRALS, Array, Keep, Kept, Status

# What numbers out of range do in a run: the row says so, and the sweep goes on.
TROUBLE = (ArithmeticError, ValueError, RuntimeError, MemoryError, np.linalg.LinAlgError)
UNABLE = (ModelError, *TROUBLE)
NEAR = 1e-9  # of the run: rows that are closer to a time that is kept make way for it
BEGINS = ("impact", "touch")  # what of a contact is counted


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Row:
    """One run: what was kept of it, how it ended, how exact it is."""

    kept: tuple[Array, ...]
    status: Status
    message: str
    accuracy: float = np.nan
    until: float = np.nan
    visible: float = np.nan  # the last time up to which its error is smaller than a line is wide
    energy_error: float = np.nan
    reached: float = np.nan
    seconds: float = np.nan


def run_row(model: Model, kept: Sequence[Kept], *, once: bool = False) -> Row:
    """The row of a model with all its values. `once`: rtol is the tolerance of a step, nothing is claimed."""
    began = perf_counter()
    try:
        asked = with_kept_times(model, kept)
        flaws = forbidding(asked)
        if flaws:
            return failed_row(kept, Status.refused, flaws[0].message, perf_counter() - began)
        motion = run(asked, once=once)
        numbers = numbers_of(model, motion, kept, once=once)
    except ModelError as error:
        return failed_row(kept, Status.refused, error.flaws[0].message, perf_counter() - began)
    except TROUBLE as error:
        return failed_row(kept, Status.failed, f"{type(error).__name__}: {error}", perf_counter() - began)
    status = status_of(motion)
    said = "" if status in (Status.ok, Status.stopped) else str(motion.message)
    if status is Status.failed:
        return replace(failed_row(kept, status, said, perf_counter() - began), reached=motion.reached)
    own = motion.accuracy
    return Row(
        kept=numbers,
        status=status,
        message=said,
        accuracy=_or_nan(own.achieved),
        until=_or_nan(own.until),
        visible=_or_nan(own.visible),
        energy_error=motion.ledger.error,
        reached=motion.reached,
        seconds=perf_counter() - began,
    )


def status_of(motion: Motion) -> Status:
    """How a run ended; one of which nothing is claimed is not limited by its claim."""
    word = str(motion.status)
    if word == "limited" and motion.accuracy.achieved is None and motion.reached >= motion.settings.t_end:
        return Status.ok
    return Status[word] if word != "interrupted" else Status.failed


def failed_row(kept: Sequence[Kept], status: Status, message: str, seconds: float = np.nan) -> Row:
    """A row without numbers: what could not be computed is no number."""
    return Row(
        kept=tuple(np.full(one.width, np.nan) for one in kept),
        status=status,
        message=" ".join(message.split()),
        seconds=seconds,
    )


def _or_nan(value: float | None) -> float:
    return np.nan if value is None else value


def with_kept_times(model: Model, kept: Sequence[Kept]) -> Model:
    """The model with rows at all times that are kept, beside its own rows."""
    if not any(one.kind in (Keep.time, Keep.history) for one in kept):
        return model
    settings = settings_of(model)
    low, high = settings.t_start, settings.t_end
    wanted = kept_times(kept, low, high)
    rows = np.array(settings.times or np.linspace(low, high, settings.samples + 1))
    ends = np.array([low, high])
    wanted = np.unique(np.concatenate([wanted, ends[~np.isin(ends, wanted)]]))
    place = np.clip(np.searchsorted(wanted, rows), 1, len(wanted) - 1)
    apart = np.minimum(np.abs(rows - wanted[place - 1]), np.abs(rows - wanted[place]))
    times = np.unique(np.concatenate([wanted, rows[apart > NEAR * (high - low)]]))
    return replace(model, simulate=_at_times(model.simulate, tuple(times.tolist())))


def _at_times(settings: RunSettings, times: tuple[float, ...]) -> RunSettings:
    return replace(settings, times=times, t_start=None, t_end=None, samples=None)


def kept_times(kept: Sequence[Kept], low: float, high: float) -> Array:
    """The times inside a run at which something is kept."""
    found = [np.array([one.t]) for one in kept if one.kind is Keep.time]
    found += [history_times(one, low, high) for one in kept if one.kind is Keep.history]
    every = np.unique(np.concatenate([np.zeros(0), *found]))
    return np.asarray(every[(every >= low) & (every <= high)], dtype=np.float64)


def history_times(one: Kept, low: float, high: float) -> Array:
    """The times of a history."""
    made: Array = np.linspace(low, high, one.points)
    return made


def numbers_of(model: Model, motion: Motion, kept: Sequence[Kept], *, once: bool) -> tuple[Array, ...]:
    """What is kept of a motion; where it is kept at an event the run is repeated up to there, likewise."""
    return tuple(_number(model, motion, i, one, once=once) for i, one in enumerate(kept))


def _number(model: Model, motion: Motion, number: int, one: Kept, *, once: bool) -> Array:
    """What is kept of a motion as one quantity."""
    if one.kind in (Keep.occurrences, Keep.first):
        times = _occurrences(motion, one.event)
        return np.array([float(len(times)) if one.kind is Keep.occurrences else (times or [np.nan])[0]])
    name, span = name_of(number), motion.reached - motion.settings.t_start
    if one.kind in INTEGRALS:
        return integral_values(one.kind, motion[name][-1:].copy(), np.array([span]))
    if one.kind in (Keep.largest, Keep.smallest):
        found = next(extreme for extreme in motion.extremes if extreme.name == name)
        return np.array([found.most if one.kind is Keep.largest else found.least])
    if one.kind is Keep.event:
        times = _occurrences(motion, one.event)
        return np.array([_value_at(model, motion, name, times[0], once=once) if times else np.nan])
    if one.kind is Keep.end:
        return motion[name][-1:].copy()
    asked = motion.settings
    times_kept = (
        np.array([one.t]) if one.kind is Keep.time else history_times(one, asked.t_start, asked.t_end)
    )
    return _at_rows(motion, name, times_kept)


def integral_values(kind: Keep, total: Array, span: Array) -> Array:
    """Integrals, means or root mean squares from integrals over spans of time; no means over no time."""
    if kind is Keep.integral:
        return total
    over = np.where(span > 0, span, np.nan)
    return total / over if kind is Keep.mean else np.sqrt(np.maximum(total, 0.0) / over)


def _at_rows(motion: Motion, name: str, times: Array) -> Array:
    """A column at times that are rows; NaN where the run did not come so far."""
    place = np.clip(np.searchsorted(motion.t, times), 0, len(motion.t) - 1)
    return np.where(motion.t[place] == times, motion[name][place], np.nan)


def _occurrences(motion: Motion, event: str) -> list[float]:
    """The times of an event, or of the impacts and touches of a contact."""
    return [one.t for one in motion.events if one.name == event and one.kind in ("event", *BEGINS)]


def _value_at(model: Model, motion: Motion, name: str, t: float, *, once: bool) -> float:
    """A column at a time between rows: the same run again, with a row there."""
    if not t > motion.t[0]:
        return float(motion[name][0])
    asked = motion.settings
    rows = np.array(asked.times or np.linspace(asked.t_start, asked.t_end, asked.samples + 1))
    rows = rows[np.abs(rows - t) > NEAR * (asked.t_end - asked.t_start)]
    times = np.unique([asked.t_start, *rows, t, asked.t_end])
    again = run(replace(model, simulate=_at_times(model.simulate, tuple(times.tolist()))), once=once)
    if t >= again.reached:
        return float(again[name][-1])
    return float(_at_rows(again, name, np.array([t]))[0])
