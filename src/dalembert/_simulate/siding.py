"""On which side of its switches a motion is, and where it stays on one.

On a switch σ = 0 the rates tell what follows. With the part β of its upper side, 0 ≤ β ≤ 1, and the rate
s = σ' that goes with it,

    β = 1: s ≥ 0, it goes up,   β = 0: s ≤ 0, it goes down,   between: s = 0, it stays

For several switches at once, s = s₀ + A β, this is a problem of complementarity in a box: forces of dry
friction that hold one another. A switch of places (a dead zone, a kink in a spring) has the same s for all
β, and is passed where that is not zero; at rest on it s is σ'' in place of σ'.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.phases import FREE, Mode, Phases
from dalembert._lower.phase import Guard, Kind
from dalembert._simulate.scale import SMALL, Scale

Array = NDArray[np.float64]
ON = 1e-13  # of the sizes in a switch: on it
KEPT = 1e-8  # the same while the motion stays on it: what the error of a run may leave
MARGIN, MORE = 1e-14, 1 + 1e-9  # what begins at zero itself is not seen to fall
LOW = 1e-13  # of the sizes in a switch: what goes no farther beyond it stays
FLAT = 1e-11  # of the sizes in its rate: it does not change
AHEAD = 1e-6  # of the run: how far one looks for σ''
TIME = 0.1  # of what a switch would do in all the time so far: with ON its rounding
SWEEPS, INSIDE = 2000, 1e-9  # of the box


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sides:
    """z, or a whole number, of each switch; the margins below which they are passed; those it stays on.

    `resting` are held by their rates; `back`: it is driven back onto a switch that it cannot stay on.
    """

    values: Array
    margins: Array
    held: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()
    back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Decided:
    """Sides of switches that are left, those that are stayed on, and of them those held by their rates."""

    sides: dict[int, float]
    held: tuple[int, ...]
    resting: tuple[int, ...]


def sides_at(
    phases: Phases, mode: Mode, t: float, y: Array, scale: Scale, passed: tuple[Guard, ...]
) -> Sides:
    """The sides of all switches at a state; the values of `phases` are those before.

    A switch may stand inside another, and then depends on its side: they are asked again till none changes.
    """
    fired = {one.place: one.kind for one in passed}
    left = {k: kind for k, kind in fired.items() if kind is not Kind.side}  # these are done with once
    held: tuple[int, ...] | None = None
    for turn in range(len(phases.sides) + 3):
        own = _Look(phases, mode, t, y, scale)
        before, on = own.sides(), []
        for k, side in enumerate(phases.sides):
            if k in left and turn:
                continue
            if side.counts:
                own.set(k, _whole(own, k, fired.get(k)))
            elif k in left:
                own.set(k, 1.0 if left[k] is Kind.above else -1.0)
            elif (k in fired and not turn) or own.near(k, KEPT if k in mode.held else ON):
                on.append(k)
            else:
                own.set(k, 1.0 if own.sigma[k] > 0 else -1.0)
        found = _decided(own, on, frozenset(fired) if not turn else frozenset())
        for k, z in found.sides.items():
            own.set(k, z)
        if found.held == held and np.array_equal(before, own.sides()):
            own = _Look(phases, mode, t, y, scale)
            return Sides(values=own.sides(), margins=own.margins(), held=found.held, resting=found.resting)
        held = found.held
    return Sides(values=own.sides(), margins=own.margins(), back=True)


def _decided(own: _Look, on: list[int], fired: frozenset[int]) -> _Decided:
    """What a motion on some switches does."""
    if not on:
        return _Decided(sides={}, held=(), resting=())
    s, A, flat = own.response(on, ahead=False)
    fixed: dict[int, float] = {}  # places in `on`, and their β
    second: list[int] = []
    places = [i for i in range(len(on)) if abs(A[i, i]) <= flat[i]]
    if places:
        s2, A2, flat2 = own.response(on, ahead=True)
        for i in places:
            if abs(s[i]) > flat[i] and not own.low(on[i], s[i], s2[i], s2[i] + A2[i, i]):
                fixed[i] = float(s[i] > 0)
            else:
                second.append(i)
        s[second], A[second], flat[second] = s2[second], A2[second], flat2[second]
    for i, k in enumerate(on):
        if i in fixed:
            continue
        onward = 0.0 if own.value(k) > 0 else 1.0
        if abs(A[i, i]) <= flat[i]:
            before = onward if k in fired else 1 - onward
            fixed[i] = float(s[i] > 0) if abs(s[i]) > flat[i] else before
        elif A[i, i] > 0:  # away from it on both sides: on over it, or up
            both = s[i] <= 0 <= s[i] + A[i, i]
            fixed[i] = (onward if k in fired else 1.0) if both else float(s[i] > 0)
    beta = _boxed(s, A, fixed)
    stay = _independent(s, A, beta)
    sides = {k: (1.0 if beta[i] > 0.5 else -1.0) for i, k in enumerate(on) if i not in stay}
    held = tuple(sorted(on[i] for i in stay))
    return _Decided(sides=sides, held=held, resting=tuple(sorted(on[i] for i in stay if i in second)))


def _boxed(s: Array, A: Array, fixed: dict[int, float]) -> Array:
    """β in the box, s + A β ≥ 0 where it is 1, ≤ 0 where it is 0, = 0 between; the diagonal is negative."""
    beta = np.full(len(s), 0.5)
    for i, value in fixed.items():
        beta[i] = value
    free = [i for i in range(len(s)) if i not in fixed]
    for _ in range(SWEEPS):
        before = beta.copy()
        for i in free:
            beta[i] = min(max(beta[i] - (s[i] + A[i] @ beta) / A[i, i], 0.0), 1.0)
        if np.abs(beta - before).max(initial=0.0) <= 1e-15:
            break
    inner = [i for i in free if INSIDE < beta[i] < 1 - INSIDE]
    if inner:
        exact = beta.copy()
        exact[inner] = 0.0
        exact[inner] = np.linalg.lstsq(A[np.ix_(inner, inner)], -(s + A @ exact)[inner], rcond=1e-12)[0]
        if np.all((exact >= 0) & (exact <= 1)):
            beta = exact
    return beta


def _independent(s: Array, A: Array, beta: Array) -> list[int]:
    """The switches that are stayed on; of those that hold one another some are put on a side."""
    stay = [i for i in range(len(s)) if INSIDE < beta[i] < 1 - INSIDE]
    while stay and np.linalg.matrix_rank(A[np.ix_(stay, stay)], tol=1e-10 * np.abs(A).max()) < len(stay):
        for i in reversed(stay):
            rest = [j for j in stay if j != i]
            for side in (1.0, 0.0):
                tried = beta.copy()
                tried[i], tried[rest] = side, 0.0
                left = -(s + A @ tried)[rest]
                tried[rest] = np.linalg.lstsq(A[np.ix_(rest, rest)], left, rcond=1e-12)[0]
                off = np.abs(s + A @ tried)[stay].max()
                if off <= 1e-9 * np.abs(A).max() and np.all((tried >= 0) & (tried <= 1)):
                    beta[:] = tried
                    break
            else:
                continue
            stay = rest
            break
        else:
            return stay
    return stay


def sides_of_general(phases: Phases, t: float, y: Array, scale: Scale, passed: tuple[Guard, ...]) -> Sides:
    """The same for a model that is more than mechanics, which can pass switches, but not stay on one."""
    fired = {one.place: one.kind for one in passed}
    places, functions = list(phases.places.sides), list(phases.places.functions)
    margins, back = np.full(len(phases.sides), 1e-300), False

    def sigma(time: float, state: Array) -> Array:
        machine = phases.fitting(FREE, t, y).machine
        return np.asarray(machine.observed(np.array([time]), state[np.newaxis])["outputs"][0][functions])

    def rate(k: int, z: float) -> float:
        """How fast a switch changes on a side."""
        values = phases.values.copy()
        values[places[k]] = z
        phases.change(values)
        ahead = AHEAD * scale.span
        rates, _ = phases.fitting(FREE, t, y).machine.rates(t, y)
        return float((sigma(t + ahead, y + ahead * rates)[k] - sigma(t, y)[k]) / ahead)

    for turn in range(len(phases.sides) + 3):
        now, start = sigma(t, y), phases.values
        for k, side in enumerate(phases.sides):
            before = float(phases.values[places[k]])
            if k in fired and turn:
                z = before
            elif side.counts:
                step = 1.0 if fired.get(k) is Kind.high else -1.0
                z = before + step if k in fired else float(np.floor(now[k]))
            elif k in fired or now[k] == 0:
                above, below = rate(k, 1.0), rate(k, -1.0)
                flat = FLAT * max(abs(above), abs(below))
                back = back or above < -flat < flat < below
                z = -before if k in fired else 1.0 if above > 0 else -1.0 if below < 0 else before
            else:
                z = 1.0 if now[k] > 0 else -1.0
            values = phases.values.copy()
            values[places[k]] = z
            phases.change(values)
            beyond = min(now[k] - z, z + 1 - now[k]) if side.counts else z * now[k]
            margins[k] = max(-float(beyond) * MORE, 1e-300)
        if turn and np.array_equal(start, phases.values):
            return Sides(values=phases.values[places].copy(), margins=margins, back=back)
    return Sides(values=phases.values[places].copy(), margins=margins, back=True)


def begin(phases: Phases, t: float, y: Array) -> None:
    """The sides of the switches at a start, as their signs say."""
    for _ in phases.sides:  # a switch may depend on sides of others
        sigma = phases.free.machine.switching(t, y)["value"]
        values = phases.values.copy()
        values[list(phases.places.sides)] = [
            np.floor(x) if side.counts else (1.0 if x >= 0 else -1.0)
            for side, x in zip(phases.sides, sigma, strict=True)
        ]
        if np.array_equal(values, phases.values):
            break
        phases.change(values)


def _whole(own: _Look, k: int, fired: Kind | None) -> float:
    """The whole number that a count is at."""
    if fired is not None:
        return own.value(k) + (1.0 if fired is Kind.high else -1.0)
    nearest = float(np.round(own.sigma[k]))
    if abs(own.sigma[k] - nearest) <= ON * max(abs(nearest), 1.0):
        return nearest if own.rate(k) >= 0 else nearest - 1
    return float(np.floor(own.sigma[k]))


class _Look:
    """The switches at a state, and the rates that the model has on their sides."""

    def __init__(self, phases: Phases, mode: Mode, t: float, y: Array, scale: Scale) -> None:
        self._phases, self._t, self._y, self._scale = phases, t, y, scale
        self._mode = replace(mode, held=(), resting=())
        self._places = list(phases.places.sides)
        seen = phases.dynamics(self._mode).machine.switching(t, y)
        self.sigma: Array = seen["value"]
        self._slope, self._flow = seen["slope"], seen["flow"]
        layout = phases.dynamics(self._mode).layout
        sizes = np.maximum(np.abs(y[: layout.tested]), scale.peak[: layout.tested])
        for kind in layout.kinds:  # what has always been at rest is measured by the others
            sizes[kind] = np.maximum(sizes[kind], SMALL * np.max(sizes[kind], initial=0.0))
        rates = np.nan_to_num(np.abs(self._rates(t, y)[: layout.tested]))
        ways = np.abs(self._slope)
        blurred = TIME * abs(t) * (ways @ rates + np.abs(self._flow))  # by the rounding of time
        self._reach = np.maximum(ways @ sizes, AHEAD * scale.span * (ways @ rates)) + blurred

    def near(self, k: int, part: float) -> bool:
        """Whether a switch is as good as zero."""
        return bool(abs(self.sigma[k]) <= part * self._reach[k])

    def value(self, k: int) -> float:
        """The side so far."""
        return float(self._phases.values[self._places[k]])

    def set(self, k: int, z: float) -> None:
        """Take a side."""
        values = self._phases.values.copy()
        values[self._places[k]] = z
        self._phases.change(values)

    def sides(self) -> Array:
        """All sides."""
        return self._phases.values[self._places].copy()

    def margins(self) -> Array:
        """How far beyond a switch counts as passed: what lies there now would else seem passed at once."""
        own = MARGIN * self._reach + 1e-300
        for k, side in enumerate(self._phases.sides):
            z = self.value(k)
            beyond = min(self.sigma[k] - z, z + 1 - self.sigma[k]) if side.counts else z * self.sigma[k]
            own[k] = max(own[k], -float(beyond) * MORE)
        return np.asarray(own)

    def low(self, k: int, rate: float, below: float, above: float) -> bool:
        """Whether a switch is passed only to come back at once, by its accelerations on both sides."""
        back = min(-above, below)
        return bool(back > 0 and rate**2 / (2 * back) <= LOW * self._reach[k])

    def rate(self, k: int) -> float:
        """How fast a switch changes now."""
        return float(self._rise(self._t, self._y)[0][k])

    def response(self, on: list[int], *, ahead: bool) -> tuple[Array, Array, Array]:
        """s₀, A and what of them is rounding, for σ' of some switches, or σ'' if `ahead`."""
        before = self._phases.values
        step = AHEAD * self._scale.span
        columns, sizes = [], np.zeros(len(on))
        for above in (None, *on):
            values = before.copy()
            values[[self._places[k] for k in on]] = -1.0
            if above is not None:
                values[self._places[above]] = 1.0
            self._phases.change(values)
            rise, size = self._rise(self._t, self._y)
            if ahead:
                rates = self._rates(self._t, self._y)
                later, more = self._rise(self._t + step, self._y + step * rates)
                rise, size = (later - rise) / step, (size + more) / step * 1e-4
            columns.append(rise[on])
            sizes = np.maximum(sizes, size[on])
        self._phases.change(before)
        s = columns[0].copy()
        return s, np.array([column - s for column in columns[1:]]).T, FLAT * sizes

    def _rates(self, t: float, y: Array) -> Array:
        return self._phases.fitting(self._mode, t, y).machine.rates(t, y)[0]

    def _rise(self, t: float, y: Array) -> tuple[Array, Array]:
        """How fast switches change, and the sizes in that."""
        machine = self._phases.fitting(self._mode, t, y).machine
        seen = self._phases.dynamics(self._mode).machine.switching(t, y)
        rates = machine.rates(t, y)[0][: self._slope.shape[1]]
        found = seen["slope"] @ rates + seen["flow"]
        return np.asarray(found), np.asarray(np.abs(seen["slope"]) @ np.abs(rates) + np.abs(seen["flow"]))
