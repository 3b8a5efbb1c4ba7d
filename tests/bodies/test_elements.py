"""Springs and dampers by their laws, lengths as assembled, torsion in space, torques in body axes."""

from __future__ import annotations

import numpy as np
import pytest
from tests.bodies.systems import ARM, DOUBLE_PENDULUM, FOUR_BAR, changed

import dalembert

ENDS = ["ground", "lower.E"]
OUT = {"F": "joints.O.force.x", "M": "joints.A.torque"}


def test_a_law_is_a_spring_and_a_damper() -> None:
    """With k·stretch + c·rate as a law the motion is that of V and D, and so are the forces in the pins."""
    law = {"kind": "spring", "between": ENDS, "force": "20*stretch + 0.7*rate", "length": 0.5}
    both = {
        "spring": {"kind": "spring", "between": ENDS, "stiffness": 20, "length": 0.5},
        "damper": {"kind": "damper", "between": ENDS, "damping": 0.7},
    }
    damper = {
        "spring": both["spring"],
        "damper": {"kind": "damper", "between": ENDS, "force": "0.7*rate"},
    }
    found = [
        dalembert.simulate(dalembert.model(**changed(DOUBLE_PENDULUM, elements=one, outputs=OUT)))
        for one in ({"law": law}, both, damper)
    ]
    for other in found[1:]:
        for name in ("a", "b", "F", "M"):
            np.testing.assert_allclose(other[name], found[0][name], atol=1e-8, err_msg=name)


def test_a_spring_is_as_long_as_it_was_assembled() -> None:
    """With `length = "start"` it pulls with nothing at the start, and is the number that is measured there."""
    spring = {"kind": "spring", "between": ENDS, "stiffness": 20, "length": "start"}
    system = changed(DOUBLE_PENDULUM, elements={"s": spring}, outputs={"s": "s.stretch", "d": "s.distance"})
    motion = dalembert.simulate(dalembert.model(**system))
    assert abs(motion["s"][0]) < 1e-15
    length = float(motion["d"][0])
    x = 0.9 * np.cos(0.4) + 0.6 * np.cos(-0.5), 0.9 * np.sin(0.4) + 0.6 * np.sin(-0.5)
    assert length == pytest.approx(np.hypot(*x), rel=1e-14)
    known = changed(system, elements__s__length=length)
    np.testing.assert_allclose(dalembert.simulate(dalembert.model(**known))["b"], motion["b"], atol=1e-10)
    loop = changed(FOUR_BAR, elements__return_spring__length="start", outputs={"s": "return_spring.stretch"})
    assert abs(dalembert.simulate(dalembert.model(**loop))["s"][0]) < 1e-14


SHAFT = {
    "parameters": {"k": {"value": 3, "unit": "N*m/rad"}},
    "bodies": {
        "space": 3,
        "ground": {"points": {"P": {"turn": [["x", 0.3], ["y", -0.5]]}}},
        "wheel": {"mass": 1, "inertia": [0.1, 0.2, 0.25]},
    },
    "joints": {
        "J": {
            "kind": "pin",
            "between": ["ground.P", "wheel"],
            "axis": "y",
            "coordinate": {"q": {"start": 0.3, "speed": 0}},
        }
    },
    "outputs": {"M1": "joints.J.torque.x", "M2": "joints.J.torque.y", "M3": "joints.J.torque.z"},
    "simulate": {"t_end": 1.0, "samples": 5, "rtol": 1e-11},
}


@pytest.mark.parametrize("between", ["joints.J", ["ground", "wheel"], ["wheel", "ground"]])
@pytest.mark.parametrize("law", [False, True])
def test_a_torsion_spring_in_space_turns_about_its_pin(between: object, law: bool) -> None:
    """A wheel on a pin swings at √(k/J), and the spring, not the pin, carries the torque."""
    given = {"torque": "k*(twist - 0.1)"} if law else {"stiffness": "k"}
    sign = 1 if not isinstance(between, list) or between[0] == "ground" else -1
    spring = {"kind": "torsion_spring", "between": between, "angle": 0 if law else 0.1 * sign, **given}
    if law and sign < 0:
        spring["torque"] = "k*(twist + 0.1)"
    motion = dalembert.simulate(dalembert.model(**changed(SHAFT, elements={"s": spring})))
    angle = 0.1 + 0.2 * np.cos(np.sqrt(3 / 0.2) * motion.t)
    np.testing.assert_allclose(motion["q"], angle, atol=1e-9)
    for name in ("M1", "M2", "M3"):
        np.testing.assert_allclose(motion[name], 0, atol=1e-9)


