"""SciPy's steppers on the rates of the virtual machine: second opinions, and all there is without a compiler.

After each step of a one-step method the state is moved onto the constraints, as in C. The multistep methods
(BDF, LSODA) carry their past with them and are left alone: only what they give out is moved.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import integrate

from dalembert._simulate.trajectory import Array, End, Problem, Trajectory, Watch
from dalembert._simulate.work import Work

ONE_STEP = ("RK23", "RK45", "DOP853", "Radau")
NAMES = (*ONE_STEP, "BDF", "LSODA")
HEALTHY = 1e-10
LEAST_RTOL = 2.3e-14  # below this SciPy raises it and warns
SETTLED, PASSES = 1e-9, 12


def stepped(name: str, problem: Problem, watch: Watch) -> Trajectory:
    """A run by one of SciPy's steppers."""
    own = _Field(problem)
    layout, times = problem.dynamics.layout, problem.times
    atol = np.full(layout.size, 1e300)  # works are not tested
    reach = float(np.max(np.abs(problem.start[: layout.n]), initial=0.0))
    atol[: layout.tested] = problem.atol + problem.noise * reach
    solvers: dict[str, Any] = {n: vars(integrate)[n] for n in NAMES}
    solver = solvers[name](
        own.rates, times[0], problem.start, times[-1], rtol=max(problem.rtol, LEAST_RTOL), atol=atol
    )
    rows, steps, end = [problem.start], 0, End.done
    t, y = float(times[0]), problem.start
    try:
        while solver.status == "running":
            try:
                solver.step()
            except (ValueError, np.linalg.LinAlgError):  # matrices of rates that are not finite
                end = own.failure or End.not_finite
                break
            if solver.status == "failed":
                end = own.failure or End.underflow
                break
            steps += 1
            dense = None
            while len(rows) < len(times) and times[len(rows)] <= solver.t:
                dense = dense or solver.dense_output()
                time = float(times[len(rows)])
                row = own.settled(time, solver.y.copy() if time == solver.t else dense(time))
                if row is None:
                    break
                rows.append(row)
            fresh = own.settled(solver.t, solver.y.copy())
            if fresh is None:
                end = End.off
                break
            if name in ONE_STEP and layout.constraints:
                solver.y = fresh
                solver.f[: layout.n] = fresh[layout.n : 2 * layout.n]
            t, y = solver.t, fresh
            watch(t)
    except KeyboardInterrupt:
        end = End.interrupted
    return Trajectory(
        rows=np.array(rows),
        t=t,
        y=y,
        end=end,
        culprit=own.culprit if end is not End.done else -1,
        work=Work(steps=steps, rhs=own.evaluations, projections=own.projections, rescues=own.rescues),
    )


def settled_rows(problem: Problem, times: Array, rows: Array) -> list[Array]:
    """States moved onto the constraints, as far as that succeeds."""
    own, found = _Field(problem), []
    for time, row in zip(times, rows, strict=True):
        settled = own.settled(float(time), row)
        if settled is None:
            break
        found.append(settled)
    return found


class _Field:
    """Rates and projection by the virtual machine, with the numeric rescue where it loses digits."""

    def __init__(self, problem: Problem) -> None:
        self._dynamics = problem.dynamics
        self.evaluations = self.projections = self.rescues = 0
        self.failure: End | None = None
        self.culprit = -1

    def rates(self, t: float, y: Array) -> Array:
        """The rates; NaN where there are none, so that the stepper tries a smaller step."""
        self.evaluations += 1
        out, health = self._dynamics.machine.rates(t, y)
        finite = np.isfinite(out)
        if health > HEALTHY and finite.all():
            return out
        self.rescues += 1
        found = self._dynamics.rescue(0, t, y)
        if found is not None and np.isfinite(found).all():
            return found
        self.failure = End.not_finite if health > HEALTHY else End.singular
        self.culprit = int(np.argmin(finite)) if not finite.all() else -1
        return np.full(len(out), np.nan)

    def settled(self, t: float, y: Array) -> Array | None:
        """The state moved onto the constraints; None where that does not succeed."""
        layout = self._dynamics.layout
        if not layout.constraints:
            return y
        before, n = np.inf, layout.n
        for _ in range(PASSES):
            self.projections += 1
            change, health = self._dynamics.machine.correction(t, y)
            if not (health > HEALTHY and np.isfinite(change).all()):
                found = self._dynamics.rescue(1, t, y)
                if found is None:
                    return None
                change = found
            size = max(_relative(change[part], y[part]) for part in (slice(0, n), slice(n, 2 * n)))
            if size >= before:  # as near as rounding lets it
                return y if before < 1e-6 else None
            y = y + change
            if size < SETTLED:
                return y
            before = size
        return None


def _relative(change: Array, y: Array) -> float:
    """The size of a change against the largest entry."""
    most = float(np.max(np.abs(change), initial=0.0))
    return most / max(float(np.max(np.abs(y), initial=0.0)), 1e-300) if most else 0.0
