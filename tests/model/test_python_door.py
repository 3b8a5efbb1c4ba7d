"""Models built in Python: strings and SymPy expressions give the same model as a file."""

import pytest
import sympy
from sympy.physics.mechanics import dynamicsymbols

import dalembert

t = dynamicsymbols._t
x, y, z = dynamicsymbols("x y z")
a, b, k, m, g = sympy.symbols("a b k m g")

FILE = """
format = 1
title = "Two masses"
[parameters]
m = 2.0
k = { value = 30, unit = "N/m" }
g = 9.81
[coordinates]
x = { unit = "m", start = 0.1 }
y = { unit = "m", start = "m/4" }
[definitions]
d = "x - y"
[energy.kinetic]
first = "1/2*m*x'^2"
second = "1/2*m*(y' + x'*cos(y))^2"
[energy]
potential = "1/2*k*d^2 + m*g*sin(x)"
dissipation = "if(x > 0, 1/2*k*x'^2, 0)"
[work]
x = "k*sin(3*t)"
[constraints.displacement]
c = "x^2 + y^2 - 1"
[constraints.flow]
f = "x' - 2*y'"
[outputs]
o = "sqrt(x^2 + y^2)/3"
"""


@pytest.fixture
def from_file(tmp_path):
    """The model of the file."""
    path = tmp_path / "model.toml"
    path.write_text(FILE, encoding="utf-8")
    return dalembert.read(path)


def sections(**changed):
    """The file's sections as Python values."""
    return {
        "title": "Two masses",
        "parameters": {"m": 2.0, "k": {"value": 30, "unit": "N/m"}, "g": 9.81},
        "coordinates": {"x": {"unit": "m", "start": 0.1}, "y": {"unit": "m", "start": "m/4"}},
        "definitions": {"d": "x - y"},
        "energy": {
            "kinetic": {"first": "1/2*m*x'^2", "second": "1/2*m*(y' + x'*cos(y))^2"},
            "potential": "1/2*k*d^2 + m*g*sin(x)",
            "dissipation": "if(x > 0, 1/2*k*x'^2, 0)",
        },
        "work": {"x": "k*sin(3*t)"},
        "constraints": {"displacement": {"c": "x^2 + y^2 - 1"}, "flow": {"f": "x' - 2*y'"}},
        "outputs": {"o": "sqrt(x^2 + y^2)/3"},
    } | changed


def test_strings_give_the_model_of_the_file(from_file):
    """A model of strings and numbers equals the one read from a file."""
    assert dalembert.model(**sections()) == from_file


def test_sympy_gives_the_model_of_the_file(from_file):
    """A model of dynamicsymbols, their derivatives and plain symbols equals the one read from a file."""
    half = sympy.Rational(1, 2)
    d = sympy.Symbol("d")
    made = dalembert.model(
        title="Two masses",
        parameters={m: 2.0, k: {"value": 30, "unit": "N/m"}, g: 9.81},
        coordinates={x: {"unit": "m", "start": 0.1}, y: {"unit": "m", "start": m / 4}},
        definitions={d: x - y},
        energy={
            "kinetic": {
                "first": half * m * x.diff(t) ** 2,
                "second": half * m * (y.diff(t) + x.diff(t) * sympy.cos(y)) ** 2,
            },
            "potential": half * k * d**2 + m * g * sympy.sin(x),
            "dissipation": sympy.Piecewise((half * k * x.diff(t) ** 2, x > 0), (0, True)),
        },
        work={x: k * sympy.sin(3 * t)},
        constraints={"displacement": {"c": x**2 + y**2 - 1}, "flow": {"f": x.diff(t) - 2 * y.diff(t)}},
        outputs={"o": sympy.sqrt(x**2 + y**2) / 3},
    )
    assert made == from_file


def test_plain_symbols_stand_for_coordinates(from_file):
    """A plain symbol with a coordinate's name is that coordinate."""
    px, py = sympy.symbols("x y")
    changed = {"displacement": {"c": px**2 + py**2 - 1}, "flow": {"f": "x' - 2*y'"}}
    assert dalembert.model(**sections(constraints=changed)) == from_file


