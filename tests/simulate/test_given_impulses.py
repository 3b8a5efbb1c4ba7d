"""Impulses at a time: closed forms, other ways to write the same, contacts that take their part, the ledger."""

from __future__ import annotations

import numpy as np
import pytest
from small_models import refusal
from test_event_sets import ANGLE, FALL, PENDULUM, within_claim

import dalembert


def kick(at, **work):
    """An impulse on some coordinates."""
    return {"kick": {"at": at, "work": work}}


@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
@pytest.mark.parametrize("method", ["auto", "rk54", "radau", "scipy:LSODA"])
def test_the_impulse_response_of_an_oscillator(rtol, method):
    """The impulse response of an oscillator."""
    m, c, k, p0, t1 = 2.0, 0.4, 18.0, 3.0, 1 / 3
    model = dalembert.model(
        parameters={"m": m, "c": c, "k": k, "p0": p0, "t1": t1},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2", "dissipation": "1/2*c*x'^2"},
        impulses=kick("t1", x="p0"),
        simulate={"t_end": 5, "samples": 100, "rtol": rtol, "method": method},
    )
    motion = dalembert.simulate(model)
    decay, fast = c / (2 * m), np.sqrt(k / m - (c / (2 * m)) ** 2)
    since = motion.t - t1
    wave = np.exp(-decay * since) * p0 / m
    x = np.where(since >= 0, wave * np.sin(fast * since) / fast, 0)
    v = np.where(since >= 0, wave * (np.cos(fast * since) - decay / fast * np.sin(fast * since)), 0)
    assert motion.status == "ok"
    within_claim(motion, x=x, x_d=v)
    assert motion.ledger.impulses[-1] == pytest.approx(p0**2 / (2 * m))
    assert motion.ledger.error < 100 * rtol
    assert [(one.kind, one.name) for one in motion.events] == [("impulse", "kick")]
    assert motion.events[0].t == t1


@pytest.mark.parametrize("at", [0, 0.5, 2])
def test_an_impulse_at_the_start_inside_and_at_the_very_end(at):
    """An impulse at the start inside and at the very end."""
    model = dalembert.model(
        parameters={"m": 4, "v0": 1.5},
        coordinates={"x": {"start": 1, "speed": "v0"}},
        energy={"kinetic": "1/2*m*x'^2"},
        impulses={"a": {"at": at, "work": {"x": "-2*m*x'"}}, "b": {"at": at, "work": {"x": "m*x"}}},
        simulate={"t_end": 2, "samples": 4},
    )
    motion = dalembert.simulate(model)
    place = 1 + 1.5 * at  # both read the values before
    assert motion["x'"] == pytest.approx(np.where(motion.t >= at, place - 1.5, 1.5), rel=1e-13)
    assert motion["x"] == pytest.approx(
        1 + 1.5 * motion.t + np.maximum(motion.t - at, 0) * (place - 3), rel=1e-13
    )
    assert motion.ledger.error < 1e-13
    assert sum(jump.energy for jump in motion.jumps) == pytest.approx(2 * ((place - 1.5) ** 2 - 1.5**2))


def test_a_pendulum_on_a_rod_takes_what_is_across_the_rod():
    """A pendulum on a rod takes what is across the rod."""
    times = {"t_end": 2, "samples": 100, "rtol": 1e-9}
    rod = dalembert.simulate(dalembert.model(**PENDULUM, impulses=kick(0.6, x=0.7, y=-0.3), simulate=times))
    across = "0.7*l*cos(a) - 0.3*l*sin(a)"
    angle = dalembert.simulate(dalembert.model(**ANGLE, impulses=kick(0.6, a=across), simulate=times))
    assert np.max(np.abs(rod["x"] - angle["px"])) < 1e-8
    assert rod.ledger.impulses == pytest.approx(angle.ledger.impulses, abs=1e-9)
    assert rod.ledger.error < 1e-9
    assert max(rod.residual.velocity) < 1e-12


