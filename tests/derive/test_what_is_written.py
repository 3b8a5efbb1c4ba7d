"""The written equations: text that reads back, LaTeX that is well formed, one order in every process."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

import dalembert
from dalembert._derive.identity import is_identical
from dalembert._text.parser import parse
from dalembert.library import SYSTEMS

NAMES = [s.name for s in SYSTEMS if s.size is None]
STYLES = ("unicode", "text", "pretty", "latex")


def pendulum(symbol: str = "") -> dalembert.Equations:
    """A pendulum whose angle is called theta_2, or has a symbol of its own."""
    labels = {"symbol": symbol} if symbol else {}
    return dalembert.derive(
        dalembert.model(
            parameters={"m": 1, "l": 1, "g": 9.81},
            coordinates={"theta_2": {"start": 0.5, **labels}},
            energy={"kinetic": "1/2*m*l^2*theta_2'^2", "potential": "-m*g*l*cos(theta_2)"},
        )
    )


def unescaped(latex: str) -> str:
    """LaTeX without its escaped braces, which need not balance."""
    return latex.replace(r"\{", "").replace(r"\}", "")


def assert_well_formed(latex: str) -> None:
    """Braces, environments and brackets that grow balance, and no depth is negative."""
    depth = 0
    for character in unescaped(latex):
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0
    assert len(re.findall(r"\\left\b", latex)) == len(re.findall(r"\\right\b", latex))
    opened = []
    for verb, name in re.findall(r"\\(begin|end)\{([a-z*]+)\}", latex):
        if verb == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert opened == []
    assert re.search(r"[_^]\{\}", latex) is None
    assert re.search(r"_\{[^{}]*\}_", latex) is None  # a double subscript does not compile


@pytest.mark.parametrize("form", ["lagrange", "matrix"])
@pytest.mark.parametrize("name", NAMES)
def test_the_latex_of_the_library_is_well_formed(name: str, form: str) -> None:
    """The LaTeX of every system, in both forms, balances its braces, brackets and environments."""
    assert_well_formed(dalembert.show(dalembert.derive(name), form, "latex"))


def test_the_dot_sits_on_the_base() -> None:
    """theta_2 has its dots on θ, not on the subscript."""
    latex = dalembert.show(pendulum(), "lagrange", "latex")
    assert r"\ddot{\theta}_{2}" in latex
    assert r"\dot{\theta}_{2}" in latex
    assert r"\dot{\theta_" not in latex


def test_a_given_symbol_is_honoured() -> None:
    """The user's symbol replaces the name in LaTeX, dots on its base."""
    latex = dalembert.show(pendulum(r"\varphi_{A}"), "lagrange", "latex")
    assert r"\ddot{\varphi}_{A}" in latex
    assert "theta" not in latex
    assert_well_formed(latex)


def test_names_in_other_alphabets() -> None:
    """Greek, Cyrillic and accented names are derived, printed in every style and read back."""
    equations = dalembert.derive(
        dalembert.model(
            parameters={"масса": 1, "длина": 2, "größe": 3},
            coordinates={"φ": {"start": 0.5}, "é1": {"start": 0.2}},
            energy={
                "kinetic": "1/2*масса*длина^2*φ'^2 + 1/2*масса*é1'^2",
                "potential": "größe*cos(φ - é1)",
            },
        )
    )
    text = dalembert.as_dict(equations)["equations"]
    assert is_identical(parse(text["φ"]), parse("масса*длина^2*φ'' - größe*sin(φ - é1)"))
    for style in STYLES:
        shown = dalembert.show(equations, "lagrange", style)
        assert "масса" in shown
        assert "φ" in shown
    assert_well_formed(dalembert.show(equations, "lagrange", "latex"))


