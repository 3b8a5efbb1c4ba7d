"""Answers in other units are the same answers: the law for equilibria, linear equations, modes, efforts, momenta."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from rescaled_models import (
    ENERGY,
    FAMILIES,
    LENGTH,
    MASS,
    STIFFNESS,
    TIME,
    Dimension,
    Sample,
    drawn,
    factor,
    of,
    unit_changes,
)

import dalembert

EXACT = np.ones(5)
CLOSE = 1e-6


def same(now: object, before: object, by: object, least: object) -> bool:
    """Whether numbers are those of before times their factors, apart from rounding beside their sizes."""
    expected, by, least = (np.asarray(x) for x in (before, by, least))
    return bool(np.all(np.abs(np.asarray(now) / by - expected) <= CLOSE * np.abs(expected) + 1e-7 * least))


class Answers:
    """Equilibria, linear equations and modes of a model about the equilibrium nearest to its start."""

    def __init__(self, sample: Sample, factors: np.ndarray, *, units: bool = True) -> None:
        model = sample.written(factors, units=units)
        self.equilibria = dalembert.equilibrium(model)
        nearest = self.equilibria[self.equilibria.nearest]
        place = {name: nearest[name] for name in sample.sizes}
        self.linear, self.modes = dalembert.linearise(model, place), dalembert.modes(model, place)
        assert not self.linear.residual


def compare_equilibria(
    sample: Sample, factors: np.ndarray, before: dalembert.Equilibria, now: dalembert.Equilibria
) -> None:
    """Compare values, energies, stability and eigenvalues."""
    names = list(sample.sizes)
    by = np.array([factor(sample.dimension(name), factors) for name in names])
    sizes = np.array([sample.sizes[name] for name in names])

    def table(
        found: dalembert.Equilibria, factors: np.ndarray
    ) -> list[tuple[np.ndarray, dalembert.Equilibrium]]:
        rows = [(np.array([one[name] for name in names]) / factors / sizes, one) for one in found]
        return sorted(rows, key=lambda row: np.round(row[0], 5).tolist())

    first, second = table(before, np.ones(len(names))), table(now, by)
    assert len(first) == len(second), (before, now)
    for (a, one), (b, other) in zip(first, second, strict=True):
        assert np.allclose(a, b, rtol=CLOSE, atol=1e-7), (a, b)
        assert (one.stability, one.dimension, one.sentence.key) == (
            other.stability,
            other.dimension,
            other.sentence.key,
        )
        rate = np.abs(one.eigenvalues).max(initial=0.0)
        values = np.sort_complex(np.round(one.eigenvalues / (rate or 1.0), 9))
        others = np.sort_complex(np.round(other.eigenvalues * factors[2] / (rate or 1.0), 9))
        assert np.allclose(values, others, atol=1e-5), (values, others)
    energies = np.array([one.V for one in before])
    assert same([one.V for one in now], energies, factor(ENERGY, factors), np.abs(energies).max(initial=0.0))
    assert before.nearest == now.nearest


def compare_linear(
    sample: Sample, factors: np.ndarray, first: dalembert.Linear, second: dalembert.Linear
) -> None:
    """Compare M, C, K and A."""
    names = list(sample.coordinates)
    inverse = np.array([1 / factor(sample.dimension(name), factors) for name in names])
    energy, time = factor(ENERGY, factors), factors[2]
    for letter, power in (("M", 2), ("C", 1), ("K", 0)):
        a, b = (matrix_of(one.mechanical, letter) for one in (first, second))
        by = energy * time**power * np.outer(inverse, inverse)
        sizes = np.array([sample.sizes[name] for name in names])
        least = np.abs(a * np.outer(sizes, sizes)).max(initial=0.0) / np.outer(sizes, sizes)
        assert same(b, a, by, least), letter
    assert first.state.states == second.state.states
    by = np.array([factor(state_dimension(sample, name), factors) for name in first.state.states])
    rate = np.abs(np.linalg.eigvals(first.A)).max()
    sizes = np.array(
        [
            sample.sizes[name.rstrip("'")] * (rate if name.endswith("'") else 1.0)
            for name in first.state.states
        ]
    )
    least = np.abs(first.A * sizes / sizes[:, np.newaxis]).max() * sizes[:, np.newaxis] / sizes
    assert same(second.A, first.A, by[:, np.newaxis] / by / time, least)


def matrix_of(matrices: object, letter: str) -> np.ndarray:
    """M, C or K."""
    return {"M": matrices.M, "C": matrices.C, "K": matrices.K}[letter]


def state_dimension(sample: Sample, name: str) -> Dimension:
    """The dimension of a coordinate, speed or state."""
    return of((sample.dimension(name[:-1]), 1), (TIME, -1)) if name.endswith("'") else sample.dimension(name)


def compare_modes(
    sample: Sample, factors: np.ndarray, first: dalembert.Modes, second: dalembert.Modes
) -> None:
    """Compare kinds, frequencies, damping ratios and, where frequencies are simple, shapes."""
    assert [(one.kind, first.kind) for one in first] == [(one.kind, second.kind) for one in second]
    fastest = max((one.rad_s for one in first), default=0.0)
    for one, other in zip(first, second, strict=True):
        assert abs(other.rad_s * factors[2] - one.rad_s) <= CLOSE * one.rad_s + 1e-9 * fastest
        assert abs(other.damping - one.damping) <= 1e-5
    by = np.array([factor(sample.dimension(name), factors) for name in first.names])
    sizes = np.array([sample.sizes[name] for name in first.names])
    for one, other in zip(first, second, strict=True):
        if sum(abs(one.eigenvalue - third.eigenvalue) <= 1e-3 * fastest for third in first) == 1:
            a, b = one.shape / sizes, other.shape / by / sizes
            assert abs(np.vdot(a, b)) >= (1 - 1e-5) * np.linalg.norm(a) * np.linalg.norm(b)


def efforts_in_other_units(sample: Sample, factors: np.ndarray) -> None:
    """Compare the efforts for a motion of all coordinates."""
    tables = []
    for change in (EXACT, factors):
        rate = float(2.0 / change[2])
        motion = {
            name: f"({float(sample.sizes[name] * factor(d, change))!r})*0.2*sin({rate * (k + 1)!r}*t)"
            for k, (name, (_, d)) in enumerate(sample.coordinates.items())
        }
        tables.append(
            dalembert.inverse(sample.written(change), motion, t_end=float(3.0 * change[2]), samples=40)
        )
    first, second = tables
    for name, (_, d) in sample.coordinates.items():
        by = factor(of((ENERGY, 1), (d, -1)), factors)
        a, b = first[f"effort_{name}"], second[f"effort_{name}"]
        assert same(b, a, by, np.abs(a).max())
    assert second.balance <= 1e-9


PAIRS = [
    pytest.param(family, seed, marks=() if seed < 2 else pytest.mark.soak)
    for family in FAMILIES
    for seed in range(14)
]


@pytest.mark.parametrize(("family", "seed"), PAIRS)
def test_answers_change_with_units_only_as_their_dimensions_say(family: str, seed: int) -> None:
    """Equilibria, stability, eigenvalues, M, C, K, A and modes are the same; also where no unit is written."""
    sample = FAMILIES[family](seed)
    before = Answers(sample, EXACT)
    for k, factors in enumerate(unit_changes(seed, 3)):
        now = Answers(sample, factors, units=k != 1)
        compare_equilibria(sample, factors, before.equilibria, now.equilibria)
        compare_linear(sample, factors, before.linear, now.linear)
        compare_modes(sample, factors, before.modes, now.modes)


@pytest.mark.parametrize(("family", "seed"), PAIRS)
def test_efforts_change_with_units_only_as_their_dimensions_say(family: str, seed: int) -> None:
    """The efforts for the same motion in other units are the same efforts."""
    sample = FAMILIES[family](seed)
    for factors in unit_changes(seed + 100, 2):
        efforts_in_other_units(sample, factors)


def planar(seed: int) -> tuple[Sample, bool]:
    """A mass in the plane on springs that harden; whether they are the same in all directions."""
    random = np.random.default_rng(seed)
    length, k = drawn(random, 0.01, 10), drawn(random, 0.1, 100)
    alike = seed % 2 == 0
    sample = Sample(
        parameters={
            "m": (drawn(random, 0.1, 10), MASS),
            "kx": (k, STIFFNESS),
            "ky": (k if alike else k * random.uniform(1.2, 3), STIFFNESS),
            "b": (k / length**2, of((STIFFNESS, 1), (LENGTH, -2))),
        },
        coordinates={"x": (0.0, LENGTH), "y": (0.0, LENGTH)},
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2)",
            "potential": "1/2*kx*x^2 + 1/2*ky*y^2 + b*(x^2 + y^2)^2",
        },
        sizes={"x": length, "y": length},
    )
    return sample, alike


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 8))]
)
def test_momenta_are_conserved_in_all_units_or_in_none(seed: int) -> None:
    """Springs alike in all directions conserve the angular momentum, others do not, in any units."""
    sample, alike = planar(seed)
    for factors in (EXACT, *unit_changes(seed, 6)):
        quantities = dalembert.conserved(dalembert.derive(sample.written(factors)))
        assert [one.kind for one in quantities] == (["momentum", "energy"] if alike else ["energy"])


JUDGED = [(5, 1), *(pytest.param(seed, 5, marks=pytest.mark.soak) for seed in range(10))]


@pytest.mark.parametrize(("seed", "count"), JUDGED)
def test_equations_are_right_or_wrong_in_all_units(seed: int, count: int) -> None:
    """The force between charged plates with its half is right, with a fifth more it is wrong, in any units."""
    sample = FAMILIES["actuator"](seed)
    for factors in (EXACT, *unit_changes(seed, count)):
        model = sample.written(factors)
        right = dalembert.compare(model, "m*x'' + k*x - q^2/(2*eA) = 0")
        wrong = dalembert.compare(model, "m*x'' + k*x - 1.2*q^2/(2*eA) = 0")
        assert [str(one.judgements[0].finding) for one in (right, wrong)] == ["right", "wrong"], factors


def crank(factors: np.ndarray, seed: int, folder: Path) -> dalembert.Model:
    """A crank with a connecting rod between pins and a slide, on a spring, as bodies with joints that close a loop."""
    random = np.random.default_rng(seed)
    length, mass, g = drawn(random, 0.05, 2), drawn(random, 0.1, 5), drawn(random, 2, 15)
    numbers = {
        "a": (length, LENGTH),
        "l": (length * random.uniform(2, 4), LENGTH),
        "ha": (length / 2, LENGTH),
        "m": (mass, MASS),
        "g": (-g, of((LENGTH, 1), (TIME, -2))),
        "k": (mass * g / length * random.uniform(1, 3), STIFFNESS),
        "l0": (length * 1.5, LENGTH),
    }
    values = {name: repr(value * factor(d, factors)) for name, (value, d) in numbers.items()}
    text = """format = 1
