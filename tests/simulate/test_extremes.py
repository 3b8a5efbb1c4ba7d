"""The extremes of a motion are those of the motion, not of its rows."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest

import dalembert
from dalembert._simulate import motion_nodes
from dalembert._simulate.lazy_value import LazyValue, known_value
from dalembert._simulate.motion import Extreme

FEW = ("rod_pendulum", "mass_and_wall", "stick_slip")
MANY = (
    *FEW,
    "andrews_squeezer",
    "block_on_slope",
    "bouncing_ball",
    "cartesian_pendulum",
    "chaplygin_sleigh",
    "conveyor",
    "drive_train",
    "dry_friction_oscillator",
    "duffing",
    "electro_mechanical",
    "four_bar",
    "free_rigid_body",
    "heavy_top",
    "kepler",
    "newtons_cradle",
    "polar_arm",
    "rocking_block",
    "slider_crank",
    "spring_pendulum",
)
MOST_ROWS = 30_000  # a hundred times as many still fit into memory
ROUNDING = 1e-11  # of the size of a column


def swinging(**settings: float) -> dalembert.Model:
    """A mass on a spring with a force; its amplitude, speed and times of its extremes are known."""
    return dalembert.model(
        parameters={"m": 2, "k": 8},
        coordinates={"x": {"start": 0.3, "speed": 0.8}},
        inputs={"F": "3*sin(5*t)"},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        outputs={"pull": "k*x"},
        simulate=settings,
    )


def by_name(motion: dalembert.Motion) -> dict[str, Extreme]:
    """The extremes of a motion by their names."""
    return {one.name: one for one in motion.extremes}


def test_extremes_of_an_oscillation_are_its_amplitude_whatever_the_rows() -> None:
    """With x = 0.3 cos 2t + 0.4 sin 2t: 0.5 at t = atan2(4, 3)/2, −0.5 half a period later."""
    found = by_name(dalembert.simulate(swinging(), t_end=9, samples=7))
    first = np.arctan2(4, 3) / 2
    assert found["x"].maximum == pytest.approx(0.5, rel=1e-11)
    assert found["x"].minimum == pytest.approx(-0.5, rel=1e-11)
    assert found["x"].t_maximum == pytest.approx(first, abs=1e-6)
    assert found["x"].t_minimum == pytest.approx(first + np.pi / 2, abs=1e-6)
    assert found["x'"].maximum == pytest.approx(1.0, rel=1e-10)
    assert found["x''"].size == pytest.approx(2.0, rel=1e-10)
    assert found["pull"].maximum == pytest.approx(4.0, rel=1e-11)


def test_inputs_are_columns_with_extremes() -> None:
    """An input is a column of the motion, of the file and of the dictionary, and has its extremes."""
    motion = dalembert.simulate(swinging(), t_end=2, samples=7)
    np.testing.assert_allclose(motion["F"], 3 * np.sin(5 * motion.t), rtol=1e-14, atol=1e-15)
    assert by_name(motion)["F"].maximum == pytest.approx(3.0, rel=1e-9)
    assert by_name(motion)["F"].t_maximum == pytest.approx(np.pi / 10, abs=1e-4)
    told = dalembert.as_dict(motion)
    assert told["final"]["inputs"]["F"] == motion["F"][-1]
    assert told["extremes"]["F"]["maximum"] == by_name(motion)["F"].maximum


def test_the_ends_of_a_run_can_be_extreme() -> None:
    """A fall is highest at its start, lowest and fastest at its end."""
    falling = dalembert.model(
        coordinates={"z": {"start": 1, "speed": 0}}, energy={"kinetic": "1/2*z'^2", "potential": "9.81*z"}
    )
    found = by_name(dalembert.simulate(falling, t_end=1, samples=3))
    assert (found["z"].maximum, found["z"].t_maximum, found["z"].t_minimum) == (1.0, 0.0, 1.0)
    assert found["z'"].minimum == pytest.approx(-9.81, rel=1e-12)
    assert found["z''"].t_minimum == found["z''"].t_maximum == 0.0  # a constant has its extremes at once


def compare(name: str, samples: int | None) -> None:
    """No extreme is below that of 100 times the rows, or above it by more than these leave open."""
    motion = dalembert.simulate(name, samples=samples)
    if motion.settings.samples > MOST_ROWS:
        motion = dalembert.simulate(name, samples=MOST_ROWS)
    dense = dalembert.simulate(name, samples=100 * motion.settings.samples)
    claims = {one.name: one.error for one in motion.accuracy.columns}
    for one in motion.extremes:
        column = dense[one.name]
        size = float(np.max(np.abs(column)))
        # ½|x''|Δt²/4 by second differences; twice the claimed error is what two runs may differ by
        open_ = float(np.max(np.abs(np.diff(column, 2)))) / 8
        off = (ROUNDING + 2 * claims.get(one.name, 0.0)) * size
        assert one.maximum >= column.max() - off, one
        assert one.minimum <= column.min() + off, one
        assert one.maximum <= column.max() + open_ + off, one
        assert one.minimum >= column.min() - open_ - off, one


@pytest.mark.parametrize("name", FEW)
def test_extremes_are_not_below_those_of_many_rows(name: str) -> None:
    """Smooth, with impacts, with friction: rows so few that they cut every peak."""
    compare(name, 60)


@pytest.mark.soak
@pytest.mark.parametrize("name", MANY)
def test_extremes_of_the_library_are_not_below_those_of_many_rows(name: str) -> None:
    """The same for many systems, with the rows that they ask for."""
    compare(name, None)


def test_extremes_of_very_many_steps_are_those_of_the_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    """With far fewer nodes than steps, the extremes of t/10 + cos 5t are right to the claim of the run."""
    monkeypatch.setattr(motion_nodes, "MOST_NODES", 60)
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "25/2*x^2"},
        outputs={"sum": "t/10 + x"},
        simulate={"t_end": 10, "samples": 7, "rtol": 1e-9},
    )
    motion = dalembert.simulate(model)
    found = next(one for one in motion.extremes if one.name == "sum")
    t = np.linspace(0, 10, 10_000_001)
    right = t / 10 + np.cos(5 * t)
    assert len(motion.t) < motion.work.steps
    assert found.maximum == pytest.approx(right.max(), abs=3e-9)
    assert found.minimum == pytest.approx(right.min(), abs=3e-9)


@pytest.mark.parametrize("rtol", [1e-6, 1e-9, 1e-12])
@pytest.mark.parametrize("beyond", [1e-4, 1e-3, 1e-2])
def test_extremes_just_before_the_end_are_right(rtol: float, beyond: float) -> None:
    """A run that ends shortly after the third minimum of cos 5t has the minimum −1, to its claim."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}, "a": {"start": 2.5, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + a'^2)", "potential": "25/2*x^2 - 0.3*cos(a)"},
    )
    motion = dalembert.simulate(model, t_end=np.pi + beyond, samples=5, rtol=rtol)
    found = next(one for one in motion.extremes if one.name == "x")
    claim = next(one.error for one in motion.accuracy.columns if one.name == "x")
    assert found.minimum == pytest.approx(-1, abs=3 * claim + 1e-13)


