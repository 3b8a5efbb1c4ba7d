"""Points of a scene along a motion, for figures of their paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert._analyse.along_motion import values_along
from dalembert._expression.suggest import nearest
from dalembert._model.rules_scene import scene_of
from dalembert._present.figures.records import Array
from dalembert._simulate.motion import Motion


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Points:
    """Points by name, whether x is drawn upwards or downwards, and which axes of the figure are inverted."""

    paths: dict[str, Array]
    turned: bool
    invert: str


def points_of(motion: Motion, names: Sequence[str] = ()) -> Points | None:
    """Points of the scene by their names, else those it traces; None where the model has no such scene.

    Axes have the same directions as in the scene.
    """
    scene = scene_of(motion.model)
    if scene is None:
        return None
    known = {point.name: point for point in scene.points}
    for name in names:
        if name not in known:
            near = nearest(name, known)
            hint = f"; did you mean `{near}`?" if near else "."
            message = f"the scene has no point `{name}`{hint} It has {', '.join(known)}"
            raise ValueError(message)
    chosen = [known[name] for name in names or scene.traces]
    if not chosen:
        return None
    values = values_along(motion, [entry for point in chosen for entry in point.at])
    paths = {
        point.name: part for point, part in zip(chosen, np.split(values, len(chosen), axis=1), strict=True)
    }
    across, up = (scene.view.x, scene.view.y) if scene.dimension == 2 else ("right", "up")
    turned = across in ("up", "down")
    if turned:
        across, up = up, across
    return Points(
        paths=paths, turned=turned, invert=("x" if across == "left" else "") + ("y" if up == "down" else "")
    )
