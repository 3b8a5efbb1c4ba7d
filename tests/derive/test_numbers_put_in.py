"""Numbers in place of parameters: exact, verified, in all forms, and never by a silent default."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert import Equations, Model, ModelError, NotAvailable, VerificationError
from dalembert._derive.by_force import by_force
from dalembert._derive.forms.form import Form
from dalembert._derive.identity import is_identical
from dalembert._expression.decimals import Decimals, as_typed, exact_number
from dalembert._expression.evaluate import evaluate as constant
from dalembert._expression.tree import Node
from dalembert._expression.walk import names
from dalembert._lower.lower import lower
from dalembert._model.put_numbers import exact_values, with_numbers
from dalembert._model.table_cells import cells_of
from dalembert._model.values import parameter_values
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree
from dalembert._verify.evaluate import evaluate
from dalembert._verify.points import draw
from dalembert._verify.verify import verify

NOISE = re.compile(r"\d\.\d{13,}")  # 0.30000000000000004
SYSTEMS = [s.name + (":3" if s.size else "") for s in dalembert.library.SYSTEMS]
FEW = ["spring_pendulum", "electro_mechanical", "four_bar_pinned", "polar_arm", "pneumatic_positioner"]
MORE = sorted(set(SYSTEMS) - set(FEW))
PENDULUM: dict[str, Any] = {
    "parameters": {
        "m": {"value": 0.1, "unit": "kg"},
        "l": {"value": 30, "unit": "cm"},
        "k": "1/3",
        "J": "m*l^2/12",
        "g": {"value": 9.81, "unit": "m/s^2"},
        "al": {"value": 30, "unit": "deg"},
        "free": {},
    },
    "coordinates": {"x": {}, "theta": {}},
    "energy": {
        "kinetic": "1/2*m*x'^2 + 1/2*J*theta'^2 + 0.2*x'*theta'*m*l*cos(theta)",
        "potential": "m*g*l*cos(theta) + 1/2*k*x^2 + 0.1*x + 0.2*x + x*m*g*sin(al) + free*x*theta",
    },
}


def pendulum(**values: Any) -> Model:
    """A pendulum on a cart with values in several units, one of them computed, one missing."""
    model = dalembert.model(format=1, **PENDULUM)
    return dalembert.vary(model, parameters=values) if values else model


def listed(form: Form) -> dict[str, Node]:
    """All trees of a form, by part and place."""
    return {
        f"{p.name}[{i},{j}]": n for p in form.parts for i, row in enumerate(p.rows) for j, n in enumerate(row)
    }


def of_equations(e: Equations) -> dict[str, Node]:
    """All trees of equations."""
    trees: dict[str, Node] = {"T": e.T, "V": e.V, "D": e.D}
    for c in e.coordinates:
        terms = (c.T_qd, c.T_qd_rate, c.T_q, c.V_q, c.V_qd_rate, c.D_qd, c.Q, c.displacement, c.flow, c.left)
        trees |= {f"{c.coordinate}[{i}]": node for i, node in enumerate(terms)}
    for name, nodes in (("Phi", e.Phi), ("Psi", e.Psi), ("effort", e.effort), ("states", e.states)):
        trees |= {f"{name}[{i}]": node for i, node in enumerate(nodes)}
    for one in e.contacts:
        trees |= {f"{one.contact}: {name}": node for name, node in (*one.efforts, *one.friction)}
        trees |= {
            f"{one.contact}: solved {i}": step.right for i, step in enumerate((*one.solved, *one.force))
        }
    return trees


def agree(model: Model, with_symbols: dict[str, Node], with_numbers_in: dict[str, Node]) -> None:
    """Trees with numbers have the values of those with symbols at the model's values, and no parameters."""
    assert list(with_symbols) == list(with_numbers_in)
    sample = draw(model, 6, 271)
    sample |= {(name, 0): np.full(6, value) for name, value in parameter_values(model).items()}
    sample |= {(f"p_{c.name}", 0): np.linspace(0.3, 1.1, 6) for c in model.coordinates}
    gone, tables = set(parameter_values(model)), cells_of(model)
    for key, tree in with_numbers_in.items():
        used = names(tree)
        assert not {name for name, _ in used} & gone, key
        if any(leaf not in sample for leaf in used):
            continue  # names of steps, which both forms list
        (value, size), (truth, other) = (
            evaluate(one, sample, tables=tables) for one in (tree, with_symbols[key])
        )
        scale = np.maximum(np.maximum(size, other), np.abs(truth)) + 1e-300
        wrong = np.abs(value - truth) > 1e-9 * scale
        assert not np.any(wrong & np.isfinite(truth)), (key, print_tree(tree))


