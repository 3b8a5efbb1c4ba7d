"""Contacts without friction in an instant: a linear complementarity problem, solved as a smallest correction.

Velocities jump by Δ with G Δ = 0 (constraints go on to hold) such that no closed contact approaches faster
than its restitution ε allows, ġ⁺ ≥ −ε ġ⁻, with impulses P ≥ 0 only where that is an equality:

    M Δ + Gᵀ Λ = Jᵀ P,   0 ≤ P ⟂ J Δ + (1 + ε) ġ⁻ ≥ 0

This is the condition for the smallest Δ in the norm of M that meets the inequalities: in coordinates in
which that norm is the length, the point of a polyhedron nearest to the origin, which a problem of
non-negative least squares gives (C. L. Lawson, R. J. Hanson, Solving Least Squares Problems, 1974, chapter
23, an active set method). It has one solution whatever contacts depend on one another. Forces at rest are the
same with accelerations in place of velocities: 0 ≤ f ⟂ g̈ ≥ 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._contact import tolerances
from dalembert._contact.delassus import free_inertia

Array = NDArray[np.float64]


def energy_gain(M: Array, qd: Array, change: Array) -> float:
    """The kinetic energy that a jump of velocities adds."""
    return float(change @ M @ qd + 0.5 * change @ M @ change)


def least_correction(M: Array, G: Array, J: Array, least: Array) -> tuple[Array, Array] | None:
    """The smallest change with G change = 0 and J change ≥ least, and the impulses or forces that make it.

    None where no such change exists, and where a direction that a contact pushes along has no inertia.
    """
    n = len(M)
    none = np.zeros(n), np.zeros(len(J))
    if not np.any(least > 0):
        return none
    free = free_inertia(M, G)
    if free is None:
        return None
    Z, L = free
    A = np.linalg.solve(L, (J @ Z).T).T  # rows in coordinates in which the norm is the length
    lengths = np.linalg.norm(A, axis=1)
    usual = float(np.linalg.norm(J)) / max(float(np.linalg.norm(L, axis=1).max(initial=0.0)), 1e-300)
    fixed = lengths <= tolerances.ZERO * usual  # constraints keep these contacts where they are
    if np.any(fixed & (least > 0)):
        return None
    sides = np.where(fixed, 0.0, least / np.where(fixed, 1.0, lengths))
    size = float(np.max(sides, initial=0.0))
    if size <= 0:
        return none
    if len(A) == 1:  # one contact: straight there
        impulses = least / lengths**2
        return Z @ np.linalg.solve(L.T, A[0] * impulses[0]), impulses
    E = np.vstack(
        [(np.where(fixed, 0.0, 1.0 / np.where(fixed, 1.0, lengths))[:, np.newaxis] * A).T, sides / size]
    )
    f = np.zeros(len(E))
    f[-1] = 1.0
    from scipy.optimize import nnls  # slow to import, needed here only

    x, _ = nnls(E, f)
    residual = E @ x - f
    if not abs(residual[-1]) > tolerances.CONVERGED:
        return None
    impulses = np.where(fixed, 0.0, -x / residual[-1] * size / np.where(fixed, 1.0, lengths))
    return Z @ np.linalg.solve(L.T, -residual[:-1] / residual[-1] * size), impulses
