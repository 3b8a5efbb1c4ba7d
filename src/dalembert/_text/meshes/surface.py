"""A surface of triangles, each with its corners anticlockwise seen from outside."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Corners (n × 3), no two at one place, and triangles (m × 3) as indices of corners."""

    corners: Array
    triangles: Indices

    @property
    def spans(self) -> Array:
        """The extents along x, y and z."""
        return np.asarray(np.ptp(self.corners, axis=0))

    @property
    def double_areas(self) -> Array:
        """Twice the area of each triangle along x, y and z: (b − a) × (c − a)."""
        a, b, c = (self.corners[self.triangles[:, k]] for k in range(3))
        return np.asarray(np.cross(b - a, c - a))


def surface_of(corners: Array, triangles: Indices) -> Surface:
    """The surface of triangles whose corners are at one place where all their coordinates are equal."""
    tidy = corners + 0.0  # no negative zeros
    order = np.lexsort(tidy.T)
    ordered = tidy[order]
    new = np.ones(len(tidy), dtype=bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    numbers = np.empty(len(tidy), dtype=np.intp)
    numbers[order] = np.cumsum(new) - 1
    return Surface(ordered[new], numbers[triangles])


def shells_of(surface: Surface) -> Indices:
    """The number of the connected shell that each triangle belongs to."""
    labels = np.arange(len(surface.corners))
    a, b, c = surface.triangles.T
    while True:
        lowest = np.minimum(np.minimum(labels[a], labels[b]), labels[c])
        closer = labels.copy()
        for corner in (a, b, c):
            np.minimum.at(closer, labels[corner], lowest)
        closer = closer[closer]
        if np.array_equal(closer, labels):
            return np.asarray(np.unique(labels[a], return_inverse=True)[1])
        labels = closer
