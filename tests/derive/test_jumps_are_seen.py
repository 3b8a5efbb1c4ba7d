"""Functions that jump hide nothing: not in conserved quantities, not in eliminations, not at a point."""

from __future__ import annotations

import pytest

import dalembert
from dalembert._derive.identity import is_identical, is_zero
from dalembert._derive.to_symengine import symbol
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree

MASS = {"parameters": {"m": 1, "k": 2, "mu": 0.3}}


def equations(**sections) -> dalembert.Equations:
    """The equations of a mass on a line with these sections."""
    given = MASS | {"coordinates": {"x": {"start": 0.5}, "y": {"start": 0.2}}} | sections
    return dalembert.derive(dalembert.model(**given))


def kinds(made: dalembert.Equations) -> set[str]:
    """The kinds of quantities said to be conserved."""
    return {found.kind for found in dalembert.conserved(made)}


KINETIC = "1/2*m*(x'^2 + y'^2)"


@pytest.mark.parametrize(
    "sections",
    [
        {"energy": {"kinetic": KINETIC, "potential": "k*x*step(t - 1)"}},
        {"energy": {"kinetic": KINETIC, "potential": "1/2*k*x^2*(1 + floor(t))"}},
        {"energy": {"kinetic": KINETIC, "potential": "k*step(x - 1)"}},
        {"energy": {"kinetic": "1/2*m*(1 + step(x))*x'^2 + y'^2"}},
        {"energy": {"kinetic": KINETIC, "potential": "k*x*step(u)"}, "inputs": {"u": "sin(t)"}},
        {"energy": {"kinetic": KINETIC}, "constraints": {"displacement": {"c": "x - y - floor(t)"}}},
        {"energy": {"kinetic": KINETIC}, "contacts": {"w": {"gap": "1 + sin(t) - x", "restitution": 0}}},
        {"energy": {"kinetic": "1/2*m*x'^2 + y'^2"}, "work": {"x": "1.38e-23*log(x - 0.1)"}},
    ],
)
def test_energy_is_not_conserved_where_a_jump_or_a_moving_wall_feeds_it(sections) -> None:
    """Time, inputs and jumps inside step, floor and gaps take the energy off the list."""
    assert "energy" not in kinds(equations(**sections))


def test_a_momentum_is_not_conserved_against_a_wall() -> None:
    """A coordinate in a contact's gap has no conserved momentum, a free one beside it has."""
    made = equations(energy={"kinetic": KINETIC}, contacts={"w": {"gap": "1 - x", "restitution": 0.5}})
    names = {found.name for found in dalembert.conserved(made) if found.kind == "momentum"}
    assert names == {"momentum of y"}


@pytest.mark.parametrize("constraint", ["x*step(t - 1) + y^2", "y*sign(x) - x^2", "y + floor(y) - x^2"])
def test_nothing_is_eliminated_through_a_jump(constraint: str) -> None:
    """A constraint whose factor or rest hides the coordinate in a jump is not solved for it."""
    made = equations(energy={"kinetic": KINETIC}, constraints={"displacement": {"c": constraint}})
    for step in dalembert.eliminate(made).steps:
        assert print_tree(step.left) not in print_tree(step.right)
        assert "/s" not in print_tree(step.right)


def test_each_effort_constraint_is_spent_once_and_the_rest_is_kept() -> None:
    """Two efforts are never solved from one constraint, and what is left determines what is left."""
    made = equations(
        energy={"kinetic": KINETIC},
        work={"x": "F", "y": "G"},
        efforts={"F": {"guess": 1}, "G": {"guess": 1}},
        constraints={"effort": {"c1": "(F + G - k*x)*(x + y)", "c2": "F - sin(G) - k*y"}},
    )
    elimination = dalembert.eliminate(made)
    sources = [step.why for step in elimination.steps]
    assert len(set(sources)) == len(sources)
    assert {"c1", "c2"} - {str(why).removeprefix("from ") for why in sources} <= {
        n for n, _ in elimination.remaining
    }


