"""Decimals as exact quotients, and quotients as the decimals that people write.

9.81 is 981/100; 4/375 is 0.032/3; 1/6 stays. A quotient of more than 64 bits is a float64.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from dalembert._expression.numbers import limit_digits
from dalembert._expression.tree import Node, Number, type_of_number, with_operands
from dalembert._expression.walk import fold, nodes

HALVES, SMALL = (2, 4), 10  # halves and quarters of smaller whole numbers stay quotients: 3/2
LARGE = 100  # a quotient of smaller whole numbers stays one: 1/6, not 0.5/3


def exact_number(value: type_of_number) -> type_of_number:
    """A number as typed: a float64 is the shortest decimal that is read as it."""
    if not isinstance(value, float) or not math.isfinite(value):
        return value
    return limit_digits(Fraction(repr(value)))


def with_exact_numbers(root: Node) -> Node:
    """The tree with decimals as exact quotients."""

    def leaf(node: Node) -> Node:
        return Number(exact_number(node.value), node.span) if isinstance(node, Number) else node

    return fold(root, leaf, with_operands)


@dataclass(frozen=True, slots=True)
class Decimals:
    """How exact quotients are written.

    `used`: as decimals where they end, because decimals stand beside them. `halves`: also 1/2, 3/4 and their
    like, because such decimals (2.5) are among these.
    """

    used: bool = False
    halves: bool = False

    def parts(self, value: type_of_number) -> tuple[type_of_number, int]:
        """A number as a decimal or a whole number, and the whole number that it is divided by."""
        if not isinstance(value, Fraction):
            return value, 1
        plain = value.numerator, value.denominator
        divisor = _strip_primes(value.denominator, 2, 5)
        size = max(abs(value.numerator), value.denominator)
        if not self.used or (value.denominator in HALVES and size < SMALL and not self.halves):
            return plain
        if divisor > 1 and size < LARGE:
            return plain
        top = value * divisor
        decimal = float(top)
        if top.denominator == 1:
            return top.numerator, divisor
        return (decimal, divisor) if Fraction(repr(decimal)) == top else plain


def decimals_in(roots: Iterable[Node]) -> Decimals:
    """How numbers beside those of some trees are written."""
    decimals = [
        Fraction(repr(node.value))
        for root in roots
        for node in nodes(root)
        if isinstance(node, Number) and isinstance(node.value, float) and math.isfinite(node.value)
    ]
    return Decimals(bool(decimals), any(one.denominator in HALVES for one in decimals))


def as_typed(value: type_of_number) -> type_of_number:
    """A quotient that ends as a decimal as this decimal; any other number as it is."""
    decimal, divisor = Decimals(True, True).parts(value)
    return decimal if divisor == 1 else value


def _strip_primes(number: int, *primes: int) -> int:
    """A whole number without its factors of some primes."""
    for prime in primes:
        while number % prime == 0:
            number //= prime
    return number
