"""A run from a model to a motion: the table of contents of this room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dalembert._compile.compiler import refusals
from dalembert._model.integrals import has_sums, with_finer_sums
from dalembert._model.records import Model
from dalembert._model.table_ends import with_table_ends
from dalembert._simulate.accuracy import solve, solve_once, solve_plainly
from dalembert._simulate.branching import first_branching, until_branching
from dalembert._simulate.column_errors import event_search, with_columns
from dalembert._simulate.contact_history import happenings, impacts_of, jumps_of, touches_of
from dalembert._simulate.delayed_run import on_delays
from dalembert._simulate.evidence import evidence_of
from dalembert._simulate.extremes import extremes_of
from dalembert._simulate.lazy_value import LazyValue
from dalembert._simulate.ledger import energy_account, is_rounding, kinetic_peak, open_account, residual
from dalembert._simulate.linear_choice import exactly_where_linear
from dalembert._simulate.measure import Measure
from dalembert._simulate.methods import remarks_on_method
from dalembert._simulate.motion import EnergyShare, Motion, Seconds, Settings
from dalembert._simulate.noise import last_bits
from dalembert._simulate.observe import reached_states
from dalembert._simulate.outcome import (
    MotionChecks,
    on_contacts_half_solved,
    on_impulses,
    on_jumps,
    on_mean_forces,
    on_outputs,
    on_redundancy,
    on_rescues,
    on_unwatched_steps,
    outcome,
    values_missing,
)
from dalembert._simulate.prepare import PreparedRun, prepare_run
from dalembert._simulate.resolution import remarks_on_resolution
from dalembert._simulate.revised_record import revised
from dalembert._simulate.trajectory import Array, Trajectory, Watch
from dalembert._words.message import Message

if TYPE_CHECKING:
    from dalembert._lower.peaks import Peaking
    from dalembert._simulate.narrow_features import SteppedOver
    from dalembert._simulate.quadrature_error import PoorIntegral

WATCHED = frozenset({"rk54", "rk853", "taylor", "radau"})  # methods that watch every step for narrow peaks
Progress = Callable[[float], None]  # told the part of the way that is done
PART = 0.99  # what of the way the runs are


Change = Callable[[Model, PreparedRun], PreparedRun]


def run(
    model: Model,
    progress: Progress | None = None,
    change: Change | None = None,
    *,
    once: bool = False,
    remarks: tuple[Message, ...] = (),
    read_seconds: float = 0.0,
) -> Motion:
    """The motion of a model in which `check` finds nothing that stands against it.

    `change` puts other equations for the same motion into what was made ready; extremes are then those of
    the rows. `once`: it is made once, rtol is the tolerance of a step, and nothing is claimed of its error.
    `remarks` and `read_seconds` are of the reading of the model: the motion tells them too.
    """
    began = perf_counter()
    written, model = model, with_table_ends(model)
    ready = prepare_run(model)
    ready = change(model, ready) if change is not None else ready
    ready = exactly_where_linear(model, ready)
    settings, dynamics, layout = ready.settings, ready.dynamics, ready.dynamics.layout
    lowered = perf_counter()

    watch = _progress_watch(progress, settings)
    plain = once and settings.dt is None
    result = (solve_plainly if plain else solve_once if ready.once else solve)(
        ready.method, ready.problem, settings, watch
    )
    result = replace(result, repeat=None) if change is not None else result
    times, rows = reached_states(ready.problem.times, result.trajectory)
    seen = ready.observe(times, rows, result.trajectory)
    accuracy = with_columns(result, ready.states_at_rows, ready.at_rows, model, settings, ready.problem.times)
    still = result.at_rest
    if still is None:
        still = Measure(ready.problem, settings).is_at_rest(result.trajectory)
    ready.remember(result.trajectory)
    last = result.trajectory.free or dynamics
    kept = revised(result, witnesses=None)  # a search later needs the last run alone
    extremes = LazyValue(
        lambda: extremes_of(model, ready, kept, times, seen),
        lambda: extremes_of(model, ready, replace(kept, repeat=None), times, seen),
    )
    most = LazyValue(lambda: _kinetic_peak(ready, times, rows, kept.trajectory))
    exchanged = LazyValue(lambda: _exchanged_work(model, ready, times, seen))
    whole = energy_account(
        seen, rows, layout, times, result.trajectory, still=still, reached=most, exchanged=exchanged
    )
    account = whole.ledger
    off = residual(seen, settings.t_end - settings.t_start)
    stuck = evidence_of(model, last, times, result.trajectory)
    unexplained = open_account(whole, settings, accuracy) and not is_rounding(
        account, ready.observe(times, last_bits(rows), result.trajectory)["energy"]
    )
    branching = None
    if ready.problem.time_step is None:  # of time steps no error is claimed
        branching = first_branching(model, ready.dynamics_by_row(result.trajectory, times), times, rows)
    result = revised(result, accuracy=until_branching(accuracy, branching))
    peaking = _unwatched_functions(model, ready)
    looked_at = bool(peaking) and not _are_solved_one_by_one(ready)
    missed = _stepped_over(model, ready, peaking, kept, times, seen) if looked_at else None
    poor = _poor_integral(model, settings, times, seen, dynamics.tables)
    if poor is not None and poor.curable:
        finer = with_finer_sums(written)
        return run(finer, progress, change, once=once, remarks=remarks, read_seconds=read_seconds)
    checks = MotionChecks(
        residual=off,
        energy_unexplained=unexplained,
        missing=values_missing(model, times, seen, outputs=False),
        branching=branching,
        stepped_over=missed,
        poor_integral=poor,
    )
    status, message = outcome(model, settings, result, account, checks, stuck)
    remarks_of_run = (
        *on_redundancy(model, ready.start, times, seen),
        *on_contacts_half_solved(ready.method.name, result.trajectory),
        *on_mean_forces(times, seen),
        *on_outputs(model, times, seen),
        *on_unwatched_steps(ready.method.name, functions=bool(peaking), looked_at=looked_at),
        *on_rescues(ready.method.name, result.trajectory.work),
        *on_jumps(model, result.trajectory),
        *on_impulses(model, settings),
        *on_delays(model, result.trajectory),
        *result.remarks,
        *(one for one in refusals() if one not in ready.method.remarks),
    )
    impacts, jumps = (
        LazyValue(lambda: impacts_of(model, kept.trajectory)),
        jumps_of(model, result.trajectory),
    )
    shares = LazyValue(
        lambda: _energy_shares(model, ready, kept, times, seen, account, (impacts.value, jumps)),
        lambda: _energy_shares(
            model, ready, replace(kept, repeat=None), times, seen, account, (impacts.value, jumps)
        ),
    )
    ended = perf_counter()
    return Motion(
        model=written,
        settings=settings,
        t=times,
        q=seen["q"],
        qd=seen["qd"],
        qdd=seen["qdd"],
        s=seen["s"],
        e=seen["e"],
        lam=seen["lam"],
        contact=seen["contact"],
        friction=seen["friction"],
        reaction=seen["reaction"],
        outputs=seen["outputs"],
        u=seen["u"],
        T=seen["T"],
        V=seen["V"],
        ledger=account,
        residual=off,
        accuracy=result.accuracy,
        status=status,
        message=message,
        reached=result.trajectory.t,
        assumed=ready.start.assumed,
        moved=ready.start.moved,
        remark_search=LazyValue(
            lambda: (
                *remarks,
                *remarks_on_method(ready.method),
                *_remarks_on_resolution(ready),
                *remarks_of_run,
            )
        ),
        jumps=jumps,
        event_search=event_search(
            result, lambda run: happenings(model, run, ready.hybrid), settings.t_end - settings.t_start
        ),
        impact_search=impacts,
        touch_search=LazyValue(lambda: touches_of(model, kept.trajectory, ready.hybrid)),
        extreme_search=extremes,
        share_search=shares,
        method=result.method,
        work=result.trajectory.work,
        seconds=Seconds(
            read=read_seconds,
            lower=lowered - began,
            compiling=result.compile_seconds,
            simulate=ended - lowered - result.compile_seconds,
            total=read_seconds + ended - began,
        ),
    )


def _poor_integral(model: Model, *of_run: Any) -> PoorIntegral | None:
    """The worst of the integrals that were no good sums; what compares them is loaded where there are any."""
    if not has_sums(model):
        return None
    from dalembert._simulate.quadrature_error import poor_integral

    return poor_integral(model, *of_run)


def _energy_shares(model: Model, *of_run: Any) -> tuple[EnergyShare, ...]:
    """The energy account by element; what it needs is loaded where it is asked for."""
    from dalembert._simulate.energy_shares import energy_shares_of

    return energy_shares_of(model, *of_run)


def _exchanged_work(model: Model, *of_run: Any) -> float:
    """The work that was given and taken, without its sign."""
    from dalembert._simulate.energy_shares import exchanged_work

    return exchanged_work(model, *of_run)


def _unwatched_functions(model: Model, ready: PreparedRun) -> tuple[Peaking, ...]:
    """The functions that may hide peaks from the steps of a run; none where its method watches for them."""
    solved = bool(ready.dynamics.compiled.equations.leading)
    if ready.method.exact:
        return ()
    if ready.problem.time_step is not None or (_watches(ready) and not solved):
        return ()
    from dalembert._simulate.narrow_features import functions_with_peaks

    return functions_with_peaks(model)


def _watches(ready: PreparedRun) -> bool:
    """Whether the method of a run watches every step for narrow peaks of mechanics."""
    return ready.method.name in WATCHED and ready.method.fixed and ready.settings.dt is None


def _are_solved_one_by_one(ready: PreparedRun) -> bool:
    """Whether the rates of a run by a method of ours are solved for at each state: too slow to look again."""
    equations = ready.dynamics.compiled.equations
    return _watches(ready) and bool(equations.leading) and not equations.linear


def _stepped_over(model: Model, *of_run: Any) -> SteppedOver | None:
    """The first narrow feature that a motion has passed; what looks for it is loaded where it is needed."""
    from dalembert._simulate.narrow_features import stepped_over

    return stepped_over(model, *of_run)


def _kinetic_peak(ready: PreparedRun, times: Array, rows: Array, run: Trajectory) -> float:
    """The least kinetic energy that a motion had at its largest speeds, by its own dynamics."""
    return kinetic_peak(run.free or ready.dynamics, times, rows, run)


def _remarks_on_resolution(ready: PreparedRun) -> tuple[Message, ...]:
    """Remarks on modes that the run cannot resolve; `ready` keeps its dynamics as they were."""
    start, settings = ready.start.y, ready.settings
    return remarks_on_resolution(ready.method, settings, ready.dynamics, settings.t_start, start)


def _progress_watch(progress: Progress | None, settings: Settings) -> Watch:
    """Report the completed fraction of all runs of a motion, which never decreases."""
    most = [0.0]

    def watch(t: float) -> None:
        done = (t - settings.t_start) / (settings.t_end - settings.t_start)
        if progress is not None:
            most[0] = max(most[0], done * PART if done < 1 else most[0])
            progress(most[0])

    return watch
