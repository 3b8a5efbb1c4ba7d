"""Equations with definitions as names are equal to the expanded ones, and grow linearly with the model."""

import re

import pytest
import symengine as se

import dalembert
from dalembert._derive.choice import as_printed
from dalembert._derive.gradient import gradient
from dalembert._derive.sharing import shared_equations
from dalembert._derive.to_symengine import Engine
from dalembert._expression.walk import nodes as walk
from dalembert._model.survey import survey
from dalembert.library import SYSTEMS

PENDULUM = {
    "parameters": {"m": 1, "g": 9.81, "l": 2},
    "coordinates": {"theta": {"start": 0.3}},
    "definitions": {"x": "l*sin(theta)", "y": "-l*cos(theta)"},
    "energy": {"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
}


def chain_of_turns(n, **more):
    """Bodies that turn one on the other, the speed of each made of the one before; places the same way."""
    links = range(1, n + 1)
    speeds = {f"w{i}": f"w{i - 1} + cos(a{i})*a{i}'" if i > 1 else "a1'*(1 + s*t)" for i in links}
    places = {f"x{i}": f"x{i - 1} + sin(a{i})*u" if i > 1 else "sin(a1) + t*a1" for i in links}
    return dalembert.model(
        parameters={"J": 2, "k": 3, "c": 0.1, "s": 0.2},
        coordinates={f"a{i}": {"start": 0.1 * i, "speed": 0.2} for i in links},
        inputs={"u": "1 + sin(t)"},
        definitions=speeds | places,
        energy={
            "kinetic": " + ".join(f"1/2*J*w{i}^2*(1 + a{i}^2) + 1/2*x{i}'^2" for i in links),
            "potential": " + ".join(f"1/2*k*x{i}^2" for i in links),
            "dissipation": " + ".join(f"1/2*c*(w{i}^2 + x{i}'^2)" for i in links),
        },
        work={"a1": f"w{n}*x{n}"},
        **more,
    )


def pieces(equations):
    """What is listed, by name and order."""
    return {(one.name, one.order): one for one in equations.listed}


def test_a_pendulum_reads_as_in_a_textbook():
    """Short equations are written out."""
    text = dalembert.show(dalembert.derive(dalembert.model(**PENDULUM)))
    assert "m l² θ̈ + m g l sin(θ) = 0" in text
    assert "Definitions" not in text


def test_a_long_slope_is_shown_as_the_chain_rule_has_it():
    """The spring of Andrews' mechanism: ∂V/∂γ by its stretch, whose parts are listed."""
    text = dalembert.show(dalembert.derive("andrews_squeezer"))
    assert re.search(r"∂V/∂γ += c₀ stretch \(∂stretch/∂γ\)", text)
    assert "∂x_D/∂γ     = s_c cos(γ) - s_d sin(γ)" in text
    assert dalembert.show(dalembert.derive("andrews_squeezer", definitions="expand")).count("stretch") == 0


@pytest.mark.parametrize("style", ["unicode", "text", "pretty", "latex"])
def test_every_style_prints_shared_equations(style):
    """The derivative of a definition has its sign in each style."""
    sign = {"latex": r"\frac{\partial x}{\partial \theta}", "text": "x_theta"}.get(style, "(∂x/∂θ)")
    text = dalembert.show(dalembert.derive(dalembert.model(**PENDULUM), definitions="share"), style=style)
    assert sign in text


@pytest.mark.parametrize("name", [s.name for s in SYSTEMS if s.size is None])
def test_shared_equations_of_the_library_are_verified(name):
    """Evaluated as they are listed, shared equations agree with the energies."""
    found = dalembert.derive(name, definitions="share")
    assert found.verified.max_error < 1e-9
    shown = as_printed(found)
    assert found.shared is None or pieces(shown).keys() <= pieces(found.shared).keys()


@pytest.mark.parametrize("n", [2, 14])
def test_speeds_places_time_and_inputs_are_differentiated_through_definitions(n):
    """Short chains name derivatives by coordinates, long ones collect efforts; both agree with the energies."""
    own = {
        "displacement": {"loop": f"x{n} - a{n}"},
        "flow": {"roll": f"w{n} - x{n}'*a1"},
    }
    found = dalembert.derive(chain_of_turns(n, constraints=own), definitions="share")
    assert found.verified.max_error < 1e-9
    collected = any(one.kind == "effort" for one in found.shared.listed)
    assert collected == (n == 14)


def test_contacts_of_a_chain_are_shared():
    """Where nothing can be written out the force of a contact acts through definitions, and is verified."""
    step = {f"d{i}": f"d{i - 1}*d{i - 1} - 1/2" for i in range(1, 40)}
    found = dalembert.derive(
        dalembert.model(
            coordinates={"x": {"start": 0.3}, "y": {"start": 0.2}},
            definitions={"d0": "x + y/2"} | step,
            energy={"kinetic": "1/2*x'^2 + 1/2*y'^2", "potential": "x"},
            contacts={"floor": {"gap": "d39 + 2 + y", "restitution": 0, "friction": 0.2, "slip": "d3'"}},
        )
    )
    assert not found.whole
    assert dict(found.contacts[0].equations).keys() == {"x", "y"}


def test_shared_equations_of_a_chain_grow_with_its_length():
    """Twice as many links have twice as many parts, and equations of the same length."""
    counts, lengths = [], []
    for n in (20, 40, 80):
        model = dalembert.read(f"n_link_pendulum:{n}")
        own = shared_equations(model, survey(model))
        counts.append(len(own.listed))
        nodes = [*(row.left for row in own.coordinates), *(one.node for one in own.listed)]
        lengths.append(max(sum(1 for _ in walk(node)) for node in nodes))
    assert counts[2] - counts[1] == 2 * (counts[1] - counts[0])
    assert lengths[0] == lengths[1] == lengths[2]


def test_a_chain_that_cannot_be_written_out_says_so():
    """A hundred links: derived, verified and printed with names; matrices are refused in a sentence."""
    found = dalembert.derive("n_link_pendulum:100")
    assert not found.whole
    assert found.verified.max_error < 1e-9
    assert "Not written out" in dalembert.show(found)
    assert dalembert.eliminate(found).why is not None
    with pytest.raises(dalembert.NotAvailable, match="written out"):
        dalembert.form_of(found, "matrix")
    with pytest.raises(dalembert.ModelError, match="written out"):
        dalembert.derive("n_link_pendulum:100", definitions="expand")


def test_derivatives_never_take_the_name_of_an_entry():
    """A parameter called like a derivative would be, x_theta, keeps its name."""
    given = PENDULUM | {"parameters": PENDULUM["parameters"] | {"x_theta": 3}}
    given["energy"] = {"kinetic": "1/2*m*x_theta*(x'^2 + y'^2)", "potential": "m*g*y"}
    found = dalembert.derive(dalembert.model(**given), definitions="share")
    assert ("x_theta_", 0) in pieces(found.shared)


def test_an_unknown_way_of_printing_is_refused():
    """The ways are named."""
    with pytest.raises(ValueError, match="expand, share"):
        dalembert.derive("triple_pendulum", definitions="short")


@pytest.mark.soak
def test_a_thousand_links_are_checked_derived_and_run():
    """What grows with the number of links and not with its square can be asked of a thousand of them."""
    model = dalembert.read("n_link_pendulum:1000")
    assert dalembert.check(model).ok
    assert dalembert.derive(model).verified.max_error < 1e-9
    assert dalembert.simulate(model, t_end=0.002, samples=1).status == "ok"


def test_several_loads_on_one_coordinate_are_added() -> None:
    """With definitions as names, too: the effort of a coordinate is the sum of all loads that act on it."""
    model = dalembert.model(
        parameters={"m": 2.0, "l": 0.5, "F": 3.0},
        coordinates={"x": {"start": 0}, "a": {"start": 0.1}},
        definitions={"tip": "[x + l*sin(a), -l*cos(a)]", "base": "[x, 0]"},
        energy={"kinetic": "1/2*m*dot(tip', tip') + m*x'^2"},
        work={
            "push": {"at": "base", "force": ["F", 0]},
            "wind": {"at": "tip", "force": ["2*F", "-F"]},
            "drag": {"at": "tip", "force": ["-x'", 0]},
            "x": "-3*x",
        },
    )
    equations = dalembert.derive(model, definitions="share")
    assert equations.verified.max_error < 1e-12


def test_parts_whose_slopes_cancel_have_no_gradient():
    """∂/∂y of 2 (sin x + y) − 2 sin x is 2, and x, which stands only below what cancels, has no slope."""
    model = dalembert.model(**PENDULUM)
    x, y = se.symbols("x y")
    found = gradient(se.Add(2 * (se.sin(x) + y), -2 * se.sin(x)), Engine(model, survey(model)))
    assert found == {y: 2}
