"""Stores whose value reads their own content: their energies are the integrals of their laws, in closed form."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp

import dalembert
from dalembert import ModelError, Motion

TWO = {"L": {"kind": "inductor", "between": ["a", "ground"], "inductance": 2}}
UNITS = {"c": "F", "q0": "C", "a": "V/C", "b": "V/C^3", "l": "H", "i0": "A", "k": "N/m", "s0": "m", "m": "kg"}
UNITS |= {"kt": "N*m", "cv": "m^3/Pa", "v0": "m^3", "rho": "kg/m^3", "A": "m^2"}
UNITS |= {"d0": "m"}


def run(elements: dict[str, Any], t_end: float = 2.0, **sections: Any) -> Motion:
    """The motion of a model with elements whose parameters are 1 by default; its balance closes."""
    values = sections.pop("values", {})
    used = str(elements) + str(sections)
    given = {name: {"value": values.get(name, 1.0), "unit": unit} for name, unit in UNITS.items()}
    given = {name: one for name, one in given.items() if name in values or f"'{name}" in used or name in used}
    motion = dalembert.simulate(
        dalembert.model(elements=elements, parameters=given, simulate={"t_end": t_end}, **sections)
    )
    assert motion.status == "ok", motion.message
    assert motion.ledger.error < 1e-8
    assert motion.ledger.kind == "energy"
    return motion


def stored(motion: Motion, name: str) -> np.ndarray[Any, Any]:
    """What an element has stored, at the rows; it has no work."""
    shares = {one.account: one.values for one in motion.shares if one.name == name}
    assert set(shares) <= {"kinetic", "potential"}
    return next(iter(shares.values()))


def test_capacitor_that_reads_its_charge_stores_the_integral_of_its_law() -> None:
    """V = ∫ q/C dq = q0²/(2 c) ln(1 + (q/q0)²) of C = c (1 + (q/q0)²)."""
    capacitor = {"kind": "capacitor", "between": ["a", "ground"], "start_charge": 1}
    motion = run(
        TWO | {"C": capacitor | {"capacitance": "c*(1 + (C.charge/q0)^2)"}},
        outputs={"q": {"value": "C.charge", "unit": "C"}},
        values={"c": 0.5, "q0": 0.8},
    )
    q = motion["q"]
    assert stored(motion, "C") == pytest.approx(0.64 * np.log(1 + (q / 0.8) ** 2), rel=1e-9, abs=1e-12)
    assert np.ptp(motion.T + motion.V) < 1e-8


def test_law_of_a_capacitor_is_a_stored_energy() -> None:
    """The law v = a q + b q³ is V = a q²/2 + b q⁴/4, and no work; also where its charge is minus a coordinate."""
    law = {"kind": "capacitor", "voltage": "a*charge + b*charge^3", "start_charge": 1}
    for ends in (["a", "ground"], ["ground", "a"]):
        motion = run(
            TWO | {"C": law | {"between": ends}},
            outputs={"q": {"value": "C.charge", "unit": "C"}},
            values={"a": 1.5, "b": 2},
        )
        q = motion["q"]
        assert stored(motion, "C") == pytest.approx(0.75 * q**2 + 0.5 * q**4, rel=1e-9, abs=1e-12)
        truth = solve_ivp(
            lambda _t, y: [-y[1], (1.5 * y[0] + 2 * y[0] ** 3) / 2], (0, 2), [1, 0], rtol=1e-11, atol=1e-13
        )
        assert abs(q[-1]) == pytest.approx(abs(truth.y[0, -1]), rel=1e-7)


def test_saturating_inductor_stores_its_energy_and_not_its_coenergy() -> None:
    """λ = l i/(1 + (i/i0)²) = v t, and the source has given λ i − ∫ λ di."""
    motion = run(
        {
            "V": {"kind": "voltage_source", "between": ["a", "ground"], "voltage": 1},
            "L": {"kind": "inductor", "between": ["a", "ground"], "inductance": "l/(1 + (L.current/i0)^2)"},
        },
        0.5,
        outputs={"i": {"value": "L.current", "unit": "A"}},
        values={"l": 2, "i0": 1},
    )
    i = motion["i"]
    assert 2 * i / (1 + i**2) == pytest.approx(motion.t, abs=1e-9)
    assert stored(motion, "L") == pytest.approx(2 * i**2 / (1 + i**2) - np.log(1 + i**2), abs=1e-10)
    assert motion.ledger.efforts[-1] == pytest.approx(stored(motion, "L")[-1], rel=1e-9)
    assert i[-1] == pytest.approx(2 - math.sqrt(3), rel=1e-9)


def test_inductor_without_a_closed_form_stores_the_integral() -> None:
    """λ = l i/(1 + (i/i0)⁴) = v t, whose integral is elementary by i² alone: its energy is SciPy's."""
    motion = run(
        {
            "V": {"kind": "voltage_source", "between": ["a", "ground"], "voltage": 1},
            "L": {"kind": "inductor", "between": ["a", "ground"], "inductance": "l/(1 + (L.current/i0)^4)"},
        },
        0.8,
        outputs={"i": {"value": "L.current", "unit": "A"}},
        values={"l": 2, "i0": 1},
    )
    i = motion["i"][-1]
    flux = 2 * i / (1 + i**4)
    assert flux == pytest.approx(0.8, rel=1e-9)
    coenergy = quad(lambda u: 2 * u / (1 + u**4), 0, i, epsabs=1e-13)[0]
    assert stored(motion, "L")[-1] == pytest.approx(flux * i - coenergy, rel=1e-9)


