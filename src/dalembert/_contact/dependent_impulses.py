"""Impulses of forces that depend on those of contacts: the law of the forces, if it is one all the impact.

A force c f of a contact that presses with f has the impulse c P in an impact, as long as c does not change.
Where it depends on velocities that jump, or on the side of a switch that is passed, is stood on, or asks for
a force itself, each law that may hold is tried: the impact is known if all give the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._contact.contact_state import ContactState, contact_state
from dalembert._contact.filippov import decided_sides
from dalembert._contact.force_response import ForceResponse
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import ModeState
from dalembert._contact.scale import Scale

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answer:
    """By unit impulses along rows: velocities along them, changes of speed, efforts without constraints."""

    W: Array
    change: Array
    efforts: Array


def answer_to_impulses(now: ContactState, contacts: list[int], J: Array) -> Answer | None:
    """The answer to impulses along rows, those of contacts first, with the forces that depend on them."""
    if now.response is None:
        raise TypeError(now)
    K = now.response.inverse(now.M, now.G)
    if K is None:
        return None
    n = len(now.M)
    both = K[:, :n] @ now.response.acting(contacts, J).T
    change, multipliers = both[:n], both[n:]
    return Answer(W=J @ change, change=change, efforts=now.M @ change + now.G.T @ multipliers)


def impulse_laws(
    system: HybridSystem, state: ModeState, t: float, y: Array, scale: Scale
) -> list[ForceResponse]:
    """How impulses depend on those of contacts at a state: as it is, then with each open switch turned."""
    sides, undecided = decided_sides(system, state, t, y, scale)
    found = []
    for k in (None, *undecided):
        other = sides.copy()
        if k is not None:
            other[k] = -sides[k]
        response = contact_state(system, state.with_sides(other), t, y, scale.peak).response
        if response is None:
            raise TypeError(k)
        found.append(response)
    return found
