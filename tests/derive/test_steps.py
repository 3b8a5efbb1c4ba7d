"""Kinematics in steps, symbolic accelerations and small motions: their content and their verification."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dalembert
from dalembert._derive.eliminate import eliminate
from dalembert._derive.identity import is_identical
from dalembert._derive.small_motion import value_of
from dalembert._expression.tree import Negative
from dalembert._lower.lower import lower
from dalembert._model.values import parameter_values
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree
from dalembert._verify.failure import VerificationError
from dalembert._verify.kinematics import check_kinematics
from dalembert._verify.solved_form import agrees, check_solved_form
from dalembert.verbs.steps import kinematics_of, small_motion_of, solved_form_of

PENDULUM = dalembert.model(
    parameters={"m": 2, "l": 0.5, "g": 9.81},
    coordinates={"theta": {"start": 0.3, "speed": 0, "unit": "rad"}},
    definitions={"x": "l*sin(theta)", "y": "-l*cos(theta)"},
    energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
)
TWO_MASSES = dalembert.model(
    parameters={"m": 2, "k": 50},
    coordinates={"x": {"start": 0.1, "speed": 0}, "y": {"start": 0, "speed": 0}},
    energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "1/2*k*(x^2 + y^2 + (x - y)^2)"},
)


def test_the_kinetic_energy_of_a_pendulum_follows_from_its_position() -> None:
    """X = l sin θ, x' = l cos θ θ', x'² + y'² = l² θ'², T = ½ m l² θ'²."""
    steps = kinematics_of(dalembert.derive(PENDULUM), None)
    assert steps is not None
    assert [(print_tree(s.left), print_tree(s.right)) for s in steps.positions] == [
        ("x", "l*sin(theta)"),
        ("y", "-l*cos(theta)"),
    ]
    assert [print_tree(s.right) for s in steps.velocities] == ["l*cos(theta)*theta'", "l*sin(theta)*theta'"]
    assert [(print_tree(s.left), print_tree(s.right)) for s in steps.squares] == [
        ("x'^2 + y'^2", "l^2*theta'^2")
    ]
    assert [print_tree(node) for node in steps.energy] == [
        "1/2*m*(x'^2 + y'^2)",
        "1/2*m*(l^2*theta'^2)",
        "m*l^2*theta'^2/2",
    ]


def test_coordinates_that_constraints_give_are_kinematics_too() -> None:
    """The rod pendulum, whose mass centre is held by constraints: T = m l² θ'²/6."""
    equations = dalembert.derive("rod_pendulum")
    steps = kinematics_of(equations, eliminate(equations))
    assert steps is not None
    assert steps.solved
    assert is_identical(steps.energy[-1], parse("m*l^2*theta'^2/6"))


def test_a_kinetic_energy_in_coordinates_alone_has_no_steps() -> None:
    """There is nothing to show."""
    assert kinematics_of(dalembert.derive(TWO_MASSES), None) is None


@pytest.mark.parametrize("part", ["positions", "velocities", "squares", "energy"])
def test_a_wrong_step_is_found(part: str) -> None:
    """Every step is compared with the model by numbers: one with another sign is refused."""
    steps = kinematics_of(dalembert.derive(PENDULUM), None)
    assert steps is not None
    if part == "energy":
        wrong = replace(steps, energy=(*steps.energy[:-1], Negative(steps.energy[-1])))
    else:
        first, *rest = {"positions": steps.positions, "velocities": steps.velocities}.get(part, steps.squares)
        changed = (replace(first, right=Negative(first.right)), *rest)
        wrong = (
            replace(steps, positions=changed)
            if part == "positions"
            else replace(steps, velocities=changed)
            if part == "velocities"
            else replace(steps, squares=changed)
        )
    with pytest.raises(VerificationError):
        check_kinematics(PENDULUM, wrong, None)