def test_tank_that_reads_its_volume_stores_the_integral_of_its_law() -> None:
    """V = ∫ v/C dv = v0²/(2 cv) ln(1 + (v/v0)²) of C = cv (1 + (v/v0)²)."""
    motion = run(
        {
            "P": {
                "kind": "pipe", "between": ["a", "ground"], "length": 1, "area": "A", "density": "rho",
            },
            "T": {
                "kind": "tank", "between": ["a", "ground"], "capacity": "cv*(1 + (T.volume/v0)^2)", "start_volume": 0.7,
            },
        },
        outputs={"v": {"value": "T.volume", "unit": "m^3"}},
    )  # fmt: skip
    assert stored(motion, "T") == pytest.approx(np.log(1 + motion["v"] ** 2) / 2, rel=1e-9, abs=1e-12)


def test_spring_that_reads_its_stretch_stores_the_integral_of_its_law() -> None:
    """V = k s²/2 + k s⁴/(4 s0²) of k (1 + (s/s0)²), of the law k s + k s³/s0², and of a stiffness by its distance."""
    for keys in (
        {"stiffness": "k*(1 + (S.stretch/s0)^2)"},
        {"force": "k*stretch + k*stretch^3/s0^2"},
        {"stiffness": "k*(1 + ((S.distance - d0)/s0)^2)"},
    ):
        spring = {"kind": "spring", "between": "joints.J", "length": "d0", **keys}
        slider = {
            "kind": "slider", "between": ["ground", "m1"], "coordinate": {"x": {"start": 1.5, "speed": 0}},
        }  # fmt: skip
        motion = run(
            {"S": spring},
            bodies={"m1": {"mass": 2}},
            joints={"J": slider},
            values={"k": 3, "s0": 0.4, "d0": 1},
        )
        s = motion["x"] - 1
        wanted = 1.5 * s**2 + 3 * s**4 / (4 * 0.16)
        assert stored(motion, "S") == pytest.approx(wanted, rel=1e-9, abs=1e-12)
        truth = solve_ivp(
            lambda _t, y: [y[1], -1.5 * (y[0] + y[0] ** 3 / 0.16)], (0, 2), [0.5, 0], rtol=1e-11, atol=1e-13
        )
        assert s[-1] == pytest.approx(truth.y[0, -1], rel=1e-6)


def test_torsion_spring_that_reads_its_twist_stores_the_integral_of_its_law() -> None:
    """V = k (1 − cos φ) of the torque k sin φ, and k φ²/2 + k φ⁴/4 of k (1 + φ²)."""
    pin = {"kind": "pin", "between": ["ground", "m1"], "coordinate": {"phi": {"start": 0.9, "speed": 0}}}
    for keys, energy in (
        ({"torque": "kt*sin(twist)"}, lambda p: 1 - np.cos(p)),
        ({"stiffness": "kt*(1 + S.twist^2)"}, lambda p: p**2 / 2 + p**4 / 4),
    ):
        spring = {"kind": "torsion_spring", "between": "joints.J", "angle": 0, **keys}
        motion = run({"S": spring}, bodies={"m1": {"mass": 1, "inertia": 1}}, joints={"J": pin})
        assert stored(motion, "S") == pytest.approx(energy(motion["phi"]), rel=1e-9, abs=1e-12)


