"""Equilibria: closed forms, minimal against redundant coordinates, families, and where there are none."""

from __future__ import annotations

import numpy as np
import pytest
from minimal import CRANK, PENDULUM, ROTOR, model, twins

import dalembert


def stabilities(found: dalembert.equilibrium) -> list[str]:
    """The words, from the lowest potential energy."""
    return [str(one.stability) for one in found]


def test_the_rod_sinks_to_its_static_position() -> None:
    """Park-open's rod has one equilibrium, K q = −(m g, 5 m g, m g), and it is stable."""
    found = dalembert.equilibrium("sprung_rod")
    assert len(found) == 1
    np.testing.assert_allclose(found[0].point.q, [-0.03924, -0.084366, -0.02943], rtol=1e-12)
    K = 1e4 * np.array([[34, -15, 6], [-15, 25, -10], [6, -10, 29]]) / 25
    np.testing.assert_allclose(K @ found[0].point.q, -98.1 * np.array([1, 5, 1]), rtol=1e-12)
    assert stabilities(found) == ["stable"]


def test_a_pendulum_hangs_stable_and_stands_unstable() -> None:
    """The rod has exactly two equilibria, and it grows from the upper one at √(3g/2l)."""
    found = dalembert.equilibrium("rod_pendulum")
    assert [round(one["theta"], 12) for one in found] == [0, round(np.pi, 12)]
    assert stabilities(found) == ["stable", "unstable"]
    assert found.nearest == 0
    assert max(found[1].eigenvalues.real) == pytest.approx(np.sqrt(3 * 9.81 / 20), rel=1e-12)
    for one in found:
        assert one["lam_phi2"] == pytest.approx(-9.81, rel=1e-12)  # it carries the weight, M qdd + Gᵀ lam = h
        assert one["lam_phi1"] == 0


@pytest.mark.parametrize("start", [-3.0, -1.2, 0.4, 1.57, 3.1])
def test_a_pendulum_has_the_same_equilibria_from_every_start(start: float) -> None:
    """Angles that differ by whole turns are one equilibrium, told near the start."""
    found = dalembert.equilibrium(
        model(PENDULUM, coordinates={"theta": {"unit": "rad", "start": start + 4 * np.pi}})
    )
    assert len(found) == 2
    for one in found:
        assert abs(one["theta"] - start - 4 * np.pi) <= np.pi + 1e-9
        assert np.sin(one["theta"]) == pytest.approx(0, abs=1e-12)


def test_a_spring_on_an_angle_is_not_periodic() -> None:
    """With a weak torsion spring every turn of a pendulum is an equilibrium of its own."""
    energy = {"kinetic": "1/6*m*l^2*theta'^2", "potential": "-m*g*l/2*cos(theta) + 1/2*0.5*theta^2"}
    found = dalembert.equilibrium(model(PENDULUM, energy=energy), starts=100)
    places = np.array([one["theta"] for one in found])
    assert len(places) > 2
    assert np.ptp(places) > 2 * np.pi or len({round(x % (2 * np.pi), 3) for x in places}) == len(places)
    np.testing.assert_allclose(49.05 * np.sin(places) + 0.5 * places, 0, atol=1e-9)


def test_minimal_coordinates_give_the_equilibria_of_the_linkage() -> None:
    """Four equilibria of the four-bar, two on the open branch: those of the crank alone."""
    many, few = dalembert.equilibrium("four_bar"), dalembert.equilibrium(model(CRANK))
    assert len(few) == 2
    assert len(many) == 4
    for one in few:
        same = [other for other in many if abs(other["theta2"] - one["theta2"]) < 1e-9]
        assert len(same) == 1
        assert pytest.approx(one.V, rel=1e-12) == same[0].V
        assert same[0].stability == one.stability
        np.testing.assert_allclose(
            np.sort_complex(same[0].eigenvalues), np.sort_complex(one.eigenvalues), rtol=1e-9, atol=1e-9
        )


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(3, 12))]
)
def test_places_as_coordinates_change_no_equilibrium(seed: int) -> None:
    """A random chain has the same equilibria, energies and stability with the places of its masses added."""
    few, many = (dalembert.equilibrium(one) for one in twins(seed))
    assert len(few) >= 1
    angles = [name for name in few[0].values if name[0] == "a"]
    for one in few:  # both searches are by chance; what one finds is an equilibrium of the other
        near = {name: one[name] for name in angles}
        there = dalembert.linearise(twins(seed)[1], near)
        assert there.equilibrium, there.residual
    for one in many:
        same = [x for x in few if all(abs(x[name] - one[name]) < 1e-6 for name in angles)]
        if same:
            assert pytest.approx(one.V, rel=1e-9) == same[0].V
            assert same[0].stability == one.stability
    lowest = [min(found, key=lambda one: one.V) for found in (few, many)]
    assert pytest.approx(lowest[1].V, rel=1e-9) == lowest[0].V


