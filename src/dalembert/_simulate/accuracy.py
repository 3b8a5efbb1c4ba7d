"""Global error control: the error of the result, not of a step, meets rtol, and its estimate is reported.

Three runs follow one another, each with smaller tolerances for its steps and with steps at most half as long
as those before: Z, A, B. How fast their differences shrink tells the error of the last one (`claim.py`); Z
repeated with larger rounding, and in more digits, tells what rounding does (`replays.py`). Where the claim
exceeds what was requested, another run follows, as long as truncation and not rounding is the cause.

No step is asked to be better than rounding lets it be: stiff springs between large displacements make noise
in the accelerations, far above the rounding of the state, and steps would shrink without end against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dalembert._simulate.claim import (
    ROUNDED_ONCE,
    Comparison,
    RowClaims,
    are_apart,
    over_sizes,
    row_claims,
    small_against,
    truncation,
)
from dalembert._simulate.lazy_value import LazyValue, known_value
from dalembert._simulate.measure import Differences, Measure, Runs
from dalembert._simulate.methods import MethodChoice
from dalembert._simulate.motion import VISIBLE, Accuracy, Settings
from dalembert._simulate.noise import noise_of_rates
from dalembert._simulate.replays import Replays, disturbed_replays, with_precise_replay
from dalembert._simulate.revised_record import revised
from dalembert._simulate.series_choice import costs, worth_a_trial
from dalembert._simulate.trajectory import End, NoiseAtStart, Problem, Trajectory, Watch, no_watch
from dalembert._simulate.work import Work
from dalembert._words.message import Message, Quantity, say

Array = NDArray[np.float64]
FLOOR = 4e-15  # step tolerances below this are rounding
LOOSEST = 1e-3  # of the tolerances of steps
THREE = 3  # runs from which the error of the last one is estimated
RUNS = 6  # at most, besides the repetitions
STIFF_PART = 0.1  # of the steps of a run: where stability limits so many, a stiff method can be more accurate
SPANS = 5  # stretches of a stiff method that a remark names
BIAS = 1e-2  # of what was asked for: so small a bias, if it can be no larger, is claimed and not measured
LITTLE = 4.0  # steps that are halved need little smaller tolerances to be good enough


Repeat = Callable[[Array, Watch], Trajectory]


def _repeat(chosen: MethodChoice, problem: Problem) -> Repeat:
    """The run repeated with the same steps, for its states at other times."""
    return lambda times, watch: chosen.method(replace(problem, times=times), watch)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Witnesses:
    """The runs from which the error of the last one is estimated, the coarsest first; and repetitions."""

    runs: tuple[Trajectory, ...]
    replays: LazyValue[Replays]  # a bias that the claim only bounds is measured for the errors of columns
    contraction: float  # the least that the order of the method allows


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The run that is given to the user, what is known of its error, and the seconds of compilation."""

    trajectory: Trajectory
    accuracy: Accuracy
    compile_seconds: float
    method: str
    remarks: tuple[Message, ...] = ()
    alone: bool = False  # the run it was compared with ended in another way
    repeat: Repeat | None = None  # the same run at other times
    witnesses: Witnesses | None = None
    at_rest: bool | None = None  # whether all was held at rest; None where nobody has looked


def solve(chosen: MethodChoice, problem: Problem, settings: Settings, watch: Watch) -> Solution:
    """A run whose result meets the tolerance, as far as that can be reached."""
    if settings.dt is not None:
        fixed = replace(problem, dt=settings.dt)
        return replace(_without_claim(chosen, chosen.method(fixed, watch)), repeat=_repeat(chosen, fixed))
    if chosen.exact:
        return _solve_exactly(chosen, problem, settings, watch)
    runs: list[Trajectory] = []
    try:
        return _refine(chosen, problem, settings, watch, runs)
    except KeyboardInterrupt:  # between two runs, or in one that only measures
        if not runs:
            raise
        return _without_claim(chosen, replace(runs[-1], end=End.interrupted), *runs[:-1])


