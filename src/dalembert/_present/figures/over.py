"""Columns over any other column."""

from __future__ import annotations

from dataclasses import replace

from dalembert._present.figures.columns import Ask, Column
from dalembert._present.figures.figure_options import TIME
from dalembert._present.figures.grouping import height_of, name_list, panel_columns, panel_of, shared_out
from dalembert._present.figures.jumps import broken_curve
from dalembert._present.figures.records import Array, Figure
from dalembert._present.figures.remarks import ended_early, not_drawn, not_positive


def over(ask: Ask) -> Figure:
    """The columns requested over the column `x` of the options."""
    if not ask.names:
        message = "name the columns to draw, and the column to draw them over as `x`"
        raise ValueError(message)
    x = ask.one[ask.options.x]
    columns = [ask.one[name] for name in dict.fromkeys(ask.names)]
    moving = x.name != TIME  # only then the start of a curve is not visible
    axis = x.axis() if moving else ask.time_axis()
    groups = shared_out(columns)

    def trace(column: Column) -> tuple[Array, Array]:
        made = broken_curve(ask.one, x, column)
        return made.x, made.y

    height = height_of(len(groups))
    panels = tuple(replace(panel_of(ask, group, axis, trace, ends=moving), height=height) for group in groups)
    names = name_list(columns)
    return Figure(
        kind="over",
        name="over",
        title=ask.words("figure_over_title", names=names, x=x.symbol.text, about=ask.about),
        caption=ask.words("figure_over_caption", names=names, x=x.symbol.text),
        panels=panels,
        columns=panel_columns(len(panels)),
        shared=True,
        remarks=(
            *((ask.words("figure_ends"),) if moving else ()),
            *not_drawn(ask, [x, *columns]),
            *not_positive(ask, columns),
            *ended_early(ask, ask.one),
        ),
    )
