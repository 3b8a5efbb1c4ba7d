"""Functions that a model gives itself, written out where they are called."""

import pytest

import dalembert
from dalembert._derive.identity import is_identical
from dalembert._model.build import build
from dalembert._text.toml import read_toml

HEAD = """format = 1
[parameters]
m = 1
k = 3
d = 0.1
[coordinates]
x = { start = 1 }
y = { start = 0.5 }
[energy]
kinetic = "half(m, x') + half(m, y')"
potential = "spring(x) + spring(x - y)"
[work]
x = "drag(x')"
y = "-d*ramp(y, 2)"
"""
FUNCTIONS = """[functions]
half = "(m, v) -> 1/2*m*v^2"
spring = "(s) -> half(k, s)"
drag = "v -> -d*v*abs(v)"
ramp = "(x, a) -> if(x < 0, 0, x/a)"
"""
LONG = """format = 1
[parameters]
m = 1
k = 3
d = 0.1
[coordinates]
x = { start = 1 }
y = { start = 0.5 }
[energy]
kinetic = "1/2*m*x'^2 + 1/2*m*y'^2"
potential = "1/2*k*x^2 + 1/2*k*(x - y)^2"
[work]
x = "-d*x'*abs(x')"
y = "-d*if(y < 0, 0, y/2)"
"""


def flaws_of(text):
    """What is wrong with the form of a text."""
    return build(read_toml(text, "a.toml"))[1]


def test_a_function_is_what_it_is_written_out():
    """A model with functions has the equations of the model without them, and is written as it was."""
    short, found = build(read_toml(HEAD + FUNCTIONS, "a.toml"))
    long, _ = build(read_toml(LONG, "a.toml"))
    assert not found
    assert short == long
    for a, b in zip(dalembert.derive(short).coordinates, dalembert.derive(long).coordinates, strict=True):
        assert is_identical(a.left, b.left)
    assert dalembert.write(short) == HEAD + FUNCTIONS


def test_functions_of_vectors_and_of_indices():
    """An argument may be a vector, a name with a rate, or a whole number that counts."""
    model = dalembert.model(
        coordinates={"a": {}, "b": {}},
        parameters={"N": 3},
        functions={
            "square": "(v) -> dot(v, v)",
            "speed": "(q) -> q'",
            "poly": "(x, n) -> sum(i = 1..n, i*x^i)",
            "third": "(v) -> v[1] + v.y",
        },
        energy={"kinetic": "square([a', b'])/2"},
        outputs={"o": "speed(a) + poly(b, 2)", "p": "third([a, b])", "q": "poly(a, N)"},
    )
    long = dalembert.model(
        coordinates={"a": {}, "b": {}},
        parameters={"N": 3},
        energy={"kinetic": "(a'*a' + b'*b')/2"},
        outputs={"o": "a' + b + 2*b^2", "p": "a + b", "q": "a + 2*a^2 + 3*a^3"},
    )
    assert model.kinetic == long.kinetic
    assert model.outputs == long.outputs


@pytest.mark.parametrize(
    "old, new, message, hint, line",
    [
        ('"(s) -> half(k, s)"', '"(s) -> half(kk, s)"', "`kk` is neither an argument of `spring` nor a parameter", "`k`", 17),
        ('"(s) -> half(k, s)"', '"(s) -> half(k, x)"', "`x` is neither an argument", "", 17),
        ('"(s) -> half(k, s)"', '"(s) -> haalf(k, s)"', "there is no function `haalf`", "half(", 17),
        ('"(m, v) -> 1/2*m*v^2"', '"(m, v) -> spring(v)"', "in a circle: half → spring → half", "itself", 16),
        ('"(x, a) -> if(x < 0, 0, x/a)"', '"(x, a) -> ramp(x, a)"', "in a circle: ramp → ramp", "itself", 19),
        ('"(s) -> half(k, s)"', '"half(k, s)"', "needs `->`", "(x, a) -> x/a", 17),
        ('"(s) -> half(k, s)"', '"(s + 1) -> half(k, s)"', "are names in brackets", "(x, a)", 17),
        ('"(m, v) -> 1/2*m*v^2"', '"(m, m) -> m"', "given twice", "rename", 16),
        ('"(s) -> half(k, s)"', '"() -> 1"', "are names in brackets", "(x, a)", 17),
        ('"(s) -> half(k, s)"', '"(s) -> "', "empty", "", 17),
        ('"(s) -> half(k, s)"', "3", "must be text in quotes", "ramp", 17),
        ("half =", "sin =", "a function or a word of the language", "my_sin", 16),
        ("half =", "m =", "a name of the model", "rename", 16),
        ("spring(x - y)", "spring(x, y)", "`spring` takes 1 argument, but 2 are given", "spring(s)", 11),
        ("spring(x - y)", "spring(x < y)", "not a number", "if(", 11),
        ('half(m, x\')', "half(m, x)'", "must follow a name", "[definitions]", 10),
    ],
)  # fmt: skip
def test_mistakes_in_functions(old, new, message, hint, line):
    """A function that cannot be used is told at its line, with what to write."""
    found = [flaw for flaw in flaws_of((HEAD + FUNCTIONS).replace(old, new)) if message in flaw.message]
    assert found
    assert hint in found[0].hint
    assert found[0].line == line


def test_functions_that_blow_up_are_refused():
    """Twenty functions that each call the one before twice are refused by their size, not written out."""
    lines = [f'f{i} = "(x) -> f{i - 1}(x)*f{i - 1}(x + 1)"' for i in range(1, 40)]
    text = HEAD.replace("spring(x - y)", "f39(x)") + FUNCTIONS + 'f0 = "(x) -> x"\n' + "\n".join(lines)
    flaw = flaws_of(text)[0]
    assert flaw.rule == "budget"
    assert flaw.line == 11


def test_a_fault_in_a_function_is_told_where_it_is_called():
    """What only a call makes wrong is told at the call."""
    text = HEAD.replace("spring(x - y)", "rate(x - y)") + FUNCTIONS + 'rate = "(q) -> q\'"\n'
    (flaw,) = flaws_of(text)
    assert "must follow a name" in flaw.message
    assert flaw.excerpt[flaw.column - 1 :].startswith("rate(x - y)")
