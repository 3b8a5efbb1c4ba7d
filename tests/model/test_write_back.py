"""Writing a model back: the user's text is kept literally; only changes are inserted."""

import sys
import tomllib
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import dalembert
from dalembert import library
from dalembert._model.build import build
from dalembert._model.plain import plain_values
from dalembert._text.written import Written

sys.path.insert(0, str(Path(__file__).parents[1] / "text"))
from whole_grammar import WHOLE_GRAMMAR

TEXT = '''# A block on a spring.
format = 1
title = "Block"   # a title

[parameters]
k = { value = 10, unit = "N/mm", text = "spring" }  # measured
m = 2  # kg

[coordinates]
# the only one
x = { unit = "mm", start = 3 }

[definitions]
w = "sqrt(k / m)"   # spaces stay

[energy]
kinetic = "1/2*m*x'^2"
potential = """1/2 * k
  * x^2"""

[work]
x = "F"

[inputs]
F = { value = "sin( w*t )" }

[simulate]
t_end = 5
'''


@pytest.fixture
def model(tmp_path):
    """The block, read from a file."""
    path = tmp_path / "block.toml"
    path.write_text(TEXT)
    return dalembert.read(path)


def read_again(text, tmp_path):
    """The model of a text."""
    path = tmp_path / "again.toml"
    path.write_text(text)
    return dalembert.read(path)


def test_a_model_that_did_not_change_is_written_letter_by_letter(model):
    """Comments, order, spaces and all."""
    assert dalembert.write(model) == TEXT


def test_changed_values_are_put_in_and_nothing_else(model, tmp_path):
    """Values of parameters, starts and speeds change their own places; comments stay behind them."""
    varied = dalembert.vary(model, parameters={"k": 12.5, "m": 3}, start={"x": 1}, speed={"x": -20})
    text = dalembert.write(varied)
    wanted = TEXT.replace("value = 10", "value = 12.5").replace("m = 2  #", "m = 3  #")
    assert text == wanted.replace("start = 3 }", "start = 1, speed = -20}")
    assert read_again(text, tmp_path) == varied


def test_a_changed_input_changes_its_section_alone(model, tmp_path):
    """Everything else of the text stays."""
    varied = dalembert.vary(model, inputs={"F": ([0, 1, 2], [0, 5, 0])})
    text = dalembert.write(varied)
    assert read_again(text, tmp_path) == varied
    before, after = TEXT.split("[inputs]")
    assert text.startswith(before)
    assert text.endswith(after[after.index("[simulate]") :])


def test_a_value_that_was_bound_by_an_expression_stays_one(model, tmp_path):
    """An expression in place of a number."""
    varied = dalembert.vary(model, parameters={"m": "2*sqrt(2)"})
    text = dalembert.write(varied)
    assert 'm = "2*sqrt(2)"  # kg' in text
    assert read_again(text, tmp_path) == varied


def test_what_was_given_from_python_is_kept_as_it_was_then():
    """Mappings and lists are copied; numbers of numpy and fractions become plain ones."""
    starts = {"x": {"start": Fraction(1, 3)}}
    table = {"times": np.linspace(0, 1, 3), "values": [0, np.int64(2), 0]}
    given = {"m": np.float64(2.5), "l": {"value": Fraction(5, 2), "unit": "mm"}}
    model = dalembert.model(
        parameters=given,
        coordinates=starts,
        energy={"kinetic": "1/2*m*l*x'^2"},
        work={"x": "F"},
        inputs={"F": table},
    )
    before = dalembert.write(model)
    starts["x"]["start"] = 7
    table["values"][1] = 9
    given["m"] = 9
    assert dalembert.write(model) == before
    values = tomllib.loads(before)
    assert values["coordinates"]["x"]["start"] == "1/3"
    assert values["parameters"] == {"m": 2.5, "l": {"value": 2.5, "unit": "mm"}}
    assert values["inputs"]["F"] == {"times": [0.0, 0.5, 1.0], "values": [0, 2, 0]}


def test_sympy_expressions_are_written_as_text(tmp_path):
    """A model of SymPy expressions is written in the language of model files."""
    import sympy as sp

    t, m = sp.Symbol("t"), sp.Symbol("m")
    x = sp.Function("x")(t)
    energy = {"kinetic": m * x.diff(t) ** 2 / 2, "potential": {"a": m * x**2, "b": "m*x^4"}}
    model = dalembert.model(parameters={m: sp.Rational(1, 3)}, coordinates={x: {"start": 1}}, energy=energy)
    text = dalembert.write(model)
    assert tomllib.loads(text)["energy"]["potential"]["b"] == "m*x^4"
    assert read_again(text, tmp_path) == model


@pytest.mark.parametrize("name", [one.name for one in library.SYSTEMS[::4]])
def test_values_put_in_are_read_back(name, tmp_path):
    """The text of a system with another value is that of the system but for it, and reads as the same model."""
    model = dalembert.read(name)
    numbers = [
        one
        for one in model.parameters
        if one.value is not None and one.value.typed and one.name not in model.sizes
    ]
    varied = dalembert.vary(model, parameters={numbers[0].name: 1.25 * numbers[0].value.typed})
    text = dalembert.write(varied)
    assert read_again(text, tmp_path) == varied
    before, after = library.text_of(name).splitlines(), text.splitlines()
    assert len(before) == len(after)
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


@pytest.mark.parametrize("name", WHOLE_GRAMMAR)
def test_comments_and_order_survive_whatever_is_written(name, tmp_path):
    """Letter by letter; with another value in its place alone; and by members, an equal model."""
    text = WHOLE_GRAMMAR[name]
    model = read_again(text, tmp_path)
    assert dalembert.write(model) == text
    *_, last = model.parameters
    varied = dalembert.vary(model, parameters={last.name: 0.7})
    changed = [
        (old, new)
        for old, new in zip(text.splitlines(), dalembert.write(varied).splitlines(), strict=True)
        if old != new
    ]
    ((old, new),) = changed
    assert old.split("=")[0] == new.split("=")[0]
    assert read_again(dalembert.write(varied), tmp_path) == varied
    again, flaws = build(Written(values=plain_values(model), folder=model.folder))
    assert not flaws
    assert again == model
