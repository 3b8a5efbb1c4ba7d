"""Rolling, cams and beams in space drawn at random, against equations written by hand, in both coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import dalembert
from dalembert._simulate.prepare import prepare_run

Values = NDArray[np.float64]
BOUND = 1e-10
G = 9.81


def _seeds(count: int, suite: int = 3) -> list[object]:
    return [*range(suite), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(suite, count))]


def at_start(sections: dict[str, Any], coordinates: str, outputs: dict[str, str]) -> dict[str, float]:
    """Outputs at the start of a model."""
    bodies = {**sections["bodies"], "coordinates": coordinates}
    ready = prepare_run(
        dalembert.model(**{**sections, "bodies": bodies, "outputs": outputs, "simulate": {"t_end": 1}})
    )
    (row,) = ready.dynamics.observe(np.zeros(1), ready.start.y[np.newaxis])["outputs"]
    return dict(zip(outputs, row[: len(outputs)].tolist(), strict=True))


def compare(sections: dict[str, Any], outputs: dict[str, str], truth: dict[str, float]) -> None:
    """Both choices of coordinates have the outputs that are known."""
    size = max(abs(value) for value in truth.values())
    for coordinates in ("joint", "body"):
        found = at_start(sections, coordinates, outputs)
        for name, value in truth.items():
            assert found[name] == pytest.approx(value, rel=0, abs=BOUND * size), (coordinates, name)


@pytest.mark.parametrize("seed", _seeds(40))
def test_a_wheel_with_its_mass_beside_its_middle_rolls_as_newton_and_euler_say(seed: int) -> None:
    """M a = F + N + m g for the mass centre, J θ'' = moments about it, no slip at the ground of a slope."""
    draw = np.random.default_rng(seed)
    m, r, J, slope, theta, omega = draw.uniform([0.5, 0.2, 0.05, -0.6, -3, -4], [3, 0.8, 0.5, 0.6, 3, 4])
    off = draw.uniform(-0.15, 0.15, 2)
    wheel = {"mass": m, "inertia": J, "centre": off.tolist()}
    sections = {
        "bodies": {
            "gravity": [0, -G],
            "ground": {"points": {"P": {"at": [0.3, -0.2], "turn": slope}}},
            "wheel": wheel,
        },
        "joints": {
            "free": {
                "kind": "free",
                "between": ["ground.P", "wheel"],
                "coordinate": {
                    "x": {"start": 0.1},
                    "y": {"start": r},
                    "th": {"start": theta, "speed": omega},
                },
            },
            "W": {"kind": "rolling", "between": ["ground.P", "wheel"], "radius": r},
        },
        "definitions": {"w": "wheel.angle'"},
    }
    c, s = np.cos(theta), np.sin(theta)
    d = np.array([c * off[0] - s * off[1], s * off[0] + c * off[1]])  # in axes of the slope
    across = np.array([-d[1], d[0]])
    weight = m * G * np.array([-np.sin(slope), -np.cos(slope)])
    # unknown: θ'', N, F; the middle has x'' = −r θ''
    A, b = np.zeros((3, 3)), np.zeros(3)
    A[:2, 0] = m * (np.array([-r, 0.0]) + across)
    A[0, 2], A[1, 1] = -1, -1
    b[:2] = weight + m * omega**2 * d
    arm = np.array([0.0, -r]) - d  # from the mass centre to where it touches
    A[2] = [J, -arm[0], arm[1]]
    alpha, N, F = np.linalg.solve(A, b)
    fixed = F * np.array([np.cos(slope), np.sin(slope)]) + N * np.array([-np.sin(slope), np.cos(slope)])
    compare(
        sections,
        {"alpha": "w'", "X": "joints.W.force.x", "Y": "joints.W.force.y"},
        {"alpha": alpha, "X": fixed[0], "Y": fixed[1]},
    )


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("seed", _seeds(30, 2))
def test_a_roller_on_a_disc_that_turns_moves_as_newton_and_euler_say(seed: int, inside: bool) -> None:
    """J₁ α'' = ∓R F, J₂ ω'' = −r F and the arm with both weights, no slip where disc and roller touch."""
    draw = np.random.default_rng(seed)
    m, a, J1, J2, Ja = draw.uniform([0.5, 0.1, 0.5, 0.02, 0.05], [3, 1, 2, 0.2, 0.3])
    R, r, beta, alpha_speed, beta_speed = draw.uniform([0.6, 0.1, -3, -3, -3], [1, 0.4, 3, 3, 3])
    side = -1.0 if inside else 1.0
    far = R + side * r
    pins = {
        "O": {
            "kind": "pin",
            "between": ["ground", "base"],
            "coordinate": {"al": {"start": 0.2, "speed": alpha_speed}},
        },
        "A": {
            "kind": "pin",
            "between": ["ground", "arm"],
            "coordinate": {"be": {"start": beta, "speed": beta_speed}},
        },
        "B": {"kind": "pin", "between": ["arm.E", "roller"], "coordinate": {"ga": {"start": 0.5}}},
    }
    sections = {
        "bodies": {
            "gravity": [0, -G],
            "base": {"mass": 2, "inertia": J1},
            "arm": {"mass": a, "inertia": Ja, "centre": [far / 3, 0], "points": {"E": [far, 0]}},
            "roller": {"mass": m, "inertia": J2},
        },
        "joints": {
            **pins,
            "W": {"kind": "rolling", "between": ["base", "roller"], "radius": r, "on": R, "held": True}
            | ({"inside": True} if inside else {}),
        },
        "definitions": {"w0": "base.angle'", "w1": "arm.angle'", "w2": "roller.angle'"},
    }
    # unknown: α'', β'', ω'', F, the force along e_t on the roller where it touches; no slip: far β' ∓ r ω = R α'
    A, b = np.zeros((4, 4)), np.zeros(4)
    A[0] = [J1, 0, 0, R]
    A[1] = [0, Ja + a * (far / 3) ** 2 + m * far**2, 0, -far]
    A[2] = [0, 0, J2, side * r]
    A[3] = [-R, far, -side * r, 0]
    b[1] = -(a * far / 3 + m * far) * G * np.cos(beta)
    alpha, arm, omega, _ = np.linalg.solve(A, b)
    compare(sections, {"a0": "w0'", "a1": "w1'", "a2": "w2'"}, {"a0": alpha, "a1": arm, "a2": omega})


@pytest.mark.parametrize("seed", _seeds(40))
def test_a_cam_of_any_profile_pushes_as_newton_and_euler_say(seed: int) -> None:
    """J θ'' = M − f' F and m s'' = F − k s − m g with s = f(θ), of a sum of sines and a power."""
    draw = np.random.default_rng(seed)
    m, J, k, M, theta, omega = draw.uniform([0.2, 0.05, 10, -2, -2, -5], [2, 0.5, 100, 2, 2, 5])
    h, p, q = draw.uniform([0.05, 0.5, -0.1], [0.2, 3, 0.1])
    f = h * np.sin(p * theta) + q * theta**3
    f1 = h * p * np.cos(p * theta) + 3 * q * theta**2
    f2 = -h * p**2 * np.sin(p * theta) + 6 * q * theta
    sections = {
        "parameters": {"h": {"value": h, "unit": "m"}, "p": p, "q": {"value": q, "unit": "m"}},
        "bodies": {
            "gravity": [0, -G],
            "shaft": {"mass": 1, "inertia": J},
            "tappet": {"mass": m, "inertia": 1},
        },
        "joints": {
            "S": {
                "kind": "pin",
                "between": ["ground", "shaft"],
                "coordinate": {"th": {"start": theta, "speed": omega}},
            },
            "T": {"kind": "slider", "axis": "y", "between": ["ground", "tappet"], "coordinate": "lift"},
            "cam": {"kind": "cam", "between": ["joints.S", "joints.T"], "profile": "h*sin(p*th) + q*th^3"},
        },
        "elements": {
            "load": {"kind": "force", "at": "tappet", "force": [0, -k * f]},
            "motor": {"kind": "torque", "on": "shaft", "torque": M},
        },
        "definitions": {"w": "shaft.angle'"},
    }
    A = np.array([[J, f1], [m * f1, -1.0]])
    b = np.array([M, -k * f - m * G - m * f2 * omega**2])
    alpha, F = np.linalg.solve(A, b)
    compare(sections, {"alpha": "w'", "F": "joints.cam.effort"}, {"alpha": alpha, "F": F})


@pytest.mark.parametrize("seed", _seeds(12, 1))
def test_a_cantilever_in_space_has_its_frequencies_in_both_planes(seed: int) -> None:
    """Both tend to 1.8751² √(EI/(m l³)) with the square of the segments, whatever the stiffnesses are."""
    draw = np.random.default_rng(seed)
    length, mass, first, second = draw.uniform([0.5, 0.5, 20, 60], [3, 3, 50, 200])
    exact = np.sort(1.875104068711961**2 * np.sqrt(np.array([first, second]) / (mass * length**3)))
    errors = []
    for n in (3, 6):
        model = dalembert.model(
            bodies={
                "space": 3,
                "boom": {
                    "mass": mass,
                    "shape": {"beam": length},
                    "stiffness": [first, second],
                    "segments": n,
                },
            },
            joints={"wall": {"kind": "weld", "between": ["ground", "boom"]}},
        )
        lowest = np.array([mode.rad_s for mode in dalembert.modes(model).modes])
        errors.append([float(np.min(np.abs(lowest / one - 1))) for one in exact])
    assert max(errors[-1]) < 2e-2
    np.testing.assert_allclose(np.log2(np.divide(*errors)), 2, atol=0.25)
