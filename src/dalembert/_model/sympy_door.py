"""Converts SymPy expressions to expression trees: the only way from SymPy to a model."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from dalembert._expression.functions import FUNCTIONS
from dalembert._expression.numbers import limit_digits
from dalembert._expression.tree import (
    Call,
    Compare,
    Inverse,
    Logic,
    Name,
    Node,
    Number,
    Power,
    Product,
    Rate,
    Sum,
)
from dalembert._text.lexer import TextFault

ACCELERATION = 2  # the highest order of derivatives in a model
NAMES = {"Abs": "abs", "Max": "max", "Min": "min", "Mod": "mod"}
RELATIONS = {
    sympy.StrictLessThan: "<",
    sympy.LessThan: "<=",
    sympy.StrictGreaterThan: ">",
    sympy.GreaterThan: ">=",
    sympy.Equality: "==",
    sympy.Unequality: "!=",
}
CONSTANTS: dict[sympy.Basic, Node] = {
    sympy.pi: Name("pi"),
    sympy.E: Call("exp", (Number(1),)),
    sympy.true: Compare("==", Number(0), Number(0)),
    sympy.false: Compare("!=", Number(0), Number(0)),
}


def plain(value: Any) -> Any:
    """Nested mappings with SymPy symbols as keys replaced by their names, and matrices by lists."""
    if isinstance(value, Mapping):
        return {plain_key(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, sympy.MatrixBase):
        rows = value.tolist()
        return [row[0] for row in rows] if value.cols == 1 else rows
    return value


def plain_key(key: Any) -> str:
    """The name of a key, which may be a symbol."""
    if isinstance(key, sympy.Basic):
        node = tree(key)
        if isinstance(node, Name):
            return node.name
        if isinstance(node, Rate):
            return node.name + "'" * node.order
    return str(key)


def tree(value: Any) -> Node | None:
    """The tree of a SymPy expression; None for anything else."""
    if not isinstance(value, sympy.Basic):
        return None
    done: dict[sympy.Basic, Node] = {}
    stack: list[sympy.Basic] = [value]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
            continue
        operands = _operands(node)
        waiting = [o for o in operands if o not in done]
        if waiting:
            stack.extend(waiting)
        else:
            done[node] = _node(node, tuple(done[o] for o in operands))
            stack.pop()
    return done[value]


def _operands(node: sympy.Basic) -> tuple[sympy.Basic, ...]:
    if isinstance(node, AppliedUndef | sympy.Derivative | sympy.Symbol | sympy.Number):
        return ()
    if isinstance(node, sympy.Piecewise):
        return tuple(part for pair in node.args for part in pair.args)
    return tuple(node.args)


def _node(node: sympy.Basic, below: tuple[Node, ...]) -> Node:
    match node:
        case sympy.Integer() | sympy.Rational():
            return Number(limit_digits(Fraction(int(node.p), int(node.q))))
        case sympy.Float():
            return Number(float(node))
        case sympy.Symbol(name=name):
            return Name(name)
        case AppliedUndef():
            return _function_of_time(node)
        case sympy.Derivative():
            return _rate(node)
        case sympy.Add():
            return Sum(below)
        case sympy.Mul():
            return Product(below)
        case sympy.Pow() if node.exp == -1:
            return Inverse(below[0])
        case sympy.Pow():
            return Power(below[0], below[1])
        case sympy.Piecewise():
            return _conditional(node, below)
        case sympy.Not() | sympy.And() | sympy.Or():
            return Logic(type(node).__name__.lower(), below)
    return CONSTANTS[node] if node in CONSTANTS else _relation_or_function(node, below)


def _relation_or_function(node: sympy.Basic, below: tuple[Node, ...]) -> Node:
    if type(node) in RELATIONS:
        return Compare(RELATIONS[type(node)], below[0], below[1])
    if isinstance(node, sympy.Heaviside):
        return Call("step", below[:1])
    name = NAMES.get(type(node).__name__, type(node).__name__)
    if name in FUNCTIONS:
        return Call(name, below)
    raise TextFault(
        "sympy", f"`{node}` has no place in a model", (0, len(str(node))), "use the functions of the language"
    )


def _function_of_time(node: AppliedUndef) -> Node:
    if len(node.args) == 1 and isinstance(node.args[0], sympy.Symbol):
        return Name(type(node).__name__)
    hint = 'use dynamicsymbols; a delayed value is written as text, as in "-k*delay(x, tau)"'
    raise TextFault("sympy", f"`{node}` is not a function of time", (0, len(str(node))), hint)


def _rate(node: sympy.Derivative) -> Node:
    inner, (variable, count) = node.expr, node.variable_count[0]
    if isinstance(inner, AppliedUndef) and len(node.variable_count) == 1 and inner.args == (variable,):
        if count <= ACCELERATION:
            return Rate(type(inner).__name__, int(count))
        hint = "what stands in a model is differentiated twice by time at most"
        raise TextFault("sympy", f"`{node}` is no acceleration", (0, len(str(node))), hint)
    raise TextFault("sympy", f"`{node}` is not a velocity", (0, len(str(node))), "call .doit() first")


def _conditional(node: sympy.Piecewise, below: tuple[Node, ...]) -> Node:
    """Piecewise((a, c), (b, True)) as if(c, a, b)."""
    if node.args[-1].args[1] is not sympy.true:
        raise TextFault("sympy", "a Piecewise needs a last case (…, True)", (0, len(str(node))), "add one")
    value = below[-2]
    for i in range(len(node.args) - 2, -1, -1):
        value = Call("if", (below[2 * i + 1], below[2 * i], value))
    return value
