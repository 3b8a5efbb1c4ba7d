"""Stretches of a hybrid run that C follows alone, from mode to mode (`_compile/c/mode_loop.h`)."""

from __future__ import annotations

import ctypes as ct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.native import (
    Binding,
    CallableRecord,
    Hybrid,
    ModeRecord,
    Precision,
    Run,
    callback,
    library,
    mode_loop,
)
from dalembert._compile.run_functions import Functions
from dalembert._contact.hybrid_code import MODES
from dalembert._contact.mode_table import ModeTable
from dalembert._contact.modes import NEVER, ImpactEvent, Indices, Mode, ModeState
from dalembert._simulate.explicit import shape_of
from dalembert._simulate.motion import felt_contacts
from dalembert._simulate.native_run import NativeRun, RunStart
from dalembert._simulate.noise import first_last_bits
from dalembert._simulate.trajectory import End, Losses, ModeInterval, ModeNote, Problem, Trajectory, Watch

Array = NDArray[np.float64]
INTERVALS = 4096  # that are noted between two looks
WORK = 1 << 15  # numbers in a transition


class Answer(IntEnum):
    """What the loop in C answers."""

    goes_on = 0
    ended = 1  # the integration has ended
    asks = 2  # what follows on the fall of a guard
    begins = 3  # whether guards of the mode that begins have fallen already


