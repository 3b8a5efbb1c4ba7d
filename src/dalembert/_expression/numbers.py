"""Exact arithmetic with a limit: quotients of 64-bit integers stay exact, the rest is float64.

`fold_constants` replaces constant arithmetic by its value, and raises `ConstantFault` where a constant is
infinite, not a number or complex. No integer longer than 128 bits is ever formed, so
2^10^10 is answered as fast as 2^10.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import is_

from dalembert._expression.functions import CONSTANTS, FUNCTIONS
from dalembert._expression.quadrature import converged
from dalembert._expression.tree import (
    CHILDREN,
    Call,
    Compare,
    Integral,
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
    type_of_number,
    with_operands,
)
from dalembert._expression.walk import fold

LIMIT = 2**64

# Functions whose value at exact numbers is exact.
EXACT: dict[str, Callable[..., type_of_number]] = {
    "abs": abs,
    "sign": lambda x: (x > 0) - (x < 0),
    "step": lambda x: int(x >= 0),
    "floor": math.floor,
    "min": min,
    "max": max,
}
COMPARE = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


class ConstantFault(ValueError):
    """A constant sub-expression has no finite real value."""

    def __init__(self, node: Node, reason: str) -> None:
        super().__init__(reason)
        self.node = node
        self.reason = reason


def limit_digits(value: type_of_number) -> type_of_number:
    """The value in its simplest type: a whole quotient as an integer, one of more than 64 bits as a float."""
    if isinstance(value, float) or (isinstance(value, int) and -LIMIT < value < LIMIT):
        return value
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    parts = (value,) if isinstance(value, int) else (value.numerator, value.denominator)
    if all(abs(part) < LIMIT for part in parts):
        return value
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def add(a: type_of_number, b: type_of_number) -> type_of_number:
    """The sum a + b."""
    return limit_digits(a + b)


def multiply(a: type_of_number, b: type_of_number) -> type_of_number:
    """The product a b."""
    return limit_digits(a * b)


def invert(a: type_of_number) -> type_of_number:
    """1 / a, infinite for zero."""
    if a == 0:
        return math.inf
    return 1.0 / a if isinstance(a, float) else limit_digits(Fraction(1) / a)


def power(a: type_of_number, b: type_of_number) -> type_of_number:
    """The power a ^ b: exact for an integer exponent and a short result, else float64; NaN if complex."""
    if a == 0 and b < 0:
        return math.inf
    if isinstance(b, int) and not isinstance(a, float):
        size = max(abs(Fraction(a).numerator), Fraction(a).denominator)
        if size <= 1 or abs(b) * math.log2(size) < 128:
            return limit_digits(Fraction(a) ** (b if size > 1 else b % 2 if a == -1 else min(b, 1)))
    try:
        value = float(a) ** float(b)
    except OverflowError:
        return math.inf
    return math.nan if isinstance(value, complex) else value


def exact_power(a: type_of_number, b: type_of_number) -> type_of_number | None:
    """The power a ^ b where it is rational or a or b is a float; None otherwise, as for 2^(1/2)."""
    if isinstance(a, float) or isinstance(b, float):
        return power(a, b)
    if isinstance(b, int):
        return power(a, b)
    if a > 0:
        root = power(float(Fraction(a).numerator), 1 / b.denominator)
        under = power(float(Fraction(a).denominator), 1 / b.denominator)
        guess = Fraction(round(root), max(round(under), 1))
        if guess**b.denominator == a:
            return power(limit_digits(guess), b.numerator)
    return power(a, b) if a == 0 else None


Valued = tuple[Node, float | None]


def _leaf(node: Node) -> Valued:
    if isinstance(node, Number):
        return node, float(node.value)
    if isinstance(node, Name) and node.name in CONSTANTS:
        return node, CONSTANTS[node.name]
    return node, None


def fold_constants(root: Node, known: dict[int, Valued] | None = None) -> Node:
    """The tree with constant arithmetic evaluated, and with nested products made flat.

    `known` caches parts by the identity of nodes, as in `fold`.
    """
    node = fold(root, _leaf, _combine, known)[0]
    if isinstance(node, Number) and not math.isfinite(node.value):
        raise ConstantFault(root, "this constant is not finite")
    return node


def _combine(node: Node, below: tuple[Valued, ...]) -> Valued:
    operands, values = zip(*below, strict=True)
    if values.count(None) == len(values):  # no numbers: nothing to add up or multiply
        return _over(node, operands), None
    arithmetic = ARITHMETIC.get(type(node))
    result = arithmetic(node, operands) if arithmetic is not None else _over(node, operands)
    if isinstance(node, Integral) and None not in values:
        value = value_of(node, [v for v in values if v is not None])
        if not math.isfinite(value):
            raise ConstantFault(node, "this integral has no value: its sums do not agree")
        return Number(value, node.span), value
    if None in values or (isinstance(node, Call) and node.function not in FUNCTIONS):
        return result, None  # calls of tables are not constant: their samples are not known here
    if isinstance(result, Number):
        value = float(result.value)
    else:
        value = value_of(node, [v for v in values if v is not None])
    if not math.isfinite(value):
        raise ConstantFault(node, _reason(node, values))
    return result, value


def _over(node: Node, operands: tuple[Node, ...]) -> Node:
    """The node with folded operands; the node itself where none has changed."""
    if isinstance(node, Product) and any(isinstance(one, Product) for one in operands):
        return _product(node, operands)
    same = all(map(is_, operands, CHILDREN[type(node)](node)))
    return node if same else with_operands(node, operands)


def _fold_negative(node: Node, operands: tuple[Node, ...]) -> Node:
    only = operands[0]
    return Number(-only.value, node.span) if isinstance(only, Number) else _over(node, operands)


def _fold_inverse(node: Node, operands: tuple[Node, ...]) -> Node:
    only = operands[0]
    if not isinstance(only, Number):
        return _over(node, operands)
    if only.value == 0:
        raise ConstantFault(node, "division by zero")
    return Number(invert(only.value), node.span)


def _sum(node: Node, operands: tuple[Node, ...]) -> Node:
    total: type_of_number = 0
    terms: list[Node] = []
    for term in operands:
        if isinstance(term, Number):
            total = add(total, term.value)
        else:
            terms.append(term)
    if not math.isfinite(total):
        raise ConstantFault(node, "the sum of its numbers overflows")
    if not terms:
        return Number(total, node.span)
    if total != 0:
        terms.append(Number(total, node.span))
    return terms[0] if len(terms) == 1 else Sum(tuple(terms), node.span)


def _product(node: Node, operands: tuple[Node, ...]) -> Node:
    factor: type_of_number = 1
    factors: list[Node] = []
    for part in operands:
        for one in part.factors if isinstance(part, Product) else (part,):
            if isinstance(one, Number):
                factor = multiply(factor, one.value)
            else:
                factors.append(one)
    if not math.isfinite(factor):
        raise ConstantFault(node, "the product of its numbers overflows")
    if not factors or factor == 0:
        return Number(factor, node.span)
    if factor != 1:
        factors.insert(0, Number(factor, node.span))
    return factors[0] if len(factors) == 1 else Product(tuple(factors), node.span)


def _power(node: Node, operands: tuple[Node, ...]) -> Node:
    base, exponent = operands
    if isinstance(base, Number) and isinstance(exponent, Number):
        value = exact_power(base.value, exponent.value)
        if value is not None:
            return Number(value, node.span)
    return _over(node, operands)


def _call(node: Node, operands: tuple[Node, ...]) -> Node:
    exact = EXACT.get(node.function) if isinstance(node, Call) else None
    numbers = [one.value for one in operands if isinstance(one, Number)]
    if exact is None or len(numbers) < len(operands):
        return _over(node, operands)
    return Number(limit_digits(exact(*numbers)), node.span)


ARITHMETIC: dict[type, Callable[[Node, tuple[Node, ...]], Node]] = {
    Negative: _fold_negative,
    Inverse: _fold_inverse,
    Sum: _sum,
    Product: _product,
    Power: _power,
    Call: _call,
}


def value_of(node: Node, below: Sequence[float]) -> float:
    """The value of a node from the values of its operands; NaN or infinity where it has none."""
    try:
        match node:
            case Sum():
                return math.fsum(below)
            case Product():
                return math.prod(below)
            case Negative():
                return -below[0]
            case Inverse():
                return 1.0 / below[0]
            case Power():
                return float(power(below[0], below[1]))
            case Call(function=function):
                return float(FUNCTIONS[function].value(*below)) if function in FUNCTIONS else math.nan
            case Compare(operator=operator):
                return float(COMPARE[operator](below[0], below[1]))
            case Logic(operator="not"):
                return float(not below[0])
            case Logic(operator="and"):
                return float(all(below))
            case Logic():
                return float(any(below))
            case Integral():
                return converged(node, tuple(below), value_of)
    except (ValueError, ZeroDivisionError):
        return math.nan
    except OverflowError:
        return math.inf
    raise TypeError(node)


def _reason(node: Node, values: tuple[float | None, ...]) -> str:
    shown = ", ".join(f"{v:g}" for v in values if v is not None)
    match node:
        case Call(function=function):
            return f"{function}({shown}) has no finite real value"
        case Inverse():
            return "division by zero"
        case Power():
            return f"the power of {shown} has no finite real value"
        case Rate():
            return "a constant has no rate"
        case _:
            return "this constant overflows"
