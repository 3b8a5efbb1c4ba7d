"""The small plots under a picture: the energies, a few coordinates in their units, forces of contacts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._model.display_units import display_units
from dalembert._present.animation.picture import Curve, History
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
    units = display_units(motion.model)
    columns = [(c.name, motion.q[:, i]) for i, c in enumerate(motion.model.coordinates)]
    columns += [(s.name, motion.s[:, i]) for i, s in enumerate(motion.model.states)]
    for name, values in columns:
        group = groups.setdefault(units[name].printed, [])
        if len(group) < MOST_CURVES:
            group.append(Curve(name=hand.name(name, 0), values=units[name].column(values[rows])))
    plots = [History(unit=unit, curves=tuple(curves)) for unit, curves in groups.items()][:MOST_PLOTS]
    plots += _contacts(motion, rows)
    return (energies, *plots) if (kinetic**2 + potential**2).any() else tuple(plots)


def _contacts(motion: Motion, rows: Rows) -> list[History]:
    """The forces of the first contacts, those of one unit together."""
    hand = unicode_hand(notation(motion.model))
    groups: dict[str, list[Curve]] = {}
    units = display_units(motion.model)
    for i, contact in enumerate(motion.model.contacts):
        group = groups.setdefault(units[f"contact_{contact.name}"].printed, [])
        if len(group) < MOST_CURVES:
            name = hand.name(f"contact_{contact.name}", 0)
            group.append(Curve(name=name, values=motion.contact[rows, i]))
    plots = [
        History(unit=unit, key="animation_contacts", curves=tuple(curves)) for unit, curves in groups.items()
    ]
    return plots[:1]
