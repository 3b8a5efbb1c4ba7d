"""Bodies in space: the same motion in different coordinates, and conservation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.bodies.systems import ARM, changed

import dalembert

PARAMETERS = {"m": 1.3, "l": 0.8, "g": 9.81, "J": 0.02}
RUN = {"t_end": 1.0, "samples": 11, "rtol": 1e-11}


def _spherical(joints: dict[str, object], bodies: dict[str, object] | None = None) -> dict[str, np.ndarray]:
    model = dalembert.model(
        parameters=PARAMETERS,
        bodies={
            "space": 3,
            "gravity": [0, 0, "-g"],
            "bob": {"mass": "m", "inertia": ["J", "2*J", "2*J"], "centre": [0, 0, "-l"]},
            **(bodies or {}),
        },
        joints=joints,
        outputs={"x": "bob.centre.x", "y": "bob.centre.y", "z": "bob.centre.z"},
        simulate=RUN,
    )
    motion = dalembert.simulate(model)
    assert motion.status == "ok"
    return {name: motion[name] for name in ("x", "y", "z")}


def _pins(*angles: tuple[str, str, float, float]) -> tuple[dict[str, object], dict[str, object]]:
    """Pins one after the other, with bodies without mass between them; the last of them carries the bob."""
    bodies = {f"ring{i}": {"mass": 0} for i in range(len(angles) - 1)}
    chain = ["ground", *bodies, "bob"]
    joints = {
        name: {
            "kind": "pin",
            "axis": axis,
            "between": [chain[i], chain[i + 1]],
            "coordinate": {name: {"start": start, "speed": speed}},
        }
        for i, (name, axis, start, speed) in enumerate(angles)
    }
    return bodies, joints


def test_a_universal_joint_is_two_pins() -> None:
    """A spherical pendulum on a cross, and on two pins with a body without mass between them."""
    a, b, da, db = 0.5, 0.3, 0.7, -1.1
    universal = _spherical(
        {
            "O": {
                "kind": "universal",
                "between": ["ground", "bob"],
                "coordinate": {"a": {"start": a, "speed": da}, "b": {"start": b, "speed": db}},
            }
        }
    )
    bodies, joints = _pins(("a", "x", a, da), ("b", "y", b, db))
    two_pins = _spherical(joints, bodies)
    for name, values in universal.items():
        np.testing.assert_allclose(two_pins[name], values, rtol=0, atol=1e-9, err_msg=name)


def test_a_ball_joint_in_three_choices_of_coordinates() -> None:
    """A unit quaternion, three pins, and a free body whose point is held."""
    a, b, da, db = 0.5, 0.3, 0.7, -1.1
    # e of a turn about x by a, then about y by b, and its rate
    ca, sa, cb, sb = np.cos(a / 2), np.sin(a / 2), np.cos(b / 2), np.sin(b / 2)
    e = (ca * cb, sa * cb, ca * sb, sa * sb)
    rate = (
        -(sa * cb * da + ca * sb * db) / 2,
        (ca * cb * da - sa * sb * db) / 2,
        (-sa * sb * da + ca * cb * db) / 2,
        (ca * sb * da + sa * cb * db) / 2,
    )
    turned = {f"e{i}": {"start": float(e[i]), "speed": float(rate[i])} for i in range(4)}
    ball = _spherical({"O": {"kind": "ball", "between": ["ground", "bob"], "coordinate": turned}})
    bodies, joints = _pins(("a", "x", a, da), ("b", "y", b, db), ("c", "z", 0.0, 0.0))
    three_pins = _spherical(joints, bodies)
    place = {name: {"start": 0, "speed": 0} for name in ("px", "py", "pz")}
    held = _spherical(
        {
            "F": {"kind": "free", "between": ["ground", "bob"], "coordinate": place | turned},
            "O": {"kind": "ball", "between": ["ground", "bob"], "loop": True},
        }
    )
    for other in (three_pins, held):
        for name, values in ball.items():
            np.testing.assert_allclose(other[name], values, rtol=0, atol=1e-8, err_msg=name)


def test_a_free_body_keeps_its_momentum() -> None:
    """Free in space: the mass centre goes straight on, the angular momentum stays, Euler's equations hold."""
    spin = [0.3, 4.0, 0.2]
    rates = dict(zip(("e0", "e1", "e2", "e3"), (0.0, *(w / 2 for w in spin)), strict=True))
    model = dalembert.model(
        bodies={"space": 3, "racket": {"mass": 2, "inertia": [0.3, 0.2, 0.1], "centre": [0.1, 0, 0]}},
        joints={
            "free": {
                "kind": "free",
                "between": ["ground", "racket"],
                "coordinate": {
                    **{name: {"start": 0, "speed": 0.5} for name in ("x", "y", "z")},
                    **{name: {"start": float(name == "e0"), "speed": rates[name]} for name in rates},
                },
            }
        },
        definitions={
            "H": "racket.R*[0.3*racket.omega[1], 0.2*racket.omega[2], 0.1*racket.omega[3]]",
            "v": "racket.centre'",
        },
        outputs={"Hx": "H.x", "Hy": "H.y", "Hz": "H.z", "vx": "v.x", "w2": "racket.omega[2]"},
        simulate={"t_end": 4.0, "samples": 41, "rtol": 1e-11},
    )
    motion = dalembert.simulate(model)
    for name in ("Hx", "Hy", "Hz", "vx"):
        np.testing.assert_allclose(motion[name], motion[name][0], rtol=0, atol=1e-9)
    assert motion["w2"].min() < -3.5  # it turns over about its middle axis
    np.testing.assert_allclose([motion[n][0] for n in ("Hx", "Hy", "Hz")], [0.09, 0.8, 0.02], atol=1e-12)


