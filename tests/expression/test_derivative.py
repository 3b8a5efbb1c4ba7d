"""The derivative of a tree against differences, at fixed and random expressions."""

import math
import sys
from pathlib import Path
from random import Random

import pytest

from dalembert._expression.derivative import NoDerivative, derivative
from dalembert._expression.evaluate import evaluate
from dalembert._expression.tree import ONE, Name
from dalembert._text.parser import parse

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "text"))
import random_expressions


def slope(text, name="x"):
    """∂text/∂name."""
    return derivative(parse(text), lambda node: ONE if node == Name(name) else None)


SMOOTH = (
    "x^3 - 2/x + x*y*x", "sin(x*y)/cos(x)", "tan(x)*exp(-x^2)", "asin(x/9) + acos(x/9) + atan(x)", "sinh(x) + cosh(2*x) - tanh(x)",
    "asinh(x) + acosh(x + 2) + atanh(x/9)", "log(x) + ln(y*x) + log10(x)", "sqrt(x^2 + y^2)", "abs(x - 3)*sign(x)", "min(x, y, x*y)",
    "max(x^2, 3*x, y)", "if(x < y, x^2, y*x)", "mod(x, 0.7*y)", "atan2(x, y) + atan2(y, x^2)", "x^y + y^x + x^x", "(x + y)^2.5", "step(x)*x + floor(x)*x",
)  # fmt: skip


@pytest.mark.parametrize("text", SMOOTH)
def test_slopes_are_the_limits_of_differences(text):
    """At seeded points between jumps, the derivative is the central difference to its order."""
    r = Random(text)
    for _ in range(5):
        at = {("x", 0): r.uniform(0.4, 1.6), ("y", 0): r.uniform(0.4, 1.6)}
        h = 1e-5
        up, down = ({**at, ("x", 0): at["x", 0] + s * h} for s in (1, -1))
        difference = (evaluate(parse(text), up) - evaluate(parse(text), down)) / (2 * h)
        assert evaluate(slope(text), at) == pytest.approx(difference, rel=1e-7, abs=1e-7)


def test_slopes_of_random_expressions():
    """For seeded expressions of all functions, the derivative is the central difference where there is no jump."""
    r = Random(3)
    compared = 0
    for _ in range(150):
        text, _ = random_expressions.text(r, 3)
        at, _ = random_expressions.values(r)
        tree = parse(text)
        change = derivative(tree, lambda node: ONE if node == Name("x") else None)
        found = 0.0 if change is None else evaluate(change, at)
        differences = []
        for h in (1e-5, 2e-5):
            up, down = ({**at, ("x", 0): at["x", 0] + s * h} for s in (1, -1))
            differences.append((evaluate(tree, up) - evaluate(tree, down)) / (2 * h))
        steady = all(map(math.isfinite, [*differences, found])) and math.isclose(
            *differences, rel_tol=1e-6, abs_tol=1e-6
        )
        if steady and abs(differences[0]) < 1e4:
            compared += 1
            assert found == pytest.approx(differences[0], rel=1e-4, abs=1e-4), text
    assert compared > 60


def test_what_does_not_change_has_no_derivative():
    """A tree without the name gives None, so that no term is written for it."""
    assert slope("y^2 + sin(y)") is None
    assert slope("step(x) + floor(x)") is None or evaluate(slope("step(x) + floor(x)"), {("x", 0): 0.3}) == 0


def test_what_is_not_known_is_refused():
    """A function without a rule is refused by its name, not skipped."""
    with pytest.raises(NoDerivative, match="pulse"):
        slope("pulse(x, 1, 2)")
