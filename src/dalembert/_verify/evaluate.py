"""The value of a printed tree at many points at once, with the size of the terms summed for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._derive.equations import SharedTerm
from dalembert._expression.functions import FUNCTIONS as FUNCTION_VALUES
from dalembert._expression.quadrature import apply_integral
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
from dalembert._model.lookup import Cells, derivative_of
from dalembert._model.signals import SIGNALS, apply_signal

Points = NDArray[np.float64]
NO_TABLES: Mapping[str, Cells] = MappingProxyType({})

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    "exp": np.exp,
    "log": np.log,
    "ln": np.log,
    "log10": np.log10,
    "sqrt": np.sqrt,
    "erf": np.vectorize(math.erf, otypes=[float]),
    "erfc": np.vectorize(math.erfc, otypes=[float]),
    "abs": np.abs,
    "sign": np.sign,
    "floor": np.floor,
    "mod": np.mod,
    "step": lambda x: np.where(x >= 0, 1.0, 0.0),
    "if": lambda condition, a, b: np.where(condition != 0, a, b),
}
RELATIONS = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}


Sized = tuple[Points, Points]  # values, each with the sum of the absolute values of its terms


def evaluate(
    root: Node,
    at: Mapping[tuple[str, int], Points],
    known: dict[int, Sized] | None = None,
    tables: Mapping[str, Cells] = NO_TABLES,
    sizes: Mapping[tuple[str, int], Points] | None = None,
) -> Sized:
    """Values and sizes at the points; `known` is shared by trees that share parts.

    `sizes` are the sizes of names that stand for sums.
    """
    given = sizes or {}

    def combine(node: Node, below: tuple[Sized, ...]) -> Sized:
        if isinstance(node, Integral):
            return apply_integral(node, below, leaf, combine)
        if isinstance(node, Call) and node.function not in FUNCTION_VALUES:
            value = _looked_up(node.function, [v for v, _ in below], tables)
            return value, np.abs(value)
        return _combine(node, below)

    def leaf(node: Node) -> Sized:
        match node:
            case Number(value=value):
                number = np.asarray(float(value))
            case Name(name="pi"):
                number = np.asarray(np.pi)
            case Name(name=name):
                number = at[name, 0]
                return number, given.get((name, 0), np.abs(number))
            case Rate(name=name, order=order):
                number = at[name, order]
                return number, given.get((name, order), np.abs(number))
            case _:
                raise TypeError(node)
        return number, np.abs(number)

    with np.errstate(all="ignore"):
        return fold(root, leaf, combine, known)


def _looked_up(function: str, arguments: list[Points], tables: Mapping[str, Cells]) -> Points:
    """A table or one of its derivatives at the points."""
    table, orders = derivative_of(function, len(arguments))
    cells = tables[table]
    places = np.broadcast_arrays(*arguments)
    numbers = [
        cells.value(point, orders) for point in zip(*(p.ravel().tolist() for p in places), strict=True)
    ]
    return np.reshape(np.array(numbers), places[0].shape)


def with_listed(
    at: Mapping[tuple[str, int], Points],
    listed: Iterable[SharedTerm],
    tables: Mapping[str, Cells] = NO_TABLES,
) -> tuple[dict[tuple[str, int], Points], dict[tuple[str, int], Points]]:
    """The points with the values of the listed terms, and the size of each from its own sum.

    Sizes are not propagated from one term to the next: in a long chain they would exceed every error.
    """
    values = dict(at)
    sizes: dict[tuple[str, int], Points] = {}
    for one in listed:
        values[one.name, one.order], sizes[one.name, one.order] = evaluate(one.node, values, tables=tables)
    return values, sizes


def _combine(node: Node, below: tuple[Sized, ...]) -> Sized:
    kind = type(node)
    if kind is Product:
        return reduce(np.multiply, [v for v, _ in below]), reduce(np.multiply, [s for _, s in below])
    if kind is Sum:
        return reduce(np.add, [v for v, _ in below]), reduce(np.add, [s for _, s in below])
    if kind is Negative:
        return -below[0][0], below[0][1]
    value = _value(node, [v for v, _ in below])
    return value, np.abs(value)


def _constant(node: Node) -> Points:
    return np.asarray(float(node.value) if isinstance(node, Number) else np.pi)


def _value(node: Node, values: list[Points]) -> Points:
    match node:
        case Sum():
            return reduce(np.add, values)
        case Product():
            return reduce(np.multiply, values)
        case Negative():
            return -values[0]
        case Inverse():
            return 1.0 / values[0]
        case Power():
            return np.power(values[0], values[1])
        case Call(function="min"):
            return reduce(np.minimum, values)
        case Call(function="max"):
            return reduce(np.maximum, values)
        case Call(function=function) if function in SIGNALS:
            signal = SIGNALS[function]
            return apply_signal(
                signal.body, signal, values, _constant, lambda inner, below: _value(inner, list(below))
            )
        case Call(function=function):
            return np.asarray(FUNCTIONS[function](*values))
        case Compare(operator=operator):
            return np.asarray(RELATIONS[operator](*values), dtype=float)
        case Logic(operator="not"):
            return np.asarray(values[0] == 0, dtype=float)
        case Logic(operator="and"):
            return np.asarray(np.all([v != 0 for v in np.broadcast_arrays(*values)], axis=0), dtype=float)
        case Logic():
            return np.asarray(np.any([v != 0 for v in np.broadcast_arrays(*values)], axis=0), dtype=float)
    raise TypeError(node)
