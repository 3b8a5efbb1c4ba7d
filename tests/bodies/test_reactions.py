"""Forces in joints: balances of momentum against multipliers, and pins that carry no torque."""

from __future__ import annotations

import numpy as np
import pytest
from tests.bodies.systems import ARM, DOUBLE_PENDULUM, FOUR_BAR, changed

import dalembert

PINS = ("O", "A", "B", "C")


def _outputs(joints: tuple[str, ...]) -> dict[str, str]:
    forces = {f"F{name}{i}": f"joints.{name}.force[{i}]" for name in joints for i in (1, 2)}
    return forces | {f"M{name}": f"joints.{name}.torque" for name in joints}


def test_the_pins_of_a_double_pendulum_carry_what_newton_says() -> None:
    """F = Σ m (a − g), with the accelerations of the mass centres written out by hand."""
    outputs = _outputs(("O", "A")) | {
        "x1": "-L1/2*(sin(a)*a'' + cos(a)*a'^2)",
        "y1": "L1/2*(cos(a)*a'' - sin(a)*a'^2)",
        "x2": "-L1*(sin(a)*a'' + cos(a)*a'^2) - L2/2*(sin(a + b)*(a'' + b'') + cos(a + b)*(a' + b')^2)",
        "y2": "L1*(cos(a)*a'' - sin(a)*a'^2) + L2/2*(cos(a + b)*(a'' + b'') - sin(a + b)*(a' + b')^2)",
    }
    motion = dalembert.simulate(dalembert.model(**changed(DOUBLE_PENDULUM, outputs=outputs)))
    m1, m2, g = 1.2, 0.7, 9.81
    expected = {
        "FA1": m2 * motion["x2"],
        "FA2": m2 * (motion["y2"] + g),
        "FO1": m1 * motion["x1"] + m2 * motion["x2"],
        "FO2": m1 * (motion["y1"] + g) + m2 * (motion["y2"] + g),
    }
    for name, values in expected.items():
        np.testing.assert_allclose(motion[name], values, rtol=1e-10, atol=1e-10)
    for name in ("MO", "MA"):
        np.testing.assert_allclose(motion[name], 0, atol=1e-11)


def test_forces_do_not_depend_on_the_joint_that_closes_the_loop() -> None:
    """Multipliers where a joint closes the loop, balances where it is in the tree: the same forces."""
    outputs = _outputs(PINS)
    closed_at_b = dalembert.simulate(dalembert.model(**changed(FOUR_BAR, outputs=outputs)))
    other = changed(
        FOUR_BAR,
        outputs=outputs,
        joints__A={"kind": "pin", "between": ["crank.E", "coupler"], "loop": True},
        joints__B={"kind": "pin", "between": ["coupler.E", "rocker.E"], "coordinate": {"de": {"guess": 1.2}}},
    )
    closed_at_a = dalembert.simulate(dalembert.model(**other))
    for name in outputs:
        scale = max(1.0, float(np.max(np.abs(closed_at_b[name]))))
        np.testing.assert_allclose(closed_at_b[name], closed_at_a[name], rtol=0, atol=1e-8 * scale)
    for name in ("MO", "MA", "MB", "MC"):
        np.testing.assert_allclose(closed_at_b[name], 0, atol=1e-9)


def test_pins_in_space_carry_no_torque_about_their_axes() -> None:
    """The balance of angular momentum of everything beyond a pin, along its axis."""
    outputs = {
        "M1": "joints.turn.torque.z",
        "M2": "dot(joints.shoulder.torque, base.R*rot_x(pi/2)*rot_y(0.2)*[0, 0, 1])",
        "M3": "dot(joints.elbow.torque, fore.R*[0, 1, 1])",
        "size": "norm(joints.turn.torque)",
    }
    motion = dalembert.simulate(dalembert.model(**changed(ARM, outputs=outputs)))
    assert np.min(motion["size"]) > 0.1
    for name in ("M1", "M2", "M3"):
        np.testing.assert_allclose(motion[name], 0, atol=1e-11)


def test_a_weld_carries_everything() -> None:
    """A rod welded to the ground: its weight, and the moment of its weight about the weld."""
    system = changed(
        DOUBLE_PENDULUM,
        joints__A={"kind": "weld", "between": ["upper.E", "lower"]},
        outputs=_outputs(("A",)),
    )
    motion = dalembert.simulate(dalembert.model(**system))
    whole = dalembert.model(
        parameters=DOUBLE_PENDULUM["parameters"],
        coordinates={"a": {"start": 0.4, "speed": 1.0}},
        energy={
            "kinetic": "1/6*m1*L1^2*a'^2 + 1/2*m2*((L1 + L2/2)^2 + L2^2/12)*a'^2",
            "potential": "(m1*L1/2 + m2*(L1 + L2/2))*g*sin(a)",
        },
        outputs={
            "M": "m2*L2^2/12*a'' + L2/2*m2*((L1 + L2/2)*a'' + g*cos(a))",
        },
        simulate=DOUBLE_PENDULUM["simulate"],
    )
    plain = dalembert.simulate(whole)
    np.testing.assert_allclose(motion["a"], plain["a"], atol=1e-10)
    np.testing.assert_allclose(motion["MA"], plain["M"], atol=1e-9)


@pytest.mark.parametrize("where", ["energy", "dissipation", "contacts"])
def test_forces_in_joints_are_refused_where_something_unknown_acts(where: str) -> None:
    """An energy of the user may act anywhere."""
    more = {
        "energy": {"energy": {"potential": "lower.E.y^2"}},
        "dissipation": {"energy": {"dissipation": "lower.omega^2"}},
        "contacts": {"contacts": {"floor": {"gap": "lower.E.y + 3"}}},
    }[where]
    with pytest.raises(dalembert.ModelError, match="not known"):
        dalembert.model(**changed(DOUBLE_PENDULUM, outputs={"F": "joints.O.force.x"}, **more))
