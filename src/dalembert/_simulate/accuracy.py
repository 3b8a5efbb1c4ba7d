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
STATES = 5  # states of a run at which the noise is measured
FIRST = 100  # steps that a run is thought to have before it is made
SAFETY = 3.0  # the factor of proportionality differs between two tolerances by about so much
PARTED = 1e-2  # runs that differ by more than this say nothing about the error of the better one
RUNS = 4
RESTING = 1e-14  # of the speeds that free accelerations would make in the run: none
SMALL = 1e-6  # entries of the state below this part of the largest of their kind are rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The run that is given to the user, what is known of its error, and the seconds of compilation."""

    trajectory: Trajectory
    accuracy: Accuracy
    compile_seconds: float
    method: str
    remarks: tuple[str, ...] = ()
    alone: bool = False  # the run it was compared with ended in another way


def kept(chosen: Chosen, problem: Problem, settings: Settings, watch: Watch) -> Kept:
    """A run whose result meets the tolerance, as far as that can be reached."""
    unknown = Accuracy(achieved=None, until=None)
    if settings.dt is not None:
        only = chosen.method(replace(problem, dt=settings.dt), watch)
        seconds = only.compile_seconds
        return Kept(trajectory=only, accuracy=unknown, compile_seconds=seconds, method=chosen.name)
    problem = replace(problem, wary=chosen.stiffly is not None)
    rtol = settings.rtol
    tolerance = min(max(chosen.loose * rtol, FLOOR * 10), 1e-4)
    span = float(problem.times[-1] - problem.times[0])
    begin = problem.start[np.newaxis]
    tried = _with(
        problem, tolerance, settings, _noise(problem, begin, span / FIRST), _largest(problem, begin)
    )
    last = chosen.method(tried, watch)
    seconds, work = last.compile_seconds, last.work
    accuracy, ended = unknown, last.end
    floor = max(FLOOR, chosen.least * rtol)
    wanted = max(min(chosen.tight * rtol, 1e-5), floor)
    for _ in range(RUNS - 1):
        if last.end is End.stiff and chosen.stiffly is not None:
            return _stiffly(chosen.stiffly(), problem, settings, watch, last)
        if last.end is End.interrupted or len(last.rows) < 2:
            break
        before, loose, tolerance, ended = last, tried, wanted, last.end
        dt = (last.t - float(problem.times[0])) / max(last.work.steps, 1)
        tried = _with(
            problem, tolerance, settings, _noise(problem, last.rows, dt), _largest(problem, last.rows)
        )
        last = chosen.method(tried, watch)
        seconds, work = seconds + last.compile_seconds, work + last.work
        if last.end is End.interrupted and len(before.rows) > len(last.rows):
            last = replace(before, end=End.interrupted)  # the run before had come further
            break
        errors = _errors(problem, settings, before, last) * SAFETY
        if last.end is before.end:
            ratio = np.max(_weights(tried, last.rows) / _weights(loose, last.rows), axis=1)
            least = SAFETY * tolerance / rtol  # no run is better than its steps
            errors = np.where(errors * rtol < PARTED, np.maximum(errors * ratio, least), errors)
        accuracy = _accuracy(problem, rtol, errors, last)
        worst = float(np.max(errors, initial=0.0))
        if worst <= 1 or tolerance <= floor or last.end is not before.end:
            break
        wanted = max(tolerance / (2 * worst), floor)
    if last.end is End.stiff and chosen.stiffly is not None:
        return _stiffly(chosen.stiffly(), problem, settings, watch, last)
    return Kept(
        trajectory=replace(last, work=work),
        accuracy=accuracy,
        compile_seconds=seconds,
        method=chosen.name,
        alone=last.end is not ended,
    )


def _stiffly(chosen: Chosen, problem: Problem, settings: Settings, watch: Watch, left: Trajectory) -> Kept:
    """The run begun anew by a method that stability does not hold back."""
    found = kept(chosen, replace(problem, wary=False), settings, watch)
    remark = (
        f"stability held the steps back by t = {left.t:.4g} s, so {chosen.name} made the run: it is stiff"
    )
    trajectory = replace(found.trajectory, work=found.trajectory.work + left.work)
    return replace(found, trajectory=trajectory, remarks=(remark, *found.remarks))


def _with(problem: Problem, tolerance: float, settings: Settings, noise: Array, largest: Array) -> Problem:
    """The problem with a tolerance for its steps, above the noise."""
    atol = np.full_like(noise, (settings.atol or 0.0) * tolerance / settings.rtol)
    return replace(problem, rtol=tolerance, atol=atol, noise=noise, largest=largest)


def _sizes(problem: Problem, rows: Array) -> Array:
    """The largest size of each entry up to each row, and not less than a small part of its kind's largest."""
    layout = problem.dynamics.layout
    sizes = np.maximum.accumulate(np.abs(rows[:, : layout.tested]), axis=0)
    span = float(problem.times[-1] - problem.times[0])
    slow = np.max(sizes[:, : layout.split], axis=1, initial=0.0)[:, np.newaxis] / span
    for number, kind in enumerate(layout.kinds):  # slower than once the places in the run is nearly rest
        most = np.max(sizes[:, kind], axis=1, initial=0.0)[:, np.newaxis]
        most = np.maximum(most, slow) if number == 1 else most
        sizes[:, kind] = np.maximum(sizes[:, kind], SMALL * most)
    return sizes


