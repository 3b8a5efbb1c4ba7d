"""Hybrid systems that earlier runs have left, for runs with the same structure and the same parameters.

What was made for one run serves the next one: modes that were met with their functions, loops in C, the
transition at the start. A system belongs to one run, and to the motion found with it as long as that lives:
its extremes and the errors of its columns are asked of the system later. It is left to others when nobody
holds its lease any more, so that no two runs ever share one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiled_models import are_remembered, bind
from dalembert._compile.compiler import Compiler
from dalembert._compile.interface import CompiledModel, Dynamics
from dalembert._compile.table_polynomials import Curve
from dalembert._contact.equations_by_mode import hybrid_mechanics
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._lower.idle_conditions import idle_conditions
from dalembert._model.records import Model
from dalembert._model.structures import same_structure
from dalembert._model.values import Values
from dalembert._simulate.trajectory import RunPool

if TYPE_CHECKING:  # most models have no modes
    from dalembert._contact.mode_table import ModeTable
    from dalembert._contact.mode_transition import Transition
    from dalembert._contact.restitution import Restitution
    from dalembert._simulate.mode_loop import HybridLoop
    from dalembert._simulate.prepare import Preparation

Array = NDArray[np.float64]
KEPT = 16  # systems that wait for another run
MANY = 32  # modes or starts: a system with more is not kept


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReusableParts:
    """What runs with the same structure and parameters have made, and a later one need not make again."""

    system: HybridSystem
    tables: dict[tuple[str, Compiler], ModeTable] = field(default_factory=dict)
    loops: dict[tuple[str, Compiler, bool, bool], HybridLoop] = field(default_factory=dict)
    starts: dict[tuple[Any, ...], tuple[Transition, bool]] = field(default_factory=dict)  # and whether soft
    outside: set[tuple[float, bytes]] = field(default_factory=set)  # starts inside of no contact
    posed: set[tuple[Any, ...]] = field(default_factory=set)  # starts at which no constraint is flat
    restitutions: list[Restitution] = field(default_factory=list)  # of the contacts, at most one record
    general: list[SystemLease] = field(default_factory=list)  # of the hybrid system of a general DAE
    bound: dict[CompiledModel, Dynamics] = field(default_factory=dict)  # of motions without modes
    pool: RunPool = field(default_factory=dict)  # of runs in C by these

    def table(self, method: str, compiler: Compiler) -> ModeTable:
        """The modes that runs by a method have met."""
        key = method, compiler
        if key not in self.tables:
            from dalembert._contact.mode_table import ModeTable

            self.tables[key] = ModeTable(self.system, method, compiler)
        return self.tables[key]

    @property
    def restitution(self) -> Restitution:
        """The coefficients of restitution of the contacts of the system."""
        if not self.restitutions:
            from dalembert._contact.restitution import restitution_of

            self.restitutions.append(restitution_of(self.system.model, self.system.tables))
        return self.restitutions[0]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, weakref_slot=True)
class SystemLease:
    """A hybrid system with what runs have made for it: tables of modes, loops in C, transitions at starts.

    And the dynamics of a model without modes, with the memory of its runs in C.
    """

    parts: ReusableParts
    prepared: list[Preparation] = field(default_factory=list)  # the last one, which holds no lease

    @property
    def system(self) -> HybridSystem:
        """The hybrid system."""
        return self.parts.system

    def bind(self, compiled: CompiledModel, values: Values) -> Dynamics:
        """A compiled model with the values of the system, bound once."""
        bound = self.parts.bound
        if compiled not in bound:
            bound[compiled] = bind(compiled, values, self.system.tables)
        return bound[compiled]

    def of_general_dae(self, make: Callable[[], HybridSystem]) -> SystemLease:
        """The lease of the hybrid system of a general DAE, which ends with this one."""
        if not self.parts.general:
            self.parts.general.append(SystemLease(parts=ReusableParts(system=make())))
        return self.parts.general[0]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Left:
    """What a run has left, and what it was made for beside a structure: parameters, idle conditions."""

    p: bytes
    idle: tuple[int, ...]
    parts: ReusableParts
    prepared: list[Preparation] = field(default_factory=list)

    @property
    def is_small(self) -> bool:
        """Whether its modes and starts are not too many."""
        parts = self.parts
        modes = (len(table.modes) for table in parts.tables.values())
        made = (parts.starts, parts.outside, parts.posed, parts.bound, parts.pool)
        return max(*map(len, made), *modes, 0) <= MANY

    @property
    def is_of_use(self) -> bool:
        """Whether its compiled equations are still in memory."""
        return are_remembered(self.parts.system.compiled_modes)


_returned: SimpleQueue[_Left] = SimpleQueue()
_idle: list[_Left] = []
_lock = Lock()


def lease_system(model: Model, p: Array, curves: tuple[Curve, ...]) -> SystemLease:
    """The hybrid system of a model with values of its parameters, for one run alone."""
    if curves:
        return SystemLease(parts=ReusableParts(system=hybrid_mechanics(model, p, curves)))
    values, idle = p.tobytes(), idle_conditions(model)
    left = _take(model, values, idle)
    if left is None:
        left = _Left(p=values, idle=idle, parts=ReusableParts(system=hybrid_mechanics(model, p, curves)))
    lease = SystemLease(parts=left.parts, prepared=left.prepared)
    finalize(lease, _give_back, left).atexit = False
    return lease


def _give_back(left: _Left) -> None:
    """Leave a system to other runs, by a queue, which is safe in whichever thread a lease ends.

    Another thread may compute meanwhile: nothing is read here but what the lease has held.
    """
    if left.is_small:
        _returned.put(left)


def _take(model: Model, values: bytes, idle: tuple[int, ...]) -> _Left | None:
    """A system that an earlier run of the same equations has left, if there is one.

    Where there is none, those that are of no use any more are forgotten.
    """
    with _lock:
        while not _returned.empty():
            _idle.insert(0, _returned.get_nowait())
        del _idle[KEPT:]
        for index, left in enumerate(_idle):
            same = (left.p, left.idle) == (values, idle) and same_structure(left.parts.system.model, model)
            if same and left.is_of_use:
                return _idle.pop(index)
        _idle[:] = [left for left in _idle if left.is_of_use]
    return None
