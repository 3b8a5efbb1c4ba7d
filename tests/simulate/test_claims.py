"""What is claimed of the error of a run: never less than a third of it, and with where and why."""

import ctypes
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import dalembert
from dalembert._compile.compiler import find_compiler
from dalembert._compile.native import (
    FIELD,
    InterpretedFunction,
    Pointer,
    Precision,
    compiled_functions,
    library,
)
from dalembert._simulate import accuracy, claim, native_run
from dalembert._simulate.accuracy import solve
from dalembert._simulate.methods import MethodChoice
from dalembert._simulate.prepare import prepare_run
from dalembert._simulate.replays import Replays, with_precise_replay
from dalembert._simulate.trajectory import Replay, Watch

WOBBLE = """format = 1
[parameters]
m = 1
k = 12.5
c0 = 1.28
T = 50
[coordinates]
x1 = { start = 1.005, speed = 0.1 }
x2 = { start = 0.995, speed = 0.1 }
[energy]
kinetic = "1/2*m*(x1'^2 + x2'^2)"
potential = "1/2*k*(x1 - x2)^2"
dissipation = "1/2*c0*(1 - 2*t/T)*(x1' - x2')^2"
[simulate]
t_end = 50
"""
ARM = """format = 1
[coordinates]
th = { unit = "deg", start = -90, speed = 0 }
[energy]
kinetic = "1/2*0.1*th'^2"
potential = "2.943*sin(th)"
dissipation = "1/2*0.3*th'^2"
[work]
th = "i"
[states]
i = { rate = "(u - i - th')/2e-3", start = 0 }
[inputs]
u = "2*step(t - 0.1)"
[simulate]
t_end = 1
"""
UPRIGHT = """format = 1
[coordinates]
a = { start = 3.141592653589, speed = 0 }
[energy]
kinetic = "1/2*a'^2"
potential = "-9.81*cos(a)"
[simulate]
t_end = 40
samples = 200
"""
LATE = """format = 1
[coordinates]
z = { start = 0, speed = 0 }
[energy]
kinetic = "1/2*z'^2"
potential = "50*z^2"
[work]
z = "sin(3*t)"
[simulate]
t_start = 100000
t_end = 100005
"""
OSCILLATOR = """format = 1
[coordinates]
x = { start = 1, speed = 0 }
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*x^2"
[outputs]
force = "-x"
"""


def simulated(text: str, folder: Path, **asked: float) -> dalembert.Motion:
    """The motion of a model text."""
    path = folder / "model.toml"
    path.write_text(text, encoding="utf-8")
    return dalembert.simulate(path, **asked)


def model_of(text: str, folder: Path) -> dalembert.Model:
    """The model of a text."""
    path = folder / "model.toml"
    path.write_text(text, encoding="utf-8")
    return dalembert.read(path)


@pytest.mark.parametrize("seed", range(20))
def test_an_error_that_shrinks_by_any_factor_is_claimed(seed: int) -> None:
    """Three runs whose errors shrink by factors of 1/2 or faster give a claim not below the last error."""
    random = np.random.default_rng(seed)
    k = random.uniform(1 / 200, 1 / 2, size=(1, 3))
    first = random.normal(size=(200, 3)) * np.linspace(0, 1e-4, 200)[:, np.newaxis]
    runs = [first, first * k, first * k**2]
    sizes = np.ones((200, 3))
    found = claim.truncation(
        claim.difference(runs[0], runs[1], sizes), claim.difference(runs[1], runs[2], sizes), 1 / 256
    )
    slowest = np.argmax(k)
    assert (found[:, slowest] >= np.abs(runs[2][:, slowest])).all()


def test_a_motion_that_dies_away_and_grows_again_is_limited(tmp_path: Path) -> None:
    """A wobble that falls below the last digit and grows again is told as limited by rounding."""
    motion = simulated(WOBBLE, tmp_path)
    d, reference = motion["x1"] - motion["x2"], simulated(WOBBLE, tmp_path, rtol=1e-12)
    apart = np.abs(d - (reference["x1"] - reference["x2"])).max()
    assert motion.status == "limited"
    assert motion.accuracy.worst is not None
    assert motion.accuracy.worst.cause == "rounding"
    assert "double precision allows no better" in motion.message
    assert 3 * motion.accuracy.achieved * np.abs(motion.q).max() >= apart


def test_rest_before_a_step_is_no_alarm(tmp_path: Path) -> None:
    """An arm that rests, up to rounding, until a voltage is switched on meets its tolerance."""
    motion = simulated(ARM, tmp_path)
    assert motion.status == "ok", motion.message


