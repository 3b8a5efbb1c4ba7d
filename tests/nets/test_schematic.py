"""Schematics of networks: every element once, apart from all others, tied to the rails of its nodes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import hypot

import numpy as np
import pytest
from tests.nets.circuits import CIRCUITS, at_random

import dalembert
from dalembert._model.build import build
from dalembert._model.expansions import with_bodies
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.schematic import MOST, ROW
from dalembert._model.scene import SHEET
from dalembert._present.animation.camera import view
from dalembert._present.animation.flow_labels import amount
from dalembert._present.animation.live_columns import live_columns
from dalembert._present.animation.making import drawn_of, picture_of
from dalembert._text.written import Written

SYMBOLS = {kind.scene for kind in NET_KINDS.values()} - {""}
MARGIN = 0.3  # half the width of a symbol
MOTOR = {
    "bodies": {"rotor": {"mass": 1.0, "inertia": 0.02, "points": {"A": [0.1, 0]}}},
    "joints": {"A": {"kind": "pin", "between": ["ground", "rotor"],
                     "coordinate": {"th": {"start": 0, "speed": 0}}}},
    "elements": {
        "V": {"kind": "voltage_source", "between": ["a", "ground"], "voltage": 12.0},
        "M": {"kind": "dc_motor", "between": ["a", "ground"], "drives": "joints.A", "constant": 0.1,
              "resistance": 2.0},
    },
    "simulate": {"t_end": 0.1, "samples": 5},
}  # fmt: skip
MOTOR_IN_SPACE = MOTOR | {
    "bodies": {
        "space": 3,
        "rotor": {"mass": 1.0, "shape": {"box": [0.3, 0.1, 0.1]}, "points": {"A": [0.1, 0, 0]}},
    }
}


def _scene(elements: dict[str, dict[str, object]]) -> dict[str, object]:
    return with_bodies(Written(values={"format": 1, "elements": elements}))[0].values["scene"]


def _boxes(scene: dict[str, list[dict[str, object]]]) -> dict[str, tuple[float, ...]]:
    points = scene["points"]
    found = {}
    for shape in SYMBOLS & scene.keys():
        for one in scene[shape]:
            (x, y), (u, v) = (points[name] for name in one["points"])
            found[f"{shape} {one['points']}"] = (
                min(x, u) - MARGIN, max(x, u) + MARGIN, min(y, v) - MARGIN, max(y, v) + MARGIN
            )  # fmt: skip
    return found


@pytest.mark.parametrize(
    "elements", [*CIRCUITS.values(), *(at_random(seed, 8) for seed in range(6)), at_random(7, 40)]
)
def test_no_symbol_lies_on_another(elements: dict[str, dict[str, object]]) -> None:
    """The boxes of all symbols are disjoint, one for each winding, and no wire of another crosses them."""
    scene = _scene(elements)
    boxes = _boxes(scene)
    windings = sum(("between" in one) + ("secondary" in one) for one in elements.values())
    assert len(boxes) == windings
    for (first, a), (second, b) in combinations(boxes.items(), 2):
        apart = a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
        assert apart, (first, second)
    points = scene["points"]
    for wire in scene["wires"]:
        (x, y), (u, v) = (points[name] for name in wire)
        for name, (left, right, low, high) in boxes.items():
            inside = min(x, u) < right - 0.35 and max(x, u) > left + 0.35
            assert not (inside and min(y, v) < high - 0.35 and max(y, v) > low + 0.35), (name, wire)
    assert max(x for x, _ in points.values()) < ROW + 20


def _texts(scene: dict[str, list[dict[str, object]]], letter: float) -> dict[str, tuple[float, ...]]:
    """The boxes of names, and of amounts as −1.23·10⁻⁴ m³/s: letters half as wide as high, m and W as high."""
    points, boxes = scene["points"], dict[str, tuple[float, ...]]()
    for one in scene["captions"]:
        (x, y), text, size = points[one["at"]], one["text"], letter * one["width"]
        half = 0.25 * size * sum(2 if one in "mwMW" else 1 for one in text)
        boxes[f"{text} {one['at']}"] = (x - half, x + half, y - size / 2, y + size / 2)
    for one in scene["flows"]:
        (x, y), (u, v) = (points[name] for name in one["points"])
        width, size = one["width"], letter * one["width"]
        letters = len(one["text"]) + len("−123 m" if len(one["text"]) == 1 else "−1.23·10⁻⁴ ")
        wide = 0.5 * size * letters
        left, y = (x + 0.5 * width, (y + v) / 2) if x == u else ((x + u - wide) / 2, y + 0.85 * width)
        boxes[f"flow {one['points']}"] = (left, left + wide, y - size / 2, y + size / 2)
    return boxes


PRESS = {
    "pump": {"kind": "pump", "between": ["a", "ground"], "pressure": "3e4 - 2e9*flow^2"},
    "line": {
        "kind": "pipe",
        "between": ["a", "b"],
        "length": 20,
        "area": 2e-3,
        "density": 1000,
        "resistance": 1e5,
    },
    "upper": {"kind": "tank", "between": ["b", "ground"], "capacity": 2e-5},
    "tap": {"kind": "restrictor", "between": ["b", "c"], "resistance": 1e6},
    "lower": {"kind": "tank", "between": ["c", "ground"], "capacity": 1e-5},
}
LONG = {
    "memory_m_mmm": {"kind": "voltage_source", "between": ["a", "ground"], "voltage": 3},
    "WWWMMMmmmwww": {"kind": "resistor", "between": ["a", "ground"], "resistance": 2},
    "commonmemory": {"kind": "capacitor", "between": ["a", "b"], "capacitance": 0.1},
    "damping_wide": {"kind": "inductor", "between": ["b", "ground"], "inductance": 2},
}


@pytest.mark.parametrize(("elements", "letter"), [(PRESS, 0.72), (LONG, 0.6)])
def test_no_text_lies_on_another_or_on_a_symbol(
    elements: dict[str, dict[str, object]], letter: float
) -> None:
    """Long names have their room, and long amounts, in letters that a page enlarges so that they can be read."""
    scene = _scene(elements)
    texts, symbols = _texts(scene, letter), _boxes(scene)
    every = {**texts, **symbols}
    for first, second in combinations(every, 2):
        if first in symbols and second in symbols:
            continue
        a, b = every[first], every[second]
        assert a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2], (first, second)


def test_wires_lead_to_every_symbol() -> None:
    """Each end of a symbol is an end of a wire, or a terminal with a name."""
    scene = _scene(at_random(7, 40))
    ends = {name for wire in scene["wires"] for name in wire}
    ends |= {one["at"] for one in scene["nodes"]}
    for shape in SYMBOLS & scene.keys():
        for one in scene[shape]:
            assert set(one["points"]) <= ends, one


def test_the_scene_is_read_without_a_flaw() -> None:
    """As a user's own; and a scene of the user takes its place."""
    for elements in CIRCUITS.values():
        _, flaws = build(Written(values={"format": 1, "elements": elements}))
        assert not flaws
    own = {"points": {"A": [0, 0]}, "masses": ["A"]}
    model = dalembert.model(elements=CIRCUITS["pi filter"], scene=own)
    assert {key for key, _ in model.scene} == set(own)


