"""Coulomb's problem as equations, solved by the semismooth Newton method of Alart and Curnier.

With γ = γ₀ + W P and projections onto what impulses may be, the conditions of `coulomb_problem.py` say

    Pₙ = max(0, Pₙ − ρ γₙ),   Pₜ = [Pₜ − ρ γₜ] taken back into the disc of radius μ (a + Pₙ)

for any ρ > 0 (P. Alart, A. Curnier, Comput. Methods Appl. Mech. Eng. 92, 1991). These equations have kinks;
on each side of one they have a slope, with which Newton's method goes on. It is begun at several points, as
it may run in a circle.
"""

from __future__ import annotations

import numpy as np

from dalembert._contact import tolerances
from dalembert._contact.coulomb_problem import (
    Array,
    CoulombContact,
    CoulombProblem,
    CoulombSolution,
    LocalSolution,
    Status,
)

STEPS, STARTS = 20, 24
DAMPING = 1.0, 0.5  # of a step: the second where the whole leads away
PENALTIES = 1.0, 0.1, 10.0  # ρ W_ii


def solve_by_newton(problem: CoulombProblem, near: Array | None = None) -> CoulombSolution | None:
    """The solution for all contacts at once, by Newton's method from given impulses if there are any."""
    if any(contact.breaks for contact in problem.contacts):
        return None
    P = newton_impulses(problem, near)
    if P is None:
        return None
    for contact in problem.contacts:
        if contact.normal is not None and P[contact.normal] <= tolerances.ZERO * float(np.max(np.abs(P))):
            P[contact.normal] = 0.0
            P[list(contact.tangents)] *= contact.known > 0
    velocity, size = problem.velocity(P)
    status = [_status(contact, P, velocity, size) for contact in problem.contacts]
    return problem.solution_with(status) or problem.check(status, P)


def newton_impulses(problem: CoulombProblem, near: Array | None = None) -> Array | None:
    """Impulses that meet the conditions of all contacts; None if not found."""
    count = len(problem.free)
    random = np.random.default_rng(count)
    diagonal = np.diag(problem.W)
    rates = np.maximum(diagonal, tolerances.ZERO * float(np.max(diagonal, initial=0.0)))
    if not np.all(rates > 0):
        return None
    starts = [(start, penalty) for start in (near, np.zeros(count)) for penalty in PENALTIES]
    for start, penalty in starts:
        impulses = _iterate(problem, start, penalty / rates) if start is not None else None
        if impulses is not None:
            return impulses
    for k in range(STARTS):
        start = _random_slip(random, problem, rates)
        impulses = _iterate(problem, start, PENALTIES[k % len(PENALTIES)] / rates)
        if impulses is not None:
            return impulses
    return None


def _status(contact: CoulombContact, P: Array, velocity: Array, size: Array) -> LocalSolution:
    """The status of a contact by its impulses and velocities."""
    normal = max(float(P[contact.normal]), 0.0) if contact.normal is not None else 0.0
    tangents = list(contact.tangents)
    tangent, slip = P[tangents], velocity[tangents]
    if contact.normal is not None and not normal > 0 and not contact.known > 0:
        return LocalSolution(normal=0.0, tangent=tangent, status=Status.open, direction=contact.direction)
    if not tangents or contact.direction is not None:
        return LocalSolution(normal=normal, tangent=tangent, status=Status.slip, direction=contact.direction)
    speed = float(np.linalg.norm(slip))
    if speed <= tolerances.COMPLEMENTARITY * float(np.max(size[tangents])):
        return LocalSolution(normal=normal, tangent=tangent, status=Status.stick)
    return LocalSolution(normal=normal, tangent=tangent, status=Status.slip, direction=slip / speed)


def _random_slip(random: np.random.Generator, problem: CoulombProblem, rates: Array) -> Array:
    """Impulses of contacts that slip somehow, to begin with."""
    P = np.zeros(len(problem.free))
    most = float(np.max(np.abs(problem.free) / rates, initial=0.0))
    for contact in problem.contacts:
        force = contact.known
        if contact.normal is not None:
            P[contact.normal] = most * random.uniform(0, 6)
            force += P[contact.normal]
        if contact.tangents:
            direction = random.normal(size=len(contact.tangents))
            P[list(contact.tangents)] = -contact.mu * force * direction / np.linalg.norm(direction)
    return P


def _iterate(problem: CoulombProblem, P: Array, rho: Array) -> Array | None:
    """Newton's method from a start."""
    residual, slope = _equations(problem, P, rho)
    for _ in range(STEPS):
        scale = float(np.max(np.abs(P) + rho * np.abs(problem.free), initial=0.0))
        if float(np.max(np.abs(residual), initial=0.0)) <= tolerances.CONVERGED * scale:
            return P
        step = np.linalg.lstsq(slope, -residual, rcond=tolerances.CONVERGED)[0]
        size = float(residual @ residual)
        for part in DAMPING:
            trial = P + part * step
            residual, slope = _equations(problem, trial, rho)
            if float(residual @ residual) < size:
                break
        P = trial
    return None


def _equations(problem: CoulombProblem, P: Array, rho: Array) -> tuple[Array, Array]:
    """By how much impulses miss the conditions, and a slope of that by the impulses."""
    W, velocity = problem.W, problem.free + problem.W @ P
    residual, slope = P.copy(), np.eye(len(P))
    for contact in problem.contacts:
        n, force = contact.normal, contact.known
        if n is not None and P[n] - rho[n] * velocity[n] > 0:
            residual[n], slope[n] = rho[n] * velocity[n], rho[n] * W[n]
        if n is not None:
            force += max(float(P[n]), 0.0)
        if not contact.tangents:
            continue
        t = list(contact.tangents)
        grows = n is not None and P[n] > 0
        if contact.direction is not None:
            residual[t] += contact.mu * force * contact.direction
            if grows:
                slope[t, n] += contact.mu * contact.direction
            continue
        r = float(rho[t].min())
        x = P[t] - r * velocity[t]
        size = float(np.linalg.norm(x))
        if force > 0 and size <= contact.static * force:
            residual[t], slope[t] = r * velocity[t], r * W[t]
        elif force > 0:
            direction, radius = x / size, contact.mu * force
            turn = radius / size * (np.eye(len(t)) - np.outer(direction, direction))
            residual[t] -= radius * direction
            slope[t] += r * turn @ W[t]
            slope[np.ix_(t, t)] -= turn
            if grows:
                slope[t, n] -= contact.mu * direction
    return residual, slope
