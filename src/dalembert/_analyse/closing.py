"""A step towards satisfying constraints that may be dependent.

    (JᵀJ + μ) x = −Jᵀ r,   μ = |r|²

The Levenberg–Marquardt step: with this damping it converges quadratically even where J loses rank on the
constraints, as for mechanisms with redundant constraints (Yamashita and Fukushima).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def closing_step(J: Array, r: Array, scale: Array) -> Array:
    """The step of coordinates with these scales; rows are scaled by their largest terms."""
    block = J * scale
    size = np.abs(block).max(axis=1, initial=0.0)
    size = np.where(size > 0, size, 1.0)
    U, sizes, V = np.linalg.svd(block / size[:, np.newaxis], full_matrices=False)
    residual = r / size
    mu = min(float(residual @ residual), 1e-2)
    least = sizes > 1e-10 * max(sizes.max(initial=0.0), 1e-300)
    gain = np.where(least, sizes / np.where(least, sizes**2 + mu, 1.0), 0.0)
    step: Array = -scale * (V.T @ (gain * (U.T @ residual)))
    return step
