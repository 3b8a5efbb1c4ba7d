"""The promise of rtol: the error of the result, not of a step, meets the tolerance; and is told.

Three runs follow one another, each with smaller tolerances for its steps and with steps at most half as long
as those before: Z, A, B. How fast their differences shrink tells the error of the last one (`claim.py`); Z
repeated with larger rounding tells what rounding does. Where the claim exceeds what was asked for, another
run follows, as long as truncation and not rounding is the cause.

No step is asked to be better than rounding lets it be: stiff springs between large displacements make noise
in the accelerations, far above the rounding of the state, and steps would shrink without end against it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._simulate.claim import (
    EPSILON,
    difference,
    parted,
    rounding,
    small_against,
    truncation,
)
from dalembert._simulate.methods import Chosen
from dalembert._simulate.motion import Accuracy, Settings
from dalembert._simulate.noise import STATES, noise_of_rates
from dalembert._simulate.trajectory import End, Problem, Replay, Trajectory, Watch
from dalembert._simulate.work import Work
from dalembert._words.message import Message, Quantity, say

Array = NDArray[np.float64]
FLOOR = 4e-15  # step tolerances below this are rounding
LOOSEST = 1e-3  # of the tolerances of steps
THREE = 3  # runs that tell the error of the last of them
RUNS = 6  # at most, besides the disturbed ones
GAINS = (1e5, 1.0)  # by which rounding is enlarged; the second where the first leads to another motion
LITTLE = 4.0  # steps that are halved need little smaller tolerances to be good enough
RESTING = 1e-14  # of the speeds that free accelerations would make in the run: none


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Disturbed:
    """A run repeated on its own grid with rounding enlarged by a factor."""

    of: Trajectory
    gain: float
    run: Trajectory


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Witnesses:
    """The runs that tell the error of the last of them, the coarsest first; and disturbed ones."""

    runs: tuple[Trajectory, ...]
    disturbed: tuple[Disturbed, ...]
    contraction: float  # the least that the order of the method allows


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The run that is given to the user, what is known of its error, and the seconds of compilation."""

    trajectory: Trajectory
    accuracy: Accuracy
    compile_seconds: float
    method: str
    remarks: tuple[Message, ...] = ()
    alone: bool = False  # the run it was compared with ended in another way
    witnesses: Witnesses | None = None


def kept(chosen: Chosen, problem: Problem, settings: Settings, watch: Watch) -> Kept:
    """A run whose result meets the tolerance, as far as that can be reached."""
    if settings.dt is not None:
        return _unknown(chosen, chosen.method(replace(problem, dt=settings.dt), watch))
    runs: list[Trajectory] = []
    try:
        return _refined(chosen, problem, settings, watch, runs)
    except KeyboardInterrupt:  # between two runs, or in one that only measures
        if not runs:
            raise
        return _unknown(chosen, replace(runs[-1], end=End.interrupted), *runs[:-1])