def test_a_start_near_an_unstable_equilibrium_is_not_called_chaotic(tmp_path: Path) -> None:
    """A plain pendulum that starts upright is limited by double precision, and by nothing else."""
    motion = simulated(UPRIGHT, tmp_path)
    assert motion.status == "limited"
    assert "chaotic" not in motion.message


def test_chaos_is_told() -> None:
    """A triple pendulum is called chaotic from some time on."""
    motion = dalembert.simulate("triple_pendulum")
    assert motion.status == "limited"
    assert motion.accuracy.worst is not None
    assert motion.accuracy.worst.cause == "chaos"
    assert 5 < motion.accuracy.until < 20


def test_a_late_clock_runs(tmp_path: Path) -> None:
    """A forced oscillator that starts at rest at t = 1e5 s runs, and its claim covers the rounded clock."""
    motion = simulated(LATE, tmp_path)
    t, t0, a = motion.t, 100000.0, 1 / 91
    free = -a * (np.sin(3 * t0) * np.cos(10 * (t - t0)) + 0.3 * np.cos(3 * t0) * np.sin(10 * (t - t0)))
    exact = a * np.sin(3 * t) + free
    assert motion.status in ("ok", "limited")
    assert np.abs(motion["z"] - exact).max() <= 3 * motion.accuracy.achieved * np.abs(exact).max() + 1e-12


def test_sizes_come_from_all_steps(tmp_path: Path) -> None:
    """Rows at every turning point, where all speeds are zero, do not make an error look large."""
    motion = simulated(OSCILLATOR + f"[simulate]\nt_end = {200 * np.pi!r}\nsamples = 100\n", tmp_path)
    assert motion.status == "ok", motion.message
    assert np.abs(motion["x'"]).max() <= 3e-9


def test_every_column_has_a_claim(tmp_path: Path) -> None:
    """The claim of accuracy names every column of the motion once; those of the state are below it."""
    motion = simulated(OSCILLATOR, tmp_path, t_end=10.0)
    claims = {one.name: one.error for one in motion.accuracy.columns}
    assert list(claims) == [name for name in motion.columns() if name != "t"]
    assert max(claims["x"], claims["x'"]) <= 1.01 * motion.accuracy.achieved
    exact = -np.cos(motion.t)
    assert np.abs(motion["force"] - exact).max() <= 3 * claims["force"] + 1e-15


@pytest.mark.parametrize("method", ["rk853", "rk54", "taylor", "radau"])
def test_each_run_refines_the_one_before(method: str, tmp_path: Path) -> None:
    """No step of a later run is longer than half of the step that the run before made there."""
    model = replace(model_of(WOBBLE, tmp_path))
    ready = prepare_run(replace(model, simulate=replace(model.simulate, method=method)))
    witnesses = solve(ready.method, ready.problem, ready.settings, lambda _: None).witnesses
    assert witnesses is not None
    for before, after in zip(witnesses.runs, witnesses.runs[1:], strict=False):
        start = np.concatenate([[0.0], after.grid.t[:-1]])
        covering = np.searchsorted(before.grid.t, start, side="right")
        made = after.grid.t - start
        allowed = 0.5 * before.grid.dt[np.minimum(covering, len(before.grid.dt) - 1)]
        assert (made <= allowed * (1 + 1e-9) + 1e-12).all()


@pytest.mark.parametrize("method", ["rk853", "taylor", "radau"])
def test_a_repeated_run_without_rounding_is_the_same_run(method: str, tmp_path: Path) -> None:
    """A run repeated on its own grid with next to no disturbance gives the same rows."""
    model = model_of(WOBBLE, tmp_path)
    ready = prepare_run(replace(model, simulate=replace(model.simulate, method=method)))
    asked = replace(ready.problem, rtol=1e-8)
    first = ready.method.method(asked, lambda _: None)
    again = ready.method.method(replace(asked, replay=Replay(grid=first.grid, gain=1e-20)), lambda _: None)
    assert np.abs(again.rows - first.rows).max() <= 1e-12
    assert again.work.steps == first.work.steps


def test_a_run_that_takes_too_much_work_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget of work, not of time, ends a run; what was reached is kept and told."""
    monkeypatch.setattr(native_run, "BUDGET", 1e3)
    motion = simulated(OSCILLATOR, tmp_path, t_end=1e5, method="rk853")
    assert motion.status == "failed"
    assert "reached its limit of work" in motion.message
    assert 0 < motion.reached < 1e5


def test_a_run_whose_refinement_takes_too_much_work_is_not_called_ok(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where only the finer runs exceed the budget, the motion is kept, but nothing is claimed of it."""
    whole = simulated(OSCILLATOR, tmp_path, t_end=1e4, method="rk853")
    ready = prepare_run(whole.model)
    monkeypatch.setattr(
        native_run, "BUDGET", 0.2 * whole.work.rhs * ready.problem.dynamics.compiled.code.length
    )
    motion = simulated(OSCILLATOR, tmp_path, t_end=1e4, method="rk853")
    assert motion.status in ("limited", "flagged")
    assert motion.accuracy.achieved is None
    assert motion.reached == 1e4


