"""Elements that read flows and efforts, each against the closed form of its printed equation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq

import dalembert
from dalembert import Motion

AIR = {"kind": "surroundings", "temperature": 293.15}
SLIDER = {"kind": "slider", "between": ["ground", "block"], "coordinate": {"x": {"start": 0, "speed": 1}}}
BLOCK = {"bodies": {"block": {"mass": 1}}, "joints": {"S": SLIDER}}


def run(elements: dict[str, object], t_end: float, **sections: object) -> Motion:
    """The motion of a model with elements, which has to be ok."""
    motion = dalembert.simulate(dalembert.model(elements=elements, simulate={"t_end": t_end}, **sections))
    assert motion.status == "ok", motion.message
    return motion


def last(motion: Motion, name: str) -> float:
    """The last value of a column, of a node under its longer name where an expression reads it."""
    return float(motion[f"nodes.{name}" if f"nodes.{name}" in motion else name][-1])


def test_a_damping_that_reads_its_speed_brakes_with_its_square():
    """V' = −c v |v| gives x = ln(1 + c v₀ t)/c, and the balance books what it takes as dissipated."""
    motion = run(
        {"d": {"kind": "damper", "between": "joints.S", "damping": "c0*abs(x')"}},
        2.0,
        parameters={"c0": {"value": 1, "unit": "N*s^2/m^2"}},
        **BLOCK,
    )
    assert last(motion, "x") == pytest.approx(math.log(3), rel=1e-9)
    assert motion.ledger.dissipated[-1] == pytest.approx((1 - 1 / 9) / 2, rel=1e-9)
    assert np.max(np.abs(motion.ledger.efforts)) == 0


def test_a_damping_that_reads_another_speed_does_not_brake_it():
    """Y goes on at its speed while the block is braked by c (1 + b y')."""
    motion = run(
        {"d": {"kind": "damper", "between": "joints.S", "damping": "c0*(1 + b*y')"}},
        2.0,
        parameters={
            "m": {"value": 1, "unit": "kg"},
            "c0": {"value": 1, "unit": "N*s/m"},
            "b": {"value": 1, "unit": "s/m"},
        },
        coordinates={"y": {"unit": "m", "start": 0, "speed": 1}},
        energy={"kinetic": {"other": "1/2*m*y'^2"}},
        **BLOCK,
    )
    assert last(motion, "y") == pytest.approx(2.0, rel=1e-12)
    assert last(motion, "x") == pytest.approx((1 - math.exp(-4)) / 2, rel=1e-9)


def test_a_resistance_that_reads_its_current_has_the_square_law():
    """V = R₀ |i| i settles at i = √(U/R₀)."""
    motion = run(
        {
            "V": {"kind": "voltage_source", "between": ["s", "ground"], "voltage": 10},
            "R": {"kind": "resistor", "between": ["s", "a"], "resistance": "R0*abs(R.current)"},
            "L": {"kind": "inductor", "between": ["a", "ground"], "inductance": 1, "start_current": 0.1},
        },
        20.0,
        parameters={"R0": {"value": 10, "unit": "Ohm/A"}},
        outputs={"i": {"value": "L.current", "unit": "A"}},
    )
    assert last(motion, "i") == pytest.approx(1.0, rel=1e-9)


def test_the_flux_of_a_coil_that_saturates_grows_by_its_voltage():
    """λ = L₀ i/(1 + (i/I₀)²) is U t, also from a current at the start."""
    for start in (0.0, 0.1):
        motion = run(
            {
                "V": {"kind": "voltage_source", "between": ["a", "ground"], "voltage": 1},
                "L": {
                    "kind": "inductor",
                    "between": ["a", "ground"],
                    "inductance": "L0/(1 + (L.current/I0)^2)",
                    "start_current": start,
                },
            },
            0.5,
            parameters={"L0": {"value": 2, "unit": "H"}, "I0": {"value": 1, "unit": "A"}},
            outputs={"i": {"value": "L.current", "unit": "A"}},
        )
        flux = 0.5 + 2 * start / (1 + start**2)
        i = (2 - math.sqrt(4 - 4 * flux**2)) / (2 * flux)
        assert last(motion, "i") == pytest.approx(i, rel=1e-8)


