"""Gas in volumes, orifices, valves and bellows against closed forms, norms and quadrature; mistakes about gas."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

import dalembert

MODELS = Path(__file__).parents[2] / "docs" / "models"
R, T, P0, K = 287.0, 293.15, 101325.0, 1.4
AIR = {"kind": "gas", "gas_constant": R, "temperature": T, "pressure": P0, "heat_ratio": K}
Elements = dict[str, dict[str, Any]]


def element(kind: str, a: str, b: str = "ground", **values: Any) -> dict[str, Any]:
    """An element between two nodes."""
    return {"kind": kind, "between": [a, b], **values}


def motion_of(
    elements: Elements, end: float, samples: int = 5, *, loose: bool = False, **sections: Any
) -> dalembert.Motion:
    """The motion of a network of air."""
    run = {"t_end": end, "samples": samples, "rtol": 1e-6 if loose else 1e-10}
    motion = dalembert.simulate(dalembert.model(elements={"air": AIR, **elements}, simulate=run, **sections))
    assert motion.status == "ok"
    assert motion.ledger.error < 1e-8
    return motion


def nozzle(up: float, down: float) -> float:
    """The mass flow of one square metre without losses, by St. Venant and Wantzel."""
    r = max(down / up, (2 / (K + 1)) ** (K / (K - 1)))
    return up * np.sqrt(2 * K / ((K - 1) * R * T) * (r ** (2 / K) - r ** ((K + 1) / K)))


# -- flow


@pytest.mark.parametrize("ratio", [0.1, 0.5, 0.5282, 0.5284, 0.7, 0.95, 0.9999])
@pytest.mark.parametrize("turned", [False, True])
def test_an_orifice_has_the_flow_of_a_nozzle_both_ways(ratio: float, turned: bool) -> None:
    """ṁ = C_d A p_u √(2γ/((γ−1)RT) (r^(2/γ) − r^((γ+1)/γ))), choked below r = 0.528, towards the lower pressure."""
    high, low = 5e5, 5e5 * ratio
    ends = ("b", "a") if turned else ("a", "b")
    elements = {
        "P": element("gas_pressure_source", "a", pressure=high),
        "Q": element("gas_pressure_source", "b", pressure=low),
        "O": element("gas_orifice", *ends, area=2e-6, discharge=0.8, transition=1e-9),
    }
    motion = motion_of(elements, 1.0, outputs={"f": "O.mass_flow"})
    expected = 0.8 * 2e-6 * nozzle(high, low) * (-1 if turned else 1)
    assert motion["f"] == pytest.approx(expected, rel=1e-8)


def test_choked_air_has_the_flow_of_the_textbooks() -> None:
    """ṁ √T/(p A) = 0.0404 (kg K/J)^½ for air, and the critical ratio 0.5283."""
    assert nozzle(1.0, 0.5) * np.sqrt(T) == pytest.approx(0.04042, abs=5e-6)
    critical = (2 / (K + 1)) ** (K / (K - 1))
    assert critical == pytest.approx(0.5283, abs=5e-5)
    elements = {
        "P": element("gas_pressure_source", "a", pressure=1e6),
        "O": element("gas_orifice", "a", area=1e-6, discharge=1.0, transition=1e-9),
    }
    flow = motion_of(elements, 1.0, outputs={"f": "O.mass_flow"})["f"][-1]
    assert flow * np.sqrt(T) == pytest.approx(0.04042, abs=5e-6)


@pytest.mark.parametrize("ratio", [0.1, 0.29, 0.31, 0.6, 0.99])
def test_a_valve_has_the_flow_of_the_norm(ratio: float) -> None:
    """ISO 6358: ṁ = C ρ₀ p₁ √(T₀/T₁) √(1 − ((r − b)/(1 − b))²), ρ₀ at 100 kPa and 293.15 K."""
    b, conductance, high = 0.3, 2e-8, 6e5
    elements = {
        "P": element("gas_pressure_source", "a", pressure=high),
        "Q": element("gas_pressure_source", "b", pressure=ratio * high),
        "V": element("gas_valve", "a", "b", conductance=conductance, critical_ratio=b, transition=1e-9),
    }
    flow = motion_of(elements, 1.0, outputs={"f": "V.mass_flow"})["f"][-1]
    density = 1e5 / (R * 293.15)
    ellipse = np.sqrt(1 - (max(0.0, ratio - b) / (1 - b)) ** 2)
    assert flow == pytest.approx(conductance * density * high * np.sqrt(293.15 / T) * ellipse, rel=1e-8)


def test_slow_flow_is_laminar() -> None:
    """ṁ √(ṁ² + ṁ₀²) is the square of the flow without a transition: proportional to a small difference."""
    flows, slow = [], 1e-4
    for difference in (0.1, 0.2, 1000.0):
        elements = {
            "P": element("gas_pressure_source", "a", pressure=2e5 + difference),
            "Q": element("gas_pressure_source", "b", pressure=2e5),
            "O": element("gas_orifice", "a", "b", area=1e-6, discharge=1.0, transition=slow),
        }
        flow = motion_of(elements, 1.0, outputs={"f": "O.mass_flow"}, loose=True)["f"][-1]
        ideal = 1e-6 * nozzle(2e5 + difference, 2e5)
        assert flow * np.sqrt(flow**2 + slow**2) == pytest.approx(ideal**2, rel=1e-6)
        flows.append(flow)
    assert flows[1] / flows[0] == pytest.approx(2, rel=1e-5)


def test_a_closed_opening_lets_nothing_through() -> None:
    """Area 0, and an area that a place takes below 0."""
    elements = {
        "tank": element("gas_volume", "a", volume=1e-3, start_pressure=5e5),
        "O": element("gas_orifice", "a", area=0, discharge=1.0, transition=1e-6),
        "N": element("gas_orifice", "a", area="-1e-6 - y^2", discharge=1.0, transition=1e-6),
    }
    moving = {"y": {"start": 1e-3, "speed": 0}}
    motion = motion_of(elements, 1.0, coordinates=moving, energy={"kinetic": "1/2*y'^2"})
    assert motion["nodes.a.pressure"] == pytest.approx(5e5, rel=1e-12)


# -- volumes


def test_a_tank_is_filled_as_the_norm_says() -> None:
    """Choked, the pressure grows steadily; then p/p_s = b + (1 − b) sin, until it is that of the supply."""
    motion = dalembert.simulate(MODELS / "tank_filling.toml", samples=40, rtol=1e-10)
    b, supply, volume = 0.3, 7e5, 5e-3
    slope = R * T / volume * 1.2e-8 * 1e5 / (R * 293.15) * supply * np.sqrt(293.15 / T)
    first = (b * supply - P0) / slope
    assert 0 < first < motion.t[-1]
    later = b + (1 - b) * np.sin(np.clip(slope * (motion.t - first) / (supply * (1 - b)), 0, np.pi / 2))
    expected = np.where(motion.t < first, P0 + slope * motion.t, supply * later)
    assert np.abs(motion["nodes.a.pressure"] / expected - 1).max() < 1e-6
    assert motion["nodes.a.pressure"][-1] < 0.99 * supply


def test_a_tank_is_emptied_as_textbooks_say() -> None:
    """Choked, the pressure of a tank at one temperature falls as an exponential; then by a quadrature."""
    motion = dalembert.simulate(MODELS / "tank_emptying.toml", samples=30, rtol=1e-10)
    p, volume, area = motion["nodes.a.pressure"], 5e-3, 0.9 * 4e-6
    decay = R * T / volume * area * nozzle(1.0, 0.1)
    critical = P0 / (2 / (K + 1)) ** (K / (K - 1))
    end = np.log(8e5 / critical) / decay
    choked = motion.t < end
    assert 0 < choked.sum() < len(choked) - 3
    assert p[choked] == pytest.approx(8e5 * np.exp(-decay * motion.t[choked]), rel=1e-7)
    for time, pressure in zip(motion.t[~choked], p[~choked], strict=True):
        needed, _ = quad(
            lambda at: volume / (R * T * area * nozzle(at, P0)), pressure, critical, epsabs=1e-12
        )
        assert time == pytest.approx(end + needed, rel=1e-6)


def test_two_tanks_come_to_one_pressure() -> None:
    """(p₁V₁ + p₂V₂)/(V₁ + V₂); flow through the square root's singular point ends there."""
    elements = {
        "A": element("gas_volume", "a", volume=1e-3, start_pressure=6e5),
        "O": element("gas_orifice", "a", "b", area=2e-6, discharge=0.8, transition=1e-5),
        "B": element("gas_volume", "b", volume=3e-3, start_pressure=1e5),
    }
    motion = motion_of(elements, 20.0)
    common = (6e5 * 1e-3 + 1e5 * 3e-3) / 4e-3
    for node in "ab":
        assert motion[f"nodes.{node}.pressure"][-1] == pytest.approx(common, rel=1e-9)
    lost = R * T * (1e-3 * 6e5 * np.log(6e5 / common) + 3e-3 * 1e5 * np.log(1e5 / common)) / (R * T)
    assert motion.ledger.dissipated[-1] == pytest.approx(lost, rel=1e-8)


