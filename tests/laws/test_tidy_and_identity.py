"""Tidying changes no value; the identity test says yes to rewritings and no to perturbations."""

from __future__ import annotations

from random import Random

import pytest
import symengine as se
from random_models import seeds

from dalembert._derive.identity import is_identical
from dalembert._derive.tidy import tidy
from dalembert._text.parser import parse

PARAMETERS = se.symbols("m l g")
MOTION = se.symbols("x y v w")


def random_symbolic(random: Random, depth: int) -> se.Expr:
    """A sum, product, power or function of smaller ones."""
    if depth == 0:
        return random.choice([*PARAMETERS, *MOTION, se.Integer(2), se.Rational(2, 3), se.RealDouble(0.25)])
    a, b = (random_symbolic(random, random.randrange(depth)) for _ in range(2))
    kind = random.randrange(9)
    if kind < 3:
        return a + b if kind else a - b
    if kind < 6:
        return a * b
    if kind == 6:
        return a ** random.choice([2, 3, -1]) if not a.is_Number else a * b
    return (se.sin if kind == 7 else se.cos)(random.choice([a, a + b, a - b]))


def trigonometric(random: Random) -> se.Expr:
    """Sums of products of sines and cosines, as the squared velocities of a chain give them."""
    angles = [*MOTION[:2], MOTION[0] - MOTION[1], 2 * MOTION[0], MOTION[0] + PARAMETERS[0]]
    terms = []
    for _ in range(random.randint(2, 8)):
        waves = [random.choice((se.sin, se.cos))(random.choice(angles)) for _ in range(random.randint(1, 3))]
        factor = random.choice([1, -1, 2, se.Rational(1, 2)]) * random.choice([1, *PARAMETERS, *MOTION[2:]])
        terms.append(se.Mul(factor, *waves))
    return se.Add(*terms) ** random.choice([1, 1, 2])


@pytest.mark.parametrize("seed", seeds(range(150), 50))
def test_tidy_changes_no_value(seed: int) -> None:
    """A tidied expression has the value it had, at three random points."""
    random = Random(seed)
    expression = trigonometric(random) if seed % 2 else random_symbolic(random, 5)
    made = tidy(expression, set(PARAMETERS).__contains__)
    for _ in range(3):
        at = {name: se.RealDouble(random.uniform(0.3, 1.7)) for name in (*PARAMETERS, *MOTION)}
        before, after = (complex(e.subs(at).n(80, real=False)) for e in (expression, made))
        assert abs(before - after) <= 1e-11 * (1 + abs(before))


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("m*v^2*sin(x)^2 + m*v^2*cos(x)^2", "m*v^2"),
        ("m*cos(x)*cos(y) + m*sin(x)*sin(y)", "m*cos(x - y)"),
        ("m*sin(x)*cos(y) - m*cos(x)*sin(y)", "m*sin(x - y)"),
        ("m*sin(x)*cos(x)", "m*sin(x)*cos(x)"),
        ("2*m*sin(x)*cos(x)*v^2 + g*sin(x)*cos(x)", "2*m*sin(x)*cos(x)*v^2 + g*sin(x)*cos(x)"),
    ],
)
def test_tidy_joins_what_the_addition_theorems_join(text: str, tidied: str) -> None:
    """sin² + cos² and products of sines are joined; a product sin(x)cos(x) alone is left."""
    made = tidy(se.sympify(text.replace("^", "**")), set(PARAMETERS).__contains__)
    expected = se.sympify(tidied.replace("^", "**"))
    assert se.expand(made - expected) == 0
    assert len(made.atoms(se.sin, se.cos)) <= len(expected.atoms(se.sin, se.cos))


REWRITINGS = (
    ("sin({a} + {b})", "sin({a})*cos({b}) + cos({a})*sin({b})"),
    ("cos({a} - {b})", "cos({a})*cos({b}) + sin({a})*sin({b})"),
    ("sin({a})^2", "1 - cos({a})^2"),
    ("sin(2*({a}))", "2*sin({a})*cos({a})"),
    ("cos(2*({a}))", "2*cos({a})^2 - 1"),
    ("({a} + {b})^3", "({a})^3 + 3*({a})^2*({b}) + 3*({a})*({b})^2 + ({b})^3"),
    ("({a})/({b} + 2) + 1", "({a} + {b} + 2)/({b} + 2)"),
    ("1/({a} - {b})", "({a} + {b})/(({a})^2 - ({b})^2)"),
    ("({a})*({b} + m)", "({a})*({b}) + m*({a})"),
    ("exp({a})*({b})^2", "({b})*exp({a})*({b})"),
    ("sqrt({a})*({b} + 1)", "({b})*sqrt({a}) + sqrt({a})"),
)
PARTS = ("x", "y", "m*x", "x - y", "l + y", "3/5*x", "2*y + x")


@pytest.mark.parametrize("seed", range(66))
def test_rewritings_are_identical_and_perturbations_are_not(seed: int) -> None:
    """`is_identical` holds between an expression and its rewriting, and fails when a term or factor is changed."""
    random = Random(seed)
    first, second = REWRITINGS[seed % len(REWRITINGS)]
    a, b = (f"({part})" for part in random.sample(PARTS, 2))
    left = f"m*({first.format(a=a, b=b)}) - g*x'^2"
    right = f"-x'^2*g + ({second.format(a=a, b=b)})*m"
    assert is_identical(parse(left), parse(right))
    for wrong in (f"{right} + 1/1000*x", f"{right} - 2*m*sin(y)", f"-({right})", f"1.0001*({right})"):
        assert not is_identical(parse(left), parse(wrong))
