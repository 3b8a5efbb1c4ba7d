"""Eigenvalues on the imaginary axis, to rounding: which there are, and whether each has all its shapes.

    (A − λ) w = 0 with fewer independent w than λ counts:  e^(A t) then contains t e^(λ t), which grows

Rounding ε |A| moves an eigenvalue by ε |A| / |yᴴ x| with its unit left and right vectors y and x. It splits
a double one with a single shape by √ε |A|, across the axis or along it, so that signs tell nothing. The
centre of those that belong together is accurate, and the rank of A − λ there counts their shapes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eig

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]
EPSILON = float(np.finfo(float).eps)
ROUNDING = 4.0  # times ε and the number of rows: the error of an entry, relative to |A|
TIGHT, RANK = 1e-9, 1e-11  # relative to |A|: eigenvalues that count as equal, singular values that are zero
FARTHEST = 1e-4  # relative to |A|: the largest uncertainty that is believed


def similarity_scale(A: Array) -> Array:
    """The factors d for which the entries of A d_j/d_i are as equal in size as possible.

    Least squares: log |a_ij| + x_j − x_i = c for all entries that are not zero.
    """
    linked = (A != 0) & ~np.eye(len(A), dtype=bool)
    logs = np.log(np.abs(A), where=linked, out=np.zeros_like(A))
    count = linked.astype(float)
    n = len(A)
    normal = np.zeros((n + 1, n + 1))
    normal[:n, :n] = np.diag(count.sum(axis=0) + count.sum(axis=1)) - count - count.T
    normal[:n, n] = normal[n, :n] = count.sum(axis=1) - count.sum(axis=0)
    normal[n, n] = count.sum()
    right = np.append(logs.sum(axis=1) - logs.sum(axis=0), logs.sum())
    x = np.linalg.lstsq(normal, right, rcond=None)[0][:n]
    return np.asarray(np.exp2(np.round(x / np.log(2.0))))


def settled_eigenvalues(A: Array, zeros: int, least: float) -> tuple[Complex, Complex, Complex]:
    """Eigenvalues without what is rounding, right vectors, and those on the axis that may lack shapes.

    `zeros` eigenvalues are known to be zero; real parts below `least`, relative to the largest eigenvalue,
    are rounding.
    """
    values, left, right = map(np.asarray, eig(A, left=True, right=True))
    values[np.argsort(np.abs(values))[:zeros]] = 0.0
    size, largest = float(np.linalg.norm(A, 2)), float(np.abs(values).max(initial=0.0))
    slope = np.abs(np.einsum("ij,ij->j", left.conj(), right))
    noise = ROUNDING * EPSILON * max(len(A), 10) * size
    radius = noise / np.maximum(slope, noise / (FARTHEST * size)) if size else slope
    open_ = np.flatnonzero((np.abs(values.real) <= np.maximum(radius, least * largest)) & (values != 0))
    defective: list[complex] = []
    settled = values.copy()
    while len(open_):
        i = open_[0]
        apart = np.abs(values[open_] - values[i])
        together = open_[apart <= TIGHT * size]
        if len(together) == 1 or not _has_all_shapes(A, values[together], size):
            together = open_[apart <= np.maximum(TIGHT * size, radius[open_] + radius[i])]
            if len(together) > 1 and not _has_all_shapes(A, values[together], size):
                defective.append(1j * complex(values[together].mean()).imag)
                settled[together] = defective[-1]
        settled[together] = 1j * settled[together].imag
        open_ = np.setdiff1d(open_, together)
    return settled, right, np.array(defective, dtype=complex)


def _has_all_shapes(A: Array, values: Complex, size: float) -> bool:
    """Whether equal eigenvalues have as many independent shapes as they are."""
    centre = 1j * values.mean().imag
    sizes = np.linalg.svd(A - centre * np.eye(len(A)), compute_uv=False)
    return int(np.sum(sizes <= RANK * size)) >= len(values)
