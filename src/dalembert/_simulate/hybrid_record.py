"""What a hybrid run has found so far: rows, intervals of modes, impacts, events, jumps of the state.

A run that is interrupted inside a transition goes back to where the mode before it ended.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._contact import tolerances
from dalembert._contact.modes import ImpactEvent, ModeState
from dalembert._simulate.trajectory import Grid, ModeInterval, StateJump, Zero

Array = NDArray[np.float64]
LATEST = 8  # events among which one and the same is looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mark:
    """How far a run had come at the end of a mode or at the beginning of the next, in one piece."""

    t: float
    y: Array
    row: Array | None  # the last one
    rows: int
    intervals: int
    impacts: int
    zeros: int
    jumps: int


class HybridRecord:
    """Everything that is found along a run, and the sizes that the entries of the state have had."""

    def __init__(self, t: float, y: Array, tested: int) -> None:
        self.rows: list[Array] = []
        self.sizes: list[Array] = []  # of the entries up to each row
        self.intervals: list[ModeInterval] = []
        self.impacts: list[ImpactEvent] = []
        self.zeros: list[Zero] = []
        self.jumps: list[StateJump] = []
        self.grids: list[Grid] = []
        self.peak = np.zeros(tested)
        self.mark(t, y)

    def add_row(self, y: Array, size: Array | None = None) -> None:
        """Note a row, and the sizes that the entries of the state have had up to it."""
        so_far = self.sizes[-1] if self.sizes else self.peak
        own = np.abs(y[: len(self.peak)]) if size is None else size
        self.rows.append(y.copy())
        self.sizes.append(np.maximum(so_far, own))

    def replace_rows_from(self, first: int, y: Array) -> None:
        """Put a row in the place of those from one on: what is after a transition."""
        del self.rows[first:], self.sizes[first:]
        self.add_row(y, np.maximum(self.peak, np.abs(y[: len(self.peak)])))

    def has_latest(self, zero: Zero, span: float) -> bool:
        """Whether an event was noted already: one at the end of a mode may be seen again in the next."""
        near = 10 * tolerances.SAME_TIME * (abs(zero.t) + span)
        return any(
            (zero.event, zero.way) == (other.event, other.way) and abs(zero.t - other.t) <= near
            for other in self.zeros[-LATEST:]
        )

    def mark(self, t: float, y: Array) -> None:
        """Mark this place of the run as one to go back to."""
        self._mark = _Mark(
            t=t,
            y=y,
            row=self.rows[-1] if self.rows else None,
            rows=len(self.rows),
            intervals=len(self.intervals),
            impacts=len(self.impacts),
            zeros=len(self.zeros),
            jumps=len(self.jumps),
        )

    def go_back(self, start: ModeState) -> tuple[float, Array]:
        """Return to the place that was marked, not to a transition that is half made: its time and state."""
        kept = self._mark
        del self.rows[kept.rows :], self.intervals[kept.intervals :], self.impacts[kept.impacts :]
        del self.zeros[kept.zeros :], self.sizes[kept.rows :], self.jumps[kept.jumps :]
        if kept.row is not None:  # a transition may have put another one in its place
            self.rows[kept.rows - 1 :] = [kept.row]
        if not self.intervals:  # of a run that had not begun the start is known
            self.intervals.append(ModeInterval(t=kept.t, row=0, state=start))
            self.rows, self.sizes = [], []
            self.add_row(kept.y)
        return kept.t, kept.y
