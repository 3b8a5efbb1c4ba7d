"""Unit bodies: corners (a, b, c) along three sides, and faces, anticlockwise seen from outside.

A body at p with sides A, B, C has its corners at p + a A + b B + c C.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

Corner = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Mesh:
    """A body by its corners and faces."""

    corners: tuple[Corner, ...]
    faces: tuple[tuple[int, ...], ...]


def _box() -> Mesh:
    corners = tuple((a, b, c) for c in (-0.5, 0.5) for b in (-0.5, 0.5) for a in (-0.5, 0.5))
    faces = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    return Mesh(corners, faces)


def _rod(sides: int, pieces: int) -> Mesh:
    """A cylinder of radius 1 from c = 0 to 1, in pieces: what crosses it is before some of them."""
    around = [(_short(cos(2 * pi * k / sides)), _short(sin(2 * pi * k / sides))) for k in range(sides)]
    corners = tuple((a, b, i / pieces) for i in range(pieces + 1) for a, b in around)
    walls = [
        (i * sides + k, i * sides + (k + 1) % sides, (i + 1) * sides + (k + 1) % sides, (i + 1) * sides + k)
        for i in range(pieces)
        for k in range(sides)
    ]
    ends = [tuple(range(sides - 1, -1, -1)), tuple(pieces * sides + k for k in range(sides))]
    return Mesh(corners, (*walls, *ends))


def _cone(sides: int) -> Mesh:
    """A cone from a circle of radius 1 at c = 0 to its tip at c = 1."""
    around = [(_short(cos(2 * pi * k / sides)), _short(sin(2 * pi * k / sides)), 0.0) for k in range(sides)]
    walls = [(k, (k + 1) % sides, sides) for k in range(sides)]
    return Mesh((*around, (0.0, 0.0, 1.0)), (*walls, tuple(range(sides - 1, -1, -1))))


def _short(value: float) -> float:
    return round(value, 4)


MESHES = {"box": _box(), "rod": _rod(10, 4), "cylinder": _rod(24, 2), "plate": _rod(36, 1), "cone": _cone(18)}
