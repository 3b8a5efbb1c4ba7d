"""Shapes of a plane as lines, circles and polygons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import copysign, cos, hypot, isfinite, pi, sin, sqrt

import numpy as np

from dalembert._present.animation.camera import ProjectedFrame
from dalembert._present.animation.flat_mechanisms import hatched_line, mechanism_shapes, rectangle
from dalembert._present.animation.flow_labels import amount
from dalembert._present.animation.picture import Shape
from dalembert._present.animation.primitives import (
    LETTER,
    SMALL,
    Circle,
    Line,
    Polygon,
    Primitive,
    Spot,
    Text,
)
from dalembert._present.animation.schematic_symbols import symbol_shapes

NO_FLOW, MOST_FLOW = 1e-6, 4.0  # relative to the largest recorded flow: limits of visible arrows


def arrow(share: float) -> float:
    """The signed length of the arrow of a flow, relative to its width: longer for a larger flow."""
    size = min(abs(share), MOST_FLOW)
    return copysign(0.4 + 0.6 * sqrt(size), share) if size > NO_FLOW else 0.0


def flat_shape(seen: ProjectedFrame, shape: Shape, ends: Sequence[Spot]) -> Iterator[Primitive]:
    """The primitives of a shape at the projections of its points."""
    match shape.kind:
        case "pin":
            yield from _pin(ends[0], seen.length(shape, "size"))
        case "floor":
            yield from hatched_line(ends[0], ends[1], seen.length(shape, "size"))
        case "spring":
            points = zigzag(ends[0], ends[1], seen.length(shape, "width"), shape.coils)
            yield Line(points=points, colour="ink", width=1.1)
        case "damper":
            yield from _damper(ends[0], ends[1], seen.length(shape, "width"))
        case "link":
            yield from _link(ends, shape, seen.length(shape, "width"))
        case "wheel":
            yield from _wheel(seen, shape, ends[0])
        case "disc":
            radius = abs(seen.length(shape, "radius"))
            yield Circle(centre=ends[0], radius=radius, fill=shape.colour, colour="ink", width=0.7)
        case "block":
            sizes = (seen.length(shape, "width"), seen.length(shape, "height"), seen.value(shape, "angle"))
            yield Polygon(points=rectangle(ends[0], *sizes), fill=shape.colour, colour="ink", width=0.7)
        case "arrow":
            yield from _arrow(seen, shape, ends[0])
        case "symbol":
            width, a, b = (seen.length(shape, k) if k in shape.values else 0.0 for k in ("width", "a", "b"))
            letter = LETTER * seen.picture.unit
            text = shape.text
            if "share" in shape.values:
                a = width * arrow(seen.value(shape, "share"))
                value = seen.value(shape, "value")
                text = amount(0.0 if isfinite(value) and not a else value, shape.text, seen.picture.mark)
            yield from symbol_shapes(shape.symbol, ends, (width, a, b), shape.colour, letter, text)
        case _:
            yield from mechanism_shapes(seen, shape, ends)


def _link(ends: Sequence[Spot], shape: Shape, width: float) -> Iterator[Primitive]:
    path = [*ends, ends[0]] if shape.closed else ends
    for start, end in pairwise(path):
        yield Polygon(points=_bar(start, end, width / 2), fill=shape.colour, colour=shape.colour, width=0.5)
    for end in ends:
        yield Circle(centre=end, radius=width * 0.3, colour="paper", width=0.0, fill="paper")


def _bar(start: Spot, end: Spot, radius: float) -> tuple[Spot, ...]:
    """A bar with round ends."""
    along = np.arctan2(end[1] - start[1], end[0] - start[0])
    turns = np.linspace(pi / 2, 3 * pi / 2, 9)
    first = [(start[0] + radius * cos(along + a), start[1] + radius * sin(along + a)) for a in turns]
    last = [(end[0] - radius * cos(along + a), end[1] - radius * sin(along + a)) for a in turns]
    return (*first, *last)


def zigzag(start: Spot, end: Spot, width: float, coils: int) -> tuple[Spot, ...]:
    """A spring: straight ends, and between them teeth that keep their width when it is stretched."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    length = hypot(dx, dy) or 1.0
    nx, ny = -dy / length * width / 2, dx / length * width / 2
    teeth = 2 * coils
    parts = [(0.0, 0.0), (0.12, 0.0)]
    parts += [(0.12 + 0.76 * (i + 0.5) / teeth, 1.0 if i % 2 == 0 else -1.0) for i in range(teeth)]
    parts += [(0.88, 0.0), (1.0, 0.0)]
    return tuple((x + s * dx + side * nx, y + s * dy + side * ny) for s, side in parts)


