"""Guides, roads, racks and belts with their numbers over the frames, and curves that points stay on.

A guide is as long as the path on it; a closed curve is drawn completely, another over the range of its
coordinate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.along_motion import at_states
from dalembert._expression.tree import Name
from dalembert._model.scene import Part
from dalembert._present.animation.picture import Shape
from dalembert._present.animation.stage import Stage
from dalembert._simulate.motion import Motion

Array = NDArray[np.float64]
WIDTH = 3.0  # of a guide, in units of the picture
THIN, BUSHING = 0.8, 6.0  # the thickness of a plane, the ring of a bushing
WELD = {2: 3.6, 3: 2.6}  # the side of a weld in a plane and in space
SPARE = 8.0  # extension of a guide beyond the path on it
SAMPLES = 72  # pieces of a curve
ARC, ON_RIM = 17, 1.05  # points of a belt in space about a pulley, and their distance, in radii
CLOSED = 1e-9  # relative to the size of a curve: the largest distance of the ends of a closed one
BEYOND = 0.1  # extension of an open curve, on each side


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curves:
    """Points of curves, without visible names, and the lines through them."""

    names: tuple[str, ...]
    points: Array  # frames, points, dimension
    shapes: tuple[Shape, ...]


def _unit(vectors: Array) -> Array:
    """Vectors over the frames with the length 1."""
    units: Array = vectors / np.maximum(np.linalg.norm(vectors, axis=1), 1e-300)[:, np.newaxis]
    return units


def _guide(stage: Stage, part: Part) -> Shape:
    """A guide or a road: from the lowest to the highest position on it."""
    axis = _unit(stage.vector(dict(part.vectors)["axis"]))
    first, second = (stage.points[:, i] for i in stage.at(*part.points))
    along = np.einsum("ij,ij->i", second - first, axis)
    known = along[np.isfinite(along)]
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 0.0)
    spare = SPARE * stage.unit
    values = {f"axis_{k}": axis[:, i] for i, k in enumerate("xyz"[: stage.scene.dimension])}
    values |= {"low": stage.constant(low - spare), "high": stage.constant(high + spare)}
    values["width"] = stage.number(dict(part.numbers).get("width"), WIDTH * stage.unit)
    return Shape(kind=part.kind, points=stage.at(*part.points), values=values, text=part.text, colour="mass")


def _rack(stage: Stage, part: Part) -> Shape:
    """A rack below its pinion; `shift` is how far it has moved along its axis."""
    radius = stage.number(dict(part.numbers)["radius"])
    guide = _guide(stage, part)
    axis = np.stack([guide.values["axis_x"], guide.values["axis_y"]], axis=1)
    first, second = (stage.points[:, i] for i in stage.at(*part.points))
    shift = np.einsum("ij,ij->i", second - first, axis)
    shift, reach = shift - shift[0], float(np.abs(radius).max())
    low, high = -float(np.nanmax(shift)) - reach, -float(np.nanmin(shift)) + reach
    values = {key: guide.values[key] for key in ("axis_x", "axis_y")}
    values |= {"radius": radius, "shift": shift, "tooth": np.abs(radius) * np.pi / 10}
    values |= {"low": stage.constant(low), "high": stage.constant(high)}
    values["hand"] = stage.constant(float(np.linalg.det(stage.turned)))  # -1 for a plane seen from behind
    return Shape(kind="rack", points=stage.at(part.points[0]), values=values, text=part.text, colour="mass")


def _belt(stage: Stage, part: Part) -> Shape:
    numbers, radii = dict(part.numbers), dict(part.vectors)["radii"]
    values = {"a": np.abs(stage.number(radii[0])), "b": np.abs(stage.number(radii[1]))}
    values["crossed"] = stage.number(numbers.get("crossed"))
    return Shape(kind="belt", points=stage.at(*part.points), values=values, text=part.text)


def _plane(stage: Stage, part: Part) -> Shape:
    """A plane in space, as a thin box below the contact, as large as the path on it."""
    normal = _unit(stage.vector(dict(part.vectors)["axis"]))
    first, second = (stage.points[:, i] for i in stage.at(*part.points))
    other = np.eye(3)[int(np.argmin(np.abs(normal[0])))]
    x = _unit(np.cross(other, normal))
    y = np.cross(normal, x)
    away = np.nan_to_num(second - first)
    reach = max(float(np.abs(np.einsum("ij,ij->i", away, way)).max()) for way in (x, y))
    side = 2 * (reach + 2 * SPARE * stage.unit)
    sizes = {"size_x": side, "size_y": side, "size_z": THIN * stage.unit}
    values = {f"x_{k}": x[:, i] for i, k in enumerate("xyz")} | {
        f"y_{k}": y[:, i] for i, k in enumerate("xyz")
    }
    values |= {key: stage.constant(size) for key, size in sizes.items()}
    return Shape(kind="box", points=stage.at(part.points[0]), values=values, text=part.text, colour="soft")


def _bushing(stage: Stage, part: Part) -> Shape:
    """A ring around the point of a bushing."""
    width = stage.number(dict(part.numbers).get("width"), BUSHING * stage.unit)
    flat = stage.scene.dimension == 2
    kind = "wheel" if flat else "disc"
    return Shape(
        kind=kind, points=stage.at(*part.points), values={"radius": width / 2}, text=part.text, colour="c4"
    )


def weld(stage: Stage, part: Part) -> Shape:
    """A dark square over a weld, in space a cube."""
    numbers = dict(part.numbers)
    side, points = (
        stage.number(numbers.get("width"), WELD[stage.scene.dimension] * stage.unit),
        stage.at(*part.points),
    )
    if stage.scene.dimension == 2:
        values = {"width": side, "height": side, "angle": stage.angle(numbers.get("angle"))}
        return Shape(kind="block", points=points, values=values, text=part.text, colour="ink")
    values = {f"size_{k}": side for k in "xyz"}
    for key, way in (("x", stage.turned[:, 0]), ("y", stage.turned[:, 1])):
        values |= {
            f"{key}_{k}": stage.constant(float(component)) for k, component in zip("xyz", way, strict=True)
        }
    return Shape(kind="box", points=points, values=values, text=part.text, colour="ink")


MECHANISMS: dict[str, Callable[[Stage, Part], Shape]] = {
    "rail": _guide,
    "road": _guide,
    "rack": _rack,
    "belt": _belt,
    "plane": _plane,
    "bushing": _bushing,
}


def curves(motion: Motion, stage: Stage, rows: NDArray[np.intp]) -> Curves | None:
    """The curves and the belts in space of a scene; None where there is none."""
    names: list[str] = []
    points: list[Array] = []
    shapes: list[Shape] = []
    first = len(stage.scene.points)
    for number, part in enumerate(one for one in stage.scene.parts if one.kind in ("curve", "belt")):
        curve = _of_curve(motion, stage, part, rows) if part.kind == "curve" else belt_in_space(stage, part)
        if curve is None:
            continue
        colour = "soft" if part.kind == "curve" else "ink"
        places = tuple(first + len(names) + i for i in range(curve.shape[1]))
        names += [f"_curve_{number}_{i}" for i in range(curve.shape[1])]
        points.append(curve)
        shapes.append(Shape(kind="wire", points=places, text=part.text, colour=colour))
    if not shapes:
        return None
    return Curves(names=tuple(names), points=np.concatenate(points, axis=1), shapes=tuple(shapes))


def _of_curve(motion: Motion, stage: Stage, part: Part, rows: NDArray[np.intp]) -> Array | None:
    """The points of a curve over the frames; None where it changes with time."""
    local = _local(motion, part, rows)
    return None if local is None else _curve_over_frames(stage, part, local)


def belt_in_space(stage: Stage, part: Part) -> Array | None:
    """The points of a belt about two parallel axes over the frames; None in a plane, and where none fits.

    With the direction u from the first axis to the second, v perpendicular to it and the distance e, the
    straight parts touch the pulleys at ±β from u, cos β = (r₁ − r₂)/e, crossed (r₁ + r₂)/e.
    """
    vectors, numbers = dict(part.vectors), dict(part.numbers)
    if stage.scene.dimension == 2:
        return None
    a, b = (np.abs(stage.number(one)) for one in vectors["radii"])
    axis = _unit(stage.vector(vectors["axis"]))
    first, second = (stage.points[:, i] for i in stage.at(*part.points))
    apart = second - first
    across = apart - np.einsum("ij,ij->i", apart, axis)[:, np.newaxis] * axis
    length, crossed = np.linalg.norm(across, axis=1), stage.number(numbers.get("crossed")) != 0
    cosine = (a - np.where(crossed, -b, b)) / np.maximum(length, 1e-300)
    if not (np.abs(cosine) < 1).all():
        return None
    u = across / length[:, np.newaxis]
    v, lean = np.cross(axis, u), np.arccos(cosine)
    shares = np.linspace(0.0, 1.0, ARC)
    other = np.where(crossed, lean - np.pi, lean)
    arcs = (
        (first, a, lean[:, np.newaxis] + shares * (2 * np.pi - 2 * lean)[:, np.newaxis]),
        (second, b, other[:, np.newaxis] * (2 * shares - 1)),
    )
    points = [
        centre[:, np.newaxis]
        + ON_RIM
        * radius[:, np.newaxis, np.newaxis]
        * (
            np.cos(turns)[..., np.newaxis] * u[:, np.newaxis]
            + np.sin(turns)[..., np.newaxis] * v[:, np.newaxis]
        )
        for centre, radius, turns in arcs
    ]
    return np.concatenate([*points, points[0][:, :1]], axis=1)


def _local(motion: Motion, part: Part, rows: NDArray[np.intp]) -> Array | None:
    """Samples of a curve in the axes of its frame; None where it is not a curve of its coordinate alone."""
    root = dict(part.numbers)["coordinate"].root
    names = [one.name for one in motion.model.coordinates]
    if not isinstance(root, Name) or root.name not in names:
        return None
    column = names.index(root.name)
    values = motion.q[rows, column]
    whole = np.linspace(0.0, 2 * np.pi, SAMPLES + 1) + float(values[0])
    curve = _curve_at_values(motion, part, column, whole, 0)
    size = float(np.ptp(curve, axis=0).max())
    if not np.isfinite(size) or np.linalg.norm(curve[0] - curve[-1]) > CLOSED * size:
        low, high = float(values.min()), float(values.max())
        beyond = BEYOND * (high - low) or 1.0
        whole = np.linspace(low - beyond, high + beyond, SAMPLES + 1)
        curve = _curve_at_values(motion, part, column, whole, 0)
    later = _curve_at_values(motion, part, column, whole, int(rows[-1]))
    steady = np.isfinite(curve).all() and np.abs(later - curve).max() <= 1e-6 * np.abs(curve).max()
    return curve if steady else None


def _curve_at_values(motion: Motion, part: Part, column: int, values: Array, row: int) -> Array:
    """A curve at some values of its coordinate, with all other quantities of a row."""
    count = len(values)
    q, qd, s, e = (np.tile(block[row], (count, 1)) for block in (motion.q, motion.qd, motion.s, motion.e))
    q[:, column] = values
    return at_states(motion.model, dict(part.vectors)["curve"], np.full(count, motion.t[row]), q, qd, s, e)


def _curve_over_frames(stage: Stage, part: Part, local: Array) -> Array:
    """A curve over the frames: at its point, turned as its frame is."""
    at, numbers, vectors = stage.points[:, stage.at(*part.points)[0]], dict(part.numbers), dict(part.vectors)
    if stage.scene.dimension == 2:
        angle = stage.number(numbers.get("angle"))
        c, s = np.cos(angle)[:, np.newaxis], np.sin(angle)[:, np.newaxis]
        turned = (
            np.stack([c * local[:, 0] - s * local[:, 1], s * local[:, 0] + c * local[:, 1]], axis=2)
            @ stage.turned.T
        )
    elif "x" in vectors and "y" in vectors:
        x, y = (stage.vector(vectors[key]) for key in ("x", "y"))
        ways = np.stack([x, y, np.cross(x, y) * np.linalg.det(stage.turned)])
        turned = np.einsum("pk,kfd->fpd", local, ways)
    else:
        turned = np.tile(local @ stage.turned.T, (stage.frames, 1, 1))
    placed: Array = at[:, np.newaxis, :] + turned
    return placed
