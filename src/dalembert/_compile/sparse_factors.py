"""A sparse matrix A = L U whose order and fill-in are known before any number of it is.

Rows and columns are exchanged together, by minimum degree on the pattern of A + Aᵀ; the entries of L and U
stand row after row. Pivots stay on the diagonal, so `radau.h` looks at what a solution leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SparseFactors:
    """Where the entries of L and U are, by their rows in the order of elimination."""

    position: Places  # of each unknown in the order of elimination
    start: Places  # of each row, and the end of the last
    column: Places
    diagonal: Places
    spot: Places  # of each entry that was given

    @property
    def entries(self) -> int:
        """How many numbers L and U hold: a solution takes as many multiplications."""
        return len(self.column)

    @property
    def multiplications(self) -> int:
        """How many a factorisation takes."""
        right = self.start[1:] - self.diagonal
        below = [self.column[a:b] for a, b in zip(self.start[:-1], self.diagonal, strict=True)]
        return int(sum(right[rows_below].sum() for rows_below in below))


def sparse_factors(size: int, rows: Sequence[int], columns: Sequence[int]) -> SparseFactors:
    """The order and the fill-in of a matrix with a diagonal and the entries given."""
    position = _minimum_degree(size, rows, columns)
    lines: list[set[int]] = [{i} for i in range(size)]
    for row, column in zip(rows, columns, strict=True):
        lines[position[row]].add(int(position[column]))
    right: list[list[int]] = []
    start, diagonal, column_of = [0], list[int](), list[int]()
    for i, line in enumerate(lines):
        waiting = sorted(j for j in line if j < i)
        at = 0
        while at < len(waiting):  # what stands to the right of a row that is taken off stands here, too
            fresh = [j for j in right[waiting[at]] if j not in line]
            line.update(fresh)
            lower = [j for j in fresh if j < i]
            waiting = sorted([*waiting, *lower]) if lower else waiting
            at += 1
        whole = sorted(line)
        here = whole.index(i)
        right.append(whole[here + 1 :])
        diagonal.append(start[-1] + here)
        column_of += whole
        start.append(len(column_of))
    index_of = [{j: k for k, j in enumerate(column_of[a:b], a)} for a, b in pairwise(start)]
    spot = [index_of[position[row]][int(position[column])] for row, column in zip(rows, columns, strict=True)]
    return SparseFactors(
        position=position,
        start=np.array(start, np.int32),
        column=np.array(column_of, np.int32),
        diagonal=np.array(diagonal, np.int32),
        spot=np.array(spot, np.int32),
    )


def _minimum_degree(size: int, rows: Sequence[int], columns: Sequence[int]) -> Places:
    """The position of each unknown in an order of minimum degree, as SuperLU finds it."""
    from scipy.sparse import csc_matrix  # slow to import, needed for large stiff systems only
    from scipy.sparse.linalg import splu

    diagonal = np.arange(size)
    at = np.concatenate([rows, diagonal]).astype(int), np.concatenate([columns, diagonal]).astype(int)
    values = np.concatenate([np.ones(len(rows)), np.full(size, 4.0 * size)])  # regular in any order
    factors = splu(
        csc_matrix((values, at), shape=(size, size)),
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    return np.array(factors.perm_c, np.int32)