@pytest.mark.parametrize("speed", [1.0, 3.0, 7.3])
def test_an_angle_that_leaps_by_a_turn_stays_within_it(speed: float) -> None:
    """The range of atan2(sin x, cos x) of a steady turn is within ±π, and near it."""
    model = dalembert.model(
        parameters={"w": speed},
        coordinates={"x": {"start": 0, "speed": "w"}},
        definitions={"a": "atan2(sin(x), cos(x))"},
        energy={"kinetic": "1/2*x'^2"},
        outputs={"angle": "2*a"},
        simulate={"t_end": 10, "samples": 40},
    )
    found = next(one for one in dalembert.simulate(model).extremes if one.name == "angle")
    assert 4.5 < found.maximum <= 2 * np.pi
    assert -2 * np.pi <= found.minimum < -4.5


@pytest.mark.parametrize("name", ["four_bar", "mass_and_wall", "stick_slip"])
def test_extremes_are_the_same_whenever_they_are_read(name: str) -> None:
    """Searched at once, or after other runs of the same compiled model: to the last bit."""
    model = dalembert.read(name)
    settings = {"t_end": 0.3, "samples": 4}
    at_once = dalembert.simulate(model, **settings).extremes
    late = dalembert.simulate(model, **settings)
    parameter = model.parameters[0].name
    value = model.parameters[0].value
    assert value is not None
    dalembert.simulate(dalembert.vary(model, parameters={parameter: 1.01 * value.typed}), **settings).extremes  # noqa: B018
    assert late.extremes == at_once
    assert late.with_extremes().extremes == at_once


def test_an_interrupted_search_leaves_the_extremes_of_the_rows() -> None:
    """Ctrl-C while extremes are searched for a file or a terminal: those of the rows, and the status says so."""

    def interrupt() -> tuple[Extreme, ...]:
        raise KeyboardInterrupt

    motion = dalembert.simulate(swinging(), t_end=1, samples=7)
    at_rows = motion.extremes[:1]
    stopped = replace(motion, extreme_search=LazyValue(interrupt, lambda: at_rows))
    with pytest.raises(KeyboardInterrupt):
        stopped.extremes  # noqa: B018
    found = stopped.with_extremes()
    assert (found.status, found.extremes) == ("interrupted", at_rows)
    assert found.message.key == "run_interrupted"


def test_a_copy_of_what_is_searched_when_read_is_the_value() -> None:
    """The search is made once, and a copy has what was found."""
    calls: list[int] = []
    lazy = LazyValue(lambda: (calls.append(1), 3)[1])
    assert deepcopy(lazy) == lazy == known_value(3)
    assert hash(lazy) == hash(3)
    assert calls == [1]
