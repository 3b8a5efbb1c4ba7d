"""Facts about the parts of a tree before and during its expansion: bound names, sizes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from dalembert._expression.tree import LEAVES, Name, Node, Rate, children
from dalembert._expression.written_tree import Reduction, WrittenNode, is_plain, parts, pattern_of

NAMED = (Name, Rate)


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
    order: list[tuple[WrittenNode, tuple[WrittenNode, ...]]] = []
    stack = [root]
    names = set(bound)
    while stack:
        node = stack.pop()
        below = parts(node)
        order.append((node, below))
        if isinstance(node, Reduction):
            names.update(r.index for r in node.ranges)
        stack += below
    facts: dict[int, Facts] = {}
    for node, below in reversed(order):
        inside: set[str] = set()
        same, size = shapes is not None and is_plain(node), 1
        for part in below:
            one = facts[id(part)]
            inside.update(one.bound)
            same = same and one.stays
            size += one.size
        if isinstance(node, NAMED):
            if node.name in names:
                inside.add(node.name)
            same = same and node.name not in names and node.name not in (shapes or ())
        facts[id(node)] = Facts(tuple(inside), same, 1 if pattern_of(node) is None else size)
    return facts


def names_something_of(root: WrittenNode, names: Collection[str]) -> bool:
    """Whether a tree contains one of some names."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, NAMED) and node.name in names:
            return True
        stack.extend(parts(node))
    return False


class Sizes:
    """The sizes of plain trees, each part measured once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Node, int]] = {}  # with the nodes, so that their ids stay unique

    def of(self, root: Node) -> int:
        """The number of nodes of a plain tree, shared ones counted for every occurrence."""
        if type(root) in LEAVES:
            return 1
        stack = [root]
        while stack:
            node, size = stack[-1], 1
            missing: list[Node] = []
            for part in children(node):
                if type(part) in LEAVES:
                    size += 1
                elif id(part) in self._known:
                    size += self._known[id(part)][1]
                else:
                    missing.append(part)
            if missing:
                stack += missing
                continue
            self._known[id(node)] = node, size
            stack.pop()
        return self._known[id(root)][1]
