"""SymEngine expressions back to trees, in the order in which a person would write them.

In a product: numbers, parameters, functions and coordinates, velocities, accelerations, multipliers.
In a sum: terms with accelerations first, then velocities, positions, constants, multipliers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any

import symengine as se

from dalembert._derive.to_symengine import Engine, Symbolic
from dalembert._expression.canonical import EVEN, ODD
from dalembert._expression.functions import RESERVED_PREFIXES
from dalembert._expression.numbers import limit_digits
from dalembert._expression.tree import (
    LEAVES,
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
    children,
    type_of_number,
)
from dalembert._model.records import Model, slip_names
from dalembert._text.printer import Printed, print_tree

FUNCTIONS = {
    se.sin: "sin",
    se.cos: "cos",
    se.tan: "tan",
    se.asin: "asin",
    se.acos: "acos",
    se.atan: "atan",
    se.atan2: "atan2",
    se.sinh: "sinh",
    se.cosh: "cosh",
    se.tanh: "tanh",
    se.asinh: "asinh",
    se.acosh: "acosh",
    se.atanh: "atanh",
    se.log: "log",
    se.erf: "erf",
    se.erfc: "erfc",
}
RELATIONS = {se.StrictLessThan: "<", se.LessThan: "<=", se.Equality: "==", se.Unequality: "!="}
OPERATORS = {se.And: "and", se.Or: "or", se.Not: "not"}
MIRRORED = {"<": ">", "<=": ">="}
ZERO = Number(0)
CONSTANTS = (
    (se.pi, Name("pi")),
    (se.E, Call("exp", (ONE,))),
    (True, Compare("==", ZERO, ZERO)),  # SymEngine's constants are equal to Python's
    (False, Compare("!=", ZERO, ZERO)),
)
HALF = se.Rational(1, 2)
ONE_POWER = se.Integer(1)

# ranks of factors
NUMBER, PARAMETER, EFFORT, POSITION, FUNCTION, VELOCITY, ACCELERATION, MULTIPLIER = range(8)
# the position of a term in a sum, by the highest rank in it
GROUPS = {
    ACCELERATION: 0,
    VELOCITY: 1,
    FUNCTION: 2,
    POSITION: 2,
    PARAMETER: 3,
    NUMBER: 3,
    EFFORT: 4,
    MULTIPLIER: 5,
}


class NotReal(ValueError):
    """The calculus produced something infinite, undefined or complex."""


class Reader:
    """Reads SymEngine expressions of one model back; equal parts become one shared tree."""

    def __init__(
        self, model: Model, engine: Engine, extra: Sequence[str] = (), ranks: Mapping[str, int] | None = None
    ) -> None:
        self.engine = engine
        self.bits = _bits(model, extra, ranks or {})
        self.groups = [rank for rank, _ in self.bits.values()]
        self.done: dict[Symbolic, Node] = {}
        self._masks: dict[int, tuple[Node, int]] = {}
        self._texts: dict[int, Printed] = {}
        self._readings: dict[type, Callable[[Symbolic], Node]] = {
            se.Add: self._sum,
            se.Mul: self._product,
            se.Pow: self._power,
            se.FunctionSymbol: self._function,
            se.Piecewise: self._piecewise_node,
            **dict.fromkeys(FUNCTIONS, self._known_function),
            **dict.fromkeys(RELATIONS, self._relation),
            **dict.fromkeys(OPERATORS, self._logic),
        }

    def tree(self, expression: Symbolic) -> Node:
        """The tree of an expression."""
        stack = [expression]
        while stack:
            node = stack[-1]
            if node in self.done:
                stack.pop()
                continue
            below = self._operands(node)
            waiting = [a for a in below if a not in self.done]
            if waiting:
                stack.extend(waiting)
            else:
                stack.pop()
                self.done[node] = self._read(node)
                self._mask(self.done[node])  # computed bottom-up, so that no later walk is deep
        return self.done[expression]

    def forget(self) -> None:
        """Clear the cache of trees: with thousands of names it would fill the memory."""
        self.done.clear()
        self._masks.clear()
        self._texts.clear()

    def _operands(self, node: Symbolic) -> tuple[Symbolic, ...]:
        if node in self.engine.opaque:
            return (self.engine.opaque[node][1],)
        return tuple(node.args)

    def _read(self, node: Symbolic) -> Node:
        """The tree of an expression whose parts are read."""
        if node in self.engine.opaque:
            function, argument = self.engine.opaque[node]
            return Call(function, (self.done[argument],))
        if node.is_Symbol:
            return leaf_of(str(node))
        if node.is_Number:
            return self._number_tree(node)
        reading = self._readings.get(type(node))
        if reading is not None:
            return reading(node)
        for constant, tree in CONSTANTS:
            if node == constant:
                return tree
        message = f"the derivation meets {str(node)[:60]}, which is not a finite real expression"
        raise NotReal(message)

    def _arguments(self, node: Symbolic) -> tuple[Node, ...]:
        return tuple(self.done[a] for a in node.args)

    def _known_function(self, node: Symbolic) -> Node:
        return _call(FUNCTIONS[type(node)], self._arguments(node))

    def _function(self, node: Symbolic) -> Node:
        integrand = self.engine.integrals.get(node.get_name())
        if integrand is not None:
            body = self.tree(integrand.body)
            given = tuple(leaf_of(str(name)) for name in integrand.given)
            return replace(integrand.written, body=body, given=given, operands=self._arguments(node))
        return Call(node.get_name(), self._arguments(node))

    def _relation(self, node: Symbolic) -> Node:
        left, right = self._arguments(node)
        operator = RELATIONS[type(node)]
        if self._mask(right) > self._mask(left):  # 0 < x reads better as x > 0
            return Compare(MIRRORED.get(operator, operator), right, left)
        return Compare(operator, left, right)

    def _logic(self, node: Symbolic) -> Node:
        return Logic(OPERATORS[type(node)], self._arguments(node))

    def _sum(self, node: Symbolic) -> Node:
        return Sum(tuple(self._sort([self.done[a] for a in node.args], self._term_key)))

    def _product(self, node: Symbolic) -> Node:
        factor = se.Integer(1)
        above: list[Node] = []
        under: list[Node] = []
        for part in node.args:
            if part.is_Number:
                factor *= part
                continue
            exponent = part.args[1] if type(part) is se.Pow else ONE_POWER
            downward = exponent.is_Number and exponent < 0
            made = self.tree(1 / part) if downward else self.done[part]
            made, sign = _led_by_plus(made)
            factor *= sign
            (under if downward else above).append(made)
        return self._quotient(_number(factor).value, above, under)

    def _number_tree(self, node: Symbolic) -> Node:
        """A number; one that is no quotient of small numbers may be a decimal divided by a whole number."""
        number = _number(node)
        top, bottom = self.engine.decimals.parts(number.value)
        if bottom == 1:
            return Number(top)
        return self._quotient(number.value, [], []) if isinstance(top, float) else number

    def _quotient(self, factor: type_of_number, above: list[Node], under: list[Node]) -> Node:
        """±(p · above) / (q · under)."""
        size = factor if factor > 0 else -factor
        top, bottom = self.engine.decimals.parts(size)
        above = self._sort(above, self._factor_key)
        under = self._sort(under, self._factor_key)
        if top != 1 or not above:
            above.insert(0, Number(top))
        if bottom != 1:
            under.insert(0, Number(bottom))
        if under:
            above.append(Inverse(under[0] if len(under) == 1 else Product(tuple(under))))
        whole = above[0] if len(above) == 1 else Product(tuple(above))
        return Negative(whole) if factor < 0 else whole

    def _power(self, node: Symbolic) -> Node:
        base, exponent = node.args
        if base == se.E:
            return Call("exp", (self.done[exponent],))
        if exponent == HALF:
            return Call("sqrt", (self.done[base],))
        if exponent.is_Number and exponent < 0:
            return self._quotient(1, [], [self.tree(1 / node)])
        power = _number(exponent) if exponent.is_Number else self.done[exponent]
        inner = self.done[base]
        if isinstance(inner, Sum) and exponent.is_Integer and int(exponent) % 2 == 0:
            inner = _led_by_plus(inner)[0]
        if isinstance(inner, Negative) and exponent.is_Integer:
            positive = Power(inner.operand, power)
            return positive if int(exponent) % 2 == 0 else Negative(positive)
        return Power(inner, power)

    def _piecewise_node(self, node: Symbolic) -> Node:
        parts = [self.done[a] for a in node.args]
        value, condition = parts[-2], parts[-1]
        if condition != Compare("==", ZERO, ZERO):
            message = "a case is missing its last alternative"
            raise NotReal(message)
        for i in range(len(parts) - 4, -1, -2):
            value = _case(parts[i + 1], parts[i], value)
        return value

    def _mask(self, node: Node) -> int:
        """The names in a tree as bits, the highest rank highest: masks compare as the names do.

        Trees are kept with their masks, so that their ids stay unique.
        """
        known = self._masks.get(id(node))
        if known is not None:
            return known[1]
        mask = 0
        if isinstance(node, Name | Rate):
            typed = node.name + "'" * (node.order if isinstance(node, Rate) else 0)
            mask = 1 << self.bits.get(typed, self.bits["t"])[1]  # the variable of an integral is a position
        for child in children(node):
            mask |= self._mask(child)
        self._masks[id(node)] = node, mask
        return mask

    def _rank(self, mask: int) -> int:
        return self.groups[mask.bit_length() - 1] if mask else NUMBER

    def _factor_key(self, node: Node) -> tuple[int, bool, int]:
        """The sort key of a factor in a product: by rank, brackets of parameters after plain parameters."""
        mask = self._mask(node)
        rank = self._rank(mask)
        plain = type(node) in LEAVES or (type(node) is Power and type(node.base) in LEAVES)
        if not plain and PARAMETER < rank < MULTIPLIER:
            rank = FUNCTION
        return rank, not plain and rank == PARAMETER, mask

    def _sort(self, parts: list[Node], key: Callable[[Node], Any]) -> list[Node]:
        """The parts sorted by a key, equal keys by their text: the order must not depend on hashes."""
        if len(parts) < 2:
            return parts
        keyed = sorted([(key(part), i) for i, part in enumerate(parts)])
        out: list[Node] = []
        for _, run in groupby(keyed, key=lambda pair: pair[0]):
            alike = [parts[i] for _, i in run]
            out += alike if len(alike) == 1 else sorted(alike, key=self._text)
        return out

    def _text(self, node: Node) -> str:
        known = self._texts.get(id(node))
        return known[0] if known is not None else print_tree(node, known=self._texts)

    def _term_key(self, node: Node) -> tuple[int, int]:
        """The sort key of a term in a sum: by its highest derivative, then by the names in it."""
        mask = self._mask(node)
        return GROUPS[self._rank(mask)], mask


def _bits(model: Model, extra: Sequence[str], ranks: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """For every name its rank and its bit; bits ascend with the rank, then with the order in the model.

    `ranks` are those of further names, with a ' for each order of differentiation.
    """
    moving = [c.name for c in model.coordinates] + [s.name for s in model.states]
    acting = [u.name for u in model.inputs] + [e.name for e in model.efforts]
    ranked = [(PARAMETER, name) for name in ("pi", *(p.name for p in model.parameters))]
    ranked += [(EFFORT, name + "'" * order) for name in acting for order in range(3)]
    ranked += [(POSITION, name) for name in ("t", *moving)]
    ranked += [(VELOCITY, name + "'") for name in moving]
    ranked += [(VELOCITY, name) for name in extra]
    ranked += [(ACCELERATION, name + "''") for name in moving]
    ranked += [(MULTIPLIER, prefix + c.name) for prefix in RESERVED_PREFIXES for c in model.constraints]
    ranked += [(MULTIPLIER, f"contact_{c.name}") for c in model.contacts]
    ranked += [(MULTIPLIER, f"friction_{name}") for name in slip_names(model)]
    ranked += [(rank, name) for name, rank in ranks.items()]
    if ranks:
        ranked.sort(key=lambda pair: pair[0])
    return {name: (rank, bit) for bit, (rank, name) in enumerate(ranked)}


def leaf_of(text: str) -> Name | Rate:
    """The leaf of a symbol's text: x, x' or x''."""
    name = text.rstrip("'")
    return Rate(name, len(text) - len(name)) if name != text else Name(name)


def _number(node: Symbolic) -> Number:
    if isinstance(node, se.Integer):
        return Number(limit_digits(int(node)))
    if isinstance(node, se.Rational):
        return Number(limit_digits(Fraction(int(node.p), int(node.q))))
    if isinstance(node, se.RealDouble):
        return Number(float(node))
    message = f"the derivation meets {str(node)[:60]}, which is not a finite real number"
    raise NotReal(message)


def _call(function: str, arguments: tuple[Node, ...]) -> Node:
    """A function of a difference, written cos(a - b) rather than cos(-b + a) or sin(-(b - a))."""
    inner = arguments[0]
    if function in EVEN or function in ODD:
        flipped = _negated_node(inner)
        if flipped is not None:
            call = Call(function, (flipped,))
            return call if function in EVEN else Negative(call)
    return Call(function, arguments)


def _negated_node(node: Node) -> Node | None:
    """Minus the node, where that reads better: its first term has a minus sign."""
    if isinstance(node, Negative):
        return node.operand
    if isinstance(node, Sum) and isinstance(node.terms[0], Negative):
        return Sum(tuple(t.operand if isinstance(t, Negative) else Negative(t) for t in node.terms))
    return None


def _led_by_plus(node: Node) -> tuple[Node, int]:
    """A factor that begins without a minus, and its sign: (b - a) c is -(a - b) c.

    A sum with more positive terms begins with one of them: (-a + b + c) d is (b + c - a) d.
    """
    if isinstance(node, Negative):
        return node.operand, -1
    if not (isinstance(node, Sum) and isinstance(node.terms[0], Negative)):
        return node, 1
    below = sum(isinstance(term, Negative) for term in node.terms)
    if 2 * below >= len(node.terms):
        turned = _negated_node(node)
        assert turned is not None
        return turned, -1
    first = next(i for i, term in enumerate(node.terms) if not isinstance(term, Negative))
    return Sum((*node.terms[first:], *node.terms[:first])), 1


def _case(condition: Node, a: Node, b: Node) -> Node:
    """if(condition, a, b), written abs, min or max where it is one."""
    match condition:
        case Compare(operator=">=", left=left, right=Number(value=0)) if a == left and b == Negative(left):
            return Call("abs", (left,))
        case Compare(operator="<=", left=left, right=right) if {left, right} == {a, b}:
            return Call("min" if left == a else "max", (a, b))
        case Compare(operator=">=", left=left, right=right) if {left, right} == {a, b}:
            return Call("max" if left == a else "min", (a, b))
    return Call("if", (condition, a, b))
