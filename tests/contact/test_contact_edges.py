"""Contacts where rounding could decide: functions that stay zero, flights without end, gaps next to zero."""

import numpy as np
import pytest

import dalembert

FREE = {"kinetic": "1/2*x'^2"}


@pytest.mark.parametrize(
    ("parts", "speed"),
    [
        ({"contacts": {"wall": {"gap": "x", "restitution": 0.5}}}, 0),
        ({"events": {"e": {"when": "x"}}}, 0),
        ({"events": {"e": {"when": "sin(x)^2 + cos(x)^2 - 1"}}}, 1),
    ],
)
@pytest.mark.parametrize("method", ["auto", "scipy:DOP853"])
def test_a_function_that_stays_zero_is_no_event(parts: dict, speed: float, method: str) -> None:
    """What is zero all along, or rounding around it, changes its sign nowhere; it is looked at a while only."""
    model = dalembert.model(coordinates={"x": {"start": 0, "speed": speed}}, energy=FREE, **parts)
    motion = dalembert.simulate(model, t_end=1, samples=4, method=method)
    assert motion.status == "ok"
    assert not motion.impacts
    assert len(motion.events) == 0 or speed


@pytest.mark.parametrize(
    ("e", "within"), [(0.5, 1e-12), (0.9, 1e-11), pytest.param(0.99, 1e-9, marks=pytest.mark.soak)]
)
def test_flights_without_end_end_in_time(e: float, within: float) -> None:
    """A bouncing ball rests from sqrt(2 h/g) (1 + e)/(1 − e) on, though hundreds of flights were left out."""
    model = dalembert.model(
        parameters={"e": e, "g": 9.81},
        coordinates={"y": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*y'^2", "potential": "g*y"},
        contacts={"floor": {"gap": "y", "restitution": "e"}},
    )
    rest = np.sqrt(2 / 9.81) * (1 + e) / (1 - e)
    motion = dalembert.simulate(model, t_end=1.1 * rest, samples=20)
    assert motion.status == "ok"
    assert motion.touches[-1].contacts == ("floor",)
    assert motion.touches[-1].t == pytest.approx(rest, rel=within)
    assert motion.ledger.impacts[-1] == pytest.approx(9.81, rel=1e-12)


def test_sizes_between_samples_are_not_forgotten() -> None:
    """A ball thrown up from zero, with few samples: its height in between measures what rounding is."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 1}},
        energy={"kinetic": "1/2*x'^2", "potential": "9.81*x"},
        contacts={"floor": {"gap": "x", "restitution": 0.5}},
    )
    motion = dalembert.simulate(model, t_end=1, samples=4)
    assert motion.status == "ok"
    assert motion.touches[-1].t == pytest.approx(2 / 9.81 / (1 - 0.5), rel=1e-11)


@pytest.mark.parametrize(("F", "t_end"), [(3.0, 4.0), (3e6, 4e6)])
def test_a_mass_let_go_at_zero(F: float, t_end: float) -> None:
    """Pressed at x = 0 by F − k t: the force is a small difference then, and the state has no size yet."""
    k = 1.3
    model = dalembert.model(
        parameters={"F": F, "k": k},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy=FREE,
        work={"x": "k*t - F"},
        contacts={"stop": {"gap": "x", "restitution": 0}},
    )
    motion = dalembert.simulate(model, t_end=t_end, samples=4)
    assert motion.status == "ok", motion.message
    assert motion.touches[-1].t == pytest.approx(F / k, rel=1e-12)
    assert motion.q[-1, 0] == pytest.approx(k * (t_end - F / k) ** 3 / 6, rel=1e-9)


def test_contacts_that_are_nearly_closed_are_open() -> None:
    """Walls 1e-9 apart, and a floor 1e-9 of its height away when the other wall is struck."""
    close = dalembert.model(
        parameters={"d": 1e-9, "o": 1},
        coordinates={"x": {"start": 1 + 2.5e-10, "speed": 1}},
        energy=FREE,
        contacts={"lo": {"gap": "x - o", "restitution": 1}, "hi": {"gap": "o + d - x", "restitution": 1}},
    )
    assert len(dalembert.simulate(close, t_end=1e-8, samples=4).impacts) == 10
    far = dalembert.model(
        parameters={"a": 1000},
        coordinates={"x": {"start": 1001, "speed": -1}, "y": {"start": 1000.001001, "speed": -1e-3}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)"},
        contacts={
            "left": {"gap": "x - a", "restitution": 0.5},
            "floor": {"gap": "y - a", "restitution": 0.5},
        },
    )
    times = {i.contacts: i.t for i in dalembert.simulate(far, t_end=2, samples=2, rtol=1e-12).impacts}
    assert times["left",] == pytest.approx(1, rel=1e-10)
    assert times["floor",] == pytest.approx(1.001, rel=1e-8)


def test_an_impact_at_the_end_is_seen() -> None:
    """A gap that closes at t_end is an impact, and the last row shows what is after it."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": -1}},
        energy=FREE,
        contacts={"wall": {"gap": "x", "restitution": 0.5}},
    )
    motion = dalembert.simulate(model, t_end=1, samples=4)
    assert [i.t for i in motion.impacts] == [pytest.approx(1)]
    assert motion.qd[-1, 0] == pytest.approx(0.5)


def test_a_push_that_begins_at_zero_closes_a_contact() -> None:
    """At rest on a wall, with a force into it that grows from nothing: the wall holds from the first instant on."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        energy=FREE,
        work={"x": "-t"},
        contacts={"wall": {"gap": "x", "restitution": 0.5}},
    )
    motion = dalembert.simulate(model, t_end=1, samples=10)
    assert motion.status == "ok"
    assert np.abs(motion.q).max() <= 1e-15
    assert motion["contact_wall"][1:] == pytest.approx(motion.t[1:], rel=1e-9)


@pytest.mark.parametrize(("stiffness", "damping"), [(1e8, 1e5), (1e10, 1e6)])
def test_a_stiff_compliant_contact_keeps_its_account(stiffness: float, damping: float) -> None:
    """A blow that is over in 10 µs, stepped over by a stiff method: its work is in the ledger all the same."""
    model = dalembert.model(
        coordinates={"y": {"start": 0.5, "speed": 0}},
        energy={"kinetic": "1/2*y'^2", "potential": "9.81*y"},
        contacts={"mat": {"gap": "y", "law": "spring", "stiffness": stiffness, "damping": damping}},
    )
    motion = dalembert.simulate(model, t_end=3)
    assert motion.status == "ok", motion.message
    assert motion.ledger.dissipated[-1] == pytest.approx(0.5 * 9.81, rel=1e-6)
    assert motion.q[-1, 0] == pytest.approx(-9.81 / stiffness, rel=1e-6)
