"""Linear systems at many states: the solution methods agree, and singular ones are reported."""

from __future__ import annotations

import numpy as np
import pytest

from dalembert._compile.many_systems import SMALL, Factor, ManySystems
from dalembert._lower.evaluator import Entries


def _ladder(size: int, states: int, *, same: bool) -> Entries:
    """A band of three diagonals, in units far apart."""
    rows, columns = np.nonzero(np.abs(np.subtract.outer(np.arange(size), np.arange(size))) <= 1)
    random = np.random.default_rng(size)
    values = random.normal(size=(1 if same else states, len(rows))) + 4.0 * (rows == columns)
    units = 10.0 ** random.uniform(-6, 6, size=size)
    return Entries(
        rows=rows, columns=columns, values=np.tile(values * units[rows], (states if same else 1, 1))
    )


@pytest.mark.parametrize("size", [5, SMALL + 5])
@pytest.mark.parametrize("same", [True, False])
def test_solutions_satisfy_their_systems(size: int, same: bool) -> None:
    """One factorisation, stacks and sparse ones."""
    J = _ladder(size, 7, same=same)
    exact = np.random.default_rng(1).normal(size=(7, size))
    side = np.zeros((7, size))
    for entry, (i, j) in enumerate(zip(J.rows, J.columns, strict=True)):
        side[:, i] += J.values[:, entry] * exact[:, j]
    systems = ManySystems(J, size)
    assert (systems.good > 1e-3).all()
    assert np.max(np.abs(systems.solve(side) - exact)) < 1e-12


@pytest.mark.parametrize("size", [5, SMALL + 5])
def test_a_singular_state_is_told_and_has_no_solution(size: int) -> None:
    """One row is zero at one state, and one entry of another is not finite."""
    J = _ladder(size, 4, same=False)
    J.values[1][J.rows == 2] = 0.0
    J.values[2][0] = np.inf
    systems = ManySystems(J, size)
    assert list(systems.good > 0) == [True, False, False, True]
    solved = np.isfinite(systems.solve(np.ones((4, size)))).all(axis=1)
    assert list(solved) == [True, False, False, True]


@pytest.mark.parametrize("size", [5, SMALL + 5])
def test_known_factors_serve_the_same_matrix_alone(size: int) -> None:
    """A matrix that is the same at all states is factorised once in all calls; another one has its own factors."""
    first, other = _ladder(size, 3, same=True), _ladder(size, 3, same=True)
    other.values[:] *= 1.5
    side, known, used = np.random.default_rng(2).normal(size=(3, size)), dict[bytes, Factor](), list[Factor]()
    for J in (first, first, other, first):
        solved = ManySystems(J, size, known).solve(side)
        np.testing.assert_array_equal(solved, ManySystems(J, size).solve(side))
        used += known.values()
    assert len(used) == 4  # one is known at a time
    assert used[1] is used[0]
    assert used[2] is not used[0]
