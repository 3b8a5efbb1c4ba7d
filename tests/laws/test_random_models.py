"""Two hundred seeded models: symbolic and lowered equations agree."""

from __future__ import annotations

from collections import Counter

import pytest
from random_models import FEATURES, random_equations, random_features, random_model, seeds

import dalembert

SEEDS = range(200)


@pytest.mark.parametrize("seed", seeds(SEEDS, 50))
def test_a_random_model_derives_and_verifies(seed: int) -> None:
    """The derived equations of every seeded model agree with its energies to 1e-10 at five points or more."""
    verified = random_equations(seed).verified
    assert verified.points >= 5
    assert verified.max_error <= 1e-10


def test_the_seeds_cover_every_feature() -> None:
    """Each feature, jumps too, stands in at least twenty of the models, and each size from 1 to 8 occurs."""
    counts = Counter(f for seed in SEEDS for f in random_features(seed))
    assert min(counts[f] for f in (*FEATURES, "jumps")) >= 20
    assert {len(random_model(seed).coordinates) for seed in SEEDS} == set(range(1, 9))


@pytest.mark.parametrize("seed", range(0, 200, 5))
def test_a_random_model_survives_its_text(seed: int, tmp_path) -> None:
    """A model written to a file and read back is an equal model."""
    model = random_model(seed)
    path = tmp_path / "model.toml"
    dalembert.write(model, path)
    assert dalembert.read(path) == model
