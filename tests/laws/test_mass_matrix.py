"""Properties of the mass matrix of any model, and of a scleronomic one."""

from __future__ import annotations

import numpy as np
import pytest
from places import lowered, matrix, number, place_of, rates, scaled
from random_models import random_equations, seeds

SCLERONOMIC = frozenset({"definitions", "dissipation", "work"})


@pytest.mark.parametrize("seed", seeds(range(40), 15))
def test_half_qd_M_qd_is_the_kinetic_energy(seed: int) -> None:
    """½ qdᵀ M qd = T where T is quadratic and time does not enter."""
    equations = random_equations(seed, SCLERONOMIC)
    for k in range(3):
        place = place_of(equations.model, 10 * seed + k)
        qd = rates(equations, place)
        T, size = scaled(equations.T, place)
        assert abs(qd @ matrix(equations.M, place) @ qd / 2 - T) <= 1e-12 * size
        assert (
            abs(number(equations.T, place) - lowered(equations.model, place, "T")[0].item()) <= 1e-12 * size
        )


@pytest.mark.parametrize("seed", seeds(range(0, 200, 3), 20))
def test_the_mass_matrix_is_symmetric(seed: int) -> None:
    """M = Mᵀ entry by entry, whatever the model."""
    equations = random_equations(seed)
    M = matrix(equations.M, place_of(equations.model, seed))
    np.testing.assert_allclose(M, M.T, rtol=1e-12, atol=1e-12 * np.max(np.abs(M)))
