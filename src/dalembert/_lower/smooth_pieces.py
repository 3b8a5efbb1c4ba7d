"""A model in smooth pieces: the sides of its switches become parameters.

abs, sign, step, min, max, floor, mod and conditions make a model that is smooth in pieces. In each piece
they are replaced by smooth expressions, with z = ±1 for the side of a switch σ:

    abs σ → z σ,   sign σ → z,   step σ → (1 + z)/2,   max(a, b) → a if z > 0 else b   (σ = a − b),
    a < b → z < 0   (σ = a − b),   floor a → k, a whole number while k ≤ a < k + 1,
    a table of a → its polynomial in cell k

so that equations are smooth beyond their switches too: a step may look a little over one before it is found.
Around a root, a logarithm or a broken power that is not safe, √(z σ) is not a number beyond σ = 0: there a
switch stays as it is, and a step that meets it ends there. The side without the root is smooth all the same:

    if(σ > 0, √σ, b) → if(z > 0 and σ > 0, √σ, b),   max(σ, c)ⁿ → if(z > 0, max(σ, c), c)ⁿ   with a constant c

What depends on time alone is left to `time_switches.py`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from dalembert._expression.canonical import key
from dalembert._expression.expression import Expression
from dalembert._expression.functions import FUNCTIONS
from dalembert._expression.tree import (
    ONE,
    ZERO,
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
    children,
    with_operands,
)
from dalembert._expression.walk import fold
from dalembert._lower.lookup import cell_function
from dalembert._lower.time_switches import SWITCHING
from dalembert._model.lookup import Cells
from dalembert._model.records import Contact, Model, Parameter, Term
from dalembert._model.signals import without_signals
from dalembert._model.survey import depends, survey
from dalembert._model.table_cells import cells_of

DELICATE = frozenset({"sqrt", "log", "ln", "log10", "asin", "acos", "acosh", "atanh"})
ORDERED = frozenset({"<", "<=", ">", ">="})
HALF = Number(Fraction(1, 2))
MOVING = frozenset({"coordinate", "state", "effort", "result", "delayed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A switch: its function σ, and the name of the parameter that holds z, or the whole number k."""

    function: Node
    parameter: str
    counts: bool
    cells: tuple[Cells, int] | None = None  # the table, and which of its arguments, whose cells it counts
    rough: bool = False  # whether the model is not smooth beyond it

    def whole_number(self, value: float, now: float) -> float:
        """The whole number of a value of the function, where it counts and is at one now."""
        if self.cells is None:
            return float(math.floor(value))
        table, axis = self.cells
        cell, count = int(now), table.count(axis)
        part = value - min(max(cell, 0), count)
        if not 0 <= cell < count:
            part /= 1 - abs(part)
        return float(table.cell(axis, table.first(axis, cell) + part / table.rate(axis, cell)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """A model that is smooth: the sides of its switches are parameters of their own."""

    model: Model
    switches: tuple[Switch, ...]

    def find(self, function: Node) -> tuple[int, int] | None:
        """Which switch has a function, and with which sign; None where none has."""
        for sign, wanted in ((1, key(function)), (-1, key(Negative(function)))):
            for i, switch in enumerate(self.switches):
                if key(switch.function) == wanted and not switch.counts:
                    return i, sign
        return None


def smooth_pieces(model: Model) -> Pieces:
    """The model in smooth pieces."""
    plain = without_signals(model)
    if not any(_is_switching(node) for use in survey(plain).uses for node in use.operations):
        return Pieces(model=plain, switches=())
    extraction = _Extraction(plain)
    made = extraction.model()
    switches = tuple(
        replace(switch, rough=switch.parameter in extraction.rough) for switch in extraction.switches.values()
    )
    parameters = (*model.parameters, *(Parameter(name=switch.parameter) for switch in switches))
    return Pieces(model=replace(made, parameters=parameters), switches=switches)


class _Extraction:
    """A walk over a model that replaces switches by parameters."""

    def __init__(self, model: Model) -> None:
        self._model, self._known = model, survey(model)
        self.switches: dict[tuple[object, bool], Switch] = {}
        self._tables = cells_of(model)
        self._delicate, self._guarding = self._in_delicate_places()
        self._by_sides: dict[int, tuple[Node, Node]] = {}  # comparisons that stay, and what their sides say
        self.rough: set[str] = set()  # parameters of switches that stay somewhere
        self._stays = self._quiet = False

    def model(self) -> Model:
        """The model in pieces. Outputs show what the equations hold, but have no switches of their own."""
        model = self._model
        made = replace(
            model,
            definitions=self._terms(model.definitions),
            kinetic=self._terms(model.kinetic),
            potential=self._terms(model.potential),
            dissipation=self._terms(model.dissipation),
            work=self._terms(model.work),
            states=tuple(replace(s, rate=self._expression(s.rate)) for s in model.states),
            constraints=tuple(
                replace(c, expression=self._expression(c.expression)) for c in model.constraints
            ),
            contacts=tuple(self._contact(contact) for contact in model.contacts),
        )
        self._quiet = True
        return replace(made, outputs=self._terms(model.outputs))

    def _terms(self, terms: tuple[Term, ...]) -> tuple[Term, ...]:
        return tuple(replace(term, expression=self._expression(term.expression)) for term in terms)

    def _contact(self, contact: Contact) -> Contact:
        return replace(
            contact,
            gap=self._expression(contact.gap),
            slip=tuple(self._expression(slip) for slip in contact.slip),
            friction=self._expression(contact.friction) if contact.friction is not None else None,
            sticking=self._expression(contact.sticking) if contact.sticking is not None else None,
        )

    def _expression(self, expression: Expression) -> Expression:
        root = fold(expression.root, lambda node: node, self._replace)
        return Expression(root, expression.source)

    def _replace(self, node: Node, below: tuple[Node, ...]) -> Node:
        """A node with its switch taken out."""
        same = with_operands(node, below)
        if id(node) in self._guarding:
            return self._conditional(same, *self._guarding[id(node)])
        if not _is_switching(node) or not self._moves(node):
            return same
        self._stays = id(node) in self._delicate
        match same:
            case Call(function="abs", arguments=(a,)):
                z = self._side(a)
                made: Node | None = z and Product((z, a))
            case Call(function="sign", arguments=(a,)):
                made = self._side(a)
            case Call(function="step", arguments=(a,)):
                z = self._side(a)
                made = z and Product((HALF, Sum((ONE, z))))
            case Call(function="min" | "max" as function, arguments=arguments):
                made = self._min_or_max(function == "max", arguments)
            case Call(function="floor", arguments=(a,)):
                made = self._side(a, counts=True)
            case Call(function="mod", arguments=(a, b)):
                k = self._side(Product((a, Inverse(b))), counts=True)
                made = k and Sum((a, Negative(Product((b, k)))))
            case Call(function=function, arguments=arguments) if function in self._tables:
                made = self._in_cells(function, arguments)
            case Compare(operator=operator, left=left, right=right):
                z = self._side(Sum((left, Negative(right))))
                made = z and Compare("<" if operator in ("<", "<=") else ">", z, ZERO)
                if made is not None and self._stays:
                    self._by_sides[id(same)] = same, made
            case _:
                raise TypeError(node)
        return same if made is None or (self._stays and not _is_extremum(node)) else made

    def _conditional(self, node: Node, *delicate: bool) -> Node:
        """An `if` around something not defined for all numbers: on the side of the other branch, smooth."""
        condition, first, second = children(node)
        sides = fold(condition, lambda leaf: leaf, self._in_sides)
        if sides == condition or all(delicate):
            return node
        return Call("if", (Logic("and" if delicate[0] else "or", (sides, condition)), first, second))

    def _in_sides(self, node: Node, below: tuple[Node, ...]) -> Node:
        """A part of a condition that stays, with the sides of its comparisons instead of them."""
        return self._by_sides[id(node)][1] if id(node) in self._by_sides else with_operands(node, below)

    def _in_cells(self, table: str, arguments: tuple[Node, ...]) -> Node | None:
        """A table in the cells of its arguments; those of the same argument are found together."""
        numbers = []
        for axis, argument in enumerate(arguments):
            count = cell_function(table, axis)
            switch = (key(Call(count, (argument,))), True)
            if switch not in self.switches:
                if self._quiet:
                    return None
                name = f"cell {len(self.switches)}"
                self.switches[switch] = Switch(
                    function=Call(count, (argument, Name(name))),
                    parameter=name,
                    counts=True,
                    cells=(self._tables[table], axis),
                )
            numbers.append(self._parameter_of(self.switches[switch]))
        return Call(table, (*arguments, *numbers))

    def _min_or_max(self, largest: bool, arguments: tuple[Node, ...]) -> Node | None:
        """The largest or smallest of several, two by two."""
        node = arguments[0]
        for other in arguments[1:]:
            z = self._side(Sum((node, Negative(other))) if other != ZERO else node)
            if z is None:
                return None
            node = self._larger_or_smaller(largest, z, node, other)
        return node

    def _larger_or_smaller(self, largest: bool, z: Node, one: Node, other: Node) -> Node:
        """The larger or smaller of two, by the side of one − other; if it stays, of a constant alone."""
        first = Compare(">" if largest else "<", z, ZERO)
        if not self._stays:
            return Call("if", (first, one, other))
        both = Call("max" if largest else "min", (one, other))
        if not self._varies(other):
            return Call("if", (first, both, other))
        return both if self._varies(one) else Call("if", (first, one, both))

    def _side(self, function: Node, *, counts: bool = False) -> Node | None:
        """The parameter of a switch, with its sign; None for one that only outputs have."""
        switch = (key(function), counts)
        if switch not in self.switches:
            turned = (key(Negative(function)), counts)
            if turned in self.switches and not counts:
                return Negative(self._parameter_of(self.switches[turned]))
            if self._quiet:
                return None
            name = f"side {len(self.switches)}"  # a name that no user can type
            self.switches[switch] = Switch(function=function, parameter=name, counts=counts)
        return self._parameter_of(self.switches[switch])

    def _parameter_of(self, switch: Switch) -> Name:
        """The parameter of a switch, noted as rough if the switch stays here."""
        if self._stays and not self._quiet:
            self.rough.add(switch.parameter)
        return Name(switch.parameter)

    def _moves(self, node: Node) -> bool:
        """Whether a switch depends on more than time."""
        return any(self._varies(operand) for operand in children(node))

    def _varies(self, node: Node) -> bool:
        """Whether a value depends on more than time and parameters."""
        return any(self._known.kinds.get(name) in MOVING for name, _ in depends(node, self._known))

    def _any_wary(self, roots: tuple[Node, ...]) -> bool:
        """Whether something in some trees, definitions included, is not defined for all numbers."""
        waiting, entered = list(roots), set[str]()
        while waiting:
            node = waiting.pop()
            if _is_partial(node):
                return True
            if isinstance(node, Name | Rate) and node.name in self._known.definitions.keys() - entered:
                entered.add(node.name)
                waiting.append(self._known.definitions[node.name].expression.root)
            waiting += children(node)
        return False

    def _in_delicate_places(self) -> tuple[frozenset[int], dict[int, tuple[bool, bool]]]:
        """Switches whose values something takes that is not defined for all numbers.

        And every `if` that guards such a thing, with which of its branches has one; but none whose value
        such a thing takes.
        """
        definitions = self._known.definitions
        waiting: list[tuple[Node, bool]] = [(use.expression.root, False) for use in self._known.uses]
        ids: set[int] = set()
        guarding: dict[int, tuple[bool, bool]] = {}
        entered: set[str] = set()
        while waiting:
            node, delicate = waiting.pop()
            if delicate:
                ids.add(id(node))
            if delicate and isinstance(node, Name | Rate) and node.name in definitions:
                if node.name not in entered:
                    entered.add(node.name)
                    waiting.append((definitions[node.name].expression.root, True))
                continue
            inner = delicate or _is_partial(node)
            operands = children(node)
            guards = isinstance(node, Call) and node.function == "if" and self._any_wary(operands[1:])
            if guards:
                guarding[id(node)] = self._any_wary(operands[1:2]), self._any_wary(operands[2:])
            waiting += [(operand, inner or (guards and k == 0)) for k, operand in enumerate(operands)]
        return frozenset(ids), {node: which for node, which in guarding.items() if node not in ids}


def _is_switching(node: Node) -> bool:
    if isinstance(node, Compare):
        return node.operator in ORDERED
    return isinstance(node, Call) and (node.function in SWITCHING or node.function not in FUNCTIONS)


def _is_extremum(node: Node) -> bool:
    return isinstance(node, Call) and node.function in ("min", "max")


def _is_partial(node: Node) -> bool:
    """Whether a node is not defined for all values of its operands."""
    if isinstance(node, Call):
        return node.function in DELICATE
    if isinstance(node, Power):
        exponent = node.exponent
        return not (isinstance(exponent, Number) and float(exponent.value).is_integer())
    return False
