"""Results over the first varied value, a curve for each further value; histories over time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._present.figures.grouping import SOME
from dalembert._present.figures.labels import with_unit
from dalembert._present.figures.records import (
    Axis,
    Curve,
    Figure,
    Label,
    NothingToDraw,
    Panel,
    Symbol,
    words_label,
)
from dalembert._present.figures.sweeps.ask import Column, SweepAsk

MOST_CURVES = 60
MOST_MARKED = 60  # the most values of a curve with markers
COLOURS = 7  # the number of colours; further curves are dashed


def lines(ask: SweepAsk) -> Figure:
    """Curves over the first axis of a grid; for samples and tables, points over each variable."""
    histories = [name for name in ask.names or ask.rows.kept if name in ask.rows.times]
    if histories and (ask.names or not ask.rows.numbers):
        return _histories(ask, histories[0])
    varied, kept = ask.varied_columns(), ask.numbers()
    chosen = [one for one in varied if one.name in ask.names] or varied
    if not chosen:
        message = "nothing was varied with more than one value"
        raise NothingToDraw(message)
    log = bool(ask.options.log)
    gridded = ask.rows.plan.sample is None
    panels = tuple(
        Panel(
            curves=_over(ask, one, chosen[0]) if gridded else (_dots(one, chosen[0]),),
            x=ask.scale(chosen[0]),
            y=one.axis(log=log),
            ramp=gridded and len(_groups(ask, chosen[0])) > SOME,
            height=80.0 if len(kept) == 1 else 42.0,
        )
        for one in kept
    )
    return Figure(
        kind="lines",
        name="lines",
        title=ask.words("figure_lines_title", about=ask.about, name=chosen[0].label.text),
        caption=ask.words("figure_lines_caption", name=chosen[0].label.text, runs=ask.rows.runs),
        panels=panels,
        shared=len(panels) > 1,
        remarks=ask.remarks(len(kept)),
    )


def _groups(ask: SweepAsk, x: Column) -> list[NDArray[np.int64]]:
    """Groups of rows that share all varied values except the one on the axis, in the order of the rows."""
    ask.rows.refuse_others()
    axes = ask.rows.plan.axes
    axis_index = next((i for i, axis in enumerate(axes) if x.name in axis.names), 0)
    shape = tuple(axis.length for axis in axes)
    index = np.moveaxis(np.arange(ask.rows.runs).reshape(shape), axis_index, -1)
    return list(index.reshape(-1, shape[axis_index]))


def _over(ask: SweepAsk, one: Column, x: Column) -> tuple[Curve, ...]:
    groups = _groups(ask, x)
    some = groups if len(groups) <= MOST_CURVES else groups[:: -(-len(groups) // MOST_CURVES)]
    others = [other for other in ask.varied_columns() if np.ptp(other.values[groups[0]]) == 0]
    curves = []
    for i, rows in enumerate(some):
        order = rows[np.argsort(x.values[rows], kind="stable")]
        fixed = ", ".join(other.text_in_row(int(rows[0]), ask.words) for other in others)
        label = words_label(fixed) if len(groups) > 1 else Label(())
        dash = i // COLOURS if len(some) <= SOME else 0
        curve = Curve(x=x.values[order], y=one.values[order], label=label, colour=i, dash=dash)
        curves.append(curve)
        if len(some) <= SOME and len(order) <= MOST_MARKED:  # lines between few values are no results
            curves.append(replace(curve, label=Label(()), dotted=True))
    return tuple(curves)


def _dots(one: Column, x: Column) -> Curve:
    return Curve(x=x.values, y=one.values, label=Label(()), dotted=True)


def _histories(ask: SweepAsk, name: str) -> Figure:
    """The histories of some runs over time."""
    one, times = ask[name], ask.rows.times[name]
    every = np.flatnonzero(np.isfinite(one.values).any(axis=1))
    some = every if len(every) <= MOST_CURVES else every[:: -(-len(every) // MOST_CURVES)]
    varied = ask.varied_columns()
    curves = tuple(
        Curve(
            x=times,
            y=one.values[row],
            label=words_label(", ".join(one.text_in_row(row, ask.words) for one in varied[:2])),
            colour=i,
        )
        for i, row in enumerate(some)
    )
    x = Axis(label=with_unit(Label((f"{ask.words('figure_time')} ", Symbol(("t",), "t"))), "s"))
    return Figure(
        kind="lines",
        name="lines",
        title=ask.words("figure_histories_of_runs_title", about=ask.about, name=one.label.text),
        caption=ask.words("figure_histories_of_runs_caption", name=one.label.text, runs=len(some)),
        panels=(Panel(curves=curves, x=x, y=one.axis(), ramp=len(curves) > SOME, height=80.0),),
        remarks=ask.remarks(),
    )
