"""The method `taylor`: its order, its steps, truths, events, constraints, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

import dalembert
from dalembert._compile.compiler import find_compiler
from dalembert._compile.native import library
from dalembert._compile.run_functions import functions_of
from dalembert._simulate.prepare import prepare_run
from dalembert._simulate.taylor import order_of
from dalembert.verbs.simulate import model_to_run

KEPLER = {"x": {"start": 0.5, "speed": 0}, "y": {"start": 0, "speed": "sqrt(3)"}}


def pendulum(**more: object) -> dalembert.Model:
    """A pendulum that swings far out."""
    return dalembert.model(
        parameters={"g": 9.81},
        coordinates={"a": {"start": 2.0, "speed": 0}},
        energy={"kinetic": "1/2*a'^2", "potential": "-g*cos(a)"},
        **more,
    )


def kepler() -> dalembert.Model:
    """An orbit of eccentricity 1/2 with the period 2π."""
    return dalembert.model(
        parameters={"mu": 1},
        coordinates=KEPLER,
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "-mu/sqrt(x^2 + y^2)"},
    )


def refusal(model: dalembert.Model, **settings: object) -> str:
    """The letter with which a model is refused."""
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.simulate(model, method="taylor", **{"t_end": 1, **settings})
    return str(caught.value)


@pytest.mark.parametrize("samples", [4, 997])
@pytest.mark.parametrize(("rtol", "steps"), [(1e-3, [20, 28, 40, 56]), (1e-6, [12, 16, 22, 30])])
def test_the_error_falls_with_the_order_that_the_tolerance_chooses(
    rtol: float, steps: list[int], samples: int
) -> None:
    """The slope of the error over fixed steps is the order, at the ends of steps and inside them."""
    right, errors = dalembert.simulate(pendulum(), t_end=2, samples=samples, rtol=1e-13), []
    for count in steps:
        motion = dalembert.simulate(
            pendulum(), t_end=2, samples=samples, rtol=rtol, method="taylor", dt=2 / count
        )
        assert motion.work.steps == count
        errors.append(np.abs(motion.q - right.q).max())
    slope = -float(np.polyfit(np.log(steps), np.log(errors), 1)[0])
    assert slope >= order_of(rtol / 30) - 0.3
    assert slope <= order_of(rtol / 30) + 1  # of an even or odd series the next term may vanish


@pytest.mark.parametrize("rtol", [1e-4, 1e-8, 1e-12])
def test_an_orbit_closes(rtol: float) -> None:
    """After ten periods the body is where it began, within the tolerance and within what is claimed."""
    motion = dalembert.simulate(kepler(), t_end="20*pi", samples=10, rtol=rtol, method="taylor")
    assert motion.status == "ok"
    off = max(abs(motion.q[-1, 0] - 0.5), abs(motion.q[-1, 1]) / 2)
    assert off <= rtol
    assert off <= 3 * motion.accuracy.achieved * 2


def test_energy_and_angular_momentum_stay_over_a_hundred_turns() -> None:
    """With compensated sums what is conserved is off by few last bits after a hundred turns."""
    motion = dalembert.simulate(kepler(), t_end="200*pi", samples=50, rtol=1e-10, method="taylor")
    x, y, vx, vy = *motion.q.T, *motion.qd.T
    assert np.abs(x * vy - y * vx - np.sqrt(3) / 2).max() <= 6e-14
    assert np.abs(motion.T + motion.V + 0.5).max() <= 6e-14


def test_tight_tolerances_take_few_steps() -> None:
    """Four digits more cost a third more steps at most, since the order grows with them; rk853 takes twice as many."""
    steps = [
        dalembert.simulate(kepler(), t_end=6, samples=4, rtol=rtol, method="taylor").work.steps
        for rtol in (1e-8, 1e-12)
    ]
    assert steps[1] <= 4 * steps[0] / 3
    series, other = (
        dalembert.simulate(kepler(), t_end=30, samples=4, rtol=1e-12, method=method).work.steps
        for method in ("taylor", "rk853")
    )
    assert series <= 0.5 * other


@pytest.mark.parametrize("system", ["triple_pendulum", "tables"])
def test_a_compiled_run_has_the_bits_of_an_interpreted_one(system: str) -> None:
    """Interpreted recurrences and compiled ones lead to the same rows, step for step."""
    asked = dalembert.RunSettings(t_end=3.0, samples=30, rtol=1e-10, method="taylor")
    source = driven_by_tables("monotone") if system == "tables" else system
    rows = []
    for compiled in (False, True):
        ready = prepare_run(model_to_run(source, None, asked)[0])
        compiler = find_compiler()
        assert compiler is not None
        order = ready.method.method.args[0]
        functions = functions_of(
            ready.dynamics.compiled.series(order), ready.dynamics, library("taylor", compiler), compiler
        )
        if compiled:
            functions.note_cost(1e9)
        assert compiled <= functions.compiled
        rows.append(ready.method.method(ready.problem, lambda _: None).rows)
    np.testing.assert_array_equal(*rows)


def test_events_lie_where_the_series_has_its_zeros() -> None:
    """The oscillation cos t crosses 0.3 at ±arccos 0.3 + 2πk, rising and falling in turn."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
        events={"cross": {"when": "x - 0.3"}},
    )
    motion = dalembert.simulate(model, t_end=20, samples=5, rtol=1e-11, method="taylor")
    first = np.arccos(0.3)
    expected = sorted(
        t for k in range(4) for t in (first + 2 * np.pi * k, 2 * np.pi * (k + 1) - first) if t <= 20
    )
    np.testing.assert_allclose([event.t for event in motion.events], expected, atol=1e-10)


