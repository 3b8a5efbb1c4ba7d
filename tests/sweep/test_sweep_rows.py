"""Rows of a sweep are the numbers of closed forms, by every engine."""

from dataclasses import replace

import numpy as np
import pytest
from sweep_models import OSCILLATOR, sweep_of

import dalembert
from dalembert import ModelError
from dalembert._compile import compiler
from dalembert._sweep import blocks, checks
from dalembert._sweep.axis_values import columns_of
from dalembert._sweep.blocks import prepare, run_rows_of
from dalembert._sweep.checks import Disagreement, checked_rows
from dalembert._sweep.lanes import LaneEngine, run_rows
from dalembert._sweep.records import Status
from dalembert._sweep.sweeping import Request, make_plan

EVERYTHING = (
    "far at end, x' at t=2, x' at down, max(x), min(x), mean(x), rms(x), s = integral(x^2), max(energy),"
    " history(x, 6), count(down), first(down)"
)


@pytest.mark.parametrize("plain", [False, True])
def test_rows_are_the_closed_forms_of_an_oscillator(plain: bool) -> None:
    """X = x₀ cos ωt gives every kept quantity, at the accuracy that was asked for."""
    sweep = sweep_of(EVERYTHING, plain=plain)
    rows = run_rows_of(sweep, range(sweep.plan.runs))
    own = columns_of(sweep.plan, range(sweep.plan.runs))
    w, x0, t = np.sqrt(own["k"]), own["x"], 5.0
    assert isinstance(sweep.lanes, LaneEngine)
    assert (rows.status == Status.ok).all()
    squares = x0**2 * (t / 2 + np.sin(2 * w * t) / (4 * w))
    reaches = w * t > np.pi
    expected = {
        "far_at_end": 2 * x0 * np.cos(w * t),
        "x_rate_at_2": -w * x0 * np.sin(2 * w),
        "x_rate_at_down": -w * x0,
        "max_x": x0,
        "min_x": np.where(reaches, -x0, x0 * np.cos(w * t)),
        "mean_x": x0 * np.sin(w * t) / (w * t),
        "rms_x": np.sqrt(squares / t),
        "s": squares,
        "max_energy": own["k"] * x0**2 / 2,
        "count_down": np.floor((w * t - np.pi / 2) / (2 * np.pi)) + 1,
        "first_down": np.pi / 2 / w,
    }
    for name, numbers in expected.items():
        assert rows.kept[name] == pytest.approx(numbers, abs=2e-7 if plain else 1e-8), name
    times = np.linspace(0, 5, 6)
    assert rows.kept["history_x_6"] == pytest.approx(x0[:, None] * np.cos(w[:, None] * times), abs=1e-7)
    if plain:
        assert np.isnan(rows.accuracy).all()
        assert np.isfinite(rows.estimate).sum() == 3
        assert np.nanmax(rows.estimate) < 1e-6
    else:
        assert (rows.accuracy < 1e-9).all()
        assert (rows.until == 5).all()
    assert (rows.energy_error < 1e-7).all()


def test_compiled_and_interpreted_lanes_have_the_same_bits() -> None:
    """Lanes give the same arrays whether the model is compiled with the integrator or interpreted."""
    sweep = sweep_of(EVERYTHING, plain=True)
    assert isinstance(sweep.lanes, LaneEngine)
    columns = columns_of(sweep.plan, range(sweep.plan.runs))
    one, other = (run_rows(replace(sweep.lanes, interpreted=how), columns) for how in (False, True))
    for a, b in zip(
        (*one.kept, one.state, one.reached), (*other.kept, other.state, other.reached), strict=True
    ):
        assert np.array_equal(a, b, equal_nan=True)


def test_rows_do_not_depend_on_their_block() -> None:
    """A row has the same bits in a block of its own as among others."""
    sweep = sweep_of("x at end, max(x)", plain=True)
    whole = run_rows_of(sweep, range(sweep.plan.runs))
    alone = run_rows_of(sweep, range(3, 4))
    assert all(alone.kept[name][0] == whole.kept[name][3] for name in whole.kept)


def test_a_plan_gives_the_same_rows_from_its_text() -> None:
    """What another process makes of a plan is what was made of the model here."""
    sweep = sweep_of("x at end", plain=True)
    again = run_rows_of(prepare(sweep.plan), range(sweep.plan.runs))
    assert np.array_equal(again.kept["x_at_end"], run_rows_of(sweep, range(sweep.plan.runs)).kept["x_at_end"])


