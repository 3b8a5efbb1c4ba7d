"""Runs that cannot go on, or should not begin: they end with a status, a time and a name, and keep what they had."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_models import FREE, oscillator, refusal, rod
from typer.testing import CliRunner, Result

import dalembert
from dalembert._compile import mechanical_dynamics as of_dynamics
from dalembert._simulate import native_run
from dalembert.cli import app

ONE = "1/2*x'^2"


def mass(work: str = "", kinetic: str = ONE, **more: Any) -> dalembert.Model:
    """A mass that moves to the left from x = 1 with speed 1, unless told otherwise."""
    return dalembert.model(
        **{
            "coordinates": {"x": {"start": 1, "speed": -1}},
            "energy": {"kinetic": kinetic},
            **({"work": {"x": work}} if work else {}),
            **more,
        }
    )


# -- runs that end early ----------------------------------------------------------------------------

# model, when it ends, the coordinate to blame, and the solution before that
FAILURES = {
    "inertia that vanishes": (mass(kinetic="1/2*x^2*x'^2"), 0.5, "x", lambda t: np.sqrt(1 - 2 * t)),
    "division by zero": (mass("-1/x^2"), 0.5 + 0.07079632679489656, "x", None),
    "root of a negative": (
        dalembert.model(
            coordinates={"x": {"start": 1, "speed": -1}, "y": {"start": 0, "speed": 0}},
            energy=FREE,
            work={"y": "sqrt(x)"},
        ),
        1.0,
        "y'",
        lambda t: 1 - t,
    ),
    "blow-up": (
        mass(
            coordinates={"x": {"start": 1, "speed": 0.5**0.5}}, energy={"kinetic": ONE, "potential": "-x^4/4"}
        ),
        2**0.5,
        "x",
        lambda t: 1 / (1 - t / 2**0.5),
    ),
    "blow-up in exp": (
        mass(
            coordinates={"x": {"start": 0, "speed": 2**0.5}},
            energy={"kinetic": ONE, "potential": "-exp(x)"},
        ),
        2**0.5,
        "x",
        lambda t: -2 * np.log(1 - t / 2**0.5),
    ),
    "fall into a centre": (
        mass(coordinates={"x": {"start": 1, "speed": 0}}, energy={"kinetic": ONE, "potential": "-1/x"}),
        np.pi / 2 / 2**0.5,
        "x",
        None,
    ),
    "cusp of a constraint": (
        dalembert.model(
            coordinates={"x": {"start": 1, "speed": -1}, "y": {"guess": 1}},
            energy=FREE,
            constraints={"displacement": {"cusp": "y^2 - x^3"}},
        ),
        (13**1.5 - 8) / 27 / (13 / 4) ** 0.5,
        "y",
        None,
    ),
}


@pytest.mark.parametrize("method", ["rk54", "rk853", "taylor"])
@pytest.mark.parametrize("name", FAILURES)
def test_a_run_that_cannot_go_on_says_when_where_and_why(name: str, method: str) -> None:
    """It ends at the right time to six digits as failed, blames a coordinate, says what was seen, keeps its rows."""
    model, when, blamed, solution = FAILURES[name]
    motion = dalembert.simulate(model, t_end=3, samples=300, method=method)
    assert motion.status == "failed"
    assert motion.reached == pytest.approx(when, rel=1e-6)
    assert str(motion.message).startswith(f"stopped at t = {motion.reached:.6g} s")
    assert f"`{blamed}" in motion.message
    assert "seen there: " in motion.message
    rows = int(when * 100)
    assert len(motion.t) >= rows + 1
    assert np.isfinite(motion.q).all()
    if solution is not None:
        before = slice(0, int(0.9 * rows))
        right = solution(motion.t[before])
        np.testing.assert_allclose(motion["x"][before], right, atol=1e-7 * np.abs(right).max())


def test_the_last_row_of_a_failed_run_is_where_it_stopped() -> None:
    """Between two samples the last state that was reached is kept as a row of its own."""
    motion = dalembert.simulate(mass(kinetic="1/2*x^2*x'^2"), t_end=1, samples=3)
    assert motion.t.tolist()[:2] == [0, 1 / 3]
    assert motion.t[-1] == motion.reached
    assert len(motion.t) == len(motion.q) == len(motion.T) == len(motion.ledger.remainder) == 3


def test_a_state_that_blows_up_is_right_until_it_does() -> None:
    """A state s' = s^2 is 1/(1 - t) to seven digits up to t = 0.9, and its run ends at t = 1."""
    model = oscillator(states={"s": {"rate": "s^2", "start": 1}}, outputs={"o": "s"})
    motion = dalembert.simulate(model, t_end=3, samples=300)
    assert motion.status == "failed"
    assert "`s`" in motion.message
    before = motion.t <= 0.9
    np.testing.assert_allclose(motion["s"][before], 1 / (1 - motion.t[before]), rtol=1e-7)
    assert motion.reached == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("kind", ["coordinate", "state"])