def test_joule_heat_does_not_act_back_on_its_circuit():
    """A current of 1 A through 10 Ω, read by a source of heat, warms a wall of 2 K/W by 20 K."""
    motion = run(
        {
            "V": {"kind": "voltage_source", "between": ["s", "ground"], "voltage": 10},
            "R1": {"kind": "resistor", "between": ["s", "a"], "resistance": "R"},
            "L1": {"kind": "inductor", "between": ["a", "ground"], "inductance": 1, "start_current": 0},
            "air": AIR,
            "heat": {"kind": "heat_source", "between": ["ground", "body"], "heat_flow": "R*L1.current^2"},
            "mass": {"kind": "thermal_capacity", "between": ["body", "ground"], "capacity": 10},
            "wall": {"kind": "thermal_resistor", "between": ["body", "ground"], "resistance": 2},
        },
        400.0,
        parameters={"R": {"value": 10, "unit": "Ohm"}},
        outputs={"i": {"value": "L1.current", "unit": "A"}},
    )
    assert last(motion, "i") == pytest.approx(1.0, rel=1e-9)
    assert last(motion, "body.temperature") == pytest.approx(20.0, rel=1e-6)


def test_a_resistance_that_reads_a_voltage_settles_at_its_root():
    """(U − v)/R₁ = v/(R₂ (1 + k (U − v))) + v/R_d."""
    motion = run(
        {
            "V": {"kind": "voltage_source", "between": ["s", "ground"], "voltage": 10},
            "Ra": {"kind": "resistor", "between": ["s", "a"], "resistance": "R1"},
            "Rb": {"kind": "resistor", "between": ["a", "ground"], "resistance": "R2*(1 + k*Ra.voltage)"},
            "L": {"kind": "inductor", "between": ["a", "x"], "inductance": 1, "start_current": 0},
            "C": {"kind": "capacitor", "between": ["x", "ground"], "capacitance": 0.01, "start_voltage": 0},
            "Rd": {"kind": "resistor", "between": ["x", "ground"], "resistance": 100},
        },
        60.0,
        parameters={
            "R1": {"value": 2, "unit": "Ohm"},
            "R2": {"value": 1, "unit": "Ohm"},
            "k": {"value": 1, "unit": "1/V"},
        },
    )
    root = brentq(lambda v: (10 - v) / 2 - v / (11 - v) - v / 100, 1, 10)
    assert last(motion, "x.voltage") == pytest.approx(root, rel=1e-7)


def test_a_thermistor_does_not_take_heat_by_its_resistance():
    """5 W warm the node by 10 K, the resistance doubles, and half the current flows."""
    motion = run(
        {
            "V": {"kind": "voltage_source", "between": ["s", "ground"], "voltage": 10},
            "R1": {
                "kind": "resistor",
                "between": ["s", "a"],
                "resistance": "R0*(1 + al*body.temperature)",
            },
            "L1": {"kind": "inductor", "between": ["a", "ground"], "inductance": 1, "start_current": 0},
            "air": AIR,
            "heat": {"kind": "heat_source", "between": ["ground", "body"], "heat_flow": 5},
            "w1": {"kind": "thermal_resistor", "between": ["body", "ground"], "resistance": 2},
        },
        20.0,
        parameters={"R0": {"value": 10, "unit": "Ohm"}, "al": {"value": 0.1, "unit": "1/K"}},
        outputs={"i": {"value": "L1.current", "unit": "A"}},
    )
    assert last(motion, "i") == pytest.approx(0.5, rel=1e-9)
    assert last(motion, "body.temperature") == pytest.approx(10.0, rel=1e-9)
    assert motion["kap_heat"] == pytest.approx(-10.0, rel=1e-9)  # from the ground to the node