ASKING = frozenset({Answer.asks, Answer.begins})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoundModes:
    """The modes of a stretch: when each began, at which row, its place in the table and its values."""

    table: ModeTable
    times: list[float]
    rows: list[int]
    places: list[int]
    values: Array

    def marks(self) -> list[tuple[Mode, Indices]]:
        """The states of the contacts in each of the modes."""
        modes = [known.mode for known in self.table.modes]
        return [
            (mode, wedged_contacts(self.table, mode, values) if mode.slip else ())
            for mode, values in zip((modes[k] for k in self.places), self.values, strict=True)
        ]

    def notes(self, row: int = 0) -> list[ModeNote]:
        """The data of each of the modes that observations need; `row` as for `interval`."""
        modes = [(known.mode, known.code.soft) for known in self.table.modes]
        return [
            (row + first, *modes[k], values)
            for first, k, values in zip(self.rows, self.places, self.values, strict=True)
        ]

    def interval(self, k: int, row: int = 0) -> ModeInterval:
        """The interval of one of the modes; `row` is the number of the first row of the stretch."""
        known = self.table.modes[self.places[k]]
        return ModeInterval(
            t=self.times[k],
            row=row + self.rows[k],
            state=mode_state(self.table, self.places[k], self.values[k]),
            soft=known.code.soft,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoundImpacts:
    """The impacts of a stretch, each a row of numbers as C has noted it."""

    rows: Array
    contacts: int
    n: int

    @property
    def times(self) -> list[float]:
        """The times of all."""
        times: list[float] = self.rows[:, 0].tolist()
        return times

    def marks(self) -> list[Indices]:
        """The contacts with an impulse in each of the impacts."""
        return [felt_contacts(*_impulses(row, self.contacts)) for row in self.rows.tolist()]

    def losses(self) -> list[Losses]:
        """The energies lost and supplied in each of the impacts."""
        return [(lost, given) for lost, given in self.rows[:, 1:3].tolist()]

    def impact(self, k: int) -> ImpactEvent:
        """One of them."""
        row, n, first = self.rows[k].tolist(), self.n, 3 + self.contacts
        contacts_closed, impulses = _impulses(row, self.contacts)
        return ImpactEvent(
            t=row[0],
            contacts=tuple(contacts_closed),
            impulses=tuple(impulses),
            lost=row[1],
            given=row[2],
            q=tuple(row[first : first + n]),
            before=tuple(row[first + n : first + 2 * n]),
            after=tuple(row[first + 2 * n :]),
        )


def mode_state(table: ModeTable, index: int, values: Array) -> ModeState:
    """The state of a mode, with sides, directions and margins taken from the values noted by C."""
    first = len(table.system.switches)
    second = first + table.system.slips
    mode = table.modes[index].mode
    return ModeState(
        mode=mode,
        sides=values[:first],
        directions=values[first:second],
        margins=values[second:],
        wedged=wedged_contacts(table, mode, values),
    )


def wedged_contacts(table: ModeTable, mode: Mode, values: Array) -> Indices:
    """Contacts that others which stick keep at rest: in C their slips have a margin that nothing passes."""
    first = len(table.system.switches) + table.system.slips
    places = table.system.places.friction
    return tuple(i for i in mode.slip if (at := places[i]) is not None and values[first + at.margin] == NEVER)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stretch:
    """What was found: rows and steps, modes, impacts by their times, and what C asks for."""

    trajectory: Trajectory
    inside: float  # of all modes: how rounding inside evaluations compares with that outside
    modes: FoundModes
    impacts: FoundImpacts
    answer: Answer
    mode: int  # the last one, by its place in the table
    values: Array  # of that one
    soft: bool  # whether contacts and constraints depend on one another in it
    closes: bool  # whether an open contact may close in the instant at which it has ended
    breaks: tuple[float, dict[int, int]]

    @property
    def state(self) -> ModeState:
        """The state of the last mode."""
        return mode_state(self.modes.table, self.mode, self.values)

    def is_whole(self, rows: int) -> bool:
        """Whether it goes to the end of a run of so many rows."""
        run = self.trajectory
        return self.answer is Answer.ended and run.end is End.done and len(run.rows) == rows


class HybridLoop:
    """The loop in C for hybrid runs of one kind: plain ones, or repetitions that are disturbed or precise."""

    began: tuple[float, int, int] | None

    def __init__(self, table: ModeTable, problem: Problem) -> None:
        system, layout = table.system, problem.dynamics.layout
        self._table, self._problem, self._system = table, problem, system
        self._follow: Any = mode_loop(table.compiler)["dalembert_follow_modes"]
        self._records = (ModeRecord * MODES)()
        self._kept: list[Any] = []
        self._interrupted: list[bool] = []
        self._values = len(system.start.values)
        contacts, slips = system.contacts, system.slips
        functions = table.transition_functions
        width = 3 + contacts + 3 * layout.n
        self._first = len(system.parameters(system.start)) - self._values
        arrays: dict[str, NDArray[Any]] = {
            "slip_of": table.slip_of,
            "counted": table.knot_counts,
            "knots": table.knots,
            "p": system.parameters(system.start),
            "digits": table.digits,
            "last_bits": first_last_bits(layout.size),
            "atol": np.zeros(layout.tested),
            "noise": np.zeros(layout.tested),
            "clock": np.zeros(layout.tested),
            "began": np.zeros(0),
            "interval_row": np.empty(INTERVALS, dtype=np.int64),
            "interval_mode": np.empty(INTERVALS, dtype=np.int64),
            "interval_values": np.empty((INTERVALS, self._values)),
            "impacts": np.empty((INTERVALS, width)),
            "breaks": np.zeros(contacts, dtype=np.int32),
            "wanted_active": np.zeros(contacts, dtype=np.int32),
            "wanted_friction": np.zeros(contacts, dtype=np.int32),
            "wanted_surface": np.zeros(len(system.switches), dtype=np.int32),
            "work": np.empty(WORK),
        }
        self._arrays = arrays
        sides = self._first
        directions = sides + len(system.switches)
        margins = directions + slips
        bindings = table.transition_bindings
        self._hybrid = Hybrid(
            advance=ct.cast(library(table.method, table.compiler)[f"{table.method}_advance"], ct.c_void_p),
            modes=ct.addressof(self._records),
            tolerances=ct.addressof(table.tolerances),
            bindings=ct.addressof(bindings),
            bindings_count=len(bindings),
            contacts=contacts,
            constraints=system.displacement + system.flow,
            slips=slips,
            switches=len(system.switches),
            p_count=len(arrays["p"]),
            sides=sides,
            directions=directions,
            margins=margins,
            friction_margins=margins + contacts + len(system.switches),
            digits_count=len(table.digits),
            events=len(problem.directions),
            intervals_room=INTERVALS,
            impacts_room=INTERVALS,
            work_room=WORK,
            **{name: function.record for name, function in functions.items()},
            **{name: array.ctypes.data for name, array in arrays.items()},
        )
        self._native: NativeRun | None = None
        self._spare: NativeRun | None = None  # whose memory serves again
        # the functions of each mode, and those of them that its record points at
        self._pointed: list[list[tuple[Functions, Mapping[str, CallableRecord]]]] = []
        self.began, self._transitions, self._first_place = None, 0, 0
        self.restart(problem)

    def restart(self, problem: Problem) -> None:
        """Begin another run of the same kind."""
        hybrid, first, last = self._hybrid, float(problem.times[0]), float(problem.times[-1])
        for name, given in (("atol", problem.atol), ("noise", problem.noise), ("clock", problem.clock)):
            self._arrays[name][:] = given
        hybrid.dt_most, hybrid.dt_held = problem.dt_most or np.inf, problem.dt_held or np.inf
        hybrid.span, hybrid.t_last = last - first, last
        self._interrupted.clear()

    # -- modes -----------------------------------------------------------------------------------

    def _record_modes(self) -> None:
        """Give C the records of all modes that are known by now."""
        for index in range(len(self._pointed), len(self._table.modes)):
            self._records[index] = self._record(index)
            self._pointed.append([])
        for index, pointed in enumerate(self._pointed):
            if not pointed or any([functions.now is not old for functions, old in pointed]):
                self._point_at_functions(self._records[index], index)
        self._hybrid.modes_count = len(self._pointed)

    def _record(self, index: int) -> ModeRecord:
        known, problem = self._table.modes[index], self._problem
        dynamics = known.dynamics
        guards = len(known.kind)
        direction = np.array((*problem.directions, *([-1] * guards)), dtype=np.int32)
        stops = np.array((*problem.stops, *known.code.stops), dtype=np.int32)
        rescue = callback(self._rescue(dynamics), dynamics.layout.size, self._interrupted)
        self._kept += [direction, stops, rescue]
        return ModeRecord(
            rescue=rescue,
            active=known.active.ctypes.data,
            friction=known.friction.ctypes.data,
            surface=known.surface.ctypes.data,
            constrained=int(dynamics.layout.constraints > 0),
            constrains=int(known.mode.constrains),
            soft=int(known.code.soft),
            guards=guards,
            kind=known.kind.ctypes.data,
            place=known.place.ctypes.data,
            direction=direction.ctypes.data,
            stops=stops.ctypes.data,
        )

    def _functions(self, index: int) -> list[Functions]:
        """The functions of a mode in double precision, and in more digits for a repetition."""
        precisions = [Precision.double] + ([Precision.extended] if self._problem.replay is not None else [])
        return [self._table.functions(index, precision) for precision in precisions]

    def _point_at_functions(self, record: ModeRecord, index: int) -> None:
        """Set the pointers of a mode to its present functions."""
        replay = self._problem.replay
        every = self._functions(index)
        plain, precise = every[0], every[-1]
        for name in ("rates", "correction", "events", "peaks"):
            if name in plain.now:
                vars(ModeRecord)[name].__set__(record, plain.now[name])
        record.timed = plain.now["rates"]
        if replay is not None:
            record.precise_correction = precise.now.get("correction", CallableRecord())
            if replay.precise:
                record.timed = precise.now["rates"]
            else:
                record.precise_rates = precise.now["rates"]
        pointers = [one for functions in every for one in functions.bindings()]
        bindings = (Binding * len(pointers))(*pointers)
        self._kept.append(bindings)
        self._pointed[index] = [(functions, functions.now) for functions in every]
        record.bindings, record.bindings_count = ct.addressof(bindings), len(pointers)

    def _rescue(self, dynamics: Any) -> Callable[[int, float, Array], Array | None]:
        """The callback that solves numerically where the functions of a mode lose their digits."""

        def rescue(what: int, t: float, y: Array) -> Array | None:
            dynamics.revalue(self._arrays["p"].copy())
            rescued: Array | None = dynamics.rescue(what, t, y)
            return rescued

        return rescue

    def note_cost(self, seconds: float) -> None:
        """Add the time spent in the functions of the modes, which may now be compiled."""
        hybrid, replay = self._hybrid, self._problem.replay
        precisely = replay is not None and replay.precise
        places = {self._first_place, *self._arrays["interval_mode"][: hybrid.intervals].tolist()}
        for index in sorted(places):
            functions = self._table.functions(index, Precision.extended if precisely else Precision.double)
            if functions.note_cost(seconds / len(places)):
                functions.revalue(self._arrays["p"].copy())
                self._point_at_functions(self._records[index], index)
                if index == hybrid.mode and self._native is not None:
                    self._point_run_at_functions(self._native.run, self._records[index])

    def _point_run_at_functions(self, run: Run, record: ModeRecord) -> None:
        """Set the pointers of a run to the present functions of its mode."""
        run.rates, run.precise_rates = record.timed, record.precise_rates
        run.correction, run.precise_correction = record.correction, record.precise_correction
        run.events, run.peaks = record.events, record.peaks

    # -- stretches -------------------------------------------------------------------------------

    def follow(self, steps: int) -> int:
        """About so many steps; the answer of C."""
        hybrid = self._hybrid
        answer = int(self._follow(ct.byref(hybrid), steps))
        while answer in ASKING and self._meets_wanted_mode():  # the transition is the same, whoever met it
            hybrid.again = 1
            answer = int(self._follow(ct.byref(hybrid), steps))
        self.began = None
        if hybrid.transitions != self._transitions:
            self._transitions = hybrid.transitions
            self.began = hybrid.mode_t, hybrid.mode_steps, hybrid.mode_stiff
        return answer

    def _meets_wanted_mode(self) -> bool:
        """Add the mode that C has asked for; whether there is one, and room for it."""
        hybrid, known = self._hybrid, len(self._table.modes)
        if not hybrid.wanted:
            return False
        asked = (self._arrays[f"wanted_{name}"].tolist() for name in ("active", "friction", "surface"))
        self._table.meet_asked(*asked, soft=hybrid.wanted == 2)
        hybrid.wanted = 0
        self._record_modes()
        return len(self._table.modes) > known

    def stretch(
        self,
        problem: Problem,
        start: RunStart,
        state: ModeState,
        soft: bool,
        began: Sequence[float],
        breaks: tuple[float, Mapping[int, int]],
        watch: Watch,
        *,
        counts_first: bool,
    ) -> Stretch | None:
        """A run from a start on; None where its mode has no place among those that C can know.

        `began` are the times at which the modes of the run began, `breaks` contacts that cannot stick any
        more since a time; `counts_first`: whether the first time is that of a row.
        """
        index = self._table.meet(state.mode, soft=soft)
        if index is None:
            return None
        self._record_modes()
        hybrid, arrays = self._hybrid, self._arrays
        arrays["p"][self._first :] = state.values
        if len(arrays["began"]) < len(began) + INTERVALS:
            arrays["began"] = np.zeros(2 * (len(began) + INTERVALS))
            hybrid.began, hybrid.begun_room = arrays["began"].ctypes.data, len(arrays["began"])
        arrays["began"][: len(began)] = began
        arrays["breaks"][:] = 0
        for contact, way in breaks[1].items():
            arrays["breaks"][contact] = way
        native = self._native_run(problem, start, index)
        self._native, self._transitions, self._first_place = native, hybrid.transitions, index
        hybrid.run, hybrid.mode, hybrid.begun, hybrid.breaks_t = (
            ct.addressof(native.run),
            index,
            len(began),
            breaks[0],
        )
        hybrid.high, hybrid.first_row = float(start.times[-1]), int(not counts_first)
        hybrid.intervals = hybrid.impacts_count = hybrid.integrating = hybrid.wanted = hybrid.again = 0
        hybrid.evaluations = hybrid.projections = 0
        hybrid.closes = 1
        hybrid.inside, hybrid.tail = 0.0, 0.0
        answer, end = Answer.goes_on, End.done
        try:
            while answer is Answer.goes_on:
                answer = Answer(native.advance_in_modes(self))
                if answer is Answer.goes_on:
                    watch(native.run.t)
        except KeyboardInterrupt:
            answer, end = Answer.ended, End.interrupted
        self._native = None
        native.run.evaluations += hybrid.evaluations  # of the modes before the last one
        native.run.projections += hybrid.projections
        return self._stretch(native.trajectory(end), answer, began)

    def _native_run(self, problem: Problem, start: RunStart, index: int) -> NativeRun:
        """The run in C from a start on in a mode: that of the stretch before, where it has as many rows."""
        known, kept = self._table.modes[index], self._spare
        if kept is not None and kept.run.samples == len(start.times):
            kept.restart(problem, known.dynamics.compiled.code, start)
            return kept
        here = replace(
            problem, dynamics=known.dynamics, start=start.y, times=start.times, peak=start.peak, breaks=()
        )
        native = NativeRun(
            shape_of(self._table.method),
            known.dynamics.compiled.code,
            here,
            self._table.compiler,
            most_events=len(problem.directions) + self._table.most_guards,
        )
        native.interrupted = self._interrupted
        self._spare = native
        return native

    def _stretch(self, run: Trajectory, answer: Answer, began: Sequence[float]) -> Stretch:
        hybrid, arrays = self._hybrid, self._arrays
        count, first = hybrid.intervals, len(began)
        modes = FoundModes(
            table=self._table,
            times=arrays["began"][first : first + count].tolist(),
            rows=arrays["interval_row"][:count].tolist(),
            places=arrays["interval_mode"][:count].tolist(),
            values=arrays["interval_values"][:count].copy(),
        )
        impacts = arrays["impacts"][: hybrid.impacts_count].copy()
        contacts, n = self._system.contacts, self._problem.dynamics.layout.n
        ways = {i: way for i, way in enumerate(arrays["breaks"].tolist()) if way}
        return Stretch(
            trajectory=run,
            inside=float(hybrid.inside),
            modes=modes,
            impacts=FoundImpacts(rows=impacts, contacts=contacts, n=n),
            answer=answer,
            mode=hybrid.mode,
            values=arrays["p"][self._first :].copy(),
            soft=self._table.modes[hybrid.mode].code.soft,
            closes=answer is not Answer.ended or bool(hybrid.closes),
            breaks=(float(hybrid.breaks_t), ways),
        )


def _impulses(row: list[float], contacts: int) -> tuple[list[int], list[float]]:
    """The contacts that were closed in an impact, and their impulses."""
    impulses = row[3 : 3 + contacts]
    contacts_closed = [i for i, P in enumerate(impulses) if P == P]  # NaN stands for an open one
    return contacts_closed, [impulses[i] for i in contacts_closed]
