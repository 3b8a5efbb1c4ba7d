"""Common factors of sums taken out of the bracket, and squares of sums recognised.

2 m l a + 2 m l b = 2 m l (a + b),      −m g a − m g b = −m g (a + b)
    m a² + m b² − 2 m a b = m (a − b)²
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm

import symengine as se

from dalembert._derive.to_symengine import Symbolic

MOST_NODES = 4_000  # of an expression that is examined for brackets
LARGEST = 3  # the largest number that may remain in a bracket from which a fraction is taken out
MOST_SQUARES = 10  # terms of a sum in which squares of sums are looked for


def common_factor(sums: Iterable[Symbolic], may: Callable[[Symbolic], bool]) -> Symbolic:
    """The powers that occur in every term, of bases that `may` be taken out, as a product; 1 without any."""
    common: dict[Symbolic, int] | None = None
    for whole in sums:
        if whole == 0:
            continue
        for term in whole.args if type(whole) is se.Add else (whole,):
            powers = dict(_powers(term))
            if common is None:
                common = {base: e for base, e in powers.items() if may(base)}
            else:
                common = {base: min(e, powers[base]) for base, e in common.items() if base in powers}
    return se.Mul(*(base**e for base, e in (common or {}).items()))


def common_number(numbers: Sequence[Symbolic]) -> Symbolic:
    """The number to take out of a sum with these coefficients where that shortens it; else ±1.

    4 a + 4 b is 4 (a + b), 8 a + 4 b is 4 (2 a + b), a/6 + b/2 is (a + 3 b)/6; a/2 + b stays.
    """
    if not all(isinstance(number, se.Rational) for number in numbers):
        return se.Integer(1)
    fractions = [Fraction(str(number)) for number in numbers]
    sign = -1 if all(one < 0 for one in fractions) else 1
    part = Fraction(gcd(*(one.numerator for one in fractions)), lcm(*(one.denominator for one in fractions)))
    before = sum(abs(one) != 1 for one in fractions)
    left = [abs(one / part) for one in fractions]
    after = sum(one != 1 for one in left) + (part != 1)
    if part == 1 or after > before or max(left) > LARGEST:
        return se.Integer(sign)
    return se.Rational(sign * part.numerator, part.denominator)


def squares_joined(whole: Symbolic) -> Symbolic:
    """A sum of products of symbols with (a ± b)² for a² ± 2 a b + b²."""
    if type(whole) is not se.Add or not 3 <= len(whole.args) <= MOST_SQUARES:
        return whole
    terms = {_key(term): number_of(term) for term in whole.args}
    joined: list[Symbolic] = []
    for mixed in list(terms):
        square = _square(mixed, terms) if mixed in terms else None
        if square is not None:
            gone, made = square
            for key in gone:
                del terms[key]
            joined.append(made)
    products = [number * _product(dict(key)) for key, number in terms.items()]
    return se.Add(*products, *joined) if joined else whole


Key = frozenset[tuple[Symbolic, int]]


def _square(mixed: Key, terms: dict[Key, Symbolic]) -> tuple[tuple[Key, Key, Key], Symbolic] | None:
    """The three terms of a square of which one is the mixed term c a b, and the square."""
    powers = dict(mixed)
    for a in powers:
        for b in powers:
            if str(a) >= str(b):
                continue
            c = dict(powers)
            for base in (a, b):
                c[base] -= 1
                if not c[base]:
                    del c[base]
            first, second = (_times(c, base) for base in (a, b))
            half = terms[mixed] / 2
            if (
                first in terms
                and second in terms
                and terms[first] == terms[second]
                and half**2 == terms[first] ** 2
            ):
                sign = half / terms[first]
                return (mixed, first, second), terms[first] * _product(c) * (a + sign * b) ** 2
    return None


def _times(c: dict[Symbolic, int], base: Symbolic) -> Key:
    return frozenset((c | {base: c.get(base, 0) + 2}).items())


def _product(powers: dict[Symbolic, int]) -> Symbolic:
    return se.Mul(*(base**e for base, e in powers.items()))


def _key(term: Symbolic) -> Key:
    """The powers of a product; a power that is not whole counts as a base itself."""
    powers: dict[Symbolic, int] = {}
    for part in term.args if type(term) is se.Mul else (term,):
        whole = type(part) is se.Pow and part.args[1].is_Integer and part.args[1] > 0
        if not part.is_Number:
            base, e = (part.args[0], int(part.args[1])) if whole else (part, 1)
            powers[base] = powers.get(base, 0) + e
    return frozenset(powers.items())


def factor_out(whole: Symbolic, may: Callable[[Symbolic], bool]) -> tuple[Symbolic, Symbolic]:
    """The factor of a sum, with its number, and the remaining bracket."""
    factor = common_factor((whole,), may) * common_number([number_of(term) for term in whole.args])
    return factor, se.Add(*(term / factor for term in whole.args))


def brackets_opened(expression: Symbolic, may: Callable[[Symbolic], bool]) -> Symbolic:
    """An expression, not expanded, with common factors of its inner sums taken out of their brackets.

    (2 l a − 2 l b)²/2 is 2 l² (a − b)².
    """
    made: dict[Symbolic, Symbolic] = {}
    stack = [expression]
    while stack:
        node = stack[-1]
        below = _operands(node)
        waiting = [part for part in below if part not in made]
        if waiting and node not in made:
            if len(made) > MOST_NODES:
                return expression
            stack.extend(waiting)
            continue
        stack.pop()
        if node not in made:
            made[node] = _open_factors(node, [made[part] for part in below], may)
    return made[expression]


def _operands(node: Symbolic) -> tuple[Symbolic, ...]:
    if type(node) in (se.Add, se.Mul):
        operands: tuple[Symbolic, ...] = node.args
        return operands
    if type(node) is se.Pow and node.args[1].is_Integer and node.args[1] > 0:
        return (node.args[0],)
    return ()


def _open_factors(node: Symbolic, parts: list[Symbolic], may: Callable[[Symbolic], bool]) -> Symbolic:
    """A node whose parts are done, with the factors of sums in its powers and products taken out."""
    if type(node) is se.Add:
        return se.Add(*parts)
    if not parts:
        return node
    if type(node) is se.Pow:
        factor, remainder = (
            factor_out(parts[0], may) if type(parts[0]) is se.Add else (se.Integer(1), parts[0])
        )
        return factor ** node.args[1] * remainder ** node.args[1]
    pairs = [factor_out(part, may) if type(part) is se.Add else (part, se.Integer(1)) for part in parts]
    sums = [remainder for _, remainder in pairs if remainder != 1]
    factor = se.Mul(*(factor for factor, _ in pairs))
    if len(sums) == 1 and factor.is_Number and type(sums[0]) is se.Add:
        return se.Add(*(factor * term for term in sums[0].args))  # a number alone multiplies each term
    return se.Mul(factor, *sums)


def number_of(term: Symbolic) -> Symbolic:
    """The number in front of a product."""
    if term.is_Number:
        return term
    numbers = [part for part in term.args if part.is_Number] if type(term) is se.Mul else []
    return numbers[0] if numbers else se.Integer(1)


def _powers(term: Symbolic) -> Iterable[tuple[Symbolic, int]]:
    """The bases of a product with exponents that are whole and positive."""
    for part in term.args if type(term) is se.Mul else (term,):
        if type(part) is se.Pow:
            base, exponent = part.args
            if exponent.is_Integer and exponent > 0:
                yield base, int(exponent)
        elif not part.is_Number:
            yield part, 1
