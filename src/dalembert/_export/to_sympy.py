"""Conversion of expressions to SymPy: quantities that vary are functions of t, parameters are symbols."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from functools import partial
from typing import Any, get_args

import sympy

from dalembert._derive.equations import (
    ContactEquations,
    CoordinateEquation,
    Equations,
    Matrix,
    SharedEquations,
    SharedTerm,
    Step,
    Vector,
)
from dalembert._derive.forms.form import Form, Part
from dalembert._expression.functions import CONSTANTS
from dalembert._expression.tree import (
    Call,
    Compare,
    Integral,
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


Record = CoordinateEquation | ContactEquations | SharedTerm | SharedEquations | Step
Convertible = Node | Vector | Matrix | Form | Record | tuple[Record, ...] | str | None


def to_sympy(equations: Equations, what: Convertible = None) -> Any:
    """An expression, a column, a matrix, one of these by name, the parts of a form; otherwise all by name.

    The terms of an equation, a contact or a step come by their names too, a step as an equality.
    """
    fixed = frozenset(p.name for p in equations.model.parameters)
    if what is None:
        return {name: make() for name, make in _by_name(equations, fixed).items()}
    if isinstance(what, str):
        known = _by_name(equations, fixed)
        if what not in known:
            message = f"the equations have no `{what}`; they have {', '.join(known)}"
            raise ValueError(message)
        return known[what]()
    return _convert(what, fixed)


def _convert(what: object, fixed: Collection[str]) -> Any:
    """Anything that equations and forms consist of."""
    match what:
        case Form():
            return {part.name: _part(part, fixed) for part in what.parts}
        case Step():
            return sympy.Eq(_expression(what.left, fixed), _expression(what.right, fixed), evaluate=False)
        case SharedTerm():
            return _expression(what.node, fixed)
        case CoordinateEquation() | ContactEquations() | SharedEquations():
            return {name: _convert(part, fixed) for name, part in _parts_of(what).items()}
        case tuple():
            return _several(what, fixed)
    if not isinstance(what, get_args(Node)):
        message = f"{type(what).__name__} is no expression, nor a part of equations or of a form"
        raise TypeError(message)
    return _expression(what, fixed)


def _parts_of(what: CoordinateEquation | ContactEquations | SharedEquations) -> dict[str, object]:
    """The expressions of a record, by the names of its fields."""
    match what:
        case CoordinateEquation():
            return {
                "T_qd": what.T_qd,
                "T_qd_rate": what.T_qd_rate,
                "T_q": what.T_q,
                "V_q": what.V_q,
                "V_qd_rate": what.V_qd_rate,
                "D_qd": what.D_qd,
                "Q": what.Q,
                "displacement": what.displacement,
                "flow": what.flow,
                "left": what.left,
            }
        case ContactEquations():
            return {
                "gap": what.gap,
                "slip": what.slip,
                "efforts": what.efforts,
                "friction": what.friction,
                "equations": what.equations,
                "solved": what.solved,
                "force": what.force,
                "sliding": what.sliding,
            }
        case SharedEquations():
            return {
                "T": what.T,
                "V": what.V,
                "D": what.D,
                "coordinates": what.coordinates,
                "Phi": what.Phi,
                "Psi": what.Psi,
                "effort": what.effort,
                "states": what.states,
                "contacts": what.contacts,
                "listed": what.listed,
            }


def _several(what: tuple[Any, ...], fixed: Collection[str]) -> Any:
    """A matrix, a column, steps in order, or records by their names."""
    match what[:1]:
        case (Step(),):
            return [_convert(one, fixed) for one in what]
        case (CoordinateEquation(),):
            return {one.coordinate: _convert(one, fixed) for one in what}
        case (ContactEquations(),):
            return {one.contact: _convert(one, fixed) for one in what}
        case (SharedTerm(),):
            return {one.name + "'" * one.order: _convert(one, fixed) for one in what}
        case ((str(), _),):
            return {name: _expression(node, fixed) for name, node in what}
        case (tuple(),):
            return _matrix(what, fixed)
    return _column(what, fixed)


def _by_name(equations: Equations, fixed: Collection[str]) -> dict[str, Callable[[], Any]]:
    """The converters of the quantities of the equations, by name."""
    scalars = {"T": equations.T, "V": equations.V, "D": equations.D}
    matrices = {
        "M": equations.M,
        "G": equations.G,
        "Phi_q": equations.Phi_q,
        "Psi_qd": equations.Psi_qd,
    }
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
        "contacts": lambda: {one.contact: _convert(one, fixed) for one in equations.contacts},
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
            case Name(name="t"):
                return TIME
            case Name(name=name) if name not in CONSTANTS:
                return sympy.Symbol(name) if name in fixed else sympy.Function(name)(TIME)
            case Rate(name=name, order=order):
                return sympy.Derivative(sympy.Function(name)(TIME), (TIME, order))
        return _number(node)

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
        case Integral():
            return _integral(node, below)
    raise TypeError(node)


def _integral(node: Integral, below: tuple[Any, ...]) -> Any:
    """An integral that SymPy leaves as it is, over a symbol of its own."""
    variable = sympy.Dummy(node.variable, real=True)
    meant = dict(zip(node.given, below[2:], strict=True)) | {Name(node.variable): variable}

    def leaf(one: Node) -> Any:
        return meant[one] if isinstance(one, Name | Rate) and one in meant else _number(one)

    return sympy.Integral(fold(written_out(node.body), leaf, _combine), (variable, below[0], below[1]))


def _number(node: Node) -> Any:
    """A leaf without a name of a model."""
    match node:
        case Number(value=Fraction() as value):
            return sympy.Rational(value.numerator, value.denominator)
        case Number(value=int() as value):
            return sympy.Integer(value)
        case Number(value=float() as value):
            return sympy.Float(value)
        case Name(name="pi"):
            return sympy.pi
    raise TypeError(node)


def _table(function: str, arguments: tuple[Any, ...]) -> Any:
    """A table is a function that SymPy does not know; its derivatives are taken at its arguments."""
    name, orders = derivative_of(function, len(arguments))
    if not any(orders):
        return sympy.Function(name)(*arguments)
    places = [sympy.Dummy(f"xi_{i + 1}") for i in range(len(arguments))]
    by = [(position, order) for position, order in zip(places, orders, strict=True) if order]
    return sympy.Subs(sympy.Derivative(sympy.Function(name)(*places), *by), places, arguments)