def _solve_exactly(chosen: MethodChoice, problem: Problem, settings: Settings, watch: Watch) -> Solution:
    """One run without truncation: what is claimed is the effect of rounding, from a repetition."""
    run, measure = chosen.method(problem, watch), Measure(problem, settings)
    if run.end is End.interrupted or len(run.rows) < 2:
        return _without_claim(chosen, run)
    replays = revised(disturbed_replays(chosen, problem, run, measure, watch), least=ROUNDED_ONCE)
    three = run, run, run
    estimate = _truncation(chosen, measure, three, measure.differences(three), replays)
    claim = _claim(estimate, measure, problem, settings, replays)
    return Solution(
        trajectory=run,
        accuracy=claim.accuracy,
        compile_seconds=0.0,
        method=chosen.name,
        repeat=_repeat(chosen, problem),
        witnesses=Witnesses(runs=three, replays=known_value(replays), contraction=chosen.contraction),
        at_rest=measure.is_at_rest(run),
    )


def solve_once(chosen: MethodChoice, problem: Problem, settings: Settings, watch: Watch) -> Solution:
    """One run in which every step meets the tolerance, without an estimate of its global error."""
    return _solve_once(chosen, problem, settings, watch, wary=False)


def _solve_once(
    chosen: MethodChoice, problem: Problem, settings: Settings, watch: Watch, *, wary: bool
) -> Solution:
    asked = _with_tolerance(problem, settings.rtol, settings, None, Measure(problem, settings), wary=wary)
    return replace(_without_claim(chosen, chosen.method(asked, watch)), repeat=_repeat(chosen, asked))


def solve_plainly(chosen: MethodChoice, problem: Problem, settings: Settings, watch: Watch) -> Solution:
    """One run as by `solve_once`, repeated by a stiff method if stability limits the steps."""
    found = _solve_once(chosen, problem, settings, watch, wary=chosen.stiffly is not None)
    left = found.trajectory
    if left.end is not End.stiff or chosen.stiffly is None:
        return found
    begun = replace(problem, dynamics=left.free or problem.dynamics)
    return solve_once(chosen.stiffly(), begun, settings, watch)


