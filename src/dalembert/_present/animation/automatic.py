"""The default drawing of a model without a scene: angles as dials, lengths as sliders, others as gauges.

Outputs that come as pairs NAME_x, NAME_y (with NAME_z: in space) are points, and leave a trace. Outputs of
forces and accelerations follow from no position and speed alone, and are left to the plots.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Name
from dalembert._model.display_units import DisplayUnit
from dalembert._model.records import Entry, Model, Term
from dalembert._model.scene import Mass, Point, Scene
from dalembert._model.units import unit_of
from dalembert._model.used_results import used_results
from dalembert._present.animation.picture import Panel
from dalembert._present.notation import notation, unicode_hand

Array = NDArray[np.float64]
METRE = unit_of("m").dimension
ANGLES = ("rad", "deg", "°", "rev")  # units that a dial can show
MOST_PANELS = 20
MOST_TRACES = 6


def automatic_scene(model: Model) -> Scene:
    """The points given by outputs, each with its trace; they are in space if all of them have a z."""
    outputs = {output.name: output for output in _outputs_of_states(model)}
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """The quantity of a panel: its kind and name, its unit, and its value as an expression."""

    kind: str
    text: str
    unit: str
    value: Expression


def automatic_quantities(model: Model, scene: Scene) -> tuple[tuple[Quantity, ...], int]:
    """Each coordinate, state, unknown effort and other output; and the number left out for lack of space."""
    drawn = {f"{point.name}_{axis}" for point in scene.points for axis in "xyz"}
    entries = list(_entries_to_show(model, drawn))
    hand = unicode_hand(notation(model))
    kept = tuple(
        Quantity(
            kind=_kind(entry.unit),
            text=hand.name(entry.name, 0),
            unit=entry.unit,
            value=_expression(entry),
        )
        for entry in entries[:MOST_PANELS]
    )
    solved = len(model.outputs) - len(_outputs_of_states(model))
    return kept, len(entries) - len(kept) + solved


def panel(shown: Quantity, si: Array) -> Panel:
    """A panel for values in SI units; its range is that of the values."""
    unit = DisplayUnit(shown.unit)
    values = unit.column(si)
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 0.0)
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        wide = abs(low) / 10 or 1.0
        low, high = low - wide, high + wide
    if abs(low) < 1e-9 * abs(high):
        low = 0.0
    elif abs(high) < 1e-9 * abs(low):
        high = 0.0
    return Panel(kind=shown.kind, text=shown.text, unit=unit.symbol, values=values, low=low, high=high)


def _entries_to_show(model: Model, drawn: set[str]) -> Iterator[Entry]:
    yield from model.coordinates
    yield from model.states
    yield from model.efforts
    yield from (output for output in _outputs_of_states(model) if output.name not in drawn)


def _outputs_of_states(model: Model) -> tuple[Term, ...]:
    """The outputs without multipliers, contact forces and accelerations."""
    solved = {used.use.name for used in used_results(model, frozenset({"output"}))}
    return tuple(output for output in model.outputs if output.name not in solved)


def _expression(entry: Entry) -> Expression:
    return entry.expression if isinstance(entry, Term) else Expression(Name(entry.name))


def _kind(unit: str) -> str:
    dimension = unit_of(unit).dimension
    if dimension == METRE:
        return "slider"
    return "dial" if unit in ANGLES else "gauge"
