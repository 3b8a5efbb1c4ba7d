"""The value of a printed tree at many points at once, and the size of what was summed to get it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

import numpy as np
from numpy.typing import NDArray

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

Points = NDArray[np.float64]

FUNCTIONS = {
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


def evaluate(root: Node, at: Mapping[tuple[str, int], Points]) -> tuple[Points, Points]:
    """Values at the points, and with each the sum of the absolute values of all that was added."""

    def leaf(node: Node) -> tuple[Points, Points]:
        match node:
            case Number(value=value):
                number = np.asarray(float(value))
                return number, np.abs(number)
            case Name(name="pi"):
                return np.asarray(np.pi), np.asarray(np.pi)
            case Name(name=name):
                return at[name, 0], np.abs(at[name, 0])
            case Rate(name=name, order=order):
                return at[name, order], np.abs(at[name, order])
        raise TypeError(node)

    with np.errstate(all="ignore"):
        return fold(root, leaf, _combine)


def _combine(node: Node, below: tuple[tuple[Points, Points], ...]) -> tuple[Points, Points]:
    values = [value for value, _ in below]
    sizes = [size for _, size in below]
    match node:
        case Sum():
            return sum(values[1:], values[0]), sum(sizes[1:], sizes[0])
        case Negative():
            return -values[0], sizes[0]
        case Product():
            return reduce(np.multiply, values), reduce(np.multiply, sizes)
    value = _value(node, values)
    return value, np.abs(value)


def _value(node: Node, values: list[Points]) -> Points:
    match node:
        case Inverse():
            return 1.0 / values[0]
        case Power():
            return np.power(values[0], values[1])
        case Call(function="min"):
            return reduce(np.minimum, values)
        case Call(function="max"):
            return reduce(np.maximum, values)
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
