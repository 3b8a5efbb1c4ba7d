"""The saddle-point system of constrained motion, factorised once and solved for any right side.

    [ M  Gᵀ ] [ qdd ]   [ h     ]
    [ G  0  ] [ lam ] = [ gamma ]

The factorisation LDLᵀ is symbolic and sparse, so a chain of n bodies costs a number of operations that
grows like n. Pivots are taken by smallest degree, but **a constraint comes only after all coordinates its
row touches**: its pivot is then −G_i S⁻¹ G_iᵀ with S positive definite, which vanishes nowhere that M > 0
and G has full rank. Any earlier place fails at regular configurations (a collinear four-bar).

Where a constraint holds a coordinate without mass, M → M + GᵀG and h → h + Gᵀ gamma over the rows that
touch it: on G qdd = gamma this changes neither qdd nor lam, and gives the coordinate a pivot.

A pivot is a difference of two sums of positive terms. What is left of the larger one tells how many digits
were lost: `health` is the smallest such quotient, 1 at best, 0 where the system is singular.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import casadi as ca

from dalembert._lower.engine import Scalar
from dalembert._lower.system import System

Rows = list[dict[int, Scalar]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Factors:
    """M with its held coordinates, G, and D and L of the factorisation in the order of elimination."""

    M: Scalar
    G: Scalar
    held: tuple[int, ...]  # constraints that hold coordinates without mass
    order: tuple[int, ...]
    pivots: dict[int, Scalar]
    columns: dict[int, dict[int, Scalar]]
    health: Scalar


@dataclass(frozen=True, slots=True, kw_only=True)
class Accelerations:
    """qdd and lam (displacement first, then flow)."""

    qdd: Scalar
    lam: Scalar


def loose(system: System) -> tuple[int, ...]:
    """Coordinates without inertia that no constraint holds: their accelerations are not determined."""
    held = {j for _, j, _ in _entries(ca.vertcat(system.Phi_q, system.Psi_qd))}
    return tuple(i for i in _massless(system) if i not in held)


def accelerations(system: System, factors: Factors) -> Accelerations:
    """The accelerations and multipliers of the motion."""
    held = list(factors.held)
    h = system.h + factors.G[held, :].T @ system.gamma[held] if held else system.h
    qdd, lam = solved(factors, h, system.gamma)
    return Accelerations(qdd=qdd, lam=lam)


def factorised(system: System) -> Factors:
    """The factorisation; every coordinate has inertia or is held by a constraint."""
    n, m = system.q.numel(), system.gamma.numel()
    G: Scalar = ca.vertcat(system.Phi_q, system.Psi_qd)
    massless = set(_massless(system))
    held = tuple(sorted({i for i, j, _ in _entries(G) if j in massless}))
    M = system.M + G[list(held), :].T @ G[list(held), :] if held else system.M
    rows: Rows = [{} for _ in range(n + m)]
    for i, j, value in _entries(M):
        rows[i][j] = value
    for i, j, value in _entries(G):
        rows[n + i][j] = value
        rows[j][n + i] = value
    order = _order(rows, n)
    pivots, columns, health = _eliminated(rows, order, n)
    return Factors(M=M, G=G, held=held, order=tuple(order), pivots=pivots, columns=columns, health=health)


def solved(factors: Factors, upper: Scalar, lower: Scalar) -> tuple[Scalar, Scalar]:
    """The solution for the right side (upper, lower): two vectors."""
    n, m = upper.numel(), lower.numel()
    right = [*(upper[i] for i in range(n)), *(lower[i] for i in range(m))]
    for k in factors.order:
        for i, factor in factors.columns[k].items():
            right[i] = right[i] - factor * right[k]
    for k in reversed(factors.order):
        value = right[k] / factors.pivots[k]
        for i, factor in factors.columns[k].items():
            value = value - factor * right[i]
        right[k] = value
    empty = ca.SX(0, 1)
    return ca.vertcat(empty, *right[:n]), ca.vertcat(empty, *right[n:])


def _massless(system: System) -> list[int]:
    rows = {i for i, _, _ in _entries(system.M)}
    return [i for i in range(system.q.numel()) if i not in rows]


def _entries(block: Scalar) -> list[tuple[int, int, Scalar]]:
    """The entries of a sparse block that are not zero, column by column."""
    rows, columns = block.sparsity().get_triplet()
    return list(zip(rows, columns, block.nonzeros(), strict=True))


def _order(rows: Rows, n: int) -> list[int]:
    """The elimination order: smallest degree first, a constraint only after the coordinates of its row."""
    links = [{j for j in row if j != i} for i, row in enumerate(rows)]
    waiting = [{j for j in row if j < n} if i >= n else set() for i, row in enumerate(rows)]
    ready = [(len(links[i]), i) for i in range(len(rows)) if not waiting[i]]
    heapify(ready)
    order: list[int] = []
    done: set[int] = set()
    while ready:
        degree, k = heappop(ready)
        if k in done or degree != len(links[k]):
            continue  # it was taken, or its degree has changed since and it stands in the heap again
        done.add(k)
        order.append(k)
        for i in links[k]:
            links[i] |= links[k]
            links[i] -= {i, k}
            waiting[i].discard(k)
            if not waiting[i]:
                heappush(ready, (len(links[i]), i))
    return order


def _eliminated(
    rows: Rows, order: list[int], n: int
) -> tuple[dict[int, Scalar], dict[int, dict[int, Scalar]], Scalar]:
    """LDLᵀ in place: the pivots, for each the factors of the rows still to come, and the health of all.

    Eliminating a coordinate (pivot > 0) subtracts squares on the diagonal, eliminating a constraint
    (pivot < 0) adds them: `plus` and `minus` are the two sums.
    """
    plus = {i: row.pop(i) for i, row in enumerate(rows) if i in row}
    minus: dict[int, Scalar] = {}
    pivots: dict[int, Scalar] = {}
    columns: dict[int, dict[int, Scalar]] = {}
    health: Scalar = ca.SX(1)
    for k in order:
        row = rows[k]
        if k in plus and k in minus:
            pivots[k] = pivot = plus[k] - minus[k]
            left = pivot / plus[k] if k < n else -pivot / minus[k]
            health = ca.fmin(health, left)
        else:
            pivots[k] = pivot = plus[k] if k in plus else -minus.get(k, ca.SX(0))
        columns[k] = own = {i: value / pivot for i, value in row.items()}
        for i, factor in own.items():
            target = rows[i]
            target.pop(k)
            for j, value in row.items():
                if j == i:
                    change = factor * value
                    sums, change = (minus, change) if k < n else (plus, -change)
                    sums[i] = sums[i] + change if i in sums else change
                elif j > i:
                    change = factor * value
                    made = target[j] - change if j in target else -change
                    target[j] = made
                    rows[j][i] = made
    return pivots, columns, health
