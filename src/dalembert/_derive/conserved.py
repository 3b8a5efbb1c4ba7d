"""Conserved quantities: momenta of symmetries, the energy or Jacobi's integral.

If a displacement δq = ξ(q) changes neither L nor a constraint, and no effort does work in it, the momentum
Σ ξ ∂L/∂q' is constant (Noether); for a cyclic coordinate it is the conjugate momentum. Others, common
displacements and rotations, are found numerically (`_verify/symmetries.py`) and given as `Generator`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import symengine as se

from dalembert._derive.equations import Equations
from dalembert._derive.identity import is_zero
from dalembert._derive.to_symengine import TIME, Symbolic, symbol
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import Name, Node, Number, Product
from dalembert._model.records import Model, user_terms
from dalembert._words.message import Message, Symbol, say


@dataclass(frozen=True, slots=True, kw_only=True)
class ConservedQuantity:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Generator:
    """Displacements δname = node of a symmetry; `by_values`: it holds for the values of parameters only."""

    displacements: tuple[tuple[str, Node], ...]
    turning: bool
    by_values: bool


def conserved_quantities(
    derived: Equations, generators: tuple[Generator, ...] = ()
) -> tuple[ConservedQuantity, ...]:
    """The conserved quantities of equations that are written out, by their form and by symmetries."""
    if not derived.whole:
        return ()
    bench, model = Workbench(derived.model), derived.model
    L = bench.build(derived.T) - bench.build(derived.V)
    symmetric = _symmetries(model, generators, bench, L, [bench.build(phi) for phi in derived.Phi])
    quantities = (*_momenta(derived, bench, L), *symmetric, *_energy(derived, bench, L))
    if model.impulses or any(event.sets for event in model.events):
        return tuple(replace(one, why=say("conserved_between_jumps", why=one.why)) for one in quantities)
    return quantities


def _gaps(model: Model, bench: Workbench) -> list[Symbolic]:
    """The gaps of stiff contacts; compliant ones are among the energies."""
    return [bench.build(contact.gap.root) for contact in model.contacts if not contact.compliant]


def _slips(model: Model, bench: Workbench) -> list[Symbolic]:
    """The velocities that friction acts against."""
    return [bench.build(slip.root) for contact in model.contacts for slip in contact.slip]


def _zero(node: Node) -> bool:
    return isinstance(node, Number) and node.value == 0


def _momenta(derived: Equations, bench: Workbench, L: Symbolic) -> list[ConservedQuantity]:
    """Momenta with d/dt ∂L/∂q' = 0: L does not contain q, and no other force acts on it."""
    momenta = []
    gaps, slips = _gaps(derived.model, bench), _slips(derived.model, bench)
    for c, x, v in zip(derived.coordinates, bench.q, bench.qd, strict=True):
        p = bench.diff(L, v)
        free = _zero(c.D_qd) and _zero(c.Q) and _zero(c.displacement) and _zero(c.flow)
        touched = any(x in bench.free_symbols(gap) for gap in gaps) or any(
            v in bench.free_symbols(slip) for slip in slips
        )
        if free and not touched and p != 0 and is_zero(bench.diff(L, x)) and not _is_in_jump(L, x, bench):
            name = Symbol(c.coordinate)
            title, why = say("conserved_momentum", name=name), say("conserved_cyclic", name=name)
            momenta.append(ConservedQuantity(title=title, kind="momentum", expression=bench.tree(p), why=why))
    return momenta


def _symmetries(
    model: Model, generators: tuple[Generator, ...], bench: Workbench, L: Symbolic, Phi: list[Symbolic]
) -> list[ConservedQuantity]:
    """Σ ξ ∂L/∂q' of each symmetry."""
    quantities = []
    for one in generators:
        p = se.Add(*(bench.diff(L, symbol(name, 1)) * bench.build(node) for name, node in one.displacements))
        if p == 0:
            continue
        names = tuple(Symbol(name) for name, _ in one.displacements)
        if one.turning:
            title, why = say("conserved_angular"), say("conserved_angular_why", names=names)
        else:
            title, why = say("conserved_common"), say("conserved_common_why", names=names)
        why = say("conserved_by_values", why=why) if one.by_values else why
        shortest = _on_constraints(bench, p, Phi)
        expression = _multiple_of_definition(model, bench, shortest) or bench.read(shortest)
        quantities.append(ConservedQuantity(title=title, kind="momentum", expression=expression, why=why))
    return quantities


