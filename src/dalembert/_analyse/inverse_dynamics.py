"""Inverse dynamics: the efforts for a prescribed motion, such as the torque of a motor.

    M qdd + Gᵀ lam = h + B τ   →   [Gᵀ  −B] (lam, τ) = h − M qdd

B has a unit column for an effort on a coordinate, and h_u for an input. The power of an effort is
τ times the flow it acts on, Bᵀ qd.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import simpson

from dalembert._analyse.along_motion import at_states
from dalembert._analyse.context import AnalysisContext, refuse_dependent_forces
from dalembert._analyse.effort_peaks import EffortNodes, effort_nodes, even_nodes
from dalembert._analyse.follow import FollowedMotion, Follower, follow_motion
from dalembert._analyse.operating_point import start_of
from dalembert._analyse.prescribed_motion import Law, PrescribedMotion, prescribed_motion
from dalembert._analyse.records import DriveSizing, Inverse
from dalembert._analyse.refusal import refusal
from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.suggest import nearest
from dalembert._model.records import Coordinate
from dalembert._model.run_numbers import run_numbers
from dalembert._model.tables import samples_of
from dalembert._model.units import NONE, si_text, unit_of, unit_of_dimension
from dalembert._model.used_results import ACTING
from dalembert._simulate.able import refuse_beyond
from dalembert._words.message import Message, Name, Symbol, say

Array = NDArray[np.float64]
SAMPLES, MOST_SAMPLES = 1000, 1_000_000
RANK = 1e-10
BALANCED = 1e-7  # relative to the forces: the largest imbalance with fewer efforts than degrees of freedom


@dataclass(frozen=True, slots=True, kw_only=True)
class _ActingEfforts:
    """Where the efforts act: on coordinates, or through inputs; in the order in which they are named."""

    names: tuple[str, ...]
    coordinates: Mapping[str, int]
    inputs: Mapping[str, int]


def inverse_of(
    context: AnalysisContext,
    motion: Mapping[str, Any],
    efforts: Sequence[str] | None,
    t_end: float | None,
    samples: int | None,
) -> Inverse:
    """The efforts for a motion of some coordinates."""
    refuse_dependent_forces(context.model, ACTING)
    prescribed = prescribed_motion(context.model, motion)
    acting = _acting_efforts(context, prescribed, efforts)
    times = _times(context, prescribed, t_end, samples)
    refuse_beyond(samples_of(context.model)[0], float(times[0]), float(times[-1]))
    follower = Follower(
        context,
        prescribed,
        Law(context.model, context.physics, context.p, prescribed),
        tuple(acting.inputs.values()),
    )
    along = _efforts_along(context, follower, acting, times)
    whole, effort = along.whole, along.effort
    lam, balance = along.lam, along.balance

    def efforts_at(t: Array) -> tuple[Array, Array]:
        made = _efforts_along(context, follower, acting, t)
        return made.effort, made.power

    even = even_nodes(times)
    nodes = effort_nodes(context, prescribed, efforts_at, even)
    return Inverse(
        model=context.model,
        t=times,
        q=whole.q,
        qd=whole.qd,
        qdd=whole.qdd,
        s=whole.s,
        lam=lam,
        efforts=tuple(_label(acting, name) for name in acting.names),
        effort=effort,
        power=along.power,
        sizing=tuple(_sizing_of(context, acting, k, nodes, even) for k in range(len(acting.names))),
        balance=balance,
        position=whole.position,
        velocity=whole.velocity,
        laws=prescribed.laws,
        remarks=(
            *_remarks(context, acting, prescribed, lam),
            *_remark_on_own_efforts(context, acting, times, whole),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _EffortsAlong:
    """The motion at some times, and the efforts that make it."""

    whole: FollowedMotion
    effort: Array
    power: Array
    lam: Array
    balance: float


def _efforts_along(
    context: AnalysisContext, follower: Follower, acting: _ActingEfforts, times: Array
) -> _EffortsAlong:
    """The efforts at some times."""
    whole = follow_motion(follower, start_of(context), times)
    effort, lam = np.zeros((len(times), len(acting.names))), np.zeros((len(times), len(context.rows)))
    flows = np.zeros_like(effort)
    balance = 0.0
    for i, t in enumerate(times):
        parts = follower.at(t, whole.q[i], whole.qd[i], whole.s[i], follower.inputs(t))
        B = _columns(acting, parts["h_u"], len(context.names))
        inertia = parts["M"] @ whole.qdd[i]
        size = parts["size"] + np.abs(parts["M"]) @ np.abs(whole.qdd[i])
        effort[i], lam[i], left = _solve_efforts(context, acting, parts["G"], B, parts["h"] - inertia, t)
        size += np.abs(parts["G"]).T @ np.abs(np.nan_to_num(lam[i])) + np.abs(B) @ np.abs(effort[i])
        floor = 1e-6 * np.max(size * context.scale, initial=0.0) / context.scale
        off = np.abs(left) / np.maximum(np.maximum(size, floor), 1e-300)
        if np.any(off > BALANCED):
            raise _too_few(context, acting, left, off, t)
        balance = max(balance, float(off.max(initial=0.0)))
        flows[i] = B.T @ whole.qd[i]
        _check_gaps(context, parts["gaps"], t)
    return _EffortsAlong(whole=whole, effort=effort, power=effort * flows, lam=lam, balance=balance)


def _acting_efforts(
    context: AnalysisContext, prescribed: PrescribedMotion, efforts: Sequence[str] | None
) -> _ActingEfforts:
    """The named efforts; by default one on each prescribed coordinate."""
    model, names = context.model, context.names
    if model.efforts:
        message = f"unknown efforts cannot be here yet, and the model has `{model.efforts[0].name}`"
        raise refusal(message, "put the effort in by hand as an expression", "inverse")
    inputs = [one.name for one in model.inputs]
    chosen = tuple(efforts) if efforts is not None else tuple(names[j] for j in prescribed.coordinates)
    flaws = []
    for k, name in enumerate(chosen):
        if name not in names and name not in inputs:
            near = nearest(name, [*names, *inputs])
            listed = ", ".join([*inputs, *names][:12])
            hint = (
                f"did you mean `{near}`?"
                if near
                else f"efforts are inputs or coordinates to act on: {listed}"
            )
            flaws.append(_flaw(f"there is no input or coordinate `{name}` to be an effort", hint))
        elif name in chosen[:k]:
            flaws.append(_flaw(f"the effort `{name}` is named twice", "name it once"))
    acting = _ActingEfforts(
        names=chosen,
        coordinates={name: names.index(name) for name in chosen if name in names},
        inputs={name: inputs.index(name) for name in chosen if name in inputs},
    )
    steering, bent = (
        context.physics.prescribing_inputs,
        context.physics.nonlinear_inputs(list(acting.inputs.values())),
    )
    for (name, i), curved in zip(acting.inputs.items(), bent, strict=True):
        if steering[i]:
            message = f"the input `{name}` moves a constraint or acts through its rate: not an effort"
            flaws.append(_flaw(message, "name a coordinate to act on, or an input used under [work]"))
        elif curved:
            message = f"the forces are not linear in the input `{name}`, or more than forces depends on it"
            flaws.append(_flaw(message, "name a coordinate to act on instead"))
    if flaws:
        raise ModelError(tuple(flaws))
    return acting


def _times(
    context: AnalysisContext, prescribed: PrescribedMotion, t_end: float | None, samples: int | None
) -> Array:
    settings, span = run_numbers(context.model), prescribed.span()
    wanted = samples if samples is not None else settings.samples
    count = SAMPLES if wanted is None else int(wanted)
    begin = context.t
    end = t_end if t_end is not None else settings.t_end
    if span is not None:
        begin = max(begin, span[0])
        end = min(end, span[1]) if end is not None and t_end is None else span[1] if end is None else end
    if end is None:
        message = "no end time is given"
        raise refusal(message, "give t_end (--t-end 10), or t_end under [simulate]", "inverse")
    if not (np.isfinite(end) and end > begin):
        message = f"t_end = {end:g} is not after t = {begin:g}"
        raise refusal(message, "give a later t_end", "inverse")
    if span is not None and end > span[1]:
        message = f"the tables end at t = {span[1]:g} s, before t_end = {end:g} s"
        raise refusal(message, f"give --t-end {span[1]:g}", "inverse")
    if not 2 <= count <= MOST_SAMPLES:
        message = f"{count} samples are requested"
        raise refusal(message, f"give 2 to {MOST_SAMPLES}", "inverse")
    return np.linspace(begin, end, count + 1)


def _columns(acting: _ActingEfforts, h_u: Array, n: int) -> Array:
    B = np.zeros((n, len(acting.names)))
    for k, name in enumerate(acting.names):
        if name in acting.inputs:
            B[:, k] = h_u[:, acting.inputs[name]]
        else:
            B[acting.coordinates[name], k] = 1.0
    return B


def _solve_efforts(
    context: AnalysisContext, acting: _ActingEfforts, G: Array, B: Array, right: Array, t: float
) -> tuple[Array, Array, Array]:
    """Efforts and multipliers, and the remaining imbalance; undetermined multipliers are NaN."""
    block = np.hstack([G.T, -B])
    scale = context.scale[:, np.newaxis]
    size = np.linalg.norm(block * scale, axis=0)
    size = np.where(size > 0, size, 1.0)
    U, sizes, V = np.linalg.svd(block * scale / size, full_matrices=True)
    rank = int(np.sum(sizes > RANK * max(sizes.max(initial=0.0), 1e-300)))
    y = U[:, :rank].T @ (right * scale[:, 0])
    x = (V[:rank].T @ (y / sizes[:rank])) / size
    left = right - block @ x
    open_ = np.abs(V[rank:]).max(axis=0, initial=0.0) > 1e-8
    m = len(G)
    if open_[m:].any():
        loose = [acting.names[k] for k in np.flatnonzero(open_[m:])]
        message = f"at t = {t:g} s the motion does not determine the efforts {', '.join(loose)}"
        hint = "name fewer efforts, or others: some of them work against one another or against constraints"
        raise refusal(message, hint, "inverse")
    lam = np.where(open_[:m], np.nan, x[:m])
    return x[m:], lam, left


def _sizing_of(
    context: AnalysisContext, acting: _ActingEfforts, number: int, nodes: EffortNodes, even: Array
) -> DriveSizing:
    name, t = acting.names[number], nodes.t
    effort, power = nodes.effort[:, number], nodes.power[:, number]
    top, strong = int(np.argmax(np.abs(effort))), int(np.argmax(np.abs(power)))
    lasting = float(t[-1] - t[0])
    evenly = np.searchsorted(t, even)
    given, taken = (
        float(simpson(part[evenly], x=even)) for part in (np.maximum(power, 0), np.minimum(power, 0))
    )
    return DriveSizing(
        name=_label(acting, name),
        unit=_unit(context, acting, name),
        on=say("inverse_on_input", name=Symbol(name))
        if name in acting.inputs
        else say("inverse_on_coordinate", name=Symbol(name)),
        peak=float(effort[top]),
        peak_t=float(t[top]),
        lowest=float(effort.min()),
        highest=float(effort.max()),
        rms=float(np.sqrt(max(simpson(effort[evenly] ** 2, x=even), 0.0) / lasting)),
        peak_power=float(power[strong]) + 0.0,
        peak_power_t=float(t[strong]),
        mean_power=(given + taken) / lasting,
        work_supplied=given,
        work_absorbed=taken,
        work=given + taken,
    )


def _label(acting: _ActingEfforts, name: str) -> str:
    return name if name in acting.inputs else f"effort_{name}"


def _unit(context: AnalysisContext, acting: _ActingEfforts, name: str) -> str:
    """The unit of an effort: work over the displacement it acts on."""
    if name in acting.inputs:
        return si_text(context.model.inputs[acting.inputs[name]].unit)
    coordinate: Coordinate = context.model.coordinates[acting.coordinates[name]]
    if not coordinate.unit:
        return ""
    dimension, work = unit_of(coordinate.unit).dimension, unit_of("J").dimension
    if dimension == NONE:
        return "N*m"
    return unit_of_dimension(tuple(a - b for a, b in zip(work, dimension, strict=True)))


def _remarks(
    context: AnalysisContext, acting: _ActingEfforts, prescribed: PrescribedMotion, lam: Array
) -> list[Message]:
    remarks = list(prescribed.remarks)
    still = [one.name for one in context.model.inputs if one.name not in acting.inputs]
    if still:
        remarks.append(say("inverse_other_inputs", names=_symbols(still)))
    if acting.inputs:
        remarks.append(say("inverse_inputs_sought", names=_symbols(acting.inputs)))
    open_ = [row for row, bad in zip(context.rows, _which_unknown(lam), strict=True) if bad]
    if open_:
        remarks.append(say("inverse_forces_open", names=_symbols(open_)))
    remarks += [say("friction_left_out", name=Name(name)) for name in context.neglected_frictions]
    remarks += context.on_instants
    return remarks


def _remark_on_own_efforts(
    context: AnalysisContext, acting: _ActingEfforts, times: Array, whole: FollowedMotion
) -> Iterator[Message]:
    """That the model acts on the same coordinates by itself: the computed efforts come in addition."""
    model = context.model
    terms = [term for term in model.work if term.name in acting.coordinates]
    if terms and not model.efforts:
        laws = [term.expression for term in terms]
        values = at_states(model, laws, times, whole.q, whole.qd, whole.s, np.zeros((len(times), 0)))
        names = [term.name for term, law in zip(terms, values.T, strict=True) if np.any(law != 0)]
        if names:
            yield say("inverse_in_addition", names=_symbols(names))


def _symbols(names: Iterable[str]) -> tuple[Symbol, ...]:
    return tuple(Symbol(name) for name in names)


def _which_unknown(lam: Array) -> list[bool]:
    return [bool(np.isnan(lam[:, k]).any()) for k in range(lam.shape[1])]


def _check_gaps(context: AnalysisContext, gaps: Array, t: float) -> None:
    for contact, gap in zip(context.model.contacts, gaps, strict=True):
        if gap < 0 and not contact.compliant:
            message = f"the motion runs into the contact `{contact.name}` at t = {t:g} s (gap {gap:.3g})"
            hint = "prescribe a motion that avoids it, or remove the contact"
            raise refusal(message, hint, "inverse")


def _too_few(
    context: AnalysisContext, acting: _ActingEfforts, left: Array, off: Array, t: float
) -> ModelError:
    worst = [i for i in np.argsort(-off) if off[i] > BALANCED][:6]
    where = ", ".join(f"{context.names[i]}: {left[i]:.4g}" for i in worst)
    named = ", ".join(acting.names) or "none"
    message = f"the efforts {named} cannot make this motion: at t = {t:g} s forces are missing ({where})"
    return refusal(message, "name as many efforts as coordinates are prescribed", "inverse")


def _flaw(message: str, hint: str) -> Flaw:
    return Flaw(rule="inverse", severity="error", where="", message=message, hint=hint)
