"""Inputs sampled in CSV files under the model's folder, read as numbers only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._model.records import Input, Model, Table
from dalembert._model.units import DIMENSIONLESS, unit_of
from dalembert._text.files import FileFault, path_inside

if TYPE_CHECKING:
    from dalembert._text.csv_rows import Row

LARGEST = 64 * 2**20  # bytes
MOST_ROWS = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """Values of an input at increasing times, in SI units, and the interpolation."""

    name: str
    interpolate: str
    t: tuple[float, ...]
    values: tuple[float, ...]


def samples_of(model: Model) -> tuple[tuple[Samples, ...], tuple[Flaw, ...]]:
    """The tables of a model's inputs, and their flaws."""
    samples: list[Samples] = []
    flaws: list[Flaw] = []
    for entry in model.inputs:
        if isinstance(entry.law, Table):
            try:
                samples.append(_read(entry, entry.law, model.folder))
            except FileFault as fault:
                message = f"the table of `{entry.name}`: {fault.message}"
                flaws.append(
                    flaw_at(
                        entry.location, rule="table", message=message, hint=fault.hint, severity="structure"
                    )
                )
    return tuple(samples), tuple(flaws)


def _read(entry: Input, table: Table, folder: Path | None) -> Samples:
    """The samples of a table, from its file or from the model."""
    unit = unit_of(entry.unit) if entry.unit else DIMENSIONLESS
    if table.path:
        where = table.path
        t, column = columns_of(table.path, folder, (table.time, table.column))
    else:
        where, t, column = "the model", list(table.times), list(table.values)
    refuse_disorder(t, where, "time", "times")
    values = tuple(value * unit.factor + unit.zero for value in column)
    return Samples(name=entry.name, interpolate=table.interpolate, t=tuple(t), values=values)


def refuse_disorder(x: Sequence[float], where: str, what: str, many: str) -> None:
    """Raise if there are fewer than two samples, or if they do not increase."""
    if len(x) < 2:
        raise FileFault(f"{where} has {len(x)} samples", "give two at least")
    for before, after in pairwise(x):
        if not after > before:
            raise FileFault(f"{what} goes from {before:g} to {after:g} in {where}", f"{many} must increase")


def names_of(own_path: str, folder: Path | None) -> list[str]:
    """The names of the columns, from the first row of a file."""
    return _names(_rows(own_path, folder, MOST_ROWS), own_path)


def _rows(own_path: str, folder: Path | None, most: int) -> list[Row]:
    from dalembert._text.csv_rows import rows_of  # needed here only

    return rows_of(path_inside(own_path, folder, LARGEST), own_path, most)


def _names(rows: list[Row], own_path: str) -> list[str]:
    if not rows:
        raise FileFault(f"{own_path} is empty", "its first row must have the names of the columns")
    return [name.strip() for name in rows[0][1]]


def columns_of(
    own_path: str, folder: Path | None, wanted: Sequence[str], most_rows: int = MOST_ROWS
) -> list[list[float]]:
    """Some columns of a file, by their names."""
    rows = _rows(own_path, folder, most_rows)
    names = _names(rows, own_path)
    places = [_column(own_path, names, name) for name in wanted]
    return [[_number(own_path, row, column, names) for row in rows[1:]] for column in places]


def _column(path: str, names: list[str], name: str) -> int:
    if name not in names:
        near = nearest(name, names)
        hint = f"did you mean `{near}`?" if near else f"its columns are {', '.join(names[:12])}"
        raise FileFault(f"{path} has no column `{name}`", hint)
    if names.count(name) > 1:
        raise FileFault(
            f"{path} has {names.count(name)} columns `{name}`, so the name is ambiguous",
            "give each column its own name in its first row",
        )
    return names.index(name)


def _number(path: str, row: Row, column: int, names: list[str]) -> float:
    line, cells = row
    text = cells[column].strip() if column < len(cells) else ""
    try:
        value = float(text) if "_" not in text else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        if not text:
            message = f"line {line} of {path} has no value in column {names[column]}"
            raise FileFault(message, "give a number in each cell")
        raise FileFault(
            f"`{text[:40]}` in line {line}, column {names[column]}, of {path} is not a number",
            "decimals are written as 9.81",
        )
    return value
