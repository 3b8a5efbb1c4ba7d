"""Rolling without slip: wheels on lines, discs on discs and discs on planes, against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dalembert

RUN = {"t_end": 1.0, "samples": 5, "rtol": 1e-11}
WHEEL = {"mass": "m", "shape": {"disc": "r"}}


def _started(**values: float) -> dict[str, dict[str, float]]:
    return {name: {"start": value} for name, value in values.items()}


def _moving(**values: float) -> dict[str, dict[str, float]]:
    return {name: {"start": value, "speed": 0} for name, value in values.items()}


def test_a_wheel_rolls_down_a_slope() -> None:
    """It gains speed by g sin a/(1 + J/(m r²)); the slope carries m g cos a across and m g sin a/3 along."""
    g, a, m, r = 9.81, 0.3, 2.0, 0.25
    model = dalembert.model(
        parameters={"m": m, "r": r, "a": a},
        bodies={
            "gravity": [0, -g],
            "ground": {"points": {"S": {"at": [0.3, 0.1], "turn": "-a"}}},
            "wheel": WHEEL,
        },
        joints={
            "free": {"kind": "free", "between": ["ground.S", "wheel"], "coordinate": _moving(s=0, h=r, phi=0)},
            "W": {"kind": "rolling", "between": ["ground.S", "wheel"], "radius": "r"},
        },
        outputs={"Fx": "joints.W.force.x", "Fy": "joints.W.force.y", "M": "joints.W.torque",
                 "N": "lam_W.normal", "c": "W.contact.y"},
        simulate=RUN,
    )  # fmt: skip
    motion = dalembert.simulate(model)
    rate = g * np.sin(a) / 1.5
    np.testing.assert_allclose(motion["s"], rate * motion.t**2 / 2, atol=1e-10)
    np.testing.assert_allclose(motion["phi"], -motion["s"] / r, atol=1e-9)
    np.testing.assert_allclose(motion["h"], r, rtol=1e-12)
    np.testing.assert_allclose(motion["N"], m * g * np.cos(a), rtol=1e-10)
    normal, along = m * g * np.cos(a), -m * g * np.sin(a) / 3
    np.testing.assert_allclose(motion["Fx"], normal * np.sin(a) + along * np.cos(a), rtol=1e-9)
    np.testing.assert_allclose(motion["Fy"], normal * np.cos(a) - along * np.sin(a), rtol=1e-9)
    np.testing.assert_allclose(motion["M"], 0, atol=1e-12)
    np.testing.assert_allclose(motion["c"], 0.1 - motion["s"] * np.sin(a), atol=1e-10)


def test_wheels_of_a_cart_are_held_by_it() -> None:
    """A cart on two wheels that only roll: (M + 2 (m + J/r²)) x'' = F."""
    model = dalembert.model(
        parameters={"m": 0.5, "r": 0.2},
        bodies={
            "gravity": [0, -9.81],
            "ground": {"points": {"top": [0, "r"]}},
            "cart": {"mass": 3, "points": {"A": [-0.5, 0], "B": [0.5, 0]}},
            "rear": WHEEL,
            "front": WHEEL,
        },
        joints={
            "rail": {"kind": "slider", "between": ["ground.top", "cart"], "coordinate": _moving(x=0)},
            "A": {"kind": "pin", "between": ["cart.A", "rear"], "coordinate": _started(a=0)},
            "B": {"kind": "pin", "between": ["cart.B", "front"], "coordinate": _started(b=0)},
            "RA": {"kind": "rolling", "between": ["ground", "rear"], "radius": "r", "held": True},
            "RB": {"kind": "rolling", "between": ["ground", "front"], "radius": "r", "held": True},
        },
        elements={"pull": {"kind": "force", "at": "cart", "force": [4, 0]}},
        outputs={"M": "joints.A.torque", "grip": "joints.RA.force.x"},
        simulate=RUN,
    )
    motion = dalembert.simulate(model)
    rate = 4 / (3 + 2 * 0.5 * 1.5)
    np.testing.assert_allclose(motion["x"], rate * motion.t**2 / 2, atol=1e-10)
    np.testing.assert_allclose(motion["a"], -motion["x"] / 0.2, atol=1e-9)
    np.testing.assert_allclose(motion["grip"], -0.5 * 0.5 * rate, rtol=1e-9)
    np.testing.assert_allclose(motion["M"], 0, atol=1e-9)


@pytest.mark.parametrize("inside", [False, True])
def test_a_disc_on_a_disc_swings_with_its_period(inside: bool) -> None:
    """In a ring: 3/2 (R − r) a'' = −g sin a. On a drum that turns freely everything keeps its energy."""
    R, r, m, g = 1.0, 0.2, 0.7, 9.81
    distance = R - r if inside else R + r
    start = -np.pi / 2 + 0.8 if inside else np.pi / 2 - 0.2
    model = dalembert.model(
        parameters={"m": m, "r": r, "R": R},
        bodies={
            "gravity": [0, -g],
            "drum": {"mass": 1, "inertia": 0.4},
            "wheel": WHEEL,
        },
        joints={
            "hub": {"kind": "weld" if inside else "pin", "between": ["ground", "drum"]}
            | ({} if inside else {"coordinate": _moving(turn=0)}),
            "free": {
                "kind": "free",
                "between": ["ground", "wheel"],
                "coordinate": _moving(x=distance * np.cos(start), y=distance * np.sin(start), phi=0),
            },
            "W": {"kind": "rolling", "between": ["drum", "wheel"], "radius": "r", "on": "R", "inside": inside},
        },
        outputs={"N": "lam_W.normal", "hubx": "joints.hub.force.x", "Wx": "joints.W.force.x",
                 "M": "joints.hub.torque"},
        simulate={"t_end": 0.5, "samples": 20, "rtol": 1e-11},
    )  # fmt: skip
    motion = dalembert.simulate(model)
    angle = np.unwrap(np.arctan2(motion["y"], motion["x"]))
    np.testing.assert_allclose(np.hypot(motion["x"], motion["y"]), distance, rtol=1e-12)
    np.testing.assert_allclose(motion["hubx"], motion["Wx"], atol=1e-9)
    height = (np.sin(start) - np.sin(angle)) * distance
    speed = np.hypot(motion["x'"], motion["y'"])
    if inside:
        np.testing.assert_allclose(0.75 * speed**2, g * height, atol=1e-9)
        pressed = m * speed**2 / distance - m * g * np.sin(angle)
        np.testing.assert_allclose(motion["phi"], -(angle - start) * distance / r, atol=1e-8)
    else:
        spin = 0.5 * 0.4 * motion["turn'"] ** 2 + 0.25 * m * r**2 * motion["phi'"] ** 2
        np.testing.assert_allclose(0.5 * m * speed**2 + spin, m * g * height, atol=1e-9)
        pressed = m * g * np.sin(angle) - m * speed**2 / distance
        np.testing.assert_allclose(motion["M"], 0, atol=1e-9)
        slip = (angle - start) * distance - R * motion["turn"] - r * motion["phi"]
        np.testing.assert_allclose(slip, 0, atol=1e-9)
    np.testing.assert_allclose(motion["N"], pressed, rtol=1e-7)


def test_a_disc_on_a_plane_rolls_as_in_the_library() -> None:
    """The coin of the library in x, y, φ, θ, ψ, here as a free body with a unit quaternion."""
    known = dalembert.simulate("rolling_disc", t_end=0.4, samples=8, rtol=1e-11)
    lean, turn, roll, r, m, g = 0.3, 2.0, 8.0, 0.05, 0.1, 9.81
    # The axis of the disc: z of the body onto (0, cos θ, −sin θ), by a turn about x.
    about = -(np.pi / 2 + lean)
    e = np.array([np.cos(about / 2), np.sin(about / 2), 0, 0])
    axle = np.array([0, np.cos(lean), -np.sin(lean)])
    w = turn * np.array([0, 0, 1.0]) + roll * axle
    rate = 0.5 * np.array([-w @ e[1:], *(w * e[0] + np.cross(w, e[1:]))])
    centre = np.array([0, r * np.sin(lean), r * np.cos(lean)])
    speed = np.cross(w, centre)
    values = [*zip(centre, speed, strict=True), *zip(e, rate, strict=True)]
    names = ("x", "y", "z", "e0", "e1", "e2", "e3")
    coordinates = {n: {"start": float(a), "speed": float(b)} for n, (a, b) in zip(names, values, strict=True)}
    model = dalembert.model(
        parameters={"m": m, "r": r},
        bodies={"space": 3, "gravity": [0, 0, -g], "coin": WHEEL},
        joints={
            "free": {"kind": "free", "between": ["ground", "coin"], "coordinate": coordinates},
            "W": {"kind": "rolling", "between": ["ground", "coin"], "radius": "r"},
        },
        outputs={"px": "W.contact.x", "py": "W.contact.y", "pz": "W.contact.z", "N": "joints.W.force.z"},
        simulate={"t_end": 0.4, "samples": 8, "rtol": 1e-11},
    )
    motion = dalembert.simulate(model)
    np.testing.assert_allclose(motion["px"], known["x"], atol=1e-9)
    np.testing.assert_allclose(motion["py"], known["y"], atol=1e-9)
    np.testing.assert_allclose(motion["z"], r * np.cos(known["theta"]), atol=1e-10)
    np.testing.assert_allclose(motion["pz"], 0, atol=1e-12)
    assert motion["N"].min() > 0


def test_a_ball_on_a_turning_plate_goes_round() -> None:
    """A ball on a plate that turns at Ω goes in circles at Ω/(1 + m r²/J) = 2/7 Ω, wherever it is put."""
    coordinates: dict[str, Any] = _moving(x=0.5, y=0, z=0.1, e0=1, e1=0, e2=0, e3=0)
    model = dalembert.model(
        parameters={"r": 0.1, "Om": 3.0},
        bodies={
            "space": 3,
            "gravity": [0, 0, -9.81],
            "plate": {"mass": 0, "place": {"rotation": "rot_z(Om*t)"}},
            "ball": {"mass": 1.3, "shape": {"sphere": "r"}},
        },
        joints={
            "free": {"kind": "free", "between": ["ground", "ball"],
                     "coordinate": coordinates
                     | {"y": {"start": 0, "speed": 3}, "e1": {"start": 0, "speed": -7.5}, "e3": {"start": 0, "speed": 1.5}}},
            "W": {"kind": "rolling", "between": ["plate", "ball"], "radius": "r"},
        },
        outputs={"N": "lam_W.normal"},
        simulate={"t_end": 2.0, "samples": 10, "rtol": 1e-11},
    )  # fmt: skip
    motion = dalembert.simulate(model)
    angle = 2 / 7 * 3.0 * motion.t
    vy, w = motion["y'"][0], 2 / 7 * 3.0
    np.testing.assert_allclose(motion["y'"], vy + w * (motion["x"] - 0.5), atol=1e-8)
    radius = vy / w
    np.testing.assert_allclose(motion["x"], 0.5 - radius * (1 - np.cos(angle)), atol=1e-8)
    np.testing.assert_allclose(motion["N"], 1.3 * 9.81, rtol=1e-9)
