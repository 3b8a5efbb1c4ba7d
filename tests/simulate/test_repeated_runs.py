"""Runs of one model after another: what was made for one serves the next, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert._compile import code
from dalembert._compile.compiled_models import forget
from dalembert._compile.run_functions import Functions
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import FREE
from dalembert._simulate import contact_history, native_run, run
from dalembert._simulate.ledger import kinetic_peak
from dalembert._simulate.native_run import NativeRun
from dalembert._simulate.prepare import prepare_run
from dalembert._simulate.revised_record import revised
from dalembert._simulate.trajectory import Trajectory
from dalembert._simulate.work import Work

NAMES = ("cartesian_pendulum", "electro_mechanical", "blending_tank")


def told(motion: dalembert.Motion) -> tuple[Any, ...]:
    """Everything that a run tells, to the last bit."""
    arrays = (motion.q, motion.qd, motion.qdd, motion.s, motion.lam, motion.outputs, motion.ledger.remainder)
    return (
        *(array.tobytes() for array in arrays),
        motion.work,
        motion.accuracy.achieved,
        motion.accuracy.columns,
        motion.extremes,
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_smooth_run_after_others_has_the_bits_of_the_first(name: str) -> None:
    """A run in the memory that others have left is the run in new memory, with other rows between them."""
    model = dalembert.read(name)
    forget()
    first = told(dalembert.simulate(model, rtol=1e-5, samples=20))
    kept = [dalembert.simulate(model, rtol=1e-5, samples=20) for _ in range(2)]
    dalembert.simulate(model, rtol=1e-7, samples=7)
    assert [told(motion) for motion in kept] == [first, first]
    del kept
    assert told(dalembert.simulate(model, rtol=1e-5, samples=20)) == first


@pytest.mark.parametrize(
    "name", ["bouncing_ball", "stick_slip", "newtons_cradle:3", "dry_friction_oscillator"]
)
def test_a_run_in_modes_after_others_has_the_bits_of_the_first(name: str) -> None:
    """What C follows from the start to the end is what is followed from mode to mode, and has its own rows."""
    model = dalembert.read(name)
    forget()
    first = dalembert.simulate(model, rtol=1e-5, samples=20)
    kept = [dalembert.simulate(model, rtol=1e-5, samples=20) for _ in range(2)]
    dalembert.simulate(model, rtol=1e-7, samples=7)
    for motion in kept:
        assert told(motion) == told(first)
        assert (motion.impacts, motion.touches, motion.events) == (first.impacts, first.touches, first.events)


def test_an_account_that_closes_asks_for_no_kinetic_energy_until_its_error_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a motion is known to have had between its rows matters for the error that is shown alone."""
    asked: list[float] = []

    def peak(*given: Any) -> float:
        asked.append(kinetic_peak(*given))
        return asked[-1]

    monkeypatch.setattr(run, "kinetic_peak", peak)
    motion = dalembert.simulate("slider_crank", samples=10)
    assert motion.status == "ok"
    assert asked == []
    account, size = motion.ledger, np.abs(motion.T) + np.abs(motion.V)
    works = (account.dissipated, account.efforts, account.constraints, account.time, account.projection)
    scale = max(float(np.abs(one).max()) for one in (size, *works))
    error = account.error
    assert len(asked) == 1
    assert error == float(np.abs(account.remainder).max()) / max(scale, *asked)
    assert account.error == error
    assert len(asked) == 1


def test_a_revised_record_is_a_replaced_one() -> None:
    """A record is revised as `dataclasses.replace` does it; a class that makes its records itself is refused."""
    record = Work(steps=3, rhs=5)
    assert revised(record, rhs=7) == replace(record, rhs=7)
    assert record == Work(steps=3, rhs=5)
    with pytest.raises(TypeError, match="Work has no speed"):
        revised(record, speed=1)
    with pytest.raises(TypeError, match="Mode is made by its own rules"):
        revised(FREE, active=(1,))


def test_other_values_are_those_of_a_model_that_was_never_run() -> None:
    """What is left by a run serves runs with the same parameters alone."""
    model = dalembert.read("cartesian_pendulum")
    dalembert.simulate(model, samples=10)
    other = dalembert.Variation(parameters={"g": 5.0})
    again = told(dalembert.simulate(model, variation=other, samples=10))
    forget()
    assert (
        told(dalembert.simulate(dalembert.read("cartesian_pendulum"), variation=other, samples=10)) == again
    )


def test_two_runs_at_once_have_dynamics_of_their_own() -> None:
    """What was made ready twice shares nothing that is written to."""
    model = dalembert.read("blending_tank")
    one, other = prepare_run(model), prepare_run(model)
    assert one.dynamics is not other.dynamics
    assert one.problem.pool is not other.problem.pool


