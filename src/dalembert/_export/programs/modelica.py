"""A flat model in Modelica: the equations as derived, with units; the tool reduces the index and solves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dalembert._derive.equations import Equations
from dalembert._export.programs.dialect import Dialect
from dalembert._export.programs.equation_words import identifiers, refuse_equations, writer
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Node
from dalembert._expression.walk import names
from dalembert._model.records import Model
from dalembert._model.result_units import rate_unit
from dalembert._model.units import si_text
from dalembert._model.values import values_of
from dalembert._tape.legend import single_line

SAME = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt")
MODELICA = Dialect(
    functions={
        **{name: f"{name}({{0}})" for name in (*SAME, "abs", "sign", "floor")},
        **{name: f"{name}({{0}}, {{1}})" for name in ("atan2", "min", "max", "mod")},
        "ln": "log({0})",
        "asinh": "log({0} + sqrt(({0})^2 + 1))",
        "acosh": "log({0} + sqrt(({0})^2 - 1))",
        "atanh": "(0.5*log((1 + ({0}))/(1 - ({0}))))",
        "step": "(if {0} >= 0 then 1 else 0)",
    },
    power="^",
    inverse="1/{0}",
    choice="if {0} then {1} else {2}",
    relations={"==": "==", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="},
    logic={"and": "({0} and {1})", "or": "({0} or {1})", "not": "(not {0})"},
    fraction="{0}/{1}",
    pi="3.141592653589793",
    time="time",
)


def files(equations: Equations, stem: str) -> dict[str, str]:
    """The file, by its name."""
    refuse_equations(equations)
    model, known = equations.model, identifiers(equations.model)
    free = not model.constraints
    rates = {known[u.name] for u in model.inputs}

    def word(name: str, order: int) -> str:
        identifier = known[name]
        if not order:
            return identifier
        if identifier.startswith("q"):
            return f"v{identifier[1:]}" if order == 1 else f"der(v{identifier[1:]})"
        return f"der({identifier})" if order == 1 else f"der(d{identifier})"

    write = writer(MODELICA, word, "Modelica")
    lines = [
        f"model {stem} {_string(model.title or stem)}",
        *_declarations(model, known, free, write),
        "equation",
    ]
    lines += [f"  der({known[c.name]}) = v{known[c.name][1:]};" for c in model.coordinates]
    lines += [f"  d{identifier} = der({identifier});" for identifier in sorted(rates)]
    for u in model.inputs:
        if isinstance(u.law, Expression):
            lines.append(f"  {known[u.name]} = {write(u.law.root)}; // {single_line(u.name)}")
    for one in equations.coordinates:
        lines.append(f"  {write(one.left)} = 0; // Lagrange's equation of {single_line(one.coordinate)}")
    for row in (*equations.Phi, *equations.Psi, *equations.effort):
        lines.append(f"  {write(row)} = 0; // constraint")
    for s, rate in zip(model.states, equations.states, strict=True):
        lines.append(f"  der({known[s.name]}) = {write(rate)}; // {single_line(s.name)}")
    return {f"{stem}.mo": "\n".join([*lines, f"end {stem};", ""])}


def _declarations(
    model: Model, known: dict[str, str], free: bool, write: Callable[[Node], str]
) -> Iterator[str]:
    """Parameters and unknowns with their units and starts; with constraints a start is a guess."""
    values = values_of(model)
    fixed = ", fixed = true" if free else ""
    for p in model.parameters:
        given = f" = {values.parameters[p.name]!r}" if p.name in values.parameters else ""
        if p.value is not None and any(name in known for name, _ in names(p.value.expression.root)):
            given = f" = {write(p.value.expression.root)}"
        yield f"  parameter Real {known[p.name]}{_unit(si_text(p.unit))}{given} {_string(p.name, p.text)};"
    for c in model.coordinates:
        unit = si_text(c.unit)
        start, speed = values.first(c.name), values.speed.get(c.name, 0.0)
        yield f"  Real {known[c.name]}{_unit(unit, f'start = {start!r}{fixed}')} {_string(c.name, c.text)};"
        rate = _unit(rate_unit(unit, 1), f"start = {speed!r}{fixed}")
        yield f"  Real v{known[c.name][1:]}{rate} {_string(c.name + chr(39))};"
    for s in model.states:
        begin = f"start = {values.first(s.name)!r}, fixed = true"
        yield f"  Real {known[s.name]}{_unit(si_text(s.unit), begin)} {_string(s.name, s.text)};"
    for u in model.inputs:
        yield f"  Real {known[u.name]}{_unit(si_text(u.unit))} {_string(u.name, u.text)};"
        yield f"  Real d{known[u.name]} {_string(u.name + chr(39))};"
    for name, identifier in known.items():
        if identifier.startswith("lam") or identifier in {known[e.name] for e in model.efforts}:
            yield f"  Real {identifier} {_string(name)};"


def _unit(unit: str, more: str = "") -> str:
    """The modification of a declaration: the unit in Modelica's syntax (N.m, m/s2), and the start."""
    known = unit and "^(" not in unit  # Modelica has whole powers only
    said = f"unit = {_string(unit.replace('*', '.').replace('^', ''))}" if known else ""
    both = ", ".join(part for part in (said, more) if part)
    return f"({both})" if both else ""


def _string(*words: str) -> str:
    text = ": ".join(word for word in words if word)
    safe = single_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{safe}"'
