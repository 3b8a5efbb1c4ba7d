"""SciPy's steppers on the rates of the virtual machine: second opinions, and all there is without a compiler.

After each step of a one-step method the state is moved onto the constraints, as in C. The multistep methods
(BDF, LSODA) carry their past with them and are left alone: only what they give out is moved.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from scipy import integrate

from dalembert._compile.rank_revealing import HEALTHY
from dalembert._simulate.roots import zeros
from dalembert._simulate.time_jump import jump_over
from dalembert._simulate.trajectory import Array, End, Problem, Trajectory, Watch, Zero, open_interval
from dalembert._simulate.work import Work

SOLVERS: dict[str, Any] = {
    "RK23": integrate.RK23,
    "RK45": integrate.RK45,
    "DOP853": integrate.DOP853,
    "Radau": integrate.Radau,
    "BDF": integrate.BDF,
    "LSODA": integrate.LSODA,
}
ONE_STEP = ("RK23", "RK45", "DOP853", "Radau")
LEAST_RTOL = 2.3e-14  # below this SciPy raises it and warns
SETTLED, PASSES = 1e-9, 12
SMALL = 1e-3  # of an entry's own size: below that its absolute error counts


def run_scipy(name: str, problem: Problem, watch: Watch) -> Trajectory:
    """A run by one of SciPy's steppers."""
    run = _Run(name, problem)
    end = End.done
    try:
        for low, high in problem.segments():
            end = run.segment(low, high, watch)
            if end is not End.done:
                break
    except KeyboardInterrupt:
        end = End.interrupted
    field = run.field
    return Trajectory(
        rows=np.array(run.rows),
        t=run.t,
        y=run.y,
        end=end,
        zeros=tuple(run.zeros),
        peak=run.peak,
        culprit=field.culprit if end is not End.done else -1,
        work=Work(
            steps=run.steps, rhs=field.evaluations, projections=field.projections, rescues=field.rescues
        ),
    )


class _Run:
    """A run as far as it came."""

    def __init__(self, name: str, problem: Problem) -> None:
        layout = problem.dynamics.layout
        self.problem, self.layout, self.field = problem, layout, _Field(problem)
        problem.dynamics.rewind()
        self.one_step = name in ONE_STEP and layout.constraints > 0
        reach = float(np.max(problem.largest[: layout.split], initial=0.0))
        atol = np.full(layout.size, 1e300)  # works are not tested
        known = np.where(problem.largest > 0, problem.largest, 1.0)
        atol[: layout.tested] = problem.atol + problem.noise * reach + problem.rtol * SMALL * known
        options = {"rtol": max(problem.rtol, LEAST_RTOL), "atol": atol, "max_step": problem.dt_most or np.inf}
        self.solver: Any = partial(SOLVERS[name], **options)
        self.t, self.y, self.steps = float(problem.times[0]), problem.start, 0
        self.rows: list[Array] = [problem.start]
        self.peak = np.abs(problem.start[: layout.tested])
        self.zeros: list[Zero] = []

    def segment(self, low: float, high: float, watch: Watch) -> End:
        """A piece of time on which the model is smooth."""
        field, n = self.field, self.layout.n
        field.low, field.high = open_interval(low, high)
        if self.steps:
            over = jump_over(self.problem, low, self.y)
            if isinstance(over, End):
                return over
            self.y = over.y
            self.zeros += over.zeros
            if self.problem.times[len(self.rows) - 1] == low:  # a row at the jump shows what is after it
                self.rows[-1] = over.y
            if over.stops:
                return End.stopped
        solver = self.solver(field.rates, low, self.y, high)
        while solver.status == "running":
            try:
                with np.errstate(all="ignore"):  # a step that fails says so itself
                    solver.step()
            except (ValueError, np.linalg.LinAlgError):  # matrices of rates that are not finite
                return field.failure or End.not_finite
            if solver.status == "failed":
                return field.failure or End.underflow
            if not np.isfinite(solver.y).all():
                return field.failure or End.not_finite
            self.steps += 1
            dense = solver.dense_output()
            stop = self._events(dense, solver.t_old, solver.t)
            t = solver.t if stop is None else stop
            fresh = field.project(t, solver.y.copy() if stop is None else dense(stop))
            if fresh is None or not self._sample(dense, t, fresh):
                return End.off
            self.t, self.y = t, fresh
            self.peak = np.maximum(self.peak, np.abs(fresh[: self.layout.tested]))
            if stop is not None:
                return End.stopped
            if self.one_step:
                solver.y = fresh
                solver.f[:n] = fresh[n : 2 * n]
            watch(t)
        return End.done

    def _sample(self, dense: Any, t: float, fresh: Array) -> bool:
        """The rows up to t; whether all of them could be moved onto the constraints."""
        times = self.problem.times
        while len(self.rows) < len(times) and times[len(self.rows)] <= t:
            time = float(times[len(self.rows)])
            row = fresh if time == t else self.field.project(time, dense(time))
            if row is None:
                return False
            self.rows.append(row)
        return True

    def _events(self, dense: Any, low: float, high: float) -> float | None:
        """Note the zeros of events in a step; the time at which one of them stops the run."""
        fired: list[Zero] = []
        for event in range(len(self.problem.directions)):
            zeros_of_event = zeros(partial(self.field.event, event, dense), low, high)
            fired += [Zero(t, event, way) for t, way in zeros_of_event]
        fired.sort(key=lambda zero: (zero.t, zero.event))
        kept = [z for z in fired if self.problem.directions[z.event] in (0, z.way)]
        stop = next((z.t for z in kept if self.problem.stops[z.event]), None)
        self.zeros += [z for z in kept if stop is None or z.t <= stop]
        return stop


