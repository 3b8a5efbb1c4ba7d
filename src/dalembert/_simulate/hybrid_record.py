"""The record of a hybrid run so far: rows, intervals of modes, impacts, events, jumps of the state.

A run that is interrupted inside a transition goes back to where the mode before it ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._contact import tolerances
from dalembert._contact.modes import ModeState
from dalembert._simulate.claim import largest_so_far
from dalembert._simulate.mode_loop import FoundImpacts, FoundModes
from dalembert._simulate.trajectory import (
    Grid,
    ModeInterval,
    StateJump,
    Zero,
    no_impacts,
    no_intervals,
)

Array = NDArray[np.float64]
NO_HEADWAY = (500, 1e-9), (5000, 1e-4)  # so many modes in so small a part of the run lead nowhere
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
    """What a run has computed so far, and the largest sizes of the entries of the state."""

    def __init__(self, t: float, y: Array, tested: int, most: int) -> None:
        """`most` rows at most."""
        self._rows, self._sizes = np.empty((most, len(y))), np.empty((most, tested))
        self.count = 0  # of rows
        self.intervals, self.impacts = no_intervals(), no_impacts()
        self.zeros: list[Zero] = []
        self.jumps: list[StateJump] = []
        self.grids: list[Grid] = []
        self.peak = np.zeros(tested)
        self.mark(t, y)

    @property
    def rows(self) -> Array:
        """The rows so far."""
        return self._rows[: self.count]

    @property
    def sizes(self) -> Array:
        """The sizes that the entries of the state have had up to each row."""
        return self._sizes[: self.count]

    def add_row(self, y: Array) -> None:
        """Note a row."""
        self.add_rows(y[np.newaxis], None)

    def add_rows(self, rows: Array, sizes: Array | None) -> None:
        """Note rows, and the sizes that the entries of the state have had up to each of them."""
        first, last = self.count, self.count + len(rows)
        peaks = largest_so_far(np.abs(rows[:, : len(self.peak)])) if sizes is None else sizes
        so_far = self._sizes[first - 1] if first else self.peak
        self._rows[first:last] = rows
        np.maximum(peaks, so_far, out=self._sizes[first:last])
        self.count = last

    def replace_rows_from(self, first: int, y: Array) -> None:
        """Replace the rows from a given one on by the state after a transition."""
        self.count = first
        size = np.maximum(self.peak, np.abs(y[: len(self.peak)]))
        self.add_rows(y[np.newaxis], size[np.newaxis])

    def has_latest(self, zero: Zero, span: float) -> bool:
        """Whether an event was noted already: one at the end of a mode may be seen again in the next."""
        return is_among(self.zeros, zero, span)

    def add_found(self, modes: FoundModes, impacts: FoundImpacts, row: int) -> None:
        """Note the modes and impacts of a stretch, whose first row is one of the run."""
        self.impacts.extend(impacts.times, impacts.marks, impacts.losses, impacts.impact)
        self.intervals.extend(
            modes.times, modes.marks, lambda: modes.notes(row), lambda k: modes.interval(k, row)
        )

    def note_jump(
        self, t: float, kind: str, name: str, sides: tuple[Array, Array], given: float, moved: float = 0.0
    ) -> None:
        """Note a jump of the state, from one to another."""
        before, after = (y[: len(self.peak)].copy() for y in sides)
        jump = StateJump(t=t, kind=kind, name=name, given=given, moved=moved, before=before, after=after)
        self.jumps.append(jump)

    def makes_no_headway(self, t: float, span: float) -> bool:
        """Whether many changes of mode have taken place in a very short time."""
        began = self.intervals.times
        return any(len(began) > many and t - began[-many] < part * span for many, part in NO_HEADWAY)

    def mark(self, t: float, y: Array) -> None:
        """Save this point of the run, to which `go_back` can return."""
        self._mark = _Mark(
            t=t,
            y=y,
            row=self.rows[-1].copy() if self.count else None,
            rows=self.count,
            intervals=len(self.intervals),
            impacts=len(self.impacts),
            zeros=len(self.zeros),
            jumps=len(self.jumps),
        )

    def go_back(self, start: ModeState) -> tuple[float, Array]:
        """Return to the saved point and discard an unfinished transition; the time and state there."""
        kept = self._mark
        self.count = kept.rows
        self.intervals.cut(kept.intervals)
        self.impacts.cut(kept.impacts)
        del self.zeros[kept.zeros :], self.jumps[kept.jumps :]
        if kept.row is not None:  # a transition may have put another one in its place
            self._rows[kept.rows - 1] = kept.row
        if not self.intervals:  # of a run that had not begun the start is known
            first = ModeInterval(t=kept.t, row=0, state=start)
            self.intervals.append(first.t, first.mark, first)
            self.count = 0
            self.add_row(kept.y)
        return kept.t, kept.y


def is_among(zeros: Sequence[Zero], zero: Zero, span: float) -> bool:
    """Whether an event in a run of some span is among those noted before, in the order of time."""
    near = 10 * tolerances.SAME_TIME * (abs(zero.t) + span)
    if not zeros or zero.t - zeros[-1].t > 2 * near:
        return False
    return any(
        (zero.event, zero.way) == (other.event, other.way) and abs(zero.t - other.t) <= near
        for other in zeros[-LATEST:]
    )
