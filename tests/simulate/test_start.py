"""The consistent start: what is given stays, what is missing is solved, what contradicts is named."""

from __future__ import annotations

import re
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import pytest
from small_models import FREE, oscillator, refusal, rod, slider_crank, started

import dalembert
from dalembert._simulate import start


def flow(psi: str, x: dict, y: dict, **sections: dict) -> dalembert.Model:
    """Two masses of 1 kg with one flow constraint."""
    return dalembert.model(
        parameters={"v": 2},
        coordinates={"x": x, "y": y},
        energy=FREE,
        constraints={"flow": {"psi": psi}},
        **sections,
    )


def four_bar(scale: float = 1.0, more: dict[str, str] | None = None, **coordinates: dict) -> dalembert.Model:
    """A crank-rocker of angles a, b, c with the middle of its coupler at (x, y)."""
    own = {"a": {"start": 0.8, "speed": 2}, "b": {"guess": 0.3}, "c": {"guess": 1.2}, "x": {}, "y": {}}
    return dalembert.model(
        parameters={"s": scale, "L1": "s", "L2": "0.4*s", "L3": "0.9*s", "L4": "0.8*s", "m": 1},
        coordinates={**own, **coordinates},
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2) + 1/2*m*(L2^2*a'^2 + L3^2*b'^2 + L4^2*c'^2)",
            "potential": "9.81*s*m*y",
        },
        constraints={
            "displacement": {
                "lx": "L2*cos(a) + L3*cos(b) - L1 - L4*cos(c)",
                "ly": "L2*sin(a) + L3*sin(b) - L4*sin(c)",
                "px": "x - L2*cos(a) - L3/2*cos(b)",
                "py": "y - L2*sin(a) - L3/2*sin(b)",
                **(more or {}),
            }
        },
    )


def implied(text: str, name: str) -> float:
    """The value that a letter says a name would have."""
    return float(re.search(rf"(?<![\w']){re.escape(name)} = (\S+?),? (?:not|then)", text).group(1))


@pytest.mark.parametrize("seed", range(4))
def test_a_speed_too_many_is_named_with_what_the_others_imply(seed: int) -> None:
    """Of two speeds of a linkage with one freedom the letter tells what each implies: runs with one have that."""
    draw = np.random.default_rng(seed)
    a, c = (round(float(x), 3) for x in draw.uniform(1, 5, size=2) * draw.choice([-1, 1], size=2))
    crank, rocker = {"start": 0.8, "speed": a}, {"guess": 1.2, "speed": c}
    text = refusal(four_bar(a=crank, c=rocker))
    assert "speed values of a', c' contradict" in text
    assert "leave one of them free" in text
    assert "leave out the speed of c; or, to keep" in text
    assert implied(text, "c'") == pytest.approx(started(four_bar(a=crank))["c'"][0], rel=1e-5)
    alone = started(four_bar(a={"start": 0.8}, c=rocker))
    assert implied(text, "a'") == pytest.approx(alone["a'"][0], rel=1e-5)


def test_of_three_speeds_the_first_is_kept() -> None:
    """Two speeds too many are both named, and no number is larger than the speeds are."""
    text = refusal(
        four_bar(a={"start": 0.8, "speed": 2}, b={"guess": 0.3, "speed": 1}, c={"guess": 1.2, "speed": 1})
    )
    assert "leave out the speed of b, c" in text
    assert max(abs(float(x)) for x in re.findall(r"-?\d[\d.e+-]*", text.split("contradict")[1])) < 100


def test_a_position_too_many_becomes_a_guess() -> None:
    """Of two angles of a linkage with one freedom one is to be a guess; the loop closes with what is said then."""
    crank = {"start": 0.8, "speed": 2}
    text = refusal(four_bar(a=crank, c={"start": 1.5}))
    assert "start values of a, c contradict" in text
    assert "leave out the start of c, or write it as a guess" in text
    assert implied(text, "c") == pytest.approx(started(four_bar(a=crank, c={"guess": 1.5}))["c"][0], rel=1e-5)


def test_a_flow_constraint_leaves_one_of_two_speeds() -> None:
    """Speeds that a flow constraint ties are answered as those of loops."""
    text = refusal(flow("y' - v*x'", {"start": 0, "speed": 3}, {"start": 0, "speed": 5}))
    assert "with x' = 3 they give y' = 6, not 5" in text
    assert "that of x: x' = 2.5 then" in text


