"""CVODES and IDA through CasADi: variable-order BDF methods of an independent library, as second opinions.

CVODES is given the rates y' = f(t, y) with everything else eliminated. IDA is given the equations as they
stand, y' = f(t, y, z) and 0 = g(t, y, z): z are accelerations and multipliers with g = (M qdd + Gᵀ lam − h,
G qdd − gamma), or the leading derivatives with the equations that determine them. Neither is given the
constraints themselves; what they give out is moved onto them. Both have one absolute tolerance for all, so
that y and z are handed over divided by their sizes.

Their own messages are suppressed: bisection of the last interval shows where a run ends, and the equations
there show why. The steps between two samples are counted, not timed.
"""

from __future__ import annotations

import contextlib
import io
import math
from typing import Any

import casadi as ca
import numpy as np

from dalembert._compile.dae_evaluator import sizes
from dalembert._compile.rank_revealing import free_directions
from dalembert._expression.source import Flaw, ModelError
from dalembert._simulate.scipy_steppers import project_rows
from dalembert._simulate.trajectory import Array, End, Problem, Trajectory, Watch
from dalembert._simulate.work import Work

SMALL = 1e-3  # of an entry's own size: below that its absolute error counts
IDA = "ida"
PLUGINS = {"cvodes": "cvodes", IDA: "idas"}  # their names in CasADi
BLOCKS = 20  # runs are cut into about so many, so that they can be watched and interrupted
STEPS, FEWEST = 2_000_000, 20_000  # of a run, shared out among its samples; of each sample at least
HALVINGS = 10  # of the last piece of time: where a run ended
LEAST = 1e-12  # a tolerance below which the corrector meets rounding
LOOSE = 100.0  # times the largest of z: they are solved for, not tested
UNSOUND = 1e-4  # of regular equations: those of a run that ended near there are singular
SPENT = "TOO_MUCH_WORK"  # the code with which SUNDIALS ends at its number of steps


def sundials(name: str, problem: Problem, watch: Watch) -> Trajectory:
    """A run by cvodes or ida."""
    _refuse(name, problem)
    run = _Run(name, problem)
    end = End.done
    try:
        while end is End.done and run.row < len(problem.times) - 1:
            end = run.advance()
            watch(run.t)
    except KeyboardInterrupt:
        end = End.interrupted
    return Trajectory(rows=np.array(run.rows), t=run.t, y=run.y, end=end, work=run.work)


