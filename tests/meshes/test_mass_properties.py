"""Volume, centre and inertia of meshes: exact for plane faces, at the error of the mesh for round bodies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.meshes import solids
from tests.meshes.solids import FORMS, Solid, random_turn, written_mesh

from dalembert._text.meshes.mesh_file import mesh_properties
from dalembert._text.meshes.records import MassProperties

PLANE = {
    "box": solids.box(0.3, 2.0, 0.07),
    "tetrahedron": solids.tetrahedron(1.0, 0.4, 2.5),
    "l_shape": solids.l_shape(3.0, 2.0, 0.5, 0.4),
}
ROUND: dict[str, Callable[[int], Solid]] = {
    "cylinder": lambda n: solids.cylinder(0.4, 1.5, n),
    "sphere": lambda n: solids.sphere(1.3, n),
    "torus": lambda n: solids.torus(2.0, 0.5, n),
}


def _errors(made: MassProperties, known: Solid) -> tuple[float, float, float]:
    """The errors of the volume, the centre and the inertia per mass, relative to the size of the body."""
    size = float(np.ptp(known.corners, axis=0).max())
    volume = abs(made.volume / known.volume - 1)
    centre = np.abs(np.array(made.centre) - known.centre).max() / size
    gyration = np.abs(np.array(made.gyration) - known.gyration).max() / np.abs(known.gyration).max()
    return volume, float(centre), float(gyration)


@pytest.mark.parametrize("form", ["ascii.stl", "mesh.obj"])
@pytest.mark.parametrize("name", PLANE)
def test_bodies_with_plane_faces_are_exact(name: str, form: str, tmp_path: Path) -> None:
    """Volume, centre and inertia of a turned and moved body with plane faces are right to rounding."""
    random = np.random.default_rng(11)
    for _ in range(8):
        solid = PLANE[name].moved(random_turn(random), random.normal(size=3))
        assert max(_errors(mesh_properties(written_mesh(solid, tmp_path, form), tmp_path), solid)) < 2e-14


@pytest.mark.parametrize("name", PLANE)
def test_single_precision_is_the_error_of_binary_files(name: str, tmp_path: Path) -> None:
    """A binary STL has its corners to 24 bits, and so are volume, centre and inertia."""
    random = np.random.default_rng(5)
    solid = PLANE[name].moved(random_turn(random), random.normal(size=3))
    assert max(_errors(mesh_properties(written_mesh(solid, tmp_path, "binary.stl"), tmp_path), solid)) < 5e-6


@pytest.mark.parametrize("name", ROUND)
def test_round_bodies_converge_with_the_square_of_the_edge(name: str, tmp_path: Path) -> None:
    """With twice as many edges the errors of a round body fall to a quarter, and the centre is exact."""
    random = np.random.default_rng(3)
    turn, by = random_turn(random), random.normal(size=3)
    coarse, fine = (
        _errors(mesh_properties(written_mesh(solid, tmp_path), tmp_path), solid)
        for solid in (ROUND[name](n).moved(turn, by) for n in (24, 48))
    )
    assert coarse[0] / fine[0] == pytest.approx(4, rel=0.03)
    assert coarse[2] / fine[2] == pytest.approx(4, rel=0.05)
    assert fine[0] < 0.01
    assert fine[1] < 1e-14


@pytest.mark.parametrize("away", [1e3, 1e6, 1e9])
def test_far_from_the_origin_only_the_digits_of_the_file_are_lost(away: float, tmp_path: Path) -> None:
    """A body far from the origin of its mesh is as exact as the coordinates in its file."""
    solid = PLANE["l_shape"].moved(random_turn(np.random.default_rng(1)), np.array([away, -away, away]))
    rounding = 2.0**-52 * away
    volume, centre, gyration = _errors(mesh_properties(written_mesh(solid, tmp_path), tmp_path), solid)
    assert volume < 20 * rounding
    assert centre < 2 * rounding
    assert gyration < 20 * rounding


def test_cavities_are_taken_out(tmp_path: Path) -> None:
    """A shell inside another one that faces inwards is a cavity: Steiner's theorem with a negative mass."""
    inner = solids.box(1, 1, 2).moved(np.eye(3), np.array([0.5, 0.25, 0.5])).turned_inside_out()
    solid = solids.box(3, 2, 4).joined(inner)
    assert max(_errors(mesh_properties(written_mesh(solid, tmp_path), tmp_path), solid)) < 1e-14


def test_separate_solids_are_one_body(tmp_path: Path) -> None:
    """Two solids beside each other, or touching in a face, are one body by Steiner's theorem."""
    for gap in (0.0, 0.7):
        beside = solids.box(1, 2, 0.5).moved(np.eye(3), np.array([3 + gap, -0.5, 0.3]))
        solid = solids.box(3, 2, 4).joined(beside)
        assert max(_errors(mesh_properties(written_mesh(solid, tmp_path), tmp_path), solid)) < 1e-14


def test_polygons_with_more_corners_are_divided(tmp_path: Path) -> None:
    """A bracket whose L-shaped faces have six corners, convex or not, is exact and needs no triangles."""
    solid = solids.l_shape(3.0, 2.0, 0.5, 0.4)
    vertices = "".join(f"v {x} {y} {z}\n" for x, y, z in solid.corners.tolist())
    walls = "".join(f"f {i + 1} {(i + 1) % 6 + 1} {(i + 1) % 6 + 7} {i + 7}\n" for i in range(6))
    for turn in range(6):  # any corner may be the first
        top = [7 + (i + turn) % 6 for i in range(6)]
        bottom = [one - 6 for one in reversed(top)]
        faces = f"f {' '.join(map(str, top))}\nf {' '.join(f'{one}/1/2' for one in bottom)}\n"
        (tmp_path / "l.obj").write_text(f"# bracket\no bracket\nvn 0 0 1\n{vertices}s off\n{faces}{walls}")
        made = mesh_properties("l.obj", tmp_path)
        assert max(_errors(made, solid)) < 1e-14
        assert made.triangles == 4 + 4 + 12


def test_faces_may_count_from_the_last_vertex(tmp_path: Path) -> None:
    """Negative indices of an OBJ file count back from the vertices so far."""
    solid = solids.tetrahedron(1, 2, 3)
    lines = [f"v {x} {y} {z}" for x, y, z in solid.corners.tolist()]
    lines += ["f " + " ".join(str(i - 4) for i in row) for row in solid.triangles.tolist()]
    (tmp_path / "t.obj").write_text("\n".join(lines))
    assert max(_errors(mesh_properties("t.obj", tmp_path), solid)) < 1e-14


def test_the_kinds_of_files_agree(tmp_path: Path) -> None:
    """Both kinds of STL, one of which begins with the word solid, and OBJ give the same body."""
    solid = solids.box(2.0, 1.0, 0.5)
    for form in FORMS:
        assert max(_errors(mesh_properties(written_mesh(solid, tmp_path, form), tmp_path), solid)) < 1e-14
    (tmp_path / "named.stl").write_bytes(b"solid" + solids.binary_stl(solid)[5:])
    assert mesh_properties("named.stl", tmp_path).volume == pytest.approx(1.0, rel=1e-14)
    twice = solids.ascii_stl(solid) + b"\r\nsolid other\r\nendsolid\r\n"
    (tmp_path / "twice.stl").write_bytes(twice.upper().replace(b"SOLID PART", b"solid facet"))
    assert mesh_properties("twice.stl", tmp_path).volume == pytest.approx(1.0, rel=1e-14)