def test_a_very_large_network_has_no_schematic() -> None:
    """Beyond what can be read there is none."""
    elements = at_random(1, MOST)
    assert "scene" not in with_bodies(Written(values={"format": 1, "elements": elements}))[0].values


def test_arrows_point_where_it_flows_and_say_how_much() -> None:
    """In a series circuit all flows are one, which changes its direction; the amount has no sign."""
    motion = dalembert.simulate(
        dalembert.model(elements=CIRCUITS["weakly damped"], simulate={"t_end": 4.0, "samples": 40})
    )
    current = np.asarray(motion["q_L'"])
    flows = {one.points: one for one in picture_of(motion).shapes if one.symbol == "flow"}
    assert len(flows) == 4
    signs = set()
    for one in flows.values():
        assert np.allclose(one.values["value"], np.abs(current), rtol=1e-12)
        assert np.array_equal(
            np.sign(one.values["share"]), np.sign(one.values["share"][0] * current / current[0])
        )
        signs.add(float(np.sign(one.values["share"][0] * current[0])))
    assert signs == {1.0, -1.0}  # the source is passed from its second node to its first
    assert current.min() < 0 < current.max()


def test_a_schematic_stands_beside_its_mechanism() -> None:
    """On a sheet that overlaps with nothing of the mechanism, in a size like it."""
    shown = picture_of(dalembert.simulate(dalembert.model(**MOTOR)))
    on = np.array([name.startswith(SHEET) for name in shown.names])
    assert on.any()
    assert not on.all()
    sheet, mechanism = shown.points[:, on].reshape(-1, 2), shown.points[:, ~on].reshape(-1, 2)
    apart = (sheet.min(axis=0) > mechanism.max(axis=0)) | (sheet.max(axis=0) < mechanism.min(axis=0))
    assert apart.any()
    assert 0.3 < hypot(*np.ptp(sheet, axis=0)) / hypot(*np.ptp(mechanism, axis=0)) < 3
    assert shown.axes


