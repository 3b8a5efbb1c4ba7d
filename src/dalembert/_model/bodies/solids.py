"""The solid that represents a body in space: its shape, or one with its mass and moments of inertia.

Products of inertia do not rotate it: it shows the size of a body, not its principal axes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dalembert._model.bodies.records import Body
from dalembert._model.bodies.texts import Text

Axis = Callable[[int], list[str]]  # an axis of a body in fixed axes: 0 is x
Entry = dict[str, Any]


def solid_of(body: Body, axis: Axis) -> tuple[str, Entry] | None:
    """The section and the entry of a body in a scene, without its position; None where it is no solid."""
    if body.shape is not None:
        return _solid(*body.shape, axis)
    if body.mass.is_zero or not body.inertia:
        return None
    moments = [body.inertia[i][i].text for i in range(3)]
    return "inertias", {"mass": body.mass.text, "moments": moments, "x": axis(0), "y": axis(1)}


def _solid(kind: str, sizes: tuple[Text, ...], axis: Axis) -> tuple[str, Entry] | None:
    texts = [one.text for one in sizes]
    match kind:
        case "plate" | "box":
            return "boxes", {"size": [*texts, "0"][:3], "x": axis(0), "y": axis(1)}
        case "disc":
            return "discs", {"radius": texts[0], "axis": axis(2), "x": axis(0)}
        case "cylinder":
            return "discs", {"radius": texts[0], "thickness": texts[1], "axis": axis(2), "x": axis(0)}
        case "tube":
            sides = {"radius": texts[0], "hole": texts[1], "thickness": texts[2]}
            return "discs", {**sides, "axis": axis(2), "x": axis(0)}
        case "sphere":
            return "spheres", {"radius": texts[0], "x": axis(0), "y": axis(1)}
        case _:
            return None