def test_every_arm_of_three_links_has_eight() -> None:
    """Each link of the triple arm hangs or stands: eight equilibria, and only one is stable."""
    found = dalembert.equilibrium("triple_arm")
    assert len(found) == 8
    angles = np.array([one.point.q for one in found])
    np.testing.assert_allclose(np.abs(np.sin(angles)), 0, atol=1e-12)
    assert stabilities(found) == ["stable"] + ["unstable"] * 7
    np.testing.assert_allclose(np.cos(angles[0]), -1, rtol=1e-14)


def test_a_bead_leaves_the_bottom_of_a_fast_hoop() -> None:
    """On a hoop turning at w the bead rests where cos θ = g/(w² R), if that is below 1, else at the bottom."""
    for w in (2.0, 5.0):
        hoop = dalembert.model(
            parameters={"m": 1, "R": 1, "g": 9.81, "w": w},
            coordinates={"th": {"unit": "rad", "start": 0.3, "speed": 0}},
            energy={"kinetic": "1/2*m*R^2*(th'^2 + w^2*sin(th)^2)", "potential": "-m*g*R*cos(th)"},
        )
        stable = [one["th"] for one in dalembert.equilibrium(hoop) if one.stability == "stable"]
        cosine = 9.81 / w**2
        assert sorted(stable) == pytest.approx(
            [-np.arccos(cosine), np.arccos(cosine)] if cosine < 1 else [0.0]
        )


def test_where_nothing_balances_a_force_there_is_no_equilibrium() -> None:
    """The drive train, the conveyor and the series damper have none, and the force that is left is named."""
    for name, words in (
        ("drive_train", "a force of 10 along (theta1: 1, theta2: 1, theta3: -0.3333, theta4: 0.25)"),
        ("conveyor", "a force of 5 along (x1: 0.1, x2: 0.1, x3: 1, x4: 1)"),
        ("spring_pendulum", "a force of -9.81 along (x2: 1)"),
    ):
        found = dalembert.equilibrium(name)
        assert len(found) == 0
        assert found.nearest is None
        assert words in found.message


def test_free_directions_are_one_family() -> None:
    """Without torque the drive train rests at every angle: one family of dimension one, not sixty places."""
    still = dalembert.vary(dalembert.read("drive_train"), parameters={"torque": 0})
    found = dalembert.equilibrium(still)
    assert len(found) == 1
    assert found[0].dimension == 1
    assert found[0].family == ("theta1", "theta2", "theta3", "theta4")
    assert found[0].stability == "neutral"
    assert "continuous family of dimension 1" in found[0].sentence


def test_a_lever_without_mass_rests_where_the_fields_put_it() -> None:
    """The circuit rests at 2 k x1 = q0²/(2 c0) with q0 (d − x1)/c0 = v, and pulls in beyond a third."""
    found = dalembert.equilibrium("electro_mechanical")
    assert len(found) == 3
    for one in found:
        assert 2e3 * one["x1"] == pytest.approx(one["q0"] ** 2 / 2e-8, rel=1e-9)
        assert one["q0"] * (0.01 - one["x1"]) / 1e-8 == pytest.approx(100, rel=1e-9)
        assert one["q0"] - one["q1"] - one["q2"] == pytest.approx(0, abs=1e-15)  # the charge of the node
    assert stabilities(found) == ["asymptotically stable", "unstable", "unstable"]


