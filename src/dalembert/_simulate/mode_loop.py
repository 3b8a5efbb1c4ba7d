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
    callback,
    library,
    mode_loop,
)
from dalembert._contact.mode_table import MODES, ModeTable
from dalembert._contact.modes import ImpactEvent, ModeState
from dalembert._simulate.explicit import shape_of
from dalembert._simulate.native_run import NativeRun
from dalembert._simulate.noise import first_last_bits
from dalembert._simulate.trajectory import End, Problem, Trajectory, Watch
from dalembert._simulate.work import Work

Array = NDArray[np.float64]
INTERVALS = 1024  # that are noted between two looks
WORK = 1 << 15  # numbers in a transition


class Answer(IntEnum):
    """What the loop in C answers."""

    goes_on = 0
    ended = 1  # the integration has ended
    asks = 2  # what follows on the fall of a guard
    begins = 3  # whether guards of the mode that begins have fallen already


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stretch:
    """What was found: rows and steps, modes by times, rows and states, impacts, and what C asks for."""

    trajectory: Trajectory
    intervals: tuple[tuple[float, int, ModeState], ...]
    impacts: tuple[ImpactEvent, ...]
    answer: Answer
    state: ModeState
    breaks: tuple[float, dict[int, int]]


class HybridLoop:
    """The loop in C for one hybrid run."""

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
        first, last = float(problem.times[0]), float(problem.times[-1])
        self._first = len(system.parameters(system.start)) - self._values
        arrays: dict[str, NDArray[Any]] = {
            "slip_of": table.slip_of,
            "p": system.parameters(system.start),
            "digits": table.digits,
            "last_bits": first_last_bits(layout.size),
            "atol": np.ascontiguousarray(problem.atol).copy(),
            "noise": np.ascontiguousarray(problem.noise).copy(),
            "clock": np.ascontiguousarray(problem.clock).copy(),
            "began": np.zeros(0),
            "interval_row": np.zeros(INTERVALS, dtype=np.int64),
            "interval_mode": np.zeros(INTERVALS, dtype=np.int64),
            "interval_values": np.zeros((INTERVALS, self._values)),
            "impacts": np.zeros((INTERVALS, width)),
            "breaks": np.zeros(contacts, dtype=np.int32),
            "wanted_active": np.zeros(contacts, dtype=np.int32),
            "wanted_friction": np.zeros(contacts, dtype=np.int32),
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
            slips=slips,
            switches=len(system.switches),
            p_count=len(arrays["p"]),
            sides=sides,
            directions=directions,
            margins=margins,
            friction_margins=margins + contacts + len(system.switches),
            digits_count=len(table.digits),
            dt_most=problem.dt_most or np.inf,
            dt_held=problem.dt_held or np.inf,
            span=last - first,
            t_last=last,
            events=len(problem.directions),
            intervals_room=INTERVALS,
            impacts_room=INTERVALS,
            work_room=WORK,
            **{name: function.record for name, function in functions.items()},
            **{name: array.ctypes.data for name, array in arrays.items()},
        )
        self._native: NativeRun | None = None
        self.began, self._transitions = None, 0

    # -- modes -----------------------------------------------------------------------------------

    def _record_modes(self) -> None:
        """Give C the records of all modes that are known by now."""
        for place in range(self._hybrid.modes_count, len(self._table.modes)):
            self._records[place] = self._record(place)
        self._hybrid.modes_count = len(self._table.modes)

    def _record(self, place: int) -> ModeRecord:
        known, problem = self._table.modes[place], self._problem
        dynamics = known.dynamics
        guards = len(known.kind)
        direction = np.array((*problem.directions, *([-1] * guards)), dtype=np.int32)
        stops = np.array((*problem.stops, *([True] * guards)), dtype=np.int32)
        rescue = callback(self._rescue(dynamics), dynamics.layout.size, self._interrupted)
        self._kept += [direction, stops, rescue]
        made = ModeRecord(
            rescue=rescue,
            active=known.active.ctypes.data,
            friction=known.friction.ctypes.data,
            constrained=int(dynamics.layout.constraints > 0),
            constrains=int(known.mode.constrains),
            soft=int(known.soft),
            guards=guards,
            kind=known.kind.ctypes.data,
            place=known.place.ctypes.data,
            direction=direction.ctypes.data,
            stops=stops.ctypes.data,
        )
        self._point_at_functions(made, place)
        return made

    def _point_at_functions(self, record: ModeRecord, place: int) -> None:
        """Let a mode have the functions there are now."""
        replay = self._problem.replay
        plain = self._table.functions(place)
        every = [plain]
        for name in ("rates", "correction", "events", "peaks"):
            if name in plain.now:
                vars(ModeRecord)[name].__set__(record, plain.now[name])
        record.timed = plain.now["rates"]
        if replay is not None:
            precise = self._table.functions(place, Precision.extended)
            every.append(precise)
            record.precise_correction = precise.now.get("correction", CallableRecord())
            if replay.precise:
                record.timed = precise.now["rates"]
            else:
                record.precise_rates = precise.now["rates"]
        found = [one for functions in every for one in functions.bindings()]
        bindings = (Binding * len(found))(*found)
        self._kept.append(bindings)
        record.bindings, record.bindings_count = ct.addressof(bindings), len(found)

    def _rescue(self, dynamics: Any) -> Callable[[int, float, Array], Array | None]:
        """What solves where the functions of a mode lose their digits, with the values it has now."""

        def rescue(what: int, t: float, y: Array) -> Array | None:
            dynamics.revalue(self._arrays["p"].copy())
            found: Array | None = dynamics.rescue(what, t, y)
            return found

        return rescue

    def spent(self, seconds: float) -> None:
        """Be told what the functions of the mode cost: they may be compiled now."""
        place, replay = self._hybrid.mode, self._problem.replay
        precisely = replay is not None and replay.precise
        functions = self._table.functions(place, Precision.extended if precisely else Precision.double)
        if functions.spent(seconds) and self._native is not None:
            functions.revalue(self._arrays["p"].copy())
            record, run = self._records[place], self._native.run
            self._point_at_functions(record, place)
            run.rates, run.precise_rates = record.timed, record.precise_rates
            run.correction, run.precise_correction = record.correction, record.precise_correction
            run.events, run.peaks = record.events, record.peaks

    # -- stretches -------------------------------------------------------------------------------

    def follow(self, steps: int) -> int:
        """About so many steps; the answer of C."""
        answer = int(self._follow(ct.byref(self._hybrid), steps))
        own = self._hybrid
        self.began = None
        if own.transitions != self._transitions:
            self._transitions = own.transitions
            self.began = own.mode_t, own.mode_steps, own.mode_stiff
        return answer

    def stretch(
        self,
        problem: Problem,
        state: ModeState,
        soft: bool,
        began: Sequence[float],
        breaks: tuple[float, Mapping[int, int]],
        watch: Watch,
        *,
        counts_first: bool,
    ) -> Stretch | None:
        """A run from a state on; None where its mode has no place among those that C can know.

        `began` are the times at which the modes of the run began, `breaks` contacts that cannot stick any
        more since a time; `counts_first`: whether the first time is that of a row.
        """
        place = self._table.meet(state.mode, soft=soft)
        if place is None:
            return None
        self._record_modes()
        own, arrays = self._hybrid, self._arrays
        arrays["p"][self._first :] = state.values
        if len(arrays["began"]) < len(began) + INTERVALS:
            arrays["began"] = np.zeros(2 * (len(began) + INTERVALS))
            own.began, own.begun_room = arrays["began"].ctypes.data, len(arrays["began"])
        arrays["began"][: len(began)] = began
        arrays["breaks"][:] = 0
        for contact, way in breaks[1].items():
            arrays["breaks"][contact] = way
        known = self._table.modes[place]
        native = NativeRun(
            shape_of(self._table.method),
            known.dynamics.compiled.code,
            replace(
                problem,
                dynamics=known.dynamics,
                atol=problem.atol.copy(),  # C writes into these
                noise=problem.noise.copy(),
                clock=problem.clock.copy(),
            ),
            self._table.compiler,
            most_events=len(problem.directions) + self._table.most_guards,
        )
        native.interrupted = self._interrupted
        self._native, self._transitions = native, own.transitions
        own.run, own.mode, own.begun, own.breaks_t = ct.addressof(native.run), place, len(began), breaks[0]
        own.high, own.first_row = float(problem.times[-1]), int(not counts_first)
        own.intervals = own.impacts_count = own.integrating = own.wanted = 0
        own.evaluations = own.projections = 0
        own.inside, own.tail = 0.0, 0.0
        answer, end = Answer.goes_on, End.done
        try:
            while answer is Answer.goes_on:
                answer = Answer(native.advance_in_modes(self))
                if answer is Answer.goes_on:
                    watch(native.run.t)
        except KeyboardInterrupt:
            answer, end = Answer.ended, End.interrupted
        return self._found(native.trajectory(end), answer, began)

    def _found(self, run: Trajectory, answer: Answer, began: Sequence[float]) -> Stretch:
        own, arrays = self._hybrid, self._arrays
        if own.wanted:
            active, friction = arrays["wanted_active"].tolist(), arrays["wanted_friction"].tolist()
            self._table.meet_asked(active, friction, soft=own.wanted == 2)
        intervals = [
            (
                float(arrays["began"][len(began) + k]),
                int(arrays["interval_row"][k]),
                self._state(int(arrays["interval_mode"][k]), arrays["interval_values"][k]),
            )
            for k in range(own.intervals)
        ]
        earlier = Work(rhs=own.evaluations, projections=own.projections)
        ways = {i: int(way) for i, way in enumerate(arrays["breaks"]) if way}
        return Stretch(
            trajectory=replace(run, inside=float(own.inside), work=run.work + earlier),
            intervals=tuple(intervals),
            impacts=tuple(self._impact(row) for row in arrays["impacts"][: own.impacts_count]),
            answer=answer,
            state=self._state(int(own.mode), arrays["p"][self._first :]),
            breaks=(float(own.breaks_t), ways),
        )

    def _state(self, place: int, values: Array) -> ModeState:
        first = len(self._system.switches)
        second = first + self._system.slips
        return ModeState(
            mode=self._table.modes[place].mode,
            sides=values[:first].copy(),
            directions=values[first:second].copy(),
            margins=values[second:].copy(),
        )

    def _impact(self, row: Array) -> ImpactEvent:
        contacts = self._system.contacts
        n = self._problem.dynamics.layout.n
        impulses, speeds = row[3 : 3 + contacts].tolist(), row[3 + contacts :].tolist()
        closed = [i for i, one in enumerate(impulses) if one == one]
        return ImpactEvent(
            t=float(row[0]),
            contacts=tuple(closed),
            impulses=tuple(impulses[i] for i in closed),
            lost=float(row[1]),
            given=float(row[2]),
            q=tuple(speeds[:n]),
            before=tuple(speeds[n : 2 * n]),
            after=tuple(speeds[2 * n :]),
        )
