"""Symbols of diagrams and bodies in space with their numbers over the frames."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from dalembert._model.scene import SHEET as ON_SHEET
from dalembert._model.scene import Part
from dalembert._present.animation.camera import direction
from dalembert._present.animation.mechanisms import MECHANISMS, weld
from dalembert._present.animation.picture import Shape
from dalembert._present.animation.schematic_symbols import SYMBOLS
from dalembert._present.animation.stage import Stage

Array = NDArray[np.float64]
HUES = 6  # the colours of parts, used in turn
WIDTH = 5.0  # usual width of a symbol, in units of the picture
WIDTHS = {"node": 1.6, "pipe": 2.6, "nozzle": 2.6, "orifice": 2.6, "piston": 10.0, "bellows": 10.0}
GAP = 0.45  # of a capacitor, in widths
THIN = 0.12  # thickness of a disc, in radii
SHEET, BAR, AXLE = 0.8, 1.2, 3.2  # least thickness, width of bars and of axles, in units of the picture
LARGEST = 0.18  # the largest side of a solid by moments of inertia, relative to the mechanism at its start
EQUAL, LEAST = 1e-6, 1e-300  # moments that differ by less are equal; least mass
ROOM = 1.02  # margin around a solid that counts as inside


def part_shapes(stage: Stage) -> Iterator[Shape]:
    """The symbols and bodies of a scene, and parts of mechanisms; curves are drawn with the motion."""
    for i, part in enumerate(stage.scene.parts):
        if part.kind in SYMBOLS:
            yield _symbol(stage, part)
        elif part.kind == "weld" or (part.kind == "belt" and stage.scene.dimension == 3):
            continue  # drawn over the links, and with the curves
        elif part.kind in MECHANISMS:
            yield MECHANISMS[part.kind](stage, part)
        elif part.kind == "hinge":
            yield _hinge(stage, part)
        elif part.kind not in ("curve", "turn", "spiral"):
            numbers = dict(part.numbers)
            colour = hue(int(stage.number(numbers["colour"])[0])) if "colour" in numbers else hue(i + 2)
            if part.kind == "solid":
                yield _solid(stage, part, colour)
                continue
            solid = (_by_moments if part.kind == "inertia" else _body)(stage, part, colour)
            yield solid
            yield from _bars(stage, part, solid)


def weld_shapes(stage: Stage) -> Iterator[Shape]:
    """Welds, drawn over the links that they connect."""
    yield from (weld(stage, part) for part in stage.scene.parts if part.kind == "weld")


def hue(i: int) -> str:
    """The i-th colour, in turn."""
    return f"c{i % HUES}"


def box_shape(stage: Stage, points: tuple[int, ...], size: Array, text: str, colour: str = "mass") -> Shape:
    """A box along the axes of the picture."""
    ways = [np.tile(way, (stage.frames, 1)) for way in np.eye(3)[:2]]
    values = _components("x", ways[0]) | _components("y", ways[1]) | _components("size", size)
    return Shape(kind="box", points=points, values=values, text=text, colour=colour)


def _symbol(stage: Stage, part: Part) -> Shape:
    given = dict(part.numbers)
    width = stage.number(given.get("width"), WIDTHS.get(part.kind, WIDTH) * stage.unit)
    if "width" in given and part.points[0].startswith(ON_SHEET):
        width = stage.sheet * width
    values = {"width": width}
    match part.kind:
        case "capacitor":
            values["a"] = stage.number(given["gap"]) if "gap" in given else GAP * width
        case "valve":
            values["a"] = np.clip(stage.number(given.get("open"), 1.0), 0.0, 1.0) * width
        case "tank":
            values |= {"a": stage.number(given["height"]), "b": stage.number(given["level"])}
        case "flow":
            values |= _flow(stage, part)
        case "piston":
            values["a"] = stage.number(given["length"])
    points = stage.at(*part.points)
    return Shape(kind="symbol", symbol=part.kind, points=points, values=values, text=part.text)


def _flow(stage: Stage, part: Part) -> dict[str, Array]:
    """The flow, and its signed fraction of the largest in its group."""
    flow = stage.number(dict(part.numbers)["flow"])
    most = stage.most[float(stage.number(dict(part.numbers).get("group"))[0])]
    return {"share": flow / most, "value": np.abs(flow)}


def _body(stage: Stage, part: Part, colour: str) -> Shape:
    count = 2 if part.kind in ("cylinder", "cone") else 1
    points, numbers = (
        stage.at(*part.points[:count]),
        {key: stage.number(number) for key, number in part.numbers},
    )
    ways = {key: stage.vector(vector) for key, vector in part.vectors if key != "size"}
    values: dict[str, Array] = {}
    if part.kind == "box":
        values |= stage.directions(part)
        sizes = np.stack([np.abs(stage.number(one)) for one in dict(part.vectors)["size"]], axis=1)
        values |= _components("size", np.maximum(sizes, SHEET * stage.unit))
        return Shape(kind="box", points=points, values=values, text=part.text, colour=colour)
    values |= {"radius": numbers["radius"]}
    if part.kind == "plate":
        values |= _components("axis", ways["axis"])
        thin = THIN * np.abs(values["radius"])
        values["thickness"] = np.maximum(np.abs(numbers.get("thickness", thin)), SHEET * stage.unit)
        values |= {key: numbers[key] for key in ("angle", "hole") if key in numbers}
    for key, name in (("x", "mark"), ("y", "second")):
        values |= _components(name, ways[key]) if key in ways else {}
    kind = "disc" if part.kind == "sphere" else part.kind
    return Shape(kind=kind, points=points, values=values, text=part.text, colour=colour)


def _solid(stage: Stage, part: Part, colour: str) -> Shape:
    """The mesh of a body, with its origin at the point."""
    points, values = stage.at(*part.points), stage.directions(part)
    return Shape(
        kind="solid", points=points, values=values, text=part.text, colour=colour, mesh=stage.mesh(part)
    )


def _by_moments(stage: Stage, part: Part, colour: str) -> Shape:
    """A sphere, cylinder or box with a mass and three moments of inertia, reduced if it is too large.

    r² = 5 I/(2 m) of a sphere; r² = 2 J/m and h² = (12 I - 6 J)/m of a cylinder; a² = 6 (I₂ + I₃ - I₁)/m of
    a box.
    """
    vectors = dict(part.vectors)
    mass = max(float(stage.number(dict(part.numbers)["mass"])[0]), LEAST)
    moments = np.array([float(stage.number(one)[0]) for one in vectors["moments"]]) / mass
    x, y = (
        stage.vector(vectors[key]) if key in vectors else np.tile(stage.turned[:, i], (stage.frames, 1))
        for i, key in enumerate("xy")
    )
    ways, points = (x, y, np.cross(x, y) * np.linalg.det(stage.turned)), stage.at(part.points[0])
    next_ones = np.roll(moments, -1), np.roll(moments, -2)
    equal = np.abs(next_ones[0] - next_ones[1]) <= EQUAL * moments.max()  # about the other two axes
    kind, values = "box", _components("x", x) | _components("y", y)
    if equal.all():
        kind, sizes = "disc", np.array([np.sqrt(2.5 * moments[0])])
        values = _components("mark", x) | _components("second", y)
    elif equal.any():
        k = int(np.argmax(equal))
        kind, values = "plate", _components("axis", ways[k]) | _components("mark", ways[(k + 1) % 3])
        height = np.sqrt(max(0.0, 12 * next_ones[0][k] - 6 * moments[k]))
        sizes = np.array([np.sqrt(2 * moments[k]), height])
    else:
        sizes = np.sqrt(6 * np.maximum(next_ones[0] + next_ones[1] - moments, 0.0))
    names = {"disc": ("radius",), "plate": ("radius", "thickness"), "box": ("size_x", "size_y", "size_z")}[
        kind
    ]
    across = float(sizes.max()) * (1 if kind == "box" else 2)
    sizes = np.maximum(sizes * _smaller(stage, across), SHEET * stage.unit)
    values |= {name: stage.constant(float(size)) for name, size in zip(names, sizes, strict=True)}
    return Shape(kind=kind, points=points, values=values, text=part.text, colour=colour)


def _smaller(stage: Stage, size: float) -> float:
    """The factor by which a solid is reduced, so that it does not hide its mechanism."""
    points = stage.points[0][np.isfinite(stage.points[0]).all(axis=1)]
    extent = float(np.ptp(points, axis=0).max()) if len(points) else 0.0
    return min(1.0, LARGEST * extent / size) if extent > 0 and size > 0 else 1.0


def _hinge(stage: Stage, part: Part) -> Shape:
    """The axle of a pin: a short cylinder along its axis."""
    width = stage.number(dict(part.numbers).get("width"), AXLE * stage.unit)
    values = {"radius": width / 2, "thickness": 2.2 * width}
    values |= _components("axis", stage.vector(dict(part.vectors)["axis"]))
    return Shape(kind="plate", points=stage.at(*part.points), values=values, text=part.text, colour="mass")


def _bars(stage: Stage, part: Part, solid: Shape) -> Iterator[Shape]:
    """Bars from points of a body to its solid, where they are outside of it at the start."""
    count = len(solid.points)
    middle = stage.points[0, list(solid.points)].mean(axis=0)
    for point in stage.at(*part.points[count:]):
        if not _inside(stage.points[0, point] - middle, solid):
            bar = {"width": stage.constant(BAR * stage.unit)}
            yield Shape(kind="link", points=(point, solid.points[0]), values=bar, colour=solid.colour)


def _inside(away: Array, solid: Shape) -> bool:
    """Whether a point at a distance from the middle of a solid is inside it at the start."""

    def first(name: str) -> Array:
        return np.array([solid.values[f"{name}_{k}"][0] for k in "xyz"])

    if solid.kind == "box":
        x, z = direction(first("x")), direction(np.cross(first("x"), first("y")))
        local = np.abs(np.stack([x, np.cross(z, x), z]) @ away)
        return bool(np.all(local <= first("size") / 2 * ROOM))
    radius = abs(float(solid.values["radius"][0])) * ROOM
    if solid.kind == "plate":
        along = float(away @ direction(first("axis")))
        across = float(np.linalg.norm(away - along * direction(first("axis"))))
        return abs(along) <= solid.values["thickness"][0] / 2 * ROOM and across <= radius
    return float(np.linalg.norm(away)) <= radius


def _components(name: str, vectors: Array) -> dict[str, Array]:
    return {f"{name}_{k}": vectors[:, i] for i, k in enumerate("xyz")}
