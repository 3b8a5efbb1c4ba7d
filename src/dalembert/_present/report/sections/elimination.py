"""Elimination: constraints solved for dependent coordinates, multipliers isolated, what is left."""

from __future__ import annotations

from itertools import groupby

from dalembert._present.report.desk import WHOLE, Desk, Row, lines_of
from dalembert._present.report.document import Block, Code, Equations, Paragraph, Section

LINES = 220


def section(desk: Desk) -> Section | None:
    """The steps in their order."""
    found = desk.material.elimination
    if found is None or not (found.steps or found.why is not None):
        return None
    if found.why is not None:
        return _section(desk, [Paragraph(desk.sentence(found.why))])
    blocks: list[Block] = [desk.paragraph("report_elimination_read")]
    spent, shown = 0, 0
    for why, steps in groupby(found.steps, key=lambda step: step.why):
        rows = [Row(node=step.right, label=desk.ink.box(step.left)) for step in steps]
        made = desk.equations(rows)
        lines = sum(lines_of(row.body) for one in made if isinstance(one, Equations) for row in one.rows) + 2
        if spent and spent + lines > LINES:
            break
        spent += lines
        shown += len(rows)
        blocks += [Paragraph(desk.sentence(why, end=":")), *made]
    if shown < len(found.steps):
        left = len(found.steps) - shown
        return _section(desk, [*blocks, desk.paragraph("report_steps_cut", count=left, file=Code(WHOLE))])
    blocks.append(desk.paragraph("report_remaining"))
    for name, node in found.remaining:
        blocks.append(desk.paragraph("report_remaining_of", name=desk.named(name)))
        blocks += desk.equations([Row(node=node, vanishes=True)])
    return _section(desk, blocks)


def _section(desk: Desk, blocks: list[Block]) -> Section:
    return Section("elimination", desk.words("report_elimination"), tuple(blocks))
