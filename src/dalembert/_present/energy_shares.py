"""The energy balance of a motion as a table: a row for each element, body or other entry of the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._simulate.motion import EnergyShare, Motion

Array = NDArray[np.float64]
STORED = ("kinetic", "potential")
TAKEN = ("dissipated", "friction", "impacts")
GIVEN = ("efforts", "constraints", "time", "events", "impulses")
NONE = 1e-9  # relative to the largest energy or work: smaller ones are zero
DIGITS = 1e-5  # energies of elements are not shown finer


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EntryEnergy:
    """One entry of the model: its stored energy, dissipation and work since the start, over time."""

    section: str
    name: str
    stored: Array
    taken: Array
    given: Array

    @property
    def size(self) -> float:
        """The largest of its values."""
        return max(float(np.max(np.abs(part), initial=0.0)) for part in (self.stored, self.taken, self.given))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EnergyTable:
    """The significant entries, and the totals that they sum to, up to parts that belong to no entry.

    `claim` is the relative error of the numbers, against the largest one, `size`.
    """

    entries: tuple[EntryEnergy, ...]
    total: EntryEnergy
    size: float
    claim: float


def energy_table(motion: Motion) -> EnergyTable:
    """The entries of a motion with rows, negligible ones left out."""
    shares = motion.shares
    keys = list(dict.fromkeys((one.section, one.name) for one in shares))
    every = [_entry(*key, [one for one in shares if (one.section, one.name) == key], motion) for key in keys]
    ledger = motion.ledger
    total = EntryEnergy(
        section="",
        name="",
        stored=motion.T + motion.V,
        taken=ledger.dissipated + ledger.friction + ledger.impacts,
        given=ledger.supplied,
    )
    size = max([total.size, *(one.size for one in every)])
    shown = tuple(one for one in every if one.size > NONE * size)
    missed = max((one.missed for one in shares), default=0.0)
    return EnergyTable(
        entries=shown,
        total=total,
        size=size,
        claim=max(DIGITS, motion.accuracy.achieved or 0.0, missed / size if size > 0 else 0.0),
    )


def _entry(section: str, name: str, shares: Sequence[EnergyShare], motion: Motion) -> EntryEnergy:
    def sum_of(accounts: tuple[str, ...]) -> Array:
        return sum((one.values for one in shares if one.account in accounts), np.zeros(len(motion.t)))

    return EntryEnergy(
        section=section, name=name, stored=sum_of(STORED), taken=sum_of(TAKEN), given=sum_of(GIVEN)
    )


def rest_of(total: EntryEnergy, entries: Sequence[EntryEnergy]) -> EntryEnergy:
    """The totals minus the entries."""
    return EntryEnergy(
        section="",
        name="",
        stored=total.stored - sum((one.stored for one in entries), np.zeros(len(total.stored))),
        taken=total.taken - sum((one.taken for one in entries), np.zeros(len(total.stored))),
        given=total.given - sum((one.given for one in entries), np.zeros(len(total.stored))),
    )