PAIRS = [
    ("x + y", x + y),
    ("(x - y)/2", (x - y) / 2),
    ("-(x - y)", -(x - y)),
    ("2*(x + y)*z", 2 * (x + y) * z),
    ("a*(x - y)^2", a * (y - x) ** 2),
    ("(a*x)^3", (a * x) ** 3),
    ("x/y/z", x / y / z),
    ("1/(x - y)", 1 / (x - y)),
    ("x*x*y", x * x * y),
    ("x^2*x^a", x**2 * x**a),
    ("sqrt(4*x)", sympy.sqrt(4 * x)),
    ("sqrt(x)*sqrt(x)", sympy.sqrt(x) * sympy.sqrt(x)),
    ("1/sqrt(x)", 1 / sympy.sqrt(x)),
    ("sin(-x)*cos(y - x)", sympy.sin(-x) * sympy.cos(y - x)),
    ("tan(x) + sinh(x) + cosh(x) + tanh(x)", sympy.tan(x) + sympy.sinh(x) + sympy.cosh(x) + sympy.tanh(x)),
    (
        "asin(x) + acos(x) + atan(x) + atan2(y, x)",
        sympy.asin(x) + sympy.acos(x) + sympy.atan(x) + sympy.atan2(y, x),
    ),
    ("asinh(x) + acosh(x) + atanh(x)", sympy.asinh(x) + sympy.acosh(x) + sympy.atanh(x)),
    ("log(x) + ln(y)", sympy.log(x) + sympy.log(y)),
    ("exp(x)", sympy.exp(x)),
    ("exp(-x)", sympy.exp(-x)),
    ("1/exp(x)", 1 / sympy.exp(x)),
    ("exp(x)*exp(y)", sympy.exp(x) * sympy.exp(y)),
    ("exp(x)^2", sympy.exp(x) ** 2),
    ("abs(x - y)", sympy.Abs(y - x)),
    ("abs(2*x)", sympy.Abs(2 * x)),
    ("sign(x)", sympy.sign(x)),
    ("sign(2*x)", sympy.sign(2 * x)),
    ("floor(x)", sympy.floor(x)),
    ("mod(x, 2)", sympy.Mod(x, 2)),
    ("min(x, y, z)", sympy.Min(x, y, z)),
    ("max(x, max(y, z))", sympy.Max(x, sympy.Max(y, z))),
    ("step(x)", sympy.Heaviside(x)),
    ("pi*x", sympy.pi * x),
    ("0.5*x + x/2", 0.5 * x + x / 2),
    ("0.1*x + 0.2*x + 0.3*x", 0.1 * x + 0.2 * x + 0.3 * x),
    ("x'*y - x*y'", x.diff(t) * y - x * y.diff(t)),
    ("dot(x)^2", x.diff() ** 2),
    ("if(x > y, 1, 2)", sympy.Piecewise((1, x > y), (2, True))),
    ("if(x > 0, x, if(x > -1, 2, y))", sympy.Piecewise((x, x > 0), (2, x > -1), (y, True))),
    ("if(x > 0 and y < 1, x, y)", sympy.Piecewise((x, (x > 0) & (y < 1)), (y, True))),
    ("if(x > 0 or not y < 1, x, y)", sympy.Piecewise((x, (x > 0) | ~(y < 1)), (y, True))),
    ("if(x == 0, 1, x)", sympy.Piecewise((1, sympy.Eq(x, 0)), (x, True))),
    ("if(x != 0, 1, x)", sympy.Piecewise((1, sympy.Ne(x, 0)), (x, True))),
    ("if(-x < 0, 1, x)", sympy.Piecewise((1, -x < 0), (x, True))),
    ("2*2^x", 2 * 2**x),
    ("sqrt(2)*x/2", x / sympy.sqrt(2)),
    ("sqrt(8)*x", sympy.sqrt(8) * x),
    ("x^(1/3)", sympy.cbrt(x)),
    ("(x^2)^(1/2)", sympy.sqrt(x**2)),
    ("(x + y)^(-2)", (x + y) ** -2),
    ("1e-3*x", sympy.Float("1e-3") * x),
    ("x*t", x * t),
]


@pytest.mark.parametrize("text, expression", PAIRS, ids=[text for text, _ in PAIRS])
def test_text_and_sympy_mean_the_same(text, expression):
    """An expression typed and the same built in SymPy, which rearranges it, are equal."""
    one = dalembert.model(coordinates={"x": {}, "y": {}, "z": {}}, outputs={"o": text})
    two = dalembert.model(coordinates={"x": {}, "y": {}, "z": {}}, outputs={"o": expression})
    assert one == two, dalembert.write(two)


def test_sympy_models_are_written_and_read_back(tmp_path):
    """A model of SymPy expressions, written to a file and read, is equal."""
    made = dalembert.model(
        coordinates={"x": {}, "y": {}, "z": {}},
        outputs={f"o{i}": expression for i, (_, expression) in enumerate(PAIRS)},
    )
    dalembert.write(made, tmp_path / "m.toml")
    assert dalembert.read(tmp_path / "m.toml") == made


@pytest.mark.parametrize(
    "expression, words",
    [
        (x.diff(t, 3), "no acceleration"),
        (sympy.Derivative(x**2, t), "velocity"),
        (sympy.I * x, "place"),
        (sympy.oo, "place"),
        (sympy.nan, "place"),
        (sympy.Integral(x, t), "place"),
        (sympy.gamma(x), "place"),
        (sympy.Function("f")(x, y), "function of time"),
        (sympy.Piecewise((x, x > 0)), "last case"),
        (sympy.zoo, "place"),
        (sympy.ImmutableMatrix([[x]]), "expression"),
        (sympy.true, ""),
        (x > y, ""),
        (object(), "expression"),
        (None, "expression"),
        ([x], "expression"),
        (True, "expression"),
        (1j, "expression"),
    ],
)
def test_what_has_no_place_in_a_model_is_refused(expression, words):
    """A value that is no expression of the language is a flaw that names its entry."""
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.model(coordinates={"x": {}, "y": {}}, outputs={"o": expression})
    (flaw,) = caught.value.flaws
    assert flaw.where == "outputs.o"
    assert words in flaw.message


@pytest.mark.parametrize("number", [sympy.Integer(45), sympy.Float(45.0), sympy.Rational(45, 1)])
def test_sympy_numbers_are_numbers(number):
    """A number of SymPy given for an entry in degrees is in degrees, as a Python number is."""
    made = dalembert.model(coordinates={"x": {"unit": "deg", "start": number}})
    assert made == dalembert.model(coordinates={"x": {"unit": "deg", "start": 45}})


def test_sympy_expressions_in_units_other_than_si_are_refused():
    """A SymPy expression for an entry in degrees is a flaw, as a text is."""
    with pytest.raises(dalembert.ModelError, match="SI"):
        dalembert.model(parameters={"a": 1}, coordinates={"x": {"unit": "deg", "start": a * 2}})


def test_assumptions_of_symbols_have_no_meaning():
    """Symbols declared real or positive are the same names."""
    px = sympy.Symbol("x", positive=True)
    one = dalembert.model(coordinates={"x": {}}, outputs={"o": px + 1})
    assert one == dalembert.model(coordinates={"x": {}}, outputs={"o": "x + 1"})