def test_a_value_that_the_constraint_alone_decides_is_told() -> None:
    """At the level of its pivot a rod of 1 m ends at x = 1 m: a start at 3 m is answered with that."""
    text = refusal(rod({"start": 3}, {"start": 0}))
    assert "start values of x contradict `rod`" in text
    assert "leave none of them free: they give x = 1, not 3" in text


# -- what is given, what is solved ------------------------------------------------------------------


def test_given_values_are_kept_to_the_last_bit() -> None:
    """A crank angle and speed that are given are the first row exactly, whatever the closure needs."""
    motion = started(four_bar(a={"start": 0.7000000000000001, "speed": 1.3000000000000003}))
    assert motion["a"][0] == 0.7000000000000001
    assert motion["a'"][0] == 1.3000000000000003
    assert motion.moved == ()
    assert motion.assumed == ()


def test_missing_values_are_solved_near_their_guesses() -> None:
    """The two ways to close a rod are told apart by the sign of the guess."""
    assert started(rod({"start": 0.6}, {"guess": -0.2})).q[0] == pytest.approx([0.6, -0.8], abs=1e-15)
    assert started(rod({"start": 0.6}, {"guess": 0.2})).q[0] == pytest.approx([0.6, 0.8], abs=1e-15)


def test_the_start_lies_on_all_constraints() -> None:
    """Scaled residuals of the first row are rounding, in position and in velocity."""
    motion = started(four_bar())
    assert motion.residual.position[0] <= 1e-15
    assert motion.residual.velocity[0] <= 1e-15


def test_solved_speeds_follow_from_the_given_one() -> None:
    """A point on a rod at (0.6, -0.8) with x' = 1 has y' = 0.75."""
    assert started(rod({"start": 0.6, "speed": 1}, {"guess": -1})).qd[0] == pytest.approx(
        [1, 0.75], abs=1e-15
    )


def test_what_nothing_determines_is_assumed_by_name() -> None:
    """Coordinates, speeds and states without a value or a constraint are listed, those that are solved are not."""
    model = dalembert.model(
        coordinates={"x": {}, "y": {"start": 1}, "z": {"guess": 2}},
        energy={"kinetic": "1/2*(x'^2 + y'^2 + z'^2)", "potential": "s*x"},
        states={"s": {"rate": "-s", "guess": 3}, "r": {"rate": "s", "start": 4}},
        constraints={"displacement": {"tie": "x - z"}},
    )
    motion = started(model)
    assert set(motion.assumed) == {"z", "x'", "y'", "s"} or set(motion.assumed) == {"z", "z'", "y'", "s"}
    assert motion.q[0].tolist() == [2, 1, 2]
    assert motion.s[0].tolist() == [3, 4]


def test_a_guess_is_kept_before_a_coordinate_without_one() -> None:
    """Of two coordinates that one constraint ties, the one with a guess stays at it."""
    for first, second in (({}, {"guess": 0.3}), ({"guess": 0.3}, {})):
        motion = started(
            dalembert.model(
                coordinates={"x": first, "y": second},
                energy=FREE,
                constraints={"displacement": {"tie": "x - 2*y"}},
            )
        )
        held = "y" if second else "x"
        assert motion[held][0] == 0.3
        assert held in motion.assumed
        assert motion["x"][0] == pytest.approx(2 * motion["y"][0], rel=1e-15)


def test_starts_are_expressions_of_parameters_of_parameters() -> None:
    """A start written with parameters that are written with parameters has their value, varied ones too."""
    model = dalembert.model(
        parameters={"a": 0.5, "b": "2*a"},
        coordinates={"x": {"start": "a*b", "speed": "-b"}, "y": {"start": "pi*a", "speed": 0}},
        energy=FREE,
    )
    assert started(model).q[0].tolist() == [0.5, np.pi / 2]
    varied = started(dalembert.vary(model, parameters={"a": 2}))
    assert varied.q[0].tolist() == [8, 2 * np.pi]
    assert varied.qd[0, 0] == -4


def test_starts_in_degrees_are_in_radians_inside() -> None:
    """A start of 30 deg and a speed of 6 deg/s are pi/6 and pi/30."""
    model = dalembert.model(
        parameters={"J": {"value": 1, "unit": "kg*m^2"}},
        coordinates={"th": {"unit": "deg", "start": 30, "speed": 6}},
        energy={"kinetic": "1/2*J*th'^2"},
    )
    motion = started(model)
    assert (motion.q[0, 0], motion.qd[0, 0]) == pytest.approx((np.pi / 6, np.pi / 30), rel=1e-15)


