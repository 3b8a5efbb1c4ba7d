"""Runs that an event stops between two rows: the state at the event is as accurate as every row."""

from __future__ import annotations

import pytest
from scipy.special import ellipk

import dalembert

QUARTER = float(ellipk(0.5))  # x'' = -x³ from x = 1 at rest reaches 0 after K(1/√2)


def spring() -> dalembert.Model:
    """A mass on a cubic spring that an event stops when it passes through 0."""
    return dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/4*x^4"},
        events={"passes": {"when": "x", "action": "stop"}},
    )


@pytest.mark.parametrize("rtol", [1e-5, 1e-9])
@pytest.mark.parametrize("t_end", [4.0, 400.0, 40000.0])
def test_a_run_that_stops_early_keeps_its_tolerance(t_end: float, rtol: float) -> None:
    """However far apart the rows are, and also where the run stops before the second of them."""
    motion = dalembert.simulate(spring(), t_end=t_end, rtol=rtol)
    assert motion.status == "stopped"
    assert motion.accuracy.achieved is not None
    assert motion.accuracy.achieved <= rtol
    assert abs(motion.reached - QUARTER) <= 3 * max(motion.accuracy.achieved, 1e-13)
    speed = -(0.5**0.5)  # x'²/2 = 1/4
    assert motion["x'"][-1] == pytest.approx(speed, rel=3 * max(motion.accuracy.achieved, 1e-13))


def test_the_state_at_the_event_is_where_the_error_is_largest() -> None:
    """Of a run with one row before the event, the error is claimed for the state at the event."""
    motion = dalembert.simulate(spring(), t_end=40000, rtol=1e-6)
    assert len(motion) == 2
    worst = motion.accuracy.worst
    assert worst is not None
    assert worst.t == motion.reached
    errors = {one.name: one.error for one in motion.accuracy.columns}
    assert 0 < max(errors["x"], errors["x'"]) <= 1e-6