def test_what_a_gas_can_do_is_what_the_ledger_says() -> None:
    """A supply gives R T ln(p/p₀) a kilogram; E = m R T (ln(p/p₀) − 1) + p₀ V is stored; the valve dissipates the rest."""
    motion = dalembert.simulate(MODELS / "tank_filling.toml", samples=5, rtol=1e-10)
    p, mass = motion["nodes.a.pressure"][-1], motion["m_valve"][-1]
    given = mass * R * T * np.log(7e5 / P0)
    stored = 5e-3 * (p * (np.log(p / P0) - 1) + P0)
    assert motion.ledger.efforts[-1] == pytest.approx(given, rel=1e-8)
    assert motion.ledger.dissipated[-1] == pytest.approx(given - stored, rel=1e-7)


def test_a_piston_on_an_air_cushion_swings_between_its_turning_points() -> None:
    """The sum m g x + E(x) is kept, so that the lowest place solves it; small oscillations have ω² = p A²/(m V)."""
    m, g, A, h = 2.0, 9.81, 5e-4, 0.2
    motion = dalembert.simulate(MODELS / "air_cushion.toml", rtol=1e-10)

    def energy(x: float) -> float:
        return m * g * x - P0 * A * h * np.log((h + x) / h) + P0 * A * x

    lowest = brentq(energy, -0.99 * h, -0.2 * h, xtol=1e-15)
    assert next(one.minimum for one in motion.extremes if one.name == "x") == pytest.approx(lowest, rel=1e-8)
    pressure = P0 + m * g / A
    height = P0 * h / pressure
    modes = dalembert.modes(MODELS / "air_cushion.toml", at="equilibrium")
    assert max(one.rad_s for one in modes.modes) == pytest.approx(
        np.sqrt(pressure * A / (m * height)), rel=1e-6
    )


