"""The same columns of several motions, and their differences from the first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dalembert._model.units import unit_of
from dalembert._present.figures.columns import Ask, Column, Subject
from dalembert._present.figures.grouping import FEW, height_of, shared_out, together
from dalembert._present.figures.labels import with_unit
from dalembert._present.figures.records import (
    Array,
    Axis,
    Curve,
    Figure,
    Key,
    Label,
    NothingToDraw,
    Panel,
    words_label,
)
from dalembert._present.figures.remarks import ROUNDING, above, ended_early, not_drawn

SAME = 1e-12  # relative difference below which times are equal


def comparison(ask: Ask) -> Figure:
    """Overlaid columns above, their differences from the first motion below, on a logarithmic axis."""
    first, *others = ask.subjects
    if not others:
        message = "a comparison needs two motions or more"
        raise ValueError(message)
    names = ask.names or tuple(
        name for name in first.family("coordinates") if all(name in other.columns for other in others)
    )
    if not names:
        message = "the motions have no coordinate in common; name columns that all of them have"
        raise NothingToDraw(message)
    shown = names if ask.names else names[:FEW]
    columns = [first[name] for name in shown]
    _same_units(columns, others)
    for column in columns:
        if not any(np.isfinite(values_at_times(first, other, column.name)).any() for other in others):
            message = f"the motions have no time in common at which `{column.name}` is a number"
            raise NothingToDraw(message)
    panels = [panel for group in shared_out(columns) for panel in _pair(ask, group)]
    apart = [other for other in others if not same_times(first, other)]
    remarks = [ask.words("figure_interpolated", name=other.label) for other in apart]
    if len(shown) < len(names):
        remarks.append(ask.words("figure_some_of", shown=len(shown), every=len(names)))
    return Figure(
        kind="comparison",
        name="comparison",
        title=ask.words("figure_comparison_title", about=ask.about),
        caption=ask.words("figure_comparison_caption", first=first.label),
        panels=tuple(panels),
        columns=1 if len(panels) == 2 else 2,
        shared=True,
        remarks=(
            *remarks,
            *not_drawn(ask, columns),
            *(sentence for subject in ask.subjects for sentence in ended_early(ask, subject)),
        ),
    )


def same_times(first: Subject, other: Subject) -> bool:
    """Whether two motions have the same times."""
    return len(first.t) == len(other.t) and np.allclose(first.t, other.t, rtol=SAME, atol=SAME)


def values_at_times(first: Subject, other: Subject, name: str) -> Array:
    """A column of another motion at the times of the first; NaN where it was not yet or no longer running.

    Between its rows it is a cubic with the column's own rates where the motion has those, else a line.
    """
    values = other[name].values
    if same_times(first, other):
        return values
    rates = other.columns.get(f"{name}'")
    inside = (first.t >= other.t[0]) & (first.t <= other.t[-1])
    if rates is None or len(other.t) < 2:
        between: Array = np.interp(first.t, other.t, values)
    else:
        scale = _rate_factor(other[name], rates)
        between = _cubic(other.t, values, rates.values * scale, first.t)
    return np.where(inside, between, np.nan)


def _rate_factor(column: Column, rates: Column) -> float:
    """The factor from the unit of rates to that of the column: 1 unless only one of them is in degrees."""
    return unit_of(rates.unit).factor / unit_of(column.unit).factor if column.unit and rates.unit else 1.0


def _cubic(t: Array, x: Array, xd: Array, at: Array) -> Array:
    """Hermite's cubic through values and rates."""
    i = np.clip(np.searchsorted(t, at, side="right") - 1, 0, len(t) - 2)
    dt = t[i + 1] - t[i]
    r = (at - t[i]) / dt
    r2, r3 = r * r, r * r * r
    values: Array = (
        (2 * r3 - 3 * r2 + 1) * x[i]
        + (r3 - 2 * r2 + r) * dt * xd[i]
        + (3 * r2 - 2 * r3) * x[i + 1]
        + (r3 - r2) * dt * xd[i + 1]
    )
    return values


def _same_units(columns: list[Column], others: list[Subject]) -> None:
    for column in columns:
        for other in others:
            if other[column.name].unit != column.unit:
                message = (
                    f"`{column.name}` is in {column.unit or 'no known unit'} in one motion and in"
                    f" {other[column.name].unit or 'no known unit'} in another; they cannot be compared"
                )
                raise ValueError(message)


def _pair(ask: Ask, columns: list[Column]) -> tuple[Panel, Panel]:
    """Some columns of one unit of all motions, and below them the differences."""
    first, *others = ask.subjects
    over, apart = [], []
    several = len(others) > 1  # then dashes distinguish the motions
    for i, column in enumerate(columns):
        floor = ROUNDING * float(np.nanmax(np.abs(column.values), initial=0.0))
        for dash, subject in enumerate(ask.subjects):
            values = subject[column.name].values
            over.append(Curve(x=subject.t, y=values, label=Label(()), colour=i, dash=dash))
        for dash, other in enumerate(others):
            difference = np.abs(values_at_times(first, other, column.name) - column.values)
            apart.append(
                (Curve(x=first.t, y=difference, label=Label(()), colour=i, dash=dash + several), floor)
            )
    log = ask.options.log is not False and any((curve.y > 0).any() for curve, _ in apart)
    lines = tuple(
        replace(curve, y=above(curve.y, floor or np.nan)) if log else curve for curve, floor in apart
    )
    named = tuple(Key(column.label, i, 0) for i, column in enumerate(columns)) if len(columns) > 1 else ()
    drawn = tuple(Key(words_label(subject.label), None, dash) for dash, subject in enumerate(ask.subjects))
    unit = columns[0].unit
    names = together(ask, columns)
    gap = Label((f"{ask.words('figure_difference')}: ", *names.pieces))
    x = ask.time_axis()
    return (
        Panel(
            curves=tuple(over),
            x=x,
            y=Axis(label=with_unit(names, unit)),
            keys=(*named, *drawn),
            height=height_of(2),
        ),
        Panel(
            curves=lines,
            x=x,
            y=Axis(label=with_unit(gap, unit), log=log),
            keys=(*named, *(drawn[1:] if several else ())),
            height=height_of(2),
        ),
    )