def test_constraints_hold_at_every_row() -> None:
    """A four-bar linkage stays closed to rounding, and turns as rk853 has it."""
    motion = dalembert.simulate("four_bar", rtol=1e-9, samples=200, method="taylor")
    other = dalembert.simulate("four_bar", rtol=1e-9, samples=200, method="rk853")
    assert motion.status == "ok"
    assert motion.residual.position.max() <= 1e-12
    assert motion.residual.velocity.max() <= 1e-12
    assert np.abs(motion.q - other.q).max() <= 1e-8 * np.abs(other.q).max()


def test_a_force_that_is_on_for_a_while_is_followed() -> None:
    """Under a unit force from 1 s to 2 s a free mass moves as the parabola and lines say."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2"},
        inputs={"F": "step(t - 1) - step(t - 2)"},
        work={"x": "F"},
    )
    motion = dalembert.simulate(model, t_end=4, samples=40, rtol=1e-12, method="taylor")
    t = motion.t
    on = np.clip(t - 1, 0, 1)
    np.testing.assert_allclose(motion.q[:, 0], on**2 / 2 + np.clip(t - 2, 0, None), atol=1e-12)


def test_a_fast_force_is_not_shifted_in_time() -> None:
    """From rest under sin(2280 t) the first row is right to 1e-13: the series begins at the start, not beside it."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
        work={"x": "sin(2280*t)"},
    )
    motion = dalembert.simulate(model, t_end=0.2, samples=1, rtol=1e-12, method="taylor")
    right = (np.sin(2280 * 0.2) - 2280 * np.sin(0.2)) / (1 - 2280.0**2)
    assert motion.q[-1, 0] == pytest.approx(right, rel=1e-13)


