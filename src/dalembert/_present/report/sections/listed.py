"""Definitions and derivatives that the equations contain by name, each after those it depends on."""

from __future__ import annotations

from dalembert._present.report.document import Block, Code, Section
from dalembert._present.report.writer import WHOLE, Row, Writer, lines_of

LINES = 160


def section(writer: Writer) -> Section | None:
    """As many of them as there is room for."""
    listed = writer.data.equations.listed
    if not listed:
        return None
    blocks: list[Block] = [writer.paragraph("report_listed_read")]
    if any(one.kind == "effort" for one in listed):
        blocks.append(writer.paragraph("report_listed_efforts"))
    rows: list[Row] = []
    spent = 0
    for one in listed:
        spent += lines_of(writer.typesetter.box(one.node))
        if rows and spent > LINES:
            break
        rows.append(Row(node=one.node, label=writer.name(one.name, one.order)))
    blocks += writer.equations(rows, packed=True)
    if len(rows) < len(listed):
        cut = writer.paragraph("report_entries_cut", shown=len(rows), count=len(listed), file=Code(WHOLE))
        blocks.append(cut)
    return Section("listed", writer.words("report_listed"), tuple(blocks))
