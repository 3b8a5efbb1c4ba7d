"""The sides of switches in a general DAE, which can cross switching surfaces, but not slide on one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._contact import tolerances
from dalembert._contact.filippov import overshoot
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import ModeState
from dalembert._contact.scale import Scale
from dalembert._lower.mode_field import Guard, Kind

Array = NDArray[np.float64]


def general_sides(
    system: HybridSystem,
    state: ModeState,
    t: float,
    y: Array,
    scale: Scale,
    reached: tuple[Guard, ...],
    before: Dynamics,
) -> ModeState | None:
    """The sides of all switches at a state; None where it is driven back onto a surface: it would chatter."""
    fired = {one.place: one.kind for one in reached}
    functions = _GeneralSwitchingFunctions(system, t, y, scale, before)
    chatters = False
    for turn in range(len(system.switches) + 3):
        sigma, earlier, margins = functions.values(state), state.sides, state.margins.copy()
        for k, switch in enumerate(system.switches):
            side = float(state.sides[k])
            if k in fired and turn:
                z = side
            elif switch.counts:
                step = 1.0 if fired.get(k) is Kind.high else -1.0
                z = side + step if k in fired else switch.whole_number(float(sigma[k]), side)
            elif k in fired or sigma[k] == 0:
                above, below = functions.rate(state, k, 1.0), functions.rate(state, k, -1.0)
                flat = tolerances.REST * max(abs(above), abs(below))
                chatters = chatters or above < -flat < flat < below
                z = -side if k in fired else 1.0 if above > 0 else -1.0 if below < 0 else side
            else:
                z = 1.0 if sigma[k] > 0 else -1.0
            sides = state.sides.copy()
            sides[k] = z
            state = state.with_sides(sides)
            beyond = overshoot(float(sigma[k]), z, counts=switch.counts)
            margins[system.places.switch_margin(k)] = max(beyond * (1 + tolerances.OVERSHOOT), 1e-300)
        state = replace(state, margins=margins)
        if turn and np.array_equal(earlier, state.sides):
            return None if chatters else state
    return None


class _GeneralSwitchingFunctions:
    """The switching functions of a general DAE at a state, and their rates on both sides."""

    def __init__(self, system: HybridSystem, t: float, y: Array, scale: Scale, before: Dynamics) -> None:
        self._system, self._t, self._y, self._before = system, t, y, before
        self._ahead = tolerances.SECOND_DIFFERENCE * scale.span

    def values(self, state: ModeState) -> Array:
        """The switching functions now."""
        return self._values(state, self._t, self._y)

    def rate(self, state: ModeState, k: int, side: float) -> float:
        """The rate of a switching function on one side."""
        sides = state.sides.copy()
        sides[k] = side
        there = state.with_sides(sides)
        dynamics = self._system.dynamics_at(there, self._t, self._y, self._before)
        rates, _ = dynamics.rates(self._t, self._y)
        later = self._values(there, self._t + self._ahead, self._y + self._ahead * rates)
        return float((later[k] - self._values(there, self._t, self._y)[k]) / self._ahead)

    def _values(self, state: ModeState, t: float, y: Array) -> Array:
        dynamics = self._system.dynamics_at(state, self._t, self._y, self._before)
        seen = dynamics.observe(np.array([t]), y[np.newaxis])["outputs"][0]
        return np.asarray(seen[list(self._system.places.functions)])
