"""Errors of analyses: in the user's names, with what to type next."""

from __future__ import annotations

import numpy as np
import pytest
from minimal import PENDULUM, model

import dalembert


def letter(call, *arguments, **options) -> str:
    """The letter with which a call is refused."""
    with pytest.raises(dalembert.ModelError) as caught:
        call(*arguments, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    "motion, options, words, hint",
    [
        ({"theta9": "t"}, {}, "there is no coordinate `theta9`", "did you mean `theta"),
        ({"theta2": "6*t +"}, {}, "ends too early", "complete it"),
        ({"theta2": "6*theta4"}, {}, "a function of t and parameters, not of `theta4`", "use t, numbers"),
        ({"theta2": "sqrt(1 - t)"}, {}, "not finite at t = 1", "a root"),
        ({}, {}, "no motion is prescribed", "--motion"),
        (
            {"theta2": "t", "theta4": "t"},
            {},
            "2 coordinates are prescribed (theta2, theta4)",
            "prescribe fewer",
        ),
        ({"theta2": "t"}, {"efforts": ["tua"]}, "no input or coordinate `tua`", "theta2"),
        ({"theta2": "t"}, {"efforts": ["theta2", "theta2"]}, "named twice", "once"),
        (
            {"theta2": "t"},
            {"efforts": ["theta2", "theta4"], "samples": 20},
            "does not determine the efforts",
            "name fewer",
        ),
        ({"theta2": "t"}, {"efforts": [], "samples": 20}, "forces are missing", "name as many efforts"),
        ({"theta2": "t"}, {"samples": 1}, "1 samples", "give 2 to"),
        ({"theta2": "t"}, {"t_end": -1}, "t_end = -1 is not after", "later"),
        ({"theta2": ([0, 1, 2], [0, 1, 2])}, {}, "has 3 points", "at least 4"),
        ({"theta2": ([0, 1, 1, 2], [0, 1, 2, 3])}, {}, "do not grow after 1 s", "sort"),
        ({"theta2": ([0, 1, 2, 3], [0, 1, 2])}, {}, "4 times and 3 values", "one length"),
        ({"theta2": ([0, 1, 2, 3], [0, 1, 2, 3])}, {"t_end": 9}, "the tables end at t = 3 s", "--t-end 3"),
        ({"theta2": None}, {}, "neither an expression nor a table", "expression of t"),
        ({"theta4": "1.6 + t"}, {}, "cannot be reached", "range of the motion"),
    ],
)
def test_inverse_refuses(motion: dict, options: dict, words: str, hint: str) -> None:
    """What cannot be prescribed or driven is said with its name and a remedy."""
    found = letter(dalembert.inverse, "four_bar", motion, **options)
    assert words in found
    assert hint in found


def test_freedom_that_is_left_open_is_named() -> None:
    """A motion of one joint of an arm of two leaves a degree of freedom open, and the other joint is named."""
    found = letter(dalembert.inverse, "polar_arm", {"q1": "0.8"})
    assert "leaves 1 of 2 degrees of freedom open" in found
    assert "prescribe the motion of q2 too" in found


def test_a_dead_centre_is_named() -> None:
    """A slider prescribed through its dead centre does not say how the crank moves there."""
    slider = dalembert.model(
        coordinates={"x": {"guess": 1.4}, "a": {"start": 0.5, "speed": 0}, "b": {"guess": -0.2}},
        energy={"kinetic": "1/2*x'^2 + 1/2*a'^2 + 1/2*b'^2"},
        constraints={"displacement": {"along": "x - cos(a) - 2*cos(b)", "across": "sin(a) + 2*sin(b)"}},
    )
    found = letter(dalembert.inverse, slider, {"x": "3 - 0.3*(1 - t)^2"}, t_end=1.0, samples=20)
    assert "the position is singular" in found or "cannot be reached" in found
    assert "dead centres" in found or "range of the motion" in found