def test_a_run_that_overflows_keeps_its_rows(kind: str) -> None:
    """What grows like exp(100 t) overflows at 7.09 s and not at the start, and its rows before that are kept."""
    if kind == "coordinate":
        model = mass("10000*x", coordinates={"x": {"start": 1, "speed": 100}})
    else:
        model = oscillator(states={"s": {"rate": "100*s", "start": 1}}, outputs={"o": "s"})
    with np.errstate(all="ignore"):
        motion = dalembert.simulate(model, t_end=20, samples=200)
    assert motion.status == "failed"
    assert 3 < motion.reached < 7.2
    assert len(motion.t) > 30


def test_a_force_that_jumps_with_the_motion_is_right() -> None:
    """A mass between two constant forces that switch at x = 0 swings with the period 4 sqrt(2 x0/F)."""
    model = mass("-sign(x)", coordinates={"x": {"start": 0.5, "speed": 0}})
    motion = dalembert.simulate(model, t_end=12, samples=12)
    phase = np.mod(motion.t, 4)
    right = np.where(
        phase <= 1,
        0.5 - phase**2 / 2,
        np.where(phase <= 3, -0.5 + (phase - 2) ** 2 / 2, 0.5 - (4 - phase) ** 2 / 2),
    )
    np.testing.assert_allclose(motion["x"], right, atol=1e-7)
    assert motion.status == "ok"


@pytest.mark.parametrize("law", ["if(t > 5 and t < 5.01, 100, 0)", "100*step(t - 5)*step(5.01 - t)"])
def test_a_pulse_is_not_missed(law: str) -> None:
    """A mass at rest that is hit for a hundredth of a second, after five, has the speed of the impulse."""
    model = mass("u", coordinates={"x": {"start": 0, "speed": 0}}, inputs={"u": law})
    motion = dalembert.simulate(model, t_end=10, samples=10)
    assert motion["x'"][-1] == pytest.approx(1, abs=1e-9)
    assert motion.ledger.efforts[-1] == pytest.approx(0.5, abs=1e-9)


def test_a_smooth_pulse_is_not_missed_in_silence() -> None:
    """A mass at rest that is hit by a bell-shaped force of many samples has its impulse, or the run is not ok."""
    model = mass("200*exp(-((t - 5)/0.003)^2)", coordinates={"x": {"start": 0, "speed": 0}})
    motion = dalembert.simulate(model, t_end=10, samples=10000)
    right = 200 * 0.003 * np.sqrt(np.pi)
    assert motion["x'"][-1] == pytest.approx(right, rel=1e-6) or motion.status != "ok"


@pytest.mark.parametrize("section", ["work", "dissipation"])
def test_dry_friction_ends_or_says_why_not(section: str) -> None:
    """A mass that friction brings to rest stops at v^2/2, or the run ends with a word about the jump, in few steps."""
    own = {"start": 0, "speed": 1}
    model = (
        mass("-sign(x')", coordinates={"x": own})
        if section == "work"
        else mass(coordinates={"x": own}, energy={"kinetic": ONE, "dissipation": "abs(x')"})
    )
    motion = dalembert.simulate(model, t_end=2, samples=10)
    assert motion.work.steps + motion.work.rejected < 1000  # thirty or so
    if motion.status == "ok":
        assert motion["x"][-1] == pytest.approx(0.5, abs=1e-6)


