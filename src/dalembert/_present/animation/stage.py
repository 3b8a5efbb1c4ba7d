"""A scene with the values of its expressions along a motion, in the axes of the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.expression import Expression
from dalembert._model.scene import SHEET, WAYS, Part, Scene, View
from dalembert._present.animation.drawn_meshes import placed_corners
from dalembert._present.animation.meshes import Mesh

Array = NDArray[np.float64]
NO_MESHES: Mapping[tuple[str, str], Mesh] = MappingProxyType({})
WIDER = 2.2  # a sheet with a larger ratio of width to height is put below
SMALLEST = 14.0  # the least size of a sheet that is drawn as large as the mechanism
PAPER = 0.8  # size of a picture with a sheet, relative to that symmetric about its middle
FAR = 1e100  # larger numbers are not drawn, and a picture smaller than its inverse is a point
BAR, SOLID = 1.4, 2.4  # usual width of links in a plane and in space, in units of the picture
# The vertical axis, and the axes of the model along x, y and z of the picture
SPACE: dict[str, tuple[tuple[int, int], ...]] = {
    "z": ((0, 1), (1, 1), (2, 1)),
    "y": ((2, 1), (0, 1), (1, 1)),
    "x": ((1, 1), (2, 1), (0, 1)),
    "-z": ((1, 1), (0, 1), (2, -1)),
    "-y": ((0, 1), (2, 1), (1, -1)),
    "-x": ((2, 1), (1, 1), (0, -1)),
}


class Stage:
    """A scene with the values of its expressions."""

    def __init__(
        self,
        scene: Scene,
        asked: Sequence[Expression],
        values: Array,
        like: Stage | None = None,
        meshes: Mapping[tuple[str, str], Mesh] = NO_MESHES,
    ) -> None:
        """Sizes and the position of a sheet are chosen for these values, or taken from the stage `like`."""
        self.scene = scene
        self.meshes: Mapping[tuple[str, str], Mesh] = (
            meshes if like is None else like.meshes
        )  # by file and unit
        near = np.where(np.abs(values) < FAR, values, np.nan)
        self._columns = {id(expression): near[:, i] for i, expression in enumerate(asked)}
        self.turned = orientation(scene.view, scene.dimension)
        self.frames = len(values)
        self.place = {point.name: i for i, point in enumerate(scene.points)}
        self.points = np.zeros((self.frames, len(scene.points), scene.dimension))
        for i, point in enumerate(scene.points):
            self.points[:, i] = self.vector(point.at)
        if like is not None:
            on = [i for i, point in enumerate(scene.points) if point.name.startswith(SHEET)]
            self.points[:, on] = like.points[0, on]
        self.most: Mapping[float, float] = self._largest_flows() if like is None else like.most
        self.sheet: float = self._put_sheet() if like is None else like.sheet
        self.unit: float = self._size() / 100 if like is None else like.unit

    def _largest_flows(self) -> dict[float, float]:
        """The largest flow of each group, the scale of its arrows; 1 where all are zero."""
        largest: dict[float, float] = {}
        for part in self.scene.parts:
            if part.kind == "flow":
                numbers = dict(part.numbers)
                group = float(self.number(numbers.get("group"))[0])
                most = float(np.nanmax(np.abs(self.number(numbers["flow"])), initial=0.0))
                largest[group] = max(largest.get(group, 0.0), most)
        return {group: most or 1.0 for group, most in largest.items()}

    def _put_sheet(self) -> float:
        """Put the points of a sheet beside or below all others, in the same size; return its scale."""
        on = np.array([point.name.startswith(SHEET) for point in self.scene.points], dtype=bool)
        if not on.any():
            return 1.0
        corners = np.array([[float(self.number(one)[0]) for one in p.at[:2]] for p in self.scene.points])[on]
        others = np.concatenate([self._around(~on), self._around_masses()])
        if not len(others):
            self.points[:, on, :2] = corners
            return 1.0
        low, high = others.min(axis=0), others.max(axis=0)
        if self.scene.dimension == 3:  # in the image plane, about its middle
            reach = float(np.linalg.norm(high - low)) / 2
            low, high = np.full(2, -reach), np.full(2, reach)
        middle, size = (low + high) / 2, float((high - low).max()) or 1.0
        half = np.ptp(corners, axis=0) / 2
        wide, tall = half[0] > WIDER * half[1], high[0] - low[0] > WIDER * (high[1] - low[1])
        below = bool(wide or tall)
        scale = size * (1.6 if wide else 1.0) / max(2 * float(half.max()), SMALLEST)
        away = (size if not below else max(high[1] - low[1], 0.3 * size)) / 2 + 0.15 * size
        away += scale * (half[1] if below else half[0])
        if not below:
            away += (high[0] - low[0] - size) / 2
        position = middle + (np.array([0.0, -away]) if below else np.array([away, 0.0]))
        self.points[:, on, :2] = position + scale * (corners - (corners.min(axis=0) + half))
        return float(scale)

    @property
    def on_paper(self) -> frozenset[int]:
        """The points of a sheet beside bodies in space."""
        points = enumerate(self.scene.points) if self.scene.dimension == 3 else ()
        return frozenset(i for i, point in points if point.name.startswith(SHEET))

    def widen(self, points: Array) -> None:
        """Adapt the sizes of letters and lines to a picture with further points."""
        known = np.delete(points, sorted(self.on_paper), axis=1).reshape(-1, points.shape[2])
        known = known[np.isfinite(known).all(axis=1)]
        if len(known):
            self.unit = max(self.unit, float(np.ptp(known, axis=0).max()) / 100)

    def number(self, expression: Expression | None, usual: float = 0.0) -> Array:
        """The values of an expression over the frames, or the default `usual`."""
        return self.constant(usual) if expression is None else self._columns[id(expression)]

    def constant(self, value: float) -> Array:
        """A number over the frames."""
        return np.full(self.frames, value)

    def vector(self, expressions: Sequence[Expression]) -> Array:
        """A vector over the frames, in the axes of the picture."""
        return np.stack([self._columns[id(e)] for e in expressions], axis=1) @ self.turned.T

    def angle(self, expression: Expression | None) -> Array:
        """An angle in the model's plane, from x towards y, as an angle in the picture."""
        angle = self.number(expression)
        if self.scene.dimension == 3:
            return angle
        (xx, yx), (xy, yy) = self.turned.tolist()
        hand = xx * yy - yx * xy  # -1 where the picture shows the plane from behind
        turned: Array = np.arctan2(xy, xx) + hand * angle
        return turned

    def mesh(self, part: Part) -> Mesh:
        """The mesh that a part is drawn by."""
        words = dict(part.words)
        return self.meshes[words["file"], words["unit"]]

    def directions(self, part: Part) -> dict[str, Array]:
        """The first two directions of a part over the frames, component by component: x_x, x_y …"""
        given = dict(part.vectors)
        made: dict[str, Array] = {}
        for name, axis in (("x", 0), ("y", 1)):
            usual = np.tile(self.turned[:, axis], (self.frames, 1))
            way = self.vector(given[name]) if name in given else usual
            made |= {f"{name}_{k}": way[:, i] for i, k in enumerate("xyz")}
        return made

    def at(self, *names: str) -> tuple[int, ...]:
        """The indices of points."""
        return tuple(self.place[name] for name in names)

    def _size(self) -> float:
        """The largest extent of points with their shapes; 1 where all coincide."""
        on = sorted(self.on_paper)
        whole = self._around(np.isin(np.arange(len(self.scene.points)), on, invert=True))
        size = float(np.ptp(whole, axis=0).max()) if len(whole) else 0.0
        if on:  # about the middle of the picture
            size = max(size, float(2 * np.abs(self.points[0, on]).max()) * PAPER)
        return size if size > 1 / FAR else 1.0

    def _around(self, kept: NDArray[np.bool_]) -> Array:
        """Some of the points, and the extents of shapes around them, where finite."""
        boxes = [self.points[:, kept].reshape(-1, self.scene.dimension)]
        for wheel in self.scene.wheels:
            radius = np.abs(self.number(wheel.radius))[:, np.newaxis]
            boxes += [self.points[:, self.place[wheel.at]] + sign * radius for sign in (-1, 1)]
        for part in self.scene.parts:
            at, numbers, vectors = (
                self.points[:, self.at(*part.points)[0]],
                dict(part.numbers),
                dict(part.vectors),
            )
            if "height" in numbers:  # of a tank above its base
                above = np.zeros_like(at)
                above[:, -1] = self.number(numbers["height"])
                boxes.append(at + above)
            if part.words:
                boxes.append(placed_corners(self.mesh(part), at, self.directions(part)).reshape(-1, 3))
            if "size" in vectors:
                half = np.max([np.abs(self.number(one)) for one in vectors["size"]], axis=0) / 2
                boxes += [at + sign * half[:, np.newaxis] for sign in (-1, 1)]
            if "radius" in numbers:
                radius = np.abs(self.number(numbers["radius"]))[:, np.newaxis]
                boxes += [at + sign * radius for sign in (-1, 1)]
        whole = np.concatenate(boxes)
        return whole[np.isfinite(whole).all(axis=1)]

    def _around_masses(self) -> Array:
        """The extents of masses with sizes of their own, where finite, however they are turned."""
        boxes = [np.zeros((0, self.scene.dimension))]
        for mass in self.scene.masses:
            sizes = [mass.width, mass.height] if mass.radius is None else [mass.radius, mass.radius]
            if None not in sizes:
                part = 0.5 if mass.radius is None else 1.0
                half = part * np.max([np.abs(self.number(size)) for size in sizes], axis=0)[:, np.newaxis]
                boxes += [self.points[:, self.place[mass.at]] + sign * half for sign in (-1, 1)]
        whole = np.concatenate(boxes)
        return whole[np.isfinite(whole).all(axis=1)]

    def bar(self) -> float:
        """The usual width of links: thinner where they are short."""
        lengths = []
        for link in self.scene.links:
            path = self.points[0, self.at(*link.points)]
            lengths += np.linalg.norm(np.diff(path, axis=0), axis=1).tolist()
        known = [length for length in lengths if np.isfinite(length) and length > 0]
        usual = (BAR if self.scene.dimension == 2 else SOLID) * self.unit
        return min(usual, float(np.median(known)) / 5) if known else usual


def orientation(view: View, dimension: int) -> Array:
    """The matrix that rotates vectors of the model into the axes of the picture."""
    if dimension == 2:
        return np.array([WAYS[view.x], WAYS[view.y]]).T
    matrix = np.zeros((3, 3))
    for row, (axis, sign) in enumerate(SPACE[view.up]):
        matrix[row, axis] = sign
    return matrix
