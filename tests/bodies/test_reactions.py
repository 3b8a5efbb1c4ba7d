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


def test_forces_in_body_axes_are_turned_with_the_second_body() -> None:
    """F_body = Rᵀ F: in the plane by the angle of the body, in space by its rotation; lengths stay."""
    outputs = {
        "x": "joints.A.force[1]",
        "y": "joints.A.force[2]",
        "xi": "joints.A.force_body[1]",
        "eta": "joints.A.force_body.y",
        "phi": "lower.angle",
        "M": "joints.A.torque_body - joints.A.torque",
    }
    motion = dalembert.simulate(dalembert.model(**changed(DOUBLE_PENDULUM, outputs=outputs)))
    c, s = np.cos(motion["phi"]), np.sin(motion["phi"])
    np.testing.assert_allclose(motion["xi"], c * motion["x"] + s * motion["y"], atol=1e-11)
    np.testing.assert_allclose(motion["eta"], -s * motion["x"] + c * motion["y"], atol=1e-11)
    np.testing.assert_allclose(motion["M"], 0, atol=1e-12)
    outputs = {f"d{i}": f"(fore.R*joints.elbow.{what}_body - joints.elbow.{what})[{i}]" for i, what in
               ((1, "force"), (2, "force"), (3, "torque"))}  # fmt: skip
    motion = dalembert.simulate(dalembert.model(**changed(ARM, outputs=outputs)))
    for name in outputs:
        np.testing.assert_allclose(motion[name], 0, atol=1e-11)


def test_the_four_bar_carries_what_newton_and_euler_say() -> None:
    """Nine balances of three rods, written by hand at the accelerations of the run, give its eight forces."""
    motion = dalembert.simulate(dalembert.model(**changed(FOUR_BAR, outputs=_outputs(PINS))))
    k, c, m = 10.0, 0.3, 1.5
    for row in range(len(motion.t)):
        th, al, ga = (
            [motion[f"{name}{dashes}"][row] for dashes in ("", "'", "''")] for name in ("th", "al", "ga")
        )
        turns = {"crank": th, "coupler": [a + b for a, b in zip(th, al, strict=True)], "rocker": ga}
        e = {name: np.array([np.cos(a), np.sin(a)]) for name, (a, _, _) in turns.items()}
        n = {name: np.array([-np.sin(a), np.cos(a)]) for name, (a, _, _) in turns.items()}
        # of the end of a rod of length 1 against its beginning
        bent = {name: dd * n[name] - d**2 * e[name] for name, (_, d, dd) in turns.items()}
        A, C = e["crank"], np.array([2.0, 0.0])
        B = C + 2 * e["rocker"]
        spring = -k * (np.linalg.norm(A - C) - 1) * (A - C) / np.linalg.norm(A - C)
        along = B / np.linalg.norm(B)
        damper = -c * (2 * turns["rocker"][1] * n["rocker"] @ along) * along
        push = 0.5 * e["coupler"] - 1.5 * n["coupler"]
        g = np.array([0.0, -9.81])
        rods = [  # mass, length, acceleration of the middle, torque, forces with their arms, pins with signs
            ("crank", m, 1.0, bent["crank"] / 2, 2.5, [(spring, 0.5)], [("O", 1, -0.5), ("A", -1, 0.5)]),
            (
                "coupler",
                2 * m,
                2.0,
                bent["crank"] + bent["coupler"],
                0,
                [(push, 1)],
                [("A", 1, -1), ("B", -1, 1)],
            ),
            ("rocker", m, 2.0, bent["rocker"], 0, [(damper, 1)], [("C", 1, -1), ("B", 1, 1)]),
        ]
        matrix, right = np.zeros((9, 8)), np.zeros(9)
        for i, (name, mass, length, a, torque, forces, pins) in enumerate(rods):
            lever = np.array([-e[name][1], e[name][0]])
            right[3 * i : 3 * i + 2] = mass * (a - g) - sum(force for force, _ in forces)
            right[3 * i + 2] = mass * length**2 / 12 * turns[name][2] - torque
            right[3 * i + 2] -= sum(arm * lever @ force for force, arm in forces)
            for pin, sign, arm in pins:
                place = 2 * PINS.index(pin)
                matrix[3 * i : 3 * i + 2, place : place + 2] += sign * np.eye(2)
                matrix[3 * i + 2, place : place + 2] += sign * arm * lever
        forces, *_ = np.linalg.lstsq(matrix, right)
        own = np.array([motion[f"F{pin}{i}"][row] for pin in PINS for i in (1, 2)])
        np.testing.assert_allclose(own, forces, rtol=0, atol=1e-10 * np.max(np.abs(forces)))


def test_what_an_element_does_can_be_asked_for() -> None:
    """In fixed axes at its last end, whatever axes it was given in."""
    outputs = {"x": "push.force_fixed.x", "phi": "coupler.angle", "pull": "norm(return_spring.force_fixed)",
               "k": "10*abs(return_spring.stretch)", "M": "motor.torque_fixed"}  # fmt: skip
    motion = dalembert.simulate(dalembert.model(**changed(FOUR_BAR, outputs=outputs)))
    expected = 0.5 * np.cos(motion["phi"]) + 1.5 * np.sin(motion["phi"])
    np.testing.assert_allclose(motion["x"], expected, atol=1e-12)
    np.testing.assert_allclose(motion["pull"], motion["k"], atol=1e-11)
    np.testing.assert_allclose(motion["M"], 2.5)


def test_the_size_of_a_force_in_a_loop_can_be_asked_for() -> None:
    """A root of multipliers is no root in the rates: the run ends well, and |F| is that of the components."""
    outputs = {"size": "norm(joints.B.force)", "x": "joints.B.force.x", "y": "joints.B.force.y"}
    model = dalembert.model(**changed(FOUR_BAR, outputs=outputs, simulate__t_end=0.05))
    motion = dalembert.simulate(model)
    np.testing.assert_allclose(motion["size"], np.hypot(motion["x"], motion["y"]), rtol=1e-12)
