"""Everything a run needs, made ready: settings, method, dynamics, consistent start, the problem to solve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert._compile.choice import dynamics_with, plant_of, softened
from dalembert._compile.compiler import found
from dalembert._compile.dynamics import Dynamics
from dalembert._compile.general import General, GeneralDynamics
from dalembert._compile.tables import piecewise
from dalembert._expression.source import ModelError
from dalembert._model.records import Model
from dalembert._model.tables import samples_of
from dalembert._model.values import parameter_values
from dalembert._simulate.able import refuse_beyond, refuse_large, refuse_unable
from dalembert._simulate.breaks import breaks
from dalembert._simulate.general_start import general_start
from dalembert._simulate.methods import Chosen, chosen, refuse_general, refuse_unfit
from dalembert._simulate.motion import Settings
from dalembert._simulate.settings import settings_of
from dalembert._simulate.start import Start, consistent_start
from dalembert._simulate.trajectory import Problem

SAMPLES_A_STEP = 5
DIRECTIONS = {"rising": 1, "falling": -1, "both": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A run that can begin. Where constraints depend on one another those of the problem give a little."""

    settings: Settings
    method: Chosen
    dynamics: Dynamics | GeneralDynamics
    start: Start
    problem: Problem


def prepared(model: Model) -> Prepared:
    """The run of a model, unless something stands against it."""
    settings = settings_of(model)
    refuse_unable(model)
    method = chosen(settings.method, found())
    refuse_unfit(method, model, settings)
    dynamics = dynamics_of(model, settings)
    refuse_general(method, isinstance(dynamics.plant, General))
    refuse_large(settings, 6 * dynamics.layout.size)
    start = start_of(model, dynamics, settings.t_start)
    tested = dynamics.layout.tested
    problem = Problem(
        dynamics=softened(model, dynamics) if start.redundant else dynamics,
        start=start.y,
        times=np.linspace(settings.t_start, settings.t_end, settings.samples + 1),
        rtol=settings.rtol,
        atol=np.zeros(tested),
        noise=np.zeros(tested),
        largest=np.abs(start.y[:tested]),
        dt_most=longest(dynamics, settings),
        breaks=tuple(breaks(dynamics, settings.t_start, settings.t_end)),
        directions=tuple(DIRECTIONS[event.direction] for event in model.events),
        stops=tuple(event.action == "stop" for event in model.events),
    )
    return Prepared(settings=settings, method=method, dynamics=dynamics, start=start, problem=problem)


def longest(dynamics: Dynamics | GeneralDynamics, settings: Settings) -> float | None:
    """The longest step where something depends on time: no pulse that samples show is stepped over."""
    if not dynamics.plant.timed:
        return None
    return SAMPLES_A_STEP * (settings.t_end - settings.t_start) / settings.samples


def start_of(model: Model, dynamics: Dynamics | GeneralDynamics, t: float) -> Start:
    """The consistent start of a model."""
    if isinstance(dynamics, GeneralDynamics):
        return general_start(model, dynamics, t)
    return consistent_start(model, dynamics, t)


def dynamics_of(model: Model, settings: Settings) -> Dynamics | GeneralDynamics:
    """The dynamics of a model with its values and tables."""
    plant = plant_of(model)
    tables, flaws = samples_of(model)
    if flaws:
        raise ModelError(flaws)
    refuse_beyond(tables, settings.t_start, settings.t_end)
    values = parameter_values(model)
    p = np.array([values[entry.name] for entry in model.parameters])
    return dynamics_with(plant, p, tuple(piecewise(table) for table in tables))
