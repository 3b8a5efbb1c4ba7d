"""The start configuration as a drawing, and as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape

import numpy as np

from dalembert._present.animation.drawing import drawing_of
from dalembert._present.animation.picture import Picture
from dalembert._present.animation.shapes import COLOURS, Circle, Drawing, Polygon, Primitive, Spot, Text

WIDTH, TALLEST = 720.0, 620.0  # of an SVG drawing, in pixels
PIXELS = 1.5  # of a line of width 1
WIDER = 3.0  # a drawing is at most so many times as large as the system at its start
HALO = 2.0  # of paper around letters
FONT = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"


def still_shapes(picture: Picture) -> Drawing:
    """The lines, circles, polygons and texts of the start, with the paths until they lead too far away."""
    return drawing_of(_near(picture), 0)


def _near(picture: Picture) -> Picture:
    """The picture up to the frame where it would become so large that its start could not be seen."""
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
    """The start configuration as an SVG drawing; `label` is what is read out instead of it."""
    return svg(still_shapes(picture), label or picture.title)


def svg(drawing: Drawing, label: str = "") -> str:
    """A drawing as SVG. Colours stand there twice: as numbers, and as classes that a page can redefine."""
    (x0, y0), (x1, y1) = drawing.low, drawing.high
    scale = min(WIDTH / (x1 - x0), TALLEST / (y1 - y0))
    width, height = (x1 - x0) * scale, (y1 - y0) * scale

    def place(spot: Spot) -> tuple[str, str]:
        return f"{(spot[0] - x0) * scale:.1f}", f"{(y1 - spot[1]) * scale:.1f}"

    def lines() -> Iterator[str]:
        named = f' aria-label="{escape(label)}"' if label else ""
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
            f' width="{width:.0f}" height="{height:.0f}" role="img"{named}>'
        )
        for shape in drawing.shapes:
            yield _element(shape, place, scale, drawing.letter)
        yield "</svg>"

    return "\n".join(lines())


Place = Callable[[Spot], tuple[str, str]]


def _element(shape: Primitive, place: Place, scale: float, letter: float) -> str:
    if isinstance(shape, Text):
        x, y = place(shape.at)
        size = shape.size * letter * scale
        return (
            f'<text x="{x}" y="{y}"{_paint("paper", HALO, shape.colour)} font-family="{escape(FONT)}"'
            f' font-size="{size:.1f}" text-anchor="{shape.anchor}" dominant-baseline="central"'
            f' paint-order="stroke">'
            f"{escape(shape.text)}</text>"
        )
    if isinstance(shape, Circle):
        cx, cy = place(shape.centre)
        paint = _paint(shape.colour, shape.width, shape.fill)
        return f'<circle cx="{cx}" cy="{cy}" r="{shape.radius * scale:.1f}"{paint}/>'
    points = " ".join(",".join(place(p)) for p in shape.points)
    if isinstance(shape, Polygon):
        return f'<polygon points="{points}"{_paint(shape.colour, shape.width, shape.fill)}/>'
    dashed = ' stroke-dasharray="4 3"' if shape.dashed else ""
    return f'<polyline points="{points}"{_paint(shape.colour, shape.width, "")}{dashed}/>'


def _paint(edge: str, width: float, fill: str) -> str:
    """Colours as attributes and as classes."""
    classes = [f"s-{edge}"] if edge and width else []
    classes += [f"f-{fill}"] if fill else []
    stroke = ""
    if edge and width:
        stroke = f' stroke="{COLOURS[edge]}" stroke-width="{width * PIXELS:.2f}" stroke-linejoin="round"'
    inside = COLOURS[fill] if fill else "none"
    return f' class="{" ".join(classes)}" fill="{inside}"{stroke}'
