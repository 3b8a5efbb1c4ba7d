"""Constant columns are drawn as constant: an axis does not magnify noise, and zero columns have no panel.

A column is accurate to its claimed error times its size. A smaller extent is meaningless: the axis then spans
a part of the value instead, and the curve is a straight line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from dalembert._present.figures.columns import Column, Subject
from dalembert._present.figures.records import Array, Axis, Figure, Panel

BEYOND = 10.0  # times the claimed error: smaller changes may be noise
LEAST, MOST = 1e-12, 1e-4  # relative to the size: limits of the noise level
UNKNOWN = 1e-9  # noise level without a claimed error
MARGIN = 0.1  # of a constant that the axis shows on either side
ZERO = 1e-12  # relative to the largest column of a kind: smaller columns are zero


def noise_of(subject: Subject) -> float:
    """The extent, relative to the size of a column, below which changes are noise."""
    claim = subject.motion.accuracy.achieved
    return float(np.clip(BEYOND * (UNKNOWN if claim is None else claim), LEAST, MOST))


def constant(values: Array, noise: float) -> bool:
    """Whether values change by no more than noise."""
    known = values[np.isfinite(values)]
    return not len(known) or bool(np.ptp(known) <= noise * np.abs(known).max())


def without_magnified_noise(figure: Figure, noise: float) -> Figure:
    """The figure with axes that span a part of the value where their curves are constant."""
    return replace(figure, panels=tuple(_calm(panel, noise) for panel in figure.panels))


def _calm(panel: Panel, noise: float) -> Panel:
    if panel.equal:
        return panel
    x = _axis(panel.x, [curve.x for curve in panel.curves], noise)
    return replace(panel, x=x, y=_axis(panel.y, [curve.y for curve in panel.curves], noise))


def _axis(axis: Axis, arrays: Sequence[Array], noise: float) -> Axis:
    every = np.concatenate(arrays) if arrays else np.zeros(0)
    every = every[np.isfinite(every)]
    if axis.log or axis.limits or not len(every) or not constant(every, noise):
        return axis
    middle = float(every.min() + every.max()) / 2
    wide = MARGIN * abs(middle) or 1.0
    return replace(axis, limits=(middle - wide, middle + wide))


def zero_columns(subject: Subject, columns: Iterable[Column]) -> frozenset[str]:
    """The names of columns that are zero, relative to others of their family and unit or as rates.

    A rate r of x over a time D is zero where r D is rounding of x.
    """
    names: set[str] = set()
    during = float(subject.t[-1] - subject.t[0])
    alike: dict[tuple[str, str], list[Column]] = {}
    for column in columns:
        if np.isfinite(column.values).any():  # unknown values are not zero
            alike.setdefault((column.family, column.unit), []).append(column)
    for group in alike.values():
        sizes = [_size(column.values) for column in group]
        whole = [_size(subject[column.name[:-1]].values) for column in group if column.name.endswith("'")]
        least = ZERO * max(max(sizes), max(whole, default=0.0) / during if during > 0 else 0.0)
        names |= {column.name for column, size in zip(group, sizes, strict=True) if size <= least}
    return frozenset(names)


def _size(values: Array) -> float:
    return float(np.nanmax(np.abs(values), initial=0.0))
