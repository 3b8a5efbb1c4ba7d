"""Bodies in space: shaded faces, far ones first, over a floor with a grid and shadows."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, log10, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from dalembert._present.animation.camera import LIGHT, ProjectedFrame, direction, radii
from dalembert._present.animation.flat import flat_shape
from dalembert._present.animation.meshes import MESHES, Mesh
from dalembert._present.animation.picture import Shape
from dalembert._present.animation.primitives import SMALL, Circle, Line, Polygon, Primitive, Spot, Text

Array = NDArray[np.float64]
Item = tuple[float, Sequence[Primitive]]  # depth, and the primitives there
RIM = 40  # pieces of a wheel
# Circles of a shaded ball: radius, offset towards the light, tone
BALL = tuple((1 - 0.09 * k, 0.045 * k, -0.4 + 0.09 * k) for k in range(10))
SHADOW = 0.72  # tone of a shadow


def floor_shapes(seen: ProjectedFrame) -> Iterator[Primitive]:
    """The floor below everything that moves, with a grid of round lengths."""
    picture = seen.picture
    radius, level = picture.radius or 1.0, picture.floor
    step = round_length(radius / 3)
    reach = ceil(1.5 * radius / step) * step
    mx, my = (round(float(v) / step) * step for v in seen.middle[:2])
    turns = np.linspace(0, 2 * pi, 64, endpoint=False)
    rim = np.stack([mx + reach * np.cos(turns), my + reach * np.sin(turns), np.full(64, level)], axis=1)
    yield Polygon(points=_spots(seen, rim), fill="faint", colour="faint", width=0.0, tone=0.7)
    for k in range(1, round(2 * reach / step)):
        d = k * step - reach
        half, tone = sqrt(max(0.0, reach**2 - d**2)), 0.7 * abs(d / reach)
        for line in (
            ((mx + d, my - half, level), (mx + d, my + half, level)),
            ((mx - half, my + d, level), (mx + half, my + d, level)),
        ):
            yield Line(points=_spots(seen, np.array(line)), colour="faint", width=0.6, tone=tone)


def body_shapes(seen: ProjectedFrame, shapes: Sequence[Shape]) -> Iterator[Primitive]:
    """Shadows on the floor, then the shapes, far ones first."""
    bodies = _Bodies(seen)
    for shape in shapes:
        places = [seen.place(i) for i in shape.points]
        if all(np.isfinite(point).all() for point in places):
            bodies.add(shape, places)
    if seen.camera[2, 2] > 0:
        yield from bodies.shadows
    for _, drawn in sorted(bodies.items, key=lambda item: item[0]):
        yield from drawn


def round_length(value: float) -> float:
    """The next round number (1, 2 or 5 times a power of ten) above a number."""
    power = 10.0 ** floor(log10(value))
    return float(next(k for k in (1, 2, 5, 10) if k * power >= value * (1 - 1e-9)) * power)


class _Bodies:
    """Collects the primitives of shapes, each with its depth."""

    def __init__(self, seen: ProjectedFrame) -> None:
        self.items: list[Item] = []
        self.shadows: list[Primitive] = []
        self._seen = seen
        self._light = LIGHT @ seen.camera
        self._eye = seen.eye
        self._kinds: dict[str, Callable[[Shape, Sequence[Array]], None]] = {
            "link": self._link,
            "floor": self._floor,
            "pin": self._pin,
            "disc": self._disc,
            "cylinder": self._cylinder,
            "cone": self._cone,
            "plate": self._plate,
            "box": self._box,
            "solid": self._solid,
            "wheel": self._wheel,
            "spring": self._spring,
            "damper": self._damper,
            "arrow": self._arrow,
            "rail": self._rail,
            "wire": self._wire,
        }

    def add(self, shape: Shape, places: Sequence[Array]) -> None:
        if shape.kind in self._kinds:
            self._kinds[shape.kind](shape, places)
            return
        flat, near, _ = self._seen.project(np.array(places))
        ends = [(float(x), float(y)) for x, y in flat]
        self.items.append((float(near.mean()), tuple(flat_shape(self._seen, shape, ends))))

    # -- kinds -----------------------------------------------------------------------------------

    def _link(self, shape: Shape, places: Sequence[Array]) -> None:
        radius = self._seen.value(shape, "width") / 2
        path = [*places, places[0]] if shape.closed else list(places)
        for start, end in itertools.pairwise(path):
            self._add_body_of_revolution("rod", start, end, radius, shape.colour)
        for point in places:
            self._ball(point, 1.25 * radius, shape.colour)

    def _floor(self, shape: Shape, places: Sequence[Array]) -> None:
        self._add_body_of_revolution(
            "rod", places[0], places[1], 0.22 * self._seen.value(shape, "size"), "soft"
        )

    def _pin(self, shape: Shape, places: Sequence[Array]) -> None:
        size = self._seen.value(shape, "size")
        self._add_body_of_revolution(
            "cone", places[0] - np.array([0, 0, size]), places[0], 0.5 * size, "soft"
        )
        self._ball(places[0], 0.18 * size, "soft")

    def _disc(self, shape: Shape, places: Sequence[Array]) -> None:
        radius = self._seen.value(shape, "radius")
        self._ball(places[0], radius, shape.colour)
        if "mark_x" in shape.values and "second_x" in shape.values:
            self._meridians(shape, places[0], abs(radius))

    def _meridians(self, shape: Shape, centre: Array, radius: float) -> None:
        """Two circles on a ball that show its rotation; only the parts facing the eye."""
        x, y = direction(self._seen.vector(shape, "mark")), direction(self._seen.vector(shape, "second"))
        near, turns = float(self._seen.project(centre)[1]) + 0.51 * radius, np.linspace(0, 2 * pi, RIM + 1)
        for other in (y, np.cross(x, y)):
            ring = centre + radius * (np.outer(np.cos(turns), x) + np.outer(np.sin(turns), other))
            faces = (ring - centre) @ (self._eye - centre) > radius**2
            for i in range(RIM):
                if faces[i] and faces[i + 1]:
                    self._piece(ring[i], ring[i + 1], "paper", 0.9, near=near)

    def _cylinder(self, shape: Shape, places: Sequence[Array]) -> None:
        self._add_body_of_revolution(
            "cylinder", places[0], places[1], self._seen.value(shape, "radius"), shape.colour
        )

    def _cone(self, shape: Shape, places: Sequence[Array]) -> None:
        self._add_body_of_revolution(
            "cone", places[0], places[1], self._seen.value(shape, "radius"), shape.colour
        )

    def _plate(self, shape: Shape, places: Sequence[Array]) -> None:
        axis = direction(self._seen.vector(shape, "axis"))
        thickness, radius = (self._seen.value(shape, key) for key in ("thickness", "radius"))
        half = axis * thickness / 2
        hole = self._seen.value(shape, "hole") / radius if "hole" in shape.values and radius else 0.0
        mesh = "tube" if hole else "plate" if thickness < abs(radius) else "cylinder"
        self._add_body_of_revolution(mesh, places[0] - half, places[0] + half, radius, shape.colour, hole)
        if "mark_x" in shape.values:
            mark = self._seen.vector(shape, "mark")
            way = direction(mark - axis * (mark @ axis), (0.0, 0.0, 0.0))
        elif "angle" in shape.values:
            (first, second), a = radii(axis), self._seen.value(shape, "angle")
            way = np.cos(a) * first + np.sin(a) * second
        else:
            return
        for side in (-1, 1):
            foot = places[0] + 1.02 * side * half
            if (self._eye - foot) @ axis * side > 0:
                near = float(self._seen.project(foot)[1]) + 0.01 * radius
                self._piece(foot + hole * radius * way, foot + radius * way, "paper", 1.6, near=near)

    def _box(self, shape: Shape, places: Sequence[Array]) -> None:
        x = direction(self._seen.vector(shape, "x"), (1.0, 0.0, 0.0))
        z = direction(np.cross(x, self._seen.vector(shape, "y")))
        sizes = np.abs(self._seen.vector(shape, "size"))
        self._mesh("box", places[0], np.stack([x, np.cross(z, x), z]) * sizes[:, np.newaxis], shape.colour)

    def _solid(self, shape: Shape, places: Sequence[Array]) -> None:
        if shape.mesh is not None:
            x, y = (direction(self._seen.vector(shape, name)) for name in "xy")
            self._add_mesh(shape.mesh, places[0], np.stack([x, y, np.cross(x, y)]), shape.colour)

    def _wheel(self, shape: Shape, places: Sequence[Array]) -> None:
        centre, radius = places[0], abs(self._seen.value(shape, "radius"))
        first, second = radii(self._seen.vector(shape, "axis"))

        def rim(a: float) -> Array:
            points: Array = centre + radius * (np.cos(a) * first + np.sin(a) * second)
            return points

        ring = [rim(2 * pi * k / RIM) for k in range(RIM + 1)]
        for start, end in itertools.pairwise(ring):
            self._piece(start, end, shape.colour, 2.2)
        self._shade(np.array(ring))
        if "angle" in shape.values:
            angle = self._seen.value(shape, "angle")
            for k in range(4):
                self._piece(centre, rim(angle + k * pi / 2), shape.colour, 0.8 if k else 2.0)

    def _spring(self, shape: Shape, places: Sequence[Array]) -> None:
        start, way = places[0], places[1] - places[0]
        first, second = radii(way)
        count = 12 * shape.coils
        s = np.arange(count + 1) / count
        r = np.where((s < 0.08) | (s > 0.92), 0.0, self._seen.value(shape, "width") / 2)
        a = 2 * pi * shape.coils * np.clip((s - 0.08) / 0.84, 0, 1)
        coil = start + np.outer(s, way) + np.outer(r * np.cos(a), first) + np.outer(r * np.sin(a), second)
        for one, other in itertools.pairwise(coil):
            self._piece(one, other, "ink", 1.3)

    def _damper(self, shape: Shape, places: Sequence[Array]) -> None:
        """A cylinder from the start, and a thinner rod to the end."""
        start, way = places[0], places[1] - places[0]
        length, width = float(np.linalg.norm(way)), self._seen.value(shape, "width")
        pot = min(1.4 * width, 0.4 * length) / (length or 1.0)
        back, front = (start + way * (1 + side * pot) / 2 for side in (-1, 1))
        self._add_body_of_revolution("rod", start, back, 0.12 * width, "soft")
        self._add_body_of_revolution("cylinder", back, front, 0.42 * width, "mass")
        self._add_body_of_revolution("rod", front, places[1], 0.12 * width, "soft")

    def _rail(self, shape: Shape, places: Sequence[Array]) -> None:
        """A bar along the axis, and a block on it."""
        axis, width = self._seen.vector(shape, "axis"), self._seen.value(shape, "width")
        ends = [places[0] + axis * self._seen.value(shape, key) for key in ("low", "high")]
        self._add_body_of_revolution("rod", ends[0], ends[1], 0.22 * width, "soft")
        sides = np.stack([axis * 1.6 * width, *(np.stack(radii(axis)) * width)])
        self._mesh("box", places[1], sides, shape.colour)

    def _wire(self, shape: Shape, places: Sequence[Array]) -> None:
        for start, end in itertools.pairwise(places):
            self._piece(start, end, shape.colour, 1.8)

    def _arrow(self, shape: Shape, places: Sequence[Array]) -> None:
        way = np.array([self._seen.value(shape, k) for k in "xyz"])
        length, width = float(np.linalg.norm(way)), self._seen.value(shape, "width")
        if not length > 1e-6 * self._seen.picture.radius:
            return
        head = min(4 * width, length)
        neck, tip = places[0] + way * (1 - head / length), places[0] + way
        self._add_body_of_revolution("rod", places[0], neck, 0.3 * width, shape.colour)
        self._add_body_of_revolution("cone", neck, tip, 0.4 * head, shape.colour)
        if shape.text:
            at = self._seen.on_paper(tip + way * 0.9 * head / length)
            self.items.append((np.inf, (Text(at=at, text=shape.text, size=SMALL),)))

    # -- meshes ----------------------------------------------------------------------------------

    def _add_body_of_revolution(
        self, mesh: str, start: Array, end: Array, radius: float, colour: str, hole: float = 0.0
    ) -> None:
        """A body of revolution about the line from one point to another."""
        way = end - start
        sides = np.stack([*(abs(radius) * np.stack(radii(way))), way])
        self._mesh(mesh, start, sides, colour, hole)

    def _mesh(self, name: str, at: Array, sides: Array, colour: str, hole: float = 0.0) -> None:
        """A unit body with three sides."""
        self._add_mesh(MESHES[name], at, sides, colour, hole)

    def _add_mesh(self, mesh: Mesh, at: Array, sides: Array, colour: str, hole: float = 0.0) -> None:
        """A mesh with three sides; the second half of its corners is scaled towards its axis by `hole`."""
        unit_corners = np.array(mesh.corners)
        if hole:
            unit_corners[len(unit_corners) // 2 :, :2] *= hole
        corners = at + unit_corners @ sides
        flat, near, _ = self._seen.project(corners)
        if not np.isfinite(flat).all():
            return
        self._shade(corners)
        spots = [(x, y) for x, y in flat.tolist()]
        p, q, r = (corners[[face[k] for face in mesh.faces]] for k in range(3))
        normals = np.cross(q - p, r - q)
        sizes = np.linalg.norm(normals, axis=1)
        facing = (sizes > 0) & (np.einsum("ij,ij->i", normals, self._eye - p) > 0)
        lit = normals @ self._light
        for i in np.flatnonzero(facing).tolist():
            face = mesh.faces[i]
            tone = max(-0.36, -0.26 + 0.6 * float(lit[i]) / float(sizes[i]))
            points = tuple(spots[k] for k in face)
            shape = Polygon(points=points, fill=colour, colour=colour, width=0.35, tone=tone)
            self.items.append((float(near[list(face)].mean()), (shape,)))

    def _ball(self, centre: Array, radius: float, colour: str) -> None:
        flat, near, larger = self._seen.project(centre)
        (x, y), size = flat.tolist(), abs(radius) * float(larger)
        circles = tuple(
            Circle(
                centre=(x - 0.75 * away * size, y + away * size),
                radius=part * size,
                fill=colour,
                colour=colour,
                width=0.0,
                tone=tone,
            )
            for part, away, tone in BALL
        )
        self.items.append((float(near) + 0.5 * abs(radius), circles))
        a = np.linspace(0, 2 * pi, 16, endpoint=False)
        self._shade(centre + np.stack([radius * np.cos(a), radius * np.sin(a), 0 * a], axis=1))

    def _piece(self, start: Array, end: Array, colour: str, width: float, near: float | None = None) -> None:
        flat, depths, _ = self._seen.project(np.stack([start, end]))
        if np.isfinite(flat).all():
            points = tuple((x, y) for x, y in flat.tolist())
            line = Line(points=points, colour=colour, width=width)
            self.items.append((float(depths.mean()) if near is None else near, (line,)))

    def _shade(self, places: Array) -> None:
        below = places.copy()
        below[:, 2] = self._seen.picture.floor
        points = convex_hull(_spots(self._seen, below))
        if len(points) > 2:
            self.shadows.append(Polygon(points=points, fill="soft", colour="soft", width=0.0, tone=SHADOW))


def _spots(seen: ProjectedFrame, places: Array) -> tuple[Spot, ...]:
    return tuple((x, y) for x, y in seen.project(places)[0].tolist())


def convex_hull(spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """The corners of the smallest convex polygon about some spots."""
    ordered = sorted(set(spots))

    def half(points: Sequence[Spot]) -> list[Spot]:
        kept: list[Spot] = []
        for x, y in points:
            while len(kept) > 1:
                (x0, y0), (x1, y1) = kept[-2:]
                if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return (*half(ordered), *half(ordered[::-1]))
