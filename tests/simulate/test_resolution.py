"""Remarks on modes that samples or steps cannot show: found when they are read, for the values of their run."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import dalembert
from dalembert._words.message import Message


def oscillator(k: float) -> dalembert.Model:
    """A mass on a spring, with the frequency √k/2π."""
    return dalembert.model(
        parameters={"k": k},
        coordinates={"x": {"start": 1}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2"},
    )


def modes_of(remarks: tuple[Message, ...]) -> list[str]:
    """The frequencies that remarks on samples tell."""
    return [str(mode) for remark in remarks if remark.key == "remark_samples" for mode in remark["modes"]]


def test_samples_that_are_too_few_are_told() -> None:
    """A mode of 1 Hz needs more than two samples a second, and with these nothing is said."""
    model = oscillator(39.47841760435743)
    assert modes_of(dalembert.simulate(model, t_end=10.0, samples=15).remarks) == ["1"]
    assert not modes_of(dalembert.simulate(model, t_end=10.0, samples=25).remarks)


def test_remarks_are_those_of_their_run_whenever_they_are_read() -> None:
    """Later runs of the same structure with other values change nothing; nor does sending a motion."""
    slow = oscillator(39.47841760435743)
    first = dalembert.simulate(slow, t_end=10.0, samples=15)
    second = dalembert.simulate(
        dalembert.vary(slow, parameters={"k": 4 * 39.47841760435743}), t_end=10.0, samples=15
    )
    sent = pickle.loads(pickle.dumps(second))
    assert modes_of(first.remarks) == ["1"]
    assert modes_of(second.remarks) == ["2"]
    assert sent.remarks == second.remarks


def test_remarks_are_searched_once_and_only_if_they_are_read(counted: Callable[[], Any]) -> None:
    """They are found when a motion is asked for them; the second reading finds nothing anew."""
    model = oscillator(4.0)
    dalembert.simulate(model, t_end=1.0)
    motion = dalembert.simulate(dalembert.vary(model, parameters={"k": 5.0}), t_end=1.0)
    with counted() as work:
        told = motion.remarks
    first = work.calls
    with counted() as work:
        assert motion.remarks == told
    assert work.calls < 20 < first
