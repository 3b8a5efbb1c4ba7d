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

from dalembert._structure.scales import equilibrated, scales

Array = NDArray[Any]
RANK = 1e-10  # singular values below this part of the largest are zero
HEALTHY = 1e-10  # digits may be lost in a pivot down to this part
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
    _, sizes, rows = np.linalg.svd(_unit_rows(G))
    rank = _rank(sizes)
    return rows[rank:].T, rank


def solution(M: Array, G: Array, h: Array, gamma: Array, *, exact: bool = True) -> Solution | None:
    """The solution; None where there is none, or where M leaves a free direction without inertia.

    Without `exact`, G qdd comes as near to gamma as it can.
    """
    if not all(np.isfinite(part).all() for part in (M, G, h, gamma)):
        return None
    n = len(h)
    coordinates, rows = scales(M, G)
    A, f, g = G * np.outer(rows, coordinates), h * coordinates, gamma * rows
    N = M * np.outer(coordinates, coordinates)
    left, sizes, right = np.linalg.svd(A) if len(A) else (np.zeros((0, 0)), np.zeros(0), np.eye(n))
    rank = _rank(sizes)
    Z = right[rank:].T
    x = right[:rank].T @ ((left[:, :rank].T @ g) / sizes[:rank])
    wanted = np.abs(A) @ np.abs(x) + np.abs(g)
    if exact and np.any(
        np.abs(A @ x - g) > SOLVED * np.maximum(wanted, np.max(wanted, initial=0.0) * SOLVED)
    ):
        return None
    found = _symmetric(Z.T @ N @ Z, Z.T @ (f - N @ x))
    if found is None:
        return None
    qdd = x + Z @ found
    lam = left[:, :rank] @ ((right[:rank] @ (f - N @ qdd)) / sizes[:rank])
    return Solution(qdd=qdd * coordinates, lam=_shortest(lam * rows, left[:, rank:], rows), rank=rank)


def _rank(sizes: Array) -> int:
    return int(np.sum(sizes > RANK * max(float(np.max(sizes, initial=0.0)), 1e-300)))


def _symmetric(A: Array, b: Array) -> Array | None:
    """A x = b; None where A, heavy and light parts each by their own measure, is singular."""
    if not len(A):
        return np.zeros(0)
    D = equilibrated(A)
    own = A * np.outer(D, D)
    sizes = np.linalg.svd(own, compute_uv=False)
    if not sizes[-1] > 1e-13 * sizes[0]:
        return None
    return np.asarray(np.linalg.solve(own, b * D) * D)


def _shortest(lam: Array, left: Array, rows: Array) -> Array:
    """The shortest of the multipliers that differ by relations between the rows of G."""
    if not left.shape[1]:
        return lam
    relations, _ = np.linalg.qr(left * rows[:, np.newaxis])
    return np.asarray(lam - relations @ (relations.T @ lam))


def _unit_rows(G: Array) -> Array:
    """Rows of length one: the units of a constraint do not decide about its rank."""
    length = np.linalg.norm(G, axis=1, keepdims=True)
    return G / np.where(length > 0, length, 1.0)
