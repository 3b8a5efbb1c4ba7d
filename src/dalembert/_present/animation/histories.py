"""The small plots beside a picture: energies, coordinates and whatever else a motion has.

Curves of one unit are in one plot. A few are shown at first; the reader chooses among all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._model.result_units import units_of
from dalembert._model.units import unit_of
from dalembert._present.animation.picture import Curve, History, unit_text
from dalembert._present.notation import notation, unicode_hand
from dalembert._simulate.motion import Motion

Array = NDArray[np.float64]
Rows = NDArray[np.intp]
MOST_PLOTS = 3  # of coordinates and states at first
MOST_CURVES = 4  # in a plot at first
MOST = 30  # curves to choose from
GROUP = 8  # curves of a plot to choose from


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Column:
    """A quantity of a motion in the unit it is shown in."""

    name: str
    unit: str
    values: Array
    kind: str  # motion, contact or other


def histories(motion: Motion, rows: Rows) -> tuple[History, ...]:
    """The energies, and the other quantities, those of one unit together."""
    kinetic, potential = motion.T[rows], motion.V[rows]
    energies = History(
        unit="J",
        key="animation_energies",
        curves=(
            Curve(name="T", key="animation_kinetic", values=kinetic),
            Curve(name="V", key="animation_potential", values=potential),
            Curve(name="T + V", key="animation_total", values=kinetic + potential),
        ),
    )
    groups: dict[tuple[str, bool], list[_Column]] = {}
    count = 0
    for column in _columns(motion, rows):
        group = groups.setdefault((column.unit, column.kind == "contact"), [])
        if len(group) < GROUP and count < MOST:
            group.append(column)
            count += 1
    plots: list[History] = []
    room = {"motion": MOST_PLOTS, "contact": 1, "other": 0}
    for (unit, contact), columns in groups.items():
        if not columns:
            continue
        kind = columns[0].kind
        first = room[kind] > 0
        room[kind] -= 1
        curves = tuple(
            Curve(name=c.name, values=c.values, shown=first and i < MOST_CURVES and c.kind == kind)
            for i, c in enumerate(columns)
        )
        key = "animation_contacts" if contact else ""
        plots.append(History(unit=unit_text(unit), key=key, curves=curves))
    if not (kinetic**2 + potential**2).any():
        return tuple(plots)
    return (energies, *plots)


def _columns(motion: Motion, rows: Rows) -> Iterator[_Column]:
    """The quantities of a motion, those that are shown at first before the others."""
    model, hand = motion.model, unicode_hand(notation(motion.model))
    units = units_of(model)
    for i, coordinate in enumerate(model.coordinates):
        yield _in_unit(hand.name(coordinate.name, 0), coordinate.unit, motion.q[rows, i], "motion")
    for i, state in enumerate(model.states):
        yield _in_unit(hand.name(state.name, 0), state.unit, motion.s[rows, i], "motion")
    for i, (contact, unit) in enumerate(zip(model.contacts, units["contact_unit"], strict=True)):
        yield _in_unit(hand.name(f"contact_{contact.name}", 0), unit, motion.contact[rows, i], "contact")
    for i, (coordinate, unit) in enumerate(zip(model.coordinates, units["speed_unit"], strict=True)):
        yield _in_unit(hand.name(coordinate.name, 1), unit, motion.qd[rows, i], "other")
    for i, effort in enumerate(model.efforts):
        yield _in_unit(hand.name(effort.name, 0), effort.unit, motion.e[rows, i], "other")
    for i, output in enumerate(model.outputs):
        yield _in_unit(hand.name(output.name, 0), output.unit, motion.outputs[rows, i], "other")


def _in_unit(name: str, unit: str, si: Array, kind: str) -> _Column:
    own = unit_of(unit)
    return _Column(name=name, unit=unit, values=(si - own.zero) / own.factor, kind=kind)
