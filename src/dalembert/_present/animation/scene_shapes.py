"""The shapes of a scene with their numbers over the frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert._model.scene import Mass
from dalembert._present.animation.parts import box_shape, hue, part_shapes, weld_shapes
from dalembert._present.animation.picture import Shape
from dalembert._present.animation.stage import Stage

# Usual sizes, in units of the picture
COIL, POT, DISC, PIN, ARROW = 5.0, 4.5, 2.2, 3.2, 0.8
USUAL, LARGEST = 15.0, 30.0  # arrows without a scale: the largest for half of the time, and at any time

Array = NDArray[np.float64]


def scene_shapes(stage: Stage) -> Iterator[Shape]:
    """The shapes, background first."""
    scene, u = stage.scene, stage.unit
    for ground in scene.ground:
        kind = "pin" if len(ground.points) == 1 else "floor"
        yield Shape(kind=kind, points=stage.at(*ground.points), values={"size": stage.constant(PIN * u)})
    for i, name in enumerate(scene.traces):
        yield Shape(kind="trace", points=stage.at(name), colour=hue(i + 1))
    yield from part_shapes(stage)
    for spring in scene.springs:
        width = {"width": stage.number(spring.width, COIL * u)}
        points = stage.at(*spring.points)
        yield Shape(kind="spring", points=points, values=width, text=spring.text, coils=spring.coils)
    for damper in scene.dampers:
        width = {"width": stage.number(damper.width, POT * u)}
        yield Shape(kind="damper", points=stage.at(*damper.points), values=width, text=damper.text)
    for i, wheel in enumerate(scene.wheels):
        values = {"radius": stage.number(wheel.radius)}
        values |= {"angle": stage.angle(wheel.angle)} if wheel.angle is not None else {}
        if wheel.axis:
            values |= dict(zip(("axis_x", "axis_y", "axis_z"), stage.vector(wheel.axis).T, strict=True))
        points = stage.at(wheel.at)
        yield Shape(kind="wheel", points=points, values=values, text=wheel.text, colour=hue(i))
    bar = stage.bar()
    for i, link in enumerate(scene.links):
        yield Shape(
            kind="link",
            points=stage.at(*link.points),
            values={"width": stage.number(link.width, bar)},
            text=link.text,
            closed=link.closed,
            colour=hue(i if link.colour is None else int(stage.number(link.colour)[0])),
        )
    yield from (_mass(stage, mass) for mass in scene.masses)
    yield from weld_shapes(stage)
    free = [stage.vector(arrow.vector) for arrow in scene.arrows if arrow.scale is None]
    fitted = fitted_scale(free, u) if free else 0.0
    for arrow in scene.arrows:
        scale = stage.constant(fitted) if arrow.scale is None else stage.number(arrow.scale)
        vector = stage.vector(arrow.vector) * scale[:, np.newaxis]
        values = dict(zip("xyz", vector.T, strict=False)) | {"width": stage.constant(ARROW * u)}
        yield Shape(kind="arrow", points=stage.at(arrow.at), values=values, text=arrow.text, colour=hue(1))


def fitted_scale(vectors: Sequence[Array], unit: float, largest: float = LARGEST) -> float:
    """A common scale for arrows: the largest is of usual length for half of the time, and never too long."""
    sizes = np.nan_to_num(np.max([np.linalg.norm(one, axis=1) for one in vectors], axis=0))
    usual, most = float(np.median(sizes)), float(np.max(sizes, initial=0.0))
    if not most > 0:
        return 0.0
    return unit * min(USUAL / usual if usual > 0 else np.inf, largest / most)


def _mass(stage: Stage, mass: Mass) -> Shape:
    points, text, u = stage.at(mass.at), mass.text, stage.unit
    if mass.width is None and mass.height is None:
        radius = {"radius": stage.number(mass.radius, DISC * u)}
        return Shape(kind="disc", points=points, values=radius, text=text, colour="mass")
    width = stage.number(mass.width if mass.width is not None else mass.height)
    height = stage.number(mass.height) if mass.height is not None else width
    if stage.scene.dimension == 3:
        return box_shape(stage, points, np.stack([width, width, height], axis=1), text)
    values = {"width": width, "height": height, "angle": stage.angle(mass.angle)}
    return Shape(kind="block", points=points, values=values, text=text, colour="mass")
