"""The distribution of results over the rows: histograms with percentiles."""

from __future__ import annotations

import numpy as np

from dalembert._present.figures.records import (
    Array,
    Axis,
    Curve,
    Figure,
    Label,
    Mark,
    NothingToDraw,
    Panel,
    words_label,
)
from dalembert._present.figures.sweeps.ask import Column, SweepAsk

PERCENTILES = (5.0, 50.0, 95.0)
FEWEST, MOST = 5, 80  # bars
DIGITS = 4
ROOM = 1.08  # the end of the axis, relative to the highest bar


def distribution(ask: SweepAsk) -> Figure:
    """Histograms of each kept number, with its percentiles."""
    kept = [one for one in ask.numbers() if np.isfinite(one.values).any()]
    if not kept:
        message = "no row has a number that could be counted"
        raise NothingToDraw(message)
    panels = tuple(_panel(ask, one, height=70.0 if len(kept) == 1 else 40.0) for one in kept)
    return Figure(
        kind="distribution",
        name="distribution",
        title=ask.words("figure_distribution_title", about=ask.about),
        caption=ask.words("figure_distribution_caption", runs=ask.rows.runs - ask.rows.missing_rows),
        panels=panels,
        columns=1 if len(panels) == 1 else 2,
        remarks=(ask.words("figure_percentiles"), *ask.remarks(len(kept))),
    )


def _panel(ask: SweepAsk, one: Column, height: float) -> Panel:
    known = one.values[np.isfinite(one.values)]
    low, high = float(known.min()), float(known.max())
    if not high > low:
        low, high = low - 0.5 * max(abs(low), 1e-12), high + 0.5 * max(abs(high), 1e-12)
    edges = np.linspace(low, high, _bars(known) + 1)
    shares = np.histogram(known, edges)[0] / len(known) * 100
    x, y = np.repeat(edges, 2), np.concatenate([[0.0], np.repeat(shares, 2), [0.0]])
    marks = tuple(
        Mark(
            at=float(value),
            label=words_label(f"{part:g} %: {ask.words.number(float(value), DIGITS, 'p')}"),
            dash=0 if part == 50.0 else 1,
        )
        for part, value in zip(PERCENTILES, np.percentile(known, PERCENTILES), strict=True)
    )
    return Panel(
        curves=(Curve(x=x, y=y, label=Label(()), filled=True),),
        x=one.axis(),
        y=Axis(
            label=words_label(f"{ask.words('figure_share')} [%]"), limits=(0.0, ROOM * float(shares.max()))
        ),
        marks=marks,
        height=height,
    )


def _bars(known: Array) -> int:
    """Freedman and Diaconis' number of bars: their width is 2 IQR/n^(1/3)."""
    q1, q3 = np.percentile(known, (25, 75))
    width = 2 * (q3 - q1) / len(known) ** (1 / 3)
    count = np.ptp(known) / width if width > 0 else FEWEST
    return int(np.clip(np.ceil(count), FEWEST, MOST))
