"""Switches of time inside of others: each crossing is located, however many there are."""

import numpy as np
import pytest

import dalembert

LAWS = {  # a law with one switch in another, and the same without
    "if(mod(t, 0.7) < 0.25, 1, -1)": "square(t, 0.7, 0.25/0.7)",
    "min(max(t - 1, 0), 2)/2": "ramp(t, 1, 2)",
    "1 - 4*abs(t/1.3 - floor(t/1.3) - 1/2)": "triangle(t, 1.3)",
    "if(abs(t - 3) < 1, 1, 0)": "pulse(t, 2, 2)",
}


@pytest.mark.parametrize("law", LAWS)
def test_a_switch_inside_another_is_found_at_every_crossing(law):
    """A switch inside another is found at every crossing."""
    runs = [
        dalembert.simulate(
            dalembert.model(
                coordinates={"x": {"start": 0.1}},
                energy={"kinetic": "1/2*x'^2", "potential": "2*x^2"},
                work={"x": own},
                simulate={"t_end": 60, "samples": 60},
            )
        )
        for own in (law, LAWS[law])
    ]
    difference = np.max(np.abs(runs[0]["x"] - runs[1]["x"]))
    assert difference < 3e-9
    assert difference <= 3 * sum(run.accuracy.achieved for run in runs) * np.max(np.abs(runs[0]["x"])) + 1e-12
    assert runs[0].work.steps < 1.5 * runs[1].work.steps
