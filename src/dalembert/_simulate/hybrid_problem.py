"""What the runs of one hybrid system share: modes that were met, loops in C, the transition at the start."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.mode_table import ModeTable
from dalembert._contact.mode_transition import Transition
from dalembert._contact.restitution import Restitution
from dalembert._simulate.instants import Instants
from dalembert._simulate.mode_loop import HybridLoop
from dalembert._simulate.trajectory import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridProblem:
    """What a hybrid run needs beside the problem of a smooth motion."""

    system: HybridSystem
    restitution: Restitution
    instants: Instants
    table: ModeTable | None = None  # of modes, where a loop in C follows the run
    loops: dict[tuple[bool, bool], HybridLoop] = field(default_factory=dict)  # by kinds of runs

    starts: dict[tuple[Any, ...], Transition] = field(default_factory=dict)  # transitions at the start

    def loop(self, problem: Problem) -> HybridLoop | None:
        """The loop in C for a run, where there is one."""
        if self.table is None or problem.history is not None:
            return None
        replay = problem.replay
        kind = replay is not None, replay is not None and replay.precise
        if kind not in self.loops:
            self.loops[kind] = HybridLoop(self.table, problem)
        self.loops[kind].restart(problem)
        return self.loops[kind]
