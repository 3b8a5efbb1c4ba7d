"""The frozen expression tree.

Sums and products are n-ary and flat (a - b is ``Sum((a, Negative(b)))`` and a / b is
``Product((a, Inverse(b)))``), so the depth of a tree is the depth of its parentheses and
not the number of its terms. A span is the half-open range of characters the node was read
from; it takes no part in comparison.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

type_of_number = int | Fraction | float
Span = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Number:
    """An exact integer or quotient of at most 64 bits, or a float64."""

    value: type_of_number
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A name as the user wrote it; what it means is decided by the model."""

    name: str
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rate:
    """The time derivative of a name, of order 1 (x') or 2 (x'')."""

    name: str
    order: int = 1
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """terms[0] + terms[1] + …"""

    terms: tuple[Node, ...]
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Negative:
    """-operand."""

    operand: Node
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Product:
    """factors[0] * factors[1] * …"""

    factors: tuple[Node, ...]
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Inverse:
    """1 / operand."""

    operand: Node
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Power:
    """base ^ exponent."""

    base: Node
    exponent: Node
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """function(arguments…), the function being one of `functions.FUNCTIONS`."""

    function: str
    arguments: tuple[Node, ...]
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """left OPERATOR right, with < <= > >= == or !=."""

    operator: str
    left: Node
    right: Node
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Logic:
    """`and`, `or` of several conditions, or `not` of one."""

    operator: str
    operands: tuple[Node, ...]
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Integral:
    """∫ body d(variable) from operands[0] to operands[1].

    `given` are the other names in the body, and the remaining operands what they stand for: a walk over
    operands never meets the variable, which nothing outside of the body knows. Where the integral is needed
    as a number it is a sum over `panels` panels (`quadrature.py`).
    """

    variable: str
    body: Node
    given: tuple[Name | Rate, ...]
    operands: tuple[Node, ...]
    panels: int = 2
    span: Span = field(default=None, compare=False, repr=False)


Node = Number | Name | Rate | Sum | Negative | Product | Inverse | Power | Call | Compare | Logic | Integral

LEAVES = frozenset({Number, Name, Rate})
ZERO = Number(0)
ONE = Number(1)


CHILDREN: dict[type, Callable[[Any], tuple[Node, ...]]] = {
    Number: lambda _: (),
    Name: lambda _: (),
    Rate: lambda _: (),
    Sum: lambda node: node.terms,
    Negative: lambda node: (node.operand,),
    Product: lambda node: node.factors,
    Inverse: lambda node: (node.operand,),
    Power: lambda node: (node.base, node.exponent),
    Call: lambda node: node.arguments,
    Compare: lambda node: (node.left, node.right),
    Logic: lambda node: node.operands,
    Integral: lambda node: node.operands,
}


def children(node: Node) -> tuple[Node, ...]:
    """The operands of a node, in the order they are written."""
    return CHILDREN[type(node)](node)


_WITH_OPERANDS: dict[type, Callable[[Any, tuple[Node, ...]], Node]] = {
    Number: lambda node, _: node,
    Name: lambda node, _: node,
    Rate: lambda node, _: node,
    Sum: lambda node, operands: Sum(operands, node.span),
    Negative: lambda node, operands: Negative(operands[0], node.span),
    Product: lambda node, operands: Product(operands, node.span),
    Inverse: lambda node, operands: Inverse(operands[0], node.span),
    Power: lambda node, operands: Power(operands[0], operands[1], node.span),
    Call: lambda node, operands: Call(node.function, operands, node.span),
    Compare: lambda node, operands: Compare(node.operator, operands[0], operands[1], node.span),
    Logic: lambda node, operands: Logic(node.operator, operands, node.span),
    Integral: lambda node, operands: Integral(
        node.variable, node.body, node.given, operands, node.panels, node.span
    ),
}


def with_operands(node: Node, operands: tuple[Node, ...]) -> Node:
    """The same kind of node over other operands."""
    return _WITH_OPERANDS[type(node)](node, operands)
