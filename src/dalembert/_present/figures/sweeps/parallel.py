"""Parallel coordinates: a line for each run, through its varied values and its results."""

from __future__ import annotations

import numpy as np

from dalembert._present.figures.records import (
    Axis,
    Curve,
    Figure,
    Label,
    Note,
    NothingToDraw,
    Panel,
    words_label,
)
from dalembert._present.figures.sweeps.ask import SweepAsk

MOST = 200  # lines
DIGITS = 3


def parallel(ask: SweepAsk) -> Figure:
    """Each quantity has a vertical scale over its range; the last one sets the colour."""
    kept = ask.numbers()
    columns = [
        one for one in (*ask.varied_columns(), *kept) if np.ptp(one.values[np.isfinite(one.values)]) > 0
    ]
    if len(columns) < 2:
        message = "parallel coordinates need two quantities that vary"
        raise NothingToDraw(message)
    values = np.stack([one.values for one in columns], axis=1)
    whole = np.flatnonzero(np.isfinite(values).all(axis=1))
    order = whole[np.argsort(values[whole, -1], kind="stable")]
    some = order if len(order) <= MOST else order[np.linspace(0, len(order) - 1, MOST).astype(int)]
    low, high = values[whole].min(axis=0), values[whole].max(axis=0)
    scaled = (values - low) / (high - low)
    places = np.arange(len(columns), dtype=np.float64)
    curves = tuple(
        Curve(
            x=places,
            y=scaled[row],
            label=words_label(ask.words.number(float(values[row, -1]), DIGITS, "p")),
            colour=i,
        )
        for i, row in enumerate(some)
    )
    notes = tuple(
        Note(float(places[i]), at, words_label(ask.words.number(float(edge[i]), DIGITS, "p")), 0)
        for i in range(len(columns))
        for at, edge in ((0.0, low), (1.0, high))
    )
    ticks = tuple((float(places[i]), one.axis().label) for i, one in enumerate(columns))
    last = columns[-1].label.text
    few = (
        (ask.words("figure_some_runs", shown=len(some), every=len(order)),) if len(some) < len(order) else ()
    )
    return Figure(
        kind="parallel",
        name="parallel",
        title=ask.words("figure_parallel_title", about=ask.about),
        caption=ask.words("figure_parallel_caption", name=last, runs=len(some)),
        panels=(
            Panel(
                curves=curves,
                x=Axis(label=Label(()), ticks=ticks, limits=(-0.05, len(columns) - 0.7)),
                y=Axis(label=Label(()), ticks=((0.0, Label(("",))),), limits=(-0.06, 1.08)),
                notes=notes,
                ramp=True,
                height=85.0,
            ),
        ),
        remarks=(
            ask.words("figure_parallel_colour", name=last),
            *few,
            *ask.remarks(),
        ),
    )
