"""Modes: printed frequencies, minimal against redundant coordinates, rigid, damped and gyroscopic motions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from minimal import BELT, CRANK, PENDULUM, ROTOR, model, twins
from scipy.linalg import eigh
from scipy.optimize import linear_sum_assignment

import dalembert
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Number
from dalembert._model.records import Value


def value_of(number: float) -> Value:
    """A value of a model."""
    return Value(expression=Expression(Number(number)))


def farthest(one: list[complex], other: np.ndarray) -> float:
    """How far two sets of numbers are apart, each paired with its nearest."""
    apart = np.abs(np.array(one)[:, np.newaxis] - np.array(other))
    assert apart.shape[0] == apart.shape[1]
    return float(apart[linear_sum_assignment(apart)].max())


ROD_M = 10 * np.array([[2, 0, 1], [0, 15, 0], [1, 0, 2]]) / 3
ROD_K = 1e4 * np.array([[34, -15, 6], [-15, 25, -10], [6, -10, 29]]) / 25


def test_the_rod_has_the_modes_of_its_printed_matrices() -> None:
    """Park-open's M and K, typed here, have the natural frequencies and shapes to 1e-10."""
    squares, shapes = eigh(ROD_K, ROD_M)
    found = dalembert.modes("sprung_rod")
    assert found.kind == "undamped"
    np.testing.assert_allclose([mode.rad_s for mode in found], np.sqrt(squares), rtol=1e-12)
    np.testing.assert_allclose([mode.hz for mode in found], [1.78349, 6.26222, 8.84172], rtol=3e-6)
    for mode, shape in zip(found, shapes.T, strict=True):
        np.testing.assert_allclose(mode.shape, shape / shape[np.argmax(np.abs(shape))], rtol=0, atol=1e-10)
        assert mode.damping == 0


def test_the_drive_train_turns_as_a_whole() -> None:
    """One rigid mode by the teeth of the gears, and three frequencies by the inertias and stiffnesses."""
    found = dalembert.modes("drive_train")
    assert found.rigid == 1
    np.testing.assert_allclose(found[0].shape, [1, 1, -1 / 3, 1 / 4], atol=1e-12)
    assert found[0].eigenvalue == 0
    M = np.diag([10, 20 + 30 / 9, 40 + 50 * 9 / 16, 60])
    K = 1e9 * np.array(
        [[1, -1, 0, 0], [-1, 1 + 1 / 9, 1 / 3, 0], [0, 1 / 3, 1 + 9 / 16, 3 / 4], [0, 0, 3 / 4, 1]]
    )
    squares = eigh(K, M, eigvals_only=True)
    np.testing.assert_allclose([m.rad_s for m in list(found)[1:]], np.sqrt(squares[1:]), rtol=1e-10)
    np.testing.assert_allclose([m.hz for m in list(found)[1:]], [499.76, 912.32, 1913.19], rtol=1e-5)


def test_the_rod_pendulum_is_the_pendulum() -> None:
    """Redundant and minimal coordinates give ω = √(3g/2l)."""
    for one in ("rod_pendulum", model(PENDULUM)):
        found = dalembert.modes(one)
        assert len(found) == 1
        assert found[0].rad_s == pytest.approx(np.sqrt(3 * 9.81 / 20), rel=1e-12)
    full = dalembert.modes("rod_pendulum")
    np.testing.assert_allclose(full[0].shape, [1, 0, 0.2], atol=1e-12)  # x = l/2 θ


def test_the_linkage_swings_as_its_crank() -> None:
    """The linkage about its stable equilibrium on the open branch has the frequency of the crank alone."""
    few = dalembert.modes(model(CRANK))
    guesses = {"theta3": 1.0924, "theta4": 2.601, "x3": 0.1, "y3": 0.0, "x4": 0.66, "y4": 0.2}
    linkage = dalembert.read("four_bar")
    near = [
        replace(c, guess=value_of(guesses[c.name])) if c.name in guesses else c for c in linkage.coordinates
    ]
    many = dalembert.modes(replace(linkage, coordinates=tuple(near)), {"theta2": float(few.point.q[0])})
    assert many.point.qdd == pytest.approx(0, abs=1e-9)
    assert len(many) == len(few) == 1
    assert many[0].rad_s == pytest.approx(few[0].rad_s, rel=1e-10)


