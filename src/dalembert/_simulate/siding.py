"""On which side of its switches a motion is, and where it stays on one.

At a switch σ = 0 the rates on either side tell what follows: with σ' above it (z = 1) and below it (z = −1),

    σ'₊ > 0: it goes up,   σ'₋ < 0: it goes down,   σ'₊ < 0 < σ'₋: it is driven back and stays.

A switch of places only (a dead zone, a kink in a spring) has the same rate on both sides and is passed; one
of speeds that a force depends on (dry friction) may hold the motion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.phases import FREE, Mode, Phases

Array = NDArray[np.float64]
ON = 1e-13  # of the sizes in a switch: on it
KEPT = 1e-8  # the same while the motion stays on it: what the error of a run may leave
MARGIN = 1e-14
FLAT = 1e-11  # of the sizes in its rate: it does not change


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sides:
    """z, or a whole number, of each switch; the margins below which they are passed; those it stays on."""

    values: Array
    margins: Array
    held: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A switch at which a phase ended: the kind of its watch, and which it is."""

    kind: str
    place: int


def sides_at(
    phases: Phases, mode: Mode, t: float, y: Array, peak: Array, passed: tuple[Passed, ...]
) -> Sides:
    """The sides of all switches at a state; the values of `phases` are those before."""
    fired = {one.place: one.kind for one in passed}
    own = _Look(phases, mode, t, y, peak)
    own.held = [k for k in mode.held if k not in fired and own.near(k, KEPT)]
    for k, side in enumerate(phases.sides):
        if side.counts:
            own.set(k, _whole(own, k, fired.get(k)))
        elif k in mode.held and k in fired:
            own.set(k, 1.0 if fired[k] == "above" else -1.0)
        elif k in fired or k in own.held or own.near(k, ON):
            own.hold_or_set(k, _decided(own, k, fired=k in fired))
        else:
            own.set(k, 1.0 if own.sigma[k] > 0 else -1.0)
    return Sides(values=own.sides(), margins=own.margins(), held=tuple(sorted(own.held)))


def sides_of_general(phases: Phases, t: float, y: Array, passed: tuple[Passed, ...]) -> Sides:
    """The same for a model that is more than mechanics: every switch that is reached is passed."""
    count = len(phases.sides)
    fired = {one.place: one.kind for one in passed}
    dynamics = phases.fitting(FREE, t, y)
    seen = dynamics.machine.observed(np.array([t]), y[np.newaxis])["outputs"][0]
    values, margins = phases.values[list(phases.places.sides)].copy(), np.zeros(count)
    for k, side in enumerate(phases.sides):
        sigma = float(seen[phases.places.functions[k]])
        if side.counts:
            values[k] += {"high": 1.0, "low": -1.0}.get(fired[k], 0.0) if k in fired else 0.0
            values[k] = values[k] if k in fired else float(np.floor(sigma))
            beyond = min(sigma - values[k], values[k] + 1 - sigma)
        else:
            values[k] = -values[k] if k in fired else values[k] if sigma == 0 else float(np.sign(sigma))
            beyond = values[k] * sigma
        margins[k] = max(-beyond, 0.0)
    return Sides(values=values, margins=margins, held=())


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


def _decided(own: _Look, k: int, *, fired: bool) -> float | None:
    """The side into which a motion on a switch goes; None where it stays."""
    before = own.value(k)
    above, below = own.rate(k, 1.0), own.rate(k, -1.0)
    if above < 0 < below:
        return None
    if above > 0 > below:  # away from it on both sides: on over it, or up
        return -before if fired else 1.0
    if above == 0 and below == 0:
        return -before if fired else before
    return 1.0 if above > 0 or below > 0 else -1.0


def _whole(own: _Look, k: int, fired: str | None) -> float:
    """The whole number that a count is at."""
    if fired is not None:
        return own.value(k) + (1.0 if fired == "high" else -1.0)
    nearest = float(np.round(own.sigma[k]))
    if abs(own.sigma[k] - nearest) <= ON * max(abs(nearest), 1.0):
        return nearest if own.rate(k, nearest) >= 0 else nearest - 1
    return float(np.floor(own.sigma[k]))


class _Look:
    """The switches at a state, and the rates that the model has on their sides."""

    def __init__(self, phases: Phases, mode: Mode, t: float, y: Array, peak: Array) -> None:
        self._phases, self._t, self._y = phases, t, y
        self._mode = replace(mode, held=())
        self.held: list[int] = []
        seen = phases.dynamics(self._mode).machine.switching(t, y)
        self.sigma: Array = seen["value"]
        self._slope, self._flow = seen["slope"], seen["flow"]
        tested = self._slope.shape[1]
        self._reach = np.abs(self._slope) @ np.maximum(np.abs(y[:tested]), peak[:tested])
        self._places = list(phases.places.sides)

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

    def hold_or_set(self, k: int, z: float | None) -> None:
        """Stay on a switch, or take a side."""
        self.held = [other for other in self.held if other != k]
        if z is None:
            self.held.append(k)
        else:
            self.set(k, z)

    def sides(self) -> Array:
        """All sides."""
        return self._phases.values[self._places].copy()

    def margins(self) -> Array:
        """How far beyond a switch counts as passed: what lies there now would else seem passed at once."""
        own = MARGIN * self._reach
        for k, side in enumerate(self._phases.sides):
            z = self.value(k)
            beyond = min(self.sigma[k] - z, z + 1 - self.sigma[k]) if side.counts else z * self.sigma[k]
            own[k] += max(-float(beyond), 0.0)
        return np.asarray(own)

    def rate(self, k: int, z: float) -> float:
        """How fast a switch changes on a side; zero where that is rounding."""
        before = self._phases.values
        self.set(k, z)
        others = tuple(sorted(other for other in self.held if other != k))
        dynamics = self._phases.fitting(replace(self._mode, held=others), self._t, self._y)
        rates, _ = dynamics.machine.rates(self._t, self._y)
        self._phases.change(before)
        own = rates[: self._slope.shape[1]]
        found = float(self._slope[k] @ own + self._flow[k])
        size = float(np.abs(self._slope[k]) @ np.abs(own) + abs(self._flow[k]))
        return found if abs(found) > FLAT * size else 0.0
