"""Controlled sources, operational amplifiers, heat ports: closed forms of circuits that read one another."""

from __future__ import annotations

import math

import numpy as np
import pytest

import dalembert
from dalembert import ModelError, Motion

AIR = {"kind": "surroundings", "temperature": 293.15}
READ = {  # half a volt at the node a, where half an ampere flows
    "V": {"kind": "voltage_source", "between": ["s", "ground"], "voltage": 1},
    "R1": {"kind": "resistor", "between": ["s", "a"], "resistance": 1},
    "R2": {"kind": "resistor", "between": ["a", "ground"], "resistance": 1},
}
LOAD = {  # 4 Ω beside a coil of 1 H with 4 Ω
    "RB": {"kind": "resistor", "between": ["b", "ground"], "resistance": 4},
    "LB": {"kind": "inductor", "between": ["b", "c"], "inductance": 1},
    "RC": {"kind": "resistor", "between": ["c", "ground"], "resistance": 4},
}
CURRENT = {"kind": "current_source", "between": ["ground", "b"]}
VOLTAGE = {"kind": "voltage_source", "between": ["b", "ground"]}
SINE = {"V0": {"value": 1, "unit": "V"}, "w": {"value": 10, "unit": "rad/s"}}


def run(elements: dict[str, object], t_end: float, **sections: object) -> Motion:
    """The motion of a network, which has to be ok."""
    motion = dalembert.simulate(dalembert.model(elements=elements, simulate={"t_end": t_end}, **sections))
    assert motion.status == "ok", motion.message
    return motion


def node(motion: Motion, name: str) -> np.ndarray:
    """The voltage of a node."""
    return motion[f"nodes.{name}"] if f"nodes.{name}" in motion else motion[name]


def loaded_by_current(i: float) -> float:
    """The voltage over 4 Ω beside 1 H and 4 Ω at t = 1 s, with the current i from rest."""
    return 4 * (i - i / 2 * (1 - math.exp(-8.0)))


@pytest.mark.parametrize(
    ("controlled", "at_end"),
    [
        (CURRENT | {"current": "g*a.voltage"}, loaded_by_current(1.0)),
        (CURRENT | {"current": "3*R2.current"}, loaded_by_current(1.5)),
        (VOLTAGE | {"voltage": "5*a.voltage"}, 2.5),
        (VOLTAGE | {"voltage": "r*R2.current"}, 1.5),
    ],
    ids=["VCCS", "CCCS", "VCVS", "CCVS"],
)
def test_a_controlled_source_does_not_load_what_it_reads(controlled, at_end):
    """The node a stays at half a volt, and b is at the voltage that the source gives its load."""
    given = {"g": {"value": 2, "unit": "S"}, "r": {"value": 3, "unit": "Ohm"}}
    motion = run(READ | {"G": controlled} | LOAD, 1.0, parameters=given)
    np.testing.assert_allclose(node(motion, "a.voltage"), 0.5, rtol=1e-9)
    np.testing.assert_allclose(node(motion, "b.voltage")[-1], at_end, rtol=1e-8)


def test_an_ideal_amplifier_holds_its_inputs_equal():
    """An inverting amplifier has −R₂/R₁ times its input, and an integrator −∫v dt/(R C), to a gain of 1e5."""
    elements = {
        "V": {"kind": "voltage_source", "between": ["in", "ground"], "voltage": "V0*sin(w*t)"},
        "R1": {"kind": "resistor", "between": ["in", "m"], "resistance": 1000},
        "R2": {"kind": "resistor", "between": ["m", "out"], "resistance": 5000},
        "A": {"kind": "op_amp", "between": ["out", "ground"], "inputs": ["ground", "m"]},
        "R3": {"kind": "resistor", "between": ["out", "n"], "resistance": 1000},
        "C3": {"kind": "capacitor", "between": ["n", "o"], "capacitance": 1e-4, "start_voltage": 0},
        "B": {"kind": "op_amp", "between": ["o", "ground"], "inputs": ["ground", "n"], "gain": 1e5},
        "RL": {"kind": "resistor", "between": ["o", "ground"], "resistance": 100},
    }
    motion = run(elements, 1.0, parameters=SINE)
    np.testing.assert_allclose(motion["out.voltage"], -5 * np.sin(10 * motion.t), atol=1e-9)
    np.testing.assert_allclose(motion["o.voltage"], 5 * (1 - np.cos(10 * motion.t)), atol=2e-3)


def test_a_follower_does_not_load_its_source():
    """A source with an open end is read by an amplifier, no current flows through it, and the load sees it."""
    elements = {
        "V": {"kind": "voltage_source", "between": ["in", "ground"], "voltage": "V0*sin(w*t)"},
        "A": {"kind": "op_amp", "between": ["out", "ground"], "inputs": ["in", "out"]},
        "R": {"kind": "resistor", "between": ["out", "x"], "resistance": 10},
        "L": {"kind": "inductor", "between": ["x", "ground"], "inductance": 0.5},
    }
    motion = run(elements, 1.0, parameters=SINE, outputs={"i": "V.current"})
    np.testing.assert_allclose(node(motion, "out.voltage"), np.sin(10 * motion.t), atol=1e-9)
    np.testing.assert_allclose(motion["i"], 0.0, atol=1e-15)


