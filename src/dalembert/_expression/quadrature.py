"""Integrals as sums: Gauss–Legendre nodes on equal panels, in whatever a tree is evaluated in.

    ∫_a^b f(u) du ≈ (b − a) Σ_k w_k f((1 − s_k) a + s_k b),     0 < s_k < 1

The nodes are fixed parts of the way from a to b, so that the sum is a straight line of operations, as
differentiable as the integrand. On each of its panels it is exact for polynomials of degree 39. How many
panels an integral needs depends on the values that it meets: `with_panels` makes them finer, and whoever uses
an integral as a number compares it with a finer one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import TypeVar

from dalembert._expression.functions import CONSTANTS
from dalembert._expression.tree import (
    Integral,
    Name,
    Negative,
    Node,
    Number,
    Product,
    Rate,
    Sum,
    with_operands,
)
from dalembert._expression.walk import fold, nodes

V = TypeVar("V")
POINTS = 20  # of a panel
PANELS = (1, 2, 4, 8, 16, 32, 64)
AGREES = 1e-13  # of sums with so many panels and with half of them
SUM, PRODUCT, MINUS = Sum(()), Product(()), Negative(Number(0))

# Half of the nodes on [−1, 1] and their weights (Abramowitz and Stegun, table 25.4).
LEGENDRE = (
    (0.076526521133497333755, 0.152753387130725850698),
    (0.227785851141645078080, 0.149172986472603746788),
    (0.373706088715419560673, 0.142096109318382051329),
    (0.510867001950827098004, 0.131688638449176626898),
    (0.636053680726515025453, 0.118194531961518417312),
    (0.746331906460150792614, 0.101930119817240435037),
    (0.839116971822218823395, 0.083276741576704748725),
    (0.912234428251325905868, 0.062672048334109063570),
    (0.963971927277913791268, 0.040601429800386941331),
    (0.993128599185094924786, 0.017614007139152118312),
)


@cache
def rule(panels: int) -> tuple[tuple[float, float, float], ...]:
    """The parts 1 − s and s of the way at each node, and its weight; the weights sum up to 1."""
    whole = []
    for panel in range(panels):
        for sign in (-1, 1):
            for node, weight in LEGENDRE:
                s = (panel + (1 + sign * node) / 2) / panels
                whole.append((1 - s, s, weight / (2 * panels)))
    return tuple(whole)


def apply_integral(
    integral: Integral,
    below: tuple[V, ...],
    leaf: Callable[[Node], V],
    combine: Callable[[Node, tuple[V, ...]], V],
) -> V:
    """The sum for an integral with the values of its operands, evaluated as `fold` does."""
    lower, upper, *values = below
    meant: Mapping[Node, V] = dict(zip(integral.given, values, strict=True))

    def at(x: V) -> V:
        def leaf_there(node: Node) -> V:
            if isinstance(node, Name | Rate):
                if node in meant:
                    return meant[node]
                if node == Name(integral.variable):
                    return x
            return leaf(node)

        return fold(integral.body, leaf_there, combine)

    def times(factor: float, value: V) -> V:
        return combine(PRODUCT, (leaf(Number(factor)), value))

    terms = tuple(
        times(weight, at(combine(SUM, (times(left, lower), times(done, upper)))))
        for left, done, weight in rule(integral.panels)
    )
    return combine(PRODUCT, (combine(SUM, (upper, combine(MINUS, (lower,)))), combine(SUM, terms)))


def converged(
    integral: Integral, values: tuple[float, ...], value_of: Callable[[Node, tuple[float, ...]], float]
) -> float:
    """The value at numbers, with as many panels as it needs; NaN where its sums do not come to agree."""

    def leaf(node: Node) -> float:
        match node:
            case Number(value=value):
                return float(value)
            case Name(name=name):
                return CONSTANTS[name]
        raise TypeError(node)

    before = math.nan
    for panels in PANELS:
        now = apply_integral(replace(integral, panels=panels), values, leaf, value_of)
        if abs(now - before) <= AGREES * abs(now) + math.ulp(0.0) or now == before:
            return now
        before = now
    return math.nan


def with_sums(root: Node) -> Node:
    """The tree with the sums of its integrals written out, for those who know no integral."""

    def same(node: Node) -> Node:
        return node

    def combine(node: Node, below: tuple[Node, ...]) -> Node:
        return (
            apply_integral(node, below, same, combine)
            if isinstance(node, Integral)
            else with_operands(node, below)
        )

    return fold(root, same, combine) if has_integrals(root) else root


def has_integrals(root: Node) -> bool:
    """Whether a tree has an integral that is computed as a sum."""
    return any(isinstance(node, Integral) for node in nodes(root))


def with_panels(root: Node, times: int, most: float = math.inf) -> Node:
    """The tree with so many times the panels in its integrals, where that makes no more than `most` nodes."""

    def combine(node: Node, below: tuple[Node, ...]) -> Node:
        if not isinstance(node, Integral):
            return with_operands(node, below)
        body = with_panels(node.body, times, most)
        made = Integral(node.variable, body, node.given, below, node.panels * times, node.span)
        return made if weight_of(made) <= most else with_operands(node, below)

    return fold(root, lambda node: node, combine) if has_integrals(root) else root


def weight_of(root: Node) -> int:
    """The nodes of a tree that is computed, those of integrands at every node of their sums."""
    return sum(1 + _weight_of_integrand(node) for node in nodes(root))


def _weight_of_integrand(node: Node) -> int:
    return POINTS * node.panels * weight_of(node.body) if isinstance(node, Integral) else 0


def depth_of(root: Node) -> int:
    """How deep integrals are nested in a tree, whichever of them stands in an end of another."""
    return max((1 + depth_of(node.body) for node in nodes(root) if isinstance(node, Integral)), default=0)
