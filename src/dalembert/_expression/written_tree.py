"""The tree of a text as written: the plain tree, extended by shorthand (indices, sums, vectors).

Its nodes are indices, sums over an index, vectors and calls of a model's own functions. `_text/elaborate.py`
expands them into plain nodes, the only ones that the other rooms know. A part of a text that uses no
shorthand is a plain node from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from dalembert._expression.tree import (
    CHILDREN,
    LEAVES,
    Compare,
    Logic,
    Name,
    Node,
    Number,
    Rate,
    Span,
    with_operands,
)

Shape = tuple[int, ...]  # (3,) of a vector, (3, 3) of a matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class Components:
    """The shape of a vector, a matrix or a family of them; `indices` counts the indices of the family."""

    shape: Shape
    indices: int = 0


@dataclass(frozen=True, slots=True)
class Operation:
    """A plain operation on operands as written; `pattern` is a plain node of its kind, with any operands."""

    pattern: Node
    operands: tuple[WrittenNode, ...]

    @property
    def span(self) -> Span:
        """The range of characters it was read from."""
        return self.pattern.span


@dataclass(frozen=True, slots=True)
class Subscript:
    """base[indices…]: a member of a family x[3], or a component of a vector or matrix."""

    base: WrittenNode
    indices: tuple[WrittenNode, ...]
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Member:
    """base.name: a component of a vector by the name of its axis."""

    base: WrittenNode
    name: str
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Derivative:
    """base' of a member of a family or a component; of a plain name it is a `Rate`."""

    base: WrittenNode
    order: int = 1
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Range:
    """index = first..last, both ends included; it is empty where last < first."""

    index: str
    first: WrittenNode
    last: WrittenNode
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Reduction:
    """sum, prod, max or min of `body` over ranges, of which each may use the indices before it."""

    kind: str
    ranges: tuple[Range, ...]
    body: WrittenNode
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Array:
    """[a, b, c]: a vector of numbers, or a matrix of rows."""

    items: tuple[WrittenNode, ...]
    span: Span = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Apply:
    """name(arguments…) of a function of vectors, or of one that the model itself gives."""

    name: str
    arguments: tuple[WrittenNode, ...]
    span: Span = field(default=None, compare=False, repr=False)


WrittenNode = Node | Operation | Subscript | Member | Derivative | Reduction | Array | Apply

_PARTS: dict[type, Callable[[Any], tuple[WrittenNode, ...]]] = {
    Operation: lambda node: node.operands,
    Subscript: lambda node: (node.base, *node.indices),
    Member: lambda node: (node.base,),
    Derivative: lambda node: (node.base,),
    Reduction: lambda node: (*(end for r in node.ranges for end in (r.first, r.last)), node.body),
    Array: lambda node: node.items,
    Apply: lambda node: node.arguments,
}
_PARTS_OF_ALL = {**CHILDREN, **_PARTS}
CONDITIONS = frozenset({Compare, Logic})


@dataclass(frozen=True, slots=True)
class WrittenFunction:
    """(parameters…) -> body, as a model gives a function of its own."""

    parameters: tuple[str, ...]
    body: WrittenNode
    span: Span = field(default=None, compare=False, repr=False)


def is_plain(node: WrittenNode) -> TypeGuard[Node]:
    """Whether a node, and with it everything below, belongs to the plain tree."""
    return type(node) not in _PARTS


def are_plain(nodes: tuple[WrittenNode, ...]) -> TypeGuard[tuple[Node, ...]]:
    """Whether all nodes belong to the plain tree."""
    return all(map(is_plain, nodes))


def parts(node: WrittenNode) -> tuple[WrittenNode, ...]:
    """The operands of a node, in the order they are written."""
    return _PARTS_OF_ALL[type(node)](node)


def over(pattern: Node, operands: tuple[WrittenNode, ...]) -> WrittenNode:
    """The operation of a pattern on operands as written: a plain node where all of them are plain."""
    return with_operands(pattern, operands) if are_plain(operands) else Operation(pattern, operands)


def pattern_of(node: WrittenNode) -> Node | None:
    """The plain node that says which operation this is; None for shorthand."""
    if type(node) is Operation:
        return node.pattern
    return node if is_plain(node) else None


def is_condition(node: WrittenNode) -> bool:
    """Whether a node is true or false, not a number."""
    return type(pattern_of(node)) in CONDITIONS


def is_leaf(node: WrittenNode) -> TypeGuard[Number | Name | Rate]:
    """Whether a node has no operands."""
    return type(node) in LEAVES


def member_name(base: str, indices: tuple[int, ...]) -> str:
    """The name of a member of a family, in its one spelling: x[3], c[1,2]; and r[3] with [1] is r[3,1]."""
    inner = ",".join(map(str, indices))
    return f"{base[:-1]},{inner}]" if base.endswith("]") else f"{base}[{inner}]"
