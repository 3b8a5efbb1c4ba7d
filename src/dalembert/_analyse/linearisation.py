"""The equations around a point, on the directions that the constraints leave free.

    M δq'' + C δq' + K δq + Gᵀ δlam = −r_u δu,   C = r_qd,  K = r_q,  r = M qdd + Gᵀ lam − h

at the accelerations and multipliers of the point, so that K includes the geometric stiffness of constraint
forces. On the constraints δq = Q x, δq' = W x, δq'' = Z η' + N x with the state x = (ξ, η, δs): departures ξ
of the independent coordinates, η of the independent speeds, and of the first-order states. Zᵀ eliminates the
term with Gᵀ:

    (Zᵀ M Z) η' = −Zᵀ(M N + K Q + C W) x − Zᵀ r_u δu

Where forces depend on forces (`dependent_forces.py`), r_a replaces M, and Yᵀ with Yᵀ r_lam = 0 replaces Zᵀ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import matrix_balance

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.dependent_forces import left_directions
from dalembert._analyse.directions import Directions, directions
from dalembert._analyse.explicit_form import ExplicitForm, NotExplicitError, explicit_form
from dalembert._analyse.kinks import has_kink_at
from dalembert._analyse.model_functions import Blocks
from dalembert._analyse.records import HOLD, Linear, Mechanical, OperatingPoint, ReducedEquations, StateSpace
from dalembert._analyse.refusal import refusal
from dalembert._analyse.resting_contacts import joined_multipliers
from dalembert._model.records import constraints_of
from dalembert._model.table_cells import continuous_derivatives
from dalembert._model.used_results import used_results
from dalembert._words.message import Message, Name, Quantity, Symbol, of_each, say

Array = NDArray[np.float64]
BALANCED = 1e-8  # relative to the forces on its coordinate: a smaller resultant is zero
SHORT = 1e-3  # a time, relative to that in which a coordinate moves by its scale
MOST_WANTED = 3  # rank above a coordinate whose start and speed are given
ROUNDING = 1e-13  # the same, relative to all forces (times the scales of their coordinates)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Descriptor:
    """E x' = F x + B u with x = (ξ, η, δs, δe); `size` has the sizes of the terms of E."""

    E: Array
    size: Array
    F: Array
    B: Array
    names: tuple[str, ...]
    wanted: tuple[int, ...]


def linear_at(context: AnalysisContext, point: OperatingPoint) -> Linear:
    """The linear system about a point with accelerations and multipliers; closed contacts stay closed."""
    linear = _linear_about(context.with_closed_contacts(point.closed_contacts), point)
    return replace(linear, model=context.model, point=point, remarks=_remarks(context, linear))


def _linear_about(context: AnalysisContext, point: OperatingPoint) -> Linear:
    point = replace(point, lam=joined_multipliers(context, point))
    at = {"q": point.q, "qd": point.qd, "s": point.s, "e": point.e, "u": point.u}
    parts = context.physics.linearisation(point.t, at | {"a": point.qdd, "lam": point.lam}, context.p)
    _refuse(context, point, parts)
    ways = directions(context, parts)
    Y = left_directions(context, point, parts, ways)
    inner = parts["r_a"] @ ways.N + ways.chain(parts, "r")  # r_x along the constraints
    whole = _descriptor(context, parts, ways, (Y, inner))
    try:
        explicit = explicit_form(whole.E, whole.size, whole.F, whole.B, whole.names, whole.wanted)
    except NotExplicitError as error:
        message = say("place_no_state_space", place=point.about, reason=error.reason)
        hint = "give the coordinates inertia or damping, or remove the input"
        raise refusal(message, hint, "singular") from None
    if explicit.differentiates and _efforts_bend(context, point, parts):
        message = say("place_efforts_bend", place=point.about, names=_effort_names(context))
        raise refusal(message, "choose an equilibrium, or a steady motion", "effort")
    xi, eta, s = ways.counts
    shapes = np.vstack([ways.Q, np.eye(xi + eta + s)[xi + eta :]])
    return Linear(
        model=context.model,
        point=point,
        mechanical=Mechanical(M=parts["r_a"], C=parts["r_qd"], K=parts["r_q"]),
        reduced=_reduce(context, parts, ways, (Y, inner)),
        state=_state_space(context, parts, ways, whole, explicit),
        shapes=np.hstack([shapes, np.zeros((len(shapes), len(point.e)))]) @ explicit.T,
        sizes=np.concatenate([context.scales.q, context.scales.s]),
        residual=_residual(context, point, parts, ways),
    )


