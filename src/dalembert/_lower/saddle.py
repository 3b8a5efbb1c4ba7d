"""Accelerations and multipliers as one straight-line expression: the saddle-point system solved by LDLᵀ.

    [ M  Gᵀ ] [ qdd ]   [ h     ]
    [ G  0  ] [ lam ] = [ gamma ]

The factorisation is symbolic and sparse, so a chain of n bodies costs a number of operations that grows
like n. Pivots are taken by smallest degree, but **a constraint comes only after all coordinates its row
touches**: its pivot is then −G_i S⁻¹ G_iᵀ with S positive definite, which vanishes nowhere that M > 0 and G
has full rank. Any earlier place fails at regular configurations (a collinear four-bar).

Where a constraint holds a coordinate without mass, M → M + GᵀG and h → h + Gᵀ gamma over the rows that
touch it: on G qdd = gamma this changes neither qdd nor lam, and gives the coordinate a pivot.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._lower.engine import Scalar
from dalembert._lower.system import System

Rows = list[dict[int, Scalar]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accelerations:
    """qdd and lam (displacement first, then flow), and the pivots of the factorisation in their order."""

    qdd: Scalar
    lam: Scalar
    pivots: Scalar


def loose(system: System) -> tuple[int, ...]:
    """Coordinates without inertia that no constraint holds: their accelerations are not determined."""
    held = {j for _, j, _ in _entries(ca.vertcat(system.Phi_q, system.Psi_qd))}
    return tuple(i for i in _massless(system) if i not in held)


def _massless(system: System) -> list[int]:
    rows = {i for i, _, _ in _entries(system.M)}
    return [i for i in range(system.q.numel()) if i not in rows]


def accelerations(system: System) -> Accelerations:
    """The solution of the saddle-point system; every coordinate has inertia or is held by a constraint."""
    n, m = system.q.numel(), system.gamma.numel()
    G = ca.vertcat(system.Phi_q, system.Psi_qd)
    M, h = _with_held(system, G)
    rows: Rows = [{} for _ in range(n + m)]
    for i, j, value in _entries(M):
        rows[i][j] = value
    for i, j, value in _entries(G):
        rows[n + i][j] = value
        rows[j][n + i] = value
    right = [*_scalars(h, n), *_scalars(system.gamma, m)]
    order = _order(rows, n)
    pivots, factors = _factorised(rows, order, right)
    solution = _substituted(right, order, pivots, factors)
    return Accelerations(
        qdd=ca.vertcat(ca.SX(0, 1), *solution[:n]),
        lam=ca.vertcat(ca.SX(0, 1), *solution[n:]),
        pivots=ca.vertcat(ca.SX(0, 1), *(pivots[k] for k in order)),
    )


def _with_held(system: System, G: Scalar) -> tuple[Scalar, Scalar]:
    """M and h with the rows of constraints that hold massless coordinates added."""
    massless = set(_massless(system))
    chosen = sorted({i for i, j, _ in _entries(G) if j in massless})
    if not chosen:
        return system.M, system.h
    own = G[chosen, :]
    return system.M + own.T @ own, system.h + own.T @ system.gamma[chosen]


def _entries(block: Scalar) -> list[tuple[int, int, Scalar]]:
    """The entries of a sparse block that are not zero, column by column."""
    rows, columns = block.sparsity().get_triplet()
    return list(zip(rows, columns, block.nonzeros(), strict=True))


def _scalars(column: Scalar, size: int) -> list[Scalar]:
    return [column[i] for i in range(size)]


def _order(rows: Rows, n: int) -> list[int]:
    """The elimination order: smallest degree first, a constraint only after the coordinates of its row."""
    links = [{j for j in row if j != i} for i, row in enumerate(rows)]
    waiting = [set(range(0)) if i < n else {j for j in rows[i] if j < n} for i in range(len(rows))]
    left = set(range(len(rows)))
    order: list[int] = []
    while left:
        k = min((i for i in left if not waiting[i]), key=lambda i: (len(links[i]), i))
        left.discard(k)
        order.append(k)
        for i in links[k]:
            links[i].discard(k)
            waiting[i].discard(k)
            links[i] |= links[k] - {i}
    return order


def _factorised(
    rows: Rows, order: list[int], right: list[Scalar]
) -> tuple[dict[int, Scalar], dict[int, dict[int, Scalar]]]:
    """LDLᵀ in place: for each pivot the factors of the rows still to come; `right` is carried along."""
    pivots: dict[int, Scalar] = {}
    factors: dict[int, dict[int, Scalar]] = {}
    for k in order:
        row = rows[k]
        pivots[k] = pivot = row.pop(k)
        own = {i: value / pivot for i, value in row.items()}
        factors[k] = own
        for i, factor in own.items():
            right[i] = right[i] - factor * right[k]
            target = rows[i]
            target.pop(k)
            for j, value in row.items():
                if j >= i:
                    change = factor * value
                    made = target[j] - change if j in target else -change
                    target[j] = made
                    rows[j][i] = made
    return pivots, factors


def _substituted(
    right: list[Scalar], order: list[int], pivots: dict[int, Scalar], factors: dict[int, dict[int, Scalar]]
) -> list[Scalar]:
    """Back substitution, in the reverse of the elimination order."""
    solution = list(right)
    for k in reversed(order):
        value = right[k] / pivots[k]
        for i, factor in factors[k].items():
            value = value - factor * solution[i]
        solution[k] = value
    return solution
