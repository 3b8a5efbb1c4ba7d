"""Unknown efforts from effort constraints: isolated, or implicit with their derivatives.

    a e + b = 0:              e = −b/a
    a e² + b e + c = 0:       e = (−b ± √(b² − 4 a c))/(2 a),   where ∂Γ/∂e = ±√(b² − 4 a c)
    any other Γ(e, x) = 0:    ∂e/∂x = −(∂Γ/∂x)/(∂Γ/∂e)

Of the two solutions of a quadratic equation the one on the side of the guess holds, seen from −b/(2 a) at the
start: Newton's method from the guess finds it, and a run follows it as long as ∂Γ/∂e does not vanish.
"""

from __future__ import annotations

from dataclasses import dataclass

import symengine as se

from dalembert._derive.from_symengine import leaf_of
from dalembert._derive.identity import is_zero
from dalembert._derive.solving import solve_for
from dalembert._derive.to_symengine import Symbolic, symbol
from dalembert._derive.workbench import Workbench
from dalembert._expression.evaluate import evaluate
from dalembert._expression.tree import Node
from dalembert._expression.walk import names
from dalembert._model.records import Model
from dalembert._model.values import values_at_start
from dalembert._words.message import Message, Quantity, Symbol, say

DIGITS = 6  # of a guess


@dataclass(frozen=True, slots=True, kw_only=True)
class ImplicitEffort:
    """An effort that stays in its constraint: why, and its derivatives by what varies in the constraint."""

    effort: str
    constraint: str
    why: Message
    slopes: tuple[tuple[Node, Node], ...]


@dataclass(frozen=True, slots=True)
class IsolatedEffort:
    """The value of an effort, and where it is from."""

    value: Symbolic
    why: Message


def linear_solution(bench: Workbench, gamma: Symbolic, effort: str, constraint: str) -> IsolatedEffort | None:
    """The effort from a constraint that is linear in it; None where it is not."""
    e = symbol(effort)
    slope = bench.diff(gamma, e)
    if e in bench.free_symbols(slope) or is_zero(slope):
        return None
    value = solve_for(bench, gamma, e)
    if e in bench.free_symbols(value):
        return None
    return IsolatedEffort(value, say("step_from", name=Symbol(constraint)))


def quadratic_solution(
    bench: Workbench, gamma: Symbolic, model: Model, effort: str, constraint: str
) -> IsolatedEffort | Message:
    """The effort from a constraint that is quadratic in it, or the reason why it stays implicit."""
    e, zero = symbol(effort), se.Integer(0)
    slope = bench.diff(gamma, e)
    a = bench.tidy(bench.diff(slope, e) / 2)
    about: dict[str, Symbol | Quantity] = {"name": Symbol(constraint), "effort": Symbol(effort)}
    if e in bench.free_symbols(a) or is_zero(a):
        return say("effort_implicit", **about)
    b, c = (bench.tidy(bench.put_in(part, {e: zero})) for part in (slope, gamma))
    known = values_at_start(model)
    at_start = bench.read(bench.tidy(slope))
    unknown = [name for name, order in names(at_start) if (name, order) not in known and name != "pi"]
    if unknown:
        return say("effort_without_values", names=tuple(map(Symbol, unknown)), **about)
    side = evaluate(at_start, known)
    about["guess"] = Quantity(known[effort, 0], DIGITS)
    if not abs(side) > 0:
        return say("effort_undecided", **about)
    sign = 1 if side > 0 else -1
    if b == 0:
        positive = known[effort, 0] > 0
        value = (1 if positive else -1) * se.sqrt(bench.tidy(-c / a))
    else:
        value = (sign * se.sqrt(bench.tidy(b**2 - 4 * a * c)) - b) / (2 * a)
    return IsolatedEffort(value, say("step_branch_rising" if sign > 0 else "step_branch_falling", **about))


def implicit_effort(
    bench: Workbench, gamma: Symbolic, effort: str, constraint: str, why: Message
) -> ImplicitEffort:
    """The derivatives of an effort by what varies in its constraint, by the implicit function theorem."""
    e = symbol(effort)
    slope = bench.tidy(bench.diff(gamma, e))
    varying = [s for s in bench.free_symbols(gamma) if s != e and not bench.is_parameter(s)]
    order = {str(s): i for i, s in enumerate([symbol("t"), *bench.q, *bench.qd])}
    varying.sort(key=lambda s: (order.get(str(s), len(order)), str(s)))
    slopes = [(s, bench.tidy(-bench.diff(gamma, s))) for s in varying]
    return ImplicitEffort(
        effort=effort,
        constraint=constraint,
        why=why,
        slopes=tuple(
            (leaf_of(str(s)), bench.read(_quotient(bench, part, slope))) for s, part in slopes if part != 0
        ),
    )


def _quotient(bench: Workbench, top: Symbolic, under: Symbolic) -> Symbolic:
    """The quotient, divided term by term where the divisor is one product."""
    return top / under if type(under) is se.Add else bench.tidy(top / under)
