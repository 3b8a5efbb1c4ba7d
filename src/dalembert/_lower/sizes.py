"""How large the terms of an equation are: what its residual is measured by.

Two sizes are computed beside each value v of an expression, from its operations:

    terms     |a| + |b| for a sum, |c| times that of the other factor for a constant factor c, else |v|
    rounding  max(|v|, |v_a| r_a + |v_b| r_b): what a change of every intermediate value by a part of its
              own size changes v by, as a multiple of that part

The terms contain constants, so that they do not vanish where all coordinates are zero. The rounding also
contains what cancels inside of a function or a factor: the residual cannot be smaller than eps times it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import casadi as ca

from dalembert._lower.engine import Scalar

ROUNDING = 1e-2  # of the rounding size: residuals of 1e-13 of it are then 1e-15 of what cancels
STEEP = 1e100  # slopes beyond this are those of a root at zero: they say nothing about sizes
SUMS, PRODUCTS = (ca.OP_ADD, ca.OP_SUB), (ca.OP_MUL, ca.OP_DIV)
LOGIC = (ca.OP_LT, ca.OP_LE, ca.OP_EQ, ca.OP_NE, ca.OP_AND, ca.OP_OR, ca.OP_IF_ELSE_ZERO)
OTHERS = (
    ca.OP_POW,
    ca.OP_CONSTPOW,
    ca.OP_ATAN2,
    ca.OP_FMIN,
    ca.OP_FMAX,
    ca.OP_FMOD,
    ca.OP_COPYSIGN,
    ca.OP_HYPOT,
)
BINARY = frozenset((*SUMS, *PRODUCTS, *LOGIC, *OTHERS))


@dataclass(frozen=True, slots=True)
class _Sized:
    """A value with its two sizes; `fixed` where nothing that moves is in it."""

    value: Scalar
    terms: Scalar
    rounding: Scalar
    fixed: bool


def sizes(values: Scalar, moving: Scalar, parameters: Scalar) -> tuple[Scalar, Scalar]:
    """Terms and rounding of each of some values, functions of what moves and of parameters."""
    none = ca.SX(0, 1)
    if not values.numel():
        return none, none
    arguments = (moving, parameters)
    function = ca.Function("sizes", list(arguments), [ca.densify(values)], {"allow_free": True})
    free = function.free_sx() if function.has_free() else []
    if free:
        arguments = (ca.vertcat(moving, *free), parameters)
        function = ca.Function("sizes", list(arguments), [ca.densify(values)])
    work: dict[int, _Sized] = {}
    found: dict[int, _Sized] = {}
    for k in range(function.n_instructions()):
        code, inputs = function.instruction_id(k), function.instruction_input(k)
        if code == ca.OP_OUTPUT:
            found[function.instruction_output(k)[1]] = work[inputs[0]]
            continue
        if code == ca.OP_INPUT:
            made = _leaf(arguments[inputs[0]].nonzeros()[inputs[1]], fixed=inputs[0] == 1)
        elif code == ca.OP_CONST:
            made = _leaf(ca.SX(function.instruction_constant(k)), fixed=True)
        else:
            made = _made(code, [work[i] for i in inputs])
        work[function.instruction_output(k)[0]] = made
    every = [found[i] for i in range(values.numel())]
    return ca.vertcat(none, *(own.terms for own in every)), ca.vertcat(none, *(own.rounding for own in every))


def reach(values: Scalar, linear: Scalar, moving: Scalar, parameters: Scalar) -> tuple[Scalar, Scalar]:
    """The terms of some values, with those |G| |x| that are linear in what moves; and what they round to.

    The second is the measure of what is satisfied: never so small that rounding would be seen.
    """
    terms, rounding = sizes(values, moving, parameters)
    if not values.numel():
        return terms, terms
    own = ca.fmax(terms, linear)
    return own, ca.fmax(own, ROUNDING * rounding)


def _leaf(value: Scalar, *, fixed: bool) -> _Sized:
    size = ca.fabs(value)
    return _Sized(value, size, size, fixed)


def _made(code: int, inputs: list[_Sized]) -> _Sized:
    """The result of an operation."""
    if code == ca.OP_ASSIGN:
        return inputs[0]
    fixed = all(own.fixed for own in inputs)
    if code not in BINARY:
        inputs = inputs[:1]
    given = [own.value for own in inputs]
    value = ca.SX.binary(code, *given) if len(given) > 1 else ca.SX.unary(code, *given)
    size = ca.fabs(value)
    if fixed:
        return _Sized(value, size, size, fixed)
    rounding = ca.SX(0)
    for slope, own in zip(_slopes(code, len(given)).call(given), inputs, strict=True):
        part = ca.fabs(slope) * own.rounding
        counts = ca.logic_and(own.rounding > 0, ca.fabs(slope) < STEEP)
        rounding += part if slope.is_constant() else ca.if_else(counts, part, 0)
    return _Sized(value, _terms(code, inputs, size), ca.fmax(size, rounding), fixed)


def _terms(code: int, inputs: list[_Sized], size: Scalar) -> Scalar:
    first, last = inputs[0], inputs[-1]
    if code in SUMS:
        return first.terms + last.terms
    if code == ca.OP_NEG:
        return first.terms
    if code == ca.OP_TWICE:
        return 2 * first.terms
    if code == ca.OP_MUL and (first.fixed or last.fixed):
        factor, other = (first, last) if first.fixed else (last, first)
        return ca.fabs(factor.value) * other.terms
    if code == ca.OP_DIV and last.fixed:
        return first.terms / ca.fabs(last.value)
    return size


@cache
def _slopes(code: int, count: int) -> Any:
    """The derivatives of an operation by its operands."""
    given = [ca.SX.sym("a"), ca.SX.sym("b")][:count]
    value = ca.SX.binary(code, *given) if count > 1 else ca.SX.unary(code, *given)
    return ca.Function("slopes", given, [ca.densify(ca.jacobian(value, own)) for own in given])
