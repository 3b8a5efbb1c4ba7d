"""Walks over the tree, all iterative."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from dalembert._expression.functions import FUNCTIONS
from dalembert._expression.tree import (
    CHILDREN,
    LEAVES,
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rate,
    Sum,
    with_operands,
)

V = TypeVar("V")
ARITHMETIC = frozenset({Number, Sum, Product, Negative})  # no functions, powers, quotients or conditions


def fold(
    root: Node,
    leaf: Callable[[Node], V],
    combine: Callable[[Node, tuple[V, ...]], V],
    known: dict[int, V] | None = None,
) -> V:
    """Evaluate a tree bottom-up: `leaf(node)` at the leaves, `combine(node, values)` above them.

    All interpretations of trees use it: SymEngine, CasADi, SymPy, numpy, text, sizes and canonical forms each
    provide a leaf and a combine. `known` caches values by the identity of nodes, for trees that share parts
    and outlive the dictionary.
    """
    values: list[V] = []
    stack: list[Node | tuple[Node, int]] = [root]  # nodes, and those whose operands are evaluated
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            parent, count = node
            operands = tuple(values[-count:])
            del values[-count:]
            value = combine(parent, operands)
            values.append(value)
            if known is not None:
                known[id(parent)] = value
        elif known is not None and id(node) in known:
            values.append(known[id(node)])
        elif type(node) in LEAVES:
            values.append(leaf(node))
        else:
            below = CHILDREN[type(node)](node)
            stack.append((node, len(below)))
            stack += below[::-1]
    return values[0]


def nodes(root: Node) -> Iterator[Node]:
    """Every node of the tree, parents before children, left to right."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if type(node) not in LEAVES:
            stack += CHILDREN[type(node)](node)[::-1]


def names(root: Node) -> dict[tuple[str, int], Node]:
    """The names used, as (name, order of differentiation), each with the first node that uses it."""
    nodes: dict[tuple[str, int], Node] = {}
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Name):
            nodes.setdefault((node.name, 0), node)
        elif isinstance(node, Rate):
            nodes.setdefault((node.name, node.order), node)
        else:
            stack += CHILDREN[type(node)](node)[::-1]
    return nodes


def names_and_operations(root: Node) -> tuple[dict[tuple[str, int], Node], tuple[Node, ...]]:
    """The names as by `names`; and calls, powers, quotients and conditions, in the order of `nodes`."""
    used: dict[tuple[str, int], Node] = {}
    operations: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Name):
            used.setdefault((node.name, 0), node)
        elif isinstance(node, Rate):
            used.setdefault((node.name, node.order), node)
        else:
            if type(node) not in ARITHMETIC:
                operations.append(node)
            stack += CHILDREN[type(node)](node)[::-1]
    return used, tuple(operations)


def replace_names(root: Node, by: Mapping[str, Node]) -> Node:
    """The tree with some undifferentiated names replaced."""

    def leaf(node: Node) -> Node:
        return by.get(node.name, node) if isinstance(node, Name) else node

    return fold(root, leaf, with_operands)


def uses_tables(root: Node) -> bool:
    """Whether a tree calls a table of the model: a function that the language does not have."""
    return any(isinstance(node, Call) and node.function not in FUNCTIONS for node in nodes(root))


def with_squares(root: Node) -> Node:
    """The tree with x² for products x x, as they occur in v·v."""

    def combine(node: Node, below: tuple[Node, ...]) -> Node:
        twice = isinstance(node, Product) and len(below) == 2 and type(below[0]) in LEAVES
        if twice and below[0] == below[1]:
            return Power(below[0], Number(2), node.span)
        return with_operands(node, below)

    return fold(root, lambda node: node, combine)
