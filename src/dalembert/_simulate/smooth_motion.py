"""The smooth motion of one mode of a hybrid run, as a problem for any method."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import FREE, ModeState
from dalembert._contact.scale import free_reach
from dalembert._simulate.noise import noise_of_rates
from dalembert._simulate.trajectory import Problem

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SmoothMotion:
    """A mode that begins at a state with some dynamics; `span` is the length of the whole run."""

    system: HybridSystem
    state: ModeState
    dynamics: Dynamics
    t: float
    y: Array
    span: float

    def problem(self, whole: Problem, times: Array, ending: tuple[int, ...]) -> Problem:
        """The mode as a problem; `ending` are the events of the user that end it, as each guard does."""
        guards = self.system.guards(self.state.mode)
        here = noise_of_rates(self.dynamics, times, self.y[np.newaxis], peak=whole.peak)
        return replace(
            whole,
            dynamics=self.dynamics,
            start=self.y,
            times=times,
            atol=whole.atol + self._size_at_rest(whole.rtol),
            noise=np.maximum(whole.noise, here.noise),
            clock=np.maximum(whole.clock, here.clock),
            breaks=(),
            dt_most=self._longest_step(whole),
            directions=(*whole.directions, *([-1] * len(guards))),
            stops=(*ending, *(guard.stops for guard in guards)),
        )

    def _longest_step(self, whole: Problem) -> float | None:
        """The longest step, such that no change of the forces on bodies at rest is missed."""
        most, dt_held = whole.dt_most, whole.dt_held
        if not self.state.mode.constrains or dt_held is None:
            return most
        return dt_held if most is None else min(most, dt_held)

    def _size_at_rest(self, rtol: float) -> Array:
        """The absolute tolerance of entries that contacts or dry friction keep at rest.

        At rest an entry has no size of its own, and steps would follow the rounding of the reactions.
        """
        if not self.state.mode.constrains:
            return np.zeros(self.dynamics.layout.tested)
        free = self.system.regular_dynamics(self.state.in_mode(FREE), self.t, self.y)
        return rtol * free_reach(free, self.t, self.y, self.span)
