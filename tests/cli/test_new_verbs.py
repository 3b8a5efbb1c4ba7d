"""The command line: forms, values given as options, function files and conversion."""

import json
import math
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dalembert
from dalembert._model.values import parameter_values, value_in
from dalembert.cli import app

LAGEQ = Path(__file__).parents[1] / "text" / "lageq"
FORMS = ("lagrange", "matrix", "linear", "mcg", "descriptor", "state", "hamilton")
PARTS = {
    "lagrange": set(),
    "matrix": {"M", "h"},
    "linear": {"at", "M", "C", "K", "G", "N"},
    "mcg": {"M", "C", "C_matrix", "G"},
    "descriptor": {"q'", "M", "Upsilon"},
    "state": {"q''"},
    "hamilton": {"momenta", "H", "q'", "p'"},
}


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")

    def call(*words):
        return CliRunner().invoke(app, words)

    return call


@pytest.fixture
def form(run):
    """The parts of one form of a system, from JSON."""

    def call(*words):
        found = run("derive", *words, "--json")
        assert found.exit_code == 0, found.output
        return json.loads(found.output)["form"]

    return call


# -- forms -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMS)
def test_every_form_has_its_parts_in_json(name, form):
    """The record of a form has its promised parts; Lagrange's own has none."""
    found = form("polar_arm", "--form", name)
    assert set(found) >= PARTS[name]
    assert bool(found) == (name != "lagrange")


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("style", ["unicode", "text", "latex"])
def test_every_form_is_printed_in_every_style(name, style, run):
    """Each form is printed in each style with exit code 0, and no two forms print alike."""
    found = run("derive", "polar_arm", "--form", name, "--format", style)
    assert found.exit_code == 0, found.output
    other = run("derive", "polar_arm", "--form", "matrix" if name != "matrix" else "mcg", "--format", style)
    assert found.output != other.output


def test_mcg_has_the_shape_of_the_mass_matrix(form):
    """C and G are vectors, C_matrix a square, and only G carries the gravity parameter."""
    found = form("polar_arm", "--form", "mcg")
    assert len(found["C"]) == len(found["G"]) == 2
    assert [len(row) for row in found["C_matrix"]] == [2, 2]
    assert all("g" in text for text in found["G"])
    assert not any(
        "g" in text for text in [*found["C"], *(text for row in found["C_matrix"] for text in row)]
    )


def test_the_gravity_parameter_can_be_named(form):
    """With another gravity parameter, G holds its terms and C those of g."""
    found = form("polar_arm", "--form", "mcg", "--gravity", "m1")
    assert any("g" in text for text in found["C"])
    assert all("m1" in text for text in found["G"] if text != "0")


def test_an_unavailable_form_is_a_letter(run):
    """A form that a singular mass matrix forbids exits with 1 and names the coordinate."""
    found = run("derive", "conveyor", "--form", "hamilton")
    assert found.exit_code == 1
    assert "not available" in found.output
    assert "x2" in found.output
    (flaw,) = json.loads(run("derive", "conveyor", "--form", "hamilton", "--json").output)["flaws"]
    assert flaw["rule"] == "form"


def test_an_unknown_form_is_wrong_usage(run):
    """A form that does not exist exits with 2."""
    assert run("derive", "polar_arm", "--form", "newton").exit_code == 2


# -- the point of the linear form --------------------------------------------------------------------


def test_the_linear_form_is_at_its_point(form):
    """The stiffness of a pendulum hanging is the negative of that upside down, and none at the horizontal."""
    down = form("polar_arm", "--form", "linear", "--at", "q2=-pi/2")
    up = form("polar_arm", "--form", "linear", "--at", "q2=pi/2")
    at_zero = form("polar_arm", "--form", "linear")
    assert down["at"] != up["at"]
    assert down["K"][1][1] == up["K"][1][1].replace("-", "", 1)
    assert at_zero["K"][1][1] == "0"


def test_the_point_can_have_velocities_and_parameters(form):
    """A velocity at the point gives damping terms, and a parameter may stand in its value."""
    still = form("polar_arm", "--form", "linear", "--at", "q1=l1")
    turning = form("polar_arm", "--form", "linear", "--at", "q1=l1", "--at", "q2'=3")
    assert all(text == "0" for row in still["C"] for text in row)
    assert any("l1" in text for row in turning["C"] for text in row)