def test_the_conveyor_is_its_belt() -> None:
    """Two rigid and damped modes of the conveyor: those of the two masses on the belt, ζ = c/(2√(k μ))."""
    for one in ("conveyor", model(BELT)):
        found = dalembert.modes(one)
        assert found.rigid == 1
        assert found.kind == "damped"
        mu = 25 * 5 / 30
        assert found[1].rad_s == pytest.approx(np.sqrt(5e3 / mu), rel=1e-11)
        assert found[1].damping == pytest.approx(50 / (2 * np.sqrt(5e3 * mu)), rel=1e-11)


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(4, 20))]
)
def test_places_as_coordinates_change_no_mode(seed: int) -> None:
    """A random chain has the same eigenvalues with the places of its masses as coordinates."""
    few, many = twins(seed)
    rest = dalembert.modes(few)
    at = {c.name: float(x) for c, x in zip(few.coordinates, rest.point.q, strict=True)}
    again = dalembert.modes(many, at)
    one, other = (sorted((m.eigenvalue.imag, m.eigenvalue.real) for m in found) for found in (rest, again))
    np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("seed", range(10))
def test_random_systems_against_the_pencil(seed: int) -> None:
    """Random M, C, K with rigid directions: eigenvalues are those of the quadratic pencil, rigid ones counted."""
    random = np.random.default_rng(seed)
    n, rigid = 4, seed % 3
    R = random.normal(size=(n, n))
    M = R @ R.T + n * np.eye(n)
    S, T = random.normal(size=(n - rigid, n)), random.normal(size=(1, n - rigid))
    K = 50 * S.T @ S
    C = (S.T @ T.T) @ (T @ S) if seed % 2 else np.zeros((n, n))
    names = [f"x{i}" for i in range(n)]

    def form(matrix: np.ndarray, mark: str) -> str:
        return " + ".join(
            f"1/2*({matrix[i, j]!r})*{names[i]}{mark}*{names[j]}{mark}".replace("np.float64", "")
            for i in range(n)
            for j in range(n)
        )

    made = dalembert.model(
        coordinates={name: {"start": 0, "speed": 0} for name in names},
        energy={"kinetic": form(M, "'"), "potential": form(K, ""), "dissipation": form(C, "'")},
    )
    found = dalembert.modes(made)
    assert found.rigid == rigid
    zero, one = np.zeros((n, n)), np.eye(n)
    A = np.block([[zero, one], [-np.linalg.solve(M, K), -np.linalg.solve(M, C)]])
    expected = np.linalg.eigvals(A)
    expected = expected[np.argsort(np.abs(expected))][2 * rigid :]
    own = [m.eigenvalue for m in found if m.kind != "rigid"]
    own += [x.conjugate() for x in own if x.imag]
    assert farthest(own, expected) <= 1e-9 * np.abs(expected).max()
    for mode in found:
        lam = mode.eigenvalue
        rest = (lam**2 * M + lam * C + K) @ mode.shape
        assert np.abs(rest).max() <= 1e-9 * (np.abs(lam) ** 2 * np.abs(M).max() + np.abs(K).max())


def test_a_turning_frame_splits_the_frequencies() -> None:
    """Equal springs in a frame turning at Ω: ω ± Ω, shapes that circle, no growth."""
    found = dalembert.modes(dalembert.vary(model(ROTOR), parameters={"ky": 200}))
    assert found.kind == "gyroscopic"
    np.testing.assert_allclose([mode.rad_s for mode in found], [10 - 3, 10 + 3], rtol=1e-12)
    for mode in found:
        assert mode.damping == 0
        ratio = mode.shape[1] / mode.shape[0]
        assert abs(ratio.real) < 1e-10
        assert abs(ratio) == pytest.approx(1, rel=1e-10)


