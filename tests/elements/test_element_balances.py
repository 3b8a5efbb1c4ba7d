"""Loads of elements on bodies, by balances, compared with their efforts on coordinates, by energies and work."""

from __future__ import annotations

from typing import Any

import pytest

import dalembert
from dalembert._model.bodies.balances import balances_of
from dalembert._verify.balances import agreement

PLANE: dict[str, Any] = {
    "bodies": {
        "gravity": [0, -9.81],
        "ground": {"points": {"S": {"at": [0, -3], "turn": 0.2}}},
        "base": {"mass": 2, "inertia": 0.3, "centre": [0.1, 0], "points": {"A": {"at": [0.4, 0.1], "turn": 0.3}}},
        "slide": {"mass": 1, "inertia": 0.2, "points": {"B": [0.2, 0.1]}},
        "top": {"mass": 1, "shape": {"box": [0.3, 0.2, 0.1]}, "points": {"C": {"at": [0.2, -0.3], "turn": 0.5}}},
    },
    "joints": {
        "O": {"kind": "pin", "between": ["ground", "base"]},
        "S": {"kind": "slider", "between": ["base.A", "slide"], "axis": [1, 1]},
        "F": {"kind": "free", "between": ["ground", "top"]},
    },
    "elements": {
        "bushing": {
            "kind": "bushing", "between": ["base.A", "top.C"], "stiffness": [3, 4], "damping": [0.3, 0.2],
            "torsional_stiffness": 2, "torsional_damping": 0.1,
        },
        "rope": {"kind": "rope", "between": ["slide.B", "top.C"], "over": ["base.A"], "length": 3, "restitution": 0},
        "coil": {"kind": "spring", "between": "joints.S", "stiffness": 7, "length": 0.2},
        "pot": {"kind": "damper", "between": "joints.S", "damping": 0.7},
        "rubber": {"kind": "rope", "between": ["ground.S", "top.C"], "length": 1, "stiffness": 9, "damping": 1},
        "rub": {"kind": "friction", "between": "joints.S", "force": 2, "damping": 0.1, "speed": 0.1},
        "brake": {"kind": "friction", "between": ["base.A", "top.C"], "force": 2, "speed": 0.1},
        "pin": {"kind": "torsion_friction", "between": "joints.O", "torque": 0.4, "speed": 0.1},
        "push": {"kind": "actuator", "between": "joints.S", "force": "2 - 3*distance - speed", "limit": 5},
        "ram": {"kind": "actuator", "between": ["base.A", "top.C"], "force": "3 - speed"},
        "motor": {"kind": "motor", "between": ["base", "top"], "stall_torque": 2, "no_load_speed": 20},
        "air": {"kind": "drag", "at": "top.C", "density": 1.2, "coefficient": 0.5, "area": 0.3, "wind": [1, 2]},
        "jet": {"kind": "force", "at": "top.C", "force": [1, 2], "axes": "point"},
        "moon": {"kind": "gravity_gradient", "between": ["base.A", "top"], "mu": 3, "moments": [0.4, 0.1]},
        "box": {"kind": "contact", "between": ["base.A", "top"], "shape": "corners", "restitution": 0, "friction": 0.3},
        "ball": {"kind": "contact", "between": ["base.A", "slide.B"], "on": 0.1, "radius": 0.05, "restitution": 0.1,
                 "friction": 0.2},
        "wheel": {"kind": "contact", "between": ["ground.S", "top.C"], "normal": [1, 2], "radius": 0.2,
                  "law": "spring", "stiffness": 1e3, "friction": 0.4},
    },
}  # fmt: skip
SPACE: dict[str, Any] = {
    "bodies": {
        "space": 3,
        "gravity": [0, 0, -9.81],
        "ground": {"points": {"S": {"at": [0, 0, -3], "turn": [["x", 0.3], ["y", 0.2]]}}},
        "base": {
            "mass": 2, "inertia": [0.3, 0.4, 0.5], "centre": [0.1, 0, 0],
            "points": {"A": {"at": [0.4, 0.1, 0.2], "turn": [["y", 0.3]]}},
        },
        "slide": {"mass": 1, "inertia": [0.2, 0.2, 0.1], "points": {"B": [0.2, 0.1, 0]}},
        "top": {"mass": 1, "shape": {"box": [0.3, 0.2, 0.1]},
                "points": {"C": {"at": [0.2, -0.3, 0.1], "turn": [["z", 0.4]]}}},
    },
    "joints": {
        "O": {"kind": "pin", "between": ["ground", "base"], "axis": "y"},
        "S": {"kind": "slider", "between": ["base.A", "slide"], "axis": [1, 1, 0]},
        "F": {"kind": "free", "between": ["ground", "top"]},
    },
    "elements": {
        "bushing": {
            "kind": "bushing", "between": ["base.A", "top.C"], "stiffness": [3, 4, 5], "damping": [0.3, 0, 0.1],
            "torsional_stiffness": [2, 3, 4], "torsional_damping": [0.1, 0.2, 0],
        },
        "rope": {"kind": "rope", "between": ["slide.B", "top.C"], "over": ["base.A"], "length": 3, "restitution": 0},
        "rub": {"kind": "friction", "between": "joints.S", "force": 2, "speed": 0.1},
        "motor": {"kind": "motor", "between": "joints.O", "torque": "2 - 0.1*speed + sin(angle)"},
        "push": {"kind": "actuator", "between": "joints.S", "force": 2},
        "air": {"kind": "drag", "at": "top.C", "density": 1.2, "coefficient": 0.5, "area": 0.3},
        "jet": {"kind": "force", "at": "top.C", "force": [1, 2, 3], "axes": "point"},
        "spin": {"kind": "torque", "on": "top.C", "torque": [1, 2, 3], "axes": "point"},
        "moon": {"kind": "gravity_gradient", "between": ["base.A", "top"], "mu": 3},
        "foot": {"kind": "contact", "between": ["base.A", "top.C"], "restitution": 0, "friction": 0.3},
        "ball": {"kind": "contact", "between": ["base.A", "slide.B"], "on": 0.1, "radius": 0.05, "restitution": 0.1},
        "sphere": {"kind": "contact", "between": ["ground.S", "top.C"], "radius": 0.2, "shape": "sphere",
                   "law": "hunt_crossley", "stiffness": 1e3, "friction": 0.4},
        "wheel": {"kind": "contact", "between": ["base.A", "top.C"], "normal": "y", "radius": 0.2, "shape": "wheel",
                  "restitution": 0, "friction": 0.4},
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("system", "coordinates"),
    [
        pytest.param(PLANE, "joint", marks=pytest.mark.soak),
        (PLANE, "body"),
        (SPACE, "joint"),
        pytest.param(SPACE, "body", marks=pytest.mark.soak),
    ],
)
def test_forces_on_bodies_are_those_on_coordinates(system: dict[str, Any], coordinates: str) -> None:
    """Kane's, Newton and Euler's equations from forces on bodies agree with Lagrange's."""
    given = {**system, "bodies": {**system["bodies"], "coordinates": coordinates}}
    balances = balances_of(dalembert.model(**given))
    assert balances is not None
    assert not balances.unplaced
    loads = {load.name for one in balances.bodies for load in one.body.loads if load.kind == "element"}
    assert loads >= set(system["elements"]) - {"box"}
    found = agreement(balances)
    assert found is not None
    assert found.points == 10
    assert found.kane < 1e-10
    assert found.newton_euler < 1e-10
