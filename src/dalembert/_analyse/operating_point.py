"""The operating point: the start of the model or a given point, at which constraints are satisfied.

The start depends on the constraints alone, so coordinates without inertia are allowed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.dependent_forces import has_inertia, solve_balance
from dalembert._analyse.model_functions import Blocks
from dalembert._analyse.records import OperatingPoint
from dalembert._analyse.refusal import refusal
from dalembert._analyse.without_inertia import with_balanced_speeds
from dalembert._compile.mass_matrix import full_inertia
from dalembert._compile.rank_revealing import solution
from dalembert._compile.start_stages import mechanical_stages
from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.suggest import nearest
from dalembert._model.records import Coordinate, Model
from dalembert._model.values import value_in, values_of
from dalembert._model.vary import POINT, with_values
from dalembert._simulate.start import Start, consistent_state
from dalembert._words.message import Message, Name, Symbol, say

Array = NDArray[np.float64]
At = str | Mapping[str, Any] | None
PLACES = ("start", "equilibrium")


def start_of(context: AnalysisContext) -> OperatingPoint:
    """The consistent start, at rest or moving, with zero accelerations and multipliers."""
    return _place_of(context, _consistent_start(context), say("place_start"))


def point_of(context: AnalysisContext, at: Mapping[str, Any]) -> OperatingPoint:
    """The point with given values of some coordinates, speeds (x') and states; other speeds are zero.

    Other coordinates and states keep their start, unless the constraints require another value.
    """
    model, made = context.model, model_at(context, at)
    consistent = _consistent_start(replace(context, model=made))
    unset = {c.name for c in model.coordinates if c.start is None}
    kept = tuple(name for name in consistent.assumed if name in unset)
    values = tuple(say("equal", name=Symbol(name), value=str(value)) for name, value in at.items())
    return _place_of(context, replace(consistent, assumed=kept), say("place_given", values=values))


def model_at(context: AnalysisContext, at: Mapping[str, Any]) -> Model:
    """The model with given values of some coordinates, speeds (x') and states in place of its starts."""
    model = context.model
    start = {name: value for name, value in at.items() if not name.endswith("'")}
    speed = {name[:-1]: value for name, value in at.items() if name.endswith("'")}
    _refuse_strangers(at, context.names, [s.name for s in model.states])
    made = with_values(model, {}, start, speed, POINT)

    def with_guess(c: Coordinate, before: Coordinate) -> Coordinate:
        near = before.start if before.start is not None else before.guess
        return replace(
            c,
            start=c.start if c.name in start else None,
            guess=None if c.name in start else near,
            speed=c.speed if c.name in speed else None,
        )

    pairs = zip(made.coordinates, model.coordinates, strict=True)
    return replace(made, coordinates=tuple(with_guess(c, before) for c, before in pairs))


def with_accelerations(context: AnalysisContext, point: OperatingPoint) -> OperatingPoint:
    """The point with accelerations, multipliers and unknown efforts; raises where they are not determined."""
    e = _efforts(context, point)
    at = {"q": point.q, "qd": point.qd, "s": point.s, "e": e, "u": point.u}
    parts = context.physics.motion(point.t, at, context.p)
    for what, part in (("inertia", parts["M"]), ("force", parts["h"][:, np.newaxis])):
        bad = ~np.isfinite(part).all(axis=1)
        if bad.any():
            name = Name(context.names[int(np.argmax(bad))])
            message = (
                say("place_inertia_not_finite", name=name, place=point.about)
                if what == "inertia"
                else say("place_force_not_finite", name=name, place=point.about)
            )
            hint = "look for a division by zero, a root or a logarithm, and choose another place"
            raise refusal(message, hint, "not-finite")
    solved = solution(parts["M"], parts["G"], parts["h"], parts["gamma"])
    if context.physics.coupled and (solved is not None or has_inertia(context, point, at)):
        qdd, lam = solve_balance(context, point, at, solved)
        return replace(point, e=e, qdd=qdd, lam=lam)
    if solved is None:
        balanced_place = with_balanced_speeds(context, replace(point, e=e), at)
        if balanced_place is not None:
            return balanced_place
        message = say("place_no_accelerations", place=point.about)
        hint = 'an equilibrium needs none: at="equilibrium" (--at equilibrium), or give them a kinetic energy'
        raise refusal(message, hint, "singular")
    return replace(point, e=e, qdd=solved.qdd, lam=solved.lam)


def _efforts(context: AnalysisContext, point: OperatingPoint) -> Array:
    """Unknown efforts from their constraints, by Newton's method from their guesses."""
    model = context.model
    values = dict(zip((p.name for p in model.parameters), context.p, strict=True))
    e: Array = np.array([value_in(one.guess, values) or 0.0 for one in model.efforts], dtype=float)
    for _ in range(50 if len(e) else 0):
        at = {"q": point.q, "qd": point.qd, "s": point.s, "e": e, "u": point.u}
        parts = context.physics.motion(point.t, at, context.p)
        if not all(np.isfinite(parts[name]).all() for name in ("effort", "effort_e")):
            break
        step = np.linalg.lstsq(parts["effort_e"], -parts["effort"], rcond=None)[0]
        e += step
        if np.all(np.abs(step) <= 1e-14 * np.maximum(np.abs(e), context.scales.e)):
            return e
    if len(e):
        names = tuple(Symbol(one.name) for one in model.efforts)
        message = say("place_efforts_open", names=names, place=point.about)
        hint = "give them guesses nearer to their values, or look at the effort constraints"
        raise refusal(message, hint, "effort")
    return e


def _consistent_start(context: AnalysisContext) -> Start:
    """The positions, then the velocities of a consistent start, as a run finds them."""
    model, none = context.model, np.zeros(len(context.model.efforts))
    values = values_of(model)

    def blocks_at(y: Array) -> Blocks:
        values = {"q": y[:n], "qd": y[n : 2 * n], "s": y[2 * n :], "e": none, "u": context.u}
        return context.physics.motion(context.t, values, context.p)

    rows, n = context.rows, len(context.names)
    stages = mechanical_stages(
        n,
        rows,
        context.displacements,
        blocks_at,
        lambda y: full_inertia(blocks_at(y)["M"]),
        blocks_at,
        blocks_at,
    )
    names = (*context.names, *(f"{name}'" for name in context.names), *(one.name for one in model.states))
    state = consistent_state(stages, names, values, np.zeros(len(names)))
    states = tuple(one.name for one in model.states if one.name not in values.start)
    return Start(y=state.y, assumed=states + state.assumed, moved=state.moved)


def _place_of(context: AnalysisContext, start: Start, about: Message) -> OperatingPoint:
    n, m = len(context.names), len(context.rows)
    return OperatingPoint(
        about=about,
        t=context.t,
        q=start.y[:n].copy(),
        qd=start.y[n : 2 * n].copy(),
        qdd=np.zeros(n),
        s=start.y[2 * n : 2 * n + len(context.model.states)].copy(),
        e=np.zeros(len(context.model.efforts)),
        lam=np.zeros(m),
        u=context.u,
        units=context.units,
        assumed=start.assumed,
        moved=start.moved,
    )


def _refuse_strangers(at: Mapping[str, Any], coordinates: tuple[str, ...], states: list[str]) -> None:
    known = [*coordinates, *(f"{name}'" for name in coordinates), *states]
    flaws = []
    for name in at:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean `{near}`?" if near else f"there are {', '.join(known[:12])}"
            message = f"there is no coordinate, speed or state `{name}`"
            flaws.append(Flaw(rule="at", severity="error", where="--at", message=message, hint=hint))
    if flaws:
        raise ModelError(tuple(flaws))
