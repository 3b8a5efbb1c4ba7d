"""A narrow barrier is met, however thin it is: the particle passes or comes back by its energy."""

from __future__ import annotations

import random

import numpy as np
import pytest

import dalembert

BARRIERS = {
    "exp": ("{A}*exp(-((x - {a})/{w})^2)", lambda u: np.exp(-(u**2))),
    "quotient": ("{A}/(1 + ((x - {a})/{w})^2)^2", lambda u: (1 + u**2) ** -2.0),
    "power": ("{A}*(1 + ((x - {a})/{w})^2)^(-3/2)", lambda u: (1 + u**2) ** -1.5),
    "tanh": ("{A}*(1 - tanh((x - {a})/{w})^2)", lambda u: 1 - np.tanh(u) ** 2),
}


def flight(potential: str, **settings: object) -> dalembert.Motion:
    """A particle of 1 kg that flies at 1 m/s from x = 0, for 10 s."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 1}},
        energy={"kinetic": "1/2*x'^2", "potential": potential},
        simulate={"t_end": 10, "samples": 50},
    )
    return dalembert.simulate(model, **settings)


@pytest.mark.parametrize("kind", BARRIERS)
@pytest.mark.parametrize("method", ["rk853", "rk54", "taylor", "radau"])
def test_a_barrier_higher_than_the_energy_throws_back(kind: str, method: str) -> None:
    """Of 5 seeded barriers, 1e-5 to 1e-1 m wide, those below 0.5 J are passed and the others throw back."""
    draw = random.Random(f"{kind} {method}")
    for _ in range(5):
        width, place = 10 ** draw.uniform(-5, -1), draw.uniform(2, 8)
        height = draw.choice([0.3, 0.45, 0.55, 1.0])
        text, _ = BARRIERS[kind]
        motion = flight(text.format(A=height, a=repr(place), w=repr(width)), method=method, rtol=1e-6)
        assert motion.status == "ok", motion.message
        assert motion.qd[-1, 0] == pytest.approx(1 if height < 0.5 else -1, abs=1e-2)
        assert abs(motion.ledger.error) < 1e-5


def test_a_barrier_delays_as_its_integral_says() -> None:
    """A particle that passes is late by ∫ (1/√(1 − 2V) − 1) dx."""
    width = 1e-4
    text, shape = BARRIERS["exp"]
    motion = flight(text.format(A=0.4, a="5.0053", w=width))
    u = np.linspace(-8, 8, 20_001)
    late = width * np.trapezoid(1 / np.sqrt(1 - 0.8 * shape(u)) - 1, u)
    assert motion.q[-1, 0] == pytest.approx(10 - late, abs=1e-9)


def test_smooth_functions_cost_no_steps() -> None:
    """Where nothing is narrow, looking for peaks changes no step: a spring with a wide denominator, twice."""

    def steps(term: str) -> int:
        model = dalembert.model(
            parameters={"k": 3.0},
            coordinates={"x": {"start": 1, "speed": 0}},
            energy={"kinetic": "1/2*x'^2", "potential": term},
            simulate={"t_end": 10},
        )
        return dalembert.simulate(model).work.steps

    assert steps("k*x^2/(5 + x^2)") == steps("k - 5*k*(5 + x^2)^(-1)")
    assert steps("exp(x/2)*2 - x") < 1000


@pytest.mark.parametrize(
    "method", ["cvodes", "ida", "scipy:RK45", "scipy:DOP853", "scipy:LSODA", "scipy:BDF"]
)
@pytest.mark.parametrize("kind", BARRIERS)
def test_methods_without_a_watch_never_pass_a_high_barrier_with_ok(method: str, kind: str) -> None:
    """Of seeded barriers of twice the energy a peer throws back, or its run is not ok; it says who watches."""
    draw = random.Random(f"{method} {kind}")
    for exponent in (-5, -3, -1.5):
        width, place = 10 ** (exponent + draw.uniform(-0.3, 0.3)), draw.uniform(2, 8)
        motion = flight(
            BARRIERS[kind][0].format(A=1.0, a=repr(place), w=repr(width)), method=method, rtol=1e-6
        )
        back = motion.qd[-1, 0] == pytest.approx(-1, abs=1e-2)
        assert back or motion.status in ("flagged", "failed"), (width, motion.message)
        assert any(one.key == "remark_unwatched" for one in motion.remarks)


@pytest.mark.parametrize("method", ["cvodes", "scipy:RK45", "scipy:DOP853", "scipy:LSODA"])
@pytest.mark.parametrize("width", [1.0, 2.0])
def test_methods_without_a_watch_are_believed_where_nothing_is_narrow(method: str, width: float) -> None:
    """A barrier as wide as the steps is felt by every method, passed or not: all of them are ok."""
    for height in (0.2, 1.0):
        motion = flight(f"{height}*exp(-((x - 5)/{width})^2)", method=method, rtol=1e-7)
        assert motion.status == "ok", motion.message
        assert motion.qd[-1, 0] == pytest.approx(1 if height < 0.5 else -1, abs=1e-2)


def test_a_narrow_rate_of_a_state_that_is_not_felt_is_told() -> None:
    """A state that gathers a narrow peak, of which no energy knows: a peer that misses it is flagged."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 1}},
        energy={"kinetic": "1/2*x'^2"},
        states={"s": {"rate": "exp(-((x - 1.234567)/1e-5)^2)/1e-5", "start": 0}},
        simulate={"t_end": 3, "samples": 40, "rtol": 1e-6},
    )
    own, peer = dalembert.simulate(model), dalembert.simulate(model, method="scipy:DOP853")
    assert own.s[-1, 0] == pytest.approx(np.sqrt(np.pi), rel=1e-6)
    assert peer.status == "flagged"
    assert peer.message.key == "run_stepped_over"
