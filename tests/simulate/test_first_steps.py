"""First steps: they have the length of those that follow, also where a motion begins at rest or at zero."""

from __future__ import annotations

import numpy as np
import pytest

import dalembert

# All runs together at rtol = 1e-6. With first steps a millionth of the later ones they take 103, 96, 108 and 182.
AT_MOST = {"cartesian_pendulum": 60, "free_rigid_body": 55, "block_on_slope": 65, "slider_crank": 140}


@pytest.mark.parametrize("name", AT_MOST)
def test_a_motion_from_rest_does_not_begin_with_tiny_steps(name: str) -> None:
    """What is zero at the start has no size, which says nothing about how long the first step can be."""
    motion = dalembert.simulate(name, rtol=1e-6)
    assert motion.status == "ok"
    assert motion.work.steps <= AT_MOST[name]


def test_a_long_first_step_is_refused_where_forces_change_fast() -> None:
    """A motion that hardly changes at the start and soon oscillates fast keeps to its tolerance."""
    model = dalembert.model(
        parameters={"m": 1, "w": 200},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2"},
        work={"x": "m*w^2*exp(-40)*exp(40*t)*cos(w*t)"},
    )
    motion = dalembert.simulate(model, t_end=1, rtol=1e-9)
    s = complex(40, 200)  # x'' is the real part of w² e^(s t − 40)
    exact = (200**2 * np.exp(-40) * (np.exp(s * motion.t) - 1 - s * motion.t) / s**2).real
    assert motion["x"] == pytest.approx(exact, abs=1e-9 * np.max(np.abs(exact)))
