"""A SymPy expression carried into another arithmetic: mpmath numbers, or expressions of heyoka."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import mpmath
import sympy
from mpmath import mpf


@dataclass(frozen=True)
class Arithmetic:
    """How to make a quotient of whole numbers, π, and functions by name."""

    quotient: Callable[[int, int], Any]
    pi: Callable[[], Any]
    functions: Any

    def whole_power(self, base: Any, exponent: int) -> Any:
        """base^exponent by squaring: exact rules of series need no logarithm, and a base of 0 is no trouble."""
        if exponent < 0:
            return self.quotient(1, 1) / self.whole_power(base, -exponent)
        found, square = None, base
        while exponent:
            if exponent & 1:
                found = square if found is None else found * square
            exponent >>= 1
            square = square * square if exponent else square
        return self.quotient(1, 1) if found is None else found

    def power(self, base: Any, exponent: sympy.Rational) -> Any:
        """base^exponent for a quotient of whole numbers."""
        p, q = int(exponent.p), int(exponent.q)
        if q == 1:
            return self.whole_power(base, p)
        if q == 2:
            return self.whole_power(self.functions.sqrt(base), p)
        return self.functions.exp(self.quotient(p, q) * self.functions.log(base))


NUMBERS = Arithmetic(quotient=lambda p, q: mpf(p) / q, pi=lambda: +mpmath.pi, functions=mpmath)


def carried(
    expression: sympy.Expr, leaves: Mapping[sympy.Symbol, Any], own: Arithmetic, seen: dict[sympy.Expr, Any]
) -> Any:
    """The expression with leaves replaced; `seen` keeps what was made, so shared parts are made once."""
    waiting = [expression]
    while waiting:
        node = waiting[-1]
        if node in seen:
            waiting.pop()
            continue
        if not node.args:
            seen[node] = _leaf(node, leaves, own)
            continue
        missing = [one for one in node.args if one not in seen]
        if node.is_Pow and node.exp.is_Rational:
            missing = [one for one in missing if one is not node.exp]
        if missing:
            waiting.extend(missing)
            continue
        seen[node] = _made(node, seen, own)
    return seen[expression]


def _leaf(node: sympy.Expr, leaves: Mapping[sympy.Symbol, Any], own: Arithmetic) -> Any:
    if node.is_Symbol:
        return leaves[node]
    if node.is_Rational:
        return own.quotient(int(node.p), int(node.q))
    if node is sympy.pi:
        return own.pi()
    if node is sympy.E:
        return own.functions.exp(own.quotient(1, 1))
    message = f"no number for {node}"
    raise ValueError(message)


def _made(node: sympy.Expr, seen: Mapping[sympy.Expr, Any], own: Arithmetic) -> Any:
    if node.is_Pow and node.exp.is_Rational:
        return own.power(seen[node.base], node.exp)
    arguments = [seen[one] for one in node.args]
    if node.is_Add or node.is_Mul:
        found = arguments[0]
        for other in arguments[1:]:
            found = found + other if node.is_Add else found * other
        return found
    if node.is_Pow:
        return own.functions.exp(arguments[1] * own.functions.log(arguments[0]))
    return getattr(own.functions, type(node).__name__)(*arguments)


def value(expression: sympy.Expr, names: Mapping[sympy.Symbol, mpf]) -> mpf:
    """The number of an expression at values of its symbols, in the precision that mpmath has now."""
    return carried(expression, names, NUMBERS, {})
