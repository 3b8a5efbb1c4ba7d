"""Delayed values against closed forms by the method of steps; breaking points, events, contacts, refusals."""

from __future__ import annotations

from math import comb, factorial, pi, sqrt

import numpy as np
import pytest
from test_event_sets import within_claim

import dalembert

FIRST_ORDER = {
    "parameters": {"tau": 1.0, "a": 1.0},
    "states": {"x": {"rate": "-a*delay(x, tau)", "start": 1, "before": 1}},
}
OSCILLATOR = {
    "parameters": {"m": 2.0, "K": 3.0, "tau": 0.4},
    "coordinates": {"x": {"start": 0.5, "speed": 0, "before": "start"}},
    "energy": {"kinetic": "1/2*m*x'^2"},
    "work": {"x": "-K*delay(x, tau)"},
}


def powers(t, delay, rate, every):
    """Σ_k (−rate)^k (t − (k − 1) delay)₊^n/n! with n = every k: the solution of x^(every) = −rate x(t − delay)."""
    total = np.ones_like(t)
    for k in range(1, int(t[-1] / delay) + 2):
        late = np.maximum(t - (k - 1) * delay, 0.0)
        total += (-rate) ** k * late ** (every * k) / factorial(every * k)
    return total


@pytest.mark.parametrize(("method", "rtol"), [("rk853", 1e-10), ("rk54", 1e-10), ("rk853", 1e-6)])
def test_first_order_by_the_method_of_steps(method, rtol):
    """X' = −x(t − 1) with x = 1 before the start is a polynomial of degree k in the k-th delay."""
    run = {"t_end": 6.3, "samples": 63, "rtol": rtol, "method": method}
    motion = dalembert.simulate(dalembert.model(**FIRST_ORDER, simulate=run))
    assert motion.status == "ok"
    exact = powers(motion.t, 1.0, 1.0, 1)
    assert np.abs(motion["x"] - exact).max() < max(rtol, 1e-10)
    within_claim(motion, x=exact)


@pytest.mark.parametrize("method", ["auto", "rk54"])
def test_a_delayed_oscillator(method):
    """M x'' = −K x(t − τ), started from rest: polynomials again, and the run says what it held before."""
    run = {"t_end": 3.0, "samples": 60, "rtol": 1e-10, "method": method}
    motion = dalembert.simulate(dalembert.model(**OSCILLATOR, simulate=run))
    exact = 0.5 * powers(motion.t, 0.4, 1.5, 2)
    assert motion.status == "ok"
    within_claim(motion, x=exact)
    assert np.abs(motion["x"] - exact).max() < 1e-10
    assert [str(remark) for remark in motion.remarks] == [
        "before the start these have their initial values: `x`"
    ]
    assert motion.ledger.error < 1e-8


