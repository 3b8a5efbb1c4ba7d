"""Systems solved by pivots in a fixed order: the solutions of numpy, and low health where the order is bad."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import dalembert
from dalembert._structure.elimination import HEALTHY, elimination, solve_by_elimination


def solved(A: ca.SX, b: ca.SX, symbols: ca.SX, samples: list[np.ndarray]) -> ca.Function:
    """The solution and its health as a function of the symbols, with the order that fits the samples."""
    pattern = np.zeros(A.shape, dtype=bool)
    pattern[A.sparsity().get_triplet()] = True
    numbers = ca.Function("A", [symbols], [ca.densify(A)])
    order = elimination(pattern, [np.array(numbers(x)) for x in samples])
    assert order is not None
    return ca.Function(
        "solution", [symbols], [*solve_by_elimination(A, b, order), ca.densify(A), ca.densify(b)]
    )


@pytest.mark.parametrize("seed", range(5))
def test_sparse_systems_of_any_units_are_solved_as_numpy_solves_them(seed):
    """With rows and columns of very different sizes and several right sides, the solution is numpy's."""
    random = np.random.default_rng(seed)
    n = 9
    there = (random.uniform(size=(n, n)) < 0.25) | np.eye(n, dtype=bool)[random.permutation(n)]
    x = ca.SX.sym("x", int(there.sum()) + 2 * n)
    A = ca.SX(n, n)
    size = 10.0 ** random.integers(-6, 7, n)
    for k, (i, j) in enumerate(zip(*np.nonzero(there), strict=True)):
        A[i, j] = x[k] * float(size[i] / size[(j * 5) % n])
    b = ca.reshape(x[int(there.sum()) :], n, 2)
    near = random.normal(size=x.numel())
    near = near + np.sign(near)
    solution = solved(A, b, x, [near * random.uniform(0.9, 1.1, x.numel()) for _ in range(3)])
    found, health, matrix, side = (np.array(part) for part in solution(near))
    exact = np.linalg.solve(matrix, side)
    assert health.item() > HEALTHY
    assert np.abs(found / exact - 1).max() < 1e-9


def test_a_pivot_that_vanishes_is_told_by_the_health():
    """A rotation has pivots that vanish a quarter of a turn later; the health is 1 before and 0 then."""
    t = ca.SX.sym("t")
    A = ca.vertcat(ca.horzcat(ca.cos(t), ca.sin(t)), ca.horzcat(-ca.sin(t), ca.cos(t)))
    solution = solved(A, ca.SX([1, 2]), t, [np.array(0.2), np.array(0.3)])
    assert solution(0.25)[1] > 0.1
    quarter = np.pi / 2 if abs(float(solution(0.0)[1])) > 0.5 else 0.0
    assert abs(float(solution(quarter)[1])) < 1e-9


def test_a_system_that_is_singular_or_never_seen_has_no_order():
    """Equations that depend on one another at every state, and those with no state, are left to others."""
    pattern = np.ones((2, 2), dtype=bool)
    assert elimination(pattern, [np.array([[1.0, 2.0], [2.0, 4.0]])]) is None
    assert elimination(pattern, []) is None


def test_a_motion_goes_on_where_the_fixed_pivots_vanish():
    """Efforts from a matrix that turns round and round move a body as the same forces in closed form do."""
    common = {
        "coordinates": {"x": {"start": 1, "speed": 0}, "y": {"start": 0.3, "speed": 0.1}},
        "energy": {"kinetic": "1/2*x'^2 + 1/2*y'^2"},
        "simulate": {"t_end": 7.0, "samples": 7, "rtol": 1e-8},
    }
    solved_for = dalembert.model(
        **common,
        work={"x": "e1", "y": "e2"},
        efforts={"e1": {"guess": 0}, "e2": {"guess": 0}},
        constraints={"effort": {"a": "cos(t)*e1 + sin(t)*e2 + x", "b": "-sin(t)*e1 + cos(t)*e2 + y"}},
    )
    known = dalembert.model(**common, work={"x": "-cos(t)*x + sin(t)*y", "y": "-sin(t)*x - cos(t)*y"})
    one, other = dalembert.simulate(solved_for), dalembert.simulate(known)
    assert one.status == other.status == "ok"
    assert one.work.rescues == 0
    assert np.abs(one.q - other.q).max() < 1e-7 * np.abs(other.q).max()