def test_a_schematic_stands_beside_a_wide_body() -> None:
    """A plate that reaches far beyond its points is kept free, however it turns; so are the ways of its corners."""
    door = {"mass": 20, "shape": {"plate": [1.6, 0.1]}, "centre": [0.1, 0]}
    pin = {"kind": "pin", "between": ["ground", "door"], "coordinate": {"phi": {"start": 0, "speed": 1}}}
    motor = {"kind": "dc_motor", "between": ["a", "ground"], "drives": "joints.A"}
    model = dalembert.model(
        bodies={"door": door},
        joints={"A": pin},
        elements={
            "U": {"kind": "voltage_source", "between": ["a", "ground"], "voltage": 1},
            "M": motor | {"constant": 0.1, "resistance": 1, "inductance": 0.01},
        },
        simulate={"t_end": 2.0, "samples": 20},
    )
    shown = picture_of(dalembert.simulate(model))
    on = np.array([name.startswith(SHEET) for name in shown.names])
    centre = shown.points[:, list(shown.names).index("door"), np.newaxis]
    assert np.min(np.max(np.abs(shown.points[:, on] - centre), axis=2)) > 0.8


def test_texts_of_flows_are_in_the_picture() -> None:
    """The amount beside the last branch reaches as far as its letters do, for its largest number."""
    motion = dalembert.simulate(
        dalembert.model(elements=CIRCUITS["pi filter"], simulate={"t_end": 1e-3, "samples": 4})
    )
    shown = picture_of(motion)
    flows = [one for one in shown.shapes if one.symbol == "flow"]
    upright = [one for one in flows if np.ptp(shown.points[0, list(one.points), 0]) == 0]
    last = max(upright, key=lambda one: shown.points[0, one.points[0], 0])
    x, width = shown.points[0, last.points[0], 0], float(last.values["width"][0])
    longest = len("−1.23·10⁻⁴ ") + len(last.text)
    assert shown.high[0] >= x + width * (0.5 + 0.6 * 0.5 * longest)  # letters half as wide as high


def test_a_schematic_beside_bodies_in_space_lies_on_the_paper() -> None:
    """Wherever the eye stands it is where it was, and beside the ball that the bodies stay in."""
    motion = dalembert.simulate(dalembert.model(**MOTOR_IN_SPACE))
    shown = picture_of(motion)
    on = [i for i in range(len(shown.names)) if shown.on_paper(i)]
    assert on
    assert shown.dimension == 3
    assert sum(shape.symbol == "flow" for shape in shown.shapes) == 2
    sheet = shown.points[0, on, :2]
    away = np.maximum(np.abs(sheet) - shown.radius, 0)
    assert np.all(away.max(axis=1) > 0)
    turned = replace(shown, turn=shown.turn + 40, tilt=10)
    for one in (shown, turned):
        assert [view(one, 0).spot(i) for i in on] == [tuple(place) for place in sheet.tolist()]
    bodies = [i for i in range(len(shown.names)) if i not in on]
    assert any(view(shown, 0).spot(i) != view(turned, 0).spot(i) for i in bodies)
    live = live_columns(shown, drawn_of(motion))
    assert {len(live.points[i]) for i in on} == {2}
    assert "symbol" not in live.lost  # arrows of flows follow other values in a page


def test_amounts_have_three_digits() -> None:
    """With a prefix where a unit has them, else with a power of ten."""
    assert amount(0.01254, "A", ".") == "12.5 mA"
    assert amount(-2.0, "A", ",") == "-2,00 A"
    assert amount(0.9999, "W", ".") == "1.00 W"
    assert amount(0.0, "W", ".") == "0 W"
    assert amount(1.2e-4, "m³/s", ".") == "1.20·10⁻⁴ m³/s"
    assert amount(float("nan"), "A", ".") == ""