def _refined(
    chosen: Chosen, problem: Problem, settings: Settings, watch: Watch, runs: list[Trajectory]
) -> Kept:
    """Runs that refine one another until the last one is good enough; each is added to `runs`."""
    problem = replace(problem, wary=chosen.stiffly is not None)
    floor = max(FLOOR, chosen.least * settings.rtol)
    tolerance = max(min(chosen.loose * settings.rtol, LOOSEST), 10 * floor)
    disturbed: tuple[Disturbed, ...] = ()
    found: Found | None = None
    spent: tuple[Trajectory, ...] = ()
    while len(runs) < RUNS:
        run = chosen.method(_with(problem, tolerance, settings, runs[-1] if runs else None), watch)
        if run.end is End.stiff and chosen.stiffly is not None:
            return _stiffly(chosen.stiffly(), problem, settings, watch, run)
        if run.end is End.interrupted:
            longer = bool(runs) and len(runs[-1].rows) > len(run.rows)
            return _unknown(chosen, replace(runs[-1], end=End.interrupted) if longer else run, *runs)
        asks_too_much = found is not None and found.alike and run.end is not runs[-1].end
        if asks_too_much or (runs and run.end is End.exhausted):
            spent = (run,)  # more than double precision holds, or more than a run may take
            break
        runs.append(run)
        fails = run.end not in (End.done, End.stopped)
        if len(run.rows) < 2 or (fails and len(runs) > 1 and runs[-2].end is run.end):
            break
        if len(runs) >= THREE:
            alike = all(one.end is run.end for one in runs[-THREE:])
            if alike and (found is None or found.parted or not found.alike):
                disturbed = _disturbed(chosen, problem, settings, _steady(runs[-THREE:]), watch)
            found = _found(chosen, problem, settings, tuple(runs[-THREE:]), disturbed)
            if found.enough or tolerance <= floor:
                break
        shrink = chosen.ratio if found is None else max(2 * found.excess, LITTLE)
        tolerance = max(tolerance / shrink, floor)
    every = (*runs, *spent, *(one.run for one in disturbed))
    return Kept(
        trajectory=replace(runs[-1], work=sum((one.work for one in every), Work())),
        accuracy=Accuracy(achieved=None, until=None) if found is None else found.accuracy,
        compile_seconds=sum(one.compile_seconds for one in every),
        method=chosen.name,
        alone=any(one.end is not runs[-1].end for one in runs[-THREE:]),
        witnesses=Witnesses(runs=tuple(runs[-THREE:]), disturbed=disturbed, contraction=chosen.contraction),
    )


def _unknown(chosen: Chosen, run: Trajectory, *earlier: Trajectory) -> Kept:
    """A run of whose error nothing is known."""
    return Kept(
        trajectory=replace(run, work=sum((one.work for one in earlier), run.work)),
        accuracy=Accuracy(achieved=None, until=None),
        compile_seconds=sum((one.compile_seconds for one in earlier), run.compile_seconds),
        method=chosen.name,
    )


def _stiffly(chosen: Chosen, problem: Problem, settings: Settings, watch: Watch, left: Trajectory) -> Kept:
    """The run begun anew by a method that stability does not hold back."""
    found = kept(chosen, replace(problem, wary=False), settings, watch)
    remark = say("remark_stiff", t=Quantity(left.t, 4), method=chosen.name)
    trajectory = replace(found.trajectory, work=found.trajectory.work + left.work)
    return replace(found, trajectory=trajectory, remarks=(remark, *found.remarks))


def _steady(runs: list[Trajectory]) -> Trajectory:
    """The coarsest run that stability did not hold back: at its limit a method enlarges what it is given."""
    return next((run for run in runs if not run.work.stiff), runs[-1])


