"""An expression as terms in one variable u:  c u^p Π g_i(u)^e_i,  with c free of u.

Sums stay whole as the base of a factor until `spread` multiplies them out, so that (u - l)^2 is seen as a
power of a linear base and not as three terms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dalembert._expression.numbers import fold_constants, limit_digits
from dalembert._expression.tree import (
    ONE,
    ZERO,
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
)
from dalembert._expression.walk import fold, nodes

SPREAD = 8  # the highest power of a sum that is multiplied out
HALF = Fraction(1, 2)
Factors = tuple[tuple[Node, type_of_number], ...]  # bases with their exponents


@dataclass(frozen=True, slots=True)
class Term:
    """c u^p Π g^e; `power` is a whole number, as far as the user wrote one."""

    coefficient: Node
    power: int = 0
    factors: Factors = ()

    @property
    def is_free(self) -> bool:
        """Whether the variable does not occur in it."""
        return self.power == 0 and not self.factors


# -- small arithmetic of trees: what is 0, 1 or a number is seen at once --------------------------------


def number(value: type_of_number) -> Number:
    """A number in its simplest type."""
    return Number(limit_digits(value))


def product(*factors: Node) -> Node:
    """The product, without ones; 0 where a factor is."""
    left = [factor for factor in factors if factor != ONE]
    if any(factor == ZERO for factor in left):
        return ZERO
    return fold_constants(Product(tuple(left)) if len(left) > 1 else left[0] if left else ONE)


def total(*terms: Node) -> Node:
    """The sum, without zeros."""
    left = [term for term in terms if term != ZERO]
    return fold_constants(Sum(tuple(left)) if len(left) > 1 else left[0] if left else ZERO)


def minus(node: Node) -> Node:
    """The node with the other sign."""
    if isinstance(node, Negative):
        return node.operand
    if isinstance(node, Product) and isinstance(node.factors[0], Number):
        return product(number(-node.factors[0].value), *node.factors[1:])
    return fold_constants(Negative(node))


def over(node: Node) -> Node:
    """One over the node."""
    return node.operand if isinstance(node, Inverse) else fold_constants(Inverse(node))


def power(base: Node, exponent: type_of_number) -> Node:
    """The base to a power that is a number."""
    if exponent == 0:
        return ONE
    if exponent == 1:
        return base
    if exponent == HALF:
        return call("sqrt", base)
    if exponent < 0:
        return over(power(base, -exponent))
    if isinstance(base, Power) and isinstance(base.exponent, Number) and _whole(exponent):
        return power(base.base, limit_digits(base.exponent.value * exponent))
    return fold_constants(Power(base, number(exponent)))


_AT_ZERO = {"exp": ONE, "cos": ONE, "cosh": ONE, **dict.fromkeys(("sin", "sinh", "atan", "asinh"), ZERO)}
_AT_ZERO |= dict.fromkeys(("sqrt", "abs", "tanh", "erf"), ZERO)


def call(function: str, argument: Node) -> Node:
    """A function of one argument; its value where that is plain."""
    if argument == ZERO and function in _AT_ZERO:
        return _AT_ZERO[function]
    if argument == ONE and function in ("sqrt", "log"):
        return ONE if function == "sqrt" else ZERO
    return Call(function, (argument,))


# -- terms ----------------------------------------------------------------------------------------------


def is_free(root: Node, variable: str) -> bool:
    """Whether a tree does not contain the variable."""
    return not any(isinstance(node, Name) and node.name == variable for node in nodes(root))


def terms_of(root: Node, variable: str) -> list[Term]:
    """The terms of a sum, or the one term of anything else."""
    waiting: list[tuple[Node, Node]] = [(root, ONE)]
    made: list[Term] = []
    while waiting:
        node, sign = waiting.pop()
        match node:
            case Sum(terms=terms):
                waiting += [(term, sign) for term in reversed(terms)]
            case Negative(operand=operand):
                waiting.append((operand, minus(sign)))
            case _:
                term = _term(node, variable)
                made.append(Term(product(sign, term.coefficient), term.power, term.factors))
    return made


def _term(root: Node, variable: str) -> Term:
    """A tree as one term."""

    def leaf(node: Node) -> Term:
        return Term(ONE, 1) if node == Name(variable) else Term(node)

    def combine(node: Node, below: tuple[Term, ...]) -> Term:
        if all(term.is_free for term in below):
            return Term(node)
        match node:
            case Negative():
                return Term(minus(below[0].coefficient), below[0].power, below[0].factors)
            case Product():
                return product_of(below)
            case Inverse():
                return _power_of_term(below[0], -1)
            case Power(exponent=Number(value=exponent)) if _whole(exponent):
                return _power_of_term(below[0], int(exponent))
            case Power(base=base, exponent=Number(value=exponent)):
                return Term(ONE, 0, ((base, exponent),))
            case Call(function="sqrt", arguments=(base,)):
                return Term(ONE, 0, ((base, HALF),))
        return Term(ONE, 0, ((node, 1),))

    return fold(root, leaf, combine)


def product_of(terms: tuple[Term, ...]) -> Term:
    """The product of terms; factors of the same base become one."""
    exponents: dict[Node, type_of_number] = {}
    for term in terms:
        for base, exponent in term.factors:
            exponents[base] = limit_digits(exponents.get(base, 0) + exponent)
    factors = tuple((base, exponent) for base, exponent in exponents.items() if exponent != 0)
    coefficient = product(*(term.coefficient for term in terms))
    return Term(coefficient, sum(term.power for term in terms), factors)


def _power_of_term(term: Term, exponent: int) -> Term:
    factors = tuple((base, limit_digits(one * exponent)) for base, one in term.factors)
    return Term(power(term.coefficient, exponent), term.power * exponent, factors)


def spread(term: Term, variable: str) -> list[Term] | None:
    """The term with one of its sums multiplied out; None where it has none."""
    for i, (base, exponent) in enumerate(term.factors):
        if isinstance(base, Sum) and _whole(exponent) and 0 < exponent <= SPREAD:
            others = (*term.factors[:i], *term.factors[i + 1 :])
            lower_term = Term(term.coefficient, term.power, (*others, (base, exponent - 1)))
            if exponent == 1:
                lower_term = Term(term.coefficient, term.power, others)
            return [product_of((lower_term, one)) for one in terms_of(base, variable)]
    return None


def coefficients(root: Node, variable: str, most: int) -> tuple[Node, ...] | None:
    """The coefficients c_0 … c_most of a polynomial of u; None for anything else."""
    sums: dict[int, list[Node]] = {}
    waiting = terms_of(root, variable)
    steps = 0
    while waiting:
        term, steps = waiting.pop(), steps + 1
        if term.factors:
            more = spread(term, variable)
            if more is None or steps > 100:
                return None
            waiting += more
        elif 0 <= term.power <= most:
            sums.setdefault(term.power, []).append(term.coefficient)
        else:
            return None
    return tuple(total(*sums.get(k, [])) for k in range(most + 1))


def _whole(value: type_of_number) -> bool:
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer() and abs(value) < 1e6)


# -- signs ----------------------------------------------------------------------------------------------


def is_positive(root: Node, *, strictly: bool = True) -> bool:
    """Whether a tree is positive whatever its names stand for; not `strictly`: it may be 0."""

    def leaf(node: Node) -> tuple[bool, bool]:
        value = node.value if isinstance(node, Number) else 1 if node == Name("pi") else -1
        return value > 0, value >= 0

    def combine(node: Node, below: tuple[tuple[bool, bool], ...]) -> tuple[bool, bool]:
        strict, weak = all(one for one, _ in below), all(one for _, one in below)
        match node:
            case Sum():
                return weak and any(one for one, _ in below), weak
            case Product() | Inverse():
                return strict, weak
            case Power(exponent=Number(value=value)) if _whole(value) and value % 2 == 0:
                return strict, True
            case Power():
                return below[0][0], below[0][1]
            case Call(function="exp" | "cosh"):
                return True, True
            case Call(function="abs"):
                return False, True
            case Call(function="sqrt"):
                return below[0]
        return False, False

    strict, weak = fold(root, leaf, combine)
    return strict if strictly else weak


def never_vanishes(root: Node) -> bool:
    """Whether names stand under fractions only, as in 1/l²: such a coefficient is never 0 or next to it."""

    def leaf(node: Node) -> tuple[bool, bool]:  # without names, and sound as it is
        fixed = isinstance(node, Number) or node == Name("pi")
        return fixed, fixed and node != ZERO

    def combine(node: Node, below: tuple[tuple[bool, bool], ...]) -> tuple[bool, bool]:
        fixed, sound = all(one for one, _ in below), all(one for _, one in below)
        match node:
            case Inverse():
                return fixed, True
            case Product() | Negative() | Power() | Call(function="sqrt"):
                return fixed, sound
        return fixed, fixed

    return fold(root, leaf, combine)[1]


def only_constants(root: Node, constant: Callable[[str], bool]) -> bool:
    """Whether a tree contains nothing that changes along a motion."""
    return not any(
        isinstance(node, Rate | Compare | Logic | Integral)
        or (isinstance(node, Name) and not constant(node.name))
        for node in nodes(root)
    )
