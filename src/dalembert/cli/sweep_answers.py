"""Output of a sweep besides its rows: statistics, sensitivity indices, limits, the best rows, figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

import dalembert
from dalembert.cli.options import CHOICES
from dalembert.cli.printing import cannot_write, console, file_to_write, usage

_BEST = re.compile(r"(?:^|,)\s*best:(?P<count>\d{1,6})\s*(?=,|$)")
BEST = 10
# Arrays of every sweep that are no results; the claimed accuracy is the last column of a row.
HIDDEN = (
    "status",
    "message",
    "accuracy",
    "until",
    "estimate",
    "energy_error",
    "reached",
    "seconds",
    "checksum",
)


def split_best(keep: str, by: str) -> tuple[str, int]:
    """The text of --keep without `best:N`, and N."""
    match = _BEST.search(keep)
    if match is not None and not by:
        usage("best:N needs --by, the value to be smallest: --keep best:10 --by max_x")
    if match is None:
        return keep, BEST
    if int(match["count"]) < 1:
        usage("best:0 would show no rows: write best:10")
    return _BEST.sub("", keep, count=1).strip(" ,"), int(match["count"])


def figure_files(plots: Sequence[str]) -> list[tuple[str, Path]]:
    """The kinds of figures and the files of --plot [KIND=]FILE."""
    files = []
    for text in plots:
        kind, equals, name = text.partition("=")
        kind, name = (kind.strip(), name.strip()) if equals else ("", text.strip())
        if kind and kind not in CHOICES.sweep_figures:
            usage(f"--plot {text}: the kinds are {', '.join(CHOICES.sweep_figures)}")
        files.append((kind, file_to_write(name, CHOICES.figure_files, force=True, option="--plot")))
    return files


def draw_figures(rows: Any, files: Sequence[tuple[str, Path]], language: str, *, quiet: bool) -> None:
    """Draw the rows of a sweep into files; with `quiet` print nothing, since standard output is JSON."""
    terminal = console()
    for kind, path in files:
        try:
            dalembert.plot(rows, *((kind,) if kind else ()), out=path, language=language)
        except ValueError as error:
            usage(str(error))
        except OSError as error:
            cannot_write(path, error)
        if not quiet:
            terminal.print(f"wrote {path}", highlight=False, markup=False)


def print_answers(rows: Any, statistics: Any, by: str) -> None:
    """Print statistics of samples, indices, limits and the best rows."""
    terminal = console()
    if dict(rows.attrs["plan"])["sample"] is not None:
        terminal.print(_statistics(statistics))
    for one in statistics.indices:
        terminal.print(_indices(one))
    for limit in statistics.reliability:
        missing = f"; {limit.missing} rows have no results" if limit.missing else ""
        terminal.print(
            f"P({limit.limit}) = {limit.probability:.4g}"
            f", between {limit.low:.4g} and {limit.high:.4g} (95 %)"
            f": {limit.passed} of {limit.rows} rows{missing}",
            highlight=False,
            markup=False,
            soft_wrap=True,
        )
    if statistics.best:
        named = [name for name in (*rows.coords, *rows.data_vars) if rows[name].dims == ("run",)]
        terminal.print(f"the best rows by {by}", highlight=False, markup=False)
        terminal.print(_best(rows, statistics.best, [str(name) for name in named if name not in HIDDEN]))


def _table(*columns: str) -> Table:
    made = Table(box=None, pad_edge=False)
    for i, name in enumerate(columns):
        made.add_column(Text(name), justify="left" if i == 0 else "right", no_wrap=True)
    return made


def _with_unit(name: str, unit: str) -> str:
    return f"{name} [{unit}]" if unit not in ("", "1") else name


def _statistics(statistics: Any) -> Table:
    made = _table("", "mean", "deviation", "minimum", "5 %", "median", "95 %", "maximum")
    for one in statistics.quantities:
        numbers = (one.mean, one.deviation, one.minimum, one.p5, one.median, one.p95, one.maximum)
        made.add_row(Text(_with_unit(one.name, one.unit)), *(f"{number:.4g}" for number in numbers))
    return made


def _indices(one: Any) -> Table:
    """A table of sensitivity indices, with a row for each variable."""
    sobol = one.method == "sobol"
    first, total = ("S", "T") if sobol else ("mean |effect|", "deviation")
    title = f"{'Sobol indices' if sobol else 'elementary effects'} of {_with_unit(one.quantity, one.unit)}"
    made = _table(title, first, "± (95 %)", total, *(("± (95 %)",) if sobol else ()))
    for index in one.indices:
        made.add_row(
            Text(index.variable),
            f"{index.first:.4g}",
            f"{index.first_error:.2g}",
            f"{index.total:.4g}",
            *((f"{index.total_error:.2g}",) if sobol else ()),
        )
    return made


def _best(rows: Any, best: Sequence[int], names: Sequence[str]) -> Table:
    made = _table("run", *(_with_unit(name, rows[name].attrs.get("units", "")) for name in names))
    for row in best:
        made.add_row(str(row), *(f"{float(rows[name].values[row]):.6g}" for name in names))
    return made