[bodies]
gravity = [0, {g}]
[bodies.ground]
points = {{ O = [0, 0], P = [0, {l0}] }}
[bodies.crank]
mass = {m}
shape = {{ rod = {a} }}
centre = [{ha}, 0]
points = {{ A = [{a}, 0] }}
[bodies.link]
mass = {m}
shape = {{ rod = {l} }}
centre = [{a}, 0]
points = {{ B = [{l}, 0] }}
[joints]
O = {{ kind = "pin", between = ["ground.O", "crank"], coordinate = {{ phi = {{ start = 0.6 }} }} }}
A = {{ kind = "pin", between = ["crank.A", "link"], coordinate = {{ psi = {{ guess = -0.9 }} }} }}
[elements.spring]
kind = "spring"
between = ["ground.P", "link.B"]
stiffness = {k}
length = {l0}
"""
    file = folder / "crank.toml"
    file.write_text(text.format(**values), encoding="utf-8")
    return dalembert.read(file)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 6))])
def test_mechanisms_rest_alike_in_all_units(seed: int, tmp_path: Path) -> None:
    """Two hinged rods on a spring, written as bodies: angles at rest, stability and frequencies in any units."""
    before = dalembert.equilibrium(crank(EXACT, seed, tmp_path))
    for factors in unit_changes(seed, 1 if seed == 0 else 4):
        now = dalembert.equilibrium(crank(factors, seed, tmp_path))
        assert len(now) == len(before)
        for one in before:
            near = min(now, key=lambda other: abs(other["phi"] - one["phi"]) + abs(other["psi"] - one["psi"]))
            assert np.allclose([near["phi"], near["psi"]], [one["phi"], one["psi"]], atol=1e-6)
            assert near.stability == one.stability
            rates = [np.sort(np.abs(each.eigenvalues)) for each in (one, near)]
            assert np.allclose(rates[1] * factors[2], rates[0], rtol=1e-5, atol=1e-7 * rates[0].max())
