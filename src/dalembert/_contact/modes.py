"""Modes of a hybrid system: active contacts, stick and slip, and the switching surfaces it slides on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = tuple[int, ...]  # contacts or switches by number, ascending


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """Which equations hold: modes that differ in their values only are one and the same code.

    `active` is the active set of the rigid contacts; `turning` slip with two tangential velocities, fast
    enough to have a direction of their own; the motion slides on `surfaces` of switches in Filippov's sense,
    on those in `second_order` with σ = σ' = 0.
    """

    active: Indices = ()
    stick: Indices = ()
    slip: Indices = ()
    turning: Indices = ()
    surfaces: Indices = ()
    second_order: Indices = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compute the hash once: modes are keys of many tables."""
        every = self.active, self.stick, self.slip, self.turning, self.surfaces, self.second_order
        object.__setattr__(self, "_hash", hash(every))

    def __hash__(self) -> int:
        """That of all its contacts and surfaces."""
        return self._hash

    @property
    def constrains(self) -> bool:
        """Whether contacts or dry friction can keep something at rest."""
        return bool(self.surfaces or self.active or self.stick)


FREE = Mode()
NEVER = 1e300  # a margin that nothing passes: of the slip of a contact that is wedged


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ModeState:
    """The discrete state of a run: its mode and the values that go with it.

    `sides` are z = ±1 of each switch, or the whole number of one that counts; `directions` the unit vectors
    of slip, contact after contact; `margins` by how much each guard counts as zero below it (see `Places`);
    `wedged` are contacts that slip as far as their forces go, but others that stick keep them where they are.
    """

    mode: Mode = FREE
    sides: Array
    directions: Array
    margins: Array
    wedged: Indices = ()
    values: Array = field(init=False, repr=False)  # the parameters behind those of the model

    def __post_init__(self) -> None:
        """Make the arrays read-only, and one of all values."""
        every = self.sides, self.directions, self.margins
        object.__setattr__(self, "values", np.concatenate(every))
        for values in (*every, self.values):
            values.setflags(write=False)

    def in_mode(self, mode: Mode) -> ModeState:
        """The same values in another mode."""
        return self if mode == self.mode else replace(self, mode=mode)

    def with_sides(self, sides: Array) -> ModeState:
        """The same with other sides of the switches."""
        return replace(self, sides=sides.copy())


class Obstruction(StrEnum):
    """The reason why a motion cannot be continued beyond an instant."""

    jump = "jumped"  # a constraint jumps with a switch
    jam = "jammed"  # constraints drive into an active contact
    law = "undetermined"  # forces that depend on contact forces have no known impulses
    many = "undecided"  # these impulses depend on the sides of too many switches
    paradox = "paradox"  # friction presses a contact the more the more it is pressed
    chatter = "chattering"  # it is driven back onto a switch on which it cannot stay
    no_mode = "crowded"  # contacts and switches find no mode together


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactEvent:
    """An impact: contacts by their numbers, their impulses, the energy lost, q, and qd before and after.

    What is lost is lost in contacts, by friction too; `given` is what surfaces and constraints that move give
    in it, 0 where the state holds that already (time stepping).
    """

    t: float
    contacts: Indices
    impulses: tuple[float, ...]
    lost: float
    given: float = 0.0
    q: tuple[float, ...] = ()
    before: tuple[float, ...] = ()
    after: tuple[float, ...] = ()