def test_a_repeated_run_makes_no_functions_and_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The third run of a smooth model makes nothing for C: two sets are there, one with the last motion."""
    made: list[str] = []
    for kind in (Functions, NativeRun):
        begin = kind.__init__

        def counted(*given: Any, begin: Any = begin, kind: Any = kind, **more: Any) -> None:
            made.append(kind.__name__)
            begin(*given, **more)

        monkeypatch.setattr(kind, "__init__", counted)
    model = dalembert.read("slider_crank")
    for _ in range(2):
        motion = dalembert.simulate(model, samples=10)
    assert made
    made.clear()
    for _ in range(3):
        motion = dalembert.simulate(model, samples=10)
    assert made == []
    assert motion.status == "ok"


CALLS = {"bouncing_ball": 3190, "rocking_block": 3500, "cartesian_pendulum": 2030, "blending_tank": 1950}


@pytest.mark.parametrize("name", CALLS)
def test_a_repeated_run_calls_few_functions(name: str, counted: Callable[[], Any]) -> None:
    """What does not change from run to run is not made again: a repeated run takes few calls of functions.

    The fewest of several runs count: in some of them a function is compiled.
    """
    forget()
    model, calls = dalembert.read(name), list[int]()
    for _ in range(8):
        with counted() as work:
            motion = dalembert.simulate(model, rtol=1e-6, samples=100)
        calls.append(work.calls)
    assert motion.status == "ok"
    assert min(calls) < CALLS[name], calls


def test_a_run_with_other_settings_or_starts_is_prepared_for_them() -> None:
    """What was prepared for a run serves another one with the very same settings and values alone."""
    model = dalembert.read("cartesian_pendulum")
    first = dalembert.simulate(model, t_end=1, samples=10)
    for settings in ({"t_end": 2.0}, {"samples": 20}, {"rtol": 1e-7}, {"method": "rk54"}):
        other = dalembert.simulate(model, **{"t_end": 1.0, "samples": 10, **settings})
        forget()
        alone = dalembert.simulate(
            dalembert.read("cartesian_pendulum"), **{"t_end": 1.0, "samples": 10, **settings}
        )
        assert told(other) == told(alone)
        assert repr(other.settings) == repr(alone.settings)
        assert told(other) != told(first)
    assert repr(dalembert.simulate(model, t_end=1, samples=10).settings) == repr(first.settings)


def test_the_times_of_a_motion_are_its_own() -> None:
    """A motion whose times are changed changes no later one."""
    model = dalembert.read("bouncing_ball")
    for _ in range(2):
        motion = dalembert.simulate(model, samples=10)
        times = motion.t.copy()
        motion.t[:] = 0.0
        np.testing.assert_array_equal(dalembert.simulate(model, samples=10).t, times)


def test_every_mode_is_charged_with_what_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a block that rocks from edge to edge both modes are compiled in the end, not the last one alone."""
    charged: set[int] = set()
    note = Functions.note_cost

    def noted(self: Functions, seconds: float) -> bool:
        charged.add(id(self._code))
        return note(self, seconds)

    monkeypatch.setattr(Functions, "note_cost", noted)
    forget()
    motion = dalembert.simulate("rocking_block", samples=10)
    assert len(motion.impacts) >= 2
    assert len(charged) >= 2


def test_what_was_never_compiled_is_not_written_as_c(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """A short run of a new model is interpreted, and its C is neither written nor looked for."""
    monkeypatch.setenv("DALEMBERT_CACHE", str(tmp_path / "cache"))
    written: list[None] = []
    program = code.program

    def counted(*given: Any, **more: Any) -> Any:
        written.append(None)
        return program(*given, **more)

    monkeypatch.setattr(code, "program", counted)
    energy = {"kinetic": "1/2*x'^2", "potential": "1/2*x^2 + 0.125*x^4"}
    dalembert.simulate(dalembert.model(coordinates={"x": {"start": 1}}, energy=energy), t_end=1.0, samples=10)
    assert written == []


def test_events_are_read_once_of_each_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The times of stick and slip are compared in all runs that tell the error: each of them is read once."""
    read: list[Trajectory] = []
    contact_states = contact_history._contact_states

    def noted(system: HybridSystem, run: Trajectory) -> list[contact_history.ContactStates]:
        read.append(run)
        return contact_states(system, run)

    monkeypatch.setattr(contact_history, "_contact_states", noted)
    motion = dalembert.simulate(dalembert.read("stick_slip"), rtol=1e-7, samples=20)
    kinds = {event.kind for event in motion.events}
    assert {"stick", "slip"} <= kinds
    assert all(event.error is not None for event in motion.events)
    assert len(read) >= 4  # three runs, and one of them repeated
    assert len({id(run.intervals) for run in read}) == len(read)


def test_a_repeated_run_tells_its_settings_as_they_were_given() -> None:
    """1 and 1.0 are equal, and the second run is that of the first; its record has what was written for it."""
    model = dalembert.model(
        coordinates={"x": {"start": 1}}, energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2"}
    )
    shown = [repr(dalembert.simulate(model, t_end=t_end).settings.t_end) for t_end in (1, 1.0, 1)]
    assert shown == ["1", "1.0", "1"]


def test_the_method_depends_on_the_motion_and_not_on_the_speed_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A run whose steps stability limits at the end has the same bits, however often it is looked at."""
    model = dalembert.model(
        parameters={"k": 3210, "c": 2949},
        coordinates={"x": {"start": 0.1}, "y": {"start": 0.2}},
        energy={
            "kinetic": "1/2*(x'^2 + y'^2)",
            "potential": "1/2*k*(x - y)^2 + 1/2*y^2",
            "dissipation": "1/2*c*(x' - y')^2",
        },
    )
    runs = []
    for breath in (0.0, 10.0):  # a look after every step, or as rarely as may be
        monkeypatch.setattr(native_run, "BREATH", breath)
        runs.append(dalembert.simulate(model, t_end=3, samples=40, rtol=1e-8))
    assert runs[0].method == runs[1].method
    assert told(runs[0]) == told(runs[1])
