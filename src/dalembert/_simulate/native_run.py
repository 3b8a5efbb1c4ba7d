"""A run in C by any method, taken up again every few hundredths of a second."""

from __future__ import annotations

import ctypes as ct
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from struct import Struct
from time import perf_counter
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.code import Code
from dalembert._compile.compiler import Compiler
from dalembert._compile.native import CallableRecord, Precision, Run, TableRecord, callback, library
from dalembert._compile.past import MOST, Past
from dalembert._compile.rank_revealing import HEALTHY
from dalembert._compile.run_functions import Functions, functions_of
from dalembert._compile.table_polynomials import Curve, PiecewisePolynomial
from dalembert._simulate.run_memory import RunMemory
from dalembert._simulate.trajectory import (
    End,
    Grid,
    Problem,
    Trajectory,
    Watch,
    Zero,
    join_grids,
    open_interval,
)
from dalembert._simulate.work import Work

BREATH = 0.05  # seconds between looks at the outside world
FIRST, FASTER = 64, 8  # steps before the first look, and how many times as many before the next one at most
LIGHT = 400  # instructions of a model whose first look is not worth its time: it is made with the second one
ENDS = {
    1: End.done,
    2: End.not_finite,
    3: End.singular,
    4: End.underflow,
    5: End.off,
    6: End.stopped,
    7: End.crowded,
    8: End.diverged,
}
DONE = 1
GOES_ON, ENDED = 0, 1  # of mode_loop.h
WINDOW, HEADWAY, REFUSED = 200_000, 1e-7, 0.1  # steps; part of the run in a step; part of the steps
COLLAPSED = 0.05  # of the steps before
PROBED, HELD, LONG = 1000, 0.5, 2500  # steps; part of them held back; steps of the whole run
ROOM = 4096  # occurrences of events between two looks
LOGGED = 1 << 13  # steps between two looks
MOST_LOGGED = 1 << 23  # steps of a run that are kept: later ones are neither refined nor repeated
SEED = 88172645463325252
NUMBER, BITS = Struct("=d"), Struct("=Q")
BUDGET = 3e10  # instructions of a model in all evaluations of a run: less than a minute of one core
SOME = 0.1  # of the budget and of the steps: from then on a run that stability limits may not fall behind
LARGEST = float(np.finfo(float).max)
ROWS, PEAK_NODES = 13, 9  # EVENT_ROWS of events.h, and the nodes of peaks.h


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Which library has the method, how many rates and how many terms of a continuous extension it keeps."""

    library: str
    stages: int
    terms: int
    notes: bool = True  # whether it notes its steps and the sizes at its rows
    explicit: bool = False  # whether a step is some evaluations of the rates alone
    smooth: bool = (
        False  # whether the model may be asked at the very ends of pieces of time: nothing switches
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunStart:
    """Where a run begins: the state, the times at which states are wanted, sizes that entries had."""

    y: NDArray[np.float64]
    times: NDArray[np.float64]
    peak: NDArray[np.float64] | None

    def largest(self, tested: int) -> NDArray[np.float64]:
        """The largest sizes so far."""
        magnitudes = np.abs(self.y[:tested])
        return magnitudes if self.peak is None else np.maximum(magnitudes, self.peak)


def start_of(problem: Problem) -> RunStart:
    """The start of a run of a problem."""
    return RunStart(y=problem.start, times=problem.times, peak=problem.peak)


class MethodMemory(Protocol):
    """The memory of a method besides the state, in C."""

    address: int

    def use(self, functions: Mapping[str, CallableRecord]) -> None:
        """Use other functions of the model from now on."""

    def restart(self, t: float, y: NDArray[np.float64]) -> None:
        """Begin anew at a state, after an instant at which the model jumps."""


class ModeLoop(Protocol):
    """The loop in C over the modes of a hybrid run."""

    began: tuple[float, int, int] | None  # where the mode it is in began: time, steps, steps held back

    def follow(self, steps: int) -> int:
        """About so many steps; the answer of C."""

    def note_cost(self, seconds: float) -> None:
        """Add the time spent in the functions of the mode."""


def follow_run(native: NativeRun, problem: Problem, watch: Watch) -> Trajectory:
    """A run over all pieces of time on which the model is smooth."""
    end = End.done
    try:
        for low, high in problem.segments():
            for first, last in problem.history.pieces(low, high) if problem.history else ((low, high),):
                stopped = native.begin(first, last, smooth=first > low)
                while stopped is None and native.advance():
                    watch(native.run.t)
                if stopped is not None or native.run.status != DONE:
                    break
            if stopped is not None or native.run.status != DONE:
                end = stopped or end
                break
    except KeyboardInterrupt:
        end = End.interrupted
    return native.trajectory(end)


@lru_cache(maxsize=64)
def _seed(first: float) -> int:
    """The seed of the random signs in a run from a given time on."""
    bits: int = BITS.unpack(NUMBER.pack(first))[0]
    return SEED ^ bits


def _record(curve: Curve, slot: int) -> TableRecord:
    """A curve for C: samples, or a past that the steps of the run add to."""
    match curve:
        case Past(count=count, width=width, entry=entry, room=room, delay=delay, addresses=(t, c)):
            return TableRecord(
                count=count, place=slot, width=width, entry=entry, room=room, delay=delay, t=t, c=c
            )
        case PiecewisePolynomial(t=t, c=c):
            times, numbers = t.ctypes.data, c.ctypes.data
            return TableRecord(
                count=len(t), place=slot, width=c.shape[1], entry=-1, room=len(t), t=times, c=numbers
            )
    raise TypeError(curve)


class NativeRun:
    """A run in C, with the arrays it works on."""

    def __init__(
        self,
        shape: Shape,
        code: Code,
        problem: Problem,
        compiler: Compiler,
        carried: MethodMemory | None = None,
        most_events: int = 0,
        more: Functions | None = None,
    ) -> None:
        """`most_events`: how many event functions there can be later on, in other modes.

        `more`: functions that the method needs besides those of the code.
        """
        integrators = library(shape.library, compiler)
        self._advance: Any = integrators[f"{shape.library}_advance"]
        layout = problem.dynamics.layout
        size = layout.size
        tested, samples = layout.tested, len(problem.times)
        events, peaks = len(problem.directions), problem.dynamics.compiled.peaks
        zeros = {
            "k": shape.stages * size,
            "stage": size,
            "fresh": size,
            "dense": shape.terms * size,
            "change": size,
            "u": max(1, 3 * problem.dynamics.compiled.inputs),
            "tail": size,
            "tail_fresh": size,
            "disturbed_state": 3 * size,  # a state, and rates twice
            "inside": tested,
            "outside": tested,
            "misplaced": tested,
            "weight": tested,
            "floor": tested,
            "values": ROWS * max(1, most_events, events),
            "node": size,
            "arguments": PEAK_NODES * max(1, len(peaks)),
        }
        notes = {"occurred": ROOM, "logged_t": LOGGED, "logged_dt": LOGGED}
        given: dict[str, NDArray[Any]] = {
            "y": problem.start.copy(),
            "times": np.ascontiguousarray(problem.times),
            "rows": np.zeros((samples, size)),
            "sizes": np.zeros((samples, tested)),
            "atol": problem.atol.copy(),
            "noise": problem.noise.copy(),
            "clock": problem.clock.copy(),
            "least": problem.least.copy(),
            "peak": start_of(problem).largest(tested),
            "kind": layout.kind_of_each(),
            "direction": np.array(problem.directions, dtype=np.int32),
            "stops": np.array(problem.stops, dtype=np.int32),
            "peak_kind": np.array(peaks, dtype=np.int32),
        }
        replay = problem.replay
        grid = problem.refined if replay is None else replay.grid
        if grid is not None:
            given |= {"grid_t": grid.t, "grid_dt": grid.dt}
        self.arrays = RunMemory(zeros, notes, {"which": ROOM, "way": ROOM}, given)
        self._keeps_log, self._log = shape.notes, list[Grid]()
        self._smooth = shape.smooth
        tables = problem.dynamics.tables
        self._history = problem.history
        lines = self._history.lines if self._history is not None else {}
        self.tables = (TableRecord * max(1, len(tables)))(
            *(_record(one, slot) for one, slot in zip(tables, problem.dynamics.compiled.tables, strict=True))
        )
        self.zeros: list[Zero] = []
        self.turns: list[tuple[float, str]] = []  # from when on another method made the steps
        self._compiler = compiler
        first, last = float(problem.times[0]), float(problem.times[-1])
        self._problem = problem
        problem.dynamics.rewind()
        self.interrupted: list[bool] = []
        self.rescue = callback(problem.dynamics.rescue, size, self.interrupted)
        self.run = Run(
            rescue=self.rescue,
            n=layout.n,
            split=layout.split,
            size=size,
            tested=tested,
            constrained=int(layout.constraints > 0),
            healthy=HEALTHY,
            rtol=problem.rtol,
            t=first,
            t_end=last,
            dt_most=min(
                problem.dt_most or np.inf,
                last - first,
                self._history.longest_step if self._history is not None else np.inf,
            ),
            span=last - first,
            dt_fixed=problem.dt or 0.0,
            error_before=1e-4,
            low=first,
            high=last,
            samples=samples,
            culprit=-1,
            events_count=events,
            peaks_count=len(peaks),
            room=ROOM,
            log_room=LOGGED,
            grid_count=0 if grid is None else len(grid.t),
            repeats=int(replay is not None),
            gain=0.0 if replay is None else replay.gain,
            projections_disturbed=int(replay is not None and replay.projections),
            random=_seed(first),
            inputs_count=problem.dynamics.compiled.inputs,
            tables_count=len(tables),
            tables=ct.addressof(self.tables),
            delays=len(lines),
            **self.arrays.addresses,
        )
        self._carried, self._more = carried, more
        if carried is not None:
            self.run.own = carried.address
        self.functions = functions_of(code, problem.dynamics, integrators, compiler)
        self._precise: Functions | None = None
        if replay is not None:
            self._precise = functions_of(code, problem.dynamics, integrators, compiler, Precision.extended)
        precisely = replay is not None and replay.precise
        self._timed = self._precise if precisely and self._precise is not None else self.functions
        self._use()
        self._skips_a_look, self.compile_seconds = shape.explicit and code.length <= LIGHT, 0.0
        self._set_first_chunk()
        self._last = last
        self._count_from(first)
        self._wary, self.chattering, self.stiff = problem.wary, False, False
        self._length, self.exhausted = code.length, False
        self._fresh = bytes(self.run)

    def restart(self, problem: Problem, code: Code, start: RunStart) -> None:
        """Begin another run of the same kind with as many rows, in the memory of this one, but for the rows.

        What belongs to a mode stays as it is: the loop over modes puts it in where a mode begins.
        """
        ct.memmove(ct.addressof(self.run), self._fresh, len(self._fresh))
        arrays, run, replay = self.arrays, self.run, problem.replay
        first, last = float(start.times[0]), float(start.times[-1])
        grid = problem.refined if replay is None else replay.grid
        arrays.clear()
        widths = ("rows", run.size), ("sizes", run.tested)
        run.rows, run.sizes = arrays.renew(len(start.times), widths)
        limits = ("atol", problem.atol), ("noise", problem.noise), ("clock", problem.clock)
        arrays.write((("y", start.y), ("peak", start.largest(run.tested)), *limits, ("least", problem.least)))
        run.times = arrays.put("times", start.times)
        run.grid_count = 0
        if grid is not None:
            run.grid_count = len(grid.t)
            run.grid_t, run.grid_dt = arrays.put("grid_t", grid.t), arrays.put("grid_dt", grid.dt)
        run.rtol, run.t, run.t_end, run.span = problem.rtol, first, last, last - first
        run.dt_most = min(problem.dt_most or np.inf, last - first)
        run.low, run.high = first, last
        run.gain = 0.0 if replay is None else replay.gain
        run.random = _seed(first)
        self._problem, self._last = problem, last
        self.zeros, self._log, self.compile_seconds = [], [], 0.0
        self._count_from(first)
        self._wary, self.chattering, self.stiff = problem.wary, False, False
        self._length, self.exhausted = code.length, False

    def restart_alone(self, problem: Problem, code: Code) -> None:
        """Begin another run without modes in the memory of this one."""
        run, replay = self.run, problem.replay
        self.restart(problem, code, start_of(problem))
        run.dt_fixed = problem.dt or 0.0
        run.projections_disturbed = int(replay is not None and replay.projections)
        self._set_first_chunk()
        self.interrupted.clear()
        problem.dynamics.rewind()
        self._use()

    def _use(self) -> None:
        """Set the pointers of the run to the present functions; the run goes on from its state."""
        functions = self.functions.now
        self.run.rates = self._timed.now["rates"]
        if self._precise is not None:
            self.run.precise_correction = self._precise.now.get("correction", CallableRecord())
            if self._timed is self.functions:
                self.run.precise_rates = self._precise.now["rates"]
        if "correction" in functions:
            self.run.correction = functions["correction"]
        if "inputs" in functions:
            self.run.inputs = functions["inputs"]
        if "events" in functions:
            self.run.events = functions["events"]
        if "peaks" in functions:
            self.run.peaks = functions["peaks"]
        if self._carried is not None:
            self._carried.use({**functions, **self._more.now} if self._more is not None else functions)

    def begin(self, low: float, high: float, *, smooth: bool = False) -> End | None:
        """A piece of time on which the model is smooth; why the state cannot be taken into it, if so.

        `smooth`: nothing jumps at its beginning, which is a breaking point of a delay.
        """
        self.run.low, self.run.high = (low, high) if self._smooth else open_interval(low, high)
        stopped = None
        if self.run.steps and not smooth:
            y = self._state()
            from dalembert._simulate.time_jump import jump_over

            over = jump_over(self._problem, low, y.copy())
            if isinstance(over, End):
                return over
            y[:] = over.y
            self.arrays["peak"][:] = np.maximum(self.arrays["peak"], np.abs(y[: self.run.tested]))
            self.zeros += over.zeros
            stopped = End.stopped if over.stops else None
            last = self.run.next - 1  # a row at the jump shows what is after it
            if last >= 0 and self.arrays["times"][last] == low:
                self.arrays["rows"][last] = y
            if self._carried is not None:
                self._carried.restart(self.run.low, y)
        self.run.t_end, self.run.status, self.run.dt = high, 0, 0.0
        return stopped

    def turn_to(self, name: str) -> None:
        """Continue from the present state by another method, for which memory was reserved."""
        run = self.run
        self._advance = library(name, self._compiler)[f"{name}_advance"]
        self.turns.append((run.t, name))
        if self._carried is not None and run.steps:
            self._carried.restart(run.t, self._state())
        run.status, run.dt, run.refused = 0, 0.0, 0

    def _count_from(self, first: float, steps: int = 0, stiff: int = 0) -> None:
        """Start to count the progress of the run at this point."""
        run = self.run
        self._before, self._first, self._duration = (first, steps, run.rejected), first, self._last - first
        self._steps, self._mark = steps, (first, steps, stiff)

    def _set_first_chunk(self) -> None:
        """Set how many steps are made before the first look; `ahead` are made without another one."""
        self.chunk, self._ahead = (FASTER * FIRST, FIRST) if self._skips_a_look else (FIRST, 0)

    def advance(self) -> bool:
        """Make some steps; return whether the run has not ended."""
        started = perf_counter()
        status = self._advance(ct.byref(self.run), self._ahead + self.chunk)
        self._ahead = 0
        spent = perf_counter() - started
        if not self._look_around(spent, going=status == 0):
            return False
        # at the end of a run too: the next one has them; a repetition in more digits is the last
        if (status == 0 or self._timed is self.functions) and self._has_others(spent):
            self._use()
            self.compile_seconds += perf_counter() - started - spent
        return bool(status == 0)

    def _has_others(self, spent: float) -> bool:
        """Add the time spent in the functions; whether they were replaced, by compiled ones for example."""
        changed = self._timed.note_cost(spent)
        return (self._more is not None and self._more.note_cost(spent)) or changed

    def _look_around(self, spent: float, *, going: bool) -> bool:
        """Note what happened in the last steps; whether a run that has not ended should go on."""
        self._drain()
        self._follow_past()
        if self.interrupted:
            raise KeyboardInterrupt
        self.chunk = int(min(max(self.chunk * BREATH / max(spent, 1e-6), 1), FASTER * self.chunk, 10**7))
        if going and (self._chatters() or self._is_held_back() or self._has_spent_its_work()):
            return False
        if self._wary:  # stiffness is judged after equal numbers of steps, not by a clock
            self.chunk = min(self.chunk, max(1, PROBED - (self.run.steps - self._mark[1])))
        return True

    def advance_in_modes(self, loop: ModeLoop) -> int:
        """Make some steps of a hybrid run by the loop in C over its modes, and return its answer."""
        started = perf_counter()
        answer = loop.follow(self._ahead + self.chunk)
        self._ahead = 0
        spent = perf_counter() - started
        if loop.began is not None:
            self._count_from(*loop.began)
        if not self._look_around(spent, going=answer == GOES_ON):
            return ENDED
        loop.note_cost(spent)  # at the end of a run too: the next one has compiled functions
        self.compile_seconds += perf_counter() - started - spent
        return answer

    def _follow_past(self) -> None:
        """Take over the history that the steps have added to delayed values, and enlarge its memory."""
        for k, line in self._history.lines.items() if self._history is not None else ():
            line.count = self.tables[k].count
            if line.full:
                line.grow()
                self.tables[k] = _record(line, self.tables[k].place)

    def _chatters(self) -> bool:
        """Whether the run makes no progress: very small steps, many rejected or far shorter than before."""
        run, (t, steps, rejected) = self.run, self._before
        if run.steps - steps < WINDOW:
            return False
        self._before = run.t, run.steps, run.rejected
        now, earlier = (run.t - t) / (run.steps - steps), (t - self._first) / max(steps - self._steps, 1)
        many = run.rejected - rejected > REFUSED * (run.steps - steps)
        self.chattering = now < HEADWAY * self._duration and (many or now < COLLAPSED * earlier)
        return self.chattering

    def _is_held_back(self) -> bool:
        """Whether stability, not accuracy, limits the steps, and many more would be needed."""
        run = self.run
        if not self._wary:
            return False
        t, before, stiff = self._mark
        steps = run.steps - before
        if steps < PROBED:
            return False
        self._mark = run.t, run.steps, run.stiff
        if run.stiff - stiff < HELD * steps:
            return False
        part = (run.t - t) / self._duration
        self.stiff = steps / max(part, 1e-12) > LONG
        return self.stiff

    def _has_spent_its_work(self) -> bool:
        """Whether the run has reached its limit of evaluations, breaking points or stored history.

        Or is going to reach it, where stability limits the steps and another method may need fewer.
        """
        history, run, first = self._history, self.run, float(self._problem.times[0])
        work = run.evaluations * self._length
        enough = BUDGET
        if self._wary and work > SOME * BUDGET and run.stiff > SOME * run.steps:
            enough = BUDGET * (run.t - first) / (self._last - first)
        self.exhausted = work > enough or (
            history is not None
            and (history.has_too_many_breaks or any(line.count > MOST for line in history.lines.values()))
        )
        return self.exhausted

    def _drain(self) -> None:
        """Read the events and steps noted in C, and empty these buffers."""
        arrays, count = self.arrays, self.run.happened
        if count:
            happened = (arrays[name][:count].tolist() for name in ("occurred", "which", "way"))
            self.zeros += map(Zero, *happened)
        self.run.happened = 0
        logged = self.run.logged
        if logged and self.run.steps <= MOST_LOGGED:
            self._log.append(
                Grid(t=arrays["logged_t"][:logged].copy(), dt=arrays["logged_dt"][:logged].copy())
            )
        self.run.logged = 0

    def _end(self, end: End) -> End:
        if self.chattering or self.stiff:
            return End.chattering if self.chattering else End.stiff
        if self.exhausted:
            return End.exhausted
        if end is not End.done:
            return end
        return ENDS[self.run.status]

    def _evaluation_noise(self) -> float:
        """How much more the rounding inside an evaluation changes the rates than that of its arguments."""
        inside, outside = self.arrays["inside"], self.arrays["outside"]
        if not self.run.gain > 0 or not inside.any():  # only a disturbed run is looked into
            return 0.0
        with np.errstate(all="ignore"):
            most = float(np.where(inside > 0, inside / outside, 0.0).max(initial=0.0))
        return min(most, LARGEST) if most == most else np.inf

    def _state(self) -> NDArray[np.float64]:
        """A view of the present state in the memory that C uses."""
        for name in ("y", "fresh"):
            if self.run.y == self.arrays.addresses[name]:
                return self.arrays[name]
        return np.ctypeslib.as_array(ct.cast(self.run.y, ct.POINTER(ct.c_double)), (self.run.size,))

    def _grid(self) -> Grid:
        grid = join_grids(self._log)
        return replace(grid, turns=tuple(self.turns)) if self.turns else grid

    def trajectory(self, end: End) -> Trajectory:
        """The trajectory computed so far."""
        run = self.run
        return Trajectory(
            rows=self.arrays["rows"][: run.next],
            t=run.t,
            y=self._state().copy(),
            end=self._end(end),
            zeros=tuple(self.zeros),
            culprit=run.culprit,
            work=Work(
                steps=run.steps,
                rejected=run.rejected,
                rhs=run.evaluations,
                projections=run.projections,
                rescues=run.rescues,
                stiff=run.stiff,
            ),
            compile_seconds=self.compile_seconds,
            peak=self.arrays["peak"].copy(),
            sizes=self.arrays["sizes"][: run.next] if self._keeps_log else None,
            grid=self._grid() if self._keeps_log else None,
            inside=self._evaluation_noise(),
            projection_rounding=None if self._problem.replay is None else self.arrays["misplaced"].copy(),
        )
