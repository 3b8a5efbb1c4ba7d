"""Start values that become guesses: `--guess NAME`, `vary(…, guess=[…])`."""

from __future__ import annotations

from math import sqrt

import pytest

import dalembert

PENDULUM = {
    "coordinates": {"x": {"start": 0.6}, "y": {"start": -0.8}, "z": {}},
    "energy": {"kinetic": "1/2*(x'^2 + y'^2 + z'^2)", "potential": "9.81*y + z^2"},
    "constraints": {"displacement": {"rod": "x^2 + y^2 - 1"}},
    "simulate": {"t_end": 0.1, "samples": 2},
}


def test_one_start_is_changed_and_the_others_follow():
    """On the branch of the old values; without the guess it is a contradiction."""
    model = dalembert.model(**PENDULUM)
    with pytest.raises(dalembert.ModelError, match="contradict"):
        dalembert.simulate(model, variation=dalembert.Variation(start={"x": 0.3}))
    given = dalembert.Variation(start={"x": 0.3}, guess=("y",))
    motion = dalembert.simulate(model, variation=given)
    assert motion["y"][0] == pytest.approx(-sqrt(1 - 0.09), abs=1e-13)
    above = dalembert.vary(model, start={"x": 0.3, "y": 0.8}, guess=["y"])
    assert dalembert.simulate(above)["y"][0] == pytest.approx(sqrt(1 - 0.09), abs=1e-13)


@pytest.mark.parametrize(("name", "said"), [("u", "no coordinate `u`"), ("z", "`z` has no start value")])
def test_names_that_cannot_be_guessed(name, said):
    """Told with the option."""
    with pytest.raises(dalembert.ModelError, match=said):
        dalembert.vary(dalembert.model(**PENDULUM), guess=[name])
