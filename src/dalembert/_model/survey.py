"""An inventory of a model: kinds of names, uses of expressions, definitions in order, sizes.

A survey is made once for all models that differ only in values, and read by the rules of `check`, by `derive`
and by `lower`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dalembert._expression.expression import Expression
from dalembert._expression.functions import CONSTANTS
from dalembert._expression.quadrature import weight_of
from dalembert._expression.tree import Call, Integral, Name, Negative, Node, Number, Product, Rate, Sum
from dalembert._expression.walk import fold, names, names_and_operations
from dalembert._model.dependences import BYTES, Bits, Blocks, Dependences, differentiate, merge
from dalembert._model.records import (
    Contact,
    Delay,
    Model,
    RunSettings,
    Table,
    Term,
    result_names,
    settings_in,
)
from dalembert._model.structures import StructureCache
from dalembert._text.budget import CHAIN, DEPTH, DERIVED, NODES

# How often an argument occurs in the symbolic form of a function (min and abs become cases).
COPIES = {"abs": 3, "min": 3, "max": 3, "mod": 2}
HUGE = 10**12
APPROACH = "speed"  # in a restitution: −gap', the speed of approach before the impact
AT_INSTANTS = (
    "set",
    "at",
    "impulse",
    "every",
    "sample",
    "delay",
    "before",
    "setting",
)  # roles of expressions that act at instants, not between them
REACH_BYTES = 1 << 28  # memory for the dependences of all definitions
DIFFERENTIATED = (
    "kinetic",
    "potential",
    "dissipation",
    "displacement",
    "flow",
    "gap",
    "slip",
    "place",
)  # by coordinates
TWICE = ("kinetic", "displacement", "gap")
VALUES = frozenset(
    {"value", "start", "speed", "guess", "before", "setting", "case"}
)  # roles of expressions that are not part of the structure


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """The size of an expression, and of its first and second derivative.

    The derivative of a product of k factors has k products of k factors, and the chain rule through k
    nested functions writes k(k+1)/2 of them: a short text can have a derivative that fills the machine.
    """

    nodes: int
    depth: int
    chain: int
    first: int = 0
    second: int = 0
    top: type = Name


@dataclass(frozen=True, slots=True)
class Use:
    """An expression of the model, its role, and the names in it."""

    role: str
    name: str
    expression: Expression
    names: dict[tuple[str, int], Node]  # (name, order of differentiation): the first node that uses it
    operations: tuple[Node, ...]  # calls, powers, quotients and conditions, parents before their operands
    measure: Measure  # definitions count as names


def use_of(role: str, name: str, expression: Expression) -> Use:
    """The use of an expression."""
    if type(expression.root) is Number:
        return Use(role, name, expression, {}, (), OF_NUMBER)
    used, operations = names_and_operations(expression.root)
    return Use(role, name, expression, used, operations, measure(expression.root, {}))


OF_NUMBER = Measure(nodes=1, depth=1, chain=0)
Sizes = tuple[int, int, int, int, int, type]  # the fields of a measure, as a walk carries them
FIXED: Sizes = (1, 1, 0, 0, 0, Name)  # a number
LONE: Sizes = (1, 1, 0, 1, 0, Name)  # a name


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """The names of a model and their dependences."""

    kinds: dict[str, str]
    uses: tuple[Use, ...]
    definitions: dict[str, Term]
    order: tuple[str, ...]  # definitions, each after those it uses; those in a cycle are absent
    cycle: tuple[str, ...]  # definitions that depend on one another cyclically, if any
    overlong: str  # the first definition beyond the budget of chains, if any; it and its users are absent
    reach: dict[str, Dependences]  # the dependences of definitions
    bits: Bits

    @property
    def values(self) -> Survey:
        """The same survey with the uses of values only."""
        return replace(self, uses=tuple(use for use in self.uses if use.role in VALUES))

    @property
    def in_use(self) -> Survey:
        """The same survey without definitions that no other expression uses, nor one by way of others.

        Values do not count: they are no part of the structure.
        """
        names_in = {use.name: use.names for use in self.uses if use.role == "definition"}
        waiting = [
            name for use in self.uses if use.role not in (*VALUES, "definition") for name, _ in use.names
        ]
        used = set[str]()
        while waiting:
            name = waiting.pop()
            if name in names_in and name not in used:
                used.add(name)
                waiting += [below for below, _ in names_in[name]]
        if len(used) == len(names_in):
            return self
        return replace(
            self,
            uses=tuple(use for use in self.uses if use.role != "definition" or use.name in used),
            order=tuple(name for name in self.order if name in used),
        )


_surveys: StructureCache[Survey] = StructureCache(32)
_latest: list[tuple[Model, Survey]] = []  # of the latest models, by identity, with their values
LATEST = 4


def survey(model: Model) -> Survey:
    """The survey of a model."""
    for one, result in _latest:
        if one is model:
            return result
    result = _surveys.get(model, _survey)
    made = replace(result, uses=(*_uses(_values(model)), *result.uses, *_uses(_cases(model))))
    _latest.insert(0, (model, made))
    del _latest[LATEST:]
    return made


def _survey(model: Model) -> Survey:
    """The survey of a structure, without the uses of values."""
    kinds: dict[str, str] = {}
    for kind, entries in (
        ("parameter", model.parameters),
        ("coordinate", model.coordinates),
        ("delayed", tuple(one for one in model.inputs if isinstance(one.law, Delay))),
        ("input", model.inputs),
        ("effort", model.efforts),
        ("state", model.states),
        ("definition", model.definitions),
    ):
        for entry in entries:
            kinds.setdefault(entry.name, kind)
    for name in result_names(model):
        kinds.setdefault(name, "result")
    definitions = {d.name: d for d in model.definitions if kinds[d.name] == "definition"}
    uses = _uses(_expressions(model))
    used = {use.name: tuple(use.names) for use in uses if use.role == "definition"}
    below = {name: [n for n, _ in used[name] if n in definitions] for name in definitions}
    order, cycle = sort_definitions(below)
    order, overlong = _within_budget(order, below, CHAIN + len(model.kinetic))
    bits = Bits(kinds)
    reach, overlong = _reach(used, order, overlong, bits)
    return Survey(
        kinds=kinds,
        uses=uses,
        definitions=definitions,
        order=tuple(reach),
        cycle=cycle,
        overlong=overlong,
        reach=reach,
        bits=bits,
    )


def _uses(triples: Iterator[tuple[str, str, Expression]]) -> tuple[Use, ...]:
    return tuple(use_of(role, name, expression) for role, name, expression in triples)


def _values(model: Model) -> Iterator[tuple[str, str, Expression]]:
    """The values of a model: role, name and expression of each."""
    for p in model.parameters:
        if p.value is not None:
            yield ("value", p.name, p.value.expression)
    for c in model.coordinates:
        for role, value in (("start", c.start), ("speed", c.speed), ("guess", c.guess)):
            if value is not None:
                yield (role, c.name, value.expression)
    yield from _settings(model.simulate)
    histories = [(one.name, one.before) for one in model.coordinates] + [
        (s.name, s.before) for s in model.states
    ]
    for name, before in histories:
        if before is not None and before.value is not None:
            yield ("before", name, before.value.expression)
    for e in model.efforts:
        if e.guess is not None:
            yield ("guess", e.name, e.guess.expression)
    for s in model.states:
        for role, value in (("start", s.start), ("guess", s.guess)):
            if value is not None:
                yield (role, s.name, value.expression)


def _settings(settings: RunSettings) -> Iterator[tuple[str, str, Expression]]:
    """The settings of a run that are expressions."""
    for key, value in settings_in(settings):
        if isinstance(value, Expression):
            yield ("setting", key, value)


def _cases(model: Model) -> Iterator[tuple[str, str, Expression]]:
    """The values of its cases."""
    for case in model.cases:
        for pairs in (case.parameters, case.start, case.speed):
            for name, value in pairs:
                yield ("case", name, value.expression)
        yield from _settings(case.simulate)


def _expressions(model: Model) -> Iterator[tuple[str, str, Expression]]:
    """The expressions of a structure: role, name and expression of each."""
    for s in model.states:
        yield ("rate", s.name, s.rate)
    for role in ("definition", "kinetic", "potential", "dissipation", "work", "output"):
        for term in _terms(model, role):
            yield (role, term.name, term.expression)
    yield from _load_expressions(model)
    for i in model.inputs:
        if isinstance(i.law, Delay):
            yield ("delay", i.name, i.law.by)
        elif not isinstance(i.law, Table):
            yield ("input", i.name, i.law)
    for constraint in model.constraints:
        yield (constraint.kind, constraint.name, constraint.expression)
    for contact in model.contacts:
        yield from _contact_expressions(contact)
    yield from _instant_expressions(model)


def _load_expressions(model: Model) -> Iterator[tuple[str, str, Expression]]:
    """Efforts and points of loads, unless they are already part of the work."""
    if any(term.origin is not None and term.origin.part for term in model.work):
        return
    for load in model.loads:
        for k, expression in enumerate(load.efforts, 1):
            yield (load.kind, f"{load.name}[{k}]", expression)
        for expression in load.target:
            yield ("place", load.name, expression)


def _contact_expressions(contact: Contact) -> Iterator[tuple[str, str, Expression]]:
    """The gap of a contact and the laws that it has."""
    for role, part in (
        ("gap", contact.gap),
        ("restitution", contact.restitution),
        ("friction", contact.friction),
        ("sticking", contact.sticking),
        *(("slip", velocity) for velocity in contact.slip),
        ("stiffness", contact.stiffness),
        ("damping", contact.damping),
        ("exponent", contact.exponent),
    ):
        if part is not None:
            yield (role, contact.name, part)


def _instant_expressions(model: Model) -> Iterator[tuple[str, str, Expression]]:
    """The expressions of events, impulses and samples."""
    for event in model.events:
        yield ("when", event.name, event.when)
        for one in event.sets:
            yield ("set", one.target, one.expression)
    for impulse in model.impulses:
        yield ("at", impulse.name, impulse.at)
        for push in impulse.work:
            yield ("impulse", push.name, push.expression)
    for sampled in model.sampled:
        yield ("every", sampled.name, sampled.every)
        yield ("sample", sampled.name, sampled.value)


def _terms(model: Model, role: str) -> tuple[Term, ...]:
    return {
        "definition": model.definitions,
        "kinetic": model.kinetic,
        "potential": model.potential,
        "dissipation": model.dissipation,
        "work": model.work,
        "output": model.outputs,
    }[role]


def sort_definitions(below: dict[str, list[str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names in topological order, and one cycle among the remaining ones."""
    order: list[str] = []
    waiting = {name: len(set(needs)) for name, needs in below.items()}
    above: dict[str, list[str]] = {name: [] for name in below}
    for name, needs in below.items():
        for need in set(needs):
            above[need].append(name)
    ready = [name for name, count in waiting.items() if count == 0]
    at = 0
    while at < len(ready):
        name = ready[at]
        at += 1
        order.append(name)
        for user in above[name]:
            waiting[user] -= 1
            if waiting[user] == 0:
                ready.append(user)
    left = {name for name, count in waiting.items() if count > 0}
    return tuple(order), _circle(below, left)


