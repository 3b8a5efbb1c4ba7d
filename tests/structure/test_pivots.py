"""Accelerations and multipliers against a solution in fractions: massless, singular, indefinite, in any units."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import dalembert
from dalembert._compile.rank_revealing import solution
from dalembert._lower.closed_system import closed_system
from dalembert._lower.saddle import accelerations, factorise
from dalembert._model.values import parameter_values
from dalembert._structure.pivoting import bunch_parlett, pivoting
from dalembert._structure.scales import equilibration, scales

sys.path.insert(0, str(Path(__file__).parents[1] / "laws"))
from bodies import euler_bodies

Matrix = list[list[Fraction]]


def in_fractions(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The solution of A x = b, exact for the numbers that are given."""
    rows: Matrix = [[Fraction(float(x)) for x in [*row, side]] for row, side in zip(A, b, strict=True)]
    n = len(rows)
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            if factor:
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    x = [Fraction(0)] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return np.array([float(value) for value in x])


def measured(model: dalembert.Model, seed: int, size: np.ndarray | float = 1.0) -> tuple[float, float]:
    """The largest error of accelerations and multipliers, each against the terms it comes from, and the health.

    An unknown is measured against Σ|K⁻¹ D| with D the terms of its right side: what a small relative change of
    the numbers given would make of it.
    """
    system = closed_system(model)
    factors = factorise(system, pivoting=pivoting(model, system))
    made = accelerations(system, factors)
    G = ca.vertcat(system.Phi_q, system.Psi_qd)
    parts = [system.M, G, system.h, system.gamma, ca.vertcat(made.qdd, made.lam), factors.health]
    function = ca.Function("both", [system.t, system.q, system.qd, system.p], [ca.densify(x) for x in parts])
    random = np.random.default_rng(seed)
    n = len(model.coordinates)
    values = parameter_values(model)
    q, qd = size * random.normal(size=n), size * random.normal(size=n)
    p = [values[entry.name] for entry in model.parameters]
    M, G, h, gamma, found, health = (np.array(x) for x in function(0.3, q, qd, p))
    K = np.block([[M, G.T], [G, np.zeros((len(G), len(G)))]])
    right = np.concatenate([h.ravel(), gamma.ravel()])
    exact = in_fractions(K, right)
    D = equilibration(K)
    inverse = np.linalg.inv(K * np.outer(D, D)) * np.outer(D, D)
    terms = np.abs(inverse) @ (np.abs(K) @ np.abs(exact) + np.abs(right))
    return float(np.max(np.abs(found.ravel() - exact) / terms)), float(health.item())


def linear(M: np.ndarray, G: np.ndarray, random: np.random.Generator) -> dalembert.Model:
    """A model with these matrices, and forces and accelerations of constraints that fit them in size."""
    n = len(M)
    T = " + ".join(f"({float(M[i, j] / 2)!r})*x{i}'*x{j}'" for i in range(n) for j in range(n) if M[i, j])
    coordinates, rows = scales(M, G)
    h, gamma = random.normal(size=n) / coordinates, random.normal(size=len(G)) / rows
    V = " + ".join(f"({float(h[i])!r})*x{i}" for i in range(n))
    rows = {
        f"c{k}": " + ".join(
            [f"({float(G[k, j])!r})*x{j}" for j in range(n) if G[k, j]] + [f"({float(gamma[k])!r})*t^2"]
        )
        for k in range(len(G))
    }
    return dalembert.model(
        coordinates={f"x{i}": {} for i in range(n)},
        energy={"kinetic": T, "potential": V},
        constraints={"displacement": rows},
    )


