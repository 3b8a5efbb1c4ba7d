"""A script that rebuilds the equations of a model with SymPy's LagrangesMethod, as a second opinion."""

from __future__ import annotations

import json

from dalembert._derive.equations import Equations
from dalembert._export.programs.dialect import Dialect
from dalembert._export.programs.equation_words import identifiers, refuse_equations, writer
from dalembert._export.programs.obstacles import refusal
from dalembert._export.programs.templates import fill_template
from dalembert._expression.expression import Expression
from dalembert._expression.source import ModelError
from dalembert._tape.legend import single_line

NAMES = (
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "exp",
)
SYMPY = Dialect(
    functions={
        **{name: f"sympy.{name}({{0}})" for name in (*NAMES, "log", "sqrt", "sign", "floor")},
        "ln": "sympy.log({0})",
        "log10": "sympy.log({0}, 10)",
        "abs": "sympy.Abs({0})",
        "atan2": "sympy.atan2({0}, {1})",
        "min": "sympy.Min({0}, {1})",
        "max": "sympy.Max({0}, {1})",
        "mod": "sympy.Mod({0}, {1})",
        "step": "sympy.Heaviside({0}, 1)",
    },
    power="**",
    inverse="sympy.Integer(1)/{0}",
    choice="sympy.Piecewise(({1}, {0}), ({2}, True))",
    relations={"==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="},
    logic={"and": "({0} & {1})", "or": "({0} | {1})", "not": "(~{0})"},
    fraction="sympy.Rational({0}, {1})",
    pi="sympy.pi",
    time="t",
)


def files(equations: Equations, stem: str) -> dict[str, str]:
    """The file, by its name."""
    refuse_equations(equations)
    model, known = equations.model, identifiers(equations.model)
    if model.efforts:
        message = f"LagrangesMethod has no unknown efforts such as {model.efforts[0].name}"
        raise ModelError((refusal(f"efforts.{model.efforts[0].name}", message, "eliminate it by hand"),))

    def word(name: str, order: int) -> str:
        identifier = known[name]
        return identifier if not order else f"{identifier}.diff(t, {order})"

    write = writer(SYMPY, word, "SymPy")
    declared = [f"{known[c.name]} = dynamicsymbols({json.dumps(c.name)})" for c in model.coordinates]
    declared += [f"{known[s.name]} = dynamicsymbols({json.dumps(s.name)})" for s in model.states]
    declared += [f"{known[p.name]} = sympy.Symbol({json.dumps(p.name)})" for p in model.parameters]
    for u in model.inputs:
        if isinstance(u.law, Expression):
            declared.append(f"{known[u.name]} = {write(u.law.root)}  # {single_line(u.name)}")
    forces = [f"    {write(one.Q)} - ({write(one.D_qd)})," for one in equations.coordinates]
    values = {
        "TITLE": single_line(model.title or stem),
        "DECLARED": "\n".join(declared),
        "COORDINATES": ", ".join(known[c.name] for c in model.coordinates),
        "T": write(equations.T),
        "V": write(equations.V),
        "FORCES": "\n".join(forces),
        "PHI": "\n".join(f"    {write(row)}," for row in equations.Phi),
        "PSI": "\n".join(f"    {write(row)}," for row in equations.Psi),
        "RATES": "\n".join(f"    {write(rate)}," for rate in equations.states),
    }
    return {f"{stem}_sympy.py": fill_template("sympy.py.txt", values)}
