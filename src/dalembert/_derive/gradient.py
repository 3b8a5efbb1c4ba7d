"""All first derivatives of an expression at once, from its root to its symbols (reverse mode).

With the derivative ∂f/∂n by a part n of an expression f, those by its operands are ∂f/∂n ∂n/∂operand. A part
that occurs several times sums the derivatives of all occurrences and is visited once, so the work grows with
the length of the expression and not with length × symbols.
"""

from __future__ import annotations

import symengine as se

from dalembert._derive.to_symengine import FUNCTIONS, Engine, Symbolic

DUMMY = se.Symbol("#")
ONE = se.Integer(1)
SIMPLE = frozenset(FUNCTIONS.values()) - {se.atan2}  # functions of one argument


def gradient(expression: Symbolic, engine: Engine) -> dict[Symbolic, Symbolic]:
    """∂f/∂s for every symbol s that f contains, where it is not zero."""
    slopes: dict[Symbolic, list[Symbolic]] = {expression: [ONE]}
    derivatives: dict[Symbolic, Symbolic] = {}
    for node in reversed(_operands_first(expression)):
        slope = se.Add(*slopes.pop(node, ()))  # no slope reaches a part that occurs only in parts that cancel
        if slope == 0:
            continue
        if node.is_Symbol:
            derivatives[node] = slope
            continue
        for operand, factor in _factors(node, engine):
            slopes.setdefault(operand, []).append(slope * factor)
    return derivatives


def _operands_first(expression: Symbolic) -> list[Symbolic]:
    """The parts of an expression, each once and after the parts it is differentiated by."""
    order: list[Symbolic] = []
    done: set[Symbolic] = set()
    stack = [(expression, False)]
    while stack:
        node, ready = stack.pop()
        if node in done:
            continue
        if ready:
            done.add(node)
            order.append(node)
            continue
        stack.append((node, True))
        stack.extend((operand, False) for operand in _differentiation_parts(node) if operand not in done)
    return order


def _differentiation_parts(node: Symbolic) -> tuple[Symbolic, ...]:
    """What a part is differentiated by: its operands, or its symbols where it has no simple chain rule."""
    if node.is_Symbol or node.is_Number:
        return ()
    if type(node) in (se.Add, se.Mul):
        return tuple(operand for operand in node.args if not operand.is_Number)
    if type(node) is se.Pow and node.args[1].is_Number:
        return (node.args[0],)
    if type(node) in SIMPLE:
        return (node.args[0],)
    return tuple(node.free_symbols)


def _factors(node: Symbolic, engine: Engine) -> list[tuple[Symbolic, Symbolic]]:
    """The parts that a part is differentiated by, each with the derivative."""
    below = _differentiation_parts(node)
    if type(node) is se.Add:
        return [(operand, ONE) for operand in below]
    if type(node) is se.Mul:
        return [
            (operand, se.Mul(*(f for k, f in enumerate(node.args) if k != i)))
            for i, operand in enumerate(node.args)
            if not operand.is_Number
        ]
    if type(node) is se.Pow and node.args[1].is_Number:
        base, exponent = node.args
        return [(base, exponent * base ** (exponent - 1))]
    if type(node) in SIMPLE:
        outer = se.diff(type(node)(DUMMY), DUMMY).xreplace({DUMMY: node.args[0]})
        return [(node.args[0], outer)]
    return [(name, engine.diff(node, name)) for name in below]