def test_unstable_modes_are_named() -> None:
    """A standing pendulum has a growing and a decaying mode; a follower force makes an oscillation grow."""
    found = dalembert.modes(model(PENDULUM), {"theta": 180})
    assert sorted(str(mode.kind) for mode in found) == ["decay", "growth"]
    assert [mode.unstable for mode in found] == [mode.kind == "growth" for mode in found]
    beck = dalembert.model(
        parameters={"P": 3},
        coordinates={"a": {"start": 0, "speed": 0}, "b": {"start": 0, "speed": 0}},
        energy={
            "kinetic": "1/2*(3*a'^2 + 2*a'*b'*cos(a - b) + b'^2)",
            "potential": "1/2*a^2 + 1/2*(b - a)^2",
        },
        work={"a": "P*sin(a - b)"},
    )
    flutter = dalembert.modes(beck)
    assert flutter.kind == "general"
    assert sum(mode.unstable for mode in flutter) == 1
    # (3 λ² + 2 − P)(λ² + 1) − (λ² − 1 + P)(λ² − 1) = 2 λ⁴ + (7 − 2 P) λ² + 1
    squares = np.roots([2, 7 - 2 * 3, 1])
    expected = np.concatenate([np.sqrt(squares.astype(complex)), -np.sqrt(squares.astype(complex))])
    own = [m.eigenvalue for m in flutter] + [m.eigenvalue.conjugate() for m in flutter]
    assert farthest(own, expected) <= 1e-9


def test_overdamped_motions_are_decays() -> None:
    """With ζ > 1 an oscillator has two decays, −ζω ± ω√(ζ²−1), and no frequency."""
    slow = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*4*x^2", "dissipation": "1/2*10*x'^2"},
    )
    found = dalembert.modes(slow)
    assert [str(mode.kind) for mode in found] == ["decay", "decay"]
    np.testing.assert_allclose(
        [m.eigenvalue.real for m in found], [-5 + np.sqrt(21), -5 - np.sqrt(21)], rtol=1e-12
    )


def test_a_braked_free_mass_stays_where_it_is_put() -> None:
    """A mass with a damper alone has one neutral mode and one decay at c/m, and no rigid mode."""
    free = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*2*x'^2", "dissipation": "1/2*3*x'^2"},
    )
    found = dalembert.modes(free)
    assert [str(mode.kind) for mode in found] == ["neutral", "decay"]
    assert found[1].eigenvalue == pytest.approx(-1.5)


def test_operating_speed_against_the_frequencies() -> None:
    """30 000 rpm is 0.05 % from the first mode of the drive train; twice that 9.6 % from the second."""
    found = dalembert.modes("drive_train", speed_rpm=30000, orders=2)
    table = {(one.mode, one.order): one for one in found.nearness}
    assert len(table) == 6
    assert table[1, 1].distance == pytest.approx(500 / 499.7613 - 1, abs=1e-6)
    assert table[2, 2].distance == pytest.approx(1000 / 912.32 - 1, abs=1e-5)
    assert [key for key, one in table.items() if one.close] == [(1, 1), (2, 2)]


def test_stiff_and_soft_are_not_called_rigid() -> None:
    """A pair of masses tied 10¹² times stiffer than it is held still has its slow oscillation."""
    pair = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "1/2*1e10*(x - y)^2 + 1/2*x^2"},
    )
    found = dalembert.modes(pair)
    assert found.rigid == 0
    assert found[0].rad_s == pytest.approx(np.sqrt(0.5), rel=1e-3)


def test_modes_tell_where_they_are() -> None:
    """Without a place the modes are about an equilibrium that is not unstable; without any, about the start."""
    assert "nearest stable equilibrium of 4" in dalembert.modes("four_bar").point.about
    assert not dalembert.modes("four_bar").point.qd.any()
    found = dalembert.modes("drive_train")
    assert str(found.point.about) == "the start"
    assert any("no equilibrium was found" in remark for remark in found.remarks)


def test_the_circuit_has_one_oscillation() -> None:
    """The circuit at its stable equilibrium: one oscillation, one decay, and the charge of the node stays."""
    kinds = sorted(str(mode.kind) for mode in dalembert.modes("electro_mechanical"))
    assert kinds == ["decay", "neutral", "oscillation"]
