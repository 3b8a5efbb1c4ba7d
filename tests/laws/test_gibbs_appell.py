"""Gibbs and Appell's equations against Lagrange's: two derivations that share the forces alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from random_models import random_equations, seeds
from tests.bodies.systems import rod

import dalembert
from dalembert._derive.derivations import LIMIT
from dalembert._derive.forms.form import NotAvailable
from dalembert._expression.tree import Negative, Number, Product
from dalembert._verify.derivations import derivations, verify_form
from dalembert._verify.failure import VerificationError

FEATURES = frozenset({"definitions", "time", "inputs", "dissipation", "work", "displacement", "flow"})
ROD = {
    "parameters": {"m": 2, "L": 1.5},
    "bodies": {"gravity": [0, -9.81], "bar": rod("L", "m")},
    "joints": {"O": {"kind": "pin", "between": ["ground", "bar"], "coordinate": {"a": {"start": 0.4}}}},
}


@pytest.mark.parametrize("seed", seeds(range(60), 3))
def test_the_energy_of_the_accelerations_gives_lagranges_equations(seed: int) -> None:
    """∂S/∂q'' = Q at seeded points, with S from the metric of T, which may change with time."""
    equations = random_equations(seed, FEATURES, 4)
    form = dalembert.form_of(equations, "gibbs_appell")
    assert "Lagrange" in str(form.remarks[0])


def test_a_moving_support_and_a_whirling_frame() -> None:
    """A pendulum whose pivot moves by a law of time, on a turntable: b, T₀ and ∂M/∂t all count."""
    model = dalembert.model(
        parameters={"m": 2, "l": 1.5, "g": 9.81, "w": 3},
        coordinates={"theta": {}, "r": {}},
        definitions={"x": "sin(w*t) + r*sin(theta)", "y": "-r*cos(theta)", "z": "t^2*r"},
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2 + z'^2) + 1/2*m*w^2*x^2 + m*w*x*y'",
            "potential": "m*g*y + 1/2*40*(r - l)^2",
        },
    )
    found = {one.name: one for one in derivations(dalembert.derive(model), None)}
    assert set(found) == {"lagrange", "hamilton", "gibbs_appell"}
    assert all(one.difference is not None and one.difference <= LIMIT for one in found.values())


def test_an_energy_that_is_not_quadratic_has_none() -> None:
    """A relativistic particle is refused by name."""
    model = dalembert.model(
        parameters={"m": 1, "c": 3},
        coordinates={"x": {"speed": 0.5}},
        energy={"kinetic": "-m*c^2*sqrt(1 - x'^2/c^2)", "potential": "x^2"},
    )
    with pytest.raises(NotAvailable, match="not quadratic"):
        dalembert.form_of(dalembert.derive(model), "gibbs_appell")


@pytest.mark.parametrize("bodies", [True, False])
def test_no_printed_term_of_it_can_be_wrong_unseen(bodies: bool) -> None:
    """Any line with the other sign, a little too large, or no number, is refused."""
    model = dalembert.model(**ROD) if bodies else dalembert.read("rod_pendulum")
    form = dalembert.form_of(dalembert.derive(model), "gibbs_appell")
    for i, part in enumerate(form.parts):
        for k, (node,) in enumerate(part.rows):
            if node == Number(0):
                continue
            for wrong in (
                Negative(node),
                Product((Number(1.001), node)),
                Product((Number(float("nan")), node)),
            ):
                rows = (*part.rows[:k], (wrong,), *part.rows[k + 1 :])
                parts = (*form.parts[:i], replace(part, rows=rows), *form.parts[i + 1 :])
                with pytest.raises(VerificationError):
                    verify_form(replace(form, parts=parts), model)
