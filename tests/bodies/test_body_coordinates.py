"""Bodies with coordinates of their own: the motions and the forces of joint coordinates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.bodies.systems import ARM, DOUBLE_PENDULUM, FOUR_BAR, Sections, changed

import dalembert

SPATIAL_SLIDER_CRANK: Sections = {
    "bodies": {
        "space": 3,
        "gravity": [0, 0, -9.81],
        "ground": {"points": {"O": {"at": [0, 0.1, 0.12], "turn": [["y", "pi/2"]]}}},
        "crank": {"mass": 0.12, "inertia": [1e-4, 1e-4, 1e-5], "points": {"A": [0.08, 0, 0]}},
        "rod": {
            "mass": 0.5,
            "inertia": [4e-3, 4e-4, 4e-3],
            "centre": [0.15, 0, 0],
            "points": {"B": [0.3, 0, 0]},
        },
        "block": {"mass": 2, "inertia": 1e-4},
    },
    "joints": {
        "O": {
            "kind": "pin",
            "between": ["ground.O", "crank"],
            "coordinate": {"q": {"start": 0, "speed": 6}},
        },
        "S": {"kind": "slider", "between": ["ground", "block"], "coordinate": {"x": {"guess": 0.2}}},
        "B": {
            "kind": "universal",
            "axis": "y",
            "between": ["block", "rod.B"],
            "coordinate": {"u": {"guess": 0.6}, "v": {"guess": -0.4}},
        },
        "A": {"kind": "ball", "between": ["crank.A", "rod"], "loop": True},
    },
    "simulate": {"t_end": 0.25, "samples": 6, "rtol": 1e-11},
}
REVERSED = changed(
    ARM,
    joints__turn={"kind": "cylinder", "between": ["base", "ground"],
                  "coordinate": {"s": {"start": 0.2, "speed": 0.1}, "q1": {"start": 0.1, "speed": 1}}},
    joints__shoulder={"kind": "universal", "between": ["upper", "base.S"],
                      "coordinate": {"q2": {"start": 0.3, "speed": -0.5}, "q4": {"start": 0.2, "speed": 0.6}}},
    simulate__t_end=0.2,
)  # fmt: skip


JOINTS = {"a": "O", "b": "A", "q2": "shoulder"}  # of values that are used in expressions


def _plane(*joints: str) -> dict[str, str]:
    forces = {f"F{name}{i}": f"joints.{name}.force[{i}]" for name in joints for i in (1, 2)}
    return forces | {f"M{name}": f"joints.{name}.torque" for name in joints}


def _space(*joints: str) -> dict[str, str]:
    parts = [(name, what, axis) for name in joints for what in ("force", "torque") for axis in "xyz"]
    return {f"{what}_{name}_{axis}": f"joints.{name}.{what}.{axis}" for name, what, axis in parts}


def _compare(system: Sections, values: tuple[str, ...], outputs: dict[str, str], **more: Any) -> None:
    by_joint, by_body = (
        dalembert.simulate(dalembert.model(**changed(system, outputs=outputs, **more, **own)))
        for own in ({}, {"bodies__coordinates": "body"})
    )
    assert by_joint.status == by_body.status == "ok"
    assert not by_body.assumed
    assert not by_body.moved
    for name in (*values, *outputs):
        size = max(1.0, float(np.max(np.abs(by_joint[name]))))
        found = by_body[name] if name in by_body.columns() else by_body[f"joints.{JOINTS[name]}.value"]
        np.testing.assert_allclose(found, by_joint[name], rtol=0, atol=1e-10 * size, err_msg=name)


def test_planar_bodies_move_as_their_joints() -> None:
    """A driven double pendulum with an effort on its elbow, and a four-bar with all elements."""
    _compare(
        DOUBLE_PENDULUM,
        ("a", "b"),
        _plane("O", "A"),
        work={"b": "0.3*sin(5*t) - 0.1*b'"},
        simulate__t_end=0.4,
    )
    _compare(FOUR_BAR, ("th", "al", "ga"), _plane("O", "A", "B", "C"), simulate__t_end=0.2)


def test_drives_and_gears_are_carried_by_their_joints() -> None:
    """The torque of a drive is part of what its pin carries, whatever has the coordinates."""
    driven = {"kind": "drive", "between": "joints.O", "value": "0.4 + w*t + 2*(w*t)^2"}
    rate = {"value": 1, "unit": "rad/s"}
    system = changed(DOUBLE_PENDULUM, parameters__w=rate, joints__motor=driven, simulate__t_end=0.2)
    _compare(system, ("a", "b"), _plane("O", "A"))
    geared = {"kind": "gear", "between": ["joints.O", "joints.A"], "ratio": -2}
    system = changed(DOUBLE_PENDULUM, joints__A__coordinate={"b": {"start": -0.9, "speed": -0.5}})
    _compare(system, ("a", "b"), _plane("O", "A"), joints__gear=geared, simulate__t_end=0.2)
    turned = {"kind": "drive", "between": "joints.shoulder", "value": "0.3 - w*t/2"}
    system = changed(ARM, parameters__w=rate, joints__motor=turned, simulate__t_end=0.1)
    _compare(system, ("q1", "q2", "q3"), _space("shoulder"))


@pytest.mark.parametrize("system", [ARM, REVERSED])
def test_spatial_chains_move_as_their_joints(system: Sections) -> None:
    """Quaternions of every body against angles of joints, along and against the joints."""
    values = ("q1", "q2", "q3")
    _compare(system, values, _space("turn"), simulate__t_end=0.1)


def test_a_spatial_slider_crank_moves_as_its_joints() -> None:
    """A loop of pin, slider, universal and ball joint; all constraints and norms are kept."""
    _compare(SPATIAL_SLIDER_CRANK, ("q", "x"), _space("S"))
    model = dalembert.model(**changed(SPATIAL_SLIDER_CRANK, bodies__coordinates="body"))
    motion = dalembert.simulate(model)
    assert max(np.max(motion.residual.position), np.max(motion.residual.velocity)) < 1e-12


def test_a_free_body_keeps_the_names_of_its_joint() -> None:
    """A free body has the coordinates that its joint would have; what hangs from it is placed by it."""
    system = changed(
        DOUBLE_PENDULUM,
        joints__O={
            "kind": "free",
            "between": ["ground", "upper"],
            "coordinate": {
                "x": {"start": 0.2, "speed": 0.5},
                "y": {"start": 0.1, "speed": 2},
                "a": {"start": 0.4, "speed": 1.5},
            },
        },
        simulate__t_end=0.2,
    )
    _compare(system, ("x", "y", "a", "b"), _plane("A"))


def test_starts_that_a_loop_decides_are_refused() -> None:
    """A start on a joint beyond a loop cannot be kept, and is not dropped."""
    hung = changed(
        FOUR_BAR,
        bodies__coordinates="body",
        bodies__bob={"mass": 1, "centre": [0.3, 0]},
        joints__H={"kind": "pin", "between": ["coupler.E", "bob"], "coordinate": {"h": {"start": 0.3}}},
    )
    with pytest.raises(dalembert.ModelError, match="the start of `h` cannot be kept"):
        dalembert.model(**hung)


def test_starts_that_are_not_given_are_said(tmp_path: Path) -> None:
    """In a tree they are 0, as in joint coordinates, with a note."""
    system = changed(DOUBLE_PENDULUM, bodies__coordinates="body", joints__A__coordinate={"b": {}})
    file = tmp_path / "chain.toml"
    dalembert.write(dalembert.model(**system), file)
    flaws = dalembert.check(file).flaws
    assert any("is not given and taken as 0: A" in str(flaw.message) for flaw in flaws)


@pytest.mark.parametrize("kind", ["ball", "free"])
@pytest.mark.parametrize("coordinates", ["joint", "body"])
def test_a_quaternion_without_a_start_is_that_of_frames_that_coincide(kind: str, coordinates: str) -> None:
    """Not one of the half turns, which have the length 1 as well."""
    model = dalembert.model(
        bodies={
            "space": 3,
            "coordinates": coordinates,
            "a": {"mass": 1, "shape": {"box": [1, 2, 3]}, "points": {"A": [1, 0, 0]}},
            "b": {"mass": 1, "shape": {"box": [1, 2, 3]}},
        },
        joints={
            "O": {"kind": kind, "between": ["ground", "a"]},
            "A": {"kind": "ball", "between": ["a.A", "b"]},
        },
        outputs={"x": "a.R[1,1]", "y": "b.R[2,2]", "z": "b.R[3,3]"},
    )
    motion = dalembert.simulate(model, t_end=0.1, samples=1)
    assert [motion[name][0] for name in "xyz"] == pytest.approx([1, 1, 1], abs=1e-15)


@pytest.mark.parametrize(
    ("joint", "spring", "said"),
    [
        ({}, True, "counts turns of `O`"),
        ({"limits": [-1, float("inf")], "restitution": 0}, True, "counts turns of `O`"),
        ({"limits": [-1, 4], "restitution": 0}, False, "beyond half a turn"),
        ({"limits": [-1, {"value": 190, "unit": "deg"}], "restitution": 0}, False, "beyond half a turn"),
        ({"limits": [-1, 3], "restitution": 0}, True, ""),
    ],
)
def test_angles_that_count_turns_are_refused_for_bodies_in_space(
    joint: dict[str, Any], spring: bool, said: str
) -> None:
    """Of an angle only sine and cosine are known there: a spring wound past half a turn would let go."""
    pin = {"kind": "pin", "between": ["ground", "a"], "coordinate": {"th": {"start": 0, "speed": 6}}}
    sections: dict[str, Any] = {
        "bodies": {"space": 3, "coordinates": "body", "a": {"mass": 1, "inertia": [1, 1, 1]}},
        "joints": {"O": {**pin, **joint}},
    }
    if spring:
        sections["elements"] = {
            "s": {"kind": "torsion_spring", "between": "joints.O", "stiffness": 1, "angle": 0}
        }
    if said:
        with pytest.raises(dalembert.ModelError, match=said):
            dalembert.model(**sections)
    else:
        assert dalembert.simulate(dalembert.model(**sections), t_end=0.2, samples=2).status == "ok"


def test_a_drive_turns_a_body_in_space_any_number_of_times() -> None:
    """Of its angle only sine and cosine are known, so it is compared with the prescribed one up to whole turns."""
    turned = {"kind": "drive", "between": "joints.shoulder", "value": "0.3 - w*t/2"}
    parameters = {"w": {"value": 16, "unit": "rad/s"}}
    system = changed(ARM, parameters=parameters, joints__motor=turned)
    shoulder = dict(system["joints"]["shoulder"])
    (name,) = shoulder["coordinate"]
    system = changed(system, joints__shoulder__coordinate={name: {"start": 0.3, "speed": -8}})
    by_joint, by_body = (
        dalembert.simulate(
            dalembert.model(**changed(system, outputs=_space("shoulder"), **own)), t_end=0.6, rtol=1e-8
        )
        for own in ({}, {"bodies__coordinates": "body"})
    )
    assert by_joint.status == by_body.status == "ok"
    assert by_joint[name][-1] < -1.4 * np.pi
    for column in _space("shoulder"):
        size = np.max(np.abs(by_joint[column]))
        np.testing.assert_allclose(by_body[column], by_joint[column], rtol=0, atol=1e-6 * size)
    wrong = changed(system, joints__motor__value="0.3 + pi - w*t/2", bodies__coordinates="body")
    with pytest.raises(dalembert.ModelError, match="contradict `motor`"):
        dalembert.simulate(dalembert.model(**wrong))


def test_a_start_that_is_refused_is_not_run(tmp_path: Path) -> None:
    """What `check` calls an error prevents a run, whichever rule has found it."""
    file = tmp_path / "arms.toml"
    file.write_text(
        """format = 1
