"""Threads of one process share what runs keep for one another: they compute one at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
import pytest

import dalembert
from dalembert._model.records import Model

LOOK = 0.2  # seconds that a run gives another one to begin beside it: without the lock it begins at once


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns a thousand times as often as usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(usual)


def test_a_run_begins_when_the_run_of_another_thread_has_ended() -> None:
    """No input of a run is asked for while another run is on its way."""
    seen, begun = list[str](), Event()

    def first(t: float) -> float:
        if not seen:
            pool.submit(run, second)
            begun.wait(LOOK)
        seen.append("first")
        return float(np.sin(t))

    def second(t: float) -> float:
        begun.set()
        seen.append("second")
        return float(np.sin(t))

    def run(law: Callable[[float], float]) -> None:
        dalembert.simulate(cart, variation=dalembert.Variation(inputs={"F": law}), t_end=2)
        seen.append("end")

    cart = dalembert.model(
        coordinates={"x": {"start": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "2*x^2"},
        work={"x": "F"},
        inputs={"F": 0},
    )
    with ThreadPoolExecutor(1) as pool:
        run(first)
    assert seen.count("end") == 2
    assert "second" not in seen[: seen.index("end")]


@pytest.mark.usefixtures("restless")
def test_runs_in_threads_are_those_one_after_the_other() -> None:
    """States, extremes and estimated errors of models in threads have the bits of single runs."""
    model = dalembert.model(
        parameters={"m": 1, "k": 20, "w": 3, "e": 0.8},
        coordinates={"x": {"start": 0.2}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        work={"x": "2*sin(w*t)"},
        events={
            "stop": {"when": "x - 0.15", "direction": "rising", "set": {"x'": "-e*x'"}},
            "top": {"when": "x'"},
        },
    )
    models = [dalembert.vary(model, parameters={"e": e, "k": 100 * e}) for e in (0.2, 0.4, 0.6, 0.8)]

    def run(varied: Model) -> tuple[object, ...]:
        motion = dalembert.simulate(varied, t_end=3, samples=40, rtol=1e-8, method="radau")
        return (
            motion.q.tobytes(),
            motion.qd.tobytes(),
            motion.accuracy.achieved,
            tuple((one.name, one.t) for one in motion.events),
            tuple((one.minimum, one.maximum) for one in motion.extremes),
        )

    for one in models:
        run(one)
    alone = [run(one) for one in models]
    with ThreadPoolExecutor(4) as pool:
        beside = list(pool.map(run, models * 6))
    assert beside == alone * 6
