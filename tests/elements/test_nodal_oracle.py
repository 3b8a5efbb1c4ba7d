"""The textbook's equations, solved by `nodal_oracle.py`, beside closed forms."""

from __future__ import annotations

import math

import pytest
from tests.elements.law_equations import truth
from tests.elements.law_systems import (
    DISPLACEMENT,
    EFFORT,
    FLOW,
    PLACE,
    SPEED,
    Axis,
    Body,
    Element,
    Law,
    LawSystem,
    Read,
    Signal,
)
from tests.elements.nodal_oracle import Dae

EXACT = 1e-9


def _element(
    kind: str,
    name: str,
    a: str,
    b: str,
    words: dict[str, str | tuple[str, ...]] | None = None,
    **values: float | Law,
) -> Element:
    laws = {key: value if isinstance(value, Law) else Law(value) for key, value in values.items()}
    return Element(kind, name, (a, b), laws, words or {})


def _source(value: float) -> Element:
    return _element("voltage_source", "V", "s", "ground", voltage=value)


def test_a_capacitor_is_charged_exponentially() -> None:
    """Q = C V (1 − e^(−t/RC)) + q₀ e^(−t/RC)."""
    r, c, v, q, t = 0.8, 0.5, 1.5, 0.2, 0.7
    system = LawSystem(
        (
            _source(v),
            _element("resistor", "R", "s", "a", resistance=r),
            _element("capacitor", "C", "a", "ground", capacitance=c, start_store=q),
        ),
        t_end=t,
    )
    [charge] = truth(system, (Signal(DISPLACEMENT, "C"),))
    left = math.exp(-t / (r * c))
    assert charge == pytest.approx(c * v * (1 - left) + q * left, rel=EXACT)


def test_the_current_of_a_coil_rises_exponentially() -> None:
    """I = V/R + (i₀ − V/R) e^(−R t/L)."""
    r, inductance, v, i, t = 0.8, 0.5, 1.5, 0.2, 0.7
    system = LawSystem(
        (
            _source(v),
            _element("resistor", "R", "s", "a", resistance=r),
            _element("inductor", "L", "a", "ground", inductance=inductance, start_flow=i),
        ),
        t_end=t,
    )
    [current] = truth(system, (Signal(FLOW, "L"),))
    assert current == pytest.approx(v / r + (i - v / r) * math.exp(-r * t / inductance), rel=EXACT)


def test_a_series_resonator_rings() -> None:
    """Q = e^(−δ t) (q₀ cos ω t + (i₀ + δ q₀)/ω sin ω t)."""
    r, inductance, c, q, i, t = 0.3, 0.5, 0.4, 0.7, -0.2, 2.0
    system = LawSystem(
        (
            _element("resistor", "R", "a", "b", resistance=r),
            _element("inductor", "L", "b", "ground", inductance=inductance, start_flow=-i),
            _element("capacitor", "C", "a", "ground", capacitance=c, start_store=q),
        ),
        t_end=t,
    )
    [charge] = truth(system, (Signal(DISPLACEMENT, "C"),))
    decay = r / (2 * inductance)
    omega = math.sqrt(1 / (inductance * c) - decay**2)
    expected = math.exp(-decay * t) * (
        q * math.cos(omega * t) + (i + decay * q) / omega * math.sin(omega * t)
    )
    assert charge == pytest.approx(expected, rel=EXACT)


def test_a_tank_empties_as_the_square_of_the_time_left() -> None:
    """P = f²/B through an orifice of ½ ρ/(C_d A)² = 1/B: √p falls linearly, where f₀ is 0."""
    density, area, discharge, capacity, p, t = 1.2, 0.9, 0.8, 0.7, 1.5, 0.6
    flow = discharge * area * math.sqrt(2 / density)  # of a pressure of one
    keys = {"density": density, "area": area, "discharge": discharge, "transition": 0.0}
    system = LawSystem(
        (
            _element("tank", "T", "a", "ground", capacity=capacity, start_effort=p),
            _element("orifice", "O", "a", "ground", None, **keys),
        ),
        t_end=t,
    )
    [pressure] = truth(system, (Signal(EFFORT, "a"),))
    assert pressure == pytest.approx((math.sqrt(p) - flow * t / (2 * capacity)) ** 2, rel=EXACT)


def test_a_transformer_shows_its_load_times_the_square_of_its_ratio() -> None:
    """i₁ = V/(R₁ + n² R₂), v₂ = n R₂ i₁."""
    r, load, n, v = 0.8, 1.3, 1.7, 1.5
    system = LawSystem(
        (
            _source(v),
            _element("resistor", "R1", "s", "a", resistance=r),
            _element("transformer", "T", "a", "ground", {"secondary": ("b", "ground")}, ratio=n),
            _element("resistor", "R2", "b", "ground", resistance=load),
        )
    )
    current, voltage = truth(system, (Signal(FLOW, "T"), Signal(EFFORT, "b")))
    assert current == pytest.approx(v / (r + n**2 * load), rel=EXACT)
    assert voltage == pytest.approx(n * load * v / (r + n**2 * load), rel=EXACT)


def test_a_motor_without_a_coil_starts_exponentially() -> None:
    """J ω̇ = k (V − k ω)/R."""
    k, r, inertia, v, w, t = 0.9, 1.1, 0.7, 1.5, 0.3, 0.8
    motor = _element("dc_motor", "M", "s", "ground", {"drives": "x"}, constant=k, resistance=r)
    system = LawSystem((_source(v), motor), (Body("rotor", "", (Axis("x", inertia, 0, w),)),), t_end=t)
    [speed] = truth(system, (Signal(SPEED, "x"),))
    assert speed == pytest.approx(v / k + (w - v / k) * math.exp(-(k**2) * t / (r * inertia)), rel=EXACT)


def test_quadratic_drag_slows_a_mass_hyperbolically() -> None:
    """M v̇ = −c v² gives v = v₀/(1 + c v₀ t/m)."""
    dae = Dae()
    dae.state("x", lambda v: v["v"], 0.0)
    dae.state("v", lambda v: -0.7 * v["v"] * abs(v["v"]) / 1.3, 2.0)
    final = dae.final(1.5)
    assert float(final["v"]) == pytest.approx(2 / (1 + 0.7 * 2 * 1.5 / 1.3), rel=EXACT)
    assert float(final["x"]) == pytest.approx(1.3 / 0.7 * math.log(1 + 0.7 * 2 * 1.5 / 1.3), rel=EXACT)


def test_the_plates_of_a_capacitor_keep_an_energy_with_the_mass_that_they_draw() -> None:
    """½ m ẏ² + ½ q²/C(y) is constant without a circuit that takes any of it."""
    law = Law(0.8, (Read(Signal(PLACE, "y"), 0.4, 0.7),))
    plates = _element("capacitor", "C", "a", "ground", capacitance=law, start_store=0.6)
    leak = _element("resistor", "R", "a", "ground", resistance=1e9)
    system = LawSystem((plates, leak), (Body("plate", "", (Axis("y", 0.5, 0.2, 0.3),)),), t_end=1.5)
    place, speed = truth(system, (Signal(PLACE, "y"), Signal(SPEED, "y")))

    def energy(y: float, v: float) -> float:
        return 0.5 * 0.5 * v**2 + 0.5 * 0.6**2 / (0.8 * (1 + 0.4 * math.tanh(y / 0.7)))

    assert energy(place, speed) == pytest.approx(energy(0.2, 0.3), rel=1e-8)
    assert speed > 0.35
