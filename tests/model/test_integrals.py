"""Integrals: closed forms and sums against mpmath, Leibniz' rule, and what is refused."""

from __future__ import annotations

import math
import random
import re
import tomllib

import mpmath
import pytest

import dalembert
from dalembert._expression.antiderivative import closed_form
from dalembert._expression.evaluate import evaluate
from dalembert._expression.leibniz import integral_of
from dalembert._expression.tree import Integral
from dalembert._model.integrals import has_sums
from dalembert._text.parser import parse

CONSTANTS = frozenset({"p", "r", "pi"})  # parameters; x and y move
# integrand, whether its integral from a to b is elementary, and the ends between which it is compared
TABLE = (
    ("3", True, (-1, 2)),
    ("u^5 - 2*u + 1", True, (-1, 2)),
    ("(2*u - 3)^7", True, (-1, 2)),
    ("(p - u)^3*(u + r)^2", True, (-1, 2)),
    ("x*u + y*u^3", True, (-1, 2)),
    ("u^(3/2)", True, (0, 2)),
    ("sqrt(p + r*u)", True, (0.5, 2)),
    ("1/sqrt(p + r*u)", True, (0.5, 2)),
    ("1/u", True, (0.5, 2)),
    ("1/u", True, (-2, -0.5)),
    ("p/(r*u + 1)", True, (0.1, 2)),
    ("u^2/(u + p)", True, (0.1, 2)),
    ("exp(p*u)", True, (-1, 2)),
    ("u^2*exp(-r*u + x)", True, (-1, 2)),
    ("exp(u)*exp(-2*u)", True, (-1, 2)),
    ("sin(p*u + y)", True, (-1, 2)),
    ("u^3*cos(r*u)", True, (-1, 2)),
    ("u*sin(2*u)", True, (-1, 2)),
    ("sin(p*u)^2", True, (-1, 2)),
    ("cos(p*u)^2", True, (-1, 2)),
    ("sin(p*u)*cos(p*u)", True, (-1, 2)),
    ("1/(1 + u^2)", True, (-1, 2)),
    ("1/(1 + (u/p)^2)", True, (-1, 2)),
    ("p*u/(1 + (u/r)^2)", True, (-1, 2)),
    ("u^4/(2 + 3*u^2)", True, (-1, 2)),
    ("u/(1 + u^2)^2", True, (-1, 2)),
    ("u*sqrt(1 + (u/p)^2)", True, (-1, 2)),
    ("u^3/sqrt(4 + u^2)", True, (-1, 2)),
    ("u*exp(-u^2/p^2)", True, (-1, 2)),
    ("1/sqrt(1 + (u/p)^2)", True, (-1, 2)),
    ("u/(1 + (p*u)^2)", False, (-1, 2)),  # p may be next to 0
    ("sqrt(2 + u^2)", True, (-1, 2)),
    ("p*exp(-(u/r)^2 + x)", True, (-1, 2)),
    ("abs(u)*u", True, (-1, 2)),
    ("(u - p)*sign(u - p)", True, (-1, 2)),
    ("abs(u - p)^1.5", True, (-1, 2)),
    ("sign(u)*u^2", True, (-1, 2)),
    ("sinh(u) + cosh(p*u) + tanh(u) + atan(r*u) + asinh(u)", True, (-1, 2)),
    ("1/u^2", False, (0.5, 2)),  # a pole could lie between ends that are names
    ("u/(u^2 - p)", False, (2, 3)),
    ("exp(x*u)", False, (-1, 2)),  # 1/x where x passes zero
    ("exp(-u^4)", False, (-1, 2)),
    ("sqrt(1 - p^2*sin(u)^2/9)", False, (0, 1.5)),
    ("1/(1 + u^4)", False, (-1, 2)),
    ("sin(u)/(u + 3)", False, (-1, 2)),
)


def _made(text: str, lower: str = "a", upper: str = "b") -> Integral:
    return integral_of(parse(text), "u", parse(lower), parse(upper))


def _truth(text: str, at: dict[tuple[str, int], float], ends: tuple[float, float]) -> float:
    def integrand(u: mpmath.mpf) -> mpmath.mpf:
        return evaluate(parse(text), {**at, ("u", 0): float(u)})

    bends = [x for x in (0.0, at["p", 0]) if ends[0] < x < ends[1]]
    return float(mpmath.quad(integrand, [ends[0], *bends, ends[1]]))


