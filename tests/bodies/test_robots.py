"""Real robots from URDF files have the dynamics that Pinocchio computes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.bodies.pinocchio_robots import ROBOTS, STORED, as_model, by_pinocchio, errors, stored, urdf

BOUND = 1e-9
FREE = ("anymal", "talos")
STORED_ROBOTS = (("double_pendulum", False), ("double_pendulum", True), ("ur5", False))


@pytest.mark.parametrize(("name", "free"), STORED_ROBOTS)
def test_robots_move_as_pinocchio_says(name: str, free: bool, tmp_path: Path) -> None:
    """M, h and accelerations at stored states; with a free base accelerations of its twist."""
    text = (STORED / f"{name}.urdf").read_text(encoding="utf-8")
    found = errors(as_model(text, tmp_path, free), stored(name, free))
    assert found
    assert max(found.values()) < BOUND, found


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "free"), [*((name, False) for name in ROBOTS), *((name, True) for name in FREE)]
)
def test_robots_move_as_pinocchio_says_at_100_states(name: str, free: bool, tmp_path: Path) -> None:
    """The same of all robots, with Pinocchio beside them."""
    text = urdf(name)
    if text is None:
        pytest.skip("example-robot-data is not installed: pip install pin example-robot-data")
    found = errors(as_model(text, tmp_path, free), by_pinocchio(text, free, count=100))
    assert found
    assert max(found.values()) < BOUND, found
