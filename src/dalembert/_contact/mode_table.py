"""The modes that a run has visited, as records for the loop in C that follows it from mode to mode.

The loop (`_compile/c/mode_loop.h`) decides impacts, contact modes and switching surfaces by the same laws as
`mode_transition.py`; `hybrid_code.py` says which systems it is for. It returns to Python for a mode that is
not in the table, and for a transition that it leaves undecided: sliding modes that hold one another,
paradoxes.
"""

from __future__ import annotations

import ctypes as ct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiler import Compiler
from dalembert._compile.mechanical_dynamics import MechanicalDynamics
from dalembert._compile.native import (
    Binding,
    ContactTolerances,
    InterpretedFunction,
    Precision,
    library,
)
from dalembert._compile.run_functions import Functions, functions_of
from dalembert._contact.contact_state import last_digits
from dalembert._contact.hybrid_code import (
    FIRST_ORDER,
    MODES,
    SECOND_ORDER,
    SLIPS,
    STICKS,
    ModeCode,
    knot_counts,
    knots,
    loop_obstacles,
    mode_code,
    slip_of,
    transition_code,
    transition_tolerances,
)
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import FREE, Mode

Array = NDArray[np.float64]
Integers = NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetMode:
    """A mode, its dynamics, which belong to the loop alone, and its numbers in arrays that C reads."""

    code: ModeCode
    dynamics: MechanicalDynamics
    active: Integers
    friction: Integers
    surface: Integers
    kind: Integers
    place: Integers

    @property
    def mode(self) -> Mode:
        """The mode itself."""
        return self.code.mode


class ModeTable:
    """The modes that the runs of a system have met so far, and its functions for transitions."""

    def __init__(self, system: HybridSystem, method: str, compiler: Compiler) -> None:
        self.system, self.method, self.compiler = system, method, compiler
        self.modes: list[MetMode] = []
        self._functions: dict[tuple[int, Precision], Functions] = {}
        self.meet(FREE, soft=False)

    def meet(self, mode: Mode, *, soft: bool) -> int | None:
        """The index of a mode, which is added if it is new; None if the table is full."""
        for index, known in enumerate(self.modes):
            if known.mode == mode and known.code.soft == soft:
                return index
        if len(self.modes) >= MODES:
            return None
        code = mode_code(self.system, mode, soft=soft)
        numbers = {
            name: np.array(values, dtype=np.int32)
            for name, values in (
                ("active", code.active),
                ("friction", code.friction),
                ("surface", code.surface),
                ("kind", code.kind),
                ("place", code.place),
            )
        }
        dynamics = self.system.separate_dynamics(mode, soft=soft)
        self.modes.append(MetMode(code=code, dynamics=dynamics, **numbers))
        return len(self.modes) - 1

    def meet_asked(
        self, active: Sequence[int], friction: Sequence[int], surface: Sequence[int], *, soft: bool
    ) -> None:
        """Add a mode that the loop has asked for."""
        every, switches = range(self.system.contacts), range(len(self.system.switches))
        self.meet(
            Mode(
                active=tuple(i for i in every if active[i]),
                stick=tuple(i for i in every if friction[i] == STICKS),
                slip=tuple(i for i in every if friction[i] == SLIPS),
                surfaces=tuple(k for k in switches if surface[k] >= FIRST_ORDER),
                second_order=tuple(k for k in switches if surface[k] == SECOND_ORDER),
            ),
            soft=soft,
        )

    def functions(self, index: int, precision: Precision = Precision.double) -> Functions:
        """The functions of a mode."""
        key = index, precision
        if key not in self._functions:
            dynamics, compiled = self.modes[index].dynamics, library(self.method, self.compiler)
            code = dynamics.compiled.code
            self._functions[key] = functions_of(code, dynamics, compiled, self.compiler, precision)
        return self._functions[key]

    @property
    def most_guards(self) -> int:
        """How many guards a mode can have."""
        return 3 * self.system.contacts + 1 + 2 * len(self.system.switches)

    @cached_property
    def transition_functions(self) -> dict[str, InterpretedFunction]:
        """The functions that transitions evaluate; called too seldom to be worth compiling."""
        compiled, p = library(self.method, self.compiler), self.system.parameters(self.system.start)
        code = transition_code(self.system)
        return {name: InterpretedFunction(made, p, compiled) for name, made in code.bytecode.items()}

    @cached_property
    def transition_bindings(self) -> ct.Array[Binding]:
        """How C puts parameters into them."""
        every = [function.binding() for function in self.transition_functions.values()]
        return (Binding * len(every))(*every)

    @cached_property
    def slip_of(self) -> Integers:
        """The number of the slip of each contact, −1 where it has none."""
        return np.array(slip_of(self.system), dtype=np.int32)

    @cached_property
    def knot_counts(self) -> Integers:
        """What each switch counts."""
        return np.array(knot_counts(self.system), dtype=np.int32)

    @cached_property
    def knots(self) -> Array:
        """The knots of all tables whose cells are counted."""
        return np.array(knots(self.system))

    @cached_property
    def digits(self) -> Array:
        """Factors that change time and coordinates in their last digits."""
        return last_digits(self.modes[0].dynamics.layout.n)

    @cached_property
    def tolerances(self) -> ContactTolerances:
        """The table of tolerances for C."""
        every = transition_tolerances()
        return ContactTolerances(**{name: every[name] for name, *_ in ContactTolerances._fields_})


def fits_loop(system: HybridSystem) -> bool:
    """Whether the loop in C can follow a system from mode to mode."""
    if not system.contacts and not system.switches:
        return False
    return next(loop_obstacles(system), None) is None
