"""Derivatives of integrals:  ∂/∂p ∫_a^b f du = ∫_a^b f_p du + f(b) b_p − f(a) a_p.

An integral is a function of its operands: its ends, and what the names in its body stand for. Its slopes by
them are the integrand at the upper end, minus that at the lower end, and integrals of the integrand's slopes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from dalembert._expression.functions import CONSTANTS
from dalembert._expression.numbers import fold_constants
from dalembert._expression.tree import ONE, ZERO, Integral, Name, Node, Rate, with_operands
from dalembert._expression.walk import fold, names

V = TypeVar("V")


def integral_of(
    body: Node, variable: str, lower: Node, upper: Node, span: tuple[int, int] | None = None
) -> Integral:
    """∫ body d(variable) from lower to upper, whose other names stand for themselves."""
    given = given_in(body, variable)
    return Integral(variable, body, given, (lower, upper, *given), span=span)


def given_in(body: Node, variable: str) -> tuple[Name | Rate, ...]:
    """The names in an integrand besides its variable."""
    return tuple(
        Rate(name, order) if order else Name(name)
        for name, order in names(body)
        if (name, order) != (variable, 0) and name not in CONSTANTS
    )


def integrand_at(
    integral: Integral,
    upper: bool,
    below: tuple[V, ...],
    leaf: Callable[[Node], V],
    combine: Callable[[Node, tuple[V, ...]], V],
) -> V:
    """The integrand at one of the ends, evaluated as `fold` does."""
    meant = dict(zip(integral.given, below[2:], strict=True))

    def leaf_there(node: Node) -> V:
        if isinstance(node, Name | Rate) and node in meant:
            return meant[node]
        return below[1 if upper else 0] if node == Name(integral.variable) else leaf(node)

    return fold(integral.body, leaf_there, combine)


def by_given(
    integral: Integral, position: int, slope: Callable[[Node, Name | Rate], Node | None]
) -> tuple[Integral, tuple[int, ...]] | None:
    """The integral of the integrand's slope by one of its names, and which operands it takes; None for 0."""
    by = integral.given[position - 2]
    body = slope(integral.body, by)
    body = None if body is None else fold_constants(body)
    if body is None or body == ZERO:
        return None
    given = given_in(body, integral.variable)
    taken = (0, 1, *(2 + integral.given.index(name) for name in given))
    operands = tuple(integral.operands[k] for k in taken)
    return Integral(integral.variable, body, given, operands, integral.panels, integral.span), taken


def one_for(by: Name | Rate) -> Callable[[Name | Rate], Node | None]:
    """The derivatives of names by one of them: 1, and none of the others."""
    return lambda node: ONE if node == by else None


def written_body(integral: Integral) -> Node:
    """The integrand with what its names stand for in place of them."""
    meant = dict(zip(integral.given, integral.operands[2:], strict=True))
    if all(name == value for name, value in meant.items()):
        return integral.body

    def leaf(node: Node) -> Node:
        return meant.get(node, node) if isinstance(node, Name | Rate) else node

    return fold(integral.body, leaf, with_operands)
