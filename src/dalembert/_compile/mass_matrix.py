"""The mass matrix in numbers, from the links of a model: M = JᵀHJ (`_lower/links.py`).

Of a chain M is full while H and R have a number of entries that grows like its length. So M is no part of
the code of a run; where it is asked for, H J is pulled back through the definitions, row by row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from dalembert._lower.links import Links

Array = NDArray[np.float64]


class MassMatrix:
    """M from the entries of H and R, in the order in which CasADi keeps them."""

    def __init__(self, links: Links, n: int) -> None:
        self._n = n
        self._H = tuple(np.array(part, dtype=int) for part in links.H.sparsity().get_triplet())
        rows, columns = links.R.sparsity().get_triplet()
        self._made_of: list[list[tuple[int, int]]] = [[] for _ in range(links.R.size1())]
        for entry, (k, j) in enumerate(zip(rows, columns, strict=True)):
            self._made_of[k].append((j, entry))

    def at(self, H: Array, R: Array) -> Array:
        """M for values of the entries."""
        n, size = self._n, self._n + len(self._made_of)
        J = np.zeros((size, n))
        J[:n] = np.eye(n)
        for k, parts in enumerate(self._made_of, n):  # a definition is made of those before it
            for j, entry in parts:
                J[k] += R[entry] * J[j]
        found = np.asarray(csr_matrix((H, self._H), shape=(size, size)) @ J)
        for k in range(size - 1, n - 1, -1):
            for j, entry in self._made_of[k - n]:
                found[j] += R[entry] * found[k]
        return found[:n]
