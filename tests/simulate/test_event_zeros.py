"""Events: every zero of an event function is found, in its order, and none is invented."""

from __future__ import annotations

from re import findall

import numpy as np
import pytest

import dalembert
from dalembert._compile.method_source import header

OMEGA, PHASE, T_END = 1.7, 0.4, 12.0
RTOL = 1e-10


def oscillator(events: dict[str, dict[str, str]], **simulate: float) -> dalembert.Model:
    """x(t) = cos(OMEGA t + PHASE), with events."""
    return dalembert.model(
        parameters={"w": OMEGA},
        coordinates={"x": {"start": float(np.cos(PHASE)), "speed": float(-OMEGA * np.sin(PHASE))}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*w^2*x^2"},
        events=events,
        simulate={"t_end": T_END, "samples": 10, "rtol": RTOL} | simulate,
    )


def levels(level: float) -> list[tuple[float, str]]:
    """The times at which cos(OMEGA t + PHASE) passes a level, and which way."""
    found = []
    for k in range(-1, 10):
        for sign, way in ((1, "falling"), (-1, "rising")):
            t = (2 * np.pi * k + sign * np.arccos(level) - PHASE) / OMEGA
            if 0 < t <= T_END:
                found.append((t, way))
    return sorted(found)


@pytest.mark.parametrize("seed", range(20))
def test_near_grazing_zeros_are_found(seed: int) -> None:
    """Fifty levels just below the top, depths from 1e-1 to 1e-9: all pairs are found within the bound of rounding."""
    random = np.random.default_rng(seed)
    depths = 10.0 ** -random.uniform(1, 9, size=50)
    ways = random.choice([1.0, -1.0], size=50)
    events = {
        f"e{i}": {"when": f"x - {float(w * (1 - d))!r}"}
        for i, (d, w) in enumerate(zip(depths, ways, strict=True))
    }
    motion = dalembert.simulate(oscillator(events))
    for i, (depth, way) in enumerate(zip(depths, ways, strict=True)):
        found = [(e.t, e.direction) for e in motion.events if e.name == f"e{i}"]
        exact = levels(way * (1 - depth))
        assert len(found) == len(exact), f"depth {depth:.1e}"
        bound = 10 * RTOL / np.sqrt(2 * OMEGA**2 * depth) + 1e-12
        for (t, direction), (true, expected) in zip(found, exact, strict=True):
            assert direction == expected
            assert abs(t - true) <= bound


@pytest.mark.parametrize("seed", range(5))
def test_levels_that_are_not_reached_give_no_event(seed: int) -> None:
    """Fifty levels above the top by 1e-1 to 1e-8 give none."""
    random = np.random.default_rng(100 + seed)
    above = 10.0 ** -random.uniform(1, 8, size=50)
    events = {f"e{i}": {"when": f"x - {float(1 + d)!r}"} for i, d in enumerate(above)}
    assert dalembert.simulate(oscillator(events)).events == ()


def test_pairs_of_zeros_inside_one_step_are_found() -> None:
    """Products with two zeros that lie 1e-1 to 1e-6 s apart, within one step, give two events each."""
    random = np.random.default_rng(7)
    gaps = 10.0 ** -random.uniform(1, 6, size=40)
    places = random.uniform(1, T_END - 1, size=40)
    events = {
        f"e{i}": {"when": f"(t - {float(a)!r})*(t - {float(a + gap)!r})"}
        for i, (a, gap) in enumerate(zip(places, gaps, strict=True))
    }
    motion = dalembert.simulate(oscillator(events))
    for i, (a, gap) in enumerate(zip(places, gaps, strict=True)):
        found = [(e.t, e.direction) for e in motion.events if e.name == f"e{i}"]
        assert [way for _, way in found] == ["falling", "rising"]
        np.testing.assert_allclose([t for t, _ in found], [a, a + gap], rtol=0, atol=1e-11)


def test_zeros_at_boundaries_are_found_once() -> None:
    """Zeros at samples, at the ends of steps and at the end of the run are found once; one at the start is none."""
    times = [0.0, 1.2, 2.4, 3.0, 6.0, 12.0]
    events = {f"e{i}": {"when": f"t - {t!r}"} for i, t in enumerate(times)}
    for extra in ({}, {"dt": 0.01}):
        motion = dalembert.simulate(oscillator(events, **extra))
        assert [e.name for e in motion.events] == ["e1", "e2", "e3", "e4", "e5"]
        np.testing.assert_allclose([e.t for e in motion.events], times[1:], rtol=0, atol=1e-13)


def test_simultaneous_zeros_come_in_the_order_of_declaration() -> None:
    """Ten functions with the same zeros are told in their order at each of them."""
    events = {f"e{i}": {"when": f"{i + 1}*x" if i % 2 else f"-{i + 1}*x"} for i in range(10)}
    motion = dalembert.simulate(oscillator(events))
    names = [e.name for e in motion.events]
    assert len(names) == 10 * len(levels(0.0))
    for k in range(0, len(names), 10):
        assert names[k : k + 10] == [f"e{i}" for i in range(10)]


def test_directions_are_kept_apart() -> None:
    """Rising and falling zeros together are those of both."""
    events = {way: {"when": "x - 1/3", "direction": way} for way in ("rising", "falling", "both")}
    motion = dalembert.simulate(oscillator(events))
    times = {way: [e.t for e in motion.events if e.name == way] for way in events}
    assert sorted(times["rising"] + times["falling"]) == times["both"]
    assert all(e.direction == e.name for e in motion.events if e.name != "both")


@pytest.mark.parametrize("method", ["auto", "rk54", "scipy:RK45", "scipy:Radau"])
def test_a_run_stops_at_its_event(method: str) -> None:
    """The run ends at the first zero, its last row is there, and what comes later does not happen."""
    events = {
        "late": {"when": "x + 1/2"},
        "end": {"when": "x", "action": "stop", "direction": "falling"},
    }
    motion = dalembert.simulate(oscillator(events, rtol=1e-8), method=method)
    first = next(t for t, way in levels(0.0) if way == "falling")
    assert motion.status == "stopped"
    assert [e.name for e in motion.events] == ["end"]
    assert motion.t[-1] == motion.reached == pytest.approx(first, abs=1e-7)
    assert abs(motion["x"][-1]) < 1e-9
    assert "end" in motion.message


@pytest.mark.parametrize("method, dt", [("newmark", 1e-3), ("rattle", 1e-3), ("galpha", 1e-3)])
def test_events_of_fixed_steps_are_found(method: str, dt: float) -> None:
    """Methods with fixed steps find the zeros of their own motion between the steps."""
    motion = dalembert.simulate(oscillator({"zero": {"when": "x"}}), method=method, dt=dt)
    exact = [t for t, _ in levels(0.0)]
    np.testing.assert_allclose([e.t for e in motion.events], exact, rtol=0, atol=2e-5)


def test_events_of_a_closed_chain_are_those_of_its_turns() -> None:
    """The crank of the linkage passes its start once in each period."""
    model = dalembert.read("four_bar")
    turned = dalembert.model(
        **(
            dalembert.as_dict(model)
            | {"events": {"up": {"when": "sin(theta2 - pi/3)", "direction": "rising"}}}
        )
    )
    motion = dalembert.simulate(turned, t_end=2.5, rtol=1e-10)
    period = 0.786486575614029
    np.testing.assert_allclose([e.t for e in motion.events], [period, 2 * period, 3 * period], rtol=1e-9)


def test_the_table_of_cosines_is_symmetric() -> None:
    """cos(π j k / 10) for nodes j and coefficients k, to the last bits: the search reads it by rows and by columns."""
    text = header("events.h")
    table = text[text.index("dalembert_cosines[EVENT_NODES][EVENT_NODES] = {") :].partition("};")[0]
    rows = [[float(number) for number in row.split(",")] for row in findall(r"\{([^{}]+)\}", table)]
    places = np.arange(11)
    np.testing.assert_array_equal(rows, np.transpose(rows))
    np.testing.assert_allclose(rows, np.cos(np.pi * np.outer(places, places) / 10), rtol=0, atol=2e-15)
