"""What drawings are made of: lines, circles, polygons and texts in a plane, x to the right and y up.

Colours are names: ink, soft, faint, paper, mass, and c0 to c5; `COLOURS` has their values on white paper.
"""

from __future__ import annotations

from dataclasses import dataclass

Spot = tuple[float, float]
COLOURS = {
    "ink": "#1f2933",
    "soft": "#6b7785",
    "faint": "#cfd6dd",
    "paper": "#ffffff",
    "mass": "#3f5163",
    "c0": "#0072b2",
    "c1": "#d55e00",
    "c2": "#009e73",
    "c3": "#a65f92",
    "c4": "#3b9dd0",
    "c5": "#c28600",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line through points; its width is in points of print."""

    points: tuple[Spot, ...]
    colour: str = "ink"
    width: float = 1.0
    dashed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """A circle with an edge, filled if it has a fill."""

    centre: Spot
    radius: float
    colour: str = "ink"
    width: float = 1.0
    fill: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Polygon:
    """A closed line with a fill."""

    points: tuple[Spot, ...]
    colour: str = "ink"
    width: float = 1.0
    fill: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A short text; its size is in parts of the usual one, its anchor start, middle or end."""

    at: Spot  # where the middle of its height is
    text: str
    colour: str = "ink"
    size: float = 1.0
    anchor: str = "middle"


Primitive = Line | Circle | Polygon | Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Shapes, those behind first, and the box they fill; letters of the usual size are `letter` high."""

    shapes: tuple[Primitive, ...]
    low: Spot
    high: Spot
    letter: float
