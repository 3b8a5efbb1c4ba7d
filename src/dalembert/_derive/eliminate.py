"""Elimination in steps: a constraint solved for a dependent coordinate, its multiplier isolated.

A displacement constraint that is linear in a coordinate x, with a factor of parameters only, gives
x = …, x' = …, x'' = …; the equation of x then gives its multiplier; both are substituted into the other
equations. Constraints are taken in order, so triangular sets are solved as well. An effort constraint that is
linear or quadratic in its effort gives the effort (`solved_efforts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dalembert._derive.dependent_forces import solved_for
from dalembert._derive.derive import MULTIPLIER
from dalembert._derive.equations import Equations, Step
from dalembert._derive.from_symengine import NotReal
from dalembert._derive.solved_efforts import (
    ImplicitEffort,
    IsolatedEffort,
    implicit_effort,
    linear_solution,
    quadratic_solution,
)
from dalembert._derive.solving import dependent_coordinate, solve_for, with_rates
from dalembert._derive.to_symengine import Symbolic, symbol
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import Node
from dalembert._model.records import constraints_of
from dalembert._text.printer import print_tree
from dalembert._words.message import Message, Symbol, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Elimination:
    """The steps, and the remaining equations of coordinates and constraints (left sides of "= 0").

    `implicit` are unknown efforts that stay in their constraints, with their derivatives.
    """

    steps: tuple[Step, ...]
    remaining: tuple[tuple[str, Node], ...]
    implicit: tuple[ImplicitEffort, ...] = ()
    why: Message | None = None  # why nothing is eliminated, where the reason is not obvious

    def __repr__(self) -> str:
        """The numbers of steps and of remaining equations."""
        return f"Elimination({len(self.steps)} steps, {len(self.remaining)} equations remain)"


def eliminate(derived: Equations) -> Elimination:
    """Eliminate what can be eliminated from the equations; without steps where nothing can."""
    if not derived.whole:
        return Elimination(steps=(), remaining=(), why=say("equations_not_written_out"))
    forces = solved_for(derived)
    if forces:
        names = tuple(Symbol(print_tree(node)) for node in forces)
        return Elimination(steps=(), remaining=(), why=say("elimination_dependent_forces", names=names))
    try:
        return _Work(derived).run()
    except NotReal:
        return Elimination(steps=(), remaining=(), why=say("elimination_not_finite"))


class _Work:
    def __init__(self, derived: Equations) -> None:
        self.derived = derived
        self.bench = Workbench(derived.model)
        self.left = {c.coordinate: self.bench.build(c.left) for c in derived.coordinates}
        self.steps: list[Step] = []
        self.solved: dict[Symbolic, Symbolic] = {}  # x, x', x'' and multipliers already expressed
        self.spent: set[str] = set()  # constraints that were solved for a coordinate or an effort

    def run(self) -> Elimination:
        model = self.derived.model
        self._efforts()
        implicit = tuple(self._implicit_efforts())
        for constraint, node in zip(constraints_of(model, "displacement"), self.derived.Phi, strict=True):
            phi = self.bench.put_in(self.bench.build(node), self.solved)
            chosen = self._dependent_coordinate(phi)
            if chosen is not None:
                self._constraint(constraint.name, phi, chosen)
                self.spent.add(constraint.name)
        if not self.steps:
            return Elimination(steps=(), remaining=(), implicit=implicit)
        left = [(name, self.bench.tree_factored(expression)) for name, expression in self.left.items()]
        remaining = (*left, *self._unsolved_constraints())
        return Elimination(steps=tuple(self.steps), remaining=remaining, implicit=implicit)

    def _unsolved_constraints(self) -> list[tuple[str, Node]]:
        """The constraints that were not solved for anything, with all solutions substituted."""
        e, model = self.derived, self.derived.model
        pairs = [
            *zip(constraints_of(model, "displacement"), e.Phi, strict=True),
            *zip(constraints_of(model, "flow"), e.Psi, strict=True),
            *zip(constraints_of(model, "effort"), e.effort, strict=True),
        ]
        return [
            (c.name, self.bench.tree(self.bench.put_in(self.bench.build(node), self.solved)))
            for c, node in pairs
            if c.name not in self.spent
        ]

    def _dependent_coordinate(self, phi: Symbolic) -> str | None:
        """A coordinate in which phi is linear with a factor of parameters only, the last declared first."""
        names = (c.name for c in reversed(self.derived.model.coordinates))
        return dependent_coordinate(self.bench, phi, (name for name in names if name in self.left))

    def _constraint(self, constraint: str, phi: Symbolic, name: str) -> None:
        """Solve phi for x and its rates, the equation of x for the multiplier, and substitute both."""
        bench = self.bench
        solved = with_rates(bench, phi, name)
        for left, right in solved.items():
            self._step(left, right, say("step_from", name=Symbol(constraint)))
        multiplier = symbol(MULTIPLIER["displacement"] + constraint)
        equation = self.left.pop(name)
        isolated = solve_for(bench, equation, multiplier)
        self._step(multiplier, isolated, say("step_from_equation", name=Symbol(name)))
        put_in = self.bench.put_in(isolated, solved)
        if put_in != isolated:
            isolated = bench.tidy(put_in)
            self._step(multiplier, isolated, say("step_put_in", name=Symbol(name)))
        known = solved | {multiplier: isolated}
        self._know(known)

    def _know(self, known: dict[Symbolic, Symbolic]) -> None:
        """Substitute new solutions into the earlier ones and into the remaining equations."""
        self.solved = {k: self.bench.put_in(v, known) for k, v in self.solved.items()} | known
        self.left = {name: self.bench.put_in(left, known) for name, left in self.left.items()}

    def _efforts(self) -> None:
        """Isolate the efforts that effort constraints give: linear ones first, then quadratic ones."""
        for solve in (self._linear, self._quadratic):
            for effort in self.derived.model.efforts:
                if symbol(effort.name) not in self.solved:
                    self._isolate(effort.name, solve)

    def _isolate(self, effort: str, solve: Callable[[Symbolic, str, str], IsolatedEffort | None]) -> None:
        """Solve the first constraint that gives an effort, and substitute the effort everywhere."""
        for constraint, gamma in self._open_constraints():
            made = solve(gamma, effort, constraint)
            if made is not None:
                e = symbol(effort)
                left, right = self.bench.read(e), self.bench.read(made.value)
                self.steps.append(Step(left=left, right=right, why=made.why))
                self.spent.add(constraint)
                self._know({e: made.value})
                return

    def _open_constraints(self) -> Iterator[tuple[str, Symbolic]]:
        """The effort constraints that nothing was solved from, with all solutions substituted."""
        constraints = constraints_of(self.derived.model, "effort")
        for constraint, node in zip(constraints, self.derived.effort, strict=True):
            if constraint.name not in self.spent:
                yield constraint.name, self.bench.put_in(self.bench.build(node), self.solved)

    def _linear(self, gamma: Symbolic, effort: str, constraint: str) -> IsolatedEffort | None:
        return linear_solution(self.bench, gamma, effort, constraint)

    def _quadratic(self, gamma: Symbolic, effort: str, constraint: str) -> IsolatedEffort | None:
        if self._efforts_in(gamma) != [effort]:
            return None
        made = quadratic_solution(self.bench, gamma, self.derived.model, effort, constraint)
        return made if isinstance(made, IsolatedEffort) else None

    def _efforts_in(self, gamma: Symbolic) -> list[str]:
        """The unknown efforts in a constraint."""
        inside = self.bench.free_symbols(gamma)
        return [one.name for one in self.derived.model.efforts if symbol(one.name) in inside]

    def _implicit_efforts(self) -> Iterator[ImplicitEffort]:
        """The efforts that stay in a constraint of their own, each with its derivatives."""
        for constraint, gamma in self._open_constraints():
            efforts = self._efforts_in(gamma)
            if len(efforts) == 1:
                (effort,) = efforts
                why = quadratic_solution(self.bench, gamma, self.derived.model, effort, constraint)
                if isinstance(why, Message):
                    yield implicit_effort(self.bench, gamma, effort, constraint, why)

    def _step(self, left: Symbolic, right: Symbolic, why: Message) -> None:
        self.steps.append(Step(left=self.bench.read(left), right=self.bench.tree(right), why=why))
