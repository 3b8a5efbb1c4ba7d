"""Values on a tape as polynomials of the state, whose coefficients are functions of time: what is linear.

A rate Σ a_j y_j + f(t) with numbers a_j, and f of the kind of `time_functions.py`, is that of a linear system
with constant coefficients; a power is of second degree. Whether a tape is of this kind is decided by its
operations, and the numbers follow in fifty digits from those that it is given, which are taken as they are.
Conditions on time keep their value between the times at which they switch: they are evaluated at an instant.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, DecimalException, localcontext

from dalembert._tape.polynomial_degree import slots_below
from dalembert._tape.tape import ARGUMENT, CONSTANT, Instruction, Tape
from dalembert._tape.time_functions import (
    CONTEXT,
    ONE,
    TimeFunction,
    constant,
    cosine,
    exponential,
    line_of,
    plus,
    sine,
    sine_and_cosine,
    times,
)
from dalembert._tape.time_functions import (
    multiple as time_multiple,
)

Monomial = tuple[int, ...]  # the variables that are multiplied, by number
Form = dict[Monomial, TimeFunction]
EPSILON = 2.220446049250313e-16
SHORT = 2**32  # mantissas k/2^32 with whole k are taken for exact ones
TIMELESS: Monomial = ()
CONDITIONS: Mapping[str, Callable[..., float]] = {
    "lt": lambda a, b: float(a < b),
    "le": lambda a, b: float(a <= b),
    "eq": lambda a, b: float(a == b),
    "ne": lambda a, b: float(a != b),
    "not": lambda a: float(not a),
    "and": lambda a, b: float(bool(a) and bool(b)),
    "or": lambda a, b: float(bool(a) or bool(b)),
    "floor": math.floor,
    "sign": lambda a: float((a > 0) - (a < 0)),
}
PLAIN: Mapping[str, Callable[..., float]] = {
    "log": math.log,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "atan2": math.atan2,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "asinh": math.asinh,
    "acosh": math.acosh,
    "atanh": math.atanh,
    "pow": math.pow,
    "sin": math.sin,
    "cos": math.cos,
    "exp": math.exp,
    "sqrt": math.sqrt,
    "abs": abs,
    "min": min,
    "max": max,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "inv": lambda a: 1 / a,
    "neg": lambda a: -a,
    "twice": lambda a: 2 * a,
    "sq": lambda a: a * a,
    "if_else_zero": lambda a, b: b if a else 0.0,
    **CONDITIONS,
}


class NotAffine(Exception):
    """A value that is asked for is no polynomial of the state of low degree with such functions of time."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value: its form, None where it has none; if it depends on time alone, its number at the instant."""

    form: Form | None
    number: float | None = None


def number(value: Decimal) -> Value:
    """A constant."""
    return Value({TIMELESS: constant(value)} if value else {}, float(value))


def variable(index: int) -> Value:
    """A variable by its number."""
    return Value({(index,): constant(ONE)})


class Rounding:
    """Numbers as they are, or those that were rounded before disturbed by so many times their rounding.

    A number that was written is meant as it is; `written` are the mantissas of those.
    """

    def __init__(self, written: frozenset[float], gain: float = 0.0) -> None:
        self._written, self._gain, self._source = written, gain, random.Random(7)
        self.disturbed = False  # whether there were rounded numbers

    def of(self, value: float) -> Decimal:
        """A number in fifty digits."""
        exact, digits = Decimal(value), mantissa(value)
        if digits in self._written or (digits * SHORT).is_integer():
            return exact
        self.disturbed = True
        return exact * (ONE + Decimal(self._gain * EPSILON / 2 * self._source.choice((-1, 1))))


def mantissa(value: float) -> float:
    """The digits of a number: what twice or half of it has too."""
    return abs(math.frexp(value)[0])


def forms_of(
    tape: Tape, arguments: Mapping[str, Sequence[Value]], rounding: Rounding, count: int | None = None
) -> list[Form]:
    """The forms of the first entries of the first result of a tape; raises `NotAffine` where one has none."""
    slots = tape.results[0].slots[:count]
    return [_form_of(value) for value in values_of_slots(tape, slots, arguments, rounding)]


def _form_of(value: Value) -> Form:
    if value.form is None:
        raise NotAffine
    return value.form


def values_of_slots(
    tape: Tape, slots: Sequence[int], arguments: Mapping[str, Sequence[Value]], rounding: Rounding
) -> list[Value]:
    """The values of some slots."""
    wanted, values = slots_below(tape, slots), dict[int, Value]()
    given = [arguments[block.name] for block in tape.arguments]
    with localcontext(CONTEXT):
        for k, instruction in enumerate(tape.instructions):
            if not wanted[k]:
                continue
            if instruction.operation == ARGUMENT:
                block, index = instruction.operands
                values[k] = given[block][index]
            elif instruction.operation == CONSTANT:
                values[k] = number(rounding.of(instruction.number))
            else:
                operands = [values[slot] for slot in instruction.operands]
                values[k] = _value(instruction, operands, rounding)
    return [values[slot] for slot in slots]


def _value(instruction: Instruction, operands: list[Value], rounding: Rounding) -> Value:
    """The value of an operation; one that depends on time alone has its number too."""
    operation = instruction.operation
    numbers = [one.number for one in operands if one.number is not None]
    at_instant = _plainly(operation, numbers) if len(numbers) == len(operands) else None
    try:
        return Value(_form(operation, operands, rounding), at_instant)
    except (NotAffine, DecimalException, ArithmeticError):
        return Value(None, at_instant)