def test_rows_that_cannot_be_run_are_rows_with_a_message() -> None:
    """A row whose values allow no run, or whose motion ends, has a status, a message and no numbers."""
    model = dalembert.model(
        format=1,
        parameters={"m": 1, "a": 1},
        coordinates={"x": {"start": 1}},
        energy={"kinetic": {"T": "1/2*m*x'^2"}, "potential": {"V": "sqrt(a)*x^2 - x^4*(1 - a)^2"}},
        simulate={"t_end": 20},
    )
    for plain in (True, False):
        sweep = make_plan(model, Request(over=("a=1,-1,4", "m=1,0"), keep="x at end", plain=plain))
        rows = run_rows_of(sweep, range(6))
        assert [Status(s).name for s in rows.status][:4] == ["ok", "refused", "refused", "refused"]
        assert all(rows.message[i] for i in (1, 2, 3))
        assert rows.status[4] == Status.failed
        assert np.isfinite(rows.kept["x_at_end"]).tolist() == [True] + [False] * 5


def test_an_event_that_stops_ends_a_row() -> None:
    """The end of a row is where an event stopped it; what would have been kept later is empty."""
    model = replace(OSCILLATOR, events=(replace(OSCILLATOR.events[0], action="stop"),))
    for plain in (True, False):
        sweep = make_plan(
            model, Request(over=("k=1,4",), keep="x' at end, x at t=4, integral(x)", plain=plain)
        )
        rows = run_rows_of(sweep, range(2))
        assert [Status(s).name for s in rows.status] == ["stopped", "stopped"]
        assert rows.reached == pytest.approx([np.pi / 2, np.pi / 4], abs=1e-8)
        assert rows.kept["x_rate_at_end"] == pytest.approx([-1, -2], abs=1e-7)
        assert rows.kept["integral_x"] == pytest.approx([1, 0.5], abs=1e-7)
        assert np.isnan(rows.kept["x_at_4"]).all()


def test_a_zero_that_changes_the_equations_is_run_by_itself() -> None:
    """A row in which a parameter is zero is the row of the model without it."""
    model = dalembert.model(
        format=1,
        parameters={"c": 1.0},
        coordinates={"x": {"start": 1}},
        energy={
            "kinetic": {"T": "1/2*x'^2"},
            "potential": {"V": "1/2*x^2"},
            "dissipation": {"D": "1/2*c*x'^2"},
        },
        simulate={"t_end": 2, "rtol": 1e-10},
    )
    rows = dalembert.sweep(model, {"c": [0.2, 0.0]}, "x at end, energy at end", plain=True)
    assert float(rows["x_at_end"][1]) == pytest.approx(np.cos(2), abs=1e-8)
    b = np.sqrt(1 - 0.01)
    damped = np.exp(-0.2) * (np.cos(2 * b) + 0.1 / b * np.sin(2 * b))
    assert float(rows["x_at_end"][0]) == pytest.approx(damped, abs=1e-8)


@pytest.mark.parametrize("plain", [False, True])
def test_contacts_are_counted_row_by_row(plain: bool) -> None:
    """A model with impacts is swept over its restitution: T = (1 + e)/(1 − e) √(2h/g) to rest, impacts counted."""
    rows = dalembert.sweep(
        dalembert.model(
            format=1,
            parameters={"e": 0.5, "g": 9.81},
            coordinates={"z": {"start": 1, "speed": 0}},
            energy={"kinetic": {"T": "1/2*z'^2"}, "potential": {"V": "g*z"}},
            contacts={"floor": {"gap": "z", "restitution": "e"}},
            simulate={"t_end": 1.2, "samples": 60, "rtol": 1e-7},
        ),
        {"e": "0.5,0.8"},
        "count(floor), first(floor), min(z)",
        plain=plain,
    )
    assert np.isnan(rows["accuracy"].values).all() == plain
    fall = np.sqrt(2 / 9.81)
    assert rows["first_floor"].values == pytest.approx([fall, fall], abs=1e-6)
    times = [fall + 2 * fall * sum(e**k for k in range(1, n + 1)) for e in (0.5, 0.8) for n in range(3)]
    assert rows["count_floor"].values.tolist() == [3.0, 2.0]
    assert sum(t < 1.2 for t in times[:3]) == 3
    assert rows.attrs["rows"]["ok"] == 2


