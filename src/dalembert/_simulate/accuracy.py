"""The promise of rtol: the error of the result, not of a step, meets the tolerance; and is told.

The error of a run is proportional to the tolerance of its steps, by a factor that depends on the system and
grows with time (1 to 500 over ten periods of the library's systems). Two runs whose tolerances are τ_A > τ_B
measure it: at each time the error of B is about |A − B| τ_B/τ_A. Where that exceeds what was asked for, a
third run follows with the tolerance that is then known to be needed. A chaotic motion is told by the same
measure: past some time the two runs part, and no tolerance in double precision keeps them together.

No step is asked to be better than rounding lets it be: stiff springs between large displacements make noise
in the accelerations, far above the rounding of the state, and steps would shrink without end against it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._simulate.methods import Chosen
from dalembert._simulate.motion import Accuracy, Settings
from dalembert._simulate.trajectory import End, Problem, Trajectory, Watch

Array = NDArray[np.float64]
FLOOR = 4e-15  # step tolerances below this are rounding
ROUNDING, EPSILON = 1e-15, 2.2e-16
STATES = 9  # states of a run at which the noise is measured
SAFETY = 3.0  # the factor of proportionality differs between two tolerances by about so much
PARTED = 1e-2  # runs that differ by more than this say nothing about the error of the better one
RUNS = 4
SMALL = 1e-6  # entries of the state below this part of the largest of their kind are rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The run that is given to the user, what is known of its error, and the seconds of compilation."""

    trajectory: Trajectory
    accuracy: Accuracy
    compile_seconds: float
    method: str
    remarks: tuple[str, ...] = ()


def kept(chosen: Chosen, problem: Problem, settings: Settings, watch: Watch) -> Kept:
    """A run whose result meets the tolerance, as far as that can be reached."""
    unknown = Accuracy(achieved=None, until=None)
    if settings.dt is not None:
        only = chosen.method(replace(problem, dt=settings.dt), watch)
        seconds = only.compile_seconds
        return Kept(trajectory=only, accuracy=unknown, compile_seconds=seconds, method=chosen.name)
    if chosen.stiffly is not None:
        problem = replace(problem, wary=True)
    rtol = settings.rtol
    tolerance = min(max(chosen.loose * rtol, FLOOR * 10), 1e-4)
    scales = _first_scales(problem)
    tried = _with(problem, tolerance, scales, settings, np.zeros_like(scales))
    last = chosen.method(tried, watch)
    seconds, work = last.compile_seconds, last.work
    accuracy = unknown
    wanted = max(min(chosen.tight * rtol, 1e-5), FLOOR)
    noise = _noise(problem, last)
    for _ in range(RUNS - 1):
        if last.end is End.interrupted:
            break
        if last.end is End.stiff and chosen.stiffly is not None:
            return _stiffly(chosen.stiffly, problem, settings, watch, last)
        scales = _scales(problem, last, scales)
        before, loose, tolerance = last, tried, wanted
        tried = _with(problem, tolerance, scales, settings, noise)
        last = chosen.method(tried, watch)
        seconds, work = seconds + last.compile_seconds, work + last.work
        scales = _scales(problem, last, scales)
        ratio = np.max(_weights(tried, scales, last.rows) / _weights(loose, scales, last.rows), axis=1)
        errors = _errors(problem, settings, scales, before, last) * SAFETY
        errors = np.where(errors * rtol < PARTED, errors * ratio, errors)
        accuracy = _accuracy(problem, rtol, errors, last)
        worst = float(np.max(errors, initial=0.0))
        if worst <= 1 or tolerance <= FLOOR or last.end not in (End.done, End.stopped):
            break
        wanted = max(tolerance / (2 * worst), FLOOR)
        if worst * wanted / tolerance > 1 and worst * rtol >= PARTED:
            break  # chaotic: no tolerance would do
    if last.end is End.stiff and chosen.stiffly is not None:
        return _stiffly(chosen.stiffly, problem, settings, watch, last)
    return Kept(
        trajectory=replace(last, work=work), accuracy=accuracy, compile_seconds=seconds, method=chosen.name
    )


def _stiffly(chosen: Chosen, problem: Problem, settings: Settings, watch: Watch, left: Trajectory) -> Kept:
    """The run begun anew by a method that stability does not hold back."""
    found = kept(chosen, replace(problem, wary=False), settings, watch)
    remark = (
        f"stability held the steps back by t = {left.t:.4g} s, so {chosen.name} made the run: it is stiff"
    )
    trajectory = replace(found.trajectory, work=found.trajectory.work + left.work)
    return replace(found, trajectory=trajectory, remarks=(remark, *found.remarks))


