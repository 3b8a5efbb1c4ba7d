"""A run through phases: free flight, impacts, lasting contact, stick and slip, sides of switches.

A phase ends where one of its guards falls below zero: a gap closes, a contact would have to pull, a slip
comes to rest, friction cannot hold any more, a switch is reached. What follows in that instant, and which
phase is next, `settle.py` says.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.impulse import Barrier
from dalembert._compile.phases import FREE, Mode, Phases
from dalembert._compile.tables import Piecewise
from dalembert._lower.phase import SIDED, Kind
from dalembert._simulate.able import refuse_inside_of
from dalembert._simulate.instant import instant_at
from dalembert._simulate.methods import Chosen
from dalembert._simulate.noise import noise_of_rates
from dalembert._simulate.restitution import Restitution, restitution_of
from dalembert._simulate.scale import Scale, reached_freely
from dalembert._simulate.settle import NEAR, Before, Cause, Settling
from dalembert._simulate.siding import begin
from dalembert._simulate.trajectory import (
    End,
    Grid,
    Method,
    Phase,
    Problem,
    Shock,
    Trajectory,
    Watch,
    Zero,
    inside,
    joined,
)
from dalembert._simulate.work import Work

Array = NDArray[np.float64]
SAME = 1e-13  # times that differ by less are the same
MOST = 1_000_000  # changes of phase
NOWHERE = (500, 1e-9), (5000, 1e-4)  # so many of them in so small a part of the run lead nowhere
ENDING = frozenset(  # they have no margin
    {Kind.force, Kind.cone, Kind.cone_below, Kind.below, Kind.above, Kind.paradox}
)
CONES = {Kind.cone: 1, Kind.cone_below: -1}  # friction at rest at its limit, and the way it then slides
LOOSE = 30.0  # times rtol: loose steps are far off beside what a contact gives way
SOON = 1e-7  # of the run: how far one looks whether something falls


@dataclass(frozen=True, slots=True, kw_only=True)
class Hybrid:
    """A method for motions in phases, made of one for smooth motions."""

    method: Method
    phases: Phases
    restitution: Restitution

    def __call__(self, problem: Problem, watch: Watch) -> Trajectory:
        """A run through all phases."""
        return _Journey(self, problem, watch).trajectory()


def in_phases(chosen: Chosen, phases: Phases, tables: tuple[Piecewise, ...]) -> Chosen:
    """A method for the motions of a model with contacts or switches."""
    method = Hybrid(method=chosen.method, phases=phases, restitution=restitution_of(phases, tables))
    stiffly = chosen.stiffly
    return replace(
        chosen,
        method=method,
        loose=min(chosen.loose, LOOSE),
        stiffly=(lambda: in_phases(stiffly(), phases, tables)) if stiffly is not None else None,
    )


def refuse_inside(phases: Phases, t: float, y: Array) -> None:
    """Raise if a contact is already passed at the start."""
    if phases.is_general:
        return
    begin(phases, t, y)
    now = instant_at(phases, t, y)
    refuse_inside_of(phases.model.contacts, now.gap, now.reach)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """How far a run had come at the end of a phase or at the beginning of the next, in one piece."""

    t: float
    y: Array
    row: Array | None  # the last one
    rows: int
    phases: int
    shocks: int
    zeros: int


class _Journey:
    """A run as far as it came."""

    def __init__(self, own: Hybrid, problem: Problem, watch: Watch) -> None:
        self.own, self.problem, self.watch = own, problem, watch
        self.t, self.y = float(problem.times[0]), problem.start.copy()
        self.span = float(problem.times[-1] - problem.times[0])
        self.events = len(problem.directions)
        self.rows: list[Array] = []
        self.phases: list[Phase] = []
        self.shocks: list[Shock] = []
        self.zeros: list[Zero] = []
        self.work, self.compile_seconds, self.culprit = Work(), 0.0, -1
        self.peak = np.zeros(problem.dynamics.layout.tested)
        self.sizes: list[Array] = []  # of the entries up to each row
        self.grids: list[Grid] = []
        self.inside = 0.0  # of all phases
        if own.phases.sides and not own.phases.is_general:  # the run before has left them somewhere
            begin(own.phases, self.t, self.y)
        self.mode: Mode = FREE
        self.bad: End | None = None
        self.last: tuple[Zero, ...] = ()
        self.tail = 0.0
        self.leaning: tuple[int, ...] = ()
        self.broken: tuple[float, dict[int, int]] = (-np.inf, {})
        self.halted = False  # by an event of the user at a jump
        self.kept = self._now()

    def trajectory(self) -> Trajectory:
        """The whole run; one that is interrupted between two phases, up to there."""
        try:
            end = self._whole()
        except KeyboardInterrupt:
            end = End.interrupted
            self._go_back()
        return Trajectory(
            rows=np.array(self.rows).reshape(-1, len(self.y)),
            t=self.t,
            y=self.y,
            end=end,
            zeros=tuple(self.zeros),
            culprit=self.culprit,
            work=self.work,
            compile_seconds=self.compile_seconds,
            phases=tuple(self.phases),
            shocks=tuple(self.shocks),
            sizes=np.array(self.sizes).reshape(-1, len(self.peak)),
            grid=joined(self.grids) if self.grids else None,
            inside=self.inside,
            peak=self.peak,
        )

    def _row(self, y: Array, size: Array | None = None) -> None:
        """Note a row, and the sizes that the entries of the state have had up to it."""
        so_far = self.sizes[-1] if self.sizes else self.peak
        own = np.abs(y[: len(self.peak)]) if size is None else size
        self.rows.append(y.copy())
        self.sizes.append(np.maximum(so_far, own))

    def _whole(self) -> End:
        """All pieces of time on which the model is smooth."""
        for first, high in self.problem.segments():
            end = self._segment(first, high)
            if end is not End.done:
                return end
        if len(self.rows) < len(self.problem.times):
            self._row(self.y)
        self._strike_at_the_end()
        return End.done

    def _now(self) -> _Kept:
        return _Kept(
            t=self.t,
            y=self.y,
            row=self.rows[-1] if self.rows else None,
            rows=len(self.rows),
            phases=len(self.phases),
            shocks=len(self.shocks),
            zeros=len(self.zeros),
        )

    def _go_back(self) -> None:
        """Return to what was kept: what a phase ends with, not a change that is half made."""
        kept = self.kept
        del self.rows[kept.rows :], self.phases[kept.phases :], self.shocks[kept.shocks :]
        del self.zeros[kept.zeros :], self.sizes[kept.rows :]
        if kept.row is not None:  # a change may have put another one in its place
            self.rows[kept.rows - 1 :] = [kept.row]
        self.t, self.y = kept.t, kept.y
        if not self.phases:  # of a run that had not begun the start is known
            self.phases.append(Phase(t=self.t, row=0, values=self.own.phases.values))
            self.rows, self.sizes = [], []
            self._row(self.y)

    def _segment(self, first: float, high: float) -> End:
        """A piece of time on which the model is smooth: everything is looked at anew at its beginning."""
        at = self.t
        if first > self.problem.times[0]:
            at, earlier = inside(first, high)[0], self._events()  # at a kink it has no rate
            after = self.own.phases.fitting(FREE, at, self.y).crossed(*self.problem.beside(first), self.y)
            if isinstance(after, Barrier):
                return End(after)
            self.y = after.copy()
            self.t = float(first)
            self._passed_over(earlier)
        self.t = float(first)
        self._settle(Cause(candidates=self.own.phases.stiff), at)
        if self.mode.closed and not self.phases:  # a start may be off by rounding
            change, _ = self.own.phases.fitting(self.mode, self.t, self.y).machine.correction(self.t, self.y)
            self.y = self.y + change if np.isfinite(change).all() else self.y
        self._begin()
        for _ in range(MOST):
            if self.bad is not None or self._stuck():
                return self.bad or End.crowded
            if self.halted:
                return End.stopped
            over = self._over()
            if over:
                self._change(over)
                self._begin()
                continue
            end = self._phase(high)
            if end is not End.stopped:
                return end
            fresh = [zero for zero in self.last if zero.t >= self.t - SAME * (abs(self.t) + self.span)]
            if any(zero.event < self.events and self.problem.stops[zero.event] for zero in fresh):
                return End.stopped
            if high - self.t <= SAME * (abs(high) + self.span):  # a jump at the end seems to be inside
                self.t = high
                return End.done
            self._change([zero.event - self.events for zero in fresh if zero.event >= self.events])
            self._begin()
            if self.t >= high:
                return End.done
        return End.crowded

    def _over(self) -> list[int]:
        """Guards already at their end: what begins at zero and falls is not seen to cross it."""
        phases = self.own.phases
        kinds = [guard.kind for guard in phases.guards(self.mode)]
        if phases.is_general or not any(kind in ENDING for kind in kinds):
            return []
        machine = phases.fitting(self.mode, self.t, self.y).machine
        now = machine.events(self.t, self.y)[self.events :]
        candidates = [k for k, kind in enumerate(kinds) if kind in ENDING and now[k] <= 0]
        if not candidates:
            return []
        if any(kinds[k] is Kind.paradox for k in candidates):
            return candidates
        ahead = SOON * self.span
        later = machine.events(self.t + ahead, self.y + ahead * machine.rates(self.t, self.y)[0])[
            self.events :
        ]
        return [k for k in candidates if later[k] < 0]

    def _stuck(self) -> bool:
        """Whether many changes of phase have led nowhere."""
        return any(
            len(self.phases) > many and self.t - self.phases[-many].t < part * self.span
            for many, part in NOWHERE
        )

    def _phase(self, high: float) -> End:
        """One phase, up to its end or that of the segment."""
        problem, phases = self.problem, self.own.phases
        dynamics = phases.fitting(self.mode, self.t, self.y)
        ahead = problem.times[(problem.times > self.t) & (problem.times <= high)]
        times = np.concatenate([[self.t], ahead, [] if len(ahead) and ahead[-1] == high else [high]])
        guards = len(phases.guards(self.mode))
        noise, clock = noise_of_rates(dynamics, times, self.y[np.newaxis])
        run = self.own.method(
            replace(
                problem,
                dynamics=dynamics,
                start=self.y,
                times=times,
                peak=self.peak,
                atol=problem.atol + self._rest(problem.rtol),
                noise=np.maximum(problem.noise, noise),
                clock=np.maximum(problem.clock, clock),
                breaks=(),
                dt_most=self._longest(),
                directions=(*problem.directions, *([-1] * guards)),
                stops=(*problem.stops, *([True] * guards)),
            ),
            self.watch,
        )
        for k in range(1, min(1 + len(ahead), len(run.rows))):
            self._row(run.rows[k], None if run.sizes is None else run.sizes[k])
        self.grids += [] if run.grid is None else [run.grid]
        self.inside = max(self.inside, np.inf if run.inside is None else run.inside)
        self.t, self.y, self.culprit = float(run.t), run.y.copy(), run.culprit
        seen = np.abs(np.vstack([run.rows, run.y])[:, : len(self.peak)])
        self.peak = np.maximum(self.peak, run.peak if run.peak is not None else seen.max(axis=0))
        self.last = run.zeros
        for zero in run.zeros:  # one at the end of a phase may be seen again at the beginning of the next
            if zero.event < self.events and not any(self._same(zero, other) for other in self.zeros[-8:]):
                self.zeros.append(zero)
        self.work, self.compile_seconds = self.work + run.work, self.compile_seconds + run.compile_seconds
        self.kept = self._now()
        return run.end

    def _held(self) -> bool:
        """Whether contacts or dry friction hold something."""
        return bool(self.mode.held or self.mode.closed or self.mode.sticking)

    def _longest(self) -> float | None:
        """The longest step: no push on what is held is stepped over."""
        most, held = self.problem.dt_most, self.problem.dt_held
        if not self._held() or held is None:
            return most
        return held if most is None else min(most, held)

    def _rest(self, rtol: float) -> Array:
        """What may be off where something is held.

        What rests has no size of its own, and steps would follow the rounding of the forces that hold it.
        """
        phases = self.own.phases
        if phases.is_general or not self._held():
            return np.zeros(len(self.peak))
        return rtol * reached_freely(phases.fitting(FREE, self.t, self.y), self.t, self.y, self.span)

    def _same(self, one: Zero, other: Zero) -> bool:
        near = 10 * SAME * (abs(one.t) + self.span)
        return (one.event, one.way) == (other.event, other.way) and abs(one.t - other.t) <= near

    def _begin(self) -> None:
        """Note a phase. A row at the very time of a change shows what is after it."""
        here = np.flatnonzero(self.problem.times == self.t)
        if len(here):
            del self.rows[int(here[0]) :], self.sizes[int(here[0]) :]
            self._row(self.y, np.maximum(self.peak, np.abs(self.y[: len(self.peak)])))
        row = len(self.rows) - int(len(here) > 0)
        began = min(self.t + self.tail, float(self.problem.times[-1]))
        began = max(began, self.phases[-1].t) if self.phases else began
        self.tail = 0.0
        values = self.own.phases.values
        self.phases.append(Phase(t=began, row=row, mode=self.mode, values=values, leaning=self.leaning))
        self.kept = self._now()

    def _strike_at_the_end(self) -> None:
        """A gap that closes at the very end."""
        if not self.own.phases.stiff or self.own.phases.is_general:
            return
        now = instant_at(self.own.phases, self.t, self.y, self.peak)
        still, near = self._scale().still(now, self.y), NEAR[1] * np.maximum(now.reach, 1e-300)
        struck = frozenset(
            i
            for i in self.own.phases.stiff
            if i not in self.mode.closed and now.gap[i] <= near[i] and now.rate[i] < -still[i]
        )
        if struck:
            self._settle(Cause(candidates=self.own.phases.stiff, struck=struck))
            self._begin()

    def _change(self, fallen: list[int]) -> None:
        """What follows on the end of a phase."""
        fired = [self.own.phases.guards(self.mode)[k] for k in fallen]
        struck = frozenset(guard.place for guard in fired if guard.kind is Kind.gap)
        released = frozenset(guard.place for guard in fired if guard.kind is Kind.force)
        broken = {guard.place: CONES[guard.kind] for guard in fired if guard.kind in CONES}
        if abs(self.t - self.broken[0]) <= SAME * (abs(self.t) + self.span):  # those of the same instant too
            broken = self.broken[1] | broken
        self.broken = (self.t, broken)
        passed = tuple(guard for guard in fired if guard.kind in SIDED)
        if any(guard.kind is Kind.paradox for guard in fired):
            self.bad = End.paradox
            return
        stiff = self.own.phases.stiff
        candidates = stiff if struck else tuple(i for i in stiff if i not in released)
        closed = tuple(i for i in self.mode.closed if i not in released)
        self.mode = replace(self.mode, closed=closed)
        self._settle(Cause(candidates=candidates, struck=struck, broken=broken, passed=passed))

    def _settle(self, cause: Cause, at: float | None = None) -> None:
        """Go over to the next phase; the model may be asked at a time that lies a little later."""
        began = tuple(phase.t for phase in self.phases[-2:])
        before = Before(began=began, left=float(self.problem.times[-1]) - self.t)
        own, earlier = self.own, self._events()
        t = self.t if at is None else at
        here = Settling(own.phases, own.restitution, t, self.y, self.mode, self._scale())
        found = here.settled(cause, before)
        self.y, self.mode, self.leaning, self.tail = found.y, found.mode, found.leaning, found.tail
        self.shocks += [replace(shock, t=self.t) for shock in found.shocks]
        self.bad = self.bad or found.bad
        if found.shocks:
            self._passed_over(earlier)

    def _scale(self) -> Scale:
        return Scale(peak=self.peak, span=self.span)

    def _events(self) -> Array:
        """The events of the user at the state."""
        if not self.events:
            return np.zeros(0)
        return np.asarray(self.own.phases.free.machine.events(self.t, self.y)[: self.events])

    def _passed_over(self, earlier: Array) -> None:
        """Note events that a jump of the velocities has passed over."""
        for event, (before, after) in enumerate(zip(earlier, self._events(), strict=True)):
            way = int(np.sign(after)) if before * after < 0 else 0
            if way and self.problem.directions[event] in (0, way):
                self.zeros.append(Zero(self.t, event, way))
                self.halted = self.halted or self.problem.stops[event]
