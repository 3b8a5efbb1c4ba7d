"""Many curves made readable: one panel for each unit, few curves in each, or a scale of colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dalembert._present.figures.columns import FREE, Ask, Column
from dalembert._present.figures.labels import comma_list, with_unit
from dalembert._present.figures.records import Array, Axis, Curve, Key, Label, Panel

FEW = 6  # the most curves of a panel with a legend
SOME = 2 * FEW  # up to here they are distributed over two panels, beyond they get a colour scale
NAMED = 2  # the most curves whose names are on the axis; with more, their collective name
PLAIN = 3  # the most curves distinguished by colour alone; more also have dashes
FLAT = 0.08  # relative to the height of a panel: a curve with less extent is flat
LEVELS = 3  # the most levels at which curves of a unit have separate panels
LONG = 24  # the most letters of names on an axis
FLAG = (-0.06, 1.06)  # limits of an axis for 0 and 1
HIDING = 0.01  # curves that differ by less than this part of their size hide one another


def shared_out(columns: Sequence[Column]) -> list[list[Column]]:
    """The columns of each panel: of one family, one unit and one level, at most FEW, or more than SOME."""
    alike: dict[tuple[str, str], list[Column]] = {}
    for column in columns:
        alike.setdefault((column.family, column.unit), []).append(column)
    panels = []
    for group in (part for one in alike.values() for part in _levels(one)):
        parts = 2 if FEW < len(group) <= SOME else 1
        size = -(-len(group) // parts)
        panels += [group[first : first + size] for first in range(0, len(group), size)]
    return panels


def _levels(group: list[Column]) -> list[list[Column]]:
    """The columns separated by their levels, where they would be flat: a temperature and its change."""
    ends = [(float(np.nanmin(c.values)), float(np.nanmax(c.values)), c) for c in group if _has_numbers(c)]
    whole = max((high for _, high, _ in ends), default=0.0) - min((low for low, _, _ in ends), default=0.0)
    if len(ends) < len(group) or not any(0 < high - low < FLAT * whole for low, high, _ in ends):
        return [group]
    levels: list[list[Column]] = []
    reached = -np.inf
    for low, high, column in sorted(ends, key=lambda one: one[0]):
        if low > reached:
            levels.append([])
        levels[-1].append(column)
        reached = max(reached, high)
    ordered = [[column for column in group if column in part] for part in levels]
    return sorted(ordered, key=lambda part: group.index(part[0])) if len(levels) <= LEVELS else [group]


def _has_numbers(column: Column) -> bool:
    return bool(np.isfinite(column.values).any())


def dashes_of(values: Sequence[Array]) -> list[int]:
    """The dash of each curve: different ones where there are many, or where one would hide another."""
    count = len(values)
    if count > FEW:
        return [0] * count
    sizes = [float(np.nanmax(np.abs(one), initial=0.0)) for one in values]
    dashes: list[int] = []
    for i, one in enumerate(values):
        hidden = sum(
            one.shape == other.shape
            and bool(np.nanmax(np.abs(one - other), initial=0.0) <= HIDING * max(sizes[i], sizes[j]))
            for j, other in enumerate(values[:i])
        )
        dashes.append(hidden if hidden else i // PLAIN if count > PLAIN else 0)
    return dashes


def together(ask: Ask, columns: Sequence[Column]) -> Label:
    """The common label of some columns: their symbols where they are few, else their family."""
    if len(columns) <= NAMED and not _long(columns) and columns[0].family != FREE:
        return comma_list(tuple(column.symbol for column in columns))
    return Label((ask.words(f"figure_{columns[0].family}"),))


def _long(columns: Sequence[Column]) -> bool:
    return sum(len(column.symbol.text) for column in columns) > LONG


def panel_of(
    ask: Ask,
    columns: Sequence[Column],
    x: Axis,
    trace: Callable[[Column], tuple[Array, Array]],
    *,
    ends: bool = False,
) -> Panel:
    """A panel of columns of one family; `trace` gives the x and the y of each."""
    count = len(columns)
    log = bool(ask.options.log) and any((column.values > 0).any() for column in columns)
    dashes = dashes_of([column.values for column in columns])
    curves = tuple(
        Curve(
            x=across,
            y=np.where(up > 0, up, np.nan) if log else up,
            label=column.label,
            colour=i,
            dash=dashes[i],
            ends=ends,
        )
        for i, (column, (across, up)) in enumerate(zip(columns, map(trace, columns), strict=True))
    )
    label = with_unit(together(ask, columns), columns[0].unit)
    alone = count == 1 and (_long(columns) or bool(columns[0].meaning.pieces))
    keys = (Key(columns[0].label, 0, 0),) if alone else ()
    limits = FLAG if columns[0].family == FREE else None
    y = Axis(label=label, log=log, limits=limits)
    return Panel(curves=curves, x=x, y=y, keys=keys, ramp=count > SOME)


def panel_columns(panels: int) -> int:
    """The number of panels side by side."""
    return 1 if panels <= 3 else 2


def height_of(panels: int) -> float:
    """The height of each of some panels over time, in millimetres."""
    return {1: 62.0, 2: 50.0}.get(panels, 42.0)


def name_list(columns: Sequence[Column]) -> str:
    """The names of some columns for a sentence, the first of very many."""
    names = [column.symbol.text for column in columns]
    return ", ".join(names if len(names) <= SOME else [*names[:SOME], "…"])
