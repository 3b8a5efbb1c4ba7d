"""Meshes that bound no body, files that are not whole, and entries that leave something open are refused."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.meshes import solids
from tests.meshes.solids import Solid, ascii_stl, binary_stl, obj

import dalembert
from dalembert._model.bodies import mesh_entries
from dalembert._text.meshes import mesh_file

CUBE = solids.box(1.0, 1.0, 1.0)
STILL = np.eye(3)


def _mesh(triangles: Any, corners: Any = CUBE.corners) -> bytes:
    return ascii_stl(
        Solid(np.array(corners, dtype=float), np.array(triangles), 0, CUBE.centre, CUBE.gyration)
    )


def _changed_corner(value: float) -> bytes:
    """A binary file with one coordinate changed."""
    data = bytearray(binary_stl(CUBE))
    data[96:100] = struct.pack("<f", value)
    return bytes(data)


def _bow_tie() -> bytes:
    """A polygon that crosses itself."""
    return b"v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 2 0\nv 0 0 1\nf 1 2 3 4\nf 1 2 5\n"


LINES = ascii_stl(CUBE).decode("ascii").splitlines()
TRIANGLES = CUBE.triangles.tolist()
CROSSED = CUBE.joined(solids.box(0.2, 0.2, 3).moved(STILL, np.array([0.4, 0.4, -1])))
# name of the file, its bytes, what the letter says, what it proposes
FILES: dict[str, tuple[str, bytes, str, str]] = {
    "open": ("a.stl", _mesh(TRIANGLES[1:]), "it is open: 3 edges belong to one triangle", "close the gap"),
    "not oriented": ("a.stl", _mesh([TRIANGLES[0][::-1], *TRIANGLES[1:]]), "not oriented: the triangles 1 and", "normals"),
    "inside out": ("a.stl", _mesh([t[::-1] for t in TRIANGLES]), "inside out", "flip its normals"),
    "no area": ("a.stl", _mesh([*TRIANGLES, [0, 0, 1]]), "the triangle 13 has no area: (0, 0, 0)", "degenerate"),
    "line": ("a.stl", _mesh([*TRIANGLES, [0, 1, 8]], [*CUBE.corners, [0.5, 0, 0]]), "triangle 13 has no area", "degenerate"),
    "twice": ("a.stl", _mesh(TRIANGLES + TRIANGLES), "have the same corners: (0, 0, 0)", "once"),
    "sheet": ("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4\nf 1 4 3\nf 4 2 1\nf 3 4 1\n", "same corners", "sheets"),
    "flat": (
        "a.obj",
        b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\nf 2 1 4\nf 2 4 3\n",
        "its 4 triangles enclose no volume",
        "not a sheet",
    ),
    "edge of four": (
        "a.stl",
        ascii_stl(CUBE.joined(CUBE.moved(STILL, np.array([1.0, 1.0, 0.0])))),
        "4 triangles meet at one edge, from (1, 1, ",
        "a body of its own",
    ),
    "shells cross": ("a.stl", ascii_stl(CROSSED), "parts of it overlap", "join its solids"),
    "shell in shell": (
        "a.stl",
        ascii_stl(solids.box(3, 3, 3).joined(CUBE.moved(STILL, np.array([1, 1, 1])))),
        "parts of it overlap",
        "turn cavities inwards",
    ),
    "cavity outside": (
        "a.stl",
        ascii_stl(solids.box(3, 3, 3).joined(CUBE.moved(STILL, np.array([5, 1, 1])).turned_inside_out())),
        "one of its shells faces inwards",
        "bodies outwards",
    ),
    "NaN": ("a.stl", _changed_corner(float("nan")), "a corner has the coordinates (nan,", "repair"),
    "infinity": ("a.stl", _changed_corner(float("-inf")), "(-inf,", "repair"),
    "NaN in text": ("a.stl", "\n".join(LINES).replace("vertex 1.0", "vertex nan", 1).encode(), "a coordinate is nan", "repair"),
    "huge coordinate": ("a.obj", obj(CUBE).replace(b"v 1.0", b"v 1e200", 1), "a coordinate is 1e+200", "repair"),
    "truncated": ("a.stl", binary_stl(CUBE)[:-70], "cut off: it announces 12 triangles and has 10 and a part", "again"),
    "wrong count": ("a.stl", binary_stl(CUBE)[:80] + struct.pack("<I", 10) + binary_stl(CUBE)[84:], "announces 10", "again"),
    "no header": ("a.stl", b"\x00\x01", "it has 2 bytes", "again"),
    "empty": ("a.stl", b"", "it has 0 bytes", "again"),
    "no triangles": ("a.stl", b"solid a\nendsolid a\n", "no triangles", "again"),
    "no endloop": ("a.stl", "\n".join(one for i, one in enumerate(LINES) if i != 6).encode(), "line 7 is `endfacet`, where `endloop`", "again"),
    "no endsolid": ("a.stl", "\n".join(LINES[:-1]).encode(), "it ends without `endsolid`", "again"),
    "four numbers": ("a.stl", "\n".join(LINES).replace("vertex 0.0", "vertex 0.0 0.0", 1).encode(), "4 coordinates", "again"),
    "no number": ("a.stl", "\n".join(LINES).replace("vertex 0.0", "vertex 0,0", 1).encode(), "`0,0` is no coordinate", "again"),
    "digits with _": ("a.obj", obj(CUBE).replace(b"v 0.0", b"v 1_0", 1), "is no coordinate", "again"),
    "bad index": ("a.obj", obj(CUBE).replace(b"f 1 3 4", b"f 1 3 40"), "line 9 has the vertex 40, but the file has 1 to 8", "again"),
    "index zero": ("a.obj", obj(CUBE).replace(b"f 1 3 4", b"f 0 3 4"), "`0` in line 9 is no vertex", "counted from 1"),
    "index before": ("a.obj", obj(CUBE).replace(b"f 1 3 4", b"f -9 3 4"), "has the vertex 0", "again"),
    "two corners": ("a.obj", obj(CUBE).replace(b"f 1 3 4", b"f 1 3"), "the face in line 9 has 2 corners", "three or more"),
    "not plane": ("a.obj", b"v 0 0 0\nv 1 0 0\nv 1 1 0.1\nv 0 1 0\nf 1 2 3 4\n", "4 corners that are not in one plane", "triangles"),
    "bow tie": ("a.obj", _bow_tie(), "the face in line 6 crosses itself", "triangles"),
    "curved": ("a.obj", b"v 0 0 0\nsurf 0 1 0 1 1 2 3 4\n", "line 2 is a curved surface (`surf`)", "STL"),
    "no faces": ("a.obj", b"v 0 0 0\n", "no faces", "STL"),
    "other format": ("a.ply", b"ply\n", "`.ply` is no format of meshes", "STL, OBJ or STEP"),
    "without ending": ("a", b"ply\n", "a file without an ending is no format", "STL, OBJ or STEP"),
}  # fmt: skip
GOOD = {"mesh": "cube.stl", "unit": "mm", "density": 7850}
# the entry `mass`, what the letter says, what it proposes
ENTRIES: dict[str, tuple[dict[str, Any], str, str]] = {
    "no unit": ({"mesh": "cube.stl", "density": 7850}, "the unit of the mesh of `arm` is missing", '"mm" if it is 0.001 m long'),
    "no such unit": (GOOD | {"unit": "milimetre"}, "milimetre", "m"),
    "no length": (GOOD | {"unit": "kg"}, "the unit of a mesh is a length, and `kg` is none", 'unit = "mm"'),
    "no amount": ({"mesh": "cube.stl", "unit": "mm"}, "neither a density nor a mass", "density = 7850"),
    "both": (GOOD | {"mass": 2}, "has a mass and a density", "delete one"),
    "negative": (GOOD | {"density": -1}, "the density of `arm` is negative", "0 or more"),
    "unknown key": (GOOD | {"densty": 1}, "`densty` is not known", "density"),
    "no file": (GOOD | {"mesh": "other.stl"}, "there is no file other.stl", "seen from the model's folder"),
    "no path": (GOOD | {"mesh": "\0.stl"}, "is no path of a file", "beside the model"),
    "outside": (GOOD | {"mesh": "../outside.stl"}, "../outside.stl is outside of the model's folder", "beside the model"),
    "absolute": (GOOD | {"mesh": "/etc/hosts.stl"}, "outside of the model's folder", "beside the model"),
    "link": (GOOD | {"mesh": "link.stl"}, "outside of the model's folder", "beside the model"),
    "no text": (GOOD | {"mesh": 3}, "`mesh` names a file in quotes", "arm.stl"),
    "density in m": (GOOD | {"density": {"value": 2, "unit": "m"}}, "must be in kg/m^3", "powers"),
    "moving density": (GOOD | {"density": "2 + q"}, "cannot contain a coordinate", "numbers and parameters"),
    "typed, no volume": (GOOD | {"mesh": {"centre": [0, 0, 0]}}, "`mesh` needs a volume above 0", "volume ="),
    "typed, long": (GOOD | {"mesh": {"volume": 1, "centre": [0, 0, 0], "gyration": [1, 1, 3]}}, "no body has this inertia", "order"),
}  # fmt: skip


def _letter(folder: Path, body: dict[str, Any]) -> dalembert.Flaw:
    """The first error of a pendulum with such a body, beside which the files of the folder lie."""
    values = {
        "format": 1,
        "bodies": {"space": 3, "arm": body},
        "joints": {
            "O": {"kind": "pin", "between": ["ground", "arm"], "coordinate": {"q": {"start": 0, "speed": 1}}}
        },
    }
    from dalembert._text.toml_writer import toml_text

    (folder / "model.toml").write_text(toml_text(values))
    errors = [flaw for flaw in dalembert.check(folder / "model.toml").flaws if flaw.severity == "error"]
    assert errors, "it is accepted"
    return errors[0]


@pytest.mark.parametrize("fault", FILES)
def test_a_bad_mesh_is_refused_by_name(fault: str, tmp_path: Path) -> None:
    """The letter about a mesh that bounds no body, or a broken file, says what and where, and what to do."""
    name, data, message, hint = FILES[fault]
    (tmp_path / name).write_bytes(data)
    letter = _letter(tmp_path, {"mass": {"mesh": name, "unit": "mm", "density": 7850}})
    assert letter.message.startswith(f"the mesh {name}: ")
    assert message in letter.message
    assert hint in letter.hint
    assert letter.line is not None


@pytest.mark.parametrize("fault", ENTRIES)
def test_an_incomplete_entry_is_refused(fault: str, tmp_path: Path) -> None:
    """A mesh needs a file under the model's folder, a unit of length, and a density or a mass."""
    entry, message, hint = ENTRIES[fault]
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "cube.stl").write_bytes(ascii_stl(CUBE))
    (tmp_path / "outside.stl").write_bytes(ascii_stl(CUBE))
    (folder / "link.stl").symlink_to(tmp_path / "outside.stl")
    letter = _letter(folder, {"mass": entry})
    assert message in letter.message
    assert hint in letter.hint


