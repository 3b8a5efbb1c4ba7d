"""The settings of a run: checked, with defaults for those that the model does not give."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, ModelError, flaw_at
from dalembert._model.records import Model, settings_in
from dalembert._model.run_numbers import RunNumbers, run_numbers
from dalembert._model.run_times import time_flaws, tolerance_flaws
from dalembert._simulate.motion import Settings
from dalembert._words.message import Message, say

SAMPLES, RTOL, METHOD, T_START = 1000, 1e-9, "auto", 0.0
MOST_SAMPLES = 50_000_000
Refuse = Callable[[str, str | Message, str], None]


_latest: deque[tuple[Model, Settings]] = deque(maxlen=4)


def settings_of(model: Model) -> Settings:
    """The settings of a model with defaults filled in; raise if one of them is invalid."""
    for one, settings in tuple(_latest):
        if one is model:
            return settings
    settings = _settings(model)
    _latest.appendleft((model, settings))
    return settings


def _settings(model: Model) -> Settings:
    written, numbers = model.simulate, run_numbers(model)
    flaws: list[Flaw] = []

    def refuse(where: str, message: str | Message, hint: str) -> None:
        flaws.append(replace(flaw_at(None, rule="simulate", message=message, hint=hint), where=where))

    for key, value in settings_in(written):
        if isinstance(value, Expression) and _is_missing(numbers, key):
            refuse(f"simulate.{key}", f"`{key}` needs parameters that have no value", "give them values")
    start = numbers.t_start if numbers.t_start is not None else T_START
    end = numbers.t_end
    if written.t_end is None and written.times is None:
        refuse("simulate.t_end", say("flaw_no_t_end"), "give t_end under [simulate], or --t-end 10")
    end = start + 1.0 if end is None else end
    count = numbers.samples if numbers.samples is not None else SAMPLES
    samples = int(count) if count == count and abs(count) <= MOST_SAMPLES else -1
    if samples != count:
        refuse("simulate.samples", f"{count:g} samples are asked for", f"give 1 to {MOST_SAMPLES}")
        samples = SAMPLES
    if written.times is not None:
        start, end, samples = _span(written.times, refuse)
    if not 1 <= samples <= MOST_SAMPLES:
        refuse("simulate.samples", f"{samples} samples are requested", f"give 1 to {MOST_SAMPLES}")
    for key, message, hint in time_flaws(start, end, samples, numbers.dt):
        refuse(f"simulate.{key}", message, hint)
    rtol = written.rtol if written.rtol is not None else RTOL
    for key, message, hint in tolerance_flaws(rtol, written.atol):
        refuse(f"simulate.{key}", message, hint)
    if flaws:
        raise ModelError(tuple(flaws))
    return Settings(
        t_start=start,
        t_end=end,
        samples=samples,
        rtol=rtol,
        atol=written.atol,
        method=written.method if written.method is not None else METHOD,
        dt=numbers.dt,
        times=written.times or (),
    )


def _is_missing(numbers: RunNumbers, key: str) -> bool:
    return {"t_start": numbers.t_start, "t_end": numbers.t_end, "dt": numbers.dt}.get(
        key, numbers.samples
    ) is None


def _span(times: tuple[float, ...], refuse: Refuse) -> tuple[float, float, int]:
    """The start, the end and the number of intervals of given times, which must increase."""
    falls = next((pair for pair in pairwise(times) if not pair[1] > pair[0]), None)
    if len(times) < 2 or falls is not None:
        what = f"time goes from {falls[0]:g} to {falls[1]:g}" if falls else f"{len(times)} times are given"
        refuse("simulate.times", what, "give two or more times that increase")
        return 0.0, 1.0, 1
    return times[0], times[-1], len(times) - 1
