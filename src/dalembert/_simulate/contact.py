"""A run through the phases of contacts: free flight, impacts, lasting contact, release.

A phase ends where a gap closes or a contact would have to pull. At a gap that closes the velocities jump
(`impacts.py`); contacts that then neither separate nor are free to do so stay closed, if what they press with
is positive. Impacts that follow one another ever faster, as those of a bouncing ball, come to an end in a
finite time: once a flight would last less than a small part of the run, the contact stays closed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.phases import Closed, Phases
from dalembert._compile.rescue import solution
from dalembert._expression.evaluate import evaluate
from dalembert._expression.source import ModelError, flaw_at
from dalembert._model.values import parameter_values
from dalembert._simulate.impacts import gain, pushed, struck
from dalembert._simulate.methods import Chosen
from dalembert._simulate.trajectory import End, Method, Phase, Problem, Shock, Trajectory, Watch, Zero
from dalembert._simulate.work import Work

Array = NDArray[np.float64]
SHUT = 1e-9  # of the sizes in a gap: closed
SAME = 1e-13  # times that differ by less are the same
MARGIN = 1e-14  # of the sizes in a gap: what rounding may leave of it
LOW = 1e-13  # of the sizes in a gap: a flight that is no higher is none
STILL = 1e-11  # of the speeds in a gap: neither approaching nor separating
BRIEF = 1e-12  # of the run: a flight that lasts no longer is none
MOST = 20_000  # changes of phase
MANY, NOWHERE = 500, 1e-9  # so many of them in so small a part of the run lead nowhere


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Instant:
    """Contacts at a state: gaps, rates, the sizes in them, and the saddle-point system with all of them."""

    gap: Array
    rate: Array
    reach: Array
    M: Array
    G: Array  # of the constraints
    contacts: Array
    h: Array
    gamma: Array
    bend: Array  # gamma of the contacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Hybrid:
    """A method for motions with contacts, made of one for motions without."""

    method: Method
    phases: Phases
    restitution: tuple[float, ...]

    def __call__(self, problem: Problem, watch: Watch) -> Trajectory:
        """A run through all phases."""
        return _Journey(self, problem, watch).trajectory()


def contacts_at(phases: Phases, t: float, y: Array, peak: Array | None = None) -> _Instant:
    """The contacts at a state; `peak` are sizes that coordinates have had."""
    own, first = phases.dynamics(phases.all), phases.displacement
    last = first + phases.contacts
    seen, parts = own.machine.closure(t, y), own.machine.saddle(t, y)
    constraints, contacts = phases.rows(phases.all)
    ways, n = np.abs(parts["G"][contacts]), own.layout.n
    least = ways.sum(axis=1) * 1e-3 * np.abs(y[:n]).max(initial=0.0)
    before = ways @ peak[:n] * 1e-4 if peak is not None else 0.0
    return _Instant(
        gap=seen["position"][first:],
        rate=seen["velocity"][first:last],
        reach=np.maximum(np.maximum(seen["position_reach"][first:], least), before),
        M=parts["M"],
        G=parts["G"][constraints],
        contacts=parts["G"][contacts],
        h=parts["h"],
        gamma=parts["gamma"][constraints],
        bend=parts["gamma"][contacts],
    )


def with_contacts(chosen: Chosen, phases: Phases) -> Chosen:
    """A method for the motions of a model with contacts."""
    model, values = phases.model, parameter_values(phases.model)
    known = {(name, 0): number for name, number in values.items()}
    restitution = tuple(evaluate(contact.restitution.root, known) for contact in model.contacts)
    method = Hybrid(method=chosen.method, phases=phases, restitution=restitution)
    stiffly = chosen.stiffly
    return replace(
        chosen,
        method=method,
        stiffly=(lambda: with_contacts(stiffly(), phases)) if stiffly is not None else None,
    )


def refuse_inside(phases: Phases, t: float, y: Array) -> None:
    """Raise if a contact is already passed at the start."""
    now = contacts_at(phases, t, y)
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
        self.peak = np.zeros(own.phases.dynamics(()).layout.tested)
        self.closed: Closed = ()
        self.jammed = False
        self.last: tuple[Zero, ...] = ()

    def trajectory(self) -> Trajectory:
        """The whole run."""
        end = End.done
        for _, high in self.problem.segments():
            end = self._segment(high)
            if end is not End.done:
                break
        if end is End.done and len(self.rows) < len(self.problem.times):
            self.rows.append(self.y.copy())
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

    def _segment(self, high: float) -> End:
        """A piece of time on which the model is smooth: contacts are looked at anew at its beginning."""
        self._settle(contacts_at(self.own.phases, self.t, self.y, self.peak), self.own.phases.all)
        self._begin()
        for _ in range(MOST):
            if self.jammed or self._stuck():
                return End.jammed if self.jammed else End.crowded
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

    def _stuck(self) -> bool:
        """Whether many changes of phase have led nowhere."""
        return len(self.phases) > MANY and self.t - self.phases[-MANY].t < NOWHERE * self.span

    def _phase(self, high: float) -> End:
        """One phase, up to its end or that of the segment."""
        problem, phases = self.problem, self.own.phases
        phases.widen(self._margins())
        dynamics = phases.fitting(self.closed, self.t, self.y)
        ahead = problem.times[(problem.times > self.t) & (problem.times <= high)]
        times = np.concatenate([[self.t], ahead, [] if len(ahead) and ahead[-1] == high else [high]])
        watched = phases.contacts
        run = self.own.method(
            replace(
                problem,
                dynamics=dynamics,
                start=self.y,
                times=times,
                peak=self.peak,
                breaks=(),
                directions=(*problem.directions, *([-1] * watched)),
                stops=(*problem.stops, *([True] * watched)),
            ),
            self.watch,
        )
        self.rows += list(run.rows[1 : 1 + len(ahead)])
        self.t, self.y, self.culprit = float(run.t), run.y.copy(), run.culprit
        seen = np.abs(np.vstack([run.rows, run.y])[:, : len(self.peak)])
        self.peak = np.maximum(self.peak, seen.max(axis=0))
        self.last = run.zeros
        self.zeros += [zero for zero in run.zeros if zero.event < self.events]
        self.work, self.compile_seconds = self.work + run.work, self.compile_seconds + run.compile_seconds
        return run.end

    def _margins(self) -> Array:
        """How far below zero gaps count as closed: one that lies there now would else seem struck at once."""
        now = contacts_at(self.own.phases, self.t, self.y, self.peak)
        return MARGIN * now.reach + np.where(now.gap <= SHUT * now.reach, np.maximum(-now.gap, 0.0), 0.0)

    def _still(self, now: _Instant) -> Array:
        """Rates of gaps below this are none, against the speeds that there have been."""
        n = len(now.M)
        peak = np.abs(now.contacts) @ np.maximum(self.peak[n : 2 * n], np.abs(self.y[n : 2 * n]))
        least: Array = STILL * np.maximum(peak, SHUT * now.reach / self.span)
        return least

    def _begin(self) -> None:
        """Note a phase. A row at the very time of a change shows what is after it."""
        here = np.flatnonzero(self.problem.times == self.t)
        if len(here):
            del self.rows[int(here[0]) :]
            self.rows.append(self.y.copy())
        self.phases.append(Phase(t=self.t, row=len(self.rows) - int(len(here) > 0), closed=self.closed))

    def _change(self, watched: list[int]) -> None:
        """What follows on the end of a phase: open contacts are watched first, then closed ones."""
        opened = [i for i in self.own.phases.all if i not in self.closed]
        released = {self.closed[k - len(opened)] for k in watched if k >= len(opened)}
        self.closed = tuple(i for i in self.closed if i not in released)
        now = contacts_at(self.own.phases, self.t, self.y, self.peak)
        struck = {opened[k] for k in watched if k < len(opened)}
        candidates = tuple(i for i in self.own.phases.all if i not in released)
        if struck:
            candidates = self.own.phases.all
        self._settle(now, candidates, frozenset(struck))

    def _settle(self, now: _Instant, candidates: Closed, struck: frozenset[int] = frozenset()) -> None:
        """Impacts of closed contacts that approach; then which of them stay closed."""
        shut = [
            i
            for i in candidates
            if i in self.closed or i in struck or now.gap[i] <= SHUT * max(now.reach[i], 1e-300)
        ]
        if not shut:
            self.closed = ()
            return
        still = self._still(now)
        if any(now.rate[i] < -still[i] for i in shut):
            now = self._impact(now, shut)
            still = self._still(now)
        resting = [i for i in shut if now.rate[i] <= still[i]]
        self.closed = tuple(
            i for i, force in zip(resting, self._forces(now, resting), strict=True) if force > 0
        )

    def _forces(self, now: _Instant, resting: list[int]) -> Array:
        """What resting contacts press with."""
        alone = solution(now.M, now.G, now.h, now.gamma)
        if alone is None or not resting:
            return np.zeros(len(resting))
        bends = now.contacts[resting] @ alone.qdd - now.bend[resting]
        found = pushed(now.M, now.G, now.contacts[resting], -bends)
        return found.by if found is not None else np.zeros(len(resting))

    def _impact(self, now: _Instant, shut: list[int]) -> _Instant:
        """The velocities after an impact, with the energy it takes."""
        speeds = slice(len(now.M), 2 * len(now.M))
        e = np.array([self.own.restitution[i] for i in shut])
        e = np.where(self._brief(now, shut, e), 0.0, e)
        moving = bool(
            np.any(np.abs(now.rate[shut] - now.contacts[shut] @ self.y[speeds]) > self._still(now)[shut])
        )
        if moving:  # walls that move may give energy
            wanted = -(1 + e) * np.minimum(now.rate[shut], 0.0) - np.maximum(now.rate[shut], 0.0)
            push = pushed(now.M, now.G, now.contacts[shut], wanted)
        else:
            push = struck(now.M, now.G, now.contacts[shut], now.rate[shut], self.y[speeds], e)
        if push is None:
            self.jammed = True
            return now
        lost = -gain(now.M, self.y[speeds], push.change)
        self.y[speeds] += push.change
        impulses = tuple(float(p) for p in push.by)
        self.shocks.append(Shock(t=self.t, contacts=tuple(shut), impulses=impulses, lost=lost))
        return contacts_at(self.own.phases, self.t, self.y, self.peak)

    def _brief(self, now: _Instant, shut: list[int], e: Array) -> NDArray[np.bool_]:
        """Whether the flight after an impact would be over at once, or no higher than the margins of gaps."""
        alone = solution(now.M, now.G, now.h, now.gamma)
        if alone is None:
            return np.zeros(len(shut), dtype=bool)
        bends = now.contacts[shut] @ alone.qdd - now.bend[shut]
        after = -e * now.rate[shut]
        with np.errstate(all="ignore"):
            lasts = np.where(bends < 0, 2 * after / -bends, np.inf)
            height = np.where(bends < 0, after**2 / (-2 * bends), np.inf)
        return np.asarray((after > 0) & ((lasts <= BRIEF * self.span) | (height <= LOW * now.reach[shut])))