@pytest.mark.parametrize(
    "key", [{"density": 2}, {"inertia": [1, 1, 1]}, {"centre": [0, 0, 0]}, {"shape": {"rod": 1}}]
)
def test_what_follows_from_a_mesh_is_not_given_too(key: dict[str, Any], tmp_path: Path) -> None:
    """Centre, inertia, density and shape beside a mesh contradict it, or seem to."""
    (tmp_path / "cube.stl").write_bytes(ascii_stl(CUBE))
    letter = _letter(tmp_path, {"mass": GOOD, **key})
    assert f"the {next(iter(key))} of `arm` follows from its mesh" in letter.message


def test_a_mesh_is_no_shape(tmp_path: Path) -> None:
    """Who writes shape = { mesh = … } is told where a mesh stands."""
    letter = _letter(tmp_path, {"mass": 1, "shape": {"mesh": "cube.stl"}})
    assert 'mass = { mesh = "arm.stl"' in letter.hint


@pytest.mark.parametrize("write", [ascii_stl, binary_stl, obj])
def test_files_are_read_within_a_budget(
    write: Callable[[Solid], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file with too many triangles or bytes is refused before it is judged, and so are too many files."""
    name = "cube.obj" if write is obj else "cube.stl"
    (tmp_path / name).write_bytes(write(CUBE))
    entry = {"mass": GOOD | {"mesh": name}}
    monkeypatch.setattr(mesh_entries, "MESHES_TRIANGLES", 11)
    assert "the meshes of the model have more than 11 triangles" in _letter(tmp_path, entry).message
    mesh_file.known_properties.cache_clear()
    monkeypatch.setattr(mesh_file, "MESH_TRIANGLES", 11)
    assert "it has more than 11 triangles" in _letter(tmp_path, entry).message
    monkeypatch.setattr(mesh_file, "MESH_BYTES", 100)
    assert "is larger than" in _letter(tmp_path, entry).message


def test_polygons_are_divided_within_a_budget(tmp_path: Path) -> None:
    """Faces of many corners that are not convex end with a letter, however many there are."""
    turns = 2 * np.pi * np.arange(1000) / 1000
    radii = np.where(np.arange(1000) % 2, 1.0, 0.4)
    spots = np.stack([radii * np.cos(turns), radii * np.sin(turns), 0 * turns], axis=1)
    lines = [f"v {x} {y} {z}" for x, y, z in spots.tolist()]
    lines += ["f " + " ".join(map(str, range(1, 1001)))] * 400
    (tmp_path / "a.obj").write_text("\n".join(lines))
    letter = _letter(tmp_path, {"mass": GOOD | {"mesh": "a.obj"}})
    assert "its faces have too many corners" in letter.message