def test_a_limited_amplifier_saturates():
    """With the gain A and the limit m the output is A v between −m and m."""
    elements = {
        "V": {"kind": "voltage_source", "between": ["in", "ground"], "voltage": "V0*sin(w*t)"},
        "A": {
            "kind": "op_amp",
            "between": ["out", "ground"],
            "inputs": ["in", "ground"],
            "gain": 20,
            "limit": 12,
        },
        "R": {"kind": "resistor", "between": ["out", "ground"], "resistance": 10},
    }
    motion = run(elements, 1.0, parameters=SINE)
    expected = np.clip(20 * np.sin(10 * motion.t), -12, 12)
    np.testing.assert_allclose(motion["out.voltage"], expected, atol=1e-8)


def test_a_limit_needs_a_gain_and_an_input_a_node():
    """Both mistakes are told with what to write."""
    amplifier = {"kind": "op_amp", "between": ["out", "ground"], "inputs": ["inn", "out"]}
    load = {"R": {"kind": "resistor", "between": ["out", "ground"], "resistance": 10}}
    with pytest.raises(ModelError, match="no element is connected to the input `inn`"):
        dalembert.simulate(dalembert.model(elements={"A": amplifier} | load, simulate={"t_end": 1}))
    limited = {"kind": "op_amp", "between": ["out", "ground"], "inputs": ["out", "ground"], "limit": 5}
    with pytest.raises(ModelError, match="needs its gain"):
        dalembert.simulate(dalembert.model(elements={"A": limited} | load, simulate={"t_end": 1}))


def test_a_heating_resistor_settles_where_its_heat_leaves():
    """T = R_th U²/(R₀ (1 + α T)) for a resistance that its own heat raises."""
    elements = {
        "V": {"kind": "voltage_source", "between": ["s", "ground"], "voltage": 10},
        "R1": {
            "kind": "resistor",
            "between": ["s", "ground"],
            "resistance": "R0*(1 + al*body.temperature)",
            "heat": "body",
        },
        "air": AIR,
        "mass": {"kind": "thermal_capacity", "between": ["body", "ground"], "capacity": 1},
        "wall": {"kind": "thermal_resistor", "between": ["body", "ground"], "resistance": 20},
    }
    given = {"R0": {"value": 100, "unit": "Ohm"}, "al": {"value": 5e-3, "unit": "1/K"}}
    motion = run(elements, 600.0, parameters=given, outputs={"P": {"value": "R1.loss", "unit": "W"}})
    settled = (math.sqrt(1.4) - 1) / 0.01
    np.testing.assert_allclose(node(motion, "body.temperature")[-1], settled, rtol=1e-8)
    np.testing.assert_allclose(motion["P"][-1], settled / 20, rtol=1e-8)


@pytest.mark.parametrize(
    "brake",
    [
        {"kind": "damper", "damping": 4},
        {"kind": "damper", "force": "c*rate"},
        {"kind": "damper", "damping": "c*(1 + abs(x')/v)"},
    ],
    ids=["damping", "law", "reading"],
)
def test_the_energy_that_a_brake_takes_warms_its_oil(brake):
    """½ m v² of a mass that comes to rest is C T of what its damper warms."""
    elements = {
        "d": brake | {"between": "joints.S", "heat": "oil"},
        "air": AIR,
        "C": {"kind": "thermal_capacity", "between": ["oil", "ground"], "capacity": 50},
    }
    slider = {
        "kind": "slider",
        "between": ["ground", "block"],
        "coordinate": {"x": {"start": 0, "speed": 10}},
    }
    motion = run(
        elements,
        20.0,
        bodies={"block": {"mass": 2}},
        joints={"S": slider},
        parameters={"c": {"value": 4, "unit": "N*s/m"}, "v": {"value": 5, "unit": "m/s"}},
    )
    np.testing.assert_allclose(node(motion, "oil.temperature")[-1], 2.0, rtol=1e-7)


def test_a_motor_warms_by_its_resistance_alone():
    """A locked motor that takes U²/R warms its winding by that, and its torque takes nothing of it."""
    elements = {
        "V": {"kind": "voltage_source", "between": ["a", "ground"], "voltage": 6},
        "M": {
            "kind": "dc_motor",
            "between": ["a", "ground"],
            "drives": "joints.A",
            "constant": 0.1,
            "resistance": 3,
            "heat": "winding",
        },
        "brake": {"kind": "torsion_damper", "between": "joints.A", "damping": 0.02},
        "air": AIR,
        "C": {"kind": "thermal_capacity", "between": ["winding", "ground"], "capacity": 10},
    }
    pin = {"kind": "pin", "between": ["ground", "disc"], "coordinate": {"phi": {"start": 0, "speed": 0}}}
    motion = run(
        elements,
        5.0,
        bodies={"disc": {"mass": 1, "shape": {"disc": 0.1}}},
        joints={"A": pin},
        outputs={"P": {"value": "M.loss", "unit": "W"}, "i": {"value": "M.current", "unit": "A"}},
    )
    np.testing.assert_allclose(motion["P"], 3 * motion["i"] ** 2, rtol=1e-10)
    warmed = np.sum((motion["P"][1:] + motion["P"][:-1]) / 2 * np.diff(motion.t)) / 10
    np.testing.assert_allclose(node(motion, "winding.temperature")[-1], warmed, rtol=1e-4)
