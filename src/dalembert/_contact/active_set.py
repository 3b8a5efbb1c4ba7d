"""An active set iteration for Coulomb's problem: statuses are revised until all conditions hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._contact import tolerances
from dalembert._contact.coulomb_problem import (
    CoulombContact,
    CoulombProblem,
    CoulombSolution,
    LocalSolution,
    Status,
)

Array = NDArray[np.float64]


def solve_by_active_set(problem: CoulombProblem) -> CoulombSolution | None:
    """The solution by revision of statuses, from the guess that all stick, until all conditions hold.

    A contact on its friction cone may have zero slip, where others keep it in place.
    """
    status = [
        LocalSolution(
            normal=1.0,
            tangent=np.zeros(len(one.tangents)),
            status=_first_guess(one),
            direction=one.direction,
        )
        for one in problem.contacts
    ]
    for _ in range(4 + 3 * len(problem.contacts)):
        P = problem.linear_impulses(status)
        if P is None:
            return None
        velocity, size = problem.velocity(P)
        velocity = np.where(np.abs(velocity) <= tolerances.COMPLEMENTARITY * size, 0.0, velocity)
        after = [_revise(one, now, P, velocity) for one, now in zip(problem.contacts, status, strict=True)]
        if all(_equal(one, other) for one, other in zip(status, after, strict=True)):
            return problem.check(status, P)
        status = after
    return None


def _first_guess(contact: CoulombContact) -> Status:
    return Status.stick if contact.tangents and contact.direction is None else Status.slip


def _equal(one: LocalSolution, other: LocalSolution) -> bool:
    if one.status is not other.status:
        return False
    if one.direction is None or other.direction is None:
        return True
    return bool(np.abs(one.direction - other.direction).max() <= tolerances.CONVERGED)


def _revise(contact: CoulombContact, local: LocalSolution, P: Array, velocity: Array) -> LocalSolution:
    """The status of a contact where its impulses or velocities forbid the one it had."""
    if contact.normal is not None:
        if local.status is Status.open:
            closes = velocity[contact.normal] < 0
            return replace(local, status=_first_guess(contact), normal=1.0) if closes else local
        if P[contact.normal] < 0:
            return replace(local, status=Status.open, normal=0.0, direction=contact.direction)
    if not contact.tangents or contact.direction is not None:
        return local
    return _revise_slip(contact, local, P, velocity[list(contact.tangents)])


def _revise_slip(contact: CoulombContact, local: LocalSolution, P: Array, slip: Array) -> LocalSolution:
    """Stick or slip, and its direction, of an active contact."""
    force = contact.known + (P[contact.normal] if contact.normal is not None else 0.0)
    taken, speed = P[list(contact.tangents)], float(np.linalg.norm(slip))
    size = float(np.linalg.norm(taken))
    if local.status is Status.stick:
        if contact.breaks or size > contact.static * force * (1 + tolerances.CONVERGED):
            direction = -taken / size if size > 0 else contact.toward
            return replace(local, status=Status.slip, direction=direction) if direction is not None else local
        return local
    if local.direction is not None and float(slip @ local.direction) < 0:
        if contact.breaks:
            return replace(local, direction=-local.direction)
        return replace(local, status=Status.stick, direction=None)
    return replace(local, direction=slip / speed) if len(slip) == 2 and speed > 0 else local
