"""Motions of elements against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert._model.rules_scene import scene_of

G = 9.81
RUN = {"t_end": 1.0, "samples": 5, "rtol": 1e-11}


def free(body: str = "ball", **starts: tuple[float, float]) -> dict[str, Any]:
    """A body that moves freely in the plane, with starts and speeds of x, y and phi."""
    given = {name: starts.get(name, (0.0, 0.0)) for name in ("x", "y", "phi")}
    coordinate = {name: {"start": start, "speed": speed} for name, (start, speed) in given.items()}
    return {"free": {"kind": "free", "between": ["ground", body], "coordinate": coordinate}}


def moved(
    body: dict[str, Any], joints: dict[str, Any], element: dict[str, Any], **more: Any
) -> dalembert.Motion:
    """The motion of one body `ball` with one element `e`."""
    bodies = {"gravity": [0, -G], "ball": body, **more.pop("bodies", {})}
    run = RUN | more.pop("simulate", {})
    model = dalembert.model(bodies=bodies, joints=joints, elements={"e": element}, simulate=run, **more)
    motion = dalembert.simulate(model)
    assert motion.status == "ok"
    return motion


def pin(start: float = 0.0, speed: float = 0.0) -> dict[str, Any]:
    """A wheel on a pin with the angle q."""
    coordinate = {"q": {"start": start, "speed": speed}}
    return {"A": {"kind": "pin", "between": ["ground", "ball"], "coordinate": coordinate}}


def slider(start: float = 0.0, speed: float = 0.0) -> dict[str, Any]:
    """A block on a slider with the distance q."""
    coordinate = {"q": {"start": start, "speed": speed}}
    return {"A": {"kind": "slider", "between": ["ground", "ball"], "coordinate": coordinate}}


def test_drag_of_a_falling_body() -> None:
    """Its speed is v₁ tanh(g t/v₁) with v₁ = √(2 m g/(ρ c A)), in a wind that it falls against."""
    air = {"kind": "drag", "at": "ball", "density": 1.2, "coefficient": 0.5, "area": 1.0, "wind": [0, 3]}
    motion = moved({"mass": 2, "inertia": 1}, free(y=(0, 3)), air)
    limit = np.sqrt(2 * 2 * G / 0.6)
    np.testing.assert_allclose(motion["y'"], 3 - limit * np.tanh(G * motion.t / limit), atol=1e-9)


def test_a_rope_catches_a_falling_body() -> None:
    """It falls freely by half a metre, then hangs and pulls with its weight."""
    rope = {"kind": "rope", "between": ["ground", "ball"], "length": 1, "restitution": 0}
    motion = moved({"mass": 2, "inertia": 1}, free(y=(-0.5, 0)), rope)
    y = np.maximum(-0.5 - G / 2 * motion.t**2, -1)
    np.testing.assert_allclose(motion["y"], y, atol=1e-9)
    np.testing.assert_allclose(motion["contact_e"], np.where(y > -1, 0, 2 * G), atol=1e-8)


def test_an_elastic_rope_pulls_and_never_pushes() -> None:
    """A mass thrown into a rope of stiffness k comes back after half a period with its speed."""
    rope = {"kind": "rope", "between": ["ground", "ball"], "length": 1, "stiffness": 2 * np.pi**2}
    run = {"t_end": 2.0, "samples": 4}
    motion = moved({"mass": 2}, slider(0.5, 1), rope, simulate=run)
    np.testing.assert_allclose(motion["q"], [0.5, 1, 1 + 1 / np.pi, 1, 0.5], atol=1e-9)


def test_a_rope_over_a_pulley_is_atwoods_machine() -> None:
    """Both move with g (m₂ − m₁)/(m₁ + m₂), and the tension 2 m₁ m₂ g/(m₁ + m₂)."""
    joints = {
        name: {
            "kind": "slider",
            "axis": "y",
            "between": [f"ground.{name}", body],
            "coordinate": {name: {"start": -1, "speed": 0}},
        }
        for name, body in (("p", "ball"), ("q", "other"))
    }
    rope = {"kind": "rope", "between": ["ball", "other"], "over": ["ground.P1", "ground.P2"], "length": "start",
            "restitution": 0}  # fmt: skip
    points = {"P1": [0, 0], "P2": [1, 0], "p": [0, 0], "q": [1, 0]}
    more = {"ground": {"points": points}, "other": {"mass": 3}}
    motion = moved({"mass": 2}, joints, rope, bodies=more, simulate={"t_end": 0.5})
    np.testing.assert_allclose(motion["p"], -1 + G / 5 * motion.t**2 / 2, atol=1e-9)
    np.testing.assert_allclose(motion["contact_e"], 12 / 5 * G, atol=1e-8)


def test_a_bushing_is_springs_and_dampers_along_its_axes() -> None:
    """Each direction swings by itself, in axes of the turned first frame, and the turn does too."""
    turned = {"ground": {"points": {"P": {"turn": 0.4}}}, "gravity": [0, 0]}
    bushing = {
        "kind": "bushing",
        "between": ["ground.P", "ball"],
        "stiffness": [8, 18],
        "damping": [0, 2],
        "torsional_stiffness": 2,
    }
    c, s = np.cos(0.4), np.sin(0.4)
    starts = {"x": (0.1 * c - 0.2 * s, 0.0), "y": (0.1 * s + 0.2 * c, 0.0), "phi": (0.7, 0.0)}
    motion = moved({"mass": 2, "inertia": 0.5}, free(**starts), bushing, bodies=turned)
    t, w = motion.t, np.sqrt(9 - 0.25)
    along = 0.1 * np.cos(2 * t)
    across = 0.2 * np.exp(-t / 2) * (np.cos(w * t) + 0.5 / w * np.sin(w * t))
    np.testing.assert_allclose(c * motion["x"] + s * motion["y"], along, atol=1e-9)
    np.testing.assert_allclose(-s * motion["x"] + c * motion["y"], across, atol=1e-9)
    np.testing.assert_allclose(motion["phi"], 0.4 + 0.3 * np.cos(2 * t), atol=1e-9)


def test_dry_friction_stops_a_block_and_holds_it() -> None:
    """Its speed is v₀ − F t/m until t = m v₀/F, and the heat is ½ m v₀²."""
    rub = {"kind": "friction", "between": "joints.A", "force": 4}
    motion = moved({"mass": 2}, slider(0, 1), rub)
    np.testing.assert_allclose(motion["q'"], np.maximum(0, 1 - 2 * motion.t), atol=1e-9)
    assert motion.ledger is not None
    smooth = moved({"mass": 2}, slider(0, 1), rub | {"speed": 1.0, "force": 2})
    np.testing.assert_allclose(np.sinh(smooth["q'"]), np.sinh(1) * np.exp(-smooth.t), atol=1e-9)


def test_friction_of_a_pin_is_that_of_its_force() -> None:
    """Its speed is ω₀ − µ r m g t/J: the pin carries the weight."""
    rub = {"kind": "torsion_friction", "between": "joints.A", "coefficient": 0.1, "radius": 0.1}
    motion = moved({"mass": 2, "inertia": 0.5}, pin(0, 0.3), rub)
    np.testing.assert_allclose(motion["q'"], np.maximum(0, 0.3 - 0.04 * G * motion.t), atol=1e-9)


@pytest.mark.parametrize(
    "law",
    [
        {"kind": "torsion_friction", "between": "joints.A", "coefficient": 0.1, "radius": 0.1},
        {"kind": "motor", "between": "joints.A", "torque": "-k*norm(joints.A.force)"},
        {"kind": "force", "at": "ball", "force": ["-w*q''", 0]},
    ],
)
def test_what_accelerations_determine_is_left_out_of_the_drawing(law: dict[str, Any]) -> None:
    """The rest is drawn, and nothing is complained about."""
    given = {"k": {"value": 0.01, "unit": "m"}, "w": {"value": 0.1, "unit": "kg*m"}}
    bodies = {"gravity": [0, -G], "ball": {"mass": 2, "inertia": 0.5, "centre": [0.1, 0]}}
    model = dalembert.model(bodies=bodies, joints=pin(0, 0.3), elements={"e": law}, parameters=given)
    assert [flaw for flaw in dalembert.check(model).flaws if flaw.rule == "scene"] == []
    scene = scene_of(model)
    assert scene is not None
    assert scene.points
    assert not scene.arrows
    assert not [part for part in scene.parts if part.kind == "turn"]


def test_a_motor_runs_up_to_its_speed() -> None:
    """Its speed is ω₀ (1 − exp(−M₀ t/(J ω₀)))."""
    motor = {"kind": "motor", "between": "joints.A", "stall_torque": 4, "no_load_speed": 10}
    motion = moved({"mass": 2, "inertia": 0.5}, pin(), motor)
    np.testing.assert_allclose(motion["q'"], 10 * (1 - np.exp(-0.8 * motion.t)), atol=1e-9)


def test_an_actuator_is_cut_at_its_limit_and_lags_behind() -> None:
    """Cut at 3 N; with the lag T and the rate r it first grows by r t, then by an exponential function."""
    push = {"kind": "actuator", "between": "joints.A", "force": "F0*exp(-t/T)", "limit": 3}
    given = {"F0": {"value": 20, "unit": "N"}, "T": {"value": 0.25, "unit": "s"}}
    motion = moved({"mass": 2}, slider(), push, outputs={"F": "e.effort"}, parameters=given)
    np.testing.assert_allclose(motion["F"], np.minimum(3, 20 * np.exp(-4 * motion.t)), atol=1e-12)
    slow = {"kind": "actuator", "between": "joints.A", "force": 9, "limit": 3, "lag": 0.1, "rate": 10}
    motion = moved({"mass": 2}, slider(), slow)
    after = 3 - np.exp(-(motion.t - 0.2) / 0.1)
    np.testing.assert_allclose(motion["e.effort"], np.where(motion.t < 0.2, 10 * motion.t, after), atol=1e-9)


@pytest.mark.parametrize(("friction", "share"), [(0.5, 5 / 7), (0.05, None)])
def test_a_sphere_on_an_incline(friction: float, share: float | None) -> None:
    """It rolls with 5/7 g sin α where friction holds, else slides with g (sin α − µ cos α)."""
    r, slope = 0.1, 0.3
    touch = {
        "kind": "contact",
        "between": ["ground.S", "ball"],
        "radius": "r",
        "restitution": 0,
        "friction": friction,
    }
    starts = {"x": (r * np.sin(slope), 0.0), "y": (r * np.cos(slope), 0.0)}
    incline = {"ground": {"points": {"S": {"turn": -slope}}}}
    motion = moved(
        {"mass": 2, "shape": {"sphere": "r"}}, free(**starts), touch, bodies=incline, parameters={"r": r}
    )
    a = G * (share * np.sin(slope) if share else np.sin(slope) - friction * np.cos(slope))
    way = a / 2 * motion.t**2
    np.testing.assert_allclose(motion["x"], r * np.sin(slope) + way * np.cos(slope), atol=1e-9)
    np.testing.assert_allclose(motion["contact_e"], 2 * G * np.cos(slope), atol=1e-8)
    assert np.all(motion["friction_e"] < 0)


def test_a_box_lands_on_its_corners() -> None:
    """Level, without rebound: four corners in the plane, two of which carry the weight."""
    box = {"kind": "contact", "between": ["ground", "ball"], "shape": "corners", "restitution": 0}
    motion = moved({"mass": 2, "shape": {"box": [0.4, 0.2, 0.1]}}, free(y=(0.6, 0)), box)
    np.testing.assert_allclose(motion["y"], np.maximum(0.1, 0.6 - G / 2 * motion.t**2), atol=1e-9)
    assert motion["contact_e_1"][-1] + motion["contact_e_3"][-1] == pytest.approx(2 * G)


def test_discs_exchange_their_velocities() -> None:
    """A straight impact of equal discs without loss: the first stops, the second goes on."""
    touch = {"kind": "contact", "between": ["other", "ball"], "on": 0.1, "radius": 0.1, "restitution": 1}
    other = {"kind": "slider", "between": ["ground", "other"], "coordinate": {"p": {"start": 1, "speed": -1}}}
    joints = slider(-0.2, 1) | {"B": other}
    motion = moved({"mass": 2}, joints, touch, bodies={"other": {"mass": 2}})
    after = motion.t > 0.5
    np.testing.assert_allclose(motion["q'"], np.where(after, -1, 1), atol=1e-12)
    np.testing.assert_allclose(motion["p'"], np.where(after, 1, -1), atol=1e-12)


def test_the_libration_of_a_satellite() -> None:
    """Small librations about the local vertical with n √(3 (Jx − Jy)/Jz) on a circular orbit."""
    radius = 1e4  # so large against the body that its orbit stays a circle
    n = np.sqrt(1.0 / radius**3)
    jx, jy, jz = 0.1, 1.0, 1.1
    moments = {"mass": 1e6, "inertia": jz}
    element = {"kind": "gravity_gradient", "between": ["ground", "ball"], "mu": 1.0, "moments": [jx, jy]}
    starts = {"x": (radius, 0.0), "y": (0.0, n * radius), "phi": (1e-4, n)}
    w = n * np.sqrt(3 * (jy - jx) / jz)
    run = {"t_end": 2 * np.pi / w, "samples": 8}
    motion = moved(moments, free(**starts), element, bodies={"gravity": [0, 0]}, simulate=run)
    libration = motion["phi"] - np.unwrap(np.arctan2(motion["y"], motion["x"]))
    np.testing.assert_allclose(libration, 1e-4 * np.cos(w * motion.t), atol=1e-9)


def _table(x: list[float], unit: str, force: list[float]) -> dict[str, Any]:
    value = {"values": force, "unit": "N"}
    return {"x": {"values": x, "unit": unit}, "value": value, "beyond": "line"}


def test_a_table_is_the_law_of_a_spring() -> None:
    """A spring with a table of its force, and a damper with one: as the straight lines that they hold."""
    tables = {
        "pull": _table([-1, 0, 2], "m", [-9, 0, 18]),
        "slow": _table([-5, 5], "m/s", [-2, 2]),
    }
    elements = {
        "s": {"kind": "spring", "between": ["ground.P", "ball"], "force": "pull(stretch)", "length": 1},
        "d": {"kind": "damper", "between": ["ground.P", "ball"], "force": "slow(rate)"},
    }
    bodies = {"ground": {"points": {"P": [-1, 0]}}, "ball": {"mass": 1}}
    model = dalembert.model(
        tables=tables, bodies=bodies, joints=slider(0.1, 0), elements=elements, simulate=RUN
    )
    motion, w = dalembert.simulate(model), np.sqrt(9 - 0.04)
    decay = 0.1 * np.exp(-0.2 * motion.t) * (np.cos(w * motion.t) + 0.2 / w * np.sin(w * motion.t))
    np.testing.assert_allclose(motion["q"], decay, atol=1e-9)
