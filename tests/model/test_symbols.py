"""Symbols are simple mathematics: no model file can command TeX."""

import pytest

import dalembert


def verdict(symbol):
    """The flaws of a symbol given to a coordinate."""
    model = dalembert.model(coordinates={"x": {"symbol": symbol}}, energy={"kinetic": "x'^2/2"})
    return [flaw for flaw in dalembert.check(model).flaws if flaw.rule == "symbol"]


@pytest.mark.parametrize(
    "symbol", [r"\theta_2", "k_{t1}", r"\dot{x}_{\mathrm{max}}", "x'", "ξ", r"\hat{q}^{2}", ""]
)
def test_mathematics_is_a_symbol(symbol):
    """Letters, indices and the usual marks are accepted."""
    assert verdict(symbol) == []


@pytest.mark.parametrize(
    ("symbol", "word"),
    [
        (r"\input{secret}", r"\input"),
        (r"\write18{ls}", r"\write"),
        (r"x$\def\a{b}$", "$"),
        ("a%b", "%"),
        ("{x", "brace"),
        ("x}", "brace"),
        ("x" * 61, "characters"),
        ("a&b", "&"),
        ("a#1", "#"),
    ],
)
def test_anything_else_is_refused(symbol, word):
    """Commands of TeX, comments and open braces are errors that say what is wrong."""
    (flaw,) = verdict(symbol)
    assert flaw.severity == "error"
    assert word in flaw.message