def _plainly(operation: str, numbers: list[float]) -> float | None:
    try:
        return PLAIN[operation](*numbers)
    except (ArithmeticError, ValueError):
        return math.nan


def _form(operation: str, operands: list[Value], rounding: Rounding) -> Form:
    """The form of an operation."""
    if operation in CONDITIONS:
        return number(Decimal(_condition(operation, operands))).form or {}
    if operation in ("if_else_zero", "min", "max", "abs"):
        return _choice(operation, operands)
    forms = [_form_of(one) for one in operands]
    match operation, forms:
        case "add", [a, b]:
            return sum_of(a, b)
        case "sub", [a, b]:
            return sum_of(a, multiple(b, -ONE))
        case "neg", [a]:
            return multiple(a, -ONE)
        case "twice", [a]:
            return multiple(a, Decimal(2))
        case "mul", [a, b]:
            return product_of(a, b)
        case "sq", [a]:
            return product_of(a, a)
        case "div", [a, b]:
            return multiple(a, ONE / constant_of(b))
        case "inv", [a]:
            return number(ONE / constant_of(a)).form or {}
        case "pow", [a, b]:
            return _power(a, constant_of(b), rounding)
    return _function(operation, forms, rounding)


def _condition(operation: str, operands: list[Value]) -> float:
    """The number that a condition on time has until it switches."""
    numbers = [one.number for one in operands]
    if any(one is None for one in numbers):
        raise NotAffine
    return float(CONDITIONS[operation](*numbers))


def _choice(operation: str, operands: list[Value]) -> Form:
    """The form that a choice by time alone takes."""
    first = operands[0].number
    if first is None:
        raise NotAffine
    if operation == "if_else_zero":
        return _form_of(operands[1]) if first else {}
    if operation == "abs":
        return multiple(_form_of(operands[0]), ONE if first >= 0 else -ONE)
    other = operands[1].number
    if other is None:
        raise NotAffine
    takes_first = first <= other if operation == "min" else first >= other
    return _form_of(operands[0] if takes_first else operands[1])


def _power(base: Form, exponent: Decimal, rounding: Rounding) -> Form:
    """A power with a constant exponent: of anything if it is a small whole number, else of a constant."""
    if exponent == exponent.to_integral_value() and 0 <= exponent <= 8:
        product = number(ONE).form or {}
        for _ in range(int(exponent)):
            product = product_of(product, base)
        return product
    if base.keys() <= {TIMELESS}:
        value = constant_of(base)
        if exponent == exponent.to_integral_value():
            return number(value ** int(exponent)).form or {}
        return number(_in_double("pow", (float(value), float(exponent)), rounding)).form or {}
    raise NotAffine


def _function(operation: str, forms: list[Form], rounding: Rounding) -> Form:
    """A function of a straight line in time, or of constants."""
    if len(forms) == 1 and operation in ("exp", "sin", "cos", "sqrt", "sinh", "cosh"):
        line = line_of(time_function(forms[0]))
        if line is None:
            raise NotAffine
        value, slope = line
        if operation == "sqrt" and not slope:
            return number(value.sqrt()).form or {}
        if operation == "sqrt":
            raise NotAffine
        if not slope and operation in ("sin", "cos"):
            return number(sine_and_cosine(value)[operation == "cos"]).form or {}
        made = {"exp": exponential, "sin": sine, "cos": cosine}.get(operation)
        if made is not None:
            return _timed(made(value, slope))
        rising, falling = exponential(value, slope), exponential(-value, -slope)
        half = Decimal("0.5")
        return _timed(
            plus(time_multiple(rising, half), time_multiple(falling, half if operation == "cosh" else -half))
        )
    given = tuple(float(constant_of(one)) for one in forms)
    return number(_in_double(operation, given, rounding)).form or {}


def _in_double(operation: str, given: tuple[float, ...], rounding: Rounding) -> Decimal:
    """The value of a function that is computed in double precision."""
    try:
        return rounding.of(float(PLAIN[operation](*given)))
    except (KeyError, ValueError) as error:
        raise NotAffine from error


def _timed(function: TimeFunction) -> Form:
    return {TIMELESS: function} if function else {}


def time_function(form: Form) -> TimeFunction:
    """The function of time that a form is; raises where it depends on the state."""
    if form.keys() - {TIMELESS}:
        raise NotAffine
    return form.get(TIMELESS, {})


def constant_of(form: Form) -> Decimal:
    """The constant that a form is; raises where it is none."""
    line = line_of(time_function(form))
    if line is None or line[1]:
        raise NotAffine
    return line[0]


def sum_of(one: Form, other: Form) -> Form:
    """A sum."""
    total = dict(one)
    for monomial, function in other.items():
        made = plus(total[monomial], function) if monomial in total else function
        if made:
            total[monomial] = made
        else:
            del total[monomial]
    return total


def multiple(one: Form, factor: Decimal) -> Form:
    """A multiple."""
    if factor == ONE:
        return one
    return {monomial: time_multiple(function, factor) for monomial, function in one.items()} if factor else {}


def product_of(one: Form, other: Form) -> Form:
    """A product, of the second degree at most."""
    total: Form = {}
    for first, f in one.items():
        for second, g in other.items():
            if len(first) + len(second) > 2:
                raise NotAffine
            monomial = tuple(sorted(first + second))
            made = plus(total.get(monomial, {}), times(f, g))
            if made:
                total[monomial] = made
            else:
                total.pop(monomial, None)
    return total


def numbers_of(values: Sequence[float], rounding: Rounding) -> list[Value]:
    """The values of parameters; one that has none stands nowhere."""
    with localcontext(CONTEXT):
        return [number(rounding.of(value)) if math.isfinite(value) else Value(None) for value in values]
