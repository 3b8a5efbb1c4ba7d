"""What follows in an instant at which a phase ends: impacts, who then rests on what, sides of switches.

At a gap that closes the velocities jump (`touching.py`); contacts that then neither separate nor are free to
do so stay closed, if what they press with is positive. Impacts that follow one another ever faster, as those
of a bouncing ball, come to an end in a finite time: once a flight would last less than a small part of the
run, the contact stays closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.phases import FREE, Mode, Phases
from dalembert._lower.phase import Guard
from dalembert._simulate.impacts import gain
from dalembert._simulate.instant import Instant, blur, instant_at
from dalembert._simulate.restitution import Restitution
from dalembert._simulate.scale import STILL, Scale, reach
from dalembert._simulate.siding import sides_at, sides_of_general
from dalembert._simulate.touching import Blow, blow, footing, stilled
from dalembert._simulate.trajectory import End, Shock

Array = NDArray[np.float64]
NEAR = 1e-12, 1e-13  # of the sizes in a gap: closed, at the start and later
MARGIN = 2e-15  # of the sizes in a gap: what rounding may leave of it
DIGITS, HIGHER = 8, 800  # times what the last digits make of a gap: its margin, and a flight that is none
DRIFT = 1e-15  # of the largest coordinate over the whole run: no slip
MORE = 1 + 1e-9  # what begins at zero itself is not seen to fall
LOW = 1e-13  # of the sizes in a gap: a flight that is no higher is none
SLOW = 1e-5  # of the speeds: a slip in two directions that is slower keeps its direction till it stops
SOON = 1e-3  # of the run: the speeds that are reached in it
SHORT, NEARLY = (1e-7, 1e-8, 1e-9, 1e-10, 1e-11), 1e-3  # of the run: how far one looks; of what is seen there
BRIEF = 1e-12  # of the run: a flight that lasts no longer is none
LONGEST = 0.999  # of the flight before: a flight after it
NEVER = 1e300  # a margin that nothing passes
ROUNDS = 4  # sides of switches and what contacts do depend on one another


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What is known of the run so far: its last phases began then; what is left of it."""

    began: tuple[float, ...]
    left: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """What ended a phase.

    `candidates` are contacts that may be closed now, `struck` those whose gaps closed, `broken` those that
    cannot stick any more and the way they go, `passed` the switches that were reached.
    """

    candidates: tuple[int, ...]
    struck: frozenset[int] = frozenset()
    broken: Mapping[int, int] = field(default_factory=dict)
    passed: tuple[Guard, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Settled:
    """The state and the kind of phase after an instant, its impacts, and why the run cannot go on, if so.

    `tail` is the time that impacts too fast to follow would still take.
    """

    y: Array
    mode: Mode
    shocks: tuple[Shock, ...]
    leaning: tuple[int, ...]
    tail: float
    bad: End | None


class Settling:
    """An instant of a run."""

    def __init__(
        self, phases: Phases, restitution: Restitution, t: float, y: Array, mode: Mode, scale: Scale
    ) -> None:
        self._phases, self._restitution, self._t = phases, restitution, t
        self._y, self._mode, self._scale = y.copy(), mode, scale
        self._shocks: list[Shock] = []
        self._leaning: tuple[int, ...] = ()
        self._tail = 0.0
        self._bad: End | None = None
        self._blur: Array = np.zeros(phases.contacts)

    def settled(self, cause: Cause, before: Before) -> Settled:
        """Impacts of closed contacts that approach; then what contacts do, and the sides of switches.

        The margins, sides and directions of `phases` are those of the new phase afterwards.
        """
        phases = self._phases
        if phases.sides:
            self._side(cause.passed)
            if not phases.fitting(FREE, self._t, self._y).fits(self._t, self._y):
                self._bad = self._bad or End.jumped
        if phases.contacts and not phases.is_general:
            self._trim()
            self._touch(cause, before)
        return Settled(
            y=self._y,
            mode=self._mode,
            shocks=tuple(self._shocks),
            leaning=self._leaning,
            tail=self._tail,
            bad=self._bad,
        )

    def _touch(self, cause: Cause, before: Before) -> None:
        """What contacts do."""
        now = self._now()
        near = NEAR[len(before.began) > 0] * np.maximum(now.reach, 1e-300)
        closed = {*self._mode.closed, *cause.struck}
        shut = [i for i in cause.candidates if i in closed or now.gap[i] <= near[i]]
        if shut:
            self._blur = blur(self._phases, self._t, self._y)
        still = self._scale.still(now, self._y)
        hit = any(now.rate[i] < -still[i] for i in shut)
        if hit:
            now = self._impact(now, shut)
            still = self._scale.still(now, self._y)
        resting = [i for i in shut if now.rate[i] <= still[i]]
        now = self._stand(now, resting, cause.broken)
        if hit and len(resting) < len(shut) and self._bad is None:
            low = self._low(now, [i for i in shut if i not in resting], before)
            if low:
                resting = sorted({*resting, *low})
                now = self._stand(self._hush(now, resting), resting, cause.broken)
        self._widen(now, before.left)

    def _now(self) -> Instant:
        return instant_at(self._phases, self._t, self._y, self._scale.peak)

    def _trim(self) -> None:
        """Forget contacts of the phase before that are open now: forces are asked for without them."""
        mode, stiff = self._mode, self._phases.stiff
        sticking = tuple(i for i in mode.sticking if i in mode.closed or i not in stiff)
        sliding = tuple(i for i in mode.sliding if i in mode.closed or i not in stiff)
        turning = tuple(i for i in mode.turning if i in sliding)
        self._mode = replace(mode, sticking=sticking, sliding=sliding, turning=turning)

    # -- impacts ---------------------------------------------------------------------------------

    def _impact(self, now: Instant, shut: list[int]) -> Instant:
        """The velocities after an impact, with the energy it takes."""
        n = len(now.M)
        speeds = np.maximum(-now.rate[shut], 0.0)
        e = np.array(
            [self._restitution.at(i, self._t, self._y, float(v)) for i, v in zip(shut, speeds, strict=True)]
        )
        e = np.where(self._brief(now, shut, e), 0.0, e)
        poisson = np.array([self._phases.model.contacts[i].law == "poisson" for i in shut])
        found = blow(now, shut, self._y[n : 2 * n], e, poisson)
        if found is None:
            self._bad = End.paradox if any(i in now.rough for i in shut) else End.jammed
            return now
        self._jump(now, shut, found)
        return self._now()

    def _brief(self, now: Instant, shut: list[int], e: Array) -> NDArray[np.bool_]:
        """Whether the flight after an impact would be over at once, or no higher than the margins of gaps."""
        after = -e * now.rate[shut]
        qdd = now.untouched() if np.any(after > 0) else None
        if qdd is None:
            return np.zeros(len(shut), dtype=bool)
        lasts, height = _flights(now, shut, after, qdd)
        low = height <= self._lowest(now)[shut]
        found = (after > 0) & ((lasts <= BRIEF * self._scale.span) | low)
        if found.any():  # those to come last lasts (1 + e + e² + …) together
            self._tail = float(np.max(np.where(found, lasts / np.maximum(1 - e, 1e-3), 0.0)))
        return np.asarray(found)

    def _lowest(self, now: Instant) -> Array:
        """Flights that are no higher are none."""
        return np.asarray(np.maximum(LOW * now.reach, HIGHER * self._blur))

    def _jump(self, now: Instant, shut: list[int], found: Blow) -> None:
        """Let the velocities jump, and note it."""
        n = len(now.M)
        before = self._y[n : 2 * n].copy()
        self._y[n : 2 * n] += found.change
        self._shocks.append(
            Shock(
                t=self._t,
                contacts=tuple(shut),
                impulses=tuple(float(p) for p in found.impulses),
                lost=-found.driven - gain(now.M, before, found.change),
                given=-found.driven,
                q=tuple(float(x) for x in self._y[:n]),
                before=tuple(float(x) for x in before),
                after=tuple(float(x) for x in self._y[n : 2 * n]),
            )
        )

    def _low(self, now: Instant, parting: list[int], before: Before) -> list[int]:
        """Contacts that part after an impact only to close again at once, as those of a block that rocks."""
        n = len(now.M)
        dynamics = self._phases.fitting(self._mode, self._t, self._y)
        qdd = dynamics.machine.rates(self._t, self._y)[0][n : 2 * n]
        lasts, height = _flights(now, parting, now.rate[parting], qdd)
        low = (lasts <= BRIEF * self._scale.span) | (height <= self._lowest(now)[parting])
        if low.any() and len(before.began) > 1:  # flights have become shorter by a factor, and go on to
            last, earlier = self._t - before.began[-1], before.began[-1] - before.began[-2]
            ratio = min(last / earlier, LONGEST) if earlier > 0 else 0.0
            self._tail = float(np.max(lasts[low])) / (1 - ratio)
        return [i for i, is_low in zip(parting, low, strict=True) if is_low]

    def _hush(self, now: Instant, resting: list[int]) -> Instant:
        """The velocities with which contacts neither part nor approach."""
        n, sticking = len(now.M), [i for i in self._mode.sticking if i in resting]
        found = stilled(now, resting, sticking, self._y[n : 2 * n])
        if found is None:
            return now
        self._jump(now, resting, found)
        return self._now()

    # -- rest ------------------------------------------------------------------------------------

    def _stand(self, now: Instant, resting: list[int], broken: Mapping[int, int]) -> Instant:
        """What contacts at rest do, and the sides of switches: they depend on one another."""
        phases = self._phases
        places = list(phases.places.sides)
        for _ in range(ROUNDS + len(places)):
            mode, sides = self._mode, phases.values[places]
            self._foot(now, resting, broken)
            if not phases.sides:
                return now
            self._side(())
            now = self._now()
            if self._mode == mode and np.array_equal(phases.values[places], sides):
                return now
        self._bad = self._bad or End.crowded
        return now

    def _foot(self, now: Instant, resting: list[int], broken: Mapping[int, int]) -> None:
        """Who stays closed, sticks and slides."""
        slow = {i: self._scale.slowest(now, self._y, i) for i in now.rough}
        found = footing(now, resting, {i: STILL * size for i, size in slow.items()}, broken)
        if found is None:
            self._bad = End.paradox
            return
        phases = self._phases
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
        self._leaning = found.leaning
        self._mode = replace(
            self._mode,
            closed=found.closed,
            sticking=found.sticking,
            sliding=tuple(sorted(found.ways)),
            turning=tuple(sorted(turning)),
        )
        idle = [i for i in resting if i not in found.closed and i not in now.rough]
        if idle:
            closed = tuple(sorted({*found.closed, *self._pressed_soon(now, idle)}))
            self._mode = replace(self._mode, closed=closed)

    def _pressed_soon(self, now: Instant, idle: list[int]) -> list[int]:
        """Contacts that touch without a force now, and are pressed from here on, however near one looks."""
        n = len(now.M)
        machine = self._phases.fitting(self._mode, self._t, self._y).machine
        rates = machine.rates(self._t, self._y)[0]
        here = now.contacts[idle] @ rates[n : 2 * n] - now.bend[idle]
        pressed = np.ones(len(idle), dtype=bool)
        for part in SHORT:
            t, y = self._t + part * self._scale.span, self._y + part * self._scale.span * rates
            later = instant_at(self._phases, t, y, self._scale.peak)
            there = later.contacts[idle] @ machine.rates(t, y)[0][n : 2 * n] - later.bend[idle]
            if part == SHORT[0]:
                pressed &= (there < 0) & (here <= NEARLY * -there)
            pressed &= there <= np.maximum(here, 0.0)
        return [i for i, presses in zip(idle, pressed, strict=True) if presses]

    def _widen(self, now: Instant, left: float) -> None:
        """Margins: what lies a little below zero now would else seem struck, or at rest, at once."""
        phases = self._phases
        values = phases.values.copy()
        still, near = self._scale.still(now, self._y), NEAR[1] * now.reach
        for i in phases.stiff:
            margin = max(MARGIN * now.reach[i], -now.gap[i] * MORE, 1e-300)
            if now.gap[i] <= near[i]:
                margin += DIGITS * self._blur[i]
            if now.gap[i] <= near[i] and abs(now.rate[i]) <= still[i]:  # it goes along with what it touches
                margin += 4 * MARGIN * now.reach[i] + 2 * abs(float(now.rate[i])) * left
            values[phases.places.margins[i]] = margin
        drift = DRIFT * reach(self._y, len(now.M)) / self._scale.span
        qdd = now.untouched() if any(len(rough.rows) > 1 for rough in now.rough.values()) else None
        for i, rough in now.rough.items():
            grip = phases.places.grips[i]
            if grip is None:
                continue
            size = self._scale.slowest(now, self._y, i)
            along = float(values[list(grip.way)] @ rough.slip)
            rest = float(np.abs(rough.rows).sum(axis=1).max()) * drift
            values[grip.margin] = max(MARGIN * size, -along * MORE, rest, 1e-300)
            if i in self._leaning:  # others that stick hold it: it cannot come to rest, it is
                values[grip.margin] = NEVER
            if qdd is not None:  # what has not moved yet soon will
                size = max(size, float(np.max(np.abs(rough.rows @ qdd))) * SOON * self._scale.span)
            values[grip.slow] = (SLOW * size) ** 2 * (4.0 if i not in self._mode.turning else 1.0)
        phases.change(values)

    # -- switches --------------------------------------------------------------------------------

    def _side(self, passed: tuple[Guard, ...]) -> None:
        """The sides of switches."""
        phases = self._phases
        if phases.is_general:
            found = sides_of_general(phases, self._t, self._y, self._scale, passed)
        else:
            found = sides_at(phases, self._mode, self._t, self._y, self._scale, passed)
        if found.back:
            self._bad = End.chattering
        values = phases.values.copy()
        values[list(phases.places.sides)] = found.values
        values[list(phases.places.side_margins)] = found.margins
        phases.change(values)
        self._mode = replace(self._mode, held=found.held, resting=found.resting)
        if found.held:
            self._place_on(found.held, found.resting)

    def _place_on(self, held: tuple[int, ...], resting: tuple[int, ...]) -> None:
        """Move the state onto switches it stays on, which rounding left; to rest on those of places."""
        machine, n, y = self._phases.free.machine, self._phases.free.layout.n, self._y
        seen = machine.switching(self._t, y)
        slope, off = seen["slope"][list(held)], seen["value"][list(held)]
        y[: slope.shape[1]] += np.linalg.lstsq(slope, -off, rcond=1e-12)[0]
        if resting:
            seen = machine.switching(self._t, y)
            ways = seen["slope"][list(resting), :n]
            rise = ways @ y[n : 2 * n] + seen["flow"][list(resting)]
            y[n : 2 * n] += np.linalg.lstsq(ways, -rise, rcond=1e-12)[0]


def _flights(now: Instant, contacts: list[int], rate: Array, qdd: Array) -> tuple[Array, Array]:
    """How long contacts that part with some rate stay open, and how far, by their accelerations now."""
    falls = now.bend[contacts] - now.contacts[contacts] @ qdd
    down, long, far = falls > 0, np.full(len(rate), np.inf), np.full(len(rate), np.inf)
    lasts = np.divide(2 * rate, falls, out=long, where=down)
    return lasts, np.multiply(lasts, rate / 4, out=far, where=down)
