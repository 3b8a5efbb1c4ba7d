"""The scene of a model: the contents of its drawing.

Points are given by expressions of the model; links, springs, wheels and so on refer to points by their names.
All lengths are in the unit of the points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dalembert._expression.expression import Expression

WAYS = {"right": (1.0, 0.0), "left": (-1.0, 0.0), "up": (0.0, 1.0), "down": (0.0, -1.0)}
TURNED = {"right": "up", "up": "left", "left": "down", "down": "right"}  # by a right angle to the left
TURN, TILT = 30.0, 20.0  # degrees of the camera about the vertical axis, and above the horizon
SHEET = "_sheet_"  # prefix of points on a sheet beside a mechanism, which has its own scale
UPS = ("x", "y", "z", "-x", "-y", "-z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A named point: two expressions in a plane, three in space."""

    name: str
    at: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A bar through two or more points, closed or not."""

    points: tuple[str, ...]
    closed: bool = False
    width: Expression | None = None
    colour: Expression | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spring:
    """A zig-zag between two points."""

    points: tuple[str, ...]
    coils: int = 6
    width: Expression | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Damper:
    """A dashpot between two points."""

    points: tuple[str, ...]
    width: Expression | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel:
    """A circle, with spokes if it has an angle; in space about an axis, from the steepest radius."""

    at: str
    radius: Expression
    angle: Expression | None = None
    axis: tuple[Expression, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mass:
    """A disc of a radius at a point, or a block of a width and a height, turned by an angle."""

    at: str
    radius: Expression | None = None
    width: Expression | None = None
    height: Expression | None = None
    angle: Expression | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """One fixed point, or a hatched line through two points, the ground on its right."""

    points: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """A vector at a point, drawn with a given length per unit, or in a common scale of all such arrows."""

    at: str
    vector: tuple[Expression, ...]
    scale: Expression | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    """A quantity shown beside the drawing, with its range and unit."""

    value: Expression
    text: str
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A symbol of a diagram or a body in space: its kind, and its numbers, vectors and words by name."""

    kind: str
    points: tuple[str, ...]
    numbers: tuple[tuple[str, Expression], ...] = ()
    vectors: tuple[tuple[str, tuple[Expression, ...]], ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The directions of the axes on the screen: x and y of a plane; in space the vertical axis, angles."""

    x: str = "right"
    y: str = "up"
    up: str = "z"
    turn: float = TURN
    tilt: float = TILT


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The whole drawing of a model."""

    dimension: int = 2
    points: tuple[Point, ...] = ()
    links: tuple[Link, ...] = ()
    springs: tuple[Spring, ...] = ()
    dampers: tuple[Damper, ...] = ()
    wheels: tuple[Wheel, ...] = ()
    masses: tuple[Mass, ...] = ()
    ground: tuple[Ground, ...] = ()
    traces: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    parts: tuple[Part, ...] = ()
    view: View = View()
    text: str = ""  # the caption under the drawing


def expressions_of(scene: Scene) -> Iterator[Expression]:
    """Every expression of a scene."""
    for point in scene.points:
        yield from point.at
    bands: tuple[Link | Spring | Damper, ...] = (*scene.links, *scene.springs, *scene.dampers)
    given = [band.width for band in bands] + [link.colour for link in scene.links]
    for wheel in scene.wheels:
        given += [wheel.radius, wheel.angle, *wheel.axis]
    for mass in scene.masses:
        given += [mass.radius, mass.width, mass.height, mass.angle]
    yield from (expression for expression in given if expression is not None)
    for arrow in scene.arrows:
        yield from (*arrow.vector, *((arrow.scale,) if arrow.scale is not None else ()))
    yield from (gauge.value for gauge in scene.gauges)
    for part in scene.parts:
        yield from (number for _, number in part.numbers)
        yield from (one for _, vector in part.vectors for one in vector)
