"""The mobility of a mechanism, M⁻¹ on what constraints leave free, and the Delassus matrix W = J M⁻¹ Jᵀ.

W maps impulses of contacts to the changes of their velocities J qd (E. Delassus, Mémoire sur
la théorie des liaisons finies unilatérales, Ann. Sci. École Norm. Sup. 34, 1917).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.rank_revealing import free_directions

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Mobility:
    """Z (Zᵀ M Z)⁻¹ Zᵀ with G Z = 0: the change of velocities for an impulse on the coordinates."""

    inverse: Array

    def delassus(self, J: Array) -> Array:
        """W = J M⁻¹ Jᵀ, symmetric to the last bit."""
        W = J @ self.inverse @ J.T
        return np.asarray((W + W.T) / 2)

    def change(self, J: Array, impulses: Array) -> Array:
        """The change of velocities M⁻¹ Jᵀ P that impulses make."""
        return np.asarray(self.inverse @ (J.T @ impulses))


def mobility(M: Array, G: Array, least: float = 0.0) -> Mobility | None:
    """M⁻¹ on the free directions G Z = 0; None where something there has no inertia.

    A direction has no inertia where an eigenvalue is at most `least` times the largest entry of M.
    """
    if not np.isfinite(M).all():
        return None
    if least and free_inertia(M - least * np.max(np.abs(M), initial=0.0) * np.eye(len(M)), G) is None:
        return None
    free = free_inertia(M, G)
    if free is None:
        return None
    Z, L = free
    half = np.linalg.solve(L, Z.T)
    return Mobility(half.T @ half)


def free_inertia(M: Array, G: Array) -> tuple[Array, Array] | None:
    """Z with G Z = 0 and the Cholesky factor of Zᵀ M Z; None where something there has no inertia."""
    Z, _ = free_directions(G, len(M))
    inertia = Z.T @ M @ Z if len(G) else M
    try:
        return Z, np.asarray(np.linalg.cholesky((inertia + inertia.T) / 2), dtype=float)
    except np.linalg.LinAlgError:
        return None
