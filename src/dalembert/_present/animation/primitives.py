"""Primitives of drawings: lines, circles, polygons and texts in a plane, x to the right and y up.

Colours are names: ink, soft, faint, paper, mass, fluid, force, and c0 to c5; `COLOURS` has their values on
white paper. A tone makes a colour darker (down to -1, black) or lighter (up to 1, white).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Spot = tuple[float, float]
LETTER = 3.0  # height of letters, in units of a picture
SMALL = 0.8  # letters of labels, relative to the usual ones
COLOURS = {
    "ink": "#1f2933",
    "soft": "#6b7785",
    "faint": "#cfd6dd",
    "paper": "#ffffff",
    "mass": "#3f5163",
    "fluid": "#a9d3ee",
    "force": "#d1001f",
    "c0": "#0072b2",
    "c1": "#d55e00",
    "c2": "#009e73",
    "c3": "#a65f92",
    "c4": "#3b9dd0",
    "c5": "#c28600",
}


def colour_in_tone(colour: str, tone: float = 0.0) -> str:
    """The value of a colour in a tone: #rrggbb."""
    if not tone:
        return COLOURS[colour]
    end, part = (0 if tone < 0 else 255), min(1.0, abs(tone))
    mixed = (round(channel + (end - channel) * part) for channel in bytes.fromhex(COLOURS[colour][1:]))
    return "#" + "".join(f"{value:02x}" for value in mixed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line through points; its width is in points of print."""

    points: tuple[Spot, ...]
    colour: str = "ink"
    width: float = 1.0
    dashed: bool = False
    tone: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """A circle with an edge, filled if it has a fill."""

    centre: Spot
    radius: float
    colour: str = "ink"
    width: float = 1.0
    fill: str = ""
    tone: float = 0.0  # of the edge and of the fill


@dataclass(frozen=True, slots=True, kw_only=True)
class Polygon:
    """A closed line with a fill."""

    points: tuple[Spot, ...]
    colour: str = "ink"
    width: float = 1.0
    fill: str = ""
    tone: float = 0.0  # of the edge and of the fill


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A short text; its size is relative to the usual one, its anchor start, middle or end."""

    at: Spot  # the middle of its height
    text: str
    colour: str = "ink"
    size: float = 1.0
    anchor: str = "middle"


Primitive = Line | Circle | Polygon | Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Shapes, background first, and their bounding box; letters of the usual size are `letter` high."""

    shapes: tuple[Primitive, ...]
    low: Spot
    high: Spot
    letter: float
    ways: Mapping[int, int] = field(default_factory=dict)  # the sides of its labels
