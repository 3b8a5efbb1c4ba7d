"""From a motion to its picture: the scene of the model in numbers, or an automatic scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.along_motion import values_along
from dalembert._analyse.body_loads import BodyLoads
from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.tree import Name
from dalembert._model.dimensions import Clash, Dimensions
from dalembert._model.display_units import DisplayUnit, length_unit
from dalembert._model.records import Model, entries_of
from dalembert._model.rules_scene import scene_of
from dalembert._model.scene import SHEET, Scene, expressions_of
from dalembert._model.survey import survey
from dalembert._present.animation.automatic import (
    METRE,
    Quantity,
    automatic_quantities,
    automatic_scene,
    panel,
)
from dalembert._present.animation.drawn_meshes import drawn_meshes
from dalembert._present.animation.extents import bounds, floor_below
from dalembert._present.animation.joint_forces import joint_forces
from dalembert._present.animation.mechanisms import curves
from dalembert._present.animation.meshes import Mesh
from dalembert._present.animation.picture import Axis, Picture, Shape
from dalembert._present.animation.scene_shapes import scene_shapes
from dalembert._present.animation.schematic_symbols import SYMBOLS
from dalembert._present.animation.side_plots import histories
from dalembert._present.animation.stage import Stage
from dalembert._present.animation.turns import turns
from dalembert._present.notation import notation, unicode_hand
from dalembert._simulate.motion import Motion
from dalembert._words.number_format import POINT

Array = NDArray[np.float64]
Rows = NDArray[np.intp]
FRAMES = 1200
NUMBERS = 500_000  # the most numbers of a picture, so that its page stays below 2 MB


def picture_of(motion: Motion, mark: str = POINT, loads: BodyLoads | None = None) -> Picture:
    """The picture of a motion, with a decimal mark for its numbers.

    `loads` are the loads on its bodies: forces of joints are drawn to scale when the reader selects them.
    Raises a ModelError where its scene has flaws or there is nothing to show.
    """
    model = motion.model
    drawing = drawn_of(motion)
    scene, stage, rows = drawing.scene, drawing.stage, drawing.rows
    panels = tuple(panel(one, stage.number(one.value)) for one in drawing.quantities)
    lines = curves(motion, stage, rows)
    points = stage.points if lines is None else np.concatenate([stage.points, lines.points], axis=1)
    stage.widen(points)
    arcs = turns(stage, points.shape[1])
    points = points if arcs is None else np.concatenate([points, arcs.points], axis=1)
    added = tuple(one for one in (lines, arcs) if one is not None)
    names = (*(point.name for point in scene.points), *(name for one in added for name in one.names))
    shapes = (*scene_shapes(stage), *(shape for one in added for shape in one.shapes))
    bodies, around = _without_paper(stage.on_paper, points, shapes)
    low, high, radius = bounds(bodies, around, stage.unit)
    forces = joint_forces(loads, stage, rows, len(names)) if loads is not None else None
    return Picture(
        title=model.title,
        text=drawing.text,
        mark=mark,
        dimension=scene.dimension,
        times=motion.t[rows],
        names=(*names, *(forces.names if forces is not None else ())),
        points=points if forces is None else np.concatenate([points, forces.points], axis=1),
        shapes=(*shapes, *(forces.shapes if forces is not None else ())),
        panels=panels,
        histories=histories(motion, rows),
        low=low,
        high=high,
        radius=radius,
        unit=stage.unit,
        floor=floor_below(bodies, around),
        length=_length(model, scene),
        axes=_axes(stage),
        turn=scene.view.turn,
        tilt=scene.view.tilt,
        automatic=drawing.automatic,
        left_out=drawing.left_out,
        undrawn=model.undrawn,
    )


def _without_paper(
    paper: frozenset[int], points: Array, shapes: Sequence[Shape]
) -> tuple[Array, list[Shape]]:
    """Points and shapes without those of a sheet."""
    kept = [i for i in range(points.shape[1]) if i not in paper]
    new_index = {i: k for k, i in enumerate(kept)}
    solid = [shape for shape in shapes if paper.isdisjoint(shape.points)]
    return points[:, kept], [replace(one, points=tuple(new_index[i] for i in one.points)) for one in solid]


SPARE = 60  # columns reserved for panels and histories


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MotionDrawing:
    """The drawing of a motion: a scene, quantities in panels, and the values of all their expressions."""

    scene: Scene
    text: str
    automatic: bool
    quantities: tuple[Quantity, ...]
    left_out: int
    rows: Rows
    asked: tuple[Expression, ...]
    stage: Stage


def drawn_of(motion: Motion) -> MotionDrawing:
    """The scene of a model along a motion; without one, the default drawing."""
    model = motion.model
    given = scene_of(model)
    about = given.text if given is not None else ""
    if given is not None and not given.points and not given.gauges:  # it has nothing but a caption
        given = None
    if not len(motion.t):
        message = "the motion has no rows, so there is nothing to draw"
        flaw = Flaw(rule="scene", severity="error", where="", message=message, hint="see its message")
        raise ModelError((flaw,))
    scene = automatic_scene(model) if given is None else given
    quantities, left_out = automatic_quantities(model, scene) if given is None else (_gauges(scene, model), 0)
    asked = (*expressions_of(scene), *(one.value for one in quantities))
    rows = _frames(motion.t, len(asked) + SPARE)
    return MotionDrawing(
        scene=scene,
        text=about,
        automatic=given is None,
        quantities=quantities,
        left_out=left_out,
        rows=rows,
        asked=asked,
        stage=Stage(scene, asked, values_along(motion, asked, rows), meshes=_meshes(scene, model)),
    )


def _meshes(scene: Scene, model: Model) -> dict[tuple[str, str], Mesh]:
    """The meshes of a scene, which few scenes have."""
    if not any(part.words for part in scene.parts):
        return {}
    return drawn_meshes(scene, model.folder)


def _length(model: Model, scene: Scene) -> DisplayUnit:
    """The unit of the positions of points; empty where they are no lengths, or it is not known."""
    known = Dimensions(model, survey(model))
    clashes: list[Clash] = []
    dimensions = {
        known.of(coordinate, clashes).dimension for point in scene.points for coordinate in point.at[:1]
    }
    return length_unit(model) if METRE in dimensions and not clashes else DisplayUnit("")


def _frames(t: Array, columns: int) -> Rows:
    """The rows nearest to equally spaced times, as many as a page can contain."""
    count = max(2, min(FRAMES, len(t), NUMBERS // columns))
    even = np.linspace(t[0], t[-1], count)
    after = np.minimum(np.searchsorted(t, even), len(t) - 1)
    before = np.maximum(after - 1, 0)
    return np.unique(np.where(even - t[before] < t[after] - even, before, after))


def _gauges(scene: Scene, model: Model) -> tuple[Quantity, ...]:
    """The gauges; one of a single name has the unit of that name unless another is given."""
    units = {entry.name: entry.unit for entry in entries_of(model)}
    hand = unicode_hand(notation(model))
    made = []
    for gauge in scene.gauges:
        root = gauge.value.root
        unit = units.get(root.name, "") if isinstance(root, Name) else ""
        bare = isinstance(root, Name) and gauge.text == root.name
        text = hand.name(gauge.text, 0) if bare else gauge.text
        made.append(Quantity(kind="gauge", text=text, unit=gauge.unit or unit, value=gauge.value))
    return tuple(made)


def _axes(stage: Stage) -> tuple[Axis, ...]:
    """The directions of the axes of the model; a diagram has none."""
    diagram = any(
        part.kind in SYMBOLS and part.points[0][: len(SHEET)] != SHEET for part in stage.scene.parts
    )
    diagram = diagram or all(point.name.startswith(SHEET) for point in stage.scene.points)
    count = stage.scene.dimension if stage.scene.points and not diagram else 0
    return tuple(Axis(name="xyz"[i], way=tuple(stage.turned[:, i].tolist())) for i in range(count))
