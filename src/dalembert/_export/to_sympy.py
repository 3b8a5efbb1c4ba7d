"""Conversion of expressions to SymPy: quantities that vary are functions of t, parameters are symbols."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from functools import partial
from typing import Any

import sympy

from dalembert._derive.equations import Equations, Matrix, Vector
from dalembert._derive.forms.form import Form, Part
from dalembert._expression.tree import (
    Call,
    Compare,
    Inverse,
    Logic,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rate,
    Sum,
)
from dalembert._expression.walk import fold
from dalembert._model.lookup import derivative_of
from dalembert._model.signals import written_out
from dalembert._model.sympy_functions import FUNCTIONS, LOGIC, RELATIONS

TIME = sympy.Symbol("t")
OWN: dict[str, Callable[..., Any]] = {
    "sqrt": sympy.sqrt,
    "log10": lambda x: sympy.log(x, 10),
    "step": lambda x: sympy.Heaviside(x, 1),
    "if": lambda condition, a, b: sympy.Piecewise((a, condition), (b, True)),
}


def to_sympy(equations: Equations, what: Node | Vector | Matrix | Form | str | None = None) -> Any:
    """An expression, a column, a matrix, one of these by name, the parts of a form; otherwise all by name."""
    fixed = frozenset(p.name for p in equations.model.parameters)
    if what is None:
        return {name: make() for name, make in _by_name(equations, fixed).items()}
    if isinstance(what, str):
        known = _by_name(equations, fixed)
        if what not in known:
            message = f"the equations have no `{what}`; they have {', '.join(known)}"
            raise ValueError(message)
        return known[what]()
    if isinstance(what, Form):
        return {part.name: _part(part, fixed) for part in what.parts}
    if not isinstance(what, tuple):
        return _expression(what, fixed)
    rows = [row for row in what if isinstance(row, tuple)]
    entries = [entry for entry in what if not isinstance(entry, tuple)]
    return _matrix(tuple(rows), fixed) if rows else _column(tuple(entries), fixed)


def _by_name(equations: Equations, fixed: Collection[str]) -> dict[str, Callable[[], Any]]:
    """The converters of the quantities of the equations, by name."""
    scalars = {"T": equations.T, "V": equations.V, "D": equations.D}
    matrices = {"M": equations.M, "Phi_q": equations.Phi_q, "Psi_qd": equations.Psi_qd}
    columns = {
        "h": equations.h,
        "Phi": equations.Phi,
        "Psi": equations.Psi,
        "gamma": equations.gamma,
        "effort": equations.effort,
        "states": equations.states,
    }
    left = {one.coordinate: one.left for one in equations.coordinates}
    listed = {one.name + "'" * one.order: one.node for one in equations.listed}
    return {
        **{name: partial(_expression, node, fixed) for name, node in scalars.items()},
        "equations": lambda: {name: _expression(node, fixed) for name, node in left.items()},
        **{name: partial(_matrix, rows, fixed, len(equations.h)) for name, rows in matrices.items()},
        **{name: partial(_column, entries, fixed) for name, entries in columns.items()},
        "listed": lambda: {name: _expression(node, fixed) for name, node in listed.items()},
    }


def _part(part: Part, fixed: Collection[str]) -> Any:
    """A part of a form: a matrix, a column, an expression, or right sides by their left sides."""
    if part.kind == "equations":
        return {name: _expression(row[0], fixed) for name, row in zip(part.names, part.rows, strict=True)}
    return _expression(part.rows[0][0], fixed) if part.kind == "scalar" else _matrix(part.rows, fixed)


def _matrix(rows: Matrix, fixed: Collection[str], columns: int = 0) -> Any:
    width = len(rows[0]) if rows else columns
    return sympy.Matrix(len(rows), width, [_expression(entry, fixed) for row in rows for entry in row])


def _column(entries: Vector, fixed: Collection[str]) -> Any:
    return sympy.Matrix(len(entries), 1, [_expression(entry, fixed) for entry in entries])


def _expression(root: Node, fixed: Collection[str]) -> Any:
    def leaf(node: Node) -> Any:
        match node:
            case Number(value=Fraction() as value):
                return sympy.Rational(value.numerator, value.denominator)
            case Number(value=int() as value):
                return sympy.Integer(value)
            case Number(value=float() as value):
                return sympy.Float(value)
            case Name(name="pi"):
                return sympy.pi
            case Name(name="t"):
                return TIME
            case Name(name=name):
                return sympy.Symbol(name) if name in fixed else sympy.Function(name)(TIME)
            case Rate(name=name, order=order):
                return sympy.Derivative(sympy.Function(name)(TIME), (TIME, order))
        raise TypeError(node)

    return fold(written_out(root), leaf, _combine)


def _combine(node: Node, below: tuple[Any, ...]) -> Any:
    match node:
        case Sum():
            return sympy.Add(*below)
        case Product():
            return sympy.Mul(*below)
        case Negative():
            return -below[0]
        case Inverse():
            return 1 / below[0]
        case Power():
            return below[0] ** below[1]
        case Call(function=function):
            if function in OWN or function in FUNCTIONS:
                return (OWN[function] if function in OWN else FUNCTIONS[function])(*below)
            return _table(function, below)
        case Compare(operator=operator):
            return RELATIONS[operator](*below)
        case Logic(operator=operator):
            return LOGIC[operator](*below)
    raise TypeError(node)


def _table(function: str, arguments: tuple[Any, ...]) -> Any:
    """A table is a function that SymPy does not know; its derivatives are taken at its arguments."""
    name, orders = derivative_of(function, len(arguments))
    if not any(orders):
        return sympy.Function(name)(*arguments)
    places = [sympy.Dummy(f"xi_{i + 1}") for i in range(len(arguments))]
    by = [(position, order) for position, order in zip(places, orders, strict=True) if order]
    return sympy.Subs(sympy.Derivative(sympy.Function(name)(*places), *by), places, arguments)
