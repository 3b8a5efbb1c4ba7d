"""Convex combinations on switching surfaces: those of linear values by one substitution."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from dalembert._lower.sliding_mode import Surfaces


@pytest.mark.parametrize("bent", [0.0, 0.7])
def test_a_combination_is_that_of_the_sides_one_by_one(bent: float) -> None:
    """F₋ + Σ βₖ (Fₖ − F₋), whether a value is linear in the sides or not; and so are the columns Fₖ − F₋."""
    x, z, beta = ca.SX.sym("x", 3), ca.SX.sym("z", 3), ca.SX.sym("beta", 3)
    value = ca.vertcat(x[0] * z[0] - ca.sin(x[1]) * z[2], x[2] + z[1] / x[0] + bent * z[0] * z[1], x[1])
    surfaces = Surfaces(functions=x, sides=z)
    assert surfaces.is_linear(value) == (bent == 0)
    places, parts = np.array([0.3, -1.1, 2.0]), np.array([0.2, 0.9, 0.5])
    at = ca.Function("at", [x, z], [value])
    below = np.array(at(places, -np.ones(3))).ravel()
    above = [np.array(at(places, 2 * np.eye(3)[k] - 1)).ravel() - below for k in range(3)]
    found = ca.Function("found", [x, beta], [surfaces.convex_combination(value, beta)])(places, parts)
    np.testing.assert_allclose(np.array(found).ravel(), below + parts @ np.array(above), atol=1e-14)
    rises = ca.Function("rises", [x], [surfaces.rises(ca.SX.eye(3), value)])(places)
    np.testing.assert_allclose(np.array(rises), np.array(above).T, atol=1e-14)
