"""Facts about the parts of a tree before and during its expansion: bound names, sizes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from dalembert._expression.tree import Name, Node, Rate, children
from dalembert._expression.written_tree import Reduction, WrittenNode, is_plain, parts, pattern_of


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a part of a tree: bound names in it, whether expansion keeps it, its least size."""

    bound: tuple[str, ...]
    stays: bool
    size: int


def facts_of(root: WrittenNode, bound: frozenset[str], shapes: Collection[str] | None) -> dict[int, Facts]:
    """The facts about each part of a tree before it is expanded.

    `shapes` names the vectors; without it every part is rebuilt, as in the body of a function, whose parts
    get the position of the call.
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
    """Whether a tree contains one of some names."""
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
        self._known: dict[int, tuple[Node, int]] = {}  # with the nodes, so that their ids stay unique

    def of(self, root: Node) -> int:
        """The number of nodes of a plain tree, shared ones counted for every occurrence."""
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
