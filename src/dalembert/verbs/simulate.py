"""Motions of a model and of its cases. Slow rooms are imported only when needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from dalembert._expression.computing import one_at_a_time
from dalembert._model.records import Model, RunSettings
from dalembert._model.run_numbers import run_numbers
from dalembert._model.vary import merge_settings
from dalembert.verbs.models import read, with_values
from dalembert.verbs.options import Variation
from dalembert.verbs.sources import runnable

if TYPE_CHECKING:
    from dalembert._simulate.motion import Motion
    from dalembert._words.message import Message


@one_at_a_time
def simulate(
    source: Model | str | Path,
    *,
    variation: Variation | None = None,
    t_end: float | str | None = None,
    samples: int | str | None = None,
    rtol: float | None = None,
    method: str | None = None,
    dt: float | str | None = None,
    progress: Callable[[float], None] | None = None,
) -> Motion:
    """Simulate a model: its motion, the energy balance, the constraint residuals and an error estimate.

    Settings not given here are taken from `variation`, then from the section [simulate] of the model. Without
    an end time the run covers several periods of the slowest natural oscillation, which a remark states.
    `rtol` bounds the error of the result, not of a single step; `samples` is the number of equal intervals
    that are recorded; `dt` selects a fixed step; `progress` is called with the fraction completed.
    """
    from dalembert._simulate.run import run

    started = perf_counter()
    asked = RunSettings(t_end=t_end, samples=samples, rtol=rtol, method=method, dt=dt)
    chosen, remarks = model_to_run(source, variation, asked)
    return run(chosen, progress, remarks=remarks, read_seconds=perf_counter() - started)


@one_at_a_time
def model_to_run(
    source: Model | str | Path, variation: Variation | None, settings: RunSettings
) -> tuple[Model, tuple[Message, ...]]:
    """The model of a source, varied and with its settings, if it can be run; and remarks."""
    given = variation.settings if variation is not None else RunSettings()
    if given.times is not None and any(one is not None for one in (settings.t_end, settings.samples)):
        message = "`variation` has sample times, which `t_end` and `samples` would replace: give one of them"
        raise ValueError(message)
    varied: Model | str | Path = source
    remarks: tuple[Message, ...] = ()
    if variation is not None and variation.has_values:
        model = with_values(_model(source), variation)
        varied, remarks = with_functions(model, variation, merge_settings(given, settings))
    chosen, assumed = _with_end(runnable(varied, merge_settings(given, settings)))
    return chosen, (*remarks, *assumed)


@one_at_a_time
def batch(
    source: Model | str | Path,
    cases: Sequence[str] | None = None,
    *,
    variation: Variation | None = None,
    t_end: float | str | None = None,
    samples: int | str | None = None,
    rtol: float | None = None,
    method: str | None = None,
    dt: float | str | None = None,
) -> dict[str, Motion]:
    """Simulate several cases of a model, or all of them, and return the motions by name.

    `variation` is applied to every case and names none itself; the settings are those of `simulate`. The
    equations are derived only once.
    """
    values = variation or Variation()
    if values.case:
        message = f"the cases of a batch are given by `cases`, but `variation` names the case {values.case!r}"
        raise ValueError(message)
    chosen = _model(source)
    names = cases if cases is not None else [case.name for case in chosen.cases]
    if cases is None and not names:
        message = f"{chosen.title or 'the model'} has no cases: give it some, or take `simulate`"
        raise ValueError(message)
    return {
        name: simulate(
            chosen,
            variation=replace(values, case=name),
            t_end=t_end,
            samples=samples,
            rtol=rtol,
            method=method,
            dt=dt,
        )
        for name in names
    }


def with_functions(
    model: Model, variation: Variation, settings: RunSettings
) -> tuple[Model, tuple[Message, ...]]:
    """The model with the functions of a variation as tables over the run, and remarks on them."""
    functions = {name: law for name, law in variation.inputs.items() if callable(law)}
    if not functions:
        return model, ()
    from dalembert._simulate import sampling

    timed = replace(model, simulate=merge_settings(model.simulate, settings))
    made, remarks = sampling.with_functions(timed, functions)
    return replace(made, simulate=model.simulate), remarks


def _with_end(model: Model) -> tuple[Model, tuple[Message, ...]]:
    """The model with an end time, and a remark on an assumed one."""
    settings = model.simulate
    if settings.t_end is not None or settings.times is not None:
        return model, ()
    from dalembert._analyse.run_length import assumed_length

    length_and_reason = assumed_length(model)
    if length_and_reason is None:
        return model, ()  # the run raises for want of an end time
    length, remark = length_and_reason
    start = run_numbers(model).t_start or 0.0
    return replace(model, simulate=replace(settings, t_end=start + length)), (remark,)


def _model(source: Model | str | Path) -> Model:
    return source if isinstance(source, Model) else read(source)
