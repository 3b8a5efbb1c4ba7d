"""Expressions instead of numbers in the settings of a run: t_end = "20*pi/omega"."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

import dalembert

MODEL = {
    "parameters": {
        "m": {"value": 2, "unit": "kg"},
        "k": {"value": 8, "unit": "N/m"},
        "w": {"value": "sqrt(k/m)", "unit": "1/s"},
        "T": {"value": 500, "unit": "ms"},
        "N": {"value": 20, "unit": "-"},
    },
    "coordinates": {"x": {"start": 0.1, "speed": 0, "unit": "m"}},
    "energy": {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
}


def model(**simulate):
    """The oscillator with some settings."""
    return dalembert.model(**MODEL, simulate=simulate, cases={"slow": {"parameters": {"k": 2}}})


def test_they_follow_the_parameters():
    """A whole number of periods is one with other parameters too: by a case, by values, in Python."""
    own = model(t_start="-T", t_end="5*2*pi/w", samples="10*N", dt="T/100")
    assert dalembert.check(own).ok
    motion = dalembert.simulate(own)
    settings = motion.settings
    assert (settings.t_start, settings.samples, settings.dt) == (-0.5, 200, pytest.approx(0.005))
    assert settings.t_end == pytest.approx(5 * pi)
    slow = dalembert.simulate(dalembert.vary(own, "slow"))
    assert slow.settings.t_end == pytest.approx(10 * pi)
    asked = dalembert.simulate(model(t_end=1), t_end="2*pi/w", samples="N")
    assert asked.settings.t_end == pytest.approx(pi)
    assert asked["x"][-1] == pytest.approx(0.1, abs=1e-9)


def test_they_are_written_back(tmp_path):
    """The text comes back; values given from outside change nothing in it."""
    own = dalembert.vary(model(t_end="5*2*pi/w"), parameters={"k": 2})
    dalembert.write(own, tmp_path / "a.toml")
    assert 't_end = "5*2*pi/w"' in (tmp_path / "a.toml").read_text()
    assert dalembert.read(tmp_path / "a.toml").simulate == own.simulate


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"t_end": "20*pi/omega"}, "`omega` is not declared"),
        ({"t_end": "x"}, "a setting of a run cannot contain a coordinate"),
        ({"t_end": "t"}, "a setting of a run cannot contain the time"),
        ({"t_end": "m"}, "`t_end` must be in s, but `m` is in kg"),
        ({"t_end": "2*("}, "ends too early"),
        ({"t_end": "1/0"}, "division by zero"),
        ({"t_end": "T - T"}, "is not after t_start"),
        ({"t_end": 1, "t_start": "4*T"}, "is not after t_start"),
        ({"t_end": 1, "samples": "N/3"}, "no whole number"),
        ({"t_end": 1, "samples": "4*N*T"}, "`samples` must be without a unit"),
        ({"t_end": 1, "dt": "-T"}, "is not a valid step of this run"),
        ({"t_end": 1, "rtol": "T"}, "`rtol` must be a positive number"),
    ],
)
def test_mistakes(settings, said):
    """What is no time, no count or no number is told."""
    try:
        flaws = dalembert.check(model(**settings)).flaws
    except dalembert.ModelError as error:
        flaws = error.flaws
    assert any(said in str(flaw.message) for flaw in flaws), [str(flaw) for flaw in flaws]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"t_end": "2*pi/v"}, "`v` is not declared"),
        ({"t_end": "2*"}, "ends"),
        ({"samples": "N/3"}, "no whole number"),
        ({"dt": "x"}, "cannot contain a coordinate"),
    ],
)
def test_mistakes_from_outside(given, said):
    """The same of what is given to a verb or on the command line."""
    with pytest.raises(dalembert.ModelError) as refused:
        dalembert.simulate(model(t_end=1), **given)
    assert said in str(refused.value)


def test_a_parameter_without_a_value():
    """It is told before the run."""
    lacking = dict(MODEL, parameters=MODEL["parameters"] | {"L": {"unit": "s"}})
    own = dalembert.model(**lacking, simulate={"t_end": "3*L"})
    assert not dalembert.check(own).ok
    with pytest.raises(dalembert.ModelError):
        dalembert.simulate(own)


@pytest.mark.parametrize(
    ("settings", "where", "said"),
    [
        ({"method": "RK4"}, "simulate.method", "there is no method `RK4`"),
        ({"rtol": 1.0}, "simulate.rtol", "rtol = 1 cannot be met"),
        ({"rtol": 1e-15}, "simulate.rtol", "rtol = 1e-15 cannot be met"),
    ],
)
def test_check_tells_what_a_run_would_refuse(settings, where, said):
    """A tolerance or a method that no run can have, in the model or in one of its cases."""
    flaws = dalembert.check(model(t_end=1, **settings)).flaws
    assert [flaw.where for flaw in flaws if said in str(flaw.message)] == [where]
    with pytest.raises(dalembert.ModelError, match=said.partition("`")[0]):
        dalembert.simulate(model(t_end=1, **settings))
    with_case = dalembert.model(**MODEL, cases={"fast": {"simulate": settings}}, simulate={"t_end": 1})
    in_case = dalembert.check(with_case).flaws
    assert [flaw.where for flaw in in_case if said in str(flaw.message)] == [f"cases.fast.{where}"]


def test_a_setting_that_cannot_be_read_is_told_once(tmp_path):
    """What could not be read counts as 0, but nothing is said about that 0."""
    file = tmp_path / "m.toml"
    file.write_text(
        'format = 1\n[coordinates]\nx = { start = 1 }\n[energy]\nkinetic = "x\'^2"\n[simulate]\nt_end = "2 s"\n',
        encoding="utf-8",
    )
    assert len([flaw for flaw in dalembert.check(file).flaws if flaw.severity == "error"]) == 1


@pytest.mark.parametrize("end", [np.float32(1.5), np.int64(2), 2, "3/2"])
def test_numbers_of_any_kind_are_the_settings_they_equal(end: object) -> None:
    """A number of NumPy is a plain one, without a warning of NumPy."""
    motion = dalembert.simulate("rod_pendulum", t_end=end, samples=np.int32(4))
    value = 1.5 if end == "3/2" else float(end)
    assert (motion.settings.t_end, motion.reached, len(motion.t)) == (value, value, 5)


@pytest.mark.parametrize("end", [1 + 2j, np.array([1.0]), True])
def test_what_is_no_number_is_refused_as_a_setting(end: object) -> None:
    """A letter names the setting and what was given."""
    with pytest.raises(dalembert.ModelError, match=r"`t_end` is .*, which is no number"):
        dalembert.simulate("rod_pendulum", t_end=end)