def _circle(below: dict[str, list[str]], left: set[str]) -> tuple[str, ...]:
    """One cycle among names that depend on one another: follow dependences until a name repeats."""
    if not left:
        return ()
    path: list[str] = []
    seen: dict[str, int] = {}
    name = next(n for n in below if n in left)
    while name not in seen:
        seen[name] = len(path)
        path.append(name)
        name = next(n for n in below[name] if n in left)
    return tuple(path[seen[name] :])


def _within_budget(
    order: tuple[str, ...], below: dict[str, list[str]], most: int
) -> tuple[tuple[str, ...], str]:
    """The definitions whose chains keep the budget, and the first that does not."""
    length: dict[str, int] = {}
    for name in order:
        length[name] = 1 + max((length[need] for need in below[name]), default=0)
    beyond = [name for name in order if length[name] > most]
    return tuple(name for name in order if length[name] <= most), beyond[0] if beyond else ""


def _reach(
    used: dict[str, tuple[tuple[str, int], ...]], order: tuple[str, ...], overlong: str, bits: Bits
) -> tuple[dict[str, Dependences], str]:
    """The dependences of each definition, from the names in it; stops at the one that exceeds the budget."""
    reach: dict[str, Dependences] = {}
    total = 0
    for name in order:
        dependences = _resolve(used[name], reach, bits)
        total += BYTES * dependences.block_count
        if total > REACH_BYTES:
            return reach, name
        reach[name] = dependences
    return reach, overlong


