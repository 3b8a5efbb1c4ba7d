"""Schematic symbols of circuits and flows: strokes along and across the line between two points.

A position (l, w, a, b, side, side_a) is l lengths of the line, w widths, and a and b times further numbers of
the symbol along it, and side widths and side_a times the number a to its left. A symbol of one point is
upright. Each symbol is one entry of `SYMBOLS`, which drawings, films and the player read.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

from dalembert._present.animation.primitives import Circle, Line, Polygon, Primitive, Spot, Text

Affine = tuple[float, float, float, float, float, float]
WITH_TEXT = ("flow", "caption")  # symbols that include their texts
LETTERS = 0.6  # height of a letter in a symbol, in widths


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A line or area through positions, a ring (radius in widths), a letter, or a route through all points.

    Without a letter the text of the shape is used; an amount is its value with its text as the unit.
    """

    kind: str
    places: tuple[Affine, ...] = ()
    fill: str = ""
    colour: str = "ink"
    width: float = 1.1  # of a route: in widths of the symbol, 0 for a wire
    radius: float = 0.0
    letter: str = ""

    def data(self) -> list[object]:
        """The stroke as data for the page of a player."""
        if self.kind in ("ring", "letter", "amount"):
            entries: list[object] = [
                list(self.places[0]),
                self.radius if self.kind == "ring" else self.letter,
            ]
        else:
            entries = [list(affine) for affine in self.places]
        return [self.kind, self.fill, self.colour, self.width, entries]


def at(l: float = 0, w: float = 0, a: float = 0, b: float = 0, side: float = 0, side_a: float = 0) -> Affine:  # noqa: E741
    """A position of a symbol."""
    return l, w, a, b, side, side_a


def _line(*places: Affine, width: float = 1.1) -> Stroke:
    return Stroke(kind="line", places=places, width=width)


def _area(*places: Affine, fill: str, width: float = 1.1) -> Stroke:
    return Stroke(kind="area", places=places, fill=fill, width=width)


def _ring(affine: Affine, radius: float, fill: str = "paper") -> Stroke:
    return Stroke(kind="ring", places=(affine,), radius=radius, fill=fill)


def _leads(half: float) -> tuple[Stroke, ...]:
    """Straight leads up to a body in the middle, `half` widths long on each side."""
    return _line(at(), at(0.5, -half)), _line(at(0.5, half), at(1))


def _humps(count: int, half: float) -> tuple[Affine, ...]:
    step = 2 * half / count
    turns = [pi * k / 8 for k in range(9)]
    return tuple(
        at(0.5, -half + step * (i + 0.5) - step / 2 * cos(a), side=0.75 * step * sin(a))
        for i in range(count)
        for a in turns
    )


def _bar(w: float, reach: float, width: float = 1.1) -> Stroke:
    return _line(at(0.5, w, side=-reach), at(0.5, w, side=reach), width=width)


def _folds(count: int, side: float) -> tuple[Affine, ...]:
    return tuple(at(k / count, side=side * (1.0 if k % 2 else 0.7)) for k in range(count + 1))


_BELLOWS = (*_folds(10, 0.5), *reversed(_folds(10, -0.5)))
_BOW = tuple(at(0.5, w, side=side) for w, side in ((-0.7, 0.45), (0.7, -0.45), (0.7, 0.45), (-0.7, -0.45)))


def _bow(w: float, reach: float, deep: float) -> Stroke:
    """A bow across the line, nearest to it in the middle, on the side given by `reach`."""
    turns = [pi * k / 8 for k in range(9)]
    return _line(*(at(0.5, w - reach * cos(a), side=deep * (1 - 0.72 * sin(a))) for a in turns), width=1.8)


