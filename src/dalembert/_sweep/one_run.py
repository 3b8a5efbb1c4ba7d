"""One row of a sweep by an ordinary run: what is kept of its motion, with its claim of accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from dalembert._expression.source import ModelError
from dalembert._model.check import flaws_against_run
from dalembert._model.records import Model, RunSettings, Value
from dalembert._model.values import parameter_values, value_in
from dalembert._simulate.lyapunov import lyapunov_exponent
from dalembert._simulate.motion import Motion
from dalembert._simulate.run import run
from dalembert._simulate.settings import settings_of
from dalembert._sweep.kept_model import name_of
from dalembert._sweep.records import AT_TIMES, INTEGRALS, Array, Keep, KeptQuantity, Status, refusal

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


def run_row(model: Model, kept: Sequence[KeptQuantity], *, once: bool = False) -> Row:
    """The row of a model with all its values. `once`: rtol is the tolerance of a step, nothing is claimed."""
    began = perf_counter()
    try:
        kept = with_periods(model, kept)
        asked = with_kept_times(model, kept)
        flaws = flaws_against_run(asked)
        if flaws:
            return failed_row(kept, Status.refused, flaws[0].message, perf_counter() - began)
        motion = run(asked, once=once)
        numbers = numbers_of(model, motion, kept, once=once)
    except ModelError as error:
        return failed_row(kept, Status.refused, error.flaws[0].message, perf_counter() - began)
    except TROUBLE as error:
        return failed_row(kept, Status.failed, f"{type(error).__name__}: {error}", perf_counter() - began)
    status = status_of(motion)
    message = (
        _without_exponent(kept, numbers) if status in (Status.ok, Status.stopped) else str(motion.message)
    )
    if status is Status.failed:
        return replace(failed_row(kept, status, message, perf_counter() - began), reached=motion.reached)
    accuracy = motion.accuracy
    return Row(
        kept=numbers,
        status=status,
        message=message,
        accuracy=_or_nan(accuracy.achieved),
        until=_or_nan(accuracy.until),
        visible=_or_nan(accuracy.visible),
        energy_error=motion.ledger.error,
        reached=motion.reached,
        seconds=perf_counter() - began,
    )


def _without_exponent(kept: Sequence[KeptQuantity], numbers: Sequence[Array]) -> str:
    """That a motion which came to its end has no Lyapunov exponent; empty where it has, or none is kept."""
    pairs = zip(kept, numbers, strict=True)
    missing = any(one.kind is Keep.lyapunov and np.isnan(values).any() for one, values in pairs)
    return "no Lyapunov exponent was found: its estimates do not settle" if missing else ""


def status_of(motion: Motion) -> Status:
    """How a run ended; one of which nothing is claimed is not limited by its claim."""
    word = str(motion.status)
    if word == "limited" and motion.accuracy.achieved is None and motion.reached >= motion.settings.t_end:
        return Status.ok
    return Status[word] if word != "interrupted" else Status.failed


def failed_row(kept: Sequence[KeptQuantity], status: Status, message: str, seconds: float = np.nan) -> Row:
    """A row without numbers: what could not be computed is no number."""
    return Row(
        kept=tuple(np.full(one.width, np.nan) for one in kept),
        status=status,
        message=" ".join(message.split()),
        seconds=seconds,
    )


def _or_nan(value: float | None) -> float:
    return np.nan if value is None else value


def with_kept_times(model: Model, kept: Sequence[KeptQuantity]) -> Model:
    """The model with rows at all times that are kept, beside its own rows."""
    if not any(one.kind in AT_TIMES for one in kept):
        return model
    settings = settings_of(model)
    low, high = settings.t_start, settings.t_end
    wanted = kept_times(kept, low, high)
    rows = np.array(settings.times or np.linspace(low, high, settings.samples + 1))
    ends = np.array([low, high])
    wanted = np.unique(np.concatenate([wanted, ends[~np.isin(ends, wanted)]]))
    index = np.clip(np.searchsorted(wanted, rows), 1, len(wanted) - 1)
    apart = np.minimum(np.abs(rows - wanted[index - 1]), np.abs(rows - wanted[index]))
    times = np.unique(np.concatenate([wanted, rows[apart > NEAR * (high - low)]]))
    return replace(model, simulate=_at_times(model.simulate, tuple(times.tolist())))


def _at_times(settings: RunSettings, times: tuple[float, ...]) -> RunSettings:
    return replace(settings, times=times, t_start=None, t_end=None, samples=None)


def kept_times(kept: Sequence[KeptQuantity], low: float, high: float) -> Array:
    """The times inside a run at which something is kept."""
    times = [times_of(one, low, high) for one in kept if one.kind in AT_TIMES]
    every = np.unique(np.concatenate([np.zeros(0), *times]))  # what is NaN is outside
    return np.asarray(every[(every >= low) & (every <= high)], dtype=np.float64)


def times_of(one: KeptQuantity, low: float, high: float) -> Array:
    """The times at which something is kept of a run; of a strobe NaN before its first ones."""
    if one.kind is Keep.time:
        return np.array([one.t])
    if one.kind is Keep.history:
        made: Array = np.linspace(low, high, one.points)
        return made
    last = int(np.floor((high - low) / one.t * (1 + NEAR)))
    count = np.arange(last - one.points + 1, last + 1)
    return np.where(count >= 0, np.minimum(low + one.t * count, high), np.nan)


def with_periods(model: Model, kept: Sequence[KeptQuantity]) -> tuple[KeptQuantity, ...]:
    """What is kept, with the periods of strobes that the parameters of a row give."""
    if not any(one.period is not None for one in kept):
        return tuple(kept)
    values = parameter_values(model)
    periods = []
    for one in kept:
        if one.period is not None:
            t = value_in(Value(expression=one.period), values)
            if t is None or not t > 0 or not np.isfinite(t):
                message = f"the period of `{one.text}` is {t}, and must be positive"
                raise refusal("--keep", message, "write a period in seconds, such as 2*pi/omega")
            periods.append(replace(one, t=t))
        else:
            periods.append(one)
    return tuple(periods)


def numbers_of(
    model: Model, motion: Motion, kept: Sequence[KeptQuantity], *, once: bool
) -> tuple[Array, ...]:
    """What is kept of a motion; where it is kept at an event the run is repeated up to there, likewise."""
    return tuple(_number(model, motion, i, one, once=once) for i, one in enumerate(kept))


def _number(model: Model, motion: Motion, number: int, one: KeptQuantity, *, once: bool) -> Array:
    """What is kept of a motion as one quantity."""
    if one.kind in (Keep.occurrences, Keep.first):
        times = _occurrences(motion, one.event)
        return np.array([float(len(times)) if one.kind is Keep.occurrences else (times or [np.nan])[0]])
    if one.kind is Keep.lyapunov:
        return np.array([lyapunov_exponent(model)])
    name, span = name_of(number), motion.reached - motion.settings.t_start
    if one.kind in INTEGRALS:
        return integral_values(one.kind, motion[name][-1:].copy(), np.array([span]))
    if one.kind in (Keep.largest, Keep.smallest):
        extreme = next(extreme for extreme in motion.extremes if extreme.name == name)
        return np.array([extreme.maximum if one.kind is Keep.largest else extreme.minimum])
    if one.kind in (Keep.event, Keep.section):
        times = _occurrences(motion, one.event)
        some = times[:1] if one.kind is Keep.event else times[-one.points :]
        return _values_at(model, motion, name, some, one.width, once=once)
    if one.kind is Keep.end:
        return motion[name][-1:].copy()
    asked = motion.settings
    return _at_rows(motion, name, times_of(one, asked.t_start, asked.t_end))


def integral_values(kind: Keep, total: Array, span: Array) -> Array:
    """Integrals, means or root mean squares from integrals over spans of time; no means over no time."""
    if kind is Keep.integral:
        return total
    over = np.where(span > 0, span, np.nan)
    return total / over if kind is Keep.mean else np.sqrt(np.maximum(total, 0.0) / over)


def _at_rows(motion: Motion, name: str, times: Array) -> Array:
    """A column at times that are rows; NaN where the run did not come so far."""
    index = np.clip(np.searchsorted(motion.t, times), 0, len(motion.t) - 1)
    return np.where(motion.t[index] == times, motion[name][index], np.nan)


def _occurrences(motion: Motion, event: str) -> list[float]:
    """The times of an event, or of the impacts and touches of a contact."""
    return [one.t for one in motion.events if one.name == event and one.kind in ("event", *BEGINS)]


def _values_at(
    model: Model, motion: Motion, name: str, times: Sequence[float], width: int, *, once: bool
) -> Array:
    """A column at times between rows, the last ones of `width`: the same run again, with rows there."""
    made, asked = np.full(width, np.nan), motion.settings
    if not times:
        return made
    wanted = np.clip(np.array(times), asked.t_start, motion.reached)
    rows = np.array(asked.times or np.linspace(asked.t_start, asked.t_end, asked.samples + 1))
    index = np.clip(np.searchsorted(wanted, rows), 1, max(len(wanted) - 1, 1))
    apart = np.minimum(np.abs(rows - wanted[index - 1]), np.abs(rows - wanted[index % len(wanted)]))
    rows = rows[apart > NEAR * (asked.t_end - asked.t_start)]
    every = np.unique([asked.t_start, *rows, *wanted, asked.t_end])
    again = run(replace(model, simulate=_at_times(model.simulate, tuple(every.tolist()))), once=once)
    last = float(again[name][-1])
    made[-len(wanted) :] = np.where(wanted >= again.reached, last, _at_rows(again, name, wanted))
    return made