def _refine(
    chosen: MethodChoice, problem: Problem, settings: Settings, watch: Watch, runs: list[Trajectory]
) -> Solution:
    """Runs that refine one another until the last one is good enough; each is added to `runs`."""
    wary = chosen.stiffly is not None
    floor = max(FLOOR, chosen.least * settings.rtol)
    tolerance = _first_tolerance(chosen, settings)
    replays, asked, measure = Replays(), list[Problem](), Measure(problem, settings)
    claim: Claim | None = None
    spent: tuple[Trajectory, ...] = ()
    while len(runs) < RUNS:
        before = runs[-1] if runs else None
        asked.append(_with_tolerance(problem, tolerance, settings, before, measure, wary=wary))
        run = chosen.method(asked[-1], watch)
        if run.end is End.stiff and chosen.stiffly is not None:
            return _solve_stiffly(chosen, problem, settings, watch, [*runs, run])
        if run.end is End.interrupted:
            longer = bool(runs) and len(runs[-1].rows) > len(run.rows)
            return _without_claim(chosen, replace(runs[-1], end=End.interrupted) if longer else run, *runs)
        asks_too_much = claim is not None and claim.alike and run.end is not runs[-1].end
        exhausted = run.end is End.exhausted
        if (asks_too_much or exhausted) and chosen.stiffly is not None and _stability_limits([*runs, run]):
            stiff = _solve_stiffly(chosen, problem, settings, watch, [run], alone=exhausted)
            is_interrupted = stiff.trajectory.end is End.interrupted
            if is_interrupted and runs:
                raise KeyboardInterrupt  # the last of the runs is kept
            goes_further = not runs and (is_interrupted or stiff.trajectory.t > run.t)
            if goes_further or _claims_less(stiff, claim):
                return _with_work(stiff, (*runs, *spent, *replays.runs))
            spent += (stiff.trajectory,)  # with the work of this run
            runs += [] if runs else [revised(run, work=Work())]
            break
        if asks_too_much or (exhausted and runs):
            spent += (run,)  # more than double precision holds, or more than a run may take
            break
        runs.append(run)
        found = _solve_by_series(chosen, problem, settings, watch, run) if len(runs) == 1 else None
        if found is not None:
            return found
        fails = run.end not in (End.done, End.stopped)
        if len(run.states) < 2 or (fails and len(runs) > 1 and runs[-2].end is run.end):
            break
        if len(runs) >= THREE:
            three = (runs[-3], runs[-2], runs[-1])
            differences = measure.differences(three)
            alike = all(one.end is run.end for one in three)
            if alike and (claim is None or claim.parted or not claim.alike):
                place = len(runs) - THREE + _to_repeat(three, differences)
                replays = disturbed_replays(chosen, asked[place], runs[place], measure, watch)
            judge = partial(_judge, chosen, problem, settings, measure, three, differences, watch=watch)
            claim, replays, enlarged = judge(replays)
            if enlarged and replays.of is not run:  # by its long steps: this run is asked itself
                spent += replays.runs
                claim, replays, _ = judge(disturbed_replays(chosen, asked[-1], run, measure, watch))
            at_floor = tolerance <= floor  # there a further run has half the steps and the same tolerance
            may_help = claim.excess * chosen.contraction <= 1 and _can_be_halved(run)
            if claim.enough or asked[-2].rtol <= floor or (at_floor and not may_help):
                break
        shrink = chosen.ratio if claim is None else max(2 * claim.excess, LITTLE)
        tolerance = max(tolerance / shrink, floor)
    every = (*runs, *spent, *replays.runs)
    return Solution(
        trajectory=revised(runs[-1], work=sum((one.work for one in every), Work())),
        accuracy=Accuracy(achieved=None, until=None) if claim is None else claim.accuracy,
        compile_seconds=sum(one.compile_seconds for one in every),
        method=chosen.name,
        alone=any(one.end is not runs[-1].end for one in runs[-THREE:]),
        repeat=_repeat(chosen, asked[len(runs) - 1]),
        witnesses=Witnesses(
            runs=tuple(runs[-THREE:]),
            replays=_with_bias(chosen, replays, claim),
            contraction=chosen.contraction,
        ),
        at_rest=measure.is_at_rest(runs[-1]),
    )


def _can_be_halved(run: Trajectory) -> bool:
    """Whether a further run halves all steps, whatever its tolerance: those of this one are all noted."""
    return run.grid is not None and len(run.grid.t) > 0 and bool(run.grid.t[-1] >= run.t)


def _judge(
    chosen: MethodChoice,
    problem: Problem,
    settings: Settings,
    measure: Measure,
    three: Runs,
    differences: Differences,
    replays: Replays,
    watch: Watch,
) -> tuple[Claim, Replays, bool]:
    """The error claimed of the last of three runs, from a repetition in higher precision where needed.

    And whether this repetition alone shows more than was asked for: in a coarse run that may be the error of
    its long steps, which change where an event is a little earlier or later.
    """
    estimate = _truncation(chosen, measure, three, differences, replays)
    claim = _claim(estimate, measure, problem, settings, replays)
    if not replays.may_hide_bias(claim.rounding, claim.achieved):
        return claim, replays, False
    bias = replays.most_bias(claim.rounding)
    if bias <= BIAS * settings.rtol and claim.achieved + bias <= settings.rtol:
        return claim.with_bias(bias), replays, False
    replays = with_precise_replay(chosen, replays, watch)
    if not _are_equal(replays.projection_rounding, estimate.projections):
        estimate = _truncation(chosen, measure, three, differences, replays)
    precisely = _claim(estimate, measure, problem, settings, replays)
    return precisely, replays, precisely.rounding > settings.rtol >= claim.rounding


