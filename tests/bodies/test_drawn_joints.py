"""What is drawn for joints in space: threads, crossed guides, and wheels of gears that touch."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert._model.rules_scene import scene_of
from dalembert._present.animation.making import picture_of
from dalembert._present.animation.mechanisms import ON_RIM

WHEEL = {"mass": 1, "inertia": [0.1, 0.1, 0.2]}


def _gears(points: dict[str, Any], ratio: float) -> dict[str, Any]:
    pins = {
        name: {"kind": "pin", "between": [f"ground.{name}", wheel], "coordinate": {own: {"start": 0}}}
        for name, wheel, own in (("A", "w1", "a"), ("B", "w2", "b"))
    }
    gear = {"kind": "gear", "between": ["joints.A", "joints.B"], "ratio": ratio}
    return {
        "bodies": {"space": 3, "ground": {"points": points}, "w1": WHEEL, "w2": WHEEL},
        "joints": pins | {"G": gear},
        "simulate": {"t_end": 0.1, "samples": 2},
    }


def _radii(sections: dict[str, Any]) -> np.ndarray:
    """The radii of the discs of a scene, as numbers."""
    picture = picture_of(dalembert.simulate(dalembert.model(**sections)))
    plates = [shape for shape in picture.shapes if shape.kind == "plate"]
    return np.array([shape.values["radius"][0] for shape in plates[:2]])  # axles come after them


def test_spur_gears_touch_between_parallel_axes() -> None:
    """Outside r₁ + r₂ is the distance of the axes, inside r₂ − r₁; a shift along them does not count."""
    points = {"A": [0, 0, 0], "B": [0.3, 0.4, 0.7]}
    np.testing.assert_allclose(_radii(_gears(points, -1.5)), [0.2, 0.3], rtol=1e-12)
    np.testing.assert_allclose(_radii(_gears(points, 3.0)), [0.25, 0.75], rtol=1e-12)


@pytest.mark.parametrize(("angle", "ratio"), [("pi/2", 2.0), (1.1, -1.4)])
def test_bevel_gears_touch_between_axes_that_meet(angle: str | float, ratio: float) -> None:
    """The circles have one point in common where both are as far from where the axes meet."""
    size = math.pi / 2 if angle == "pi/2" else float(angle)
    first = math.atan2(math.sin(size), abs(ratio) + math.cos(size))
    reach = 0.8  # of both cones, from where their axes meet
    way = np.array([math.sin(size), 0.0, math.cos(size)])
    points = {
        "A": [0, 0, reach * math.cos(first)],
        "B": {"at": (reach * math.cos(size - first) * way).tolist(), "turn": [["y", angle]]},
    }
    expected = [reach * math.sin(first), reach * math.sin(size - first)]
    np.testing.assert_allclose(_radii(_gears(points, ratio)), expected, rtol=1e-12)


def test_threads_and_crossed_guides_are_drawn() -> None:
    """A screw has a helix about its axis, a planar joint two guides in its plane."""
    model = dalembert.model(
        bodies={"space": 3, "nut": WHEEL, "plate": WHEEL},
        joints={
            "S": {"kind": "screw", "between": ["ground", "nut"], "pitch": 0.1, "coordinate": "s"},
            "P": {"kind": "planar", "between": ["ground", "plate"]},
        },
    )
    scene = scene_of(model)
    assert scene is not None
    kinds = [part.kind for part in scene.parts]
    assert kinds.count("curve") == 1
    assert kinds.count("rail") == 3  # one of the screw


@pytest.mark.parametrize("crossed", [False, True])
def test_a_belt_in_space_is_as_long_as_a_belt_is(crossed: bool) -> None:
    """Of two arcs and two straight parts that touch them: 2 √(e² − (a ∓ b)²) + …, with the axes along y."""
    a, b, e = 0.3, 0.15, 1.2
    pins = {
        name: {
            "kind": "pin",
            "axis": "y",
            "between": [f"ground.{name}", body],
            "coordinate": {own: {"start": 0}},
        }
        for name, body, own in (("A", "w1", "p"), ("B", "w2", "q"))
    }
    belt = {"kind": "belt", "between": ["joints.A", "joints.B"], "radii": [a, b], "crossed": crossed}
    model = dalembert.model(
        bodies={
            "space": 3,
            "ground": {"points": {"A": [0.1, 0, 0.2], "B": [0.1 + 0.6 * e, 0, 0.2 + 0.8 * e]}},
            "w1": WHEEL,
            "w2": WHEEL,
        },
        joints=pins | {"V": belt},
        simulate={"t_end": 0.1, "samples": 2},
    )
    picture = picture_of(dalembert.simulate(model))
    (wire,) = (shape for shape in picture.shapes if shape.kind == "wire")
    line = picture.points[0, list(wire.points)]
    a, b = ON_RIM * a, ON_RIM * b
    beta = math.acos((a + b if crossed else a - b) / e)
    arcs = 2 * (math.pi - beta) * (a + b) if crossed else 2 * (math.pi - beta) * a + 2 * beta * b
    assert np.linalg.norm(np.diff(line, axis=0), axis=1).sum() == pytest.approx(
        2 * e * math.sin(beta) + arcs, rel=2e-3
    )


def test_a_weld_is_no_hinge() -> None:
    """A square over the bodies; what is welded to the ground has a hatched line, no support of a pin."""
    model = dalembert.model(
        bodies={
            "arm": {"mass": 1, "shape": {"rod": 1}, "centre": [0.5, 0], "points": {"E": [1, 0]}},
            "tip": {"mass": 1, "shape": {"rod": 1}, "centre": [0.5, 0], "points": {"E": [1, 0]}},
            "bob": {"mass": 1, "centre": [0.5, 0]},
        },
        joints={
            "W": {"kind": "weld", "between": ["ground", "arm"]},
            "V": {"kind": "weld", "between": ["arm.E", "tip"]},
            "O": {"kind": "pin", "between": ["tip.E", "bob"]},
        },
        simulate={"t_end": 0.1, "samples": 2},
    )
    picture = picture_of(dalembert.simulate(model))
    kinds = [shape.kind for shape in picture.shapes]
    assert "pin" not in kinds
    assert kinds.count("floor") == 1
    assert kinds.count("block") == 2
    first, second = picture.points[0, list(next(s for s in picture.shapes if s.kind == "floor").points)]
    np.testing.assert_allclose((first + second) / 2, [0, 0], atol=1e-12)
    assert first[1] > 0 > second[1]  # the ground is on the right of the way, behind the arm
