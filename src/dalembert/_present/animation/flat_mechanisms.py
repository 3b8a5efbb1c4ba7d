"""Guides, roads, racks, belts and curves of a plane as lines and polygons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin

import numpy as np

from dalembert._present.animation.camera import ProjectedFrame
from dalembert._present.animation.picture import Shape
from dalembert._present.animation.primitives import Line, Polygon, Primitive, Spot


def mechanism_shapes(seen: ProjectedFrame, shape: Shape, ends: Sequence[Spot]) -> Iterator[Primitive]:
    """The primitives of a shape at the projections of its points."""
    match shape.kind:
        case "rail":
            yield from _rail(seen, shape, ends)
        case "road":
            low, high = _guide_ends(seen, shape, ends[0])
            yield from hatched_line(low, high, seen.length(shape, "width"))
        case "rack":
            yield from _rack(seen, shape, ends[0])
        case "belt":
            yield from _belt(seen, shape, ends)
        case "wire":
            yield Line(points=tuple(ends), colour=shape.colour, width=1.3)


def rectangle(centre: Spot, width: float, height: float, angle: float) -> tuple[Spot, ...]:
    """The corners of a rectangle that is turned by an angle."""
    c, s = cos(angle), sin(angle)
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    sides = [(a * width, b * height) for a, b in corners]
    return tuple((centre[0] + c * a - s * b, centre[1] + s * a + c * b) for a, b in sides)


def hatched_line(start: Spot, end: Spot, size: float) -> Iterator[Line]:
    """A line, hatched on its right."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    tx, ty = dx / length, dy / length
    yield Line(points=(start, end), colour="soft", width=1.2)
    count = max(2, min(60, round(length / (0.9 * size))))
    for i in range(1, count + 1):
        x, y = start[0] + dx * i / count, start[1] + dy * i / count
        yield Line(
            points=((x, y), (x + (ty - tx) * 0.7 * size, y - (tx + ty) * 0.7 * size)),
            colour="soft",
            width=0.6,
        )


def _guide_ends(seen: ProjectedFrame, shape: Shape, start: Spot) -> tuple[Spot, Spot]:
    x, y, low, high = (seen.value(shape, key) for key in ("axis_x", "axis_y", "low", "high"))
    return (start[0] + low * x, start[1] + low * y), (start[0] + high * x, start[1] + high * y)


def _rail(seen: ProjectedFrame, shape: Shape, ends: Sequence[Spot]) -> Iterator[Primitive]:
    """A guide and a block on it."""
    low, high = _guide_ends(seen, shape, ends[0])
    width, angle = seen.value(shape, "width"), np.arctan2(high[1] - low[1], high[0] - low[0])
    yield Line(points=(low, high), colour="soft", width=2.2)
    block = rectangle(ends[1], 1.8 * width, 1.1 * width, float(angle))
    yield Polygon(points=block, fill=shape.colour, colour="ink", width=0.7)


def _rack(seen: ProjectedFrame, shape: Shape, centre: Spot) -> Iterator[Primitive]:
    """A toothed bar that touches its pinion on the right of its axis."""
    names = ("axis_x", "axis_y", "radius", "shift", "low", "high", "tooth", "hand")
    x, y, radius, shift, low, high, tooth, hand = (seen.value(shape, name) for name in names)
    if not tooth > 0:
        return
    deep, first, last = 0.35 * tooth, round(low / tooth), round(high / tooth)

    def at(along: float, below: float) -> Spot:
        away = hand * (radius + below)
        return centre[0] + along * x + away * y, centre[1] + along * y - away * x

    teeth = [
        at(shift + (k + part) * tooth, side * deep)
        for k in range(first, last + 1)
        for part, side in ((-0.35, 1.0), (-0.15, -1.0), (0.15, -1.0), (0.35, 1.0))
    ]
    foot = [at(shift + end * tooth, 3 * deep) for end in (last + 0.35, first - 0.35)]
    yield Polygon(points=(*teeth, *foot), fill=shape.colour, colour="ink", width=0.7)


def _belt(seen: ProjectedFrame, shape: Shape, ends: Sequence[Spot]) -> Iterator[Primitive]:
    """The straight parts of a belt, which touch both pulleys, and the arcs about them."""
    (x0, y0), (x1, y1) = ends
    a, b, crossed = (seen.value(shape, key) for key in ("a", "b", "crossed"))
    along, length = float(np.arctan2(y1 - y0, x1 - x0)), hypot(x1 - x0, y1 - y0)
    second = -b if crossed else b
    if not length > abs(a - second):
        return
    lean = float(np.arccos((a - second) / length))

    def arc(centre: Spot, radius: float, start: float, end: float) -> list[Spot]:
        turns = np.linspace(start, end, 25)
        return [(centre[0] + radius * cos(t), centre[1] + radius * sin(t)) for t in turns]

    first = arc(ends[0], a, along + lean, along + 2 * pi - lean)
    other = pi - lean if crossed else lean
    last = arc(ends[1], b, along - other, along + other)
    if crossed:
        last = last[::-1]
    yield Line(points=(*first, *last, first[0]), colour="ink", width=1.6)
