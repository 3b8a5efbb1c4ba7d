"""Hostile equations: each gives an error message or a result, within its budget."""

import pytest

import dalembert
from dalembert import ModelError


@pytest.fixture(scope="module")
def equations():
    """A pendulum in Cartesian coordinates."""
    return dalembert.derive("cartesian_pendulum")


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "nothing to compare"),
        ("m*x'' + ", "ends too early"),
        ("m*x'' = 0 = y", "one ="),
        ("m*x'' + k*q = 0", "not declared"),
        ("m*x''' = 0", "third order"),
        ("m' = 0", "no rate"),
        ("[x, y] = [1, 2, 3]", "shape|length|size"),
        ("m*__import__('os') = 0", "error"),
        ("x_dot = 0", "x'"),
        ("(" * 300 + "x" + ")" * 300, "nested"),
        ("x = " + "1+" * 150_000 + "1", "budget"),
        ("x/0 = 1", "error"),
        ("\n".join(["x = 0"] * 300), "more than 200"),
        ("x = 1e999", "overflow"),
    ],
    ids=range(14),
)
def test_letters(equations, text, words):
    """A text that is no equation of the model is refused at its place."""
    with pytest.raises(ModelError, match=words):
        dalembert.compare(equations, text)


def test_no_hostile_equation_is_right(equations):
    """Powers that would fill the memory, values that do not exist: never right, never endless."""
    texts = [
        "(x + y + m + g + l)^40 = 0",
        "(x + y)^1000000 = x",
        "x^y^x^y = 2",
        "sqrt(-1 - x^2) = x",
        "log(-x^2) = 0",
        "(1 + x)*(1 + y)*(1 + x')*(1 + y')*(m + g)*(1 + x^2)*(l + y^2)*(2 + x)*(3 + y)*(4 + x)*(5 + y) = 0",
        "abs(x'') + sign(y) + max(x, y) = if(x > 0, 1, 2)",
        "exp(exp(exp(exp(x + 10)))) = 0",
    ]
    found = dalembert.compare(equations, texts).judgements
    assert len(found) == len(texts)
    assert {one.finding for one in found} <= {"wrong", "undecided"}