@pytest.mark.parametrize(("text", "elementary", "ends"), TABLE)
def test_integral_agrees_with_mpmath(text: str, elementary: bool, ends: tuple[float, float]) -> None:
    """A closed form, or the sum where none is known, has the value that mpmath finds."""
    made = _made(text)
    found = closed_form(made, CONSTANTS.__contains__)
    assert (found is not None) is elementary
    seeded = random.Random(3)
    for _ in range(3):
        at = {(name, 0): seeded.uniform(0.6, 1.4) for name in ("p", "r", "x", "y")}
        there = {**at, ("a", 0): float(ends[0]), ("b", 0): float(ends[1])}
        value = evaluate(made if found is None else found, there)
        truth = _truth(text, at, (float(ends[0]), float(ends[1])))
        assert value == pytest.approx(truth, rel=1e-9, abs=1e-12)


def _model(potential: str, more: str = "", start: str = "0.4") -> dalembert.Model:
    text = f"""format = 1
[parameters]
m = {{ value = 1.2, unit = "kg" }}
k = {{ value = 3, unit = "N/m" }}
c = {{ value = 2, unit = "N/m^3" }}
l = {{ value = 0.5, unit = "m" }}
F0 = {{ value = 0.3, unit = "N" }}
[coordinates]
x = {{ unit = "m", start = {start}, speed = 0 }}
y = {{ unit = "m", start = 0.2, speed = 0 }}
[energy]
kinetic = "1/2*m*x'^2 + 1/2*m*y'^2"
potential = "{potential}"
{more}
[simulate]
t_end = 4
"""
    return dalembert.model(**tomllib.loads(text))


def _rules(potential: str, more: str = "") -> dict[str, str]:
    return {flaw.rule: flaw.severity for flaw in _flaws(potential, more)}


def _flaws(potential: str, more: str = "") -> tuple[dalembert.Flaw, ...]:
    try:
        return dalembert.check(_model(potential, more)).flaws
    except dalembert.ModelError as error:
        return error.flaws


def test_pole_between_the_ends_gives_no_number() -> None:
    """∫ 1/u from −1 to 1 diverges: neither a closed form nor a sum gives a number for it."""
    found = closed_form(_made("1/u"), CONSTANTS.__contains__)
    assert found is not None
    assert not math.isfinite(evaluate(found, {("a", 0): -1.0, ("b", 0): 1.0}))
    for text in ("1/u", "1/u^2", "1/(u - 1/3)^3", "u/(u^2 - 1/3)"):
        with pytest.raises(dalembert.ModelError, match=r"value|pole|division"):
            dalembert.simulate(_model(f"k*l*integral({text}, u, -1, 1)*x"))


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("integral(k*u + c*u^3, u, 0, x)", "1/2*k*x^2 + 1/4*c*x^4"),
        ("integral(k*x + c*x^3, x, 0, x)", "1/2*k*x^2 + 1/4*c*x^4"),
        ("integral(k*(u - l), u, l, x)", "1/2*k*(x - l)^2"),
        ("integral(k*l*sin(u/l), u, 0, x)", "k*l^2*(1 - cos(x/l))"),
        ("integral(integral(k, v, 0, u), u, 0, x)", "1/2*k*x^2"),
        ("sum(i = 1..3, integral(k*i*u, u, 0, x))", "3*k*x^2"),
        ("k*integral(x, l, 0, l)", "k*x*l"),  # over a parameter
    ],
)
def test_elementary_integral_is_the_energy_written_out(written: str, plain: str) -> None:
    """A potential by an integral in closed form has the equations of the one that is written out."""
    ours, theirs = (dalembert.derive(_model(text)) for text in (written, plain))
    assert not has_sums(_model(written))
    listings = [dalembert.show(one, style="text").split("equations verified")[0] for one in (ours, theirs)]
    assert [line for line in listings[0].splitlines() if "V =" not in line] == [
        line for line in listings[1].splitlines() if "V =" not in line
    ]


def test_definition_that_varies_with_the_variable_is_integrated() -> None:
    """F = k x + c x³ integrated over x is its antiderivative, also by way of another definition."""
    more = '[definitions]\nG = "c*x^3"\nF = "k*x + G"\n'
    written = _model("integral(F, x, 0, x)", more).potential[0].expression
    assert written == _model("1/2*k*x^2 + 1/4*c*x^4").potential[0].expression
    unused = [flaw.where for flaw in _flaws("integral(F, x, 0, x)", more) if flaw.rule == "unused"]
    assert not any(where.startswith("definitions") for where in unused)


