"""Worksheets, variants and marks: a right answer has all marks, a wrong one a hint without the solution."""

import math
from random import Random

import pytest
from typer.testing import CliRunner

import dalembert
from dalembert._compare.independent import which_independent
from dalembert._compare.reference import Reference
from dalembert._compare.statement import Reading, statements
from dalembert._exercise.answers import answers_in, template_of, variant_in
from dalembert._exercise.marking import marks_of
from dalembert._exercise.numeric_answers import near, read_number
from dalembert._exercise.solution import solution
from dalembert._exercise.variant import round_number, variants
from dalembert._exercise.worksheet import worksheet
from dalembert._model.values import parameter_values, value_in
from dalembert._present.report.sheets import html_sheet, tex_sheet
from dalembert._text.printer import print_tree
from dalembert._words.languages import LANGUAGES, words_of
from dalembert.cli import app
from dalembert.verbs.compare import reading_of
from dalembert.verbs.exercise import _exercise

PENDULUM = """
format = 1
title = "Pendulum"
[parameters]
m = { value = 2, unit = "kg", text = "mass" }
l = { value = 0.5, unit = "m", text = "length" }
g = { value = 9.81, unit = "m/s^2" }
[coordinates]
theta = { unit = "rad", start = "pi/6", speed = 0, text = "angle from below" }
[definitions]
x = { value = "l*sin(theta)", text = "place of the mass, to the right" }
y = { value = "-l*cos(theta)", text = "place of the mass, upwards" }
[energy.kinetic]
mass = "1/2*m*(x'^2 + y'^2)"
[energy.potential]
weight = "m*g*y"
[simulate]
t_end = 5
"""
RIGHT = {
    "x": "l*sin(theta)",
    "y": "-l*cos(theta)",
    "x'": r"l \dot\theta \cos\theta",
    "y'": "l*theta'*sin(theta)",
    "T": r"\frac12 m l^2 \dot{\theta}^2",
    "V": "-m*g*l*cos(theta) + m*g*l",
    "theta": "l*theta'' = -g*sin(theta)",
    "omega0": "4,43 rad/s",
    "theta''(0)": "-9.81 rad/s^2",
}


@pytest.fixture(scope="module")
def pendulum(tmp_path_factory):
    """The file of a pendulum, its exercise, and what it is marked with."""
    path = tmp_path_factory.mktemp("exercise") / "pendulum.toml"
    path.write_text(PENDULUM, encoding="utf-8")
    own, data = _exercise(dalembert.read(path), "", 0, 0, words_of("en"))
    reference = Reference(data.equations)
    return own, data, reference, reading_of(data.equations, "equation", ())


def marked(pendulum, **answers):
    """The marks by keys, of right answers but for some."""
    own, _, reference, reading = pendulum
    found = marks_of(own, reference, RIGHT | answers, reading)
    return {one.blank.key: one for one in found.answers}


def test_right_answers_have_all_marks(pendulum):
    """Answers in the model language and in LaTeX, rewritten and with a constant added, are right."""
    found = marked(pendulum)
    assert {key: str(one.standing) for key, one in found.items()} == dict.fromkeys(RIGHT, "right")
    assert all(one.marks == one.blank.marks for one in found.values())