def test_a_stiff_system_ends() -> None:
    """A spring behind a damper that is a hundred thousand times too strong creeps as exp(-t), and the run ends soon."""
    model = oscillator(
        parameters={"m": 1, "k": 1e5, "c": 1e5},
        coordinates={"x": {"start": 1, "speed": -1}},
        energy={"dissipation": "1/2*c*x'^2"},
    )
    motion = dalembert.simulate(model, t_end=0.5, samples=5, rtol=1e-7)
    assert motion.status == "ok"
    assert motion.work.steps < 60_000  # sixteen thousand
    np.testing.assert_allclose(motion["x"], np.exp(-1.00001 * motion.t), rtol=1e-6)


def test_a_very_stiff_system_ends_or_says_so() -> None:
    """A sensor a billion times as fast as its mass is simulated, or the run says that it is stiff, in few steps."""
    model = oscillator(states={"s": {"rate": "-1e9*(s - x)", "start": 0}}, outputs={"o": "s"})
    motion = dalembert.simulate(model, t_end=1, samples=5, rtol=1e-6)
    assert motion.status == "ok" or "stiff" in motion.message
    assert motion.work.steps < 20_000  # five thousand


@pytest.mark.parametrize("method", ["scipy:Radau", "scipy:BDF", "cvodes", "ida"])
def test_stiff_methods_run_stiff_systems(method: str) -> None:
    """The same system takes a stiff method a moment."""
    model = oscillator(states={"s": {"rate": "-1e9*(s - x)", "start": 0}}, outputs={"o": "s"})
    motion = dalembert.simulate(model, t_end=1, samples=5, rtol=1e-6, method=method)
    assert motion.status == "ok"
    np.testing.assert_allclose(motion["s"][1:], 0.5 * np.cos(3 * motion.t[1:]), atol=1e-5)


# -- failures by the methods of others --------------------------------------------------------------

NEGATIVE_ROOT = FAILURES["root of a negative"][0]


@pytest.mark.parametrize(
    "method",
    [
        "scipy:RK23",
        "scipy:RK45",
        "scipy:DOP853",
        "scipy:BDF",
        "scipy:Radau",
        "scipy:LSODA",
    ],
)
def test_a_rate_that_is_not_finite_ends_a_run_by_any_method(method: str) -> None:
    """A root of something negative at t = 1 fails there with every method, without a row that is not finite."""
    motion = dalembert.simulate(NEGATIVE_ROOT, t_end=3, samples=30, rtol=1e-6, method=method)
    assert motion.status == "failed"
    assert motion.reached == pytest.approx(1, abs=0.01)
    assert np.isfinite(motion.q).all()


@pytest.mark.parametrize("method", ["cvodes", "ida"])
def test_sundials_fails_without_shouting(method: str, capfd: pytest.CaptureFixture[str]) -> None:
    """The same run fails at t = 1, and neither prints a line of its own to the terminal."""
    motion = dalembert.simulate(NEGATIVE_ROOT, t_end=3, samples=30, rtol=1e-6, method=method)
    assert motion.status == "failed"
    out, err = capfd.readouterr()
    assert out == ""
    assert err == ""
    assert motion.reached == pytest.approx(1, abs=0.01)


# -- interruption -----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["auto", "rk54", "scipy:DOP853", "scipy:LSODA", "cvodes", "ida"])
def test_an_interrupted_run_keeps_what_it_had(method: str) -> None:
    """Interrupted on its way, a run has all rows up to where it was, each as exact as if it had gone on."""

    def told(part: float) -> None:
        if part > 0.3:
            raise KeyboardInterrupt

    settings: dict[str, Any] = {"t_end": 60, "samples": 600, "rtol": 1e-7, "method": method}
    motion = dalembert.simulate(rod({"start": 0.6, "speed": 0}, {"guess": -1}), progress=told, **settings)
    assert motion.status == "interrupted"
    assert f"t = {motion.reached:.6g} s" in motion.message
    assert "kept" in motion.message
    assert 0 < motion.reached <= 60
    assert len(motion.t) >= motion.reached * 10
    assert motion.t[-1] == pytest.approx(motion.reached)
    np.testing.assert_allclose(np.hypot(*motion.q.T), 1, atol=1e-12)


