"""Mesh files under the folder of a model, by their format: a closed surface, or a letter why it is none."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from dalembert._text.budget import MESH_BYTES, MESH_TRIANGLES
from dalembert._text.files import FileFault, path_inside
from dalembert._text.meshes.mass_properties import mass_properties
from dalembert._text.meshes.obj import obj_surface
from dalembert._text.meshes.records import STEP, MassProperties
from dalembert._text.meshes.soundness import (
    refuse_coordinates,
    refuse_hollow,
    refuse_open,
    refuse_overlaps,
)
from dalembert._text.meshes.step import step_body
from dalembert._text.meshes.stl import stl_triangles
from dalembert._text.meshes.surface import Surface, surface_of
from dalembert._text.rigid_frames import Vector

FORMATS = (".stl", ".obj", *STEP)
SCALE = (1.0, 1.0, 1.0)
KEPT = 256  # bodies whose properties are remembered: a model is read several times


def surface_in(own_path: str, folder: Path | None) -> Surface:
    """The surface in a mesh file, whether it bounds a body or not; FileFault where it cannot be read."""
    return _surface(_path(own_path, folder))


def mesh_properties(own_path: str, folder: Path | None, scale: Vector = SCALE) -> MassProperties:
    """The volume, centre and inertia of the body in a mesh file, in the file's unit of length.

    The body is stretched along x, y and z by a scale first; negative factors mirror it.
    """
    path = _path(own_path, folder)
    about = path.stat()
    return known_properties(path, about.st_mtime_ns, about.st_size, tuple(scale))


def _path(own_path: str, folder: Path | None) -> Path:
    suffix = Path(own_path).suffix.lower()
    if suffix not in FORMATS:
        what = f"`{suffix}` is" if suffix else "a file without an ending is"
        raise FileFault(f"{what} no format of meshes that is read", "export it as STL, OBJ or STEP")
    return path_inside(own_path, folder, MESH_BYTES, "export it coarser, or as binary STL")


@lru_cache(maxsize=KEPT)
def known_properties(path: Path, _changed: int, _size: int, scale: Vector) -> MassProperties:
    """The properties of a file that did not change."""
    if path.suffix.lower() in STEP:
        if scale != SCALE:
            raise FileFault("a STEP file is not scaled here", "export it as STL")
        surface, properties = step_body(path, MESH_TRIANGLES)
        refuse_coordinates(surface)
        refuse_overlaps(surface)
        return properties
    surface = _surface(path)
    if scale != SCALE:
        mirrored = scale[0] * scale[1] * scale[2] < 0
        triangles = surface.triangles[:, ::-1] if mirrored else surface.triangles
        with np.errstate(over="ignore"):
            surface = Surface(surface.corners * np.array(scale), triangles)
        refuse_coordinates(surface)
    refuse_open(surface)
    properties = mass_properties(surface)
    refuse_hollow(surface, properties)
    return properties


def _surface(path: Path) -> Surface:
    """The triangles in a file, with corners that are finite."""
    if path.suffix.lower() in STEP:
        return step_body(path, MESH_TRIANGLES)[0]
    with path.open("rb") as stream:
        data = stream.read(MESH_BYTES + 1)
    if path.suffix.lower() == ".obj":
        surface = surface_of(*obj_surface(data, MESH_TRIANGLES))
    else:
        corners = stl_triangles(data, MESH_TRIANGLES)
        if not len(corners):
            raise FileFault("it has no triangles", "export the solid again")
        surface = surface_of(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))
    refuse_coordinates(surface)
    return surface
