"""Newton and Euler's and Kane's equations against Lagrange's: three derivations of one motion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.bodies.systems import ARM, DOUBLE_PENDULUM, FOUR_BAR, Sections, changed

import dalembert
from dalembert._derive.forms.form import NotAvailable
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Number, Product
from dalembert._model.bodies.balances import Balances, balances_of
from dalembert._verify.balances import agreement
from dalembert._verify.derivations import verified
from dalembert._verify.failure import VerificationError

MECHANISMS = Path(__file__).parent / "mechanisms"
CHAIN = {
    "parameters": {"N": 3, "L": 0.5},
    "bodies": {
        "gravity": [0, -9.81],
        "link[i]": {"for": "i = 1..N", "mass": 1, "shape": {"rod": "L"}, "centre": ["L/2", 0],
                    "points": {"E": ["L", 0]}},
    },
    "joints": {
        "O": {"kind": "pin", "between": ["ground", "link[1]"]},
        "A[i]": {"for": "i = 2..N", "kind": "pin", "between": ["link[i-1].E", "link[i]"]},
    },
}  # fmt: skip
DRIVEN = changed(FOUR_BAR, joints__turn={"kind": "drive", "between": ["joints.O"], "value": "pi/3"})
WITH_EFFORTS = changed(DOUBLE_PENDULUM, work={"a": "2*cos(b)"}, energy={"dissipation": "1/2*0.3*b'^2"})
BALL = {
    "bodies": {"space": 3, "gravity": [0, 0, -9.81], "bob": {"mass": 1, "inertia": [2, 3, 4], "centre": [0, 0, 1]}},
    "joints": {"O": {"kind": "ball", "between": ["ground", "bob"]}},
}  # fmt: skip
BY_BODY = changed(DOUBLE_PENDULUM, bodies__coordinates="body")
SYSTEMS = {
    "double pendulum": DOUBLE_PENDULUM,
    "four-bar": FOUR_BAR,
    "driven four-bar": DRIVEN,
    "efforts": WITH_EFFORTS,
    "robot arm": ARM,
    "ball": BALL,
    "body coordinates": BY_BODY,
    "a family of links": CHAIN,
}


def _balances(system: Sections) -> Balances:
    found = balances_of(dalembert.model(**system))
    assert found is not None
    return found


@pytest.mark.parametrize("name", SYSTEMS)
def test_three_derivations_give_the_same_accelerations(name: str) -> None:
    """They share nothing but kinematics."""
    found = agreement(_balances(SYSTEMS[name]))
    assert found is not None
    assert found.points == 10
    assert found.kane < 1e-10
    assert found.newton_euler is not None
    assert found.newton_euler < 1e-10


@pytest.mark.parametrize("name", ["bricard", "heavy_top", "andrews_squeezer", "triple_pendulum"])
def test_three_derivations_of_published_mechanisms(name: str) -> None:
    """Bricard's linkage, a heavy top, Andrews' squeezer and a triple pendulum, as bodies."""
    balances = balances_of(dalembert.read(str(MECHANISMS / f"{name}.toml")))
    found = agreement(balances) if balances is not None else None
    assert found is not None
    assert found.points >= 9
    assert found.kane < 1e-10
    assert found.newton_euler is not None
    assert found.newton_euler < 1e-10


@pytest.mark.parametrize("section", ["kinetic", "potential"])
def test_a_wrong_energy_is_seen(section: str) -> None:
    """One energy off by a thousandth: both other derivations differ."""
    balances = _balances(DOUBLE_PENDULUM)
    terms = balances.model.kinetic if section == "kinetic" else balances.model.potential
    wrong = Expression(Product((Number(1.001), terms[0].expression.root)))
    terms = (replace(terms[0], expression=wrong), *terms[1:])
    found = agreement(replace(balances, model=replace(balances.model, **{section: terms})))
    assert found is not None
    assert found.kane > 1e-5
    assert found.newton_euler is not None
    assert found.newton_euler > 1e-5


def test_balances_are_printed_by_body() -> None:
    """The upper rod of a double pendulum: what its pins do to it, and its weight."""
    equations = dalembert.derive(dalembert.model(**DOUBLE_PENDULUM))
    form = dalembert.form_of(equations, "newton_euler")
    lines = dalembert.show(equations, form, "text")
    assert "upper.momentum[2]'      = -m1*g + O.force[2] - A.force[2]" in lines
    assert "Energies" not in lines
    assert "same accelerations at 10 states" in str(form.remarks[0])


def test_what_kane_calls_forces_is_what_lagrange_has() -> None:
    """Generalised inertia forces less generalised active forces are Lagrange's left sides."""
    equations = dalembert.derive(dalembert.model(**DOUBLE_PENDULUM))
    kane = dalembert.to_sympy(equations, dalembert.form_of(equations, "kane"))
    lagrange = dalembert.to_sympy(equations)["equations"]
    for name, left in lagrange.items():
        difference = kane["inertia"][f"I_{name}"] - kane["active"][f"F_{name}"] - left
        assert difference.expand(trig=True).simplify() == 0


def test_balances_need_bodies() -> None:
    """A model of energies has no bodies to balance."""
    equations = dalembert.derive("rod_pendulum")
    with pytest.raises(NotAvailable, match="need bodies"):
        dalembert.form_of(equations, "newton_euler")


def test_balances_without_their_contacts_are_not_shown() -> None:
    """A contact acts on bodies; equations without its force would be called verified."""
    contacts = {"floor": {"gap": "upper.E.y + 0.5", "restitution": 0.5}}
    equations = dalembert.derive(dalembert.model(**changed(DOUBLE_PENDULUM, contacts=contacts)))
    for name in ("newton_euler", "kane"):
        with pytest.raises(NotAvailable, match="floor"):
            dalembert.form_of(equations, name)


@pytest.mark.parametrize("name", ["newton_euler", "kane"])
def test_no_printed_term_can_be_wrong_unseen(name: str) -> None:
    """Any one entry of a form changed by a thousandth, or no number, is refused."""
    model = dalembert.model(**DOUBLE_PENDULUM)
    form = dalembert.form_of(dalembert.derive(model), name)
    for i, part in enumerate(form.parts):
        for factor in (1.001, float("nan")):
            first, *rest = part.rows
            wrong = replace(part, rows=((Product((Number(factor), first[0])), *first[1:]), *rest))
            parts = (*form.parts[:i], wrong, *form.parts[i + 1 :])
            with pytest.raises(VerificationError):
                verified(replace(form, parts=parts), model)
