"""CVODES through CasADi: variable-order BDF in a library of another school, as a second opinion.

It is given the accelerations, not the constraints; what it gives out is moved onto them.
"""

from __future__ import annotations

import math
from typing import Any

import casadi as ca
import numpy as np

from dalembert._compile.general import GeneralDynamics
from dalembert._expression.source import Flaw, ModelError
from dalembert._simulate.stepping import settled_rows
from dalembert._simulate.trajectory import End, Problem, Trajectory, Watch
from dalembert._simulate.work import Work

BLOCKS = 20  # runs are cut into about so many, so that they can be watched and interrupted


def cvodes(problem: Problem, watch: Watch) -> Trajectory:
    """A run by CVODES."""
    dynamics, times = problem.dynamics, problem.times
    _refuse(problem)
    layout = dynamics.layout
    tested, count = layout.tested, len(times) - 1
    length = max(1, math.ceil(count / BLOCKS))
    rows = [problem.start]
    end, made = End.done, {}
    try:
        for first in range(0, count, length):
            last = min(first + length, count)
            if last - first not in made:
                made[last - first] = _integrator(problem, times[first : last + 1] - times[first])
            given = np.concatenate([[times[first]], dynamics.p])
            try:
                answer = made[last - first](x0=rows[-1][:tested], p=given)
            except RuntimeError:  # what SUNDIALS says went to the terminal
                end = End.underflow
                break
            block = np.vstack([np.array(answer["xf"]), np.array(answer["qf"]) + rows[-1][tested:, None]]).T
            settled = settled_rows(problem, times[first + 1 : last + 1], block)
            rows += settled
            if len(settled) < len(block):
                end = End.off if np.isfinite(block).all() else End.not_finite
                break
            watch(float(times[last]))
    except KeyboardInterrupt:
        end = End.interrupted
    return Trajectory(
        rows=np.array(rows),
        t=float(times[len(rows) - 1]),
        y=rows[-1],
        end=end,
        work=Work(),  # CasADi does not tell
    )


def _integrator(problem: Problem, grid: Any) -> Any:
    """An integrator over a grid of times since its start; parameters are the start time and p."""
    dynamics = problem.dynamics
    if isinstance(dynamics, GeneralDynamics):
        message = "cvodes runs mechanics only"
        raise TypeError(message)
    field = dynamics.plant.field
    tested = dynamics.layout.tested
    begin, since = ca.SX.sym("begin"), ca.SX.sym("since")
    rates = dynamics.plant.closed_rates()
    rates = ca.substitute(rates, field.t, begin + since)
    dae = {
        "x": field.y[:tested],
        "t": since,
        "p": ca.vertcat(begin, field.p),
        "ode": rates[:tested],
        "quad": rates[tested:],
    }
    options = {
        "reltol": problem.rtol,
        "abstol": max(float(np.min(problem.atol + problem.rtol * 1e-3 * problem.largest)), 1e-16),
        "max_num_steps": 10**7,
        "disable_internal_warnings": True,
    }
    return ca.integrator("run", "cvodes", dae, float(grid[0]), [float(t) for t in grid[1:]], options)


def _refuse(problem: Problem) -> None:
    """Raise what this method is not given."""
    for there, what in (
        (problem.directions, "events"),
        (problem.dynamics.tables, "inputs from tables"),
        (problem.breaks, "jumps or kinks in time"),
    ):
        if len(there):
            message = f"cvodes runs here without {what}"
            hint = "leave the method to auto, or try scipy:LSODA as a second opinion"
            flaw = Flaw(rule="method", severity="error", where="method", message=message, hint=hint)
            raise ModelError((flaw,))