def test_the_matrix_form_says_what_the_equations_say() -> None:
    """M q'' + Phi_qᵀ λ + Psi_qdᵀ κ − h is the printed equation, row by row, for every system."""
    for name in NAMES:
        record = dalembert.as_dict(dalembert.derive(name))
        model = dalembert.read(name)
        multipliers = [f"lam_{c.name}" for c in model.constraints if c.kind == "displacement"]
        multipliers += [f"kap_{c.name}" for c in model.constraints if c.kind == "flow"]
        G = record["Phi_q"] + record["Psi_qd"]
        for i, q in enumerate(record["coordinates"]):
            parts = [
                f"({entry})*{x}''" for entry, x in zip(record["M"][i], record["coordinates"], strict=True)
            ]
            parts += [f"({row[i]})*{force}" for row, force in zip(G, multipliers, strict=True)]
            whole = f"{' + '.join(parts)} - ({record['h'][i]})"
            written = parse(record["equations"][q])
            assert is_identical(parse(whole), written), (name, q)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("k*abs(x)", "abs("),
        ("k*max(x, y)", "max("),
        ("k*min(x, y)", "min("),
        ("if(x > y, k*x, y)", "if("),
        ("k*sign(x)*y", "sign("),
        ("k*step(x - y)", "step("),
        ("k*floor(x)", "floor("),
    ],
)
def test_functions_that_jump_are_printed_as_such(text: str, printed: str) -> None:
    """abs, min, max, if, sign, step and floor in the work come back as what the user wrote, and parse."""
    equations = dalembert.derive(
        dalembert.model(
            parameters={"k": 2},
            coordinates={"x": {"start": 0.4}, "y": {"start": 0.2}},
            energy={"kinetic": "1/2*x'^2 + 1/2*y'^2"},
            work={"x": text},
        )
    )
    row = dalembert.as_dict(equations)["terms"]["x"]["Q"]
    assert printed in row
    assert is_identical(parse(row), parse(text))
    for style in STYLES:
        assert dalembert.show(equations, "lagrange", style)


PROGRAM = """
import sys
import dalembert
sys.stdout.reconfigure(encoding="utf-8")
for name in ("triple_pendulum", "four_bar", "electro_mechanical", "pneumatic_positioner_printed"):
    equations = dalembert.derive(name)
    record = dalembert.as_dict(equations)
    record.pop("seconds")
    print(record)
    print(dalembert.show(equations, "lagrange", "unicode"))
    print(dalembert.show(equations, "matrix", "latex"))
model = dalembert.model(
    parameters={"p": 1, "k": 2},
    coordinates={"x": {"start": 0.4}, "y": {"start": 0.2}, "z": {}},
    energy={
        "kinetic": "1/2*(p + sin(x)*cos(y))*x'^2 + 1/2*y'^2 + x'*y'*cos(x - z) + 1/2*z'^2*exp(sin(y))",
        "potential": "k*abs(x - y)*max(x, y, z) + if(x > y and z < 0, x*z, y) + floor(3*x)*y + sign(z)*x",
    },
)
print(dalembert.as_dict(dalembert.derive(model))["equations"])
"""


def test_the_order_of_terms_is_the_same_in_every_process() -> None:
    """Processes with different hash seeds print the same text, sign by sign."""
    texts = []
    for seed in ("1", "2", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True, timeout=600
        )
        texts.append(run.stdout)
    assert len(texts[0]) > 10_000
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("sin(1/(x + 1))", "x"),
        ("exp(1/(x + y))*x", "1/(x + y)"),
        ("1/(x + 1/(x + 1))", "x"),
        ("sqrt(1 + 1/(x + 1)^2)", "1"),
    ],
)
def test_the_identity_test_ends(a: str, b: str) -> None:
    """Two different expressions with denominators inside functions are told apart, and the test of it ends."""
    program = (
        "import sys; from dalembert._derive.identity import is_identical; from dalembert._text.parser import parse; "
        "sys.exit(is_identical(parse(sys.argv[1]), parse(sys.argv[2])))"
    )
    try:
        run = subprocess.run([sys.executable, "-c", program, a, b], check=False, timeout=100)
    except subprocess.TimeoutExpired:  # it takes half a second
        pytest.fail("no answer")
    assert run.returncode == 0