def test_a_singular_guess_is_left() -> None:
    """A rod whose guess is its centre, where the constraint has no gradient, is closed all the same."""
    motion = started(rod({}, {}))
    assert np.hypot(*motion.q[0]) == pytest.approx(1, abs=1e-15)
    assert "x" in motion.assumed


# -- digits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_ten_digits_are_enough_and_their_move_is_told(scale: float) -> None:
    """Values typed with ten digits are moved onto the constraint, by no more than their last digit, and listed."""
    given = np.array([0.6000000001, -0.8]) * scale
    motion = started(rod({"start": given[0]}, {"start": given[1]}, scale))
    assert np.hypot(*motion.q[0]) == pytest.approx(scale, rel=1e-15)
    assert 0 < np.abs(motion.q[0] - given).max() <= 1e-10 * scale
    assert [change["name"].name for change in motion.moved] == ["x", "y"]


def test_typed_speeds_are_moved_too() -> None:
    """Speeds typed with ten digits are moved onto the constraint and listed with their prime."""
    motion = started(rod({"start": 0.6, "speed": 0.8}, {"start": -0.8, "speed": 0.6000000001}))
    assert motion.q[0].tolist() == [0.6, -0.8]
    assert abs(motion.q[0] @ motion.qd[0]) <= 1e-16
    assert {change["name"].name for change in motion.moved} == {"x'", "y'"}


# -- contradictions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_contradicting_starts_name_constraint_and_coordinates(scale: float) -> None:
    """Starts off by a tenth of a per mille are refused at any size of the model, by name."""
    text = refusal(rod({"start": 0.6 * scale}, {"start": -0.8001 * scale}, scale))
    assert "start values of x, y contradict `rod`" in text


def test_a_link_that_is_too_short_is_named() -> None:
    """A rod that cannot reach the given x names the constraint, the open coordinate and the given one."""
    text = refusal(rod({"start": 1.5}, {"guess": -1}))
    assert "no position satisfies `rod`" in text
    assert "y" in text
    assert "while x is given" in text


def test_a_linkage_that_cannot_close_is_named() -> None:
    """A four-bar whose crank is longer than the other links together names its two loop equations."""
    text = refusal(dalembert.vary(four_bar(), parameters={"L2": 5}))
    assert "`lx`" in text
    assert "`ly`" in text


def test_contradicting_speeds_name_constraint_and_coordinates() -> None:
    """Speeds across a rod are refused with the constraint and both speeds."""
    assert "speed values of x', y' contradict `rod`" in refusal(
        rod({"start": 0.6, "speed": 0.8}, {"guess": -1, "speed": 0.7})
    )


def test_a_speed_that_the_constraint_forbids_is_named() -> None:
    """At the bottom of a circle no y' is possible, though x' is open."""
    assert "y' contradict `rod`" in refusal(rod({"start": 0}, {"start": -1, "speed": 0.5}))


# -- flow constraints -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "psi, x, y, expected",
    [
        ("x' - 2*y'", {"speed": 1}, {}, [1, 0.5]),
        ("x' - v", {}, {"speed": 3}, [2, 3]),
        ("x' - (1 + x)*y'", {"start": 1}, {"speed": 3}, [6, 3]),
        ("x'^2 + y'^2 - v^2", {"speed": 1}, {}, [1, 3**0.5]),
        ("x'*y' - 1", {"speed": 4}, {}, [4, 0.25]),
        ("exp(x') - 1 - y'", {}, {"speed": 1}, [np.log(2), 1]),
    ],
)
def test_flow_constraints_give_speeds(psi: str, x: dict, y: dict, expected: list[float]) -> None:
    """Speeds that are not given solve flow constraints, linear in them or not; a square may take either sign."""
    motion = started(flow(psi, {"start": 0, **x}, {"start": 0, **y}))
    assert np.abs(motion.qd[0]) == pytest.approx(expected, abs=1e-12)


def test_flow_constraints_with_inputs_use_their_rates() -> None:
    """A flow constraint with u and u' is solved with both at the start time."""
    model = flow(
        "x' - u*y' - u'",
        {"start": 0},
        {"start": 0, "speed": 1},
        inputs={"u": "1 + sin(3*t)"},
        simulate={"t_start": -0.2},
    )
    assert started(model, t_end=-0.1).qd[0, 0] == pytest.approx(
        1 + np.sin(-0.6) + 3 * np.cos(-0.6), rel=1e-14
    )