def test_a_double_acting_cylinder_feels_the_atmosphere_on_its_rod() -> None:
    """Newton: m x″ = p_a A − p_b B − p₀ (A − B) − c x′, here at the start."""
    A, B, L, pa, pb = 8e-4, 6e-4, 0.3, 4e5, 2e5
    elements = {
        "a": element("gas_volume", "l", volume="2e-5 + A*x", start_pressure=pa),
        "b": element("gas_volume", "r", volume="2e-5 + B*(L - x)", start_pressure=pb),
    }
    motion = motion_of(
        elements,
        1e-3,
        parameters={"A": A, "B": B, "L": L},
        coordinates={"x": {"start": 0.1, "speed": 0}},
        energy={"kinetic": "1/2*3*x'^2"},
        outputs={"acceleration": "x''"},
    )
    force = pa * A - pb * B - P0 * (A - B)
    assert motion["acceleration"][0] == pytest.approx(force / 3, rel=1e-9)


def test_a_bellows_rests_where_its_pressure_balances_its_spring() -> None:
    """(p − p₀) A = k x, filled from a supply at p."""
    elements = {
        "P": element("gas_pressure_source", "s", pressure=3e5),
        "O": element("gas_orifice", "s", "a", area=1e-6, discharge=0.8, transition=1e-5),
        "X": element("bellows", "a", drives="x", area=5e-4, volume=1e-5, stiffness=8e3, start_pressure=P0),
    }
    motion = motion_of(
        elements,
        5.0,
        coordinates={"x": {"unit": "m", "start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2", "dissipation": "1/2*c*x'^2"},
        parameters={"m": {"value": 0.3, "unit": "kg"}, "c": {"value": 60, "unit": "N*s/m"}},
    )
    assert motion["x"][-1] == pytest.approx((3e5 - P0) * 5e-4 / 8e3, rel=1e-8)


def test_a_bellows_has_the_capacity_of_the_books() -> None:
    """dm/dp = V/(R T) + p A²/(R T k) where pressures change slowly: Suk's equation 4.61, per weight there."""
    A, V, k, p = 5e-4, 1e-5, 8e3, 3e5
    masses, volume = [], V + A * (p - P0) * A / k
    for supply in (p - 500, p + 500):
        elements = {
            "P": element("gas_pressure_source", "s", pressure=supply),
            "O": element("gas_orifice", "s", "a", area=1e-6, discharge=0.8, transition=1e-4),
            "X": element("bellows", "a", drives="x", area=A, volume=V, stiffness=k, start_pressure=p),
        }
        motion = motion_of(
            elements,
            2.0,
            coordinates={"x": {"start": (p - P0) * A / k, "speed": 0}},
            energy={"kinetic": "1/2*0.3*x'^2", "dissipation": "1/2*60*x'^2"},
            outputs={"m": "X.mass"},
        )
        masses.append(motion["m"][-1])
    assert (masses[1] - masses[0]) / 1000 == pytest.approx((volume + p * A**2 / k) / (R * T), rel=1e-6)


def test_a_bellows_may_drive_a_joint() -> None:
    """It moves a body on a slider as it moves a coordinate; Newton's and Euler's equations with its force are Lagrange's."""
    own = element("bellows", "a", area=5e-4, volume=1e-5, stiffness=8e3, start_pressure=2e5)
    start = {"x": {"start": 0.01, "speed": 0}}
    bare = motion_of({"X": own | {"drives": "x"}}, 0.1, coordinates=start, energy={"kinetic": "1/2*0.3*x'^2"})
    bodies = {"b": {"mass": 0.3}}
    joints = {"J": {"kind": "slider", "between": ["ground", "b"], "coordinate": start}}
    jointed = motion_of({"X": own | {"drives": "joints.J"}}, 0.1, bodies=bodies, joints=joints)
    assert jointed["x"] == pytest.approx(bare["x"], abs=1e-10)
    assert dalembert.form_of(dalembert.derive(jointed.model), "newton_euler").parts


# -- the positioner


def test_the_positioner_has_the_published_equilibria() -> None:
    """P₂ and z before the step of the lever, after it, and with the motor on."""
    motion = dalembert.simulate(MODELS / "pneumatic_positioner.toml", rtol=1e-4)
    pressures = [141323.493, 138284.685, 136018.443]
    places = [-5.6129367e-3, -5.2330856e-3, -5.2498054e-3]
    rows = [int(np.argmin(np.abs(motion.t - time))) for time in (0.0, 2.99, 5.0)]
    assert motion["nodes.j.pressure"][rows] == pytest.approx(pressures, rel=1e-7)
    assert motion["z"][rows] == pytest.approx(places, rel=1e-6)


# -- mistakes

GOOD = """format = 1
title = "Gas"
[elements]
air = { kind = "gas", gas_constant = 287, temperature = 293, pressure = 101325, heat_ratio = 1.4 }
P = { kind = "gas_pressure_source", between = ["s", "ground"], pressure = { value = 7, unit = "bar" } }
O = { kind = "gas_orifice", between = ["s", "a"], area = 1e-6, discharge = 0.8, transition = 1e-6 }
V = { kind = "gas_valve", between = ["a", "b"], conductance = 1e-8, critical_ratio = 0.3, transition = 1e-6 }
A = { kind = "gas_volume", between = ["a", "ground"], volume = "l^3", start_pressure = 101325 }
B = { kind = "bellows", between = ["b", "ground"], drives = "x", area = 1e-4, volume = 1e-5, stiffness = 900, start_pressure = 2e5 }
[coordinates]
x = { unit = "m", start = 0, speed = 0 }
[energy]
kinetic = "1/2*m*x'^2"
[parameters]
m = { value = 1, unit = "kg" }
l = { value = 0.1, unit = "m" }
[simulate]
t_end = 1
"""
SUPPLY = '{ value = 7, unit = "bar" }'
MISTAKES = [
    (SUPPLY, "0", "error: the pressure of `P` must be positive: it is absolute", "add the pressure of the atmosphere"),
    (SUPPLY, "-1e5", "error: the pressure of `P` must be positive", "gauge"),
    (SUPPLY, "7", "warning: the pressure of `P` is below 1000 Pa", 'unit = "bar"'),
    (SUPPLY, '{ value = 6, unit = "barg" }', "no unit `barg`", "above the atmosphere"),
    ("pressure = 101325, h", "pressure = 1, h", "warning: the pressure of `air` is below 1000 Pa", 'unit = "bar"'),
    ("temperature = 293", "temperature = 20", "warning: the temperature of `air` is below 100 K", "degC"),
    ("temperature = 293", 'temperature = "293 + x"', "the temperature of the gas `air` reads `x`", "expression of parameters"),
    ("gas_constant = 287", "gas_constant = 8.314", "below that of any gas", "molar mass"),
    (", heat_ratio = 1.4", "", "`heat_ratio` is missing", "heat_ratio = 1.4"),
    ("heat_ratio = 1.4", "heat_ratio = 0.7", "must be above 1", "1.4 for air"),
    ("gas_constant = 287, ", "", "`gas_constant` is missing", "287"),
    ("temperature = 293, ", "", "`temperature` is missing", "293"),
    ("air = {", "# air = {", "`P` needs the properties of the gas", 'kind = "gas"'),
    ("air = {", 'o2 = { kind = "gas", gas_constant = 260, temperature = 293, pressure = 1e5, heat_ratio = 1.4 }\nair = {',
     "`air` gives the properties of the gas, as `o2` does", "one gas"),
    ('"l^3", start_pressure = 101325', '"l^3"', "`A` does not say what it holds at the start", "start_pressure"),
    ('"l^3"', "-1e-3", "the volume of `A` must be positive", "above 0"),
    ('"l^3"', '"l^2*x - l^3"', "the volume of `A` must be positive", "above 0"),
    ("start = 0, speed", "start = -0.2, speed", "the bellows `B` has no volume at the start", "area"),
    ("start_pressure = 101325", "start_pressure = 101325, start_mass = 1e-3", "given twice", "delete one"),
    ("start_pressure = 101325", "start_pressure = 0", "absolute, and counts from vacuum", "gauge"),
    ('["a", "ground"]', '["a", "b"]', "the second node of `A` must be the ground", '["a", "ground"]'),
    ('["s", "ground"]', '["ground", "s"]', "the second node of `P` must be the ground", '["s", "ground"]'),
    ('"gas_pressure_source"', '"pressure_source"', "is gas, is fluid at `P`", "gas_pressure_source"),
    ("critical_ratio = 0.3", "critical_ratio = 1.2", "the critical_ratio of `V` must be below 1", "0.2 to 0.5"),
    ("conductance = 1e-8", "conductance = -1e-8", "the conductance of `V` must not be negative", "closed"),
    ("conductance = 1e-8", "conductance = 5", "warning: the conductance of `V`", "L/(s*bar)"),
    ("area = 1e-6", "area = -1e-6", "the area of `O` must not be negative", "closed"),
    ("area = 1e-6", 'area = { value = 1, unit = "mm" }', "must be in m^2", "m^2"),
    (", transition = 1e-6 }\nV", " }\nV", "`transition` is missing", "transition ="),
    ("transition = 1e-6 }\nV", 'transition = { value = 1, unit = "L/min" } }\nV', "must be in kg/s", "kg/s"),
    ("stiffness = 900, ", "", "`stiffness` is missing", "stiffness ="),
    ('drives = "x"', 'drives = "y"', "`B` drives `y`, which is no coordinate", "coordinate"),
]  # fmt: skip


def test_the_good_one_is_good(tmp_path: Path) -> None:
    """What the mistakes are put into has none, and runs."""
    file = tmp_path / "gas.toml"
    file.write_text(GOOD)
    assert {flaw.severity for flaw in dalembert.check(file).flaws} == {"note"}
    assert dalembert.simulate(file, t_end=0.1).status == "ok"


@pytest.mark.parametrize(("old", "new", "message", "hint"), MISTAKES)
def test_mistakes_about_gas_are_told_with_what_to_type(
    old: str, new: str, message: str, hint: str, tmp_path: Path
) -> None:
    """Gauge pressures, bar for Pa, °C for K, moles for kilograms, missing and negative values."""
    assert old in GOOD
    file = tmp_path / "gas.toml"
    file.write_text(GOOD.replace(old, new))
    said = "\n".join(str(flaw) for flaw in dalembert.check(file).flaws)
    assert message in said
    assert hint in said


def test_a_bellows_stores_the_work_of_a_spring_that_hardens() -> None:
    """With k = k₀ (1 + b z²) the energy of its spring is ½ k₀ z² + ¼ k₀ b z⁴, and none is lost."""
    air = {"kind": "gas", "gas_constant": 287, "temperature": 293, "pressure": 101325, "heat_ratio": 1.4}
    bellows = {"kind": "bellows", "between": ["b", "ground"], "drives": "z", "area": 1e-4, "volume": 4e-5}
    model = dalembert.model(
        coordinates={"z": {"unit": "m", "start": 0.001, "speed": 0}},
        energy={"kinetic": "0.1*z'^2"},
        elements={
            "air": air,
            "b": bellows | {"stiffness": "5000*(1 + 1e6*z^2)", "start_pressure": 101325},
        },
    )
    motion = dalembert.simulate(model, t_end=0.1, samples=5)
    assert motion.ledger is not None
    np.testing.assert_allclose(motion.ledger.energy, 2500e-6 + 1.25e9 * 1e-12, rtol=1e-9)
