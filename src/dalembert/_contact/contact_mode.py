"""The contact mode at rest: which closed contacts stay active, stick or slip, by the forces they then have.

Contacts that neither approach nor part are tried as active: with the accelerations they would have without
forces, complementarity 0 ≤ f ⟂ g̈ ≥ 0 and Coulomb's law for the tangential accelerations say which of them
press, which stick, and in which direction the others begin to slip.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.rank_revealing import free_directions
from dalembert._contact import tolerances
from dalembert._contact.complementarity import least_correction
from dalembert._contact.contact_state import ContactState
from dalembert._contact.coulomb_problem import CoulombContact, Status
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.impact_law import solve_friction
from dalembert._contact.modes import ModeState

Array = NDArray[np.float64]


def contact_mode(
    system: HybridSystem,
    state: ModeState,
    now: ContactState,
    at_rest: list[int],
    speeds: Mapping[int, float],
    breaks: Mapping[int, int],
) -> ModeState | None:
    """The mode of contacts at rest, sides of switches given; None where friction jams: Painlevé's paradox.

    `speeds` are those that there have been in each slip, `breaks` contacts that cannot stick any more, and
    the way they go.
    """
    loaded = [i for i, friction in now.friction.items() if friction.force is not None and friction.compressed]
    qdd = now.free_acceleration() if at_rest or loaded else None
    if qdd is None:
        return _with_mode(system, state, (), (), {})
    if now.response is None and not loaded and not any(i in now.friction for i in at_rest):
        return _with_mode(system, state, _pressing_contacts(now, at_rest, qdd), (), {})
    J, free, contacts = _forces_sought(now, at_rest, loaded, qdd, speeds, breaks)
    coulomb, _, _ = solve_friction(now, at_rest, J, free, contacts)
    if coulomb is None:
        return None
    active, stick, directions, undecided = [], [], {}, []
    for k, i in enumerate([*at_rest, *loaded]):
        if k < len(at_rest):
            if not coulomb.impulses[k] > 0:
                continue
            active.append(i)
        direction = coulomb.directions[k]
        if coulomb.status[k] is Status.stick:
            stick.append(i)
        elif i in now.friction and direction is not None:
            directions[i] = direction
            undecided += [i] if contacts[k].direction is None else []
    rows = np.vstack([now.G, now.J[active], *(now.friction[i].H for i in stick)])
    Z, _ = free_directions(rows, len(now.M))
    wedged = tuple(sorted(i for i in undecided if is_fixed(now.friction[i].H, Z))) if stick else ()
    turning = tuple(
        sorted(
            i
            for i, direction in directions.items()
            if len(direction) == 2 and np.linalg.norm(now.friction[i].slip) > tolerances.TURNING * speeds[i]
        )
    )
    made = _with_mode(system, state, tuple(active), tuple(sorted(stick)), directions)
    return replace(made, wedged=wedged, mode=replace(made.mode, turning=turning))


def _pressing_contacts(now: ContactState, contacts: list[int], qdd: Array) -> tuple[int, ...]:
    """Contacts without friction whose normal force is positive."""
    solved = least_correction(now.M, now.G, now.J[contacts], now.gamma_gap[contacts] - now.J[contacts] @ qdd)
    if solved is None:
        return ()
    return tuple(i for i, force in zip(contacts, solved[1], strict=True) if force > 0)


def _forces_sought(
    now: ContactState,
    at_rest: list[int],
    loaded: list[int],
    qdd: Array,
    speeds: Mapping[int, float],
    breaks: Mapping[int, int],
) -> tuple[Array, Array, list[CoulombContact]]:
    """The Jacobian rows of the unknown forces, the accelerations along them without forces, the contacts."""
    rows = [now.J[i] for i in at_rest]
    free = list(now.J[at_rest] @ qdd - now.gamma_gap[at_rest])
    contacts: list[CoulombContact] = []
    for k, i in enumerate([*at_rest, *loaded]):
        normal = k if k < len(at_rest) else None
        if i not in now.friction:
            contacts.append(CoulombContact(normal=normal))
            continue
        friction, first = now.friction[i], len(rows)
        rows += list(friction.H)
        free += list(friction.H @ qdd - friction.gamma)
        speed = float(np.linalg.norm(friction.slip))
        contacts.append(
            CoulombContact(
                normal=normal,
                tangents=tuple(range(first, len(rows))),
                mu=friction.mu,
                static=friction.static,
                known=friction.force or 0.0,
                direction=friction.slip / speed if speed > tolerances.REST * speeds[i] else None,
                breaks=i in breaks,
                toward=np.array([float(breaks[i])]) if i in breaks and len(friction.H) == 1 else None,
            )
        )
    return np.array(rows), np.array(free), contacts


def _with_mode(
    system: HybridSystem,
    state: ModeState,
    active: tuple[int, ...],
    stick: tuple[int, ...],
    directions: Mapping[int, Array],
) -> ModeState:
    """A state with other contacts active, sticking and slipping."""
    values = state.directions.copy()
    for i, direction in directions.items():
        values[system.slip_places[i]] = direction
    mode = replace(state.mode, active=active, stick=stick, slip=tuple(sorted(directions)), turning=())
    return replace(state, mode=mode, directions=values, wedged=())


def is_fixed(H: Array, Z: Array) -> bool:
    """Whether a gap or a slip has no component in the free directions, so that it cannot move."""
    return bool(np.abs(H @ Z).max(initial=0.0) <= tolerances.COMPLEMENTARITY * np.abs(H).max(initial=0.0))
