"""Meshes from files as they are drawn: fewer triangles of many, and smaller ones in place of large ones.

Faces are drawn one over the other, far ones first; so a face must be small beside the distance to what it
hides, and a drawing cannot have as many as a file may.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.source import Flaw, ModelError
from dalembert._model.scene import Scene
from dalembert._model.units import UnitFault, unit_of
from dalembert._present.animation.meshes import Mesh
from dalembert._text.files import FileFault
from dalembert._text.meshes.mesh_file import surface_in
from dalembert._text.meshes.surface import Surface

Array = NDArray[np.float64]
FACES, LEAST = 12_000, 300  # the most triangles of all meshes of a drawing, and the least for each of many
LARGE = 12  # the longest edge of a face, as a part of the size of its mesh
FINEST = 64  # cells along the longest side of a mesh with too many triangles

Key = tuple[str, str]  # file and unit


def drawn_meshes(scene: Scene, folder: Path | None) -> dict[Key, Mesh]:
    """The meshes of a scene by file and unit, in metres; ModelError where one cannot be read."""
    keys = {(words["file"], words["unit"]) for words in (dict(part.words) for part in scene.parts) if words}
    most = max(LEAST, FACES // max(1, len(keys)))
    made: dict[Key, Mesh] = {}
    for file, unit in sorted(keys):
        try:
            surface = surface_in(file, folder)
            factor = unit_of(unit).factor
        except (FileFault, UnitFault) as fault:
            message = f"the mesh {file[:100]}: {fault.message}"
            flaw = Flaw(
                rule="scene", severity="error", where="scene.meshes", message=message, hint=fault.hint
            )
            raise ModelError((flaw,)) from None
        made[file, unit] = drawn_mesh(Surface(surface.corners * factor, surface.triangles), most)
    return made


def drawn_mesh(surface: Surface, most: int) -> Mesh:
    """A mesh of at most `most` triangles, none of them larger than need be."""
    if len(surface.triangles) > most:
        surface = _coarser(surface, most)
    corners = _smaller(surface.corners[surface.triangles], float(surface.spans.max()) / LARGE, most)
    spots, numbers = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    faces = numbers.reshape(-1, 3)
    return Mesh(
        tuple((float(f"{x:.6g}"), float(f"{y:.6g}"), float(f"{z:.6g}")) for x, y, z in spots.tolist()),
        tuple(tuple(face) for face in faces.tolist()),
    )


def _coarser(surface: Surface, most: int) -> Surface:
    """A surface with the corners in each cell of a grid joined in their mean, the finest such grid."""
    cells = FINEST
    joined = _joined_corners(surface, cells)
    while len(joined.triangles) > most and cells > 1:
        cells = max(1, int(cells * 0.8))
        joined = _joined_corners(surface, cells)
    return joined


def _joined_corners(surface: Surface, cells: int) -> Surface:
    low, size = surface.corners.min(axis=0), float(surface.spans.max()) / cells
    places = np.minimum((surface.corners - low) / size, cells - 1).astype(np.intp)
    _, numbers = np.unique(places @ np.array([1, cells, cells**2]), return_inverse=True)
    counts = np.bincount(numbers)
    means = np.stack([np.bincount(numbers, weights=one) / counts for one in surface.corners.T], axis=1)
    triangles = numbers[surface.triangles]
    a, b, c = triangles.T
    kept = triangles[(a != b) & (b != c) & (c != a)]
    first = np.argmin(kept, axis=1)[:, np.newaxis]
    turned = np.take_along_axis(kept, (first + np.arange(3)) % 3, axis=1)  # from their least corner
    return Surface(means, np.unique(turned, axis=0))


def _smaller(corners: Array, longest: float, most: int) -> Array:
    """Triangles halved across their longest sides until these are short, or there are too many."""
    while True:
        sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
        order = np.argsort(-sides.max(axis=1))
        long = order[sides.max(axis=1)[order] > longest][: most - len(corners)]
        if not len(long):
            return corners
        first = np.argmax(sides[long], axis=1)[:, np.newaxis]
        a, b, c = (
            corners[long[:, np.newaxis], (first + k) % 3][:, 0] for k in range(3)
        )  # the longest side is from a to b
        middle = (a + b) / 2
        halves = np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])
        corners = np.concatenate([np.delete(corners, long, axis=0), halves])


def placed_corners(mesh: Mesh, at: Array, axes: Mapping[str, Array]) -> Array:
    """The corners of the box about a mesh over the frames: frames × 8 × 3, with the axes of its body."""
    ends = np.array([np.min(mesh.corners, axis=0), np.max(mesh.corners, axis=0)])
    box = np.array([[ends[i, 0], ends[j, 1], ends[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    x, y = (np.stack([axes[f"{name}_{k}"] for k in "xyz"], axis=1) for name in "xy")
    ways = np.stack([x, y, np.cross(x, y)], axis=1)  # frames, axis, component
    return np.asarray(at[:, np.newaxis, :] + np.einsum("ca,fak->fck", box, ways))
