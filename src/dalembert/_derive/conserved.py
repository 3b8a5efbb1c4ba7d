"""Quantities that stay constant: conjugate momenta of cyclic coordinates, the energy or Jacobi's integral."""

from __future__ import annotations

from dataclasses import dataclass

import symengine as se

from dalembert._derive.engine import TIME, Symbolic
from dalembert._derive.equations import Equations
from dalembert._derive.identity import is_zero
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import Node, Number
from dalembert._model.records import Model
from dalembert._words.message import Message, Symbol, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Conserved:
    """A conserved quantity: its title, its kind (momentum, energy, jacobi), and why it is constant."""

    title: Message
    kind: str
    expression: Node
    why: Message

    @property
    def name(self) -> str:
        """The title in English: momentum of x."""
        return str(self.title)

    def __repr__(self) -> str:
        """What is constant, and why."""
        return f"Conserved({self.kind} {self.name}: {self.why})"


def conserved(derived: Equations) -> tuple[Conserved, ...]:
    """What the equations conserve, as far as it shows in their form."""
    bench = Workbench(derived.model)
    L = bench.build(derived.T) - bench.build(derived.V)
    return (*_momenta(derived, bench, L), *_energy(derived, bench, L))


def _gaps(model: Model, bench: Workbench) -> list[Symbolic]:
    """The gaps of stiff contacts; compliant ones are among the energies."""
    return [bench.build(contact.gap.root) for contact in model.contacts if not contact.compliant]


def _slips(model: Model, bench: Workbench) -> list[Symbolic]:
    """The velocities that friction acts against."""
    return [bench.build(slip.root) for contact in model.contacts for slip in contact.slip]


def _zero(node: Node) -> bool:
    return isinstance(node, Number) and node.value == 0


def _momenta(derived: Equations, bench: Workbench, L: Symbolic) -> list[Conserved]:
    """d/dt ∂L/∂q' = 0 where L does not contain q and nothing else acts on it."""
    found = []
    gaps, slips = _gaps(derived.model, bench), _slips(derived.model, bench)
    for c, x, v in zip(derived.coordinates, bench.q, bench.qd, strict=True):
        p = bench.diff(L, v)
        free = _zero(c.D_qd) and _zero(c.Q) and _zero(c.displacement) and _zero(c.flow)
        touched = any(x in bench.free(gap) for gap in gaps) or any(v in bench.free(slip) for slip in slips)
        if free and not touched and p != 0 and is_zero(bench.diff(L, x)) and not _hidden(L, x, bench):
            name = Symbol(c.coordinate)
            title, why = say("conserved_momentum", name=name), say("conserved_cyclic", name=name)
            found.append(Conserved(title=title, kind="momentum", expression=bench.tree(p), why=why))
    return found


def _hidden(expression: Symbolic, name: Symbolic, bench: Workbench) -> bool:
    """Whether a symbol stands in the argument of a function that jumps (sign, step, floor, square)."""
    closed = (
        argument for made, (_, argument) in bench.engine.opaque.items() if made in expression.free_symbols
    )
    named = expression.atoms(se.FunctionSymbol)
    return any(name in bench.free(argument) for argument in (*closed, *named))


def _energy(derived: Equations, bench: Workbench, L: Symbolic) -> list[Conserved]:
    """q'·∂L/∂q' − L, where L, constraints and efforts do not spend or feed it."""
    model = derived.model
    outside = {TIME} | {s for s in bench.engine.rates if s not in set(bench.q)}
    phi = [bench.build(node) for node in derived.Phi]
    psi = [bench.build(node) for node in derived.Psi]
    if any(contact.friction is not None for contact in model.contacts):
        return []  # it spends energy wherever something slides
    if any(bench.free(expression) & outside for expression in (L, *phi, *psi, *_gaps(model, bench))):
        return []
    if any(_hidden(L, moving, bench) for moving in (*bench.q, *bench.qd)):
        return []  # the energy jumps where the function does
    if not _zero(derived.D):
        return []
    power = se.Add(*(bench.build(c.Q) * v for c, v in zip(derived.coordinates, bench.qd, strict=True)))
    ideal = all(
        is_zero(
            se.Add(*(bench.build(entry) * v for entry, v in zip(row, bench.qd, strict=True))) - expression
        )
        for row, expression in zip(derived.Psi_qd, psi, strict=True)
    )
    if not ideal or not is_zero(power):
        return []
    T, V = bench.build(derived.T), bench.build(derived.V)
    jacobi = se.Add(*(bench.diff(L, v) * v for v in bench.qd)) - L
    if jacobi == 0:
        return []
    is_energy = bench.tidied(jacobi - T - V) == 0
    why = say("conserved_timeless") if is_energy else say("conserved_jacobi_why")
    if any(not contact.compliant for contact in model.contacts):
        why = say("conserved_between_impacts", why=why)
    if is_energy:
        return [
            Conserved(title=say("conserved_energy"), kind="energy", expression=bench.tree(T + V), why=why)
        ]
    title = say("conserved_jacobi")
    return [Conserved(title=title, kind="jacobi", expression=bench.tree(jacobi), why=why)]
