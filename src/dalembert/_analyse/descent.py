"""Where a system that is released at rest would settle if its motion were strongly damped.

    dx = |K|⁻¹ f,  f the forces on the free directions,  K = −∂f/∂x,  |K| with the sizes of its eigenvalues

Newton's method goes to any equilibrium. With |K| the forces do work on each step: it ends at a stable one.
Displacements are in their scales; states and unknown efforts keep their values.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from dalembert._analyse.statics import Statics, closed_start, step_fraction

Array = NDArray[np.float64]
STEPS = 100
SMALL = 1e-6  # a step that ends the descent; and eigenvalues that count as zero, relative to the largest
PUSH = 0.1  # the step away from an unstable equilibrium
SHORTEST = 1e-3  # the least fraction of a step


def settled_point(statics: Statics, x: Array) -> Array | None:
    """The point (q, s, e) at which a descent from x ends; None where it does not end or does not begin."""
    z, moved = closed_start(statics, x), False
    for _ in range(STEPS if z is not None and statics.n else 0):
        assert z is not None
        step, settled = _downhill(statics, z)
        if step is None:
            return None
        if settled:
            return z[: len(statics.scale)] if moved else None
        z, moved = _after(statics, z, step), True
        if z is None:
            return None
    return None


def _downhill(statics: Statics, z: Array) -> tuple[Array | None, bool]:
    """The step from z, and whether z is stable and the step vanishes; None where forces are not finite."""
    n, scale = statics.n, statics.scale[: statics.n]
    F, J, _, parts = statics.at(z)
    if not (np.isfinite(F[:n]).all() and np.isfinite(J[:n, :n]).all()):
        return None, False
    Z = null_space(parts["G"] * scale) if len(parts["G"]) else np.eye(n)
    K = -Z.T @ (scale[:, np.newaxis] * J[:n, :n] * scale) @ Z
    stiffness, ways = np.linalg.eigh((K + K.T) / 2)
    zero = SMALL * np.abs(stiffness).max(initial=0.0) or 1.0
    along = ways.T @ (Z.T @ (scale * F[:n])) / np.maximum(np.abs(stiffness), zero)
    if np.abs(along).max(initial=0.0) <= SMALL:
        if not len(stiffness) or stiffness[0] > -zero:
            return np.zeros(n), True
        along = PUSH * np.eye(len(stiffness))[0]
    return scale * (Z @ (ways @ along)), False


def _after(statics: Statics, z: Array, step: Array) -> Array | None:
    """The point after the part of a step on which the forces do work; None without such a part."""
    n, start = statics.n, statics.at(z)[0][: statics.n]
    whole = np.concatenate([step, np.zeros(len(z) - n)])
    length = step_fraction(statics, whole) / max(1.0, np.abs(step / statics.scale[:n]).max())
    while length > SHORTEST:
        trial = closed_start(statics, (z + length * whole)[: len(statics.scale)])
        if trial is not None and (start + statics.at(trial)[0][:n]) @ (trial - z)[:n] > 0:
            return trial
        length /= 2
    return None
