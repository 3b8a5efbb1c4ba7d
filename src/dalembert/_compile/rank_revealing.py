"""Rank-revealing numerical solution of the saddle-point system, where the symbolic solution loses digits.

    M qdd + Gᵀ lam = h,  G qdd = gamma

With G of rank r, qdd = x + Z z: x the shortest solution of G x = gamma, Z a basis of what G leaves free,
(ZᵀMZ) z = Zᵀ(h − M x). The multipliers are the shortest with Gᵀ lam = h − M qdd.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._structure.scales import equilibration, scales

Array = NDArray[Any]
RANK = 1e-10  # singular values below this part of the largest are zero
HEALTHY = 1e-10  # digits may be lost in a pivot down to this part
ENTRIES = 1_000_000  # of all matrices that are solved at once
EQUAL = 1e-13  # the same: below this nothing but rounding is left of a row
SINGULAR = 1e-13  # a matrix with a singular value below this part of the largest is singular
FIRM = 1e3 * SINGULAR  # of the size of a matrix: eigenvalues above it are far from zero
SOLVED = 1e-7  # a solution whose residual exceeds this part of its terms is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """Accelerations and multipliers, and how many constraints are independent."""

    qdd: Array
    lam: Array
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Solutions:
    """The solutions of many systems, along the first axis; NaN where one has none."""

    qdd: Array
    lam: Array
    rank: Array
    solved: Array


def is_firmly_regular(M: Array) -> bool:
    """Whether a symmetric matrix is positive definite, far from the limit at which it counts as singular."""
    D = equilibration(M)
    try:
        np.linalg.cholesky(M * np.outer(D, D) - FIRM * len(M) * np.eye(len(M)))
    except np.linalg.LinAlgError:
        return False
    return True


def free_directions(G: Array, n: int) -> tuple[Array, int]:
    """A basis of the null space of G, the directions that its rows leave free, and the rank of G."""
    if not len(G):
        return np.eye(n), 0
    _, sizes, rows = np.linalg.svd(_unit_rows(G))
    rank = int(_ranks(sizes))
    return rows[rank:].T, rank


def solution(M: Array, G: Array, h: Array, gamma: Array, *, exact: bool = True) -> Solution | None:
    """The solution; None where there is none, or where M leaves a free direction without inertia.

    Without `exact`, G qdd comes as near to gamma as it can.
    """
    every = solutions(M[np.newaxis], G[np.newaxis], h[np.newaxis], gamma[np.newaxis], exact=exact)
    if not every.solved[0]:
        return None
    return Solution(qdd=every.qdd[0], lam=every.lam[0], rank=int(every.rank[0]))


def solutions(M: Array, G: Array, h: Array, gamma: Array, *, exact: bool = True) -> Solutions:
    """The solutions of many systems of one size, which lie along the first axis."""
    count, n, m = len(h), h.shape[1], gamma.shape[1]
    every = Solutions(
        qdd=np.full((count, n), np.nan),
        lam=np.full((count, m), np.nan),
        rank=np.full(count, -1),
        solved=np.zeros(count, dtype=bool),
    )
    block = max(1, ENTRIES // max(1, (n + m) ** 2))
    for first in range(0, count, block):
        part = slice(first, first + block)
        sums = (np.abs(one[part]).sum(axis=tuple(range(1, one.ndim))) for one in (M, G, h, gamma))
        finite = np.isfinite(sum(sums))
        at = first + np.flatnonzero(finite)
        if len(at):
            _solve(every, at, M[at], G[at], h[at], gamma[at], exact)
    return every


def nearly_dependent_rows(M: Array, G: Array) -> tuple[Array, float]:
    """The parts of the rows of G in relations that nearly hold, and by how much these fail (0 without any).

    A solution would take them for relations that hold, although more than rounding contradicts them.
    """
    coordinates, rows = scales(M, G)
    left, sizes, _ = np.linalg.svd(_scale(rows, G, coordinates))
    rank = int(_ranks(sizes))
    seen = int(np.sum(sizes > EQUAL * sizes.max(initial=0.0)))
    if seen == rank:
        return np.zeros(len(G)), 0.0
    return np.abs(left[:, rank:seen]).max(axis=1), float(sizes[rank] / sizes[0])


def smallest_multipliers(M: Array, G: Array, lam: Array) -> Array:
    """The shortest multipliers with the same forces Gᵀ lam, of many states."""
    coordinates, rows = scales(M, G)
    left, sizes, _ = np.linalg.svd(_scale(rows, G, coordinates))
    ranks, smallest = _ranks(sizes), lam.copy()
    for rank in sorted(set(ranks.tolist())):
        at = np.flatnonzero(ranks == rank)
        smallest[at] = _least_norm(lam[at], left[at][:, :, rank:], rows[at])
    return smallest


def _solve(every: Solutions, at: Array, M: Array, G: Array, h: Array, gamma: Array, exact: bool) -> None:
    """Solve the systems with finite entries, those of equal rank together, and store the solutions."""
    coordinates, rows = scales(M, G)
    A, f, g = _scale(rows, G, coordinates), h * coordinates, gamma * rows
    N = _scale(coordinates, M, coordinates)
    left, sizes, right = np.linalg.svd(A)
    ranks = _ranks(sizes)
    for rank in sorted(set(ranks.tolist())):  # np.unique loads masked arrays
        systems = np.flatnonzero(ranks == rank)
        U, S, V = left[systems], sizes[systems, :rank], right[systems]
        x = _apply(_transpose(V[:, :rank]), _apply(_transpose(U[:, :, :rank]), g[systems]) / S)
        wanted = _apply(np.abs(A[systems]), np.abs(x)) + np.abs(g[systems])
        allowed = SOLVED * np.maximum(wanted, wanted.max(axis=1, initial=0.0, keepdims=True) * SOLVED)
        near = np.all(np.abs(_apply(A[systems], x) - g[systems]) <= allowed, axis=1)
        Z = _transpose(V[:, rank:])
        z = _solve_symmetric(
            _transpose(Z) @ N[systems] @ Z, _apply(_transpose(Z), f[systems] - _apply(N[systems], x))
        )
        qdd = x + _apply(Z, z)
        lam = _apply(U[:, :, :rank], _apply(V[:, :rank], f[systems] - _apply(N[systems], qdd)) / S)
        solved = np.isfinite(z).all(axis=1) & (near | (not exact))
        kept_rows = at[systems]
        every.solved[kept_rows], every.rank[kept_rows] = solved, rank
        every.qdd[kept_rows] = qdd * coordinates[systems]
        every.lam[kept_rows] = _least_norm(lam * rows[systems], U[:, :, rank:], rows[systems])


def _ranks(sizes: Array) -> Array:
    largest = np.maximum(sizes.max(axis=-1, initial=0.0, keepdims=True), 1e-300)
    return np.asarray((sizes > RANK * largest).sum(axis=-1))


def _solve_symmetric(A: Array, b: Array) -> Array:
    """A x = b for stacks; NaN where A is singular, after scaling each row and column by its own size."""
    if not b.shape[1]:
        return b
    D = equilibration(A)
    scaled = _scale(D, A, D)
    sizes = np.linalg.svd(scaled, compute_uv=False)
    regular = sizes[:, -1] > SINGULAR * sizes[:, 0]
    x = np.full(b.shape, np.nan)
    x[regular] = np.linalg.solve(scaled[regular], (b * D)[regular][..., np.newaxis])[..., 0] * D[regular]
    return x


def _least_norm(lam: Array, left: Array, rows: Array) -> Array:
    """The shortest of the multipliers that differ by relations between the rows of G."""
    if not left.shape[2]:
        return lam
    relations, _ = np.linalg.qr(left * rows[..., np.newaxis])
    return np.asarray(lam - _apply(relations, _apply(_transpose(relations), lam)))


def _scale(left: Array, A: Array, right: Array) -> Array:
    """The matrices of a stack with their rows and columns multiplied by numbers."""
    return left[..., np.newaxis] * A * right[..., np.newaxis, :]


def _transpose(A: Array) -> Array:
    return np.swapaxes(A, -1, -2)


def _apply(A: Array, x: Array) -> Array:
    return np.asarray((A @ x[..., np.newaxis])[..., 0])


def _unit_rows(G: Array) -> Array:
    """Rows of length one: the units of a constraint do not decide about its rank."""
    length = np.linalg.norm(G, axis=1, keepdims=True)
    return G / np.where(length > 0, length, 1.0)
