"""Writing Suk's `LagEq.txt`: what would be lost is listed, and the rest keeps its meaning."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dalembert import derive, model, read
from dalembert._derive.identity import is_identical
from dalembert._model.build import build
from dalembert._model.plain import plain_values
from dalembert._model.records import Model
from dalembert._model.units import unit_of
from dalembert._text.lageq import read_lageq
from dalembert._text.lageq_writer import lageq_losses, lageq_text
from dalembert._text.loss import LossError
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree

GOOD = (Path(__file__).parent / "lageq" / "spring_pendulum.txt").read_text()


def in_si(value: float, unit: str) -> float:
    """A number in a unit in SI."""
    return unit_of(unit).si(value)


def opened(text: str) -> Model:
    """The model of a text, which must be well-formed."""
    made, form = build(read_lageq(text, "LagEq.txt")[0])
    assert form == ()
    return made


def test_losses_are_listed_at_once() -> None:
    """Whatever the format has no place for is named, and without force nothing is written."""
    made = model(
        title="T",
        parameters={
            "g": {"value": 9.81, "unit": "m/s^2", "text": "gravity", "symbol": "g"},
            "L": "2*pi",
            "D": 1,
        },
        coordinates={"x": {"start": 1, "speed": 2, "guess": 3}, "phi1": {}},
        definitions={"y": "x^2*L"},
        inputs={"f": "sin(t)"},
        energy={"kinetic": {"one": "D*y'^2", "two": "phi1'^2"}, "potential": "g*abs(x)"},
        work={"x": "f + s"},
        states={"s": {"rate": "x - s", "start": 0}},
        constraints={"displacement": {"stop": "x - phi1"}},
        outputs={"o": "x"},
        events={"e": {"when": "x"}},
        contacts={"wall": {"gap": "x", "restitution": 0}},
        cases={"c": {"parameters": {"g": 1}}},
        simulate={"t_end": 1},
        scene={"a": 1},
    )
    with pytest.raises(LossError) as caught:
        lageq_text(plain_values(made), in_si)
    said = "\n".join(caught.value.losses)
    for words in (
        "the title", "units of g", "texts of g", "symbols of g", "start values of x", "start speeds of x",
        "guesses of x", "definition y", "input f", "terms one, two of energy.kinetic", "function abs", "uses s",
        "states (s)", "constraint stop", "outputs (o)", "events (e)", "contacts (wall)", "cases (c)",
        "settings of the run", "the scene", "value of L", "the name D", "the name phi1",
    ):  # fmt: skip
        assert words in said, words
    assert caught.value.losses == lageq_losses(plain_values(made), in_si)


def test_force_writes_the_rest() -> None:
    """With force a term that cannot be written is left out, and the rest is a file that can be read."""
    made = model(
        parameters={"m": 2, "D": 3},
        coordinates={"x": {}},
        energy={"kinetic": "m*x'^2/2", "potential": {"odd": "tan(x)", "even": "D*x^2"}},
    )
    second = opened(lageq_text(plain_values(made), in_si, lossy=True))
    assert [p.name for p in second.parameters] == ["m", "D_"]
    assert second.potential[0].expression.root == parse("D_*x^2")


def test_values_are_si() -> None:
    """A value in millimetres is written in metres."""
    made = model(
        parameters={"d": {"value": 5, "unit": "mm"}, "m": 1, "two_d": "2*d"},
        coordinates={"x": {}},
        energy={"kinetic": "m*x'^2", "potential": "m*x*d*two_d"},
    )
    text = lageq_text(plain_values(made), in_si, lossy=True)
    assert "\nd=0.005\n" in text
    assert "\ntwo_d=0.01\n" in text


def test_whole_numbers_survive_cpp() -> None:
    """No quotient of two bare integers is written, for C++ would round it to 0."""
    made = model(
        parameters={"m": 1}, coordinates={"x": {}}, energy={"kinetic": "1/2*m*x'^2/3 + 1/x + x'^(1/2)"}
    )
    text = lageq_text(plain_values(made), in_si)
    assert "Kinetic Coenergy :=1.0/2.0*m*power(dotx, 2)/3.0 + 1.0/x + power(dotx, 1.0/2.0)\n" in text


def test_flow_names_do_not_clash() -> None:
    """A parameter called dotx keeps its name, and the flow of x takes another."""
    made = model(parameters={"dotx": 1}, coordinates={"x": {}}, energy={"kinetic": "dotx*x'^2"})
    text = lageq_text(plain_values(made), in_si)
    assert opened(text) == made
    assert "\ndot_x\n" in text


@pytest.mark.parametrize("name", ["sprung_rod", "triple_arm", "drive_train", "n_link_pendulum:3"])
def test_definitions_are_written_out(name: str) -> None:
    """A model with definitions and their rates has the same equations after a trip through the format."""
    first = read(name)
    second = opened(lageq_text(plain_values(first), in_si, lossy=True))
    assert second.definitions == ()
    plain = {f"theta[{i}]": f"theta_{i}" for i in range(1, 4)}  # members of families get plain names
    for one, other in zip(derive(first).coordinates, derive(second, numbers="none").coordinates, strict=True):
        text = print_tree(one.left)
        for old, new in plain.items():
            text = text.replace(old, new)
        assert is_identical(parse(text), other.left)


def test_writing_needs_no_computer_algebra() -> None:
    """Writing and reading the format loads neither SymPy nor SymEngine."""
    code = (
        "import sys; from dalembert._model.build import build; from dalembert._model.plain import plain_values;"
        "from dalembert._text.lageq import read_lageq; from dalembert._text.lageq_writer import lageq_text;"
        "raw, _ = read_lageq(sys.stdin.read(), 'x'); lageq_text(plain_values(build(raw)[0]), float);"
        "sys.exit(any(m in sys.modules for m in ('sympy', 'symengine', 'casadi')))"
    )
    assert subprocess.run([sys.executable, "-c", code], input=GOOD, text=True, check=False).returncode == 0
