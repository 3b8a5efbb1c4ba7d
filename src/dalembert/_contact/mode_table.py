"""Modes that a run has met, as records for the loop in C that follows it from mode to mode.

The loop (`_compile/c/mode_loop.h`) decides impacts, contact modes and crossings of switching surfaces by the
same laws as `mode_transition.py`. It is for systems of ordinary size in which every contact is rigid, with
one tangential velocity at most, or in which there are switches and no contacts. It asks for a mode that it
has not met, and for a transition that it leaves undecided: sliding modes, Zeno points of several contacts,
paradoxes.
"""

from __future__ import annotations

import ctypes as ct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.bytecode import Bytecode
from dalembert._compile.code import Code
from dalembert._compile.compiled_models import compile_once
from dalembert._compile.compiler import Compiler
from dalembert._compile.functions import Functions, functions_of
from dalembert._compile.mechanical_dynamics import MechanicalDynamics
from dalembert._compile.native import (
    Binding,
    ContactTolerances,
    InterpretedFunction,
    Precision,
    library,
)
from dalembert._contact import tolerances
from dalembert._contact.contact_state import last_digits
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import FREE, Mode
from dalembert._lower.mode_field import Kind
from dalembert._lower.transition_functions import contact_column, restitution_column, switching_column
from dalembert._model.starting import SMALL

Array = NDArray[np.float64]
Integers = NDArray[np.int32]
COORDINATES, CONTACTS, SWITCHES = 32, 32, 64  # at most
MODES = 64  # met in a run at most
KINDS = {kind: number for number, kind in enumerate(Kind)}
STICKS, SLIPS = 1, 2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetMode:
    """A mode, its dynamics, which belong to the loop alone, and what C reads of contacts and guards."""

    mode: Mode
    soft: bool
    dynamics: MechanicalDynamics
    active: Integers
    friction: Integers
    kind: Integers
    place: Integers


class ModeTable:
    """The modes that the runs of a system have met so far, and its functions for transitions."""

    def __init__(self, system: HybridSystem, method: str, compiler: Compiler) -> None:
        self.system, self.method, self.compiler = system, method, compiler
        self.modes: list[MetMode] = []
        self.meet(FREE, soft=False)

    def meet(self, mode: Mode, *, soft: bool) -> int | None:
        """The place of a mode, which is added if it is new; None where there is no room for it."""
        for place, known in enumerate(self.modes):
            if known.mode == mode and known.soft == soft:
                return place
        if len(self.modes) >= MODES:
            return None
        system = self.system
        contacts, guards = range(system.contacts), system.guards(mode)
        friction = [STICKS * (i in mode.stick) + SLIPS * (i in mode.slip) for i in contacts]
        made = MetMode(
            mode=mode,
            soft=soft,
            dynamics=system.separate_dynamics(mode, soft=soft),
            active=np.array([i in mode.active for i in contacts], dtype=np.int32),
            friction=np.array(friction, dtype=np.int32),
            kind=np.array([KINDS[guard.kind] for guard in guards], dtype=np.int32),
            place=np.array([guard.place for guard in guards], dtype=np.int32),
        )
        self.modes.append(made)
        return len(self.modes) - 1

    def meet_asked(self, active: Sequence[int], friction: Sequence[int], *, soft: bool) -> None:
        """Add a mode that the loop has asked for."""
        every = range(self.system.contacts)
        self.meet(
            Mode(
                active=tuple(i for i in every if active[i]),
                stick=tuple(i for i in every if friction[i] == STICKS),
                slip=tuple(i for i in every if friction[i] == SLIPS),
            ),
            soft=soft,
        )

    def functions(self, place: int, precision: Precision = Precision.double) -> Functions:
        """The functions of a mode."""
        dynamics = self.modes[place].dynamics
        own = library(self.method, self.compiler)
        return functions_of(dynamics.compiled.code, dynamics, own, self.compiler, precision)

    @property
    def most_guards(self) -> int:
        """How many guards a mode can have."""
        return 3 * self.system.contacts + 1 + 2 * len(self.system.switches)

    @cached_property
    def transition_functions(self) -> dict[str, InterpretedFunction]:
        """What transitions ask of the model; too seldom to be compiled."""
        own, p = library(self.method, self.compiler), self.system.parameters(self.system.start)
        return {name: InterpretedFunction(made, p, own) for name, made in self._bytecode.items()}

    @property
    def _bytecode(self) -> dict[str, Bytecode]:
        system = self.system
        return compile_once("transitions", system.model, lambda: transition_code(system)).bytecode

    @cached_property
    def transition_bindings(self) -> ct.Array[Binding]:
        """How C puts parameters into them."""
        every = [function.binding() for function in self.transition_functions.values()]
        return (Binding * len(every))(*every)

    @cached_property
    def slip_of(self) -> Integers:
        """The number of the slip of each contact, −1 where it has none."""
        return np.array([places[0] if places else -1 for places in self.system.slip_places], dtype=np.int32)

    @cached_property
    def digits(self) -> Array:
        """Factors by which time and coordinates are off by their last digits."""
        return last_digits(self.modes[0].dynamics.layout.n)

    @cached_property
    def tolerances(self) -> ContactTolerances:
        """The table of tolerances for C."""
        every = {**vars(tolerances), "SMALL": SMALL}
        return ContactTolerances(**{name: every[name] for name, *_ in ContactTolerances._fields_})


def fits_loop(system: HybridSystem) -> bool:
    """Whether the loop in C can follow a system from mode to mode."""
    if not system.mechanical or len(system.model.coordinates) > COORDINATES:
        return False
    if system.displacement or system.flow or system.model.efforts:
        return False
    if system.contacts:
        return (
            not system.switches
            and system.contacts <= CONTACTS
            and all(
                not one.compliant and len(one.slip) <= 1 and one.law == "newton"
                for one in system.model.contacts
            )
            and not system.has_dependent_forces
        )
    return 0 < len(system.switches) <= SWITCHES and not any(one.counts for one in system.switches)


def transition_code(system: HybridSystem) -> Code:
    """The functions that transitions ask for, as code: of small systems only."""
    free = system.mode_system(FREE, soft=False)
    parts, places = free.contact_expressions(), system.places
    if not system.contacts:
        return Code({"switching": free.tape_with("switching", switching_column(parts))})
    normal, stick = system.multipliers(system.all_closed)[1:]
    tangents = [row for every in stick.values() for row in every]
    state = contact_column(parts, places, list(normal.values()), tangents)
    law, approach = restitution_column(system.model, free.field)
    return Code(
        {
            "contact_state": free.tape_with("contact_state", state),
            "gaps": free.tape_with("gaps", parts["position"]),
            "restitution": free.tape_with("restitution", law, approach),
        }
    )