def test_a_coordinate_held_at_a_jump_takes_the_value_of_the_language() -> None:
    """With x = 1 the effort k*step(x - 1) is k, since step(0) is 1; nothing is refused."""
    made = equations(
        energy={"kinetic": KINETIC},
        work={"y": "k*step(x - 1)"},
        constraints={"displacement": {"c": "x - 1"}},
    )
    remaining = dict(dalembert.eliminate(made).remaining)
    assert is_identical(remaining["y"], parse("m*y'' - k"))
    assert dalembert.show(made)


def part(made: dalembert.Equations, name: str, at: dict) -> str:
    """An entry of a part of the linear form."""
    form = dalembert.form_of(made, "linear", at)
    return next(print_tree(p.rows[0][0]) for p in form.parts if p.name == name)


def test_two_spellings_of_one_law_have_one_linear_form() -> None:
    """With step and with if the stiffness of a stop is the same number at the point."""
    found = []
    for law in ("-k*step(x - 1)*(x - 1)", "if(x > 1, -k*(x - 1), 0)"):
        found.append(part(equations(energy={"kinetic": KINETIC}, work={"x": law}), "K", {"x": 2}))
    assert found == ["k", "k"]


def test_there_is_no_linear_form_at_a_jump() -> None:
    """At the jump itself the form is refused, beside it it exists."""
    made = equations(energy={"kinetic": KINETIC}, work={"x": "-mu*sign(x')"})
    with pytest.raises(dalembert.NotAvailable, match="jumps"):
        dalembert.form_of(made, "linear")
    assert part(made, "r", {"x'": 2}) == "mu"


def test_a_condition_of_the_user_is_printed_as_it_is() -> None:
    """if(x' >= 0, 1, -1) is 1 at rest, which sign(x') is not, so it is not rewritten."""
    made = equations(energy={"kinetic": KINETIC}, work={"x": "-mu*if(x' >= 0, 1, -1)"})
    assert "sign" not in print_tree(made.h[0])


def test_gravity_is_a_parameter_or_there_is_none() -> None:
    """A coordinate called g is no gravity."""
    model = dalembert.model(
        parameters={"m": 1, "k": 2},
        coordinates={"g": {}},
        energy={"kinetic": "1/2*m*g'^2", "potential": "k*g^2/2"},
    )
    form = dalembert.form_of(dalembert.derive(model), "mcg")
    assert [print_tree(p.rows[0][0]) for p in form.parts if p.name in ("C", "G")] == ["k*g", "0"]


def test_small_constants_are_not_zero() -> None:
    """A coefficient of the size of Boltzmann's constant is not rounding."""
    assert not is_identical(parse("1.38e-23*log(x - 5)"), parse("0"))
    assert is_identical(parse("0.1*x*3"), parse("0.3*x"))
    assert is_zero(0 * symbol("x"))


def test_forms_exist_for_masses_that_are_real_near_the_start_only() -> None:
    """M is judged near the start values, where it has a value."""
    model = dalembert.model(coordinates={"x": {"start": 6}}, energy={"kinetic": "1/2*x'^2*(1 + sqrt(x - 5))"})
    made = dalembert.derive(model)
    assert [p.name for p in dalembert.form_of(made, "state").parts] == ["q''"]
    assert dalembert.form_of(made, "hamilton").parts


@pytest.mark.parametrize("value", ["1/b", "sqrt(b - 1)", "exp(1000 + b)"])
def test_a_value_that_is_not_finite_is_a_flaw_of_its_entry(value: str) -> None:
    """Parameters and starts that come out infinite or undefined are named by `check`."""
    for entry in ("parameter", "start"):
        sections = {"parameters": {"b": 0, "m": value if entry == "parameter" else 1}}
        sections["coordinates"] = {"x": {"start": value} if entry == "start" else {}}
        model = dalembert.model(**sections, energy={"kinetic": "1/2*m*x'^2 + b*x"})
        rules = [flaw.rule for flaw in dalembert.check(model).flaws if flaw.severity == "error"]
        assert rules == ["finite-value"]


def test_a_model_of_states_only_has_listings() -> None:
    """Every form of a model without coordinates can be shown."""
    made = dalembert.derive(dalembert.model(states={"s": {"rate": "-s", "start": 1}}))
    for name in ("matrix", "linear", "mcg", "descriptor", "state"):
        for style in ("unicode", "text", "pretty", "latex"):
            assert dalembert.show(made, dalembert.form_of(made, name), style)
