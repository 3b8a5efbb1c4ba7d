"""Guards that have fallen: what they cause, and those that do so without a change of sign to be found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._contact import tolerances
from dalembert._contact.contact_state import contact_state
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.mode_transition import Cause
from dalembert._contact.modes import Indices, Mode, ModeState
from dalembert._contact.scale import Scale
from dalembert._lower.mode_field import OF_SWITCHES, Guard, Kind

Array = NDArray[np.float64]
WITHOUT_MARGIN = frozenset({Kind.force, Kind.cone, Kind.cone_below, Kind.below, Kind.above, Kind.paradox})

CONES = {Kind.cone: 1, Kind.cone_below: -1}  # stick at the limit of its cone, and the way it then slips


def fallen_guards(
    system: HybridSystem, mode: Mode, dynamics: Dynamics, t: float, y: Array, events: int, span: float
) -> list[int]:
    """Guards that are zero at the start of a mode and decrease; `events` of the user come before them."""
    kinds = [guard.kind for guard in system.guards(mode)]
    if not any(kind in WITHOUT_MARGIN for kind in kinds):
        return []
    now = dynamics.events(t, y)[events:]
    candidates = [k for k, kind in enumerate(kinds) if kind in WITHOUT_MARGIN and now[k] <= 0]
    if not candidates or any(kinds[k] is Kind.paradox for k in candidates):
        return candidates
    ahead = tolerances.PROBE * span
    later = dynamics.events(t + ahead, y + ahead * dynamics.rates(t, y)[0])[events:]
    return [k for k in candidates if later[k] < 0]


def cause_of(fired: Sequence[Guard], rigid: Indices, breaks: Mapping[int, int]) -> Cause:
    """What fallen guards cause; `breaks` are contacts that cannot stick any more in this instant."""
    struck = frozenset(guard.place for guard in fired if guard.kind is Kind.gap)
    released = frozenset(guard.place for guard in fired if guard.kind is Kind.force)
    return Cause(
        candidates=rigid if struck else tuple(i for i in rigid if i not in released),
        struck=struck,
        breaks={**breaks, **{guard.place: CONES[guard.kind] for guard in fired if guard.kind in CONES}},
        reached=tuple(guard for guard in fired if guard.kind in OF_SWITCHES),
    )


def closing_gaps(system: HybridSystem, state: ModeState, t: float, y: Array, scale: Scale) -> frozenset[int]:
    """Rigid contacts whose gaps close at a state."""
    now = contact_state(system, state, t, y, scale.peak)
    rest_speeds, near = scale.rest(now, y), tolerances.GAP * np.maximum(now.size, 1e-300)
    return frozenset(
        i
        for i in system.rigid
        if i not in state.mode.active and now.gap[i] <= near[i] and now.velocity[i] < -rest_speeds[i]
    )
