"""A run from a model to a motion: the table of contents of this room."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np

from dalembert._compile.compiler import found
from dalembert._compile.dynamics import Dynamics
from dalembert._compile.plant import plant_of
from dalembert._compile.tables import piecewise
from dalembert._expression.source import ModelError
from dalembert._model.records import Model
from dalembert._model.tables import samples_of
from dalembert._model.values import parameter_values
from dalembert._simulate.able import refuse_beyond, refuse_loose, refuse_unable
from dalembert._simulate.accuracy import kept
from dalembert._simulate.breaks import breaks
from dalembert._simulate.ledger import ledger, residual
from dalembert._simulate.methods import chosen, refuse_unfit
from dalembert._simulate.motion import Motion, Seconds, Settings
from dalembert._simulate.observe import DIRECTIONS, happened, observed, reached
from dalembert._simulate.settings import settings_of
from dalembert._simulate.start import consistent_start
from dalembert._simulate.trajectory import Problem
from dalembert._simulate.words import outcome

Progress = Callable[[float], None]  # told the part of the way that is done


def run(model: Model, progress: Progress | None = None) -> Motion:
    """The motion of a model in which `check` finds nothing that stands against it."""
    began = perf_counter()
    settings: Settings = settings_of(model)
    refuse_unable(model)
    compiler = found()
    method = chosen(settings.method, compiler)
    refuse_unfit(method, model, settings)
    values = parameter_values(model)
    plant = plant_of(model)
    refuse_loose(model, plant.loose)
    tables, flaws = samples_of(model)
    if flaws:
        raise ModelError(flaws)
    refuse_beyond(tables, settings.t_start, settings.t_end)
    p = np.array([values[entry.name] for entry in model.parameters])
    dynamics = Dynamics(plant, p, tuple(piecewise(table) for table in tables))
    start = consistent_start(model, dynamics, settings.t_start)
    lowered = perf_counter()
    times = np.linspace(settings.t_start, settings.t_end, settings.samples + 1)
    problem = Problem(
        dynamics=dynamics,
        start=start.y,
        times=times,
        rtol=settings.rtol,
        atol=np.zeros(dynamics.layout.tested),
        noise=np.zeros(dynamics.layout.tested),
        breaks=tuple(breaks(dynamics, settings.t_start, settings.t_end)),
        directions=tuple(DIRECTIONS[event.direction] for event in model.events),
        stops=tuple(event.action == "stop" for event in model.events),
    )

    def watch(t: float) -> None:
        if progress is not None:
            progress((t - settings.t_start) / (settings.t_end - settings.t_start))

    result = kept(method, problem, settings, watch)
    times, rows = reached(times, result.trajectory)
    seen = observed(dynamics, times, rows)
    account = ledger(seen, rows, dynamics.layout)
    status, message = outcome(model, settings, result, account)
    ended = perf_counter()
    n, tested = dynamics.layout.n, dynamics.layout.tested
    return Motion(
        model=model,
        settings=settings,
        t=times,
        q=rows[:, :n],
        qd=rows[:, n : 2 * n],
        qdd=seen["qdd"],
        s=rows[:, 2 * n : tested],
        lam=seen["lam"],
        reaction=seen["reaction"],
        outputs=seen["outputs"],
        T=seen["T"],
        V=seen["V"],
        ledger=account,
        residual=residual(seen),
        accuracy=result.accuracy,
        status=status,
        message=message,
        reached=result.trajectory.t,
        assumed=start.assumed,
        moved=start.moved,
        remarks=(*method.remarks, *result.trajectory.remarks),
        events=happened(model, result.trajectory),
        method=method.name,
        work=result.trajectory.work,
        seconds=Seconds(
            lower=lowered - began,
            compiling=result.compile_seconds,
            simulate=ended - lowered - result.compile_seconds,
            total=ended - began,
        ),
    )
