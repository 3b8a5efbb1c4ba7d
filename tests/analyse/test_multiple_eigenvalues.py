"""Multiple eigenvalues on the imaginary axis: whether small motions stay small is decided by their shapes."""

from __future__ import annotations

import numpy as np
import pytest

import dalembert

LACKING = "stable_shapes_lacking"


def gyroscope(a: float, b: float, G: float, *, rate: float = 1.0) -> dalembert.Equilibrium:
    """X'' = a x + G y', y'' = b y − G x', with times divided by `rate`: λ⁴ + (G² − a − b) λ² + a b = 0."""
    found = dalembert.equilibrium(
        dalembert.model(
            parameters={"a": a * rate**2, "b": b * rate**2, "G": G * rate},
            coordinates={"x": {"start": 0.3}, "y": {"start": 0.2}},
            energy={
                "kinetic": "1/2*x'^2 + 1/2*y'^2 + G*x*y'",
                "potential": "-1/2*a*x^2 - 1/2*b*y^2",
            },
        )
    )
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("seed", range(12))
def test_gyroscopic_forces_at_the_boundary_decide_nothing(seed: int) -> None:
    """G = √a + √b has double eigenvalues ±i (a b)^¼ with one shape; above it is stabilised, below unstable."""
    random = np.random.default_rng(seed)
    a, b = random.uniform(0.5, 3, size=2)
    if seed % 3 == 0:
        b = a
    rate, critical = 10.0 ** random.uniform(-9, 9), float(np.sqrt(a) + np.sqrt(b))
    there = gyroscope(a, b, critical, rate=rate)
    assert (there.stability, there.sentence.key) == ("undecided", LACKING)
    top = there.eigenvalues[np.argmax(there.eigenvalues.imag)]
    assert abs(top / rate - 1j * (a * b) ** 0.25) <= 1e-9
    above, below = (gyroscope(a, b, critical * (1 + away), rate=rate) for away in (1e-9, -1e-9))
    assert (above.stability, above.sentence.key) == ("undecided", "stable_no_minimum")
    assert below.stability == "unstable"


@pytest.mark.parametrize("seed", range(8))
def test_a_minimum_is_stable_whatever_gyroscopic_forces_do(seed: int) -> None:
    """A Foucault pendulum of any speed is stable; of equal frequencies, both have shapes of their own."""
    random = np.random.default_rng(seed)
    G = 0.0 if seed == 0 else 10.0 ** random.uniform(-12, 3)
    found = gyroscope(-1.0, -1.0, G)
    assert found.stability == "stable"
    assert np.all(found.eigenvalues.real == 0)


def follower(p: float, *, rate: float = 1.0, damped: float = 0.0) -> dalembert.Equilibrium:
    """X'' + 2 x − p y = 0, y'' + 4 y + p x = 0, a force that no potential has: flutter beyond p = 1."""
    found = dalembert.equilibrium(
        dalembert.model(
            parameters={"p": p * rate**2, "k": rate**2, "c": damped * rate},
            coordinates={"x": {"start": 0.3}, "y": {"start": 0.2}},
            energy={
                "kinetic": "1/2*x'^2 + 1/2*y'^2",
                "potential": "k*x^2 + 2*k*y^2",
                "dissipation": "1/2*c*(x'^2 + y'^2)",
            },
            work={"x": "p*y", "y": "-p*x"},
        )
    )
    return found[0]


@pytest.mark.parametrize("rate", [1.0, 3.7e-8, 2.9e7])
def test_flutter_begins_where_two_frequencies_meet(rate: float) -> None:
    """At p = 1 the squares of both frequencies are 3 and share a shape; below they differ, beyond one grows."""
    there = follower(1.0, rate=rate)
    assert (there.stability, there.sentence.key) == ("undecided", LACKING)
    assert abs(abs(there.eigenvalues[0]) / rate - np.sqrt(3)) <= 1e-9
    assert follower(1 - 1e-9, rate=rate).sentence.key == "stable_neither"
    growing = follower(1 + 1e-6, rate=rate)
    assert growing.stability == "unstable"
    assert np.isclose(growing.eigenvalues.real.max() / rate, np.sqrt(2e-6) / (2 * np.sqrt(3)), rtol=1e-3)
    assert follower(1.0, rate=rate, damped=0.1).stability == "asymptotically stable"


def test_equal_oscillators_have_all_their_shapes() -> None:
    """Ten equal oscillators beside a decaying state neither grow nor decay: no shape is lacking."""
    names = [f"x{i}" for i in range(10)]
    model = dalembert.model(
        coordinates={name: {"start": 0.1} for name in names},
        energy={
            "kinetic": " + ".join(f"1/2*{name}'^2" for name in names),
            "potential": " + ".join(f"1/2*{name}^2" for name in names),
        },
        states={"s": {"rate": "-s + x1", "start": 0.0}},
    )
    found = dalembert.equilibrium(model)[0]
    assert found.sentence.key == "stable_neither"
    assert np.isclose(np.sort(np.abs(found.eigenvalues)), 1).all()


def test_free_motions_stay_neutral_beside_vibrations() -> None:
    """A charge in a magnetic field drifts nowhere, a free mass does: neither is a matter of lacking shapes."""
    assert gyroscope(0.0, 0.0, 2.0).stability == "neutral"
    free = dalembert.equilibrium(
        dalembert.model(
            coordinates={"x": {"start": 0.1}, "y": {"start": 0.2}},
            energy={"kinetic": "1/2*x'^2 + 1/2*y'^2", "potential": "1/2*(x - y)^2"},
        )
    )
    assert free[0].stability == "neutral"
