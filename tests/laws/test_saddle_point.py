"""The sparse symbolic solution of the saddle-point system against a dense one, on random models."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from random_models import random_model

import dalembert
from dalembert._lower.closed_system import closed_system
from dalembert._lower.lower import lower
from dalembert._lower.regularity import is_regular
from dalembert._lower.saddle import accelerations, factorise
from dalembert._model.values import parameter_values


@pytest.mark.parametrize("seed", range(60))
def test_random_models_are_solved(seed: int) -> None:
    """Accelerations of random models, definitions and constraints of all kinds, agree with a dense solution."""
    model = random_model(seed)
    if model.efforts or not is_regular(lower(model)):
        pytest.skip("unknown efforts, or a coordinate without inertia")
    random = np.random.default_rng(seed)
    n = len(model.coordinates)
    system = closed_system(model)
    made = accelerations(system, factorise(system))
    G = ca.vertcat(system.Phi_q, system.Psi_qd)
    parts = [system.M, G, system.h, system.gamma, ca.vertcat(made.qdd, made.lam), factorise(system).health]
    values = parameter_values(model)
    function = ca.Function("both", [system.t, system.q, system.qd, system.s, system.p], parts)
    p = [values.get(entry.name, 0.7) for entry in model.parameters]
    q, qd = 0.3 * random.normal(size=n), 0.3 * random.normal(size=n)
    M, G, h, gamma, found, health = (
        np.array(x) for x in function(0.3, q, qd, np.full(len(model.states), 0.2), p)
    )
    K = np.block([[M, G.T], [G, np.zeros((len(G), len(G)))]])
    if not np.isfinite(K).all() or health.item() < 1e-8 or np.linalg.cond(K) > 1e8:
        pytest.skip("no regular point")
    dense = np.linalg.solve(K, np.vstack([h, gamma]))
    assert np.abs(found - dense).max() <= 1e-9 * np.abs(dense).max()


def test_definitions_with_velocities_carry_their_inertia() -> None:
    """A kinetic energy written through a definition of squared velocities has the inertia it says."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0.5}, "y": {"start": 0, "speed": 1}},
        definitions={"v2": "x'^2 + x'*y' + y'^2"},
        energy={"kinetic": "1/2*x'^2 + v2", "potential": "1/2*x^2 + y^2"},
    )
    system = closed_system(model)
    made = accelerations(system, factorise(system))
    found = ca.Function("found", [system.q, system.qd], [made.qdd])(np.array([1.0, 2.0]), np.zeros(2))
    dense = np.linalg.solve([[3.0, 1.0], [1.0, 2.0]], [-1.0, -4.0])
    np.testing.assert_allclose(np.array(found).ravel(), dense, rtol=1e-14)
