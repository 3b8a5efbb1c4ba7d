"""The verbs equilibrium, linearise, modes and inverse on the command line."""

from __future__ import annotations

import csv
import json
import math
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

import dalembert
from dalembert.cli import app
from dalembert.cli.analyses import _matrix


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Run a command in an empty folder, 80 columns wide."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    return lambda *words: CliRunner().invoke(app, words)


@pytest.fixture
def told(run):
    """The JSON of a command."""

    def call(*words):
        found = run(*words, "--json")
        assert found.exit_code == 0, found.output
        return json.loads(found.output)

    return call


def test_entries_that_are_rounding_are_printed_as_zero() -> None:
    """Beside the largest of their row and of their column; a small entry that is the largest of one is not."""
    text = StringIO()
    block = np.array([[6.54, -0.04, -5.55e-17], [-2.0, 0.005, 0.125], [1e-20, 0, 0]])
    _matrix(Console(file=text, width=80), "A", ["x'", "phi'", "s"], ["phi", "x'", "phi'"], block)
    rows = [line.split() for line in text.getvalue().splitlines()]
    assert rows[1:] == [
        ["x'", "6.54", "-0.04", "0"],
        ["phi'", "-2", "0.005", "0.125"],
        ["s", "1e-20", "0", "0"],
    ]


def test_equilibria_as_json(told) -> None:
    """Values by name, energy, stability with its reason, and eigenvalues."""
    found = told("equilibrium", "rod_pendulum")
    assert [one["stability"] for one in found["equilibria"]] == ["stable", "unstable"]
    assert found["nearest"] == 0
    assert found["equilibria"][0]["values"]["y"] == pytest.approx(-5)
    assert found["equilibria"][0]["V"] == pytest.approx(-49.05)
    assert {"why", "eigenvalues", "dimension", "family", "reached"} <= set(found["equilibria"][0])


def test_no_equilibrium_is_an_answer(run, told) -> None:
    """A system without rest is answered with exit code 0 and an empty list."""
    assert told("equilibrium", "drive_train")["equilibria"] == []
    shown = run("equilibrium", "drive_train")
    assert shown.exit_code == 0
    assert "no equilibrium" in shown.output


def test_linear_systems_as_json(told) -> None:
    """Matrices with the names of their rows and columns."""
    found = told("linearise", "four_bar", "--at", "equilibrium")
    assert found["equilibrium"] is True
    assert found["reduced"]["free"] == ["theta2"]
    assert len(found["reduced"]["basis"]) == 9
    state = found["state"]
    assert state["states"] == ["theta2", "theta2'"]
    assert len(state["C"]) == len(state["outputs"]) == 4
    assert not told("linearise", "four_bar")["equilibrium"]


def test_modes_as_json(told) -> None:
    """Frequencies, damping and shapes by name; nearness to an operating speed if it is given."""
    found = told("modes", "drive_train", "--speed-rpm", "30000", "--orders", "1")
    assert found["rigid"] == 1
    assert found["modes"][1]["hz"] == pytest.approx(499.76, rel=1e-5)
    assert found["modes"][0]["shape"]["theta3"]["re"] == pytest.approx(-1 / 3)
    assert [one["close"] for one in found["nearness"]] == [True, False, False]
    table = told("modes", "sprung_rod", "--over", "k=1e4:4e4:2")
    assert table["hz"][1][0] == pytest.approx(2 * table["hz"][0][0])


