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


def _box(pieces: int) -> Mesh:
    """A box with divided faces, so that a crossing shape can be in front of some of them."""
    corners: dict[Corner, int] = {}
    faces: list[tuple[int, ...]] = []
    for axis in range(3):
        for side in (-0.5, 0.5):
            for i in range(pieces):
                for j in range(pieces):
                    around = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)][:: 1 if side > 0 else -1]
                    places = [
                        _turn_corner((u / pieces - 0.5, v / pieces - 0.5, side), axis) for u, v in around
                    ]
                    faces.append(tuple(corners.setdefault(corner, len(corners)) for corner in places))
    return Mesh(tuple(corners), tuple(faces))


def _turn_corner(corner: Corner, axis: int) -> Corner:
    """A corner with its last component along an axis."""
    a, b, c = corner
    return ((c, a, b), (b, c, a), (a, b, c))[axis]


def _rod(sides: int, pieces: int) -> Mesh:
    """A cylinder of radius 1 from c = 0 to 1, divided, so that a crossing shape can be in front of parts."""
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


def _tube(sides: int) -> Mesh:
    """A cylinder of radius 1 from c = 0 to 1; the second half of its corners is that of its hole."""
    around = [(_short(cos(2 * pi * k / sides)), _short(sin(2 * pi * k / sides))) for k in range(sides)]
    corners = tuple((a, b, c) for _ in range(2) for c in (0.0, 1.0) for a, b in around)
    faces: list[tuple[int, ...]] = []
    for k in range(sides):
        i, (low, high, inner_low, inner_high) = (k + 1) % sides, [n * sides for n in range(4)]
        faces.append((low + k, low + i, high + i, high + k))
        faces.append((inner_low + i, inner_low + k, inner_high + k, inner_high + i))
        faces.append((high + k, high + i, inner_high + i, inner_high + k))
        faces.append((low + i, low + k, inner_low + k, inner_low + i))
    return Mesh(corners, tuple(faces))


def _short(value: float) -> float:
    return round(value, 4)


MESHES = {
    "box": _box(2),
    "rod": _rod(10, 4),
    "cylinder": _rod(24, 3),
    "plate": _rod(36, 1),
    "tube": _tube(36),
    "cone": _cone(18),
}