@pytest.mark.parametrize(
    ("key", "text", "standing", "hint"),
    [
        ("theta", "l*theta'' = 0", "partly", "a term with `sin(theta)` is missing"),
        ("theta", "l*theta'' - g*sin(theta) = 0", "partly", "look at the sign of the term `g*sin(theta)`"),
        ("theta", "2*m*l^2*theta'' + m*g*l*sin(theta) = 0", "partly", "look at the factor of the term"),
        ("theta", "m*l*theta'' + m*g*cos(theta) = 0", "partly", "`m*g*cos(theta)` is not right"),
        ("theta", "theta - theta = 0", "wrong", "any motion"),
        ("T", "m*l^2*theta'^2", "partly", "look at the factor"),
        ("T", "", "blank", ""),
        ("V", "m*g*l*(1 - cos(theta)", "unreadable", ""),
        ("x", "x", "wrong", "without x"),
        ("y'", "y'", "wrong", "without y'"),
        ("omega0", "4.43", "unit", "give the unit"),
        ("omega0", "0.705 Hz", "right", ""),
        ("omega0", "sqrt(g/l)", "right", ""),
        ("omega0", "4.43 Hz", "partly", "2π"),
        ("omega0", "4.43 m", "wrong", "measures something else"),
        ("omega0", "5 rad/s", "wrong", "not right"),
        ("theta''(0)", "9.81 rad/s^2", "partly", "sign"),
        ("theta''(0)", "-562.1 deg/s^2", "right", ""),
        ("theta''(0)", "theta''", "unreadable", "number"),
    ],
)
def test_hints_say_where_to_look(pendulum, key, text, standing, hint):
    """A wrong answer is told what kind of error it has."""
    one = marked(pendulum, **{key: text})[key]
    assert one.standing == standing
    assert hint in " ".join(map(str, one.hints))


def test_hints_do_not_tell_the_answer(pendulum):
    """What is right, as `compare` tells it, stands in no hint in any language."""
    wrong = ("l*theta'' = 0", "l*theta'' + 3*g*sin(theta) = 0", "l*theta'' + g*m*sin(theta) = 0")
    for text in wrong:
        first = dalembert.compare(pendulum[1].equations, text).judgements[0].differences[0]
        own = first.term if first.kind != "missing" else ""  # which the person wrote
        for hint in marked(pendulum, theta=text)["theta"].hints:
            said = [words_of(language).of(hint).replace(own, "") for language in LANGUAGES]
            assert all(first.right not in one for one in said)


def test_an_equation_is_worth_its_marks_once():
    """Of three right statements the one that follows from the others and the constraint is found."""
    equations = dalembert.derive("cartesian_pendulum")
    rows = {row.coordinate: print_tree(row.left) for row in equations.coordinates}
    found = statements(
        "\n".join([*rows.values(), f"2*({rows['x']}) + x*x' + y*y'"]), Reading(model=equations.model), "x"
    )
    assert which_independent(Reference(equations), found) == (True, True, False)


# -- variants ------------------------------------------------------------------------------------------------


def test_variants_are_rounded_and_different():
    """Numbers of a class have at most two digits, keep gravity, and are not the same twice."""
    model = dalembert.read("triple_arm")
    sets = [next(variants(model, number, 0)) for number in range(1, 61)]
    assert len({tuple(sorted(one.parameters.items())) for one in sets}) == 60
    assert all("g" not in one.parameters for one in sets)
    assert all(float(f"{value:.2g}") == value for one in sets for value in one.parameters.values())
    again = next(variants(model, 17, 0))
    assert (again.parameters, again.start) == (sets[16].parameters, sets[16].start)
    assert next(variants(model, 17, 1)).parameters != again.parameters


def test_rounded_numbers_are_near():
    """Rounding changes a number by less than an eighth."""
    random = Random(1)
    for _ in range(200):
        value = math.exp(random.uniform(-20, 20))
        assert abs(math.log(round_number(value) / value)) < 0.12


def test_a_variant_has_its_own_solution(pendulum):
    """The frequency that is right belongs to the numbers of the variant."""
    own, _ = _exercise(pendulum[0].model, "", 5, 0, words_of("en"))
    values = parameter_values(own.model)
    asked = {blank.key: blank.value for blank in own.blanks if blank.value}
    assert values != parameter_values(pendulum[0].model)
    assert asked["omega0"] == pytest.approx(math.sqrt(values["g"] / values["l"]), rel=1e-9)
    start = value_in(own.model.coordinates[0].start, values)
    assert asked["theta''(0)"] == pytest.approx(-values["g"] / values["l"] * math.sin(start), rel=1e-9)


# -- sheets and files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_sheets_in_every_language(pendulum, language):
    """A worksheet has every blank and no answer; the solution has the steps; both are pages without scripts."""
    own, data, *_ = pendulum
    words = words_of(language)
    page, solved = (html_sheet(make(own, data, words), words) for make in (worksheet, solution))
    assert page.count('class="answer"') == len(own.blanks)
    assert words("exercise_name") in page
    assert "<script" not in page + solved
    assert words("report_derivation") in solved
    assert words("report_derivation") not in page
    assert tex_sheet(worksheet(own, data, words), words)["sheet.tex"].count(r"\dotfill") >= len(own.blanks)


