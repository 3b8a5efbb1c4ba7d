"""Block diagrams of controllers: each has its own row, and is to the right of those that it reads.

The outputs of controllers lead to the system on the right; measurements lead back below all rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dalembert._model.controllers.diagram import Block
from dalembert._present.animation.primitives import Circle, Drawing, Line, Polygon, Primitive, Spot, Text

MOST = 24  # the most controllers that are drawn
LETTER = 0.3
WIDE = 0.6  # the width of a letter, in heights
HIGH, ROW = 0.55, 1.9  # half the height of a block, the distance of rows
VALUE = 0.9 * WIDE * LETTER * 16  # room for a value such as −5.216·10⁻⁵ rad
AHEAD, RING = VALUE + 0.5, 0.16  # distance of the comparison before the block; radius of its ring
BELOW = 0.9  # distance of lines below a row
HEAD, NARROW = 0.22, 0.09
LONGEST = 26  # the most letters of a signal


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalPlace:
    """The position of the value of a signal: the `word` of a controller, or, without one, a result."""

    name: str
    word: str = ""
    at: Spot
    anchor: str


def block_diagram(blocks: Sequence[Block], system: str) -> Drawing | None:
    """The diagram; None where there are no controllers, or too many."""
    diagram = diagram_of(blocks, system)
    return diagram[0] if diagram is not None else None


def diagram_of(blocks: Sequence[Block], system: str) -> tuple[Drawing, tuple[SignalPlace, ...]] | None:
    """The diagram, and the positions for values of its signals."""
    if not 0 < len(blocks) <= MOST:
        return None
    sheet = _Sheet(blocks, system)
    return sheet.drawing(), tuple(sheet.places)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _length(text: str) -> float:
    return WIDE * LETTER * len(text)


class _Sheet:
    """Collects shapes; the first row is at y = 0."""

    def __init__(self, blocks: Sequence[Block], system: str) -> None:
        self.blocks, self.system = blocks, _short(system)
        self.half = max(1.1, *(0.25 + _length(one.sign) / 2 for one in blocks),
                        *(0.25 + _length(one.name) / 2 for one in blocks))  # fmt: skip
        signals = [one.reads for one in blocks] + [one.reference for one in blocks]
        self.before = 1.9 + AHEAD + max(_length(_short(one)) for one in signals)
        self.row = {one.name: -ROW * i for i, one in enumerate(blocks)}
        self.layer = {one.name: one.layer for one in blocks}
        self.read = Counter(name for one in blocks for name in (*one.below, *one.leads))
        self.driving = {one.name for one in blocks if one.drives}
        self.shapes: list[Primitive] = []
        self.places: list[SignalPlace] = []
        last = max(one.layer for one in blocks)
        drives = max(_length(_short(one.drives)) for one in blocks)
        self.left = self._middle(last) + self.half + max(1.2 + drives, VALUE + 0.3)  # left edge of the system
        self.bottom = -ROW * len(blocks) + 0.3

    def _middle(self, layer: int) -> float:
        """The middle of the blocks of a layer."""
        return layer * (2 * self.half + self.before) + self.before + self.half

    def drawing(self) -> Drawing:
        """All blocks and the lines between them."""
        right = self.left + max(2.4, _length(self.system) + 0.6)
        low = -ROW * (len(self.blocks) - 1) - 0.8
        self._box((self.left, low), (right, 0.8))
        self.shapes.append(Text(at=((self.left + right) / 2, (low + 0.8) / 2), text=self.system))
        for one in self.blocks:
            self._block(one)
        if any(one.measures for one in self.blocks):
            first = min(self._tap(one) for one in self.blocks if one.measures)
            middle = (self.left + right) / 2
            self._line((middle, low), (middle, self.bottom), (first, self.bottom))
        begin = min(x for one in self.shapes if isinstance(one, Line) for x, _ in one.points)
        return Drawing(
            shapes=tuple(self.shapes),
            low=(begin - 0.3, self.bottom - 0.4),
            high=(right + 0.3, 1.3),
            letter=LETTER,
        )

    def _tap(self, one: Block) -> float:
        """The position at which the measurement of a block leads up to its row."""
        edge = self._middle(one.layer) - self.half
        return edge - AHEAD if one.reference else edge - 0.6 - max(_length(_short(one.reads)), VALUE)

    def _block(self, one: Block) -> None:
        x, y = self._middle(one.layer), self.row[one.name]
        self._box((x - self.half, y - HIGH), (x + self.half, y + HIGH))
        self.shapes.append(Text(at=(x, y), text=one.sign))
        self.shapes.append(Text(at=(x, y + HIGH + 0.24), text=one.name, colour="soft", size=0.9))
        edge = x - self.half
        self._place(one.name, "output", (x + self.half + 0.1, y - 0.26), "start")
        if one.reference:
            self._draw_comparison(one, edge, y)
        else:
            self._read(one, edge, y)
        if one.drives or one.name not in self.read:
            self._arrow((x + self.half, y), (self.left if one.drives else x + self.half + 0.9, y))
        if one.drives:
            self._label((self.left - 0.35, y + 0.24), _short(one.drives), "end")

    def _draw_comparison(self, one: Block, edge: float, y: float) -> None:
        """Draw the comparison of a reference with a measurement."""
        at = (edge - AHEAD, y)
        begin = at[0] - 0.8 - _length(_short(one.reference))
        self._arrow((begin, y), (at[0] - RING, y))
        self._sources(one.leads, begin, y)
        self._label((at[0] - 0.45, y + 0.24), _short(one.reference), "end")
        self._arrow((at[0] + RING, y), (edge, y))
        self.shapes.append(Circle(centre=at, radius=RING, fill="paper"))
        below = self.bottom if one.measures else y - BELOW
        self._arrow((at[0], below), (at[0], y - RING))
        for name in one.below:
            self._branch(name, (at[0], y - BELOW))
        self._label((at[0] + 0.2, y - RING - 0.22), "−", "start")
        self._label((at[0] - 0.2, y - 0.55), _short(one.reads), "end")
        self._place(one.reads, "", (at[0] - 0.2, y - 0.9), "end")
        self._place(one.name, "error", (at[0] + RING + 0.06, y + 0.26), "start")

    def _read(self, one: Block, edge: float, y: float) -> None:
        """Draw the inputs of a block, from the motion, from other blocks, or from outside."""
        tap = self._tap(one)
        if one.measures:
            self._line((tap, self.bottom), (tap, y))
        begin = tap if one.measures or one.below else edge - 0.6 - _length(_short(one.reads))
        self._arrow((begin, y), (edge, y))
        self._sources(one.below, begin, y)
        self._label((edge - 0.35, y + 0.24), _short(one.reads), "end")
        self._place(one.reads, "", (edge - 0.35, y - 0.26), "end")

    def _sources(self, names: Sequence[str], x: float, y: float) -> None:
        """Draw lines from the outputs of blocks to the begin of a signal."""
        for name in names:
            branch = self._out(name)
            if branch <= x:
                self._branch(name, (x, y))
            else:
                self._branch(name, (x, y - BELOW))
                self._line((x, y - BELOW), (x, y))

    def _out(self, name: str) -> float:
        """The position at which the output of a block branches off."""
        return self._middle(self.layer[name]) + self.half + 0.4

    def _branch(self, name: str, end: Spot) -> None:
        """A line from the output of a block: up or down, then along."""
        branch, row = self._out(name), self.row[name]
        if name not in self.driving:
            self._line((branch - 0.4, row), (branch, row))
        if name in self.driving or self.read[name] > 1:
            self.shapes.append(Circle(centre=(branch, row), radius=0.06, fill="ink"))
        self._line((branch, row), (branch, end[1]), end)

    def _box(self, low: Spot, high: Spot) -> None:
        corners = (low, (high[0], low[1]), high, (low[0], high[1]))
        self.shapes.append(Polygon(points=corners, fill="paper", colour="ink", width=1.2))

    def _line(self, *points: Spot) -> None:
        self.shapes.append(Line(points=points, width=1.0))

    def _arrow(self, begin: Spot, end: Spot) -> None:
        """A line with a head, to the right or up."""
        self._line(begin, end)
        if begin[0] == end[0]:
            sides = ((end[0] - NARROW, end[1] - HEAD), (end[0] + NARROW, end[1] - HEAD))
        else:
            sides = ((end[0] - HEAD, end[1] - NARROW), (end[0] - HEAD, end[1] + NARROW))
        self.shapes.append(Polygon(points=(end, *sides), fill="ink", width=0.5))

    def _place(self, name: str, word: str, at: Spot, anchor: str) -> None:
        self.places.append(SignalPlace(name=name, word=word, at=at, anchor=anchor))

    def _label(self, at: Spot, text: str, anchor: str) -> None:
        self.shapes.append(Text(at=at, text=text, size=0.9, anchor=anchor, colour="c0"))
