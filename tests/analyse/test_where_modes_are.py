"""Frequencies name the point, motion and inputs they belong to, or they are not given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import dalembert
from dalembert import ModelError
from dalembert._words.languages import words
from dalembert.cli import app

SEEDS = range(6)


def crane(seed: int) -> tuple[dalembert.Model, dict[str, float]]:
    """A trolley with a load on a rope, pulled by a force from the start on."""
    random = np.random.default_rng(seed)
    m = {"M": random.uniform(1, 9), "m": random.uniform(1, 9), "L": random.uniform(0.5, 5)}
    model = dalembert.model(
        parameters={**m, "g": 9.81, "F0": random.uniform(5, 50)},
        coordinates={"x": {"start": 0.0, "speed": 0.0}, "theta": {"start": 0.3, "speed": 0.0}},
        energy={
            "kinetic": "1/2*M*x'^2 + 1/2*m*(x'^2 + 2*L*cos(theta)*x'*theta' + L^2*theta'^2)",
            "potential": "-m*g*L*cos(theta)",
        },
        work={"x": "F"},
        inputs={"F": "if(t < 4, F0, 0)"},
    )
    return model, m


def guided(v: float, y: float = 0.0) -> dalembert.Model:
    """A mass that runs along x; its damping across grows with its speed."""
    return dalembert.model(
        parameters={"v": v, "k": 4.0, "c": 0.1},
        coordinates={"x": {"start": 0.0, "speed": "v"}, "y": {"start": y, "speed": 0.0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "1/2*k*y^2"},
        work={"y": "-c*x'*y'"},
    )


def hz(found: Any) -> list[float]:
    """The frequencies of the oscillations."""
    return [mode.hz for mode in found if mode.kind == "oscillation"]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_force_that_nothing_balances_is_no_part_of_a_frequency(seed: int) -> None:
    """A crane that is pulled at the start swings at √((1 + m/M) g/L), about the place with F = 0, named so."""
    model, m = crane(seed)
    want = np.sqrt((1 + m["m"] / m["M"]) * 9.81 / m["L"]) / (2 * np.pi)
    found = dalembert.modes(model)
    assert hz(found) == pytest.approx([want], rel=1e-9)
    assert found.equilibrium
    assert not found.residual
    assert str(found.point.about).endswith("with F = 0")
    assert any("no equilibrium was found" in remark for remark in found.remarks)
    assert hz(dalembert.modes(model, inputs={"F": 0})) == pytest.approx([want], rel=1e-9)


def test_a_place_that_is_no_equilibrium_says_so_with_its_size_and_the_cure() -> None:
    """Modes about the pulled start name the force that is left over and the option that takes it away."""
    model, _ = crane(1)
    for found in (dalembert.modes(model, "start"), dalembert.linearise(model)):
        assert not found.equilibrium
        assert found.residual["x"] == pytest.approx(float(dalembert.modes(model, "start").point.u[0]))
        assert any("is not an equilibrium: x:" in one for one in found.remarks)
        assert any("dalembert equilibrium MODEL --input F=0" in one for one in found.remarks)
        assert not dalembert.as_dict(found)["equilibrium"]
        assert dalembert.as_dict(found)["at"]["inputs"]["F"] > 0


def test_inputs_that_are_given_are_held() -> None:
    """A spring pulled by an input of 6 N rests at 6/k, and at 0 with the input held at 0."""

    def spring(force: Any, units: bool = False) -> dalembert.Model:
        unit = {"k": "N/m", "m": "kg", "x": "m", "F": "kN"} if units else dict.fromkeys("kmxF", "")
        return dalembert.model(
            parameters={"k": {"value": 3.0, "unit": unit["k"]}, "m": {"value": 1, "unit": unit["m"]}},
            coordinates={"x": {"unit": unit["x"], "start": 0.0, "speed": 0.0}},
            energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
            work={"x": "F"},
            inputs={"F": {"value": force, "unit": unit["F"]}},
        )

    model = spring("6*cos(t)")
    found = dalembert.equilibrium(spring(6, units=True), inputs={"F": 3})
    assert found[0]["x"] == pytest.approx(1000)
    assert [str(one) for one in found.remarks] == ["inputs are held at these values: F = 3 kN"]
    assert dalembert.equilibrium(model)[0]["x"] == pytest.approx(2)
    assert dalembert.equilibrium(model, inputs={"F": "0"})[0]["x"] == pytest.approx(0)
    found = dalembert.equilibrium(model, inputs={"F": "2*k"})
    assert found[0]["x"] == pytest.approx(2)
    assert dict(found.inputs) == {"F": 6.0}
    assert any("inputs are held at these values: F = 6" in remark for remark in found.remarks)
    with pytest.raises(ModelError, match="there is no input `G`"):
        dalembert.equilibrium(model, inputs={"G": 0})
    with pytest.raises(ModelError, match="a finite number, or an expression of parameters"):
        dalembert.modes(model, inputs={"F": "t"})


@pytest.mark.parametrize("v", [0.5, 4.0])
def test_a_steady_motion_of_the_start_is_what_modes_are_about(v: float) -> None:
    """A mass that runs straight at v has the damping c v/2√k of that speed, not the one of rest."""
    found = dalembert.modes(guided(v))
    assert str(found.point.about) == "the steady motion of the start"
    own = [mode.damping for mode in found if mode.kind == "oscillation"]
    assert own == pytest.approx([0.1 * v / 4], rel=1e-9)
    table = dalembert.campbell(guided(v), "v", [1.0, 2.0, 4.0])
    assert table.damping[:, 0] == pytest.approx([0.025, 0.05, 0.1], rel=1e-9)
    assert [str(place) for place in table.places] == ["the steady motion of the start"]


def test_a_table_over_a_speed_is_not_made_at_rest() -> None:
    """Where the start is disturbed the place is at rest: that is said, and a table over the speed refused."""
    model = guided(4.0, y=0.1)
    found = dalembert.modes(model)
    assert any(
        "the start is in motion (x' = 4), but these are the modes at rest" in one for one in found.remarks
    )
    with pytest.raises(ModelError, match="`v` changes the speeds of the start") as raised:
        dalembert.campbell(model, "v", [1.0, 4.0])
    assert "--at" in raised.value.flaws[0].hint
    table = dalembert.campbell(model, "v", [1.0, 4.0], {"x'": "v", "y": 0})
    assert table.damping[:, 0] == pytest.approx([0.025, 0.1], rel=1e-9)


def test_a_motion_without_rest_has_no_frequencies() -> None:
    """A planet never rests, and its equations change as it goes: no frequency is printed unless asked for."""
    with pytest.raises(ModelError, match="change along the motion") as raised:
        dalembert.modes("kepler")
    assert "--at start" in raised.value.flaws[0].hint
    assert not dalembert.modes("kepler", "start").equilibrium


def test_modes_that_hold_all_along_an_accelerated_motion_are_told() -> None:
    """A drive train that speeds up has the same modes all along, and the note says that they hold."""
    found = dalembert.modes("drive_train")
    assert hz(found)[0] == pytest.approx(499.76, rel=1e-4)
    assert any("stay the same along the motion" in remark for remark in found.remarks)


def test_the_command_line_says_about_what(tmp_path: Path) -> None:
    """`modes`, `linearise` and `equilibrium` take --input and print the place and the inputs."""
    model, _ = crane(2)
    file = tmp_path / "crane.toml"
    dalembert.write(model, file)
    run = CliRunner()
    for verb in ("modes", "linearise", "equilibrium"):
        shown = run.invoke(app, [verb, str(file), "--input", "F=0"])
        assert shown.exit_code == 0, shown.output
        assert "inputs are held at these values: F = 0" in shown.output
    shown = run.invoke(app, ["modes", str(file), "--at", "start"])
    assert "about the start, which is not an equilibrium" in shown.output
    shown = run.invoke(app, ["modes", str(file), "--over", "L=1:2:3", "--input", "F=0"])
    assert "about the only neutral equilibrium of 2" in shown.output


@pytest.mark.parametrize("language", ["de", "es", "pt"])
def test_what_modes_are_about_is_told_in_every_language(language: str) -> None:
    """Place and remarks of modes, also refused ones, have other words in every language of the report."""
    found = [
        dalembert.modes(crane(1)[0]),
        dalembert.modes(crane(1)[0], "start"),
        dalembert.modes(guided(4.0)),
    ]
    found += [dalembert.modes(guided(4.0, y=0.1)), dalembert.modes("drive_train")]
    found += [dalembert.modes(crane(1)[0], inputs={"F": 0})]
    with pytest.raises(ModelError) as raised:
        dalembert.modes("kepler")
    for said in [one for modes in found for one in (modes.point.about, *modes.remarks)]:
        assert words(said, language) != str(said)
    reason = raised.value.flaws[0].reason
    assert reason is not None
    assert words(reason, language) != str(reason)


def test_inputs_are_named_in_the_units_of_the_model():
    """An input that is held is named by the number and the unit in which it was given."""
    model = dalembert.model(
        parameters={"m": {"value": 1, "unit": "kg"}, "k": {"value": 3, "unit": "N/mm"}},
        coordinates={"x": {"unit": "mm", "start": 0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        work={"x": "F*cos(tilt)"},
        inputs={"F": {"value": 5, "unit": "kN"}, "tilt": {"value": 30, "unit": "deg"}},
    )
    said = " ".join(map(str, dalembert.equilibrium(model, inputs={"F": 0.1}).remarks))
    assert "held at these values: F = 0.1 kN" in said
    assert "tilt = 30 deg" in said