@pytest.mark.parametrize("leak", [0.001, 0.0])
def test_a_relief_valve_limits_the_pressure_of_its_node(leak):
    """The flow of the pump that the load leaves passes the valve, at the pressure that opens it so far."""
    motion = run(
        {
            "pump": {"kind": "flow_source", "between": ["ground", "a"], "flow": 1e-3},
            "load": {"kind": "restrictor", "between": ["a", "ground"], "resistance": 2e9},
            "line": {"kind": "pipe", "between": ["a", "c"], "length": 1, "area": 1e-3, "density": "rho"},
            "tank": {"kind": "tank", "between": ["c", "ground"], "capacity": 1e-11, "start_pressure": 0},
            "relief": {
                "kind": "valve",
                "between": ["a", "ground"],
                "area": 1e-4,
                "density": "rho",
                "discharge": 0.62,
                "transition": 1e-7,
                "opening": f"{leak} + max(0, (a.pressure - p0)/dp)",
            },
        },
        1.0,
        parameters={
            "p0": {"value": 1e6, "unit": "Pa"},
            "dp": {"value": 1e5, "unit": "Pa"},
            "rho": {"value": 850, "unit": "kg/m^3"},
        },
    )

    def missing(p: float) -> float:
        flow = 1e-3 - p / 2e9
        opening = leak + (p - 1e6) / 1e5
        return p - 850 / 2 * flow * math.hypot(flow, 1e-7) / (0.62e-4 * opening) ** 2

    assert last(motion, "a.pressure") == pytest.approx(brentq(missing, 1.0001e6, 1.9e6), rel=1e-6)


def test_the_charge_at_the_start_is_kept_while_its_capacitance_changes():
    """q(0) = C(0) v₀; with an open end nothing flows, and v = q/C(t), also from a later start."""
    for start in (0.0, 2.0):
        model = dalembert.model(
            parameters={"C0": {"value": 1, "unit": "F"}, "T": {"value": 1, "unit": "s"}},
            elements={
                "C": {
                    "kind": "capacitor",
                    "between": ["a", "ground"],
                    "capacitance": "C0*(1 + t/T)",
                    "start_voltage": 6,
                },
                "R": {"kind": "resistor", "between": ["a", "ground"], "resistance": 1e9},
            },
            simulate={"t_start": start, "t_end": start + 1},
        )
        motion = dalembert.simulate(model)
        expected = 6 * (1 + start) / (1 + motion.t)
        np.testing.assert_allclose(motion["a.voltage"], expected, rtol=1e-8)


def test_a_start_that_reads_another_start_follows_it():
    """With another start of x the charge of a capacitor whose plates are at x is another, in sweeps too."""
    elements = {
        "C": {
            "kind": "capacitor",
            "between": ["a", "ground"],
            "capacitance": "k/(d - x)",
            "start_voltage": 2,
        },
        "R": {"kind": "resistor", "between": ["a", "ground"], "resistance": 1e9},
    }
    model = dalembert.model(
        parameters={
            "k": {"value": 1, "unit": "F*m"},
            "d": {"value": 2, "unit": "m"},
            "m": {"value": 1e9, "unit": "kg"},
        },
        coordinates={"x": {"unit": "m", "start": 0.5, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2"},
        elements=elements,
        simulate={"t_end": 1e-3},
    )
    for x in (0.5, 1.0):
        motion = dalembert.simulate(dalembert.vary(model, start={"x": x}))
        assert motion["C.start_charge"][0] == pytest.approx(2 / (2 - x), rel=1e-12)
    rows = dalembert.sweep(model, over=["x=0.5:1:2"], keep=["a.voltage at end"])
    np.testing.assert_allclose(np.ravel(rows["a_voltage_at_end"]), 2.0, rtol=1e-6)


def test_what_became_of_an_element_is_told(tmp_path):
    """`check` notes what an element reads and what it became; one without a value that moves has no note."""
    path = tmp_path / "model.toml"
    path.write_text(
        """
format = 1
[parameters]
c = { value = 1, unit = "N*s^2/m^2" }
k = { value = 5, unit = "N/m" }
l = { value = 1, unit = "m" }
[bodies]
block = { mass = 1 }
[joints]
S = { kind = "slider", between = ["ground", "block"], coordinate = { x = { start = 0, speed = 1 } } }
[elements]
d = { kind = "damper", between = "joints.S", damping = "c*abs(x')" }
s = { kind = "spring", between = "joints.S", stiffness = "k*(1 + x/l)", length = "l" }
plain = { kind = "damper", between = "joints.S", damping = 3 }
"""
    )
    notes = [flaw.message for flaw in dalembert.check(path).flaws if flaw.rule == "element-law"]
    assert len(notes) == 2
    assert "`d` reads `x'`" in notes[0]
    assert "dissipated" in notes[0]
    assert "`s` reads the place `x`" in notes[1]
