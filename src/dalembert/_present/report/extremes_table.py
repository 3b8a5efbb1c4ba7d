"""A table of extremes: the smallest and the largest value of each quantity, and when it first has them."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._present.ranges import ranges_of
from dalembert._present.report.document import Block, Code, Maths, Paragraph, Plain, Spans, Table
from dalembert._present.report.front import load_symbol, time_text
from dalembert._present.report.typesetter import number_box
from dalembert._present.report.writer import Writer, join_spans

MOST = 40
FILE = "summary.json"


def extremes_table(writer: Writer, names: Sequence[str]) -> list[Block]:
    """The extremes of some columns; constant ones are listed in a sentence, zero ones omitted."""
    motion = writer.data.motion
    if motion is None or not motion.extremes:
        return []
    ranges = ranges_of(motion)
    most = writer.most(MOST)
    there = [name for name in dict.fromkeys(names) if name in ranges and not ranges[name].zero]
    moving = [name for name in there if not ranges[name].steady]
    titles = tuple(
        writer.plain(f"report_column_{key}") for key in ("quantity", "least", "at", "most", "at", "unit")
    )
    rows: list[tuple[Spans, ...]] = []
    for name in moving[:most]:
        row = ranges[name]
        rows.append(
            (
                load_symbol(writer, name),
                (Maths(number_box(row.minimum)),),
                (Maths(number_box(time_text(motion, row.extreme.t_minimum, 5))),),
                (Maths(number_box(row.maximum)),),
                (Maths(number_box(time_text(motion, row.extreme.t_maximum, 5))),),
                (Plain(row.unit.symbol),),
            )
        )
    blocks: list[Block] = [Table(titles, tuple(rows), frozenset({1, 2, 3, 4}))] if rows else []
    if len(moving) > most:
        blocks.append(writer.paragraph("report_extremes_cut", shown=most, count=len(moving), file=Code(FILE)))
    steady = [name for name in there if ranges[name].steady][:most]
    if steady:
        parts = [
            (
                *load_symbol(writer, name),
                Plain("\u00a0=\u00a0"),
                Maths(number_box(ranges[name].maximum)),
                Plain(ranges[name].unit.with_unit("").replace(" ", "\u00a0")),
            )
            for name in steady
        ]
        blocks.append(Paragraph(writer.say("report_steady", names=join_spans(parts))))
    return blocks
