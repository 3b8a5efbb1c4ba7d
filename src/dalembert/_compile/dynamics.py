"""The dynamics of a model with its parameters: rates, corrections, observations of y = (q, qd, s, w)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiler import Compiler
from dalembert._compile.machine import Machine
from dalembert._compile.rescue import solution
from dalembert._lower.closed import closed, laws
from dalembert._lower.engine import Scalar
from dalembert._lower.field import CONSTRAINTS, Field, field
from dalembert._lower.system import System
from dalembert._model.records import Model
from dalembert._tape.reading import tape_of
from dalembert._tape.tape import Tape

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where the parts of a state are: n coordinates, n speeds, first-order states, works."""

    n: int
    states: int
    works: tuple[str, ...]
    constraints: int

    @property
    def tested(self) -> int:
        """Entries that the error test looks at: all but the works."""
        return 2 * self.n + self.states

    @property
    def size(self) -> int:
        """All entries."""
        return self.tested + len(self.works)

    def place(self, work: str) -> int:
        """The entry of a work."""
        return self.tested + self.works.index(work)


class Dynamics:
    """Rates, corrections and observations for given parameters: in C where there is a compiler."""

    def __init__(self, model: Model, p: Array, compiler: Compiler | None) -> None:
        system = closed(model, inputs=False)
        self.field: Field = field(system)
        self.compiler, self.p = compiler, p
        self.layout = Layout(
            n=len(model.coordinates),
            states=len(model.states),
            works=self.field.works,
            constraints=system.gamma.numel(),
        )
        self._laws = laws(model, system)
        self._system: System = system
        self.machine = Machine(self.field, self._laws, p)

    @cached_property
    def tapes(self) -> dict[str, Tape]:
        """Rates and corrections as tapes."""
        made = {"rates": self._tape("rates", self.field.rates)}
        if self.layout.constraints:
            made["correction"] = self._tape("correction", self.field.correction)
        return made

    def _tape(self, name: str, out: Scalar) -> Tape:
        own = self.field
        arguments = {"t": own.t, "y": own.y, "u": own.u, "p": own.p}
        return tape_of(name, arguments, {"out": out, "health": own.health}, {"t": 0})

    @cached_property
    def input_tape(self) -> Tape | None:
        """u, u' and u'' as functions of time."""
        if not self.field.u.numel():
            return None
        own = self.field
        arguments = {"t": own.t, "y": own.y, "u": own.u, "p": own.p}
        return tape_of("inputs", arguments, {"out": self._laws}, {"t": 0})

    def closed_rates(self) -> Scalar:
        """The rates with the laws of the inputs put in: a function of (t, y, p)."""
        own = self.field
        return ca.substitute(own.rates, own.u, self._laws) if own.u.numel() else own.rates

    @property
    def length(self) -> int:
        """Instructions of the rates and the corrections."""
        return sum(len(tape.instructions) for tape in self.tapes.values())

    def rescue(self, what: int, t: float, y: Array) -> Array | None:
        """Rates (0) or the correction (1) with the rank found; None where there is no solution."""
        n, layout = self.layout.n, self.layout
        parts = self.machine.saddle(t, y)
        M, G, h, gamma = parts["M"], parts["G"], parts["h"], parts["gamma"]
        if what == 0:
            found = solution(M, G, h, gamma)
            if found is None:
                return None
            out, _ = self.machine.rates(t, y)
            out[n : 2 * n] = found.qdd
            if CONSTRAINTS in layout.works:
                out[layout.place(CONSTRAINTS)] = -(G.T @ found.lam) @ y[n : 2 * n]
            return out
        seen = self.machine.observed(np.array([t]), y[np.newaxis])
        rest = np.zeros(layout.constraints)
        rest[: seen["position"].shape[1]] = -seen["position"][0]
        dq, dqd = (solution(M, G, np.zeros(n), side) for side in (rest, -seen["velocity"][0]))
        if dq is None or dqd is None:
            return None
        out = np.zeros(layout.size)
        out[:n], out[n : 2 * n] = dq.qdd, dqd.qdd
        after = self.machine.observed(np.array([t]), (y + out)[np.newaxis])
        out[-1] = after["energy"][0] - seen["energy"][0]
        return out
