"""Paths of points in their plane, or in space projected along each axis, with equal scales."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert._model.display_units import DisplayUnit, length_unit, requested_unit
from dalembert._present.figures.columns import Ask, Column, Subject
from dalembert._present.figures.grouping import SOME, dashes_of
from dalembert._present.figures.labels import comma_list, with_unit
from dalembert._present.figures.records import (
    Array,
    Axis,
    Curve,
    Figure,
    Key,
    Label,
    NothingToDraw,
    Panel,
    Symbol,
    finite,
    words_label,
)
from dalembert._present.figures.remarks import ended_early

VIEWS = ((0, 1), (0, 2), (1, 2))  # the two directions of each view
LETTERS = "xyz"
FLAT = 1e-9  # relative to the largest extent: a smaller one is zero
NO_LENGTHS = ("", "1", "rad", "deg")  # units of columns that are no positions, whatever their names
_ACROSS = re.compile(r"(?:(.+)_)?x(\d*)")


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """The positions of a point, (rows, 3), and the labels of the axes if it is the only one."""

    label: Label
    places: Array
    alone: tuple[Label, ...]


def paths(ask: Ask) -> Figure:
    """The paths of given points, of pairs of columns, or of points recognised by the names of columns."""
    subject = ask.one
    if ask.names:
        return _figure(ask, *_of_columns(_pairs(subject, ask.names)))
    if ask.options.paths is not None:
        unit = _length_unit(ask)
        return _figure(ask, _of_points(subject, ask.options.paths, unit), unit.text)
    return _figure(ask, *_of_columns(points_by_names(subject)))


def fits(ask: Ask) -> bool:
    """Whether there are points, and not all move along one axis, which histories show better."""
    if len(ask.one.t) < 2:
        return False
    if ask.options.paths is not None:
        points = _of_points(ask.one, ask.options.paths, _length_unit(ask))
    else:
        points, _ = _of_columns(points_by_names(ask.one))
    return bool(points) and any(_spans_view(points, view) for view in VIEWS)


def points_by_names(subject: Subject) -> list[tuple[Column, ...]]:
    """Points recognised by names: lengths P_x and P_y, x2 and y2, x and y, and z where there is one."""
    points: list[tuple[Column, ...]] = []
    for name, column in subject.columns.items():
        match = _ACROSS.fullmatch(name)
        if match is None or column.family not in ("coordinates", "outputs") or column.unit in NO_LENGTHS:
            continue
        prefix = f"{match[1]}_" if match[1] else ""
        others = [subject.columns.get(f"{prefix}{letter}{match[2]}") for letter in "yz"]
        alike = [other for other in others if other is not None and other.unit == column.unit]
        if alike and alike[0] is others[0]:
            points.append((column, *alike))
    unit = points[0][0].unit if points else ""
    return [point for point in points if point[0].unit == unit]


def _pairs(subject: Subject, names: tuple[str, ...]) -> list[tuple[Column, ...]]:
    if len(names) % 2:
        message = f"a path needs pairs of columns, x then y; {', '.join(names)} is an odd number of them"
        raise ValueError(message)
    pairs = [(subject[x], subject[y]) for x, y in zip(names[::2], names[1::2], strict=True)]
    units = {column.unit for pair in pairs for column in pair}
    if len(units) > 1:
        message = f"columns of a path need one unit, and these have {', '.join(sorted(units))}"
        raise ValueError(message)
    return list(pairs)


def _of_columns(points: Sequence[tuple[Column, ...]]) -> tuple[tuple[Path, ...], str]:
    """Points of columns, and their unit."""
    made = []
    for columns in points:
        places = [column.values for column in columns]
        places += [np.zeros_like(places[0])] * (3 - len(places))
        made.append(
            Path(_point_label(columns), np.column_stack(places), tuple(column.label for column in columns))
        )
    return tuple(made), points[0][0].unit if points else ""


def _point_label(columns: tuple[Column, ...]) -> Label:
    """The label of a point of columns: P for P_x and P_y, else (x₂, y₂)."""
    points = {column.name.rpartition("_")[0] for column in columns}
    point = points.pop()
    if (
        point
        and not points
        and all(c.name == f"{point}_{letter}" for c, letter in zip(columns, LETTERS, strict=False))
    ):
        return words_label(point)
    return Label(("(", *comma_list(tuple(column.symbol for column in columns)).pieces, ")"))


def _length_unit(ask: Ask) -> DisplayUnit:
    """The unit of positions: the requested one, else that of the model's lengths."""
    requested = requested_unit("m", ask.options.units)
    return DisplayUnit(requested) if requested else length_unit(ask.one.motion.model)


def _of_points(subject: Subject, points: Mapping[str, Array], unit: DisplayUnit) -> tuple[Path, ...]:
    """Given points over the drawn rows; in a plane their third component is zero."""
    made = []
    for name, array in points.items():
        values = np.asarray(array, dtype=np.float64)
        rows = len(subject.rows)
        if values.ndim != 2 or values.shape[0] != rows or values.shape[1] not in (2, 3):
            message = (
                f"the path of `{name}` must be an array ({rows}, 2) or ({rows}, 3), but is {values.shape}"
            )
            raise ValueError(message)
        places = np.column_stack([values, np.zeros((rows, 3 - values.shape[1]))])
        made.append(Path(words_label(name), finite(unit.column(places[subject.rows])), ()))
    return tuple(made)


def _figure(ask: Ask, points: tuple[Path, ...], unit: str) -> Figure:
    if not points:
        message = (
            "no points are known: give pairs of columns, x then y, or outputs named like tip_x and tip_y"
        )
        raise NothingToDraw(message)
    views = [view for view in VIEWS if _spans_view(points, view)] or [VIEWS[0]]
    views = [(up, across) for across, up in views] if ask.options.turned else views
    return Figure(
        kind="paths",
        name="paths",
        title=ask.words("figure_paths_title", about=ask.about),
        caption=ask.words("figure_paths_caption"),
        panels=tuple(_view(ask, points, view, unit, named=i == 0) for i, view in enumerate(views)),
        columns=min(len(views), 2),
        remarks=(ask.words("figure_ends"), *ended_early(ask, ask.one)),
    )


def _spans_view(points: tuple[Path, ...], view: tuple[int, int]) -> bool:
    """Whether points move, or differ, in both directions of a view."""
    every = np.vstack([point.places for point in points])
    every = every[np.isfinite(every).all(axis=1)]
    if not len(every):
        return False
    extent = np.ptp(every, axis=0)
    return bool((extent[list(view)] > FLAT * extent.max()).all())


def _view(ask: Ask, points: tuple[Path, ...], view: tuple[int, int], unit: str, *, named: bool) -> Panel:
    across, up = view
    dashes = dashes_of([point.places for point in points])
    curves = tuple(
        Curve(
            x=point.places[:, across],
            y=point.places[:, up],
            label=point.label,
            colour=i,
            dash=dashes[i],
            ends=True,
        )
        for i, point in enumerate(points)
    )

    def axis(side: str, along: int) -> Axis:
        labels = points[0].alone if len(points) == 1 else ()
        label = labels[along] if along < len(labels) else Label((Symbol((LETTERS[along],), LETTERS[along]),))
        return Axis(label=with_unit(label, unit), inverted=side in ask.options.invert)

    keys = (Key(points[0].label, 0, 0),) if named and len(points) == 1 and not points[0].alone else ()
    x, y = axis("x", across), axis("y", up)
    return Panel(curves=curves, x=x, y=y, keys=keys, equal=True, ramp=len(points) > SOME)
