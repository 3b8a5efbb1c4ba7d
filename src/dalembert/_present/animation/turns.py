"""Torques as arrows along arcs, longer for larger torques, and spirals of torsion springs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._model.scene import Part
from dalembert._present.animation.mechanisms import Curves
from dalembert._present.animation.picture import Shape
from dalembert._present.animation.stage import Stage

Array = NDArray[np.float64]
RADIUS = 8.0  # of an arc, in units of the picture
INNER, COILS = 1.5, 2.5  # the radius at which a spiral begins, and its turns
PIECES = 20  # of an arc
LEAST, MOST = 0.35 * np.pi, 1.5 * np.pi  # angles of an arc: of a small torque, and of the largest
HEAD, WIDTH = 3.0, 0.8  # the length of the arrow at its end, and its width
NONE = 1e-6  # relative to the largest torque: a smaller one is zero


def turns(stage: Stage, first: int) -> Curves | None:
    """The arcs and spirals of a scene, or None; `first` is the index of their first point."""
    names: list[str] = []
    points: list[Array] = []
    shapes: list[Shape] = []
    for number, part in enumerate(one for one in stage.scene.parts if one.kind in ("turn", "spiral")):
        middle = stage.points[:, stage.at(*part.points)[0]]
        line, head = _arc(stage, part) if part.kind == "turn" else (_spiral(stage, part), None)
        places = tuple(first + len(names) + i for i in range(line.shape[1]))
        names += [f"_turn_{number}_{i}" for i in range(line.shape[1])]
        points.append(middle[:, np.newaxis, :] + line)
        colour = "c1" if part.kind == "turn" else "ink"
        shapes.append(Shape(kind="wire", points=places, colour=colour))
        if head is not None:
            values = dict(zip("xyz", head.T, strict=False)) | {"width": stage.constant(WIDTH * stage.unit)}
            shapes.append(
                Shape(kind="arrow", points=places[-1:], values=values, text=part.text, colour=colour)
            )
    if not shapes:
        return None
    return Curves(names=tuple(names), points=np.concatenate(points, axis=1), shapes=tuple(shapes))


def _arc(stage: Stage, part: Part) -> tuple[Array, Array]:
    """The points of an arc around its middle, and the vector of the arrow at its end."""
    torque = np.nan_to_num(stage.number(dict(part.numbers)["torque"]))
    every = [
        np.nan_to_num(stage.number(dict(one.numbers)["torque"]))
        for one in stage.scene.parts
        if one.kind == "turn"
    ]
    most = max(float(np.max(np.abs(one), initial=0.0)) for one in every)
    share = np.abs(torque) / most if most > 0 else np.zeros_like(torque)
    there = np.where(share > NONE, np.sign(torque), 0.0) * _hand(stage, part)
    swept = there * (LEAST + (MOST - LEAST) * share)
    angles = np.pi / 2 + swept[:, np.newaxis] * (np.linspace(0.0, 1.0, PIECES + 1) - 0.5)
    size = RADIUS * stage.unit * np.abs(there)
    x, y = _plane(stage, part)
    ring = (
        np.cos(angles)[:, :, np.newaxis] * x[:, np.newaxis]
        + np.sin(angles)[:, :, np.newaxis] * y[:, np.newaxis]
    )
    last = angles[:, -1][:, np.newaxis]
    tangent = there[:, np.newaxis] * (np.cos(last) * y - np.sin(last) * x)
    return size[:, np.newaxis, np.newaxis] * ring, HEAD * stage.unit * tangent


def _spiral(stage: Stage, part: Part) -> Array:
    """The points of a spiral whose outer end turns with an angle."""
    turned = stage.number(dict(part.numbers).get("angle")) * _hand(stage, part)
    share = np.linspace(0.0, 1.0, int(COILS * PIECES) + 1)
    angles = share[np.newaxis, :] * (2 * np.pi * COILS + turned[:, np.newaxis])
    radius = stage.unit * (INNER + (RADIUS - INNER) * share)
    x, y = _plane(stage, part)
    ring = (
        np.cos(angles)[:, :, np.newaxis] * x[:, np.newaxis]
        + np.sin(angles)[:, :, np.newaxis] * y[:, np.newaxis]
    )
    spiral: Array = radius[np.newaxis, :, np.newaxis] * ring
    return spiral


def _hand(stage: Stage, part: Part) -> float:
    """The sign −1 for a plane seen from behind, else 1."""
    return 1.0 if dict(part.vectors).get("axis") else float(np.linalg.det(stage.turned))


def _plane(stage: Stage, part: Part) -> tuple[Array, Array]:
    """Two unit vectors perpendicular to the axis of a part over the frames; right and up without an axis."""
    axis = dict(part.vectors).get("axis")
    if axis is None:
        right = np.tile(np.eye(stage.scene.dimension)[0], (stage.frames, 1))
        up = np.tile(np.eye(stage.scene.dimension)[1], (stage.frames, 1))
        return right, up
    vector = np.nan_to_num(stage.vector(axis))
    size = np.linalg.norm(vector, axis=1)
    last = np.flatnonzero(size > 0)
    steady = vector[last[0]] / size[last[0]] if len(last) else np.array([0.0, 0.0, 1.0])
    way = np.where(size[:, np.newaxis] > 0, vector / np.maximum(size, 1e-300)[:, np.newaxis], steady)
    other = np.eye(3)[int(np.argmin(np.abs(steady)))]
    x = np.cross(other, way)
    x = x / np.maximum(np.linalg.norm(x, axis=1), 1e-300)[:, np.newaxis]
    return x, np.cross(way, x)
