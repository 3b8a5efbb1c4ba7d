"""Definitions and inputs substituted in the expressions that use them, for formats that have neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from dalembert._expression.tree import (
    ONE,
    Call,
    Compare,
    Inverse,
    Logic,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rate,
    Sum,
    with_operands,
)
from dalembert._expression.walk import fold, names
from dalembert._text.budget import NODES
from dalembert._text.parser import parse, table_arguments

KNOWN = frozenset({"sin", "cos", "sinh", "cosh", "exp", "ln", "log", "sqrt"})
"""The functions of Suk's program (`log` is its `ln`), besides power(x,n)."""

DELAYED = "delay("  # prefix of the names of delayed values
Derived = tuple[Node, Node | None]  # a node and its time derivative, None for zero


class Unwritable(ValueError):
    """The reason why an expression cannot be written in the format."""


@dataclass(frozen=True, slots=True)
class Expansion:
    """The expanded definitions and inputs, why others cannot be; coordinates, states and samples."""

    trees: dict[str, Node]
    failed: dict[str, str]
    coordinates: frozenset[str]
    states: frozenset[str]
    forces: frozenset[str]  # names of constraint forces

    def written_out(self, root: Node) -> Node:
        """The tree in parameters, coordinates, velocities, efforts and time alone."""
        made = fold(root, self._leaf, _known_only)
        if _size(made) > NODES:
            raise Unwritable("it is too large once its definitions are written out")
        return made

    def _leaf(self, node: Node) -> Node:
        if not isinstance(node, Name | Rate):
            return node
        name = node.name
        if isinstance(node, Rate) and node.order > 1:
            raise Unwritable(f"it uses the acceleration {name}'', which the format does not know")
        if name.startswith(DELAYED):
            raise Unwritable(f"it uses the delayed value {name}, which the format does not know")
        if name in self.forces:
            raise Unwritable(f"it uses the force {name}, which the format does not know")
        if name in self.failed or name in self.states:
            raise Unwritable(f"it uses {name}, which the format has no place for")
        if isinstance(node, Name):
            return self.trees.get(name, node)
        return _rate(self.trees[name], self.coordinates) if name in self.trees else node


def expansion(values: Mapping[str, Any]) -> Expansion:
    """The expansion of the definitions and inputs among plain values of a model."""
    constraints = values.get("constraints", {})
    forces = {f"lam_{name}" for name in constraints.get("displacement", {})}
    forces |= {f"kap_{name}" for name in constraints.get("flow", {})}
    forces |= {f"{kind}_{name}" for name in values.get("contacts", {}) for kind in ("contact", "friction")}
    made = Expansion(
        {},
        {},
        frozenset(values.get("coordinates", {})),
        frozenset({**values.get("states", {}), **values.get("sampled", {})}),
        frozenset(forces),
    )
    given = {**values.get("definitions", {}), **values.get("inputs", {})}
    roots: dict[str, Node] = {}
    for name, value in given.items():
        text = value.get("value") if isinstance(value, Mapping) else value
        if text is None:
            made.failed[name] = "it is a table"
        else:
            roots[name] = parse(str(text), tables=table_arguments(values), plain=True)
    below = {name: [n for n, _ in names(root) if n in roots] for name, root in roots.items()}
    try:
        order = list(TopologicalSorter(below).static_order())
    except CycleError:
        made.failed.update(dict.fromkeys(roots, "definitions depend on one another in a circle"))
        return made
    for name in order:
        try:
            made.trees[name] = made.written_out(roots[name])
        except Unwritable as fault:
            made.failed[name] = str(fault)
    return made


def flat_sum(parts: Sequence[Node]) -> Node:
    """The sum of one part or more, flat."""
    flat = [term for part in parts for term in (part.terms if isinstance(part, Sum) else (part,))]
    return flat[0] if len(flat) == 1 else Sum(tuple(flat))


def _known_only(node: Node, operands: tuple[Node, ...]) -> Node:
    if isinstance(node, Compare | Logic):
        raise Unwritable("Suk's program does not know conditions")
    if isinstance(node, Call) and node.function not in KNOWN:
        raise Unwritable(f"Suk's program does not know the function {node.function}")
    return with_operands(node, operands)


def _size(root: Node) -> int:
    """The number of nodes, shared ones counted for every occurrence."""
    return fold(root, lambda _: 1, lambda _, below: min(1 + sum(below), 2 * NODES), {})


def _rate(root: Node, coordinates: frozenset[str]) -> Node:
    """The time derivative of a tree of coordinates, parameters and time."""

    def leaf(node: Node) -> Derived:
        match node:
            case Name(name="t"):
                return node, ONE
            case Name(name=name) if name in coordinates:
                return node, Rate(name)
            case Rate():
                raise Unwritable("it would need an acceleration")
        return node, None

    derived = fold(root, leaf, _chain)[1]
    return Number(0) if derived is None else derived


def _chain(node: Node, below: tuple[Derived, ...]) -> Derived:
    """A node with its operands, and its derivative by the chain rule."""
    made = with_operands(node, tuple(operand for operand, _ in below))
    if all(rate is None for _, rate in below):
        return made, None
    match made:
        case Sum():
            return made, flat_sum([rate for _, rate in below if rate is not None])
        case Product(factors=factors):
            parts: list[Node] = [
                Product((*factors[:i], rate, *factors[i + 1 :]))
                for i, (_, rate) in enumerate(below)
                if rate is not None
            ]
            return made, flat_sum(parts)
    inner = below[0][1]
    match made:
        case Power(base=base, exponent=exponent):
            return made, _power_rate(base, exponent, inner, below[1][1])
        case _ if inner is None:
            return made, None
        case Negative():
            return made, Negative(inner)
        case Inverse(operand=operand):
            return made, Negative(Product((inner, Inverse(Power(operand, Number(2))))))
        case Call(function=function, arguments=(argument,)):
            return made, Product((_slope(function, argument), inner))
    raise Unwritable("its time derivative is not known")


def _power_rate(base: Node, exponent: Node, base_rate: Node | None, exponent_rate: Node | None) -> Node:
    parts: list[Node] = []
    if base_rate is not None:
        less = Sum((exponent, Number(-1)))
        if isinstance(exponent, Number) and isinstance(exponent.value, int):
            parts.append(Product((exponent, Power(base, Number(exponent.value - 1)), base_rate)))
        else:
            parts.append(Product((exponent, Power(base, less), base_rate)))
    if exponent_rate is not None:
        parts.append(Product((Power(base, exponent), Call("ln", (base,)), exponent_rate)))
    return flat_sum(parts)


def _slope(function: str, argument: Node) -> Node:
    """The derivative of a function of one argument."""
    match function:
        case "sin":
            return Call("cos", (argument,))
        case "cos":
            return Negative(Call("sin", (argument,)))
        case "sinh":
            return Call("cosh", (argument,))
        case "cosh":
            return Call("sinh", (argument,))
        case "exp":
            return Call("exp", (argument,))
        case "ln" | "log":
            return Inverse(argument)
        case "sqrt":
            return Inverse(Product((Number(2), Call("sqrt", (argument,)))))
    raise Unwritable(f"the time derivative of {function} is not known")
