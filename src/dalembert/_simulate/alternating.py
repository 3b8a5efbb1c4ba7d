"""One run by two methods in turn: explicit where accuracy decides the steps, `radau` where stability would.

The first of several runs measures. While it is explicit it counts the steps that stability holds back; while
it is implicit it looks at dt ρ, with ρ the spectral radius of the Jacobian: an explicit method can make steps
with dt ρ < 6 or so. The times at which it turns from one to the other are noted with its grid, and the runs
that refine or repeat it turn at the same times, so that they differ in their steps alone. A run that is stiff
from the beginning begins with `radau`.
"""

from __future__ import annotations

from typing import Protocol

from dalembert._compile.compiler import Compiler
from dalembert._compile.method_source import RADAU
from dalembert._simulate.explicit import shape_of
from dalembert._simulate.native_run import DONE, NativeRun, Shape
from dalembert._simulate.stiff import SHAPE, RadauMemory
from dalembert._simulate.trajectory import End, Problem, Trajectory, Watch

LOOK = 128  # explicit steps between two tests for stiffness
FREE = 64  # implicit steps in a row that an explicit method could make, too
HELD = 0.5  # part of the explicit steps limited by stability: above it the run turns to `radau`
BEGINNING = 1000  # explicit steps within which a run is stiff from the beginning
BRIEF = 4 * LOOK  # explicit steps that were not worth the turn
MOST = 100  # turns of a run


class Turns(Protocol):
    """When a run changes between two methods, and to which."""

    first: str
    early: bool  # whether the run was held back from the beginning, and is to begin with the other method

    def limit(self, high: float) -> float:
        """The time up to which the present method may go on, at most `high`."""

    def following(self, running: NativeRun) -> str | None:
        """The method to turn to now."""


class PlannedTurns:
    """Changes of method at the same times as in an earlier run."""

    early = False

    def __init__(self, turns: tuple[tuple[float, str], ...]) -> None:
        self.first, self._ahead = turns[0][1], list(turns[1:])

    def limit(self, high: float) -> float:
        """The time of the next turn."""
        return min(high, self._ahead[0][0]) if self._ahead else high

    def following(self, running: NativeRun) -> str | None:
        """The next method, when it is time."""
        return self._ahead.pop(0)[1] if self._ahead and running.run.t >= self._ahead[0][0] else None


class MeasuredTurns:
    """Changes of method decided from measurements of the steps."""

    def __init__(self, first: str, explicit: str, memory: RadauMemory) -> None:
        self.first, self._now, self._explicit, self._memory = first, first, explicit, memory
        self._turned = 0  # at this step
        self._seen = 0, 0  # steps, and those held back, at the last look
        self._patience = FREE
        self.early = False
        memory.measure()

    def limit(self, high: float) -> float:
        """The end of the segment: nothing is planned."""
        return high

    def following(self, running: NativeRun) -> str | None:
        """The other method, if the measurements say that it would be cheaper."""
        explicit, run = self._now == self._explicit, running.run
        # in steps, not seconds: the same turns on every machine
        running.chunk = LOOK if explicit else FREE // 4
        if len(running.turns) > MOST:
            return None
        if not explicit:
            return self._turn(run.steps, self._explicit) if self._memory.free >= self._patience else None
        steps, stiff_steps = run.steps - self._seen[0], run.stiff - self._seen[1]
        if steps < LOOK:
            return None
        self._seen = run.steps, run.stiff
        if stiff_steps < HELD * steps:
            return None
        self.early = len(running.turns) == 1 and run.steps <= BEGINNING
        self._patience *= 2 if run.steps - self._turned < BRIEF else 1
        return self._turn(run.steps, RADAU)

    def _turn(self, steps: int, name: str) -> str:
        self._now, self._turned, self._seen = name, steps, (steps, self._seen[1])
        return name


def run_alternately(explicit: str, compiler: Compiler, problem: Problem, watch: Watch) -> Trajectory:
    """A run that changes methods at the times of an earlier run, or by measurements."""
    grid = problem.refined if problem.replay is None else problem.replay.grid
    if grid is not None:
        running, _ = _run_with_room(explicit, compiler, problem)
        return _follow(running, PlannedTurns(grid.turns), problem, watch)
    for first in (explicit, RADAU):
        running, memory = _run_with_room(explicit, compiler, problem)
        turns = MeasuredTurns(first, explicit, memory)
        trajectory = _follow(running, turns, problem, watch)
        if not turns.early:
            break
    return trajectory


def _run_with_room(explicit: str, compiler: Compiler, problem: Problem) -> tuple[NativeRun, RadauMemory]:
    """A run in C with room for both methods."""
    stiff, room = problem.dynamics.compiled.stiff_code, shape_of(explicit)
    memory = RadauMemory(problem, stiff)
    shape = Shape(library=RADAU, stages=max(room.stages, SHAPE.stages), terms=max(room.terms, SHAPE.terms))
    return NativeRun(shape, stiff.code, problem, compiler, memory), memory


def _follow(running: NativeRun, turns: Turns, problem: Problem, watch: Watch) -> Trajectory:
    """A run over all pieces of time, by one method after the other."""
    end, run = End.done, running.run
    running.turn_to(turns.first)
    try:
        for low, high in problem.segments():
            stopped = running.begin(low, high)
            while stopped is None and _advance(running, turns, high):
                watch(run.t)
            if stopped is not None or run.status != DONE or run.t < high:
                end = End.stiff if turns.early else stopped or end
                break
    except KeyboardInterrupt:
        end = End.interrupted
    return running.trajectory(end)


def _advance(running: NativeRun, turns: Turns, high: float) -> bool:
    """Make some steps, change the method if it is time; return whether the run has not ended."""
    run = running.run
    run.t_end = turns.limit(high)
    going = running.advance()
    if not going and (run.status != DONE or run.t >= high):
        return False
    name = turns.following(running)
    if turns.early:
        return False
    if name is not None:
        running.turn_to(name)
    return True
