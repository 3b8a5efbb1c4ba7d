"""A constraint may be written as an equation a = b."""

from __future__ import annotations

from pathlib import Path

import pytest

import dalembert
from dalembert._model.plain import plain_values
from dalembert._text.toml_writer import toml_text

HEAD = """format = 1
[parameters]
L = 1
g = 9.81
[coordinates]
x = { start = 1 }
y = {}
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "g*y"
[constraints.displacement]
"""


@pytest.mark.parametrize(
    ("equation", "difference"),
    [
        ("x^2 + y^2 = L^2", "x^2 + y^2 - L^2"),
        ("x = L - y", "x - (L - y)"),
        ("sum(i = 1..2, i*x) = -y", "x + 2*x + y"),
        ("L = sqrt(x^2 + y^2)", "L - sqrt(x^2 + y^2)"),
    ],
)
def test_an_equation_is_the_difference_of_its_sides(equation: str, difference: str, tmp_path: Path) -> None:
    """Both ways of writing a constraint mean the same, and the file keeps the one that was written."""
    found = []
    for text in (equation, difference):
        path = tmp_path / "model.toml"
        path.write_text(HEAD + f'rod = "{text}"\n', encoding="utf-8")
        found.append(dalembert.read(path))
    assert found[0].constraints == found[1].constraints
    assert equation in dalembert.write(found[0])


@pytest.mark.parametrize(
    ("text", "rule", "column"),
    [("x = y = L", "syntax", 14), ("= L", "syntax", 8), ("x =", "syntax", None), ("x = )", "syntax", None)],
)
def test_what_is_no_equation_is_refused_at_its_place(
    text: str, rule: str, column: int | None, tmp_path: Path
) -> None:
    """Two signs, and a side that is missing."""
    path = tmp_path / "model.toml"
    path.write_text(HEAD + f'rod = "{text}"\n', encoding="utf-8")
    (flaw,) = [flaw for flaw in dalembert.check(path).flaws if flaw.severity == "error"]
    assert (flaw.rule, flaw.line) == (rule, 12)
    assert column is None or flaw.column == column


def test_a_constraint_says_what_it_means(tmp_path: Path) -> None:
    """Its text is kept where the model is written, and listed as a loss where the format has no place for it."""
    path = tmp_path / "model.toml"
    entry = '{ value = "x^2 + y^2 - L^2", text = "rod of fixed length" }'
    path.write_text(HEAD + f"rod = {entry}\n", encoding="utf-8")
    model = dalembert.read(path)
    assert [one.text for one in model.constraints] == ["rod of fixed length"]
    assert "rod = " + entry.replace("{ ", "{").replace(" }", "}") in toml_text(plain_values(model))
    with pytest.raises(dalembert.LossError, match="the texts of rod"):
        dalembert.convert(path, "LagEq.txt")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('{ value = "x", text = 1 }', "text"),
        ('{ value = "x", txt = "a" }', "txt"),
        ('{ text = "a" }', "value"),
    ],
)
def test_a_text_that_is_none_is_refused_at_its_place(entry: str, message: str, tmp_path: Path) -> None:
    """Keys that constraints do not have, and texts that are numbers."""
    path = tmp_path / "model.toml"
    path.write_text(HEAD + f"rod = {entry}\n", encoding="utf-8")
    flaws = dalembert.check(path).flaws
    assert any(message in flaw.message and flaw.line == 12 for flaw in flaws), flaws
