"""Programs meet every switch: of functions of time, however close together, and endless ones of the state."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import numpy as np
import pytest
from tests.export.test_programs import TOOLS, table_of, written

import dalembert


def pulses(period: float, duty: float, lag: float, rows: int) -> dalembert.Model:
    """A first-order lag that is driven by pulses; between two rows there are many of them."""
    return dalembert.model(
        states={
            "v": {"rate": f"(if(mod(t, {period!r}) < {duty!r}*{period!r}, 1, 0) - v)/{lag!r}", "start": 0}
        },
        simulate={"t_end": 200 * period, "samples": rows, "rtol": 1e-9},
    )


@pytest.mark.parametrize("language", [one for one in TOOLS if one != "matlab"])
def test_pulses_between_rows_are_all_met(language: str, tmp_path: Path) -> None:
    """Of 200 pulses and 7 to 40 rows: v = 1 + (v - 1) exp(-d T/lag) in a pulse, v exp(-(1 - d) T/lag) after it."""
    if TOOLS[language] is None:
        pytest.skip(f"{language} is not installed")
    draw = random.Random(language)
    for number in range(2):
        period, duty = 10 ** draw.uniform(-4, -1), draw.uniform(0.1, 0.9)
        lag = period * 10 ** draw.uniform(0, 2.5)
        folder = tmp_path / str(number)
        folder.mkdir()
        written(pulses(period, duty, lag, draw.randint(7, 40)), language, folder)
        _, rows = table_of(language, folder)
        v = 0.0
        for _ in range(200):
            v = (1 + (v - 1) * np.exp(-duty * period / lag)) * np.exp(-(1 - duty) * period / lag)
        assert rows[-1, 1] == pytest.approx(v, rel=1e-8)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("push", ["", " + 0.3*sin(3*t)"])
def test_endless_switches_in_a_finite_time_lead_to_rest_in_c(push: str, tmp_path: Path) -> None:
    """A twisting controller x'' = -a sign(x) - b sign(x'), a > b, is at rest on both surfaces from a time on.

    From rest at x, it takes sqrt(2 x/(a - b)) to x = 0 and sqrt(2 x (a - b))/(a + b) to the next turn, where
    |x| is smaller by (a - b)/(a + b): without a push the times are a geometric series.
    """
    draw = random.Random(push)
    for number in range(2):
        a, b, x = draw.uniform(3, 6), draw.uniform(0.6, 1.6), draw.uniform(0.5, 2)
        ratio = (a - b) / (a + b)
        first = np.sqrt(2 * x / (a - b)) + np.sqrt(2 * x * (a - b)) / (a + b)
        total = first / (1 - np.sqrt(ratio))
        model = dalembert.model(
            coordinates={"x": {"start": x, "speed": 0}},
            energy={"kinetic": "1/2*x'^2"},
            work={"x": f"-{a!r}*sign(x) - {b!r}*sign(x'){push}"},
            simulate={"t_end": 1.2 * total + (3 if push else 0), "samples": 40, "rtol": 1e-9},
        )
        folder = tmp_path / str(number)
        folder.mkdir()
        written(model, "c", folder)
        _, rows = table_of("c", folder)
        motion = dalembert.simulate(model)
        assert motion.status == "ok"
        assert len(rows) == 41
        np.testing.assert_allclose(rows[:, 1], motion["x"], atol=1e-8 * x)
        np.testing.assert_allclose(rows[-3:, 1:3], 0, atol=1e-12)
        if not push:
            assert np.all(np.abs(rows[rows[:, 0] < total - 1e-3 * total, 1:3]).max(axis=1) > 0)


@pytest.mark.parametrize("language", list(TOOLS))
def test_sides_that_jump_with_the_time_are_found_again(language: str, tmp_path: Path) -> None:
    """A pulse width that reads the state, if(mod(t, T) < T (0.5 - 0.3 x), a, -a): x is that of `simulate`."""
    if TOOLS[language] is None:
        pytest.skip(f"{language} is not installed")
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "2*x^2"},
        work={"x": "if(mod(t, 0.05) < 0.05*(0.5 - 0.3*x), 3, -3)"},
        simulate={"t_end": 1, "samples": 100, "rtol": 1e-9},
    )
    written(model, language, tmp_path)
    _, rows = table_of(language, tmp_path)
    motion = dalembert.simulate(model)
    assert np.abs(rows[:, 1] - motion["x"]).max() < 1e-7


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_switch_on_a_row_is_met_in_c(tmp_path: Path) -> None:
    """Pulses that begin where a row stands (t = 1.2 = 150 × 0.008 = 24 × 0.05), and end by sin t."""
    model = dalembert.model(
        states={"v": {"rate": "if(mod(t, 0.05) < 0.05*(0.5 + 0.4*sin(t)), 3, -3)", "start": 0}},
        simulate={"t_end": 4, "samples": 500, "rtol": 1e-9},
    )
    written(model, "c", tmp_path)
    _, rows = table_of("c", tmp_path)
    v = 0.0
    for k in range(80):
        width = 0.0
        for _ in range(60):
            width = 0.05 * (0.5 + 0.4 * np.sin(0.05 * k + width))
        v += 3 * width - 3 * (0.05 - width)
    assert abs(rows[-1, 1] - v) < 1e-12


@pytest.mark.parametrize("language", ["python", "javascript", "matlab"])
def test_unknown_efforts_that_switch_are_refused_where_they_cannot_be_followed(language: str) -> None:
    """The output of an amplifier with a limit depends on itself: in these languages its program ended in a crash."""
    model = dalembert.model(
        parameters={"V0": {"value": 3, "unit": "V"}, "w": {"value": 1, "unit": "rad/s"}},
        elements={
            "V": {"kind": "voltage_source", "between": ["in", "ground"], "voltage": "V0*sin(w*t)"},
            "R": {"kind": "resistor", "between": ["in", "m"], "resistance": 1},
            "C": {"kind": "capacitor", "between": ["m", "out"], "capacitance": 1},
            "A": {
                "kind": "op_amp",
                "between": ["out", "ground"],
                "inputs": ["ground", "m"],
                "gain": 100,
                "limit": 2,
            },
            "RL": {"kind": "resistor", "between": ["out", "ground"], "resistance": 10},
        },
        simulate={"t_end": 12},
    )
    with pytest.raises(dalembert.ModelError, match="unknown efforts that switch"):
        dalembert.program_files(model, language, "amplifier")