@pytest.mark.parametrize("name", [*FEW, *(pytest.param(one, marks=pytest.mark.soak) for one in MORE)])
def test_all_forms_have_the_values_of_those_with_symbols(name: str) -> None:
    """With all numbers put in, equations and every form equal those with symbols, evaluated with the values."""
    symbolic, numeric = dalembert.derive(name), dalembert.derive(name, numbers="all")
    assert numeric.verified.max_error < 1e-9
    model = symbolic.model
    agree(model, of_equations(symbolic), of_equations(numeric))
    agree(model, of_equations(by_force(symbolic)), of_equations(by_force(numeric)))
    for form in dalembert.choices().forms[1:]:
        try:
            truth = dalembert.form_of(symbolic, form)
        except NotAvailable:
            with pytest.raises(NotAvailable):
                dalembert.form_of(numeric, form)
            continue
        made = dalembert.form_of(numeric, form)
        assert [part.name for part in made.parts] == [part.name for part in truth.parts], form
        if form not in ("newton_euler", "kane", "gibbs_appell"):  # these are verified against Lagrange's
            agree(model, listed(truth), listed(made))


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_rounding_is_printed(name: str) -> None:
    """No number of the library with all numbers put in has a tail of digits that nobody wrote."""
    equations = dalembert.derive(name, numbers="all")
    texts = [print_tree(tree) for tree in of_equations(equations).values()]
    texts += [print_tree(entry) for row in equations.M for entry in row]
    assert not [text for text in texts if NOISE.search(text)]
    assert not [text for text in texts if re.search(r"(?<![\d.])1\.0\*", text)]


def test_numbers_are_exact_and_in_si() -> None:
    """30 cm is 0.3, 1/3 stays, 30 degrees are pi/6 whose sine is 1/2, and 0.1 x + 0.2 x is 0.3 x."""
    equations = dalembert.derive(pendulum(), numbers="all")
    rows = {c.coordinate: print_tree(c.left) for c in equations.coordinates}
    assert rows["x"] == (
        "0.1*x'' + 0.006*cos(theta)*theta'' - 0.006*sin(theta)*theta'^2 + x/3 + free*theta + 0.7905"
    )
    assert rows["theta"] == "0.006*cos(theta)*x'' + 0.00075*theta'' + free*x - 0.2943*sin(theta)"
    numbers = {name: print_tree(node) for name, node in exact_values(equations.model).items()}
    assert numbers == {"m": "0.1", "l": "0.3", "k": "1/3", "J": "0.00075", "g": "9.81", "al": "1/6*pi"}


def test_only_the_named_parameters_are_put_in() -> None:
    """J has the value that m and l give it; m stays a symbol, and so does J where only m is put in."""
    one = dalembert.derive(pendulum(), numbers="g,J")
    assert is_identical(
        one.coordinates[1].left,
        parse("1/5*m*l*cos(theta)*x'' + 3/4000*theta'' - 981/100*m*l*sin(theta) + free*x"),
    )
    other = dalembert.derive(pendulum(), numbers=["m"])
    used = {name for name, _ in names(other.coordinates[1].left)}
    assert "J" in used
    assert "m" not in used


def test_values_that_are_set_count() -> None:
    """--set m=0.4 makes J four times as large, and --set free=2 gives it a number."""
    equations = dalembert.derive(pendulum(m=0.4, free=2), numbers="all")
    assert print_tree(equations.coordinates[1].left) == (
        "0.024*cos(theta)*x'' + 0.003*theta'' + 2*x - 1.1772*sin(theta)"
    )


@pytest.mark.parametrize("value", [0.1, 9.81, 1e-8, 2.5e7, 0.3048, 1 / 3, 123456.789])
def test_decimals_are_read_as_typed(value: float) -> None:
    """A decimal becomes the quotient that its text says, and returns as the same decimal."""
    exact = exact_number(value)
    assert float(exact) == value
    assert as_typed(exact) == value
    assert isinstance(exact, float) or Fraction(repr(value)) == exact


def test_quotients_beside_decimals() -> None:
    """Halves and quotients of small numbers stay; others are decimals, divided where they do not end."""
    style = Decimals(True, False)
    quotients = {"1/2": (1, 2), "3/4": (3, 4), "981/2": (490.5, 1), "1/6": (1, 6), "4/375": (0.032, 3)}
    assert {text: style.parts(Fraction(text)) for text in quotients} == quotients
    assert Decimals(True, True).parts(Fraction(1, 2)) == (0.5, 1)
    assert Decimals().parts(Fraction(981, 100)) == (981, 100)


def test_whole_numbers_leave_quotients() -> None:
    """A model of whole numbers has no decimals: the triple pendulum of Dominguez has 7/3 and 3/2."""
    row = dalembert.derive("triple_pendulum", numbers="all").coordinates[0].left
    assert print_tree(row).startswith("7*theta1''/3 + 3*cos(theta1 - theta2)*theta2''/2")


def test_exact_values_are_those_of_a_run() -> None:
    """Over the library the exact value of every parameter is the number that a run uses, to rounding."""
    for name in SYSTEMS:
        model = dalembert.read(name)
        exact, values = exact_values(model), parameter_values(model)
        assert set(exact) == set(values)
        for key, node in exact.items():
            assert constant(node, {}) == pytest.approx(values[key], rel=4e-16, abs=0), (name, key)


