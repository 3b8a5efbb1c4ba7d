"""How a run ended, as a status and a message in the user's names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.method_source import MOREAU
from dalembert._model.records import Model
from dalembert._model.rules_discrete import time_of
from dalembert._simulate.accuracy import Solution
from dalembert._simulate.branching import Branching
from dalembert._simulate.evidence import Evidence, causes
from dalembert._simulate.ledger import given_by_friction
from dalembert._simulate.motion import BLOCKS, ErrorCause, Ledger, Residual, Settings, Status, column_names
from dalembert._simulate.start import Start
from dalembert._simulate.trajectory import EVENT, End, Trajectory
from dalembert._simulate.work import Work
from dalembert._words.message import Message, Name, Quantity, Symbol, in_turn, say

if TYPE_CHECKING:
    from dalembert._simulate.narrow_features import SteppedOver
    from dalembert._simulate.quadrature_error import PoorIntegral

Array = NDArray[np.float64]
BROKEN = 1e-7  # of the size of their terms: constraints that are off by more do not hold
MOVED = 1e-9  # of the size of the state: what constraints move by less was on them
OFTEN = 0.03  # of the evaluations: more that are solved again numerically make a run slow


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingValues:
    """How many columns of a motion have rows without a finite value, and the first one at its first row."""

    count: int
    name: str
    t: float


def values_missing(
    model: Model, t: Array, seen: Mapping[str, Array], *, outputs: bool
) -> MissingValues | None:
    """The columns with rows that have no value: outputs, which are as the model says, or all others."""
    asked = (block for block in BLOCKS if (block == "outputs") is outputs and seen[block].size)
    finite = ((block, np.isfinite(seen[block])) for block in asked)
    missing = {block: ~values for block, values in finite if not np.logical_and.reduce(values, None)}
    if not missing:
        return None
    names, count, first, name = column_names(model), 0, len(t), ""
    for block, off in missing.items():
        for column in np.flatnonzero(off.any(axis=0)).tolist():
            row = int(np.argmax(off[:, column]))
            count += 1
            if row < first:
                first, name = row, names[block][column]
    return MissingValues(count=count, name=name, t=float(t[first]))


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionChecks:
    """What the checks of a motion show: residuals, open energy, rows without a value, where it branches."""

    residual: Residual
    energy_unexplained: bool
    missing: MissingValues | None
    branching: Branching | None
    stepped_over: SteppedOver | None = None
    poor_integral: PoorIntegral | None = None


def outcome(
    model: Model,
    settings: Settings,
    result: Solution,
    account: Ledger,
    checks: MotionChecks,
    seen: Evidence | None,
) -> tuple[Status, Message]:
    """The status of a run and the message that goes with it; `seen` is there where it could not go on."""
    trajectory = result.trajectory
    t = Quantity(trajectory.t)
    if trajectory.end is End.interrupted:
        return Status.interrupted, say("run_interrupted", t=t)
    if trajectory.end is End.stopped:
        name = _stopping_event(model, trajectory)
        return Status.stopped, say("run_stopped_by_event", name=Name(name), t=Quantity(trajectory.t, 9))
    if trajectory.end is End.event and trajectory.obstacle is not None:
        return Status.failed, say("run_failed", t=t, reason=trajectory.obstacle)
    if trajectory.end is not End.done:
        return Status.failed, failure(trajectory.end, seen if seen is not None else Evidence(t=trajectory.t))
    residual, missing, branching = checks.residual, checks.missing, checks.branching
    largest = (off.max(initial=0.0) for off in (residual.position, residual.velocity))
    broken = float(np.maximum(*largest))
    if not broken <= BROKEN:
        return Status.flagged, say("run_constraints_off", t=t, error=Quantity(broken, 1, "e"))
    if missing is not None:
        column, first = Name(missing.name), Quantity(missing.t)
        return Status.flagged, say("run_values_missing", t=t, count=missing.count, name=column, first=first)
    if given := given_by_friction(account, settings):
        advice = say("advice_second_opinion")
        return Status.flagged, say("run_friction_gives", t=t, error=Quantity(given, 1, "e"), advice=advice)
    if checks.energy_unexplained:
        return Status.flagged, say(
            "run_energy_unexplained",
            t=t,
            error=Quantity(account.error, 1, "e"),
            allowed=_allowance(settings),
            advice=_advice(settings),
        )
    if (missed := checks.stepped_over) is not None:
        where, at = Name(missed.argument), Quantity(missed.t)
        return Status.flagged, say("run_stepped_over", t=t, method=Name(result.method), name=where, at=at)
    if (poor := checks.poor_integral) is not None:
        error = Quantity(poor.error, 1, "e")
        return Status.flagged, say("run_integral_off", t=t, name=Name(poor.name), error=error)
    if branching is not None:
        not_unique = say("run_not_unique", t=Quantity(branching.t), name=Name(branching.root))
        return Status.limited, say("run_ended", t=t, accuracy=not_unique)
    achieved = result.accuracy.achieved
    known = achieved is not None or settings.dt is not None
    met = known and (achieved is None or achieved <= settings.rtol)
    status = Status.ok if met else Status.limited
    return status, say("run_ended", t=t, accuracy=_accuracy(settings, result))


def on_redundancy(model: Model, start: Start, t: Array, seen: Mapping[str, Array]) -> tuple[Message, ...]:
    """Messages about constraints that depend on one another, and about outputs that are not unique."""
    if not start.redundant:
        return ()
    remarks = [say("remark_redundant", names=tuple(Symbol(name) for name in start.redundant))]
    if model.loops and len(t):
        from dalembert._structure.uniqueness import outputs_not_unique

        uncertain = outputs_not_unique(model, t, seen, sorted({0, len(t) // 2, len(t) - 1}))
        names = tuple(map(Symbol, uncertain))
        remarks += [say("remark_not_unique", names=names, check=Name("check"))] if names else []
    return tuple(remarks)


def on_contacts_half_solved(method: str, trajectory: Trajectory) -> tuple[Message, ...]:
    """Messages about steps whose contacts were solved less well than they should be."""
    count = trajectory.work.rescues
    return (say("remark_wedged", count=count),) if method == MOREAU and count else ()


def on_mean_forces(t: Array, seen: Mapping[str, Array]) -> tuple[Message, ...]:
    """Messages about rows whose contact forces are those of a step, because none fit at the instant."""
    rows = np.flatnonzero(seen["mean_forces"]) if "mean_forces" in seen else np.zeros(0, dtype=int)
    if not len(rows):
        return ()
    return (say("remark_mean_forces", count=len(rows), first=Quantity(float(t[rows[0]]))),)


def on_outputs(model: Model, t: Array, seen: Mapping[str, Array]) -> tuple[Message, ...]:
    """Messages about outputs that have no value at some rows."""
    missing = values_missing(model, t, seen, outputs=True)
    if missing is None:
        return ()
    name, first = Name(missing.name), Quantity(missing.t)
    return (say("remark_values_missing", count=missing.count, name=name, first=first),)


def on_rescues(method: str, work: Work) -> tuple[Message, ...]:
    """Messages about a run in which many evaluations lost digits and were solved again numerically."""
    count, all_ = work.rescues, work.rhs + work.projections
    if method == MOREAU or count <= OFTEN * all_:
        return ()
    return (say("remark_pivots", part=round(100 * count / all_)),)


def on_unwatched_steps(method: str, *, functions: bool, looked_at: bool) -> tuple[Message, ...]:
    """Messages about functions with narrow peaks in a run whose method does not watch for them."""
    if not functions:
        return ()
    if looked_at:
        return (say("remark_unwatched", method=Name(method)),)
    return (say("remark_not_looked_at", method=Name(method)),)


def on_impulses(model: Model, settings: Settings) -> tuple[Message, ...]:
    """Messages about impulses that act before or after a run."""
    times = {one.name: time_of(one.at, model) for one in model.impulses}
    beyond = [n for n, t in times.items() if t is None or not settings.t_start <= t <= settings.t_end]
    return (say("remark_impulse_outside", names=tuple(map(Name, beyond))),) if beyond else ()


def on_jumps(model: Model, trajectory: Trajectory) -> tuple[Message, ...]:
    """Messages about events whose values the constraints have moved."""
    moved = {one.name for one in trajectory.jumps if one.kind == EVENT and one.moved > MOVED}
    names = tuple(Name(event.name) for event in model.events if event.name in moved)
    return (say("remark_event_moved", names=names),) if names else ()


def _stopping_event(model: Model, trajectory: Trajectory) -> str:
    events = [model.events[zero.event] for zero in trajectory.zeros]
    return [event.name for event in events if event.action == "stop"][-1]


def _allowance(settings: Settings) -> Message:
    """The possible causes of an unexplained part of the energy."""
    if settings.dt is not None:
        return say("allowed_by_steps")
    return say("allowed_by_rtol", rtol=Quantity(settings.rtol))


def _advice(settings: Settings) -> Message:
    if settings.dt is not None:
        return say("advice_smaller_step", dt=Quantity(settings.dt))
    return say("advice_kinks")


def _accuracy(settings: Settings, result: Solution) -> Message:
    achieved, until = result.accuracy.achieved, result.accuracy.until
    if settings.dt is not None:
        return say("run_fixed_steps", dt=Quantity(settings.dt))
    if achieved is None or until is None:
        return say("run_error_unknown")
    error, rtol, t = Quantity(achieved, 1, "e"), Quantity(settings.rtol), Quantity(until)
    if achieved <= settings.rtol:
        return say("run_error", error=error, rtol=rtol)
    if result.alone:
        return say("run_error_unknown_after", rtol=rtol, t=t)
    worst = result.accuracy.worst
    if worst is None:
        return say("run_error_until", rtol=rtol, t=t, error=error)
    name, at = Name(worst.name), Quantity(worst.t)
    match worst.cause:
        case ErrorCause.chaos:
            return say("run_chaotic", rtol=rtol, t=t)
        case ErrorCause.rounding:
            cause = say("cause_rounding")
        case ErrorCause.truncation:
            cause = say("cause_truncation")
    if until > settings.t_start:
        return say("run_error_until_worst", rtol=rtol, t=t, error=error, name=name, at=at, cause=cause)
    return say("run_error_too_large", error=error, name=name, at=at, rtol=rtol, cause=cause)


def failure(end: End, seen: Evidence) -> Message:
    """The message of a run that failed: when, at which coordinate, and the causes that were measured."""
    return say("run_failed", t=Quantity(seen.t), reason=_reason(end, seen))


def _reason(end: End, seen: Evidence) -> Message:
    plain = {
        End.diverged: say("failure_diverged"),
        End.jumped: say("failure_jumped"),
        End.impulse: say("failure_impulse"),
        End.paradox: say("failure_paradox"),
        End.jammed: say("failure_jammed"),
        End.undetermined: say("failure_undetermined"),
        End.undecided: say("failure_undecided"),
        End.stiff: say("failure_stiff"),
        End.exhausted: say("failure_exhausted"),
        End.crowded: say("failure_crowded"),
    }
    if end in plain:
        return plain[end]
    entry = Name(seen.entry)
    what = {
        End.not_finite: say("failure_rate_of", name=entry) if seen.entry else say("failure_rate"),
        End.singular: say("failure_singular"),
        End.underflow: say("failure_underflow_of", name=entry) if seen.entry else say("failure_underflow"),
        End.chattering: say("failure_chattering"),
        End.off: say("failure_off"),
    }[end]
    reasons = causes(seen)
    if not reasons:
        return say("failure_unexplained", what=what)
    return say("failure_seen", what=what, seen=in_turn(reasons))
