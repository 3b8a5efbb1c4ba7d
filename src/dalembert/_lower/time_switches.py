"""Where a model is not smooth in time: functions of time at whose zeros a step, an if or an abs switches."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._expression.functions import FUNCTIONS
from dalembert._expression.tree import ZERO, Call, Compare, Node
from dalembert._lower.closed_system import laws
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Delay, Model, Table
from dalembert._model.signals import operations_written_out
from dalembert._model.structures import StructureCache
from dalembert._model.survey import AT_INSTANTS, Survey, Use, depends, survey

SWITCHING = ("step", "sign", "abs", "min", "max", "floor", "mod")
SWITCHING_OPERATIONS = frozenset(
    {ca.OP_FLOOR, ca.OP_CEIL, ca.OP_SIGN, ca.OP_FABS, ca.OP_FMIN, ca.OP_FMAX, ca.OP_LT, ca.OP_LE, ca.OP_EQ}
    | {ca.OP_NE, ca.OP_IF_ELSE_ZERO}
)
QUIET = ("value", "start", "speed", "guess", "case", "output", "restitution", *AT_INSTANTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A function of (t, p, u) whose zeros are switches, or, if `counts`, at whose whole values one is."""

    function: Scalar
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """The switches of a model that depend on time alone, as functions of t, p and the inputs from tables.

    u are the values of each table with two derivatives, one table after the other.
    """

    t: Scalar
    p: Scalar
    u: Scalar
    timed: tuple[Switch, ...]


def switches(model: Model) -> Switches | None:
    """The switches of a model, those of states and coordinates left out; None where it has none."""
    return _found.get(model, lambda model: (_switches_of(model),))[0]


_found: StructureCache[tuple[Switches | None]] = StructureCache(8)


def _switches_of(model: Model) -> Switches | None:
    known = survey(model)
    places = switching_nodes(known)
    if not places:
        return None
    engine = Engine(model, known)
    tables = [i for i, entry in enumerate(model.inputs) if isinstance(entry.law, Table | Delay)]
    sampled = ca.vertcat(
        ca.SX(0, 1), *(part[i] for i in tables for part in (engine.u, engine.ud, engine.udd))
    )
    known_before = [i for i in tables if not isinstance(model.inputs[i].law, Delay)]
    moving = {_key(part[i]) for i in known_before for part in (engine.u, engine.ud, engine.udd)}
    moving.add(_key(engine.t))
    smooth = {_key(engine.p[i]) for i in range(engine.p.numel())} | moving
    inputs, put_in = ca.vertcat(engine.u, engine.ud, engine.udd), laws(model, engine)
    switches_found: dict[tuple[int, bool], Switch] = {}
    for function, counts in (pair for node in places for pair in functions_of(node, engine)):
        value = ca.substitute(function, inputs, put_in) if model.inputs else function
        free = {_key(symbol) for symbol in ca.symvar(value)}
        if free & moving and free <= smooth:
            switches_found[value.element_hash(), counts] = Switch(function=value, counts=counts)
    return (
        Switches(t=engine.t, p=engine.p, u=sampled, timed=tuple(switches_found.values()))
        if switches_found
        else None
    )


def switching_nodes(known: Survey, *, besides: tuple[str, ...] = ()) -> list[Node]:
    """The nodes of a model that switch; `besides` are further roles that are left out."""
    uses = [use for use in known.uses if use.role not in (*QUIET, *besides)]
    return [node for use in uses for node in operations_written_out(use) if _switches(node)]


def rubs_dry(model: Model) -> bool:
    """Whether a force jumps with the sign of a speed, so that it can keep a body at rest: dry friction."""
    known = survey(model)
    for role, function in (("dissipation", "abs"), ("dissipation", "sign"), ("work", "sign")):
        for use in _uses_below(known, role):
            for node in use.operations:
                if isinstance(node, Call) and node.function == function:
                    reach = depends(node.arguments[0], known)
                    if any(order and known.kinds.get(name) == "coordinate" for name, order in reach):
                        return True
    return False


def _uses_below(known: Survey, role: str) -> list[Use]:
    """The expressions of a role, and the definitions that they are made of."""
    definitions = {use.name: use for use in known.uses if use.role == "definition"}
    waiting, seen = [use for use in known.uses if use.role == role], set[str]()
    below: list[Use] = []
    while waiting:
        below.append(waiting.pop())
        names = {name for name, _ in below[-1].names} & definitions.keys() - seen
        seen |= names
        waiting += [definitions[name] for name in sorted(names)]
    return below


def _switches(node: Node) -> bool:
    return isinstance(node, Compare) or (
        isinstance(node, Call) and (node.function in SWITCHING or node.function not in FUNCTIONS)
    )


def functions_of(node: Node, engine: Engine) -> list[tuple[Scalar, bool]]:
    """The switching functions of a node, and whether it switches at their whole values."""
    if isinstance(node, Call) and node.function in engine.tables:
        knots = engine.tables[node.function].knots
        if len(node.arguments) > len(knots):
            return []  # its cells are given
        pairs = zip(map(engine.build, node.arguments), knots, strict=True)
        return [(built - knot, False) for built, knots in pairs for knot in knots]
    if isinstance(node, Call) and node.function in ("floor", "mod"):
        built = [engine.build(argument) for argument in node.arguments]
        return [(built[0] / built[1] if node.function == "mod" else built[0], True)]
    return [(engine.build(left) - engine.build(right), False) for left, right in sides_of(node)]


def sides_of(node: Node) -> list[tuple[Node, Node]]:
    """The two sides that a node compares; none where it counts."""
    match node:
        case Call(function="step" | "sign" | "abs", arguments=arguments):
            return [(arguments[0], ZERO)]
        case Call(function="min" | "max", arguments=arguments):
            return [(a, b) for i, a in enumerate(arguments) for b in arguments[:i]]
        case Compare(left=left, right=right):
            return [(left, right)]
    return []


def switches_with(expression: Scalar, symbols: Scalar) -> bool:
    """Whether an operation that switches depends on some symbols: else an expression is smooth in them."""
    function = ca.Function("f", [symbols], [expression], {"allow_free": True})
    moving = [False] * function.sz_w()
    for k in range(function.n_instructions()):
        code, given = function.instruction_id(k), function.instruction_input(k)
        if code == ca.OP_OUTPUT:
            continue
        moves = code == ca.OP_INPUT
        if code not in (ca.OP_INPUT, ca.OP_CONST, ca.OP_PARAMETER):
            moves = any(moving[i] for i in given)
        if moves and code in SWITCHING_OPERATIONS:
            return True
        moving[function.instruction_output(k)[0]] = moves
    return False


def _key(symbol: Scalar) -> int:
    return int(symbol.element_hash())
