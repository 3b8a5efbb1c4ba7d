"""What sizes are measured by in a run through phases: what is next to nothing against them is none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import AnyDynamics
from dalembert._simulate.instant import Instant

Array = NDArray[np.float64]
PACE = 1e-9  # of the sizes in a run: what is slower is rest
STILL = 1e-11  # of the speeds in a gap or slip: neither approaching nor separating, no slip
AHEAD = 1e-3  # of the run: what would be done in it
SMALL = 1e-3  # of the largest entry of its kind: what is below that is measured by it


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scale:
    """The sizes that the entries of the state have had so far, and the length of the run."""

    peak: Array
    span: float

    def still(self, now: Instant, y: Array) -> Array:
        """Rates of gaps below this are none, against the speeds that there have been."""
        peak = np.abs(now.contacts) @ self._speeds(y, len(now.M))
        least: Array = STILL * np.maximum(peak, PACE * now.reach / self.span)
        return least

    def slowest(self, now: Instant, y: Array, contact: int) -> float:
        """The speeds that there have been in a slip."""
        n = len(now.M)
        rows = np.abs(now.rough[contact].rows)
        pace = PACE * rows.sum(axis=1) * reach(y, n) / self.span
        return float(np.max(rows @ self._speeds(y, n) + pace, initial=0.0)) or 1e-300

    def _speeds(self, y: Array, n: int) -> Array:
        """The speeds that there have been; what has always been at rest is measured by the others."""
        own = np.maximum(self.peak[n : 2 * n], np.abs(y[n : 2 * n]))
        return np.asarray(np.maximum(own, SMALL * np.max(own, initial=0.0)))


def reached_freely(dynamics: AnyDynamics, t: float, y: Array, span: float) -> Array:
    """Speeds that everything would come to from rest in a thousandth of a run, and places with them."""
    n, found = dynamics.layout.n, np.zeros(dynamics.layout.tested)
    rates, _ = dynamics.rates(t, y)
    most = float(np.max(np.abs(rates[n : 2 * n]), initial=0.0))
    if np.isfinite(most):
        found[:n], found[n : 2 * n] = AHEAD * most * span**2, AHEAD * most * span
    return found


def reach(y: Array, n: int) -> float:
    """The largest coordinate."""
    return float(np.max(np.abs(y[:n]), initial=0.0))
