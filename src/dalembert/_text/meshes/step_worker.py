"""A STEP file read by Open CASCADE in a process of its own, with bounds on its time and memory.

`python -m dalembert._text.meshes.step_worker IN OUT` writes OUT.json, properties of the solids by integrals
over their exact surfaces, in mm, and OUT.raw, the corners of triangles for drawings. It exits with NO_LIBRARY
where Open CASCADE is not installed, and with REFUSED and a reason in OUT.json where the file is no body.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from dalembert._text.files import write_files

NO_LIBRARY, REFUSED = 3, 4
MEMORY, SECONDS = 6 << 30, 120  # bytes of addresses, and seconds of the processor
FINE, TURN = 1 / 300, 0.3  # of triangles: distance from the surface by its size, and angle in radians


def main(source: str, target: str) -> int:
    """Read one file; the exit code."""
    _limit()
    try:
        from OCP.BRepCheck import BRepCheck_Analyzer
        from OCP.IFSelect import IFSelect_RetDone
        from OCP.STEPControl import STEPControl_Reader
    except ImportError:
        return NO_LIBRARY
    reader = STEPControl_Reader()
    if reader.ReadFile(source) != IFSelect_RetDone:
        return _refuse(target, "it is no STEP file, or it is damaged")
    reader.TransferRoots()
    shape = reader.OneShape()
    if shape is None or shape.IsNull():
        return _refuse(target, "it has no shapes")
    solids, faces = _count(shape, "SOLID"), _count(shape, "FACE")
    if not solids:
        return _refuse(target, "it has surfaces, but no solid")
    if faces != _count_in_solids(shape):
        return _refuse(target, "it has surfaces that bound no solid")
    if not BRepCheck_Analyzer(shape).IsValid():
        return _refuse(target, "its surfaces do not fit together")
    properties = _properties(shape)
    corners = _triangles(shape)
    if properties["volume"] <= 0:
        return _refuse(target, "it encloses no volume, or it is inside out")
    raw = Path(f"{target}.raw")
    write_files({raw: corners.tobytes()})
    write_files({raw.with_suffix(".json"): json.dumps(properties)})
    return 0


def _limit() -> None:
    """Bound the memory and the time of this process, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def _refuse(target: str, reason: str) -> int:
    write_files({Path(f"{target}.json"): json.dumps({"reason": reason})})
    return REFUSED


def _shapes(shape: Any, kind: str) -> list[Any]:
    """The faces or solids of a shape."""
    from OCP import TopAbs
    from OCP.TopExp import TopExp_Explorer

    explorer = TopExp_Explorer(shape, {"FACE": TopAbs.TopAbs_FACE, "SOLID": TopAbs.TopAbs_SOLID}[kind])
    shapes = []
    while explorer.More():
        shapes.append(explorer.Current())
        explorer.Next()
    return shapes


def _count(shape: Any, kind: str) -> int:
    return len(_shapes(shape, kind))


def _count_in_solids(shape: Any) -> int:
    return sum(_count(solid, "FACE") for solid in _shapes(shape, "SOLID"))


def _properties(shape: Any) -> dict[str, Any]:
    """Volume, centre, and inertia about it over the volume."""
    from OCP.BRepGProp import BRepGProp
    from OCP.GProp import GProp_GProps

    made = GProp_GProps()
    BRepGProp.VolumeProperties_s(shape, made)
    volume, centre, tensor = made.Mass(), made.CentreOfMass(), made.MatrixOfInertia()
    rows = [[tensor.Value(i, j) / volume if volume else 0.0 for j in (1, 2, 3)] for i in (1, 2, 3)]
    even = [[(rows[i][j] + rows[j][i]) / 2 for j in range(3)] for i in range(3)]
    return {"volume": volume, "centre": [centre.X(), centre.Y(), centre.Z()], "gyration": even}


def _triangles(shape: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The corners of triangles on the surfaces, outward, m × 3 × 3."""
    from OCP import TopAbs
    from OCP.Bnd import Bnd_Box
    from OCP.BRep import BRep_Tool
    from OCP.BRepBndLib import BRepBndLib
    from OCP.BRepMesh import BRepMesh_IncrementalMesh
    from OCP.TopLoc import TopLoc_Location
    from OCP.TopoDS import TopoDS

    box = Bnd_Box()
    BRepBndLib.Add_s(shape, box)
    BRepMesh_IncrementalMesh(shape, FINE * box.SquareExtent() ** 0.5, False, TURN, False)
    corners: list[list[tuple[float, float, float]]] = []
    for face in _shapes(shape, "FACE"):
        location = TopLoc_Location()
        mesh = BRep_Tool.Triangulation_s(TopoDS.Face(face), location)
        if mesh is None:
            continue
        move = location.Transformation()
        spots = [mesh.Node(i).Transformed(move) for i in range(1, mesh.NbNodes() + 1)]
        places = [(spot.X(), spot.Y(), spot.Z()) for spot in spots]
        inward = face.Orientation() == TopAbs.TopAbs_REVERSED
        for i in range(1, mesh.NbTriangles() + 1):
            triangle = [places[k - 1] for k in mesh.Triangle(i).Get()]
            corners.append(triangle[::-1] if inward else triangle)
    return np.array(corners, dtype=np.float64).reshape(-1, 3, 3)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
