"""The sections of a scene: points, shapes, and the view."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from dalembert._expression.source import Flaw
from dalembert._model.families import base_name
from dalembert._model.records import Fields, Frozen, Model
from dalembert._model.scene import (
    TURNED,
    UPS,
    WAYS,
    Arrow,
    Damper,
    Gauge,
    Ground,
    Link,
    Mass,
    Point,
    Scene,
    Spring,
    View,
    Wheel,
)
from dalembert._model.scene_parts import PARTS, parts
from dalembert._model.scene_reader import SceneReader
from dalembert._text.budget import SCENE_POINTS
from dalembert._text.positions import Path

KEYS = (
    "points",
    "links",
    "springs",
    "dampers",
    "wheels",
    "masses",
    "ground",
    "traces",
    "arrows",
    "gauges",
    "view",
    "text",
    *PARTS,
)
_WORD = re.compile(r"[^\W\d]\w*(?:\[[^\]]*\])?")  # x, or a member x[3]


def read_scene(model: Model) -> tuple[Scene, tuple[Flaw, ...]]:
    """The scene of a model, and its flaws; flawed items are left out of the scene."""
    read = SceneReader(model)
    read.known_keys(("scene",), read.values, KEYS)
    points = _points(read)
    scene = Scene(
        dimension=read.dimension,
        points=points,
        links=tuple(_links(read)),
        springs=tuple(_springs(read)),
        dampers=tuple(_dampers(read)),
        wheels=tuple(_wheels(read)),
        masses=tuple(_masses(read)),
        ground=tuple(_ground(read)),
        traces=tuple(_traces(read)),
        arrows=tuple(_arrows(read)),
        gauges=tuple(_gauges(read)),
        parts=tuple(parts(read)),
        view=_view(read),
        text=read.text(("scene",), read.values),
    )
    return scene, tuple(read.flaws)


def words_in(model: Model) -> set[str]:
    """Every word in a scene, including names of the model, also where it has flaws."""
    words: set[str] = set()
    stack: list[Frozen] = [value for _, value in model.scene]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            words.update(_WORD.findall(value))
        elif isinstance(value, Fields):
            stack += [inner for _, inner in value.entries]
        elif isinstance(value, tuple):
            stack += value
    return words


def _points(read: SceneReader) -> tuple[Point, ...]:
    path: Path = ("scene", "points")
    table = read.table(path, read.values.get("points", Fields(())), (), hint='A = ["x", 0]')
    read.names = dict.fromkeys(table)
    if len(table) > SCENE_POINTS:
        read.flaw(path, f"a scene has at most {SCENE_POINTS} points", "draw fewer")
        return ()
    points: list[Point] = []
    for name, value in table.items():
        here = (*path, name)
        base = base_name(name)
        good = all(word.isidentifier() for word in base.split("."))  # points of bodies of parts have dots
        if not good or unicodedata.normalize("NFC", base) != base:
            read.flaw(here, f"`{name}` is not a name (letters, digits and _)", "rename the point")
        elif not isinstance(value, tuple) or len(value) not in (2, 3):
            hint = f'{name} = ["x", "y"]'
            read.flaw(here, f"the point `{name}` needs two or three expressions in brackets", hint)
        elif points and len(value) != len(points[0].at):
            size, other = len(value), len(points[0].at)
            message = f"the point `{name}` has {size} coordinates, but `{points[0].name}` has {other}"
            read.flaw(here, message, "all points of a scene lie in the same plane, or in space")
        else:
            points.append(Point(name=name, at=read.column(here, value)))
    read.dimension = len(points[0].at) if points else 2
    return tuple(points)


def _links(read: SceneReader) -> Iterator[Link]:
    keys = ("points", "width", "text", "closed", "colour")
    for path, entry in read.entries("links", keys, bare="points"):
        points = read.chain(path, entry, 2, None)
        is_closed = entry.get("closed", False)
        if not isinstance(is_closed, bool):
            read.flaw((*path, "closed"), "`closed` must be true or false", "closed = true")
        elif points:
            width, colour = (read.optional(path, entry, key) for key in ("width", "colour"))
            yield Link(
                points=points, closed=is_closed, width=width, colour=colour, text=read.text(path, entry)
            )


def _springs(read: SceneReader) -> Iterator[Spring]:
    for path, entry in read.entries("springs", ("points", "width", "coils", "text"), bare="points"):
        points = read.chain(path, entry, 2, 2)
        coils = entry.get("coils", 6)
        if isinstance(coils, bool) or not isinstance(coils, int) or not 1 <= coils <= 100:
            read.flaw((*path, "coils"), "`coils` must be a whole number from 1 to 100", "coils = 6")
        elif points:
            width, text = read.optional(path, entry, "width"), read.text(path, entry)
            yield Spring(points=points, coils=coils, width=width, text=text)


def _dampers(read: SceneReader) -> Iterator[Damper]:
    for path, entry in read.entries("dampers", ("points", "width", "text"), bare="points"):
        points = read.chain(path, entry, 2, 2)
        if points:
            width, text = read.optional(path, entry, "width"), read.text(path, entry)
            yield Damper(points=points, width=width, text=text)


def _wheels(read: SceneReader) -> Iterator[Wheel]:
    for path, entry in read.entries("wheels", ("at", "radius", "angle", "axis", "text")):
        at, radius = read.at(path, entry), read.needed_expression(path, entry, "radius", "0.1")
        if "axis" in entry and read.dimension == 2:
            read.flaw((*path, "axis"), "a wheel has an axis only in space", "delete `axis`")
            continue
        axis = read.vector(path, entry, "axis")
        if read.dimension == 3 and "axis" not in entry:
            hint = 'axis = ["0", "0", "1"]'
            read.flaw(path, "in space a wheel needs the direction of its axis", hint)
        elif at and radius is not None and axis is not None:
            angle, text = read.optional(path, entry, "angle"), read.text(path, entry)
            yield Wheel(at=at, radius=radius, angle=angle, axis=axis, text=text)


def _masses(read: SceneReader) -> Iterator[Mass]:
    keys = ("at", "radius", "width", "height", "angle", "text")
    for path, entry in read.entries("masses", keys, bare="at"):
        at = read.at(path, entry)
        if "radius" in entry and ("width" in entry or "height" in entry):
            message = "a mass is a disc with a `radius`, or a block with `width` and `height`"
            read.flaw(path, message, "delete one of them")
        elif "angle" in entry and read.dimension == 3:
            message = "in space an angle does not say how a mass is turned"
            read.flaw((*path, "angle"), message, "draw a body of `boxes` with its directions x and y")
        elif at:
            sizes = {key: read.optional(path, entry, key) for key in ("radius", "width", "height")}
            angle = read.optional(path, entry, "angle")
            yield Mass(at=at, **sizes, angle=angle, text=read.text(path, entry))


def _ground(read: SceneReader) -> Iterator[Ground]:
    for path, value in read.list_of("ground"):
        points = read.chain(path, {"points": value if isinstance(value, tuple) else (value,)}, 1, 2)
        if points:
            yield Ground(points=points)


def _traces(read: SceneReader) -> Iterator[str]:
    for path, value in read.list_of("traces"):
        points = read.chain(path, {"points": (value,)}, 1, 1)
        yield from points


def _arrows(read: SceneReader) -> Iterator[Arrow]:
    for path, entry in read.entries("arrows", ("at", "vector", "scale", "text")):
        at, vector = read.at(path, entry), read.vector(path, entry, "vector")
        scale = read.optional(path, entry, "scale")
        if "vector" not in entry:
            read.flaw(path, "an arrow needs a `vector`", 'vector = ["Fx", "Fy"]')
        elif at and vector is not None and (scale is not None or "scale" not in entry):
            yield Arrow(at=at, vector=vector, scale=scale, text=read.text(path, entry))


def _gauges(read: SceneReader) -> Iterator[Gauge]:
    for path, entry in read.entries("gauges", ("value", "unit", "text"), bare="value"):
        value = read.needed_expression(path, entry, "value", '"x"')
        unit = read.words((*path, "unit"), entry.get("unit", ""))
        if value is None or not read.is_unit((*path, "unit"), unit):
            continue
        text = read.text(path, entry) or value.source.text
        yield Gauge(value=value, text=text, unit=unit)


def _view(read: SceneReader) -> View:
    path: Path = ("scene", "view")
    plane, space = ("x", "y"), ("up", "turn", "tilt")
    keys = plane if read.dimension == 2 else space
    entry = read.table(path, read.values.get("view", Fields(())), keys, hint='view = { x = "down" }')
    if read.dimension == 3:
        up = read.choice((*path, "up"), entry.get("up", "z"), UPS) or "z"
        turn, tilt = (read.degrees((*path, key), entry.get(key)) for key in space[1:])
        return View(up=up, turn=turn, tilt=tilt)
    x, y = (read.choice((*path, key), entry.get(key, ""), tuple(WAYS)) for key in plane)
    x = x or ({v: k for k, v in TURNED.items()}[y] if y else "right")
    y = y or TURNED[x]
    if WAYS[x][0] * WAYS[y][0] + WAYS[x][1] * WAYS[y][1]:
        read.flaw(path, f"x and y both point along the same line ({x}, {y})", f'y = "{TURNED[x]}"')
        y = TURNED[x]
    return View(x=x, y=y)