def test_force_of_an_integral_is_its_integrand() -> None:
    """∂/∂x of ∫ f(u, y) du up to x is f(x, y), and ∂/∂y is the integral of f_y: Leibniz' rule, verified."""
    equations = dalembert.derive(_model("integral(F0*exp(-(u/l)^4*(1 + (y/l)^2)), u, 0, x)"))
    assert equations.verified.max_error < 1e-11
    text = dalembert.show(equations, style="text")
    assert "exp(-x^4*(y^2/l^2 + 1)/l^4)" in text
    assert "integral(-2*F0*u^4*y*exp(-u^4*(y^2/l^2 + 1)/l^4)/l^6, u, 0, x)" in text


def test_motion_in_an_integrated_potential_conserves_its_energy() -> None:
    """A motion by a sum agrees with one by the force itself, and its energy with mpmath's integral."""
    motion = dalembert.simulate(_model("integral(F0*atan((u/l)^3)*cosh(u/l), u, 0, x) + 1/2*k*y^2"))
    other = dalembert.simulate(_model("1/2*k*y^2", '[work]\nx = "-F0*atan((x/l)^3)*cosh(x/l)"'))
    assert str(motion.status) == "ok"
    assert motion["x"][-1] == pytest.approx(other["x"][-1], rel=1e-8)
    wanted = mpmath.quad(lambda u: 0.3 * mpmath.atan((u / 0.5) ** 3) * mpmath.cosh(u / 0.5), [0, 0.4])
    assert motion.V[0] == pytest.approx(float(wanted) + 1.5 * 0.2**2, rel=1e-13)


def test_panels_follow_what_a_motion_needs() -> None:
    """An integrand with a narrow bell gets more panels; one too narrow is flagged, not silent."""
    bell = "integral(F0/(1 + ((u - 0.1*l)/({w}*l))^4), u, 0, x) + 1/2*k*x^2"
    narrow = dalembert.simulate(_model(bell.format(w=0.1)))
    assert str(narrow.status) == "ok"
    node = next(n for term in narrow.model.potential for n in _sums(term.expression.root))
    assert node.panels > 2
    assert dalembert.derive(_model(bell.format(w=0.1))).verified.max_error < 1e-9
    with pytest.raises(dalembert.ModelError, match="64 panels"):
        dalembert.derive(_model(bell.format(w=0.003)))
    needle = dalembert.simulate(_model(bell.format(w=0.003)))
    assert str(needle.status) == "flagged"
    assert needle.message.key == "run_integral_off"


def _sums(root: object) -> list[Integral]:
    from dalembert._expression.walk import nodes

    return [node for node in nodes(root) if isinstance(node, Integral)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("potential", "words"),
    [
        ("integral(k*u, u, 0)", "takes 4 arguments"),
        ("integral(k*u, 2*u, 0, x)", "the name of its variable"),
        ("integral(k*u, pi, 0, x)", "the name of its variable"),
        ("integral(k*[u, u], u, 0, x)", "number"),
        ("integral(k*w, u, 0, x)", "w"),
        ("integral(k*u, u, 0, sin(x/l))", "integrate between|is in|this is"),
        ("k*integral(integral(integral(exp(-u*v*w), w, 0, x), v, 0, x), u, 0, x)", "nested at most 2"),
        ("integral(F0*max(u/l, exp(-(u/l)^4)), u, 0, x)", "bends or jumps"),
        ("integral(k*u/0, u, 0, x)", "division by zero"),
        ("integrate(k*u, u, 0, x)", "integral\\(f, u, a, b\\)"),
    ],
)
def test_what_cannot_be_integrated_is_refused(potential: str, words: str) -> None:
    """A wrong integral is refused in the user's names."""
    letters = "".join(f"{flaw.message} {flaw.hint}" for flaw in _flaws(potential))
    assert re.search(words, letters), letters


def test_argument_of_a_function_is_not_captured() -> None:
    """g(u) with an integral over u inside is refused, not read as the integral of something else."""
    more = '[functions]\ng = "(a) -> integral(a*v, v, 0, 1)"\n[definitions]\nv = "x"\n'
    rules = _rules("k*g(v)*x", more)
    assert rules.get("integral") == "error"


def test_many_integrals_do_not_hang() -> None:
    """Integrals of long integrands, nested and many, are refused within the budget."""
    long = " + ".join(f"sin({i}*u*v*w/l^3)" for i in range(1, 600))
    nested = f"k*integral(integral({long}, w, 0, x), v, 0, x)*y"
    assert _rules(nested).get("budget") == "error"