[parameters]
w = { value = 5, unit = "rad/s" }
[bodies]
space = 3
coordinates = "body"
table = { mass = 2, inertia = 1, points = { P = [0.5, 0, 0] } }
arm = { mass = 1, inertia = 0.2, centre = [0.3, 0, 0] }
[joints]
T = { kind = "pin", between = ["ground", "table"], coordinate = { a = { start = 0 } } }
A = { kind = "pin", between = ["table.P", "arm"], axis = "y", coordinate = { b = { start = 0.3, speed = 0 } } }
turn = { kind = "drive", between = "joints.T", value = "w*t" }
[simulate]
t_end = 1
""",
        encoding="utf-8",
    )
    assert not dalembert.check(file).ok
    with pytest.raises(dalembert.ModelError, match="the speed of `b` cannot be kept") as caught:
        dalembert.simulate(file)
    assert "give each joint before it a speed" in caught.value.flaws[0].hint


@pytest.mark.parametrize(
    ("sections", "counts"),
    [
        ({"elements": {"e": {"kind": "motor", "between": "joints.O", "torque": "-k*angle"}}}, True),
        ({"elements": {"e": {"kind": "motor", "between": "joints.O", "torque": "-k*sin(2*angle)"}}}, False),
        ({"elements": {"e": {"kind": "motor", "between": "joints.O", "torque": "-k*sin(angle/2)"}}}, True),
        ({"elements": {"e": {"kind": "motor", "between": "joints.O", "torque": "-k*speed*s"}}}, False),
        ({"work": {"th": "-k*th"}}, True),
        ({"energy": {"potential": "-k*cos(th)"}}, False),
        ({"definitions": {"w": "th - 0.1"}, "energy": {"potential": "1/2*k*w^2"}}, True),
        ({"definitions": {"w": "th - 0.1"}, "energy": {"potential": "-k*cos(w)"}}, False),
        ({"outputs": {"o": "2*th"}}, False),
        ({"events": {"round": {"when": "th - 5"}}}, True),
        (
            {"controllers": {"c": {"kind": "pid", "from": "th", "kp": "k", "reference": 1, "to": "work.th"}}},
            True,
        ),
    ],
)
def test_angles_that_are_known_up_to_turns_are_used_where_turns_do_not_matter(
    sections: dict[str, Any], counts: bool
) -> None:
    """A torque -k*angle would jump at half a turn, where that of the joint's own coordinate goes on."""
    pin = {"kind": "pin", "between": ["ground", "a"], "coordinate": {"th": {"start": 0, "speed": 6}}}
    bodies = {"space": 3, "coordinates": "body", "a": {"mass": 1, "inertia": [1, 1, 1]}}
    parameters = {"k": {"value": 2, "unit": "Nm"}, "s": {"value": 0.1, "unit": "s"}}
    whole = {"bodies": bodies, "joints": {"O": pin}, "parameters": parameters, **sections}
    if not counts:
        motion = dalembert.simulate(dalembert.model(**whole), t_end=1, samples=2)
        by_joint = changed(whole, bodies__coordinates="joint")
        other = dalembert.simulate(dalembert.model(**by_joint), t_end=1, samples=2)
        assert abs(np.exp(1j * (other["th"]))[-1] - _turned(motion)[-1]) < 1e-8
        return
    with pytest.raises(dalembert.ModelError, match="the angle `th` of a joint in space is known up to whole"):
        dalembert.simulate(dalembert.model(**whole), t_end=1)
    kept = dict(pin, limits=[-1, {"value": 100, "unit": "deg"}], restitution=0)
    assert dalembert.check(dalembert.model(**changed(whole, joints__O=kept))).ok


def _turned(motion: dalembert.Motion) -> Any:
    """exp(i θ) of a body that has turned about z, by its quaternion."""
    return (motion["a_e0"] + 1j * motion["a_e3"]) ** 2
