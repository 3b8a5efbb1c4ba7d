"""Where the functions of a model peak, so that no step misses a narrow peak.

A step whose ends lie far from a narrow barrier, V = exp(−(x − a)²/w²) say, sees nothing of it, however small
the error that it estimates. But the arguments of such functions are smooth along a step, so that their
extreme values inside it are known without meeting the barrier:

    exp(a)             is largest where a is,
    1/d, d^(−k)        are largest where |d| is least,
    √d, log d, d^(3/2) change fastest where d > 0 is least,
    tanh a, atan a     change fastest where a = 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

import casadi as ca

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Call, Inverse, Node, Number, Power
from dalembert._lower.casadi_scalars import stack
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Model, multiplier_names
from dalembert._model.survey import AT_INSTANTS, Survey, depends, survey


class Peak(IntEnum):
    """The condition on an argument at which its function peaks; numbered as in peaks.h."""

    largest = 0
    pole = 1
    zero = 2
    bend = 3


CALLS = {
    "exp": Peak.largest,
    **dict.fromkeys(("sqrt", "log"), Peak.bend),
    **dict.fromkeys(("tanh", "atan", "asinh", "erf", "erfc"), Peak.zero),
}
MOVING = ("coordinate", "state")
QUIET = (
    "value",
    "start",
    "speed",
    "guess",
    "case",
    "output",
    "restitution",
    "when",
    *AT_INSTANTS,
)  # no forces


@dataclass(frozen=True, slots=True)
class Peaking:
    """An argument whose function peaks along a motion, the condition for a peak, and where it stands."""

    argument: Node
    peak: Peak
    expression: Expression


def arguments_that_peak(known: Survey) -> list[Peaking]:
    """All such arguments in the expressions that determine the forces of a model."""
    return [
        Peaking(argument, peak, use.expression)
        for use in known.uses
        if use.role not in QUIET
        for argument, peak in _arguments(use.operations)
        if depends(argument, known).has(*MOVING)
    ]


def peaks(engine: Engine, peaking: list[Peaking]) -> tuple[Scalar, tuple[Peak, ...]]:
    """The arguments whose functions peak along a motion, each with the condition for a peak."""
    if not peaking:
        return ca.SX(0, 1), ()
    values = engine.put_in(engine.parts_in_symbols(one.argument for one in peaking))
    arguments: dict[tuple[int, Peak], Scalar] = {}
    for value, one in zip(values, peaking, strict=True):
        arguments.setdefault((value.element_hash(), one.peak), value)
    kinds = tuple(peak for _, peak in arguments)
    return stack(*arguments.values()), kinds


def with_peaks_of(system: System, whole: Model, model: Model) -> System:
    """The system of a whole model with the peaks of one that has fewer constraints: without contacts, say."""
    known = survey(model)
    engine = Engine(model, known)
    arguments, kinds = peaks(engine, arguments_that_peak(known))
    theirs, ours = (
        stack(one.t, one.q, one.qd, one.qdd, one.p, one.u, one.ud, one.udd, one.e, one.s, one.sd)
        for one in (engine, system)
    )
    index_of = {name: i for i, name in enumerate(multiplier_names(whole))}
    theirs = stack(theirs, engine.lam)
    ours = stack(ours, *(system.lam[index_of[name]] for name in multiplier_names(model)))
    return replace(system, peaks=ca.substitute(arguments, theirs, ours), peak_kinds=kinds)


def _arguments(operations: Iterable[Node]) -> Iterator[tuple[Node, Peak]]:
    for node in operations:
        if isinstance(node, Inverse):
            yield node.operand, Peak.pole
        elif isinstance(node, Call) and node.function in CALLS:
            yield node.arguments[0], CALLS[node.function]
        elif isinstance(node, Power) and not _is_whole(node.exponent):
            yield node.base, Peak.bend if _is_positive(node.exponent) else Peak.pole


def _is_whole(exponent: Node) -> bool:
    """Whether a power is a product of its base: 0, 1, 2, …"""
    return _is_positive(exponent) and isinstance(exponent, Number) and exponent.value == int(exponent.value)


def _is_positive(exponent: Node) -> bool:
    """Whether an exponent is a number that is not negative."""
    return isinstance(exponent, Number) and exponent.value >= 0
