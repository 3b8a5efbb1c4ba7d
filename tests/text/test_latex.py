r"""LaTeX as users type it: its meaning in the model language, and error messages for everything else."""

from random import Random

import pytest

import dalembert
from dalembert import ModelError
from dalembert._compare.statement import Reading, statements
from dalembert._text.budget import DEPTH, TOKENS
from dalembert._text.grammar import parse_written
from dalembert._text.latex_symbols import key_of
from dalembert._text.latex_tokens import latex_tokens
from dalembert._text.lexer import TextFault
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree

NAMES = ("m", "l", "g", "k", "t", "x", "theta", "theta1", "phi", "J_c", "omega", "mc", "q[3]", "L2")
SYMBOLS = {
    key_of(latex): name
    for latex, name in {
        "m": "m", "l": "l", "g": "g", "k": "k", "t": "t", "x": "x", r"\theta": "theta", r"\theta_{1}": "theta1",
        r"\varphi": "phi", r"J_{\mathrm{c}}": "J_c", r"\omega": "omega", r"q_{3}": "q[3]", "L_{2}": "L2",
    }.items()
}  # fmt: skip


def read(text):
    """The expression of one LaTeX text in the model language."""
    (found,) = latex_tokens(text, SYMBOLS, NAMES)
    return parse_written(found)


@pytest.mark.parametrize(
    "text, meant",
    [
        (r"m l \ddot{\theta} + m g \sin\theta", "m*l*theta'' + m*g*sin(theta)"),
        (r"ml^2\ddot\theta+mgl\sin(\theta)", "m*l^2*theta'' + m*g*l*sin(theta)"),
        (
            r"\frac{1}{2} m \dot{x}^2 + \tfrac12 J_\mathrm{c}\dot\theta_1^2",
            "(1/2)*m*x'^2 + (1/2)*J_c*theta1'^2",
        ),
        (r"\frac12 k x^2", "(1/2)*k*x^2"),
        (r"\sin^2\theta\,\dot{\theta}_1\cos 2\theta", "sin(theta)^2*theta1'*cos(2*theta)"),
        (r"\sin^{2}(\omega t)", "sin(omega*t)^2"),
        (r"\cos\frac{\theta}{2}", "cos(theta/2)"),
        (r"\sin\theta\cos\theta\dot\theta", "sin(theta)*cos(theta)*theta'"),
        (r"1/2 m x^2", "1/2*m*x^2"),
        (r"\frac{d^2 x}{dt^2} + \frac{\mathrm{d}\theta_1}{\mathrm{d}t}", "x'' + theta1'"),
        (r"m\left(\ddot{x}-l\dot\theta^2\right)", "m*(x'' - l*theta'^2)"),
        (r"\sqrt{x^2+l^2} + \sqrt[3]{x}", "sqrt(x^2 + l^2) + x^(1/3)"),
        (r"\left|x\right| - \Bigl[m\Bigr]", "abs(x) - m"),
        (r"$ m\,x \cdot k \quad $.", "m*x*k"),
        (r"\phi' + \varphi", "phi' + phi"),
        (r"\dot{\theta_1} + L_2", "theta1' + L2"),
        (r"mc x", "mc*x"),
        (r"\mathrm{mc}\,x % a comment", "mc*x"),
        (r"x^{-1} + x^{2k}", "x^(-1) + x^(2*k)"),
        (r"\arctan\theta - \ln(x)", "atan(theta) - ln(x)"),
        (r"\lambda_1 x", "lambda_1*x"),
    ],
)
def test_meaning(text, meant):
    """LaTeX means what a person means by it."""
    assert print_tree(read(text)) == print_tree(parse(meant))


@pytest.mark.parametrize(
    "text, words",
    [
        (r"\sin\omega t", "where this argument ends"),
        (r"\sin\theta^2", "of what this is the power"),
        (r"m/2 l", "where this denominator ends"),
        (r"\frac{a}{", "never closed"),
        (r"m x}", "closes nothing"),
        (r"(m x]", "closes nothing"),
        (r"\dot", "ends too early"),
        (r"\dot{m x}", "no part of a symbol"),
        (r"\sin", "needs its argument"),
        (r"\sin^{-1}x", "whole number"),
        (r"x^", "exponent is missing"),
        (r"x^-1", "in braces"),
        (r"\frac m", "in braces"),
        (r"\begin{cases} x \end{cases}", "not understood"),
        (r"\dddot{x}{", "never closed"),
        (r"\ddot{\dot x}", "at most two"),
        (r"x_{\alpha!}", "not understood"),
        ("m \x07 \\theta", "control character"),
        (r"|x| \theta", "not understood"),
        ("\\", "backslash"),
        (r"\\", "no equation"),
        (r"{}", "nothing between"),
        (r"+ {", "never closed"),
    ],
)
def test_letters(text, words):
    """What has two readings or none is refused at its place."""
    with pytest.raises(TextFault, match=words) as refused:
        read(text)
    assert 0 <= refused.value.span[0] <= len(text)


@pytest.mark.parametrize(
    "text",
    [
        "{" * 5000 + "x" + "}" * 5000,
        r"\frac{" * (DEPTH + 50) + "x" + "}{x}" * (DEPTH + 50),
        r"\sqrt{" * 20_000 + "x",
        r"\sin" * 3000 + " x",
        "x " * (TOKENS + 10) + r"\theta",
        r"\begin{pmatrix}" * 3000,
        r"\dot{" * 20_000,
        r"x_{" * 20_000,
        r"x\\" * 5000,
        "\\frac{" + "d" * 20_000,
    ],
    ids=range(10),
)
def test_budgets(text):
    """Deep, long and endless texts are answered with a letter, without recursion."""
    model = dalembert.read("cartesian_pendulum")
    with pytest.raises(ModelError):
        statements(text, Reading(model=model, symbols=SYMBOLS), "x")


def test_random_pieces_are_read_or_refused_in_place():
    """Whatever is typed is an expression or a fault inside of the text."""
    random = Random(18)
    parts = [
        r"\frac",
        r"\dot",
        r"\ddot",
        r"\sin",
        r"\sin^2",
        r"\sqrt",
        r"\left(",
        r"\right)",
        r"\left|",
        r"\right|",
        r"{",
        r"}",
        r"(",
        r")",
        r"[",
        r"]",
        r"^",
        r"_",
        r"+",
        r"-",
        r"/",
        r"=",
        r"'",
        r"&",
        r"\\",
        r",",
        r".",
        r"1",
        r"23",
        r"x",
        r"m",
        r"\theta",
        r"\lambda",
        r"\,",
        r"\cdot",
        r"\begin{pmatrix}",
        r"\end{pmatrix}",
        r"\mathrm",
        r"\hat",
        r"|",
        r"0.5",
        r"\frac{d",
        r"\frac{1}{2}",
        r"%",
    ]
    seen = {"read": 0, "refused": 0}
    for _ in range(3000):
        text = random.choice(("", " ")).join(random.choices(parts, k=random.randint(1, 7)))
        fault = refusal(text)
        seen["refused" if fault else "read"] += 1
        if fault is not None:
            assert 0 <= fault.span[0] <= fault.span[1] <= len(text) + 1, (text, fault.span)
            assert fault.message
    assert min(seen.values()) > 100, seen


def refusal(text):
    """The fault of a text, if it has one."""
    try:
        for found in latex_tokens(text, SYMBOLS, NAMES):
            if all(token.kind != "=" for token in found):
                parse_written(found)
    except TextFault as fault:
        return fault
    return None
