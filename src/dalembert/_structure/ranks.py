"""The rank of the constraints near the start, and which of them follow from others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._lower.system import System
from dalembert._model.records import Model
from dalembert._model.values import values_of
from dalembert._structure.scales import least_norm_solution

Array = NDArray[np.float64]
RANK = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """The rank of all constraints, the rows that follow from others, and the rank of Phi_q."""

    rank: int | None = None  # where it is known
    redundant: tuple[int, ...] = ()
    places: int = 0


def ranks(model: Model, system: System, last: Sequence[int] = ()) -> Ranks:
    """The ranks near the start; where there is a choice, rows in `last` are called redundant first."""
    G = system.G
    if not G.size1():
        return Ranks(rank=0)
    values = values_of(model)
    p = np.array(values.vector(missing=1.0))
    arguments = [system.t, system.q, system.qd, system.s, system.e, system.p, system.u, system.ud, system.udd]
    made = ca.Function("G", arguments, [ca.densify(G), ca.densify(system.Phi)], {"allow_free": True})
    if made.has_free():
        return Ranks()
    zeros = [np.zeros(block.numel()) for block in (system.s, system.e)]
    inputs = [np.zeros(block.numel()) for block in (system.u, system.ud, system.udd)]
    random = np.random.default_rng(5)

    def gradients_at(q: Array) -> tuple[Array, Array]:
        qd = random.normal(size=len(q))
        matrix, residual = made(0.0, q, qd, *zeros, p, *inputs)
        return np.array(matrix), np.array(residual).ravel()

    start = np.array([values.first(c.name) for c in model.coordinates])
    best: Array | None = None
    rank = -1
    for k in range(3):
        near = start + 0.03 * k * random.normal(size=len(start)) * (0.3 + np.abs(start))
        closed_at, off = _closest_configuration(gradients_at, near, system.Phi.numel())
        matrix = gradients_at(closed_at)[0]
        if np.isfinite(matrix).all() and off < 1e-6 and rank_of(matrix) > rank:
            best, rank = matrix, rank_of(matrix)
    if best is None:
        return Ranks()
    kept: list[int] = []
    redundant = []
    for i in sorted(range(len(best)), key=lambda i: i in last):
        if rank_of(best[[*kept, i]]) > len(kept):
            kept.append(i)
        else:
            redundant.append(i)
    return Ranks(rank=rank, redundant=tuple(sorted(redundant)), places=rank_of(best[: system.Phi.numel()]))


def _closest_configuration(
    at: Callable[[Array], tuple[Array, Array]], q: Array, rows: int
) -> tuple[Array, float]:
    """A configuration near q that satisfies the displacement constraints, by shortest Newton steps."""
    off = 0.0
    for _ in range(30):
        matrix, residual = at(q)
        if not (np.isfinite(matrix).all() and np.isfinite(residual).all()):
            return q, np.inf
        length = np.abs(matrix[:rows])
        reach = length @ (np.abs(q) + 1e-12 * (np.max(np.abs(q), initial=0.0) or 1.0))
        off = float(np.max(np.abs(residual) / np.where(reach > 0, reach, 1.0), initial=0.0))
        if off < 1e-12:
            break
        q = q - least_norm_solution(matrix[:rows], residual, RANK)
    return q, off


def rank_of(matrix: Array) -> int:
    """The rank of a matrix, independent of the lengths of its rows."""
    length = np.hypot.reduce(matrix, axis=1, keepdims=True)
    values = np.linalg.svd(matrix / np.where(length > 0, length, 1.0), compute_uv=False)
    return int(np.sum(values > RANK * max(values[0], 1e-300))) if len(values) else 0
