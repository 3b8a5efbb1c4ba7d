"""CVODES and IDA through CasADi: variable-order BDF in a library of another school, as second opinions.

CVODES is given the rates y' = f(t, y) with everything else eliminated. IDA is given the equations as they
stand, y' = f(t, y, z) and 0 = g(t, y, z): z are accelerations and multipliers with g = (M qdd + Gᵀ lam − h,
G qdd − gamma), or the leading derivatives with the equations that determine them. Neither is given the
constraints themselves; what they give out is moved onto them. Both have one absolute tolerance for all, so
that y and z are handed over divided by their sizes.
"""

from __future__ import annotations

import math
from typing import Any

import casadi as ca
import numpy as np

from dalembert._compile.general import GeneralDynamics, GeneralMachine, sizes
from dalembert._expression.source import Flaw, ModelError
from dalembert._simulate.stepping import settled_rows
from dalembert._simulate.trajectory import Array, End, Problem, Trajectory, Watch
from dalembert._simulate.work import Work

SMALL = 1e-3  # of an entry's own size: below that its absolute error counts
IDA = "ida"
PLUGINS = {"cvodes": "cvodes", IDA: "idas"}  # their names in CasADi
BLOCKS = 20  # runs are cut into about so many, so that they can be watched and interrupted


def sundials(name: str, problem: Problem, watch: Watch) -> Trajectory:
    """A run by cvodes or ida."""
    dynamics, times = problem.dynamics, problem.times
    _refuse(name, problem)
    tested, count = dynamics.layout.tested, len(times) - 1
    z, rates = beside(name, problem, float(times[0]), problem.start)
    reach = SMALL * np.abs(rates) * (times[-1] - times[0])  # what starts at rest does not stay there
    size = sizes(dynamics.layout, np.maximum(problem.largest, reach))
    size_z = np.full(len(z), float(np.max(np.abs(z), initial=0.0)) or 1.0)
    equations = equations_for(name, problem, size, size_z)
    length = max(1, math.ceil(count / BLOCKS))
    rows, end = [problem.start], End.done
    try:
        for first in range(0, count, length):
            last = min(first + length, count)
            begin = {"init_xdot": list(rates / size), "calc_ic": False} if name == IDA else {}
            run = _integrator(name, problem, equations, times[first : last + 1] - times[first], begin)
            given = np.concatenate([[times[first]], dynamics.p])
            try:
                answer = run(x0=rows[-1][:tested] / size, z0=z / size_z, p=given)
            except RuntimeError:  # what SUNDIALS says went to the terminal
                end = End.underflow
                break
            states, works = np.array(answer["xf"]) * size[:, None], np.array(answer["qf"])
            block = np.vstack([states, works + rows[-1][tested:, None]]).T
            settled = settled_rows(problem, times[first + 1 : last + 1], block)
            rows += settled
            if len(settled) < len(block):
                end = End.off if np.isfinite(block).all() else End.not_finite
                break
            watch(float(times[last]))
            z, rates = beside(name, problem, float(times[last]), rows[-1])
    except KeyboardInterrupt:
        end = End.interrupted
    return Trajectory(
        rows=np.array(rows),
        t=float(times[len(rows) - 1]),
        y=rows[-1],
        end=end,
        work=Work(),  # CasADi does not tell
    )


def equations_for(name: str, problem: Problem, size: Array, size_z: Array) -> dict[str, Any]:
    """The equations as CasADi wants them; parameters are the time at which a block begins, and p."""
    dynamics, tested = problem.dynamics, problem.dynamics.layout.tested
    begin, since = ca.SX.sym("begin"), ca.SX.sym("since")
    z, g = ca.SX(0, 1), ca.SX(0, 1)
    if isinstance(dynamics, GeneralDynamics):
        under = dynamics.plant.under
        t, y, p, rates, z, g = under.t, under.y, under.p, under.rates, under.X, under.F
    else:
        own = dynamics.plant.field
        t, y, p, rates = own.t, own.y, own.p, dynamics.plant.closed_rates()
        if name == IDA:
            n, m = dynamics.layout.n, own.saddle["gamma"].numel()
            z = ca.SX.sym("z", n + m)
            qdd, lam = z[:n], z[n:]
            M, G, h, gamma = (own.saddle[key] for key in ("M", "G", "h", "gamma"))
            pushed = G.T @ lam if m else 0
            g = dynamics.plant.put_in(ca.vertcat(M @ qdd + pushed - h, *([G @ qdd - gamma] if m else [])))
            rates = ca.vertcat(rates[:n], qdd, rates[2 * n :])
    given = [begin + since, y[:tested] * size, z * size_z]
    rates, g = ca.substitute([rates, g], [t, y[:tested], z], given)
    return {
        "x": y[:tested],
        "z": z,
        "t": since,
        "p": ca.vertcat(begin, p),
        "ode": rates[:tested] / size,
        "alg": g,
        "quad": rates[tested:],
    }


def beside(name: str, problem: Problem, t: float, y: Array) -> tuple[Array, Array]:
    """Z and y' at a state."""
    machine, tested = problem.dynamics.machine, problem.dynamics.layout.tested
    rates = machine.rates(t, y)[0][:tested]
    if isinstance(machine, GeneralMachine):
        return machine.leading(t, y)[0], rates
    if name != IDA:
        return np.zeros(0), rates
    seen = machine.observed(np.array([t]), y[np.newaxis])
    return np.concatenate([seen["qdd"][0], seen["lam"][0]]), rates


def _integrator(
    name: str, problem: Problem, equations: dict[str, Any], grid: Array, begin: dict[str, Any]
) -> Any:
    """An integrator over a grid of times since its start."""
    options = begin | {
        "reltol": problem.rtol,
        "abstol": max(problem.rtol * SMALL, 1e-16),
        "max_num_steps": 10**7,
        "disable_internal_warnings": True,
        "show_eval_warnings": False,
    }
    if name == IDA:
        options["suppress_algebraic"] = True  # multipliers are out of the error test
    return ca.integrator(
        "run", PLUGINS[name], equations, float(grid[0]), [float(t) for t in grid[1:]], options
    )


def _refuse(name: str, problem: Problem) -> None:
    """Raise what this method is not given."""
    for there, what in (
        (problem.directions, "events"),
        (problem.dynamics.tables, "inputs from tables"),
        (problem.breaks, "jumps or kinks in time"),
    ):
        if len(there):
            message = f"{name} runs here without {what}"
            hint = "leave the method to auto, or try scipy:LSODA as a second opinion"
            flaw = Flaw(rule="method", severity="error", where="method", message=message, hint=hint)
            raise ModelError((flaw,))
