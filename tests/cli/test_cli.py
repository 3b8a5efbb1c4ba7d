"""The command line: verbs, JSON keys, exit codes, and what it refuses."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import dalembert
from dalembert import library
from dalembert.cli import app

VERBS = ("check", "derive", "new", "examples", "doctor")
FLAW_KEYS = {"rule", "severity", "where", "line", "message", "hint"}
DERIVE_KEYS = {
    *("coordinates", "equations", "M", "Phi_q", "Psi_qd", "h", "Phi", "gamma", "effort", "states", "form"),
    *("conserved", "verified", "seconds"),
}


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def call(*words):
        return CliRunner().invoke(app, words)

    return call


def test_new_check_derive_is_a_good_start(run, tmp_path):
    """A new model is written, has no flaws, and its equation is derived."""
    assert run("new", "pendulum").exit_code == 0
    assert (tmp_path / "pendulum.toml").exists()
    checked = run("check", "pendulum.toml")
    assert checked.exit_code == 0
    assert "no problems" in checked.output
    derived = run("derive", "pendulum.toml")
    assert derived.exit_code == 0
    assert "verified" in derived.output


def test_check_json(run):
    """The verdict in JSON has the promised keys and no others at the top."""
    found = run("check", "four_bar", "--json")
    assert found.exit_code == 0
    verdict = json.loads(found.output)
    assert set(verdict) == {"ok", "flaws", "structure", "units"}
    assert verdict["ok"] is True


def test_check_json_of_a_bad_model(run, tmp_path):
    """Every flaw in JSON has the promised keys, and the exit code is 1."""
    (tmp_path / "bad.toml").write_text('format = 1\n[coordinates]\nx = {}\n[energy]\nkinetic = "mm*x\'^2"\n')
    found = run("check", "bad.toml", "--json")
    assert found.exit_code == 1
    verdict = json.loads(found.output)
    assert verdict["ok"] is False
    assert verdict["flaws"]
    for flaw in verdict["flaws"]:
        assert set(flaw) >= FLAW_KEYS
    first = verdict["flaws"][0]
    assert (first["rule"], first["severity"], first["line"]) == ("unknown-name", "error", 5)


@pytest.mark.parametrize("severity, code", [("error", 1), ("structure", 1), ("warning", 0), ("note", 0)])
def test_exit_code_follows_severity(severity, code, run, tmp_path):
    """Errors and structural flaws exit with 1, warnings and notes with 0."""
    kinetic = {"note": "x'^4", "error": "k*x'^2"}.get(severity, "x'^2")
    extra = {"structure": "y = { start = 0 }\n", "warning": "[parameters]\nc = 1\n"}.get(severity, "")
    (tmp_path / "m.toml").write_text(
        f'format = 1\n[coordinates]\nx = {{ start = 0 }}\n{extra}[energy]\nkinetic = "{kinetic}"\n'
    )
    found = run("check", "m.toml", "--json")
    assert [flaw["severity"] for flaw in json.loads(found.output)["flaws"]] == [severity]
    assert found.exit_code == code


def test_derive_json(run):
    """The equations in JSON have the promised keys, and texts that the language reads."""
    found = run("derive", "four_bar", "--json")
    assert found.exit_code == 0
    record = json.loads(found.output)
    assert set(record) >= DERIVE_KEYS
    n = len(record["coordinates"])
    constraints = len(record["Phi"])
    assert list(record["equations"]) == record["coordinates"]
    assert [len(row) for row in record["M"]] == [n] * n
    assert [len(row) for row in record["Phi_q"]] == [n] * constraints
    assert len(record["h"]) == n
    assert len(record["gamma"]) == constraints + len(record["Psi_qd"])
    assert set(record["verified"]) >= {"points", "max_error"}
    assert record["verified"]["points"] >= 5
    assert record["verified"]["max_error"] < 1e-9
    assert record["seconds"] > 0
    from dalembert._text.parser import parse

    for text in (*record["equations"].values(), *record["h"], *(e for row in record["M"] for e in row)):
        parse(text)
    assert any("lam_" in text and "''" in text for text in record["equations"].values())


def test_derive_json_of_efforts_and_states(run):
    """Effort constraints, multipliers of flow constraints and rows are named and counted."""
    record = json.loads(run("derive", "electro_mechanical", "--json").output)
    model = dalembert.read("electro_mechanical")
    assert list(record["effort"]) == [c.name for c in model.constraints if c.kind == "effort"]
    assert len(record["Psi_qd"]) == sum(c.kind == "flow" for c in model.constraints)
    assert list(record["states"]) == [s.name for s in model.states]


def test_derive_matrix_form(run):
    """The matrix form in JSON repeats M and h under `form`, and prints without JSON as well."""
    record = json.loads(run("derive", "rod_pendulum", "--form", "matrix", "--json").output)
    assert record["form"]["M"] == record["M"]
    assert record["form"]["h"] == record["h"]
    assert run("derive", "rod_pendulum", "--form", "matrix").exit_code == 0


@pytest.mark.parametrize("style", ["text", "latex"])
def test_derive_formats(style, run):
    """The promised formats are printed with exit code 0."""
    found = run("derive", "spring_pendulum", "--format", style)
    assert found.exit_code == 0
    assert len(found.output) > 100
    assert ("\\ddot" in found.output) == (style == "latex")


def test_derive_refuses_a_bad_model(run, tmp_path):
    """A model with an error is refused with exit code 1, in words and in JSON."""
    (tmp_path / "bad.toml").write_text(
        'format = 1\n[coordinates]\nx = {}\n[energy]\nkinetic = "1/2*x\'^2 +"\n'
    )
    found = run("derive", "bad.toml")
    assert found.exit_code == 1
    assert "bad.toml:5" in found.output
    assert "^" in found.output
    asked = run("derive", "bad.toml", "--json")
    assert asked.exit_code == 1
    assert json.loads(asked.output)["ok"] is False


@pytest.mark.parametrize("verb", ["check", "derive"])
def test_an_unknown_model_is_wrong_usage_with_a_suggestion(verb, run):
    """A misspelt library name exits with 2 and names the nearest one."""
    found = run(verb, "four_baar")
    assert found.exit_code == 2
    assert "four_bar" in found.output
    assert run(verb, "no_such_file_at_all.toml").exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        ("frobnicate",),
        ("check",),
        ("derive",),
        ("new",),
        ("derive", "four_bar", "--form", "nonsense"),
        ("derive", "four_bar", "--format", "nonsense"),
        ("check", "four_bar", "--nonsense"),
        ("examples", "no_such_system"),
        ("examples", "--copy"),
        ("new", "x", "--from", "no_such_system"),
        ("derive", "n_link_pendulum:0"),
        ("derive", "n_link_pendulum:x"),
        ("derive", "four_bar:3"),
        ("check", "x" * 5000),
    ],
)
def test_wrong_usage_exits_with_two(words, run):
    """Wrong usage exits with 2 and without a traceback."""
    found = run(*words)
    assert found.exit_code == 2, found.output
    assert found.exception is None or isinstance(found.exception, SystemExit)


def test_new_does_not_overwrite(run, tmp_path):
    """`new` refuses to overwrite a file, and leaves it as it was."""
    (tmp_path / "a.toml").write_text("mine")
    found = run("new", "a")
    assert found.exit_code == 2
    assert (tmp_path / "a.toml").read_text() == "mine"
    assert run("new", "missing_folder/a").exit_code == 2


def test_new_from_a_system(run, tmp_path):
    """`new --from` writes the library's model under the new name."""
    assert run("new", "mine", "--from", "four_bar").exit_code == 0
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == library.text_of("four_bar")
    found = run("new", "json.toml", "--from", "rod_pendulum", "--json")
    assert json.loads(found.output)["file"] == "json.toml"


