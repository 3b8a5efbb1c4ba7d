"""Results over two varied values: a map in colours, or the basins of attractors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._present.figures.labels import with_unit
from dalembert._present.figures.records import (
    Array,
    Figure,
    HeatMap,
    Label,
    NothingToDraw,
    Panel,
    words_label,
)
from dalembert._present.figures.sweeps.ask import Column, SweepAsk
from dalembert._sweep.attractors import attractors_of

TALL, LOW = 100.0, 60.0  # millimetres of one map, and of several
DIGITS = 3
SMALL = 1e-3


def heat_map(ask: SweepAsk) -> Figure:
    """Each kept number over the grid of the first two axes, at the first value of further axes."""
    x, y, rows, remarks = _grid(ask)
    kept = ask.numbers()
    panels = tuple(
        Panel(
            curves=(),
            x=ask.scale(x),
            y=ask.scale(y),
            heat=HeatMap(
                x=x.values[rows[0]],
                y=y.values[rows[:, 0]],
                values=one.values[rows],
                label=with_unit(one.label, one.unit),
            ),
            height=TALL if len(kept) == 1 else LOW,
        )
        for one in kept
    )
    names = f"{x.label.text}, {y.label.text}"
    return Figure(
        kind="map",
        name="map",
        title=ask.words("figure_map_title", about=ask.about, names=names),
        caption=ask.words("figure_map_caption", names=names, runs=ask.rows.runs),
        panels=panels,
        columns=1 if len(panels) == 1 else 2,
        remarks=(*ask.remarks(len(kept)), *remarks),
    )


def basins(ask: SweepAsk) -> Figure:
    """The attractors of runs over the grid of their starts."""
    x, y, rows, remarks = _grid(ask)
    requested = tuple(one for one in ask.names if one not in ask.rows.varied)
    attractors = attractors_of(ask.rows, requested or tuple(ask.rows.numbers)[:2])
    names = tuple(
        words_label(
            f"({'; '.join(_end(ask, attractors.names, end))}): {ask.words.number(100 * share, DIGITS, 'p')} %"
        )
        for end, share in zip(attractors.ends, attractors.shares, strict=True)
    )
    number = np.where(attractors.number >= 0, attractors.number, np.nan).astype(np.float64)
    label = Label((ask.words("figure_attractor"),))
    heat = HeatMap(x=x.values[rows[0]], y=y.values[rows[:, 0]], values=number[rows], label=label, names=names)
    panel = Panel(curves=(), x=ask.scale(x), y=ask.scale(y), heat=heat, equal=False, height=TALL)
    quantities = "; ".join(ask[name].label.text for name in attractors.names)
    return Figure(
        kind="basins",
        name="basins",
        title=ask.words("figure_basins_title", about=ask.about),
        caption=ask.words("figure_basins_caption", names=quantities, runs=ask.rows.runs),
        panels=(panel,),
        remarks=(ask.words("figure_basins_ends", names=quantities), *ask.remarks(), *remarks),
    )


def _end(ask: SweepAsk, names: tuple[str, ...], end: Array) -> list[str]:
    """The centre of an attractor as text; values negligible relative to the range of all ends are 0."""
    ends = []
    for name, value in zip(names, end, strict=True):
        shown = float(ask[name].from_si(float(value)))
        size = float(np.nanmax(np.abs(ask[name].values)))
        ends.append(ask.words.number(shown if abs(shown) > SMALL * size else 0.0, DIGITS, "p"))
    return ends


def _grid(ask: SweepAsk) -> tuple[Column, Column, NDArray[np.int64], tuple[str, ...]]:
    """The horizontal and vertical columns, the rows of the grid, and a remark on other axes."""
    axes = [axis for axis in ask.rows.plan.axes if axis.length > 1]
    if len(axes) < 2 or ask.rows.plan.sample is not None:
        message = "a map needs a grid of two values: --over a=0:1:50 --over b=0:1:50"
        raise NothingToDraw(message)
    ask.rows.refuse_others()
    every = ask.rows.plan.axes
    requested = [axis for axis in axes if set(axis.names) & set(ask.names)]
    first, second = (requested if len(requested) == 2 else axes)[:2]
    index = np.arange(ask.rows.runs).reshape([axis.length for axis in every])
    selection = tuple(slice(None) if axis in (first, second) else 0 for axis in every)
    names = [next((n for n in axis.names if n in ask.names), axis.names[0]) for axis in (first, second)]
    x, y = (ask[name] for name in names)
    others = (name for axis in axes if axis not in (first, second) for name in axis.names)
    fixed_values = ", ".join(ask[name].text_in_row(0, ask.words) for name in others)
    return (
        x,
        y,
        index[selection].T,
        ((ask.words("figure_at_values", values=fixed_values),) if fixed_values else ()),
    )
