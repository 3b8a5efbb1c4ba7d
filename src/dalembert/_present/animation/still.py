"""The start configuration as a drawing, and as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from html import escape
from math import hypot

import numpy as np

from dalembert._present.animation.frame_drawing import drawing_of
from dalembert._present.animation.picture import Picture
from dalembert._present.animation.primitives import (
    Circle,
    Drawing,
    Polygon,
    Primitive,
    Spot,
    Text,
    colour_in_tone,
)

WIDTH, TALLEST = 720.0, 620.0  # of an SVG drawing, in pixels
PIXELS = 1.5  # of a line of width 1
WIDER = 3.0  # the largest size of a drawing relative to the system at its start
HALO = 2.0  # width of the white outline of letters
HAIR, LONGEST = 0.15, 40  # largest deviation of a simplified line in pixels, most points left out
FONT = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"


def still_shapes(picture: Picture) -> Drawing:
    """The primitives of the start, with paths as long as they stay near."""
    return drawing_of(_near(picture), 0)


def _near(picture: Picture) -> Picture:
    """The picture up to the frame at which it becomes too large to see its start."""
    if picture.dimension != 2 or not picture.names:
        return picture
    filled = np.where(np.isfinite(picture.points), picture.points, picture.points[0])
    lows = np.minimum.accumulate(filled.min(axis=1))
    highs = np.maximum.accumulate(filled.max(axis=1))
    sizes = (highs - lows).max(axis=1)
    if not 0 < sizes[0] < sizes[-1] / WIDER:
        return picture
    last = int(np.flatnonzero(sizes <= WIDER * sizes[0])[-1])
    smaller = float(sizes[last] / sizes[-1])
    shapes = tuple(
        replace(shape, values={name: smaller * size for name, size in shape.values.items()})
        if shape.kind in ("pin", "floor")
        else shape
        for shape in picture.shapes
    )
    return replace(
        picture,
        times=picture.times[: last + 1],
        points=picture.points[: last + 1],
        shapes=shapes,
        low=lows[last],
        high=highs[last],
        unit=smaller * picture.unit,
    )


def still(picture: Picture, label: str = "") -> str:
    """The start configuration as an SVG drawing; `label` is its text for screen readers."""
    return svg(still_shapes(picture), label or picture.title)


def svg(drawing: Drawing, label: str = "") -> str:
    """A drawing as SVG. Colours are given twice: as values, and as classes that a page can redefine."""
    (x0, y0), (x1, y1) = drawing.low, drawing.high
    scale = min(WIDTH / (x1 - x0), TALLEST / (y1 - y0))
    width, height = (x1 - x0) * scale, (y1 - y0) * scale

    def to_svg(spot: Spot) -> tuple[str, str]:
        return f"{(spot[0] - x0) * scale:.1f}", f"{(y1 - spot[1]) * scale:.1f}"

    def lines() -> Iterator[str]:
        named = f' aria-label="{escape(label)}"' if label else ""
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
            f' width="{width:.0f}" height="{height:.0f}" role="img"{named} font-family="{escape(FONT)}"'
            f' stroke-linejoin="round">'
        )
        for shape in drawing.shapes:
            yield _element(shape, to_svg, scale, drawing.letter)
        yield "</svg>"

    return "\n".join(lines())


Place = Callable[[Spot], tuple[str, str]]


def _element(shape: Primitive, to_svg: Place, scale: float, letter: float) -> str:
    if isinstance(shape, Text):
        x, y = to_svg(shape.at)
        size = shape.size * letter * scale
        return (
            f'<text x="{x}" y="{y}"{_paint("paper", HALO, shape.colour)}'
            f' font-size="{size:.1f}" text-anchor="{shape.anchor}" dominant-baseline="central"'
            f' paint-order="stroke">'
            f"{escape(shape.text)}</text>"
        )
    if isinstance(shape, Circle):
        cx, cy = to_svg(shape.centre)
        paint = _paint(shape.colour, shape.width, shape.fill, shape.tone)
        return f'<circle cx="{cx}" cy="{cy}" r="{shape.radius * scale:.1f}"{paint}/>'
    points = " ".join(",".join(spot) for spot in _thin_out([to_svg(p) for p in shape.points]))
    if isinstance(shape, Polygon):
        return f'<polygon points="{points}"{_paint(shape.colour, shape.width, shape.fill, shape.tone)}/>'
    dashed = ' stroke-dasharray="4 3"' if shape.dashed else ""
    return f'<polyline points="{points}"{_paint(shape.colour, shape.width, "", shape.tone)}{dashed}/>'


def _thin_out(spots: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The points of a line without those that deviate from a straight line by less than HAIR."""
    last = len(spots) - 1
    kept = 0
    for i, spot in enumerate(spots):
        if i in (0, last) or i - kept > LONGEST or not _straight(spots[kept : i + 2]):
            kept = i
            yield spot


def _straight(spots: Sequence[tuple[str, str]]) -> bool:
    """Whether all points are within HAIR of the line from the first to the last."""
    xs, ys = ([float(c) for c in column] for column in zip(*spots, strict=True))
    dx, dy = xs[-1] - xs[0], ys[-1] - ys[0]
    length = hypot(dx, dy)
    if length == 0:
        return all(x == xs[0] and y == ys[0] for x, y in zip(xs, ys, strict=True))
    inner = zip(xs[1:-1], ys[1:-1], strict=True)
    return all(
        abs((x - xs[0]) * dy - (y - ys[0]) * dx) <= HAIR * length and (x - xs[0]) * dx + (y - ys[0]) * dy >= 0
        for x, y in inner
    )


def _paint(edge: str, width: float, fill: str, tone: float = 0.0) -> str:
    """Colours as attributes and, except for tones, as classes."""
    classes = [f"s-{edge}"] if edge and width else []
    classes += [f"f-{fill}"] if fill else []
    named = f' class="{" ".join(classes)}"' if classes and not tone else ""
    stroke = ""
    if edge and width:
        stroke = f' stroke="{colour_in_tone(edge, tone)}" stroke-width="{width * PIXELS:.2f}"'
    inside = colour_in_tone(fill, tone) if fill else "none"
    return f'{named} fill="{inside}"{stroke}'
