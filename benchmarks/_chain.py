"""The planar chain of n uniform rods, written by hand for the peers: m = L = 1, g = 10.

Rod 1 hangs on a fixed pin and each next one on the end of the last; x points down, y aside, the coordinates
are the angles q from the vertical, w are their rates, e = (cos q, sin q) points along a rod and
n = (-sin q, cos q) across. The formulas take any scalars with their own sin and cos: floats, SymPy, CasADi or
heyoka. They share nothing with dalembert, which is compared with them before anything is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import dalembert

GRAVITY = 10.0

Scalar = Any
Function = Callable[[Scalar], Scalar]


def mass_and_force(
    q: Sequence[Scalar], w: Sequence[Scalar], sin: Function, cos: Function
) -> tuple[list[list[Scalar]], list[Scalar]]:
    """M and h of M w' = h.

    M_ij = a_ij cos(q_i - q_j) and h_i = -sum_j a_ij sin(q_i - q_j) w_j² - g b_i sin q_i, where with
    k rods below the lower of rods i and j, a_ij = k + 1/2, a_ii = k + 1/3 and b_i = k + 1/2.
    """
    n = len(q)
    s, c, square = [sin(angle) for angle in q], [cos(angle) for angle in q], [rate * rate for rate in w]
    below = [[n - 1 - max(i, j) for j in range(n)] for i in range(n)]
    mass = [
        [
            below[i][i] + 1 / 3 if i == j else (below[i][j] + 0.5) * (c[i] * c[j] + s[i] * s[j])
            for j in range(n)
        ]
        for i in range(n)
    ]
    force = [
        -GRAVITY * (below[i][i] + 0.5) * s[i]
        - sum((below[i][j] + 0.5) * (s[i] * c[j] - c[i] * s[j]) * square[j] for j in range(n) if j != i)
        for i in range(n)
    ]
    return mass, force


def by_elimination(q: Sequence[Scalar], w: Sequence[Scalar], sin: Function, cos: Function) -> list[Scalar]:
    """The accelerations from M w' = h, by M = L D Lᵀ."""
    mass, force = mass_and_force(q, w, sin, cos)
    n = len(q)
    rows, x = [list(row) for row in mass], list(force)
    for k in range(n):
        for i in range(k + 1, n):
            factor = rows[k][i] / rows[k][k]
            for j in range(i, n):
                rows[i][j] = rows[i][j] - factor * rows[k][j]
            x[i] = x[i] - factor * x[k]
    for k in reversed(range(n)):
        x[k] = (x[k] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


def by_recursion(q: Sequence[Scalar], w: Sequence[Scalar], sin: Function, cos: Function) -> list[Scalar]:
    """The accelerations in a time proportional to n.

    From the tip to the pin: what hangs on the upper end of a rod resists its acceleration a by the force
    K a + r. Put a rod on top of that: from its moments about its upper end, w' = beta - b·a with
    d = 1/3 + n·K n, d b = n/2 + K n, d beta = -g/2 sin q - n·r + w² n·K e, and the new
    K is K + 1 - d b bᵀ, the new r is r - (g, 0) - w² (e/2 + K e) + d beta b.
    Then back, from a = 0 at the pin.
    """
    xx = xy = yy = rx = ry = 0.0
    rods = []
    for angle, rate in zip(reversed(q), reversed(w), strict=True):
        s, c, square = sin(angle), cos(angle), rate * rate
        along_x, along_y = c * xx + s * xy, c * xy + s * yy
        across_x, across_y = c * xy - s * xx, c * yy - s * xy
        d = 1 / 3 + c * across_y - s * across_x
        moment_x, moment_y = across_x - 0.5 * s, across_y + 0.5 * c
        turning = s * (rx - 0.5 * GRAVITY - square * along_x) - c * (ry - square * along_y)
        bx, by, beta = moment_x / d, moment_y / d, turning / d
        xx, xy, yy = xx + 1 - moment_x * bx, xy - moment_x * by, yy + 1 - moment_y * by
        rx = rx - GRAVITY - square * (0.5 * c + along_x) + moment_x * beta
        ry = ry - square * (0.5 * s + along_y) + moment_y * beta
        rods.append((s, c, square, bx, by, beta))
    ax = ay = 0.0
    found = []
    for s, c, square, bx, by, beta in reversed(rods):
        acceleration = beta - bx * ax - by * ay
        found.append(acceleration)
        ax, ay = ax - acceleration * s - square * c, ay + acceleration * c - square * s
    return found


def agree(name: str, n: int) -> float:
    """The largest relative difference of these formulas and the model's M and h, at a random point."""
    random = np.random.default_rng(n)
    q, w = random.uniform(-3, 3, n), random.normal(size=n)
    functions = dalembert.functions(name)
    expected = np.linalg.solve(functions.M(0, q, w), functions.h(0, q, w))
    found = [formula(list(q), list(w), np.sin, np.cos) for formula in (by_elimination, by_recursion)]
    return float(np.max(np.abs(np.array(found) - expected)) / np.max(np.abs(expected)))
