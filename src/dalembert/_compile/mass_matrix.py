"""The mass matrix in numbers, from the links of a model: M = JᵀHJ (`_lower/links.py`).

Of a chain M is full while H and R have a number of entries that grows like its length. So M is no part of
the code of a run; where it is asked for, H J is pulled back through the definitions, row by row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._lower.links import Links

Array = NDArray[np.float64]


class MassMatrix:
    """M from the entries of H and R, in the order in which CasADi keeps them."""

    def __init__(self, links: Links, n: int) -> None:
        self._n = n
        rows, columns = (np.array(part, dtype=int) for part in links.H.sparsity().get_triplet())
        self._order = np.argsort(rows, kind="stable")  # of the entries of H, row by row
        self._columns = columns[self._order]
        self._rows, self._first = np.unique(rows[self._order], return_index=True)
        rows, columns = links.R.sparsity().get_triplet()
        self._made_of: list[list[tuple[int, int]]] = [[] for _ in range(links.R.size1())]
        for entry, (k, j) in enumerate(zip(rows, columns, strict=True)):
            self._made_of[k].append((j, entry))

    def at(self, H: Array, R: Array) -> Array:
        """M for values of the entries, which lie along the last axis."""
        n, size, batch = self._n, self._n + len(self._made_of), H.shape[:-1]
        entries, slopes = (np.moveaxis(part, -1, 0)[..., np.newaxis] for part in (H, R))
        J = np.zeros((size, *batch, n))  # the definitions along the first axis: a row is taken at once
        J[:n] = np.eye(n).reshape(n, *(1 for _ in batch), n)
        rows = list(J)
        for row, parts in zip(rows[n:], self._made_of, strict=True):  # made of those before it
            for j, entry in parts:
                row += slopes[entry] * rows[j]
        found = np.zeros(J.shape)
        if len(self._rows):
            terms = entries[self._order] * J[self._columns]
            found[self._rows] = np.add.reduceat(terms, self._first, axis=0)
        rows = list(found)
        for row, parts in zip(rows[: -len(self._made_of) - 1 : -1], reversed(self._made_of), strict=True):
            for j, entry in parts:
                rows[j] += slopes[entry] * row
        return np.ascontiguousarray(np.moveaxis(found[:n], 0, -2))
