"""The history of a run with delays: an entry of the state as a piecewise polynomial, evaluated a delay later.

Before the start the model gives it; from there on every step adds its continuous extension.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.table_polynomials import PiecewisePolynomial, evaluate_cells

Array = NDArray[np.float64]
ROOM = 1 << 10  # steps that fit in at first
MOST = 1 << 21  # steps of a run that are kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    """Which entry of the state is delayed, and by how much."""

    entry: int
    delay: float


class Past:
    """The history of an entry of the state up to the present; `before` is its history at the start."""

    def __init__(self, delayed: Delay, before: PiecewisePolynomial) -> None:
        self.entry, self.delay, self.width = delayed.entry, delayed.delay, before.c.shape[1]
        self._before = before
        self.restore(before)

    @property
    def t(self) -> Array:
        """The times between which there is a polynomial each."""
        return self._t[: self.count]

    @property
    def c(self) -> Array:
        """Their coefficients."""
        return self._c[: self.count - 1]

    def at(self, t: Array) -> Array:
        """u, u' and u'' at some times, in the last axis."""
        return evaluate_cells(self.t, self.c, t, t)

    def within(self, t: Array, cell: Array) -> Array:
        """The same by the polynomials of the intervals in which other times lie."""
        return evaluate_cells(self.t, self.c, t, cell)

    def say_before(self, before: PiecewisePolynomial) -> None:
        """Set the history before the start, where it is known only after the start was solved for."""
        self._before = before
        self.restore(before)

    def rewind(self) -> None:
        """Return to the start of a run."""
        self.restore(self._before)

    def restore(self, kept: PiecewisePolynomial) -> None:
        """Return to a saved history."""
        self.count = len(kept.t)
        self.room = self.count + ROOM
        self._t, self._c = np.zeros(self.room), np.zeros((self.room, self.width))
        self._t[: self.count], self._c[: self.count - 1] = kept.t, kept.c

    def copy(self) -> PiecewisePolynomial:
        """A copy of the history so far."""
        return PiecewisePolynomial(t=self.t.copy(), c=self.c.copy())

    def grow(self) -> None:
        """Double the memory for steps."""
        self.room *= 2
        self._t = np.concatenate([self._t, np.zeros_like(self._t)])
        self._c = np.concatenate([self._c, np.zeros_like(self._c)])

    @property
    def full(self) -> bool:
        """Whether no further step fits in."""
        return self.count >= self.room

    @property
    def addresses(self) -> tuple[int, int]:
        """The addresses of the times and coefficients, valid until `grow`."""
        return self._t.ctypes.data, self._c.ctypes.data
