"""Schematics of networks: every element once, apart from all others, tied to the rails of its nodes."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.nets.circuits import CIRCUITS, at_random

import dalembert
from dalembert._model.bodies.expand import with_bodies
from dalembert._model.build import build
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.schematic import MOST
from dalembert._text.written import Written

SYMBOLS = {kind.scene for kind in NET_KINDS.values()} - {""}
MARGIN = 0.3  # half the width of a symbol


def _boxes(scene: dict[str, list[dict[str, object]]]) -> dict[str, tuple[float, ...]]:
    points = scene["points"]
    found = {}
    for shape in SYMBOLS & scene.keys():
        for one in scene[shape]:
            (x, y), (u, v) = (points[name] for name in one["points"])
            found[f"{one['text']} {one['points']}"] = (
                min(x, u) - MARGIN, max(x, u) + MARGIN, min(y, v) - MARGIN, max(y, v) + MARGIN
            )  # fmt: skip
    return found


@pytest.mark.parametrize("elements", [*CIRCUITS.values(), *(at_random(seed, 8) for seed in range(6))])
def test_no_symbol_lies_on_another(elements: dict[str, dict[str, object]]) -> None:
    """The boxes of all symbols are disjoint, and there is one for each winding."""
    written, _ = with_bodies(Written(values={"format": 1, "elements": elements}))
    boxes = _boxes(written.values["scene"])
    windings = sum(("between" in one) + ("secondary" in one) for one in elements.values())
    assert len(boxes) == windings
    for (first, a), (second, b) in combinations(boxes.items(), 2):
        apart = a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
        assert apart, (first, second)


def test_the_scene_is_read_without_a_flaw() -> None:
    """As a user's own; and a scene of the user takes its place."""
    for elements in CIRCUITS.values():
        _, flaws = build(Written(values={"format": 1, "elements": elements}))
        assert not flaws
    own = {"points": {"A": [0, 0]}, "masses": ["A"]}
    model = dalembert.model(elements=CIRCUITS["pi filter"], scene=own)
    assert {key for key, _ in model.scene} == set(own)


def test_a_large_network_has_no_schematic() -> None:
    """Beyond what can be read there is none."""
    elements = at_random(1, MOST)
    assert "scene" not in with_bodies(Written(values={"format": 1, "elements": elements}))[0].values
