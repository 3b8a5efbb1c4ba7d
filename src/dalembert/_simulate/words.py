"""How a run ended, as a status and a sentence in the user's names."""

from __future__ import annotations

from dalembert._compile.methods import MOREAU
from dalembert._model.records import Model
from dalembert._simulate.accuracy import Solution
from dalembert._simulate.evidence import Evidence, causes
from dalembert._simulate.motion import ErrorCause, Ledger, Residual, Settings, Status
from dalembert._simulate.start import Start
from dalembert._simulate.trajectory import End, Trajectory
from dalembert._simulate.work import Work

CAUSES = {
    ErrorCause.rounding: "double precision holds no more here",
    ErrorCause.truncation: "finer steps still change it",
}
BROKEN = 1e-7  # of the size of their terms: constraints that are off by more do not hold
OFTEN = 0.03  # of the evaluations: more that are solved again numerically make a run slow


def outcome(
    model: Model,
    settings: Settings,
    result: Solution,
    account: Ledger,
    off: Residual,
    seen: Evidence | None,
    *,
    unexplained: bool,
) -> tuple[Status, str]:
    """The status of a run and the sentence that goes with it.

    `seen` is there where it could not go on; `unexplained` says that the account is open.
    """
    trajectory = result.trajectory
    if trajectory.end is End.interrupted:
        return (
            Status.interrupted,
            f"stopped by the user at t = {trajectory.t:.6g} s; what was computed is kept",
        )
    if trajectory.end is End.stopped:
        return Status.stopped, f"{_stopper(model, trajectory)} stopped the run at t = {trajectory.t:.9g} s"
    if trajectory.end is not End.done:
        return Status.failed, failure(trajectory.end, seen if seen is not None else Evidence(t=trajectory.t))
    broken = max([*off.position, *off.velocity], default=0.0)
    if not broken <= BROKEN:
        return Status.flagged, (
            f"ran to t = {trajectory.t:.6g} s, but the constraints are off by {broken:.1e} of their size"
        )
    if unexplained:
        return Status.flagged, (
            f"ran to t = {trajectory.t:.6g} s, but {account.error:.1e} of the energy is unexplained,"
            f" more than {'such steps' if settings.dt else f'rtol = {settings.rtol:g}'} should leave:"
            f" {_advice(settings)}"
        )
    achieved = result.accuracy.achieved
    known = achieved is not None or settings.dt is not None
    met = known and (achieved is None or achieved <= settings.rtol)
    status = Status.ok if met else Status.limited
    return status, f"ran to t = {trajectory.t:.6g} s; {_accuracy(settings, result)}"


def on_redundancy(start: Start) -> tuple[str, ...]:
    """What is said of constraints that depend on one another."""
    if not start.redundant:
        return ()
    return (
        f"the constraints {', '.join(start.redundant)} depend on one another and agree: the motion is"
        " determined, their forces are shared out as small as possible",
    )


def on_contacts_half_solved(method: str, trajectory: Trajectory) -> tuple[str, ...]:
    """What is said of steps whose contacts were solved less well than they should be."""
    count = trajectory.work.rescues
    if method != MOREAU or not count:
        return ()
    return (
        f"in {count} of the steps the forces of the contacts are right to 1e-4 only: they wedged one another",
    )


def on_rescues(method: str, work: Work) -> tuple[str, ...]:
    """What is said of a run in which many evaluations lost digits and were solved again numerically."""
    count, all_ = work.rescues, work.rhs + work.projections
    if method == MOREAU or count <= OFTEN * all_:
        return ()
    return (
        f"{100 * count / all_:.0f} % of the evaluations were solved again numerically because a pivot lost"
        " its digits: right but slow; the mass matrix or the constraints are nearly singular there",
    )


def _stopper(model: Model, trajectory: Trajectory) -> str:
    names = [model.events[z.event].name for z in trajectory.zeros if model.events[z.event].action == "stop"]
    return f"the event `{names[-1]}`"


def _advice(settings: Settings) -> str:
    if settings.dt is not None:
        return f"try a step smaller than dt = {settings.dt:g}"
    return (
        "jumps or kinks in the model (sign, step, if), or a motion too fast for its samples, may be the cause"
    )


def _accuracy(settings: Settings, result: Solution) -> str:
    achieved, until = result.accuracy.achieved, result.accuracy.until
    if settings.dt is not None:
        return f"fixed steps of {settings.dt:g} s, whose error is not controlled"
    if achieved is None or until is None:
        return "its error is not known: finer steps would take more work than a run may have"
    if achieved <= settings.rtol:
        return f"estimated error {achieved:.1e}, asked for {settings.rtol:g}"
    if result.alone:
        return (
            f"the estimated error meets {settings.rtol:g} until t = {until:.6g} s; after that it is not"
            " known: a run with other steps ended there"
        )
    worst = result.accuracy.worst
    met = f"the estimated error meets {settings.rtol:g} until t = {until:.6g} s; after that"
    if worst is None:
        return f"{met} it reaches {achieved:.1e}"
    if worst.cause is ErrorCause.chaos:
        return f"{met} the motion is chaotic: runs part, and this is one of the motions near it"
    where, why = f"of `{worst.name}` at t = {worst.t:.6g} s", CAUSES[worst.cause]
    if until > settings.t_start:
        return f"{met} it reaches {achieved:.1e}, {where}: {why}"
    return f"estimated error {achieved:.1e}, {where}, more than the {settings.rtol:g} asked for: {why}"


def failure(end: End, seen: Evidence) -> str:
    """Where a run stopped, at which coordinate, and what was seen there."""
    where = f"stopped at t = {seen.t:.6g} s"
    of = f" of `{seen.entry}`" if seen.entry else ""
    plain = {
        End.diverged: "the equations of a step have no solution near by; try a smaller --dt",
        End.jumped: "a constraint jumps there, and what has inertia cannot jump with it; let it"
        " rise over some time instead",
        End.impulse: "velocities jump there, and none were found that fit the momenta before"
        " (an unknown effort takes no impulse); let the jump take some time, or give a table"
        ' interpolate = "monotone"',
        End.paradox: "friction presses a contact there the more the more it is pressed, and no"
        " motion with finite forces goes on (Painlevé's paradox); try a smaller friction, or a compliant"
        " contact",
        End.jammed: "constraints drive the motion into a closed contact, and neither gives way",
        End.stiff: "stability holds the steps back; try --method radau",
        End.exhausted: "it has taken all the work that a run may have, for so many steps; shorten the time,"
        " or look for a motion far faster than the samples",
        End.crowded: "events follow one another there too fast to be told apart",
    }
    if end in plain:
        return f"{where}: {plain[end]}"
    what = {
        End.not_finite: f"the rate{of} is not finite there",
        End.singular: "accelerations are not determined there",
        End.underflow: f"the error{of} asks for steps too small for double precision",
        End.chattering: "the steps became so small that the run makes no headway",
        End.off: "no way back to the constraints was found",
    }[end]
    found = causes(seen)
    if not found:
        return (
            f"{where}: {what}; nothing that was measured there tells why: inertia and constraints are"
            " regular, no divisor goes to zero, nothing switches or runs away"
        )
    return f"{where}: {what}; seen there: {'; '.join(found)}"