def test_an_input_that_is_no_effort_is_refused() -> None:
    """Inputs that move a constraint, act by their rate, or act in a bent way cannot be sought as efforts."""
    driven = dalembert.model(
        inputs={"u": "sin(t)", "w": "t", "b": "1"},
        coordinates={"x": {"guess": 0}, "y": {"start": 0.1, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + (y' + w')^2)", "potential": "1/2*4*(x - y)^2"},
        work={"y": "b^2"},
        constraints={"displacement": {"drive": "x - u"}},
    )
    for name, words in (("u", "moves a constraint"), ("w", "acts through its rate"), ("b", "not linear")):
        assert words in letter(dalembert.inverse, driven, {"y": "t"}, [name], t_end=1.0)


def test_motions_into_a_contact_are_refused() -> None:
    """A motion that runs into the wall is refused, with the time at which it does."""
    found = letter(dalembert.inverse, "mass_and_wall", {"q1": "0.1*t", "p1": "0"}, t_end=1.0)
    assert "runs into the contact `wall`" in found


def test_jumps_in_a_motion_are_remarked() -> None:
    """A motion with a step is computed, but the infinite efforts at the step are mentioned."""
    found = dalembert.inverse(model(PENDULUM), {"theta": "step(t - 0.5)"}, t_end=1.0, samples=10)
    assert any("step" in remark and "infinite" in remark for remark in found.remarks)


@pytest.mark.parametrize(
    "at, words",
    [
        ({"phi": 1}, "there is no coordinate, speed or state `phi`"),
        ({"theta": "zeta"}, "`zeta` is not declared"),
        ({"theta": "m"}, "an expression is in SI units"),
        ({"theta": 45, "x": 0}, "contradict `phi1`, `phi2`"),
    ],
)
def test_places_that_cannot_be_are_refused(at: dict, words: str) -> None:
    """A name that is not there, a value that is none, and values against the constraints are refused."""
    assert words in letter(dalembert.linearise, "rod_pendulum", at)


@pytest.mark.parametrize("name", ["theta", "theta'"])
def test_a_value_of_a_place_is_refused_where_it_was_given(name: str) -> None:
    """It is named by --at, not by the options of a start, and nothing is to be declared."""
    for text, hint in (("abc", "the parameters are"), ("5 deg", f"write --at {name}=… with a number alone")):
        told = letter(dalembert.modes, dalembert.model(**PENDULUM), at={name: text})
        assert f"[--at {name}]" in told
        assert hint in told
        assert "declare it" not in told


def test_other_words_for_a_place_are_wrong_usage() -> None:
    """A place is start, equilibrium or values; another word is a ValueError that lists them."""
    with pytest.raises(ValueError, match="start, equilibrium"):
        dalembert.linearise("rod_pendulum", "nowhere")


def test_without_rest_there_is_no_linear_system_at_rest() -> None:
    """The drive train has no equilibrium to be linearised at; the letter points to the start."""
    found = letter(dalembert.linearise, "drive_train", "equilibrium")
    assert "nothing balances a force of 10" in found
    assert "--at start" in found


def test_massless_coordinates_point_to_the_equilibrium() -> None:
    """Where nothing gives accelerations at the start, the letter points to the equilibrium."""
    assert "--at equilibrium" in letter(dalembert.linearise, "electro_mechanical")


def test_kinks_and_closed_contacts_have_no_linear_equations() -> None:
    """At a jump of friction, and where a contact is closed, linear equations are refused."""
    dry = dalembert.model(
        coordinates={"x": {"start": 0.5, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "x^2"},
        work={"x": "-0.3*sign(x')"},
    )
    assert "jump or have a kink" in letter(dalembert.linearise, dry)
    assert dalembert.linearise(dry, {"x": 0.5, "x'": 0.1}).state.A[1, 0] == pytest.approx(-2)
    closed = letter(dalembert.linearise, "mass_and_wall", {"q1": 0.1, "p1": 0})
    assert "the contact `wall` is closed" in closed


def test_a_bend_that_is_smooth_is_no_kink() -> None:
    """abs(x)·x has a derivative at zero, and a spring made of it is linearised there."""
    soft = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*3*x^2"},
        work={"x": "-abs(x)*x"},
    )
    np.testing.assert_allclose(dalembert.linearise(soft).mechanical.K, [[3]])


def test_parameters_without_values_are_refused() -> None:
    """Every analysis needs numbers."""
    open_ = model(PENDULUM, parameters={"m": {"unit": "kg"}, "l": 1, "g": 9.81})
    for call in (dalembert.equilibrium, dalembert.linearise, dalembert.modes):
        assert "`m` has no value" in letter(call, open_)
