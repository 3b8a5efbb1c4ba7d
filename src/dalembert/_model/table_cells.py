"""Reads the tables of a model, from files or from the model, as cells in SI units, within a budget."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from dalembert._expression.source import Flaw, ModelError, flaw_at
from dalembert._model.interpolation import CONTINUOUS
from dalembert._model.lookup import COEFFICIENTS, LINEAR_COEFFICIENTS, Cells, cells_of_curve, cells_of_map
from dalembert._model.records import Axis, LookupTable, Model
from dalembert._model.tables import columns_of, refuse_disorder
from dalembert._model.units import DIMENSIONLESS, unit_of
from dalembert._text.budget import TABLE_NUMBERS
from dalembert._text.files import FileFault

_read: dict[tuple[LookupTable, Path | None, tuple[int, int]], Cells] = {}
KEPT = 64  # the most cached tables


def cells_of(model: Model) -> dict[str, Cells]:
    """The tables of a model by name; raises with the flaws of those that cannot be used."""
    cells, flaws = readable_cells(model)
    if flaws:
        raise ModelError(flaws)
    return cells


def readable_cells(model: Model) -> tuple[dict[str, Cells], tuple[Flaw, ...]]:
    """The tables of a model that can be used, and the flaws of the others."""
    tables: dict[str, Cells] = {}
    flaws: list[Flaw] = []
    for table in model.tables:
        try:
            tables[table.name] = _cells_from_memory(table, model.folder)
        except FileFault as fault:
            message = f"the table `{table.name}`: {fault.message}"
            flaws.append(flaw_at(table.location, rule="table", message=message, hint=fault.hint))
    return tables, tuple(flaws)


def continuous_derivatives(table: LookupTable) -> int:
    """How many derivatives of a table are continuous."""
    return CONTINUOUS[table.interpolate]


def _cells_from_memory(table: LookupTable, folder: Path | None) -> Cells:
    """The cells of a table; a file that did not change is not read again."""
    stamp = (0, 0)
    path = folder / table.path if folder is not None and table.path else None
    if path is not None and path.is_file():
        about = path.stat()
        stamp = (about.st_mtime_ns, about.st_size)
    key = (table, folder, stamp)
    if key not in _read:
        while len(_read) >= KEPT:
            _read.pop(next(iter(_read)))
        _read[key] = _cells(table, folder)
    return _read[key]


def _cells(table: LookupTable, folder: Path | None) -> Cells:
    axes = (*table.arguments, table.value)
    if table.path:
        where = table.path
        columns = columns_of(where, folder, [axis.column for axis in axes], _most(table))
    else:
        where = "the model"
        columns = [list(axis.values) for axis in axes]
    columns = [_in_si(axis, column) for axis, column in zip(axes, columns, strict=True)]
    *given, values = columns
    if len(given) == 1:
        (x,) = given
        if len(values) != len(x):
            raise FileFault(f"{where} has {len(x)} x and {len(values)} values", "give a value for each x")
        _refuse_large(table, len(x) + 1)
        refuse_disorder(x, where, "x", "values of x")
        return _finite_cells(cells_of_curve(table.name, x, values, table.interpolate, table.beyond))
    x, y = given
    x, y, rows = _grid(x, y, values, where) if table.path else _rows_of_map(x, y, values)
    _refuse_large(table, (len(x) + 1) * (len(y) + 1))
    for knots, name in ((x, "x"), (y, "y")):
        refuse_disorder(knots, where, name, f"values of {name}")
    return _finite_cells(cells_of_map(table.name, x, y, rows, table.interpolate, table.beyond))


def _finite_cells(cells: Cells) -> Cells:
    """The cells; raises where a slope overflows."""
    if not all(math.isfinite(number) for piece in cells.coefficients for number in piece):
        raise FileFault(
            "its slopes are too steep for numbers", "look at its units and at neighbours that differ"
        )
    return cells


def _coefficients(table: LookupTable) -> int:
    """The number of coefficients of a cell of a table."""
    powers = LINEAR_COEFFICIENTS if table.interpolate == "linear" else COEFFICIENTS
    return int(powers ** len(table.arguments))


def _most(table: LookupTable) -> int:
    """The most samples that a table may have."""
    return TABLE_NUMBERS // _coefficients(table)


def _refuse_large(table: LookupTable, cells: int) -> None:
    if cells * _coefficients(table) > TABLE_NUMBERS:
        message = f"it has {cells} cells, and {_most(table)} are the most"
        raise FileFault(message, "leave out samples; where a curve is smooth, a spline needs few")


def _in_si(axis: Axis, column: list[float]) -> list[float]:
    unit = unit_of(axis.unit) if axis.unit else DIMENSIONLESS
    return [value * unit.factor + unit.zero for value in column]


def _rows_of_map(
    x: list[float], y: list[float], values: Sequence[float]
) -> tuple[list[float], list[float], list[list[float]]]:
    """A map whose values are in the model, row by row."""
    if len(values) != len(x) * len(y):
        message = f"there are {len(x)} x and {len(y)} y, but {len(values)} values"
        raise FileFault(message, "give a row for each x, with a value for each y")
    return x, y, [list(values[i * len(y) : (i + 1) * len(y)]) for i in range(len(x))]


def _grid(
    x: list[float], y: list[float], values: list[float], where: str
) -> tuple[list[float], list[float], list[list[float]]]:
    """A map from rows x, y, value in any order: every pair once."""
    across, along = sorted(set(x)), sorted(set(y))
    at_nodes: dict[tuple[float, float], float] = {}
    for pair, value in zip(zip(x, y, strict=True), values, strict=True):
        if pair in at_nodes:
            message = f"{where} has two values at x = {pair[0]:g}, y = {pair[1]:g}"
            raise FileFault(message, "leave one of them out")
        at_nodes[pair] = value
    if len(at_nodes) != len(across) * len(along):
        x0, y0 = next((a, b) for a in across for b in along if (a, b) not in at_nodes)
        message = f"{where} has no value at x = {x0:g}, y = {y0:g} (in SI units)"
        raise FileFault(message, "a map needs a value for every pair of its x and y")
    return across, along, [[at_nodes[a, b] for b in along] for a in across]