def _resolve(keys: Iterable[tuple[str, int]], reach: dict[str, Dependences], bits: Bits) -> Dependences:
    blocks: Blocks = {}
    for name, order in keys:
        if name not in reach:
            merge(blocks, bits.of(name, order))
            continue
        direct = reach[name].blocks
        merge(blocks, direct)
        if order:
            merge(blocks, differentiate(direct, order))
    return Dependences(bits, blocks)


def dependences_of(use: Use, known: Survey) -> Dependences:
    """The dependences of an expression of the model."""
    return _resolve(use.names, known.reach, known.bits)


def reached_together(uses: Iterable[Use], known: Survey) -> Dependences:
    """The union of the dependences of several expressions."""
    blocks: Blocks = {}
    for use in uses:
        merge(blocks, dependences_of(use, known).blocks)
    return Dependences(known.bits, blocks)


def reached_by(roles: Iterable[str], known: Survey) -> Dependences:
    """The union of the dependences of all expressions of some roles."""
    return reached_together((use for use in known.uses if use.role in roles), known)


def depends(root: Node, known: Survey) -> Dependences:
    """The dependences of an expression, through definitions: (name, order of its time derivative)."""
    return _resolve(names(root), known.reach, known.bits)


def measures(known: Survey) -> dict[str, Measure]:
    """The measure of each definition, with the definitions that it uses expanded."""
    out: dict[str, Measure] = {}
    for name in known.order:
        size = measure(known.definitions[name].expression.root, out)
        out[name] = replace(size, chain=size.chain + 1)
    return out