def _efforts_bend(context: AnalysisContext, point: OperatingPoint, parts: Blocks) -> bool:
    """Whether the slopes of effort constraints change along the motion through a point.

    Where such a constraint binds speeds, its rate contains those of its slopes.
    """
    rate = float(np.max(np.abs(point.qd) / context.scale, initial=0.0))
    rate = max(rate, float(np.sqrt(np.max(np.abs(point.qdd) / context.scale, initial=0.0))))
    if not context.model.efforts or rate == 0:
        return False
    tau = SHORT / rate
    q, qd = point.q + tau * point.qd, point.qd + tau * point.qdd
    there = {"q": q, "qd": qd, "s": point.s + tau * parts["rates"], "e": point.e, "u": point.u}
    later = context.physics.linearisation(point.t, there | {"a": point.qdd, "lam": point.lam}, context.p)
    slopes, others = (
        np.hstack([some[f"effort_{by}"] for by in ("q", "qd", "s", "e")]) for some in (parts, later)
    )
    largest = np.abs(slopes).max(axis=1, keepdims=True, initial=0.0)
    return bool(np.any(np.abs(others - slopes) > BALANCED * SHORT * largest))


def _effort_names(context: AnalysisContext) -> tuple[Name, ...]:
    return tuple(Name(one.name) for one in constraints_of(context.model, "effort"))


def _descriptor(
    context: AnalysisContext, parts: Blocks, ways: Directions, left: tuple[Array, Array]
) -> _Descriptor:
    """The linear equations, including unknown efforts and their constraints."""
    Z, M, (xi, eta, s), e = ways.speeds.Z, parts["r_a"], ways.counts, parts["r_e"].shape[1]
    Y, inner = left
    x = xi + eta + s
    inertia = np.zeros((x + e, x + e))
    size = inertia.copy()
    for block, middle in ((inertia, Y.T @ M @ Z), (size, np.abs(Y).T @ np.abs(M) @ np.abs(Z))):
        block[:x, :x] = np.eye(x)
        block[xi : xi + eta, xi : xi + eta] = middle
    F = np.vstack(
        [
            np.hstack([ways.W[list(ways.places.independent)], np.zeros((xi, e))]),
            -Y.T @ np.hstack([inner, parts["r_e"] + M @ ways.N_e]),
            np.hstack([ways.chain(parts, "rates"), parts["rates_e"]]),
            np.hstack([ways.chain(parts, "effort"), parts["effort_e"]]),
        ]
    )
    open_ = _free_inputs(context)
    B = np.vstack(
        [np.zeros((xi, len(parts["r_u"].T))), -Y.T @ parts["r_u"], parts["rates_u"], parts["effort_u"]]
    )
    names, model = context.names, context.model
    independent = (*ways.places.independent, *ways.speeds.independent)
    return _Descriptor(
        E=inertia,
        size=size,
        F=F,
        B=B[:, open_],
        names=(
            *(names[j] for j in ways.places.independent),
            *(f"{names[j]}'" for j in ways.speeds.independent),
            *(one.name for one in model.states),
            *(one.name for one in model.efforts),
        ),
        wanted=(*(context.given_starts[j] for j in independent), *([MOST_WANTED] * (s + e))),
    )


def _reduce(
    context: AnalysisContext, parts: Blocks, ways: Directions, left: tuple[Array, Array]
) -> ReducedEquations:
    """M, C, K on the free directions; only for positions that motions can reach."""
    Z, (xi, eta, _), (Y, inner) = ways.speeds.Z, ways.counts, left
    return ReducedEquations(
        free=tuple(context.names[j] for j in ways.speeds.independent),
        basis=Z,
        M=Y.T @ parts["r_a"] @ Z,
        C=Y.T @ inner[:, xi : xi + eta],
        K=Y.T @ inner[:, :xi] @ Z[list(ways.places.independent)],
        held_directions=xi - eta,
    )


def _state_space(
    context: AnalysisContext, parts: Blocks, ways: Directions, whole: _Descriptor, explicit: ExplicitForm
) -> StateSpace:
    """The explicit form with the outputs of the model, or with its coordinates where it has none."""
    model, open_, e = context.model, _free_inputs(context), parts["r_e"].shape[1]
    solved = _outputs_of_results(context)
    kept = [i for i, output in enumerate(model.outputs) if output.name not in solved]
    if kept:
        seen = np.hstack([ways.chain(parts, "outputs"), parts["outputs_e"]])[kept]
        fed = parts["outputs_u"][:, open_][kept]
    else:
        seen = np.hstack([ways.Q, np.zeros((len(context.names), e))])
        fed = np.zeros((len(context.names), len(open_)))
    return StateSpace(
        A=explicit.A if len(explicit.kept) == len(whole.E) else _tidy(explicit.A),
        B=explicit.B,
        C=seen @ explicit.T,
        D=fed + seen @ explicit.S,
        states=tuple(whole.names[j] for j in explicit.kept),
        inputs=tuple(model.inputs[i].name for i in open_),
        outputs=tuple(model.outputs[i].name for i in kept) if kept else context.names,
    )


