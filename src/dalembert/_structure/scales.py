"""Scales of matrices, so that units decide nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
PASSES = 40  # each halves the powers of ten that are left


def equilibration(A: Array) -> Array:
    """D for which the largest entry in each row of D A D is about 1, A symmetric; 1 where a row is zero.

    Each pass divides rows and columns by the roots of their sizes (D. Ruiz, RAL-TR-2001-034). Of a stack of
    matrices each has its own D.
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
    """Powers of two that take sizes to about 1; 1 where a size is zero. They multiply without rounding."""
    return np.asarray(np.exp2(-np.round(np.log2(np.where(sizes > 0, sizes, 1.0)))))


def scales(M: Array, G: Array) -> tuple[Array, Array]:
    """Powers of two for coordinates and rows of G: M with entries of about 1, rows with lengths of about 1.

    A coordinate without inertia is measured by the rows that touch it. So the units of energies, coordinates
    and constraints decide nothing. M and G may be stacks of matrices.
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
    length = np.linalg.norm(G * coordinates[..., np.newaxis, :], axis=-1)
    return power_of_two(1 / coordinates), power_of_two(length)


def least_norm_solution(A: Array, b: Array, rank: float) -> Array:
    """The shortest x with A x = b, rows of length one; singular values below a part `rank` are zero."""
    rows = power_of_two(np.linalg.norm(A, axis=1))
    return np.asarray(np.linalg.lstsq(A * rows[:, np.newaxis], b * rows, rcond=rank)[0])
