"""Data shared by the runs of one hybrid system: modes visited, loops in C, the transition at the start."""

from __future__ import annotations

from dataclasses import dataclass, field

from dalembert._compile.interface import Dynamics
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.mode_table import ModeTable
from dalembert._contact.mode_transition import Cause, Instant, Transition, mode_transition
from dalembert._contact.modes import ModeState
from dalembert._contact.restitution import Restitution
from dalembert._simulate.instants import Instants
from dalembert._simulate.mode_loop import HybridLoop
from dalembert._simulate.system_lease import ReusableParts
from dalembert._simulate.trajectory import Array, ModeInterval, Problem


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FirstMode:
    """The first mode of a run from a start at which nothing but a transition happens: its state, and y."""

    start: Array
    times: Array
    state: ModeState
    y: Array
    soft: bool  # whether its constraints and contacts depend on one another
    calm: bool  # whether none of its guards falls at once
    interval: ModeInterval
    free: Dynamics  # free motion from there on

    def is_of(self, problem: Problem) -> bool:
        """Whether it belongs to a run with exactly this start and these times."""
        return problem.start is self.start and problem.times is self.times


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridProblem:
    """The data of a hybrid run beyond the problem of a smooth motion."""

    parts: ReusableParts
    restitution: Restitution
    instants: Instants
    watches_forces: bool  # whether an event of the user depends on forces or accelerations
    table: ModeTable | None = None  # of modes, where a loop in C follows the run
    first: list[FirstMode] = field(default_factory=list)  # of the runs so far, at most one

    def first_mode(self, problem: Problem) -> FirstMode | None:
        """The first mode of a run, if an earlier run had the same start."""
        return next((one for one in self.first if one.is_of(problem)), None)

    def remember_first(self, problem: Problem, state: ModeState, y: Array, *, soft: bool, calm: bool) -> None:
        """Remember the first mode of a run for later runs with the same start."""
        start, times = problem.start, problem.times
        mode = FirstMode(
            start=start,
            times=times,
            state=state,
            y=y.copy(),
            soft=soft,
            calm=calm,
            interval=ModeInterval(t=float(times[0]), row=0, state=state, soft=soft),
            free=self.system.by_mode.start_dynamics(self.system, state, problem.dynamics),
        )
        self.first[:] = [mode]

    @property
    def system(self) -> HybridSystem:
        """The hybrid system."""
        return self.parts.system

    def transition(self, state: ModeState, here: Instant, cause: Cause) -> tuple[Transition, bool | None]:
        """The transition at an instant, and whether the equations after it are soft, if that is known.

        At the start both are the same in all runs.
        """
        system = self.system
        if here.began or cause.struck or system.by_mode.follows_solution:
            return mode_transition(system, self.restitution, state, here, cause), None
        key = here.t, here.left, here.scale.span, here.y.tobytes(), state.values.tobytes(), cause.pressed
        starts = self.parts.starts
        if key not in starts:
            transition = mode_transition(system, self.restitution, state, here, cause)
            after = system.regular_dynamics(transition.state, here.t, transition.y)
            starts[key] = transition, system.is_soft(transition.state.mode, after)
        return starts[key]

    def loop(self, problem: Problem) -> HybridLoop | None:
        """The loop in C for a run, where there is one."""
        if self.table is None or problem.history is not None:
            return None
        replay, loops = problem.replay, self.parts.loops
        kind = (
            self.table.method,
            self.table.compiler,
            replay is not None,
            replay is not None and replay.precise,
        )
        loop = loops.get(kind)
        if loop is None:
            loop = loops[kind] = HybridLoop(self.table, problem)
        loop.restart(problem)
        return loop
