"""Models made of bodies against the same systems written by their energies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.bodies.systems import ARM, DOUBLE_PENDULUM, FOUR_BAR, changed

import dalembert

RODS = "1/2*{m}*({x}'^2 + {y}'^2) + 1/24*{m}*{l}^2*({w})^2"


def test_a_double_pendulum_has_the_motion_of_its_energies() -> None:
    """Two rods by bodies and by T and V."""
    bodies = dalembert.simulate(dalembert.model(**DOUBLE_PENDULUM))
    by_hand = dalembert.model(
        parameters=DOUBLE_PENDULUM["parameters"],
        coordinates={"a": {"start": 0.4, "speed": 1.0}, "b": {"start": -0.9, "speed": 0.3}},
        definitions={
            "x1": "L1/2*cos(a)",
            "y1": "L1/2*sin(a)",
            "x2": "L1*cos(a) + L2/2*cos(a + b)",
            "y2": "L1*sin(a) + L2/2*sin(a + b)",
        },
        energy={
            "kinetic": RODS.format(m="m1", x="x1", y="y1", l="L1", w="a'")
            + " + "
            + RODS.format(m="m2", x="x2", y="y2", l="L2", w="a' + b'"),
            "potential": "m1*g*y1 + m2*g*y2",
        },
        simulate=DOUBLE_PENDULUM["simulate"],
    )
    plain = dalembert.simulate(by_hand)
    for name in ("a", "b", "a'", "b'"):
        np.testing.assert_allclose(bodies[name], plain[name], rtol=0, atol=1e-10)


def test_a_four_bar_with_elements_has_the_motion_of_its_energies() -> None:
    """A loop of three rods with a spring, a damper, a force in body axes and a torque."""
    outputs = {"xB": "coupler.E.x", "yB": "rocker.E.y", "turn": "coupler.angle", "rate": "coupler.omega"}
    bodies = dalembert.simulate(dalembert.model(**changed(FOUR_BAR, outputs=outputs)))
    by_hand = dalembert.model(
        parameters=FOUR_BAR["parameters"],
        coordinates={
            "th": {"start": "pi/3", "speed": 6},
            "be": {"guess": 0.5},
            "ga": {"guess": 1.8},
        },
        definitions={
            "x3": "L2*cos(th) + L3/2*cos(be)",
            "y3": "L2*sin(th) + L3/2*sin(be)",
            "spring": "sqrt((L2*cos(th) - L1)^2 + (L2*sin(th))^2)",
            "brake": "sqrt((L1 + L4*cos(ga))^2 + (L4*sin(ga))^2)",
        },
        energy={
            "kinetic": "1/6*m*L2^2*th'^2 + "
            + RODS.format(m="(2*m)", x="x3", y="y3", l="L3", w="be'")
            + " + 1/6*m*L4^2*ga'^2",
            "potential": "m*g*L2/2*sin(th) + 2*m*g*y3 + m*g*L4/2*sin(ga) + 1/2*10*(spring - 1)^2",
            "dissipation": "1/2*0.3*brake'^2",
        },
        work={
            "th": "2.5 + L2*(-0.5*sin(th - be) - 1.5*cos(th - be))",
            "be": "-1.5*L3",
        },
        constraints={
            "displacement": {
                "x": "L2*cos(th) + L3*cos(be) - L1 - L4*cos(ga)",
                "y": "L2*sin(th) + L3*sin(be) - L4*sin(ga)",
            }
        },
        outputs={"xB": "L1 + L4*cos(ga)", "yB": "L4*sin(ga)", "turn": "be", "rate": "be'"},
        simulate=FOUR_BAR["simulate"],
    )
    plain = dalembert.simulate(by_hand)
    for name in ("th", "ga", "th'", "ga'", *outputs):
        np.testing.assert_allclose(bodies[name], plain[name], rtol=0, atol=1e-9, err_msg=name)


@pytest.mark.parametrize("system", [DOUBLE_PENDULUM, FOUR_BAR, ARM], ids=["double", "four-bar", "arm"])
def test_equations_of_bodies_are_verified(system: dict[str, object]) -> None:
    """What is printed is what the energies give."""
    model = dalembert.model(**system)
    verified = dalembert.derive(model).verified
    assert verified.points >= 8
    assert verified.max_error < 1e-9


@pytest.mark.parametrize("turn", [0.7, "phi"])
def test_a_body_welded_at_an_angle_turns_with_what_holds_it(turn: float | str) -> None:
    """On the ground it is at rest at that angle, whether this is a number or a parameter."""
    model = dalembert.model(
        parameters={"phi": {"value": 0.7, "unit": "rad"}},
        bodies={
            "gravity": [0, -9.81],
            "arm": {"mass": 1, "inertia": 0.2, "points": {"F": {"at": [1, 0], "turn": turn}}},
            "tip": {"mass": 1, "inertia": 0.3, "centre": [0.5, 0], "points": {"E": [1, 0]}},
            "bob": {"mass": 2, "inertia": 0.1, "centre": [0.3, 0]},
        },
        joints={
            "W": {"kind": "weld", "between": ["ground", "arm"]},
            "F": {"kind": "weld", "between": ["arm.F", "tip"]},
            "O": {"kind": "pin", "between": ["tip.E", "bob"], "coordinate": {"b": {"start": 0, "speed": 0}}},
        },
        outputs={"angle": "tip.angle", "omega": "tip.omega", "M": "joints.W.torque"},
    )
    motion = dalembert.simulate(model, t_end=0.01, samples=1)
    assert motion["angle"][0] == pytest.approx(0.7, abs=1e-15)
    assert not motion["omega"].any()
    x = 1 + np.cos(0.7)
    at_rest = 9.81 * (1 + 0.5 * np.cos(0.7)) + 2 * 9.81 * (x + 0.3 * np.cos(0.7))
    turning = 2 * 9.81 * 0.3 * np.cos(0.7) / (0.1 + 2 * 0.09)  # -b'' of the bob
    lever = 0.1 + 2 * 0.3 * (0.3 + np.cos(0.7) * 1 + 1)
    assert motion["M"][0] == pytest.approx(at_rest - turning * lever, rel=1e-9)


def test_a_number_in_quotes_is_a_number_in_si() -> None:
    """A mass "1/2*3" and a force "-2" in quotes are parameters with units; a joint's torque is asked for beside them."""
    rod = {"mass": "1/2*3", "shape": {"rod": "0.8"}, "centre": ["0.4", 0], "points": {"E": [0.8, 0]}}
    model = dalembert.model(
        bodies={"gravity": [0, "-9.81"], "rod": rod, "bob": {"mass": 1}},
        joints={
            "W": {"kind": "weld", "between": ["ground", "rod"]},
            "S": {
                "kind": "slider",
                "between": ["ground", "bob"],
                "coordinate": {"x": {"start": 0, "speed": 1}},
            },
        },
        elements={"F": {"kind": "force", "at": "rod.E", "force": [0, "-2"]}},
        outputs={"M": {"value": "joints.W.torque", "unit": "N*m"}},
        simulate={"t_end": 1},
    )
    assert not dalembert.check(model).flaws
    assert dalembert.simulate(model)["M"][0] == pytest.approx(1.5 * 9.81 * 0.4 + 2 * 0.8, abs=1e-13)


@pytest.mark.parametrize("zero", [0, 0.0, "0", "0.0", " 0.00 ", "-0", "0e3"])
def test_a_mass_of_0_is_no_parameter_however_it_is_written(zero: Any) -> None:
    """In quotes too the body is massless: it has no energies, also where it has a shape."""
    model = dalembert.model(**changed(DOUBLE_PENDULUM, bodies__lower__mass=zero))
    assert "lower.mass" not in {one.name for one in model.parameters}
    assert not [one for one in (*model.kinetic, *model.potential) if "lower" in one.name]