def _with(problem: Problem, tolerance: float, scales: Array, settings: Settings, noise: Array) -> Problem:
    """The problem with a tolerance for its steps, above the noise."""
    atol = _absolute(scales, settings) * tolerance / settings.rtol
    return replace(problem, rtol=tolerance, atol=atol, noise=noise)


def _weights(problem: Problem, scales: Array, rows: Array) -> Array:
    """What a step may be off by in each entry of the state, at some states."""
    reach = np.max(np.abs(rows[:, : problem.dynamics.layout.split]), axis=1, initial=0.0)[:, np.newaxis]
    weights: Array = problem.atol + max(problem.rtol, ROUNDING) * scales + problem.noise * reach
    return np.maximum(weights, 1e-300)


def _noise(problem: Problem, run: Trajectory) -> Array:
    """What rounding of the state does to a step, per size of the largest coordinate.

    The change of the rates with the last bit of the state, times the step, at some states of a run.
    """
    layout, random = problem.dynamics.layout, np.random.default_rng(3)
    noise = np.zeros(layout.tested)
    for i in np.linspace(0, len(run.rows) - 1, STATES).astype(int):
        t, y = float(problem.times[i]), run.rows[i]
        reach = np.max(np.abs(y[: layout.split]), initial=0.0)
        if reach > 0:
            here, _ = problem.dynamics.machine.rates(t, y)
            bits = 1 + EPSILON * random.choice([-1, 1], size=len(y))
            there, _ = problem.dynamics.machine.rates(t, y * bits)
            with np.errstate(invalid="ignore"):  # rates that are not finite say nothing
                noise = np.fmax(noise, np.abs(there - here)[: layout.tested] / reach)
    dt = (run.t - float(problem.times[0])) / max(run.work.steps, 1)
    return np.where(np.isfinite(noise), noise, 0.0) * dt


def _absolute(scales: Array, settings: Settings) -> Array:
    """The absolute tolerance of each entry of the state.

    Without one given it is rtol of the entry's own size. A given one is an upper bound for entries that
    are larger than it.
    """
    own = settings.rtol * scales
    if settings.atol is None:
        return own
    return np.where(scales > settings.atol, np.minimum(own, settings.atol), settings.atol)


def _first_scales(problem: Problem) -> Array:
    """Sizes of the entries of the state, before anything is known but the start."""
    scales = np.abs(problem.start[: problem.dynamics.layout.tested])
    for kind in problem.dynamics.layout.kinds:
        most = float(np.max(scales[kind], initial=0.0))
        scales[kind] = np.maximum(scales[kind], 1e-3 * (most or 1.0))
    return scales


def _scales(problem: Problem, run: Trajectory, before: Array) -> Array:
    """The largest size of each entry of the state over a run."""
    if len(run.rows) < 2:
        return before
    scales: Array = np.max(np.abs(run.rows[:, : len(before)]), axis=0)
    for kind in problem.dynamics.layout.kinds:
        most = float(np.max(scales[kind], initial=0.0))
        scales[kind] = np.maximum(scales[kind], SMALL * most) if most else before[kind]
    return scales


def _errors(
    problem: Problem, settings: Settings, scales: Array, before: Trajectory, last: Trajectory
) -> Array:
    """The difference of two runs at each time, as a multiple of the tolerance asked for."""
    rows, tested = min(len(before.rows), len(last.rows)), problem.dynamics.layout.tested
    one, other = before.rows[:rows, :tested], last.rows[:rows, :tested]
    weights = _absolute(scales, settings) + settings.rtol * np.abs(other)
    found = np.max(np.abs(one - other) / np.maximum(weights, 1e-300), axis=1, initial=0.0)
    same = before.end is last.end  # two runs that an event stopped may differ by a row
    missing = np.full(len(last.rows) - rows, 0.0 if same else np.inf)
    return np.concatenate([found, missing])


def _accuracy(problem: Problem, rtol: float, errors: Array, last: Trajectory) -> Accuracy:
    """What was achieved, and until when it is what was asked for."""
    bad = np.flatnonzero(errors > 1)
    until = last.t if not len(bad) else float(problem.times[max(int(bad[0]) - 1, 0)])
    return Accuracy(achieved=min(float(np.max(errors, initial=0.0)) * rtol, 1.0), until=until)
