"""What the runs of one hybrid system share: modes that were met, loops in C, the transition at the start."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.mode_table import ModeTable
from dalembert._contact.restitution import Restitution
from dalembert._simulate.instants import Instants
from dalembert._simulate.mode_loop import HybridLoop
from dalembert._simulate.system_lease import SystemLease
from dalembert._simulate.trajectory import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridProblem:
    """What a hybrid run needs beside the problem of a smooth motion."""

    lease: SystemLease
    restitution: Restitution
    instants: Instants
    table: ModeTable | None = None  # of modes, where a loop in C follows the run

    @property
    def system(self) -> HybridSystem:
        """The hybrid system."""
        return self.lease.system

    def loop(self, problem: Problem) -> HybridLoop | None:
        """The loop in C for a run, where there is one."""
        if self.table is None or problem.history is not None:
            return None
        replay, loops = problem.replay, self.lease.loops
        kind = (
            self.table.method,
            self.table.compiler,
            replay is not None,
            replay is not None and replay.precise,
        )
        if kind not in loops:
            loops[kind] = HybridLoop(self.table, problem)
        loops[kind].restart(problem)
        return loops[kind]
