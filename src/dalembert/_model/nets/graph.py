"""The graph of a network: a forest whose displacements follow from those of the links by Kirchhoff's law.

Elements are edges. A spanning forest holds sources of effort, stores and resistances before inertias; every
other edge is a link. The flows out of the nodes below an edge of the forest sum to zero, so that the
displacement of this edge is a sum of those of links. Edges with coordinates that the user names are always
links: where they separate the forest, one law of Kirchhoff remains for each part, as a constraint.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

SHORT = 8  # the most displacements in a sum that is written out
SECONDARY = ".secondary"  # suffix of the names of edges of second windings

Node = tuple[str, str]  # domain and name
Sum = dict[str, int]  # names of displacements, each with its sign


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """An edge from its first node to its second; edges of a low rank are in the forest, a link is not."""

    name: str
    first: Node
    second: Node
    rank: int
    link: bool = False

    @property
    def ends(self) -> tuple[Node, Node]:
        """Both nodes."""
        return self.first, self.second

    @property
    def element(self) -> str:
        """The name of the element that it belongs to, of a second winding too."""
        return self.name.removesuffix(SECONDARY)


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeLaw:
    """Kirchhoff's law of some nodes together: the flows of links out of them."""

    node: Node  # one of them, after which it is named
    flows: Sum


class Groups:
    """Nodes that are connected, as disjoint sets."""

    def __init__(self) -> None:
        self.above: dict[Node, Node] = {}

    def of(self, node: Node) -> Node:
        """The representative of the group of a node."""
        root = node
        while self.above.setdefault(root, root) != root:
            root = self.above[root]
        while self.above[node] != root:
            self.above[node], node = root, self.above[node]
        return root

    def join(self, edge: Edge) -> bool:
        """Join the groups of the ends of an edge; return whether they were separate."""
        first, second = self.of(edge.first), self.of(edge.second)
        self.above[first] = second
        return first != second


@dataclass(frozen=True, slots=True, kw_only=True)
class Forest:
    """The displacements of all edges: independent for links, sums of others for edges of the forest."""

    links: tuple[Edge, ...]
    sums: Mapping[str, Sum]  # of the edges of the forest, by their names, in an order to define them
    laws: tuple[NodeLaw, ...]


def forest_of(edges: Sequence[Edge], grounds: Iterable[Node]) -> Forest:
    """A spanning forest with the grounds as roots, and the sums that follow from Kirchhoff's law."""
    groups = Groups()
    inside: list[Edge] = []
    links: list[Edge] = []
    for edge in sorted(edges, key=lambda one: one.rank):
        (inside if not edge.link and groups.join(edge) else links).append(edge)
    order = {edge.name: i for i, edge in enumerate(edges)}
    links.sort(key=lambda one: order[one.name])
    near: dict[Node, list[Edge]] = {}
    for edge in inside:
        near.setdefault(edge.first, []).append(edge)
        near.setdefault(edge.second, []).append(edge)
    flows: dict[Node, Sum] = {node: {} for edge in edges for node in edge.ends}
    for edge in links:
        _add(flows[edge.first], {edge.name: 1}, 1)
        _add(flows[edge.second], {edge.name: 1}, -1)
    roots = set(grounds)
    sums: dict[str, Sum] = {}
    laws: list[NodeLaw] = []
    done: set[Node] = set()
    for root in [*(node for node in flows if node in roots), *(node for node in flows if node not in roots)]:
        if root in done:
            continue
        for node, edge in reversed(_walk(root, near, done)):
            sign = -1 if edge.first == node else 1
            sums[edge.name] = {name: sign * one for name, one in flows[node].items()}
            other = edge.second if edge.first == node else edge.first
            if len(flows[node]) <= SHORT:
                _add(flows[other], flows[node], 1)
            else:
                _add(flows[other], {edge.name: 1}, sign)
        if root not in roots:
            laws.append(NodeLaw(node=root, flows=flows[root]))
    return Forest(links=tuple(links), sums=sums, laws=tuple(laws))


def _walk(root: Node, near: Mapping[Node, list[Edge]], done: set[Node]) -> list[tuple[Node, Edge]]:
    """The nodes of a tree below its root, each after its parent, with the edge to the parent."""
    path: list[tuple[Node, Edge]] = []
    done.add(root)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for edge in near.get(node, ()):
            other = edge.second if edge.first == node else edge.first
            if other not in done:
                done.add(other)
                path.append((other, edge))
                waiting.append(other)
    return path


def _add(into: Sum, more: Sum, sign: int) -> None:
    for name, one in more.items():
        total = into.get(name, 0) + sign * one
        if total:
            into[name] = total
        else:
            into.pop(name, None)


def loop_of(edges: Iterable[Edge], closing: Edge) -> tuple[str, ...]:
    """The edges of the loop that an edge closes with others, which form a forest, by their names."""
    near: dict[Node, list[Edge]] = {}
    for edge in edges:
        near.setdefault(edge.first, []).append(edge)
        near.setdefault(edge.second, []).append(edge)
    up = dict(_walk(closing.first, near, set()))
    names = [closing.name]
    node = closing.second
    while node != closing.first:
        edge = up[node]
        names.append(edge.name)
        node = edge.second if edge.first == node else edge.first
    return tuple(names)
