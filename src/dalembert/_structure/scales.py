"""Scale factors of matrices, so that results do not depend on units."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
PASSES = 40  # each halves the remaining powers of ten


def equilibration(A: Array) -> Array:
    """D for which the largest entry in each row of D A D is about 1, A symmetric; 1 where a row is zero.

    Each pass divides rows and columns by the roots of their sizes (D. Ruiz, RAL-TR-2001-034). Each matrix of
    a stack gets its own D.
    """
    D = np.ones(A.shape[:-1])
    for _ in range(PASSES):
        size = np.max(np.abs(A * D[..., np.newaxis, :]) * D[..., np.newaxis], axis=-1, initial=0.0)
        done = np.all((size == 0) | ((size > 0.5) & (size < 2)), axis=-1, keepdims=True)
        if done.all():
            break
        D = np.where(done, D, D / np.sqrt(np.where(size > 0, size, 1.0)))
    return D


def power_of_two(sizes: Array) -> Array:
    """Powers of two, which multiply without rounding, that scale sizes to about 1; 1 where a size is zero."""
    return np.asarray(np.exp2(-np.round(np.log2(np.where(sizes > 0, sizes, 1.0)))))


def scales(M: Array, G: Array) -> tuple[Array, Array]:
    """Powers of two for coordinates and rows of G that scale entries of M and lengths of rows to about 1.

    A coordinate without inertia is scaled by the rows that contain it. Results are then independent of the
    units
        of energies, coordinates and constraints. M and G may be stacks of matrices.
    """
    coordinates = equilibration(M)
    bare = ~M.any(axis=-1)
    if bare.any():
        column = np.abs(G)
        length = (column * np.where(bare, 0.0, coordinates)[..., np.newaxis, :]).max(axis=-1, initial=0.0)
        touched = (length > 0)[..., np.newaxis]
        against = np.where(touched, column / np.where(touched, length[..., np.newaxis], 1.0), 0.0)
        most = against.max(axis=-2, initial=0.0)
        most = np.where(most > 0, most, column.max(axis=-2, initial=0.0))
        coordinates = np.where(bare, 1 / np.where(most > 0, most, 1.0), coordinates)
    length = np.hypot.reduce(G * coordinates[..., np.newaxis, :], axis=-1)
    return power_of_two(1 / coordinates), power_of_two(length)


def least_norm_solution(A: Array, b: Array, rank: float) -> Array:
    """The shortest x with A x = b, rows scaled to length one; `rank` is the least relative singular value."""
    rows = power_of_two(np.hypot.reduce(A, axis=1))
    return np.asarray(np.linalg.lstsq(A * rows[:, np.newaxis], b * rows, rcond=rank)[0])