def test_disagreement_fails_the_block_and_names_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers that another engine does not confirm are no result."""
    sweep = sweep_of("x at end", plain=True)
    right = run_rows

    def wrong(engine: LaneEngine, columns: dict[str, np.ndarray], rtol: float | None = None) -> object:
        found = right(engine, columns, rtol)
        return replace(found, kept=tuple(block + 1e-4 for block in found.kept))

    monkeypatch.setattr(blocks, "run_rows", wrong)
    monkeypatch.setattr(checks, "run_rows", wrong)
    row = checked_rows(sweep.plan, range(sweep.plan.runs))[0]
    with pytest.raises(Disagreement, match=f"row {row} .*x at end"):
        run_rows_of(sweep, range(sweep.plan.runs))


def test_a_row_that_nobody_can_confirm_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the second engine comes to no end the row keeps its numbers, and its message tells why."""
    sweep = sweep_of("x at end", plain=True)
    rows = checked_rows(sweep.plan, range(sweep.plan.runs))

    def unable(_: object) -> object:
        message = "the steps became too small"
        raise ValueError(message)

    monkeypatch.setattr(checks, "run", unable)
    found = run_rows_of(sweep, range(sweep.plan.runs))
    assert (found.status == Status.ok).all()
    assert [i for i, text in enumerate(found.message) if text] == rows
    assert "not confirmed" in found.message[rows[0]]
    assert "the steps became too small" in found.message[rows[0]]
    assert np.isnan(found.estimate).all()


def test_ensembles_are_arrays_over_runs_and_times() -> None:
    """An ensemble gives all coordinates, velocities and outputs of every run at every time."""
    found = dalembert.ensemble(OSCILLATOR, {"k": [1, 4], "x": [1.0, 2.0]}, points=11)
    t = found["time"].values
    assert found["x"].dims == ("run", "time")
    assert found["x"].shape == (2, 11)
    assert found["x'"].values == pytest.approx(np.array([-np.sin(t), -4 * np.sin(2 * t)]), abs=1e-8)
    assert found["far"].values == pytest.approx(2 * found["x"].values)
    assert found["x_start"].values.tolist() == [1, 2]
    with pytest.raises(ModelError, match="not the rows of a sweep"):
        dalembert.statistics(found)
    with pytest.raises(ModelError, match="equally many"):
        dalembert.ensemble(OSCILLATOR, {"k": [1, 4], "x": [1.0]})


@pytest.mark.parametrize("name", ["m", "L", "J"])
def test_plain_rows_refuse_bodies_with_negative_values(name: str) -> None:
    """A mass, a length or a moment of inertia below zero is refused in plain rows as in ordinary ones."""
    rod = {"mass": "m", "shape": {"rod": "L"}, "centre": ["L/2", 0]}
    model = dalembert.model(
        parameters={"m": 1.0, "L": 1.0, "J": 0.1},
        bodies={"space": 2, "gravity": [0, -9.81], "rod": rod, "bob": {"mass": 1.0, "inertia": "J"}},
        joints={
            "O": {
                "kind": "pin",
                "between": ["ground", "rod"],
                "coordinate": {"a": {"start": 0.3, "speed": 0}},
            },
            "P": {"kind": "pin", "between": ["rod", "bob"], "coordinate": {"b": {"start": 0.3, "speed": 0}}},
        },
        simulate={"t_end": 0.3, "samples": 20},
    )
    rows = dalembert.sweep(model, {name: [0.5, -0.3, 0.2]}, "a at end", plain=True)
    assert rows["status"].values.tolist() == [Status.ok, Status.refused, Status.ok]
    assert "must not be negative" in str(rows["message"].values[1])


def test_rows_are_right_with_a_compiler_that_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep by a stub of a compiler runs its rows one by one, says why, and gives the closed form."""
    monkeypatch.setenv(compiler.VARIABLE, "/bin/false")
    compiler.find_compiler.cache_clear()
    try:
        sweep = sweep_of("x at end", plain=False)
        assert sweep.lanes == "no C compiler was found that works"
        rows = run_rows_of(sweep, range(2))
    finally:
        compiler.find_compiler.cache_clear()
    values = columns_of(sweep.plan, range(2))
    assert (rows.status == Status.ok).all()
    exact = values["x"] * np.cos(np.sqrt(values["k"]) * 5.0)
    assert np.abs(rows.kept["x_at_end"] - exact).max() <= 1e-7 * np.abs(values["x"]).max()


@pytest.mark.parametrize("plain", [False, True])
def test_what_never_happens_is_counted_as_zero(plain: bool) -> None:
    """A ball that does not reach the floor has no impact, no first one and no value there; all rows are checked."""
    ball = dalembert.model(
        coordinates={"y": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*y'^2", "potential": "9.81*y"},
        contacts={"floor": {"gap": "y", "restitution": 0.5}},
        events={"low": {"when": "y - 0.1"}},
        simulate={"t_end": 0.4, "samples": 20},
    )
    rows = dalembert.sweep(
        ball,
        {"y": [1.0, 2.0, 3.0]},
        "n = count(floor), first(floor), y' at low, section(y', low, 2)",
        plain=plain,
    )
    assert rows["status"].values.tolist() == [Status.ok] * 3
    assert rows["n"].values.tolist() == [0, 0, 0]
    assert all(np.isnan(rows[name].values).all() for name in ("first_floor", "y_rate_at_low"))