def _with_bias(chosen: MethodChoice, replays: Replays, claim: Claim | None) -> LazyValue[Replays]:
    """The repetitions, with that in more digits where the claim has only a bound of what it would show."""
    if claim is None or not claim.bias:
        return known_value(replays)
    return LazyValue(partial(with_precise_replay, chosen, replays, no_watch), lambda: replays)


def _without_claim(chosen: MethodChoice, run: Trajectory, *earlier: Trajectory) -> Solution:
    """A run of whose error nothing is known."""
    return Solution(
        trajectory=replace(run, work=sum((one.work for one in earlier), run.work)),
        accuracy=Accuracy(achieved=None, until=None),
        compile_seconds=sum((one.compile_seconds for one in earlier), run.compile_seconds),
        method=chosen.name,
    )


def _stability_limits(runs: list[Trajectory]) -> bool:
    """Whether stability limited the steps of one of the runs in a part that matters."""
    return any(run.work.stiff > STIFF_PART * run.work.steps for run in runs)


def _claims_less(solution: Solution, claim: Claim | None) -> bool:
    """Whether a solution reached its end with a smaller claim than another."""
    achieved, done = solution.accuracy.achieved, solution.trajectory.end in (End.done, End.stopped)
    return done and achieved is not None and (claim is None or achieved < claim.achieved)


def _with_work(solution: Solution, before: Sequence[Trajectory]) -> Solution:
    """A solution with the work of the runs before it."""
    work = sum((run.work for run in before), solution.trajectory.work)
    return replace(solution, trajectory=replace(solution.trajectory, work=work))


def _solve_stiffly(
    explicit: MethodChoice,
    problem: Problem,
    settings: Settings,
    watch: Watch,
    left: list[Trajectory],
    *,
    alone: bool = False,
) -> Solution:
    """The runs of an explicit method repeated by a stiff one, whose steps stability does not limit.

    In turn with the explicit one where it can be, if not `alone`.
    """
    following = explicit.stiffly if alone else explicit.alternately or explicit.stiffly
    assert following is not None
    chosen, last = following(), left[-1]
    dynamics = last.free or problem.dynamics  # rounding is measured in the mode that was stiff
    solution = solve(chosen, replace(problem, dynamics=dynamics), settings, watch)
    remark = _remark_on_turns(chosen, solution.trajectory) or say(
        "remark_stiff", t=Quantity(last.t, 4), method=chosen.name
    )
    return _with_work(replace(solution, remarks=(remark, *solution.remarks)), left)


def _remark_on_turns(chosen: MethodChoice, run: Trajectory) -> Message | None:
    """A remark on the times during which the stiff method made the steps of an alternating run."""
    turns = () if run.grid is None else run.grid.turns
    if len(turns) < 2:
        return None
    ends = [*(t for t, _ in turns[1:]), run.t]
    spans = [
        say("remark_span", first=Quantity(t, 4), last=Quantity(end, 4))
        for (t, name), end in zip(turns, ends, strict=True)
        if name == chosen.name
    ]
    other = next(name for _, name in turns if name != chosen.name)
    shown = (
        *spans[:SPANS],
        *([say("remark_spans_more", count=len(spans) - SPANS)] if len(spans) > SPANS else []),
    )
    return say("remark_turns", method=chosen.name, spans=shown, other=other)


def _first_tolerance(chosen: MethodChoice, settings: Settings) -> float:
    """The tolerance of the steps of the first run."""
    floor = max(FLOOR, chosen.least * settings.rtol)
    return max(min(chosen.loose * settings.rtol, LOOSEST), 10 * floor)


