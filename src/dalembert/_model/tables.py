"""Inputs sampled in CSV files under the model's folder: read as numbers, nothing else."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._model.records import Input, Model, Table
from dalembert._model.units import DIMENSIONLESS, unit_of

LARGEST = 64 * 2**20  # bytes
COMMENT = "#"


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """Values of an input at increasing times, in SI units, and how to go between them."""

    name: str
    interpolate: str
    t: tuple[float, ...]
    values: tuple[float, ...]


class TableFault(Exception):
    """Why a table cannot be used."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def samples_of(model: Model) -> tuple[tuple[Samples, ...], tuple[Flaw, ...]]:
    """The tables of a model's inputs, and what is wrong with them."""
    found: list[Samples] = []
    flaws: list[Flaw] = []
    for entry in model.inputs:
        if isinstance(entry.law, Table):
            try:
                found.append(_read(entry, entry.law, model.folder))
            except TableFault as fault:
                message = f"the table of `{entry.name}`: {fault.message}"
                flaws.append(
                    flaw_at(entry.place, rule="table", message=message, hint=fault.hint, severity="structure")
                )
    return tuple(found), tuple(flaws)


def _read(entry: Input, table: Table, folder: Path | None) -> Samples:
    """The samples of a table, from its file or from the model."""
    unit = unit_of(entry.unit) if entry.unit else DIMENSIONLESS
    if table.path:
        where = table.path
        t, own = _of_file(table, folder)
    else:
        where, t, own = "the model", list(table.times), list(table.values)
    if len(t) < 2:
        raise TableFault(f"{where} has {len(t)} samples", "give two at least")
    for before, after in pairwise(t):
        if not after > before:
            raise TableFault(f"time goes from {before:g} to {after:g} in {where}", "times must increase")
    values = tuple(value * unit.factor + unit.zero for value in own)
    return Samples(name=entry.name, interpolate=table.interpolate, t=tuple(t), values=values)


def _of_file(table: Table, folder: Path | None) -> tuple[list[float], list[float]]:
    """Times and values of a file."""
    if folder is None:
        raise TableFault("the model has no folder in which to look for it", "read the model from a file")
    root = folder.resolve()
    path = (root / table.path).resolve()
    if not path.is_relative_to(root):
        raise TableFault(f"{table.path} is outside of the model's folder", "put the file beside the model")
    if not path.is_file():
        raise TableFault(f"there is no file {table.path}", "its path is seen from the model's folder")
    if path.stat().st_size > LARGEST:
        raise TableFault(f"{table.path} is larger than {LARGEST // 2**20} MiB", "leave out samples")
    import csv  # needed here only

    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            rows = [row for row in csv.reader(stream) if row and not row[0].lstrip().startswith(COMMENT)]
    except (UnicodeDecodeError, csv.Error) as error:
        raise TableFault(f"{table.path} is no CSV text: {error}", "save it as CSV, UTF-8") from None
    if not rows:
        raise TableFault(f"{table.path} is empty", "its first row holds the names of the columns")
    names = [name.strip() for name in rows[0]]
    time, column = (_column(table.path, names, name) for name in (table.time, table.column))
    t = [_number(table.path, row, time, names) for row in rows[1:]]
    return t, [_number(table.path, row, column, names) for row in rows[1:]]


def _column(path: str, names: list[str], name: str) -> int:
    if name not in names:
        near = nearest(name, names)
        hint = f"did you mean `{near}`?" if near else f"its columns are {', '.join(names[:12])}"
        raise TableFault(f"{path} has no column `{name}`", hint)
    if names.count(name) > 1:
        raise TableFault(
            f"{path} has {names.count(name)} columns `{name}`: which one is meant is not said",
            "give each column a name of its own in its first row",
        )
    return names.index(name)


def _number(path: str, row: list[str], column: int, names: list[str]) -> float:
    text = row[column].strip() if column < len(row) else ""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        shown = text[:40] or "nothing"
        raise TableFault(
            f"`{shown}` in the column {names[column]} of {path} is no number", "decimals are written as 9.81"
        )
    return value
