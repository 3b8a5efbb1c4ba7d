"""What is drawn where a model has no scene: angles as dials, lengths as sliders, all else as gauges.

Outputs that come as pairs NAME_x, NAME_y (with NAME_z: in space) are points, and leave a trace.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.along_motion import along
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Name
from dalembert._model.display_units import DisplayUnit
from dalembert._model.records import Entry, Model, Term
from dalembert._model.scene import Mass, Point, Scene
from dalembert._model.units import unit_of
from dalembert._present.animation.picture import Panel
from dalembert._present.notation import notation, unicode_hand
from dalembert._simulate.motion import Motion

Array = NDArray[np.float64]
Rows = NDArray[np.intp]
METRE = unit_of("m").dimension
ANGLES = ("rad", "deg", "°", "rev")  # that a dial can show
MOST_PANELS = 20
MOST_TRACES = 6


def automatic_scene(model: Model) -> Scene:
    """The points that outputs give, each with its trace; they lie in space if all of them have a z."""
    outputs = {output.name: output for output in model.outputs}
    bases = [name.removesuffix("_x") for name in outputs if name.endswith("_x") and name != "_x"]
    pairs = [base for base in bases if f"{base}_y" in outputs]
    dimension = 3 if pairs and all(f"{base}_z" in outputs for base in pairs) else 2
    points = tuple(
        Point(name=base, at=tuple(outputs[f"{base}_{axis}"].expression for axis in "xyz"[:dimension]))
        for base in pairs
    )
    names = tuple(point.name for point in points)
    return Scene(
        dimension=dimension,
        points=points,
        masses=tuple(Mass(at=name) for name in names),
        traces=names[:MOST_TRACES],
    )


def automatic_panels(motion: Motion, rows: Rows, scene: Scene) -> tuple[tuple[Panel, ...], int]:
    """A panel for each coordinate, state, unknown effort and other output; and how many found no room."""
    drawn = {f"{point.name}_{axis}" for point in scene.points for axis in "xyz"}
    entries = list(_entries_to_show(motion.model, drawn))
    hand = unicode_hand(notation(motion.model))
    kept = entries[:MOST_PANELS]
    values = along(motion, [_expression(entry) for entry in kept], rows)
    panels = tuple(
        panel(_kind(entry.unit), hand.name(entry.name, 0), entry.unit, values[:, i])
        for i, entry in enumerate(kept)
    )
    return panels, len(entries) - len(kept)


def panel(kind: str, text: str, unit: str, si: Array) -> Panel:
    """A panel for values in SI units, shown in a unit; its range is that of the values."""
    own = DisplayUnit(unit)
    values = own.column(si)
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 0.0)
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        wide = abs(low) / 10 or 1.0
        low, high = low - wide, high + wide
    if abs(low) < 1e-9 * abs(high):
        low = 0.0
    elif abs(high) < 1e-9 * abs(low):
        high = 0.0
    return Panel(kind=kind, text=text, unit=own.printed, values=values, low=low, high=high)


def _entries_to_show(model: Model, drawn: set[str]) -> Iterator[Entry]:
    yield from model.coordinates
    yield from model.states
    yield from model.efforts
    yield from (output for output in model.outputs if output.name not in drawn)


def _expression(entry: Entry) -> Expression:
    return entry.expression if isinstance(entry, Term) else Expression(Name(entry.name))


def _kind(unit: str) -> str:
    dimension = unit_of(unit).dimension
    if dimension == METRE:
        return "slider"
    return "dial" if unit in ANGLES else "gauge"
