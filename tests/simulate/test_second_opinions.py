"""Radau from zero, and the solvers of SUNDIALS: they run what is well posed, and end with a reason where it is not."""

from __future__ import annotations

import random

import numpy as np
import pytest

import dalembert

# -- radau where everything begins at zero -----------------------------------------------------------


def rolling(seed: int) -> dalembert.Model:
    """A wheel on a plane that steers itself, all coordinates at zero; an integral that begins at zero with a zero rate."""
    draw = random.Random(seed)
    size = 10 ** draw.uniform(-3, 3)
    start = [draw.uniform(-1, 1) for _ in range(2)]
    still = draw.random() < 0.3
    return dalembert.model(
        parameters={
            "R": size,
            "m": 10 ** draw.uniform(-2, 2),
            "c": draw.uniform(-1, 1),
            "k": draw.uniform(1, 5),
        },
        coordinates={
            "x": {"start": 0},
            "y": {"start": 0},
            "th": {"start": 0, "speed": 0 if still else start[0]},
            "phi": {"start": 0, "speed": 0 if still else start[1]},
        },
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2) + 1/2*m*R^2*(th'^2 + phi'^2)",
            "potential": "m*R^2*k*(1 - cos(th + c)) + m*R^2*sin(phi)",
        },
        constraints={"flow": {"along": "x' - R*phi'*cos(th)", "across": "y' - R*phi'*sin(th)"}},
        states={"work": {"rate": "th'^2 + phi'^2", "start": 0}},
        outputs={"w": "work"},
    )


@pytest.mark.parametrize("seed", range(8))
def test_radau_starts_from_zero(seed: int) -> None:
    """Rolling models that begin at zero run with radau, and end where the explicit method ends."""
    model = rolling(seed)
    own, other = (
        dalembert.simulate(model, t_end=1, samples=4, rtol=1e-6, method=method)
        for method in ("radau", "rk853")
    )
    assert own.status == other.status == "ok", own.message
    size = np.abs(other.q).max() + 1e-3
    np.testing.assert_allclose(own.q, other.q, atol=1e-5 * size)
    np.testing.assert_allclose(own.s, other.s, atol=1e-5 * np.abs(other.s).max())
    assert own.work.rejected < 100


def test_a_rolling_disc_runs_with_radau() -> None:
    """The disc of the library, whose constraints do no work but for rounding, comes to the end with radau."""
    motion = dalembert.simulate("rolling_disc", method="radau", rtol=1e-6, samples=10)
    assert motion.status == "ok", motion.message


# -- SUNDIALS -----------------------------------------------------------------------------------------


def car_axis() -> dalembert.Model:
    """Mazzia, Magherini, Test set for initial value problem solvers, release 2.4, 2008: car axis."""
    return dalembert.model(
        parameters={"L": 1, "L0": 0.5, "m": "0.01^2*10/2"},
        coordinates={
            "xl": {"start": 0, "speed": -0.5},
            "yl": {"start": "L0", "speed": 0},
            "xr": {"start": 1, "speed": -0.5},
            "yr": {"start": "L0", "speed": 0},
        },
        definitions={
            "yb": "0.1*sin(10*t)",
            "xb": "sqrt(L^2 - yb^2)",
            "left": "sqrt(xl^2 + yl^2)",
            "right": "sqrt((xr - xb)^2 + (yr - yb)^2)",
        },
        energy={
            "kinetic": "1/2*m*(xl'^2 + yl'^2 + xr'^2 + yr'^2)",
            "potential": "1/2*(left - L0)^2 + 1/2*(right - L0)^2 + m*(yl + yr)",
        },
        constraints={
            "displacement": {"axis": "xl*xb + yl*yb", "bar": "(xl - xr)^2 + (yl - yr)^2 - L^2"},
        },
    )


@pytest.mark.parametrize("method", ["ida", "cvodes", "auto"])
def test_the_car_axis_agrees_with_its_reference(method: str) -> None:
    """The car axis ends where the test set says, with small masses beside multipliers of another size."""
    motion = dalembert.simulate(car_axis(), t_end=3, samples=3, rtol=1e-7, method=method)
    assert motion.status == "ok", motion.message
    reference = [0.493455784275402809e-1, 0.496989460230171154, 1.04174252488542152, 0.373911027265361257]
    assert motion.q[-1] == pytest.approx(reference, abs=2e-7)


@pytest.mark.parametrize("guess, end", [(-1, 0.3877163), (0.9, 3.2828716)])
def test_ida_ends_at_a_fold_by_name(guess: float, end: float, capfd: pytest.CaptureFixture[str]) -> None:
    """An unknown effort whose law folds back ends the run at the fold, as singular, after few steps and in silence."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 1}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
        work={"x": "-0.1*P"},
        efforts={"P": {"guess": guess}},
        constraints={"effort": {"law": "P^3 - P - x"}},
    )
    motion = dalembert.simulate(model, t_end=10, samples=40, rtol=1e-6, method="ida")
    assert motion.status == "failed"
    assert motion.reached == pytest.approx(end, abs=2e-3)
    assert "not determined" in motion.message
    assert motion.work.steps < 20_000
    assert capfd.readouterr() == ("", "")


def test_ida_needs_no_inertia_of_its_own_in_every_coordinate() -> None:
    """A body in Euler parameters, whose M is singular without its constraint, runs with ida."""
    motion = dalembert.simulate("free_rigid_body", t_end=0.01, samples=2, rtol=1e-4, method="ida")
    other = dalembert.simulate("free_rigid_body", t_end=0.01, samples=2, rtol=1e-6)
    assert motion.status == "ok", motion.message
    np.testing.assert_allclose(motion.q, other.q, atol=1e-3)


def test_ida_refuses_constraints_that_depend_on_one_another() -> None:
    """Multipliers that are not determined are refused by name before ida is asked."""
    with pytest.raises(dalembert.ModelError, match="independent"):
        dalembert.simulate("bricard", t_end=1, method="ida")