def test_the_template_is_read_back(pendulum):
    """The file that is handed out has every blank, and tells its variant; filled in, it is marked."""
    own, *_ = pendulum
    text = template_of(own, 3, words_of("de"))
    assert variant_in(text, "a.txt") == (0, 3)
    assert answers_in(text, "a.txt", own).texts == dict.fromkeys(RIGHT, "")
    filled = "\n".join(f"{key}{':' if key == 'theta' else ' ='} {value}" for key, value in RIGHT.items())
    assert answers_in(filled, "a.txt", own).texts == RIGHT


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("T = 1\nthetha: x = 0", 2, "no blank `thetha`", "`theta :`"),
        ("theta = 5", 1, "is an equation of motion here", "theta : "),
        ("T = 1\nT = 2", 2, "answered twice", "delete"),
        ("just words", 1, "answers no question", "`x =`"),
        ("variant = many", 1, "whole number", "variant = 17"),
        ("T = 1\n" * 3000, 2, "answered twice", ""),
    ],
)
def test_files_of_answers_that_are_refused(pendulum, text, line, message, hint):
    """What belongs to no blank is refused at its place, with what to type."""
    with pytest.raises(dalembert.ModelError) as caught:
        answers_in(text, "answers.txt", pendulum[0])
    flaw = caught.value.flaws[0]
    assert message in flaw.message or "more than 2000 lines" in flaw.message
    assert hint in flaw.hint
    assert flaw.file == "answers.txt"
    assert flaw.line == line or flaw.rule == "budget"


@pytest.mark.parametrize(
    "text", ["(" * 5000, "1/0", "9**9**9", "\\frac" * 2000, "x" * 100_000, "1e999 rad/s", "\x00", "[1,2]"]
)
def test_hostile_answers_keep_the_budgets(pendulum, text):
    """An answer that cannot be read has no marks and a reason, whatever the others are."""
    found = marked(pendulum, T=text, omega0=text)
    for key in ("T", "omega0"):
        assert found[key].marks == 0
        assert found[key].standing in ("unreadable", "wrong")
        assert found[key].hints
    assert found["V"].standing == "right"


def test_numbers_with_units():
    """Decimal commas, minus signs of typesetting and brackets around units are read; 7.25 has no unit."""
    assert read_number("7,25 rad/s").value == pytest.approx(7.25)
    assert read_number("−3 [mm]").value == pytest.approx(-0.003)
    assert read_number("7.25").unit == ""
    assert read_number("sqrt(2) rad/s") is None
    assert near(7.249, 7.25)
    assert not near(7.4, 7.25)


def test_large_models_are_refused_by_name():
    """A chain of twenty links is no exercise, and the letter says which one is."""
    with pytest.raises(dalembert.ModelError, match="20 coordinates") as caught:
        dalembert.exercise("n_link_pendulum")
    assert "n_link_pendulum:3" in caught.value.flaws[0].hint


def test_the_command_writes_and_marks(tmp_path, monkeypatch):
    """A class gets a folder each and one table; an untouched file of answers has no marks."""
    monkeypatch.setattr("dalembert._present.report.pdf.program_path", lambda _: None)
    monkeypatch.chdir(tmp_path)

    def cli(*words):
        return CliRunner().invoke(app, words)

    (tmp_path / "pendulum.toml").write_text(PENDULUM, encoding="utf-8")
    made = cli("exercise", "pendulum.toml", "--class", "2", "--out", "class", "--language", "es")
    assert made.exit_code == 0, made.output
    assert (tmp_path / "class" / "variant_2" / "worksheet.html").is_file()
    assert (tmp_path / "class" / "class.csv").read_text().count("\n") == 3
    marks = cli("exercise", "pendulum.toml", "--check", "class/variant_2/answers.txt", "--language", "de")
    assert marks.exit_code == 1
    assert "keine Antwort" in marks.output
