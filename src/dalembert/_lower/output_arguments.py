"""Where outputs jump, bend or turn quickly: the arguments of their functions, and when these matter.

    abs, sign, step, min, max, conditions, tables    switch where an argument (or a difference) is zero,
    floor, mod                                       jump where it is a whole number,
    sin, cos, tan                                    turn with it,
    exp                                              grows with it, and is largest where it is,
    tanh, atan, asinh                                change within a few units around zero,
    √, log, powers, quotients                        turn with its logarithm, most where it is next to zero.

Such an argument is smoother than its function: it tells where between two instants to look at something.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from dalembert._expression.canonical import key
from dalembert._expression.tree import (
    Call,
    Inverse,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Sum,
)
from dalembert._lower.time_switches import sides_of
from dalembert._model.records import Model
from dalembert._model.signals import operations_written_out
from dalembert._model.survey import Survey, Use, depends, survey, use_of
from dalembert._model.table_cells import readable_cells

NOTHING = Number(-40)  # exp of less is nothing, and tanh of more is 1
ENOUGH = Number(20)
MOST_KNOTS = 64  # of an axis of a table that are looked at one by one
TURNING = frozenset({"sin", "cos", "tan", "sinh", "cosh", "asin", "acos", "atan2"})
STEEP = frozenset({"tanh", "atan", "asinh", "atanh", "acosh", "erf", "erfc"})
RELATIVE = frozenset({"sqrt", "log", "ln", "log10"})


class Turn(IntEnum):
    """How an argument tells where its function is to be looked at; numbered as in ensemble.h."""

    side = 4  # where it changes its sign
    count = 8  # where it passes a whole number
    phase = 16  # wherever it has changed by one
    top = 32  # where it is largest
    dip = 64  # where it is nearest to zero


@dataclass(frozen=True, slots=True)
class TurningArgument:
    """An argument, and when its function is to be looked at."""

    node: Node
    turn: Turn


def output_arguments(model: Model) -> tuple[TurningArgument, ...]:
    """The arguments of the functions that outputs are made of, and of those of the definitions in them."""
    return tuple(dict.fromkeys(one for several in turning_outputs(model).values() for one in several))


def turning_outputs(model: Model) -> dict[str, tuple[TurningArgument, ...]]:
    """The outputs that are made of such functions, by name, with the arguments of these."""
    known, cells = survey(model), readable_cells(model)[0]
    knots = {name: table.knots for name, table in cells.items()}
    of_definitions: dict[str, dict[object, TurningArgument]] = {}
    for name in known.order:
        use = use_of("definition", name, known.definitions[name].expression)
        of_definitions[name] = _arguments_of(use, known, knots, of_definitions)
    outputs = (use_of("output", one.name, one.expression) for one in model.outputs)
    arguments = {use.name: _arguments_of(use, known, knots, of_definitions) for use in outputs}
    return {name: tuple(several.values()) for name, several in arguments.items() if several}


def _arguments_of(
    use: Use,
    known: Survey,
    knots: dict[str, tuple[tuple[float, ...], ...]],
    of_definitions: dict[str, dict[object, TurningArgument]],
) -> dict[object, TurningArgument]:
    """The arguments of the functions of an expression, and of those of the definitions in it."""
    arguments: dict[object, TurningArgument] = {}
    for name, _ in use.names:
        arguments |= of_definitions.get(name, {})
    for node in operations_written_out(use):
        for one in _arguments(node, knots):
            if depends(one.node, known):
                arguments.setdefault((key(one.node), one.turn), one)
    return arguments


def _arguments(node: Node, knots: dict[str, tuple[tuple[float, ...], ...]]) -> Iterator[TurningArgument]:
    for left, right in sides_of(node):
        yield TurningArgument(Sum((left, Negative(right))), Turn.side)
    match node:
        case Call(function="floor", arguments=(a,)):
            yield TurningArgument(a, Turn.count)
        case Call(function="mod", arguments=(a, b)):
            yield TurningArgument(Product((a, Inverse(b))), Turn.count)
        case Call(function="atan2", arguments=(a, b)):
            yield TurningArgument(a, Turn.side)
            yield TurningArgument(b, Turn.side)
        case Call(function="exp", arguments=(a,)):
            yield TurningArgument(a, Turn.top)
            yield TurningArgument(Call("max", (a, NOTHING)), Turn.phase)
        case Call(function=function, arguments=(a,)) if function in TURNING:
            yield TurningArgument(a, Turn.phase)
        case Call(function=function, arguments=(a,)) if function in STEEP:
            within = Call("max", (Call("min", (a, ENOUGH)), Negative(ENOUGH)))
            yield TurningArgument(a, Turn.side)
            yield TurningArgument(within, Turn.phase)
        case Call(function=function, arguments=(a,)) if function in RELATIVE:
            yield from _around_zero(a)
        case Inverse(operand=a):
            yield from _around_zero(a)
        case Power(base=a, exponent=exponent) if not _is_whole(exponent):
            yield from _around_zero(a)
        case Call(function=function, arguments=arguments) if function in knots:
            for a, axis in zip(arguments, knots[function], strict=False):
                for knot in axis if len(axis) <= MOST_KNOTS else ():
                    yield TurningArgument(Sum((a, Number(-knot))), Turn.side)
        case _:
            return


def _around_zero(a: Node) -> Iterator[TurningArgument]:
    """What turns with the logarithm of an argument."""
    yield TurningArgument(a, Turn.dip)
    yield TurningArgument(Call("log", (Call("abs", (a,)),)), Turn.phase)


def _is_whole(exponent: Node) -> bool:
    """Whether a power is a product of its base: 0, 1, 2, …"""
    return isinstance(exponent, Number) and exponent.value >= 0 and exponent.value == int(exponent.value)
