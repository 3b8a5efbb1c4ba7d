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
ARITHMETIC = frozenset({Sum, Product, Negative})  # neither functions, powers, quotients nor conditions


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
    node, values = root, list[V]()
    above: list[tuple[Node, Iterator[Node], list[V]]] = []  # nodes around this one, with what is left of each
    left = iter((root,))
    while True:
        for one in left:
            if type(one) in LEAVES:
                values.append(leaf(one))
            elif known is not None and id(one) in known:
                values.append(known[id(one)])
            else:
                above.append((node, left, values))
                node, left, values = one, iter(CHILDREN[type(one)](one)), []
                break
        else:
            if not above:
                return values[0]
            value = combine(node, tuple(values))
            if known is not None:
                known[id(node)] = value
            node, left, values = above.pop()
            values.append(value)


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
        if type(node) is Name:
            nodes.setdefault((node.name, 0), node)
        elif type(node) is Rate:
            nodes.setdefault((node.name, node.order), node)
        elif type(node) is not Number:
            stack += CHILDREN[type(node)](node)[::-1]
    return nodes


def names_and_operations(root: Node) -> tuple[dict[tuple[str, int], Node], tuple[Node, ...]]:
    """The names as by `names`; and calls, powers, quotients and conditions, in the order of `nodes`."""
    used: dict[tuple[str, int], Node] = {}
    operations: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if type(node) is Name:
            used.setdefault((node.name, 0), node)
        elif type(node) is Rate:
            used.setdefault((node.name, node.order), node)
        elif type(node) is not Number:
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
