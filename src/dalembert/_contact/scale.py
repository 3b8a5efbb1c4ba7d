"""Characteristic sizes of a hybrid run, to which tolerances of contact are relative.

A rate of a gap or a slip that is tiny beside the largest speeds so far counts as zero.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._contact import tolerances
from dalembert._contact.contact_state import ContactState

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scale:
    """The largest size of each entry of the state so far (`peak`), and the length of the run (`span`)."""

    peak: Array
    span: float

    def rest(self, now: ContactState, y: Array) -> Array:
        """The rates of gaps below which a contact counts as at rest, from the largest speeds so far."""
        peak = np.abs(now.J) @ self._speeds(y, len(now.M))
        least: Array = tolerances.REST * np.maximum(peak, tolerances.PACE * now.size / self.span)
        return least

    def slip_speed(self, now: ContactState, y: Array, contact: int) -> float:
        """The characteristic tangential speed of a contact, from the largest speeds so far."""
        n = len(now.M)
        H = np.abs(now.friction[contact].H)
        pace = tolerances.PACE * H.sum(axis=1) * largest_coordinate(y, n) / self.span
        return float(np.max(H @ self._speeds(y, n) + pace, initial=0.0)) or 1e-300

    def _speeds(self, y: Array, n: int) -> Array:
        """The largest speeds so far, each at least a small part of the largest of all."""
        speeds = np.maximum(self.peak[n : 2 * n], np.abs(y[n : 2 * n]))
        return np.asarray(np.maximum(speeds, tolerances.NEGLIGIBLE * np.max(speeds, initial=0.0)))


def free_reach(dynamics: Dynamics, t: float, y: Array, span: float) -> Array:
    """Speeds and displacements that free motion from rest would reach in a small part of a run."""
    n, reach = dynamics.layout.n, np.zeros(dynamics.layout.tested)
    rates, _ = dynamics.rates(t, y)
    most = float(np.max(np.abs(rates[n : 2 * n]), initial=0.0))
    if np.isfinite(most):
        reach[:n], reach[n : 2 * n] = tolerances.AHEAD * most * span**2, tolerances.AHEAD * most * span
    return reach


def largest_coordinate(y: Array, n: int) -> float:
    """The largest absolute value of the n coordinates."""
    return float(np.max(np.abs(y[:n]), initial=0.0))