@pytest.mark.parametrize("name", ['a"b', "it's", "a b", "größe", "x{y}", "[red]", "a\\b"])
def test_new_accepts_any_name(name, run, tmp_path):
    """Whatever the name of a new model, the file it writes has no flaws."""
    assert run("new", name).exit_code == 0
    (path,) = tmp_path.glob("*.toml")
    assert dalembert.check(path).flaws == ()


def test_examples_list_every_system(run):
    """The list of examples has every library system, in words and in JSON."""
    names = [system.name for system in library.SYSTEMS]
    shown = run("examples")
    assert shown.exit_code == 0
    assert all(name in shown.output for name in names)
    listed = json.loads(run("examples", "--json").output)
    assert [row["name"] for row in listed] == names
    assert all({"name", "summary", "source", "size"} <= set(row) for row in listed)


def test_examples_show_and_copy(run, tmp_path):
    """An example is shown as its text, and copied to a file that reads as the system."""
    assert run("examples", "four_bar").output == library.text_of("four_bar")
    assert json.loads(run("examples", "four_bar", "--json").output)["text"] == library.text_of("four_bar")
    assert run("examples", "four_bar", "--copy").exit_code == 0
    assert dalembert.read(tmp_path / "four_bar.toml") == dalembert.read("four_bar")
    assert run("examples", "four_bar", "--copy").exit_code == 2
    assert run("examples", "n_link_pendulum:3", "--copy").exit_code == 0
    assert any(path.name.startswith("n_link_pendulum") for path in tmp_path.iterdir())


def test_a_sized_system_has_its_size(run):
    """A system with its size after a colon has that many coordinates."""
    assert len(json.loads(run("derive", "n_link_pendulum:3", "--json").output)["coordinates"]) == 3


def test_doctor(run):
    """The doctor lists Python and every package, and is content with this machine."""
    found = run("doctor")
    assert found.exit_code == 0
    for name in ("Python", "casadi", "symengine", "sympy", "tomlkit"):
        assert name in found.output
    record = json.loads(run("doctor", "--json").output)
    assert record["ok"] is True
    assert all({"name", "found", "needed"} <= set(row) for row in record["findings"])


def test_version(run):
    """The version is the package's."""
    assert run("--version").output.split() == ["dalembert", dalembert.__version__]


