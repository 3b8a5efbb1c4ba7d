"""The null space of the constraints, parametrised by departures of independent coordinates.

G δq = 0  ⇔  δq = Z x,   x = δq of the independent coordinates
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.rank_revealing import RANK, free_directions

Array = NDArray[np.float64]
POOR = 1e-4  # a coordinate with a smaller component along a direction cannot represent it


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FreeDirections:
    """The independent coordinates, in the order of the model, and Z."""

    independent: tuple[int, ...]
    Z: Array
    G: Array

    def dependent_part(self, right: Array) -> Array:
        """X with G X = right and zero rows at the independent coordinates."""
        n = self.Z.shape[0]
        others = [j for j in range(n) if j not in set(self.independent)]
        dependent = np.zeros((n, right.shape[1]))
        if others and len(self.G):
            dependent[others] = np.linalg.lstsq(self.G[:, others], right, rcond=RANK)[0]
        return dependent


def choose_free_directions(
    G: Array, scale: Array, wanted: Sequence[int], within: Sequence[int] | None = None
) -> FreeDirections:
    """The free directions of G; the most wanted coordinates are independent, as far as possible.

    `scale` is a large departure of each coordinate; with `within` only those coordinates may be chosen.
    """
    n = len(scale)
    if not len(G) and within is None:
        return FreeDirections(independent=tuple(range(n)), Z=np.eye(n), G=G)
    N, _ = free_directions(G * scale, n)  # in scaled departures
    chosen = _independent_rows(N, {j: wanted[j] for j in (range(n) if within is None else within)})
    if not chosen:
        return FreeDirections(independent=(), Z=np.zeros((n, 0)), G=G)
    rows = list(chosen)
    Z = scale[:, np.newaxis] * N @ np.linalg.inv(scale[rows, np.newaxis] * N[rows])
    Z[np.abs(Z) < 1e-14 * np.abs(Z).max(axis=0)] = 0.0
    Z[rows] = np.eye(len(rows))
    return FreeDirections(independent=chosen, Z=Z, G=G)


def _independent_rows(N: Array, wanted: Mapping[int, int]) -> tuple[int, ...]:
    """Rows of N that span its columns: by the largest pivots, most wanted rows first where they suffice."""
    remainder = N.copy()
    chosen: list[int] = []
    for level in sorted(set(wanted.values()), reverse=True):
        rows = [j for j in wanted if wanted[j] >= level and j not in chosen]
        while rows and len(chosen) < N.shape[1]:
            sizes = np.linalg.norm(remainder, axis=1)
            best = max(rows, key=lambda j: float(sizes[j]))
            if sizes[best] <= POOR:
                break
            chosen.append(best)
            rows.remove(best)
            way = remainder[best] / sizes[best]
            remainder = remainder - np.outer(remainder @ way, way)
    return tuple(sorted(chosen))