def test_too_many_speeds_for_a_flow_constraint_are_named() -> None:
    """Two speeds that break a flow constraint are refused with its name and theirs."""
    assert "x', y' contradict `psi`" in refusal(
        flow("x' - 2*y'", {"start": 0, "speed": 1}, {"start": 0, "speed": 1})
    )


def test_a_flow_constraint_out_of_reach_is_named() -> None:
    """A speed beyond the one that a nonlinear flow constraint allows is refused with its name."""
    text = refusal(flow("x'^2 + y'^2 - v^2", {"start": 0, "speed": 3}, {"start": 0}))
    assert "`psi`" in text
    assert "x'" in text


# -- constraints that move --------------------------------------------------------------------------


@pytest.mark.parametrize("t_start", [0.0, -0.7, 12.5])
def test_moving_constraints_give_positions_and_speeds_at_the_start_time(t_start: float) -> None:
    """A driven coordinate starts at u(t_start) with speed u'(t_start)."""
    model = dalembert.model(
        parameters={"a": 0.5, "w": 3},
        coordinates={"x": {}, "y": {"start": 1, "speed": 0}},
        inputs={"u": "a*sin(w*t) + 0.25"},
        energy={**FREE, "potential": "1/2*(x - y)^2"},
        constraints={"displacement": {"c": "x - u - t/10"}},
        simulate={"t_start": t_start},
    )
    motion = started(model, t_end=t_start + 1e-3)
    assert motion["x"][0] == pytest.approx(0.5 * np.sin(3 * t_start) + 0.25 + t_start / 10, abs=1e-14)
    assert motion["x'"][0] == pytest.approx(1.5 * np.cos(3 * t_start) + 0.1, abs=1e-14)
    assert motion["x''"][0] == pytest.approx(-4.5 * np.sin(3 * t_start), abs=1e-13)
    assert motion.assumed == ()


def test_values_against_a_moving_constraint_are_named() -> None:
    """A start or a speed that a driven coordinate cannot have is refused with the name of the drive."""
    for own, word in (
        ({"start": 0.1}, "start values of x contradict"),
        ({"speed": 0.1}, "speed values of x'"),
    ):
        model = dalembert.model(
            coordinates={"x": own, "y": {"start": 1}},
            inputs={"u": "sin(t)"},
            energy=FREE,
            constraints={"displacement": {"drive": "x - u"}},
        )
        text = refusal(model)
        assert word in text
        assert "`drive`" in text


def test_a_crank_driven_at_constant_speed_starts() -> None:
    """A slider-crank whose crank turns at constant speed has a start, with x' = -r w (sin th + cos th tan be)."""
    motion = started(slider_crank("th - 0.3 - w*t"))
    th, be = motion["th"][0], motion["be"][0]
    assert motion["x'"][0] == pytest.approx(-0.1 * 10 * (np.sin(th) - np.cos(th) * np.tan(be)), rel=1e-12)


def test_a_mass_on_a_driven_slider_starts() -> None:
    """A sprung mass on a slider that a crank of constant speed drives is not short of inertia."""
    model = dalembert.model(
        parameters={"w": 10, "r": 0.1, "l": 0.3},
        coordinates={"th": {"start": 0.3}, "be": {"guess": -0.1}, "x": {"guess": 0.4}, "z": {"start": 0.2}},
        energy={
            "kinetic": "1/2*(th'^2 + be'^2 + x'^2) + 1/2*(x' + z')^2",
            "potential": "50*z^2",
        },
        constraints={
            "displacement": {
                "drive": "th - 0.3 - w*t",
                "lx": "x - r*cos(th) - l*cos(be)",
                "ly": "r*sin(th) + l*sin(be)",
            }
        },
    )
    assert started(model).status == "ok"


# -- redundancy and rank ----------------------------------------------------------------------------

REDUNDANT = {
    "doubled": "L2*cos(a) + L3*cos(b) - L1 - L4*cos(c)",
    "scaled": "1000*(L2*cos(a) + L3*cos(b) - L1 - L4*cos(c))",
    "sum": "L2*cos(a) + L3*cos(b) - L1 - L4*cos(c) + L2*sin(a) + L3*sin(b) - L4*sin(c)",
    "squared": "(L1 + L4*cos(c) - L2*cos(a))^2 + (L4*sin(c) - L2*sin(a))^2 - L3^2",
}