def can_be_written_out(known: Survey, roles: Iterable[str]) -> bool:
    """Whether expressions of some roles and their derivatives, definitions expanded, keep the budgets."""
    sizes = measures(known)
    nodes = derived = 0
    for use in known.uses:
        if use.role in roles:
            size = measure(use.expression.root, sizes)
            nodes += size.nodes
            if use.role in DIFFERENTIATED:
                derived += size.first + (size.second if use.role in TWICE else 0)
            if size.depth > DEPTH or nodes > NODES or derived > DERIVED:
                return False
    return True


def measure(root: Node, definitions: dict[str, Measure]) -> Measure:
    """The measure of an expression; a sum inside a sum, or a product inside a product, adds no depth.

    Definitions that have a measure are expanded; others count as names.
    """

    def leaf(node: Node) -> Sizes:
        if isinstance(node, Number) or (isinstance(node, Name) and node.name in CONSTANTS):
            return FIXED
        size = definitions.get(node.name) if isinstance(node, Name | Rate) else None
        if size is None:
            return LONE
        if isinstance(node, Name):
            return size.nodes, size.depth, size.chain, size.first, size.second, size.top
        # the chain rule: the rate already has one derivative
        second = min(3 * size.second + 1, HUGE)
        return size.first + 1, size.depth + 1, size.chain, size.second + 1, second, Sum

    nodes, depth, chain, first, second, top = fold(root, leaf, _sizes)
    return Measure(nodes=nodes, depth=depth, chain=chain, first=first, second=second, top=top)


def _sizes(node: Node, below: tuple[Sizes, ...]) -> Sizes:
    copies = COPIES.get(node.function, 1) if isinstance(node, Call) else 1
    if isinstance(node, Call) and node.function in ("min", "max"):
        copies **= min(len(below) - 1, 30)
    kind = type(node)
    merging = kind if kind is Sum or kind is Product else None
    nodes = first = second = active = depth = chain = 0
    for nodes_below, depth_below, chain_below, first_below, second_below, top in below:
        nodes += nodes_below
        first += first_below
        second += second_below
        active += first_below > 0
        depth_below += merging is None or top is not merging
        depth = depth_below if depth_below > depth else depth
        chain = chain_below if chain_below > chain else chain
    if isinstance(node, Integral):
        nodes += weight_of(node)
    nodes, first, second = min(1 + copies * nodes, HUGE), copies * first, copies * second
    if kind is Product:
        second += active * active * nodes + 2 * active * first
        first += active * nodes
    elif active and kind is not Sum and kind is not Negative:
        second += 2 * (nodes + first)
        first += nodes
    return nodes, depth, chain, min(first, HUGE), min(second, HUGE), kind
