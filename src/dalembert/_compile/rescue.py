"""The saddle-point system solved numerically with its rank found, where the symbolic solution loses digits.

    M qdd + Gᵀ lam = h,  G qdd = gamma

With G of rank r, qdd = x + Z z: x the shortest solution of G x = gamma, Z a basis of what G leaves free,
(ZᵀMZ) z = Zᵀ(h − M x). The multipliers are the shortest with Gᵀ lam = h − M qdd.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
RANK = 1e-10  # singular values below this part of the largest are zero
SOLVED = 1e-7  # a solution whose residual exceeds this part of its terms is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """Accelerations and multipliers, and how many constraints are independent."""

    qdd: Array
    lam: Array
    rank: int


def free_directions(G: Array, n: int) -> tuple[Array, int]:
    """A basis of the directions that the rows of G leave free, and the rank of G."""
    if not len(G):
        return np.eye(n), 0
    _, sizes, rows = np.linalg.svd(_scaled(G))
    rank = int(np.sum(sizes > RANK * max(sizes[0], 1e-300)))
    return rows[rank:].T, rank


def solution(M: Array, G: Array, h: Array, gamma: Array, *, exact: bool = True) -> Solution | None:
    """The solution; None where there is none, or where M leaves a free direction without inertia.

    Without `exact`, G qdd comes as near to gamma as it can.
    """
    if not all(np.isfinite(part).all() for part in (M, G, h, gamma)):
        return None
    n = len(h)
    Z, rank = free_directions(G, n)
    x = np.linalg.lstsq(G, gamma, rcond=RANK)[0] if len(G) else np.zeros(n)
    wanted = np.abs(G) @ np.abs(x) + np.abs(gamma)
    if exact and np.any(
        np.abs(G @ x - gamma) > SOLVED * np.maximum(wanted, np.max(wanted, initial=0.0) * SOLVED)
    ):
        return None
    inertia = Z.T @ M @ Z
    if len(inertia):
        own = np.sqrt(np.abs(np.diag(inertia)))
        if not (own > 0).all():
            return None
        scaled = inertia / np.outer(own, own)  # heavy and light parts each by their own measure
        sizes = np.linalg.svd(scaled, compute_uv=False)
        if sizes[-1] <= 1e-13 * sizes[0]:
            return None
        qdd = x + Z @ (np.linalg.solve(scaled, Z.T @ (h - M @ x) / own) / own)
    else:
        qdd = x
    lam = np.linalg.lstsq(G.T, h - M @ qdd, rcond=RANK)[0] if len(G) else np.zeros(0)
    return Solution(qdd=qdd, lam=lam, rank=rank)


def _scaled(G: Array) -> Array:
    """Rows of length one: the units of a constraint do not decide about its rank."""
    length = np.linalg.norm(G, axis=1, keepdims=True)
    return G / np.where(length > 0, length, 1.0)
