"""Directions that the constraints leave free, as departures of some coordinates that can be chosen at will.

G δq = 0  ⇔  δq = Z x,   x = δq of the independent coordinates
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr

from dalembert._compile.rescue import RANK, free_directions

Array = NDArray[np.float64]
POOR = 1e-3  # a choice of coordinates this near to a dependent one is not taken for being preferred


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Free:
    """The independent coordinates, in the order of the model, and Z."""

    independent: tuple[int, ...]
    Z: Array
    G: Array

    def followed(self, right: Array) -> Array:
        """X with G X = right in which independent coordinates stay: what the others must do."""
        n = self.Z.shape[0]
        others = [j for j in range(n) if j not in set(self.independent)]
        found = np.zeros((n, right.shape[1]))
        if others and len(self.G):
            found[others] = np.linalg.lstsq(self.G[:, others], right, rcond=RANK)[0]
        return found


def free(G: Array, scale: Array, preferred: Sequence[bool], within: Sequence[int] | None = None) -> Free:
    """The free directions of G; independent are coordinates the user gave, where they can be.

    `scale` is a large departure of each coordinate; with `within` only those coordinates may be chosen.
    """
    n = len(scale)
    N, _ = free_directions(G * scale, n)  # in departures against their scales
    count = N.shape[1]
    allowed = list(range(n)) if within is None else list(within)
    liked = [j for j in allowed if preferred[j]]
    chosen = _chosen(N, liked, POOR) or _chosen(N, allowed, 0.0) or ()
    if count == 0:
        return Free(independent=(), Z=np.zeros((n, 0)), G=G)
    Z = scale[:, np.newaxis] * N @ np.linalg.inv(scale[list(chosen), np.newaxis] * N[list(chosen)])
    Z[np.abs(Z) < 1e-14 * np.abs(Z).max(axis=0)] = 0.0
    Z[list(chosen)] = np.eye(count)
    return Free(independent=chosen, Z=Z, G=G)


def _chosen(N: Array, candidates: list[int], poor: float) -> tuple[int, ...] | None:
    """The rows of N that span its columns best; None where they do so poorly."""
    count = N.shape[1]
    if count == 0 or len(candidates) < count:
        return None
    _, R, order = qr(N[candidates].T, mode="economic", pivoting=True)
    sizes = np.abs(np.diag(R))
    if sizes[-1] <= poor * max(sizes[0], 1e-300):
        return None
    return tuple(sorted(candidates[k] for k in order[:count]))
