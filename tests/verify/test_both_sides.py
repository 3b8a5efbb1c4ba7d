"""Verification also covers the sides of switches that the first points do not reach."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dalembert
from dalembert._lower.lower import lower
from dalembert._text.parser import parse
from dalembert._verify.failure import VerificationError
from dalembert._verify.verify import verify

FAR = (
    ("1/2*k*x^2 + 1/2*K*max(x - d, 0)^2", "m*x'' + k*x"),
    ("1/2*k*x^2 + if(x < -d, K*x^4, 0)", "m*x'' + k*x"),
    ("1/2*k*x^2 + if(x > d and x < 3*d, K*(x - d)^2*(x - 3*d)^2, 0)", "m*x'' + k*x"),
)


@pytest.mark.parametrize(("potential", "without"), FAR)
def test_a_term_far_from_the_start_cannot_be_lost(potential: str, without: str) -> None:
    """End springs that no point near the start reaches: an equation without them is refused."""
    model = dalembert.model(
        parameters={"m": 1, "k": 2, "K": 50, "d": 5},
        coordinates={"x": {"start": 0.1, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": potential},
    )
    made = dalembert.derive(model)
    assert made.verified is not None
    assert made.verified.points > 8
    broken = replace(made, coordinates=(replace(made.coordinates[0], left=parse(without)),))
    with pytest.raises(VerificationError, match="equation"):
        verify(broken, lower(model))


def test_sides_that_no_point_sees_are_told() -> None:
    """What could not be compared is said, in the words of the model; what only parameters decide is not."""
    model = dalembert.model(
        parameters={"m": 1, "k": 2, "c": 3},
        coordinates={"x": {"start": 0.1, "speed": 0}},
        energy={
            "kinetic": "1/2*m*x'^2",
            "potential": "1/2*k*max(x - 1e30, 0)^2 + 1/2*k*max(x - 3, 0)^2 + abs(c)*x",
        },
    )
    assert dalembert.derive(model).verified.unseen == ("0 < x - 1e+30",)


def test_times_of_the_whole_run_are_seen() -> None:
    """A force that begins late in the run is compared while it acts."""
    model = dalembert.model(
        parameters={"m": 1},
        coordinates={"x": {"start": 0.1, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "if(t > 80, x^2, 0)"},
        simulate={"t_end": 100},
    )
    assert dalembert.derive(model).verified.unseen == ()
