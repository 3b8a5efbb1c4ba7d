"""Coulomb's problem by enumeration: all combinations of statuses of a few contacts are tried."""

from __future__ import annotations

from itertools import product

import numpy as np

from dalembert._contact.coulomb_problem import (
    Array,
    CoulombContact,
    CoulombProblem,
    CoulombSolution,
    LocalSolution,
    Status,
)

MOST = 64, 1024  # combinations that are tried: where a contact slips in two directions, where none does


def solve_by_enumeration(problem: CoulombProblem) -> tuple[CoulombSolution | None, bool]:
    """The first solution, beginning with what sticks most; and whether there can be no other.

    Directions of slip in a plane are not enumerated: only some are tried, from which the right one is found.
    """
    flat = all(len(contact.tangents) < 2 for contact in problem.contacts)
    options = [_options(contact, problem.free) for contact in problem.contacts]
    if problem.is_preloaded or np.prod([float(len(choices)) for choices in options]) > MOST[flat]:
        return None, False
    for status in product(*options):
        solution = problem.solution_with(status)
        if solution is not None:
            return solution, True
    return None, flat


def _options(contact: CoulombContact, free: Array) -> list[LocalSolution]:
    """The statuses that a contact can have."""
    none = np.zeros(len(contact.tangents))
    choices = []
    if contact.tangents and contact.direction is None and not contact.breaks:
        choices.append(LocalSolution(normal=1.0, tangent=none, status=Status.stick))
    directions: list[Array | None]
    if contact.direction is not None or not contact.tangents:
        directions = [contact.direction]
    elif len(contact.tangents) == 1:
        directions = [np.array([1.0]), np.array([-1.0])] if contact.toward is None else [contact.toward]
    else:
        slip = free[list(contact.tangents)]
        size = float(np.linalg.norm(slip))
        along = slip / size if size > 0 else np.array([1.0, 0.0])
        directions = [along, -along]
    choices += [
        LocalSolution(normal=1.0, tangent=none, status=Status.slip, direction=direction)
        for direction in directions
    ]
    if contact.normal is not None:
        choices.append(
            LocalSolution(normal=0.0, tangent=none, status=Status.open, direction=contact.direction)
        )
    return choices
