"""The equations of motion alone, for a brief report: as many as there is room for."""

from __future__ import annotations

from dalembert._present.report.document import Block, Code, Equations, Section
from dalembert._present.report.writer import WHOLE, Row, Writer, lines_of

LINES = 14


def section(writer: Writer) -> Section:
    """One equation for each coordinate; where there are more, the file that has them."""
    own = writer.data.equations
    blocks: list[Block] = []
    spent = shown = 0
    for c in own.coordinates:
        made = writer.equations([Row(node=c.left, vanishes=True)])
        rows = [row for block in made if isinstance(block, Equations) for row in block.rows]
        lines = sum(lines_of(row.body) for row in rows)
        if spent + lines > LINES:
            break
        spent, shown = spent + lines, shown + 1
        blocks += made
    if shown < len(own.coordinates):
        left = len(own.coordinates) - shown
        blocks.append(writer.paragraph("report_equations_elsewhere", count=left, file=Code(WHOLE)))
    return Section("equations", writer.words("report_equations"), tuple(blocks))
