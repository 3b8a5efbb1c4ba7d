"""The extent of a picture: bounding box and sphere of all frames, and the floor below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert._present.animation.drawn_meshes import placed_corners
from dalembert._present.animation.picture import Shape
from dalembert._present.animation.schematic_symbols import LETTERS, WITH_TEXT

Array = NDArray[np.float64]
LEAST = 1e-100  # the least length used as a divisor
ADVANCE = 0.6  # width of a letter, in heights
DIGITS = 9  # letters of the number of a flow and a space: −1.23·10⁻⁴


def bounds(points: Array, shapes: Sequence[Shape], least: float) -> tuple[Array, Array, float]:
    """The bounding box of all frames, and the radius of the sphere about its centre, at least `least`."""
    dimension = points.shape[2]
    if not points.shape[1]:
        return np.zeros(dimension), np.zeros(dimension), 0.0
    parts = [(points.reshape(-1, dimension), np.zeros(1))]  # centres and radii
    for shape in shapes:
        parts += _around(points, shape)
    kept = [_finite_part(part) for part in parts]
    low = np.min([np.min(p - r[:, np.newaxis], axis=0) for p, r in kept], axis=0)
    high = np.max([np.max(p + r[:, np.newaxis], axis=0) for p, r in kept], axis=0)
    middle = (low + high) / 2
    radius = max(float(np.max(np.linalg.norm(p - middle, axis=1) + r)) for p, r in kept)
    return low, high, radius or least


def _around(points: Array, shape: Shape) -> Iterator[tuple[Array, Array]]:
    """Centres and radii of spheres that contain a shape."""
    ends, values, dimension = [points[:, i] for i in shape.points], shape.values, points.shape[2]
    match shape.kind:
        case "block":
            yield ends[0], np.hypot(values["width"], values["height"]) / 2
        case "box":
            yield ends[0], np.sqrt(sum(values[f"size_{k}"] ** 2 for k in "xyz")) / 2
        case "solid" if shape.mesh is not None:
            corners = placed_corners(shape.mesh, ends[0], values)
            yield from ((corners[:, i], np.zeros(1)) for i in range(corners.shape[1]))
        case "wheel" | "disc" | "plate" | "cylinder" | "cone":
            yield from ((end, np.abs(values["radius"])) for end in ends)
        case "pin" | "floor":
            yield from ((end, values["size"]) for end in ends)
        case "rail" | "road":
            axis = np.stack([values[f"axis_{k}"] for k in "xyz"[:dimension]], axis=1)
            for key in ("low", "high"):
                yield ends[0] + axis * values[key][:, np.newaxis], values["width"] / 2
        case "rack":
            axis = np.stack([values["axis_x"], values["axis_y"]], axis=1)
            for key in ("low", "high"):
                along = values["shift"] + values[key]
                yield ends[0] + axis * along[:, np.newaxis], np.abs(values["radius"])
        case "belt":
            yield from ((end, values[key]) for end, key in zip(ends, "ab", strict=True))
        case "arrow":
            yield ends[0] + np.stack([values[k] for k in "xyz"[:dimension]], axis=1), np.zeros(1)
        case "symbol":
            yield from ((end, np.abs(values["width"]) / 2) for end in ends)
            if shape.symbol == "tank":
                above = np.zeros_like(ends[0])
                above[:, -1] = np.maximum(values["a"], values["b"])
                yield ends[0] + above, np.abs(values["width"]) / 2
            if shape.symbol in WITH_TEXT and dimension == 2:
                yield from _around_text(shape, ends, np.abs(values["width"]))


def _around_text(shape: Shape, ends: Sequence[Array], width: Array) -> Iterator[tuple[Array, Array]]:
    """The ends of the text of a symbol: beside an upright flow, else centred."""
    middle, way = (ends[0] + ends[-1]) / 2, np.abs(ends[-1] - ends[0])
    letters = len(shape.text) + (DIGITS if shape.symbol == "flow" else 0)
    long = ADVANCE * LETTERS * letters * width
    upright = np.array(shape.symbol == "flow") & (way[:, 1] > way[:, 0])
    for low, high in ((-long / 2, 0.5 * width), (long / 2, 0.5 * width + long)):
        ahead = np.where(upright, high, low)
        yield middle + np.stack([ahead, np.zeros_like(ahead)], axis=1), np.zeros(1)


def floor_below(points: Array, shapes: Sequence[Shape]) -> float:
    """The lowest height that anything reaches in space."""
    if points.shape[2] == 2 or not points.shape[1]:
        return 0.0
    heights = [points[..., 2].ravel()]
    for shape in shapes:
        ends, below = points[:, list(shape.points), 2].T, _below(points, shape)
        heights += [(end - below).ravel() for end in ends]
    whole = np.concatenate(heights)
    whole = whole[np.isfinite(whole)]
    return float(whole.min()) if len(whole) else 0.0


def _below(points: Array, shape: Shape) -> Array:
    """The extent of a shape below its points."""
    values = shape.values
    match shape.kind:
        case "disc":
            return np.abs(values["radius"])
        case "pin":
            return values["size"]
        case "solid" if shape.mesh is not None:
            at = points[:, shape.points[0]]
            return np.asarray(at[:, 2] - placed_corners(shape.mesh, at, values)[:, :, 2].min(axis=1))
        case "wheel" | "plate":
            axis = np.stack([values[f"axis_{k}"] for k in "xyz"], axis=1)
            return np.abs(values["radius"]) * _steepest(axis)
        case "cylinder" | "cone":
            way = points[:, shape.points[1]] - points[:, shape.points[0]]
            return np.abs(values["radius"]) * _steepest(way) * (shape.kind == "cylinder")
        case "box":
            x, y = (np.stack([values[f"{name}_{k}"] for k in "xyz"], axis=1) for name in "xy")
            ways = [x, np.cross(np.cross(x, y), x), np.cross(x, y)]
            rise = [np.abs(way[:, 2]) / np.maximum(np.linalg.norm(way, axis=1), LEAST) for way in ways]
            sizes = [np.abs(values[f"size_{k}"]) / 2 for k in "xyz"]
            below: Array = np.sum([a * b for a, b in zip(rise, sizes, strict=True)], axis=0)
            return below
        case _:
            return np.zeros(len(points))


def _steepest(axis: Array) -> Array:
    """The largest descent per length perpendicular to an axis."""
    size = np.maximum(np.linalg.norm(axis, axis=1), LEAST)
    down: Array = np.sqrt(np.maximum(0.0, 1 - (axis[:, 2] / size) ** 2))
    return down


def _finite_part(part: tuple[Array, Array]) -> tuple[Array, Array]:
    """Centres and radii that are finite; the origin where none is."""
    centres, radii = part
    radii = np.broadcast_to(radii, len(centres))
    good = np.isfinite(centres).all(axis=1) & np.isfinite(radii)
    return (centres[good], radii[good]) if good.any() else (np.zeros((1, centres.shape[1])), np.zeros(1))
