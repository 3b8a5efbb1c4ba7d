"""Forces of joints as arrows in a picture, all in one scale that suits most of the run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.body_loads import BodyLoads
from dalembert._model.bodies.free_bodies import Load
from dalembert._present.animation.picture import Shape
from dalembert._present.animation.scene_shapes import ARROW, fitted_scale
from dalembert._present.animation.stage import Stage

Array = NDArray[np.float64]
LARGEST = 150.0  # units of the picture: the largest arrow
LAYER = "forces"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Forces:
    """Points where forces act, without visible names, and their arrows."""

    names: tuple[str, ...]
    points: Array  # frames, points, dimension
    shapes: tuple[Shape, ...]


def joint_forces(loads: BodyLoads, stage: Stage, rows: NDArray[np.intp], first: int) -> Forces | None:
    """The forces of the first body of each joint on the second; None where no joint has a force.

    `first` is the index of its first point among those of the picture.
    """
    if loads.bodies.space != stage.scene.dimension:
        return None
    joints: dict[str, Load] = {}
    for body in loads.bodies.bodies:
        for load in body.loads:
            if load.kind == "joint" and loads.acts(body, load.force):
                joints.setdefault(load.name, load)
    vectors = {name: loads.column(load.force)[rows] @ stage.turned.T for name, load in joints.items()}
    if not vectors:
        return None
    scale = fitted_scale(tuple(vectors.values()), stage.unit, LARGEST)
    shapes = []
    for i, vector in enumerate(vectors.values()):
        values = dict(zip("xyz", (vector * scale).T, strict=False))
        values["width"] = stage.constant(ARROW * stage.unit)
        shapes.append(Shape(kind="arrow", points=(first + i,), values=values, colour="force", layer=LAYER))
    places = [loads.column(load.at)[rows] @ stage.turned.T for load in joints.values()]
    return Forces(
        names=tuple(f"_force_{name}" for name in joints),
        points=np.stack(places, axis=1),
        shapes=tuple(shapes),
    )
