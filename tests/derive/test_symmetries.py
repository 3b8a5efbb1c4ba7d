"""Conserved quantities by symmetry and with constant efforts: closed forms, and that wrong ones are found."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dalembert
from dalembert._derive.identity import is_identical
from dalembert._expression.tree import Name, Product, Sum
from dalembert._lower.lower import lower
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree
from dalembert._verify.conserved import quantities_that_stay


def found(model: dalembert.Model | str) -> list[tuple[str, str]]:
    """Kinds and titles."""
    return [(one.kind, one.name) for one in dalembert.conserved(dalembert.derive(model))]


def test_the_energy_of_a_linkage_under_a_constant_torque() -> None:
    """T + V − τ θ₂."""
    equations = dalembert.derive("four_bar")
    (energy,) = dalembert.conserved(equations)
    assert is_identical(energy.expression, Sum((equations.T, equations.V, parse("-tau*theta2"))))
    assert "constant efforts" in energy.name


def test_the_three_integrals_of_a_heavy_top() -> None:
    """The vertical angular momentum, that about the axis of symmetry, and the energy."""
    equations = dalembert.derive("heavy_top")
    first, second, energy = dalembert.conserved(equations)
    assert [one.kind for one in (first, second, energy)] == ["momentum", "momentum", "energy"]
    assert "given values" not in str(first.why)
    assert "given values" in str(second.why)  # J1 = J3
    assert print_tree(second.expression) == "J2*omega2"  # as books write it
    (spin,) = [one.expression.root for one in equations.model.definitions if one.name == "omega2"]
    assert is_identical(spin, parse("2*(e0*e2' - e2*e0' - e3*e1' + e1*e3')"))


def test_the_angular_momentum_of_a_planet() -> None:
    """It is m (x y' − y x')."""
    first, _ = dalembert.conserved(dalembert.derive("kepler"))
    assert is_identical(first.expression, parse("m*(x*y' - y*x')"))


def test_the_common_momentum_of_two_masses_on_a_spring() -> None:
    """It is m x' + M y', although neither coordinate is cyclic."""
    model = dalembert.model(
        parameters={"m": 1, "M": 3, "k": 10},
        coordinates={"x": {"start": 0, "speed": 1}, "y": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2 + 1/2*M*y'^2", "potential": "1/2*k*(y - x)^2"},
    )
    first, energy = dalembert.conserved(dalembert.derive(model))
    assert is_identical(first.expression, parse("m*x' + M*y'"))
    assert energy.kind == "energy"


@pytest.mark.parametrize(
    "more",
    [
        {"work": {"x": "-c*x'"}},
        {"work": {"x": "F*sin(t)"}},
        {"constraints": {"displacement": {"phi1": "x - 2*y - t"}}},
    ],
)
def test_what_is_fed_or_held_has_no_common_momentum(more: dict[str, object]) -> None:
    """Damping, a force in time, and a constraint that moves."""
    model = dalembert.model(
        parameters={"m": 1, "k": 10, "c": 1, "F": 2},
        coordinates={"x": {"start": 0, "speed": 1}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "1/2*k*(y - x)^2"},
        **more,
    )
    assert found(model) == []


def test_a_quantity_that_moves_is_not_kept() -> None:
    """Every quantity is followed along the dynamics of the lowered model before it is told."""
    equations = dalembert.derive("heavy_top")
    kept = dalembert.conserved(equations)
    wrong = tuple(replace(one, expression=Product((one.expression, Name("e0")))) for one in kept)
    assert quantities_that_stay(equations, wrong, lower(equations.model)) == ()
    assert quantities_that_stay(equations, kept, lower(equations.model)) == kept
