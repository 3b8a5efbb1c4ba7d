"""Sentences of results for programs: each has its key and values beside its wording."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import dalembert
from dalembert._export.messages import messages_of
from dalembert._words.message import Quantity, say
from dalembert._words.message_data import message_of

STOP = """format = 1
[coordinates]
x = { start = 0, speed = 1 }
y = {}
[energy]
kinetic = "1/2*x'^2 + 1/2*y'^2"
[constraints.displacement]
c = "y - x^2 - 1"
[events]
e = { when = "x - 1/2", action = "stop" }
"""


def objects(data: Any) -> Iterator[dict[str, Any]]:
    """All objects in some data that have messages."""
    if isinstance(data, dict):
        if "messages" in data:
            yield data
        for value in data.values():
            yield from objects(value)
    elif isinstance(data, list):
        for value in data:
            yield from objects(value)


def results() -> dict[str, Any]:
    """A result of each kind."""
    pendulum = dalembert.read("rod_pendulum")
    return {
        "motion": dalembert.simulate("bouncing_ball", t_end=0.5, samples=4),
        "equilibria": dalembert.equilibrium(pendulum),
        "linear": dalembert.linearise(pendulum),
        "modes": dalembert.modes(pendulum),
        "conserved": dalembert.conserved(dalembert.derive(pendulum))[0],
        "form": dalembert.form_of(dalembert.derive(pendulum), "state"),
    }


def test_every_sentence_has_its_message_beside_it() -> None:
    """The messages of a result are worded as its sentences are, and are what JSON can hold."""
    for kind, record in results().items():
        data = json.loads(json.dumps(dalembert.as_dict(record), allow_nan=False))
        found = list(objects(data))
        assert found, kind
        for one in found:
            for name, said in one["messages"].items():
                wording = one[name]
                if isinstance(said, list):
                    assert [str(message_of(message)) for message in said] == wording, (kind, name)
                else:
                    assert str(message_of(said)) == wording, (kind, name)


def test_a_start_that_is_moved_is_told_by_key(tmp_path: Any) -> None:
    """What is said of a start and an end can be told apart without a word of English."""
    path = tmp_path / "model.toml"
    path.write_text(STOP, encoding="utf-8")
    messages = dalembert.as_dict(dalembert.simulate(path, t_end=2, samples=4))["messages"]
    assert messages["message"]["key"].startswith("run_")
    assert set(messages) == {"message", "moved", "remarks"}
    assert all(set(one) == {"key", "values"} for one in (*messages["moved"], *messages["remarks"]))


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_a_number_that_is_not_finite_is_null(value: float) -> None:
    """JSON has no infinity."""
    said = say("equal", name="x", value=Quantity(value))
    data = messages_of(why=said)["messages"]["why"]
    assert data["values"]["value"]["number"] is None
