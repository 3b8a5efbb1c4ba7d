"""Sampled values, held between samples: against exact discrete computations by matrix exponentials."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm
from test_event_sets import within_claim

import dalembert

M, C, K, TS = 2.0, 0.4, 18.0, 0.05
GAINS = {"kp": 40.0, "ki": 30.0, "kd": 4.0, "r": 1.0, "most": 25.0}
PLANT = {
    "parameters": {"m": M, "c": C, "k": K, "Ts": TS} | GAINS,
    "coordinates": {"x": {"start": 0.1, "speed": 0}},
    "energy": {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2", "dissipation": "1/2*c*x'^2"},
    "work": {"x": "u"},
}
PID = {
    "u": {"every": "Ts", "value": "min(most, kp*(r - x) + ki*i - kd*x')"},
    "i": {"every": "Ts", "value": "i + Ts*(r - x)", "start": 0},
}


def held(step):
    """The exact change of (x, x', u) over a time in which u is held."""
    return expm(step * np.array([[0, 1, 0], [-K / M, -C / M, 1 / M], [0, 0, 0]]))


def exact(count, parts):
    """x, x', u and i of the controlled plant, `parts` rows for each sample."""
    y, i, rows, step = np.array([0.1, 0.0, 0.0]), 0.0, [], held(TS / parts)
    for row in range(count * parts + 1):
        if row % parts == 0:
            e = GAINS["r"] - y[0]
            u = min(GAINS["most"], GAINS["kp"] * e + GAINS["ki"] * i - GAINS["kd"] * y[1])
            i, y[2] = i + TS * e, u
        rows.append([*y, i])
        y = step @ y
    return np.array(rows).T


@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
@pytest.mark.parametrize("method", ["auto", "rk54", "radau"])
def test_a_sampled_pid_on_a_linear_plant(rtol, method):
    """A sampled pid on a linear plant."""
    samples = {"t_end": 30 * TS, "samples": 60, "rtol": rtol, "method": method}
    motion = dalembert.simulate(dalembert.model(**PLANT, sampled=PID, simulate=samples))
    x, v, u, i = exact(30, 2)
    assert motion.status == "ok"
    assert not motion.assumed
    within_claim(motion, x=x, x_d=v, u=u, i=i)
    assert motion["u"] == pytest.approx(u, rel=10 * rtol)
    assert motion.ledger.error < 100 * rtol


def test_values_of_two_rates_and_a_start_that_is_late():
    """Values of two rates and a start that is late."""
    model = dalembert.model(
        states={"s": {"rate": "1", "start": 0}},
        sampled={
            "slow": {"every": 0.4, "value": "s"},
            "fast": {"every": 0.1, "value": "slow + fast", "start": -1},
        }
        | {"slow": {"every": 0.4, "value": "s", "start": 7}},
        simulate={"t_start": 2, "t_end": 3, "samples": 10},
    )
    motion = dalembert.simulate(model)
    slow = 0.4 * np.floor((motion.t - 2 + 1e-9) / 0.4)
    assert motion["slow"] == pytest.approx(slow, abs=1e-12)
    before = np.concatenate([[7.0], slow[:-1]])
    assert motion["fast"] == pytest.approx(-1 + np.cumsum(before), abs=1e-12)


def test_samples_come_after_the_events_and_impulses_of_their_instant():
    """Samples come after the events and impulses of their instant."""
    model = dalembert.model(
        parameters={"m": 1},
        coordinates={"x": {"start": 0, "speed": 0}},
        states={"n": {"rate": "0", "start": 0}},
        energy={"kinetic": "1/2*m*x'^2"},
        impulses={"kick": {"at": 0.5, "work": {"x": 3}}},
        events={"half": {"when": "x' - 1", "set": {"n": "x'"}}},
        sampled={"u": {"every": 0.25, "value": "10*n + x'"}},
        simulate={"t_end": 1, "samples": 4},
    )
    motion = dalembert.simulate(model)
    assert list(motion["u"]) == pytest.approx([0, 0, 33, 33, 33])


def test_a_sample_that_an_event_waits_for_sets_it_off():
    """A sample that an event waits for sets it off."""
    model = dalembert.model(
        states={"s": {"rate": "1", "start": 0}, "n": {"rate": "0", "start": 0}},
        sampled={"u": {"every": 0.3, "value": "s"}},
        events={"over": {"when": "u - 0.5", "direction": "rising", "set": {"n": "n + u"}}},
        simulate={"t_end": 1, "samples": 10},
    )
    motion = dalembert.simulate(model)
    assert motion["n"][-1] == pytest.approx(0.6)
    assert [one.t for one in motion.events] == pytest.approx([0.6])


def test_a_brake_that_is_sampled_holds_a_block_with_dry_friction():
    """A brake that is sampled holds a block with dry friction."""
    # the force is below what friction can take from the second sample on: the block comes to rest
    model = dalembert.model(
        parameters={"m": 1, "mu": 2},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2"},
        work={"x": "u - mu*sign(x')"},
        sampled={"u": {"every": 1, "value": "if(x > 0, 1, 5)"}},
        simulate={"t_end": 6, "samples": 60, "rtol": 1e-9},
    )
    motion = dalembert.simulate(model)
    late = np.clip(motion.t - 1, 0, 3)
    truth = np.where(motion.t < 1, 1.5 * motion.t**2, 1.5 + 3 * late - late**2 / 2)
    assert motion["x"] == pytest.approx(truth, abs=1e-8)


def test_a_value_that_is_no_number_is_named():
    """A value that is not a number is named."""
    sampled = {"u": {"every": "Ts", "value": "1/(x - x)"}}
    motion = dalembert.simulate(dalembert.model(**PLANT, sampled=sampled, simulate={"t_end": 1}))
    assert "the sampled value `u` is not finite" in str(motion.message)


def test_more_samples_than_a_run_may_take_are_refused():
    """More samples than a run may take are refused."""
    sampled = {"u": {"every": 1e-9, "value": "-x"}}
    model = dalembert.model(**PLANT, sampled=sampled, simulate={"t_end": 1})
    with pytest.raises(dalembert.ModelError, match="sampled every 1e-09 s"):
        dalembert.simulate(model)


@pytest.mark.parametrize("verb", [dalembert.modes, dalembert.linearise, dalembert.equilibrium])
def test_analyses_without_a_run_refuse_a_sampled_value(verb):
    """Analyses without a run refuse a sampled value."""
    with pytest.raises(dalembert.ModelError, match="`u` is sampled"):
        verb(dalembert.model(**PLANT, sampled=PID, simulate={"t_end": 1}))
