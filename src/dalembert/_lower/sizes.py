"""The size of the terms of an equation, to which its residual is relative.

Two sizes are computed beside each value v of an expression, from its operations:

    terms     |a| + |b| for a sum, |c| times that of the other factor for a constant factor c, else |v|
    rounding  |v| + |v_a| r_a + |v_b| r_b, for sums and products without |v|: what a change of every
              intermediate value by a part of its own size changes v by, as a multiple of that part

The terms contain constants, so that they do not vanish where all coordinates are zero. The rounding also
contains what cancels inside of a function or a factor: the residual cannot be smaller than eps times it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import casadi as ca

from dalembert._lower.casadi_scalars import magnitude, over, plus, times
from dalembert._lower.to_casadi import Scalar

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
TURNS = (ca.OP_SIN, ca.OP_COS, ca.OP_EXP, ca.OP_ATAN, ca.OP_TANH)  # their slopes are finite
TWO = ca.SX(2)
BINARY = frozenset((*SUMS, *PRODUCTS, *LOGIC, *OTHERS))


@dataclass(frozen=True, slots=True)
class _SizedValue:
    """A value with its two sizes; None where both are |v| of something that never moves."""

    value: Scalar
    sizes: tuple[Scalar, Scalar] | None

    @property
    def is_fixed(self) -> bool:
        """Whether it depends on nothing that changes in time."""
        return self.sizes is None

    @property
    def terms(self) -> Scalar:
        """The size of its terms."""
        return magnitude(self.value) if self.sizes is None else self.sizes[0]

    @property
    def rounding(self) -> Scalar:
        """Its rounding: the change with relative changes of all intermediate values."""
        return magnitude(self.value) if self.sizes is None else self.sizes[1]


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
    given = [argument.nonzeros() for argument in arguments]
    work: dict[int, _SizedValue] = {}
    by_element: dict[int, _SizedValue] = {}
    for k in range(function.n_instructions()):
        code, inputs = function.instruction_id(k), function.instruction_input(k)
        if code == ca.OP_OUTPUT:
            by_element[function.instruction_output(k)[1]] = work[inputs[0]]
            continue
        if code == ca.OP_INPUT:
            value = given[inputs[0]][inputs[1]]
            made = _SizedValue(value, None if inputs[0] == 1 else (magnitude(value),) * 2)
        elif code == ca.OP_CONST:
            made = _SizedValue(ca.SX(function.instruction_constant(k)), None)
        else:
            made = _size_of(code, [work[i] for i in inputs])
        work[function.instruction_output(k)[0]] = made
    every = [by_element[i] for i in range(values.numel())]
    return ca.vertcat(none, *(value.terms for value in every)), ca.vertcat(
        none, *(value.rounding for value in every)
    )


def reach(values: Scalar, linear: Scalar, moving: Scalar, parameters: Scalar) -> tuple[Scalar, Scalar]:
    """The terms of some values, with those |G| |x| that are linear in what moves; and what they round to.

    The second is the measure of what is satisfied: never so small that rounding would be seen.
    """
    terms, rounding = sizes(values, moving, parameters)
    if not values.numel():
        return terms, terms
    size = ca.fmax(terms, linear)
    return size, ca.fmax(size, ROUNDING * rounding)


def _size_of(code: int, inputs: list[_SizedValue]) -> _SizedValue:
    """The result of an operation."""
    if code == ca.OP_ASSIGN:
        return inputs[0]
    inputs = inputs if code in BINARY else inputs[:1]
    given = [one.value for one in inputs]
    value = ca.SX.binary(code, *given) if len(given) > 1 else ca.SX.unary(code, *given)
    if all(one.is_fixed for one in inputs):
        return _SizedValue(value, None)
    return _SizedValue(value, _sizes(code, inputs, value))


def _sizes(code: int, inputs: list[_SizedValue], value: Scalar) -> tuple[Scalar, Scalar]:
    """Terms and rounding of a result that moves."""
    first, last = inputs[0], inputs[-1]
    if code in SUMS:
        return plus(first.terms, last.terms), plus(first.rounding, last.rounding)
    if code == ca.OP_NEG:
        return first.terms, first.rounding
    if code == ca.OP_TWICE:
        return times(TWO, first.terms), times(TWO, first.rounding)
    if code == ca.OP_MUL and (first.is_fixed or last.is_fixed):
        factor, other = (first, last) if first.is_fixed else (last, first)
        return times(factor.terms, other.terms), times(factor.terms, other.rounding)
    if code == ca.OP_DIV and last.is_fixed:
        return over(first.terms, last.terms), over(first.rounding, last.terms)
    size = magnitude(value)
    if code == ca.OP_MUL:
        left, right = magnitude(first.value), magnitude(last.value)
        return size, plus(times(left, last.rounding), times(right, first.rounding))
    if code == ca.OP_SQ:
        return size, times(times(TWO, magnitude(first.value)), first.rounding)
    rounding = size
    for slope, operand in zip(
        _slopes(code, len(inputs)).call([o.value for o in inputs]), inputs, strict=True
    ):
        part = times(magnitude(slope), operand.rounding)
        if code not in TURNS:
            counts = ca.logic_and(operand.rounding > 0, magnitude(slope) < STEEP)
            part = ca.if_else(counts, part, 0)
        rounding = plus(rounding, part)
    return size, rounding


@cache
def _slopes(code: int, count: int) -> Any:
    """The derivatives of an operation by its operands."""
    given = [ca.SX.sym("a"), ca.SX.sym("b")][:count]
    value = ca.SX.binary(code, *given) if count > 1 else ca.SX.unary(code, *given)
    return ca.Function("slopes", given, [ca.densify(ca.jacobian(value, operand)) for operand in given])
