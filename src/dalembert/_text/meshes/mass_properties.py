"""Volume, centre and inertia of the body inside a closed surface, exactly for its plane triangles.

By Gauss's theorem an integral over the body is a sum over tetrahedra from a point o to the triangles a, b, c:

    V = Σ det/6,   ∫ r dV = Σ det (a + b + c)/24,   ∫ r rᵀ dV = Σ det (a aᵀ + b bᵀ + c cᵀ + s sᵀ)/120

with s = a + b + c and det = a·(b × c), all measured from o. J = tr(S) 1 − S of S = ∫ r rᵀ dV. The point o is
in the middle of the surface at first and then the mass centre, so that nothing is lost by subtraction however
far the mesh is from its origin; the sums are exact (math.fsum).
"""

from __future__ import annotations

import math

import numpy as np

from dalembert._text.meshes.records import MassProperties
from dalembert._text.meshes.surface import Array, Surface

ROUNDING = 1e-14  # relative to the size: smaller coordinates of the centre and products of inertia are 0


def mass_properties(surface: Surface) -> MassProperties:
    """The volume, the centre and the inertia of the body inside a surface that is closed."""
    low, high = surface.corners.min(axis=0), surface.corners.max(axis=0)
    middle = low + (high - low) / 2
    volume, first, _ = _integrals(surface, middle)
    if not volume > 0:  # refused where surfaces are judged
        return tidy_properties(surface, volume, middle, np.zeros((3, 3)))
    centre = middle + first / volume
    volume, offset, second = _integrals(surface, centre)
    offset /= volume  # what rounding has left
    second = second / volume - np.outer(offset, offset)
    return tidy_properties(surface, volume, centre + offset, np.trace(second) * np.eye(3) - second)


def tidy_properties(surface: Surface, volume: float, centre: Array, gyration: Array) -> MassProperties:
    """The properties of a body with this surface; what is rounding of zero is zero."""
    size = float(np.abs(surface.corners).max())
    return MassProperties(
        volume=volume,
        centre=tuple(np.where(np.abs(centre) > ROUNDING * size, centre, 0.0).tolist()),
        gyration=tuple(
            tuple(row)
            for row in np.where(np.abs(gyration) > ROUNDING * np.trace(gyration), gyration, 0.0).tolist()
        ),
        triangles=len(surface.triangles),
        spans=tuple(surface.spans.tolist()),
    )


def _integrals(surface: Surface, origin: Array) -> tuple[float, Array, Array]:
    """The integrals of 1, r and r rᵀ over the body, r from an origin."""
    a, b, c = (surface.corners[surface.triangles[:, k]] - origin for k in range(3))
    content = np.einsum("ij,ij->i", a, np.cross(b, c))
    whole = a + b + c
    volume = math.fsum((content / 6).tolist())
    first = [math.fsum((content * whole[:, i] / 24).tolist()) for i in range(3)]
    second = np.zeros((3, 3))
    for i in range(3):
        for j in range(i + 1):
            square = a[:, i] * a[:, j] + b[:, i] * b[:, j] + c[:, i] * c[:, j] + whole[:, i] * whole[:, j]
            second[i, j] = second[j, i] = math.fsum((content * square / 120).tolist())
    return volume, np.array(first), second
