"""The terms of a typed equation that enter it linearly, in brackets and below fractions too.

With everything on the left side, L − R = Σ sign · factors · term: in m*x'' = -(k*x + F)/2 the term F has the
sign +1 and the factor 1/2. A term below a fraction enters linearly after multiplication by the denominator:
(L − R)·N has N's terms with L − R, less the fraction, as their factor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dalembert._compare.statement import Statement, signed_terms
from dalembert._derive.terms import Terms
from dalembert._expression.tree import ONE, Inverse, Negative, Node, Number, Product, Sum
from dalembert._expression.walk import nodes

MOST = 120  # places in one arrangement
DENOMINATORS = 3  # by which an equation is multiplied, one at a time


@dataclass(frozen=True, slots=True)
class Place:
    """A term without its sign, with the sign and the factors that it has with everything on the left side."""

    node: Node
    sign: int
    factors: tuple[Node, ...]
    part: int  # of the statement
    inner: bool = False  # in brackets or below a fraction
    whole: bool = False  # a sum in brackets
    below: bool = False  # in a denominator
    side: int = 1  # −1 on the right side

    @property
    def weight(self) -> Node:
        """What the term is multiplied by."""
        product = _product(self.factors)
        return product if self.sign > 0 else Negative(product)

    def contains(self, other: Place) -> bool:
        """Whether another place is a part of this one."""
        if self.part != other.part or self is other:
            return False
        return not self.inner or any(node is other.node for node in nodes(self.node))

    @property
    def value(self) -> Node:
        """The term with its sign and factors."""
        return Product((self.weight, self.node))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """An equation, or a multiple of it: its places, and its terms written out."""

    places: tuple[Place, ...]
    users: tuple[Node, ...]


def arrangements(one: Statement, terms: Terms) -> Iterator[Arrangement]:
    """The equation as it is typed, then multiplied by each denominator that is a sum."""
    parts = one.parts
    left = sum(1 for _ in signed_terms(one.left, negative=False))
    whole = [replace(p, side=1 if k < left else -1) for k, part in enumerate(parts) for p in _places(part, k)]
    yield _arrangement(parts, whole, terms)
    below = [
        (k, factor)
        for k, part in enumerate(parts)
        for factor in _factors(_unsigned(part)[0])
        if isinstance(factor, Inverse) and any(isinstance(n, Sum) for n in nodes(factor))
    ]
    for k, factor in below[:DENOMINATORS]:
        by, others = factor.operand, tuple(part for i, part in enumerate(parts) if i != k)
        if not others:
            continue
        top, sign = _unsigned(parts[k])
        numerator = _product(tuple(f for f in _factors(top) if f is not factor))
        above = numerator if sign > 0 else Negative(numerator)
        places = [replace(p, factors=_multiplied(p.factors, factor)) for p in whole]
        factors = (others[0] if len(others) == 1 else Sum(others),)
        places += [replace(p, inner=True, below=True) for p in _places(by, k, factors)]
        multiplied = [Product((part, by)) if i != k else above for i, part in enumerate(parts)]
        yield _arrangement(multiplied, places, terms)


def _multiplied(factors: tuple[Node, ...], inverse: Inverse) -> tuple[Node, ...]:
    """Factors multiplied by a denominator, which cancels where they have it."""
    others = tuple(one for one in factors if one is not inverse)
    return others if len(others) < len(factors) else (*factors, inverse.operand)


def _arrangement(parts: Sequence[Node], places: Sequence[Place], terms: Terms) -> Arrangement:
    return Arrangement(tuple(places[:MOST]), tuple(term for part in parts for term in terms.of(part)))


def _places(root: Node, part: int, factors: tuple[Node, ...] = ()) -> Iterator[Place]:
    """A term, and the terms of the sums that are factors of it."""
    stack = [(root, 1, factors, False)]
    while stack:
        node, sign, around, inner = stack.pop()
        body, sign_of_it = _unsigned(node)
        sign *= sign_of_it
        if isinstance(body, Sum):
            if around != factors:
                yield Place(body, sign, around, part, inner=True, whole=True)
            stack.extend((term, sign, around, True) for term in reversed(body.terms))
            continue
        yield Place(body, sign, around, part, inner)
        own_factors = _factors(body)
        for i, factor in enumerate(own_factors):
            if len(own_factors) > 1 and isinstance(_unsigned(factor)[0], Sum):
                others = own_factors[:i] + own_factors[i + 1 :]
                stack.append((factor, sign, (*around, *others), True))


def _unsigned(node: Node) -> tuple[Node, int]:
    """A term without its minus, and its sign."""
    sign = 1
    while True:
        match node:
            case Negative(operand=operand):
                node, sign = operand, -sign
            case Number(value=value) if value < 0:
                return Number(-value, node.span), -sign
            case Product(factors=(first, *others)) if isinstance(first, Negative) or (
                isinstance(first, Number) and first.value < 0
            ):
                inner, sign_of_it = _unsigned(first)
                node, sign = Product((inner, *others), node.span), sign * sign_of_it
            case _:
                return node, sign


def _factors(node: Node) -> tuple[Node, ...]:
    return node.factors if isinstance(node, Product) else (node,)


def _product(factors: tuple[Node, ...]) -> Node:
    return factors[0] if len(factors) == 1 else Product(factors) if factors else ONE
