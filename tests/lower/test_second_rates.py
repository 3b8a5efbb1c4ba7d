"""The rate of a definition that is a rate itself: accelerations of points, in every notation."""

from __future__ import annotations

import numpy as np
import pytest

import dalembert

PARAMETERS = {"m": 1.3, "L": 0.7, "g": 9.81, "A": 0.2, "w": 3.0}


def _motion(outputs: dict[str, str]) -> dalembert.Motion:
    model = dalembert.model(
        parameters=PARAMETERS,
        coordinates={"th": {"start": 1.0, "speed": 0.4}, "s": {"start": 0.3, "speed": -0.2}},
        inputs={"u": "A*sin(w*t)"},
        definitions={
            "base": "u + s",
            "x": "base + L*cos(th)",
            "y": "L*sin(th)",
            "vx": "x'",
            "vy": "y'",
            "push": "m*vx'",
            "spin": "x*vy - y*vx",
        },
        energy={"kinetic": "1/2*m*(x'^2 + y'^2) + m*s'^2", "potential": "m*g*y + 5*s^2"},
        outputs=outputs,
    )
    return dalembert.simulate(model, t_end=1.0, samples=20)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("vx'", "-A*w^2*sin(w*t) + s'' - L*sin(th)*th'' - L*cos(th)*th'^2"),
        ("vy'", "L*cos(th)*th'' - L*sin(th)*th'^2"),
        ("push", "m*(-A*w^2*sin(w*t) + s'' - L*sin(th)*th'' - L*cos(th)*th'^2)"),
        ("spin'", "x*vy' - y*vx'"),
    ],
)
def test_a_rate_of_a_rate_is_an_acceleration(short: str, long: str) -> None:
    """Velocities as definitions, differentiated once more, against the accelerations written out."""
    motion = _motion({"short": short, "long": long})
    assert np.max(np.abs(motion["short"])) > 0.1
    np.testing.assert_allclose(motion["short"], motion["long"], rtol=1e-12, atol=1e-12)
