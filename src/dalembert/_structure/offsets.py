"""How often each equation is differentiated for index reduction: the Σ-method.

J. D. Pryce, A simple structural analysis method for DAEs, BIT 41 (2001) 364-394. An assignment problem gives
each equation i an unknown j(i) so that the sum of the orders σ is largest; the smallest offsets c, d ≥ 0 with

    d_j − c_i ≥ σ_ij,   equality on the assignment

say that equation i is differentiated c_i times, which determines the derivative d_j of unknown j.
There are Σd − Σc states; the structural index is max c, plus one if some d is zero. Mechanics comes out as
c = (0, 2, 1) for Lagrange's equations, displacement and flow constraints, d = (2, 0) for q and lam.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

ABSENT = -1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Offsets:
    """The offsets, and the unknown assigned to each equation."""

    c: tuple[int, ...]
    d: tuple[int, ...]
    given: tuple[int, ...]

    @property
    def states(self) -> int:
        """How many values can be chosen at the start."""
        return sum(self.d) - sum(self.c)

    @property
    def index(self) -> int:
        """The structural index."""
        return max(self.c, default=0) + (1 if 0 in self.d else 0)


def offsets(orders: Mapping[tuple[int, int], int], size: int, least: int = 0) -> Offsets | None:
    """The offsets of a square system; None if it is structurally singular.

    The first `least` unknowns, the coordinates, get offsets d of at least 1, so that velocities are states.
    """
    from scipy.optimize import linear_sum_assignment  # slow to import

    if not size:
        return Offsets(c=(), d=(), given=())
    sigma = np.full((size, size), ABSENT)
    for (i, j), order in orders.items():
        sigma[i, j] = order
    _, given = linear_sum_assignment(sigma, maximize=True)
    if any(sigma[i, j] == ABSENT for i, j in enumerate(given)):
        return None
    c = np.zeros(size, dtype=int)
    while True:
        d = np.max(np.where(sigma == ABSENT, 0, sigma + c[:, np.newaxis]), axis=0).astype(int)
        d[:least] = np.maximum(d[:least], 1)
        after = d[given] - sigma[np.arange(size), given].astype(int)
        if (after == c).all():
            return Offsets(c=tuple(map(int, c)), d=tuple(map(int, d)), given=tuple(map(int, given)))
        c = after
