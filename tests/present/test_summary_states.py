"""The lines that `simulate` prints of models with first-order states."""

import dalembert
from dalembert._present.summary import summary


def test_states_stand_among_the_values_at_the_end() -> None:
    """A lag w' = (1 − w)/T ends at 1 − exp(−t/T), which is printed, and a model without coordinates has no energy line."""
    lag = dalembert.model(parameters={"T": 2}, states={"w": {"start": 0, "rate": "(1 - w)/T"}})
    told = summary(dalembert.simulate(lag, t_end=2))
    assert "w = 0.63212055" in told
    assert "range       w 0 … 0.63212" in told
    assert "energy" not in told
