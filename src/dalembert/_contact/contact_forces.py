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
    """The normal forces of all contacts and the friction forces along all slips; `zero` for open contacts.

    `entry(name, k, sign)` is an entry of an observed quantity with a sign: of the multipliers `lam`, of
    `sliding_friction`, or of what is `carried`.
    """
    _, normal, stick = system.multipliers(mode)
    contact, friction = [zero] * system.contacts, [zero] * system.slips
    for i, row in normal.items():
        contact[i] = entry("lam", row, -1)
    for i, column in system.forces.items():
        contact[i] = entry("carried", column - system.places.outputs, 1)
    for i, rows in stick.items():
        for column, row in zip(system.slip_places[i], rows, strict=True):
            friction[column] = entry("lam", row, -1)
    for at, column in enumerate(column for i in mode.slip for column in system.slip_places[i]):
        friction[column] = entry("sliding_friction", at, 1)
    return contact, friction
