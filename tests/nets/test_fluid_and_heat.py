"""Pipes, tanks, walls and rooms against closed forms, and a ladder of fifty sections against its modes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dalembert

Array = np.ndarray
Elements = dict[str, dict[str, Any]]
AIR = {"kind": "surroundings", "temperature": 293.15}


def element(kind: str, a: str, b: str = "ground", **values: Any) -> dict[str, Any]:
    """An element between two nodes."""
    return {"kind": kind, "between": [a, b], **values}


def _turbulent(pressure: float, resistance: float, loss: float) -> float:
    """The flow f > 0 at p = R f + k f²."""
    return (-resistance + np.sqrt(resistance**2 + 4 * loss * pressure)) / (2 * loss)


NETS: dict[str, tuple[Elements, float, str, Callable[[Array], Array]]] = {
    "a tank that is filled through a narrow pipe": (
        {"P": element("pressure_source", "a", pressure=2e4),
         "R": element("restrictor", "a", "b", resistance=1e6),
         "T": element("tank", "b", capacity=2e-5)},
        60.0, "b.pressure", lambda t: 2e4 * (1 - np.exp(-t / 20)),
    ),
    "two tanks that come to one level": (
        {"T1": element("tank", "a", capacity=2e-5, start_pressure=3e4),
         "R": element("restrictor", "a", "b", resistance=1e6),
         "T2": element("tank", "b", capacity=1e-5)},
        30.0, "b.pressure", lambda t: 2e4 * (1 - np.exp(-t / (1e6 * 2e-5 / 3))),
    ),
    "liquid that is set into motion in a pipe": (
        {"P": element("pressure_source", "a", pressure=1e4),
         "L": element("pipe", "a", length=10.0, area=1e-2, density=1000.0, resistance=2e6)},
        2.0, "f", lambda t: 1e4 / 2e6 * (1 - np.exp(-2e6 / 1e6 * t)),
    ),
    "a constant flow into a tank": (
        {"Q": element("flow_source", "ground", "a", flow=1e-3), "T": element("tank", "a", capacity=2e-5)},
        5.0, "a.pressure", lambda t: 1e-3 * t / 2e-5,
    ),
    "a pump on its curve": (
        {"P": element("pump", "a", pressure="3e5 - 2e9*flow^2"),
         "R": element("restrictor", "a", resistance=1e7)},
        1.0, "a.pressure", lambda t: 1e7 * _turbulent(3e5, 1e7, 2e9) * np.ones_like(t),
    ),
    "a valve that is half open": (
        {"P": element("pressure_source", "a", pressure=1e5),
         "R": element("restrictor", "a", "b", resistance=1e7),
         "W": element("valve", "b", area=2e-4, density=1000.0, discharge=0.6, transition=1e-9, opening=0.5)},
        1.0, "b.pressure",
        lambda t: (1e5 - 1e7 * _turbulent(1e5, 1e7, 500 / (0.6e-4) ** 2)) * np.ones_like(t),
    ),
    "an oven that is switched on": (
        {"air": AIR, "C": element("thermal_capacity", "a", capacity=800.0),
         "Q": element("heat_source", "ground", "a", heat_flow=200.0),
         "F": element("convection", "a", coefficient=8.0, area=0.5)},
        600.0, "a.temperature", lambda t: 50 * (1 - np.exp(-t / 200)),
    ),
    "a wall of two layers": (
        {"air": AIR, "T": element("temperature_source", "a", temperature=30.0),
         "R1": element("thermal_resistor", "a", "b", resistance=0.2),
         "R2": element("thermal_resistor", "b", resistance=0.4)},
        1.0, "b.temperature", lambda t: 20.0 * np.ones_like(t),
    ),
    "hot iron in water": (
        {"air": AIR, "iron": element("thermal_capacity", "a", capacity=100.0, start_temperature=80.0),
         "film": element("convection", "a", "b", coefficient=50.0, area=0.1),
         "water": element("thermal_capacity", "b", capacity=300.0)},
        60.0, "b.temperature", lambda t: 20 * (1 - np.exp(-t * 5 * (1 / 100 + 1 / 300))),
    ),
    "heat that nothing carries away": (
        {"air": AIR, "C": element("thermal_capacity", "a", capacity=50.0),
         "Q": element("heat_source", "ground", "a", heat_flow=5.0)},
        10.0, "a.temperature", lambda t: 0.1 * t,
    ),
    "a room with a wall that stores heat": (
        {"air": AIR, "T": element("temperature_source", "a", temperature=20.0),
         "in": element("convection", "a", "b", coefficient=10.0, area=0.4),
         "wall": element("thermal_capacity", "b", capacity=600.0),
         "out": element("thermal_resistor", "b", resistance=0.5)},
        300.0, "b.temperature", lambda t: 80 / 6 * (1 - np.exp(-t * 6 / 600)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NETS)
def test_nets_of_fluid_and_heat_equal_their_closed_forms(name: str) -> None:
    """To 1e-8 of their largest value."""
    elements, end, wanted, law = NETS[name]
    outputs = {"f": "L.flow"} if wanted == "f" else {}
    run = {"t_end": end, "samples": 5, "rtol": 1e-10}
    motion = dalembert.simulate(dalembert.model(elements=elements, outputs=outputs, simulate=run))
    expected = law(np.asarray(motion["t"]))
    assert np.abs(motion[wanted] - expected).max() <= 1e-8 * np.abs(expected).max()


def test_a_ladder_of_fifty_sections_moves_as_the_sum_of_its_modes() -> None:
    """An open ladder of R, L in series and C to ground at a step of voltage: meshes i = 1 … N with the modes

    cos((2k − 1)(i − ½)π/(2N + 1)) and ω_k² = 4 sin²((2k − 1)π/(4N + 2))/(L C), each a damped oscillator.
    """
    count, resistance, inductance, capacitance, step = 50, 0.1, 0.5, 2.0, 3.0
    model = dalembert.model(
        parameters={"N": count, "R": resistance, "L": inductance, "C": capacitance},
        elements={
            "V": element("voltage_source", "n[0]", voltage=step),
            "R[i]": {"for": "i = 1..N", **element("resistor", "n[i-1]", "m[i]", resistance="R")},
            "L[i]": {"for": "i = 1..N", **element("inductor", "m[i]", "n[i]", inductance="L")},
            "C[i]": {"for": "i = 1..N", **element("capacitor", "n[i]", capacitance="C")},
        },
        simulate={"t_end": 80.0, "samples": 9, "rtol": 1e-9},
    )
    motion = dalembert.simulate(model)
    time = np.asarray(motion["t"])
    angles = (2 * np.arange(1, count + 1) - 1) * np.pi / (2 * count + 1)
    modes = np.cos(np.outer(np.arange(1, count + 1) - 0.5, angles)) * np.sqrt(4 / (2 * count + 1))
    squares = 4 * np.sin(angles / 2) ** 2 / (inductance * capacitance)
    decay = resistance / (2 * inductance)
    swing = np.sqrt(squares - decay**2 + 0j)
    bend = np.real(np.cos(np.outer(time, swing)) + decay / swing * np.sin(np.outer(time, swing)))
    parts = modes[0] * step / inductance / squares * (1 - np.exp(-decay * time)[:, None] * bend)
    expected = parts @ modes.T
    found = np.stack([motion[f"q_L[{i}]"] for i in range(1, count + 1)], axis=1)
    assert np.abs(found - expected).max() <= 1e-6 * np.abs(expected).max()
    ends = {i: motion[f"n.voltage[{i}]"] for i in (1, count)}
    assert ends[count] == pytest.approx(expected[:, -1] / capacitance, abs=1e-6)
    assert ends[1] == pytest.approx((expected[:, 0] - expected[:, 1]) / capacitance, abs=1e-6)
