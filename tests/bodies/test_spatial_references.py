"""Motions in space that are known: Jacobi's functions, a precession, a crank, and the same in other coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.special import ellipj
from tests.bodies.systems import changed

import dalembert

QUATERNION = ("e0", "e1", "e2", "e3")


def _turning(spin: list[float], names: tuple[str, ...] = QUATERNION) -> dict[str, dict[str, float]]:
    """A quaternion that begins without a turn: half of the angular velocity is its rate."""
    rates = [0.0, *(w / 2 for w in spin)]
    return {n: {"start": float(i == 0), "speed": rates[i]} for i, n in enumerate(names)}


def test_a_free_body_turns_by_the_functions_of_jacobi() -> None:
    """With I₁ > I₂ > I₃ and ω₂ = 0 at the start: ω₁ = a dn, ω₂ = b sn, ω₃ = c cn."""
    moments, a, c = (0.3, 0.2, 0.1), 2.0, 1.0
    place = {name: {"start": 0, "speed": 0} for name in ("x", "y", "z")}
    model = dalembert.model(
        bodies={"space": 3, "body": {"mass": 2, "inertia": list(moments)}},
        joints={"free": {"kind": "free", "between": ["ground", "body"], "coordinate": place | _turning([a, 0, c])}},
        outputs={f"w{i}": f"body.omega[{i}]" for i in (1, 2, 3)} | {"norm": "e0^2 + e1^2 + e2^2 + e3^2 - 1"},
        simulate={"t_end": 5.0, "samples": 25, "rtol": 1e-12},
    )  # fmt: skip
    motion = dalembert.simulate(model)
    i1, i2, i3 = moments
    rate = a * np.sqrt((i1 - i2) * (i1 - i3) / (i2 * i3))
    sn, cn, dn, _ = ellipj(rate * motion.t, (i2 - i3) * i3 * c**2 / (i1 * (i1 - i2) * a**2))
    np.testing.assert_allclose(motion["w1"], a * dn, atol=1e-10)
    np.testing.assert_allclose(motion["w2"], (i3 - i1) * a * c / (i2 * rate) * sn, atol=1e-10)
    np.testing.assert_allclose(motion["w3"], c * cn, atol=1e-10)
    np.testing.assert_allclose(motion["norm"], 0, atol=1e-12)


def test_a_gyroscope_goes_through_the_singular_position_of_its_gimbals() -> None:
    """Its axis begins along z, where the angles zxz are singular, and goes about H at H/I₁ through it again."""
    i1, i3, spin = 0.2, 0.1, [3.0, 0.0, 8.0]
    model = dalembert.model(
        bodies={"space": 3, "rotor": {"mass": 1, "inertia": [i1, i1, i3]}},
        joints={"ball": {"kind": "ball", "between": ["ground", "rotor"], "coordinate": _turning(spin)}},
        definitions={"axis": "rotor.R*[0, 0, 1]"},
        outputs={"x": "axis.x", "y": "axis.y", "z": "axis.z", "norm": "e0^2 + e1^2 + e2^2 + e3^2 - 1"},
        simulate={"t_end": 2.0, "samples": 40, "rtol": 1e-12},
    )
    motion = dalembert.simulate(model)
    momentum = np.array([i1 * spin[0], 0, i3 * spin[2]])
    size = np.linalg.norm(momentum)
    h = momentum / size
    angle = size / i1 * motion.t[:, None]
    z = np.array([0, 0, 1.0])
    axis = h * (h @ z) + np.cos(angle) * (z - h * (h @ z)) + np.sin(angle) * np.cross(h, z)
    assert np.max(motion.t) * size / i1 > 2 * np.pi  # once around
    np.testing.assert_allclose(np.stack([motion[n] for n in "xyz"], axis=1), axis, atol=1e-9)
    np.testing.assert_allclose(motion["norm"], 0, atol=1e-12)


def _double(coordinates: str, upper: dict[str, Any], lower: dict[str, Any], more: dict[str, Any]) -> Any:
    rod = {"mass": "m", "inertia": ["J", "J", "J/2"], "centre": [0, 0, "-l/2"], "points": {"E": [0, 0, "-l"]}}
    model = dalembert.model(
        parameters={"m": 1.3, "l": 0.8, "J": 0.07},
        bodies={"space": 3, "coordinates": coordinates, "gravity": [0, 0, -9.81], "upper": rod, "lower": rod},
        joints={
            "O": {"kind": "ball", "between": ["ground", "upper"], "coordinate": upper, **more},
            "A": {"kind": "ball", "between": ["upper.E", "lower"], "coordinate": lower, **more},
        },
        outputs={"x": "lower.E.x", "y": "lower.E.y", "z": "lower.E.z",
                 "gap": "norm(upper.E - lower.origin)", "hold": "norm(upper.origin)"},
        simulate={"t_end": 0.6, "samples": 6, "rtol": 1e-11},
    )  # fmt: skip
    return dalembert.simulate(model)


@pytest.mark.soak
def test_a_double_spherical_pendulum_in_three_choices_of_coordinates() -> None:
    """Unit quaternions of the joints, their angles xyz, and coordinates of every body."""
    one, two = [1.5, -0.8, 0.4], [-0.6, 1.1, -0.9]
    other = ("f0", "f1", "f2", "f3")
    angles = [
        {n: {"start": 0, "speed": w} for n, w in zip(names, spin, strict=True)}
        for names, spin in ((("a", "b", "c"), one), (("d", "e", "f"), two))
    ]
    quaternions = (_turning(one), _turning(two, other))
    found = [
        _double("joint", *quaternions, {}),
        _double("joint", *angles, {"sequence": "xyz"}),
        _double("body", *quaternions, {}),
    ]
    for motion in found:
        for name in ("x", "y", "z"):
            np.testing.assert_allclose(motion[name], found[0][name], atol=1e-9, err_msg=name)
        for name in ("gap", "hold"):
            np.testing.assert_allclose(motion[name], 0, atol=1e-12)


CRANK = {
    "parameters": {"r": 0.3, "L": 1.1, "d": 0.2, "Om": {"value": 4, "unit": "rad/s"}},
    "bodies": {
        "space": 3,
        "gravity": [0, 0, -9.81],
        "ground": {"points": {"S": [0, "d", 0]}},
        "crank": {"mass": 1, "inertia": 0.02, "points": {"P": [0, "r", 0]}},
        "rod": {"mass": 0.5, "inertia": [0.001, 0.05, 0.05], "centre": ["L/2", 0, 0], "points": {"E": ["L", 0, 0]}},
        "block": {"mass": 2, "inertia": 0.1},
    },
    "joints": {
        "O": {"kind": "pin", "axis": "x", "between": ["ground", "crank"], "coordinate": {"phi": {}}},
        "P": {"kind": "universal", "axis": "y", "between": ["crank.P", "rod"],
              "coordinate": {"p": {"guess": 0.01}, "q": {"guess": -0.1}}},
        "slide": {"kind": "slider", "between": ["ground.S", "block"], "coordinate": {"s": {"guess": 1}}},
        "E": {"kind": "ball", "between": ["rod.E", "block"], "loop": True},
        "D": {"kind": "drive", "between": "joints.O", "value": "Om*t"},
    },
    "outputs": {"gap": "norm(rod.E - block.origin)", "across": "norm([block.origin.y - d, block.origin.z])",
                "M": "joints.D.effort", "Mx": "joints.O.torque.x"},
    "simulate": {"t_end": 1.0, "samples": 20, "rtol": 1e-11},
}  # fmt: skip


def test_a_spatial_slider_crank_follows_its_geometry() -> None:
    """The slider is where the rod reaches it: s² = L² − (r cos φ − d)² − r² sin² φ; joints are kept to 1e-12."""
    motion = dalembert.simulate(dalembert.model(**changed(CRANK)))
    r, length, d, phi = 0.3, 1.1, 0.2, 4 * motion.t
    reach = np.sqrt(length**2 - (r * np.cos(phi) - d) ** 2 - (r * np.sin(phi)) ** 2)
    np.testing.assert_allclose(motion["s"], reach, atol=1e-11)
    speed = -(r * d * np.sin(phi)) * 4 / reach
    np.testing.assert_allclose(motion["s'"], speed, atol=1e-10)
    for name in ("gap", "across"):
        np.testing.assert_allclose(motion[name], 0, atol=1e-12)
    np.testing.assert_allclose(motion["M"], motion["Mx"], atol=1e-8)


def test_euler_angles_of_any_sequence_turn_as_the_quaternion() -> None:
    """Sequences of three axes and of two begin at the same turn and go on alike."""
    from scipy.spatial.transform import Rotation

    turn, spin = Rotation.from_rotvec([0.4, 0.7, -0.5]), np.array([0.8, -1.2, 2.0])
    eps = 1e-6
    ahead, back = turn * Rotation.from_rotvec(spin * eps), turn * Rotation.from_rotvec(-spin * eps)
    tips = []
    for sequence in ("xyz", "zxz", "yzx"):
        start = turn.as_euler(sequence.upper())
        rate = (ahead.as_euler(sequence.upper()) - back.as_euler(sequence.upper())) / (2 * eps)
        angles = {
            n: {"start": float(a), "speed": float(w)} for n, a, w in zip("abc", start, rate, strict=True)
        }
        model = dalembert.model(
            bodies={"space": 3, "gravity": [0, 0, -9.81],
                    "top": {"mass": 1, "inertia": [0.2, 0.3, 0.15], "centre": [0.1, 0.2, 0.3]}},
            joints={"O": {"kind": "ball", "between": ["ground", "top"], "sequence": sequence, "coordinate": angles}},
            outputs={"x": "top.centre.x", "w1": "top.omega[1]", "w2": "top.omega[2]"},
            simulate={"t_end": 0.2, "samples": 2, "rtol": 1e-9},
        )  # fmt: skip
        motion = dalembert.simulate(model)
        assert abs(motion["w1"][0] - spin[0]) < 1e-7
        tips.append([motion["x"][-1], motion["w2"][-1]])
    np.testing.assert_allclose(tips, [tips[0]] * len(tips), atol=1e-7)


def test_a_gyroscope_in_massive_gimbals_passes_through_their_singular_position() -> None:
    """The axes of the outer ring and of the rotor fall together at b = 0: angles and quaternions agree there."""
    outer, inner, rotor = [0.03, 0.04, 0.05], [0.02, 0.03, 0.02], [0.1, 0.1, 0.15]
    motions = [
        dalembert.simulate(
            dalembert.model(
                bodies={
                    "space": 3,
                    "coordinates": coordinates,
                    "outer": {"mass": 1, "inertia": outer},
                    "inner": {"mass": 1, "inertia": inner},
                    "rotor": {"mass": 1, "inertia": rotor},
                },
                joints={
                    "A": {"kind": "pin", "between": ["ground", "outer"],
                          "coordinate": {"a": {"start": 0.1, "speed": 0.5}}},
                    "B": {"kind": "pin", "axis": "x", "between": ["outer", "inner"],
                          "coordinate": {"b": {"start": -0.3, "speed": 2}}},
                    "C": {"kind": "pin", "between": ["inner", "rotor"],
                          "coordinate": {"c": {"start": 0, "speed": 3}}},
                },
                outputs={f"R{i}{k}": f"rotor.R[{i},{k}]" for i in (1, 2, 3) for k in (1, 2, 3)},
                simulate={"t_end": 0.5, "samples": 11, "rtol": 1e-11},
            )
        )
        for coordinates in ("joint", "body")
    ]  # fmt: skip
    by_joint, by_body = motions
    assert by_joint["b"].min() < 0 < by_joint["b"].max()
    for name in [one for one in by_joint.columns() if one.startswith("R")]:
        np.testing.assert_allclose(by_body[name], by_joint[name], atol=1e-10)
    norms = [sum(by_body[f"{name}_e{i}"] ** 2 for i in range(4)) for name in ("outer", "inner", "rotor")]
    np.testing.assert_allclose(norms, 1, atol=1e-12)
    # the momentum about the axis of the outer ring, and that of the rotor about its own, are kept
    a, b, c = (by_joint[f"{name}'"] for name in "abc")
    spin = c + a * np.cos(by_joint["b"])
    about = outer[2] * a + a * np.sin(by_joint["b"]) ** 2 * (inner[1] + rotor[1])
    about += a * np.cos(by_joint["b"]) ** 2 * inner[2] + rotor[2] * spin * np.cos(by_joint["b"])
    assert np.ptp(b) > 0
    np.testing.assert_allclose(spin, spin[0], rtol=1e-10)
    np.testing.assert_allclose(about, about[0], rtol=1e-10)
