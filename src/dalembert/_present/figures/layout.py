"""The sizes of the panels of a figure, and the entries of their legends."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert._present.figures.records import Array, Figure, Key, Panel

WIDTH = 160.0  # millimetres: the text width of a report
TALL = 0.65  # the largest ratio of height to width of a plane
SIDE, NARROW = 16, 8  # the most characters of a legend beside a wide panel, and beside another


def heights(figure: Figure, rows: int) -> list[float]:
    """The height of each row of panels in millimetres."""
    wide = figure.columns == 1
    each = [_height(panel, WIDTH / figure.columns - 24.0, wide=wide) for panel in figure.panels]
    return [max(each[row * figure.columns : (row + 1) * figure.columns]) for row in range(rows)]


def _height(panel: Panel, width: float, *, wide: bool) -> float:
    """The height of a panel including names of marks and lines of a legend above it."""
    marked = any(mark.label.pieces and not mark.across for mark in panel.marks)
    height = width * _aspect(panel) if panel.equal else panel.height
    return height + (8.0 if marked else 0.0) + 5.0 * lines_above(panel, wide=wide)


def _aspect(panel: Panel) -> float:
    """The ratio of height to width of the data, within limits."""
    across, up = _extent([curve.x for curve in panel.curves]), _extent([curve.y for curve in panel.curves])
    return float(np.clip(up / across, 0.45, TALL)) if across > 0 else TALL


def _extent(arrays: Sequence[Array]) -> float:
    every = np.concatenate(list(arrays))
    every = every[np.isfinite(every)]
    return float(np.ptp(every)) if len(every) else 0.0


def range_of(panel: Panel) -> tuple[float, float]:
    """The range of x."""
    if panel.x.limits:
        return panel.x.limits
    maps = [] if panel.heat is None else [panel.heat.x]
    every = np.concatenate([*(curve.x for curve in panel.curves), *maps])
    every = every[np.isfinite(every)]
    return (float(every.min()), float(every.max())) if len(every) else (0.0, 0.0)


def keys_of(panel: Panel) -> tuple[Key, ...]:
    """The entries of a legend: curves, unless there is only one, then lines and shades with a key."""
    named = tuple(
        Key(c.label, c.colour, c.dash, "dots" if c.dotted else "curve")
        for c in panel.curves
        if c.label.pieces
    )
    if panel.heat is not None:
        named = tuple(Key(label, i, 0, "patch") for i, label in enumerate(panel.heat.names))
    curves = panel.keys or (named if len(named) > 1 and not panel.ramp else ())
    lines = [Key(mark.key, None, mark.dash, "mark") for mark in panel.marks if mark.key.pieces]
    shades = [Key(band.key, band.tint, 0, "band") for band in panel.bands if band.key.pieces]
    return (*curves, *dict.fromkeys([*lines, *shades]))


def beside(panel: Panel, keys: Sequence[Key], *, wide: bool) -> bool:
    """Whether a legend fits beside its panel."""
    return not panel.ramp and max(len(key.label.text) for key in keys) <= (SIDE if wide else NARROW)


def per_row(keys: Sequence[Key], *, wide: bool) -> int:
    """The number of legend entries in a row above a panel."""
    room = 95 if wide else 42
    return max(1, min(len(keys), room // (max(len(key.label.text) for key in keys) + 6)))


def lines_above(panel: Panel, *, wide: bool) -> int:
    """The number of lines of a legend above a panel."""
    keys = keys_of(panel)
    return -(-len(keys) // per_row(keys, wide=wide)) if keys and not beside(panel, keys, wide=wide) else 0
