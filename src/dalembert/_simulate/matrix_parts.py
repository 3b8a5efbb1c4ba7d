"""Parts of a matrix that have no rows and no columns in common.

A chain of ball joints has a condition of length for each quaternion and nothing between them: its rank, its
null space and its solutions of least length are those of the parts, at a cost that grows like their number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
WHOLE = 60  # rows and columns up to which a matrix is not taken apart


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Rows and columns of a part."""

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]

    def block(self, matrix: Array) -> Array:
        """The part of a matrix."""
        return matrix[np.ix_(self.rows, self.columns)]


def parts_of(matrix: Array) -> list[Part]:
    """The parts that have entries; a small matrix is one part."""
    count, width = matrix.shape
    if count + width <= WHOLE:
        return [Part(np.arange(count), np.arange(width))]
    from scipy.sparse import coo_matrix  # slow to import, needed for large matrices only
    from scipy.sparse.csgraph import connected_components

    rows, columns = np.nonzero(matrix)
    size = count + width
    graph = coo_matrix((np.ones(len(rows)), (rows, count + columns)), shape=(size, size))
    _, labels = connected_components(graph, directed=False)
    order = np.argsort(labels, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
    parts = []
    for group in groups:
        cut = int(np.searchsorted(group, count))
        if 0 < cut < len(group):
            parts.append(Part(group[:cut], group[cut:] - count))
    return parts


def shortest_solution(matrix: Array, side: Array) -> Array:
    """The shortest of the vectors that come nearest to matrix x = side."""
    solution = np.zeros(matrix.shape[1])
    for part in parts_of(matrix):
        solution[part.columns] = np.linalg.lstsq(part.block(matrix), side[part.rows], rcond=None)[0]
    return solution