def test_a_torsion_damper_in_space_slows_its_pin() -> None:
    """The speed falls as exp(−c t/J)."""
    damper = {"kind": "torsion_damper", "between": "joints.J", "damping": 0.4}
    system = changed(SHAFT, elements={"d": damper}, joints__J__coordinate={"q": {"start": 0, "speed": 2}})
    motion = dalembert.simulate(dalembert.model(**system))
    np.testing.assert_allclose(motion["q'"], 2 * np.exp(-2 * motion.t), atol=1e-9)


@pytest.mark.parametrize("axes", ["body", "fixed"])
def test_a_torque_in_space_changes_the_angular_momentum(axes: str) -> None:
    """In fixed axes H = M t; in body axes of a top that spins about its axis, its spin grows by M t/J."""
    start = {"x": 0, "y": 0, "z": 0, "e0": 1, "e1": 0, "e2": 0, "e3": 0}
    torque = [0.1, -0.2, 0.3] if axes == "fixed" else [0, 0, 0.3]
    model = dalembert.model(
        bodies={"space": 3, "top": {"mass": 1, "inertia": [0.2, 0.2, 0.1]}},
        joints={
            "free": {
                "kind": "free",
                "between": ["ground", "top"],
                "coordinate": {
                    name: {"start": value, "speed": 1.5 if name == "e3" else 0.5 if name == "e1" else 0}
                    for name, value in start.items()
                },
            }
        },
        elements={"push": {"kind": "torque", "on": "top", "torque": torque, "axes": axes}},
        definitions={"H": "top.R*[0.2*top.omega[1], 0.2*top.omega[2], 0.1*top.omega[3]]"},
        outputs={"H1": "H.x", "H2": "H.y", "H3": "H.z", "w3": "top.omega[3]"},
        simulate={"t_end": 1.0, "samples": 5, "rtol": 1e-11},
    )
    motion = dalembert.simulate(model)
    if axes == "fixed":
        for name, first, m in zip(("H1", "H2", "H3"), (0.2, 0, 0.3), torque, strict=True):
            np.testing.assert_allclose(motion[name], first + m * motion.t, atol=1e-9)
    else:
        np.testing.assert_allclose(motion["w3"], 3 + 3 * motion.t, atol=1e-9)


@pytest.mark.soak
def test_a_spring_in_space_sits_in_its_loop() -> None:
    """The law of a spring between links of an arm: the energy that it gives and takes is in its ledger."""
    stiffness = {"K": {"value": 30, "unit": "N/m^3"}}
    spring = {"kind": "spring", "between": ["base", "fore.T"], "force": "K*stretch^3", "length": "start"}
    motion = dalembert.simulate(dalembert.model(**changed(ARM, parameters=stiffness, elements={"s": spring})))
    assert motion.status == "ok"


@pytest.mark.parametrize("coordinates", ["joint", "body"])
def test_the_mass_centre_and_the_origin_are_points_of_every_body(coordinates: str) -> None:
    """A joint and a spring hold them as they hold points that are named there."""
    held = {"points": {"E": ["L1", 0], "C": ["L1/2", 0], "Z": [0, 0]}}
    found = []
    for centre, origin in (("C", "Z"), ("centre", "origin")):
        system = changed(
            DOUBLE_PENDULUM,
            bodies__coordinates=coordinates,
            bodies__upper={**DOUBLE_PENDULUM["bodies"]["upper"], **held},
            joints__O__between=["ground.origin", f"upper.{origin}"],
            joints__A__between=[f"upper.{centre}", "lower"],
            elements={
                "s": {
                    "kind": "spring",
                    "between": ["ground", "lower.centre"],
                    "stiffness": 20,
                    "length": 0.3,
                },
                "f": {"kind": "force", "at": f"upper.{centre}", "force": [1, 2]},
            },
            outputs={"F": "norm(joints.A.force)", "c": "norm(upper.centre - lower.origin)"},
            simulate__t_end=0.2,
        )
        found.append(dalembert.simulate(dalembert.model(**system)))
    for name in ("F", "c"):
        assert list(found[0][name]) == pytest.approx(list(found[1][name]), abs=1e-12)
    assert max(abs(found[0]["c"])) < 1e-12
