"""Positions of labels: of several candidates around a point the one that covers least."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import cos, hypot, pi, sin

from dalembert._present.animation.primitives import Circle, Line, Polygon, Primitive, Spot, Text

WIDE = 0.58  # width of a letter, relative to its height
WAYS = (1, 3, 7, 5, 0, 4, 2, 6)  # eighths of a turn, the best first
GAPS = (0.35, 1.1, 2.4)  # distances between a label and its object, in letter heights, the best first
PARTS = (
    1.0,
    0.4,
)  # relative to the extent of its object: a label is beside all of it, or nearer where there is room
LONGEST = 200  # the most points examined along a straight line
MOST = 4000  # the most points examined in all
STAY = 1.5  # the most points that a label may cover before it changes its side


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A text to be placed near the middle of some points, outside of an extent to the side and up."""

    points: tuple[int, ...]
    at: Spot
    text: str
    reach: Spot
    name: bool = False  # of a point
    number: int = 0  # among the labels of a picture

    @property
    def colour(self) -> str:
        """Names of points are softer than texts."""
        return "soft" if self.name else "ink"


Box = tuple[float, float, float, float]


def place_labels(
    labels: Sequence[Label],
    drawn: Sequence[Primitive],
    usual: float,
    size: float,
    before: Mapping[int, int],
) -> Iterator[tuple[Label, Text, int]]:
    """The labels with their texts and sides: each in turn where it covers least of what is already drawn.

    One that was on a side `before` stays there as long as it covers little, so that labels do not flicker.
    """
    letter = usual * size
    marks = _marks(drawn, letter / 2)
    taken: list[Box] = []
    for label in labels:
        width, height = extent(label.text, letter)
        best: tuple[float, Spot, Box, int] | None = None
        for rank, (part, gap, way) in enumerate(product(PARTS, GAPS, WAYS)):
            dx, dy = cos(way * pi / 4), sin(way * pi / 4)
            x = label.at[0] + dx * (part * label.reach[0] + letter * gap + width / 2)
            y = label.at[1] + dy * (part * label.reach[1] + letter * gap + height / 2)
            box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            cost = 40 * sum(_overlap(box, other) for other in taken) / (width * height)
            cost += sum(box[0] <= px <= box[2] and box[1] <= py <= box[3] for px, py in marks) + 0.1 * rank
            cost -= STAY if before.get(label.number) == way and rank < len(WAYS) else 0.0
            if best is None or cost < best[0]:
                best = (cost, (x, y), box, way)
        if best is not None:
            taken.append(best[2])
            yield label, Text(at=best[1], text=label.text, colour=label.colour, size=size), best[3]


def extent(text: str, letter: float) -> tuple[float, float]:
    """The approximate width and height of a text."""
    return WIDE * letter * len(text), letter


def _overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def _marks(drawn: Sequence[Primitive], apart: float) -> list[Spot]:
    """Points along everything drawn, about `apart` from each other."""
    marks: list[Spot] = []
    for shape in drawn:
        if shape.colour == "faint":  # labels may cover the floor
            continue
        if isinstance(shape, Circle):
            turns = [k * pi / 8 for k in range(16)]
            marks += [
                (shape.centre[0] + shape.radius * cos(a), shape.centre[1] + shape.radius * sin(a))
                for a in turns
            ]
        elif isinstance(shape, Line | Polygon):
            ends = (*shape.points, shape.points[0]) if isinstance(shape, Polygon) else shape.points
            if isinstance(shape, Polygon):
                count = len(shape.points)
                marks.append(
                    (sum(x for x, _ in shape.points) / count, sum(y for _, y in shape.points) / count)
                )
            for (x0, y0), (x1, y1) in pairwise(ends):
                count = 1 + int(min(hypot(x1 - x0, y1 - y0) / apart, LONGEST))
                marks += [(x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count) for k in range(count)]
    return marks[:: 1 + len(marks) // MOST]