def _disturbed(
    chosen: Chosen, problem: Problem, settings: Settings, run: Trajectory, watch: Watch
) -> tuple[Disturbed, ...]:
    """A run repeated with rounding enlarged; less enlarged too where that leads to another motion."""
    if run.grid is None or not len(run.grid.t):
        return ()
    sizes = _sizes(problem, settings, run)
    found: list[Disturbed] = []
    for gain in GAINS:
        asked = replace(_with(problem, LOOSEST, settings, run), refined=None, wary=False)
        asked = replace(asked, replay=Replay(grid=run.grid, gain=gain))
        again = chosen.method(asked, watch)
        if again.end is End.interrupted:
            raise KeyboardInterrupt
        found.append(Disturbed(of=run, gain=gain, run=again))
        apart = _apart(problem, again, run, sizes)
        if len(apart) == len(run.rows) and not parted(apart).any():
            break
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What three runs and the disturbed ones say."""

    accuracy: Accuracy
    excess: float  # the largest claim of truncation, against what was asked for or what rounding leaves
    enough: bool  # a further run would tell nothing better
    alike: bool  # the runs ended in the same way
    parted: bool  # the coarsest run follows another motion


def _found(
    chosen: Chosen,
    problem: Problem,
    settings: Settings,
    three: tuple[Trajectory, ...],
    disturbed: tuple[Disturbed, ...],
) -> Found:
    """The claim for the last of three runs."""
    coarse, middle, last = three
    sizes = _sizes(problem, settings, last)
    first = _apart(problem, coarse, middle, sizes)
    error = truncation(first, _apart(problem, middle, last, sizes), chosen.contraction)
    apart = [(one.gain, _apart(problem, one.run, one.of, sizes)) for one in disturbed]
    noise, rows = rounding(apart, *error.shape), len(error)
    alike, missing = all(one.end is last.end for one in three), len(last.rows) - rows
    total = np.max(error + noise, axis=1, initial=0.0)
    if missing > 0:  # runs that an event stopped may differ by a row
        after = total[-1] if alike and missing == 1 and rows else np.inf
        total = np.concatenate([total, np.full(missing, after)])
    bad = np.flatnonzero(~(total <= settings.rtol))
    until = last.t if not len(bad) else float(problem.times[max(int(bad[0]) - 1, 0)])
    allowed = np.maximum(settings.rtol, np.max(noise, axis=1, initial=0.0))
    with np.errstate(all="ignore"):
        ratio = np.max(error, axis=1, initial=0.0) / allowed
        excess = float(np.max(ratio[np.isfinite(ratio)], initial=0.0))
    return Found(
        accuracy=Accuracy(achieved=min(float(np.max(total, initial=0.0)), 1.0), until=until),
        excess=max(excess, 1.0),
        enough=alike and missing <= 1 and excess <= 1,
        alike=alike,
        parted=bool(parted(first).any()),
    )


def _with(problem: Problem, tolerance: float, settings: Settings, before: Trajectory | None) -> Problem:
    """The problem with a tolerance for its steps, above the noise that a run before it had."""
    rows = problem.start[np.newaxis] if before is None else before.rows
    noise, clock = noise_of_rates(problem.dynamics, problem.times, rows)
    kinds = problem.dynamics.layout.kinds
    least, largest = np.zeros_like(noise), np.abs(problem.start[: len(noise)])
    if before is not None and len(rows):
        largest = _sizes(problem, settings, before)[-1]
        for kind in kinds:
            least[kind] = small_against(settings.rtol) * np.max(largest[kind], initial=0.0)
    return replace(
        problem,
        rtol=tolerance,
        atol=np.full_like(noise, (settings.atol or 0.0) * tolerance / settings.rtol),
        noise=noise,
        clock=clock,
        least=least,
        largest=largest,
        refined=None if before is None else before.grid,
    )


def _sizes(problem: Problem, settings: Settings, run: Trajectory) -> Array:
    """What the errors of each entry are measured by at each row of a run.

    The largest size so far, and not less than a small part of the largest of its kind over the whole run.
    """
    layout, kappa = problem.dynamics.layout, small_against(settings.rtol)
    own = np.abs(run.rows[:, : layout.tested]) if run.sizes is None else run.sizes
    sizes = np.maximum.accumulate(own, axis=0) if len(own) else own.copy()
    span = float(problem.times[-1] - problem.times[0])
    slow = np.max(sizes[:, : layout.split], initial=0.0) / span
    for number, kind in enumerate(layout.kinds):  # slower than once the places in the run is nearly rest
        most = np.max(sizes[:, kind], initial=0.0)
        most = max(most, slow) if number == 1 else most
        sizes[:, kind] = np.maximum(sizes[:, kind], kappa * most)
    found: Array = sizes + (settings.atol or 0.0) / settings.rtol
    return found


def _apart(problem: Problem, one: Trajectory, other: Trajectory, sizes: Array) -> Array:
    """The difference of two runs at each row, over the sizes.

    Where contacts or dry friction hold something, the rounding of the forces that hold it moves it by a small
    part of a free motion, which is none.
    """
    layout = problem.dynamics.layout
    found = difference(one.rows[:, : layout.tested], other.rows[:, : layout.tested], sizes)
    if other.phases and layout.n and len(found):
        n, span = layout.n, float(problem.times[-1] - problem.times[0])
        free = _free(problem, other)
        rows = slice(0, len(found))
        speeds = np.maximum(np.abs(one.rows[rows, n : 2 * n]), np.abs(other.rows[rows, n : 2 * n]))
        rests = speeds <= RESTING * free * span
        near = found[:, :n] * sizes[rows, :n] <= 8 * EPSILON * free * span**2
        found[:, :n] = np.where(rests & near, 0.0, found[:, :n])
        found[:, n : 2 * n] = np.where(rests, 0.0, found[:, n : 2 * n])
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
