"""Derivatives that are not looked for are zero, and have the shape of those that CasADi finds."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from dalembert._compile.rank_revealing import is_firmly_regular, solution
from dalembert._lower.casadi_scalars import along, dense, entries, gradient, inner_product, jacobian, total

Q, V = ca.SX.sym("q", 3), ca.SX.sym("v", 3)
COLUMNS = {
    "empty": ca.SX(0, 1),
    "numbers": ca.SX([1, 2]),
    "zeros without entries": ca.SX(2, 1),
    "moving": ca.vertcat(Q[0] * Q[1], ca.sin(Q[2])),
    "partly moving": ca.vertcat(Q[0] ** 2, 3),
}


def at_a_point(value: ca.SX) -> np.ndarray:
    """The value of an expression in q and v."""
    function = ca.Function("value", [Q, V], [ca.densify(value)])
    return np.array(function([0.3, -1.2, 2.0], [1.0, 0.5, -0.7]))


@pytest.mark.parametrize("name", COLUMNS)
def test_constants_have_the_derivatives_that_casadi_gives(name: str) -> None:
    """Values and shapes agree, whether anything is differentiated or not."""
    column = COLUMNS[name]
    for made, reference in (
        (along(column, Q, V), ca.jtimes(column, Q, V)),
        (jacobian(column, Q), ca.jacobian(column, Q)),
        (gradient(ca.sum1(column), Q), ca.gradient(ca.sum1(column), Q)),
        (dense(column), ca.densify(column)),
        (inner_product(gradient(ca.sum1(column), Q), V), ca.dot(ca.gradient(ca.sum1(column), Q), V)),
    ):
        assert made.shape == reference.shape
        np.testing.assert_array_equal(at_a_point(made), at_a_point(reference))


@pytest.mark.parametrize("name", COLUMNS)
def test_entries_are_those_of_the_column(name: str) -> None:
    """In their order, each a number; and their sum is that of the column."""
    column = COLUMNS[name]
    made = entries(column)
    assert len(made) == column.numel()
    np.testing.assert_array_equal(at_a_point(ca.vertcat(*made)).ravel(), at_a_point(column).ravel())
    assert at_a_point(total(made)) == at_a_point(ca.sum1(column) if made else ca.SX(0))


def test_a_matrix_that_is_firmly_regular_has_a_solution() -> None:
    """In any units; one whose rows nearly depend on one another is left to the search for its rank."""
    random, none = np.random.default_rng(2), np.zeros((0, 4))
    for _ in range(20):
        J = random.normal(size=(6, 4))
        units = 10.0 ** random.uniform(-6, 6, size=4)
        M = (J.T @ J + 1e-3 * np.eye(4)) * np.outer(units, units)
        assert is_firmly_regular(M)
        assert solution(M, none, np.ones(4), np.zeros(0)) is not None
    v = np.ones(4)
    assert not is_firmly_regular(np.outer(v, v))
    assert not is_firmly_regular(np.outer(v, v) + 1e-12 * np.eye(4))
    assert not is_firmly_regular(np.diag([1.0, 1.0, -1.0, 1.0]))
    assert not is_firmly_regular(np.zeros((4, 4)))
