"""The small plots beside a picture: energies, coordinates and all other quantities of a motion.

Curves of one unit are in one plot. A few are shown at first; the reader chooses among all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._model.display_units import DisplayUnit, display_units
from dalembert._model.records import Entry, constraints_of
from dalembert._present.animation.picture import Curve, History
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
    """A quantity of a motion in its display unit, and its index in its block."""

    name: str
    unit: DisplayUnit
    values: Array
    kind: str  # motion, contact or other
    source: tuple[str, int]


def histories(motion: Motion, rows: Rows) -> tuple[History, ...]:
    """The energies, and the other quantities, those of one unit together."""
    kinetic, potential = motion.T[rows], motion.V[rows]
    energies = History(
        unit="J",
        key="animation_energies",
        curves=(
            Curve(name="T", key="animation_kinetic", values=kinetic, source=("T", 0)),
            Curve(name="V", key="animation_potential", values=potential, source=("V", 0)),
            Curve(name="T + V", key="animation_total", values=kinetic + potential, source=("T + V", 0)),
        ),
    )
    groups: dict[tuple[str, bool], list[_Column]] = {}
    count = 0
    for column in _columns(motion, rows):
        group = groups.setdefault((column.unit.symbol, column.kind == "contact"), [])
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
            Curve(
                name=c.name,
                values=c.values,
                shown=first and i < MOST_CURVES and c.kind == kind,
                source=c.source,
                unit=c.unit,
            )
            for i, c in enumerate(columns)
        )
        key = "animation_contacts" if contact else ""
        plots.append(History(unit=unit, key=key, curves=curves))
    if not (kinetic**2 + potential**2).any():
        return tuple(plots)
    return (energies, *plots)


def _columns(motion: Motion, rows: Rows) -> Iterator[_Column]:
    """The quantities of a motion, those shown at first before the others."""
    model, hand = motion.model, unicode_hand(notation(motion.model))
    units = display_units(model)
    moving: tuple[tuple[str, tuple[Entry, ...], Array], ...] = (
        ("q", model.coordinates, motion.q),
        ("s", model.states, motion.s),
    )
    for block, entries, values in moving:
        for i, entry in enumerate(entries):
            yield _in_unit(hand.name(entry.name, 0), units[entry.name], values[rows, i], "motion", (block, i))
    for i, contact in enumerate(model.contacts):
        name, force = f"contact_{contact.name}", motion.contact[rows, i]
        yield _in_unit(hand.name(name, 0), units[name], force, "contact", ("contact", i))
    for i, coordinate in enumerate(model.coordinates):
        unit = units[f"{coordinate.name}'"]
        yield _in_unit(hand.name(coordinate.name, 1), unit, motion.qd[rows, i], "other", ("qd", i))
    blocks: tuple[tuple[str, tuple[Entry, ...], Array], ...] = (
        ("e", model.efforts, motion.e),
        ("outputs", model.outputs, motion.outputs),
    )
    for block, entries, values in blocks:
        for i, variable in enumerate(entries):
            yield _in_unit(
                hand.name(variable.name, 0), units[variable.name], values[rows, i], "other", (block, i)
            )
    multipliers = [f"lam_{one.name}" for one in constraints_of(model, "displacement")]
    multipliers += [f"kap_{one.name}" for one in constraints_of(model, "flow")]
    for i, name in enumerate(multipliers):
        yield _in_unit(hand.name(name, 0), units[name], motion.lam[rows, i], "other", ("lam", i))


def _in_unit(name: str, unit: DisplayUnit, si: Array, kind: str, source: tuple[str, int]) -> _Column:
    return _Column(name=name, unit=unit, values=unit.column(si), kind=kind, source=source)
