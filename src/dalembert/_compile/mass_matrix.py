"""The mass matrix in numbers, from the links of a model: M = JᵀHJ (`_lower/links.py`).

Of a chain M is full while H and R have a number of entries that grows like its length. So M is no part of
the code of a run; where it is asked for, H J is pulled back through the definitions, row by row. Columns of
M⁻¹ need no M: with C = [R] − [0 1] they follow from the sparse system

    [ H  Cᵀ ] [ J x ]   [ b ]
    [ C  0  ] [  .  ] = [ 0 ]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.many_systems import Factor
from dalembert._lower.links import Links

Array = NDArray[np.float64]
LARGE = 200  # coordinates of which M is not made for what can do without it


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Inertia:
    """vᵀ M v of velocities; the diagonal of M, none of a large M."""

    product: Callable[[Array], float]
    diagonal: Array | None
    finite: bool


def full_inertia(M: Array) -> Inertia:
    """The inertia of a matrix."""
    return Inertia(product=lambda v: float(v @ M @ v), diagonal=np.diag(M), finite=bool(np.isfinite(M).all()))


class MassMatrix:
    """M from the entries of H and R, in the order in which CasADi keeps them."""

    def __init__(self, links: Links, n: int) -> None:
        self._n = n
        rows, columns = (np.array(part, dtype=int) for part in links.H.sparsity().get_triplet())
        self._H = rows, columns
        self._order = np.argsort(rows, kind="stable")  # of the entries of H, row by row
        self._columns = columns[self._order]
        self._rows, self._first = np.unique(rows[self._order], return_index=True)
        rows, columns = links.R.sparsity().get_triplet()
        self._R = np.array(rows, dtype=int), np.array(columns, dtype=int)
        self._made_of: list[list[tuple[int, int]]] = [[] for _ in range(links.R.size1())]
        for entry, (k, j) in enumerate(zip(rows, columns, strict=True)):
            self._made_of[k].append((j, entry))

    def at(self, H: Array, R: Array) -> Array:
        """M for values of the entries, which lie along the last axis; one of states may precede it."""
        n, size, batch = self._n, self._n + len(self._made_of), H.shape[:-1]
        if not self._made_of:
            plain = np.zeros((*batch, n, n))
            plain[..., self._H[0], self._H[1]] = H
            return plain
        entries, slopes = H.T[..., np.newaxis], R.T[..., np.newaxis]
        J = np.zeros((size, *batch, n))  # the definitions along the first axis: a row is taken at once
        J[:n] = np.eye(n).reshape(n, *(1 for _ in batch), n)
        rows = list(J)
        for row, parts in zip(rows[n:], self._made_of, strict=True):  # made of those before it
            for j, entry in parts:
                row += slopes[entry] * rows[j]
        gradients = np.zeros(J.shape)
        if len(self._rows):
            terms = entries[self._order] * J[self._columns]
            gradients[self._rows] = np.add.reduceat(terms, self._first, axis=0)
        rows = list(gradients)
        for row, parts in zip(rows[: -len(self._made_of) - 1 : -1], reversed(self._made_of), strict=True):
            for j, entry in parts:
                rows[j] += slopes[entry] * row
        return np.ascontiguousarray(gradients[:n].swapaxes(0, -2))

    def inertia(self, H: Array, R: Array) -> Inertia:
        """The inertia at a state, computed without M for a large system."""
        if self._n <= LARGE:
            return full_inertia(self.at(H, R))
        from scipy.sparse import csc_matrix, eye  # slow to import, needed for large systems only
        from scipy.sparse.linalg import spsolve

        made = len(self._made_of)
        size = self._n + made
        carried = csc_matrix((R, self._R), shape=(made, size))
        by_places, below = carried[:, : self._n], eye(made, format="csc") - carried[:, self._n :]
        inner = csc_matrix((H, self._H), shape=(size, size))

        def product(v: Array) -> float:
            all_ = np.concatenate([v, spsolve(below, by_places @ v) if made else np.zeros(0)])
            return float(all_ @ (inner @ all_))

        finite = bool(np.isfinite(H).all() and np.isfinite(R).all())
        return Inertia(product=product, diagonal=None, finite=finite)

    def mobility(self, H: Array, R: Array, some: NDArray[np.intp]) -> Array:
        """Some entries of the diagonal of M⁻¹; infinite where M is singular."""
        from scipy.sparse import csc_matrix  # slow to import, needed here only

        made = len(self._made_of)
        size, added = self._n + made, np.arange(made)
        (i, j), (k, source) = self._H, self._R
        rows = np.concatenate([i, size + k, source, size + added, self._n + added])
        columns = np.concatenate([j, source, size + k, self._n + added, size + added])
        values = np.concatenate([H, R, R, -np.ones(2 * made)])
        if not np.isfinite(values).all():
            return np.full(len(some), np.inf)
        factor = Factor(csc_matrix((values, (rows, columns)), shape=(size + made, size + made)))
        if not factor.good > 0:
            return np.full(len(some), np.inf)
        sides = np.zeros((len(some), size + made))
        sides[np.arange(len(some)), some] = 1.0
        return factor.solve(sides)[np.arange(len(some)), some]
