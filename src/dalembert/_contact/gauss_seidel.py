"""Coulomb's problem by nonlinear Gauss–Seidel: contact after contact is solved exactly, the others fixed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dalembert._contact import tolerances
from dalembert._contact.coulomb_problem import (
    Array,
    CoulombContact,
    CoulombProblem,
    CoulombSolution,
    LocalSolution,
    Status,
    shortest_solution,
)

SWEEPS, BETWEEN = 100, 4  # at most; so many between two tries of the linear equations
ANGLES = 24  # in which a direction of slip is looked for
NEAR = 1e-6, 1e-2  # half widths of brackets around the angle before


def solve_by_gauss_seidel(problem: CoulombProblem) -> CoulombSolution | None:
    """The solution that the sweeps lead to; None where they find none."""
    W, free = problem.W, problem.free
    P = np.zeros(len(free))
    local: list[LocalSolution | None] = [None] * len(problem.contacts)
    for sweep in range(SWEEPS):
        change = 0.0
        for k, contact in enumerate(problem.contacts):
            rows = contact.rows
            W_contact = W[np.ix_(rows, rows)]
            others = free[rows] + W[rows] @ P - W_contact @ P[rows]
            one = _solve_alone(W_contact, others, contact, local[k])
            if one is None:
                return None
            local[k] = one
            fresh = np.concatenate([[] if contact.normal is None else [one.normal], one.tangent])
            change = max(change, float(np.max(np.abs(fresh - P[rows]), initial=0.0)))
            P[rows] = fresh
        converged = change <= tolerances.CONVERGED * float(np.max(np.abs(P), initial=0.0))
        if converged or sweep % BETWEEN == BETWEEN - 1:
            status = [one for one in local if one is not None]
            solution = problem.solution_with(status)
            if solution is None and converged:
                solution = problem.check(status, P)
            if solution is not None:
                return solution
    return None


def _solve_alone(
    W: Array, free: Array, contact: CoulombContact, before: LocalSolution | None
) -> LocalSolution | None:
    """One contact with the others fixed."""
    if contact.normal is None:
        return _solve_tangential(W, free, contact, before)
    none = np.zeros(len(contact.tangents))
    if contact.known > 0 and contact.tangents:
        solved = _solve_tangential(W[1:, 1:], free[1:], contact, before)
        if free[0] + W[0, 1:] @ solved.tangent >= 0:
            return solved
    elif free[0] >= 0:
        return LocalSolution(normal=0.0, tangent=none, status=Status.open, direction=contact.direction)
    if W[0, 0] <= 0:  # constraints keep it where it is
        return None
    if not contact.tangents:
        return LocalSolution(normal=-free[0] / W[0, 0], tangent=none, status=Status.slip)
    if contact.direction is None and not contact.breaks:
        P = shortest_solution(W, -free)
        most = contact.static * (contact.known + P[0]) * (1 + tolerances.CONVERGED)
        if P[0] >= 0 and _stops(W, free, P) and np.linalg.norm(P[1:]) <= most:
            return LocalSolution(normal=float(P[0]), tangent=P[1:], status=Status.stick)
    return _solve_slip(W, free, contact, before) or _project(W, free, contact)


def _project(W: Array, free: Array, contact: CoulombContact) -> LocalSolution:
    """An impulse on the cone, where one contact alone has no solution while the others have not converged."""
    P = shortest_solution(W, -free)
    normal, size, direction = max(float(P[0]), 0.0), float(np.linalg.norm(P[1:])), contact.direction
    if direction is None:
        direction = -P[1:] / size if size > 0 else np.eye(len(P) - 1)[0]
    tangent = -contact.mu * (contact.known + normal) * direction
    return LocalSolution(normal=normal, tangent=tangent, status=Status.slip, direction=direction)


def _solve_tangential(
    W: Array, free: Array, contact: CoulombContact, before: LocalSolution | None
) -> LocalSolution:
    """Friction under the known normal force."""
    most, direction = contact.mu * contact.known, contact.direction
    if direction is None and not contact.breaks:
        P = shortest_solution(W, -free)
        if _stops(W, free, P) and np.linalg.norm(P) <= contact.static * contact.known:
            return LocalSolution(normal=0.0, tangent=P, status=Status.stick)

    def slip(way: Array) -> Array:
        return np.asarray(free - most * (W @ way))

    if direction is None:
        direction = _slip_direction(len(free), slip, before)
    if direction is None:  # what drives it is just balanced
        direction = free / max(float(np.linalg.norm(free)), 1e-300)
    return LocalSolution(normal=0.0, tangent=-most * direction, status=Status.slip, direction=direction)


def _stops(W: Array, free: Array, P: Array) -> bool:
    """Whether impulses take all of γ₀ away: constraints may leave a slip to no force."""
    sizes = np.abs(free) + np.abs(W) @ np.abs(P)
    return bool(np.all(np.abs(free + W @ P) <= tolerances.COMPLEMENTARITY * sizes))


def _solve_slip(
    W: Array, free: Array, contact: CoulombContact, before: LocalSolution | None
) -> LocalSolution | None:
    """Slip with γₙ = 0: of all directions that in which it then goes."""

    def normal(way: Array) -> float:
        steep = W[0, 0] - contact.mu * float(W[0, 1:] @ way)
        side = -free[0] + contact.mu * contact.known * float(W[0, 1:] @ way)
        return side / steep if steep > 0 else -1.0

    def slip(way: Array) -> Array:
        force = max(normal(way), 0.0)
        tangent = -contact.mu * (contact.known + force) * way
        return np.asarray(free[1:] + W[1:, 0] * force + W[1:, 1:] @ tangent)

    direction = contact.direction
    if direction is None:
        direction = _slip_direction(len(free) - 1, slip, before)
    if direction is None or normal(direction) < 0:
        return None
    force = normal(direction)
    tangent = -contact.mu * (contact.known + force) * direction
    return LocalSolution(normal=force, tangent=tangent, status=Status.slip, direction=direction)


def _slip_direction(count: int, slip: Callable[[Array], Array], before: LocalSolution | None) -> Array | None:
    """The direction of slip: that into which `slip(direction)` points."""
    last = before.direction if before is not None else None
    if count == 1:
        return _slip_sign(slip, last)

    def direction(angle: float) -> Array:
        return np.array([np.cos(angle), np.sin(angle)])

    def cross_product(angle: float) -> float:
        way = direction(angle)
        velocity = slip(way)
        return float(way[0] * velocity[1] - way[1] * velocity[0])

    from scipy.optimize import brentq  # slow to import, needed here only

    brackets: list[tuple[float, float]] = []
    if last is not None:
        near = float(np.arctan2(last[1], last[0]))
        brackets += [(near - width, near + width) for width in NEAR]
    edges = np.linspace(-np.pi, np.pi, ANGLES + 1)
    brackets += [(float(edges[k]), float(edges[k + 1])) for k in range(ANGLES)]
    for low, high in brackets:
        at_low = cross_product(low)
        if at_low == 0 or at_low * cross_product(high) < 0:
            angle = low if at_low == 0 else float(brentq(cross_product, low, high, xtol=tolerances.ROUNDING))
            way = direction(angle)
            if float(slip(way) @ way) >= 0:
                return way
    return None


def _slip_sign(slip: Callable[[Array], Array], last: Array | None) -> Array | None:
    """The direction of a slip along a line; of two the one before."""
    directions = [np.array([1.0]), np.array([-1.0])]
    if last is not None and last[0] < 0:
        directions.reverse()
    along = [float(slip(way)[0] * way[0]) for way in directions]
    best = 0 if along[0] >= 0 else int(np.argmax(along))
    least = -tolerances.COMPLEMENTARITY * max(abs(part) for part in along)
    return directions[best] if along[best] >= least else None
