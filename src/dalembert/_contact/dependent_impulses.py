"""Impulses of forces that depend on contact forces: by the law of the forces, if it is unchanged throughout.

A force c f proportional to a contact force f has the impulse c P in an impact, as long as c does not change,
and a state with the rate c f jumps by c P. Where c depends on velocities that jump, or on the sides of
switches that are passed, are stood on, or ask for a force themselves, each law that may hold is tried, with
all combinations of the sides: the impact is known if all give the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dalembert._contact import tolerances
from dalembert._contact.contact_state import ContactState, contact_state
from dalembert._contact.filippov import decided_sides
from dalembert._contact.force_response import ForceResponse, StateResponse
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import ModeState
from dalembert._contact.scale import Scale

Array = NDArray[np.float64]
OPEN_SWITCHES = 6  # whose sides are tried in all combinations


class ImpulseSolution(Protocol):
    """The change of the speeds in an impact, impulses of the closed contacts, and efforts of all contacts."""

    @property
    def change(self) -> Array: ...
    @property
    def impulses(self) -> Array: ...
    @property
    def efforts(self) -> Array: ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answer:
    """The response to unit impulses along rows: velocities along them, velocity changes, efforts."""

    W: Array
    change: Array
    efforts: Array


def answer_to_impulses(now: ContactState, contacts: list[int], J: Array) -> Answer | None:
    """The response to impulses along rows, contact rows first, including the forces that depend on them."""
    if now.response is None:
        raise TypeError(now)
    K = now.response.saddle_inverse(now.M, now.G)
    if K is None:
        return None
    n = len(now.M)
    both = K[:, :n] @ now.response.efforts_along(contacts, J).T
    change, multipliers = both[:n], both[n:]
    return Answer(W=J @ change, change=change, efforts=now.M @ change + now.G.T @ multipliers)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ImpulseLaw:
    """The derivatives of forces and state rates by forces, which also hold between impulses and jumps."""

    response: ForceResponse | None
    states: StateResponse | None

    def state_jump(self, now: ContactState, contacts: list[int], impulse: ImpulseSolution) -> Array:
        """The jump of the states in an impact; the impulses of constraints have Gᵀ Λ = efforts − M Δqd."""
        if self.states is None:
            return np.zeros(0)
        remainder = impulse.efforts - now.M @ impulse.change
        multipliers: Array = np.zeros(0)
        if len(now.G):
            multipliers = np.asarray(np.linalg.lstsq(now.G.T, remainder, rcond=None)[0], dtype=float)
        impulses = np.zeros(len(now.gap))
        impulses[contacts] = impulse.impulses
        return self.states.jump(impulse.change, multipliers, impulses)


def impulse_laws(
    system: HybridSystem, state: ModeState, t: float, y: Array, scale: Scale
) -> list[ImpulseLaw] | None:
    """The impulse laws at a state, one for each combination of undecided switches; None if these are many.

    The first has the sides that the state has.
    """
    sides, undecided = decided_sides(system, state, t, y, scale)
    if len(undecided) > OPEN_SWITCHES:
        return None
    laws = []
    for signs in product((1.0, -1.0), repeat=len(undecided)):
        other = sides.copy()
        other[undecided] *= signs
        now = contact_state(system, state.with_sides(other), t, y, scale.peak)
        laws.append(ImpulseLaw(response=now.response, states=now.states))
    return laws


def is_close(one: Array, other: Array, size: float = 0.0) -> bool:
    """Whether two changes agree, relative to the larger of them or to a given size."""
    size = max(size, float(np.abs(one).max(initial=0.0)), float(np.abs(other).max(initial=0.0)))
    return bool(np.abs(one - other).max(initial=0.0) <= tolerances.COMPLEMENTARITY * size)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TimedPush:
    """An impulse on the coordinates at a state, and the state with the speeds that it leaves."""

    before: Array
    after: Array
    efforts: Array

    def states(self, system: HybridSystem, state: ModeState, t: float, scale: Scale) -> Array | None:
        """The jump of the states; None if forces that depend on forces leave it undetermined."""
        now = contact_state(system, state, t, self.before, scale.peak)
        n, solved = len(now.M), None
        change = self.after[n : 2 * n] - self.before[n : 2 * n]
        push = _Push(change=change, impulses=np.zeros(0), efforts=self.efforts)
        for y in (self.before, self.after):
            for law in impulse_laws(system, state, t, y, scale) or (None,):
                if law is None:
                    return None
                other = (
                    law.response.change(now.M, now.G, self.efforts) if law.response is not None else change
                )
                states = law.state_jump(now, [], push)
                if (
                    other is None
                    or not is_close(other, change)
                    or not is_close(states, states if solved is None else solved)
                ):
                    return None
                solved = states
        return solved


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Push:
    change: Array
    impulses: Array
    efforts: Array
