"""What contacts without friction do in an instant: impulses and forces, both as a smallest correction.

Velocities jump by Δ with G Δ = 0 (constraints go on to hold) such that no closed contact approaches faster
than its restitution allows, ġ⁺ ≥ −e ġ⁻, with impulses P ≥ 0 only where that is an equality:

    M Δ + Gᵀ Λ = g_qᵀ P,   0 ≤ P ⟂ g_q Δ + (1 + e) ġ⁻ ≥ 0

This is the condition for the smallest Δ in the norm of M that meets the inequalities: in coordinates v in
which that norm is the length, the point of a polyhedron A v ≥ −b nearest to the origin, which a problem of
non-negative least squares gives (C. L. Lawson, R. J. Hanson, Solving Least Squares Problems, 1974, chapter
23). It has one solution whatever contacts depend on one another. Forces at rest are the same with
accelerations in place of velocities: 0 ≤ f ⟂ g̈ ≥ 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from dalembert._compile.rescue import free_directions

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Push:
    """A change of velocities or accelerations, and the impulses or forces of the contacts that make it."""

    change: Array
    by: Array


def gain(M: Array, qd: Array, change: Array) -> float:
    """The kinetic energy that a jump of velocities adds."""
    return float(change @ M @ qd + 0.5 * change @ M @ change)


def pushed(M: Array, G: Array, contacts: Array, wanted: Array) -> Push | None:
    """The smallest change with G change = 0 and contacts · change ≥ wanted; None where there is none.

    None too where something that a contact pushes has no inertia.
    """
    n = len(M)
    if not np.any(wanted > 0):
        return Push(change=np.zeros(n), by=np.zeros(len(contacts)))
    Z, _ = free_directions(G, n)
    inertia = Z.T @ M @ Z
    try:
        L = np.linalg.cholesky((inertia + inertia.T) / 2)
    except np.linalg.LinAlgError:
        return None
    A = np.linalg.solve(L, (contacts @ Z).T).T  # rows in coordinates in which the norm is the length
    lengths = np.linalg.norm(A, axis=1)
    usual = float(np.linalg.norm(contacts)) / max(float(np.sqrt(np.abs(inertia).max())), 1e-300)
    free = lengths <= 1e-12 * usual  # constraints hold these contacts where they are
    if np.any(free & (wanted > 0)):
        return None
    size = float(np.max(np.where(free, 0.0, wanted / np.where(free, 1.0, lengths)), initial=0.0))
    if size <= 0:
        return Push(change=np.zeros(n), by=np.zeros(len(contacts)))
    if len(A) == 1:  # one contact: straight there
        by = wanted / lengths**2
        return Push(change=Z @ np.linalg.solve(L.T, A[0] * by[0]), by=by)
    rows = np.where(free, 0.0, 1.0 / np.where(free, 1.0, lengths))[:, np.newaxis] * A
    sides = np.where(free, 0.0, wanted / np.where(free, 1.0, lengths)) / size
    E = np.vstack([rows.T, sides])
    f = np.zeros(len(E))
    f[-1] = 1.0
    u, _ = nnls(E, f)
    rest = E @ u - f
    if not abs(rest[-1]) > 1e-14:
        return None
    v = -rest[:-1] / rest[-1] * size
    by = np.where(free, 0.0, -u / rest[-1] * size / np.where(free, 1.0, lengths))
    return Push(change=Z @ np.linalg.solve(L.T, v), by=by)
