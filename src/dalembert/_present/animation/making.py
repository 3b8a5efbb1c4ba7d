"""A motion to its picture: the scene of the model in numbers, or an automatic one where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.along_motion import along
from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.tree import Name
from dalembert._model.records import Model, entries_of
from dalembert._model.rules_scene import scene_of
from dalembert._model.scene import WAYS, Mass, Scene, View, expressions_of
from dalembert._present.animation.automatic import automatic_panels, automatic_scene, panel
from dalembert._present.animation.histories import histories
from dalembert._present.animation.picture import Axis, Panel, Picture, Shape
from dalembert._present.notation import notation, unicode_hand
from dalembert._simulate.motion import Motion

Array = NDArray[np.float64]
Rows = NDArray[np.intp]
FRAMES = 1200
NUMBERS = 500_000  # in one picture, so that a page with it stays below 2 MB
FAR = 1e100  # beyond it a number is nowhere, and a picture below its inverse is a point
HUES = 6  # colours that parts take in turn
# Usual sizes, in units of the picture
BAR, COIL, POT, DISC, BLOCK, PIN, ARROW = 1.4, 5.0, 4.5, 2.2, 8.0, 3.2, 0.8
# The axis that is up, and the axes of the model that point along x, y and z of the picture
SPACE: dict[str, tuple[tuple[int, int], ...]] = {
    "z": ((0, 1), (1, 1), (2, 1)),
    "y": ((2, 1), (0, 1), (1, 1)),
    "x": ((1, 1), (2, 1), (0, 1)),
    "-z": ((1, 1), (0, 1), (2, -1)),
    "-y": ((0, 1), (2, 1), (1, -1)),
    "-x": ((2, 1), (1, 1), (0, -1)),
}


def picture_of(motion: Motion) -> Picture:
    """The picture of a motion; ModelError where its scene has flaws or there is nothing to show."""
    model = motion.model
    given = scene_of(model)
    about = given.text if given is not None else ""
    if given is not None and not given.points and not given.gauges:  # it says nothing but a sentence
        given = None
    if not len(motion.t):
        message = "the motion has no rows, so there is nothing to draw"
        flaw = Flaw(rule="scene", severity="error", where="", message=message, hint="see its message")
        raise ModelError((flaw,))
    scene = automatic_scene(model) if given is None else given
    asked = list(expressions_of(scene))
    rows = _frames(motion.t, len(asked) + SPARE)
    stage = _Stage(scene, asked, along(motion, asked, rows))
    if given is None:
        panels, left_out = automatic_panels(motion, rows, scene)
    else:
        panels, left_out = tuple(stage.panels(model)), 0
    shapes = tuple(stage.shapes())
    low, high, radius = stage.bounds(shapes)
    return Picture(
        title=model.title,
        text=about,
        dimension=scene.dimension,
        times=motion.t[rows],
        names=tuple(point.name for point in scene.points),
        points=stage.points,
        shapes=shapes,
        panels=panels,
        histories=histories(motion, rows),
        low=low,
        high=high,
        radius=radius,
        unit=stage.unit,
        axes=stage.axes(),
        turn=scene.view.turn,
        tilt=scene.view.tilt,
        automatic=given is None,
        left_out=left_out,
    )


SPARE = 40  # columns of panels and histories


def _frames(t: Array, columns: int) -> Rows:
    """The rows nearest to even times, as many as a page can carry."""
    count = max(2, min(FRAMES, len(t), NUMBERS // columns))
    even = np.linspace(t[0], t[-1], count)
    after = np.minimum(np.searchsorted(t, even), len(t) - 1)
    before = np.maximum(after - 1, 0)
    return np.unique(np.where(even - t[before] < t[after] - even, before, after))


def orientation(view: View, dimension: int) -> Array:
    """The matrix that turns vectors of the model into vectors of the picture."""
    if dimension == 2:
        return np.array([WAYS[view.x], WAYS[view.y]]).T
    matrix = np.zeros((3, 3))
    for row, (axis, sign) in enumerate(SPACE[view.up]):
        matrix[row, axis] = sign
    return matrix


class _Stage:
    """A scene with the numbers of its expressions."""

    def __init__(self, scene: Scene, asked: Sequence[Expression], values: Array) -> None:
        self._scene = scene
        near = np.where(np.abs(values) < FAR, values, np.nan)
        self._columns = {id(expression): near[:, i] for i, expression in enumerate(asked)}
        self._turned = orientation(scene.view, scene.dimension)
        self._frames = len(values)
        self._place = {point.name: i for i, point in enumerate(scene.points)}
        self.points = np.zeros((self._frames, len(scene.points), scene.dimension))
        for i, point in enumerate(scene.points):
            self.points[:, i] = self._vector(point.at)
        self.unit = self._size() / 100

    def shapes(self) -> Iterator[Shape]:
        """The shapes, those behind first."""
        scene, u = self._scene, self.unit
        for ground in scene.ground:
            kind = "pin" if len(ground.points) == 1 else "floor"
            yield Shape(kind=kind, points=self._at(*ground.points), values={"size": self._constant(PIN * u)})
        for i, name in enumerate(scene.traces):
            yield Shape(kind="trace", points=self._at(name), colour=_hue(i + 1))
        for spring in scene.springs:
            width = {"width": self._number(spring.width, COIL * u)}
            points = self._at(*spring.points)
            yield Shape(kind="spring", points=points, values=width, text=spring.text, coils=spring.coils)
        for damper in scene.dampers:
            width = {"width": self._number(damper.width, POT * u)}
            yield Shape(kind="damper", points=self._at(*damper.points), values=width, text=damper.text)
        for i, wheel in enumerate(scene.wheels):
            values = {"radius": self._number(wheel.radius)}
            values |= {"angle": self._angle(wheel.angle)} if wheel.angle is not None else {}
            if wheel.axis:
                values |= dict(zip(("axis_x", "axis_y", "axis_z"), self._vector(wheel.axis).T, strict=True))
            points = self._at(wheel.at)
            yield Shape(kind="wheel", points=points, values=values, text=wheel.text, colour=_hue(i))
        bar = self._bar()
        for i, link in enumerate(scene.links):
            yield Shape(
                kind="link",
                points=self._at(*link.points),
                values={"width": self._number(link.width, bar)},
                text=link.text,
                closed=link.closed,
                colour=_hue(i),
            )
        yield from (self._mass(mass) for mass in scene.masses)
        for arrow in scene.arrows:
            vector = self._vector(arrow.vector) * self._number(arrow.scale)[:, np.newaxis]
            values = dict(zip("xyz", vector.T, strict=False)) | {"width": self._constant(ARROW * u)}
            yield Shape(
                kind="arrow", points=self._at(arrow.at), values=values, text=arrow.text, colour=_hue(1)
            )

    def panels(self, model: Model) -> Iterator[Panel]:
        """The gauges; one of a single name has the unit of that name unless another is given."""
        units = {entry.name: entry.unit for entry in entries_of(model)}
        hand = unicode_hand(notation(model))
        for gauge in self._scene.gauges:
            root = gauge.value.root
            own = units.get(root.name, "") if isinstance(root, Name) else ""
            bare = isinstance(root, Name) and gauge.text == root.name
            text = hand.name(gauge.text, 0) if bare else gauge.text
            yield panel("gauge", text, gauge.unit or own, self._number(gauge.value))

    def axes(self) -> tuple[Axis, ...]:
        """Where the axes of the model point."""
        count = self._scene.dimension if self._scene.points else 0
        return tuple(Axis(name="xyz"[i], way=tuple(self._turned[:, i].tolist())) for i in range(count))

    def bounds(self, shapes: Sequence[Shape]) -> tuple[Array, Array, float]:
        """The box that holds every frame, and the radius of the ball about its middle that does."""
        dimension = self._scene.dimension
        if not self._scene.points:
            return np.zeros(dimension), np.zeros(dimension), 0.0
        parts = [(self.points.reshape(-1, dimension), np.zeros(1))]  # centres, and how far around them
        for shape in shapes:
            ends = [self.points[:, i] for i in shape.points]
            if shape.kind == "block":
                parts.append((ends[0], np.hypot(shape.values["width"], shape.values["height"]) / 2))
            elif shape.kind in ("wheel", "disc"):
                parts.append((ends[0], np.abs(shape.values["radius"])))
            elif shape.kind in ("pin", "floor"):
                parts += [(end, shape.values["size"]) for end in ends]
            elif shape.kind == "arrow":
                tip = ends[0] + np.stack([shape.values[k] for k in "xyz"[:dimension]], axis=1)
                parts.append((tip, np.zeros(1)))
        kept = [_finite_part(part) for part in parts]
        low = np.min([np.min(p - r[:, np.newaxis], axis=0) for p, r in kept], axis=0)
        high = np.max([np.max(p + r[:, np.newaxis], axis=0) for p, r in kept], axis=0)
        middle = (low + high) / 2
        radius = max(float(np.max(np.linalg.norm(p - middle, axis=1) + r)) for p, r in kept)
        return low, high, radius or self.unit

    # -- numbers ---------------------------------------------------------------------------------

    def _mass(self, mass: Mass) -> Shape:
        points, text, u = self._at(mass.at), mass.text, self.unit
        if mass.width is None and mass.height is None:
            radius = {"radius": self._number(mass.radius, DISC * u)}
            return Shape(kind="disc", points=points, values=radius, text=text, colour="mass")
        width = self._number(mass.width if mass.width is not None else mass.height)
        height = self._number(mass.height) if mass.height is not None else width
        values = {"width": width, "height": height, "angle": self._angle(mass.angle)}
        return Shape(kind="block", points=points, values=values, text=text, colour="mass")

    def _number(self, expression: Expression | None, usual: float = 0.0) -> Array:
        return self._constant(usual) if expression is None else self._columns[id(expression)]

    def _constant(self, value: float) -> Array:
        return np.full(self._frames, value)

    def _vector(self, expressions: Sequence[Expression]) -> Array:
        return np.stack([self._columns[id(e)] for e in expressions], axis=1) @ self._turned.T

    def _angle(self, expression: Expression | None) -> Array:
        """An angle of the model's plane, from its x axis towards its y axis, as an angle of the picture's."""
        own = self._number(expression)
        if self._scene.dimension == 3:
            return own
        (xx, yx), (xy, yy) = self._turned.tolist()
        hand = xx * yy - yx * xy  # -1 where the picture shows the plane from behind
        turned: Array = np.arctan2(xy, xx) + hand * own
        return turned

    def _at(self, *names: str) -> tuple[int, ...]:
        return tuple(self._place[name] for name in names)

    def _size(self) -> float:
        """The largest extent of the points and wheels; 1 where all is in one place."""
        boxes = [self.points.reshape(-1, self._scene.dimension)]
        for wheel in self._scene.wheels:
            radius = np.abs(self._number(wheel.radius))[:, np.newaxis]
            boxes += [self.points[:, self._place[wheel.at]] + sign * radius for sign in (-1, 1)]
        whole = np.concatenate(boxes)
        whole = whole[np.isfinite(whole).all(axis=1)]
        size = float(np.ptp(whole, axis=0).max()) if len(whole) else 0.0
        return size if size > 1 / FAR else 1.0

    def _bar(self) -> float:
        """The usual width of links: thinner where they are short."""
        lengths = []
        for link in self._scene.links:
            path = self.points[0, self._at(*link.points)]
            lengths += np.linalg.norm(np.diff(path, axis=0), axis=1).tolist()
        known = [length for length in lengths if np.isfinite(length) and length > 0]
        return min(BAR * self.unit, float(np.median(known)) / 5) if known else BAR * self.unit


def _finite_part(part: tuple[Array, Array]) -> tuple[Array, Array]:
    """Centres and radii that are finite; the origin where none is."""
    centres, radii = part
    radii = np.broadcast_to(radii, len(centres))
    good = np.isfinite(centres).all(axis=1) & np.isfinite(radii)
    return (centres[good], radii[good]) if good.any() else (np.zeros((1, centres.shape[1])), np.zeros(1))


def _hue(i: int) -> str:
    return f"c{i % HUES}"
