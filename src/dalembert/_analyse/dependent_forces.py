"""Forces that depend on forces, at a point: their values, and their elimination from linear equations.

    r = M a + Gᵀ lam − h(a, lam) = 0,   G a = gamma

Accelerations and multipliers are found by Newton's method. Small departures δlam enter the linear equations
with r_lam = Gᵀ − h_lam; multiplying by Yᵀ with Yᵀ r_lam = 0 eliminates them, as Zᵀ with G Z = 0 does for Gᵀ
alone. Y is chosen so that it is Z where no force depends on a multiplier.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.directions import Directions
from dalembert._analyse.explicit_form import matrix_factors
from dalembert._analyse.model_functions import Blocks
from dalembert._analyse.records import OperatingPoint
from dalembert._analyse.refusal import refusal
from dalembert._compile.rank_revealing import Solution
from dalembert._expression.source import ModelError
from dalembert._words.message import say

Array = NDArray[np.float64]
STEPS = 50
SETTLED = 1e-13  # relative to the largest: the iteration has converged if its step is smaller
RANK = 1e-10
HINT = "choose another place, or a smaller coefficient"


def solve_balance(
    context: AnalysisContext, point: OperatingPoint, at: Mapping[str, Array], begun: Solution | None
) -> tuple[Array, Array]:
    """The accelerations and multipliers of a point; raises where there is no unique solution."""
    n = len(point.q)
    z = np.zeros(n + len(point.lam)) if begun is None else np.concatenate([begun.qdd, begun.lam])
    blocks = (slice(0, n), slice(n, len(z)))
    sizes = [
        float(np.max(np.abs(z[block]), initial=0.0)) for block in blocks
    ]  # at rest accelerations tend to zero
    for _ in range(STEPS):
        parts = context.physics.linearisation(point.t, {**at, "a": z[:n], "lam": z[n:]}, context.p)
        matrix, left = _matrix(parts), np.concatenate([parts["r"], parts["c"]])
        if not (np.isfinite(matrix).all() and np.isfinite(left).all()):
            break
        try:
            step = -np.linalg.solve(matrix, left)
        except np.linalg.LinAlgError:
            break
        z = z + step
        sizes = [
            max(size, float(np.max(np.abs(z[block]), initial=0.0)))
            for size, block in zip(sizes, blocks, strict=True)
        ]
        if all(
            np.all(np.abs(step[block]) <= SETTLED * size) for size, block in zip(sizes, blocks, strict=True)
        ):
            return z[:n], z[n:]
    raise _forces_error(point)


def has_inertia(context: AnalysisContext, point: OperatingPoint, at: Mapping[str, Array]) -> bool:
    """Whether forces that depend on accelerations give inertia to all coordinates that have none in T."""
    zero = {"a": np.zeros(len(point.q)), "lam": np.zeros(len(point.lam))}
    matrix = _matrix(context.physics.linearisation(point.t, {**at, **zero}, context.p))
    if not np.isfinite(matrix).all():
        return False
    rows, columns = matrix_factors(matrix)
    return bool(np.linalg.cond(matrix / rows[:, np.newaxis] / columns) < 1 / RANK)


def left_directions(
    context: AnalysisContext, point: OperatingPoint, parts: Blocks, ways: Directions
) -> Array:
    """The combinations Y of equations that contain no departure of a multiplier."""
    Z = ways.speeds.Z
    if not context.physics.coupled:
        return Z
    plain, dependent = _matrix(parts | {"r_a": parts["M"], "r_lam": parts["G"].T}), _matrix(parts)
    signs = [np.linalg.slogdet(one) for one in (plain, dependent)]
    inert = signs[0][0] != 0  # else forces that depend on accelerations have the place of an inertia
    jams = signs[0][0] * signs[1][0] < 0 or signs[1][1] <= signs[0][1] + np.log(RANK)
    if signs[1][0] == 0 or (inert and jams):
        raise _forces_error(point)  # the forces jam or grow without bound
    if not Z.shape[1] or not len(parts["G"]):
        return Z
    scale = context.scale[:, np.newaxis]
    columns = parts["r_lam"] * scale
    length = np.linalg.norm(columns, axis=0)
    Y = scale * null_space((columns / np.where(length > 0, length, 1.0)).T, rcond=RANK)
    if Y.shape[1] != Z.shape[1]:
        raise _forces_error(point)
    return np.asarray(Y @ np.linalg.inv(np.linalg.pinv(Z) @ Y))


def _matrix(parts: Blocks) -> Array:
    """The derivatives of r and c by a and lam."""
    m = len(parts["G"])
    return np.block([[parts["r_a"], parts["r_lam"]], [parts["G"], np.zeros((m, m))]])


def _forces_error(point: OperatingPoint) -> ModelError:
    return refusal(say("place_forces_open", place=point.about), HINT, "jamming")