def test_an_interruption_between_two_runs_keeps_the_motion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while the runs are compared keeps the best of them, as interrupted."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(accuracy, "_claim", interrupt)
    motion = simulated(OSCILLATOR, tmp_path, t_end=10.0)
    assert motion.status == "interrupted"
    assert motion.reached == 10.0
    assert np.abs(motion["x"] - np.cos(motion.t)).max() < 1e-8


@pytest.mark.parametrize("reach", [1e-3, 1e-4, 1e-5])
def test_a_bias_of_the_forces_is_claimed(reach: float) -> None:
    """A string is stretched by √(x² + L²) − L, of which double precision holds few digits: the claim knows."""
    spring = 1 / reach**2
    model = dalembert.model(
        parameters={"k": spring, "L": 1.0},
        coordinates={"x": {"start": reach, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*k*(sqrt(x^2 + L^2) - L)^2"},
        simulate={"t_end": 20, "samples": 100},
    )
    motion = dalembert.simulate(model, rtol=1e-6)

    def rates(_: float, y: np.ndarray) -> list[float]:  # without the difference of nearly equal lengths
        length = math.sqrt(1 + y[0] ** 2)
        return [y[1], -spring * y[0] ** 3 / (length * (length + 1))]

    truth = solve_ivp(rates, (0, 20), [reach, 0], "DOP853", motion.t, rtol=1e-12, atol=1e-14 * reach)
    error = np.abs(motion.q[:, 0] - truth.y[0]).max() / reach
    assert motion.status in ("ok", "limited"), motion.message
    assert error <= 3 * motion.accuracy.achieved
    if reach == 1e-5:  # 2e-6 of the force is rounding
        assert motion.status == "limited"
        assert motion.accuracy.worst.cause == "rounding"


def test_longer_numbers_are_used_where_they_are_asked_for() -> None:
    """Rates in longer numbers have the digits that doubles lose, interpreted and compiled alike."""
    model = dalembert.model(
        parameters={"k": 1e12, "L": 1.0},
        coordinates={"x": {"start": 1e-6, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*k*(sqrt(x^2 + L^2) - L)^2"},
        simulate={"t_end": 1},
    )
    dynamics, compiler = prepare_run(model).dynamics, find_compiler()
    if compiler is None or np.finfo(np.longdouble).eps == np.finfo(float).eps:
        pytest.skip("this machine has no compiler or no longer numbers")
    code, own = dynamics.compiled.code, library("rk853", compiler)
    bytecode = InterpretedFunction(code.bytecode["rates"], dynamics.p, own, Precision.extended)
    made = compiled_functions(
        code.program, list(code.tapes), dynamics.p, compiler, Precision.extended, only_cached=False
    )
    found = []
    for called in (bytecode.record, made["rates"].record):
        y, out, health = np.array([1e-6, 0.0]), np.zeros(2), np.zeros(1)
        point = [array.ctypes.data_as(Pointer) for array in (y, np.zeros(3), out, health)]
        c, work = (ctypes.cast(place or 0, Pointer) for place in (called.c, called.work))
        FIELD(called.call)(called.model, 0.0, point[0], point[1], c, point[2], point[3], work)
        found.append(out[1])
    assert found[0] == found[1]
    truth = -(1e12 * (1e-12 / 2) * 1e-6)  # to 1e-12
    assert found[0] == pytest.approx(truth, rel=1e-6)
    assert dynamics.evaluator.rates(0.0, np.array([1e-6, 0.0]))[0][1] != pytest.approx(truth, rel=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_times_of_events_are_claimed(seed: int) -> None:
    """The times at which a ball bounces, and at which a damped oscillator crosses a level, lie within three claims."""
    random = np.random.default_rng(seed)
    fall, rest = random.uniform(0.5, 2), random.uniform(0.6, 0.9)
    ball = dalembert.simulate(
        dalembert.model(
            parameters={"g": 9.81},
            coordinates={"y": {"start": fall, "speed": 0}},
            energy={"kinetic": "1/2*y'^2", "potential": "g*y"},
            contacts={"floor": {"gap": "y", "restitution": rest}},
            simulate={"t_end": 1.5},
        )
    )
    first = math.sqrt(2 * fall / 9.81)
    for k, event in enumerate(ball.events):
        truth = first * (1 + 2 * sum(rest**i for i in range(1, k + 1)))
        assert event.error is not None
        assert abs(event.t - truth) <= 3 * event.error <= 1e-9
    damping, level = random.uniform(0.05, 0.3), random.uniform(0.1, 0.5)
    swing = dalembert.simulate(
        dalembert.model(
            coordinates={"x": {"start": 1, "speed": 0}},
            energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2", "dissipation": f"1/2*{2 * damping}*x'^2"},
            events={"level": {"when": f"x - {level}"}},
            simulate={"t_end": 10},
        )
    )
    rate = math.sqrt(1 - damping**2)

    def place(t: float) -> float:
        return math.exp(-damping * t) * (math.cos(rate * t) + damping / rate * math.sin(rate * t)) - level

    assert swing.events
    for event in swing.events:
        truth = brentq(place, event.t - 1e-3, event.t + 1e-3, xtol=1e-15)
        assert event.error is not None
        assert abs(event.t - truth) <= 3 * event.error + 1e-15 <= 1e-8


@pytest.mark.parametrize("method", ["rk54", "rk853", "radau", "scipy:LSODA"])
def test_errors_of_columns_and_digits_count_what_atol_allows(method: str) -> None:
    """With rtol 1e-9 and atol 1e-6 places may be off by 1e-6: columns claim that of their own size, digits end there.

    The rod pendulum turns as x'' = -3 g/(2 l) sin(x), released at rest at 45 degrees.
    """
    motion = dalembert.simulate("rod_pendulum", method=method)
    assert motion.settings.atol == 1e-6

    def rates(_: float, y: np.ndarray) -> list[float]:
        return [y[1], -1.5 * 9.81 / 10 * math.sin(y[0])]

    truth = solve_ivp(rates, (0, 3), [math.pi / 4, 0], "DOP853", motion.t, rtol=1e-13, atol=1e-14).y[0]
    exact = {"theta": truth, "x": 5 * np.sin(truth), "y": -5 * np.cos(truth), "tip_x": 10 * np.sin(truth)}
    errors = {column.name: column.error for column in motion.accuracy.columns}
    units = dalembert.display_units(motion.model)
    for name, values in exact.items():
        size = np.abs(values).max()
        off = np.abs(motion[name] - values).max()
        assert off <= errors[name] * size, name
        assert errors[name] * size <= 2e-6, name  # what was asked for
        shown = motion.text_at_end(name)
        digit = 10.0 ** -len(shown.partition(".")[2])
        assert abs(float(shown) - units[name].from_si(float(values[-1]))) <= digit, (name, shown)


def test_a_column_that_is_always_zero_has_an_error_with_an_atol() -> None:
    """What the error of a coordinate that never moves is relative to is the part of the others that counts as rest."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "1/2*(x^2 + y^2)"},
        simulate={"t_end": 1, "samples": 10, "atol": 1e-9},
    )
    errors = {one.name: one.error for one in dalembert.simulate(model).accuracy.columns}
    assert errors["x"] <= 2e-9
    assert 1e-6 * errors["y"] <= 1e-9


def test_a_bias_that_cannot_matter_is_bounded_and_measured_for_columns_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The claim has the bound; the repetition in more digits is made for the columns, unless it is interrupted."""
    precise: list[bool] = []

    def counted(chosen: MethodChoice, replays: Replays, watch: Watch) -> Replays:
        precise.append(True)
        if len(precise) > 1:
            raise KeyboardInterrupt
        return with_precise_replay(chosen, replays, watch)

    monkeypatch.setattr(accuracy, "with_precise_replay", counted)
    first, second = (dalembert.simulate("mass_and_wall", rtol=1e-9) for _ in range(2))
    assert not precise
    assert first.accuracy.achieved is not None
    errors = {one.name: one.error for one in first.accuracy.columns}
    assert precise == [True]
    assert max(*errors.values(), first.accuracy.achieved) <= 1e-9
    left = second.with_extremes()
    assert left.status == "interrupted"
    assert {one.name for one in left.accuracy.columns} == set(errors)


@pytest.mark.parametrize("name, rtol", [("sprung_rod", 1e-10), ("n_four_bar", 1e-9)])
def test_what_smaller_steps_can_still_improve_is_improved(name: str, rtol: float) -> None:
    """Truncation fits into what rounding leaves of rtol; steps at the smallest tolerance are halved once more."""
    motion, truth = dalembert.simulate(name, rtol=rtol), dalembert.simulate(name, rtol=1e-13)
    assert motion.status == "ok"
    assert motion.accuracy.achieved <= rtol
    size = np.maximum.accumulate(np.abs(truth.q), axis=0)
    size = np.maximum(size, 1e-6 * size.max())
    assert (np.abs(motion.q - truth.q) / size).max() <= rtol