class _Run:
    """A run as far as it came."""

    def __init__(self, name: str, problem: Problem) -> None:
        self._name, self._problem = name, problem
        times, layout = problem.times, problem.dynamics.layout
        self.t, self.y, self.rows, self.work = float(times[0]), problem.start, [problem.start], Work()
        problem.dynamics.rewind()
        self._beside = z, rates = self._unknowns()
        reach = SMALL * np.abs(rates) * (times[-1] - times[0])  # what starts at rest does not stay there
        self._size = sizes(layout, np.maximum(problem.largest, reach))
        self._size_z = np.full(len(z), LOOSE * (float(np.max(np.abs(z), initial=0.0)) or 1.0))
        self._equations = equations_for(name, problem, self._size, self._size_z)
        self._length = max(1, math.ceil((len(times) - 1) / BLOCKS))

    @property
    def row(self) -> int:
        """The last sample that was reached."""
        return len(self.rows) - 1

    def advance(self) -> End:
        """Integrate over some samples, over fewer if that fails, and in the end as far as possible."""
        times = self._problem.times[self.row : self.row + self._length + 1]
        block, _ = self._solve(self.t, times[1:])
        if block is None and len(times) > 2:
            self._length = max(1, self._length // 8)
            return End.done
        if block is None:
            return self._end(float(times[1]))
        settled = project_rows(self._problem, times[1:], block)
        self.rows += settled
        if settled:
            self._move_to(float(times[len(settled)]), settled[-1])
        if len(settled) < len(block):
            return End.off if np.isfinite(block).all() else End.not_finite
        return End.done

    def _move_to(self, t: float, y: Array) -> None:
        self.t, self.y = t, y
        self._beside = self._unknowns()

    def _unknowns(self) -> tuple[Array, Array]:
        """Z and y' at the state that was reached."""
        return self._problem.dynamics.unknowns(self.t, self.y, self._name != IDA)

    def _solve(self, t: float, times: Array) -> tuple[Array | None, bool]:
        """The states at some times; None if the integrator fails, and whether it ran out of steps."""
        problem, tested, (z, rates) = self._problem, self._problem.dynamics.layout.tested, self._beside
        if not (np.isfinite(z).all() and np.isfinite(rates).all()):
            return None, False
        begin = {"init_xdot": list(rates / self._size), "calc_ic": False} if self._name == IDA else {}
        run = _integrator(self._name, problem, self._equations, np.concatenate([[0.0], times - t]), begin)
        given = np.concatenate([[t], problem.dynamics.p])
        quiet = io.StringIO()
        try:
            with contextlib.redirect_stderr(quiet), contextlib.redirect_stdout(quiet):
                answer = run(x0=self.y[:tested] / self._size, z0=z / self._size_z, p=given)
        except RuntimeError as error:
            return None, SPENT in str(error)
        done = run.stats()
        self.work += Work(steps=int(done["nsteps"]), rhs=int(done["nfevals"]), rejected=int(done["netfails"]))
        states, works = np.array(answer["xf"]) * self._size[:, None], np.array(answer["qf"])
        return np.vstack([states, works + self.y[tested:, None]]).T, False

    def _end(self, high: float) -> End:
        """Where and why the run ends before the next sample."""
        spent = False
        for _ in range(HALVINGS):
            middle = (self.t + high) / 2
            block, much = self._solve(self.t, np.array([middle]))
            settled = project_rows(self._problem, np.array([middle]), block) if block is not None else []
            if settled:
                self._move_to(middle, settled[-1])
            else:
                high, spent = middle, spent or much
        return self._cause(high, End.chattering if spent else End.underflow)

    def _cause(self, high: float, other: End) -> End:
        """What the equations are like just ahead of where the run ended."""
        dynamics, beyond = self._problem.dynamics, self.t + 2 * (high - self.t)
        rates, health = dynamics.rates(self.t, self.y)
        ahead = self.y + (beyond - self.t) * np.where(np.isfinite(rates), rates, 0.0)
        parts = [*dynamics.saddle(beyond, ahead).values(), *dynamics.residual(beyond, ahead, self._beside[0])]
        if not all(np.isfinite(part).all() for part in parts):
            return End.not_finite
        return End.singular if not min(health, dynamics.rates(beyond, ahead)[1]) > UNSOUND else other


def equations_for(name: str, problem: Problem, size: Array, size_z: Array) -> dict[str, Any]:
    """The equations as CasADi wants them; parameters are the time at which a block begins, and p."""
    tested, begin, since = problem.dynamics.layout.tested, ca.SX.sym("begin"), ca.SX.sym("since")
    form = problem.dynamics.compiled.residual_form(name != IDA)
    y, z = form.y, form.z
    given = [begin + since, y[:tested] * size, z * size_z]
    rates, g = ca.substitute([form.rates, form.residual], [form.t, y[:tested], z], given)
    return {
        "x": y[:tested],
        "z": z,
        "t": since,
        "p": ca.vertcat(begin, form.p),
        "ode": rates[:tested] / size,
        "alg": g,
        "quad": rates[tested:],
    }


def _integrator(
    name: str, problem: Problem, equations: dict[str, Any], grid: Array, begin: dict[str, Any]
) -> Any:
    """An integrator over a grid of times since its start."""
    options = begin | {
        "reltol": max(problem.rtol, LEAST),
        "abstol": max(problem.rtol, LEAST) * SMALL,
        "max_num_steps": max(FEWEST, STEPS // len(problem.times)),
        "disable_internal_warnings": True,
        "show_eval_warnings": False,
    }
    if name == IDA:
        options["suppress_algebraic"] = True  # multipliers are out of the error test
    return ca.integrator(
        "run", PLUGINS[name], equations, float(grid[0]), [float(t) for t in grid[1:]], options
    )


def _refuse(name: str, problem: Problem) -> None:
    """Raise if the model has something that this method does not support."""
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
    if name == IDA:
        G = problem.dynamics.saddle(float(problem.times[0]), problem.start)["G"]
        if len(G) and free_directions(G, G.shape[1])[1] < len(G):
            message = "ida needs constraints that are independent of one another"
            hint = "leave out those that follow from the others, leave the method to auto, or try cvodes"
            raise ModelError(
                (Flaw(rule="method", severity="error", where="method", message=message, hint=hint),)
            )
