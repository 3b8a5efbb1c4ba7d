"""Plane polygons divided into triangles: ears are cut off one by one until three corners are left."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert._text.files import FileFault
from dalembert._text.meshes.surface import Array, Indices

MOST_TESTS = 100_000  # whether a corner is an ear, in one file
FLAT = 1e-5  # how far a corner may be from the plane of its polygon, relative to the size of the polygon
Face = tuple[int, tuple[int, ...]]  # the line in its file, and the corners


def triangles_of(corners: Array, faces: Sequence[Face]) -> Indices:
    """The triangles of polygons, with the corners in the same order."""
    made: list[tuple[int, ...]] = []
    plain, tests = _plain_quads(corners, faces), 0
    for number, (line, face) in enumerate(faces):
        if len(face) == 3:
            made.append(face)
            continue
        if number in plain:
            made += [(face[0], face[1], face[2]), (face[0], face[2], face[3])]
            continue
        flat = _in_plane(corners[list(face)], line)
        count = len(face)
        ears = [(0, i, i + 1) for i in range(1, count - 1)]
        if not _is_convex(flat):
            ears, tests = _ears(flat, line, tests)
        made += [(face[i], face[j], face[k]) for i, j, k in ears]
    return np.array(made, dtype=np.intp)


def _plain_quads(corners: Array, faces: Sequence[Face]) -> frozenset[int]:
    """The numbers of the faces with four corners that are plane and convex, found all at once."""
    numbers = [number for number, (_, face) in enumerate(faces) if len(face) == 4]
    if not numbers:
        return frozenset()
    points = corners[[faces[number][1] for number in numbers]]
    points = points - points.mean(axis=1, keepdims=True)
    normals = np.cross(points, np.roll(points, -1, axis=1)).sum(axis=1)
    sizes, lengths = np.abs(points).max(axis=(1, 2)), np.linalg.norm(normals, axis=1)
    away = np.abs(np.einsum("ikj,ij->ik", points, normals)).max(axis=1)
    sides = np.roll(points, -1, axis=1) - points
    turns = np.einsum("ikj,ij->ik", np.cross(np.roll(sides, 1, axis=1), sides), normals)
    plain = (lengths > FLAT**2 * sizes**2) & (away <= FLAT * sizes * lengths) & (turns > 0).all(axis=1)
    return frozenset(number for number, good in zip(numbers, plain.tolist(), strict=True) if good)


def _in_plane(corners: Array, line: int) -> Array:
    """The corners of a polygon in its plane, two coordinates each; FileFault where it is not plane."""
    points = corners - corners.mean(axis=0)
    size = float(np.abs(points).max())
    normal = np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)  # twice its area
    length = float(np.linalg.norm(normal))
    if length <= FLAT**2 * size**2:
        raise FileFault(f"the face in line {line} has no area", "delete it, or export the mesh again")
    normal /= length
    if float(np.abs(points @ normal).max()) > FLAT * size:
        message = f"the face in line {line} has {len(corners)} corners that are not in one plane"
        raise FileFault(message, "export it with triangles")
    first = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
    first /= np.linalg.norm(first)
    return np.stack([points @ first, points @ np.cross(normal, first)], axis=1)


def _is_convex(flat: Array) -> bool:
    """Whether a polygon is convex and runs round once."""
    before, after = np.roll(flat, 1, axis=0), np.roll(flat, -1, axis=0)
    fan = _cross(flat[1:-1] - flat[0], flat[2:] - flat[0])
    return bool((_cross(flat - before, after - flat) > 0).all() and (fan > 0).all())


def _ears(flat: Array, line: int, tests: int) -> tuple[list[tuple[int, int, int]], int]:
    """The triangles of a simple polygon, anticlockwise, and the tests so far; FileFault where it crosses."""
    remaining = list(range(len(flat)))
    made: list[tuple[int, int, int]] = []
    while len(remaining) > 3:
        for position in range(len(remaining)):
            tests += 1
            if tests > MOST_TESTS:
                raise FileFault("its faces have too many corners", "export it with triangles")
            i, j, k = (remaining[(position + step) % len(remaining)] for step in (-1, 0, 1))
            others = flat[[one for one in remaining if one not in (i, j, k)]]
            if _is_ear(flat[i], flat[j], flat[k], others):
                made.append((i, j, k))
                remaining.pop(position)
                break
        else:
            raise _crossing(line)
    i, j, k = remaining
    if _cross(flat[j] - flat[i], flat[k] - flat[j]) < 0:
        raise _crossing(line)
    return [*made, (i, j, k)], tests


def _crossing(line: int) -> FileFault:
    return FileFault(f"the face in line {line} crosses itself", "export it with triangles")


def _is_ear(a: Array, b: Array, c: Array, others: Array) -> bool:
    """Whether the triangle a, b, c turns to the left and holds no other corner."""
    if not _cross(b - a, c - b) > 0:
        return False
    inside = np.logical_and.reduce([_cross(end - start, others - start) >= 0
                                    for start, end in ((a, b), (b, c), (c, a))])  # fmt: skip
    at_corner = np.logical_or.reduce([(others == one).all(axis=1) for one in (a, b, c)])
    return not bool((inside & ~at_corner).any())


def _cross(first: Array, second: Array) -> Array:
    """The product x₁ y₂ − y₁ x₂ of vectors in the plane."""
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])
