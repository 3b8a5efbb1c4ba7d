"""Scales of matrices, so that units decide nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
PASSES = 40  # each halves the powers of ten that are left


def equilibrated(A: Array) -> Array:
    """D for which the largest entry in each row of D A D is about 1, A symmetric; 1 where a row is zero.

    Each pass divides rows and columns by the roots of their sizes (D. Ruiz, RAL-TR-2001-034).
    """
    D = np.ones(len(A))
    for _ in range(PASSES):
        size = np.max(np.abs(A * D) * D[:, np.newaxis], axis=1, initial=0.0)
        if np.all((size == 0) | ((size > 0.5) & (size < 2))):
            break
        D = D / np.sqrt(np.where(size > 0, size, 1.0))
    return D


def power_of_two(sizes: Array) -> Array:
    """Powers of two that take sizes to about 1; 1 where a size is zero. They multiply without rounding."""
    return np.asarray(np.exp2(-np.round(np.log2(np.where(sizes > 0, sizes, 1.0)))))


def scales(M: Array, G: Array) -> tuple[Array, Array]:
    """Powers of two for coordinates and rows of G: M with entries of about 1, rows with lengths of about 1.

    A coordinate without inertia is measured by the rows that touch it. So the units of energies, coordinates
    and constraints decide nothing.
    """
    coordinates = equilibrated(M)
    bare = ~M.any(axis=1)
    sizes = np.abs(G) * np.where(bare, 0.0, coordinates)
    length = sizes.max(axis=1, initial=0.0)
    for j in np.flatnonzero(bare):
        column = np.abs(G[:, j])
        against = column[length > 0] / length[length > 0]
        most = against.max(initial=0.0) or column.max(initial=0.0)
        coordinates[j] = 1 / most if most > 0 else 1.0
    length = np.linalg.norm(G * coordinates, axis=1)
    return power_of_two(1 / coordinates), power_of_two(length)


def shortest(A: Array, b: Array, rank: float) -> Array:
    """The shortest x with A x = b, rows of length one; singular values below a part `rank` are zero."""
    rows = power_of_two(np.linalg.norm(A, axis=1))
    return np.asarray(np.linalg.lstsq(A * rows[:, np.newaxis], b * rows, rcond=rank)[0])
