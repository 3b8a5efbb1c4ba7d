"""The small plots under a picture: the energies, a few coordinates in their units, forces of contacts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._model.result_units import units_of
from dalembert._model.units import unit_of
from dalembert._present.animation.picture import Curve, History, unit_text
from dalembert._present.notation import notation, unicode_hand
from dalembert._simulate.motion import Motion

Rows = NDArray[np.intp]
MOST_PLOTS = 3  # of coordinates
MOST_CURVES = 4  # in a plot


def histories(motion: Motion, rows: Rows) -> tuple[History, ...]:
    """The energies, coordinates and states, those of one unit together, and what contacts press with."""
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
    hand = unicode_hand(notation(motion.model))
    groups: dict[str, list[Curve]] = {}
    columns = [(c.name, c.unit, motion.q[:, i]) for i, c in enumerate(motion.model.coordinates)]
    columns += [(s.name, s.unit, motion.s[:, i]) for i, s in enumerate(motion.model.states)]
    for name, unit, values in columns:
        group = groups.setdefault(unit, [])
        if len(group) < MOST_CURVES:
            own = unit_of(unit)
            shown = (values[rows] - own.zero) / own.factor
            group.append(Curve(name=hand.name(name, 0), values=shown))
    plots = [History(unit=unit_text(unit), curves=tuple(curves)) for unit, curves in groups.items()][
        :MOST_PLOTS
    ]
    plots += _contacts(motion, rows)
    return (energies, *plots) if (kinetic**2 + potential**2).any() else tuple(plots)


def _contacts(motion: Motion, rows: Rows) -> list[History]:
    """The forces of the first contacts, those of one unit together."""
    hand = unicode_hand(notation(motion.model))
    groups: dict[str, list[Curve]] = {}
    units = units_of(motion.model)["contact_unit"]
    for i, (contact, unit) in enumerate(zip(motion.model.contacts, units, strict=True)):
        group = groups.setdefault(unit, [])
        if len(group) < MOST_CURVES:
            name = hand.name(f"contact_{contact.name}", 0)
            group.append(Curve(name=name, values=motion.contact[rows, i]))
    plots = [
        History(unit=unit_text(unit), key="animation_contacts", curves=tuple(curves))
        for unit, curves in groups.items()
    ]
    return plots[:1]
