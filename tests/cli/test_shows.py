"""The commands run, report, plot and animate: their files, messages, errors and exit codes."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dalembert
from dalembert._present import programs
from dalembert._present.report import pdf
from dalembert._words.message import say
from dalembert.cli import app
from dalembert.verbs import publish

LANGUAGES = ("en", "de", "es", "pt", "pt-BR")
VERBS = ("run", "report", "plot", "animate")
GROWING = """format = 1
title = "Away [red]it[/red] goes"
[coordinates]
x = { start = 1, speed = 0 }
[energy]
kinetic = "1/2*x'^2"
potential = "-x^4"
[simulate]
t_end = 5
samples = 20
"""


@pytest.fixture(scope="module")
def motions(tmp_path_factory):
    """Motion files of two systems, and files that are none."""
    place = tmp_path_factory.mktemp("motions")
    for name in ("four_bar", "duffing"):
        dalembert.save(dalembert.simulate(name, t_end=0.5, samples=40), place / f"{name}.nc")
    (place / "text.nc").write_text("no motion")
    (place / "empty.nc").write_bytes(b"")
    (place / "folder.nc").mkdir()
    (place / "empty.toml").write_text("")
    (place / "growing.toml").write_text(GROWING)
    return place


@pytest.fixture
def run(tmp_path, monkeypatch, motions):
    """Run a command in a folder of its own, and see that it ends without a traceback."""
    for path in motions.iterdir():
        (tmp_path / path.name).symlink_to(path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("NO_COLOR", "1")

    def call(*words):
        found = CliRunner().invoke(app, words)
        assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
        return found

    return call


@pytest.fixture
def quick(monkeypatch, request):
    """Reports without matplotlib and TeX."""
    request.getfixturevalue("blank_figures")
    monkeypatch.setattr(pdf, "program_path", lambda *_: None)
    monkeypatch.setattr(programs, "program_path", lambda *_: None)


# -- run and report ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_run_ends_with_what_was_found_and_where_to_look(run):
    """Title, five lines, the folder; a second run says that nothing has changed."""
    first = run("run", "four_bar", "--t-end", "0.2", "--samples", "10")
    assert first.exit_code == 0
    lines = first.output.splitlines()
    assert lines[0] == "Four-bar linkage"
    assert "9 equations, verified at 8 points" in lines[1]
    assert "1 degree of freedom, 2 states, index 3" in lines[1]
    assert lines[2].strip().startswith("ok: ran to t = 0.2 s")
    assert "energy balance closes" in lines[3]
    assert "4 equilibria; natural frequency 1.155 Hz about the nearest stable equilibrium" in lines[4]
    assert "see four_bar_run/report.html, four_bar_run/animation.html" in lines[5]
    assert "files in four_bar_run" in first.output
    second = run("run", "four_bar", "--t-end", "0.2", "--samples", "10")
    assert second.exit_code == 0
    assert "nothing has changed since the last run; --again makes it again" in second.output
    assert "files in" in run("run", "four_bar", "--t-end", "0.2", "--samples", "10", "--again").output


@pytest.mark.usefixtures("quick")
def test_run_in_json_is_the_summary(run):
    """--json prints summary.json as it was written."""
    found = run("run", "duffing", "--json", "--out", "here", "--t-end", "1", "--rtol", "1e-6")
    assert found.exit_code == 0
    assert json.loads(found.output) == json.loads(Path("here/summary.json").read_text(encoding="utf-8"))


@pytest.mark.usefixtures("quick")
def test_report_writes_the_report_alone(run):
    """A page and LaTeX in another language, in a folder named after the model."""
    found = run("report", "duffing", "--language", "es", "--t-end", "1")
    assert found.exit_code == 0
    assert '<html lang="es">' in Path("duffing_report/report.html").read_text(encoding="utf-8")
    assert not Path("duffing_report/motion.nc").exists()


@pytest.mark.parametrize("verb", ["run", "report"])
@pytest.mark.usefixtures("quick")
def test_a_run_at_fault_ends_with_1_and_leaves_a_folder_that_says_so(run, verb):
    """A motion that cannot go on is reported like any other, markup in a title is text, the exit code is 1."""
    found = run(verb, "growing.toml", "--out", "out")
    assert found.exit_code == 1
    assert "Away [red]it[/red] goes" in found.output
    assert "failed: stopped at t =" in found.output
    assert json.loads(Path("out/summary.json").read_text(encoding="utf-8"))["status"] == "failed"


@pytest.mark.usefixtures("quick")
def test_a_stopped_run_ends_with_0(run, monkeypatch):
    """What its user interrupts is kept, and is no fault of the model."""
    motion = dalembert.simulate("duffing", t_end=1.0, samples=10)
    early = replace(
        motion, status=type(motion.status).interrupted, message=say("in_english", sentence="stopped by you")
    )
    monkeypatch.setattr(publish, "simulate", lambda *_, **__: early)
    found = run("run", "duffing")
    assert found.exit_code == 0
    assert "interrupted: stopped by you" in found.output


@pytest.mark.usefixtures("quick")
def test_equations_that_cannot_be_verified_are_refused(run, monkeypatch):
    """No report of equations that were not verified: exit code 1, and no folder."""

    def fails(_, numbers=None):  # noqa: ARG001
        message = "they differ at 3 of 8 points"
        raise dalembert.VerificationError(message)

    monkeypatch.setattr(publish, "derive", fails)
    found = run("run", "duffing")
    assert found.exit_code == 1
    assert "they differ at 3 of 8 points" in found.output
    assert not Path("duffing_run").exists()


@pytest.mark.parametrize(
    "words, code, said",
    [
        (("nix",), 2, "there is no model file nix"),
        (("four_ba",), 2, "did you mean the library system four_bar?"),
        (("empty",), 2, "did you mean empty.toml or empty.nc?"),
        (("empyt",), 2, "did you mean empty.toml?"),
        (("duffing", "--start", "x=8 mm"), 1, "write --start x=… with a number alone"),
        (("empty.toml",), 1, "the model has no coordinates"),
        (("text.nc",), 2, "is not a NetCDF-4 file"),
        (("duffing", "--case", "nix"), 1, "no case `nix`"),
        (("duffing", "--t-end", "-1"), 1, "t_end = -1 is not after"),
        (("duffing", "--samples", "0"), 1, "0 samples"),
        (("duffing", "--method", "rk99"), 1, "there is no method `rk99`"),
        (("duffing", "--language", "Deutsch"), 2, "there are en, de, es, pt, pt-BR; did you mean de?"),
        (("duffing", "--language", "xx"), 2, "there are en, de, es, pt"),
        (("duffing", "--out", "four_bar.nc"), 2, "four_bar.nc is a file"),
        (("duffing", "--out", "."), 2, "the folder . contains other files: duffing.nc"),
        (("duffing", "--out", "four_bar.nc/sub"), 2, "cannot write to the folder"),
        (("duffing", "--out", "o" * 300), 2, "cannot write to the folder"),
        (("n_link_pendulum:x",), 2, "the size after n_link_pendulum: is a whole number"),
        (("duffing", "--t-end", "soon"), 1, "`soon` is not declared"),
    ],
)
@pytest.mark.usefixtures("quick")
def test_run_refuses_with_a_word_and_an_exit_code(run, words, code, said):
    """2 for the command, 1 for the model; no folder is made, and what is there stays."""
    before = sorted(Path().iterdir())
    found = run("run", *words)
    assert found.exit_code == code
    assert said in " ".join(found.output.split())
    assert sorted(Path().iterdir()) == before


@pytest.mark.usefixtures("quick")
def test_a_refusal_in_json_has_flaws(run):
    """--json gives refusals as flaws too."""
    found = run("run", "duffing", "--out", "four_bar.nc", "--json")
    assert found.exit_code == 2
    (flaw,) = json.loads(found.output)["flaws"]
    assert (flaw["rule"], flaw["where"]) == ("folder", "--out")


@pytest.mark.usefixtures("run", "quick")
def test_the_stages_are_those_of_a_run():
    """Every stage that a run tells has words for the terminal, in its order."""
    told = []
    dalembert.run(
        "duffing", "out", t_end=1.0, samples=10, options=dalembert.ReportOptions(progress=told.append)
    )
    assert told == list(dalembert.choices().stages)


# -- plot --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("histories", "theta2", "theta2'", "--degrees"),
        ("phase", "theta2"),
        ("paths", "A", "--invert", "y"),
        ("over", "theta3", "--x", "theta2", "--unit", "deg"),
        ("energy", "--from", "0.1", "--to", "0.4", "--linear"),
        ("pairs", "x2", "y2"),
    ],
    ids=lambda words: words[0] if words else "default",
)
def test_plot_draws(run, words):
    """A figure is written where the kind says, and says so in JSON; it is not written over."""
    found = run("plot", "four_bar.nc", *words, "--json")
    assert found.exit_code == 0
    told = json.loads(found.output)
    assert told["file"] == f"{words[0] if words else 'histories'}.svg"
    assert told["status"] == "ok"
    assert "<svg" in Path(told["file"]).read_text(encoding="utf-8")


def test_plot_draws_a_spectrum(run):
    """With its window, its end and the natural frequencies, of a motion of some periods; else it is refused."""
    dalembert.save(dalembert.simulate("sprung_rod", t_end=5.0, samples=200), "rod.nc")
    options = ("--window", "flattop", "--highest", "20", "--modes")
    assert run("plot", "rod.nc", "spectrum", "q1", *options).exit_code == 0
    refused = run("plot", "four_bar.nc", "spectrum", "--force")
    assert refused.exit_code == 2
    assert "no oscillation repeats 3 times" in refused.output


def test_plot_does_not_write_over_a_file_unless_told(run):
    """A file that is there stays, until --force."""
    Path("a.svg").write_text("mine")
    refused = run("plot", "duffing.nc", "energy", "--out", "a.svg")
    assert refused.exit_code == 2
    assert "a.svg already exists" in refused.output
    assert Path("a.svg").read_text() == "mine"
    assert run("plot", "duffing.nc", "energy", "--out", "a.svg", "--force").output == "wrote a.svg\n"
    assert Path("a.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_plot_compares_motions(run):
    """Two motions of one model in one figure, as PNG."""
    dalembert.save(dalembert.simulate("duffing", t_end=0.4, samples=20), "other.nc")
    found = run("plot", "duffing.nc", "comparison", "--compare", "other.nc", "--out", "both.PNG")
    assert found.exit_code == 0
    assert Path("both.PNG").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "words, said",
    [
        (("historys",), "no kind of figure `historys`; did you mean `histories`?"),
        (("[bold]",), "no kind of figure `[bold]`; did you mean `bode`? The kinds are histories"),
        (("",), "no kind of figure ``"),
        (("histories", "teta2"), "the motion has no `teta2`; did you mean `theta2`?"),
        (("histories", "qqqqqq"), "the motion has no `qqqqqq`. It has x2"),
        (("states",), "the motion has no states to draw"),
        (("paths", "AA"), "the scene has no point `AA`; did you mean `A`?"),
        (("histories", "--out", "x.jpg"), "it must be a name that ends in .svg, .png or .pdf"),
        (("histories", "--out", ".svg"), "it must be a name that ends in .svg, .png or .pdf"),
        (("histories", "--out", "no/x.svg"), "there is no folder no; create it first"),
        (("histories", "--out", "n" * 300 + ".svg"), "cannot write"),
        (("histories", "--language", "german"), "did you mean de?"),
        (("over", "--x", "theta2"), "name the columns to draw"),
        (("over", "theta3", "--x", "teta2"), "did you mean `theta2`?"),
        (("histories", "--x", "theta2"), "--x is for figures of the kind over"),
        (("energy", "--highest", "3"), "--highest is for figures of the kind spectrum"),
        (("energy", "--modes"), "--modes is for figures of the kind spectrum"),
        (("energy", "--window", "hann"), "--window is for figures of the kind spectrum"),
        (("energy", "--invert", "x"), "--invert is for figures of the kind paths"),
        (("paths", "--invert", "q"), "--invert q: use x, y or xy"),
        (("comparison",), "a comparison needs two motions or more"),
        (("comparison", "--compare", "duffing.nc"), "no coordinate in common"),
        (("comparison", "--compare", "four_bar.nc"), "need files of different names"),
        (("comparison", "--compare", "gone.nc"), "there is no file gone.nc"),
        (("energy", "--compare", "duffing.nc"), "--compare is for figures of the kind comparison"),
        (("histories", "--from", "0.4", "--to", "0.1"), "--from 0.4 is after --to 0.1"),
        (("histories", "--from", "9"), "the motion runs from 0 s to 0.5 s"),
        (("histories", "--from", "nan"), "no row is between nan s"),
        (("spectrum", "--highest", "-3"), "the highest frequency must be positive, but is -3 Hz"),
        (("spectrum", "--window", "han"), "`window` must be one of rectangular, hann"),
        (("histories", "--unit", "((("), "unit"),
        (("histories", "--case", "fast"), "--case is for models; four_bar.nc is the motion of one run"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, tuple) else "",
)
def test_plot_refuses_with_a_word(run, words, said):
    """A wrong kind, column, option or file is named, with what is meant or possible; exit code 2, no file."""
    before = sorted(Path().iterdir())
    found = run("plot", "four_bar.nc", *words)
    assert found.exit_code == 2
    assert said in " ".join(found.output.split())
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize("verb", ["plot", "animate"])
@pytest.mark.parametrize(
    "source, code, said",
    [
        ("gone.nc", 2, "there is no file gone.nc"),
        ("text.nc", 2, "is not a NetCDF-4 file"),
        ("empty.nc", 2, "is not a NetCDF-4 file"),
        ("folder.nc", 2, "is a folder or a device"),
        ("gone", 2, "there is no model file gone"),
        (".", 2, "Is a directory"),
        ("", 2, "Is a directory"),
        ("s" * 300, 2, "there is no model file"),
        ("a\n[b]", 2, "there is no model file"),
        ("empty.toml", 1, "the model has no coordinates"),
    ],
)
def test_a_source_that_is_no_motion_is_refused(run, verb, source, code, said):
    """Whatever stands in the place of a motion or a model is named, without a traceback."""
    before = sorted(Path().iterdir())
    found = run(verb, source)
    assert found.exit_code == code
    assert said in " ".join(found.output.split())
    assert sorted(Path().iterdir()) == before


def test_a_figure_of_a_failed_run_says_so(run):
    """The figure is drawn as far as the run went; a note tells the reason, and the exit code is 1."""
    found = run("plot", "growing.toml", "coordinates")
    assert found.exit_code == 1
    assert "wrote coordinates.svg" in found.output
    assert "failed: stopped at t =" in found.output
    assert Path("coordinates.svg").exists()


# -- animate -----------------------------------------------------------------------------------------


def test_animate_writes_a_player(run):
    """A page in a language, named after the motion; a drawing where .svg is asked for."""
    found = run("animate", "duffing.nc", "--language", "pt")
    assert (found.exit_code, found.output) == (0, "wrote duffing.html\n")
    assert 'lang="pt"' in Path("duffing.html").read_text(encoding="utf-8")
    told = json.loads(run("animate", "duffing.nc", "--out", "start.svg", "--json").output)
    assert told["file"] == "start.svg"
    assert "<svg" in Path("start.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words, said",
    [
        (("--out", "a.avi"), "it must be a name that ends in .html, .gif, .mp4, .svg or .png"),
        (("--size", "1920x1080"), "--size and --fps are for films"),
        (("--out", "a.svg", "--fps", "60"), "--size and --fps are for films"),
        (("--out", "a.gif", "--size", "large"), "such as 1920x1080, not `large`"),
        (("--out", "a.gif", "--size", "1921x1080"), "two even numbers of pixels"),
        (("--out", "a.gif", "--fps", "60"), "a GIF has at most 50 frames in a second"),
        (("--out", "no/a.html"), "there is no folder no; create it first"),
        (("--out", "folder.nc"), "it must be a name that ends in"),
        (("--language", "fr"), "there are en, de, es, pt"),
        (("--case", "a"), "--case is for models"),
    ],
)
def test_animate_refuses_with_a_word(run, words, said):
    """What cannot be is said, with exit code 2."""
    found = run("animate", "duffing.nc", *words)
    assert found.exit_code == 2
    assert said in " ".join(found.output.split())


def test_a_name_with_odd_letters_is_a_name(run):
    """Spaces, umlauts and signs of the shell in a file name are letters like others."""
    name = "näme; $(x) [b].nc"
    Path(name).write_bytes(Path("duffing.nc").read_bytes())
    found = run("animate", name)
    assert found.exit_code == 0
    assert found.output == "wrote näme; $(x) [b].html\n"


# -- help --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", VERBS)
def test_help_has_an_example(run, verb):
    """The help of each verb ends with a command that can be typed."""
    found = run(verb, "--help")
    assert found.exit_code == 0
    assert f"Example: dalembert {verb} " in " ".join(found.output.split())