def test_the_point_is_in_the_units_of_its_entries(form):
    """30 for a coordinate in degrees is the point that pi/6 is, as for a start value."""
    model = Path("deg.toml")
    model.write_text(
        'format = 1\n[parameters]\nk = { value = 1, unit = "J" }\nI = { value = 1, unit = "kg*m^2" }\n[coordinates]\n'
        'a = { unit = "deg", start = 30 }\n[energy]\nkinetic = "1/2*I*a\'^2"\npotential = "k*sin(a)"\n'
    )
    (row,) = form("deg.toml", "--form", "linear", "--at", "a=30")["K"]
    model.write_text(model.read_text().replace('"deg", start = 30', '"rad"'))
    (wanted,) = form("deg.toml", "--form", "linear", "--at", "a=pi/6")["K"]
    assert _number(row[0]) == pytest.approx(_number(wanted[0]))


def _number(text):
    """The value of an expression with k = 1."""
    from dalembert._expression.evaluate import evaluate
    from dalembert._text.parser import parse

    return evaluate(parse(text), {("k", 0): 1.0})


# -- values that are wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["--set", "--start", "--speed", "--at"])
@pytest.mark.parametrize("word", ["L2", "=1", "l=", "", " = "])
def test_a_malformed_option_is_wrong_usage(option, word, run):
    """A value that is no name=value exits with 2 and shows how to write it."""
    found = run("derive", "rod_pendulum", "--form", "linear", option, word)
    assert found.exit_code == 2
    assert f"{option} takes name=value" in found.output


