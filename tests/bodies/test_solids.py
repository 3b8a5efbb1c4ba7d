"""Bodies are drawn without a scene: solids of their shapes in space, joints, guides, gears, belts and curves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.bodies.systems import changed

import dalembert
from dalembert._present.animation.frame_drawing import drawing_of
from dalembert._present.animation.making import picture_of
from dalembert._present.animation.picture import Picture, Shape
from dalembert._present.animation.player import player
from dalembert._words.languages import words_of

SHAPES = {
    "rod": 0.4,
    "plate": [0.3, 0.2],
    "disc": 0.15,
    "cylinder": [0.1, 0.3],
    "tube": [0.12, 0.08, 0.25],
    "box": [0.3, 0.2, 0.1],
    "sphere": 0.12,
    "cone": [0.12, 0.3],
}
DRAWN = {"rod": "link", "plate": "box", "disc": "plate", "cylinder": "plate", "tube": "plate", "box": "box",
         "sphere": "disc", "cone": "cone"}  # fmt: skip


def _picture(system: dict[str, Any]) -> Picture:
    return picture_of(dalembert.simulate(dalembert.model(**changed(system))))


def _turning(body: dict[str, Any], **joint: Any) -> dict[str, Any]:
    own = {
        "kind": "pin",
        "axis": "y",
        "between": ["ground", "body"],
        "coordinate": {"q": {"start": 0.4, "speed": 2}},
    }
    return {
        "bodies": {"space": 3, "gravity": [0, 0, -9.81], "body": {"mass": 2, **body}},
        "joints": {"O": own | joint},
        "simulate": {"t_end": 0.2, "samples": 3},
    }


def _one(picture: Picture, kind: str) -> Shape:
    (found,) = (shape for shape in picture.shapes if shape.kind == kind and shape.colour != "mass")
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_in_space_is_a_solid_of_its_sizes(shape: str) -> None:
    """What is drawn has the sizes of the shape about the mass centre, and turns with the body."""
    sizes = SHAPES[shape]
    picture = _picture(_turning({"shape": {shape: sizes}, "centre": [0, 0, 0.5]}))
    solid = _one(picture, DRAWN[shape]) if shape == "rod" else next(
        one for one in picture.shapes if one.kind == DRAWN[shape] and one.colour != "mass"
    )  # fmt: skip
    values = {name: column[0] for name, column in solid.values.items()}
    first = sizes[0] if isinstance(sizes, list) else sizes
    if shape in ("plate", "box"):
        assert values["size_x"] == pytest.approx(first)
        axis = np.array([values[f"x_{k}"] for k in "xyz"])
        assert axis == pytest.approx([np.cos(0.4), 0, -np.sin(0.4)])
    elif shape == "rod":
        ends = picture.points[0, list(solid.points)]
        assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(first)
    elif shape == "cone":
        base, tip = picture.points[0, list(solid.points)]
        assert np.linalg.norm(tip - base) == pytest.approx(0.3)
        centre = (3 * base + tip) / 4
        assert centre == pytest.approx([0.5 * np.sin(0.4), 0, 0.5 * np.cos(0.4)])
    else:
        assert values["radius"] == pytest.approx(first)
    assert drawing_of(picture, 0).shapes


@pytest.mark.parametrize(
    ("moments", "kind", "sizes"),
    [
        ([0.2, 0.2, 0.2], "disc", {"radius": np.sqrt(5 * 0.2 / 4)}),
        ([0.05, 0.05, 0.09], "plate", {"radius": np.sqrt(0.09), "thickness": np.sqrt((0.6 - 0.54) / 2)}),
        ([0.05, 0.04, 0.03], "box", {"size_x": np.sqrt(6 * 0.02 / 2), "size_z": np.sqrt(6 * 0.06 / 2)}),
    ],
)
def test_a_body_without_a_shape_is_as_large_as_its_moments_say(
    moments: list[float], kind: str, sizes: dict[str, float]
) -> None:
    """A sphere, a cylinder or a box with the same mass has the same moments of inertia."""
    picture = _picture(_turning({"inertia": moments}))
    solid = next(one for one in picture.shapes if one.kind == kind and one.colour != "mass")
    for name, size in sizes.items():
        assert solid.values[name][0] == pytest.approx(size)


def test_a_guide_goes_as_far_as_what_slides_on_it() -> None:
    """In the plane and in space it covers the way of the slider, and the block is on it."""
    slide = {
        "kind": "slider",
        "axis": "x",
        "between": ["ground", "body"],
        "coordinate": {"s": {"start": 0, "speed": 3}},
    }
    for space in (2, 3):
        system = {
            "bodies": {"space": space, "body": {"mass": 1}},
            "joints": {"G": slide},
            "simulate": {"t_end": 1, "samples": 4},
        }
        picture = _picture(system)
        (rail,) = (one for one in picture.shapes if one.kind == "rail")
        assert rail.values["low"][0] < 0
        assert rail.values["high"][0] > 3
        assert picture.high[0] >= rail.values["high"][0]


PLANE = {
    "parameters": {"r1": 0.1, "r2": 0.25, "a": 0.6, "b": 0.3},
    "bodies": {
        "ground": {"points": {"A": [0, 0], "B": [0.8, 0.1], "C": [1.3, 0.1], "G": [0, -0.4], "E": [0, 1.5]}},
        "one": {"mass": 1, "inertia": 0.01},
        "two": {"mass": 1, "inertia": 0.02},
        "three": {"mass": 1, "inertia": 0.02},
        "bar": {"mass": 1},
        "bead": {"mass": 1, "inertia": 0.01},
    },
    "joints": {
        "A": {"kind": "pin", "between": ["ground.A", "one"], "coordinate": {"p": {"start": 0, "speed": 5}}},
        "B": {"kind": "pin", "between": ["ground.B", "two"], "coordinate": {"q": {"start": 0}}},
        "C": {"kind": "pin", "between": ["ground.C", "three"], "coordinate": {"u": {"start": 0}}},
        "G": {"kind": "slider", "between": ["ground.G", "bar"], "coordinate": {"s": {"start": 0}}},
        "F": {"kind": "free", "between": ["ground", "bead"],
              "coordinate": {"x": {"guess": 0.6}, "y": {"guess": 1.6}, "phi": {"start": 0, "speed": 0}}},
        "belt": {"kind": "belt", "between": ["joints.A", "joints.B"], "radii": ["r1", "r2"]},
        "gear": {"kind": "gear", "between": ["joints.B", "joints.C"], "ratio": -1.5},
        "rack": {"kind": "rack", "between": ["joints.A", "joints.G"], "radius": "r1"},
        "track": {"kind": "point_on_curve", "between": ["ground.E", "bead"], "curve": ["a*cos(w)", "b*sin(w)"],
                  "coordinate": {"w": {"start": 0.3, "speed": 1}}},
    },
    "simulate": {"t_end": 0.5, "samples": 10},
}  # fmt: skip


def test_gears_touch_a_belt_goes_around_and_curves_hold_their_points() -> None:
    """Radii of gears add up to the distance of their axes with their ratio; a closed curve is drawn whole."""
    picture = _picture(PLANE)
    wheels = [shape for shape in picture.shapes if shape.kind == "wheel"]
    at = {picture.names[wheel.points[0]]: wheel.values["radius"][0] for wheel in wheels}
    apart = 0.5
    gears = [radius for radius in at.values() if radius not in (0.1, 0.25)]
    assert sum(gears) == pytest.approx(apart)
    assert max(gears) / min(gears) == pytest.approx(1.5)
    (belt,) = (shape for shape in picture.shapes if shape.kind == "belt")
    assert [belt.values[key][0] for key in "ab"] == [0.1, 0.25]
    (wire,) = (shape for shape in picture.shapes if shape.kind == "wire")
    x, y = (picture.points[0, list(wire.points)] - [0, 1.5]).T
    assert (x / 0.6) ** 2 + (y / 0.3) ** 2 == pytest.approx(np.ones(len(x)))
    assert np.hypot(x[0] - x[-1], y[0] - y[-1]) < 1e-9
    (rack,) = (shape for shape in picture.shapes if shape.kind == "rack")
    assert rack.values["shift"][-1] == pytest.approx(0.1 * 5 * 0.5)
    assert "belt(scene" in player(picture, words_of("en"))


def test_the_profile_of_a_cam_is_where_its_follower_is() -> None:
    """The guide cuts the profile at the place of the follower at all times."""
    system = {
        "parameters": {"h": 0.02, "Om": 6.0},
        "bodies": {
            "ground": {"points": {"G": [0, 0.1]}},
            "shaft": {"mass": 1, "inertia": 0.01},
            "tappet": {"mass": 1},
        },
        "joints": {
            "O": {"kind": "pin", "between": ["ground", "shaft"], "coordinate": "theta"},
            "guide": {"kind": "slider", "axis": "y", "between": ["ground.G", "tappet"], "coordinate": "lift"},
            "motor": {"kind": "drive", "between": "joints.O", "value": "Om*t"},
            "cam": {"kind": "cam", "between": ["joints.O", "joints.guide"], "profile": "h*(1 - cos(theta))"},
        },
        "simulate": {"t_end": 1, "samples": 7},
    }
    picture = _picture(system)
    (wire,) = (shape for shape in picture.shapes if shape.kind == "wire")
    tappet = picture.points[:, picture.names.index("tappet")]
    for frame in range(len(picture.times)):
        curve = picture.points[frame, list(wire.points)]
        angle = np.arctan2(curve[:, 0], curve[:, 1])
        order = np.argsort(angle)
        reach = np.interp(0.0, angle[order], np.linalg.norm(curve[order], axis=1))
        assert reach == pytest.approx(tappet[frame, 1], abs=1e-4)


@pytest.mark.parametrize(
    ("section", "entry", "wanted"),
    [
        ("rails", {"points": ["A", "B"]}, "`axis` is missing"),
        ("belts", {"points": ["A", "B"], "radii": ["1"]}, "must be a list of 2 expressions"),
        ("curves", {"at": "A", "curve": ["s", "s"]}, "`coordinate` is missing"),
        ("hinges", {"at": "A", "axis": ["0", "1"]}, "bodies in space"),
        ("racks", {"points": ["A", "B"], "axis": ["1", "0"]}, "`radius` is missing"),
    ],
)
def test_mistakes_in_parts_of_mechanisms_are_told(section: str, entry: dict[str, Any], wanted: str) -> None:
    """What is missing or does not fit is named, and the motion is not touched by it."""
    model = dalembert.model(
        parameters={"m": 1},
        coordinates={"s": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*m*s'^2"},
        scene={"points": {"A": ["s", "0"], "B": ["1", "0"]}, section: [entry]},
    )
    told = [flaw for flaw in dalembert.check(model).flaws if flaw.rule == "scene"]
    assert any(wanted in str(flaw.message) for flaw in told), told
