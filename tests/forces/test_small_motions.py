"""Analyses without a run where forces depend on forces: equilibria, linear equations and modes in closed form."""

from __future__ import annotations

import numpy as np
import pytest

import dalembert

G, L, M = 9.81, 0.7, 1.3


def pendulum(**work: str) -> dalembert.Model:
    """A mass on a rod, in its plane; the tension is lam_rod L."""
    return dalembert.model(
        parameters={"m": M, "g": G, "l": L, "k": 0.4, "c": 0.3},
        coordinates={"x": {"start": 0.1, "speed": 0.0}, "y": {"guess": -L}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
        constraints={"displacement": {"rod": "(x^2 + y^2 - l^2)/2"}},
        work=work,
    )


def test_a_force_across_a_rod_that_grows_with_its_tension() -> None:
    """A force k times the tension turns the rest to tan θ = k, and small motions have ω² = g/(l cos θ)."""
    model = pendulum(x="-k*lam_rod*y", y="k*lam_rod*x")
    hanging = [found for found in dalembert.equilibrium(model).equilibria if found["y"] < 0]
    angle = np.arctan(0.4)
    (rest,) = hanging
    assert rest["x"] == pytest.approx(L * np.sin(angle), rel=1e-9)
    modes = dalembert.modes(model, at={"x": L * np.sin(angle)})
    assert modes.modes[0].rad_s == pytest.approx((G / L / np.cos(angle)) ** 0.5, rel=1e-9)


def test_damping_by_a_tension_damps_small_motions() -> None:
    """Drag c λ v at the lower rest, λ = m g/l: s² + c g/l s + g/l = 0."""
    linear = dalembert.linearise(pendulum(x="-c*lam_rod*x'", y="-c*lam_rod*y'"), at={"x": 0.0})
    values = np.sort_complex(np.linalg.eigvals(linear.state.A))
    assert values == pytest.approx(np.sort_complex(np.roots([1, 0.3 * G / L, G / L])), rel=1e-9)


def test_a_force_of_an_acceleration_is_inertia() -> None:
    """−k x'' adds k to the mass; the linear equations say so."""
    model = dalembert.model(
        parameters={"m": 2.0, "k": 0.5, "s": 10.0},
        coordinates={"x": {"start": 0.0, "speed": 0.0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*s*x^2"},
        work={"x": "-k*x''"},
    )
    assert dalembert.modes(model).modes[0].rad_s == pytest.approx(2.0, rel=1e-12)
    assert np.allclose(dalembert.linearise(model).mechanical.M, 2.5, rtol=1e-12)


def block(mu: float) -> dalembert.Model:
    """A block on an incline of 20° on a spring, sliding down with friction of the normal force."""
    return dalembert.model(
        parameters={"m": 2.0, "g": G, "mu": mu, "s": 50.0},
        coordinates={"x": {"start": 0.0, "speed": 1.0}, "y": {"start": 0.0}},
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2)",
            "potential": "m*g*(y*cos(0.35) - x*sin(0.35)) + 1/2*s*x^2",
        },
        constraints={"displacement": {"floor": "y + x^2"}},
        work={"x": "-mu*abs(lam_floor)*sign(x')"},
    )


def test_friction_that_slides_has_linear_equations() -> None:
    """Away from rest the linear equations are those of differences of the accelerations."""
    model, at = block(0.3), {"x": 0.02, "x'": 1.0}
    A = dalembert.linearise(model, at=at).state.A

    def acceleration(dx: float, dv: float) -> float:
        start = {"x": 0.02 + dx, "y": -((0.02 + dx) ** 2)}
        made = dalembert.vary(model, start=start, speed={"x": 1.0 + dv})
        return float(dalembert.simulate(made, t_end=1e-6, samples=1, rtol=1e-6)["x''"][0])

    h = 1e-4
    slopes = [(acceleration(dx, dv) - acceleration(-dx, -dv)) / (2 * h) for dx, dv in ((h, 0), (0, h))]
    assert A[1] == pytest.approx(slopes, rel=1e-6)


def test_what_sticks_or_jams_has_no_linear_equations() -> None:
    """At rest friction has a jump; forces that grow the more they act have no unique solution."""
    with pytest.raises(dalembert.ModelError, match=r"kink|jump"):
        dalembert.linearise(block(0.3), at={"x": 0.02})
    grown = dalembert.model(
        coordinates={"x": {"start": 0.0, "speed": 0.0}},
        energy={"kinetic": "x'^2/2", "potential": "x^2/2"},
        work={"x": "3*x''"},
    )
    with pytest.raises(dalembert.ModelError, match="no unique solution"):
        dalembert.linearise(grown)