def _solve_by_series(
    chosen: MethodChoice, problem: Problem, settings: Settings, watch: Watch, first: Trajectory
) -> Solution | None:
    """The run repeated by Taylor series, if a coarse run by them gives the same motion at less cost."""
    if chosen.by_series is None or not worth_a_trial(problem, first, settings.rtol):
        return None
    series, measure = chosen.by_series(), Measure(problem, settings)
    if series is None:
        return None
    tolerance = _first_tolerance(chosen, settings)
    tried = series.method(_with_tolerance(problem, tolerance, settings, None, measure, wary=False), watch)
    if tried.end is End.interrupted:
        raise KeyboardInterrupt
    if tried.end is not first.end or measure.are_apart(tried, first):
        return None
    cost = costs(problem, first, tried, settings.rtol)
    if not cost.pays:
        return None
    solution = solve(series, problem, settings, watch)
    claimed = solution.accuracy.achieved
    if solution.trajectory.end is not End.interrupted and (claimed is None or claimed > settings.rtol):
        return None
    remark = say(
        "remark_series", method=series.name, ratio=Quantity(cost.plain / cost.series, 2), other=chosen.name
    )
    work = solution.trajectory.work + first.work + tried.work
    trajectory = replace(solution.trajectory, work=work)
    return replace(solution, trajectory=trajectory, remarks=(remark, *solution.remarks))


