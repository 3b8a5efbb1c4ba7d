"""Heat that a liquid carries, against closed forms: it flows with the liquid and never against it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dalembert

AIR = {"kind": "surroundings", "temperature": 293.15}
WATER = {"density": 1000.0, "heat_capacity": 4186.0}
CARRIED = 1000.0 * 4186.0 * 1e-4  # W/K by 1e-4 m³/s
Elements = dict[str, dict[str, Any]]


def element(kind: str, a: str, b: str = "ground", **values: Any) -> dict[str, Any]:
    """An element between two nodes."""
    return {"kind": kind, "between": [a, b], **values}


def motion_of(elements: Elements, end: float, **sections: Any) -> dalembert.Motion:
    """The motion of a network of heat."""
    run = {"t_end": end, "samples": 9, "rtol": 1e-10}
    motion = dalembert.simulate(dalembert.model(elements={"air": AIR, **elements}, simulate=run, **sections))
    assert motion.status == "ok"
    assert motion.ledger.error < 1e-8
    return motion


def _tanks(flow: float | str, *, turned: bool = False) -> Elements:
    """A source at 40 K, two tanks behind each other."""
    ends = [("in", "a"), ("a", "b")]
    ways = [one[::-1] if turned else one for one in ends]
    return {
        "source": element("temperature_source", "in", temperature=40.0),
        "A": element("thermal_capacity", "a", capacity=4e5),
        "B": element("thermal_capacity", "b", capacity=2e5),
        "first": element("stream", *ways[0], flow=flow, **WATER),
        "second": element("stream", *ways[1], flow=flow, **WATER),
    }


@pytest.mark.parametrize("turned", [False, True])
def test_tanks_on_a_stream_are_a_chain_of_lags(turned: bool) -> None:
    """C₁T₁′ = ρcQ (T₀ − T₁), C₂T₂′ = ρcQ (T₁ − T₂); a negative flow through a turned stream is the same."""
    motion = motion_of(_tanks(-1e-4 if turned else 1e-4, turned=turned), 2000.0)
    a, b = CARRIED / 4e5, CARRIED / 2e5
    first = 40 * (1 - np.exp(-a * motion.t))
    second = 40 * (1 - (b * np.exp(-a * motion.t) - a * np.exp(-b * motion.t)) / (b - a))
    assert motion["nodes.a.temperature"] == pytest.approx(first, abs=1e-7)
    assert motion["nodes.b.temperature"] == pytest.approx(second, abs=1e-7)


def test_what_is_upstream_feels_nothing() -> None:
    """The first tank is as warm without the second; two tanks on a resistance of the same size are not."""
    both, alone = _tanks(1e-4), _tanks(1e-4)
    del alone["second"], alone["B"]
    resisting = both | {"second": element("thermal_resistor", "a", "b", resistance=1 / CARRIED)}
    one, other, third = (motion_of(net, 1000.0)["nodes.a.temperature"] for net in (both, alone, resisting))
    assert one == pytest.approx(other, abs=1e-8)
    assert np.abs(one - third).max() > 1


def test_a_stream_out_of_a_source_is_the_resistance_of_the_books() -> None:
    """R = 1/(ρ c Q), Suk's equation 4.45, where a source of temperature is upstream."""
    stream, resisting = _tanks(1e-4), _tanks(1e-4)
    for net in (stream, resisting):
        del net["second"], net["B"]
    resisting["first"] = element("thermal_resistor", "in", "a", resistance=1 / CARRIED)
    motions = [motion_of(net, 1000.0) for net in (stream, resisting)]
    temperatures = [m["nodes.a.temperature" if i == 0 else "a.temperature"] for i, m in enumerate(motions)]
    assert temperatures[0] == pytest.approx(temperatures[1], abs=1e-8)


def test_a_stream_that_stops_carries_nothing() -> None:
    """At Q = 0 the resistance would be infinite; the stream is not."""
    motion = motion_of(_tanks("1e-4*(1 - step(t - 500))"), 1000.0)
    late = motion.t > 500
    assert late.sum() >= 3
    for node in "ab":
        assert np.ptp(motion[f"nodes.{node}.temperature"][late]) < 1e-9


def test_a_stream_that_turns_carries_heat_back() -> None:
    """With Q = −q after a second, the upper tank takes the temperature of the lower: C₁T₁′ = ρcq (T₂ − T₁)."""
    elements = _tanks(-1e-4)
    elements["B"] |= {"start_temperature": 30.0}
    del elements["first"], elements["source"]
    elements["wall"] = element("thermal_resistor", "a", resistance=1e9)
    elements["wall2"] = element("thermal_resistor", "b", resistance=1e9)
    motion = motion_of(elements, 1000.0)
    assert motion["nodes.b.temperature"] == pytest.approx(30.0, abs=1e-4)
    first = 30 * (1 - np.exp(-CARRIED / 4e5 * motion.t))
    assert motion["nodes.a.temperature"] == pytest.approx(first, abs=1e-4)


def test_the_work_of_carried_heat_is_temperature_times_entropy() -> None:
    """C T²/(2 T₀) is stored in the tank; all of it is the work of the heat that arrives."""
    elements = _tanks(1e-4)
    del elements["second"], elements["B"]
    motion = motion_of(elements, 1000.0)
    stored = 4e5 * motion["nodes.a.temperature"][-1] ** 2 / (2 * 293.15)
    assert motion.ledger.efforts[-1] == pytest.approx(stored, rel=1e-8)


def test_tanks_on_a_stream_have_the_poles_of_lags() -> None:
    """About their equilibrium −ρcQ/C of each, and 0 of what has only counted heat."""
    model = dalembert.model(elements={"air": AIR, **_tanks(1e-4)}, simulate={"t_end": 1.0})
    poles = sorted(pole.real for mode in dalembert.modes(model).modes for pole in [mode.eigenvalue])
    assert poles == pytest.approx([-CARRIED / 2e5, -CARRIED / 4e5, 0, 0], abs=1e-9)


def test_a_stream_needs_its_surroundings_and_its_keys() -> None:
    """Each is told with what to type."""
    good = _tanks(1e-4)
    said = "\n".join(map(str, dalembert.check(dalembert.model(elements=good | {"air": AIR})).flaws))
    assert "error" not in said
    for missing in ("density", "heat_capacity", "flow"):
        entry = {key: value for key, value in good["first"].items() if key != missing}
        with pytest.raises(dalembert.ModelError, match=f"`{missing}` is missing"):
            dalembert.model(elements=good | {"air": AIR, "first": entry})
    with pytest.raises(dalembert.ModelError, match="needs the temperature of the surroundings"):
        dalembert.model(elements=good)