def test_what_was_before_is_a_function_of_time():
    """X'' + k x + K x(t − τ) = 0 with τ half a period: a cosine before the start goes on after it."""
    w = sqrt(5.0)
    model = dalembert.model(
        parameters={"k": 6.0, "K": 1.0, "w": w, "tau": pi / w},
        coordinates={"x": {"start": 1, "speed": 0, "before": "cos(w*t)"}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2"},
        work={"x": "-K*delay(x, tau)"},
        simulate={"t_end": 10, "samples": 50, "rtol": 1e-10},
    )
    motion = dalembert.simulate(model)
    assert motion["x"] == pytest.approx(np.cos(w * motion.t), abs=1e-10)
    with_velocity = dalembert.model(
        parameters={"k": 5.0, "C": 1.0, "w": w, "tau": 0.5 * pi / w, "c": 1.0},
        coordinates={"x": {"start": 1, "speed": 0, "before": "cos(w*t)"}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2", "dissipation": "1/2*c*x'^2"},
        work={"x": "c*delay(x, tau)*w*0 + C*delay(x', 4*tau)"},
        simulate={"t_end": 10, "samples": 50, "rtol": 1e-10},
    )
    motion = dalembert.simulate(with_velocity)  # what the velocity of a period ago gives, the damper takes
    assert motion["x"] == pytest.approx(np.cos(w * motion.t), abs=1e-10)


def test_two_delays_and_their_sums():
    """X' = −x(t − 1) − x(t − √2): kinks at all sums of the delays."""
    model = dalembert.model(
        parameters={"a": 1.0, "b": sqrt(2.0)},
        states={"x": {"rate": "-delay(x, a) - delay(x, b)", "start": 1, "before": 1}},
        simulate={"t_end": 5, "samples": 50, "rtol": 1e-10},
    )
    motion = dalembert.simulate(model)
    exact = np.ones(51)
    for n in range(6):
        for i in range(n + 1):
            late = np.maximum(motion.t - i - (n - i) * sqrt(2.0), 0.0)
            exact -= 2 * (-1) ** n * comb(n, i) * late ** (n + 1) / factorial(n + 1)
    assert motion.status == "ok"
    assert np.abs(motion["x"] - exact).max() < 1e-10
    within_claim(motion, x=exact)


@pytest.mark.parametrize(
    ("method", "steps", "order"), [("rk54", (0.25, 0.125), 5), ("rk853", (0.5, 0.25), 8)]
)
def test_the_order_of_the_methods_is_kept(method, steps, order):
    """Continuous extensions and breaking points keep the order: x' = −x x(t − 1)."""
    model = dalembert.model(
        parameters={"tau": 1.0},
        states={"x": {"rate": "-x*delay(x, tau)", "start": 1, "before": "1 + t/3"}},
        simulate={"t_end": 4, "samples": 4},
    )
    true = dalembert.simulate(model, rtol=1e-13)["x"][-1]
    coarse, fine = (abs(dalembert.simulate(model, method=method, dt=dt)["x"][-1] - true) for dt in steps)
    assert np.log2(coarse / fine) == pytest.approx(order, abs=0.5)


def test_a_relay_switches_where_the_delayed_value_does():
    """X' = −sign(x(t − τ)): a triangle of amplitude τ and period 4 τ; switches and breaking points together."""
    model = dalembert.model(
        parameters={"tau": 0.25},
        states={"x": {"rate": "-sign(delay(x, tau))", "start": 0.1, "before": 0.1}},
        simulate={"t_end": 5, "samples": 100},
    )
    motion = dalembert.simulate(model)
    phase = (motion.t - 0.35) % 1.0
    triangle = np.where(phase <= 0.5, phase - 0.25, 0.75 - phase)
    assert motion.status == "ok"
    exact = np.where(motion.t <= 0.35, 0.1 - motion.t, triangle)
    assert motion["x"] == pytest.approx(exact, abs=1e-14)  # switches are found late by rounding, all of them
    within_claim(motion, x=exact)


def test_an_impact_is_seen_again_a_delay_later():
    """A ball is pushed by its velocity one delay ago: after the bounce that one jumps, too."""
    g, tau, b, e, h = 10.0, 0.5, 0.5, 0.9, 0.8
    model = dalembert.model(
        parameters={"g": g, "tau": tau, "b": b},
        coordinates={"y": {"start": h, "speed": 0, "before": "start"}},
        energy={"kinetic": "1/2*y'^2", "potential": "g*y"},
        work={"y": "-b*delay(y', tau)"},
        contacts={"floor": {"gap": "y", "restitution": e}},
        simulate={"t_end": 1, "samples": 100, "rtol": 1e-10},
    )
    motion = dalembert.simulate(model)
    t, down = motion.t, sqrt(2 * h / g)  # 0.4 s: before any delayed velocity acts
    rise = e * g * down
    late = np.maximum(t - tau, 0.0)
    free = np.where(t < down, h - g * t**2 / 2, rise * (t - down) - g * (t - down) ** 2 / 2)
    pushed = b * g * late**3 / 6  # b times the fall one delay ago
    again = np.maximum(t - tau - down, 0.0)
    pushed = pushed - b * (rise + g * down) * again**2 / 2  # which has jumped by rise + g down
    assert motion.status == "ok"
    assert motion.impacts[0].t == pytest.approx(down, abs=1e-12)
    assert motion["y"] == pytest.approx(free + pushed, abs=1e-10)


def test_what_an_event_sets_and_a_constraint_holds():
    """A pendulum in x and y is the one in its angle, with an event that asks for the delayed place."""
    run = {"t_end": 2, "samples": 40, "rtol": 1e-9}
    event = {"when": "delay({}, tau)", "direction": "falling"}
    common = {"parameters": {"tau": 0.2, "g": 9.81}, "simulate": run}
    flat = dalembert.model(
        coordinates={"x": {"start": 0.6, "before": "start"}, "y": {"guess": -0.8}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "g*y"},
        constraints={"displacement": {"rod": "x^2 + y^2 - 1"}},
        work={"x": "-2*delay(x, tau)"},
        events={"kick": event | {"when": "delay(x, tau)", "set": {"x'": "x'/2", "y'": "y'/2"}}},
        **common,
    )
    turned = dalembert.model(
        coordinates={"a": {"start": "asin(0.6)", "before": "start"}},
        energy={"kinetic": "1/2*a'^2", "potential": "-g*cos(a)"},
        work={"a": "-2*sin(delay(a, tau))*cos(a)"},
        events={"kick": event | {"when": "delay(a, tau)", "set": {"a'": "a'/2"}}},
        **common,
    )
    one, other = dalembert.simulate(flat), dalembert.simulate(turned)
    assert one.status == other.status == "ok"
    assert len(one.jumps) == len(other.jumps) > 0
    assert one["x"] == pytest.approx(np.sin(other["a"]), abs=1e-9)


def test_a_start_that_is_late_and_runs_that_stop():
    """The past is counted from t_start; a stop keeps what was computed."""
    run = {"t_start": 2.0, "t_end": 8.3, "samples": 63, "rtol": 1e-10}
    stops = {"events": {"low": {"when": "x + 0.4", "action": "stop"}}}
    motion = dalembert.simulate(dalembert.model(**FIRST_ORDER, **stops, simulate=run))
    assert motion.reached < 5
    exact = powers(motion.t - 2.0, 1.0, 1.0, 1)
    assert motion["x"] == pytest.approx(exact, abs=1e-10)


@pytest.mark.parametrize("method", ["radau", "moreau", "galpha", "cvodes", "scipy:LSODA"])
def test_other_methods_refuse(method):
    """Methods that keep no past refuse by name."""
    run = {"t_end": 1, "samples": 10, "method": method, "dt": 1e-2} if method in ("moreau", "galpha") else {}
    run = run or {"t_end": 1, "samples": 10, "method": method}
    with pytest.raises(dalembert.ModelError, match="cannot follow delayed values such as `delay"):
        dalembert.simulate(dalembert.model(**OSCILLATOR, simulate=run))


def test_what_cannot_be_run():
    """Steps longer than the delay, massless coordinates, a past that is not smooth, analyses without a run."""
    with pytest.raises(dalembert.ModelError, match="not below the delay"):
        dalembert.simulate(dalembert.model(**OSCILLATOR, simulate={"t_end": 1}), dt=0.5)
    massless = OSCILLATOR | {"energy": {"dissipation": "x'^2"}, "simulate": {"t_end": 1}}
    with pytest.raises(dalembert.ModelError, match="massless coordinates"):
        dalembert.simulate(dalembert.model(**massless))
    bent = {"x": {"start": 1, "rate": "-a*delay(x, tau)", "before": "abs(t + 1/3)"}}
    with pytest.raises(dalembert.ModelError, match="`before` of `x` is not smooth"):
        dalembert.simulate(dalembert.model(**FIRST_ORDER | {"states": bent}, simulate={"t_end": 1}))
    for analysis in (dalembert.equilibrium, dalembert.linearise, dalembert.modes):
        with pytest.raises(dalembert.ModelError, match="does not know the delayed value") as refused:
            analysis(dalembert.model(**OSCILLATOR))
        assert refused.value.flaws[0].reason.key == "analysis_delayed"  # a report says it in its language
