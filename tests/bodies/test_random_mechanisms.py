"""Mechanisms drawn at random: both choices of coordinates, Newton and Euler, and Pinocchio agree on them."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest
from tests.bodies.pinocchio_trees import by_pinocchio
from tests.bodies.random_mechanisms import outputs_at_start, tree

BOUND = 1e-10
IN_SUITE, SOAK = range(2), range(2, 40)


def _seeds() -> list[object]:
    return [*IN_SUITE, *(pytest.param(seed, marks=pytest.mark.soak) for seed in SOAK)]


@pytest.mark.parametrize("seed", _seeds())
def test_joints_and_bodies_have_the_same_accelerations_and_reactions(seed: int) -> None:
    """Angles and distances of joints with balances of what is beyond them; places of bodies with multipliers."""
    mechanism = tree(seed, angles=False)
    by_joint, by_body = (outputs_at_start(mechanism, one) for one in ("joint", "body"))
    size = max(float(np.abs(one).max()) for one in by_joint.values())
    for name, own in by_joint.items():
        np.testing.assert_allclose(own, by_body[name], rtol=0, atol=BOUND * size, err_msg=name)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 160))
def test_trees_move_and_carry_what_pinocchio_says(seed: int) -> None:
    """Accelerations by its articulated-body algorithm, reactions by balances of its motion."""
    if find_spec("pinocchio") is None:
        pytest.skip("pinocchio is not installed: pip install pin")
    mechanism = tree(seed)
    found, truth = outputs_at_start(mechanism, "joint"), by_pinocchio(mechanism)
    size = max(float(np.abs(one).max()) for one in truth.values())
    assert found.keys() <= truth.keys()
    for name, own in found.items():
        np.testing.assert_allclose(own, truth[name], rtol=0, atol=BOUND * size, err_msg=name)