SYMBOLS: dict[str, tuple[Stroke, ...]] = {
    "wire": (Stroke(kind="route", width=0.0),),
    "node": (_ring(at(), 0.5, "ink"),),
    "resistor": (
        *_leads(1.1),
        _area(
            at(0.5, -1.1, side=-0.4),
            at(0.5, 1.1, side=-0.4),
            at(0.5, 1.1, side=0.4),
            at(0.5, -1.1, side=0.4),
            fill="paper",
        ),
    ),
    "capacitor": (
        _line(at(), at(0.5, a=-0.5)),
        _line(at(0.5, a=0.5), at(1)),
        *(_line(at(0.5, a=k, side=-0.8), at(0.5, a=k, side=0.8), width=1.8) for k in (-0.5, 0.5)),
    ),
    "coil": (*_leads(1.2), _line(*_humps(4, 1.2), width=1.3)),
    "voltage_source": (
        *_leads(0.7),
        _ring(at(0.5), 0.7),
        _bar(-0.35, 0.18),
        _bar(0.35, 0.18),
        _line(at(0.5, 0.17), at(0.5, 0.53)),
    ),
    "current_source": (
        *_leads(0.7),
        _ring(at(0.5), 0.7),
        _line(at(0.5, -0.45), at(0.5, 0.45)),
        _line(at(0.5, 0.15, side=0.2), at(0.5, 0.45), at(0.5, 0.15, side=-0.2)),
    ),
    "motor": (
        *_leads(0.7),
        _ring(at(0.5), 0.7),
        Stroke(kind="letter", places=(at(0.5),), letter="M"),
    ),
    "earth": (
        _line(at(), at(w=-0.5)),
        *(
            _line(at(w=w, side=-reach), at(w=w, side=reach), width=1.4)
            for w, reach in ((-0.5, 0.6), (-0.72, 0.38), (-0.94, 0.16))
        ),
    ),
    "pipe": (Stroke(kind="route", width=1.0, colour="fluid"),),
    "tank": (
        _area(at(side=-0.5), at(b=1, side=-0.5), at(b=1, side=0.5), at(side=0.5), fill="fluid", width=0),
        _line(at(b=1, side=-0.5), at(b=1, side=0.5), width=0.8),
        _line(at(a=1, side=-0.5), at(side=-0.5), at(side=0.5), at(a=1, side=0.5), width=1.8),
    ),
    "valve": (
        *_leads(0.7),
        _area(*_BOW, fill="paper"),
        _line(at(0.5), at(0.5, side=0.45, side_a=0.4)),
        _line(at(0.5, -0.35, side=0.45, side_a=0.4), at(0.5, 0.35, side=0.45, side_a=0.4), width=1.6),
    ),
    "orifice": (
        _line(at(0.5, side=0.9), at(0.5, side=0.2), width=2.2),
        _line(at(0.5, side=-0.9), at(0.5, side=-0.2), width=2.2),
    ),
    "nozzle": (_area(at(side=-0.5), at(1, side=-0.16), at(1, side=0.16), at(side=0.5), fill="fluid"),),
    "pump": (
        *_leads(0.7),
        _ring(at(0.5), 0.7),
        _area(at(0.5, -0.3, side=-0.63), at(0.5, 0.7), at(0.5, -0.3, side=0.63), fill="paper"),
    ),
    "piston": (
        _area(at(side=-0.5), at(1, side=-0.5), at(1, side=0.5), at(side=0.5), fill="fluid", width=0),
        _line(at(a=1, side=-0.5), at(side=-0.5), at(side=0.5), at(a=1, side=0.5), width=1.8),
        _area(
            at(1, side=-0.47),
            at(1, 0.15, side=-0.47),
            at(1, 0.15, side=0.47),
            at(1, side=0.47),
            fill="mass",
            width=0.6,
        ),
    ),
    "bellows": (
        _area(*_BELLOWS, fill="fluid", width=1.2),
        _line(at(side=-0.5), at(side=0.5), width=1.8),
        _line(at(1, side=-0.5), at(1, side=0.5), width=1.8),
    ),
    "diode": (
        *_leads(0.5),
        _area(at(0.5, -0.5, side=-0.5), at(0.5, 0.5), at(0.5, -0.5, side=0.5), fill="paper"),
        _bar(0.5, 0.5, 1.6),
    ),
    "amplifier": (  # its output is the second point, as the plus of a source
        *_leads(0.7),
        _area(at(0.5, -0.7, side=-0.75), at(0.5, 0.7), at(0.5, -0.7, side=0.75), fill="paper"),
        _line(at(0.5, -0.42, side=0.22), at(0.5, -0.42, side=0.46)),
        _line(at(0.5, -0.54, side=0.34), at(0.5, -0.3, side=0.34)),
        _line(at(0.5, -0.42, side=-0.22), at(0.5, -0.42, side=-0.46)),
    ),
    "winding": (
        *_leads(1.2),
        _line(*_humps(4, 1.2), width=1.3),
        _line(at(0.5, -1.2, side=-0.3), at(0.5, 1.2, side=-0.3), width=1.6),
    ),
    "duct": (
        *_leads(1.2),
        _area(
            at(0.5, -1.2, side=-0.3),
            at(0.5, 1.2, side=-0.3),
            at(0.5, 1.2, side=0.3),
            at(0.5, -1.2, side=0.3),
            fill="fluid",
        ),
    ),
    "throttle": (_line(at(), at(1)), _bow(0.0, 0.8, 0.6), _bow(0.0, 0.8, -0.6)),
    "vessel": (
        *_leads(0.9),
        _area(
            at(0.5, -0.35, side=-0.8),
            at(0.5, 0.9, side=-0.8),
            at(0.5, 0.9, side=0.8),
            at(0.5, -0.35, side=0.8),
            fill="fluid",
            width=0,
        ),
        _line(
            at(0.5, -0.9, side=-0.8),
            at(0.5, 0.9, side=-0.8),
            at(0.5, 0.9, side=0.8),
            at(0.5, -0.9, side=0.8),
            width=1.8,
        ),
    ),
    "actuator": (
        _line(at(), at(0.5, -1.0)),
        _area(
            at(0.5, -1.0, side=-0.5),
            at(0.5, 0.2, side=-0.5),
            at(0.5, 0.2, side=0.5),
            at(0.5, -1.0, side=0.5),
            fill="fluid",
            width=0,
        ),
        _line(
            at(0.5, 1.0, side=-0.5),
            at(0.5, -1.0, side=-0.5),
            at(0.5, -1.0, side=0.5),
            at(0.5, 1.0, side=0.5),
            width=1.8,
        ),
        _bar(0.2, 0.45, 2.6),
        _line(at(0.5, 0.2), at(1), width=1.8),
    ),
    "flow": (
        Stroke(
            kind="area",
            places=(at(0.5, a=0.5), at(0.5, a=-0.5, side_a=0.42), at(0.5, a=-0.5, side_a=-0.42)),
            fill="c1",
            colour="c1",
            width=0.4,
        ),
        Stroke(kind="amount", places=(at(0.5),), colour="soft"),
    ),
    "caption": (Stroke(kind="letter", places=(at(),)),),
}