def drawn(random: np.random.Generator, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """M and G of a kind."""
    n = int(random.integers(2, 7))
    m = int(random.integers(0 if kind in ("positive", "indefinite") else 1, min(3, n)))
    Q, _ = np.linalg.qr(random.normal(size=(n, n)))
    values = random.uniform(0.3, 3.0, n)
    if kind == "indefinite":
        values[: max(1, n // 2)] *= -1
    M = Q @ np.diag(values) @ Q.T
    if kind == "indefinite" and random.integers(2):
        M -= np.diag(np.diag(M))  # as in Lagrangians of dual oscillators
    G = np.linalg.qr(random.normal(size=(n, n)))[0][:m]
    if kind == "massless":
        bare = int(random.integers(1, m + 1))
        M[:bare], M[:, :bare] = 0.0, 0.0
    if kind == "singular":  # null vectors that stand in all coordinates
        N = np.linalg.qr(random.normal(size=(n, n)))[0][:, :m]
        P = np.eye(n) - N @ N.T
        M = P @ M @ P
    return M, G


def well_conditioned(seed: int, kind: str) -> tuple[np.ndarray, np.ndarray, np.random.Generator]:
    """M and G that are well conditioned but for the units of energies, coordinates and constraints."""
    random = np.random.default_rng(seed)
    while True:
        M, G = drawn(random, kind)
        K = np.block([[M, G.T], [G, np.zeros((len(G), len(G)))]])
        if np.linalg.cond(K) < 300:
            break
    coordinates, rows = 10 ** random.uniform(-6, 6, len(M)), 10 ** random.uniform(-9, 9, len(G))
    M = 10 ** random.uniform(-9, 9) * M * np.outer(coordinates, coordinates)
    return (M + M.T) / 2, G * np.outer(rows, coordinates), random


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", ["positive", "massless", "singular", "indefinite"])
def test_saddle_point_systems_in_any_units_are_solved(kind: str, seed: int) -> None:
    """Accelerations and multipliers are right to 1e-12 of their terms, whatever M is and whatever units are."""
    M, G, random = well_conditioned(seed, kind)
    error, health = measured(linear(M, G, random), seed)
    assert health > 1e-10
    assert error <= 1e-12


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", ["positive", "massless", "singular", "indefinite"])
def test_the_numeric_solution_does_not_depend_on_units(kind: str, seed: int) -> None:
    """Where pivots lose digits the system is solved with its rank found: right and of full rank in any units."""
    M, G, random = well_conditioned(seed, kind)
    coordinates, rows = scales(M, G)
    h, gamma = random.normal(size=len(M)) / coordinates, random.normal(size=len(G)) / rows
    found = solution(M, G, h, gamma)
    assert found is not None
    assert found.rank == len(G)
    exact = in_fractions(np.block([[M, G.T], [G, np.zeros((len(G), len(G)))]]), np.concatenate([h, gamma]))
    off = np.abs(np.concatenate([found.qdd, found.lam]) - exact) / np.concatenate([coordinates, rows])
    assert off.max() <= 1e-11


@pytest.mark.parametrize("distance", [1e-2, 1e-3, 1e-4, 1e-5])
@pytest.mark.parametrize("seed", range(3))
def test_constraints_that_nearly_depend_are_solved(seed: int, distance: float) -> None:
    """A constraint beside another one is solved for as well as the numbers given determine it."""
    random = np.random.default_rng(seed)
    M, G = drawn(random, "positive")
    while len(G) < 2:
        M, G = drawn(random, "positive")
    G[1] = 3 * G[0] + distance * G[1]
    error, health = measured(linear((M + M.T) / 2, G, random), seed)
    assert health > 1e-10
    assert error <= 1e-12


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("bodies", [1, 3])
def test_bodies_in_euler_parameters_are_solved(bodies: int, seed: int) -> None:
    """Of bodies in Euler parameters that hang from one another, at any state, nothing is lost: health and values."""
    error, health = measured(euler_bodies(bodies), seed)
    assert health > 1e-6
    assert error <= 1e-12


@pytest.mark.parametrize("bodies", [1, 3])
def test_euler_parameters_of_length_one_hold_themselves(bodies: int) -> None:
    """Of all constraints on a body the length of its Euler parameters is what fills its mass matrix up."""
    model = euler_bodies(bodies)
    names = [constraint.name for constraint in model.constraints]
    held = [names[i] for i in pivoting(model, closed_system(model)).held]
    assert held == [f"unit{k}" for k in range(bodies)]


def test_a_mass_of_zero_is_none() -> None:
    """A coordinate whose mass is a parameter of value zero is solved for by the constraint that holds it."""
    model = dalembert.model(
        parameters={"m": 0, "k": 3},
        coordinates={"x": {"start": 1}, "z": {"guess": 1}},
        energy={"kinetic": "1/2*x'^2 + 1/2*m*z'^2", "potential": "1/2*k*z^2"},
        constraints={"displacement": {"a": "z - x - x^2/2"}},
        simulate={"t_end": 1},
    )
    error, health = measured(model, 1)
    assert error <= 1e-12
    assert health > 1e-6
    motion = dalembert.simulate(model)
    assert motion.status == "ok"
    assert motion.work.rescues == 0


def test_pivots_of_two_are_taken_where_the_diagonal_is_small() -> None:
    """Complete pivoting takes a pair where no diagonal entry is of the size of the rest, and each unknown once."""
    assert bunch_parlett(np.array([[1e-9, 1.0], [1.0, -1e-9]])) == ((0, 1),)
    assert bunch_parlett(np.diag([1.0, -3.0, 2.0])) == ((1,), (2,), (0,))
    random = np.random.default_rng(0)
    for n in range(1, 8):
        A = random.normal(size=(n, n))
        steps = bunch_parlett(A + A.T)
        assert sorted(k for step in steps for k in step) == list(range(n))


def test_the_cost_of_a_chain_in_euler_parameters_grows_with_its_length() -> None:
    """Twice the bodies take twice the operations: each mass matrix is filled up by a constraint of its own body."""

    def operations(bodies: int) -> int:
        model = euler_bodies(bodies)
        system = closed_system(model)
        made = accelerations(system, factorise(system, pivoting=pivoting(model, system)))
        arguments = [system.t, system.q, system.qd, system.p]
        return int(ca.Function("count", arguments, [made.qdd, made.lam]).n_instructions())

    assert operations(12) <= 2.15 * operations(6)
