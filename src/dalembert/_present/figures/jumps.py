"""Columns that jump: a curve is broken where contacts, events or impulses make it jump, not drawn across it.

Rows of a motion are samples; impacts, changes of contact and jumps of the state happen between them. At each
such instant three rows are inserted: the value just before, NaN, the value just after. For positions and
speeds these are known, and the force of an open contact is zero; for other columns they are extrapolated from
the samples (`sides.py`). Where neither is possible, nothing is drawn between the samples on either side. A
curve with equal values on both sides is not broken.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from dalembert._model.display_units import DisplayUnit
from dalembert._model.records import Contact, slip_names
from dalembert._model.result_names import forces_of
from dalembert._model.survey import depends, survey
from dalembert._present.figures.columns import FREE, Column, Subject
from dalembert._present.figures.figure_options import TIME
from dalembert._present.figures.records import Array, Symbol
from dalembert._present.figures.sides import Sides, values_beside
from dalembert._simulate.motion import Impact, Jump, Motion, Touch

# Families that are continuous at an impact, and those that may jump where only contacts and friction change.
STEADY = frozenset({"coordinates", "states", "time"})
STEADY_NAMES = frozenset({"V", "dissipated", "friction_loss", "remainder"})
EXACT = frozenset({"coordinates", "speeds", "time", FREE})  # known at an impact
CHANGING = frozenset({"accelerations", "multipliers", "efforts", "contacts", "friction", "reactions"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Instant:
    """A time of a jump: an impact, a change of the closed contacts, a jump of the state."""

    t: float
    impact: Impact | None
    before: Touch | None
    after: Touch | None
    jump: Jump | None = None


NEAR = 1e-9  # relative to the duration of a curve
SECOND = DisplayUnit("s")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BrokenCurve:
    """Two columns with inserted rows and their times, and the jumps as a dashed curve: x, then y.

    An inserted row lies a last digit before or after its instant.
    """

    t: Array
    x: Array
    y: Array
    jump_x: Array
    jump_y: Array


def over_time(subject: Subject, column: Column) -> tuple[Array, Array]:
    """Times and values of a column, broken where it jumps."""
    time = Column(name=TIME, symbol=Symbol((TIME,), TIME), display=SECOND, values=subject.t, family="time")
    made = broken_curve(subject, time, column)
    return _with_extremes(subject, column, made.x, made.y)


def _with_extremes(subject: Subject, column: Column, t: Array, values: Array) -> tuple[Array, Array]:
    """A curve over time with the extremes of its column, which lie between rows."""
    extreme = next((one for one in subject.motion.extremes if one.name == column.name), None)
    if extreme is None or not np.isfinite(values).any():
        return t, values
    near = NEAR * float(t[-1] - t[0])  # distance below which a row or a side of a jump is the extreme itself
    for at, si in ((extreme.t_minimum, extreme.minimum), (extreme.t_maximum, extreme.maximum)):
        index = int(np.searchsorted(t, at))
        if t[0] < at < t[-1] and min(t[index] - at, at - t[index - 1]) > near:
            t = np.insert(t, index, at)
            values = np.insert(values, index, column.display.column(si))
    return t, values


def broken_curve(subject: Subject, x: Column, y: Column) -> BrokenCurve:
    """A column over another one, broken where either of them jumps."""
    instants_here = [at for at in instants(subject.motion) if subject.t[0] < at.t <= subject.t[-1]]
    sight = _Sight(subject, instants_here)
    views = sight(x), sight(y)
    jumping = views[0].jumps | views[1].jumps
    if not jumping.any():
        return BrokenCurve(t=subject.t, x=x.values, y=y.values, jump_x=np.zeros(0), jump_y=np.zeros(0))
    times = np.array([at.t for at in instants_here])[jumping]
    places = np.searchsorted(subject.t, times, side="left").repeat(3)
    gap = np.full((len(times), 1), np.nan)
    across, up = (np.column_stack([one.before, one.after])[jumping] for one in views)
    put_in = [
        np.hstack([sides[:, :1], middle, sides[:, 1:]]).ravel()
        for sides, middle in ((across, across[:, :1]), (up, gap))
    ]
    known = np.isfinite(across).all(axis=1) & np.isfinite(up).all(axis=1)
    jumps = [np.hstack([sides, gap])[known].ravel() for sides in (across, up)]
    sides = np.column_stack([np.nextafter(times, -np.inf), times, np.nextafter(times, np.inf)])
    return BrokenCurve(
        t=np.insert(subject.t, places, sides.ravel()),
        x=np.insert(x.values, places, put_in[0]),
        y=np.insert(y.values, places, put_in[1]),
        jump_x=jumps[0],
        jump_y=jumps[1],
    )


def cut_at_impacts(subject: Subject, values: Array, *, steady: bool) -> tuple[Array, Array]:
    """Times and values of other quantities than columns, with a gap at each jump unless continuous."""
    motion = subject.motion
    every = sorted({*(one.t for one in motion.impacts), *(one.t for one in motion.jumps)})
    inside = [t for t in every if subject.t[0] < t <= subject.t[-1]]
    if not inside:
        return subject.t, values
    places = np.searchsorted(subject.t, inside, side="left")
    between = np.interp(inside, subject.t, values) if steady else np.full(len(inside), np.nan)
    return np.insert(subject.t, places, inside), np.insert(values, places, between)


def instants(motion: Motion) -> tuple[Instant, ...]:
    """Impacts and changes of contacts in order of time; an impact includes a change at the same time."""
    starts = [touch.t for touch in motion.touches]

    def phase(number: int) -> Touch | None:
        return motion.touches[number - 1] if number else None

    struck = {impact.t for impact in motion.impacts}
    result = [
        Instant(
            t=impact.t,
            impact=impact,
            before=phase(bisect_left(starts, impact.t)),
            after=phase(bisect_right(starts, impact.t)),
        )
        for impact in motion.impacts
    ]
    result += [
        Instant(t=after.t, impact=None, before=before, after=after)
        for before, after in pairwise(motion.touches)
        if after.t not in struck
    ]
    result += [
        Instant(
            t=jump.t,
            impact=None,
            before=phase(bisect_left(starts, jump.t)),
            after=phase(bisect_right(starts, jump.t)),
            jump=jump,
        )
        for jump in motion.jumps
    ]
    result += [Instant(t=t, impact=None, before=None, after=None) for t in _reversals(motion)]
    return tuple(sorted(result, key=lambda at: at.t))


def _reversals(motion: Motion) -> list[float]:
    """Times, midway between samples, at which a sliding contact reversed its direction.

    Sliding friction is never small: where it changes its sign between two samples of a sliding contact, it
    jumps.
    """
    starts = [touch.t for touch in motion.touches]
    reversals = []
    for i, name in _planar(motion):
        turned = np.flatnonzero(motion.friction[:-1, i] * motion.friction[1:, i] < 0)
        for row in turned:
            times = motion.t[row : row + 2]
            phases = [motion.touches[k - 1] for k in (bisect_right(starts, float(t)) for t in times) if k]
            if all(name in phase.contacts and name not in phase.sticking for phase in phases):
                reversals.append(float(times.mean()))
    return reversals


def _planar(motion: Motion) -> list[tuple[int, str]]:
    """The contacts of one tangential velocity, with the column of their friction."""
    columns = {name: i for i, name in enumerate(slip_names(motion.model))}
    return [(columns[c.name], c.name) for c in motion.model.contacts if len(c.slip) == 1]


class _Sight:
    """The values of columns of a motion on both sides of some instants."""

    def __init__(self, subject: Subject, instants_met: Sequence[Instant]) -> None:
        self._subject, self._found = subject, instants_met
        model = subject.motion.model
        self._places = {c.name: i for i, c in enumerate(model.coordinates)}
        self._states = {s.name: 2 * len(self._places) + k for k, s in enumerate(model.states)}
        self._soft = frozenset(contact.name for contact in model.contacts if _soft(contact))
        self._outputs = _steady_outputs(subject.motion)
        self._contacts = {name: contact.name for name, contact in forces_of(model).items()}

    def __call__(self, column: Column) -> Sides:
        """The column at each of the instants."""
        times = np.array([at.t for at in self._found])
        known = np.array([self._known_values(column, at) for at in self._found]).reshape(-1, 2)
        may = np.array([self._may_jump(column, at) for at in self._found], dtype=np.bool_)
        if column.family in EXACT:
            before, after = known.T
            jumps = may & (before != after)
        else:
            before, after, jumps = *np.full((2, len(times)), np.nan), np.zeros(len(times), dtype=np.bool_)
            seen = values_beside(
                self._subject.t, column.values, times[may], before=known[may, 0], after=known[may, 1]
            )
            before[may], after[may], jumps[may] = seen.before, seen.after, seen.jumps
        steady = np.interp(times, self._subject.t, column.values)  # between the samples
        return Sides(
            before=np.where(~jumps & np.isnan(before), steady, before),
            after=np.where(~jumps & np.isnan(after), steady, after),
            jumps=jumps,
        )

    def _may_jump(self, column: Column, at: Instant) -> bool:
        """Whether a column may jump there."""
        if column.family == FREE:
            return _freedom(at.before) != _freedom(at.after)
        if at.jump is not None:
            before, after = self._of_state(column, at.jump)
            return column.family != "time" and before != after
        if at.impact is None:
            return column.family in CHANGING and _contact_changes(at, self._soft)
        if column.family == "outputs":
            return column.name not in self._outputs
        return column.family not in STEADY and column.name not in STEADY_NAMES

    def _known_values(self, column: Column, at: Instant) -> tuple[float, float]:
        """The known values just before and after; NaN where they must be extrapolated."""
        if column.family == "time":
            return at.t, at.t
        if column.family == FREE:
            return _freedom(at.before), _freedom(at.after)
        if at.impact is not None and column.family == "coordinates":
            position = column.display.column(at.impact.q[self._places[column.name]])
            return position, position
        if at.impact is not None and column.family == "speeds":
            i = self._places[column.name.rstrip("'")]
            return column.display.column(at.impact.before[i]), column.display.column(at.impact.after[i])
        if at.jump is not None and column.family in ("coordinates", "speeds", "states"):
            return self._of_state(column, at.jump)
        if column.family in ("contacts", "friction"):
            name = self._contacts[column.name]
            return _unless_closed(name, at.before), _unless_closed(name, at.after)
        return np.nan, np.nan

    def _of_state(self, column: Column, jump: Jump) -> tuple[float, float]:
        """The values of a part of the state on the two sides of a jump; NaN for another column."""
        match column.family:
            case "coordinates":
                i = self._places[column.name]
            case "speeds":
                i = len(self._places) + self._places[column.name.rstrip("'")]
            case "states":
                i = self._states[column.name]
            case _:
                return np.nan, np.nan
        return column.display.column(jump.before[i]), column.display.column(jump.after[i])


def _unless_closed(name: str, touch: Touch | None) -> float:
    """The force of a contact that is open."""
    return np.nan if touch is None or name in touch.contacts else 0.0


def _soft(contact: Contact) -> bool:
    """Whether the force of a contact increases from zero where it closes."""
    return contact.law == "hunt_crossley" or (contact.law == "spring" and contact.damping is None)


def _contact_changes(at: Instant, soft: frozenset[str]) -> bool:
    """Whether a contact closed, stuck or slid; one that opens does so at zero force, without a jump."""
    if at.before is None or at.after is None:
        return True
    opened = set(at.before.contacts) - set(at.after.contacts)
    closed_now = set(at.after.contacts) - set(at.before.contacts) - soft
    return bool(closed_now) or set(at.before.sticking) - opened != set(at.after.sticking)


def _freedom(touch: Touch | None) -> float:
    return 0.0 if touch is not None and touch.contacts else 1.0


def _steady_outputs(motion: Motion) -> set[str]:
    """The outputs that depend on no speed and no effort, so that an impact leaves them as they are."""
    model, known = motion.model, survey(motion.model)
    coordinates, efforts = {c.name for c in model.coordinates}, {e.name for e in model.efforts}
    return {
        output.name
        for output in model.outputs
        if not any(
            (order and name in coordinates) or name in efforts
            for name, order in depends(output.expression.root, known)
        )
    }