@pytest.mark.parametrize(
    "kind, scale",
    [(kind, scale) for kind in ("doubled", "scaled", "sum") for scale in (1e-6, 1.0, 1e6)]
    + [
        ("squared", 1e-6),
        ("squared", 1.0),
        ("squared", 1e6),
    ],
)
def test_redundant_constraints_are_named_at_any_size(kind: str, scale: float) -> None:
    """A constraint that follows from the loop equations is told by name, with one of them, in a refusal or a remark."""
    try:
        motion = started(four_bar(scale, {"again": REDUNDANT[kind]}))
    except dalembert.ModelError as error:
        said = str(error)
    else:
        said = " ".join(map(str, motion.remarks))
        assert motion.status == "ok"
    assert "again" in said
    assert "lx" in said


@pytest.mark.parametrize(
    "kind",
    ["sum", "squared"],
)
def test_redundant_constraints_change_no_motion_and_no_reaction(kind: str) -> None:
    """Where redundant constraints are run at all, motion and reactions are those without them, in as many steps."""
    model = four_bar(more={"again": REDUNDANT[kind]})
    plain = dalembert.simulate(four_bar(), t_end=1, samples=10)
    motion = dalembert.simulate(model, t_end=1, samples=10)
    assert motion.status == "ok", motion.message
    assert motion.work.steps <= 2 * plain.work.steps
    np.testing.assert_allclose(motion.q, plain.q, atol=1e-8)
    np.testing.assert_allclose(motion.reaction, plain.reaction, atol=1e-6)
    assert motion.residual.velocity.max() <= 1e-12


@pytest.mark.parametrize("scale", [1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9])
def test_regular_constraints_are_regular_at_any_size(scale: float) -> None:
    """The angles and their speeds of a linkage do not depend on the unit of length."""
    one, other = started(four_bar()), started(four_bar(scale))
    np.testing.assert_allclose(other.q[0, :3], one.q[0, :3], rtol=1e-13)
    np.testing.assert_allclose(other.qd[0, :3], one.qd[0, :3], rtol=1e-12)


@pytest.mark.parametrize("scale", [1e-6, 1e-3, 1.0, 1e3, 1e6])
def test_constraints_of_other_units_close_at_any_size(scale: float) -> None:
    """A coupler written as a squared length closes beside plain lengths, whatever the unit of length."""
    model = dalembert.model(
        parameters={"s": scale},
        coordinates={"a": {"start": 0.8}, "c": {"guess": 1.2}, "x": {}, "y": {}},
        energy={"kinetic": "1/2*s^2*(a'^2 + c'^2) + 1/2*(x'^2 + y'^2)"},
        constraints={
            "displacement": {
                "coupler": "(s + 0.8*s*cos(c) - 0.4*s*cos(a))^2 + (0.8*s*sin(c) - 0.4*s*sin(a))^2 - (0.9*s)^2",
                "px": "x - s - 0.8*s*cos(c)",
                "py": "y - 0.8*s*sin(c)",
            }
        },
    )
    assert started(model)["c"][0] == pytest.approx(started(four_bar())["c"][0], rel=1e-12)


def test_the_unit_of_a_coordinate_does_not_decide_about_rank() -> None:
    """Two regular constraints on x and p stay regular where p is counted in a unit a trillion times as small."""
    for unit in (1.0, 1e-12):
        model = dalembert.model(
            parameters={"c": unit},
            coordinates={"x": {"guess": 1}, "p": {"guess": 0.5 / unit}},
            energy={"kinetic": "1/2*x'^2 + 1/2*c^2*p'^2"},
            constraints={"displacement": {"one": "x + c*p - 2", "other": "x - c*p - 1"}},
        )
        motion = started(model)
        assert motion.q[0] == pytest.approx([1.5, 0.5 / unit], rel=1e-12)


@pytest.mark.parametrize(
    "heavy, light", [(1e7, 1e-7), (5.97e24, 1000.0)], ids=["kilotonne and gram", "earth and satellite"]
)
def test_masses_of_very_different_size_are_masses(heavy: float, light: float) -> None:
    """Two springs whose masses differ by many powers of ten run: no unit makes a mass massless."""
    model = dalembert.model(
        parameters={"M": heavy, "m": light},
        coordinates={"X": {"start": 1, "speed": 0}, "x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*M*X'^2 + 1/2*m*x'^2", "potential": "1/2*M*X^2 + 1/2*m*x^2"},
    )
    motion = dalembert.simulate(model, t_end=1, samples=1)
    assert motion.q[-1] == pytest.approx([np.cos(1)] * 2, abs=1e-9)


