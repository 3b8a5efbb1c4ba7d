"""Circuits of elements against nodal analysis, and other nets against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from tests.nets.circuits import CIRCUITS, Elements, at_random, current, inductor, resistor, voltage
from tests.nets.nodal import voltages

import dalembert
from dalembert._model.nets.graph import Edge, forest_of

RUN = {"t_end": 2.0, "samples": 11, "rtol": 1e-10}


def _agrees(elements: Elements) -> None:
    motion = dalembert.simulate(dalembert.model(elements=elements, simulate=RUN))
    expected = voltages(elements, np.asarray(motion["t"]))
    for node, values in expected.items():
        assert np.allclose(motion[f"{node}.voltage"], values, rtol=0, atol=2e-9), node


@pytest.mark.parametrize("name", CIRCUITS)
def test_textbook_circuits_equal_nodal_analysis(name: str) -> None:
    """The voltages of all nodes are those of nodal analysis by eigenvalues."""
    _agrees(CIRCUITS[name])


@pytest.mark.parametrize("seed", range(2))
def test_networks_at_random_equal_nodal_analysis(seed: int) -> None:
    """Trees and links are chosen otherwise in each."""
    _agrees(at_random(seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 40))
def test_many_networks_at_random_equal_nodal_analysis(seed: int) -> None:
    """The same at length."""
    _agrees(at_random(seed, nodes=4 + seed % 5))


def _final(**sections: object) -> dict[str, np.ndarray]:
    motion = dalembert.simulate(dalembert.model(**sections))
    return {name: np.asarray(motion[name]) for name in ("t", *_names(motion))}


def _names(motion: dalembert.Motion) -> list[str]:
    return [*(one.name for one in motion.model.coordinates), *(one.name for one in motion.model.outputs)]


def test_a_motor_runs_up_as_its_closed_form() -> None:
    """J ω' = k i − c ω and L i' = v − R i − k ω: the exponential of a 2 × 2 matrix; M = k i in its joint."""
    inertia, constant, resistance, inductance, damping = 0.02, 0.1, 2.0, 0.01, 0.005
    found = _final(
        bodies={"rotor": {"mass": 1.0, "inertia": inertia}},
        joints={"A": {"kind": "pin", "between": ["ground", "rotor"],
                      "coordinate": {"th": {"start": 0, "speed": 0}}}},
        elements={
            "V": {"kind": "voltage_source", "between": ["a", "ground"], "voltage": 12.0},
            "M": {"kind": "dc_motor", "between": ["a", "ground"], "drives": "joints.A", "constant": constant,
                  "resistance": resistance, "inductance": inductance},
            "D": {"kind": "torsion_damper", "between": "joints.A", "damping": damping},
        },
        outputs={"w": "th'", "i": "M.current"},
        simulate=RUN,
    )  # fmt: skip
    rates = np.array(
        [[-damping / inertia, constant / inertia], [-constant / inductance, -resistance / inductance]]
    )
    steady = np.linalg.solve(rates, -np.array([0, 12 / inductance]))
    values, modes = np.linalg.eig(rates)
    shares = np.linalg.solve(modes, -steady)
    expected = steady + np.real((np.exp(np.outer(found["t"], values)) * shares) @ modes.T)
    assert np.allclose(found["w"], expected[:, 0], rtol=0, atol=1e-8)
    assert np.allclose(found["i"], expected[:, 1], rtol=0, atol=1e-8)


@pytest.mark.parametrize("choice", ["joint", "body"])
def test_a_cylinder_pushes_with_pressure_times_area(choice: str) -> None:
    """At rest the spring carries p A; the volume that went in is A times the way."""
    found = _final(
        bodies={"coordinates": choice, "piston": {"mass": 10.0, "inertia": 1.0}},
        joints={"X": {"kind": "slider", "between": ["ground", "piston"],
                      "coordinate": {"x": {"start": 0.1, "speed": 0}}}},
        elements={
            "P": {"kind": "pressure_source", "between": ["a", "ground"], "pressure": 1e5},
            "R": {"kind": "restrictor", "between": ["a", "b"], "resistance": 1e8},
            "C": {"kind": "cylinder", "between": ["b", "ground"], "area": 1e-3, "drives": "joints.X"},
            "S": {"kind": "spring", "between": ["ground", "piston"], "stiffness": 1000.0, "length": 0.1},
        },
        outputs={"in": "C.volume", "pos": "piston.centre.x"},
        simulate={"t_end": 60.0, "samples": 4, "rtol": 1e-8},
    )  # fmt: skip
    assert found["pos"][-1] == pytest.approx(0.2, abs=1e-6)
    assert found["in"] == pytest.approx(1e-3 * (found["pos"] - 0.1), abs=1e-12)
    assert found["b.pressure"][-1] == pytest.approx(1e5, rel=1e-5)


def test_a_house_cools_as_an_exponential() -> None:
    """T = T∞ + (T₀ − T∞) exp(−t/RC): the wall and the air film are in series, whatever T of the surroundings."""
    times = None
    for surroundings in (1.0, 293.15):
        found = _final(
            elements={
                "air": {"kind": "surroundings", "temperature": surroundings},
                "room": {"kind": "thermal_capacity", "between": ["a", "ground"], "capacity": 500.0,
                         "start_temperature": 40.0},
                "wall": {"kind": "thermal_resistor", "between": ["a", "b"], "resistance": 0.5},
                "film": {"kind": "convection", "between": ["b", "ground"], "coefficient": 10.0, "area": 0.2},
                "oven": {"kind": "heat_source", "between": ["ground", "a"], "heat_flow": 20.0},
            },
            simulate={"t_end": 1000.0, "samples": 5, "rtol": 1e-10},
        )  # fmt: skip
        times = found["t"]
        assert found["a.temperature"] == pytest.approx(20 + 20 * np.exp(-times / 500), abs=1e-7)


def test_a_tank_empties_through_an_orifice_as_torricelli_says() -> None:
    """√h falls linearly, far above the flow where it becomes laminar."""
    capacity, density, opening, start = 2e-4, 1000.0, 0.6e-3, 1.0
    found = _final(
        elements={
            "T": {"kind": "tank", "between": ["a", "ground"], "capacity": capacity, "start_volume": start},
            "O": {"kind": "orifice", "between": ["a", "ground"], "area": 1e-3, "density": density,
                  "discharge": 0.6, "transition": 1e-9},
        },
        simulate={"t_end": 200.0, "samples": 5, "rtol": 1e-9},
    )  # fmt: skip
    rate = opening / np.sqrt(2 * density * capacity)  # of the root of the volume
    root = np.sqrt(start) - rate * found["t"]
    assert found["a.pressure"] == pytest.approx(root**2 / capacity, rel=1e-7)


def test_liquid_in_a_pipe_between_tanks_swings_with_its_own_frequency() -> None:
    """ω² = (1/C₁ + 1/C₂) A/(ρ l)."""
    model = dalembert.model(
        elements={
            "T1": {"kind": "tank", "between": ["a", "ground"], "capacity": 2e-4, "start_volume": 0.1},
            "P": {"kind": "pipe", "between": ["a", "b"], "length": 10.0, "area": 1e-2, "density": 1000.0},
            "T2": {"kind": "tank", "between": ["b", "ground"], "capacity": 1e-4},
        },
        simulate=RUN,
    )
    expected = np.sqrt((1 / 2e-4 + 1 / 1e-4) * 1e-2 / 1e4)
    motion = dalembert.simulate(model, t_end=2 * np.pi / expected, samples=5)
    assert motion["a.pressure"][[0, -1]] == pytest.approx([500.0, 500.0], rel=1e-8)
    assert motion["V_P"] == pytest.approx(
        0.1 * (1e-4 / 3e-4) * (1 - np.cos(expected * np.asarray(motion["t"]))), abs=1e-10
    )


def test_the_sums_of_a_forest_satisfy_kirchhoffs_law_at_every_node() -> None:
    """With any values of the links, the flows out of each node but ground are zero in sum."""
    own = np.random.default_rng(5)
    nodes = [("electrical", name) for name in ("ground", *"abcdefgh")]
    edges = [Edge(name=f"e{i}", first=nodes[i], second=nodes[i + 1], rank=1) for i in range(8)]
    for i in range(8, 24):
        a, b = own.choice(9, 2, replace=False)
        edges.append(Edge(name=f"e{i}", first=nodes[a], second=nodes[b], rank=int(own.integers(5))))
    forest = forest_of(edges, {nodes[0]})
    values = {edge.name: float(own.normal()) for edge in forest.links}
    for name, terms in forest.sums.items():
        values[name] = sum(one * values[other] for other, one in terms.items())
    for node in nodes[1:]:
        out = sum(values[e.name] * ((e.first == node) - (e.second == node)) for e in edges)
        assert out == pytest.approx(0, abs=1e-12)
    assert not forest.laws


def test_a_node_between_coils_has_a_voltage_by_their_fluxes() -> None:
    """v_a = V − (L₁ + M) i' with i' = V/(L₁ + L₂ + 2 M) exp(−R t/(L₁ + L₂ + 2 M)); L1.voltage is L₁ i' + M i'."""
    first, second, mutual, resistance = 0.5, 1.0, 0.3, 2.0
    found = _final(
        elements={
            "V": voltage("s", "ground", 1.0),
            "M": {"kind": "mutual_inductance", "coils": ["L1", "L2"], "inductance": mutual},
            "L1": inductor("s", "a", first),
            "L2": inductor("a", "b", second),
            "R": resistor("b", "ground", resistance),
        },
        outputs={"v1": "L1.voltage", "v2": "L2.voltage"},
        simulate=RUN,
    )
    whole = first + second + 2 * mutual
    slope = np.exp(-resistance * found["t"] / whole) / whole
    assert found["a.voltage"] == pytest.approx(1 - (first + mutual) * slope, abs=1e-9)
    assert found["v1"] == pytest.approx((first + mutual) * slope, abs=1e-9)
    assert found["v2"] == pytest.approx((second + mutual) * slope, abs=1e-9)


def test_a_coil_behind_a_current_source_has_the_voltage_of_its_multiplier() -> None:
    """V = L A ω cos ω t."""
    found = _final(
        parameters={"A": 2.0, "w": 3.0},
        elements={"I": current("ground", "a", "A*sin(w*t)"), "L": inductor("a", "ground", 0.5)},
        outputs={"v": "I.voltage"},
        simulate=RUN,
    )
    assert found["a.voltage"] == pytest.approx(3 * np.cos(3 * found["t"]), abs=1e-8)
    assert found["v"] == pytest.approx(-3 * np.cos(3 * found["t"]), abs=1e-8)


def test_the_voltage_of_a_motor_has_the_part_of_its_inductance() -> None:
    """Across its source it is the voltage of the source, whatever flows."""
    found = _final(
        coordinates={"th": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*th'^2"},
        elements={
            "V": voltage("a", "ground", 12.0),
            "M": {"kind": "dc_motor", "between": ["a", "ground"], "drives": "th", "constant": 0.1,
                  "resistance": 2.0, "inductance": 0.5},
        },
        outputs={"v": "M.voltage"},
        simulate=RUN,
    )  # fmt: skip
    assert found["v"] == pytest.approx(np.full(len(found["t"]), 12.0), abs=1e-9)
