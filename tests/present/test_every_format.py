"""Every model that checks can be printed in every format."""

import random

import pytest

import dalembert
from dalembert._expression.functions import FUNCTIONS
from dalembert._present.notation import notation
from dalembert._present.sympy_print import latex, pretty

STYLES = ("unicode", "text", "pretty", "latex")
FORMS = ("lagrange", "matrix", "mcg", "descriptor", "state", "hamilton", "linear")
EXPONENTS = ("2", "3", "-1", "-2", "1/2", "-1/2", "1/3", "0.7", "k", "y", "-y", "(1 + y)", "sin(y)")
ARGUMENTS = {"if": "x > y and not (x > 2 or y <= k), x, y*k", "asin": "x/9", "acos": "x/9", "atanh": "x/9"}
NAMES = (
    *(
        "alpha",
        "Omega",
        "theta_2",
        "x_ab",
        "x__2",
        "x2y3",
        "ψ",
        "größe",
        "Δx",
        "I",
        "E",
        "S",
        "N",
        "Q",
        "beta",
    ),
    *(
        "gamma",
        "lambda",
        "zeta",
        "sum",
        "frac",
        "left",
        "begin",
        "hat",
        "dot_x",
        "prime",
        "None",
        "oo",
        "zoo",
    ),
    *(
        "d",
        "T",
        "V",
        "L",
        "q",
        "p",
        "M",
        "G",
        "e",
        "i",
        "j",
        "_a",
        "a_",
        "A1_",
        "mathrm",
        "x_y_z",
        "nan",
        "inf",
    ),
)


def balanced(text):
    """Whether the brackets of a LaTeX text are in pairs."""
    plain = text.replace(r"\{", "").replace(r"\}", "").replace(r"\left\\{", "")
    return (
        plain.count("{") == plain.count("}")
        and text.count(r"\left") - text.count(r"\leftarrow")
        == text.count(r"\right") - text.count(r"\rightarrow")
        and text.count(r"\begin{") == text.count(r"\end{")
    )


SHAPES = {  # of signals: the arguments after the first
    "pulse": "0, 2",
    "square": "2",
    "triangle": "2",
    "sawtooth": "3",
    "ramp": "0, 2",
    "smoothstep": "0, 2",
    "chirp": "1, 3, 2",
}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_power_of_every_function_is_printed(function):
    """A function to any power, in a product, a quotient or another function, has a text in LaTeX and on lines."""
    count = FUNCTIONS[function].least
    given = f"x, {SHAPES[function]}" if function in SHAPES else ", ".join(("x", "y", "k")[:count])
    call = f"{function}({ARGUMENTS.get(function, given)})"
    forms = [f"({call})^({exponent})" for exponent in EXPONENTS]
    forms += [f"-{call}", f"k/({call})", f"2/3*({call})*x", f"(x + {call})*({call} - y)", f"sqrt({call})"]
    forms += [
        f"abs({call})^2",
        f"if({call} > x, {call}^2, 1/{call})^2",
        f"max({call}, x)^2/min({call}, 2*x)^3",
    ]
    model = dalembert.model(
        parameters={"k": 2},
        coordinates={"x": {"start": 0.3}, "y": {"start": 0.4}},
        definitions={f"d{i}": form for i, form in enumerate(forms)},
        energy={"kinetic": "1/2*(x'^2 + y'^2)"},
    )
    written = notation(model)
    for definition in model.definitions:
        root = definition.expression.root
        assert balanced(latex(root, written))
        assert pretty(root, written).strip()


def expression(r, depth, names):
    """A random expression of the language."""
    if depth == 0:
        return r.choice([*names, *names, "2", "1/3", "0.25", "pi"])
    below = [expression(r, depth - 1, names) for _ in range(3)]
    kind = r.choice(("sum", "product", "quotient", "power", "call", "call", "if"))
    if kind == "call":
        name = r.choice([name for name in FUNCTIONS if name not in ("if", "asin", "acos", "acosh", "atanh")])
        inner = ", ".join(below[: FUNCTIONS[name].least])
        return {
            "sqrt": f"sqrt(1 + ({below[0]})^2)",
            "log": f"log(2 + ({below[0]})^2)",
            "ln": f"ln(2 + ({below[0]})^2)",
            "log10": f"log10(2 + ({below[0]})^2)",
            "mod": f"mod({below[0]}, 3)",
            "exp": f"exp(-({below[0]})^2)",
            **{signal: f"{signal}({below[0]}, {shape})" for signal, shape in SHAPES.items()},
        }.get(name, f"{name}({inner})")
    return {
        "sum": f"({below[0]} - {below[1]} + {below[2]})",
        "product": f"({below[0]})*({below[1]})",
        "quotient": f"({below[0]})/(3 + ({below[1]})^2)",
        "power": f"({below[0]})^{r.choice((2, 3))}",
        "if": f"if({below[0]} > {below[1]}, {below[1]}, {below[2]})",
    }[kind]


@pytest.mark.parametrize("seed", range(24))
def test_every_model_that_checks_is_printed_in_every_format(seed):
    """Equations of random models with random names and all functions have a text in each format and form."""
    r = random.Random(seed)
    x, y, k = r.sample(NAMES, 3)
    held = seed % 3 == 0
    constraints = {"displacement": {"wire": f"{y} - max({x}, 2*{x} - 1)"}} if seed % 6 == 0 else {}
    constraints = constraints or (
        {"displacement": {"wire": f"{y} - {expression(r, 1, (x, k))}"}} if held else {}
    )
    sections = {
        "parameters": {k: 1.5},
        "coordinates": {x: {"start": 0.7, "speed": 0.1}, y: {"guess": 1} if held else {"start": 1}},
        "energy": {
            "kinetic": f"1/2*{k}*({x}'^2 + {y}'^2)",
            "potential": f"{expression(r, 2, (x, y, k))} + 9.81*{y}",
        },
        **({"constraints": constraints} if constraints else {}),
    }
    try:
        model = dalembert.model(**sections)
        equations = dalembert.derive(model)
    except (dalembert.ModelError, dalembert.VerificationError) as error:
        pytest.skip(f"this model is refused: {str(error).splitlines()[0]}")
    for form in FORMS:
        for style in STYLES:
            try:
                shown = dalembert.show(equations, form, style)
            except dalembert.NotAvailable:
                continue
            assert shown.strip()
            assert style != "latex" or balanced(shown)
