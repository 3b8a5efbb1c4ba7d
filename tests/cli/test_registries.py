"""The command line offers what the registries hold: nothing is listed a second time."""

import ast
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dalembert
from dalembert import cli
from dalembert._derive.forms.registry import FORMS, FormKind
from dalembert._export.function_languages import LANGUAGES as FUNCTION_LANGUAGES
from dalembert._lower.implicit_steps import STEPS
from dalembert._present.figures.kinds import KINDS
from dalembert._simulate.method_names import FIXED_STEP, NAMES
from dalembert._simulate.methods import STEPPERS, method_of
from dalembert._words.languages import LANGUAGES, Language

FILES = sorted(Path(cli.__file__).parent.glob("*.py"))
WIDE = {"COLUMNS": "400", "TERMINAL_WIDTH": "400"}
# Options that belong to one form, style or kind of figure name it; some words have another meaning there.
NAMED = {"linear", "latex", "spectrum", "over", "paths", "comparison", "bode", "campbell"}
NAMED |= {"text", "state", "ledger", "energy", "auto"}  # the last is also a place where sweeps are run


def helped(command: str) -> str:
    """The help of a command, on one line."""
    found = CliRunner().invoke(cli.app, [command, "--help"], env=WIDE)
    assert found.exit_code == 0, found.output
    return re.sub(r"[\s│]+", " ", found.output)


@pytest.mark.parametrize(
    "command, names",
    [
        ("derive", ("lagrange", *FORMS)),
        ("derive", dalembert.choices().styles),
        ("functions", tuple(FUNCTION_LANGUAGES)),
        ("plot", tuple(KINDS)),
        ("plot", dalembert.choices().windows),
        ("plot", tuple(LANGUAGES)),
        ("run", tuple(LANGUAGES)),
        ("simulate", NAMES),
        ("batch", NAMES),
        ("report", NAMES),
    ],
)
def test_help_lists_what_is_registered(command, names):
    """The help of a command names everything of a registry."""
    text = helped(command)
    assert [name for name in names if not re.search(rf"\b{re.escape(name)}\b", text)] == []


def test_what_is_added_to_a_registry_is_a_choice(monkeypatch):
    """One line in a registry is enough: the verbs' choices have it."""
    monkeypatch.setitem(FORMS, "appell", FormKind(load=FORMS["matrix"].load, by_force=True))
    monkeypatch.setitem(KINDS, "polar", KINDS["phase"])
    monkeypatch.setitem(LANGUAGES, "fr", Language(("french", "français"), dict))
    monkeypatch.setitem(FUNCTION_LANGUAGES, "fortran", FUNCTION_LANGUAGES["c"])
    found = dalembert.choices()
    assert found.forms[-1] == "appell"
    assert found.figures[-1] == "polar"
    assert found.languages["fr"] == ("french", "français")
    assert found.function_languages[-1] == "fortran"
    assert dalembert.form_of(dalembert.derive("polar_arm"), "appell").name == "matrix"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_registered_name_is_written_in_the_command_line(path):
    """No file of the command line spells the name of a form, style, method, figure or language."""
    found = dalembert.choices()
    known = {*found.forms, *found.styles, *found.figures, *found.windows, *found.methods}
    known |= {*found.languages, *found.function_languages, *found.program_languages, *found.stages} - {
        "en",
        "check",
        "derive",
    }
    words = {
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert words & (known - NAMED) == set()


def test_the_names_of_methods_are_those_that_can_be_chosen():
    """Every name of a method is one that `chosen` knows, and those with fixed steps are all of them."""
    assert tuple(STEPS) == FIXED_STEP
    assert set(STEPPERS) < set(NAMES)
    for name in NAMES:
        if name not in (*FIXED_STEP, "moreau", "taylor"):  # the last needs a compiler
            assert method_of(name, None, rtol=1e-6).method


def test_every_form_and_figure_can_be_loaded():
    """What a registry names is there."""
    for kind in FORMS.values():
        assert callable(kind.load())
    for kind in KINDS.values():
        made = kind.load()
        assert all(callable(part) for part in (made if isinstance(made, tuple) else (made,)))


TYPOS = [
    (("derive", "four_bar", "--form", "matirx"), "did you mean matrix?"),
    (("derive", "four_bar", "--format", "latx"), "did you mean latex?"),
    (("functions", "four_bar", "--to", "C"), "did you mean c?"),
    (("plot", "duffing", "phaes"), "did you mean `phase`?"),
    (("run", "duffing", "--language", "deutsch"), "did you mean de?"),
    (("animate", "duffing", "--language", "nl"), "there are en, de, es, pt"),
    (("simulate", "duffing", "--method", "radua"), "did you mean radau?"),
]


@pytest.mark.parametrize("words, meant", TYPOS, ids=lambda v: v[0] if isinstance(v, tuple) else "")
def test_typos_are_answered_with_the_nearest_name(words, meant, tmp_path, monkeypatch):
    """A name that is not registered is refused with those that are, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(cli.app, list(words), env=WIDE)
    assert found.exit_code in (1, 2)
    assert meant in re.sub(r"\s+", " ", found.output)
    assert list(tmp_path.iterdir()) == []