def project_rows(problem: Problem, times: Array, rows: Array) -> list[Array]:
    """States moved onto the constraints, as far as that succeeds."""
    field, projected = _Field(problem), []
    for time, row in zip(times, rows, strict=True):
        projection = field.project(float(time), row)
        if projection is None:
            break
        projected.append(projection)
    return projected


class _Field:
    """Rates and projection by the virtual machine, with the numeric rescue where it loses digits."""

    def __init__(self, problem: Problem) -> None:
        self._dynamics = problem.dynamics
        self._duration = float(problem.times[-1] - problem.times[0])
        known = problem.start if problem.peak is None else problem.peak
        self._reach = float(np.max(np.abs(known[: problem.dynamics.layout.split]), initial=0.0))  # of places
        self.low, self.high = -np.inf, np.inf
        self.evaluations = self.projections = self.rescues = 0
        self.failure: End | None = None
        self.culprit = -1

    def rates(self, t: float, y: Array) -> Array:
        """The rates; NaN where there are none, so that the stepper tries a smaller step."""
        self.evaluations += 1
        t = min(max(t, self.low), self.high)
        out, health = self._dynamics.rates(t, y)
        finite = np.isfinite(out)
        if health > HEALTHY and finite.all():
            return out
        self.rescues += 1
        rescued = self._dynamics.rescue(0, t, y)
        if rescued is not None and np.isfinite(rescued).all():
            return rescued
        self.failure = End.not_finite if health > HEALTHY else End.singular
        self.culprit = int(np.argmin(finite)) if not finite.all() else -1
        return np.full(len(out), np.nan)

    def event(self, event: int, dense: Any, t: float) -> float:
        """An event function along the continuous extension of a step."""
        asked = min(max(t, self.low), self.high)
        return float(self._dynamics.events(asked, dense(t))[event])

    def project(self, t: float, y: Array) -> Array | None:
        """The state moved onto the constraints; None where that does not succeed."""
        layout, t = self._dynamics.layout, min(max(t, self.low), self.high)
        if not layout.constraints:
            return y
        before, parts = np.inf, (slice(0, layout.split), slice(layout.split, layout.tested))
        for _ in range(PASSES):
            self.projections += 1
            change, health = self._dynamics.correction(t, y)
            if not (health > HEALTHY and np.isfinite(change).all()):
                rescued = self._dynamics.rescue(1, t, y)
                if rescued is None:
                    return None
                change = rescued
            self._reach = max(self._reach, float(np.max(np.abs(y[parts[0]]), initial=0.0)))
            near, slow = 1e-6 * self._reach, 1e-6 * self._reach / self._duration
            size = max(
                _relative_change(change[parts[0]], y[parts[0]], near),
                _relative_change(change[parts[1]], y[parts[1]], slow),
            )
            if size >= before:  # as near as rounding lets it
                return y if before < 1e-6 else None
            y = y + change
            if size < SETTLED:
                return y
            before = size
        return None


def _relative_change(change: Array, y: Array, least: float) -> float:
    """The size of a change relative to the largest entry, or to what counts as zero."""
    most = float(np.max(np.abs(change), initial=0.0))
    return most / max(float(np.max(np.abs(y), initial=0.0)), least, 1e-300) if most else 0.0
