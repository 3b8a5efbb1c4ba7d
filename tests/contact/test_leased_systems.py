"""Repeated runs of one hybrid system: results kept from one are reused by the next, and change nothing."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert._compile.compiled_models import forget
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._simulate import hybrid_problem, mode_loop
from dalembert._simulate.prepare import prepare_run

MODELS: dict[str, dict[str, Any]] = {
    "a ball": {
        "parameters": {"g": 9.81, "e": 0.8},
        "coordinates": {"y": {"start": 1, "speed": 0}},
        "energy": {"kinetic": "1/2*y'^2", "potential": "g*y"},
        "contacts": {"floor": {"gap": "y", "restitution": "e"}},
        "simulate": {"t_end": 3, "samples": 60},
    },
    "a mass on a belt": {
        "parameters": {"k": 10, "g": 9.81, "v": 0.2},
        "coordinates": {"x": {"start": 0, "speed": 0.2}, "y": {"start": 0, "speed": 0}},
        "energy": {"kinetic": "1/2*(x'^2 + y'^2)", "potential": "g*y + 1/2*k*x^2"},
        "contacts": {
            "belt": {"gap": "y", "restitution": 0, "friction": 0.2, "sticking": 0.4, "slip": "x' - v"}
        },
        "simulate": {"t_end": 6, "samples": 60},
    },
    "dry friction": {
        "parameters": {"k": 8, "f": 0.9},
        "coordinates": {"x": {"start": 0, "speed": 2}},
        "energy": {"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2"},
        "work": {"x": "-f*sign(x')"},
        "simulate": {"t_end": 4, "samples": 60},
    },
}


def told(motion: dalembert.Motion) -> tuple[Any, ...]:
    """Everything that a run tells, to the last bit."""
    return (
        motion.q.tobytes(),
        motion.qd.tobytes(),
        motion.contact.tobytes(),
        motion.friction.tobytes(),
        motion.ledger.remainder.tobytes(),
        motion.events,
        motion.impacts,
        motion.touches,
        motion.accuracy.achieved,
        motion.accuracy.columns,
        motion.extremes,
    )


@pytest.mark.parametrize("name", MODELS)
def test_a_run_after_others_has_the_bits_of_the_first(name: str) -> None:
    """A run with a system that others have left is the run with a new one, whatever is still alive."""
    model = dalembert.model(**MODELS[name])
    forget()
    first = told(dalembert.simulate(model))
    kept = [dalembert.simulate(model) for _ in range(2)]
    assert [told(motion) for motion in kept] == [first, first]
    del kept
    assert told(dalembert.simulate(model)) == first


def test_a_motion_keeps_its_system_as_long_as_it_lives() -> None:
    """What is asked of an earlier motion later is not disturbed by runs in between, with the same values."""
    model = dalembert.model(**MODELS["a mass on a belt"])
    alone = told(dalembert.simulate(model))
    motion = dalembert.simulate(model)
    for t_end in (1.0, 2.5):
        dalembert.simulate(model, t_end=t_end)
    assert told(motion) == alone


def test_systems_are_left_and_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs one after the other need two systems: that of the motion before, and one for the next."""
    made: list[None] = []
    begin = HybridSystem.__init__

    def counted(*given: Any, **more: Any) -> None:
        made.append(None)
        begin(*given, **more)

    monkeypatch.setattr(HybridSystem, "__init__", counted)
    model = dalembert.model(**MODELS["a ball"])
    for _ in range(6):
        motion = dalembert.simulate(model)
    assert len(made) == 2
    assert motion.impacts


def test_two_runs_at_once_have_systems_of_their_own() -> None:
    """What was made ready twice shares nothing that is written to."""
    model = dalembert.model(**MODELS["a ball"])
    dalembert.simulate(model)
    gc.collect()
    one, other = prepare_run(model), prepare_run(model)
    assert one.hybrid is not None
    assert one.hybrid is not other.hybrid


def test_other_values_have_other_systems() -> None:
    """Parameters are those of the run, not those of a run before it."""
    model = dalembert.model(**MODELS["a ball"])
    before = dalembert.simulate(model)
    lower = dalembert.simulate(model, variation=dalembert.Variation(parameters={"e": 0.5}))
    fresh = dalembert.simulate(
        dalembert.model(**{**MODELS["a ball"], "parameters": {"g": 9.81, "e": 0.5}}),
    )
    np.testing.assert_array_equal(lower.q, fresh.q)
    assert lower.impacts == fresh.impacts
    assert before.impacts != lower.impacts


def test_a_mode_never_met_before_is_entered_in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the start, no transition of stick and slip is made in Python: the mode is added, C goes on."""
    made, answers = [], []
    transition, stretch = hybrid_problem.mode_transition, mode_loop.HybridLoop.stretch

    def counted(*given: Any) -> Any:
        made.append(None)
        return transition(*given)

    def heard(*given: Any, **more: Any) -> Any:
        found = stretch(*given, **more)
        answers.append(found.answer)
        return found

    monkeypatch.setattr(hybrid_problem, "mode_transition", counted)
    monkeypatch.setattr(mode_loop.HybridLoop, "stretch", heard)
    forget()
    motion = dalembert.simulate(dalembert.model(**MODELS["a mass on a belt"]))
    assert len(motion.events) >= 3
    assert set(answers) == {mode_loop.Answer.ended}
    assert len(made) == 1
