"""Values given to `run` and `report` besides the model: they are used, reported and part of the fingerprint."""

import json

import pytest
from typer.testing import CliRunner

import dalembert
from dalembert._present.animation.making import picture_of
from dalembert.cli import app
from dalembert.verbs import publish
from dalembert.verbs.folder import before_in

pytestmark = pytest.mark.usefixtures("blank_figures")
MODEL = """format = 1
title = "Mass"
[parameters]
m = 2
k = { value = 50, unit = "N/m" }
G0 = 9.81
[coordinates]
x = { start = 0.1, speed = 0 }
[energy]
kinetic = "1/2*m*x'^2"
potential = "1/2*k*x^2 + m*G0*x"
[cases.heavy]
parameters = { m = 8 }
[simulate]
t_end = 0.1
samples = 5
"""
GIVEN = ("--set", "k=72", "--start", "x=0.3", "--speed", "x=-2", "--gravity", "G0")


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Make a report without a PDF, as if no TeX were there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setattr(publish, "typeset", lambda files: ({}, _no_pdf(files)))
    (tmp_path / "mass.toml").write_text(MODEL)

    def call(*words):
        return CliRunner().invoke(app, words)

    return call


def _no_pdf(files):
    from dalembert._present.report.pdf import Outcome

    assert "report.tex" in files
    return Outcome(path=None, pages=0, why="no TeX here", hint="none needed")


def test_values_are_used_and_told(run, tmp_path):
    """The motion starts at the given place and speed, the report tells them, and G is the weight of G0."""
    made = run("report", "mass.toml", "--case", "heavy", *GIVEN, "--out", "made", "--json")
    assert made.exit_code == 0, made.output
    summary = json.loads(made.output)
    assert summary["values"] == {"parameters": {"k": "72"}, "start": {"x": "0.3"}, "speed": {"x": "-2"}}
    energy = summary["motion"]["energy"]["start"]
    assert energy == pytest.approx(8 * 2**2 / 2 + 72 * 0.3**2 / 2 + 8 * 9.81 * 0.3, rel=1e-12)
    page = (tmp_path / "made" / "report.html").read_text(encoding="utf-8")
    for told in ("k = 72", "x(0) = 0.3", "x&#x27;(0) = -2"):
        assert f"<code>{told}</code>" in page


def test_the_gravity_parameter_is_the_one_that_is_named():
    """With its name the terms of weight are in G, without it they are in C."""
    from dalembert.verbs.gather import report_data

    model = dalembert.model(
        parameters={"m": 2, "G0": 9.81},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "m*G0*x"},
    )
    equations, verdict = dalembert.derive(model), dalembert.check(model)
    found = {}
    for gravity in ("g", "G0"):
        (form,) = report_data(equations, verdict, None, gravity=gravity).forms
        found[gravity] = {part["name"]: part["rows"] for part in _parts(form)}
    assert found["g"]["G"] == found["G0"]["C"] == [["0"]]
    assert found["g"]["C"] == found["G0"]["G"] == [["m*G0"]]


def _parts(form):
    from dalembert._text.printer import MODEL as HAND
    from dalembert._text.printer import print_tree

    return [
        {"name": part.name, "rows": [[print_tree(node, HAND) for node in row] for row in part.rows]}
        for part in form.parts
    ]


def test_other_values_make_another_folder(run, tmp_path):
    """The same values find the folder as it is; other ones make it anew."""
    words = ("report", "mass.toml", "--out", "made")
    keys = []
    for given in ((), ("--set", "k=72"), ("--set", "k=72"), ("--set", "k=73")):
        made = run(*words, *given)
        assert made.exit_code == 0, made.output
        keys.append(before_in(tmp_path / "made")["key"])
        assert ("nothing has changed" in made.output) == (len(keys) == 3)
    assert len(set(keys)) == 3


@pytest.mark.parametrize("verb", ["run", "report"])
def test_a_wrong_value_is_refused_by_name(run, verb):
    """An unknown parameter is a flaw with what was meant; a value without a name is wrong usage."""
    unknown = run(verb, "mass.toml", "--set", "kk=1")
    assert unknown.exit_code == 1
    assert "did you mean `k`?" in unknown.output
    assert run(verb, "mass.toml", "--set", "k").exit_code == 2


def test_a_new_model_has_a_scene(run, tmp_path):
    """The template passes `check` and is drawn by its own scene, not by dials."""
    assert run("new", "swing").exit_code == 0
    motion = dalembert.simulate(tmp_path / "swing.toml", t_end=0.1, samples=5)
    assert dalembert.check(motion.model).ok
    assert {key for key, _ in motion.model.scene} >= {"points", "links", "masses"}
    assert not picture_of(motion).automatic
