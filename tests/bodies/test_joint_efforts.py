"""Loads of joints: by balances of the bodies beyond them, and by multipliers where every joint is constraints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dalembert

VALUES = {"pin": 1, "slider": 1, "weld": 0, "ball": 0, "universal": 2, "cylinder": 2, "screw": 1, "planar": 3}
WITH_AXIS = ("pin", "slider", "cylinder", "screw", "planar")
IN_SUITE = ("screw", "planar")


def _joint(kind: str, between: list[str], name: str, random: np.random.Generator) -> dict[str, Any]:
    own: dict[str, Any] = {"kind": kind, "between": between}
    if kind not in ("weld", "ball"):
        own["axis"] = [1, 0.4, -0.3]
    if VALUES[kind]:
        own["coordinate"] = {
            f"{name}_{i}": {"start": random.uniform(-0.4, 0.4), "speed": random.uniform(-1, 1)}
            for i in range(VALUES[kind])
        }
    return own | ({"pitch": 0.2} if kind == "screw" else {})


def _efforts(kind: str, coordinates: str) -> tuple[dict[str, float], float]:
    """Everything that the two joints carry at a start that is drawn at random, by names of outputs."""
    random = np.random.default_rng(11)
    joints = {
        "J": _joint("universal", ["ground", "arm"], "u", random),
        "K": _joint(kind, ["arm.E", "tool"], "w", random),
    }
    words = ("force", "torque", "force_body", "torque_body")
    outputs = {f"{j}_{w}{i}": f"joints.{j}.{w}[{i}]" for j in joints for w in words for i in (1, 2, 3)}
    if kind in WITH_AXIS:
        outputs |= {f"K_{load}": f"joints.K.{load}" for load in ("axial", "radial")}
    model = dalembert.model(
        bodies={
            "space": 3,
            "gravity": [0.5, -1, -9.81],
            "coordinates": coordinates,
            "arm": {
                "mass": 1.5,
                "inertia": [0.2, 0.3, 0.25],
                "centre": [0.3, 0.1, -0.1],
                "points": {"E": [0.7, 0.1, 0.2], "S": [0.2, 0.3, 0]},
            },
            "tool": {
                "mass": 0.8,
                "inertia": [0.1, 0.15, 0.12],
                "centre": [0.2, -0.1, 0.3],
                "points": {"S": [0.4, 0.1, 0.1]},
            },
        },
        joints=joints,
        elements={
            "spring": {"kind": "spring", "between": ["arm.S", "tool.S"], "stiffness": 30, "length": 0.4},
            "damper": {"kind": "damper", "between": ["ground", "tool.S"], "damping": 2},
            "jet": {"kind": "force", "at": "tool.S", "force": [1, 2, -1], "axes": "body"},
            "wind": {"kind": "torque", "on": "tool", "torque": [0.3, -0.2, 0.5]},
        },
        outputs=outputs,
        simulate={"t_end": 1e-3, "samples": 1},
    )
    motion = dalembert.simulate(model, method="rk54", dt=1e-3)
    return {name: float(motion[name][0]) for name in outputs}, float(np.linalg.norm(motion.outputs[0]))


@pytest.mark.parametrize(
    "kind", [kind if kind in IN_SUITE else pytest.param(kind, marks=pytest.mark.soak) for kind in VALUES]
)
def test_joints_carry_the_same_in_both_choices_of_coordinates(kind: str) -> None:
    """Newton and Euler's balances of a tree, and multipliers: springs, dampers, forces and torques act too."""
    by_balances, size = _efforts(kind, "joint")
    by_multipliers, _ = _efforts(kind, "body")
    apart = {name: abs(by_balances[name] - by_multipliers[name]) for name in by_balances}
    assert max(apart.values()) < 1e-11 * size, max(apart, key=lambda name: apart[name])