def symbol_shapes(
    name: str,
    ends: Sequence[Spot],
    numbers: tuple[float, float, float],
    colour: str,
    letter: float,
    text: str = "",
) -> Iterator[Primitive]:
    """A symbol at projected points; `numbers` are its width, a and b; usual letters are `letter` high.

    `text` is used instead of a missing letter, or is the amount of a flow.
    """
    width, a, b = numbers
    (x, y), (dx, dy) = ends[0], (ends[-1][0] - ends[0][0], ends[-1][1] - ends[0][1])
    length = hypot(dx, dy)
    tx, ty = (dx / length, dy / length) if length else (0.0, 1.0)

    def spot(affine: Affine) -> Spot:
        along = affine[0] * length + affine[1] * width + affine[2] * a + affine[3] * b
        left = affine[4] * width + affine[5] * a
        return x + along * tx - left * ty, y + along * ty + left * tx

    for stroke in SYMBOLS[name]:
        ink = colour if stroke.colour == "own" else stroke.colour
        match stroke.kind:
            case "route":
                yield from _route(ends, width * stroke.width, ink)
            case "ring":
                centre, radius = spot(stroke.places[0]), stroke.radius * width
                yield Circle(centre=centre, radius=radius, fill=stroke.fill, colour=ink, width=stroke.width)
            case "letter":
                size = LETTERS * width / letter
                yield Text(at=spot(stroke.places[0]), text=stroke.letter or text, colour=ink, size=size)
            case "amount":
                x1, y1 = spot(stroke.places[0])
                upright = abs(ty) > abs(tx)
                corner = (x1 + 0.5 * width, y1) if upright else (x1, y1 + 0.85 * width)
                anchor = "start" if upright else "middle"
                size = LETTERS * width / letter
                yield Text(at=corner, text=text, colour=ink, size=size, anchor=anchor)
            case "area":
                points = tuple(spot(affine) for affine in stroke.places)
                yield Polygon(points=points, fill=stroke.fill, colour=ink, width=stroke.width)
            case _:
                points = tuple(spot(affine) for affine in stroke.places)
                yield Line(points=points, colour=ink, width=stroke.width)


def _route(ends: Sequence[Spot], width: float, ink: str) -> Iterator[Primitive]:
    """A wire, or, with a width, a pipe: its walls and the fluid between them."""
    if not width:
        yield Line(points=tuple(ends), colour=ink)
        return
    left, right = _beside(ends, width / 2), _beside(ends, -width / 2)
    yield Polygon(points=(*left, *reversed(right)), fill=ink, colour=ink, width=0.0)
    yield Line(points=left, colour="ink", width=0.9)
    yield Line(points=right, colour="ink", width=0.9)


def _beside(ends: Sequence[Spot], away: float) -> tuple[Spot, ...]:
    """A line parallel to a line, with mitred corners."""
    ways = []
    for (x0, y0), (x1, y1) in itertools.pairwise(ends):
        length = hypot(x1 - x0, y1 - y0) or 1.0
        ways.append(((x1 - x0) / length, (y1 - y0) / length))
    labels = []
    for i, (x, y) in enumerate(ends):
        before, after = ways[max(0, i - 1)], ways[min(i, len(ways) - 1)]
        nx, ny = -(before[1] + after[1]), before[0] + after[0]
        square = max(0.2, (nx * nx + ny * ny) / 2)  # 1 + cosine of the turn, limited at a hairpin
        labels.append((x + away * nx / square, y + away * ny / square))
    return tuple(labels)
