"""Symbols of diagrams and bodies in space with their numbers over the frames."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from dalembert._model.scene import Part
from dalembert._present.animation.picture import Shape
from dalembert._present.animation.schematic import SYMBOLS
from dalembert._present.animation.stage import Stage

Array = NDArray[np.float64]
HUES = 6  # colours that parts take in turn
WIDTH = 5.0  # usual width of a symbol, in units of the picture
WIDTHS = {"node": 1.6, "pipe": 2.6, "nozzle": 2.6, "orifice": 2.6, "piston": 10.0, "bellows": 10.0}
GAP = 0.45  # of a capacitor, in widths
THIN = 0.12  # thickness of a disc, in radii


def part_shapes(stage: Stage) -> Iterator[Shape]:
    """The symbols and bodies of a scene."""
    for i, part in enumerate(stage.scene.parts):
        yield _symbol(stage, part) if part.kind in SYMBOLS else _body(stage, part, hue(i + 2))


def hue(i: int) -> str:
    """A colour by its turn."""
    return f"c{i % HUES}"


def box_shape(stage: Stage, points: tuple[int, ...], size: Array, text: str, colour: str = "mass") -> Shape:
    """A box along the axes of the picture."""
    ways = [np.tile(way, (stage.frames, 1)) for way in np.eye(3)[:2]]
    values = _named("x", ways[0]) | _named("y", ways[1]) | _named("size", size)
    return Shape(kind="box", points=points, values=values, text=text, colour=colour)


def _symbol(stage: Stage, part: Part) -> Shape:
    given = dict(part.numbers)
    width = stage.number(given.get("width"), WIDTHS.get(part.kind, WIDTH) * stage.unit)
    values = {"width": width}
    match part.kind:
        case "capacitor":
            values["a"] = stage.number(given["gap"]) if "gap" in given else GAP * width
        case "valve":
            values["a"] = np.clip(stage.number(given.get("open"), 1.0), 0.0, 1.0) * width
        case "tank":
            values |= {"a": stage.number(given["height"]), "b": stage.number(given["level"])}
        case "piston":
            values["a"] = stage.number(given["length"])
    points = stage.at(*part.points)
    return Shape(kind="symbol", symbol=part.kind, points=points, values=values, text=part.text)


def _body(stage: Stage, part: Part, colour: str) -> Shape:
    points, numbers = stage.at(*part.points), {key: stage.number(own) for key, own in part.numbers}
    vectors = dict(part.vectors)
    values: dict[str, Array] = {}
    if part.kind == "box":
        for name, axis in (("x", 0), ("y", 1)):
            usual = np.tile(stage.turned[:, axis], (stage.frames, 1))
            values |= _named(name, stage.vector(vectors[name]) if name in vectors else usual)
        sizes = np.stack([stage.number(one) for one in vectors["size"]], axis=1)
        return Shape(
            kind="box", points=points, values=values | _named("size", sizes), text=part.text, colour=colour
        )
    values |= {"radius": numbers["radius"]}
    if part.kind == "plate":
        values |= _named("axis", stage.vector(vectors["axis"]))
        values["thickness"] = numbers.get("thickness", THIN * values["radius"])
        values |= {"angle": numbers["angle"]} if "angle" in numbers else {}
    kind = "disc" if part.kind == "sphere" else part.kind
    return Shape(kind=kind, points=points, values=values, text=part.text, colour=colour)


def _named(name: str, vectors: Array) -> dict[str, Array]:
    return {f"{name}_{k}": vectors[:, i] for i, k in enumerate("xyz")}