BAD = {
    "unknown parameter": ("--set", "L2=1", "L2"),
    "unknown start": ("--start", "phi=1", "phi"),
    "unknown speed": ("--speed", "phi=1", "phi"),
    "unknown point": ("--at", "phi=1", "phi"),
    "acceleration at a point": ("--at", "x''=1", "x''"),
    "half an expression": ("--set", "l=1+", "too early"),
    "half a start": ("--start", "x=1+", "too early"),
    "half a speed": ("--speed", "x=2*", "too early"),
    "half a point": ("--at", "x=(1", "x"),
    "a coordinate in a parameter": ("--set", "l=theta", "coordinate"),
    "a coordinate in a point": ("--at", "x=theta", "theta"),
    "an unknown name in a start": ("--start", "x=foo", "foo"),
    "an unknown name in a point": ("--at", "x=foo", "foo"),
    "an expression where the unit is not SI": ("--start", "theta=pi/6", "SI"),
    "an overflow": ("--set", "l=1e999", "overflow"),
    "an overflow at a point": ("--at", "x=1e999", "overflow"),
    "code": ("--set", "l=__import__('os').system('x')", "l"),
    "code at a point": ("--at", "x=__import__('os')", "x"),
    "a case there is not": ("--case", "set2", "set2"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_value_at_fault_is_a_letter(what, run):
    """A wrong value exits with 1 and a letter that names the option and what is wrong."""
    option, word, told = BAD[what]
    found = run("derive", "rod_pendulum", "--form", "linear", option, word)
    assert found.exit_code == 1, found.output
    assert found.output.startswith("error: ")
    assert f"[{option}" in found.output
    assert told in found.output
    verdict = json.loads(run("derive", "rod_pendulum", "--form", "linear", option, word, "--json").output)
    assert verdict["ok"] is False
    assert all(flaw["where"].startswith(option) for flaw in verdict["flaws"])


def test_all_wrong_values_are_told_at_once(run):
    """Three wrong options give at least three letters."""
    words = ("--set", "L2=1", "--start", "phi=1", "--speed", "psi=1")
    flaws = json.loads(run("derive", "rod_pendulum", *words, "--json").output)["flaws"]
    assert {flaw["where"] for flaw in flaws} == {"--set L2", "--start phi", "--speed psi"}


@pytest.mark.parametrize("options", [("--at", "phi=1"), ("--gravity", "gg", "--form", "mcg")])
def test_an_option_is_not_ignored(options, run):
    """A point or a gravity parameter that does not exist is refused, whatever the form."""
    assert run("derive", "rod_pendulum", *options).exit_code != 0


# -- values that are right ---------------------------------------------------------------------------


def test_check_sees_the_given_values(run, tmp_path):
    """A value given on the command line fills a parameter without one."""
    text = 'format = 1\n[parameters]\nm = {}\n[coordinates]\nx = { start = 0 }\n[energy]\nkinetic = "1/2*m*x\'^2"\n'
    (tmp_path / "m.toml").write_text(text)
    before = json.loads(run("check", "m.toml", "--json").output)["flaws"]
    after = json.loads(run("check", "m.toml", "--set", "m=2", "--json").output)["flaws"]
    assert before
    assert not after


def test_a_case_changes_the_values():
    """The case set2 of the triple pendulum takes gravity away and gives speeds; the rest stays."""
    model = dalembert.read("triple_pendulum")
    varied = dalembert.vary(model, "set2")
    own, new = parameter_values(model), parameter_values(varied)
    assert {name for name in own if own[name] != new[name]} == {"g"}
    assert new["g"] == 0
    assert [value_in(c.speed, new) for c in varied.coordinates] == [1, 1, 1]
    assert [c.start for c in varied.coordinates] == [c.start for c in model.coordinates]


def test_a_case_on_the_command_line_is_the_case_of_vary(run):
    """`--case set2` gives the equations that `vary` gives, and options come after the case."""
    found = json.loads(run("derive", "triple_pendulum", "--case", "set2", "--json").output)
    wanted = dalembert.as_dict(dalembert.derive(dalembert.vary(dalembert.read("triple_pendulum"), "set2")))
    assert found["equations"] == wanted["equations"]
    assert found["verified"] == wanted["verified"]
    both = dalembert.vary(dalembert.read("triple_pendulum"), "set2", {"g": "3"})
    assert parameter_values(both)["g"] == 3


@pytest.mark.parametrize("given", ["30", 30, "30.0", "3e1"])
def test_a_number_is_in_the_unit_of_its_entry(given):
    """A start of 30 for an angle in degrees is pi/6, and a speed of -30 is -pi/6 a second."""
    varied = dalembert.vary(dalembert.read("rod_pendulum"), "", {}, {"theta": given}, {"theta": f"-{given}"})
    theta = next(c for c in varied.coordinates if c.name == "theta")
    assert value_in(theta.start, {}) == pytest.approx(math.pi / 6, rel=1e-15)
    assert value_in(theta.speed, {}) == pytest.approx(-math.pi / 6, rel=1e-15)
    assert all(
        a == b
        for a, b in zip(varied.coordinates[:2], dalembert.read("rod_pendulum").coordinates, strict=False)
    )


def test_a_start_in_degrees_is_taken_by_derive(run):
    """`--start theta=30` is good on the command line, and `pi/6` is not, since the unit is degrees."""
    assert run("derive", "rod_pendulum", "--start", "theta=30").exit_code == 0
    assert run("derive", "rod_pendulum", "--start", "theta=pi/6").exit_code == 1


def test_parameters_may_be_given_by_others():
    """A parameter set to an expression of another has its value."""
    varied = dalembert.vary(dalembert.read("rod_pendulum"), "", {"l": "2*m", "m": "3"})
    assert parameter_values(varied)["l"] == 6


# -- function files ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language, suffix", [("python", ".py"), ("c", ".c"), ("octave", ".m")])
def test_function_files_are_written_once(language, suffix, run, tmp_path):
    """The files are written into the folder, and a second time they are refused and left as they are."""
    words = ("functions", "four_bar", "--to", language, "--out", "made/here")
    found = run(*words, "--json")
    assert found.exit_code == 0, found.output
    record = json.loads(found.output)
    files = [tmp_path / name for name in record["files"]]
    assert files
    assert sorted((tmp_path / "made" / "here").iterdir()) == sorted(files)
    assert any(file.suffix == suffix for file in files)
    assert isinstance(record["left_out"], dict)
    files[-1].write_text("mine")
    texts = [file.read_text(encoding="utf-8") for file in files]
    again = run(*words)
    assert again.exit_code == 2
    assert "already exists" in again.output
    assert [file.read_text(encoding="utf-8") for file in files] == texts


def test_one_file_in_the_way_stops_all(run, tmp_path):
    """Where one of the files is already there, none of the others is written."""
    names = json.loads(run("functions", "four_bar", "--to", "octave", "--out", "a", "--json").output)["files"]
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / Path(names[-1]).name).write_text("mine")
    assert run("functions", "four_bar", "--to", "octave", "--out", "b").exit_code == 2
    assert [file.name for file in (tmp_path / "b").iterdir()] == [Path(names[-1]).name]


def test_the_python_file_runs(run, tmp_path):
    """The Python file is a module whose mass matrix is the library's own."""
    assert run("functions", "polar_arm", "--out", ".").exit_code == 0
    (file,) = tmp_path.glob("*.py")
    scope = {}
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), scope)
    made = dalembert.functions("polar_arm")
    q, qd, p = [0.8, 0.5], [0.1, -0.2], [2.0, 1.0, 1.0, 0.4, 9.81]
    for row, wanted in zip(scope["M"](0.0, q, qd, p), made.M(0.0, q, qd, p), strict=True):
        assert list(row) == pytest.approx(list(wanted), rel=1e-13)


@pytest.mark.parametrize("words", [("--to", "fortran"), ("--out", "file/below")])
def test_functions_refuses_wrong_usage(words, run, tmp_path):
    """A language there is not, or a folder that cannot be made, exits with 2."""
    (tmp_path / "file").write_text("")
    assert run("functions", "four_bar", *words).exit_code == 2


# -- conversion --------------------------------------------------------------------------------------


