"""Limits of joints: stops at their places, with the speeds and the times of closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.special import ellipk, ellipkinc
from tests.bodies.systems import DOUBLE_PENDULUM, changed

import dalembert
from dalembert._model.build import build
from dalembert._present.notation import notation
from dalembert._text.joint_limits import JointLimits, limits_taken_over
from dalembert._text.written import Written

RUN = {"t_end": 1.2, "samples": 12, "rtol": 1e-10}


def _pendulum(coordinates: str = "joint", **joint: Any) -> dict[str, Any]:
    """A point mass on a rod of 1 m, let go at 1 rad, with a stop at 0.3 rad."""
    return {
        "bodies": {"gravity": [0, -9.81], "coordinates": coordinates, "bob": {"mass": 2, "centre": [0, -1]}},
        "joints": {
            "O": {
                "kind": "pin",
                "between": ["ground", "bob"],
                "coordinate": {"phi": {"start": 1.0, "speed": 0}},
                "limits": [0.3, 2.0],
                **joint,
            }
        },
        "outputs": {"M": {"value": "joints.O.torque", "unit": "N m"}},
        "simulate": RUN,
    }


def _fall(start: float, end: float) -> float:
    """The time from rest at one angle to another: F of elliptic integrals."""
    k = np.sin(start / 2)
    return float((ellipk(k**2) - ellipkinc(np.arcsin(np.sin(end / 2) / k), k**2)) / np.sqrt(9.81))


@pytest.mark.parametrize("coordinates", ["joint", "body"])
def test_a_pendulum_hits_its_stop_as_the_closed_form_says(coordinates: str) -> None:
    """Time and speed of the impact, and the speed after it; then the height it comes back to."""
    rebound = 0.6
    inertia = {"inertia": 1e-9} if coordinates == "body" else {}
    sections = _pendulum(coordinates, restitution=rebound)
    sections["bodies"]["bob"] |= inertia
    motion = dalembert.simulate(dalembert.model(**sections))
    assert motion.status == "ok"
    impact = motion.impacts[0]
    assert impact.contacts == ("O_lower",)
    assert impact.t == pytest.approx(_fall(1.0, 0.3), abs=1e-8)
    speed = np.sqrt(2 * 9.81 * (np.cos(0.3) - np.cos(1.0)))
    assert impact.before[-1] == pytest.approx(-speed, rel=1e-7)
    assert impact.after[-1] == pytest.approx(rebound * speed, rel=1e-7)
    assert motion["phi" if coordinates == "joint" else "joints.O.value"].min() > 0.3 - 1e-9


@pytest.mark.parametrize("coordinates", ["joint", "body"])
def test_a_joint_at_its_stop_carries_the_torque_of_the_stop(coordinates: str) -> None:
    """Without rebound the bob rests at the stop: the joint holds its weight, M = m g l sin(0.3)."""
    sections = _pendulum(coordinates)
    sections["bodies"]["bob"] |= {"inertia": 1e-9} if coordinates == "body" else {}
    motion = dalembert.simulate(dalembert.model(**sections))
    assert motion["phi" if coordinates == "joint" else "joints.O.value"][-1] == pytest.approx(0.3, abs=1e-9)
    assert motion["M"][-1] == pytest.approx(2 * 9.81 * np.sin(0.3), rel=1e-7)
    assert motion["M"][0] == pytest.approx(0, abs=1e-9)


def test_the_rebound_that_is_not_given_is_said() -> None:
    """By `check`, with the names of the joints."""
    _, told = build(Written(values=_pendulum()))
    assert [flaw.rule for flaw in told] == ["limits"]
    assert "restitution = 0: O" in str(told[0])
    assert not build(Written(values=_pendulum(restitution=0.5)))[1]


def test_limits_are_parameters_and_may_be_open() -> None:
    """A number can be changed from outside; an infinite limit is none."""
    model = dalembert.model(**_pendulum(limits=[float("-inf"), {"value": 90, "unit": "deg"}], restitution=1))
    assert [one.name for one in model.contacts] == ["O_upper"]
    values = {one.name: one for one in model.parameters}
    assert "O.limits[2]" in values
    assert dalembert.simulate(dalembert.vary(model, parameters={"O.limits[2]": 60})).status == "ok"


def test_limits_and_restitution_are_written_with_letters() -> None:
    """Reports write q with the index min or max, and e; not names cut in the middle."""
    written = notation(dalembert.model(**_pendulum(restitution=0.5)))
    names = ("O.limits[1]", "O.limits[2]", "O.restitution")
    assert [written.parts(name) for name in names] == [("q", "O,min"), ("q", "O,max"), ("e", "O")]


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        ({"limits": 1}, "needs two values", "limits ="),
        ({"limits": [1, 2, 3]}, "needs two values", "limits ="),
        ({"limits": [2, 1]}, "2 is not below the upper one 1", "smaller value first"),
        ({"limits": ["a +", 1]}, "", "joints.A.limits"),
        ({"restitution": 0.5}, "for joints with limits", "limits ="),
        ({"limits": [-1, 1], "restitution": 2}, "", "restitution"),
        ({"kind": "weld", "coordinate": None, "limits": [-1, 1]}, "one angle or distance", "delete limits"),
        ({"kind": "free", "coordinate": None, "limits": [-1, 1]}, "one angle or distance", "delete limits"),
    ],
)
def test_mistakes_in_limits_are_told(given: dict[str, Any], message: str, hint: str) -> None:
    """Each at its place, with what to type."""
    sections = changed(DOUBLE_PENDULUM)
    joint = sections["joints"]["A"] | given
    sections["joints"]["A"] = {key: one for key, one in joint.items() if one is not None}
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.simulate(dalembert.model(**sections))
    assert message in str(caught.value)
    assert hint in str(caught.value)


def test_limits_of_robots_become_stops_however_many_there_are() -> None:
    """A joint that would begin beyond a limit begins at it, and forty limits are forty stops."""
    few = [
        JointLimits("a", -1.0, 1.0, "rad"),
        JointLimits("b", 0.2, 1.0, "m"),
        JointLimits("c", 0.0, 0.0, "m"),
    ]
    joints: dict[str, Any] = {"a": {}, "b": {}, "c": {}}
    said = limits_taken_over(joints, few)
    assert joints == {
        "a": {"limits": [-1.0, 1.0]},
        "b": {"limits": [0.2, 1.0], "coordinate": {"b": {"start": 0.2}}},
        "c": {},
    }
    assert "taken over as stops: -1 to 1 rad" in said[0][0]
    assert "left out: 0 to 0 m" in said[2][0]
    many = [JointLimits(f"q{i}", -1.0, 1.0, "rad") for i in range(40)]
    entries: dict[str, Any] = {one.joint: {} for one in many}
    assert all("taken over as stops" in message for message, _ in limits_taken_over(entries, many))
    assert all(entry == {"limits": [-1.0, 1.0]} for entry in entries.values())
