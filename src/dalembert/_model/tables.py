"""Inputs sampled in CSV files under the model's folder, read as numbers only."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TextIO

from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._model.records import Input, Model, Table
from dalembert._model.units import DIMENSIONLESS, unit_of

LARGEST = 64 * 2**20  # bytes
MOST_ROWS = 10_000_000
COMMENT = "#"
Row = tuple[int, list[str]]  # the number of its line, its cells
POWER = r"(?:[eE][-+]?\d+)?"
COMMA_NUMBER = re.compile(r"[-+]?[\d.]*,[\d.,]*" + POWER)
POINT_NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+)" + POWER)  # dates have two points
THOUSANDS = re.compile(
    r"[-+]?[1-9]\d{0,2},\d{3}"
)  # in English; in German and Spanish, a number with three decimals


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """Values of an input at increasing times, in SI units, and the interpolation."""

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
    """The tables of a model's inputs, and their flaws."""
    samples: list[Samples] = []
    flaws: list[Flaw] = []
    for entry in model.inputs:
        if isinstance(entry.law, Table):
            try:
                samples.append(_read(entry, entry.law, model.folder))
            except TableFault as fault:
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
        raise TableFault(f"{where} has {len(x)} samples", "give two at least")
    for before, after in pairwise(x):
        if not after > before:
            raise TableFault(f"{what} goes from {before:g} to {after:g} in {where}", f"{many} must increase")


def names_of(own_path: str, folder: Path | None) -> list[str]:
    """The names of the columns, from the first row of a file."""
    return _names(_rows(_path_inside(own_path, folder), own_path, MOST_ROWS), own_path)


def _names(rows: list[Row], own_path: str) -> list[str]:
    if not rows:
        raise TableFault(f"{own_path} is empty", "its first row must have the names of the columns")
    return [name.strip() for name in rows[0][1]]


def columns_of(
    own_path: str, folder: Path | None, wanted: Sequence[str], most_rows: int = MOST_ROWS
) -> list[list[float]]:
    """Some columns of a file, by their names."""
    rows = _rows(_path_inside(own_path, folder), own_path, most_rows)
    names = _names(rows, own_path)
    places = [_column(own_path, names, name) for name in wanted]
    return [[_number(own_path, row, column, names) for row in rows[1:]] for column in places]


def _path_inside(own_path: str, folder: Path | None) -> Path:
    """The path of a file under the model's folder."""
    if folder is None:
        raise TableFault("the model has no folder in which to look for it", "read the model from a file")
    root = folder.resolve()
    path = (root / own_path).resolve()
    if not path.is_relative_to(root):
        raise TableFault(f"{own_path} is outside of the model's folder", "put the file beside the model")
    if not path.is_file():
        raise TableFault(f"there is no file {own_path}", "its path is seen from the model's folder")
    if path.stat().st_size > LARGEST:
        raise TableFault(f"{own_path} is larger than {LARGEST // 2**20} MiB", "leave out samples")
    return path


def _rows(path: Path, own_path: str, most: int) -> list[Row]:
    """The rows of a file with the numbers of their lines, without comments."""
    import csv  # needed here only

    rows: list[Row] = []
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            separator = _separator(stream)
            reader = csv.reader(stream, delimiter=separator)
            for row in reader:
                if row and not row[0].lstrip().startswith(COMMENT):
                    rows.append((reader.line_num, row))
                    if len(rows) > most + 1:
                        raise TableFault(f"{own_path} has more than {most} rows", "leave out samples")
    except (UnicodeDecodeError, csv.Error) as error:
        raise TableFault(f"{own_path} is not CSV text: {error}", "save it as CSV, UTF-8") from None
    return _without_surplus(rows, own_path) if separator == "," else _with_decimal_points(rows, own_path)


def _without_surplus(rows: list[Row], own_path: str) -> list[Row]:
    """The rows, none of which has more cells than there are names, as decimal commas would make."""
    for line, cells in rows[1:]:
        surplus = [cell for cell in cells[len(rows[0][1]) :] if cell.strip()]
        if surplus:
            message = (
                f"line {line} of {own_path} has {len(cells)} cells, but its first row {len(rows[0][1])} names"
            )
            raise TableFault(message, "decimals are written as 9.81; or separate the columns by semicolons")
    return rows


def _with_decimal_points(rows: list[Row], own_path: str) -> list[Row]:
    """The rows with points for decimal commas; refused where a comma may also separate thousands."""
    cells = [cell.strip() for _, row in rows[1:] for cell in row]
    commas = [cell for cell in cells if COMMA_NUMBER.fullmatch(cell)]
    point = next((cell for cell in cells if POINT_NUMBER.fullmatch(cell)), "")
    if not commas:
        return rows
    if point or any("." in cell for cell in commas):
        some = f"{commas[0]}, {point}" if point else commas[0]
        message = f"{own_path} has both points and commas in numbers: {some}"
        raise TableFault(message, "write all numbers with one decimal mark, and no mark between thousands")
    if all(THOUSANDS.fullmatch(cell) for cell in commas):
        readings = f"{commas[0].replace(',', '.')} or {commas[0].replace(',', '')}"
        raise TableFault(f"`{commas[0]}` in {own_path} can be read as {readings}", f"write {readings}")
    return [rows[0], *((line, [cell.replace(",", ".") for cell in row]) for line, row in rows[1:])]


def _separator(stream: TextIO) -> str:
    """What separates the names in the first row: a comma, a semicolon or a tab. The stream is rewound."""
    first = next((line for line in stream if line.strip() and not line.lstrip().startswith(COMMENT)), "")
    stream.seek(0)
    return next((one for one in (",", ";", "\t") if one in first), ",")


def _column(path: str, names: list[str], name: str) -> int:
    if name not in names:
        near = nearest(name, names)
        hint = f"did you mean `{near}`?" if near else f"its columns are {', '.join(names[:12])}"
        raise TableFault(f"{path} has no column `{name}`", hint)
    if names.count(name) > 1:
        raise TableFault(
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
            raise TableFault(message, "give a number in each cell")
        raise TableFault(
            f"`{text[:40]}` in line {line}, column {names[column]}, of {path} is not a number",
            "decimals are written as 9.81",
        )
    return value