def test_an_interruption_keeps_the_rows_of_a_run_that_was_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a first run has come to the end before the interruption its rows are what was computed."""
    monkeypatch.setattr(native_run, "BREATH", 1e-3)
    seen: list[float] = []

    def told(part: float) -> None:
        seen.append(part)
        if len(seen) > 1 and part == seen[-2]:  # another run has begun, and has not come as far
            raise KeyboardInterrupt

    motion = dalembert.simulate("n_link_pendulum:5", t_end=4, samples=80, progress=told)
    assert motion.status == "interrupted"
    assert motion.reached > 0.9 * max(seen) * 4


def test_progress_does_not_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The part that is done, as told to a progress bar, never falls."""
    monkeypatch.setattr(native_run, "BREATH", 0.0)  # it is told after every step
    seen: list[float] = []
    dalembert.simulate("n_link_pendulum:5", t_end=4, samples=80, progress=seen.append)
    assert len(seen) > 3
    assert (np.diff(seen) >= 0).all()


def test_other_exceptions_of_a_watch_are_its_own() -> None:
    """An error in the function that watches is not taken for the end of the run."""

    def told(_: float) -> None:
        message = "the bar is broken"
        raise ValueError(message)

    with pytest.raises(ValueError, match="the bar is broken"):
        dalembert.simulate("n_link_pendulum:10", t_end=8, samples=80, progress=told)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interruption_inside_the_rescue_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a state is rescued in Python interrupts the run."""
    calls: list[int] = []
    real = of_dynamics.solution

    def interrupted(*given: Any) -> Any:
        calls.append(1)
        if len(calls) == 40:
            raise KeyboardInterrupt
        return real(*given)

    monkeypatch.setattr(native_run, "HEALTHY", 2.0)  # every state is rescued
    monkeypatch.setattr(of_dynamics, "solution", interrupted)
    assert dalembert.simulate("four_bar", t_end=0.01, samples=2).status == "interrupted"


SIGINT_SCRIPT = """
import signal, sys, dalembert
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
def told(part):
    if part > 0.02:
        sys.stderr.write("going\\n"); sys.stderr.flush()
motion = dalembert.simulate("n_link_pendulum:20", t_end=500, samples=500, progress=told)
print(motion.status, len(motion.t), motion.reached)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_real_interrupt_keeps_what_was_computed() -> None:
    """SIGINT ends a long run as interrupted, with rows up to where it was."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-c", SIGINT_SCRIPT], stdout=pipe, stderr=pipe, text=True)
    assert process.stderr is not None
    assert process.stderr.readline() == "going\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)  # a guard against hanging
    assert process.returncode == 0, err
    status, rows, reached = out.split()
    assert status == "interrupted"
    assert int(rows) >= float(reached) > 0


# -- what is not begun ------------------------------------------------------------------------------


def test_contacts_beside_unknown_efforts_are_run_or_refused_by_name() -> None:
    """A linear law is the spring it says, up to a wall and back; another one is not run as if it were none."""
    laws = {"F + x": True, "F^3 + F + x": False}
    for law, runs in laws.items():
        model = dalembert.model(
            coordinates={"x": {"start": 1, "speed": 0}},
            energy={"kinetic": ONE},
            efforts={"F": {"guess": 0}},
            work={"x": "F"},
            constraints={"effort": {"law": law}},
            contacts={"wall": {"gap": "x", "restitution": 0.5}},
        )
        if runs:
            motion = dalembert.simulate(model, t_end=4, samples=40)
            swing, back = np.cos(motion.t), 0.5 * np.sin(motion.t - np.pi / 2)
            expected = np.where(motion.t < np.pi / 2, swing, back)
            assert motion["x"] == pytest.approx(expected, abs=1e-9)
            continue
        text = refusal(model)
        assert "`wall`" in text
        assert "contact" in text


def test_unknown_efforts_are_refused_by_name_or_run() -> None:
    """A model with an effort constraint runs rightly or is refused with the name of the effort."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": ONE},
        efforts={"F": {"guess": 0}},
        work={"x": "F"},
        constraints={"effort": {"law": "F + 4*x"}},
    )
    try:
        motion = dalembert.simulate(model, t_end=1, samples=2)
    except dalembert.ModelError as error:
        text = str(error)
    else:
        text = "`F`"
        np.testing.assert_allclose(motion["x"], np.cos(2 * motion.t), atol=1e-8)
    assert "`F`" in text