def test_efforts_as_json_and_csv(told, tmp_path: Path) -> None:
    """Sizes of the drive in JSON, all columns in the CSV file."""
    found = told("inverse", "polar_arm", "--motion", "q1=0.8", "--motion", "q2=sin(2*t)", "--out", "a.csv")
    assert set(found["efforts"]) == {"effort_q1", "effort_q2"}
    assert found["efforts"]["effort_q1"]["unit"] == "N"
    assert found["efforts"]["effort_q2"]["unit"] == "N*m"
    assert found["motion"] == {"q1": "0.8", "q2": "sin(2*t)"}
    with (tmp_path / "a.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == found["samples"] + 1
    peak = max(abs(float(row["effort_q2"])) for row in rows)
    assert peak == pytest.approx(abs(found["efforts"]["effort_q2"]["peak"]))
    assert float(rows[-1]["q2'"]) == pytest.approx(2 * math.cos(2 * float(rows[-1]["t"])))


def test_a_table_of_a_motion_is_read(told, run, tmp_path: Path) -> None:
    """A CSV with the columns t and theta prescribes the motion; what is not a number is told with its row."""
    lines = ["t,theta", *(f"{k / 10},{math.sin(k / 10)}" for k in range(11))]
    (tmp_path / "swing.csv").write_text("\n".join(lines) + "\n")
    found = told("inverse", "rod_pendulum", "--table", "swing.csv", "--effort", "theta")
    assert found["t_end"] == 1.0
    assert "11 points" in found["motion"]["theta"]
    (tmp_path / "bad.csv").write_text("t,theta\n0,1\n1,x\n")
    wrong = run("inverse", "rod_pendulum", "--table", "bad.csv")
    assert wrong.exit_code == 2
    assert "row 3" in wrong.output + wrong.stderr


def test_the_units_of_matrices_are_said_where_results_have_others(run) -> None:
    """A position in degrees stands above a stiffness per radian."""
    said = "the matrices are in SI units, angles in radians"
    assert said in run("linearise", "rod_pendulum").output  # theta in deg
    assert said not in run("linearise", "sprung_rod").output  # all in SI


@pytest.mark.parametrize(
    "words",
    [
        ("equilibrium", "rod_pendulum"),
        ("equilibrium", "electro_mechanical"),
        ("equilibrium", "n_link_pendulum:6"),
        ("linearise", "four_bar", "--at", "equilibrium"),
        ("linearise", "rod_pendulum", "--at", "theta=30", "--at", "theta'=2"),
        ("linearise", "n_link_pendulum:6"),
        ("modes", "drive_train", "--speed-rpm", "30000"),
        ("modes", "electro_mechanical"),
        ("modes", "n_link_pendulum:9"),
        ("modes", "sprung_rod", "--over", "k=1e4:4e4:3"),
        ("inverse", "four_bar", "--motion", "theta2=6*t", "--samples", "50"),
    ],
)
def test_text_fits_eighty_columns(run, words: tuple[str, ...]) -> None:
    """Every table is readable in 80 columns, with names and without cut words."""
    found = run(*words)
    assert found.exit_code == 0, found.output
    tables = [line for line in found.output.splitlines() if not line.startswith("  note")]
    assert max(len(line) for line in tables) <= 80
    assert "…" not in "".join(line for line in tables if not line.startswith(("t =", "… and")))


@pytest.mark.parametrize(
    "words, code, said",
    [
        (("modes", "sprung_rod", "--over", "k=1:2"), 2, "--over takes p=FROM:TO:N"),
        (("modes", "sprung_rod", "--over", "k=1:2:3", "--speed-rpm", "10"), 2, "cannot be combined"),
        (("modes", "sprung_rod", "--orders", "2"), 2, "give --speed-rpm"),
        (("modes", "sprung_rod", "--speed-rpm", "-5"), 2, "positive"),
        (("linearise", "sprung_rod", "--at", "start", "--at", "q1=0"), 2, "a complete point"),
        (("linearise", "sprung_rod", "--at", "somewhere"), 2, "--at takes name=value"),
        (("linearise", "sprung_rod", "--at", "q9=0"), 1, "there is no coordinate"),
        (("linearise", "drive_train", "--at", "equilibrium"), 1, "no equilibrium was found"),
        (("inverse", "four_bar"), 2, "what moves?"),
        (("inverse", "four_bar", "--motion", "theta2=t", "--out", "x.txt"), 2, ".csv"),
        (
            ("inverse", "four_bar", "--motion", "theta2=t", "--effort", "tau"),
            1,
            "no input or coordinate `tau`",
        ),
        (("equilibrium", "four_bar", "--starts", "0"), 2, "--starts"),
        (("equilibrium", "nobody"), 2, "there is no model file"),
    ],
)
def test_wrong_questions_have_their_exit_codes(run, words: tuple[str, ...], code: int, said: str) -> None:
    """Wrong usage is 2, a model at fault is 1, and both say why."""
    found = run(*words)
    assert found.exit_code == code
    assert said in " ".join((found.output + found.stderr).split())


def test_values_given_as_options_count(told) -> None:
    """--set, --start and --case change what is analysed."""
    assert told("modes", "rod_pendulum", "--set", "l=5")["modes"][0]["rad_s"] == pytest.approx(
        math.sqrt(3 * 9.81 / 10)
    )
    found = told("linearise", "rod_pendulum", "--start", "theta=0")
    assert found["equilibrium"] is True
    assert told("equilibrium", "four_bar_pinned", "--case", "set3")["equilibria"]


def test_records_introduce_themselves() -> None:
    """Every answer prints its main result in a few lines."""
    assert "2 equilibria" in str(dalembert.equilibrium("rod_pendulum"))
    assert "1.78349 Hz" in str(dalembert.modes("sprung_rod"))
    assert "theta2'" in str(dalembert.linearise("four_bar"))
    assert "effort_theta2: peak" in str(dalembert.inverse("four_bar", {"theta2": "6*t"}, samples=20))
    assert "over k" in str(dalembert.campbell("sprung_rod", "k", [1, 2]))