def test_the_circuit_has_the_eigenvalues_of_its_hand_reduction() -> None:
    """Suk's circuit reduced by hand to (q0, q1, q2, q2') has the same eigenvalues at each equilibrium."""
    L0, b, d, c0, c1, R, k, v = 0.1, 1, 0.01, 1e-8, 1e-6, 1e3, 1e3, 100

    def rates(y: np.ndarray) -> np.ndarray:
        q0, q1, _, i2 = y
        x1 = (q0**2 / (2 * c0) - b * i2**2 / 2) / (2 * k)
        i0 = (v - q1 / c1 - q0 * (d - x1) / c0) / R
        above = q1 / c1 + b * i2 * q0 * i0 / (2 * k * c0)
        return np.array([i0, i0 - i2, i2, above / (L0 - b * x1 + b**2 * i2**2 / (2 * k))])

    for one in dalembert.equilibrium("electro_mechanical"):
        y = np.array([one["q0"], one["q1"], one["q2"], 0])
        steps = np.diag([1e-9, 1e-9, 1e-9, 1e-7])
        J = np.array([(rates(y + e) - rates(y - e)) / (2 * e.sum()) for e in steps]).T
        np.testing.assert_allclose(
            np.sort_complex(one.eigenvalues), np.sort_complex(np.linalg.eigvals(J)), rtol=1e-6, atol=1e-4
        )


