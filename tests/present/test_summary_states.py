"""The lines that `simulate` prints of models with first-order states."""

import dataclasses

import dalembert
from dalembert._present.summary import summary


def test_states_stand_among_the_values_at_the_end() -> None:
    """A lag w' = (1 − w)/T ends at 1 − exp(−t/T), which is printed, and a model without coordinates has no energy line."""
    lag = dalembert.model(parameters={"T": 2}, states={"w": {"start": 0, "rate": "(1 - w)/T"}})
    told = summary(dalembert.simulate(lag, t_end=2))
    assert "w = 0.63212055" in told
    assert "range       w 0 … 0.63212" in told
    assert "energy" not in told


def test_a_long_list_of_assumed_starts_is_cut_and_counted():
    """Of 20 assumed speeds the summary lists twelve and counts the others."""
    motion = dalembert.simulate(dalembert.read("n_link_pendulum:20"), t_end=0.01)
    text = summary(dataclasses.replace(motion, assumed=tuple(f"q_{i}'" for i in range(20))))
    (line,) = [line for line in text.splitlines() if line.startswith("  assumed")]
    assert "q_11'" in line
    assert "q_12'" not in line
    assert line.endswith("and 8 more (`--json` lists them)")
