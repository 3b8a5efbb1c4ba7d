"""Gears, drives and distances: conditions between joints and between points, against closed forms."""

from __future__ import annotations

import numpy as np
from tests.bodies.systems import changed

import dalembert

SHAFTS = {
    "bodies": {
        "first": {"mass": 1, "inertia": 0.3},
        "second": {"mass": 2, "inertia": 0.7},
    },
    "joints": {
        "A": {"kind": "pin", "between": ["ground", "first"]},
        "B": {"kind": "pin", "between": ["ground", "second"]},
    },
    "elements": {"motor": {"kind": "torque", "on": "first", "torque": 2.0}},
    "simulate": {"t_end": 1.0, "samples": 5},
}


def test_a_gear_couples_inertias_by_its_ratio() -> None:
    """The angles satisfy a = n b from their starts, one of them in degrees: M = J\u2081 a'' + J\u2082 b''/n."""
    n = -2.5
    system = changed(
        SHAFTS,
        joints__A__coordinate={"a": {"start": 0.2, "speed": 0}},
        joints__B__coordinate={"b": {"start": 30, "speed": 0, "unit": "deg"}},
        joints__G={"kind": "gear", "between": ["joints.A", "joints.B"], "ratio": n},
    )
    motion = dalembert.simulate(dalembert.model(**system))
    rate = 2.0 / (0.3 + 0.7 / n**2)
    np.testing.assert_allclose(motion["a"], 0.2 + rate * motion.t**2 / 2, atol=1e-9)
    np.testing.assert_allclose(motion["b"], np.pi / 6 + rate / n * motion.t**2 / 2, atol=1e-9)


def test_a_drive_needs_the_torque_of_its_motion() -> None:
    """The coordinate follows the law, and the joint carries J a'' less the torque of the motor."""
    system = changed(
        SHAFTS,
        joints__A__coordinate={"a": {}},
        joints__B__coordinate={"b": {"start": 0, "speed": 0}},
        joints__D={"kind": "drive", "between": "joints.A", "value": "sin(3*t)"},
        outputs={"M": "joints.A.torque", "drive": "lam_D"},
    )
    motion = dalembert.simulate(dalembert.model(**system))
    np.testing.assert_allclose(motion["a"], np.sin(3 * motion.t), atol=1e-10)
    needed = -0.3 * 9 * np.sin(3 * motion.t) - 2.0
    np.testing.assert_allclose(motion["M"], needed, atol=1e-9)
    np.testing.assert_allclose(motion["drive"], needed, atol=1e-9)


def test_a_rod_without_mass_is_a_distance() -> None:
    """A mass let go beside its support: v² = −2 g y, so the tension is −3 m g y/l."""
    starts = {"x": 0.8, "y": 0, "turn": 0}
    model = dalembert.model(
        parameters={"m": 1.3, "l": 0.8, "g": 9.81},
        bodies={"gravity": [0, "-g"], "bob": {"mass": "m", "inertia": 0.1}},
        joints={
            "free": {
                "kind": "free",
                "between": ["ground", "bob"],
                "coordinate": {name: {"start": start, "speed": 0} for name, start in starts.items()},
            },
            "rod": {"kind": "distance", "between": ["ground", "bob"], "length": "l"},
        },
        outputs={"tension": "lam_rod", "pull": "-dot(joints.rod.force, bob.centre)/l"},
        simulate={"t_end": 1.0, "samples": 11, "rtol": 1e-11},
    )
    motion = dalembert.simulate(model)
    assert motion["y"].min() < -0.7
    np.testing.assert_allclose(np.hypot(motion["x"], motion["y"]), 0.8, rtol=1e-12)
    np.testing.assert_allclose(motion["tension"], -3 * 1.3 * 9.81 * motion["y"] / 0.8, atol=1e-8)
    np.testing.assert_allclose(motion["pull"], motion["tension"], atol=1e-10)
