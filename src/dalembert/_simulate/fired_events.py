"""Events that set values: which of them are pending, and which are still at the zero at which they fired.

The event function may be zero up to rounding after the event too, and would seem to cross zero once more.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dalembert._contact import tolerances
from dalembert._simulate.instants import Instants
from dalembert._simulate.trajectory import Zero

CHAIN = 100  # times that events may set one another off in one instant


class FiredEvents:
    """The events of a run that set something."""

    def __init__(self, instants: Instants, span: float) -> None:
        self._sets: Callable[[int], bool] = instants.sets_something
        self._span, self._last, self._chain = span, -np.inf, 0
        self._fired: dict[int, float] = {}  # when each of them last did
        self._waiting: dict[int, tuple[Zero, bool]] = {}

    def __bool__(self) -> bool:
        """Whether an event that sets values is pending."""
        return bool(self._waiting)

    def can_join(self, event: int) -> bool:
        """Whether an event sets values and is not yet pending."""
        return self._sets(event) and event not in self._waiting

    def admits(self, zero: Zero, *, jumped: bool) -> bool:
        """Whether a zero, or a sign change in a jump, is an event; one that sets values becomes pending."""
        if self._sets(zero.event):
            if not jumped and self._has_just_fired(zero.event, zero.t):
                return False
            self._waiting.setdefault(zero.event, (zero, jumped))
        return True

    def take(self, t: float) -> list[tuple[Zero, bool]]:
        """The pending events in the order of the model, which are pending no longer."""
        fired, self._waiting = [self._waiting[event] for event in sorted(self._waiting)], {}
        self._chain = self._chain + 1 if t - self._last <= self._moment(t) else 0
        self._last = t
        return fired

    @property
    def endless(self) -> bool:
        """Whether events trigger one another without end at one instant."""
        return self._chain > CHAIN

    def fire(self, event: int, t: float) -> None:
        """Note that an event has set something."""
        self._fired[event] = t

    def ends_integration(self, event: int, t: float) -> bool:
        """Whether an integration that begins at a time must stop at an event."""
        return self._sets(event) and not self._has_just_fired(event, t)

    def left_by(self, t: float, high: float) -> float:
        """A time after which every event that has just fired has left its zero, or stays there."""
        if not any(self._has_just_fired(event, t) for event in self._fired):
            return high
        soon = t + 2 * self._moment(t)
        return soon if soon < high - self._moment(high) else high

    def _has_just_fired(self, event: int, t: float) -> bool:
        return abs(t - self._fired.get(event, np.inf)) <= self._moment(t)

    def _moment(self, t: float) -> float:
        """The difference below which two times belong to the same zero."""
        return 10 * tolerances.SAME_TIME * (abs(t) + self._span)