def test_a_flat_parallelogram_is_a_singular_start() -> None:
    """Where all links of a parallelogram are in line the refusal names the loop equations."""
    model = dalembert.model(
        coordinates={"a": {"start": 0, "speed": 1}, "b": {"start": 0}, "c": {"start": 0}},
        energy={"kinetic": "1/2*(a'^2 + b'^2 + c'^2)"},
        constraints={
            "displacement": {"lx": "cos(a) + 2*cos(b) - 2 - cos(c)", "ly": "sin(a) + 2*sin(b) - sin(c)"}
        },
    )
    text = refusal(model)
    assert "`lx`" in text
    assert "singular" in text


def test_a_constraint_without_gradient_is_said_in_words() -> None:
    """x^2 + y^2 = 0 at the origin is refused with the coordinates it contains."""
    model = dalembert.model(
        coordinates={"x": {}, "y": {}}, energy=FREE, constraints={"displacement": {"dot": "x^2 + y^2"}}
    )
    text = refusal(model)
    assert "`dot`" in text
    assert "act on )" not in text


# -- values that are not finite ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "energy, word",
    [
        ({"kinetic": "1/2*x'^2/x"}, "the inertia of `x` is not finite"),
        ({"kinetic": "1/2*x'^2", "potential": "sqrt(x)"}, "the force of `x` is not finite"),
    ],
)
def test_a_start_without_finite_forces_names_the_coordinate(energy: dict, word: str) -> None:
    """A division by zero or an infinite slope at the start is refused with the coordinate."""
    model = dalembert.model(coordinates={"x": {"start": 0, "speed": 1}}, energy=energy)
    assert word in refusal(model)


def test_a_constraint_without_value_names_itself() -> None:
    """A logarithm of something negative in a constraint is refused with its name."""
    model = dalembert.model(
        coordinates={"x": {"start": -5}, "y": {"guess": -3}},
        energy=FREE,
        constraints={"displacement": {"curve": "y - log(x)"}},
    )
    assert "`curve`" in refusal(model)


def test_a_state_whose_rate_is_not_finite_at_the_start_is_named() -> None:
    """A rate of 1/s at s = 0 is refused or fails with the name of the state."""
    model = oscillator(states={"s": {"rate": "1/s", "start": 0}}, outputs={"o": "s"})
    try:
        message = started(model).message
    except dalembert.ModelError as error:
        message = str(error)
    assert "`s`" in message


def test_states_need_no_coordinates() -> None:
    """A model of first-order states alone runs, or is refused in words."""
    model = dalembert.model(parameters={"a": 2}, states={"s": {"rate": "-a*s", "start": 1}})
    motion = dalembert.simulate(model, t_end=1, samples=1)
    assert motion["s"][-1] == pytest.approx(np.exp(-2), rel=1e-9)


def test_a_start_is_searched_once_for_the_same_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run begins where the first did without a search; other values are searched for anew."""
    searched: list[int] = []
    search = start._search

    def noted(*given: Any) -> Any:
        searched.append(1)
        return search(*given)

    monkeypatch.setattr(start, "_search", noted)
    monkeypatch.setattr(start, "_known", WeakKeyDictionary())  # what other tests have found is not known here
    model = dalembert.read("slider_crank")
    first, second = (dalembert.simulate(model, t_end=0.01, samples=1) for _ in range(2))
    varied = dalembert.simulate(dalembert.vary(model, parameters={"a": 0.51}), t_end=0.01, samples=1)
    assert len(searched) == 2
    assert np.array_equal(first.q, second.q)
    assert not np.array_equal(first.q, varied.q)


def test_a_given_start_stays_where_the_constraint_hardly_depends_on_it() -> None:
    """With the slider guessed in the centre of the crank, its distance does not depend on the angle there."""
    model = dalembert.model(
        coordinates={"a": {"start": 0.6, "speed": 7}, "x": {}},
        energy={"kinetic": "1/2*x'^2 + 0.05*a'^2"},
        constraints={"displacement": {"rod": "(x - 0.3*cos(a))^2 + 0.09*sin(a)^2 - 1"}},
    )
    motion = dalembert.simulate(model, t_end=0.1, samples=1)
    assert motion["a"][0] == 0.6
    assert (motion["x"][0] - 0.3 * np.cos(0.6)) ** 2 + 0.09 * np.sin(0.6) ** 2 == pytest.approx(1, abs=1e-14)
