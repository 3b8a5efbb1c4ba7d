"""The growth of a small disturbance along a motion, and the Lyapunov exponent that it estimates."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._lower.tangent import tangent_field
from dalembert._model.records import Model
from dalembert._simulate.accuracy import solve_once
from dalembert._simulate.prepare import PreparedRun, prepare_run
from dalembert._simulate.trajectory import Array, Problem

TRANSIENT = 0.2  # of the run: the disturbance first turns to the direction that grows fastest
FEWEST_STEPS = 256  # of a run with a disturbance, at first
HALVINGS = 10  # of the longest step, at most
SAME = 1e-2  # of the exponent, or of one that the run is too short for: a difference that is none


def disturbance(model: Model, ready: PreparedRun, sizes: Array) -> Array:
    """The logarithm of how much a small disturbance has grown, at the times of the run that were reached.

    `sizes` are those of the entries of the state, in which the disturbance is measured.
    """
    return _growth(ready, _with_disturbance(model, ready, sizes))


def _with_disturbance(model: Model, ready: PreparedRun, sizes: Array) -> Problem:
    """The problem of a run together with a disturbance of it, whose error no step is measured by."""
    compiled = MechanicalSystem(model, formulate=partial(tangent_field, sizes=sizes))
    dynamics = compiled.bind(ready.dynamics.p, ready.dynamics.tables)
    start = compiled.begin(ready.dynamics.column(float(ready.problem.times[0]), ready.start.y))
    return replace(ready.problem, dynamics=dynamics, start=start)


def _growth(ready: PreparedRun, problem: Problem) -> Array:
    trajectory = solve_once(ready.method, problem, ready.settings, lambda _: None).trajectory
    grown: Array = trajectory.rows[:, -1]
    return grown


def without_exponent(ready: PreparedRun) -> str:
    """Why no disturbance can be followed along a run; empty where one can be."""
    if ready.hybrid is not None or ready.problem.time_step is not None:
        return "contacts or switches change the equations"
    if ready.problem.history is not None:
        return "values are delayed"
    if ready.dynamics.compiled.in_closed_form is None:
        return "massless coordinates or unknown efforts are solved for"
    return ""


def lyapunov_exponent(model: Model) -> float:
    """The largest Lyapunov exponent over a run, in 1/s: the slope of σ behind its first part.

    Steps are chosen by the errors of the motion, which at rest are none: so they are bounded, and the bound
    is halved until the exponent stays what it is. NaN where it does not, or the run does not come to its end.
    """
    ready = prepare_run(model)
    problem = _with_disturbance(model, ready, np.ones(ready.dynamics.layout.tested))
    span = float(problem.times[-1] - problem.times[0])
    longest, before = min(problem.dt_most or span, span / FEWEST_STEPS), float("nan")
    for _ in range(HALVINGS):
        exponent = _exponent(problem.times, _growth(ready, replace(problem, dt_most=longest)))
        if abs(exponent - before) <= SAME * max(abs(exponent), 1 / span):
            return exponent
        longest, before = longest / 2, exponent
    return float("nan")


def _exponent(times: Array, grown: Array) -> float:
    if len(grown) < len(times):
        return float("nan")
    later = times >= times[0] + TRANSIENT * (times[-1] - times[0])
    return float(np.polyfit(times[later], grown[later], 1)[0])
