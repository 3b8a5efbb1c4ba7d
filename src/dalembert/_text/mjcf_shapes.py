"""Mass and inertia of the shapes of MJCF files, about their centres in their own axes.

Sizes are halves: a box of the sizes a, b, c is 2a long; a capsule of the sizes r, h is a cylinder 2h long
with two half balls of the radius r.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from dalembert._text.rigid_frames import Matrix, Vector

Solid = tuple[float, Vector]  # the volume, and the three principal moments per unit of mass


def _sphere(size: Vector) -> Solid:
    r = size[0]
    return 4 / 3 * pi * r**3, (2 / 5 * r**2,) * 3


def _ellipsoid(size: Vector) -> Solid:
    a, b, c = size
    return 4 / 3 * pi * a * b * c, ((b**2 + c**2) / 5, (a**2 + c**2) / 5, (a**2 + b**2) / 5)


def _box(size: Vector) -> Solid:
    a, b, c = size
    return 8 * a * b * c, ((b**2 + c**2) / 3, (a**2 + c**2) / 3, (a**2 + b**2) / 3)


def _cylinder(size: Vector) -> Solid:
    r, h = size[:2]
    across = r**2 / 4 + h**2 / 3
    return 2 * pi * r**2 * h, (across, across, r**2 / 2)


def _capsule(size: Vector) -> Solid:
    r, h = size[:2]
    middle, ends = 2 * pi * r**2 * h, 4 / 3 * pi * r**3
    whole = middle + ends
    across = middle * (r**2 / 4 + h**2 / 3) + ends * (2 / 5 * r**2 + h**2 + 3 / 4 * h * r)
    along = middle * r**2 / 2 + ends * 2 / 5 * r**2
    return whole, (across / whole, across / whole, along / whole)


SOLIDS: dict[str, tuple[int, Callable[[Vector], Solid]]] = {  # the number of sizes, and the function of them
    "sphere": (1, _sphere),
    "ellipsoid": (3, _ellipsoid),
    "box": (3, _box),
    "cylinder": (2, _cylinder),
    "capsule": (2, _capsule),
}


def solid(kind: str, size: Vector, mass: float | None, density: float) -> tuple[float, Matrix]:
    """The mass and the inertia of a shape, from its mass if given, else from its density."""
    volume, moments = SOLIDS[kind][1](size)
    total_mass = density * volume if mass is None else mass
    rows = tuple(tuple(total_mass * moments[i] if i == j else 0.0 for j in range(3)) for i in range(3))
    return total_mass, rows
