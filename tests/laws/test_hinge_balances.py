"""Moments about the hinges against Newton and Euler, Kane and Lagrange, on seeded random chains and loops."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from places import matrix, number, vector
from plane_chains import by_energies, by_joints, chain, newton_euler
from tests.bodies.random_mechanisms import tree

import dalembert
from dalembert._derive.balances import symbolic_balances
from dalembert._derive.forms.form import Form, NotAvailable
from dalembert._expression.tree import Number, Product
from dalembert._lower.lower import lower
from dalembert._model.bodies.balances import balances_of
from dalembert._verify.balances import agreement
from dalembert._verify.derivations import verify_form
from dalembert._verify.failure import VerificationError
from dalembert._verify.points import StateSample
from dalembert._verify.states import consistent_states

BOUND = 1e-10
Array = np.ndarray


def lines(form: Form, hinge: str) -> tuple[Any, Any]:
    """The rate and the moment of a hinge with one motion."""
    parts = {part.name: part for part in form.parts}
    return parts[hinge].rows[0][0], parts[f"{hinge}.balance"].rows[0][0]


@pytest.mark.parametrize("seed", range(40))
def test_four_derivations_of_plane_chains_and_loops_agree(seed: int) -> None:
    """Hinges, Newton and Euler, Kane and Lagrange give the same accelerations, by energies and by joints."""
    one = chain(seed)
    model = dalembert.model(**(by_joints(one) if seed % 4 > 1 else by_energies(one)))
    balances = balances_of(model)
    found = agreement(balances) if balances is not None else None
    assert found is not None
    assert found.points
    assert found.hinge_balances is not None
    assert found.newton_euler is not None
    assert max(found.hinge_balances, found.newton_euler, found.kane) < BOUND


@pytest.mark.parametrize("seed", range(12))
def test_printed_moments_about_hinges_are_newton_and_eulers(seed: int) -> None:
    """Solved for accelerations and the pin force of a loop, they are those of maximal coordinates in numpy."""
    one = chain(seed)
    equations = dalembert.derive(dalembert.model(**by_energies(one)))
    form = dalembert.form_of(equations, "hinge_balances")
    sample = consistent_states(equations.model, lower(equations.model))
    n = len(one.parents)
    unknowns = [(f"q{i}", 2) for i in range(n)] + [(f"lam_phi{k}", 0) for k in (1, 2) if one.closed]
    for k in range(len(sample["t", 0])):
        place: StateSample = {key: values[k : k + 1] for key, values in sample.items()}

        def rows(given: Array, place: StateSample = place) -> Array:
            there = place | {key: np.array([x]) for key, x in zip(unknowns, given, strict=True)}
            pairs = [lines(form, f"pin{i}") for i in range(n)]
            balances = [number(rate, there) - number(moment, there) for rate, moment in pairs]
            if not one.closed:
                return np.array(balances)
            kept = matrix(equations.G, place) @ given[:n] - vector(equations.gamma, place)
            return np.array([*balances, *kept])

        free = rows(np.zeros(len(unknowns)))
        columns = np.array([rows(unit) - free for unit in np.eye(len(unknowns))]).T
        found = np.linalg.solve(columns, -free)
        angles, speeds = (np.array([place[f"q{i}", order][0] for i in range(n)]) for order in (0, 1))
        accelerations, forces = newton_euler(one, angles, speeds)
        truth = np.concatenate([accelerations, *forces[n:]])
        condition = np.linalg.cond(columns)
        np.testing.assert_allclose(found, truth, rtol=0, atol=1e-12 * condition * np.abs(truth).max())


@pytest.mark.parametrize("seed", range(0, 12, 2))
def test_of_absolute_angles_lagranges_equations_are_differences_of_hinges(seed: int) -> None:
    """The balance about a pin, less those about the pins on this link, is Lagrange's equation of its angle."""
    one = chain(seed)
    equations = dalembert.derive(dalembert.model(**by_energies(one)))
    form = dalembert.form_of(equations, "hinge_balances")
    sample = consistent_states(equations.model, lower(equations.model))
    place = {key: values[:1] for key, values in sample.items()} | {
        (f"q{i}", 2): np.array([0.3 + i]) for i in range(4)
    }
    left = [
        number(rate, place) - number(moment, place)
        for rate, moment in (lines(form, f"pin{i}") for i in range(len(one.parents)))
    ]
    for i, row in enumerate(equations.coordinates):
        beyond = sum(left[k] for k, parent in enumerate(one.parents) if parent == i)
        assert left[i] - beyond == pytest.approx(number(row.left, place), rel=1e-10, abs=1e-10)


@pytest.mark.parametrize(
    "seed", [0, 1, 4, *(pytest.param(k, marks=pytest.mark.soak) for k in range(40) if k > 4)]
)
def test_hinges_in_space_have_their_axes(seed: int) -> None:
    """Moments about axes of pins and crosses, about all axes of balls, forces along guides; screws have none."""
    balances = balances_of(dalembert.model(**tree(seed, angles=bool(seed % 2)).sections))
    found = agreement(balances) if balances is not None else None
    assert found is not None
    assert balances is not None
    screws = {
        f"J{i}" for i, link in enumerate(tree(seed, angles=bool(seed % 2)).links) if link.kind == "screw"
    }
    assert set(balances.hinges.without) == screws
    assert (found.hinge_balances is None) == bool(screws)
    assert max(found.hinge_balances or 0.0, found.newton_euler or 0.0, found.kane) < BOUND


def test_no_reaction_of_a_pin_is_in_the_moments_about_hinges() -> None:
    """Of a pinned chain only the force of the pin that closes the loop is left."""
    equations = dalembert.derive("four_bar_pinned")
    text = dalembert.show(equations, dalembert.form_of(equations, "hinge_balances"), "text")
    assert "L3*sin(theta3)*lam_phi1" in text
    assert ".force" not in text
    unknowns = symbolic_balances(equations, with_tree=True).balances.unknowns
    assert unknowns == ("O.force[1]", "O.force[2]", "A.force[1]", "A.force[2]", "B.force[1]", "B.force[2]")


def test_no_printed_moment_can_be_wrong_unseen() -> None:
    """Any one entry of the form changed by a thousandth is refused."""
    model = dalembert.read("four_bar_pinned")
    form = dalembert.form_of(dalembert.derive(model), "hinge_balances")
    assert [part.name for part in form.parts] == ["O", "O.balance", "A", "A.balance", "B", "B.balance"]
    for i, part in enumerate(form.parts):
        wrong = replace(part, rows=((Product((Number(1.001), part.rows[0][0])),),))
        with pytest.raises(VerificationError):
            verify_form(replace(form, parts=(*form.parts[:i], wrong, *form.parts[i + 1 :])), model)


def test_a_guided_body_has_no_hinge() -> None:
    """A bead on a helix is guided by its place: moments would contain what guides it."""
    bead = {"mass": 2, "place": {"at": ["R*cos(s)", "R*sin(s)", "0.2*R*s"]}}
    model = dalembert.model(
        parameters={"R": {"value": 1, "unit": "m"}},
        coordinates={"s": {"start": 1}},
        bodies={"space": 3, "gravity": [0, 0, -9.81], "bead": bead},
    )
    with pytest.raises(NotAvailable, match="bead"):
        dalembert.form_of(dalembert.derive(model), "hinge_balances")