def test_damping_makes_stability_asymptotic() -> None:
    """A double well with damping has two asymptotically stable equilibria and an unstable one between."""
    well = dalembert.model(
        coordinates={"x": {"start": 0.2, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "x^4 - x^2", "dissipation": "1/20*x'^2"},
    )
    found = sorted(dalembert.equilibrium(well), key=lambda one: one["x"])
    assert [one["x"] for one in found] == pytest.approx([-np.sqrt(0.5), 0, np.sqrt(0.5)])
    assert stabilities(found) == ["asymptotically stable", "unstable", "asymptotically stable"]


def test_a_vanishing_stiffness_is_not_judged() -> None:
    """At the bottom of x⁴ the linear equations do not tell, and that is said."""
    flat = dalembert.model(
        coordinates={"x": {"start": 0.5, "speed": 0}}, energy={"kinetic": "1/2*x'^2", "potential": "x^4"}
    )
    found = dalembert.equilibrium(flat)
    assert len(found) == 1
    assert found[0]["x"] == pytest.approx(0, abs=1e-8)
    assert found[0].stability == "undecided"


def test_dry_friction_is_not_judged() -> None:
    """Where the friction jumps there is no linear test."""
    dry = dalembert.model(
        coordinates={"x": {"start": 0.5, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "x^2"},
        work={"x": "-0.3*sign(x')"},
    )
    found = dalembert.equilibrium(dry)
    assert stabilities(found) == ["undecided"]
    assert "jump or have a kink" in found[0].sentence


def test_gyroscopic_forces_are_not_called_a_minimum() -> None:
    """Between its two critical speeds the rotor is unstable; above them only gyroscopic forces hold it."""
    words = {}
    for speed in (3, 10.5, 14):
        varied = dalembert.vary(model(ROTOR), parameters={"Omega": speed})
        words[speed] = dalembert.equilibrium(varied)[0]
    assert words[3].stability == "stable"
    assert words[10.5].stability == "unstable"  # √(kx/m) = 10, √(ky/m) = 11.4
    assert words[14].stability == "undecided"
    assert "gyroscopic forces stabilise the equilibrium" in words[14].sentence


def test_inputs_are_held_at_the_start_time() -> None:
    """A mass on a spring rests where the force of the start time pushes it."""
    pushed = dalembert.model(
        inputs={"F": "2 + 3*t"},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*4*x^2"},
        work={"x": "F"},
        simulate={"t_start": 2.0, "t_end": 3.0},
    )
    found = dalembert.equilibrium(pushed)
    assert found[0]["x"] == pytest.approx(2, rel=1e-12)
    assert any("F = 8" in remark for remark in found.remarks)


def test_a_rolling_disc_rests_on_its_spring() -> None:
    """Rolling, written as a flow constraint, holds its direction from the start: x = 0, θ = −x0/r."""
    disc = dalembert.model(
        parameters={"m": 1, "J": 1, "r": 0.5, "k": 10},
        coordinates={"x": {"start": 0.2}, "th": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2 + 1/2*J*th'^2", "potential": "1/2*k*x^2"},
        constraints={"flow": {"roll": "x' - r*th'"}},
    )
    found = dalembert.equilibrium(disc)
    assert len(found) == 1
    assert found[0]["th"] == pytest.approx(-0.4, rel=1e-12)
    assert found[0].stability == "stable"
    assert dalembert.modes(disc)[1].rad_s == pytest.approx(np.sqrt(10 / (1 + 1 / 0.25)), rel=1e-12)


def test_a_flow_constraint_that_wants_motion_allows_no_rest() -> None:
    """A speed of 3 that a flow constraint demands leaves no equilibrium, and the constraint is named."""
    driven = dalembert.model(
        coordinates={"x": {"start": 0}},
        energy={"kinetic": "1/2*x'^2"},
        constraints={"flow": {"drive": "x' - 3"}},
    )
    found = dalembert.equilibrium(driven)
    assert len(found) == 0
    assert "`drive`" in found.message


def test_states_and_efforts_rest_too() -> None:
    """A first-order state and an unknown effort come to the values at which their equations are at rest."""
    lag = dalembert.model(
        coordinates={"x": {"start": 0.1, "speed": 0}},
        states={"z": {"rate": "2 - z - x", "start": 0}},
        efforts={"F": {"guess": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
        work={"x": "F + z"},
        constraints={"effort": {"law": "F + 3*x + x'"}},
    )
    one = dalembert.equilibrium(lag)[0]
    assert (one["x"], one["z"], one["F"]) == pytest.approx((0.4, 1.6, -1.2))
    assert one.stability == "asymptotically stable"


def test_an_open_contact_is_said() -> None:
    """The mass before its wall rests free of it, and its modes say that the contact is taken as open."""
    found = dalembert.equilibrium("mass_and_wall")
    assert found[0].point.q == pytest.approx([0, 0])
    assert any("`wall` is treated as open" in remark for remark in dalembert.modes("mass_and_wall").remarks)


def test_the_answer_does_not_change_from_call_to_call() -> None:
    """The same seed gives the same bits; other seeds the same equilibria of the linkage."""
    one, again = dalembert.equilibrium("four_bar"), dalembert.equilibrium("four_bar")
    assert [x.values for x in one] == [x.values for x in again]
    other = dalembert.equilibrium("four_bar", seed=7)
    np.testing.assert_allclose(
        [np.cos(x["theta2"]) for x in one], [np.cos(x["theta2"]) for x in other], rtol=0, atol=1e-10
    )


def test_every_attitude_of_a_free_body_is_one_family() -> None:
    """A free body in Euler parameters rests in every attitude: one family of dimension three."""
    found = dalembert.equilibrium("free_rigid_body")
    assert len(found) == 1
    assert found[0].dimension == 3
    assert dalembert.modes("free_rigid_body").rigid == 3


def test_redundant_constraints_do_not_hide_an_equilibrium() -> None:
    """A weight held by three constraints of rank two rests, and the forces that are not determined are named."""
    held = dalembert.model(
        coordinates={"x": {"start": 0.3, "speed": 0}, "y": {"guess": 0}, "z": {"guess": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2 + z'^2)", "potential": "10*y + x^2"},
        constraints={"displacement": {"a": "y", "b": "y + z", "c": "z"}},
    )
    found = dalembert.equilibrium(held)
    assert found[0].point.q == pytest.approx([0, 0, 0])
    assert found[0]["lam_a"] + found[0]["lam_b"] == pytest.approx(-10)
    assert found[0].stability == "stable"
    assert any("a, b, c are not determined" in remark for remark in found.remarks)


def test_a_driven_hoop_is_judged_by_its_effective_potential() -> None:
    """A bead on a fast hoop rests at cos θ = g/(R Ω²), a minimum of V − T₀ though not of V."""
    hoop = dalembert.model(
        parameters={"m": 0.05, "R": 0.12, "g": 9.81, "w": 12.5},
        coordinates={"theta": {"start": 0.2}},
        energy={"kinetic": "1/2*m*R^2*(theta'^2 + w^2*sin(theta)^2)", "potential": "-m*g*R*cos(theta)"},
    )
    found = dalembert.equilibrium(hoop)
    lowest = found[0]
    cosine = 9.81 / (0.12 * 12.5**2)
    assert np.cos(lowest["theta"]) == pytest.approx(cosine, rel=1e-12)
    assert stabilities(found) == ["stable", "stable", "unstable", "unstable"]
    assert lowest.sentence["potential"].key == "effective_potential"
    T0 = 0.5 * 0.05 * (0.12 * 12.5) ** 2 * (1 - cosine**2)
    assert lowest.effective_potential == pytest.approx(lowest.V - T0, rel=1e-12)
    assert lowest.V > found[2].V  # where the bead hangs, V is lower, and yet it leaves
    still = dalembert.equilibrium("rod_pendulum")[0]
    assert still.effective_potential is None
    assert still.sentence["potential"].key == "potential_energy"


def test_a_search_that_runs_into_the_end_of_a_root_goes_on() -> None:
    """Where the slopes of a root are infinite the search for equilibria gives up that way and ends well."""
    one = dalembert.model(
        coordinates={"x": {"start": 0.0}, "y": {"start": 1.0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "x^1.5 + sqrt(x)*y"},
    )
    assert len(dalembert.equilibrium(one)) == 0


def test_a_chain_that_is_released_hangs_down() -> None:
    """Of the 4096 equilibria of twelve links in a row one is stable, and it is found from a level start.

    The lowest frequency comes near that of a heavy rope, 2.4048/2 √(g/L).
    """
    links = dalembert.model(
        parameters={"N": 12, "L": 0.1},
        bodies={
            "gravity": [0, -9.81],
            "link[i]": {
                "for": "i = 1..N",
                "mass": 0.05,
                "shape": {"rod": "L"},
                "centre": ["L/2", 0],
                "points": {"E": ["L", 0]},
            },
        },
        joints={
            "J[i]": {
                "for": "i = 1..N",
                "kind": "pin",
                "between": ["if(i == 1, ground, link[i-1].E)", "link[i]"],
            }
        },
    )
    found = dalembert.equilibrium(links)
    assert stabilities(found).count("stable") == 1
    assert found[0]["J[1]"] == pytest.approx(-np.pi / 2)
    assert [found[0][f"J[{i}]"] for i in range(2, 13)] == pytest.approx([0.0] * 11, abs=1e-9)
    lowest = min(mode.hz for mode in dalembert.modes(links))
    assert lowest == pytest.approx(2.404826 / 2 * np.sqrt(9.81 / 1.2) / (2 * np.pi), rel=2e-3)


def test_a_crane_that_is_pushed_has_no_equilibrium_to_settle_at() -> None:
    """Nothing holds the trolley against its force, so the descent ends nowhere, and that is said."""
    pushed = dalembert.model(
        parameters={"M": 2, "m": 1, "l": 1, "g": 9.81, "F": 3},
        coordinates={"x": {"start": 0}, "phi": {"start": 0.2}},
        definitions={"a": "x + l*sin(phi)", "b": "-l*cos(phi)"},
        energy={"kinetic": "M*x'^2/2 + m*(a'^2 + b'^2)/2", "potential": "m*g*b"},
        work={"x": "F"},
    )
    found = dalembert.equilibrium(pushed)
    assert not len(found)
    assert "nothing balances a force of 3" in str(found.message)


FEEDING = {  # efforts on x and y beside unit springs, the dissipation; whether a small motion never grows
    "none": ("0", "0", "0*x'^2", True),
    "drag": ("-x'*abs(x')", "-y'^3", "0*x'^2", True),
    "whirling": ("y'*x", "-x'*x", "0*x'^2", True),
    "springs among the efforts": ("-x^3 - 0.3*y", "-0.3*x", "x'^4", True),
    "grows with its speed": ("x'^3", "0", "0*x'^2", False),
    "grows at a distance": ("x^2*x'", "0", "0*x'^2", False),
    "negative dissipation": ("0", "0", "-x'^4", False),
    "around a circle": ("-(x^2 + y^2)*y", "(x^2 + y^2)*x", "0*x'^2", False),
}


@pytest.mark.parametrize("name", list(FEEDING))
def test_a_minimum_is_stable_only_where_no_effort_feeds_a_small_motion(name: str) -> None:
    """Linear equations are the same, E = T + V is not: a run from 0.2 ends with more energy or with no more."""
    x, y, dissipation, bounded = FEEDING[name]
    own = dalembert.model(
        coordinates={"x": {"start": 0.2, "speed": 0}, "y": {"start": 0, "speed": 0.2}},
        energy={
            "kinetic": "1/2*(x'^2 + y'^2)",
            "potential": "1/2*(x^2 + y^2)",
            "dissipation": dissipation,
        },
        work={"x": x, "y": y},
    )
    at_rest = next(one for one in dalembert.equilibrium(own) if abs(one["x"]) + abs(one["y"]) < 1e-9)
    assert (str(at_rest.stability) == "stable") is bounded
    motion = dalembert.simulate(own, t_end=6 * np.pi, samples=60)
    assert (motion.ledger.energy[-1] > 1.01 * motion.ledger.energy[0]) is not bounded
