"""Bodies from meshes are drawn by their meshes: at their place, with hidden surfaces right, within a budget."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.meshes import solids
from tests.meshes.solids import Solid, written_mesh
from tests.present.browser import MISSING, Browser

import dalembert
from dalembert._expression.source import ModelError
from dalembert._present.animation.camera import LIGHT, view
from dalembert._present.animation.drawn_meshes import FACES, drawn_mesh
from dalembert._present.animation.frame_drawing import drawing_of
from dalembert._present.animation.making import picture_of
from dalembert._present.animation.picture import Picture, Shape
from dalembert._present.animation.player import player
from dalembert._present.animation.primitives import Polygon
from dalembert._text.meshes.surface import Surface, surface_of
from dalembert._text.toml_writer import toml_text
from dalembert._words.languages import words_of

BRACKET = solids.l_shape(0.6, 0.4, 0.1, 0.15)
RING = solids.torus(0.3, 0.1, 24)
PAINTED = """
const canvas = document.querySelector('.dlb-canvas'), counts = {};
const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
for (let i = 0; i < data.length; i += 4) {
  const [r, g, b] = data.slice(i, i + 3);
  if (r - b > 60) counts[[r, g, b]] = (counts[[r, g, b]] || 0) + 1;
}
return counts;
"""  # how often each strong warm colour is in a canvas
ENTRY = {"mesh": "ascii.stl", "unit": "m", "density": 7850}


def _swinging(folder: Path, **sections: Any) -> dalembert.Motion:
    """A body that turns about three axes."""
    values = {
        "format": 1,
        "bodies": {"space": 3, "arm": {"mass": ENTRY}},
        "joints": {
            "O": {
                "kind": "ball",
                "between": ["ground", "arm"],
                "sequence": "zxz",
                "coordinate": {
                    name: {"start": a, "speed": 2} for name, a in (("a", 0.3), ("b", 1.2), ("c", -0.8))
                },
            }
        },
        "simulate": {"t_end": 3, "samples": 6},
        **sections,
    }
    (folder / "model.toml").write_text(toml_text(values))
    return dalembert.simulate(folder / "model.toml")


def _solid(picture: Picture) -> Shape:
    (solid,) = (shape for shape in picture.shapes if shape.kind == "solid")
    return solid


def _cross(first: np.ndarray, others: np.ndarray) -> np.ndarray:
    return first[0] * others[:, 1] - first[1] * others[:, 0]


def _surface(solid: Solid) -> Surface:
    return surface_of(solid.corners, solid.triangles)


def _tones(picture: Picture, frame: int, solid: Solid, spots: np.ndarray) -> np.ndarray:
    """The tones of the nearest faces of the whole mesh at spots of the drawing, by their depth; NaN beside it."""
    seen, shape = view(picture, frame), _solid(picture)
    x, y = (seen.vector(shape, name) for name in "xy")
    corners = seen.place(shape.points[0]) + solid.corners @ np.stack([x, y, np.cross(x, y)])
    triangles = corners[solid.triangles]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 1])
    lit = normals @ (LIGHT @ seen.camera) / np.linalg.norm(normals, axis=1)
    flat, depth, _ = seen.project(triangles)
    away = np.linalg.norm(seen.eye - seen.middle)
    nearest, tones = np.full(len(spots), -np.inf), np.full(len(spots), np.nan)
    for (a, b, c), near, light in zip(flat, depth, lit, strict=True):
        sides = np.stack([_cross(q - p, spots - p) for p, q in ((b, c), (c, a), (a, b))], axis=1)
        inside = (np.sign(sides) == np.sign(sides.sum(axis=1))[:, np.newaxis]).all(axis=1)
        share = sides / np.where(inside, sides.sum(axis=1), 1.0)[:, np.newaxis]
        here = away - 1 / (share @ (1 / (away - near)))  # 1/distance is linear in the picture
        front = inside & (here > nearest)
        nearest[front], tones[front] = here[front], max(-0.36, -0.26 + 0.6 * light)
    return tones


def _painted(picture: Picture, frame: int, spots: np.ndarray) -> np.ndarray:
    """The tones of the last polygons drawn over spots; NaN where there is none."""
    tones = np.full(len(spots), np.nan)
    for shape in drawing_of(picture, frame).shapes:
        if isinstance(shape, Polygon) and shape.fill == _solid(picture).colour:
            points = np.array(shape.points)
            sides = [
                _cross(q - p, spots - p) for p, q in zip(points, np.roll(points, -1, axis=0), strict=True)
            ]
            tones[np.abs(np.sum(np.sign(sides), axis=0)) == len(points)] = shape.tone
    return tones


@pytest.mark.parametrize(
    ("solid", "close"),
    [
        pytest.param(BRACKET, 1e-6, id="bracket"),
        pytest.param(RING, 0.02, id="ring", marks=pytest.mark.soak),
    ],
)
def test_hidden_surfaces_are_hidden(solid: Solid, close: float, tmp_path: Path) -> None:
    """At 99 of 100 spots of a drawing the face that is painted last is the nearest one, in every position."""
    written_mesh(solid, tmp_path)
    picture = picture_of(_swinging(tmp_path))
    random = np.random.default_rng(2)
    for frame in range(6):
        size = 1.2 * picture.radius
        spots = random.uniform(-size, size, size=(20_000, 2))
        seen, painted = _tones(picture, frame, solid, spots), _painted(picture, frame, spots)
        both = np.isfinite(seen) & np.isfinite(painted)
        assert both.sum() > 200
        assert (np.isfinite(seen) == np.isfinite(painted)).mean() > 0.998
        assert (np.abs(seen - painted)[both] < close).mean() > 0.99


def test_a_mesh_is_drawn_where_the_body_is(tmp_path: Path) -> None:
    """The axes of the mesh are those of the body, its origin that of the body, its corners in metres."""
    written_mesh(BRACKET, tmp_path)
    motion = _swinging(tmp_path, outputs={f"e{i}": f"arm.R[{i},1]" for i in (1, 2, 3)})
    picture = picture_of(motion)
    shape = _solid(picture)
    drawn = np.stack([shape.values[f"x_{k}"] for k in "xyz"], axis=1)
    assert drawn == pytest.approx(motion.outputs, abs=1e-12)
    assert np.ptp(shape.mesh.corners, axis=0) == pytest.approx([0.6, 0.4, 0.15])
    assert picture.points[:, shape.points[0]] == pytest.approx(np.zeros((len(motion.t), 3)), abs=1e-15)
    reach = np.linalg.norm([0.6, 0.4, 0.15])
    assert picture.radius < 2 * reach


@pytest.mark.parametrize("count", [40, 200])
def test_large_meshes_are_drawn_with_fewer_faces(count: int) -> None:
    """A drawing has at most its budget of faces, and keeps the shape within two cells of its grid."""
    ring = solids.torus(0.3, 0.1, count)
    mesh = drawn_mesh(_surface(ring), 3000)
    assert len(mesh.faces) <= 3000
    corners = np.array(mesh.corners)
    away = np.abs(np.hypot(np.hypot(corners[:, 0], corners[:, 1]) - 0.3, corners[:, 2]) - 0.1)
    assert away.max() < 0.02


def test_large_faces_are_divided() -> None:
    """The faces of a mesh of few triangles are divided without moving: same area, shorter sides."""
    mesh = drawn_mesh(_surface(BRACKET), FACES)
    faces = np.array(mesh.corners)[np.array(mesh.faces)]
    area = np.linalg.norm(np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]), axis=1).sum()
    assert area == pytest.approx(np.linalg.norm(_surface(BRACKET).double_areas, axis=1).sum(), rel=1e-5)
    assert np.linalg.norm(np.roll(faces, -1, axis=1) - faces, axis=2).max() <= 0.6 / 12 * 1.0001
    assert len(mesh.faces) < 3000


def test_a_user_may_draw_a_mesh(tmp_path: Path) -> None:
    """`meshes` of a scene draw a file at a point along two directions, and a missing file is a warning of check."""
    written_mesh(BRACKET, tmp_path)
    mesh = {"at": "P", "file": "ascii.stl", "unit": "cm", "x": ["0", "1", "0"], "y": ["-1", "0", "0"]}
    scene = {"points": {"P": ["a", 0, 0]}, "meshes": [mesh]}
    picture = picture_of(_swinging(tmp_path, scene=scene))
    assert np.ptp(_solid(picture).mesh.corners, axis=0) == pytest.approx([0.006, 0.004, 0.0015])
    for change, message in (({"file": "no.stl"}, "there is no file no.stl"), ({"unit": "mmm"}, "mmm")):
        motion = _swinging(tmp_path, scene=scene | {"meshes": [mesh | change]})
        flaws = dalembert.check(motion.model).flaws
        assert any(flaw.severity == "warning" and message in flaw.message for flaw in flaws)
        with pytest.raises(ModelError, match=message):
            picture_of(motion)


def test_a_page_has_each_mesh_once(tmp_path: Path) -> None:
    """Bodies with one mesh share it in a page, whose data name it."""
    written_mesh(BRACKET, tmp_path)
    body = {"mass": ENTRY, "points": {"E": [0.5, 0, 0]}}
    pins = {
        "O": {"kind": "pin", "between": ["ground", "arm"], "coordinate": {"q": {"start": 0, "speed": 1}}},
        "A": {"kind": "pin", "between": ["arm.E", "hand"], "coordinate": {"p": {"start": 0, "speed": 2}}},
    }
    motion = _swinging(tmp_path, bodies={"space": 3, "arm": body, "hand": body}, joints=pins)
    page = player(picture_of(motion), words_of("en"))
    text = re.search(
        r'<script type="application/json" class="dlb-data">(.*?)</script>', page, re.DOTALL
    ).group(1)
    data = json.loads(text)
    names = [shape["mesh"] for shape in data["shapes"] if shape["kind"] == "solid"]
    assert names == ["mesh_1", "mesh_1"]
    assert len(data["meshes"]["mesh_1"]["faces"]) == len(_solid_faces(motion))


def _solid_faces(motion: dalembert.Motion) -> tuple[tuple[int, ...], ...]:
    return next(shape.mesh.faces for shape in picture_of(motion).shapes if shape.kind == "solid")


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_the_player_draws_a_mesh(tmp_path: Path) -> None:
    """In a browser the page of a mesh plays without complaints and paints faces in several tones."""
    written_mesh(BRACKET, tmp_path)
    page = tmp_path / "page.html"
    page.write_text(player(picture_of(_swinging(tmp_path)), words_of("en")))
    with Browser() as browser:
        browser.open(page.as_uri())
        browser.until("return document.querySelector('.dlb').dalembert.playing", "it plays")
        browser.script("const p = document.querySelector('.dlb').dalembert; p.pause(); p.seek(0)")
        tones = browser.script(PAINTED)
        assert not browser.complaints()
    assert len([tone for tone, count in tones.items() if count > 300]) >= 2
    assert sum(tones.values()) > 5000