@pytest.mark.parametrize("name", FEW)
def test_a_wrong_number_is_refused(name: str) -> None:
    """Equations in which one parameter has another number than the model do not pass the verification."""
    model = dalembert.read(name)
    used = {n for c in dalembert.derive(name).coordinates for n, _ in names(c.left)}
    key = next(p.name for p in model.parameters if p.name in used and parameter_values(model)[p.name])
    wrong = dalembert.vary(model, parameters={key: parameter_values(model)[key] * 1.001})
    equations = dalembert.derive(wrong, numbers=[key])
    put = replace(with_numbers(model, [key]).numbers)
    with pytest.raises(VerificationError):
        verify(
            replace(equations, model=replace(equations.model, numbers=put, parameters=model.parameters)),
            lower(model),
        )


@pytest.mark.parametrize("form", ["mcg", "linear"])
def test_gravity_is_found_by_its_symbol(form: str) -> None:
    """The vector G of a form has the terms of gravity, also where its number is put in."""
    made = dalembert.form_of(dalembert.derive("sprung_rod", numbers="g"), form)
    G = next(part for part in made.parts if part.name == "G")
    assert [print_tree(row[0]) for row in G.rows] == ["9.81*m", "49.05*m", "9.81*m"]


@pytest.mark.parametrize(
    ("numbers", "message", "hint"),
    [
        ("zeta,g", "there is no parameter `zeta`", "the parameters are m, l, k, J, g, al, free"),
        ("gg", "there is no parameter `gg`", "did you mean `g`?"),
        ("free", "the parameter `free` has no value", "--set free=1 gives it one"),
    ],
)
def test_names_that_cannot_be_put_in_are_refused(numbers: str, message: str, hint: str) -> None:
    """An unknown name or one without a value is a letter that says which there are and what to type."""
    with pytest.raises(ModelError) as caught:
        dalembert.derive(pendulum(), numbers=numbers)
    assert (caught.value.flaws[0].message, caught.value.flaws[0].hint) == (message, hint)


def test_a_computed_value_without_its_parts_is_refused() -> None:
    """The letter about a value that is computed names the parameter that has none."""
    model = dalembert.model(
        parameters={"a": {}, "b": "2*a"}, coordinates={"x": {}}, energy={"kinetic": "b*x'^2"}
    )
    with pytest.raises(ModelError) as caught:
        dalembert.derive(model, numbers="b")
    assert caught.value.flaws[0].hint == "--set a=1 gives it one"
    with pytest.raises(ModelError, match="no parameter of the model has a value"):
        dalembert.derive(model, numbers="all")


def test_the_numbers_are_said() -> None:
    """Listings begin with the numbers put in and their units, JSON has them, a notebook too."""
    equations = dalembert.derive(pendulum(), numbers="g,l")
    assert dalembert.show(equations, style="text").startswith(
        "Numbers put in, in SI units\n  l = 0.3    (m)\n  g = 9.81    (m/s^2)\n"
    )
    assert dalembert.as_dict(equations)["numbers"] == {"l": "0.3", "g": "9.81"}
    assert "9.81" in equations._repr_html_()
    assert "Numbers put in" not in dalembert.show(dalembert.derive(pendulum()))


@pytest.mark.parametrize("style", ["unicode", "text", "pretty", "latex"])
def test_every_style_prints_the_numbers(style: str) -> None:
    """In every style the equation of the pendulum has 0.2943, and a quotient that does not end is not rounded."""
    assert "0.2943" in dalembert.show(dalembert.derive(pendulum(), numbers="all"), style=style)
    one = dalembert.show(dalembert.derive("four_bar", numbers="all"), style=style)
    assert "0.032" in one
    assert "0.0106" not in one


def test_own_equations_are_compared_with_symbols() -> None:
    """A user's equation in symbols is right also where numbers were put into the equations compared with."""
    equations = dalembert.derive("spring_pendulum", numbers="all")
    comparison = dalembert.compare(equations, "c*x1' - c*x2' + k*x1 = 0")
    assert comparison.ok


@pytest.mark.parametrize("form", ["newton_euler", "kane", "gibbs_appell"])
def test_balances_of_bodies_have_the_numbers(form: str) -> None:
    """The balances of a body have numbers for its parameters, and agree with Lagrange's equations with them."""
    model = dalembert.model(
        format=1,
        parameters={"m": 2, "L": 0.5, "g": 9.81},
        bodies={
            "gravity": [0, "-g"],
            "rod": {"mass": "m", "inertia": "m*L^2/12", "centre": ["L/2", 0]},
        },
        joints={"pin": {"kind": "pin", "between": ["ground", "rod"], "coordinate": "phi"}},
    )
    equations = dalembert.derive(model, numbers="all")
    made = dalembert.form_of(equations, form)  # verified
    used = {name for node in listed(made).values() for name, _ in names(node)}
    assert not used & {"m", "L", "g"}
    assert is_identical(equations.coordinates[0].left, parse("1/6*phi'' + 981/200*cos(phi)"))
