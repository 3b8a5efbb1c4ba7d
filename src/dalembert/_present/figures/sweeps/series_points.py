"""Points of series: bifurcation diagrams over a varied value, and Poincaré sections."""

from __future__ import annotations

import numpy as np

from dalembert._present.figures.records import Curve, Figure, Label, NothingToDraw, Panel, words_label
from dalembert._present.figures.sweeps.ask import Column, SweepAsk

FEW = 7  # the most runs of a section with separate colours
SERIES = "keep for example strobe(x, 2*pi/omega, 100) or section(x, EVENT, 100)"


def bifurcation(ask: SweepAsk) -> Figure:
    """All values of a series of each run over the varied value."""
    series = _series(ask, 1)
    varied = [one for one in ask.varied_columns() if one.name in ask.names] or ask.varied_columns()
    if not varied:
        message = "nothing was varied with more than one value"
        raise NothingToDraw(message)
    x = varied[0]
    panels = tuple(
        Panel(
            curves=(
                Curve(
                    x=np.repeat(x.values, one.values.shape[1]),
                    y=one.values.ravel(),
                    label=Label(()),
                    dotted=True,
                    colour=6,
                ),
            ),
            x=x.axis(),
            y=one.axis(),
            height=95.0 if len(series) == 1 else 55.0,
        )
        for one in series
    )
    names = ", ".join(one.label.text for one in series)
    return Figure(
        kind="bifurcation",
        name="bifurcation",
        title=ask.words("figure_bifurcation_title", about=ask.about),
        caption=ask.words("figure_bifurcation_caption", names=names, name=x.label.text, runs=ask.rows.runs),
        panels=panels,
        shared=len(panels) > 1,
        remarks=ask.remarks(),
    )


def section(ask: SweepAsk) -> Figure:
    """The points of two series of each run: Poincaré's section of an event, or the map of a period."""
    x, y = _series(ask, 2)[:2]
    rows = [i for i in range(ask.rows.runs) if np.isfinite(x.values[i]).any()]
    varied = ask.varied_columns()
    many = len(rows) > FEW
    curves = tuple(
        Curve(
            x=x.values[row],
            y=y.values[row],
            label=_values(ask, varied, row) if len(rows) > 1 and not many else Label(()),
            dotted=True,
            colour=6 if len(rows) == 1 else i,
        )
        for i, row in enumerate(rows)
    )
    return Figure(
        kind="section",
        name="section",
        title=ask.words("figure_section_title", about=ask.about),
        caption=ask.words("figure_section_caption", x=x.label.text, y=y.label.text, runs=len(rows)),
        panels=(Panel(curves=curves, x=x.axis(), y=y.axis(), height=95.0),),
        remarks=ask.remarks(),
    )


def _values(ask: SweepAsk, varied: list[Column], row: int) -> Label:
    return words_label(", ".join(one.text_in_row(row, ask.words) for one in varied))


def _series(ask: SweepAsk, least: int) -> list[Column]:
    """The kept series: the requested ones, else all."""
    requested = [name for name in ask.names if name not in ask.rows.varied]
    columns = [ask[name] for name in requested or ask.rows.series]
    for one in columns:
        if one.values.ndim != 2:
            message = f"`{one.name}` is one number a run, and a series is needed: {SERIES}"
            raise NothingToDraw(message)
    if len(columns) < least:
        message = f"{least} series of each run are needed, and {len(columns)} was kept: {SERIES}"
        raise NothingToDraw(message)
    if least == 2 and columns[0].values.shape != columns[1].values.shape:
        message = f"`{columns[0].name}` and `{columns[1].name}` have different numbers of values"
        raise NothingToDraw(message)
    return columns