def test_a_coordinate_without_inertia_is_refused_by_name_or_run() -> None:
    """A massless coordinate that no constraint holds runs rightly (x' = -x) or is refused by name."""
    model = dalembert.model(
        coordinates={"x": {"start": 1}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*y'^2", "potential": "1/2*x^2", "dissipation": "1/2*x'^2"},
    )
    try:
        motion = dalembert.simulate(model, t_end=1, samples=2)
    except dalembert.ModelError as error:
        text = str(error)
    else:
        text = "`x`"
        np.testing.assert_allclose(motion["x"], np.exp(-motion.t), atol=1e-8)
    assert "`x`" in text


def test_a_mass_of_zero_is_refused_by_name() -> None:
    """A parameter that makes the mass vanish is found at the start, and the coordinate is named."""
    text = refusal(oscillator(parameters={"m": 0}))
    assert "acceleration of x" in text


def test_a_parameter_without_value_is_refused_by_name() -> None:
    """A run of a model with an open parameter names it."""
    model = dalembert.model(
        parameters={"m": {"unit": "kg"}}, coordinates={"x": {"start": 0}}, energy={"kinetic": "1/2*m*x'^2"}
    )
    assert "`m` has no value" in refusal(model)


@pytest.mark.parametrize(
    "settings, word",
    [
        ({"t_end": 0}, "t_end = 0"),
        ({"t_end": -1}, "t_end = -1"),
        ({"t_end": float("nan")}, "t_end = nan"),
        ({"t_end": float("inf")}, "t_end = inf"),
        ({"rtol": 0}, "rtol = 0"),
        ({"rtol": -1e-6}, "rtol = -1e-06"),
        ({"rtol": 1e-17}, "rtol = 1e-17"),
        ({"rtol": 2}, "rtol = 2"),
        ({"rtol": float("nan")}, "rtol = nan"),
        ({"atol": 0}, "atol = 0"),
        ({"atol": -1}, "atol = -1"),
        ({"atol": float("inf")}, "atol = inf"),
        ({"dt": 0}, "dt = 0"),
        ({"dt": -0.1}, "dt = -0.1"),
        ({"dt": 2}, "dt = 2"),
        ({"dt": float("nan")}, "dt = nan"),
        ({"samples": 0}, "0 samples"),
        ({"samples": -5}, "-5 samples"),
        ({"samples": 10**12}, "samples"),
        ({"method": "rk45"}, "did you mean rk54?"),
        ({"method": "RK853"}, "did you mean rk853?"),
        ({"method": ""}, "method"),
        ({"method": "scipy:Euler"}, "scipy:Euler"),
        ({"method": "scipy:RK45", "dt": 0.1}, "dt"),
        ({"method": "cvodes", "dt": 0.1}, "dt"),
    ],
)
def test_senseless_settings_are_refused_in_words(settings: dict, word: str) -> None:
    """Each senseless setting is named with its value before anything is computed."""
    assert word in refusal(oscillator(), **{"t_end": 1.0, "samples": 2, **settings})


def test_all_senseless_settings_are_refused_at_once() -> None:
    """Three mistakes make one refusal that names all three."""
    text = refusal(oscillator(), t_end=1.0, samples=0, rtol=5, atol=-1)
    assert all(word in text for word in ("samples", "rtol", "atol"))


@pytest.mark.parametrize("method", ["rk54", "rk853", "taylor"])
def test_fixed_steps_run_a_system_that_is_partly_at_rest(method: str) -> None:
    """A mass at rest beside one that moves is no reason to fail with fixed steps."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}, "y": {"start": 0, "speed": 0}},
        energy={**FREE, "potential": "1/2*(x^2 + y^2)"},
    )
    motion = dalembert.simulate(model, t_end=1, samples=4, dt=0.05, method=method)
    assert motion.status == "ok", motion.message
    np.testing.assert_allclose(motion["x"], np.cos(motion.t), atol=1e-6)


def test_fixed_steps_say_that_their_error_is_not_controlled() -> None:
    """A run with dt makes exactly its steps, says that it does, and is flagged where they are far too long."""
    fine = dalembert.simulate(oscillator(), t_end=1, samples=4, dt=0.01)
    assert fine.work.steps == 100
    assert "0.01" in fine.message
    rough = dalembert.simulate(oscillator(), t_end=100, samples=4, dt=1.2, method="rk54")
    assert rough.status in ("flagged", "failed")


# -- the command line -------------------------------------------------------------------------------

KEYS = {
    "status",
    "message",
    "t",
    "final",
    "assumed",
    "residual",
    "energy",
    "events",
    "method",
    "work",
    "seconds",
}
FINAL = {"q", "qd", "lam", "e", "s", "contact", "outputs"}


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Write a model, and simulate it in an empty folder with some options."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")

    def call(model: dalembert.Model | str, *options: str) -> Result:
        if isinstance(model, dalembert.Model):
            dalembert.write(model, tmp_path / "model.toml")
            model = "model.toml"
        return CliRunner().invoke(app, ["simulate", model, *options])

    return call


def read_json(text: str) -> dict[str, Any]:
    """The JSON a command printed; NaN and Infinity are no JSON."""

    def no(word: str) -> None:
        message = f"{word} is no JSON"
        raise AssertionError(message)

    found: dict[str, Any] = json.loads(text, parse_constant=no)
    return found


@pytest.mark.parametrize(
    "model, options, status, code",
    [
        (oscillator(), (), "ok", 0),
        (rod({"start": 0.6}, {"guess": -1}), (), "ok", 0),
        (mass(kinetic="1/2*x^2*x'^2"), (), "failed", 1),
        (mass("-1/x^2", outputs={"o": "1/x", "p": "log(x - 5)"}), (), "failed", 1),
        (mass("-100*x*sign(x)", outputs={"o": "1/(x - 1)"}), (), None, None),
        (oscillator(), ("--method", "rk54", "--dt", "0.5"), "flagged", 1),
    ],
    ids=["ok", "constrained", "failed", "outputs not finite", "infinite output", "flagged"],
)
def test_json_has_its_keys_however_a_run_ends(
    model: dalembert.Model, options: tuple[str, ...], status: str | None, code: int | None, command: Any
) -> None:
    """The record of DESIGN is complete and valid JSON for good, failed and flagged runs, with the exit code of each."""
    result = command(model, "--t-end", "3", "--samples", "10", "--json", *options)
    found = read_json(result.output)
    assert set(found) >= KEYS
    assert set(found["final"]) >= FINAL
    assert set(found["residual"]) >= {"position", "velocity"}
    assert set(found["energy"]) >= {"kind", "start", "end", "ledger_error"}
    assert set(found["work"]) >= {"steps", "rejected", "rhs"}
    assert set(found["seconds"]) >= {"read", "lower", "compile", "simulate", "total"}
    assert found["status"] == (status or found["status"])
    assert result.exit_code == (code if code is not None else 0 if found["status"] == "ok" else 1)
    assert set(found["final"]["q"]) == {c.name for c in model.coordinates}


def test_json_is_the_motion(command: Any) -> None:
    """Final values in JSON are the last row of the same run in Python, multipliers by the names of constraints."""
    model = rod({"start": 0.6, "speed": 1}, {"guess": -1})
    found = read_json(command(model, "--t-end", "1", "--samples", "4", "--json").output)
    motion = dalembert.simulate(model, t_end=1, samples=4)
    assert list(found["final"]["q"].values()) == motion.q[-1].tolist()
    assert list(found["final"]["qd"].values()) == motion.qd[-1].tolist()
    assert found["final"]["lam"] == {"rod": motion.lam[-1, 0]}
    assert found["t"] == 1
    assert found["energy"]["ledger_error"] == motion.ledger.error


def test_a_refusal_is_json_too(command: Any) -> None:
    """A model at fault gives flaws as JSON and exit code 1, a model that is not there exit code 2."""
    result = command(rod({"start": 0.6}, {"start": -0.7}), "--t-end", "1", "--json")
    assert result.exit_code == 1
    (flaw,) = read_json(result.output)["flaws"]
    assert "`rod`" in flaw["message"]
    assert command("nothing.toml", "--json").exit_code == 2


@pytest.mark.parametrize(
    "options, word",
    [
        (("--tend", "3"), "--t-end"),
        (("--samples", "2.5"), "--samples"),
        (("--set", "k"), "name=value"),
        (("--set", "k=1", "--set", "k=2"), "twice"),
        (("--out", "motion.txt"), ".nc or .csv"),
    ],
)
def test_usage_errors_are_told_with_exit_code_2(options: tuple[str, ...], word: str, command: Any) -> None:
    """A slip on the command line is named with what was meant, and nothing is computed."""
    result = command(oscillator(), "--t-end", "1", *options)
    assert result.exit_code == 2
    assert word in result.output + (result.stderr or "")


@pytest.mark.parametrize(
    "options, word",
    [
        (("--set", "kk=1"), "did you mean `k`?"),
        (("--start", "y=1"), "no coordinate or state `y`"),
        (("--speed", "x'=1"), "did you mean `x`?"),
        (("--case", "set1"), "no case `set1`"),
        (("--set", "k=abc"), "`abc` is not declared"),
    ],
)
def test_wrong_names_on_the_command_line_are_told(options: tuple[str, ...], word: str, command: Any) -> None:
    """A name that the model does not have is told with the nearest one that it has, and exit code 1."""
    result = command(oscillator(), "--t-end", "1", *options)
    assert result.exit_code == 1
    assert word in result.output


def test_a_file_that_is_there_is_not_written_over(command: Any, tmp_path: Path) -> None:
    """Without --force an existing file stays as it is, with it it is replaced."""
    target = tmp_path / "motion.csv"
    target.write_text("precious")
    assert command(oscillator(), "--t-end", "1", "--out", "motion.csv").exit_code == 2
    assert target.read_text() == "precious"
    assert command(oscillator(), "--t-end", "1", "--out", "motion.csv", "--force").exit_code == 0
    assert "ok: ran to t = 1 s" in target.read_text()


@pytest.mark.parametrize("suffix", [".nc", ".csv"])
def test_a_failed_run_is_written_too(suffix: str, command: Any, tmp_path: Path) -> None:
    """What a failed run had computed is in its file, and the exit code is 1 all the same."""
    name = f"motion{suffix}"
    result = command(mass(kinetic="1/2*x^2*x'^2"), "--t-end", "3", "--samples", "300", "--out", name)
    assert result.exit_code == 1
    assert (tmp_path / name).exists()
    if suffix == ".nc":
        motion = dalembert.open_motion(tmp_path / name)
        assert motion.status == "failed"
        assert len(motion.t) >= 50


def test_a_folder_that_is_not_there_is_told_in_words(command: Any) -> None:
    """An --out in a folder that does not exist is refused with a reason."""
    result = command(oscillator(), "--t-end", "1", "--out", "nowhere/motion.nc")
    assert result.exit_code == 2
    said = result.output + (result.stderr or "")
    assert "nowhere" in said
    assert "None" not in said


def test_the_printed_outcome_is_a_sentence_with_its_proof(command: Any) -> None:
    """What is printed holds the status, the method, the energy and what was assumed."""
    result = command(rod({"start": 0.6}, {"guess": -1}), "--t-end", "1")
    assert result.exit_code == 0
    for word in (
        "ok: ran to t = 1 s",
        "rk853",
        "balance closes to",
        "constraints",
        "assumed",
        "x'",
        "at 1 s",
    ):
        assert word in result.output


@pytest.mark.skipif(not hasattr(os, "fork"), reason="POSIX")
def test_a_run_prints_nothing_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    """A good run and a failed one are silent in Python."""
    dalembert.simulate(oscillator(), t_end=1, samples=2)
    dalembert.simulate(mass("-1/x^2"), t_end=1, samples=2)
    assert capfd.readouterr() == ("", "")