def _largest(problem: Problem, rows: Array) -> Array:
    largest: Array = _sizes(problem, rows)[-1]
    return largest


def _weights(problem: Problem, rows: Array) -> Array:
    """What a step may be off by in each entry of the state, at some states."""
    reach = np.max(np.abs(rows[:, : problem.dynamics.layout.split]), axis=1, initial=0.0)[:, np.newaxis]
    weights: Array = (
        problem.atol + max(problem.rtol, ROUNDING) * _sizes(problem, rows) + problem.noise * reach
    )
    return np.maximum(weights, 1e-290)


def _noise(problem: Problem, rows: Array, dt: float) -> Array:
    """What rounding of the state does to a step, per size of the largest coordinate.

    The change of the rates with the last bit of the state, times the step, at some states of a run.
    """
    layout, random = problem.dynamics.layout, np.random.default_rng(3)
    noise = np.zeros(layout.tested)
    for i in np.unique(np.linspace(0, len(rows) - 1, STATES).astype(int)):
        t, y = float(problem.times[i]), rows[i]
        reach = np.max(np.abs(y[: layout.split]), initial=0.0)
        if reach > 0:
            here, _ = problem.dynamics.machine.rates(t, y)
            bits = 1 + EPSILON * random.choice([-1, 1], size=len(y))
            there, _ = problem.dynamics.machine.rates(t, y * bits)
            with np.errstate(all="ignore"):  # rates that are not finite say nothing
                change = np.abs(there - here)[: layout.tested] / reach
            noise = np.fmax(noise, np.where(np.isfinite(change), change, 0.0))
    return noise * dt


def _errors(problem: Problem, settings: Settings, before: Trajectory, last: Trajectory) -> Array:
    """The difference of two runs at each time, as a multiple of the tolerance asked for."""
    rows, tested = min(len(before.rows), len(last.rows)), problem.dynamics.layout.tested
    one, other = before.rows[:rows, :tested], last.rows[:rows, :tested]
    weights = (settings.atol or 0.0) + settings.rtol * _sizes(problem, last.rows[:rows])
    with np.errstate(all="ignore"):
        apart = np.abs(one - other)
        apart[apart <= _unseen(problem, one, other, last)] = 0.0
        found = np.max(apart / np.maximum(weights, 1e-290), axis=1, initial=0.0)
    found = np.where(np.isfinite(found), found, np.inf)
    same = before.end is last.end  # two runs that an event stopped may differ by a row
    missing = np.full(len(last.rows) - rows, 0.0 if same else np.inf)
    return np.concatenate([found, missing])


def _unseen(problem: Problem, one: Array, other: Array, run: Trajectory) -> Array:
    """What of the entries of two runs is rounding, row by row.

    What rests, and moves later, has no size of its own so far: it is measured by the largest of its kind in
    the whole run. What grows shows its error when it is large. And where contacts or dry friction hold
    something, the rounding of the forces that hold it moves it by no more than this part of a free motion.
    """
    layout = problem.dynamics.layout
    found = np.zeros_like(one)
    for kind in layout.kinds:
        found[:, kind] = EPSILON * float(np.max(np.abs(run.rows[:, kind]), initial=0.0))
    if run.phases and layout.n:
        n, span = layout.n, float(problem.times[-1] - problem.times[0])
        free = _free(problem, run)
        rests = np.maximum(np.abs(one), np.abs(other))[:, n : 2 * n] <= RESTING * free * span
        found[:, :n] = np.where(rests, 8 * EPSILON * free * span**2, found[:, :n])
        found[:, n : 2 * n] = np.where(rests, np.inf, found[:, n : 2 * n])
    return found


def _free(problem: Problem, run: Trajectory) -> float:
    """The largest acceleration without contacts, at some states of a run."""
    n, most = problem.dynamics.layout.n, 0.0
    for i in np.unique(np.linspace(0, len(run.rows) - 1, STATES).astype(int)):
        rates, _ = problem.dynamics.machine.rates(float(problem.times[i]), run.rows[i])
        own = np.abs(rates[n : 2 * n])
        most = max(most, float(np.max(own[np.isfinite(own)], initial=0.0)))
    return most


def at_rest(problem: Problem, run: Trajectory) -> bool:
    """Whether contacts or dry friction hold everything: no speed is more than rounding of a free one."""
    n, span = problem.dynamics.layout.n, float(problem.times[-1] - problem.times[0])
    if not n or not run.phases or len(run.rows) < 2:
        return False
    fastest = float(np.max(np.abs(run.rows[:, n : 2 * n]), initial=0.0))
    return fastest <= RESTING * _free(problem, run) * span


def _accuracy(problem: Problem, rtol: float, errors: Array, last: Trajectory) -> Accuracy:
    """What was achieved, and until when it is what was asked for."""
    bad = np.flatnonzero(errors > 1)
    until = last.t if not len(bad) else float(problem.times[max(int(bad[0]) - 1, 0)])
    return Accuracy(achieved=min(float(np.max(errors, initial=0.0)) * rtol, 1.0), until=until)
