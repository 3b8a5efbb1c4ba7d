"""A scene for networks: nodes side by side on a line, ground below them, every element by its symbol.

Each node is a rail as long as its elements need. Elements to ground hang from it, one between neighbours is
in line with their rails, every other one is on a track above. A long network continues in further rows; a
connection to a node of another row ends at a terminal with the name of this node. An arrow beside every
symbol shows the flow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from typing import Any

from dalembert._model.bodies.texts import Text
from dalembert._model.nets.domains import Domain
from dalembert._model.nets.graph import SECONDARY, Edge, Node
from dalembert._model.nets.kinds.kind import NetKind, Role
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.records import GROUND, NetElement
from dalembert._model.scene import SHEET

MOST = 600  # the most elements that are drawn
SLOT, DROP, TRACK, BETWEEN = 2.4, 4.4, 2.0, 2.6  # widths and heights in the drawing
SYMBOL, WIDTH, NODE, EARTH = 1.6, 0.6, 0.22, 0.7  # the length of a symbol and widths
LETTER, WIDE, WIDEST = 0.72, 0.26, 0.42  # width of a caption, and of its letters
BROAD = "mwMW@%…"  # letters that are wider than others
BESIDE, BELOW, CLEAR = 0.85, 0.8, 0.75  # from a symbol to its name, and from there to the next symbol
ARROW = 0.62  # width of the arrow of a flow
REACHES = (1.4, 3.2)  # twice its distance from a symbol in line, with a unit of one letter and of more
ROW, APART = 40.0, 2.0  # the least allowed width of a row, and the distance between rows
SHAPE = 1.5  # width over height of a large network
UNIT = 0.14  # additional width of slots for each letter of a unit beyond the first
LONGEST = 12  # the most letters of a name
HEAT = {"thermal": "W"}  # units of flows that are shown as another quantity
POWERS = str.maketrans({"^": "", "2": "²", "3": "³"})

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flows:
    """The flows through edges, by name, and the temperature that converts entropy to heat."""

    of: Mapping[str, Text]
    surroundings: Text

    def text_and_unit(self, edge: Edge, domain: Domain) -> tuple[str, str]:
        """The flow through an edge as shown, and its unit; heat instead of entropy."""
        text = self.of[edge.name].text
        if domain.name in HEAT:
            return f"({self.surroundings.text})*({text})", HEAT[domain.name]
        return text, domain.units[1].translate(POWERS)


def schematic(edges: Sequence[Edge], elements: Mapping[str, NetElement], flows: Flows) -> dict[str, Any]:
    """The scene of all networks, one below the other; empty where there are too many elements."""
    if not edges or len(edges) > MOST:
        return {}
    sheet = _Sheet(elements, flows)
    for group, domain in enumerate(dict.fromkeys(edge.first[0] for edge in edges)):
        sheet.network([edge for edge in edges if edge.first[0] == domain], group)
    return {"points": sheet.points, **sheet.shapes}


def order_of(edges: Sequence[Edge]) -> list[Node]:
    """The nodes without ground, connected ones near each other: breadth first, from the first edge."""
    near: dict[Node, list[Node]] = {}
    for edge in edges:
        for one, other in ((edge.first, edge.second), (edge.second, edge.first)):
            near.setdefault(one, []).append(other)
    order: dict[Node, None] = {}
    for start in near:
        waiting = [start] if start[1] != GROUND else []
        for node in waiting:
            if node not in order and node[1] != GROUND:
                order[node] = None
                waiting += near[node]
    return list(order)


@dataclass(slots=True, kw_only=True)
class _Row:
    """A part of a network from left to right: its nodes, and the elements drawn with them."""

    nodes: list[Node] = field(default_factory=list)
    in_line: dict[Node, Edge] = field(
        default_factory=dict
    )  # to the right of a node, or to its left from afar
    hanging: list[Edge] = field(default_factory=list)  # to ground, or to a terminal
    above: list[Edge] = field(default_factory=list)

    def edges_of(self, node: Node) -> list[Edge]:
        """The edges that hang from a node or go up from it."""
        return [edge for edge in (*self.hanging, *self.above) if node in edge.ends]

    def named_elsewhere(self) -> set[Node]:
        """Nodes of other rows to which elements of this one are connected."""
        edges = (*self.in_line.values(), *self.hanging)
        return {node for edge in edges for node in edge.ends if node[1] != GROUND} - {*self.nodes}


def rows_of(edges: Sequence[Edge], slot: float, between: float = BETWEEN) -> list[_Row]:
    """The nodes of a network in rows, each with the edges that are drawn there."""
    order = order_of(edges)
    index = {node: i for i, node in enumerate(order)}
    following: dict[int, Edge] = {}  # the first edge between each node and the next, by the place of the node
    for edge in edges:
        if edge.first in index and edge.second in index:
            low, high = sorted(index[node] for node in edge.ends)
            if high == low + 1:
                following.setdefault(low, edge)
    count = dict.fromkeys(order, 0)
    used = {edge.name for edge in following.values()}
    for edge in edges:
        for node in edge.ends if edge.name not in used else ():
            if node in count:
                count[node] += 1
    whole = sum(slot * (count[node] + 1) + between for node in order)
    most = max(ROW, sqrt(SHAPE * (DROP + APART) * whole))
    rows, wide = [_Row()], 0.0
    row_of: dict[Node, _Row] = {}
    for node in order:
        need = slot * count[node] + slot + between
        if rows[-1].nodes and wide + need > most:
            rows.append(_Row())
            wide = slot + between
        wide += need
        rows[-1].nodes.append(node)
        row_of[node] = rows[-1]
    for i, edge in following.items():
        row_of[order[i + 1]].in_line[order[i]] = edge
    for edge in edges:
        if edge.name in used:
            continue
        nodes = [node for node in edge.ends if node in index]
        last = max(nodes, key=index.__getitem__)
        same = len(nodes) == 2 and row_of[nodes[0]] is row_of[nodes[1]]
        (row_of[last].above if same else row_of[last].hanging).append(edge)
    return rows


class _Sheet:
    """Collects points and shapes."""

    def __init__(self, elements: Mapping[str, NetElement], flows: Flows) -> None:
        self.elements = elements
        self.flows = flows
        self.points: dict[str, list[float]] = {}
        self.names: dict[Spot, str] = {}
        self.shapes: dict[str, list[Any]] = {}
        self.foot = 0.0  # lower end of the drawing so far
        longest = max((_width(self._name(one)) for one in elements.values()), default=0.0)
        self.usual = self.slot = max(SLOT, BESIDE + longest + CLEAR)
        self.between, self.group = BETWEEN, 0

    def network(self, edges: Sequence[Edge], group: int) -> None:
        """Draw one network, below the others."""
        self.group = group
        unit = self.flows.text_and_unit(edges[0], NET_KINDS[self.elements[edges[0].element].kind].domain)[1]
        self.slot = self.usual + (UNIT * (len(unit) + 4) if len(unit) > 1 else 0.0)
        self.between = BETWEEN + (REACHES[1] - REACHES[0] if len(unit) > 1 else 0.0)
        rows = rows_of(sorted(edges, key=self._rank), self.slot, self.between)
        afar = {node for row in rows for node in row.named_elsewhere()}
        for row in rows:
            self._row(row, afar)

    def _rank(self, edge: Edge) -> tuple[bool, int]:
        """The sort key of an edge: sources first, then as in the forest."""
        role = NET_KINDS[self.elements[edge.element].kind].role
        return role not in (Role.EFFORT_SOURCE, Role.FLOW_SOURCE), edge.rank

    def _row(self, row: _Row, named: set[Node]) -> None:
        """Draw a row: rails, elements that hang from them or are in line with them, and tracks above."""
        afar = next((node for node in row.in_line if node not in row.nodes), None)
        x = self.slot + self.between if afar is not None else 0.0
        places: dict[tuple[Node, str], float] = {}
        rails: dict[Node, Spot] = {}
        for node in row.nodes:
            left = x
            for edge in row.edges_of(node):
                places[node, edge.name] = x + self.slot / 2
                x += self.slot
            rails[node] = (left, x)
            x += self.slot + self.between
        spans = {
            edge.name: tuple(sorted(places[node, edge.name] for node in edge.ends)) for edge in row.above
        }
        levels = _levels(spans)
        base = self.foot - (DROP + TRACK * (max(levels.values(), default=-1) + 1)) - APART
        self.foot = base
        top = base + DROP
        for node, (left, right) in rails.items():
            xs = [x for (at, _), x in places.items() if at == node]
            before = [edge for one, edge in row.in_line.items() if one != node and node in edge.ends]
            ends = [
                *xs,
                *([right] if node in row.in_line or node in named else []),
                *([left] if before else []),
            ]
            if len(ends) > 1 and max(ends) > min(ends):
                self._add("wires", [[self._point(min(ends), top), self._point(max(ends), top)]])
            inner = [x for x in xs if min(ends) < x < max(ends)]
            for column in inner or xs[: len(ends) > 2]:
                self._add("nodes", [{"at": self._point(column, top), "width": NODE}])
        for node in row.nodes:
            if node in named:
                self._terminal(node, (rails[node][1], top), (rails[node][1] + 0.3, top + 0.5))
        if afar is not None:
            self._terminal(afar, (0.0, top), (-0.2 - WIDE / 2 * len(afar[1]), top))
        for node, edge in row.in_line.items():
            other = edge.second if edge.first == node else edge.first
            start = 0.0 if node == afar else rails[node][1]
            ends_of = ((start, top), (rails[other][0], top))
            self._symbol(edge, ends_of if edge.first == node else ends_of[::-1])
        self._draw_hanging_elements(row, places, base)
        for edge in row.above:
            low, high = spans[edge.name]
            height = top + TRACK * (levels[edge.name] + 1)
            for x in (low, high):
                self._add("wires", [[self._point(x, top), self._point(x, height)]])
            crossing = [
                one for name, span in spans.items() if levels[name] > levels[edge.name] for one in span
            ]
            first, second = (places[node, edge.name] for node in edge.ends)
            self._symbol(edge, ((first, height), (second, height)), crossing)

    def _draw_hanging_elements(
        self, row: _Row, places: Mapping[tuple[Node, str], float], base: float
    ) -> None:
        """Elements between a rail and ground, or a terminal with the name of a node of another row."""
        feet: list[float] = []
        for edge in row.hanging:
            node = next(one for one in edge.ends if (one, edge.name) in places)
            other = edge.second if node == edge.first else edge.first
            x = places[node, edge.name]
            ends = ((x, base + DROP), (x, base if other[1] == GROUND else base + 0.9))
            self._symbol(edge, ends if node == edge.first else ends[::-1])
            if other[1] == GROUND:
                feet.append(x)
            else:
                self._terminal(other, ends[1], (x, ends[1][1] - 0.45))
        if feet:
            if len(feet) > 1:
                self._add("wires", [[self._point(min(feet), base), self._point(max(feet), base)]])
            self._add("earths", [{"at": self._point(min(feet), base), "width": EARTH}])

    def _terminal(self, node: Node, at: Spot, text: Spot) -> None:
        self._add("nodes", [{"at": self._point(*at), "width": 1.3 * NODE}])
        self._caption(node[1], text)

    def _symbol(self, edge: Edge, ends: tuple[Spot, Spot], crossing: Sequence[float] = ()) -> None:
        """Draw the symbol of an element between two points, its wires, its name and the arrow of its flow."""
        element = self.elements[edge.element]
        kind = NET_KINDS[element.kind]
        (x, y), (u, v) = ends
        upright = x == u
        middle = ((x + u) / 2, (y + v) / 2) if upright else (_widest(x, u, crossing), y)
        way = 1.0 if (v > y if upright else u > x) else -1.0
        half = way * SYMBOL / 2
        inner = tuple(
            (middle[0], middle[1] + part) if upright else (middle[0] + part, middle[1])
            for part in (-half, half)
        )
        for outer, near in zip(ends, inner, strict=True):
            if outer != near:
                self._add("wires", [[self._point(*outer), self._point(*near)]])
        points = [self._point(*one) for one in inner]
        if kind.scene in WITHOUT_LEADS:
            self._add("wires", [points])
        if kind.role == Role.EFFORT_SOURCE:
            points = points[::-1]  # it points to the node of higher effort
        self._add(kind.scene, [{"points": points, "width": WIDTH}])
        name = self._name(element) + ("₂" if edge.name.endswith(SECONDARY) else "")
        beside = (middle[0] + BESIDE + _width(name) / 2, middle[1])
        self._caption(name, beside if upright else (middle[0], y - BELOW))  # above there are amounts of flows
        self._flow(edge, kind, ends[0], inner[0])

    def _flow(self, edge: Edge, kind: NetKind, outer: Spot, inner: Spot) -> None:
        """The arrow of a flow on the wire from the first node of an edge to its symbol."""
        value, unit = self.flows.text_and_unit(edge, kind.domain)
        if abs(inner[0] - outer[0]) + abs(inner[1] - outer[1]) < ARROW:
            return
        reach = REACHES[len(unit) > 1]
        if abs(inner[0] - outer[0]) > reach:  # near the symbol, where no other wire is
            outer = (inner[0] - (reach if inner[0] > outer[0] else -reach), outer[1])
        points = [self._point(*outer), self._point(*inner)]
        arrow = {"points": points, "width": ARROW, "flow": value, "group": self.group, "text": unit}
        self._add("flows", [arrow])

    def _name(self, element: NetElement) -> str:
        return element.name if len(element.name) <= LONGEST else element.name[: LONGEST - 1] + "…"

    def _caption(self, text: str, at: Spot) -> None:
        self._add("captions", [{"at": self._point(*at), "width": LETTER, "text": text}])

    def _point(self, x: float, y: float) -> str:
        corner = (round(x, 4), round(y, 4))
        if corner not in self.names:
            self.names[corner] = f"{SHEET}{len(self.names) + 1}"
            self.points[self.names[corner]] = list(corner)
        return self.names[corner]

    def _add(self, shape: str, items: list[Any]) -> None:
        self.shapes.setdefault(shape, []).extend(items)


WITHOUT_LEADS = ("orifices",)  # symbols on a continuous wire


def _width(text: str) -> float:
    """The width of a caption."""
    return sum(WIDEST if letter in BROAD else WIDE for letter in text)


def _levels(spans: Mapping[str, tuple[float, ...]]) -> dict[str, int]:
    """The track of each span: short ones low, and no two that overlap on one."""
    tracks: list[list[tuple[float, ...]]] = []
    levels: dict[str, int] = {}
    for name, span in sorted(spans.items(), key=lambda item: item[1][1] - item[1][0]):
        free = (i for i, track in enumerate(tracks) if all(span[1] < a or b < span[0] for a, b in track))
        level = next(free, len(tracks))
        if level == len(tracks):
            tracks.append([])
        tracks[level].append(span)
        levels[name] = level
    return levels


def _widest(start: float, end: float, crossing: Sequence[float]) -> float:
    """The middle of the longest part of a track that no other wire crosses."""
    low, high = min(start, end), max(start, end)
    cuts = [low, *sorted(x for x in crossing if low < x < high), high]
    best = max(pairwise(cuts), key=lambda pair: pair[1] - pair[0])
    return (best[0] + best[1]) / 2
