"""Comfort of the command line: completion, pages that open themselves, a length where none is given."""

import os
import re
import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dalembert
from dalembert import library
from dalembert.cli import app

COMMANDS = {command.callback.__name__ for command in app.registered_commands if command.callback is not None}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


# -- completion ----------------------------------------------------------------------------------------


def completed(shell: str, line: str) -> list[str]:
    """What a shell is told to complete the last word of a line with."""
    words = line.split(" ")
    env = {
        "bash": {"COMP_WORDS": line.replace(" ", "\n"), "COMP_CWORD": str(len(words) - 1)},
        "zsh": {"_TYPER_COMPLETE_ARGS": line},
        "fish": {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[shell]
    env["_DALEMBERT_COMPLETE"] = f"complete_{shell}"
    found = CliRunner().invoke(app, [], env=env, prog_name="dalembert")
    text = found.output
    if shell == "zsh":
        return re.findall(r'(?<!:)"([^"]+)"', text)
    return [one.split("\t")[0] for one in text.splitlines() if one]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(
    "line, wanted",
    [
        ("dalembert ru", {"run"}),
        ("dalembert run four_bar_", {"four_bar_pinned"}),
        ("dalembert simulate duffing --method ra", {"radau", "rattle"}),
        ("dalembert run duffing --language p", {"pt", "pt-BR"}),
        ("dalembert plot duffing pha", {"phase"}),
        ("dalembert derive duffing --form ha", {"hamilton"}),
        ("dalembert simulate mod", {"model.toml", "models/"}),
    ],
)
@pytest.mark.usefixtures("here")
def test_shells_complete_commands_systems_files_and_names(shell, line, wanted):
    """Every shell is given the names that begin as the last word does, and no others."""
    Path("model.toml").touch()
    Path("models").mkdir()
    Path("model.pdf").touch()
    assert set(completed(shell, line)) == wanted


def test_names_of_a_model_are_completed():
    """Cases, parameters and coordinates are read from the model of the command."""
    model = dalembert.read("triple_pendulum")
    assert completed("bash", "dalembert run triple_pendulum --case ") == [case.name for case in model.cases]
    names = completed("bash", "dalembert run triple_pendulum --start ")
    assert set(names) == {f"{one.name}=" for one in model.coordinates}
    assert completed("bash", "dalembert run no_such_model --case ") == []


def test_every_library_system_is_completed():
    """No system of the library is missing."""
    told = completed("bash", "dalembert check ")
    assert {s.name for s in library.SYSTEMS} <= {one.partition(":")[0] for one in told}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_installs_itself(shell, tmp_path):
    """--install-completion writes the script of the shell into the home folder of the user."""
    env = {**os.environ, "HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    command = [sys.executable, "-c", "from dalembert.cli import main; main()", "--install-completion", shell]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert any(path.is_file() and "COMPLETE" in path.read_text() for path in tmp_path.rglob("*"))


# -- help ----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
def test_the_help_lists_run_first_and_every_command_once():
    """`run` is the first command, and none is missing."""
    text = CliRunner().invoke(app, ["--help"]).output
    listed = [one for one in re.findall(r"^│ (\w+)  +\w", text, re.MULTILINE) if one in COMMANDS]
    assert listed[0] == "run"
    assert sorted(listed) == sorted(COMMANDS)


# -- opening -------------------------------------------------------------------------------------------


@pytest.fixture
def browser(here, monkeypatch):
    """A browser that writes down what it is given."""
    script = here / "browser.sh"
    script.write_text('#!/bin/sh\necho "$1" >> "$(dirname "$0")/opened.txt"\n')
    script.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(script))
    monkeypatch.setattr(webbrowser, "_tryorder", None)
    return here / "opened.txt"


def test_open_shows_what_was_made(browser):
    """--open gives the page to the browser, by its address as a file."""
    done = CliRunner().invoke(app, ["animate", "duffing", "--out", "duffing.html", "--open"])
    assert done.exit_code == 0
    assert browser.read_text().split() == [Path("duffing.html").resolve().as_uri()]


@pytest.mark.usefixtures("here")
def test_a_missing_browser_is_told(monkeypatch):
    """Where no browser can be started the file is written all the same, and its name is said."""
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    done = CliRunner().invoke(app, ["animate", "duffing", "--out", "duffing.html", "--open"])
    assert done.exit_code == 0
    assert "no browser was found: open duffing.html" in done.output
    assert Path("duffing.html").exists()


# -- the length of a run -------------------------------------------------------------------------------


def oscillator(k: float = 4.0, c: float = 0.0) -> dalembert.Model:
    """A mass of 1 kg on a spring and a damper, without an end time."""
    return dalembert.model(
        parameters={"m": 1, "k": k, "c": c},
        coordinates={"x": {"start": 0.1}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2", "dissipation": "1/2*c*x'^2"},
    )


def test_a_run_without_an_end_lasts_ten_periods_and_says_so():
    """ω = 2 rad/s: ten periods are 10 π s, to two digits."""
    motion = dalembert.simulate(oscillator())
    assert motion.t[-1] == 31
    assert "no end time is given: the run ends at t = 31 s, about 10 periods" in str(motion.remarks[0])
    assert motion.remarks == () or not dalembert.simulate(oscillator(), t_end=1.0).remarks


def test_a_run_that_only_decays_lasts_eight_time_constants():
    """Over-damped, x'' + 5 x' + 4 x = 0 has the time constants 1 s and 1/4 s."""
    motion = dalembert.simulate(oscillator(c=5.0))
    assert motion.t[-1] == 8
    assert "8 time constants" in str(motion.remarks[0])


@pytest.mark.parametrize("k", [0.0, -1.0])
def test_where_nothing_swings_or_decays_an_end_time_is_asked_for(k):
    """A free mass, and one that runs away, have no length of their own: the run is refused as before."""
    with pytest.raises(dalembert.ModelError, match="no end time is given"):
        dalembert.simulate(oscillator(k=k))


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("pendulum", "dalembert new pendulum"),
        ("swng.toml", "did you mean swing.toml?"),
        ("four_ba", "did you mean the library system four_bar?"),
        ("folder/none.toml", "dalembert examples lists the library"),
        ("a\0b.toml", "dalembert examples lists the library"),
    ],
)
def test_a_model_that_is_not_there_is_answered_with_what_may_be_meant(here, typed, hint):
    """A file beside it, a library system, or the command that starts a new file."""
    (here / "swing.toml").write_text("format = 1\n", encoding="utf-8")
    with pytest.raises(dalembert.ModelError) as refused:
        dalembert.read(typed)
    assert hint in refused.value.flaws[0].hint


def test_a_unit_behind_a_number_is_answered_with_where_it_belongs(here):
    """45 deg without quotes is no TOML; the letter says how a unit is written."""
    (here / "swing.toml").write_text("format = 1\n[coordinates]\na = { start = 45 deg }\n", encoding="utf-8")
    with pytest.raises(dalembert.ModelError) as refused:
        dalembert.read("swing.toml")
    assert 'unit = "deg"' in refused.value.flaws[0].hint
