"""The model files of docs/models: each has its closed form, its exact computation or its second code."""

from __future__ import annotations

import re
from dataclasses import replace
from math import exp, factorial, pi, sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import PchipInterpolator
from scipy.linalg import expm

import dalembert
from dalembert import library
from dalembert._model.plain import plain_values
from dalembert._text.toml_writer import toml_text

DOCS = Path(__file__).parents[2] / "docs"
MODELS = DOCS / "models"
PAGE = (DOCS / "problems.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| .*?\| \[?`([\w:.]+)`.*?\| (\d+) \| (\d+) \|", re.MULTILINE)
G = 9.81


def run(name: str, **settings: float) -> dalembert.Motion:
    """The motion of a file, whose account closes."""
    motion = dalembert.simulate(MODELS / f"{name}.toml", **{"rtol": 1e-10, **settings})
    assert motion.status == "ok"
    assert motion.ledger.error < 1e-8
    return motion


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.toml")), ids=lambda path: path.stem)
def test_files_are_sound_and_on_the_page(path: Path) -> None:
    """No flaw, not even a warning; and the page tells of each."""
    assert not [str(f) for f in dalembert.check(path).flaws if f.severity != "note"]
    assert f"models/{path.name}" in PAGE


@pytest.mark.parametrize(("name", "lines", "out"), ROW.findall(PAGE))
def test_lines_before_and_after_are_those_of_the_page(
    name: str, lines: str, out: str, tmp_path: Path
) -> None:
    """A family is one entry however many members it has; written out each member is a line, of an equal model."""
    text = (MODELS / name).read_text("utf-8") if name.endswith(".toml") else library.text_of(name)
    model = dalembert.read(MODELS / name if name.endswith(".toml") else name)
    written = toml_text(plain_values(model))
    assert (len(text.splitlines()), len(written.splitlines())) == (int(lines), int(out))
    (tmp_path / "written_out.toml").write_text(written, encoding="utf-8")
    again = dalembert.read(tmp_path / "written_out.toml")
    assert replace(again, folder=model.folder, sizes=model.sizes) == model


def test_the_page_counts_the_lines_of_six_problems() -> None:
    """Pleiades, Fekete, the outer solar system, chain, four-bars and beam."""
    assert len(ROW.findall(PAGE)) >= 6


def test_a_sampled_controller_is_the_discrete_computation() -> None:
    """Matrix exponentials between samples."""
    step = expm(0.025 * np.array([[0, 1, 0], [-9.0, -0.2, 0.5], [0, 0, 0]]))
    y, total, rows = np.array([0.1, 0.0, 0.0]), 0.0, []
    for row in range(61):
        if row % 2 == 0:
            y[2] = min(25.0, 40 * (1 - y[0]) + 30 * total - 4 * y[1])
            total += 0.05 * (1 - y[0])
        rows.append(y[0])
        y = step @ y
    assert run("sampled_pid")["x"] == pytest.approx(rows, abs=1e-9)


def test_a_delayed_oscillator_is_a_polynomial_from_delay_to_delay() -> None:
    """Σ_k (−K/m)^k (t − (k − 1) τ)₊^2k/(2k)! by the method of steps."""
    motion = run("delayed_oscillator")
    exact = np.full_like(motion.t, 0.5)
    for k in range(1, 10):
        exact += 0.5 * (-1.5) ** k * np.maximum(motion.t - 0.4 * (k - 1), 0) ** (2 * k) / factorial(2 * k)
    assert motion["x"] == pytest.approx(exact, abs=1e-10)


def test_an_impulse_response_is_a_decaying_sine() -> None:
    """From the blow on x = p/(m w) exp(−c t/2m) sin w t."""
    motion = run("impulse_response")
    w, late = sqrt(25 - 0.75**2), np.maximum(motion.t - 0.5, 0)
    assert motion["x"] == pytest.approx(2 / w * np.exp(-0.75 * late) * np.sin(w * late), abs=1e-10)


def test_a_measured_damper_is_that_of_a_second_code() -> None:
    """SciPy's monotone cubic through the same samples."""
    speed, force = np.loadtxt(MODELS / "damper.csv", delimiter=",", skiprows=2).T
    own, motion = PchipInterpolator(speed / 1000, force), run("measured_damper")
    other = solve_ivp(
        lambda _, y: [y[1], -100 * y[0] - own(y[1])],
        (0, 1),
        [0.03, 0],
        "DOP853",
        t_eval=motion.t,
        rtol=1e-11,
        atol=1e-13,
        max_step=0.01,
    )
    assert motion["x"] == pytest.approx(other.y[0], abs=1e-9)


def test_a_belt_slides_with_the_ratio_of_euler() -> None:
    """S₂/S₁ = exp(μ π) while it slides; lighter loads rest."""
    limit, motion = exp(0.2 * pi), run("belt_friction")
    assert motion["right_force"][1:] / motion["left_force"][1:] == pytest.approx(limit, rel=1e-9)
    assert motion["s"] == pytest.approx(G * (3 - limit) / (3 + limit) * motion.t**2 / 2, abs=1e-9)
    light = dalembert.vary(dalembert.read(MODELS / "belt_friction.toml"), parameters={"m2": 1.5})
    assert np.abs(dalembert.simulate(light)["s"]).max() < 1e-12


def test_a_rope_is_slack_where_it_would_have_to_push() -> None:
    """Its force is m v²/L + m g cos θ while it is tight, and none after that."""
    motion = run("slack_rope")
    tight = motion["tension"] > 0
    down = -motion["y"]
    assert motion["tension"][tight] == pytest.approx((36 - 2 * G + 3 * G * down)[tight], abs=1e-7)
    assert -down[~tight][0] >= (36 - 2 * G) / (3 * G) - 1e-9
    free = ~tight
    assert np.ptp(motion["x'"][free]) < 1e-9


def test_an_event_throws_a_ball_back_as_a_contact_does() -> None:
    """Equal to 1e-10 over several impacts."""
    motion = run("ball_by_an_event", rtol=1e-12)
    ball = dalembert.read(MODELS / "ball_by_an_event.toml")
    floor = dalembert.model(
        parameters={"m": 0.2, "g": G, "h": 1, "e": 0.8},
        coordinates={"y": {"start": "h", "speed": 0}},
        energy={"kinetic": "1/2*m*y'^2", "potential": "m*g*y"},
        contacts={"floor": {"gap": "y", "restitution": "e"}},
        simulate={"t_end": 2, "samples": 40},
    )
    other = dalembert.simulate(floor, rtol=1e-12)
    assert len(ball.events) == 1
    assert len(other.impacts) >= 2
    assert motion["y"] == pytest.approx(other["y"], abs=1e-10)


def test_a_turned_start_of_the_magnetic_pendulum_leads_to_the_turned_magnet() -> None:
    """Starts turned by a third of a turn end at the magnets turned by a third of a turn."""
    third = np.array([[-0.5, -np.sqrt(0.75)], [np.sqrt(0.75), -0.5]])
    starts = [np.array([0.6, 0.2]), np.array([0.9, -0.5])]
    for start in starts:
        turned = third @ start
        rows = dalembert.sweep(
            MODELS / "magnetic_pendulum.toml",
            [f"x={start[0]:.17g},{turned[0]:.17g} with y={start[1]:.17g},{turned[1]:.17g}"],
            "a = x at end, b = y at end",
        )
        ends = np.stack([rows["a"].values, rows["b"].values], axis=1)
        assert third @ ends[0] == pytest.approx(ends[1], abs=1e-4)
