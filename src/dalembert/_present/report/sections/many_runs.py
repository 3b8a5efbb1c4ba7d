"""Many runs with other values: varied quantities, distributions of results, sensitivities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dalembert._model.display_units import DisplayUnit
from dalembert._model.unit_text import printed_unit
from dalembert._present.report.document import Block, Code, Maths, Plain, Section, Spans, Table
from dalembert._present.report.drawn_figures import figures_in, pictures
from dalembert._present.report.writer import Writer, join_spans

if TYPE_CHECKING:
    from dalembert._sweep.rows import SweepRows
    from dalembert._sweep.sensitivity_indices import SensitivityIndices
    from dalembert._sweep.statistics import QuantityStatistics

DIGITS = 5


def section(writer: Writer) -> Section | None:
    """The rows of a sweep, where one was given."""
    many_runs = writer.data.many_runs
    if many_runs is None:
        return None
    rows, statistics = many_runs
    names = join_spans([(_symbol(writer, name),) for name in rows.varied])
    blocks: list[Block] = [writer.paragraph("report_many_runs_intro", runs=rows.runs, names=names)]
    if rows.missing_rows:
        blocks.append(writer.paragraph("report_many_runs_missing", count=rows.missing_rows))
    blocks.append(_ranges(writer, rows))
    if statistics.quantities:
        blocks.append(_statistics(writer, statistics.quantities))
    for one in statistics.indices:
        blocks += [
            writer.paragraph(f"report_{one.method}_intro", name=Code(one.quantity)),
            _indices(writer, one),
        ]
    blocks += pictures(writer, figures_in("many_runs", writer.data.figures))
    return Section("many_runs", writer.words("report_many_runs"), tuple(blocks))


def _symbol(writer: Writer, name: str) -> Maths:
    """A varied quantity as mathematics: a parameter, a coordinate, or a speed x'."""
    base = name.rstrip("'")
    return Maths(writer.name(base, len(name) - len(base)))


def _titles(writer: Writer, *keys: str) -> tuple[Spans, ...]:
    return tuple((Plain(writer.words(key)),) for key in keys)


def _ranges(writer: Writer, rows: SweepRows) -> Table:
    """The range of each varied value, in its unit."""
    lines = []
    for name, values in rows.varied.items():
        unit = DisplayUnit(rows.entry_units.get(name) or rows.units[name])
        ends = (float(np.min(values)), float(np.max(values)))
        lines.append(
            (
                (_symbol(writer, name),),
                *(writer.number_in_unit(end, unit, DIGITS) for end in ends),
                writer.number(len(np.unique(values)), DIGITS),
            )
        )
    titles = _titles(
        writer,
        "report_many_runs_value",
        "report_many_runs_from",
        "report_many_runs_to",
        "report_many_runs_count",
    )
    return Table(titles, tuple(lines), frozenset((1, 2, 3)))


def _statistics(writer: Writer, every: tuple[QuantityStatistics, ...]) -> Table:
    """Mean and percentiles of each kept number."""
    lines = []
    for one in every:
        unit = printed_unit(one.unit)
        numbers = (one.mean, one.deviation, one.minimum, one.p5, one.median, one.p95, one.maximum)
        cells = tuple(
            writer.number(value, DIGITS) if np.isfinite(value) else (Plain("–"),) for value in numbers
        )
        lines.append(((Plain(f"{one.name} [{unit}]" if unit else one.name),), *cells))
    titles = _titles(
        writer,
        "report_many_runs_result",
        "report_many_runs_mean",
        "report_many_runs_deviation",
        "report_many_runs_least",
    )
    middle = tuple((Plain(text),) for text in ("5\u00a0%", "50\u00a0%", "95\u00a0%"))
    last = _titles(writer, "report_many_runs_most")
    return Table((*titles, *middle, *last), tuple(lines), frozenset(range(1, 8)))


def _indices(writer: Writer, one: SensitivityIndices) -> Table:
    """Two measures of each variable, with the half widths of their intervals."""
    sobol = one.method == "sobol"
    symbols = ("S", "± (95\u00a0%)", "T", "± (95\u00a0%)") if sobol else ("μ*", "± (95\u00a0%)", "σ")
    lines = []
    for index in one.indices:
        numbers = (index.first, index.first_error, index.total, *((index.total_error,) if sobol else ()))
        cells = tuple(writer.number(value, 2 if i % 2 else 4) for i, value in enumerate(numbers))
        lines.append(((_symbol(writer, index.variable),), *cells))
    titles = (*_titles(writer, "report_many_runs_value"), *(((Plain(text),)) for text in symbols))
    return Table(titles, tuple(lines), frozenset(range(1, 1 + len(symbols))))
