"""A hybrid run: smooth motion in one mode after the other, and the transitions between them.

A mode ends where one of its guards falls below zero: a gap closes, a contact would have to pull, a slip comes
to rest, friction reaches its cone, a switching surface is reached. What follows in that instant, and which
mode is next, `_contact/mode_transition.py` says.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.tables import Curve
from dalembert._compile.velocity_jump import Barrier
from dalembert._contact import tolerances
from dalembert._contact.contact_state import contact_state
from dalembert._contact.filippov import start_state
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.mode_transition import Cause, Instant, mode_transition
from dalembert._contact.modes import FREE, ImpactEvent
from dalembert._contact.restitution import Restitution, restitution_of
from dalembert._contact.scale import Scale, free_reach
from dalembert._lower.mode_field import OF_SWITCHES, Kind
from dalembert._model.used_results import used_results
from dalembert._simulate.breaks import APART
from dalembert._simulate.fired_events import FiredEvents
from dalembert._simulate.instants import Instants, TimedImpulse
from dalembert._simulate.methods import Chosen
from dalembert._simulate.noise import noise_of_rates
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
    Grid,
    Method,
    ModeInterval,
    Problem,
    Replay,
    StateJump,
    Trajectory,
    Watch,
    Zero,
    inside,
    joined,
)
from dalembert._simulate.work import Work
from dalembert._words.message import Message, Name, say

Array = NDArray[np.float64]
MOST = 1_000_000  # changes of mode
NO_HEADWAY = (500, 1e-9), (5000, 1e-4)  # so many of them in so small a part of the run lead nowhere
WITHOUT_MARGIN = frozenset({Kind.force, Kind.cone, Kind.cone_below, Kind.below, Kind.above, Kind.paradox})
CONES = {Kind.cone: 1, Kind.cone_below: -1}  # stick at the limit of its cone, and the way it then slips


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridMethod:
    """A method for hybrid systems, made of one for smooth motions."""

    method: Method
    system: HybridSystem
    restitution: Restitution
    instants: Instants

    def __call__(self, problem: Problem, watch: Watch) -> Trajectory:
        """A run through all modes."""
        return _Run(self, problem, watch).trajectory()


def hybrid_method(
    chosen: Chosen, system: HybridSystem, tables: tuple[Curve, ...], instants: Instants
) -> Chosen:
    """A method for the motions of a model with contacts, switches, or a state that jumps."""
    restitution = restitution_of(system.model, tables)
    stiffly = chosen.stiffly
    return replace(
        chosen,
        method=HybridMethod(method=chosen.method, system=system, restitution=restitution, instants=instants),
        loose=min(chosen.loose, tolerances.LOOSE_STEPS),
        stiffly=(lambda: hybrid_method(stiffly(), system, tables, instants)) if stiffly is not None else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Progress:
    """How far a run had come at the end of a mode or at the beginning of the next, in one piece."""

    t: float
    y: Array
    row: Array | None  # the last one
    rows: int
    intervals: int
    impacts: int
    zeros: int
    jumps: int


class _Run:
    """A run as far as it came."""

    def __init__(self, own: HybridMethod, problem: Problem, watch: Watch) -> None:
        self.own, self.problem, self.watch = own, problem, watch
        self.t, self.y = float(problem.times[0]), problem.start.copy()
        self.span = float(problem.times[-1] - problem.times[0])
        self.events = len(problem.directions)
        self.watches_forces = any(used_results(own.system.model, frozenset({"when"})))
        self.rows: list[Array] = []
        self.intervals: list[ModeInterval] = []
        self.impacts: list[ImpactEvent] = []
        self.zeros: list[Zero] = []
        self.jumps: list[StateJump] = []
        self.fired = FiredEvents(own.instants, self.span)
        self.obstacle: Message | None = None
        self.work, self.compile_seconds, self.culprit = Work(), 0.0, -1
        self.peak = np.zeros(problem.dynamics.layout.tested)
        self.sizes: list[Array] = []  # of the entries up to each row
        self.grids: list[Grid] = []
        self.inside = 0.0  # of all modes
        self.system, self.dynamics = own.system, problem.dynamics
        self.state = start_state(self.system, self.t, self.y)
        self.obstruction: End | None = None
        self.last: tuple[Zero, ...] = ()
        self.tail = 0.0
        self.breaks: tuple[float, dict[int, int]] = (-np.inf, {})
        self.event_stops = False  # an event of the user at a jump ends the run
        self.progress = self._progress()

    def trajectory(self) -> Trajectory:
        """The whole run; one that is interrupted between two modes, up to there."""
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
            intervals=tuple(self.intervals),
            impacts=tuple(self.impacts),
            jumps=tuple(self.jumps),
            obstacle=self.obstacle,
            sizes=np.array(self.sizes).reshape(-1, len(self.peak)),
            grid=joined(self.grids) if self.grids else None,
            inside=self.inside,
            peak=self.peak,
            free=self.system.start_dynamics(self.state, self.dynamics),
        )

    def _replay(self) -> Replay | None:
        """The repetition asked for; disturbed projections would throw off what rests on a contact."""
        replay = self.problem.replay
        return None if replay is None else replace(replay, projections=False)

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
        self._impact_at_the_end()
        if self.obstruction is None and (self.fired or self._impulses() or self._samples().any()):
            self._pass_instant(self.t, looks=False)
            self._begin()
        return self.obstruction or End.done

    def _progress(self) -> _Progress:
        return _Progress(
            t=self.t,
            y=self.y,
            row=self.rows[-1] if self.rows else None,
            rows=len(self.rows),
            intervals=len(self.intervals),
            impacts=len(self.impacts),
            zeros=len(self.zeros),
            jumps=len(self.jumps),
        )

    def _go_back(self) -> None:
        """Return to where a mode ended, not to a transition that is half made."""
        kept = self.progress
        del self.rows[kept.rows :], self.intervals[kept.intervals :], self.impacts[kept.impacts :]
        del self.zeros[kept.zeros :], self.sizes[kept.rows :], self.jumps[kept.jumps :]
        if kept.row is not None:  # a transition may have put another one in its place
            self.rows[kept.rows - 1 :] = [kept.row]
        self.t, self.y = kept.t, kept.y
        if not self.intervals:  # of a run that had not begun the start is known
            self.intervals.append(ModeInterval(t=self.t, row=0, state=self.system.start))
            self.rows, self.sizes = [], []
            self._row(self.y)

    def _segment(self, first: float, high: float) -> End:
        """A piece of time on which the model is smooth: everything is looked at anew at its beginning."""
        at = self.t
        if first > self.problem.times[0]:
            at, earlier = inside(first, high)[0], self._user_events()  # at a kink it has no rate
            free = self.system.dynamics_at(self.state.in_mode(FREE), at, self.y, self.dynamics)
            after = free.crossed(*self.problem.beside(first), self.y)
            if isinstance(after, Barrier):
                return End(after)
            self.y = after.copy()
            self.t = float(first)
            self._note_events(earlier)
        self.t = float(first)
        self._pass_instant(at)
        if self.state.mode.active and not self.intervals:  # a start may be off by rounding
            change, _ = self.dynamics.correction(self.t, self.y)
            self.y = self.y + change if np.isfinite(change).all() else self.y
        self._begin()
        for _ in range(MOST):
            if self.obstruction is not None or self._makes_no_headway():
                return self.obstruction or End.crowded
            if self.event_stops:
                return End.stopped
            if self.fired:
                self._set_state()
                self._begin()
                if self._is_at_end(high) and not self.fired and self.obstruction is None:
                    return End.done
                continue
            fallen = self._fallen_guards()
            if fallen:
                self._change(fallen)
                self._begin()
                continue
            near = self.fired.left_by(self.t, high)
            end = self._integrate(near)
            if end is End.done and near < high:
                continue
            if end is not End.stopped:
                return end
            fresh = [zero for zero in self.last if self._is_now(zero.t)]
            if any(zero.event < self.events and self.problem.stops[zero.event] for zero in fresh):
                return End.stopped
            fell = [zero.event - self.events for zero in fresh if zero.event >= self.events]
            if not self.fired and self._is_at_end(high):  # a jump at the end
                return End.done
            if fell:
                self._change(fell)
                self._begin()
            if self.t >= high and not self.fired:
                return End.done
        return End.crowded

    def _is_at_end(self, high: float) -> bool:
        """Whether the end of a segment is reached, as far as times can be told apart; it then is."""
        if high - self.t > tolerances.SAME_TIME * (abs(high) + self.span):
            return False
        self.t = high
        return True

    def _is_now(self, t: float) -> bool:
        return t >= self.t - tolerances.SAME_TIME * (abs(self.t) + self.span)

    def _fallen_guards(self) -> list[int]:
        """Guards already at their end: what begins at zero and falls is not seen to cross it."""
        kinds = [guard.kind for guard in self.system.guards(self.state.mode)]
        if not self.system.mechanical or not any(kind in WITHOUT_MARGIN for kind in kinds):
            return []
        dynamics = self.dynamics
        now = dynamics.events(self.t, self.y)[self.events :]
        candidates = [k for k, kind in enumerate(kinds) if kind in WITHOUT_MARGIN and now[k] <= 0]
        if not candidates or any(kinds[k] is Kind.paradox for k in candidates):
            return candidates
        ahead = tolerances.PROBE * self.span
        there = self.y + ahead * dynamics.rates(self.t, self.y)[0]
        later = dynamics.events(self.t + ahead, there)[self.events :]
        return [k for k in candidates if later[k] < 0]

    def _makes_no_headway(self) -> bool:
        """Whether many changes of mode have led nowhere."""
        return any(
            len(self.intervals) > many and self.t - self.intervals[-many].t < part * self.span
            for many, part in NO_HEADWAY
        )

    def _integrate(self, high: float) -> End:
        """One mode, up to its end or that of the segment."""
        problem, dynamics = self.problem, self.dynamics
        ahead = problem.times[(problem.times > self.t) & (problem.times <= high)]
        times = np.concatenate([[self.t], ahead, [] if len(ahead) and ahead[-1] == high else [high]])
        guards = len(self.system.guards(self.state.mode))
        noise, clock = noise_of_rates(dynamics, times, self.y[np.newaxis])
        run = self.own.method(
            replace(
                problem,
                dynamics=dynamics,
                start=self.y,
                times=times,
                peak=self.peak,
                atol=problem.atol + self._size_at_rest(problem.rtol),
                noise=np.maximum(problem.noise, noise),
                clock=np.maximum(problem.clock, clock),
                breaks=(),
                dt_most=self._longest_step(),
                directions=(*problem.directions, *([-1] * guards)),
                stops=(*self._ending_events(), *([True] * guards)),
                replay=self._replay(),
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
        for zero in run.zeros:  # one at the end of a mode may be seen again at the beginning of the next
            if zero.event < self.events and not any(self._same(zero, other) for other in self.zeros[-8:]):
                self._note(zero)
        self.work, self.compile_seconds = self.work + run.work, self.compile_seconds + run.compile_seconds
        self.progress = self._progress()
        return run.end

    def _longest_step(self) -> float | None:
        """The longest step: no push on what is kept where it is is stepped over."""
        most, held = self.problem.dt_most, self.problem.dt_held
        if not self.state.mode.constrains or held is None:
            return most
        return held if most is None else min(most, held)

    def _size_at_rest(self, rtol: float) -> Array:
        """What may be off where contacts or dry friction keep something where it is.

        What rests has no size of its own, and steps would follow the rounding of the forces that keep it.
        """
        if not self.system.mechanical or not self.state.mode.constrains:
            return np.zeros(len(self.peak))
        free = self.system.regular_dynamics(self.state.in_mode(FREE), self.t, self.y)
        return rtol * free_reach(free, self.t, self.y, self.span)

    def _same(self, one: Zero, other: Zero) -> bool:
        near = 10 * tolerances.SAME_TIME * (abs(one.t) + self.span)
        return (one.event, one.way) == (other.event, other.way) and abs(one.t - other.t) <= near

    def _begin(self) -> None:
        """Note a mode. A row at the very time of a transition shows what is after it."""
        here = np.flatnonzero(self.problem.times == self.t)
        if len(here):
            del self.rows[int(here[0]) :], self.sizes[int(here[0]) :]
            self._row(self.y, np.maximum(self.peak, np.abs(self.y[: len(self.peak)])))
        row = len(self.rows) - int(len(here) > 0)
        began = min(self.t + self.tail, float(self.problem.times[-1]))
        began = max(began, self.intervals[-1].t) if self.intervals else began
        self.tail = 0.0
        self.intervals.append(ModeInterval(t=began, row=row, state=self.state))
        self.progress = self._progress()

    def _impact_at_the_end(self) -> None:
        """A gap that closes at the very end."""
        if not self.system.rigid or not self.system.mechanical:
            return
        now = contact_state(self.system, self.state, self.t, self.y, self.peak)
        rest, near = self._scale().rest(now, self.y), tolerances.GAP * np.maximum(now.size, 1e-300)
        struck = frozenset(
            i
            for i in self.system.rigid
            if i not in self.state.mode.active and now.gap[i] <= near[i] and now.velocity[i] < -rest[i]
        )
        if struck:
            self._transit(Cause(candidates=self.system.rigid, struck=struck))
            self._begin()

    def _change(self, fallen: list[int]) -> None:
        """What follows on the end of a mode."""
        mode, rigid = self.state.mode, self.system.rigid
        fired = [self.system.guards(mode)[k] for k in fallen]
        if any(guard.kind is Kind.paradox for guard in fired):
            self.obstruction = End.paradox
            return
        struck = frozenset(guard.place for guard in fired if guard.kind is Kind.gap)
        released = frozenset(guard.place for guard in fired if guard.kind is Kind.force)
        breaks = {guard.place: CONES[guard.kind] for guard in fired if guard.kind in CONES}
        if self._is_now(self.breaks[0]):  # those of the same instant too
            breaks = self.breaks[1] | breaks
        self.breaks = (self.t, breaks)
        candidates = rigid if struck else tuple(i for i in rigid if i not in released)
        active = tuple(i for i in mode.active if i not in released)
        self.state = self.state.in_mode(replace(mode, active=active))
        reached = tuple(guard for guard in fired if guard.kind in OF_SWITCHES)
        self._transit(Cause(candidates=candidates, struck=struck, breaks=breaks, reached=reached))

    def _transit(self, cause: Cause, at: float | None = None) -> None:
        """Go over to the next mode; the model may be asked at a time that lies a little later."""
        t, earlier = self.t if at is None else at, self._user_events()
        if not self.system.mechanical:  # the branch of its solution is followed up to here
            self.dynamics = self.system.dynamics_at(self.state, t, self.y, self.dynamics)
        here = Instant(
            t=t,
            y=self.y,
            scale=self._scale(),
            dynamics=self.dynamics,
            began=tuple(interval.t for interval in self.intervals[-2:]),
            left=float(self.problem.times[-1]) - self.t,
        )
        found = mode_transition(self.system, self.own.restitution, self.state, here, cause)
        self.y, self.state, self.tail = found.y, found.state, found.tail
        self.dynamics = self.system.dynamics_at(self.state, t, self.y, self.dynamics)
        self.impacts += [replace(one, t=self.t) for one in found.impacts]
        if found.obstruction is not None:
            self.obstruction = self.obstruction or End(found.obstruction)
        if found.impacts or (self.watches_forces and self.intervals):  # forces jump from mode to mode
            self._note_events(earlier)

    def _scale(self) -> Scale:
        return Scale(peak=self.peak, span=self.span)

    def _user_events(self) -> Array:
        """The events of the user at the state."""
        if not self.events:
            return np.zeros(0)
        free = self.system.mechanical and not self.watches_forces
        dynamics = self.system.free(self.state) if free else self.dynamics
        return np.asarray(dynamics.events(self.t, self.y)[: self.events])

    def _note_events(self, earlier: Array) -> None:
        """Note events that a jump of the velocities has passed over."""
        for event, (before, after) in enumerate(zip(earlier, self._user_events(), strict=True)):
            way = int(np.sign(after)) if before * after < 0 else 0
            zero = Zero(self.t, event, way)
            records = self.watches_forces and not self.own.instants.sets_something(event)
            if records and any(self._same(zero, other) for other in self.zeros[-8:]):
                continue  # it was found on the way to here
            if way and self.problem.directions[event] in (0, way):
                self._note(zero, jumped=True)
                self.event_stops = self.event_stops or self.problem.stops[event]

    # -- instants ---------------------------------------------------------------------------------

    def _pass_instant(self, at: float, *, looks: bool = True) -> None:
        """Impulses, what contacts and switches do, what events set, samples; the model is asked at `at`.

        Without any of them contacts and switches alone are looked at, if one `looks`.
        """
        impulses, sampled = self._impulses(), self._samples()
        if impulses:
            self._push(impulses, at)
        elif looks:
            self._transit(Cause(candidates=self.system.rigid), at)
        if sampled.any() or not looks:
            while self.fired and self.obstruction is None:
                self._set_state()
        if sampled.any() and self.obstruction is None:
            self._sample(sampled, at)

    def _impulses(self) -> tuple[TimedImpulse, ...]:
        """The impulses of this instant."""
        return tuple(one for one in self.own.instants.impulses if abs(one.t - self.t) <= self._same_instant())

    def _samples(self) -> NDArray[np.bool_]:
        """Which values are sampled now."""
        own = self.own.instants.samples
        if own is None:
            return np.zeros(0, dtype=bool)
        return own.due(self.t, float(self.problem.times[0]), self._same_instant())

    def _same_instant(self) -> float:
        """How far times of one and the same break lie apart."""
        return 2 * APART * float(max(abs(self.problem.times[0]), abs(self.problem.times[-1])))

    def _push(self, impulses: tuple[TimedImpulse, ...], at: float) -> None:
        """Let the momenta jump. Contacts that are closed take their part, and do not spring back from it.

        The work of an impulse is done with the mean of the velocities, after contacts took their part.
        """
        free = self.system.regular_dynamics(self.state.in_mode(FREE), at, self.y)
        n, before, earlier = free.layout.n, self.y, self._user_events()
        found = after_impulses(free, at, before, impulses)
        if not isinstance(found, AfterImpulses):
            self._end_with(found)
            return
        self.y, count = found.y, len(self.impacts)
        self._note_events(earlier)
        self._transit(Cause(candidates=self.system.rigid, pressed=frozenset(self.state.mode.active)), at)
        mean = 0.5 * (before[n : 2 * n] + self.y[n : 2 * n])
        works = np.array([float(one @ mean) for one in found.impulses])
        if len(self.impacts) > count:
            first = self.impacts[count]
            self.impacts[count] = replace(first, lost=first.lost + float(np.sum(works)) - found.given)
        else:
            works[0] += found.given - np.sum(works)  # where T is not quadratic that is not the mean
        for one, given in zip(impulses, works, strict=True):
            self._note_jump(IMPULSE, one.name, before, float(given))

    def _sample(self, sampled: NDArray[np.bool_], at: float) -> None:
        """Let sampled values change, all at once; contacts and switches are looked at anew."""
        if self.own.instants.samples is None:
            raise TypeError(sampled)
        earlier, found = self._user_events(), after_samples(at, self.y, self.own.instants.samples, sampled)
        if isinstance(found, int):
            self._end_with(say("failure_sample_value", name=Name(self.dynamics.compiled.names[found])))
            return
        self.y = found
        self._note_events(earlier)
        self._transit(Cause(candidates=self.system.rigid), at)

    def _note_jump(self, kind: str, name: str, before: Array, given: float, moved: float = 0.0) -> None:
        tested = len(self.peak)
        own = StateJump(
            t=self.t,
            kind=kind,
            name=name,
            given=given,
            moved=moved,
            before=before[:tested].copy(),
            after=self.y[:tested].copy(),
        )
        self.jumps.append(own)

    def _end_with(self, obstacle: Message | Barrier) -> None:
        """End the run: a state jumps to where it cannot be."""
        if isinstance(obstacle, Barrier):
            self.obstruction = End(obstacle)
        else:
            self.obstruction, self.obstacle = End.event, obstacle

    # -- what events set --------------------------------------------------------------------------

    def _ending_events(self) -> tuple[bool, ...]:
        """Whether each event of the user ends an integration: it stops the run, or sets something."""
        return tuple(
            stops or self.fired.ends_integration(event, self.t)
            for event, stops in enumerate(self.problem.stops)
        )

    def _note(self, zero: Zero, *, jumped: bool = False) -> None:
        """Note an event of the user."""
        if self.fired.admits(zero, jumped=jumped):
            self.zeros.append(zero)

    def _set_state(self) -> None:
        """Let events set what they set, one after the other in the order of the model."""
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

    def _set_by(self, zero: Zero) -> None:
        """Let one event set what it sets; contacts and switches are looked at anew."""
        sides, before, name = self.own.instants.sets[zero.event], self.y, self._name(zero)
        if sides is None:
            raise TypeError(zero)
        earlier = self._user_events()
        free = self.system.regular_dynamics(self.state.in_mode(FREE), self.t, before)
        found = after_event(free, self.t, before, sides, name)
        if not isinstance(found, AfterEvent):
            self._end_with(found)
            return
        self.y = found.y
        self._note_jump(EVENT, name, before, found.given, found.moved)
        self.fired.fire(zero.event, self.t)
        self.state = start_state(self.system, self.t, self.y)
        struck = contact_inside(self.system, self.state, self.t, self.y, self.peak)
        if struck:
            self._end_with(say("failure_event_inside", name=Name(name), contact=Name(struck)))
            return
        earlier[zero.event] = 0.0  # it has fired
        self._note_events(earlier)
        self._transit(Cause(candidates=self.system.rigid))

    def _name(self, zero: Zero) -> str:
        return self.system.model.events[zero.event].name
