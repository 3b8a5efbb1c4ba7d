"""The solution of A x = b as straight-line code, A sparse, by pivots in an order that is chosen once.

The order is found from the values of A at some states: among the entries that at every state are at least a
given fraction of the largest in their column, the next pivot is one with the fewest entries in its row and
column (H. M. Markowitz, Management Science 3 (1957) 255). What depends on parameters alone is then computed
once for a run, and zeros cost nothing. At other states the order may be a bad one: the health of a solution
shows this, and the caller then solves with row exchanges instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._lower.to_casadi import Scalar
from dalembert._structure.scales import power_of_two

Array = NDArray[np.float64]
LARGEST = 60  # unknowns of a system that is eliminated in this way
LONGEST = 3000  # entries updated by all pivots together
FIRM = 0.1  # the smallest pivot, relative to the largest entry in its column
HEALTHY = 1e-3  # a solution is used only if its health is above this
REGULAR = 1e-9  # ... and if the smallest pivot over the largest is above this


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Elimination:
    """Pivots (row, column) in their order, and the scale factors of rows and columns."""

    pivots: tuple[tuple[int, int], ...]
    rows: Array
    columns: Array


def elimination(pattern: NDArray[np.bool_], samples: Sequence[Array]) -> Elimination | None:
    """The order for matrices with the sparsity `pattern`; None where no good order is found."""
    n = len(pattern)
    if not samples or n > LARGEST:
        return None
    A = np.array(samples)
    size = np.max(np.abs(A), axis=0)
    rows = power_of_two(size.max(axis=1, initial=0.0))
    columns = power_of_two((size * rows[:, np.newaxis]).max(axis=0, initial=0.0))
    A = A * rows[:, np.newaxis] * columns
    filled, left = pattern.copy(), list(range(n))
    across, pivots, changed = list(range(n)), list[tuple[int, int]](), 0
    for _ in range(n):
        chosen = _next_pivot(A, filled, left, across)
        if chosen is None:
            return None
        i, j = chosen
        left.remove(i)
        across.remove(j)
        below = [k for k in left if filled[k, j]]
        beside = [k for k in across if filled[i, k]]
        changed += len(below) * (1 + len(beside))
        if changed > LONGEST:
            return None
        factors = A[:, below, j] / A[:, [i], j]
        A[:, below] -= factors[:, :, np.newaxis] * A[:, [i]]
        filled[np.ix_(below, beside)] = True
        pivots.append((i, j))
    return Elimination(pivots=tuple(pivots), rows=rows, columns=columns)


def _next_pivot(
    A: Array, filled: NDArray[np.bool_], left: list[int], across: list[int]
) -> tuple[int, int] | None:
    """Of the entries that are large enough, the one with the fewest others in its row and column."""
    block = np.abs(A[:, left][:, :, across])
    there = filled[np.ix_(left, across)]
    firm = there & np.all((block >= FIRM * block.max(axis=1, keepdims=True)) & (block > REGULAR), axis=0)
    cost = (there.sum(axis=1)[:, np.newaxis] - 1) * (there.sum(axis=0) - 1)
    if not firm.any():
        return None
    pivot = int(np.argmin(np.where(firm, cost, np.iinfo(np.int64).max)))
    i, j = np.unravel_index(pivot, cost.shape)
    return left[i], across[j]


def solve_by_elimination(A: Scalar, b: Scalar, elimination: Elimination) -> tuple[Scalar, Scalar]:
    """The x with A x = b for every column of b; and the health: above `HEALTHY` where x is good.

    A solution is good if no multiplier of a row is too large and no pivot too small against the largest.
    """
    n, sides = b.shape
    rows: list[dict[int, Scalar]] = [{} for _ in range(n)]
    for entry, i, j in zip(A.nonzeros(), *A.sparsity().get_triplet(), strict=True):
        rows[i][j] = entry
    right = [[b[i, k] for k in range(sides)] for i in range(n)]
    worst: list[Scalar] = []
    sizes: list[Scalar] = []
    for at, (i, j) in enumerate(elimination.pivots):
        pivot = rows[i][j]
        sizes.append(ca.fabs(pivot) * float(elimination.rows[i] * elimination.columns[j]))
        for k, _ in elimination.pivots[at + 1 :]:
            if j not in rows[k]:
                continue
            factor = rows[k].pop(j) / pivot
            worst.append(ca.fabs(factor) * float(elimination.rows[k] / elimination.rows[i]))
            for column, entry in rows[i].items():
                if column != j:
                    rows[k][column] = rows[k].get(column, 0) - factor * entry
            right[k] = [
                value - factor * of if not of.is_zero() else value
                for value, of in zip(right[k], right[i], strict=True)
            ]
    solution = ca.SX.zeros(n, sides)
    for i, j in reversed(elimination.pivots):
        for k in range(sides):
            others = [entry * solution[c, k] for c, entry in rows[i].items() if c != j]
            solution[j, k] = (right[i][k] - sum(others)) / rows[i][j]
    return solution, _health(worst, sizes)


def _health(worst: list[Scalar], sizes: list[Scalar]) -> Scalar:
    """The smaller of the inverse of the largest multiplier and the scaled ratio of pivots; 1 at best."""
    largest = ca.SX(1)
    for factor in worst:
        largest = ca.fmax(largest, factor)
    least, most = sizes[0], sizes[0]
    for size in sizes[1:]:
        least, most = ca.fmin(least, size), ca.fmax(most, size)
    return ca.fmin(1 / largest, least / most * (HEALTHY / REGULAR))