def test_a_force_from_a_table_is_followed_from_cell_to_cell() -> None:
    """Under a force that rises to 1 and falls again along lines, a free mass moves as two cubics."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2"},
        inputs={"F": {"times": [0, 1, 2], "values": [0, 1, 0], "interpolate": "linear"}},
        work={"x": "F"},
    )
    motion = dalembert.simulate(model, t_end=2, samples=40, rtol=1e-12, method="taylor")
    after = np.clip(motion.t - 1, 0, None)
    np.testing.assert_allclose(motion.q[:, 0], motion.t**3 / 6 - after**3 / 3, atol=1e-12)
    assert motion.status == "ok"


def driven_by_tables(interpolate: str) -> dalembert.Model:
    """A pendulum on a support that moves as a table says, with a torque from another table."""
    times = [0, 0.5, 1.0, 1.7, 2.5, 3.2, 4.0]
    return dalembert.model(
        parameters={"m": 1.3, "g": 9.81, "l": 0.7},
        coordinates={"x": {"start": 0.2}, "a": {"start": 0.4, "speed": 0}},
        inputs={
            "z": {"times": times, "values": [0.2, 0.1, 0.05, -0.2, 0.3, 0.1, 0], "interpolate": "spline"},
            "f": {"times": times, "values": [0, 1, 0, 0.5, -1, 0, 0.2], "interpolate": interpolate},
        },
        energy={
            "kinetic": "1/2*x'^2 + 1/2*m*(x'^2 + 2*l*x'*a'*cos(a) + l^2*a'^2)",
            "potential": "-m*g*l*cos(a)",
            "dissipation": "1/2*0.1*(a' - z')^2",
        },
        work={"a": "f*cos(a)*z"},
        constraints={"displacement": {"support": "x - z"}},
    )


@pytest.mark.parametrize("interpolate", ["linear", "monotone", "spline"])
def test_tables_in_forces_and_constraints_lead_to_the_motion_of_rk853(interpolate: str) -> None:
    """Inputs with all their derivatives: the rows of both methods agree within the sum of their claims."""
    motions = [
        dalembert.simulate(driven_by_tables(interpolate), t_end=4, samples=50, rtol=1e-10, method=method)
        for method in ("taylor", "rk853")
    ]
    assert [motion.status for motion in motions] == ["ok", "ok"]
    claimed = sum(motion.accuracy.achieved for motion in motions)
    assert np.abs(motions[0].q - motions[1].q).max() <= claimed * np.abs(motions[1].q).max()


def test_what_has_no_series_is_refused_by_name() -> None:
    """Delays, exponents that are parameters, and rates that are solved for are named, with what to do."""
    free = {"kinetic": "1/2*x'^2"}
    start = {"x": {"start": 1, "speed": 0}}
    late = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0, "before": "1"}}, energy=free, work={"x": "-delay(x, 0.3)"}
    )
    assert "delayed values" in refusal(late)
    power = dalembert.model(parameters={"n": 3}, coordinates=start, energy={**free, "potential": "x^n"})
    assert "write the exponent as a number" in refusal(power)
    massless = dalembert.model(
        coordinates={**start, "y": {"start": 0}},
        energy={**free, "potential": "1/2*(x - y)^2", "dissipation": "1/2*y'^2"},
    )
    assert "massless" in refusal(massless)


def test_without_a_compiler_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs in C alone, and says so."""
    monkeypatch.setattr("dalembert._simulate.prepare.find_compiler", lambda: None)
    assert "needs a C compiler" in refusal(pendulum())


HARDENING = dalembert.model(  # not linear: a linear model needs no steps at all
    coordinates={"x": {"start": 0.1}, "y": {"start": -0.05}},
    energy={
        "kinetic": "1/2*x'^2 + 1/2*y'^2",
        "potential": "1/2*1500*x^2 + 1/4*x^4 + 1/2*900*(x - y)^2",
    },
)


def test_auto_takes_series_for_long_smooth_runs_and_says_why() -> None:
    """A hardening spring for 1000 s at 1e-12: series cost less by count, and end where rk853 does, within both claims."""
    asked = {"t_end": 1000, "samples": 100, "rtol": 1e-12}
    motion = dalembert.simulate(HARDENING, **asked)
    other = dalembert.simulate(HARDENING, method="rk853", **asked)
    assert (motion.method, motion.status) == ("taylor", "ok")
    assert [remark.key for remark in motion.remarks if remark.key == "remark_series"]
    assert motion.work.steps < other.work.steps / 4
    off = np.abs(motion.q - other.q) / np.abs(other.q).max(axis=0)
    assert off.max() <= 3 * (motion.accuracy.achieved + other.accuracy.achieved)


@pytest.mark.parametrize(
    ("system", "settings"),
    [
        (HARDENING, {"t_end": 10, "rtol": 1e-12}),  # short
        (HARDENING, {"t_end": 300, "rtol": 1e-6}),  # not tight
        ("four_bar", {"t_end": 100, "rtol": 1e-9}),  # constrained
    ],
)
def test_auto_stays_with_rk853_where_series_do_not_pay(
    system: str | dalembert.Model, settings: dict[str, float]
) -> None:
    """Short runs, few digits and constraints are left to the Runge-Kutta method."""
    assert dalembert.simulate(system, samples=20, **settings).method == "rk853"
