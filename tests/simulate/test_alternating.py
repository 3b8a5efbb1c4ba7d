"""A run by two methods in turn: explicit where it can be, stiff where it must be, in both directions."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import dalembert
from dalembert._compile.compiler import find_compiler
from dalembert._simulate import accuracy, native_run
from dalembert._simulate.trajectory import End

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="no C compiler here")


def model(rate: str, *, t_end: float = 10.0, rtol: float = 1e-7, method: str = "auto") -> dalembert.Model:
    """A state with a rate, and an oscillator beside it that needs steps of its own."""
    return dalembert.model(
        parameters={"K": 3e5},
        coordinates={"x": {"start": 1, "speed": 0}},
        states={"s": {"start": 1.5, "rate": rate}},
        energy={"kinetic": {"T": "1/2*x'^2"}, "potential": {"V": "1/2*400*x^2"}},
        simulate={"t_end": t_end, "samples": 100, "rtol": rtol, "method": method},
    )


BUMP = "-(1/2 + K*exp(-4*(t - 5)^2))*(s - cos(t)) - sin(t)"


def bump(t: float) -> float:
    """The state that is drawn to cos t, fast around t = 5."""
    drawn = t / 2 + 3e5 * math.sqrt(math.pi) / 4 * (math.erf(2 * (t - 5)) - math.erf(-10))
    return math.cos(t) + 0.5 * math.exp(-drawn)


def turns(motion: dalembert.Motion) -> list[tuple[float, float]]:
    """The spans that the stiff method made, by the remark."""
    (own,) = [one for one in motion.remarks if one.key == "remark_turns"]
    spans = own["spans"]
    assert isinstance(spans, tuple)
    return [(one["first"].value, one["last"].value) for one in spans]


@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
def test_a_motion_that_is_stiff_for_a_while_turns_to_radau_and_back(rtol):
    """Where the state is drawn fast the steps are radau's, before and after rk853's; the claim holds."""
    motion = dalembert.simulate(model(BUMP, rtol=rtol))
    spans = turns(motion)
    fast = [span for span in spans if span[0] < 5 < span[1]]
    assert len(fast) == 1
    assert 3 < fast[0][0] < 5 < fast[0][1] < 9
    assert spans[-1][1] < 9  # the end is explicit again
    exact = np.array([bump(t) for t in motion.t])
    assert motion.status == "ok"
    assert np.abs(motion.s[:, 0] - exact).max() <= motion.accuracy.achieved * np.abs(exact).max()
    assert np.abs(motion.q[:, 0] - np.cos(20 * motion.t)).max() <= motion.accuracy.achieved


def test_two_methods_in_turn_take_less_work_than_either():
    """At nine digits the run in turns evaluates the rates not as often as either method alone."""
    counts = {
        method: dalembert.simulate(model(BUMP, rtol=1e-9, method=method)).work.rhs
        for method in ("auto", "radau", "rk853")
    }
    assert counts["auto"] < 0.7 * min(counts["radau"], counts["rk853"])


@pytest.mark.parametrize("rtol", [1e-6, 1e-8])
def test_what_newtons_method_leaves_does_not_add_up(rtol):
    """Radau's many short steps where nothing is stiff any more leave no error beyond the claim."""
    motion = dalembert.simulate(model(BUMP, rtol=rtol, method="radau"))
    exact = np.array([bump(t) for t in motion.t])
    assert np.abs(motion.s[:, 0] - exact).max() <= motion.accuracy.achieved * np.abs(exact).max()


def test_what_is_stiff_all_the_time_is_run_by_radau_alone():
    """A state that is always drawn fast to cos t has no turns: radau makes all steps, and is named so."""
    motion = dalembert.simulate(model("-K*(s - cos(t)) - sin(t)", t_end=2.0))
    assert motion.method == "radau"
    assert [one.key for one in motion.remarks] == ["remark_stiff"]


def test_turns_come_at_the_same_times_in_every_run():
    """What decides about turns is counted in steps, not in seconds: two calls give the same bits."""
    one, other = (dalembert.simulate(model(BUMP)) for _ in range(2))
    assert turns(one) == turns(other)
    np.testing.assert_array_equal(one.s, other.s)
    np.testing.assert_array_equal(one.q, other.q)


@pytest.mark.parametrize("budget", [8e8, 1.2e9], ids=["first run", "second run"])
def test_a_budget_that_stability_would_spend_is_enough_for_radau(
    monkeypatch: pytest.MonkeyPatch, budget: float
) -> None:
    """Undamped fast modes hold some steps back; where their number is beyond the budget, radau makes them."""
    monkeypatch.setattr(native_run, "BUDGET", budget)
    motion = dalembert.simulate("elastic_beam:100", t_end=1.0, rtol=1e-2, samples=20)
    assert (motion.status, motion.method) == ("ok", "radau")
    alone = dalembert.simulate("elastic_beam:100", t_end=1.0, rtol=1e-2, samples=20, method="rk853")
    assert alone.status != "ok"


@pytest.mark.parametrize(
    ("budget", "kept"), [(8e8, "radau"), (1.2e9, "rk853")], ids=["first run", "second run"]
)
def test_what_was_computed_is_kept_where_radau_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, budget: float, kept: str
) -> None:
    """Ctrl-C in the runs of radau: the whole run before them, if there is one, else theirs."""
    monkeypatch.setattr(native_run, "BUDGET", budget)
    solve_stiffly = accuracy._solve_stiffly

    def interrupted(*given: object, alone: bool) -> accuracy.Solution:
        solution = solve_stiffly(*given, alone=alone)  # type: ignore[arg-type]
        return replace(solution, trajectory=replace(solution.trajectory, end=End.interrupted))

    monkeypatch.setattr(accuracy, "_solve_stiffly", interrupted)
    motion = dalembert.simulate("elastic_beam:100", t_end=1.0, rtol=1e-2, samples=20)
    assert (motion.status, motion.method, motion.reached) == ("interrupted", kept, 1.0)