def test_store_that_reads_itself_and_a_place_acts_on_the_place() -> None:
    """C(q, x) = c (1 + (q/q0)²)(1 + x/s0): the force on x is −∂V/∂x = q0²/(2 c s0) ln(1 + (q/q0)²)/(1 + x/s0)²."""
    capacitor = {
        "kind": "capacitor", "between": ["a", "ground"], "start_charge": 1,
        "capacitance": "c*(1 + (C.charge/q0)^2)*(1 + x/s0)",
    }  # fmt: skip
    motion = run(
        TWO | {"C": capacitor},
        coordinates={"x": {"unit": "m", "start": 0.2, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2"},
        outputs={"q": {"value": "C.charge", "unit": "C"}},
    )

    def rates(_t: float, y: np.ndarray[Any, Any]) -> list[float]:
        q, i, x, v = y
        voltage = q / ((1 + q**2) * (1 + x))
        return [-i, voltage / 2, v, 0.5 * math.log(1 + q**2) / (1 + x) ** 2]

    truth = solve_ivp(rates, (0, 2), [1, 0, 0.2, 0], rtol=1e-11, atol=1e-13)
    assert [motion["q"][-1], motion["x"][-1]] == pytest.approx([truth.y[0, -1], truth.y[2, -1]], rel=1e-6)
    assert np.ptp(motion.T + motion.V) < 1e-8


def test_spring_that_reads_its_stretch_and_a_place_acts_on_the_place() -> None:
    """The stiffness k (1 + s y): V = k s²/2 + k y s³/3 pushes y by −k s³/3."""
    spring = {"kind": "spring", "between": "joints.J", "length": 1, "stiffness": "k*(1 + S.stretch*y/s0^2)"}
    slider = {"kind": "slider", "between": ["ground", "m1"], "coordinate": {"x": {"start": 1.5, "speed": 0}}}
    motion = run(
        {"S": spring},
        bodies={"m1": {"mass": 1}},
        joints={"J": slider},
        coordinates={"y": {"unit": "m", "start": 0.3, "speed": 0}},
        energy={"kinetic": {"other": "1/2*m*y'^2"}},
    )

    def rates(_t: float, y: np.ndarray[Any, Any]) -> list[float]:
        return [y[1], -y[0] * (1 + y[0] * y[2]), y[3], -(y[0] ** 3) / 3]

    truth = solve_ivp(rates, (0, 2), [0.5, 0, 0.3, 0], rtol=1e-11, atol=1e-13)
    assert [motion["x"][-1] - 1, motion["y"][-1]] == pytest.approx([truth.y[0, -1], truth.y[2, -1]], rel=1e-6)


def test_law_that_bends_stays_an_effort() -> None:
    """A stiffness by max(…) is an effort still, booked as work, and refused where it reads a place too."""
    slider = {"kind": "slider", "between": ["ground", "m1"], "coordinate": {"x": {"start": 1.5, "speed": 0}}}
    spring = {"kind": "spring", "between": "joints.J", "length": 1, "stiffness": "k*max(1, S.stretch/s0)"}
    motion = run({"S": spring}, bodies={"m1": {"mass": 1}}, joints={"J": slider})
    assert {one.account for one in motion.shares if one.name == "S"} == {"efforts"}
    spring |= {"stiffness": "k*max(1, S.stretch*y/s0^2)"}
    with pytest.raises(ModelError, match="no such energy is known"):
        run(
            {"S": spring},
            bodies={"m1": {"mass": 1}},
            joints={"J": slider},
            coordinates={"y": {"unit": "m", "start": 0.3, "speed": 0}},
            energy={"kinetic": {"other": "1/2*m*y'^2"}},
        )


def test_stiffness_by_a_parameter_that_is_zero_is_the_linear_spring() -> None:
    """What divides in a closed form is no parameter that may be 0: k (1 + b s²) and k/(1 + b s²) at b = 0."""
    slider = {"kind": "slider", "between": ["ground", "m1"], "coordinate": {"x": {"start": 1.5, "speed": 0}}}
    for stiffness in ("k*(1 + n*S.stretch^2/s0^2)", "k/(1 + (n*S.stretch/s0)^2)"):
        spring = {"kind": "spring", "between": "joints.J", "length": 1, "stiffness": stiffness}
        motion = dalembert.simulate(
            dalembert.model(
                elements={"S": spring},
                parameters={
                    "k": {"value": 2, "unit": "N/m"}, "s0": {"value": 1, "unit": "m"}, "n": 0,
                },
                bodies={"m1": {"mass": 2}},
                joints={"J": slider},
                simulate={"t_end": 2},
            )
        )  # fmt: skip
        assert motion["x"][-1] - 1 == pytest.approx(0.5 * math.cos(2), rel=1e-8)