def _outputs_of_results(context: AnalysisContext) -> tuple[str, ...]:
    """The outputs that contain multipliers, contact forces or accelerations."""
    return tuple(dict.fromkeys(used.use.name for used in used_results(context.model, frozenset({"output"}))))


def _free_inputs(context: AnalysisContext) -> list[int]:
    """The inputs that can vary freely."""
    return [i for i, steers in enumerate(context.physics.prescribing_inputs) if not steers]


def _tidy(A: Array) -> Array:
    """A without entries that are rounding errors of zeros, independent of units."""
    if not len(A):
        return A
    balanced, _ = matrix_balance(A, permute=False)
    return np.where(np.abs(balanced) > 1e-16 * np.abs(balanced).max(), A, 0.0)


def _residual(
    context: AnalysisContext, point: OperatingPoint, parts: Blocks, ways: Directions
) -> Mapping[str, float]:
    """The forces on the free coordinates and the rates of states that are not zero."""
    Z = ways.speeds.Z
    force = Z.T @ parts["M"] @ point.qdd
    size = np.abs(Z).T @ (parts["size"] + np.abs(parts["G"]).T @ np.abs(point.lam))
    scale = context.scale[list(ways.speeds.independent)]
    least = np.maximum(BALANCED * size, ROUNDING * np.max(size * scale, initial=0.0) / scale)
    residual = {
        context.names[j]: float(f)
        for j, f, zero in zip(ways.speeds.independent, force, least, strict=True)
        if abs(f) > zero
    }
    reach = np.abs(parts["rates_s"]) @ np.abs(point.s) + np.abs(parts["rates_q"]) @ np.abs(point.q)
    for state, rate, big in zip(context.model.states, parts["rates"], reach, strict=True):
        if abs(rate) > BALANCED * big:
            residual[f"{state.name}'"] = float(rate)
    return residual


def _refuse(context: AnalysisContext, point: OperatingPoint, parts: Blocks) -> None:
    """Raise where the linear equations do not exist."""
    bad = ~np.isfinite(np.hstack([parts["r_q"], parts["r_qd"], parts["M"]])).all(axis=1)
    if bad.any():
        name = Name(context.names[int(np.argmax(bad))])
        message = say("place_no_derivative", name=name, place=point.about)
        hint = "look for a division by zero, a root or a logarithm, and choose another place"
        raise refusal(message, hint, "not-finite")
    for i in context.open_rigid_contacts:
        name, gap = Name(context.model.contacts[i].name), float(parts["gaps"][i])
        if gap <= 0:
            message = say("place_contact_closed", name=name, place=point.about, gap=Quantity(gap, 3))
            hint = "choose a place where it is open, or where it is closed at rest: --at equilibrium"
            raise refusal(message, hint, "contact")
    if has_kink_at(context, point):
        message = say("place_no_linear", place=point.about)
        raise refusal(message, _beside_kinks(context), "kink")


def _beside_kinks(context: AnalysisContext) -> str:
    """What to type where forces have a kink: a smooth table, or a point on one side."""
    bent = [table.name for table in context.model.tables if not continuous_derivatives(table)]
    smooth = f'write interpolate = "monotone" or "spline" under [tables.{bent[0]}], or ' if bent else ""
    speed = f"{context.names[0]}'=0.01" if context.names else "x'=0.01"
    cure = f'name a point on one side of the kink, which has the slopes of that side: --at "{speed}"'
    return f"{smooth}{cure}" if bent else f"{cure}; sign, abs, min, max, step, if … have kinks"


def _remarks(context: AnalysisContext, linear: Linear) -> tuple[Message, ...]:
    point, remarks = linear.point, list[Message]()
    if linear.residual:
        remarks.append(say("place_not_resting", place=point.about, where=of_each(linear.residual)))
    if fast := context.speeds(point.qd):
        remarks.append(say("place_moves", values=fast))
    remarks += context.on_inputs
    remarks += [
        say("input_not_free", name=Name(one.name))
        for i, one in enumerate(context.model.inputs)
        if i not in _free_inputs(context)
    ]
    if context.physics.moved_by_time:
        remarks.append(say("time_in_equations", t=Quantity(point.t)))
    contacts = {one.name: one for one in point.closed_contacts}
    for contact in (c for c in context.model.contacts if not c.compliant):
        name = Name(contact.name)
        if contact.name in contacts:
            remarks.append(say("contact_closed", name=name, hold=HOLD[contacts[contact.name].hold]))
        else:
            remarks.append(say("contact_open", name=name))
    remarks += [say("friction_left_out", name=Name(name)) for name in context.neglected_frictions]
    remarks += context.on_instants
    if solved := _outputs_of_results(context):
        remarks.append(say("linear_without_outputs", names=tuple(Name(name) for name in solved)))
    if point.assumed:
        remarks.append(say("start_assumed", names=tuple(Symbol(name) for name in point.assumed)))
    return tuple(remarks)