def test_a_joint_written_the_other_way_round_changes_its_sign() -> None:
    """The value of a joint is that of the second against the first, whichever of them is placed first."""
    forward = dalembert.simulate(dalembert.model(**changed(ARM, outputs={"z": "fore.T.z"})))
    back = changed(
        ARM,
        outputs={"z": "fore.T.z"},
        joints__elbow={
            "kind": "pin",
            "axis": [0, 1, 1],
            "between": ["fore", "upper.E"],
            "coordinate": {"q3": {"start": -0.3, "speed": -0.2}},
        },
    )
    backward = dalembert.simulate(dalembert.model(**back))
    np.testing.assert_allclose(backward["q3"], -forward["q3"], atol=1e-10)
    np.testing.assert_allclose(backward["z"], forward["z"], atol=1e-10)


@pytest.mark.parametrize(
    ("kind", "more", "free"),
    [
        ("cylinder", {}, 2),
        ("planar", {}, 3),
        ("screw", {"pitch": 0.2}, 1),
        ("slider", {"axis": [1, 2, 2]}, 1),
        ("universal", {}, 2),
    ],
)
def test_every_joint_in_a_tree_keeps_energy(kind: str, more: dict[str, object], free: int) -> None:
    """A body on each kind of joint, from a start with speed; the ledger closes."""
    coordinates = {f"c{i}": {"start": 0.2 * (i + 1), "speed": 0.5 - i} for i in range(free)}
    model = dalembert.model(
        bodies={
            "space": 3,
            "gravity": [1.0, 2.0, -9.81],
            "base": {"mass": 1, "inertia": [0.1, 0.2, 0.25]},
            "load": {"mass": 1, "shape": {"box": [0.1, 0.2, 0.3]}, "centre": [0.1, 0.2, 0.05]},
        },
        joints={
            "P": {
                "kind": "pin",
                "axis": [0, 1, 0],
                "between": ["ground", "base"],
                "coordinate": {"p": {"start": 0.1, "speed": 1}},
            },
            "J": {"kind": kind, "between": ["base", "load"], "coordinate": coordinates, **more},
        },
        simulate={"t_end": 0.3, "samples": 4},
    )
    assert dalembert.derive(model).verified.max_error < 1e-9
    assert dalembert.simulate(model).status == "ok"


@pytest.mark.parametrize("kind", ["pin", "slider", "weld", "ball", "universal", "cylinder", "planar"])
def test_a_joint_that_closes_a_loop_leaves_the_motion_that_it_has_in_a_tree(kind: str) -> None:
    """A free body held by the conditions of a joint, at a place that its coordinates reach."""
    conditions = {"pin": 5, "slider": 5, "weld": 6, "ball": 3, "universal": 4, "cylinder": 4, "planar": 3}
    start = {"x": 0, "y": 0, "z": 0, "e0": 1, "e1": 0, "e2": 0, "e3": 0}
    model = dalembert.model(
        bodies={"space": 3, "gravity": [0.3, 0.2, -1], "load": {"mass": 1, "inertia": [0.1, 0.2, 0.25]}},
        joints={
            "free": {
                "kind": "free",
                "between": ["ground", "load"],
                "coordinate": {name: {"start": value, "speed": 0} for name, value in start.items()},
            },
            "J": {"kind": kind, "between": ["ground", "load"], "loop": True},
        },
        simulate={"t_end": 0.2, "samples": 3},
    )
    motion = dalembert.simulate(model)
    assert len(model.constraints) == conditions[kind] + 1
    assert motion.status == "ok"


def test_an_entry_beside_the_diagonal_of_an_inertia_is_one_parameter() -> None:
    """What is set is what is computed with, in the energy and in the balances of angular momentum."""
    model = dalembert.model(**ARM)
    rows = [[0.011, 0.004, 0.002], [0.004, 0.02, -0.001], [0.002, -0.001, 0.021]]
    other = dalembert.model(**changed(ARM, bodies__fore__inertia=rows))
    assert "fore.inertia[2,1]" not in {one.name for one in model.parameters}
    varied = dalembert.simulate(dalembert.vary(model, parameters={"fore.inertia[1,2]": 0.004}))
    np.testing.assert_array_equal(varied.q, dalembert.simulate(other).q)


@pytest.mark.parametrize(
    ("axis", "second"),
    [("x", "y"), ("y", "z"), ("z", "x"), ([1, 1, 0], [2**-0.5, -(2**-0.5), 0])],
)
def test_the_second_axis_of_a_universal_joint_is_the_documented_one(axis: Any, second: Any) -> None:
    """The next letter in cyclic order; for a vector its cross product with the axis along which it is least."""
    joint = {"kind": "universal", "axis": axis, "between": ["ground", "body"]}
    joint["coordinate"] = {"q1": {"start": 0.3, "speed": 0}, "q2": {"start": 0.2, "speed": 0}}
    places = [(i, j) for i in (1, 2, 3) for j in (1, 2, 3)]
    motion = dalembert.simulate(
        dalembert.model(
            bodies={"space": 3, "body": {"mass": 1, "inertia": 1}},
            joints={"U": joint},
            outputs={f"R{i}{j}": f"body.R[{i},{j}]" for i, j in places},
        ),
        t_end=0.01,
        samples=1,
    )
    found = np.array([motion[f"R{i}{j}"][0] for i, j in places]).reshape(3, 3)
    letters = {"x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, 1]}

    def turn(about: Any, angle: float) -> Any:
        n = np.array(letters[about] if isinstance(about, str) else about, float)
        n /= np.linalg.norm(n)
        across = np.array([[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]])
        return np.eye(3) + np.sin(angle) * across + (1 - np.cos(angle)) * across @ across

    assert np.allclose(found, turn(axis, 0.3) @ turn(second, 0.2), atol=1e-14)
