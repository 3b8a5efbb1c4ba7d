"""Linear equations of circuits whose values read flows and efforts, beside Jacobians of equations by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

import dalembert

UNITS = {"A1": "A", "V1": "V", "H1": "H", "Ohm1": "Ohm"}
Rates = Callable[[np.ndarray], list[float]]


def circuit(**elements: dict[str, Any]) -> dalembert.Model:
    """A model of elements; A1, V1, H1 and Ohm1 are one of their units."""
    parameters = {name: {"value": 1, "unit": unit} for name, unit in UNITS.items()}
    return dalembert.model(parameters=parameters, elements=elements)


def jacobian(rates: Rates, y: list[float]) -> np.ndarray:
    """Central differences of rates."""
    steps = 1e-5 * np.eye(len(y))
    return np.array([(np.array(rates(y + d)) - rates(y - d)) / 2e-5 for d in steps]).T


def source(voltage: float) -> dict[str, Any]:
    """A source of voltage at the node a."""
    return {"kind": "voltage_source", "between": ["a", "ground"], "voltage": voltage}


def branch(kind: str, a: str, b: str, **values: float | str) -> dict[str, Any]:
    """An element between two nodes."""
    return {"kind": kind, "between": [a, b], **values}


def test_a_transformer_that_reads_a_current_is_linearised_where_a_run_begins() -> None:
    """v₁ = n v₂ and i₂ = n i₁ with n = 2 + tanh(i₁)/2 hold at the start, with its efforts, and nearby."""
    model = circuit(
        V=source(4),
        R1=branch("resistor", "a", "b", resistance=1.5),
        T={
            "kind": "transformer",
            "between": ["b", "ground"],
            "secondary": ["c", "ground"],
            "ratio": "2 + 0.5*tanh(R1.current/A1)",
        },
        R2=branch("resistor", "c", "d", resistance=2),
        L2=branch("inductor", "d", "ground", inductance=0.8),
    )

    def rates(y: np.ndarray) -> list[float]:
        i1 = brentq(lambda i: (2 + 0.5 * np.tanh(i)) * i - y[0], -9, 9, xtol=1e-15)
        return [((4 - 1.5 * i1) / (2 + 0.5 * np.tanh(i1)) - 2 * y[0]) / 0.8]

    linear = dalembert.linearise(model)
    assert linear.state.states[-1] == "q_T_secondary'"
    assert np.isclose(linear.A[-1, -1], jacobian(rates, [0.0])[0, 0], rtol=1e-8)
    motion = dalembert.simulate(model, t_end=0.1)
    assert np.allclose(linear.point.qd, motion.qd[0], atol=1e-10)
    assert np.allclose(linear.point.e, motion.e[0], atol=1e-10)


@pytest.mark.parametrize(("read", "sign"), [("L2.current/A1", 1), ("d.voltage/V1", -1)])
def test_an_inductance_that_reads_another_loop_is_linearised(read: str, sign: int) -> None:
    """D(L i)/dt = v − R i with L = 1 + tanh(i₂)/2, or of the voltage 3 V − i₂ R₂: its inertia is in the law."""
    start = {"start_current": 0.7} if sign > 0 else {}
    model = circuit(
        V=source(5),
        R=branch("resistor", "a", "b", resistance=2),
        L=branch("inductor", "b", "ground", inductance=f"H1 + 0.5*H1*tanh({read})", **start),
        V2=branch("voltage_source", "c", "ground", voltage=3),
        R2=branch("resistor", "c", "d", resistance=1),
        L2=branch("inductor", "d", "ground", inductance=0.8, start_current=0.4),
    )

    def rates(y: np.ndarray) -> list[float]:
        i, j = y
        other = (3 - j) / 0.8
        x = j if sign > 0 else 3 - j
        inductance, slope = 1 + 0.5 * np.tanh(x), 0.5 / np.cosh(x) ** 2
        return [(5 - 2 * i - i * slope * sign * other) / inductance, other]

    linear = dalembert.linearise(model)
    begun = [start.get("start_current", 0.0), 0.4]
    assert linear.state.states[2:] == ("q_L'", "q_L2'")
    assert np.allclose(linear.point.qd, begun)
    assert np.allclose(linear.point.qdd, rates(np.array(begun)))
    assert np.allclose(linear.A[2:, 2:], jacobian(rates, begun), rtol=1e-7)


def test_a_ratio_between_two_inductances_has_no_linear_equations_while_it_changes() -> None:
    """The rate of i₂ = n(i₁) i₁ contains that of its slope; with a constant current source it is steady."""
    windings = {
        "L1": branch("inductor", "b", "c", inductance=0.5),
        "T": {
            "kind": "transformer",
            "between": ["c", "ground"],
            "secondary": ["d", "ground"],
            "ratio": "2 + 0.5*tanh(L1.current/A1)",
        },
        "L2": branch("inductor", "d", "e", inductance=0.8),
        "R2": branch("resistor", "e", "ground", resistance=2),
    }
    R1 = branch("resistor", "a", "b", resistance=1.5)
    with pytest.raises(dalembert.ModelError, match="bind speeds"):
        dalembert.linearise(circuit(V=source(4), R1=R1, **windings))

    def rates(y: np.ndarray) -> list[float]:
        (i,) = y
        n, slope = 2 + 0.5 * np.tanh(i), 0.5 / np.cosh(i) ** 2
        rise = n + slope * i
        return [-(1.5 * i + n * 2 * n * i) / (0.5 + 0.8 * n * rise)]

    rest = dalembert.linearise(circuit(V=source(0), R1=R1, **windings))
    assert np.isclose(np.linalg.eigvals(rest.A).real.min(), jacobian(rates, [0.0])[0, 0], rtol=1e-8)
