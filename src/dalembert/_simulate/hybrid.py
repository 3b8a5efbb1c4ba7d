"""A run through phases: free flight, impacts, lasting contact, stick and slip, sides of switches.

A phase ends where something that is watched falls below zero: a gap closes, a contact would have to pull, a
slip comes to rest, friction cannot hold any more, a switch is reached. At a gap that closes the velocities
jump (`touching.py`); contacts that then neither separate nor are free to do so stay closed, if what they
press with is positive. Impacts that follow one another ever faster, as those of a bouncing ball, come to an
end in a finite time: once a flight would last less than a small part of the run, the contact stays closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.phases import FREE, Mode, Phases
from dalembert._compile.tables import Piecewise
from dalembert._expression.source import ModelError, flaw_at
from dalembert._simulate.impacts import gain
from dalembert._simulate.instant import Instant, instant_at
from dalembert._simulate.methods import Chosen
from dalembert._simulate.restitution import Restitution, restitution_of
from dalembert._simulate.siding import Passed, Scale, begin, sides_at, sides_of_general
from dalembert._simulate.touching import Blow, blow, footing, stilled
from dalembert._simulate.trajectory import (
    End,
    Method,
    Phase,
    Problem,
    Shock,
    Trajectory,
    Watch,
    Zero,
    inside,
)
from dalembert._simulate.work import Work

Array = NDArray[np.float64]
SHUT = 1e-9  # of the sizes in a gap: how far inside a start may be
NEAR = 1e-12, 1e-13  # of the sizes in a gap: closed, at the start and later
SAME = 1e-13  # times that differ by less are the same
MARGIN = 2e-15  # of the sizes in a gap: what rounding may leave of it
DRIFT = 1e-15  # of the largest coordinate over the whole run: no slip
MORE = 1 + 1e-9  # what begins at zero itself is not seen to fall
LOW = 1e-13  # of the sizes in a gap: a flight that is no higher is none
STILL = 1e-11  # of the speeds in a gap or slip: neither approaching nor separating, no slip
SLOW = 1e-5  # of the speeds: a slip in two directions that is slower keeps its direction till it stops
BRIEF = 1e-12  # of the run: a flight that lasts no longer is none
LONGEST = 0.999  # of the flight before: a flight after it
MOST = 1_000_000  # changes of phase
NOWHERE = (500, 1e-9), (5000, 1e-4)  # so many of them in so small a part of the run lead nowhere
SIDED = frozenset({"side", "low", "high", "below", "above"})  # watches of switches
ENDING = frozenset({"force", "cone", "cone below", "below", "above", "paradox"})  # they have no margin
CONES = {"cone": 1, "cone below": -1}  # friction at rest at its limit, and the way it then slides
NONE_BROKEN: Mapping[int, int] = {}
AHEAD = 1e-3  # of the run: what would be done in it
SMALL = 1e-3  # of the largest speed: one below it is measured by that
SOON = 1e-7  # of the run: how far one looks whether something falls
ROUNDS = 4  # sides of switches and what contacts do depend on one another


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
        stiffly=(lambda: in_phases(stiffly(), phases, tables)) if stiffly is not None else None,
    )


def refuse_inside(phases: Phases, t: float, y: Array) -> None:
    """Raise if a contact is already passed at the start."""
    if phases.is_general:
        return
    begin(phases, t, y)
    now = instant_at(phases, t, y)
    flaws = []
    for contact, gap, reach in zip(phases.model.contacts, now.gap, now.reach, strict=True):
        if not gap >= -SHUT * max(reach, 1e-300):
            message = (
                f"the start is {-gap:.3g} inside the contact `{contact.name}`: its gap must not be negative"
            )
            hint = "give other start values, or the gap the other sign"
            flaws.append(flaw_at(contact.place, rule="start", message=message, hint=hint))
    if flaws:
        raise ModelError(tuple(flaws))


def _flights(now: Instant, contacts: list[int], rate: Array, qdd: Array) -> list[tuple[float, float]]:
    """How long contacts that part with some rate stay open, and how far, by their accelerations now."""
    bends = now.contacts[contacts] @ qdd - now.bend[contacts]
    with np.errstate(all="ignore"):
        lasts = np.where(bends < 0, 2 * rate / -bends, np.inf)
        height = np.where(bends < 0, rate**2 / (-2 * bends), np.inf)
    return [(float(a), float(b)) for a, b in zip(lasts, height, strict=True)]


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
        if own.phases.sides and not own.phases.is_general:  # the run before has left them somewhere
            begin(own.phases, self.t, self.y)
        self.mode: Mode = FREE
        self.bad: End | None = None
        self.last: tuple[Zero, ...] = ()
        self.tail = 0.0
        self.leaning: tuple[int, ...] = ()
        self.broken: tuple[float, dict[int, int]] = (-np.inf, {})
        self.halted = False  # by an event of the user at a jump

    def trajectory(self) -> Trajectory:
        """The whole run."""
        end = End.done
        for first, high in self.problem.segments():
            end = self._segment(first, high)
            if end is not End.done:
                break
        if end is End.done and len(self.rows) < len(self.problem.times):
            self.rows.append(self.y.copy())
        if end is End.done:
            self._strike_at_the_end()
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
        )

    def _segment(self, first: float, high: float) -> End:
        """A piece of time on which the model is smooth: everything is looked at anew at its beginning."""
        if first > self.problem.times[0]:
            after = self.own.phases.fitting(FREE, self.t, self.y).rejoined(self.t, self.y)
            if after is None:
                return End.jumped
            self.y = after.copy()
        self.t = (
            inside(first, high)[0] if first > self.problem.times[0] else first
        )  # at a kink it has no rate
        self._settle(self.own.phases.stiff)
        self.t = float(first)
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
            fresh = [zero for zero in self.last if zero.t >= self.t - 1e-13 * (abs(self.t) + self.span)]
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
        """What is watched and already at its end: what begins at zero and falls is not seen to cross it."""
        phases = self.own.phases
        kinds = [watch.kind for watch in phases.watched(self.mode)]
        if phases.is_general or not any(kind in ENDING for kind in kinds):
            return []
        machine = phases.fitting(self.mode, self.t, self.y).machine
        now = machine.events(self.t, self.y)[self.events :]
        candidates = [k for k, kind in enumerate(kinds) if kind in ENDING and now[k] <= 0]
        if not candidates:
            return []
        if any(kinds[k] == "paradox" for k in candidates):
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
        watched = len(phases.watched(self.mode))
        run = self.own.method(
            replace(
                problem,
                dynamics=dynamics,
                start=self.y,
                times=times,
                peak=self.peak,
                atol=problem.atol + self._rest(problem.rtol),
                breaks=(),
                directions=(*problem.directions, *([-1] * watched)),
                stops=(*problem.stops, *([True] * watched)),
            ),
            self.watch,
        )
        self.rows += list(run.rows[1 : 1 + len(ahead)])
        self.t, self.y, self.culprit = float(run.t), run.y.copy(), run.culprit
        seen = np.abs(np.vstack([run.rows, run.y])[:, : len(self.peak)])
        self.peak = np.maximum(self.peak, run.peak if run.peak is not None else seen.max(axis=0))
        self.last = run.zeros
        for zero in run.zeros:  # one at the end of a phase may be seen again at the beginning of the next
            if zero.event < self.events and not any(self._same(zero, other) for other in self.zeros[-8:]):
                self.zeros.append(zero)
        self.work, self.compile_seconds = self.work + run.work, self.compile_seconds + run.compile_seconds
        return run.end

    def _rest(self, rtol: float) -> Array:
        """What may be off where something is held: by what free it would do in a thousandth of the run.

        What rests has no size of its own, and steps would follow the rounding of the forces that hold it.
        """
        phases = self.own.phases
        allowed = np.zeros(len(self.peak))
        if phases.is_general or not (self.mode.held or self.mode.closed or self.mode.sticking):
            return allowed
        n = phases.free.layout.n
        rates, _ = phases.fitting(FREE, self.t, self.y).machine.rates(self.t, self.y)
        most = float(np.max(np.abs(rates[n : 2 * n]), initial=0.0))
        if np.isfinite(most):
            allowed[:n] = rtol * AHEAD * most * self.span**2
            allowed[n : 2 * n] = rtol * AHEAD * most * self.span
        return allowed

    def _same(self, one: Zero, other: Zero) -> bool:
        near = 10 * SAME * (abs(one.t) + self.span)
        return (one.event, one.way) == (other.event, other.way) and abs(one.t - other.t) <= near

    def _begin(self) -> None:
        """Note a phase. A row at the very time of a change shows what is after it."""
        here = np.flatnonzero(self.problem.times == self.t)
        if len(here):
            del self.rows[int(here[0]) :]
            self.rows.append(self.y.copy())
        row = len(self.rows) - int(len(here) > 0)
        began = self.t + self.tail
        self.tail = 0.0
        values = self.own.phases.values
        self.phases.append(Phase(t=began, row=row, mode=self.mode, values=values, leaning=self.leaning))

    def _strike_at_the_end(self) -> None:
        """A gap that closes at the very end."""
        if not self.own.phases.stiff or self.own.phases.is_general:
            return
        now = self._now()
        still, near = self._still(now), NEAR[1] * np.maximum(now.reach, 1e-300)
        struck = frozenset(
            i
            for i in self.own.phases.stiff
            if i not in self.mode.closed and now.gap[i] <= near[i] and now.rate[i] < -still[i]
        )
        if struck:
            self._settle(self.own.phases.stiff, struck)
            self._begin()

    def _change(self, watched: list[int]) -> None:
        """What follows on the end of a phase."""
        fired = [self.own.phases.watched(self.mode)[k] for k in watched]
        struck = frozenset(watch.place for watch in fired if watch.kind == "gap")
        released = frozenset(watch.place for watch in fired if watch.kind == "force")
        broken = {watch.place: CONES[watch.kind] for watch in fired if watch.kind in CONES}
        if abs(self.t - self.broken[0]) <= SAME * (abs(self.t) + self.span):  # those of the same instant too
            broken = self.broken[1] | broken
        self.broken = (self.t, broken)
        passed = tuple(Passed(kind=watch.kind, place=watch.place) for watch in fired if watch.kind in SIDED)
        if any(watch.kind == "paradox" for watch in fired):
            self.bad = End.paradox
            return
        stiff = self.own.phases.stiff
        candidates = stiff if struck else tuple(i for i in stiff if i not in released)
        closed = tuple(i for i in self.mode.closed if i not in released)
        self.mode = replace(self.mode, closed=closed)
        self._settle(candidates, struck, broken, passed)

    def _settle(
        self,
        candidates: tuple[int, ...],
        struck: frozenset[int] = frozenset(),
        broken: Mapping[int, int] = NONE_BROKEN,
        passed: tuple[Passed, ...] = (),
    ) -> None:
        """Impacts of closed contacts that approach; then what contacts do, and the sides of switches."""
        phases = self.own.phases
        if phases.sides:
            self._side(passed)
            if phases.fitting(FREE, self.t, self.y).rejoined(self.t, self.y) is None:
                self.bad = self.bad or End.jumped
        if not phases.contacts or phases.is_general:
            return
        self._trim()
        now = self._now()
        near = NEAR[len(self.phases) > 0] * np.maximum(now.reach, 1e-300)
        shut = [i for i in candidates if i in self.mode.closed or i in struck or now.gap[i] <= near[i]]
        still = self._still(now)
        hit = any(now.rate[i] < -still[i] for i in shut)
        if hit:
            now = self._impact(now, shut)
            still = self._still(now)
        resting = [i for i in shut if now.rate[i] <= still[i]]
        now = self._stand(now, resting, broken)
        if hit and len(resting) < len(shut) and self.bad is None:
            low = self._low(now, [i for i in shut if i not in resting])
            if low:
                resting = sorted({*resting, *low})
                now = self._stand(self._hush(now, resting), resting, broken)
        self._widen(now)

    def _stand(self, now: Instant, resting: list[int], broken: Mapping[int, int]) -> Instant:
        """What contacts at rest do, and the sides of switches: they depend on one another."""
        phases = self.own.phases
        places = list(phases.places.sides)
        for _ in range(ROUNDS + len(places)):
            mode, sides = self.mode, phases.values[places]
            self._foot(now, resting, broken)
            if not phases.sides:
                return now
            self._side(())
            now = self._now()
            if self.mode == mode and np.array_equal(phases.values[places], sides):
                return now
        self.bad = self.bad or End.crowded
        return now

    def _low(self, now: Instant, parting: list[int]) -> list[int]:
        """Contacts that part after an impact only to close again at once, as those of a block that rocks."""
        n = len(now.M)
        dynamics = self.own.phases.fitting(self.mode, self.t, self.y)
        qdd = dynamics.machine.rates(self.t, self.y)[0][n : 2 * n]
        flights = _flights(now, parting, now.rate[parting], qdd)
        low = [
            k
            for k, (lasts, height) in enumerate(flights)
            if lasts <= BRIEF * self.span or height <= LOW * now.reach[parting[k]]
        ]
        if low and len(self.phases) > 1:  # flights have become shorter by a factor, and go on to
            last, before = self.t - self.phases[-1].t, self.phases[-1].t - self.phases[-2].t
            ratio = min(last / before, LONGEST) if before > 0 else 0.0
            self.tail = max(flights[k][0] for k in low) / (1 - ratio)
        return [parting[k] for k in low]

    def _hush(self, now: Instant, resting: list[int]) -> Instant:
        """The velocities with which contacts neither part nor approach."""
        n = len(now.M)
        found = stilled(now, resting, [i for i in self.mode.sticking if i in resting])
        if found is None:
            return now
        self._jump(now, resting, Blow(change=found.change, impulses=np.maximum(found.impulses, 0.0)), n)
        return self._now()

    def _now(self) -> Instant:
        return instant_at(self.own.phases, self.t, self.y, self.peak)

    def _trim(self) -> None:
        """Forget contacts of the phase before that are open now: forces are asked for without them."""
        mode = self.mode
        rough = tuple(i for i in mode.sticking if i in mode.closed or i not in self.own.phases.stiff)
        sliding = tuple(i for i in mode.sliding if i in mode.closed or i not in self.own.phases.stiff)
        turning = tuple(i for i in mode.turning if i in sliding)
        self.mode = replace(mode, sticking=rough, sliding=sliding, turning=turning)

    def _side(self, passed: tuple[Passed, ...]) -> None:
        """The sides of switches."""
        phases = self.own.phases
        scale = Scale(peak=self.peak, span=self.span)
        if phases.is_general:
            found = sides_of_general(phases, self.t, self.y, scale, passed)
        else:
            found = sides_at(phases, self.mode, self.t, self.y, scale, passed)
        if found.back:
            self.bad = End.chattering
        values = phases.values.copy()
        values[list(phases.places.sides)] = found.values
        values[list(phases.places.side_margins)] = found.margins
        phases.change(values)
        self.mode = replace(self.mode, held=found.held, resting=found.resting)
        if found.held:
            self._place_on(found.held, found.resting)

    def _place_on(self, held: tuple[int, ...], resting: tuple[int, ...]) -> None:
        """Move the state onto switches it stays on, which rounding left; to rest on those of places."""
        machine, n = self.own.phases.free.machine, self.own.phases.free.layout.n
        seen = machine.switching(self.t, self.y)
        slope, off = seen["slope"][list(held)], seen["value"][list(held)]
        self.y[: slope.shape[1]] += np.linalg.lstsq(slope, -off, rcond=1e-12)[0]
        if resting:
            seen = machine.switching(self.t, self.y)
            ways = seen["slope"][list(resting), :n]
            rise = ways @ self.y[n : 2 * n] + seen["flow"][list(resting)]
            self.y[n : 2 * n] += np.linalg.lstsq(ways, -rise, rcond=1e-12)[0]

    def _foot(self, now: Instant, resting: list[int], broken: Mapping[int, int]) -> None:
        """Who stays closed, sticks and slides."""
        slow = {i: self._slowest(now, i) for i in now.rough}
        found = footing(now, resting, {i: STILL * size for i, size in slow.items()}, broken)
        if found is None:
            self.bad = End.paradox
            return
        phases = self.own.phases
        values = phases.values.copy()
        turning = []
        for i, way in found.ways.items():
            grip = phases.places.grips[i]
            if grip is None:
                continue
            values[list(grip.way)] = way
            if len(way) == 2 and np.linalg.norm(now.rough[i].slip) > SLOW * slow[i]:
                turning.append(i)
        phases.change(values)
        self.leaning = found.leaning
        self.mode = replace(
            self.mode,
            closed=found.closed,
            sticking=found.sticking,
            sliding=tuple(sorted(found.ways)),
            turning=tuple(sorted(turning)),
        )

    def _widen(self, now: Instant) -> None:
        """Margins: what lies a little below zero now would else seem struck, or at rest, at once."""
        phases = self.own.phases
        values = phases.values.copy()
        still, near = self._still(now), NEAR[1] * now.reach
        left = float(self.problem.times[-1]) - self.t
        for i in phases.stiff:
            margin = max(MARGIN * now.reach[i], -now.gap[i] * MORE, 1e-300)
            if now.gap[i] <= near[i] and abs(now.rate[i]) <= still[i]:  # it goes along with what it touches
                margin += 4 * MARGIN * now.reach[i] + 2 * abs(float(now.rate[i])) * left
            values[phases.places.margins[i]] = margin
        for i, rough in now.rough.items():
            grip = phases.places.grips[i]
            if grip is None:
                continue
            size = self._slowest(now, i)
            along = float(values[list(grip.way)] @ rough.slip)
            rest = float(np.abs(rough.rows).sum(axis=1).max()) * DRIFT * self._reach() / self.span
            values[grip.margin] = max(MARGIN * size, -along * MORE, rest, 1e-300)
            values[grip.slow] = (SLOW * size) ** 2 * (4.0 if i not in self.mode.turning else 1.0)
        phases.change(values)

    def _still(self, now: Instant) -> Array:
        """Rates of gaps below this are none, against the speeds that there have been."""
        peak = np.abs(now.contacts) @ self._speeds(len(now.M))
        least: Array = STILL * np.maximum(peak, SHUT * now.reach / self.span)
        return least

    def _slowest(self, now: Instant, contact: int) -> float:
        """The speeds that there have been in a slip."""
        speeds = self._speeds(len(now.M))
        rows = np.abs(now.rough[contact].rows)
        pace = SHUT * rows.sum(axis=1) * self._reach() / self.span
        return float(np.max(rows @ speeds + pace, initial=0.0)) or 1e-300

    def _speeds(self, n: int) -> Array:
        """The speeds that there have been; what has always been at rest is measured by the others."""
        own = np.maximum(self.peak[n : 2 * n], np.abs(self.y[n : 2 * n]))
        return np.asarray(np.maximum(own, SMALL * np.max(own, initial=0.0)))

    def _reach(self) -> float:
        """The largest coordinate."""
        return float(np.max(np.abs(self.y[: self.own.phases.free.layout.n]), initial=0.0))

    def _impact(self, now: Instant, shut: list[int]) -> Instant:
        """The velocities after an impact, with the energy it takes."""
        n = len(now.M)
        speeds = slice(n, 2 * n)
        e = np.array(
            [self.own.restitution.at(i, self.t, self.y, max(-float(now.rate[i]), 0.0)) for i in shut]
        )
        e = np.where(self._brief(now, shut, e), 0.0, e)
        poisson = np.array([self.own.phases.model.contacts[i].law == "poisson" for i in shut])
        found = blow(now, shut, self.y[speeds], e, poisson)
        if found is None:
            self.bad = End.paradox if any(i in now.rough for i in shut) else End.jammed
            return now
        self._jump(now, shut, found, n)
        return self._now()

    def _jump(self, now: Instant, shut: list[int], found: Blow, n: int) -> None:
        """Let the velocities jump, and note it."""
        speeds = slice(n, 2 * n)
        before, earlier = self.y[speeds].copy(), self._events()
        self.y[speeds] += found.change
        self._passed_over(earlier)
        self.shocks.append(
            Shock(
                t=self.t,
                contacts=tuple(shut),
                impulses=tuple(float(p) for p in found.impulses),
                lost=-gain(now.M, before, found.change),
                q=tuple(float(x) for x in self.y[:n]),
                before=tuple(float(x) for x in before),
                after=tuple(float(x) for x in self.y[speeds]),
            )
        )

    def _events(self) -> Array:
        """The events of the user at the state."""
        if not self.events:
            return np.zeros(0)
        return np.asarray(self.own.phases.free.machine.events(self.t, self.y)[: self.events])

    def _passed_over(self, earlier: Array) -> None:
        """Note events that a jump of the velocities has passed over."""
        for event, (before, after) in enumerate(zip(earlier, self._events(), strict=True)):
            way = int(np.sign(after) - np.sign(before)) // 2
            if way and self.problem.directions[event] in (0, way):
                self.zeros.append(Zero(self.t, event, way))
                self.halted = self.halted or self.problem.stops[event]

    def _brief(self, now: Instant, shut: list[int], e: Array) -> NDArray[np.bool_]:
        """Whether the flight after an impact would be over at once, or no higher than the margins of gaps."""
        after = -e * now.rate[shut]
        qdd = now.untouched() if np.any(after > 0) else None
        if qdd is None:
            return np.zeros(len(shut), dtype=bool)
        lasts, height = (np.array(part) for part in zip(*_flights(now, shut, after, qdd), strict=True))
        found = (after > 0) & ((lasts <= BRIEF * self.span) | (height <= LOW * now.reach[shut]))
        if found.any():  # those to come last lasts (1 + e + e² + …) together
            self.tail = float(np.max(np.where(found, lasts / np.maximum(1 - e, 1e-3), 0.0)))
        return np.asarray(found)
