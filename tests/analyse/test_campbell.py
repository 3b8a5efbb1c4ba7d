"""Frequencies over a parameter: closed forms, modes followed through a crossing, critical speeds."""

from __future__ import annotations

import numpy as np
import pytest
from minimal import ROTOR, model

import dalembert


def test_a_rotor_in_its_turning_frame() -> None:
    """With equal springs one mode goes as ω − Ω and the other as ω + Ω."""
    speeds = np.linspace(0.5, 9, 18)
    table = dalembert.campbell(dalembert.vary(model(ROTOR), parameters={"ky": 200}), "Omega", speeds)
    np.testing.assert_allclose(table.values, speeds)
    np.testing.assert_allclose(2 * np.pi * table.hz, np.stack([10 - speeds, 10 + speeds], axis=1), rtol=1e-10)


def test_modes_are_followed_through_a_crossing() -> None:
    """Two uncoupled oscillators keep their columns where their frequencies cross."""
    two = dalembert.model(
        parameters={"k": 1},
        coordinates={"x": {"start": 0, "speed": 0}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "1/2*k*x^2 + 1/2*9*y^2"},
    )
    values = np.linspace(1, 25, 12)
    table = dalembert.campbell(two, "k", values)
    np.testing.assert_allclose(2 * np.pi * table.hz[:, 0], np.sqrt(values), rtol=1e-12)
    np.testing.assert_allclose(2 * np.pi * table.hz[:, 1], 3, rtol=1e-12)


def test_equilibria_are_followed() -> None:
    """The pendulum under growing gravity keeps hanging: ω = √(3g/2l) at every value."""
    values = [1, 4, 9.81, 20]
    table = dalembert.campbell("rod_pendulum", "g", values)
    np.testing.assert_allclose(2 * np.pi * table.hz[:, 0], np.sqrt(3 * np.array(values) / 20), rtol=1e-11)


def test_critical_speeds_are_crossings() -> None:
    """A rotor on a soft bearing in the fixed frame: order 1 meets the frequency at Ω = √(k/m)."""
    disc = dalembert.model(
        parameters={"m": 2, "k": 200, "n": {"value": 1, "unit": "rpm"}},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        work={"x": "0*n"},
    )
    table = dalembert.campbell(disc, "n", [10, 60, 110], orders=2)
    assert [(one.order, round(one.value, 9)) for one in table.crossings] == [(1, 10.0), (2, 5.0)]


@pytest.mark.parametrize("unit", ["Hz", "1/min", "min⁻¹", "kHz"])
def test_orders_of_what_counts_turns_are_refused(unit: str) -> None:
    """A parameter in Hz or 1/min is no angular speed: its orders would be off by 2π, so they are refused."""
    disc = dalembert.model(
        parameters={"m": 2, "k": 200, "n": {"value": 1, "unit": unit}},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        work={"x": "0*n"},
    )
    with pytest.raises(dalembert.ModelError, match="counts turns"):
        dalembert.campbell(disc, "n", [10, 60], orders=1)


def test_a_mode_that_is_lost_is_not_a_number() -> None:
    """With growing damping the oscillation ends at c = 2√(k m); its place in the table is empty."""
    brake = dalembert.model(
        parameters={"c": 1},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2", "dissipation": "1/2*c*x'^2"},
    )
    table = dalembert.campbell(brake, "c", [0, 1, 1.9, 2.1])
    np.testing.assert_allclose(table.damping[:3, 0], [0, 0.5, 0.95], atol=1e-12)
    assert np.isnan(table.hz[3, 0])


@pytest.mark.parametrize(
    "parameter, values, orders, words",
    [
        ("kk", [1], 0, "there is no parameter `kk`"),
        ("k", [], 0, "no values of `k`"),
        ("k", [1], 2, "orders need a speed"),
    ],
)
def test_wrong_questions_are_answered(parameter: str, values: list, orders: int, words: str) -> None:
    """A parameter that is not there, no values, or orders of what is no speed: each is said."""
    with pytest.raises(dalembert.ModelError, match=words):
        dalembert.campbell("sprung_rod", parameter, values, orders=orders)
