"""Remarks below a figure: parts that are not drawn or not exact, and the meaning of marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from dalembert._present.figures.columns import Ask, Column, Subject
from dalembert._present.figures.labels import number
from dalembert._present.figures.records import Array, Band, Label, Mark, words_label
from dalembert._simulate.motion import VISIBLE, Status

ROUNDING = float(np.finfo(np.float64).eps) / 2  # the relative error of one rounding
ROUNDED = 1e-14  # relative residuals below this are rounding
OF_CONTACTS = ("impact", "release")  # events that are drawn separately
MOST_NAMES = 12
FEW_EVENTS = 6  # up to here each occurrence has its name
MOST_EVENTS = 60  # beyond these, lines would hide the curves


def not_drawn(ask: Ask, columns: Iterable[Column]) -> tuple[str, ...]:
    """A remark that some columns have values that are not finite."""
    broken = [column.symbol.text for column in columns if np.isnan(column.values).any()]
    return (ask.words("figure_not_finite", names=", ".join(broken)),) if broken else ()


def not_positive(ask: Ask, columns: Iterable[Column]) -> tuple[str, ...]:
    """A remark that some columns have values that a logarithmic axis cannot show."""
    missing = [column.symbol.text for column in columns if (column.values <= 0).any()]
    if not ask.options.log or not missing:
        return ()
    return (ask.words("figure_not_positive", names=", ".join(missing)),)


def zero_throughout(ask: Ask, columns: Sequence[Column]) -> tuple[str, ...]:
    """A remark that some columns are not drawn because they are zero."""
    return (ask.words("figure_zero", names=_some_names(columns)),) if columns else ()


def _some_names(columns: Sequence[Column]) -> str:
    names = [column.symbol.text for column in columns]
    return ", ".join(names if len(names) <= MOST_NAMES else [*names[:MOST_NAMES], "…"])


def ended_early(ask: Ask, subject: Subject) -> tuple[str, ...]:
    """A remark that a run did not reach its end."""
    motion = subject.motion
    if motion.status not in (Status.failed, Status.interrupted, Status.stopped):
        return ()
    return (ask.words(f"figure_{motion.status}", t=number(motion.reached, 6)),)


def beyond_accuracy(ask: Ask, subject: Subject) -> tuple[tuple[Band, ...], tuple[str, ...]]:
    """The times at which the error may be seen in a figure."""
    until, end = subject.motion.accuracy.visible, float(subject.t[-1])
    if until is None or until >= end:
        return (), ()
    remark = ask.words("figure_inaccurate", t=number(until, 4), rtol=number(VISIBLE, 3))
    return (Band(max(until, float(subject.t[0])), end),), (remark,)


def events_of(ask: Ask, subject: Subject) -> tuple[tuple[Mark, ...], tuple[str, ...]]:
    """The model's events as lines at their times; the name of a frequent event is written once."""
    names = {event.name for event in subject.motion.model.events}
    seen = [
        e
        for e in subject.motion.events
        if e.kind not in OF_CONTACTS and e.name in names and subject.t[0] <= e.t <= subject.t[-1]
    ]
    if len(seen) > MOST_EVENTS:
        return (), (ask.words("figure_many_events", count=len(seen)),)
    known: dict[str, int] = {}
    marks = []
    for event in seen:
        repeated = event.name in known and len(seen) > FEW_EVENTS
        dash = known.setdefault(event.name, len(known))
        label = Label(()) if repeated else words_label(event.name)
        marks.append(Mark(at=event.t, label=label, dash=dash))
    return tuple(marks), ()


def above(values: Array, floor: float) -> Array:
    """Values for a logarithmic axis: those below the floor, such as zero, are set to it."""
    sizes: Array = np.abs(values)
    return np.maximum(sizes, floor)