def _damper(start: Spot, end: Spot, width: float) -> Iterator[Line]:
    """A cylinder at the start, a piston at the end; the cylinder keeps its length as far as possible."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    length = hypot(dx, dy) or 1.0
    tx, ty = dx / length, dy / length
    nx, ny = -ty * width / 2, tx * width / 2
    mouth = min(1.4 * width, 0.4 * length)
    back, front = (length - mouth) / 2, (length + mouth) / 2

    def at(s: float, side: float) -> Spot:
        return (x + s * tx + side * nx, y + s * ty + side * ny)

    yield Line(points=(at(0, 0), at(back, 0)))
    yield Line(points=(at(front, 1), at(back, 1), at(back, -1), at(front, -1)), width=1.2)
    yield Line(points=(at((back + front) / 2, 0.75), at((back + front) / 2, -0.75)), width=1.6)
    yield Line(points=(at((back + front) / 2, 0), at(length, 0)))


def _wheel(seen: ProjectedFrame, shape: Shape, centre: Spot) -> Iterator[Primitive]:
    radius = abs(seen.length(shape, "radius"))
    yield Circle(centre=centre, radius=radius, colour=shape.colour, width=1.8)
    if "angle" not in shape.values:
        return
    turns = [seen.value(shape, "angle") + k * pi / 2 for k in range(4)]
    rim = [(centre[0] + radius * cos(a), centre[1] + radius * sin(a)) for a in turns]
    yield Line(points=(rim[1], rim[3]), colour=shape.colour, width=0.7)
    yield Line(points=(centre, rim[2]), colour=shape.colour, width=0.7)
    yield Line(points=(centre, rim[0]), colour=shape.colour, width=1.8)


def _pin(at: Spot, size: float) -> Iterator[Primitive]:
    """A fixed point: a small triangle on hatched ground."""
    x, y = at
    foot = y - 0.8 * size
    yield Polygon(
        points=((x, y), (x - 0.5 * size, foot), (x + 0.5 * size, foot)), fill="paper", colour="soft"
    )
    yield from hatched_line((x - 0.8 * size, foot), (x + 0.8 * size, foot), size / 3)


def _arrow(seen: ProjectedFrame, shape: Shape, start: Spot) -> Iterator[Primitive]:
    dx, dy = seen.value(shape, "x"), seen.value(shape, "y")
    length, width = hypot(dx, dy), seen.value(shape, "width")
    if length <= 1e-9 * width or not isfinite(length):
        return
    tx, ty = dx / length, dy / length
    head = min(4 * width, length)
    tip, neck = (start[0] + dx, start[1] + dy), (start[0] + dx - head * tx, start[1] + dy - head * ty)
    side = 0.4 * head
    yield Line(points=(start, neck), colour=shape.colour, width=1.6)
    corners = (tip, (neck[0] - side * ty, neck[1] + side * tx), (neck[0] + side * ty, neck[1] - side * tx))
    yield Polygon(points=corners, fill=shape.colour, colour=shape.colour, width=0.4)
    if shape.text:
        beyond = 3 * seen.picture.unit
        at = (tip[0] + beyond * tx, tip[1] + beyond * ty)
        yield Text(at=at, text=shape.text, size=SMALL)
