"""A hybrid run: smooth motion in one mode after the other, and the transitions between them.

A mode ends where one of its guards falls below zero: a gap closes, a contact would have to pull, a slip comes
to rest, friction reaches its cone, a switching surface is reached. What follows in that instant, and which
mode is next, `_contact/mode_transition.py` says.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._compile.velocity_jump import Barrier
from dalembert._contact import tolerances
from dalembert._contact.dependent_impulses import TimedPush
from dalembert._contact.mode_transition import Cause, Instant
from dalembert._contact.modes import FREE
from dalembert._contact.scale import Scale
from dalembert._lower.mode_field import Kind
from dalembert._simulate.breaks import APART
from dalembert._simulate.fallen_guards import cause_of, closing_gaps, fallen_guards
from dalembert._simulate.fired_events import FiredEvents
from dalembert._simulate.hybrid_problem import HybridProblem
from dalembert._simulate.hybrid_record import HybridRecord
from dalembert._simulate.instants import TimedImpulse
from dalembert._simulate.mode_loop import Answer, Stretch
from dalembert._simulate.motion import felt_contacts
from dalembert._simulate.native_run import RunStart
from dalembert._simulate.smooth_motion import SmoothMotion
from dalembert._simulate.state_jumps import (
    AfterEvent,
    AfterImpulses,
    after_event,
    after_impulses,
    after_samples,
    contact_inside,
    crossing_of,
    returns_at_once,
)
from dalembert._simulate.trajectory import (
    EVENT,
    IMPULSE,
    End,
    Method,
    ModeInterval,
    Problem,
    Trajectory,
    Watch,
    Zero,
    join_grids,
    open_interval,
)
from dalembert._simulate.work import Work
from dalembert._words.message import Message, Name, say

Array = NDArray[np.float64]
MOST = 1_000_000  # changes of mode
CROSSED = frozenset({Kind.side, Kind.low, Kind.high})  # switching surfaces that are met


class HybridRun:
    """A run as far as it came; `method` integrates the smooth motion of each mode."""

    def __init__(
        self,
        method: Method,
        hybrid: HybridProblem,
        problem: Problem,
        watch: Watch,
        first_stretch: Stretch | None = None,
    ) -> None:
        """`first_stretch`: from the first mode that is known on, where C has followed it already."""
        self.method, self.problem, self.watch = method, problem, watch
        self.hybrid, self.instants = hybrid, hybrid.instants
        self.jumps = bool(hybrid.instants)  # whether anything jumps beside contacts
        self.t, self.y = float(problem.times[0]), problem.start.copy()
        self.span = float(problem.times[-1] - problem.times[0])
        self.events = len(problem.directions)
        self.watches_forces = hybrid.watches_forces
        self.record = HybridRecord(self.t, self.y, problem.dynamics.layout.tested, len(problem.times))
        self.fired = FiredEvents(hybrid.instants, self.span)
        self.obstacle: Message | None = None
        self.work, self.compile_seconds, self.culprit = Work(), 0.0, -1
        self.inside = 0.0  # of all modes
        self.system, self.dynamics = hybrid.system, problem.dynamics
        self.by_mode = self.system.by_mode
        self.first = hybrid.first_mode(problem)  # if an earlier run had the same start
        self.first_stretch = first_stretch
        first = self.first.state if self.first is not None else None
        self.state = first or self.by_mode.start_state(self.system, self.t, self.y)
        self.obstruction: End | None = None
        self.last: tuple[Zero, ...] = ()
        self.tail = 0.0
        self.breaks: tuple[float, dict[int, int]] = (-np.inf, {})
        self.event_stops, self.closes = False, True  # by an event at a jump; a contact may, in this instant
        self.loop = None if self.watches_forces else hybrid.loop(problem)

    def trajectory(self) -> Trajectory:
        """The whole run; one that is interrupted between two modes, up to there."""
        try:
            return self._ended(self._run_segments())
        except KeyboardInterrupt:
            return self.interrupted()

    def interrupted(self) -> Trajectory:
        """The run up to its last mark."""
        self.t, self.y = self.record.go_back(self.system.start)
        return self._ended(End.interrupted)

    def _ended(self, end: End) -> Trajectory:
        """The run up to here."""
        return Trajectory(
            rows=self.record.rows,
            t=self.t,
            y=self.y,
            end=end,
            zeros=tuple(self.record.zeros),
            culprit=self.culprit,
            work=self.work,
            compile_seconds=self.compile_seconds,
            intervals=self.record.intervals,
            impacts=self.record.impacts,
            jumps=tuple(self.record.jumps),
            obstacle=self.obstacle,
            sizes=self.record.sizes,
            grid=join_grids(self.record.grids) if self.record.grids else None,
            inside=self.inside,
            peak=self.record.peak,
            free=self.by_mode.start_dynamics(self.system, self.state, self.dynamics),
        )

    def _run_segments(self) -> End:
        """All pieces of time on which the model is smooth."""
        for first, high in self.problem.segments():
            end = self._segment(first, high)
            if end is not End.done:
                return end
        if self.record.count < len(self.problem.times):
            self.record.add_row(self.y)
        self._impact_at_the_end()
        impulses, sampled = self._due()
        if self.obstruction is None and (self.fired or impulses or sampled.any()):
            self._pass_instant(self.t, looks=False)
            self._begin()
        return self.obstruction or End.done

    def _segment(self, first: float, high: float) -> End:
        """Integrate an interval on which the model is smooth in time, deciding the mode anew at its start."""
        at = self.t
        if first > self.problem.times[0]:
            at = open_interval(first, high)[0]  # at a kink the model has no rate
            barrier = self._cross(first, at)
            if barrier is not None:
                return End(barrier)
        self.t = float(first)
        if self.record.intervals:
            self._pass_instant(at)
        else:
            self._start(at)
        self._begin()
        for _ in range(MOST):
            end = self._proceed(high)
            if end is not None:
                return end
        return End.crowded

    def _start(self, at: float) -> None:
        """The transition at the start, computed once for all runs with the same start."""
        known = self.first
        if known is not None:
            self.state, self.y = known.state, known.y.copy()
            self.dynamics = self.system.dynamics(known.state, soft=known.soft)
            return
        self._pass_instant(at)
        self._project()
        happened = self.jumps or self.record.impacts or self.record.zeros or self.tail or self.event_stops
        if self.obstruction is None and not happened and not self.by_mode.follows_solution:
            soft, calm = self._is_soft(), not self._fallen_guards()
            self.hybrid.remember_first(self.problem, self.state, self.y, soft=soft, calm=calm)

    def _project(self) -> None:
        """Move the state onto the closed contacts: rounding at a start, or of speeds that a jump makes 0."""
        if self.state.mode.active:
            change, _ = self.dynamics.correction(self.t, self.y)
            self.y = self.y + change if np.isfinite(change).all() else self.y

    def _cross(self, first: float, at: float) -> Barrier | None:
        """Cross the instant between two segments, where velocities may jump; evaluate the model at `at`."""
        earlier = self._user_events()
        free = self.system.dynamics_at(self.state.in_mode(FREE), at, self.y, self.dynamics)
        after = free.cross(*self.problem.around_kink(first), self.y)
        if isinstance(after, Barrier):
            return after
        self.y = after.copy()
        self.t = float(first)
        self._note_events(earlier)
        return None

    def _proceed(self, high: float) -> End | None:
        """One transition or one mode; the end, where the segment or the run has one there."""
        if self.obstruction is not None or self.record.makes_no_headway(self.t, self.span):
            return self.obstruction or End.crowded
        if self.event_stops:
            return End.stopped
        if self.fired:
            if self._is_at_end(high):  # what happens there beside the event has its order
                return End.done
            self._set_state()
            self._begin()
            return None
        fallen = self._fallen_guards()
        if fallen:
            self._change(fallen)
            self._begin()
            return None
        near = self.fired.left_by(self.t, high)
        end = self._integrate(near)
        if end is None:
            return None
        if end is End.stopped:
            return self._after_mode(high)
        return None if end is End.done and near < high else end

    def _after_mode(self, high: float) -> End | None:
        """Carry out the transition after a guard or an event has ended the integration of a mode."""
        fresh = [zero for zero in self.last if self._is_now(zero.t)]
        if any(zero.event < self.events and self.problem.stops[zero.event] for zero in fresh):
            return End.stopped
        fallen = [zero.event - self.events for zero in fresh if zero.event >= self.events]
        if self._is_at_end(high):  # a jump at the end, or an event, which has its order there
            return End.done
        if fallen:
            self._change(fallen)
            self._begin()
        return None

    def _is_at_end(self, high: float) -> bool:
        """Whether the end of a segment is reached up to rounding of time; if so, time is set to this end."""
        if high - self.t > tolerances.SAME_TIME * (abs(high) + self.span):
            return False
        self.t = high
        return True

    def _is_now(self, t: float) -> bool:
        return t >= self.t - tolerances.SAME_TIME * (abs(self.t) + self.span)

    def _fallen_guards(self) -> list[int]:
        """Guards that are zero at the start of a mode and decrease."""
        return fallen_guards(
            self.system, self.state.mode, self.dynamics, self.t, self.y, self.events, self.span
        )

    def _integrate(self, high: float) -> End | None:
        """One mode, up to its end or that of the segment; several where C follows them.

        None where the guards of a mode that begins are to be looked at.
        """
        problem = self.problem
        first, last = np.searchsorted(problem.times, (self.t, high), side="right").tolist()
        ahead, times = problem.times[first:last], problem.times[max(first - 1, 0) : last]
        if len(times) < 2 or times[0] != self.t or times[-1] != high:
            times = np.concatenate([[self.t], ahead, [] if len(ahead) and ahead[-1] == high else [high]])
        stretch = self._stretch(times) if self.loop is not None else None
        run, self.closes = stretch.trajectory if stretch is not None else self._smooth_motion(times), True
        before, shown = self.record.count, run.rows[1 : 1 + len(ahead)]
        if stretch is not None and self._row_at(self.t) is not None:  # a transition may have come at once
            self.record.replace_rows_from(before - 1, run.rows[0])
        self.record.add_rows(shown, None if run.sizes is None else run.sizes[1 : 1 + len(shown)])
        self._note_motion(run, stretch.inside if stretch is not None else run.inside)
        if stretch is not None:
            self._take_over(stretch, before - 1)
        self.record.mark(self.t, self.y)
        if stretch is None or stretch.answer is Answer.ended:
            return run.end
        return End.stopped if stretch.answer is Answer.asks else None

    def _note_motion(self, run: Trajectory, inside: float | None) -> None:
        """Note where a motion of one mode or more has led, and what happened and was spent on the way."""
        self.record.grids += [] if run.grid is None else [run.grid]
        self.inside = max(self.inside, np.inf if inside is None else inside)
        self.t, self.y, self.culprit = float(run.t), run.y.copy(), run.culprit
        seen = run.peak
        if seen is None:
            seen = np.abs(np.vstack([run.rows, run.y])[:, : len(self.record.peak)]).max(axis=0)
        self.record.peak = np.maximum(self.record.peak, seen)
        self.last = run.zeros
        for zero in run.zeros:  # one at the end of a mode may be seen again at the beginning of the next
            if zero.event < self.events and not self.record.has_latest(zero, self.span):
                self._note(zero)
        self.work, self.compile_seconds = self.work + run.work, self.compile_seconds + run.compile_seconds

    # -- stretches that C follows ----------------------------------------------------------------

    def _stretch(self, times: Array) -> Stretch | None:
        """The modes from here on, as far as C follows them; None where it cannot follow this one."""
        if self.loop is None:
            raise TypeError(times)
        if self.first_stretch is not None:
            stretch, self.first_stretch = self.first_stretch, None
            return stretch
        return self.loop.stretch(
            self.problem,
            RunStart(y=self.y, times=times, peak=self.record.peak),
            self.state,
            self._is_soft(),
            self.record.intervals.times,
            self.breaks,
            self.watch,
            counts_first=self._row_at(self.t) is not None,
        )

    def _is_soft(self) -> bool:
        """Whether constraints and contacts of the mode depend on one another."""
        return not self.by_mode.follows_solution and self.system.is_soft(self.state.mode, self.dynamics)

    def _row_at(self, t: float) -> int | None:
        """The row of a time, if it is that of one."""
        times = self.problem.times
        at = int(times.searchsorted(t))
        return at if at < len(times) and times[at] == t else None

    def _take_over(self, stretch: Stretch, row: int) -> None:
        """Note the modes and impacts of a stretch, whose first row is one of the run."""
        modes = stretch.modes
        self.record.add_found(modes, stretch.impacts, row)
        self.closes = stretch.closes
        if modes.times:
            self.state, self.breaks = stretch.state, stretch.breaks
            self.dynamics = self.system.dynamics(self.state, soft=stretch.soft)

    def _smooth_motion(self, times: Array) -> Trajectory:
        """The motion of one mode."""
        motion = SmoothMotion(
            system=self.system, state=self.state, dynamics=self.dynamics, t=self.t, y=self.y, span=self.span
        )
        problem = replace(self.problem, peak=self.record.peak)
        return self.method(motion.problem(problem, times, self._ending_events()), self.watch)

    def _begin(self) -> None:
        """Note a mode. A row at the very time of a transition shows what is after it."""
        here = self._row_at(self.t)
        if here is not None:
            self.record.replace_rows_from(here, self.y)
        row = self.record.count - int(here is not None)
        began = min(self.t + self.tail, float(self.problem.times[-1]))
        began = max([began, *self.record.intervals.times[-1:]])
        self.tail = 0.0
        interval = ModeInterval(t=began, row=row, state=self.state, soft=self._is_soft())
        self.record.intervals.append(began, interval.mark, interval)
        self.record.mark(self.t, self.y)

    def _impact_at_the_end(self) -> None:
        """Carry out the impact of a gap that closes exactly at the end of the run."""
        if not self.closes or not self.system.rigid:
            return
        struck = closing_gaps(self.system, self.state, self.t, self.y, self._scale())
        if struck:
            self._transit(Cause(candidates=self.system.rigid, struck=struck))
            self._begin()

    def _change(self, fallen: list[int]) -> None:
        """Carry out the transition that the guards which have fired cause."""
        mode, rigid = self.state.mode, self.system.rigid
        fired = [self.system.guards(mode)[k] for k in fallen]
        if any(guard.kind is Kind.paradox for guard in fired):
            self.obstruction = End.paradox
            return
        cause = cause_of(fired, rigid, self.breaks[1] if self._is_now(self.breaks[0]) else {})
        self.breaks = (self.t, dict(cause.breaks))
        released = {guard.place for guard in fired if guard.kind is Kind.force}
        active = tuple(i for i in mode.active if i not in released)
        self.state = self.state.in_mode(replace(mode, active=active))
        late = 0.0
        if len(fired) == 1 and fired[0].kind in CROSSED:
            late = self.by_mode.lateness(self.system, self.state, self.t, self.y, fired[0].place)
        if late > tolerances.SAME_TIME * (abs(self.t) + self.span):
            late = 0.0  # it is hardly crossed at all
        rates = self.dynamics.rates(self.t, self.y)[0]
        self._transit(cause)
        if late and self.state.mode == mode:
            self.y = self.y + late * (self.dynamics.rates(self.t, self.y)[0] - rates)

    def _transit(self, cause: Cause, at: float | None = None) -> None:
        """Carry out a transition to the next mode; the model may be evaluated at a slightly later time."""
        t, earlier = self.t if at is None else at, self._user_events()
        self.dynamics = self.by_mode.followed_dynamics(self.system, self.state, t, self.y, self.dynamics)
        here = Instant(
            t=t,
            y=self.y,
            scale=self._scale(),
            dynamics=self.dynamics,
            began=tuple(self.record.intervals.times[-2:]),
            left=float(self.problem.times[-1]) - self.t,
        )
        transition, soft = self.hybrid.transition(self.state, here, cause)
        self.y, self.state, self.tail = transition.y.copy(), transition.state, transition.tail
        self.dynamics = self._dynamics_after(t, soft)
        for one in transition.impacts:
            felt = felt_contacts(one.contacts, one.impulses)
            self.record.impacts.append(self.t, felt, replace(one, t=self.t))
        if transition.obstruction is not None:
            self.obstruction = self.obstruction or End(transition.obstruction)
        if transition.impacts or (
            self.watches_forces and self.record.intervals
        ):  # forces jump from mode to mode
            self._note_events(earlier)

    def _dynamics_after(self, t: float, soft: bool | None) -> Dynamics:
        """The dynamics of the mode that begins; soft or not, where that is known."""
        if soft is None:
            return self.system.dynamics_at(self.state, t, self.y, self.dynamics)
        return self.system.dynamics(self.state, soft=soft)

    def _scale(self) -> Scale:
        return Scale(peak=self.record.peak, span=self.span)

    def _user_events(self, t: float | None = None, y: Array | None = None) -> Array:
        """The events of the user at the state, or at another one in the same mode."""
        if not self.events:
            return np.zeros(0)
        dynamics = self.dynamics
        if not self.watches_forces:
            dynamics = self.by_mode.free_dynamics(self.system, self.state, dynamics)
        at = (self.t, self.y) if t is None or y is None else (t, y)
        return np.asarray(dynamics.events(*at)[: self.events])

    def _note_events(self, earlier: Array) -> None:
        """Note events whose functions change sign in a jump of the velocities."""
        for event, (before, after) in enumerate(zip(earlier, self._user_events(), strict=True)):
            way = int(np.sign(after)) if before * after < 0 else 0
            zero = Zero(self.t, event, way)
            records = self.watches_forces and not self.instants.sets_something(event)
            if records and self.record.has_latest(zero, self.span):
                continue  # it was found on the way to here
            if way and self.problem.directions[event] in (0, way):
                self._note(zero, jumped=True)
                self.event_stops = self.event_stops or bool(self.problem.stops[event])

    # -- instants ---------------------------------------------------------------------------------

    def _pass_instant(self, at: float, *, looks: bool = True) -> None:
        """Impulses, what contacts and switches do, what events set, samples; the model is asked at `at`.

        Without any of them contacts and switches alone are looked at, if one `looks`.
        """
        impulses, sampled = self._due()
        if impulses:
            self._push(impulses, at)
        elif looks:
            self._transit(Cause(candidates=self.system.rigid), at)
        if (impulses or sampled.any()) and self.obstruction is None:
            self._note_events_of_this_instant()
        if sampled.any() or not looks:
            while self.fired and self.obstruction is None:
                self._set_state()
        if sampled.any() and self.obstruction is None:
            self._sample(sampled, at)

    def _due(self) -> tuple[tuple[TimedImpulse, ...], NDArray[np.bool_]]:
        """The impulses of this instant, and which values are sampled now."""
        first, last = float(self.problem.times[0]), float(self.problem.times[-1])
        return self.instants.due(self.t, first, 2 * APART * max(abs(first), abs(last)))

    def _push(self, impulses: tuple[TimedImpulse, ...], at: float) -> None:
        """Apply impulses to the momenta. Closed contacts react inelastically, without restitution.

        The work of an impulse is done with the mean of the velocities, after contacts took their part.
        """
        free = self.system.regular_dynamics(self.state.in_mode(FREE), at, self.y)
        n, before, earlier = free.layout.n, self.y, self._user_events()
        pushed = after_impulses(free, at, before, impulses)
        if not isinstance(pushed, AfterImpulses):
            self._end_with(pushed)
            return
        self.y, count = pushed.y, len(self.record.impacts)
        if free.compiled.coupled or free.compiled.has_rates_of_forces:
            push = TimedPush(before=before, after=pushed.y, efforts=np.sum(pushed.impulses, axis=0))
            states = push.states(self.system, self.state, at, self._scale())
            if states is None:
                self._end_with(say("failure_impulse_law", name=Name(impulses[0].name)))
                return
            self.y[2 * n : 2 * n + len(states)] += states
        self._note_events(earlier)
        self._transit(Cause(candidates=self.system.rigid, pressed=frozenset(self.state.mode.active)), at)
        self._project()
        mean = 0.5 * (before[n : 2 * n] + self.y[n : 2 * n])
        works = np.array([float(one @ mean) for one in pushed.impulses])
        if len(self.record.impacts) > count:
            first = self.record.impacts[count]
            lost = first.lost + float(np.sum(works)) - pushed.given
            self.record.impacts.replace(count, replace(first, lost=lost))
        else:
            works[0] += pushed.given - np.sum(works)  # where T is not quadratic that is not the mean
        for one, given in zip(impulses, works, strict=True):
            self.record.note_jump(self.t, IMPULSE, one.name, (before, self.y), float(given))

    def _sample(self, sampled: NDArray[np.bool_], at: float) -> None:
        """Update sampled values simultaneously; then decide contacts and switches anew."""
        if self.instants.samples is None:
            raise TypeError(sampled)
        earlier, after = self._user_events(), after_samples(at, self.y, self.instants.samples, sampled)
        if isinstance(after, int):
            self._end_with(say("failure_sample_value", name=Name(self.dynamics.compiled.names[after])))
            return
        self.y = after
        self._note_events(earlier)
        self._transit(Cause(candidates=self.system.rigid), at)

    def _end_with(self, obstacle: Message | Barrier) -> None:
        """End the run because an event sets an inadmissible state."""
        if isinstance(obstacle, Barrier):
            self.obstruction = End(obstacle)
        else:
            self.obstruction, self.obstacle = End.event, obstacle

    # -- what events set --------------------------------------------------------------------------

    def _ending_events(self) -> tuple[int, ...]:
        """Whether each event of the user ends an integration: it stops the run, or sets something."""
        return tuple(
            stops or self.fired.ends_integration(event, self.t)
            for event, stops in enumerate(self.problem.stops)
        )

    def _note(self, zero: Zero, *, jumped: bool = False) -> None:
        """Note an event of the user."""
        if not self.jumps or self.fired.admits(zero, jumped=jumped):
            self.record.zeros.append(zero)

    def _set_state(self) -> None:
        """Apply the values that events set, one event after the other in the order of the model."""
        self._note_events_of_this_instant()
        events, crossings = self.fired.take(self.t), []
        for zero, jumped in events:
            if not jumped:
                crossings.append(crossing_of(self.dynamics, self.t, self.y, zero, self.span))
            self._set_by(zero)
            if self.obstruction is not None:
                return
        now = (self.dynamics, self.t, self.y)
        again = [one.zero for one in crossings if returns_at_once(*now, one, self.span)]
        if self.fired.endless or again:
            zero = again[0] if again else events[0][0]
            self._end_with(say("failure_event_again", name=Name(self._name(zero))))

    def _note_events_of_this_instant(self) -> None:
        """Note events that set something and pass their zeros so soon that their times are the same.

        Two functions with a zero at one time reach it at times that differ by rounding. Without this the
        last digits, and not the order of the model, would tell which of the events is first.
        """
        moment = tolerances.SAME_TIME * (abs(self.t) + self.span)
        now, there = self._user_events(), self.y + moment * self.dynamics.rates(self.t, self.y)[0]
        later = self._user_events(self.t + moment, there)
        for event in np.flatnonzero(now * later < 0).tolist():
            way = int(np.sign(later[event]))
            if self.fired.can_join(event) and self.problem.directions[event] in (0, way):
                self._note(Zero(self.t, event, way))

    def _set_by(self, zero: Zero) -> None:
        """Apply the values that one event sets; then decide contacts and switches anew."""
        sides, before, name = self.instants.sets[zero.event], self.y, self._name(zero)
        if sides is None:
            raise TypeError(zero)
        earlier = self._user_events()
        free = self.system.regular_dynamics(self.state.in_mode(FREE), self.t, before)
        changed = after_event(free, self.t, before, sides, name)
        if not isinstance(changed, AfterEvent):
            self._end_with(changed)
            return
        self.y = changed.y
        self.record.note_jump(self.t, EVENT, name, (before, self.y), changed.given, changed.moved)
        self.fired.fire(zero.event, self.t)
        self.state = self.by_mode.start_state(self.system, self.t, self.y)
        struck = contact_inside(self.system, self.state, self.t, self.y, self.record.peak)
        if struck:
            self._end_with(say("failure_event_inside", name=Name(name), contact=Name(struck)))
            return
        earlier[zero.event] = 0.0  # it has fired
        self._note_events(earlier)
        self._transit(Cause(candidates=self.system.rigid))
        self._project()

    def _name(self, zero: Zero) -> str:
        return self.system.model.events[zero.event].name