def test_help_names_every_verb(run):
    """The first help page names every verb and an example."""
    shown = run("--help")
    assert shown.exit_code == 0
    for verb in VERBS:
        assert verb in shown.output
    assert "dalembert new" in shown.output


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_each_verb_has_an_example(verb, run):
    """The help page of each verb shows a command to type."""
    shown = run(verb, "--help")
    assert shown.exit_code == 0
    assert f"dalembert {verb}" in shown.output
    assert "Example" in shown.output
    assert "--json" in shown.output


def test_markup_in_names_is_printed_as_it_is(run, tmp_path):
    """Square brackets in a model's words are words, not colours."""
    (tmp_path / "m.toml").write_text(
        "format = 1\ntitle = '[red]hot[/red] [/]'\n[coordinates]\nx = { start = 0 }\n[energy]\nkinetic = \"x'^2\"\n"
    )
    found = run("derive", "m.toml")
    assert found.exit_code == 0
    assert "[red]hot[/red] [/]" in found.output


def modules_after(words, tmp_path):
    """The modules loaded by a command, in a fresh process."""
    script = (
        "import sys\nfrom dalembert.cli import app\n"
        f"try:\n    app({list(words)!r})\nexcept SystemExit:\n    pass\n"
        "sys.stderr.write(' '.join(sorted(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("words", [("--help",), ("derive", "--help"), ("--version",), ("examples",)])
def test_help_loads_nothing_heavy(words, tmp_path):
    """Help, version and the list of examples load no mathematics package."""
    loaded = modules_after(words, tmp_path)
    assert "dalembert" in loaded
    assert not loaded & {"sympy", "casadi", "symengine", "numpy", "scipy", "tomlkit", "matplotlib"}


def loaded_by(code, tmp_path):
    """The modules that a piece of Python loads, in a fresh process."""
    script = f"import sys\n{code}\nsys.stderr.write(' '.join(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    return {name for name in done.stderr.split() if name.partition(".")[0] == "dalembert"}


def test_importing_loads_no_room(tmp_path):
    """`import dalembert` loads its street door and how records look in notebooks: no room of the house."""
    assert loaded_by("import dalembert", tmp_path) == {
        "dalembert",
        "dalembert._expression",
        "dalembert._expression.notebook",
        "dalembert.verbs",
        "dalembert.verbs.notebook",
    }


def test_help_loads_only_registries(tmp_path):
    """The help loads the names that can be chosen, and neither a model nor an equation."""
    loaded = modules_after(("--help",), tmp_path)
    for room in ("_text", "_model", "_lower", "_tape", "_contact", "_structure", "_verify", "_analyse"):
        assert f"dalembert.{room}" not in loaded
    assert "dalembert.library" not in loaded
    assert not {name for name in loaded if name.startswith(("dalembert._words.de", "dalembert._words.pt"))}
    assert len({name for name in loaded if name.startswith("dalembert.")}) <= 60


def test_simulating_plain_mechanics_loads_only_what_it_uses(tmp_path):
    """A pendulum runs without SciPy, calculus, drawing, bodies, networks, controllers and parts."""
    loaded = modules_after(("simulate", "rod_pendulum", "--t-end", "1"), tmp_path)
    assert not loaded & {"scipy", "sympy", "symengine", "matplotlib", "xarray", "h5py", "tomlkit"}
    for room in ("_model.bodies", "_model.nets", "_model.controllers", "_model.parts", "_derive.derive"):
        assert f"dalembert.{room}" not in loaded
    assert len({name for name in loaded if name.startswith("dalembert.")}) <= 343


def test_simulating_a_new_file_loads_neither_the_library_nor_contacts_nor_general_equations(tmp_path):
    """What plain mechanics from a file does not use: other systems, impacts, time stepping, general DAEs."""
    text = '[coordinates]\nx = { start = 1 }\n[energy]\nkinetic = "x\'^2/2"\npotential = "x^4/4"\n'
    (tmp_path / "spring.toml").write_text(text, encoding="utf-8")
    loaded = modules_after(("simulate", "spring.toml", "--t-end", "1"), tmp_path)
    assert "dalembert._simulate.run" in loaded
    contacts = ("_contact.coulomb", "_contact.mode_transition", "_simulate.hybrid_run", "_simulate.mode_loop")
    for name in (*contacts, "_simulate.time_stepping", "_compile.dae_system", "_compare", "library"):
        assert f"dalembert.{name}" not in loaded
    assert not loaded & {"scipy", "numpy.ma"}
    assert len({name for name in loaded if name.startswith("dalembert.")}) <= 300


def test_check_loads_neither_calculus_nor_printing(tmp_path):
    """`check` of a library system loads neither SymPy nor SymEngine, and no SciPy for plain mechanics."""
    assert not modules_after(("check", "four_bar"), tmp_path) & {"sympy", "scipy", "symengine"}


def test_python_dash_m_runs(tmp_path):
    """The installed command answers from a process of its own, also when its output is not a terminal."""
    command = [sys.executable, "-m", "dalembert.cli", "derive", "mass_and_wall"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert "verified" in done.stdout
    assert "\x1b" not in done.stdout
