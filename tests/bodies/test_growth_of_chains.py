"""Chains of bodies grow by their length: operations of a right side, counted, in both choices of coordinates."""

from __future__ import annotations

import pytest

import dalembert
from dalembert._compile.mechanical_system import MechanicalSystem

LINKS = (4, 6, 8)
PLANE = {"space": 2, "gravity": [0, -9.81]}
SPACE = {"space": 3, "gravity": [0, 0, -9.81]}


def _operations(n: int, bodies: dict[str, object], coordinates: str) -> int:
    space = bodies["space"]
    zeros = [0] * (int(str(space)) - 1)
    link: dict[str, object] = {"for": "i = 1..N", "mass": 1, "inertia": 0.1, "centre": [0.5, *zeros]}
    link["points"] = {"E": [1, *zeros]}
    joint: dict[str, object] = {"for": "i = 1..N", "kind": "pin"}
    joint["between"] = ["if(i == 1, ground, link[i-1].E)", "link[i]"]
    joint["coordinate"] = {"q[i]": {"start": 0.1, "speed": 0}}
    if space == 3:
        joint["axis"] = [0, 1, 1]
    model = dalembert.model(
        parameters={"N": n},
        bodies={**bodies, "coordinates": coordinates, "link[i]": link},
        joints={"O[i]": joint},
    )
    return len(MechanicalSystem(model).tapes["rates"].instructions)


@pytest.mark.parametrize(
    ("bodies", "coordinates"),
    [
        (PLANE, "joint"),
        (PLANE, "body"),
        (SPACE, "joint"),
        pytest.param(SPACE, "body", marks=pytest.mark.soak),
    ],
    ids=["plane-joint", "plane-body", "space-joint", "space-body"],
)
def test_operations_grow_like_the_number_of_links(bodies: dict[str, object], coordinates: str) -> None:
    """Two more links take as many operations at the end of a long chain as of a short one."""
    short, middle, long = (_operations(n, bodies, coordinates) for n in LINKS)
    assert long - middle <= 1.05 * (middle - short)
