"""Elimination: constraints solved for dependent coordinates, multipliers, and the remaining equations."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from dalembert._derive.solved_efforts import ImplicitEffort
from dalembert._present.report import signs
from dalembert._present.report.document import Block, Code, Equations, Paragraph, Section
from dalembert._present.report.writer import WHOLE, Row, Writer, lines_of

LINES = 220


def section(writer: Writer) -> Section | None:
    """The steps in their order."""
    elimination = writer.data.elimination
    if elimination is None or not (elimination.steps or elimination.implicit or elimination.why is not None):
        return None
    if elimination.why is not None:
        return _section(writer, [Paragraph(writer.sentence(elimination.why))])
    if not elimination.steps:
        return _section(writer, _implicit_efforts(writer, elimination.implicit))
    blocks: list[Block] = [writer.paragraph("report_elimination_read")]
    spent, shown = 0, 0
    for why, steps in groupby(elimination.steps, key=lambda step: step.why):
        rows = [Row(node=step.right, label=writer.typesetter.box(step.left)) for step in steps]
        made = writer.equations(rows)
        lines = sum(lines_of(row.body) for one in made if isinstance(one, Equations) for row in one.rows) + 2
        if spent and spent + lines > LINES:
            break
        spent += lines
        shown += len(rows)
        blocks += [Paragraph(writer.sentence(why, end=":")), *made]
    if shown < len(elimination.steps):
        left = len(elimination.steps) - shown
        return _section(writer, [*blocks, writer.paragraph("report_steps_cut", count=left, file=Code(WHOLE))])
    blocks.append(writer.paragraph("report_remaining"))
    for name, node in elimination.remaining:
        blocks.append(writer.paragraph("report_remaining_of", name=writer.as_formula(name)))
        blocks += writer.equations([Row(node=node, vanishes=True, key=f"left {name}")])
    return _section(writer, [*blocks, *_implicit_efforts(writer, elimination.implicit)])


def _implicit_efforts(writer: Writer, efforts: Sequence[ImplicitEffort]) -> list[Block]:
    """Why efforts stay implicit, and their derivatives."""
    blocks: list[Block] = []
    for one in efforts:
        effort = writer.name(one.effort)
        rows = [
            Row(node=node, label=signs.partial(effort, writer.typesetter.box(by))) for by, node in one.slopes
        ]
        blocks += [Paragraph(writer.sentence(one.why)), *writer.equations(rows)]
    return blocks


def _section(writer: Writer, blocks: list[Block]) -> Section:
    return Section("elimination", writer.words("report_elimination"), tuple(blocks))