def test_momenta_jump_where_the_kinetic_energy_is_not_quadratic():
    """Momenta jump where the kinetic energy is not quadratic."""
    # p = m v/sqrt(1 - v^2/c^2) of a fast particle
    model = dalembert.model(
        parameters={"m": 1, "c": 2},
        coordinates={"x": {"start": 0, "speed": 1}},
        energy={"kinetic": "-m*c^2*sqrt(1 - x'^2/c^2)"},
        impulses=kick(0.5, x=1.5),
        simulate={"t_end": 1, "samples": 4},
    )
    motion = dalembert.simulate(model)
    p = 1 / np.sqrt(1 - 1 / 4) + 1.5
    assert motion["x'"][-1] == pytest.approx(p / np.sqrt(1 + p**2 / 4), rel=1e-12)
    assert motion.ledger.error < 1e-12


REST = FALL | {"coordinates": {"y": {"start": 0, "speed": 0}, "x": {"start": 0, "speed": 0}}}
REST = REST | {"energy": {"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"}}


@pytest.mark.parametrize("law", ["newton", "poisson"])
def test_what_rests_on_a_floor_does_not_spring_back_from_an_impulse(law):
    """What rests on a floor does not spring back from an impulse."""
    floor = {"gap": "y", "law": law, "restitution": 0.8, "friction": 0.3, "slip": "x'"}
    model = dalembert.model(
        **REST,
        contacts={"floor": floor},
        impulses=kick(0.2, y=-6, x=4),
        simulate={"t_end": 1, "samples": 50, "rtol": 1e-9},
    )
    motion = dalembert.simulate(model)
    assert np.max(np.abs(motion["y"])) < 1e-12
    # the floor gives 6 upwards, so that friction takes 0.3*6 of the 4; then it slides to rest with 0.3 g
    speed = (4 - 0.3 * 6) / 2
    since = np.clip(motion.t - 0.2, 0, speed / (0.3 * 9.81))
    assert motion["x"] == pytest.approx(speed * since - 0.3 * 9.81 / 2 * since**2, abs=1e-9)
    assert motion.ledger.error < 1e-10
    assert motion.ledger.impulses[-1] == pytest.approx(4 * speed / 2)
    assert motion.ledger.impacts[-1] == pytest.approx(0.3 * 6 * speed / 2)


def test_an_impulse_upwards_throws_a_ball_from_the_floor():
    """An impulse upwards throws a ball from the floor."""
    model = dalembert.model(
        **REST,
        contacts={"floor": {"gap": "y", "restitution": 0}},
        impulses=kick("e/2", y="m*3"),
        simulate={"t_end": 1.5, "samples": 50, "rtol": 1e-9},
    )
    motion = dalembert.simulate(model)
    since = np.maximum(motion.t - 0.4, 0)
    assert motion["y"] == pytest.approx(np.maximum(3 * since - 9.81 / 2 * since**2, 0), abs=1e-10)
    assert motion.ledger.impulses[-1] == pytest.approx(9)


def test_an_impulse_that_is_no_number_is_named():
    """An impulse that is not a number is named."""
    model = dalembert.model(**REST, impulses=kick(0.1, x="1/x"), simulate={"t_end": 1})
    assert "the impulse `kick` is not finite" in str(dalembert.simulate(model).message)


def test_an_impulse_outside_of_the_run_is_told():
    """An impulse after the end does nothing, and the run says so."""
    motion = dalembert.simulate(dalembert.model(**REST, impulses=kick(3, x=1), simulate={"t_end": 1}))
    assert not motion.jumps
    assert any("the impulse `kick` acts before or after the run" in str(one) for one in motion.remarks)


def test_an_impulse_needs_inertia():
    """An impulse needs inertia."""
    model = dalembert.model(
        parameters={"c": 1, "k": 2},
        coordinates={"x": {"start": 1}},
        energy={"potential": "1/2*k*x^2", "dissipation": "1/2*c*x'^2"},
        impulses=kick(0.5, x=1),
        simulate={"t_end": 1},
    )
    assert "the impulse `kick`" in refusal(model)
