"""Where the functions of an expression switch: the surfaces s = 0 on whose two sides they differ.

abs(s), sign(s), step(s)      max(a, b), min(a, b), a < b: s = a − b      sqrt(s^2): s
floor(x): x a whole number    a table: its argument at a knot
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import combinations

from dalembert._expression.tree import (
    Call,
    Compare,
    Inverse,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rate,
    Sum,
)
from dalembert._expression.walk import fold, names, nodes
from dalembert._model.lookup import Cells, derivative_of
from dalembert._model.signals import written_out

Range = tuple[float, float]
EVERYTHING: Range = (-math.inf, math.inf)
MOST = 60  # surfaces of one expression


def surfaces(root: Node, tables: Mapping[str, Cells]) -> tuple[Node, ...]:
    """The expressions that change their sign where a function of an expression switches."""
    switching = (one for node in nodes(written_out(root)) for one in _surfaces_of(node, tables))
    moving = (one for one in switching if names(one).keys() - {("pi", 0)})
    return tuple(dict.fromkeys(moving))[:MOST]


def _surfaces_of(node: Node, tables: Mapping[str, Cells]) -> Iterator[Node]:
    match node:
        case Call(function="abs" | "sign" | "step", arguments=(x,)):
            yield x
        case Call(function="max" | "min", arguments=several):
            for a, b in combinations(several[:6], 2):
                yield _difference(a, b)
        case Call(function="atan2", arguments=(y, x)):
            yield from (y, x)
        case Call(function="floor", arguments=(x,)):
            yield _wave(x)
        case Call(function="mod", arguments=(a, b)):
            yield _wave(Product((a, Inverse(b))))
        case Call(function="sqrt", arguments=(x,)) | Power(base=x, exponent=Number(value=0.5)):
            yield from _roots(x)
        case Compare(left=a, right=b):
            yield _difference(a, b)
        case Call(function=function, arguments=arguments) if (
            derivative_of(function, len(arguments))[0] in tables
        ):
            cells = tables[derivative_of(function, len(arguments))[0]]
            for x, knots in zip(arguments, cells.knots, strict=True):
                yield from (_difference(x, Number(knot)) for knot in knots)


def _difference(a: Node, b: Node) -> Node:
    """The difference up to its sign, a number last."""
    if isinstance(a, Number):
        a, b = b, a
    if isinstance(b, Number):
        return a if b.value == 0 else Sum((a, Number(-b.value)))
    return Sum((a, Negative(b)))


def _wave(x: Node) -> Node:
    """A sine that vanishes at whole numbers."""
    return Call("sin", (Product((Name("pi"), x)),))


def _roots(x: Node) -> Iterator[Node]:
    """What an even power under a root is a power of."""
    match x:
        case Power(base=base, exponent=Number(value=exponent)) if exponent % 2 == 0:
            yield base
        case Product(factors=factors):
            for one in factors:
                yield from _roots(one)
            if len(factors) == 2 and factors[0] == factors[1]:
                yield factors[0]


def range_of(root: Node, known: Mapping[tuple[str, int], Range]) -> Range:
    """Values between which an expression lies; names that are not `known` may have any value."""

    def leaf(node: Node) -> Range:
        match node:
            case Number(value=value):
                return float(value), float(value)
            case Name(name="pi"):
                return math.pi, math.pi
            case Name(name=name):
                return known.get((name, 0), EVERYTHING)
            case Rate(name=name, order=order):
                return known.get((name, order), EVERYTHING)
        return EVERYTHING

    return fold(root, leaf, _combine)


def _combine(node: Node, below: tuple[Range, ...]) -> Range:
    match node:
        case Sum():
            return sum(low for low, _ in below), sum(high for _, high in below)
        case Negative():
            return -below[0][1], -below[0][0]
        case Product(factors=factors):
            if len(factors) == 2 and factors[0] == factors[1]:
                return _power(below[0], 2)
            product = below[0]
            for one in below[1:]:
                ends = [_times(a, b) for a in product for b in one]
                product = min(ends), max(ends)
            return product
        case Inverse():
            low, high = below[0]
            if low >= 0:
                return (1 / high if high else math.inf), (1 / low if low else math.inf)
            return (1 / high if high else -math.inf, 1 / low) if high <= 0 else EVERYTHING
        case Power(exponent=Number(value=exponent)):
            return _power(below[0], float(exponent))
        case Power():
            return (0.0, math.inf) if below[0][0] >= 0 else EVERYTHING
        case Call(function=function):
            return _of_function(function, below)
        case Compare():
            return 0.0, 1.0
    return EVERYTHING


def _times(a: float, b: float) -> float:
    return 0.0 if a == 0 or b == 0 else a * b


def _power(base: Range, exponent: float) -> Range:
    low, high = base
    if exponent > 0 and exponent % 2 == 0:
        least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
        return _to_the_power(least, exponent), _to_the_power(max(abs(low), abs(high)), exponent)
    if low >= 0 and exponent > 0:
        return _to_the_power(low, exponent), _to_the_power(high, exponent)
    if exponent > 0 and exponent % 2 == 1:
        return -_to_the_power(-low, exponent) if low < 0 else _to_the_power(low, exponent), (
            _to_the_power(high, exponent) if high >= 0 else -_to_the_power(-high, exponent)
        )
    return (0.0, math.inf) if low >= 0 or exponent % 2 == 0 else EVERYTHING


def _to_the_power(value: float, exponent: float) -> float:
    try:
        return float(value**exponent)
    except OverflowError:
        return math.inf


def _of_function(function: str, below: tuple[Range, ...]) -> Range:
    low, high = below[0]
    match function:
        case "sin" | "cos" | "tanh" | "sign":
            return -1.0, 1.0
        case "exp" | "sqrt":
            return 0.0, math.inf
        case "cosh":
            return 1.0, math.inf
        case "step":
            return 0.0, 1.0
        case "abs":
            return _power((low, high), 2)[0] ** 0.5, max(abs(low), abs(high))
        case "max":
            return max(one[0] for one in below), max(one[1] for one in below)
        case "min":
            return min(one[0] for one in below), min(one[1] for one in below)
        case "atan" | "asin":
            return -math.pi / 2, math.pi / 2
        case "acos":
            return 0.0, math.pi
    return EVERYTHING
