"""The value of an expression at given values of its names, in floats."""

from __future__ import annotations

from collections.abc import Mapping

from dalembert._expression.functions import CONSTANTS
from dalembert._expression.numbers import value_of
from dalembert._expression.tree import Name, Node, Number, Rate
from dalembert._expression.walk import fold


def evaluate(root: Node, at: Mapping[tuple[str, int], float]) -> float:
    """The value of a tree with the values `at` of (name, order) pairs; NaN or infinity where it has none."""
    if isinstance(root, Number):
        return float(root.value)

    def leaf(node: Node) -> float:
        match node:
            case Number(value=value):
                return float(value)
            case Name(name=name):
                return CONSTANTS[name] if name in CONSTANTS else at[name, 0]
            case Rate(name=name, order=order):
                return at[name, order]
        raise TypeError(node)

    return fold(root, leaf, value_of)
