"""Runs repeated on their own grids: truncation is the same, so what differs is the effect of rounding.

Disturbed: the rounding of the arguments and results of every evaluation, and of every sum, enlarged by a gain
with random signs. It grows as the square root of the number of steps, as rounding with random signs does.

Precise: the rates evaluated in the longest numbers of the machine. This shows rounding inside evaluations,
and a bias that is the same in every evaluation and grows with the number of steps: constants of the model
that are rounded, and differences of nearly equal numbers. Every run in double precision has it, so that no
comparison of such runs does. Where the machine has no longer numbers, this repetition shows nothing. It is
made only where the most that a bias can be matters against what was asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._simulate.claim import PARTED, ROUNDED
from dalembert._simulate.measure import Measure
from dalembert._simulate.methods import MethodChoice
from dalembert._simulate.revised_record import revised
from dalembert._simulate.trajectory import End, Problem, Replay, Trajectory, Watch

Array = NDArray[np.float64]
GAINS = (1e5, 1.0)  # the second where the first leads to another motion


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replays:
    """A run, its repetitions with a gain of rounding each, and that in more digits."""

    of: Trajectory | None = None
    problem: Problem | None = None  # of which that is the solution
    disturbed: tuple[tuple[float, Trajectory], ...] = ()
    precise: Trajectory | None = None
    plain: Trajectory | None = None  # what that is compared with: the run itself, or its repetition
    least: float = ROUNDED  # of what rounding is said to do
    projection_rounding: Array | None = None  # what that moves in each entry; it does not accumulate

    @property
    def runs(self) -> tuple[Trajectory, ...]:
        """All repetitions."""
        others = [run for run in (self.precise, self.plain) if run is not None and run is not self.of]
        return (*(run for _, run in self.disturbed), *others)

    def most_bias(self, rounding: float) -> float:
        """The most that a bias of the evaluations can be, where rounding with random signs does so much.

        n evaluations with equal signs do √n times what random signs do; and rounding inside an evaluation may
        do more than that of its arguments, as measured along the disturbed run. Infinite where nobody has
        measured it.
        """
        if self.of is None or not self.disturbed:
            return 0.0
        inside = self.disturbed[0][1].inside
        return math.inf if inside is None else rounding * max(1.0, inside) * math.sqrt(self.of.work.rhs)

    def may_hide_bias(self, rounding: float, claim: float) -> bool:
        """Whether a bias of the evaluations may exceed the claim, and a repetition in more digits would tell.

        Where rounding leads to other motions, there is nothing more to tell.
        """
        return self.precise is None and rounding <= PARTED and self.most_bias(rounding) > claim


def disturbed_replays(
    chosen: MethodChoice, problem: Problem, run: Trajectory, measure: Measure, watch: Watch
) -> Replays:
    """A run repeated with rounding enlarged; less enlarged too where that leads to another motion."""
    if run.grid is None or not len(run.grid.t):
        return Replays()
    made: list[tuple[float, Trajectory]] = []
    for gain in GAINS:
        again = _repetition(
            chosen, problem, Replay(grid=run.grid, gain=gain, projections=chosen.projections), watch
        )
        made.append((gain, again))
        if len(again.rows) >= len(run.rows) and not measure.are_apart(again, run):
            break
    moves = _projection_rounding([again for _, again in made])
    return Replays(of=run, problem=problem, disturbed=tuple(made), projection_rounding=moves)


def with_precise_replay(chosen: MethodChoice, replays: Replays, watch: Watch) -> Replays:
    """The repetitions, and one with rates in higher precision."""
    run, problem = replays.of, replays.problem
    if run is None or run.grid is None or problem is None:
        return replays
    asked = Replay(grid=run.grid, precise=True, projections=chosen.projections)
    precise, plain = _repetition(chosen, problem, asked, watch), run
    if chosen.iterates:
        plain = _repetition(chosen, problem, revised(asked, precise=False), watch)
    every = revised(replays, precise=precise, plain=plain)
    moves = _projection_rounding(every.runs)
    return every if moves is None else revised(every, projection_rounding=moves)


def _projection_rounding(runs: Sequence[Trajectory]) -> Array | None:
    """The largest change of each entry by the rounding inside projections; None where nothing is changed."""
    moves = [run.projection_rounding for run in runs if run.projection_rounding is not None]
    moving = [one for one in moves if one.any()]
    return np.asarray(np.max(moving, axis=0)) if moving else None


def _repetition(chosen: MethodChoice, problem: Problem, replay: Replay, watch: Watch) -> Trajectory:
    """A run repeated on its own grid."""
    run = chosen.method(revised(problem, replay=replay, refined=None, wary=False), watch)
    if run.end is End.interrupted:
        raise KeyboardInterrupt
    return run
