"""A hybrid run that C follows alone, from a start that is known to the end: what repeated runs mostly are."""

from __future__ import annotations

import numpy as np

from dalembert._compile.interface import Dynamics
from dalembert._simulate.hybrid_problem import FirstMode, HybridProblem
from dalembert._simulate.hybrid_record import is_among
from dalembert._simulate.mode_loop import Stretch
from dalembert._simulate.native_run import RunStart
from dalembert._simulate.trajectory import (
    Problem,
    Trajectory,
    Watch,
    Zero,
    join_grids,
    no_impacts,
    no_intervals,
)

UNBROKEN = -np.inf, dict[int, int]()  # no contact has broken away yet


def follow_whole(hybrid: HybridProblem, problem: Problem, watch: Watch) -> Trajectory | Stretch | None:
    """The run, where C follows it alone from a start that is known to the end.

    If it stops before that, what it has found is the first stretch of the run; None if it cannot begin.
    """
    first = None if hybrid.watches_forces or problem.breaks else hybrid.first_mode(problem)
    loop = hybrid.loop(problem) if first is not None and first.calm else None
    if loop is None or first is None:
        return None
    start = RunStart(y=first.y, times=problem.times, peak=None)
    began = [float(problem.times[0])]
    stretch = loop.stretch(problem, start, first.state, first.soft, began, UNBROKEN, watch, counts_first=True)
    if stretch is None or not stretch.is_whole(len(problem.times)):
        return stretch
    if stretch.closes and hybrid.system.rigid:
        return stretch
    return _trajectory(hybrid, problem, first, stretch)


def _trajectory(hybrid: HybridProblem, problem: Problem, first: FirstMode, stretch: Stretch) -> Trajectory:
    """A run of one stretch."""
    run, modes, struck = stretch.trajectory, stretch.modes, stretch.impacts
    if run.sizes is None or run.peak is None:
        raise TypeError(run)
    sizes, least = run.sizes, np.abs(run.rows[0, : len(run.peak)])
    if not (sizes[0] >= least).all():  # they only grow
        np.maximum(sizes, least, out=sizes)
    sizes[0] = least
    intervals, impacts = no_intervals(), no_impacts()
    interval = first.interval
    intervals.append(interval.t, interval.mark, interval)
    intervals.extend(modes.times, modes.marks, modes.notes, modes.interval)
    impacts.extend(struck.times, struck.marks, struck.losses, struck.impact)
    return Trajectory(
        rows=run.rows,
        t=float(run.t),
        y=run.y,
        end=run.end,
        zeros=_zeros(problem, run),
        culprit=run.culprit,
        work=run.work,
        compile_seconds=run.compile_seconds,
        intervals=intervals,
        impacts=impacts,
        sizes=sizes,
        grid=None if run.grid is None else join_grids([run.grid]),
        inside=max(0.0, stretch.inside),
        peak=run.peak,
        free=_free_motion(hybrid, problem, first, stretch),
    )


def _free_motion(hybrid: HybridProblem, problem: Problem, first: FirstMode, stretch: Stretch) -> Dynamics:
    """Free motion, with switches as at the end: without any, the same for all runs."""
    system = hybrid.system
    if not system.switches:
        return first.free
    state = stretch.state if stretch.modes.times else first.state
    return system.by_mode.start_dynamics(system, state, problem.dynamics)


def _zeros(problem: Problem, run: Trajectory) -> tuple[Zero, ...]:
    """The events of the user: one at the end of a mode may be seen again at the beginning of the next."""
    events, zeros = len(problem.directions), list[Zero]()
    span = float(problem.times[-1] - problem.times[0])
    for zero in run.zeros if events else ():
        if zero.event < events and not is_among(zeros, zero, span):
            zeros.append(zero)
    return tuple(zeros)
