"""Meshes of bodies with known volume, centre and inertia, made anew; and writers of STL and OBJ."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

QUAD = ((0, 1, 2), (0, 2, 3))


@dataclass(frozen=True)
class Solid:
    """Corners and triangles of a mesh, and what is known of the body: volume, centre, inertia per mass."""

    corners: np.ndarray
    triangles: np.ndarray
    volume: float
    centre: np.ndarray
    gyration: np.ndarray

    def moved(self, turn: np.ndarray, by: np.ndarray) -> Solid:
        """The same body, turned and then moved."""
        return Solid(
            self.corners @ turn.T + by,
            self.triangles,
            self.volume,
            turn @ self.centre + by,
            turn @ self.gyration @ turn.T,
        )

    def joined(self, other: Solid) -> Solid:
        """Both meshes in one; what is known is that of two bodies beside each other (Steiner)."""
        volume = self.volume + other.volume
        centre = (self.volume * self.centre + other.volume * other.centre) / volume
        gyration = sum(
            one.volume / volume * (one.gyration + _steiner(one.centre - centre)) for one in (self, other)
        )
        triangles = np.vstack([self.triangles, other.triangles + len(self.corners)])
        return Solid(np.vstack([self.corners, other.corners]), triangles, volume, centre, gyration)

    def turned_inside_out(self) -> Solid:
        """The same surface, facing inwards: a cavity."""
        return Solid(self.corners, self.triangles[:, ::-1], -self.volume, self.centre, self.gyration)


def _steiner(arm: np.ndarray) -> np.ndarray:
    return arm @ arm * np.eye(3) - np.outer(arm, arm)


def _quads(rows: list[tuple[int, int, int, int]]) -> list[tuple[int, ...]]:
    return [tuple(row[k] for k in part) for row in rows for part in QUAD]


def box(a: float, b: float, c: float) -> Solid:
    """A box with its lowest corner at the origin."""
    corners = np.array([(x, y, z) for z in (0, c) for y in (0, b) for x in (0, a)], dtype=float)
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    moments = np.diag([b * b + c * c, a * a + c * c, a * a + b * b]) / 12
    return Solid(corners, np.array(_quads(faces)), a * b * c, np.array([a, b, c]) / 2, moments)


def tetrahedron(a: float, b: float, c: float) -> Solid:
    """The corner of a box: x/a + y/b + z/c <= 1 of positive x, y, z."""
    corners = np.array([(0, 0, 0), (a, 0, 0), (0, b, 0), (0, 0, c)], dtype=float)
    triangles = np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
    x, y, z = a, b, c
    square = np.array(
        [[x * x, -x * y / 3, -x * z / 3], [-x * y / 3, y * y, -y * z / 3], [-x * z / 3, -y * z / 3, z * z]]
    )
    second = 3 / 80 * square  # of r rᵀ about the centre, over the volume
    return Solid(
        corners, triangles, a * b * c / 6, np.array([a, b, c]) / 4, np.trace(second) * np.eye(3) - second
    )


def l_shape(a: float, b: float, t: float, h: float) -> Solid:
    """An angle bracket: legs a along x and b along y, both t wide, h high; its mesh has no face between the legs."""
    outline = [(0, 0), (a, 0), (a, t), (t, t), (t, b), (0, b)]
    corners = np.array([(x, y, z) for z in (0, h) for x, y in outline], dtype=float)
    top = [(6, 7, 9), (7, 8, 9), (6, 9, 10), (6, 10, 11)]
    bottom = [(i - 6, k - 6, j - 6) for i, j, k in top]
    walls = _quads([(i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6) for i in range(6)])
    one, other = box(a, t, h), box(t, b - t, h).moved(np.eye(3), np.array([0, t, 0]))
    both = one.joined(other)
    return Solid(corners, np.array(top + bottom + walls), both.volume, both.centre, both.gyration)


def cylinder(r: float, h: float, sides: int) -> Solid:
    """A cylinder about z from 0 to h; what is known is the round one."""
    turns = 2 * np.pi * np.arange(sides) / sides
    ring = np.stack([r * np.cos(turns), r * np.sin(turns), 0 * turns], axis=1)
    corners = np.vstack([ring, ring + np.array([0, 0, h]), [[0, 0, 0], [0, 0, h]]])
    following = [(i, (i + 1) % sides) for i in range(sides)]
    walls = _quads([(i, j, j + sides, i + sides) for i, j in following])
    ends = [(j, i, 2 * sides) for i, j in following] + [
        (i + sides, j + sides, 2 * sides + 1) for i, j in following
    ]
    across = (3 * r * r + h * h) / 12
    moments = np.diag([across, across, r * r / 2])
    return Solid(corners, np.array(walls + ends), np.pi * r * r * h, np.array([0, 0, h / 2]), moments)


def _grid(count: int, other: int, spot) -> tuple[np.ndarray, list[tuple[int, ...]]]:
    """A surface closed in both directions."""
    corners = np.array(
        [spot(2 * np.pi * i / count, 2 * np.pi * j / other) for i in range(count) for j in range(other)]
    )
    rows = [
        (
            i * other + j,
            (i + 1) % count * other + j,
            (i + 1) % count * other + (j + 1) % other,
            i * other + (j + 1) % other,
        )
        for i in range(count)
        for j in range(other)
    ]
    return corners, _quads(rows)


def torus(radius: float, r: float, count: int) -> Solid:
    """A torus about z; what is known is the round one."""
    corners, triangles = _grid(
        2 * count,
        count,
        lambda u, v: (
            (radius + r * np.cos(v)) * np.cos(u),
            (radius + r * np.cos(v)) * np.sin(u),
            r * np.sin(v),
        ),
    )
    along, across = radius**2 + 3 / 4 * r * r, radius**2 / 2 + 5 / 8 * r * r
    return Solid(
        corners,
        np.array(triangles),
        2 * np.pi**2 * radius * r * r,
        np.zeros(3),
        np.diag([across, across, along]),
    )


def sphere(r: float, count: int) -> Solid:
    """A ball by 2 count meridians and count circles; what is known is the round one."""
    rings = [
        [
            (r * np.sin(v) * np.cos(u), r * np.sin(v) * np.sin(u), r * np.cos(v))
            for u in np.pi * np.arange(2 * count) / count
        ]
        for v in np.pi * np.arange(1, count) / count
    ]
    corners = np.array([one for ring in rings for one in ring] + [(0, 0, r), (0, 0, -r)])
    n, top = 2 * count, 2 * count * (count - 1)
    triangles = _quads(
        [
            (i * n + j, (i + 1) * n + j, (i + 1) * n + (j + 1) % n, i * n + (j + 1) % n)
            for i in range(count - 2)
            for j in range(n)
        ]
    )
    triangles += [(top, j, (j + 1) % n) for j in range(n)]
    triangles += [(top + 1, (count - 2) * n + (j + 1) % n, (count - 2) * n + j) for j in range(n)]
    return Solid(corners, np.array(triangles), 4 / 3 * np.pi * r**3, np.zeros(3), 2 / 5 * r * r * np.eye(3))


def random_turn(random: np.random.Generator) -> np.ndarray:
    """A seeded rotation."""
    turn, _ = np.linalg.qr(random.normal(size=(3, 3)))
    return turn * np.sign(np.linalg.det(turn))


# -- files ---------------------------------------------------------------------------------------


def binary_stl(solid: Solid) -> bytes:
    """The mesh as binary STL: single precision."""
    corners = solid.corners[solid.triangles].astype("<f4")
    records = [struct.pack("<3f", 0, 0, 0) + one.tobytes() + b"\0\0" for one in corners]
    return b"made by a test".ljust(80) + struct.pack("<I", len(records)) + b"".join(records)


def ascii_stl(solid: Solid) -> bytes:
    """The mesh as ASCII STL with all digits."""
    lines = ["solid part"]
    for triangle in solid.corners[solid.triangles]:
        lines += ["facet normal 0 0 0", "  outer loop"]
        lines += [f"    vertex {x!r} {y!r} {z!r}" for x, y, z in triangle.tolist()]
        lines += ["  endloop", "endfacet"]
    return "\n".join([*lines, "endsolid part", ""]).encode("ascii")


def obj(solid: Solid) -> bytes:
    """The mesh as OBJ with all digits."""
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in solid.corners.tolist()]
    lines += ["f " + " ".join(str(i + 1) for i in triangle) for triangle in solid.triangles.tolist()]
    return "\n".join([*lines, ""]).encode("ascii")


FORMS = {"binary.stl": binary_stl, "ascii.stl": ascii_stl, "mesh.obj": obj}


def written_mesh(solid: Solid, folder: Path, name: str = "ascii.stl") -> str:
    """The name of a file with the mesh, by the format of its name."""
    (folder / name).write_bytes(FORMS[name](solid))
    return name
