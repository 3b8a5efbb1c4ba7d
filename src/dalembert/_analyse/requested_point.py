"""The requested operating point with its accelerations; or the default point of modes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from dalembert._analyse.context import AnalysisContext, without_inputs
from dalembert._analyse.equilibrium import equilibria
from dalembert._analyse.linearisation import linear_at
from dalembert._analyse.operating_point import PLACES, At, model_at, point_of, start_of, with_accelerations
from dalembert._analyse.records import STABILITY, Equilibria, Linear, OperatingPoint, Stability
from dalembert._analyse.refusal import refusal
from dalembert._analyse.run_start import begins_as_a_run, run_start
from dalembert._expression.source import ModelError
from dalembert._model.records import Model
from dalembert._words.message import Message, Quantity, equal, say

ALONG = (0.1, 0.37)  # relative distances along the motion at which A is computed again
SAME = 1e-7  # relative to the largest entry of row and column: smaller differences of A are rounding
FIRM = (Stability.stable, Stability.asymptotic, Stability.neutral)


def point_at(context: AnalysisContext, at: At) -> OperatingPoint:
    """The start (None), the equilibrium nearest to it, or a given point."""
    if isinstance(at, Mapping):
        return _with_efforts(context, model_at(context, at), point_of(context, at))
    if at in (None, "start"):
        return _with_efforts(context, context.model, start_of(context))
    if at != "equilibrium":
        message = f"`at` must be one of {', '.join(PLACES)} or give values, but is {at!r}"
        raise ValueError(message)
    point, why = nearest_equilibrium(context)
    if point is None:
        hint = 'look at the start: at="start" (--at start), or give values that allow rest'
        raise refusal(why, hint, "equilibrium")
    return point


def _with_efforts(context: AnalysisContext, model: Model, point: OperatingPoint) -> OperatingPoint:
    """The point with accelerations, multipliers and unknown efforts, from the model with its starts."""
    if begins_as_a_run(context, point):
        return run_start(context, model, point)
    return with_accelerations(context, point)


def linear_about(context: AnalysisContext, at: At) -> Linear:
    """The linear equations about a requested point, with a remark if it is no equilibrium."""
    linear = linear_at(context, point_at(context, at))
    if not linear.residual:
        return linear
    now = zip(context.model.inputs, context.u, strict=False)
    options = "".join(f" --input {one.name}=0" for one, value in now if value != 0)
    remark = say("advice_find_rest", command=f"MODEL{options}")
    return replace(linear, remarks=(*linear.remarks, remark))


def nearest_equilibrium(
    context: AnalysisContext, *, stable: bool = False, known: Equilibria | None = None
) -> tuple[OperatingPoint | None, Message]:
    """The equilibrium nearest to the start, with `stable` a stable one; None and a reason without one.

    It is one of the `known` equilibria; without them it is searched for.
    """
    known = equilibria(context) if known is None else known
    if not known.equilibria:
        return None, known.message
    firm = [one for one in known if one.stability in FIRM]
    pool = firm if stable and firm else list(known)
    chosen = pool[int(np.argmin([one.distance for one in pool]))]
    count, stability = len(known), STABILITY[chosen.stability]
    if count == 1:
        about = say("place_equilibrium", stability=stability)
    elif len(pool) == count:
        about = say("place_nearest", stability=stability)
    elif len(pool) == 1:
        about = say("place_only_firm", count=count, stability=stability)
    else:
        about = say("place_nearest_firm", count=count, stability=stability)
    return replace(chosen.point, about=about), known.message


def default_linearisation(
    context: AnalysisContext, equilibria: Equilibria | None = None
) -> tuple[Linear, tuple[Message, ...]]:
    """The linear equations that a user most likely means who names no point, and remarks on them.

    In this order: the start, where it is a steady motion; the nearest equilibrium that is not unstable, else
    the nearest; the same with the inputs at zero, where there is none with those of the start time; the
    start, where the linear equations are constant along the motion through it. Frequencies about any other
    point would hold for an instant only: an error is raised.
    """
    start = start_of(context)
    if start.qd.any():
        steady = _steady_linearisation(context, start)
        if steady is not None:
            return steady, ()
    point, why = nearest_equilibrium(context, stable=True, known=equilibria)
    if point is not None:
        return linear_at(context, point), _at_rest(context, start)
    if context.u.any() and not context.given:
        still = without_inputs(context)
        point, _ = nearest_equilibrium(still, stable=True)
        if point is not None:
            zero = tuple(equal(one.name, 0.0) for one in context.model.inputs)
            about = say("place_with_inputs", place=point.about, values=zero)
            none = say(
                "modes_none_with_inputs", t=Quantity(context.t), values=context.input_messages, why=why
            )
            return linear_at(still, replace(point, about=about)), (none, *_at_rest(still, start))
    linear = linear_at(context, _with_efforts(context, context.model, start))
    if _is_constant_along(context, linear):
        return linear, (say("modes_lasting", why=why),)
    message = say("modes_not_lasting", why=why)
    options = "".join(f" --input {one.name}=0" for one in context.model.inputs)
    hint = f"hold the inputs at values that allow rest:{options}; or name" if options else "name"
    raise refusal(message, f"{hint} the instant: --at start", "equilibrium")


def _at_rest(context: AnalysisContext, start: OperatingPoint) -> tuple[Message, ...]:
    """A remark where the start moves but the modes are those at rest."""
    fast = context.speeds(start.qd)
    return (say("modes_start_moves", values=fast),) if fast else ()


def _steady_linearisation(context: AnalysisContext, start: OperatingPoint) -> Linear | None:
    """The linear equations about the start, where it is a steady motion: constant speeds and a constant A."""
    try:
        linear = linear_at(
            context, _with_efforts(context, context.model, replace(start, about=say("place_steady_start")))
        )
    except ModelError:
        return None
    return linear if not linear.residual and _is_constant_along(context, linear, steady=True) else None


def _is_constant_along(context: AnalysisContext, linear: Linear, *, steady: bool = False) -> bool:
    """Whether A(t) stays the same along the motion through a point: q + τ qd + τ² qdd/2, qd + τ qdd.

    With `steady` accelerations must vanish there, too. The path neglects what constraints add in third order;
    where that matters, A changes already.
    """
    point = linear.point
    rate = np.max(np.abs(point.qd) / context.scale, initial=0.0)
    rate = max(rate, np.sqrt(np.max(np.abs(point.qdd) / context.scale, initial=0.0)))
    for part in ALONG if rate > 0 else ():
        tau = part / rate
        q = point.q + tau * point.qd + tau**2 / 2 * point.qdd
        there = replace(point, q=q, qd=point.qd + tau * point.qdd)
        if begins_as_a_run(context, there):
            return False  # its speeds need not satisfy what binds them
        try:
            other = linear_at(context, with_accelerations(context, there))
        except ModelError:
            return False
        if other.state.states != linear.state.states or (steady and other.residual):
            return False
        A, B = linear.state.A, other.state.A
        size = np.maximum(
            np.abs(A).max(axis=1, keepdims=True, initial=0.0), np.abs(A).max(initial=0.0) * SAME
        )
        if np.any(np.abs(A - B) > SAME * size):
            return False
    return True
