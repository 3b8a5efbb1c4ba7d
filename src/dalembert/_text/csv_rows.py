"""The rows of a CSV file: comma, semicolon or tab, with decimal points or, between semicolons, commas."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TextIO

from dalembert._text.files import FileFault

COMMENT = "#"
Row = tuple[int, list[str]]  # the number of its line, its cells
POWER = r"(?:[eE][-+]?\d+)?"
COMMA_NUMBER = re.compile(r"[-+]?[\d.]*,[\d.,]*" + POWER)
POINT_NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+)" + POWER)  # dates have two points
THOUSANDS = re.compile(
    r"[-+]?[1-9]\d{0,2},\d{3}"
)  # in English; in German and Spanish, a number with three decimals


def rows_of(path: Path, own_path: str, most: int) -> list[Row]:
    """The rows of a file with the numbers of their lines, without comments."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            return rows_in(stream, own_path, most)
    except UnicodeDecodeError as error:
        raise FileFault(f"{own_path} is not CSV text: {error}", "save it as CSV, UTF-8") from None


def rows_in(stream: TextIO, own_path: str, most: int) -> list[Row]:
    """The rows of a text with the numbers of their lines, without comments; `own_path` is its name."""
    rows: list[Row] = []
    separator = _separator(stream)
    reader = csv.reader(stream, delimiter=separator)
    try:
        for row in reader:
            if row and not row[0].lstrip().startswith(COMMENT):
                rows.append((reader.line_num, row))
            if len(rows) > most + 1:
                break
    except csv.Error as error:
        raise FileFault(f"{own_path} is not CSV text: {error}", "save it as CSV, UTF-8") from None
    if len(rows) > most + 1:
        raise FileFault(f"{own_path} has more than {most} rows", "leave out samples")
    return _without_surplus(rows, own_path) if separator == "," else _with_decimal_points(rows, own_path)


def _without_surplus(rows: list[Row], own_path: str) -> list[Row]:
    """The rows, none of which has more cells than there are names, as decimal commas would make."""
    for line, cells in rows[1:]:
        surplus = [cell for cell in cells[len(rows[0][1]) :] if cell.strip()]
        if surplus:
            message = (
                f"line {line} of {own_path} has {len(cells)} cells, but its first row {len(rows[0][1])} names"
            )
            raise FileFault(message, "decimals are written as 9.81; or separate the columns by semicolons")
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
        raise FileFault(message, "write all numbers with one decimal mark, and no mark between thousands")
    if all(THOUSANDS.fullmatch(cell) for cell in commas):
        readings = f"{commas[0].replace(',', '.')} or {commas[0].replace(',', '')}"
        raise FileFault(f"`{commas[0]}` in {own_path} can be read as {readings}", f"write {readings}")
    return [rows[0], *((line, [cell.replace(",", ".") for cell in row]) for line, row in rows[1:])]


def _separator(stream: TextIO) -> str:
    """What separates the names in the first row: a comma, a semicolon or a tab. The stream is rewound."""
    first = next((line for line in stream if line.strip() and not line.lstrip().startswith(COMMENT)), "")
    stream.seek(0)
    return next((one for one in (",", ";", "\t") if one in first), ",")
