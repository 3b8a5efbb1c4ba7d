"""The forces of contacts in a mode: normal forces (−λ, or the law of a compliant contact), and friction."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import Mode

Value = TypeVar("Value")


def contact_forces(
    system: HybridSystem, mode: Mode, zero: Value, entry: Callable[[str, int, int], Value]
) -> tuple[list[Value], list[Value]]:
    """Forces of all contacts and friction along all slips, `zero` where a contact is open.

    `entry(name, k, sign)` is an entry of an observed quantity with a sign: of the multipliers `lam`, of
    `sliding_friction`, or of what is `carried`.
    """
    _, normal, stick = system.multipliers(mode)
    contact, friction = [zero] * system.contacts, [zero] * system.slips
    for i, row in normal.items():
        contact[i] = entry("lam", row, -1)
    for i, place in system.forces.items():
        contact[i] = entry("carried", place - system.places.outputs, 1)
    for i, rows in stick.items():
        for place, row in zip(system.slip_places[i], rows, strict=True):
            friction[place] = entry("lam", row, -1)
    for at, place in enumerate(place for i in mode.slip for place in system.slip_places[i]):
        friction[place] = entry("sliding_friction", at, 1)
    return contact, friction
