"""Linear systems J x = b at many states of a motion, each with its regularity.

J is kept by its entries. Where these are the same at all states, as in a network of linear elements, it is
factorised once; small systems are solved in stacks, large ones by a sparse factorisation each, so that a
ladder costs in proportion to its length.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dalembert._lower.evaluator import Entries
from dalembert._structure.scales import power_of_two

if TYPE_CHECKING:
    from scipy.sparse import csc_matrix

Array = NDArray[np.float64]
SINGULAR = 1e-14  # of scaled pivots
SMALL = 40  # unknowns up to which systems are solved in stacks of full matrices
STACK = 4_000_000  # entries of full matrices that are made at once


class ManySystems:
    """The systems of all states; `good` tells how regular each is, 0 where one is singular or not finite."""

    def __init__(self, J: Entries, size: int, known: dict[bytes, Factor] | None = None) -> None:
        """`known` keeps the factors of the last matrix that was the same at all states, by its entries."""
        self._J, self._size = J, size
        finite = np.flatnonzero(np.isfinite(J.values).all(axis=1))
        same = len(finite) > 1 and bool((J.values[finite] == J.values[finite[0]]).all())
        groups = [finite] if same else [np.array([k]) for k in finite]
        self._factors: list[tuple[NDArray[np.intp], Factor]] = []
        self.good = np.zeros(len(J.values)) if size else np.ones(len(J.values))
        self._stack = size <= SMALL and not same
        if not size:
            return
        if self._stack:
            for stack in self._stacks(finite):
                self.good[stack] = regularity(self._dense_matrices(stack))
            return
        for stack in groups:
            factor = self._factor(stack, known if same else None)
            self.good[stack] = factor.good
            if factor.good > 0:
                self._factors.append((stack, factor))

    def solve(self, b: Array) -> Array:
        """The solutions, a row for each state; not a number where there is none."""
        solutions = np.full(b.shape, np.nan)
        if not self._size:
            return solutions
        for stack in self._stacks(np.flatnonzero(self.good > 0)) if self._stack else ():
            solutions[stack] = np.linalg.solve(self._dense_matrices(stack), b[stack][..., np.newaxis])[..., 0]
        for stack, factor in self._factors:
            solutions[stack] = factor.solve(b[stack])
        return solutions

    def _factor(self, states: NDArray[np.intp], known: dict[bytes, Factor] | None) -> Factor:
        """The factors of the matrix of some states: those that are known, if it is the same as before."""
        key = self._J.values[states[0]].tobytes() if known is not None else b""
        if known is not None and key in known:
            return known[key]
        small = self._size <= SMALL
        made = Factor(self._dense_matrices(states[:1])[0] if small else self._sparse_matrix(int(states[0])))
        if known is not None:
            known.clear()
            known[key] = made
        return made

    def _stacks(self, states: NDArray[np.intp]) -> list[NDArray[np.intp]]:
        """The states in blocks whose full matrices take little memory."""
        count = max(STACK // self._size**2, 1)
        return [states[first : first + count] for first in range(0, len(states), count)]

    def _dense_matrices(self, states: NDArray[np.intp]) -> Array:
        made = np.zeros((len(states), self._size, self._size))
        made[:, self._J.rows, self._J.columns] = self._J.values[states]
        return made

    def _sparse_matrix(self, state: int) -> csc_matrix:
        from scipy.sparse import csc_matrix  # slow to import, needed for large systems only

        entries = self._J
        return csc_matrix(
            (entries.values[state], (entries.rows, entries.columns)), shape=(self._size, self._size)
        )


class Factor:
    """One matrix, scaled and factorised, for several right sides."""

    def __init__(self, J: Array | csc_matrix) -> None:
        if isinstance(J, np.ndarray):
            self._rows, self._columns = scales_of(J)
            A = self._rows[:, np.newaxis] * J * self._columns
            self.good = float(_regularity(A[np.newaxis])[0])
            self._solve: Callable[[Array], NDArray[Any]] = lambda side: np.linalg.solve(A, side)
            return
        from scipy.sparse import csc_matrix  # slow to import, needed for large systems only
        from scipy.sparse.linalg import splu

        self._rows, self._columns = _sparse_scales(J)
        scaled = csc_matrix(J.multiply(self._rows[:, np.newaxis]).multiply(self._columns))
        scaled.eliminate_zeros()
        try:
            factorised = splu(scaled)
        except RuntimeError:  # SuperLU's word for a pivot that is zero
            self.good = 0.0
            return
        pivots = np.abs(factorised.U.diagonal())
        least, most = float(pivots.min()), float(pivots.max())
        self.good = least / most if least > SINGULAR * most else 0.0
        self._solve = lambda side: factorised.solve(np.ascontiguousarray(side))

    def solve(self, b: Array) -> Array:
        """The solutions for right sides that are rows, of a regular matrix."""
        solutions: Array = self._solve((b * self._rows).T).T * self._columns
        return solutions


def regularity(J: Array) -> Array:
    """The quotients of the extreme singular values of many matrices, scaled; 0 where one is singular."""
    rows, columns = scales_of(J)
    return _regularity(rows[..., np.newaxis] * J * columns[..., np.newaxis, :])


def _regularity(A: Array) -> Array:
    """The same of matrices that are scaled."""
    values = np.linalg.svd(A, compute_uv=False)
    least, most = values[:, -1], values[:, 0]
    regularities: Array = np.where(least <= SINGULAR * most, 0.0, least / np.where(most > 0, most, 1.0))
    return regularities


def scales_of(J: Array) -> tuple[Array, Array]:
    """Powers of two for the rows and then for the columns, with which their largest entries are about 1."""
    size = np.abs(J)
    rows = power_of_two(np.max(size, axis=-1, initial=0.0))
    columns = power_of_two(np.max(size * rows[..., np.newaxis], axis=-2, initial=0.0))
    return rows, columns


def _sparse_scales(J: csc_matrix) -> tuple[Array, Array]:
    """The same of a sparse matrix."""
    size = abs(J)
    rows = power_of_two(size.max(axis=1).toarray().ravel())
    columns = power_of_two(size.multiply(rows[:, np.newaxis]).tocsc().max(axis=0).toarray().ravel())
    return rows, columns