def test_a_loss_is_refused_and_listed(run, tmp_path):
    """Conversion to LagEq lists each thing the format cannot hold, writes nothing and exits with 1."""
    found = run("convert", "conveyor", "conveyor.txt")
    assert found.exit_code == 1
    for word in ("title", "t_end", "units of m", "texts", "start values of x1, x3", "guesses", "--lossy"):
        assert word in found.output
    assert not list(tmp_path.iterdir())
    (flaw,) = json.loads(run("convert", "conveyor", "conveyor.txt", "--json").output)["flaws"]
    assert flaw["rule"] == "loss"


def test_conveyor_survives_lageq(run):
    """The conveyor, forced through LagEq and back, has the equations it had."""
    assert run("convert", "conveyor", "a.txt", "--lossy").exit_code == 0
    assert run("convert", "a.txt", "b.toml").exit_code == 0
    names = ("conveyor", "a.txt", "b.toml")
    records = [json.loads(run("derive", name, "--numbers", "none", "--json").output) for name in names]
    numeric = [
        json.loads(run("derive", name, *words, "--json").output)
        for name, *words in (("conveyor", "--numbers", "all"), ("a.txt",))
    ]
    assert numeric[0]["equations"] == numeric[1]["equations"]  # in a LagEq file by themselves
    for part in ("coordinates", "equations", "M", "Phi_q", "gamma", "h"):
        assert records[0][part] == records[1][part] == records[2][part]
    own, read = parameter_values(dalembert.read("conveyor")), parameter_values(dalembert.read("b.toml"))
    assert {name: read[name] for name in own} == own


def test_a_forced_conversion_says_what_it_left_out(run):
    """With --force the losses are in the JSON and in the text, as many as were refused."""
    refused = json.loads(run("convert", "conveyor", "a.txt", "--json").output)["flaws"][0]["message"]
    record = json.loads(run("convert", "conveyor", "a.txt", "--lossy", "--force", "--json").output)
    assert record["file"] == "a.txt"
    assert record["losses"]
    assert all(loss in refused for loss in record["losses"])
    printed = run("convert", "conveyor", "b.txt", "--lossy").output
    assert printed.count("omitted: ") == len(record["losses"])


def test_convert_does_not_overwrite(run, tmp_path):
    """A file that is there stays as it is, and --lossy does not change that; --force writes over it."""
    (tmp_path / "a.toml").write_text("mine")
    for words in ((), ("--lossy",)):
        assert run("convert", "conveyor", "a.toml", *words).exit_code == 2
    assert (tmp_path / "a.toml").read_text() == "mine"
    assert run("convert", "conveyor", "a.toml", "--force").exit_code == 0
    assert dalembert.read(tmp_path / "a.toml") == dalembert.read("conveyor")


def test_convert_refuses_an_unknown_suffix_and_source(run, tmp_path):
    """A suffix without a format, and a source that is not there, exit with 2."""
    assert run("convert", "conveyor", "a.json").exit_code == 2
    assert run("convert", "conveyor", "a").exit_code == 2
    assert run("convert", "nowhere.toml", "a.toml").exit_code == 2
    assert not list(tmp_path.iterdir())


def test_toml_to_toml_loses_nothing(run):
    """A library system converted to TOML is the same model."""
    assert run("convert", "triple_pendulum", "a.toml").exit_code == 0
    assert dalembert.read("a.toml") == dalembert.read("triple_pendulum")


@pytest.mark.parametrize("name", sorted(path.stem for path in LAGEQ.glob("*.txt")))
def test_lageq_files_are_models(name, run, tmp_path):
    """A LagEq file is checked and derived like a model file, with equations for its coordinates."""
    shutil.copy(LAGEQ / f"{name}.txt", tmp_path / "LagEq.txt")
    checked = json.loads(run("check", "LagEq.txt", "--json").output)
    assert not any(flaw["severity"] == "error" for flaw in checked["flaws"])
    derived = run("derive", "LagEq.txt", "--json")
    assert derived.exit_code == 0, derived.output
    record = json.loads(derived.output)
    assert list(record["equations"]) == record["coordinates"]
    assert len(record["coordinates"]) == len(dalembert.read(name).coordinates)


def test_a_wrong_lageq_file_is_a_located_letter(run, tmp_path):
    """A mistake in a LagEq file is told with its line by check and derive, exit code 1."""
    text = (LAGEQ / "conveyor.txt").read_text(encoding="utf-8")
    (tmp_path / "LagEq.txt").write_text(
        text.replace("k*(x1-x2)*(x1-x2)/a", "k*(x1-x2*(x1-x2)/a"), encoding="utf-8"
    )
    line = 1 + text[: text.index("Potential Energy")].count("\n")
    for verb in ("check", "derive"):
        found = run(verb, "LagEq.txt")
        assert found.exit_code == 1
        assert f"LagEq.txt:{line}:" in found.output