def _to_repeat(three: Runs, differences: Differences) -> int:
    """Which of three runs is repeated: the coarsest that follows the same motion as the last.

    A run whose steps stability limited is not chosen: at that limit a method amplifies disturbances.
    """
    steady = [i for i, run in enumerate(three) if not run.work.stiff] or [THREE - 1]
    same = [i for i in steady if differences.follow_last[i]]
    # in a chaotic motion no two runs stay together: the coarsest serves as well as another
    return (same if len(same) > 1 else steady)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The error of the last of three runs, estimated from their differences and from repetitions."""

    accuracy: Accuracy
    achieved: float  # the largest claim in the run
    rounding: float  # the largest part of it that is rounding; infinite where nothing is known
    excess: float  # the largest claim of truncation, against what was asked for or what rounding leaves
    enough: bool  # a further run would not improve the estimate
    alike: bool  # the runs ended in the same way
    parted: bool  # some of the runs follow other motions
    bias: float = 0.0  # the bound of a bias that was not measured, which is part of it

    def with_bias(self, bias: float) -> Claim:
        """The claim with the most that a bias can be, where it does not exceed what was asked for with it."""
        achieved = self.achieved + bias
        return revised(self, achieved=achieved, bias=bias, accuracy=revised(self.accuracy, achieved=achieved))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Truncation:
    """The truncation error of the last of three runs, estimated from their differences."""

    three: Runs
    error: Array
    parted: bool  # some of the runs follow other motions
    projections: Array | None  # rounding of the projections: smaller differences mean nothing


def _truncation(
    chosen: MethodChoice, measure: Measure, three: Runs, differences: Differences, replays: Replays
) -> Truncation:
    """The error of the last of three runs that is truncation."""
    first, second, parted = differences.first, differences.second, differences.parted
    projections = replays.projection_rounding
    if projections is not None:
        # runs that differ by the rounding of their projections alone do not differ in truncation
        near = 2 * over_sizes(projections, measure.sizes(three[-1]))
        first, second = (np.where(apart <= near[: len(apart)], 0.0, apart) for apart in (first, second))
        parted = bool(are_apart(first).any() or are_apart(second).any())
    return Truncation(
        three=three,
        error=truncation(first, second, chosen.contraction),
        parted=parted,
        projections=projections,
    )


def _claim(
    told: Truncation, measure: Measure, problem: Problem, settings: Settings, replays: Replays
) -> Claim:
    """The claim for the last of three runs."""
    last, error, found = told.three[-1], told.error, _row_claims(told, measure, settings, replays)
    total, rows = found.total, len(error)
    alike, missing = all(one.end is last.end for one in told.three), len(last.states) - rows
    if missing > 0:  # runs that an event stopped may differ by a row
        after = total[-1] if alike and missing == 1 and rows else np.inf
        total = np.concatenate([total, np.full(missing, after)])
    until, visible = (_last_within(problem, last, total, most) for most in (settings.rtol, VISIBLE))
    achieved = min(float(total.max(initial=0.0)), 1.0)
    return Claim(
        accuracy=Accuracy(achieved=achieved, until=until, visible=visible),
        achieved=achieved,
        rounding=min(found.rounding, 1.0),
        excess=max(found.excess, 1.0),
        enough=alike and missing <= 1 and found.excess <= 1,
        alike=alike,
        parted=told.parted,
    )


def _are_equal(one: Array | None, other: Array | None) -> bool:
    """Whether two arrays, which need not be there, are the same."""
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other)


def _last_within(problem: Problem, last: Trajectory, total: Array, most: float) -> float:
    """The last time up to which the claim of every row is at most so large."""
    within = total <= most
    if within.all():
        return last.t
    return float(problem.times[max(int(within.argmin()) - 1, 0)])


def _row_claims(estimate: Truncation, measure: Measure, settings: Settings, replays: Replays) -> RowClaims:
    """The claim of each row, with the effect of rounding as the repetitions tell it."""
    of, precise, plain = replays.of, replays.precise, replays.plain
    disturbed, precisely = list[Comparison](), list[Comparison]()
    if of is not None:
        disturbed = [measure.compare(run, of, gain) for gain, run in replays.disturbed]
        if precise is not None and plain is not None:
            precisely = [measure.compare(precise, plain)]
    moves = None if of is None else replays.projection_rounding
    return row_claims(
        estimate.error,
        disturbed,
        precisely,
        measure.sizes(estimate.three[-1]),
        moves,
        settings.rtol,
        replays.least,
    )


def _with_tolerance(
    problem: Problem,
    tolerance: float,
    settings: Settings,
    before: Trajectory | None,
    measure: Measure,
    *,
    wary: bool,
) -> Problem:
    """The problem with a tolerance for its steps, not below the noise measured in an earlier run."""
    noise, clock = _noise_at_start(problem) if before is None else _noise_along(before, measure)
    kinds = problem.dynamics.layout.kinds
    atol, least = np.zeros(len(noise)), np.zeros(len(noise))
    largest = np.abs(problem.start[: len(noise)])
    if before is not None and len(before.rows):
        kappa = small_against(settings.rtol)
        largest = measure.last_sizes(before)
        for kind in kinds:
            if kind.start < kind.stop:
                least[kind] = kappa * largest[kind].max(initial=0.0)
    if settings.atol:
        atol[:] = settings.atol * tolerance / settings.rtol
    return revised(
        problem,
        rtol=tolerance,
        atol=atol,
        noise=noise,
        clock=clock,
        least=least,
        largest=largest,
        refined=None if before is None else before.grid,
        wary=wary,
    )


def _noise_at_start(problem: Problem) -> tuple[Array, Array]:
    """The noise of the rates at the start, which is the same in all runs from there."""
    dynamics, start, times = problem.dynamics, problem.start, problem.times
    for known in problem.noise_at_start:
        if known.dynamics is dynamics and known.start is start and known.times is times:
            return known.noise, known.clock
    at_start = noise_of_rates(dynamics, times, start[np.newaxis], in_c=problem.in_c)
    made = NoiseAtStart(
        dynamics=dynamics, start=start, times=times, noise=at_start.noise, clock=at_start.clock
    )
    problem.noise_at_start[:] = [made]
    return made.noise, made.clock


def _noise_along(before: Trajectory, measure: Measure) -> tuple[Array, Array]:
    """The noise of the rates along an earlier run."""
    along = measure.rate_noise(before)
    return along.noise, along.clock