@pytest.mark.parametrize(
    ("model", "accelerations"),
    [
        (PENDULUM, {"theta": "-g*sin(theta)/l"}),
        ("rod_pendulum", {"theta": "-3*g*sin(theta)/(2*l)"}),
        ("duffing", {"x": "-k*x/m - k3*x^3/m"}),
        (TWO_MASSES, {"x": "-2*k*x/m + k*y/m", "y": "k*x/m - 2*k*y/m"}),
    ],
)
def test_accelerations_where_they_are_short(
    model: dalembert.Model | str, accelerations: dict[str, str]
) -> None:
    """The solved form."""
    equations = dalembert.derive(model)
    found = solved_form_of(equations, eliminate(equations))
    assert found is not None
    assert {name: print_tree(node) for name, node in found.accelerations} == accelerations


def test_accelerations_of_a_double_pendulum_by_cramers_rule() -> None:
    """Without the factors that stand above and below."""
    equations = dalembert.derive("n_link_pendulum:2")
    found = solved_form_of(equations, None)
    assert found is not None
    assert "m" not in {part for _, node in found.accelerations for part in print_tree(node).split("*")}


def test_wrong_accelerations_are_found() -> None:
    """They are put into the equations of motion of the lowered model."""
    equations = dalembert.derive("rod_pendulum")
    found = solved_form_of(equations, eliminate(equations))
    assert found is not None
    ((name, node),) = found.accelerations
    wrong = replace(found, accelerations=((name, Negative(node)),))
    with pytest.raises(VerificationError):
        check_solved_form(equations.model, wrong, eliminate(equations), lower(equations.model))


def test_no_accelerations_where_contacts_or_multipliers_act() -> None:
    """They would be those of one mode only, or not explicit."""
    for name in ("stick_slip", "cartesian_pendulum", "heavy_top"):
        equations = dalembert.derive(name)
        assert solved_form_of(equations, eliminate(equations)) is None


@pytest.mark.parametrize(
    ("model", "frequencies"),
    [(PENDULUM, ["sqrt(g/l)"]), (TWO_MASSES, ["sqrt(k/m)", "sqrt(3*k/m)"])],
)
def test_natural_frequencies_in_symbols(model: dalembert.Model, frequencies: list[str]) -> None:
    """ω₀ = √(g/l); two equal masses between three springs: √(k/m) and √(3k/m)."""
    equations = dalembert.derive(model)
    modes = dalembert.modes(model, "equilibrium")
    found = small_motion_of(equations, None, modes)
    assert found is not None
    assert [print_tree(node) for node in found.frequencies] == frequencies


def test_an_equilibrium_off_zero_is_named_where_its_equation_is_linear() -> None:
    """A hanging mass rests at −m g/k; it is damped: δ = c/(2m)."""
    hanging = dalembert.model(
        parameters={"m": 2, "k": 50, "c": 1, "g": 9.81},
        coordinates={"y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*y'^2", "potential": "1/2*k*y^2 + m*g*y", "dissipation": "1/2*c*y'^2"},
    )
    equations = dalembert.derive(hanging)
    modes = dalembert.modes(hanging, "equilibrium")
    found = small_motion_of(equations, None, modes)
    assert found is not None
    assert found.decay is not None
    assert print_tree(found.equilibrium[0][1]) == "-m*g/k"
    assert print_tree(found.decay) == "c/(2*m)"
    values = {"m": 2.0, "k": 50.0, "c": 1.0, "g": 9.81}
    eigenvalues = [mode.eigenvalue for mode in modes]
    assert agrees(found, values, eigenvalues)
    assert not agrees(found, values | {"k": 51.0}, eigenvalues)


@pytest.mark.parametrize("name", ["rod_pendulum", "duffing"])
def test_natural_frequencies_in_symbols_are_those_of_the_modes(name: str) -> None:
    """Where the library has √(K/M), its value is the frequency that `modes` finds from the numbers."""
    modes, equations = dalembert.modes(name), dalembert.derive(name)
    found = small_motion_of(equations, eliminate(equations), modes)
    assert found is not None
    values = parameter_values(equations.model)
    symbolic = [value_of(node, values) for node in found.frequencies]
    assert symbolic == pytest.approx([mode.rad_s for mode in modes if mode.kind == "oscillation"], rel=1e-9)
