"""What is known of the parts of a tree before and while it is written out: bound names, sizes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from dalembert._expression.tree import Name, Node, Rate, children
from dalembert._expression.written_tree import Reduction, WrittenNode, is_plain, parts, pattern_of


@dataclass(frozen=True, slots=True)
class Facts:
    """Of a part of a tree: the bound names in it, whether it stays as it is, its parts at the least."""

    bound: tuple[str, ...]
    stays: bool
    size: int


def facts_of(root: WrittenNode, bound: frozenset[str], shapes: Collection[str] | None) -> dict[int, Facts]:
    """What is known of each part of a tree before it is written out.

    `shapes` names the vectors; without it nothing stays as it is, as in the body of a function, whose parts
    get the place where it is called.
    """
    order: list[WrittenNode] = []
    stack = [root]
    names = set(bound)
    while stack:
        node = stack.pop()
        order.append(node)
        if isinstance(node, Reduction):
            names.update(r.index for r in node.ranges)
        stack.extend(parts(node))
    facts: dict[int, Facts] = {}
    for node in reversed(order):
        below = [facts[id(part)] for part in parts(node)]
        inside = {name for one in below for name in one.bound}
        same = shapes is not None and is_plain(node) and all(one.stays for one in below)
        if isinstance(node, Name | Rate):
            if node.name in names:
                inside.add(node.name)
            same = same and node.name not in names and node.name not in (shapes or ())
        short = not is_plain(node) and pattern_of(node) is None
        size = 1 if short else 1 + sum(one.size for one in below)
        facts[id(node)] = Facts(tuple(inside), same, size)
    return facts


def names_something_of(root: WrittenNode, names: Collection[str]) -> bool:
    """Whether one of some names stands in a tree."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Name | Rate) and node.name in names:
            return True
        stack.extend(parts(node))
    return False


class Sizes:
    """The sizes of plain trees, each part measured once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Node, int]] = {}  # with the nodes, so that no other has their identity

    def of(self, root: Node) -> int:
        """The number of parts of a plain tree, shared ones counted as often as they stand in it."""
        stack = [root]
        while stack:
            node = stack[-1]
            below = children(node)
            missing = [part for part in below if id(part) not in self._known]
            if missing:
                stack.extend(missing)
                continue
            size = 1 + sum(self._known[id(part)][1] for part in below)
            self._known[id(node)] = node, size
            stack.pop()
        return self._known[id(root)][1]
