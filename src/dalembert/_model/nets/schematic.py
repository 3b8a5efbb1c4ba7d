"""A scene for networks: nodes side by side on a line, ground below them, every element by its symbol.

Each node is a rail as long as the elements at it need. Elements to ground hang on it, one between neighbours
is in line with their rails, every other one is on a track above, which no other one occupies there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dalembert._model.nets.graph import Edge, Node
from dalembert._model.nets.kinds.kind import Role
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.records import GROUND, NetElement

MOST = 60  # elements that are drawn
SLOT, DROP, TRACK, BETWEEN = 2.0, 3.6, 1.8, 2.4  # widths and heights in the drawing
SYMBOL, WIDTH = 1.6, 0.6  # the length of a symbol and its width


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rail:
    """A node: its ends, and the places on it that elements are tied to."""

    left: float
    right: float
    places: Mapping[str, float]  # by the names of edges


def schematic(edges: Sequence[Edge], elements: Mapping[str, NetElement]) -> dict[str, Any]:
    """The scene of all networks side by side; empty where there are too many elements."""
    if not edges or len(edges) > MOST:
        return {}
    sheet = _Sheet(elements)
    begin = 0.0
    for domain in dict.fromkeys(edge.first[0] for edge in edges):
        begin = sheet.network([edge for edge in edges if edge.first[0] == domain], begin) + 2 * SLOT
    return {"points": sheet.points, **sheet.shapes}


def order_of(edges: Sequence[Edge]) -> list[Node]:
    """The nodes but ground, each near those that it is connected with: breadth first, from a source."""
    near: dict[Node, list[Node]] = {}
    for edge in sorted(edges, key=lambda one: one.rank):
        for one, other in ((edge.first, edge.second), (edge.second, edge.first)):
            near.setdefault(one, []).append(other)
    order: list[Node] = []
    for start in near:
        waiting = [start] if start[1] != GROUND else []
        while waiting:
            node = waiting.pop(0)
            if node in order or node[1] == GROUND:
                continue
            order.append(node)
            waiting += near[node]
    return order


class _Sheet:
    """Collects points and shapes."""

    def __init__(self, elements: Mapping[str, NetElement]) -> None:
        self.elements = elements
        self.points: dict[str, list[float]] = {}
        self.shapes: dict[str, list[Any]] = {}

    def network(self, edges: Sequence[Edge], begin: float) -> float:
        """One network from `begin` to the right; its end."""
        order = order_of(edges)
        rank = {node: i for i, node in enumerate(order)}
        in_line = self._in_line(edges, rank)
        rails: dict[Node, _Rail] = {}
        at = begin
        for node in order:
            tied = [
                edge
                for edge in edges
                if node in (edge.first, edge.second) and edge.name not in in_line.values()
            ]
            places = {edge.name: at + SLOT * (i + 0.5) for i, edge in enumerate(tied)}
            end = at + SLOT * max(len(tied), 0)
            rails[node] = _Rail(left=at, right=end, places=places)
            at = end + (SLOT + BETWEEN if rank[node] + 1 < len(order) else 0)
        self._rails(edges, rails, in_line)
        tracks: list[float] = []  # where each is free from
        for edge in sorted(edges, key=lambda one: min(rails[n].left for n in one.ends if n in rails)):
            self._edge(edge, rails, in_line, tracks)
        return at

    def _in_line(self, edges: Sequence[Edge], rank: Mapping[Node, int]) -> dict[int, str]:
        """The first element between each node and the next, by the place of the node."""
        found: dict[int, str] = {}
        for edge in edges:
            if edge.first in rank and edge.second in rank:
                low, high = sorted((rank[edge.first], rank[edge.second]))
                if high == low + 1:
                    found.setdefault(low, edge.name)
        return found

    def _rails(self, edges: Sequence[Edge], rails: Mapping[Node, _Rail], in_line: Mapping[int, str]) -> None:
        """The lines of nodes, and of ground with a dot for each element on it."""
        for i, rail in enumerate(rails.values()):
            left = rail.left if in_line.get(i - 1) else min(rail.places.values(), default=rail.left)
            right = rail.right if in_line.get(i) else max(rail.places.values(), default=rail.right)
            if right > left:
                self._add("wires", [[self._point(left, DROP), self._point(right, DROP)]])
            inner = [x for x in rail.places.values() if left < x < right]
            if inner or len(rail.places) > 1:
                self._add("nodes", [self._point(x, DROP) for x in (inner or [left])])
        down = [rails[n].places[e.name] for e in edges for n in e.ends if n in rails and _has_ground(e)]
        if down:
            line = [self._point(min(down) - SLOT / 2, 0), self._point(max(down) + SLOT / 2, 0)]
            self._add("wires", [line])
            self._add("ground", [line])

    def _edge(
        self, edge: Edge, rails: Mapping[Node, _Rail], in_line: Mapping[int, str], tracks: list[float]
    ) -> None:
        """An element with the wires that lead to it, drawn from its first node to its second."""
        order = list(rails)
        if _has_ground(edge):
            node = edge.first if edge.first in rails else edge.second
            x = rails[node].places[edge.name]
            ends = ((x, DROP), (x, 0.0))
            self._symbol(edge, ends if node == edge.first else ends[::-1])
            return
        low, high = sorted((edge.first, edge.second), key=order.index)
        if edge.name in in_line.values():
            ends = ((rails[low].right, DROP), (rails[high].left, DROP))
            self._symbol(edge, ends if low == edge.first else ends[::-1])
            return
        first, second = rails[low].places[edge.name], rails[high].places[edge.name]
        level = next((i for i, free in enumerate(tracks) if free < first), len(tracks))
        if level == len(tracks):
            tracks.append(second)
        tracks[level] = second
        height = DROP + TRACK * (level + 1)
        for x in (first, second):
            self._add("wires", [[self._point(x, DROP), self._point(x, height)]])
        ends = ((first, height), (second, height))
        self._symbol(edge, ends if low == edge.first else ends[::-1])

    def _symbol(self, edge: Edge, ends: tuple[tuple[float, float], tuple[float, float]]) -> None:
        """The symbol of an element in the middle between two places, and wires up to it."""
        element = self.elements[edge.element]
        (x, y), (u, v) = ends
        length = max(abs(u - x), abs(v - y))
        share = 0.5 - min(SYMBOL / length, 1) / 2
        inner = tuple((x + part * (u - x), y + part * (v - y)) for part in (share, 1 - share))
        for outer, near in zip(ends, inner, strict=True):
            if outer != near:
                self._add("wires", [[self._point(*outer), self._point(*near)]])
        shape = NET_KINDS[element.kind].scene
        points = [self._point(*one) for one in inner]
        if NET_KINDS[element.kind].role == Role.EFFORT_SOURCE:
            points.reverse()  # it points to the node that it raises
        self._add(shape, [{"points": points, "width": WIDTH, "text": element.name}])

    def _point(self, x: float, y: float) -> str:
        place = [round(x, 6), round(y, 6)]
        for name, one in self.points.items():
            if one == place:
                return name
        name = f"_P{len(self.points) + 1}"
        self.points[name] = place
        return name

    def _add(self, shape: str, items: list[Any]) -> None:
        self.shapes.setdefault(shape, []).extend(items)


def _has_ground(edge: Edge) -> bool:
    return GROUND in (edge.first[1], edge.second[1])
