"""Screws: in a tree, in a loop and between bodies with their own coordinates; axial and radial loads."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.bodies.systems import Sections, changed

import dalembert

PITCH, ANGLE, SPEED = 0.15, 0.3, 9.0
LOADS = {f"{word}{i}": f"joints.S.{word}[{i}]" for word in ("force", "torque") for i in (1, 2, 3)}
NUT: Sections = {
    "parameters": {"p": {"value": PITCH, "unit": "m"}},
    "bodies": {
        "space": 3,
        "gravity": [0.7, 0.3, -9.81],
        "nut": {"mass": 2, "inertia": [0.1, 0.2, 0.3], "centre": [0.1, 0, 0], "points": {"A": [0.2, 0, 0.1]}},
        "arm": {"mass": 0.5, "shape": {"rod": 0.4}, "centre": [0.2, 0, 0]},
    },
    "joints": {
        "S": {
            "kind": "screw",
            "between": ["ground", "nut"],
            "pitch": "p",
            "coordinate": {"th": {"start": ANGLE, "speed": SPEED}},
        },
        "A": {
            "kind": "pin",
            "axis": "y",
            "between": ["nut.A", "arm"],
            "coordinate": {"q": {"start": 0.2, "speed": 1}},
        },
    },
    "outputs": {
        **LOADS,
        "height": "nut.origin.z",
        "axial": "joints.S.axial",
        "radial": "joints.S.radial",
    },
    "simulate": {"t_end": 1.0, "samples": 6, "rtol": 1e-11},
}
HALF = ANGLE / 2
FREE = {
    "x": {"guess": 0},
    "y": {"guess": 0},
    "z": {"start": PITCH * ANGLE / (2 * math.pi), "speed": PITCH * SPEED / (2 * math.pi)},
    "e0": {"guess": math.cos(HALF)},
    "e1": {"guess": 0},
    "e2": {"guess": 0},
    "e3": {"guess": math.sin(HALF)},
}
IN_LOOP = changed(
    NUT,
    joints__S={"kind": "screw", "between": ["ground", "nut"], "pitch": "p", "loop": True},
    joints__F={"kind": "free", "between": ["ground", "nut"], "coordinate": FREE},
)


def test_a_screw_is_the_same_in_a_tree_in_a_loop_and_between_bodies() -> None:
    """Over more than a turn; what it carries is told by balances in a tree, by multipliers otherwise."""
    in_tree, in_loop, by_body = (
        dalembert.simulate(dalembert.model(**one))
        for one in (NUT, IN_LOOP, changed(NUT, bodies__coordinates="body"))
    )
    assert in_tree["th"][-1] > 2 * math.pi
    np.testing.assert_allclose(by_body["th"], in_tree["th"], rtol=1e-10)
    for name in (*NUT["outputs"], "q"):
        for other in (in_loop, by_body):
            assert other.status == "ok"
            np.testing.assert_allclose(other[name], in_tree[name], rtol=1e-10, atol=1e-10, err_msg=name)
    along, across = in_tree["force3"], np.hypot(in_tree["force1"], in_tree["force2"])
    np.testing.assert_allclose(in_tree["axial"], along, rtol=1e-14)
    np.testing.assert_allclose(in_tree["radial"], across, rtol=1e-14)
    # a thread without friction: what turns it is what it advances by
    np.testing.assert_allclose(in_tree["torque3"], -PITCH / (2 * math.pi) * along, atol=1e-12)


def test_efforts_and_gears_act_on_screws_between_bodies() -> None:
    """The value of a screw counts its turns in body coordinates too, so that a gear can drive it."""
    driven = changed(
        NUT,
        parameters__M={"value": 0.4, "unit": "N m"},
        work={"th": "M*cos(3*t)"},
        bodies__wheel={"mass": 1, "inertia": [0.02, 0.02, 0.03]},
        joints__W={"kind": "screw", "between": ["ground", "wheel"], "pitch": 0.2, "coordinate": {"w": {"start": 0}}},
        joints__G={"kind": "gear", "between": ["joints.S", "joints.W"], "ratio": -3},
    )  # fmt: skip
    by_joint, by_body = (
        dalembert.simulate(dalembert.model(**changed(driven, simulate__t_end=0.3, **own)))
        for own in ({}, {"bodies__coordinates": "body"})
    )
    for name in ("q", *(one for one in NUT["outputs"] if one[-1] in "12" or one == "height")):
        np.testing.assert_allclose(by_body[name], by_joint[name], rtol=1e-9, atol=1e-9, err_msg=name)


@pytest.mark.parametrize(
    "joints",
    [
        {"kind": "ball", "between": ["ground", "nut"]},
        {"kind": "weld", "between": ["ground", "nut"]},
    ],
)
def test_joints_without_an_axis_have_no_axial_load(joints: Sections) -> None:
    """The name is not known, and told."""
    model = changed(NUT, joints__S=joints, outputs={"load": "joints.S.axial"})
    with pytest.raises(dalembert.ModelError, match=r"joints\.S\.axial"):
        dalembert.simulate(dalembert.model(**model))


def test_a_torsion_spring_needs_an_angle() -> None:
    """In body coordinates the value of a screw is by how much it advances."""
    spring = {"kind": "torsion_spring", "between": "joints.S", "stiffness": 2, "angle": 0}
    model = changed(NUT, bodies__coordinates="body", elements={"k": spring}, outputs={})
    with pytest.raises(dalembert.ModelError, match="the screw `S`, which has no angle in body coordinates"):
        dalembert.model(**model)
