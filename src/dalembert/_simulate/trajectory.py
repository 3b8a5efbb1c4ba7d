"""The problem that a method solves and the trajectory that it returns: states at the requested times."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._compile.table_polynomials import PiecewisePolynomial
from dalembert._contact.modes import ImpactEvent, Indices, Mode, ModeState
from dalembert._simulate.delays import History
from dalembert._simulate.timed_records import TimedRecords
from dalembert._simulate.work import Work
from dalembert._words.message import Message

if TYPE_CHECKING:
    from dalembert._contact.time_step_model import TimeStepModel
    from dalembert._simulate.exponential import LinearMotion

Array = NDArray[np.float64]
RunPool = dict[Hashable, Any]  # runs in C by their kind
Watch = Callable[[float], None]  # called now and then with the time reached; an exception ends the run


def no_watch(_: float) -> None:
    """Report no progress of a repetition."""


EVENT, IMPULSE = "event", "impulse"  # the causes of a jump of the state


class End(StrEnum):
    """Why a method stopped."""

    done = "done"
    interrupted = "interrupted"
    not_finite = "not finite"
    singular = "singular"
    underflow = "underflow"
    off = "off"
    stopped = "stopped"
    crowded = "crowded"
    diverged = "diverged"
    chattering = "chattering"
    stiff = "stiff"
    exhausted = "exhausted"  # the budget of work is spent
    jumped = "jumped"
    impulse = "impulse"
    jammed = "jammed"
    paradox = "paradox"
    undetermined = "undetermined"
    undecided = "undecided"
    event = "event"  # an event sets impossible values, or triggers events without end: see `obstacle`


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grid:
    """The steps of a run: their ends, and how long each was before an event or the end of the run cut it.

    The length of a step that an event stopped is negative.
    """

    t: Array
    dt: Array
    turns: tuple[tuple[float, str], ...] = ()  # with two methods: when it changes, and to which


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replay:
    """A run to be repeated on its own grid, disturbed by `gain` times its rounding, or in more digits."""

    grid: Grid
    gain: float = 0.0
    precise: bool = False
    projections: bool = True  # whether projections are disturbed too


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NoiseAtStart:
    """What rounding of the state and of time does to the rates of a dynamics at a start of runs."""

    dynamics: Dynamics
    start: Array
    times: Array
    noise: Array
    clock: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """y' = rates(t, y) from `start` at times[0], states wanted at `times`.

    A step of length dt may be off by atol + rtol |y| + (noise max|q| + clock) dt in each entry of the state
    that is tested, where |y| is the largest size so far, and not below `least`; entries far below the
    largest of their kind are measured against that.
    """

    dynamics: Dynamics
    start: Array
    times: Array
    rtol: float
    atol: Array
    noise: Array
    clock: Array  # the change of the rates by the last bit of t
    least: Array
    largest: Array  # sizes of the entries of the state, as far as they are known
    peak: Array | None = None  # sizes that the entries had before the start
    dt: float | None = None  # a fixed step
    dt_most: float | None = None  # the longest step
    dt_held: float | None = None  # the longest step while contacts or dry friction hold something
    breaks: tuple[float, ...] = ()  # times at which the model is not smooth
    width: float = 0.0  # the largest distance from a break of other times that were merged into it
    bent: tuple[bool, bool] = (False, False)  # whether the model is not smooth at the start, and at the end
    directions: tuple[int, ...] = ()  # of events: 1 rising, −1 falling, 0 both
    stops: tuple[int, ...] = ()  # whether an event ends the run, and how (`_compile/c/run.h`)
    wary: bool = False  # whether to give up where stability limits the steps
    history: History | None = None  # where values are delayed
    time_step: TimeStepModel | None = None  # where rigid contacts are solved in every step
    refined: Grid | None = None  # steps of an earlier run: those of this one are at most half as long
    replay: Replay | None = None
    pool: RunPool | None = None  # of runs in C whose memory serves again, where no other run has them
    in_c: bool = False  # whether its runs call the rates as a function in C
    linear: LinearMotion | None = None  # where the model is a linear system with constant coefficients
    noise_at_start: list[NoiseAtStart] = field(default_factory=list)  # as far as it is known

    def segments(self) -> Iterator[tuple[float, float]]:
        """The pieces of time on which the model is smooth."""
        edges = [float(self.times[0]), *self.breaks, float(self.times[-1])]
        return pairwise(edges)

    def around_kink(self, t: float) -> tuple[float, float]:
        """Just before and just after a time at which the model is not smooth."""
        width = self.width + INSIDE * abs(t)
        return t - width, t + width

    def evaluation_times(self, times: Array) -> Array:
        """The times at which the model is evaluated for rows: just after a break for a row at it."""
        if not self.breaks and not any(self.bent):
            return times
        lowest, highest = (
            np.array(side) for side in zip(*(open_interval(*piece) for piece in self.segments()), strict=True)
        )
        lowest, highest = lowest + self.width, highest - self.width
        lowest[0] = lowest[0] if self.bent[0] else -np.inf
        highest[-1] = highest[-1] if self.bent[1] else np.inf
        piece = np.searchsorted(np.array(self.breaks), times, side="right")
        clipped: Array = np.clip(times, lowest[piece], highest[piece])
        return clipped


@dataclass(frozen=True, slots=True)
class Zero:
    """An event function that was zero: when, which, and whether it rose (1) or fell (−1)."""

    t: float
    event: int
    way: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StateJump:
    """A jump of the state: when, what made it, the energy that it gave, the tested state before and after.

    `moved` is the part of the state by which constraints moved what was set.
    """

    t: float
    kind: str  # of what made it
    name: str
    given: float
    moved: float
    before: Array
    after: Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ModeInterval:
    """The beginning of a mode: the time, the first row, and the state of the mode."""

    t: float
    row: int
    state: ModeState
    soft: bool = False  # whether constraints and contacts depend on one another, and give a little

    @property
    def mark(self) -> tuple[Mode, Indices]:
        """The states of the rigid contacts in this mode."""
        return self.state.mode, self.state.wedged


ModeNote = tuple[int, Mode, bool, Array]  # of an interval: its row, its mode, whether soft, the values
Losses = tuple[float, float]  # of an impact: the energy lost, and the energy given
Intervals = TimedRecords[ModeInterval, ModeNote]
Impacts = TimedRecords[ImpactEvent, Losses]


def no_intervals() -> Intervals:
    """No intervals so far."""
    return TimedRecords(lambda one: (one.row, one.state.mode, one.soft, one.state.values))


def no_impacts() -> Impacts:
    """No impacts so far."""
    return TimedRecords(lambda one: (one.lost, one.given))


def intervals_of(every: Sequence[ModeInterval]) -> Intervals:
    """Intervals that are there."""
    made = no_intervals()
    for one in every:
        made.append(one.t, one.mark, one)
    return made


NO_INTERVALS, NO_IMPACTS = no_intervals(), no_impacts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """States at times[: len(rows)]; the last state reached; why it stopped, and which entry is to blame."""

    rows: Array
    t: float
    y: Array
    end: End
    work: Work
    zeros: tuple[Zero, ...] = ()
    culprit: int = -1
    compile_seconds: float = 0.0
    intervals: Intervals = NO_INTERVALS  # of contacts and switches
    impacts: Impacts = NO_IMPACTS
    jumps: tuple[StateJump, ...] = ()
    obstacle: Message | None = None  # why an event ended it
    peak: Array | None = None  # sizes that the entries of the state had, where the method tells
    sizes: Array | None = None  # the same up to each row
    grid: Grid | None = None  # its steps, where the method can refine and repeat them
    inside: float | None = None  # rounding inside evaluations over that outside, where a disturbed run tells
    projection_rounding: Array | None = (
        None  # what rounding inside projections changes in them, in a repeated run
    )
    past: tuple[PiecewisePolynomial, ...] = ()  # of the entries of the state that are delayed
    free: Dynamics | None = None  # of a hybrid run: free motion, switches as at its end

    @property
    def states(self) -> Array:
        """The rows and, where an event stopped the run after the last of them, the state at the event."""
        return np.vstack([self.rows, self.y]) if self.ends_between_rows else self.rows

    @property
    def ends_between_rows(self) -> bool:
        """Whether an event stopped the run elsewhere than at a row."""
        return self.end is End.stopped and not (len(self.rows) and np.array_equal(self.rows[-1], self.y))


def join_grids(grids: Sequence[Grid]) -> Grid:
    """The grid of a run from those of its parts."""
    if len(grids) == 1:
        return grids[0]
    none = np.zeros(0)
    return Grid(
        t=np.concatenate([none, *(grid.t for grid in grids)]),
        dt=np.concatenate([none, *(grid.dt for grid in grids)]),
    )


Method = Callable[[Problem, Watch], Trajectory]

INSIDE = 8 * 2.220446049250313e-16  # how far inside of a piece of time the model is asked at its ends


def open_interval(low: float, high: float) -> tuple[float, float]:
    """An interval without its ends, at which the model may already have the values of the next interval."""
    margin = INSIDE * max(abs(low), abs(high))
    return (low + margin, high - margin) if high - low > 4 * margin else (low, high)
