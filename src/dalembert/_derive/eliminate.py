"""Elimination in steps: a constraint solved for a dependent coordinate, its multiplier isolated.

A displacement constraint that is linear in a coordinate x, with a factor of parameters only, gives
x = …, x' = …, x'' = …; the equation of x then gives its multiplier; both are put into what is left.
Constraints are taken in order, so triangular sets are solved as well. An effort constraint linear
in its effort gives the effort.
"""

from __future__ import annotations

from dataclasses import dataclass

import symengine as se

from dalembert._derive.derive import MULTIPLIER
from dalembert._derive.engine import Symbolic, symbol
from dalembert._derive.equations import Equations
from dalembert._derive.identity import is_zero
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import Node
from dalembert._model.records import constraints_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """left = right, and why."""

    left: Node
    right: Node
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Elimination:
    """The steps, and the equations (left sides of "= 0") of the coordinates that remain."""

    steps: tuple[Step, ...]
    remaining: tuple[tuple[str, Node], ...]


def eliminate(derived: Equations) -> Elimination:
    """What can be eliminated from the equations; no steps where nothing can."""
    return _Work(derived).run()


class _Work:
    def __init__(self, derived: Equations) -> None:
        self.derived = derived
        self.bench = Workbench(derived.model)
        self.left = {c.coordinate: self.bench.build(c.left) for c in derived.coordinates}
        self.steps: list[Step] = []
        self.solved: dict[Symbolic, Symbolic] = {}  # x, x', x'' and multipliers already expressed

    def run(self) -> Elimination:
        self._efforts()
        constraints = constraints_of(self.derived.model, "displacement")
        for constraint, node in zip(constraints, self.derived.Phi, strict=True):
            phi = self.bench.build(node).xreplace(self.solved)
            chosen = self._dependent(phi)
            if chosen is not None:
                self._constraint(constraint.name, phi, chosen)
        remaining = (
            tuple((name, self.bench.tree(left)) for name, left in self.left.items()) if self.steps else ()
        )
        return Elimination(steps=tuple(self.steps), remaining=remaining)

    def _dependent(self, phi: Symbolic) -> str | None:
        """A coordinate in which phi is linear with a factor free of motion, the last declared first."""
        moving = set(self.bench.engine.rates) | {symbol("t")}
        for c in reversed(self.derived.model.coordinates):
            if c.name in self.left:
                factor = self.bench.diff(phi, symbol(c.name))
                if factor != 0 and not factor.free_symbols & moving and not is_zero(factor):
                    return c.name
        return None

    def _constraint(self, constraint: str, phi: Symbolic, name: str) -> None:
        """X from phi, its rates, the multiplier from the equation of x, and both put in."""
        bench, x = self.bench, symbol(name)
        factor = self.bench.diff(phi, x)
        position = bench.tidied((factor * x - phi) / factor)
        speed = bench.tidied(bench.engine.drift(position))
        acceleration = bench.tidied(_total(bench, speed))
        where = f"from {constraint}"
        own = {x: position, symbol(name, 1): speed, symbol(name, 2): acceleration}
        for left, right in own.items():
            self._step(left, right, where)
        multiplier = symbol(MULTIPLIER["displacement"] + constraint)
        equation = self.left.pop(name)
        weight = self.bench.diff(equation, multiplier)
        isolated = bench.tidied((weight * multiplier - equation) / weight)
        self._step(multiplier, isolated, f"from the equation of {name}")
        put_in = isolated.xreplace(own)
        if put_in != isolated:
            isolated = bench.tidied(put_in)
            self._step(multiplier, isolated, f"with {name} put in")
        known = own | {multiplier: isolated}
        self.solved = {k: v.xreplace(known) for k, v in self.solved.items()} | known
        self.left = {other: left.xreplace(known) for other, left in self.left.items()}

    def _efforts(self) -> None:
        """Efforts that stand linearly in an effort constraint of their own."""
        for effort in self.derived.model.efforts:
            e = symbol(effort.name)
            constraints = constraints_of(self.derived.model, "effort")
            for constraint, node in zip(constraints, self.derived.effort, strict=True):
                gamma = self.bench.build(node).xreplace(self.solved)
                factor = self.bench.diff(gamma, e)
                if factor != 0 and e not in factor.free_symbols:
                    value = self.bench.tidied((factor * e - gamma) / factor)
                    self._step(e, value, f"from {constraint.name}")
                    self.solved[e] = value
                    self.left = {name: left.xreplace({e: value}) for name, left in self.left.items()}
                    break

    def _step(self, left: Symbolic, right: Symbolic, why: str) -> None:
        self.steps.append(Step(left=self.bench.read(left), right=self.bench.tree(right), why=why))


def _total(bench: Workbench, speed: Symbolic) -> Symbolic:
    """d/dt of a speed: accelerations and the rest."""
    pairs = zip(bench.qd, bench.qdd, strict=True)
    return se.Add(*(bench.diff(speed, v) * a for v, a in pairs)) + bench.engine.drift(speed)
