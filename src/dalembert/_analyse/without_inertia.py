"""Speeds of coordinates without inertia: they balance the forces, as the current through a resistor does.

    r(q, q' + W w, a, lam) = 0,   G a = gamma,   Wᵀ a = 0

W are the free directions of the constraints without inertia. Their speeds w, and all other accelerations and
multipliers, are found by Newton's method.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.explicit_form import NOTHING, matrix_factors
from dalembert._analyse.records import OperatingPoint
from dalembert._compile.rank_revealing import free_directions

Array = NDArray[np.float64]
STEPS = 100  # a flow through an orifice is halved in each
SETTLED = 1e-11  # relative to the largest force: the iteration has converged if its step is smaller


def with_balanced_speeds(
    context: AnalysisContext, point: OperatingPoint, at: Mapping[str, Array]
) -> OperatingPoint | None:
    """The point with the speeds that balance the forces; None where the forces do not depend on them."""
    parts = context.physics.motion(point.t, at, context.p)
    W = _weightless(parts["M"], parts["G"])
    n, m, count = len(point.q), len(parts["G"]), W.shape[1]
    z = np.zeros(n + m + count)
    for _ in range(STEPS if count else 0):
        now = {**at, "qd": point.qd + W @ z[n + m :], "a": z[:n], "lam": z[n : n + m]}
        blocks = context.physics.linearisation(point.t, now, context.p)
        matrix = np.block(
            [
                [blocks["r_a"], blocks["r_lam"], blocks["r_qd"] @ W],
                [blocks["G"], np.zeros((m, m)), blocks["c_qd"] @ W],
                [W.T, np.zeros((count, m + count))],
            ]
        )
        left = np.concatenate([blocks["r"], blocks["c"], W.T @ z[:n]])
        reach = (
            blocks["size"]
            + np.abs(blocks["r_qd"]) @ np.abs(now["qd"])
            + np.abs(blocks["r_a"]) @ np.abs(z[:n])
        )
        step, settled = _step(matrix, left, reach)
        if step is None:
            return None
        z = z - step
        if settled:
            names = {f"{context.names[i]}'" for i in np.flatnonzero(W.any(axis=1))}
            assumed = tuple(name for name in point.assumed if name not in names)
            qd = point.qd + W @ z[n + m :]
            return replace(point, qd=qd, qdd=z[:n], lam=z[n : n + m], assumed=assumed)
    return None


def _weightless(M: Array, G: Array) -> Array:
    """The free directions without inertia."""
    n = len(M)
    Z, _ = free_directions(G, n)
    if not Z.shape[1]:
        return Z
    inner = Z.T @ M @ Z
    sizes = np.sqrt(np.abs(np.diagonal(inner)))
    sizes = np.where(sizes > 0, sizes, 1.0)
    values, ways = np.linalg.eigh(inner / np.outer(sizes, sizes))
    gone = values <= NOTHING * np.max(np.abs(values), initial=1e-300)
    return np.asarray(Z @ (ways[:, gone] / sizes[:, np.newaxis]))


def _step(matrix: Array, left: Array, reach: Array) -> tuple[Array | None, bool]:
    """A step of Newton's method, None where the matrix is singular; and whether it is significant.

    Rows and columns are scaled. A step is insignificant relative to forces of the sizes in `reach`.
    """
    if not (np.isfinite(matrix).all() and np.isfinite(left).all()):
        return None, False
    rows, columns = matrix_factors(matrix)
    scaled = matrix / rows[:, np.newaxis] / columns
    if not np.linalg.cond(scaled) < 1 / NOTHING:
        return None, False
    step = np.linalg.solve(scaled, left / rows)
    most = np.max(reach / rows[: len(reach)], initial=0.0)
    return np.asarray(step / columns), bool(np.all(np.abs(step) <= SETTLED * most))
