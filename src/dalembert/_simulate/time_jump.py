"""Over an instant at which a model jumps in time: the state after it, and events that it passes over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert._compile.velocity_jump import Barrier
from dalembert._simulate.trajectory import Array, End, Problem, Zero


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AfterJump:
    """The state after an instant, and the events whose functions it takes over zero."""

    y: Array
    zeros: tuple[Zero, ...] = ()
    stops: bool = False  # whether one of them ends the run


def jump_over(problem: Problem, t: float, y: Array) -> AfterJump | End:
    """The state after an instant at which the model is not smooth, or why there is none."""
    dynamics = problem.dynamics
    before, after = problem.around_kink(t)
    after_jump = dynamics.cross(before, after, y)
    if isinstance(after_jump, Barrier):
        return End(after_jump)
    tested = dynamics.layout.tested
    if not problem.directions or np.array_equal(after_jump[:tested], y[:tested]):
        return AfterJump(y=after_jump)
    earlier, later = (dynamics.events(after, state) for state in (y, after_jump))
    ways = [int(np.sign(b)) if a * b < 0 else 0 for a, b in zip(earlier, later, strict=True)]
    zeros = tuple(
        Zero(t, event, way) for event, way in enumerate(ways) if way and problem.directions[event] in (0, way)
    )
    return AfterJump(y=after_jump, zeros=zeros, stops=any(problem.stops[zero.event] for zero in zeros))