def _multiple_of_definition(model: Model, bench: Workbench, p: Symbolic) -> Node | None:
    """A momentum as a constant times a definition, J₂ ω₂, where it is one."""
    for one in user_terms(model.definitions):
        value = bench.build(one.expression.root)
        for v in bench.qd:
            slope = bench.diff(value, v)
            if slope == 0:
                continue
            ratio = bench.tidy(se.expand(bench.diff(p, v)) / slope)
            constant = not bench.free_symbols(ratio) & {*bench.q, *bench.qd, TIME}
            if constant and is_zero(p - ratio * value):
                return Name(one.name) if ratio == 1 else Product((bench.read(ratio), Name(one.name)))
            break
    return None


def _on_constraints(bench: Workbench, p: Symbolic, Phi: list[Symbolic]) -> Symbolic:
    """The shortest of p and of p with x² substituted from a constraint x² + … = 0."""
    tried = [bench.tidy(p)]
    for phi in Phi:
        for x in bench.q:
            square = bench.tidy(x**2 - phi)
            if x in bench.free_symbols(square):
                continue
            powers = {node: node.args[1] for node in se.expand(p).atoms(se.Pow) if node.args[0] == x}
            put_in = {x**e: square ** (e // 2) * x ** (e % 2) for e in map(int, powers.values()) if e > 1}
            tried.append(bench.tidy(se.expand(p).xreplace(put_in)))
    return min(tried, key=bench.size)


def _is_in_jump(expression: Symbolic, name: Symbolic, bench: Workbench) -> bool:
    """Whether a symbol occurs in the argument of a function that jumps (sign, step, floor, square)."""
    closed_terms = (
        argument for made, (_, argument) in bench.engine.opaque.items() if made in expression.free_symbols
    )
    named = expression.atoms(se.FunctionSymbol)
    return any(name in bench.free_symbols(argument) for argument in (*closed_terms, *named))


def _energy(derived: Equations, bench: Workbench, L: Symbolic) -> list[ConservedQuantity]:
    """The energy q'·∂L/∂q' − L, where neither time in L nor constraints nor efforts change it."""
    model = derived.model
    outside = {TIME} | {s for s in bench.engine.rates if s not in set(bench.q)}
    phi = [bench.build(node) for node in derived.Phi]
    psi = [bench.build(node) for node in derived.Psi]
    if any(contact.friction is not None for contact in model.contacts):
        return []  # friction dissipates energy wherever a contact slides
    if any(bench.free_symbols(expression) & outside for expression in (L, *phi, *psi, *_gaps(model, bench))):
        return []
    if any(_is_in_jump(L, moving, bench) for moving in (*bench.q, *bench.qd)):
        return []  # the energy jumps where the function does
    if not _zero(derived.D):
        return []
    efforts = [bench.build(c.Q) for c in derived.coordinates]
    constant = [Q if all(map(bench.is_parameter, bench.free_symbols(Q))) else se.Integer(0) for Q in efforts]
    remainders = [Q - c for Q, c in zip(efforts, constant, strict=True)]
    power = se.Add(*(Q * v for Q, v in zip(remainders, bench.qd, strict=True)))
    work = se.Add(*(Q * x for Q, x in zip(constant, bench.q, strict=True)))
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
    is_energy = bench.tidy(jacobi - T - V) == 0
    why = say("conserved_timeless") if is_energy else say("conserved_jacobi_why")
    if any(not contact.compliant for contact in model.contacts):
        why = say("conserved_between_impacts", why=why)
    kind = "energy" if is_energy else "jacobi"
    expression = T + V if is_energy else jacobi
    title = say("conserved_energy" if is_energy else "conserved_jacobi")
    if work != 0:
        title, why = say("conserved_less_work", what=title), say("conserved_work_why", why=why)
    shortest = min((expression - work, bench.tidy(expression - work)), key=bench.size)
    return [ConservedQuantity(title=title, kind=kind, expression=bench.read(shortest), why=why)]
