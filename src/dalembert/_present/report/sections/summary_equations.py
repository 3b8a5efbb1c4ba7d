"""The equations of motion alone, for a brief report: as many as there is room for, then those in contact."""

from __future__ import annotations

from dalembert._present.report.document import Block, Code, Equations, Heading, Section
from dalembert._present.report.sections.numbers_put_in import numbers_put_in
from dalembert._present.report.writer import WHOLE, Row, Writer, lines_of

LINES = 14


def section(writer: Writer) -> Section:
    """One equation for each coordinate; if there are more, the file with all of them."""
    equations = writer.data.equations
    spent = shown = 0
    for c in equations.coordinates:
        made = writer.equations([Row(node=c.left, vanishes=True)])
        rows = [row for block in made if isinstance(block, Equations) for row in block.rows]
        lines = sum(lines_of(row.body) for row in rows)
        if spent + lines > LINES:
            break
        spent, shown = spent + lines, shown + 1
    blocks = writer.equations([Row(node=c.left, vanishes=True) for c in equations.coordinates[:shown]])
    if shown < len(equations.coordinates):
        left = len(equations.coordinates) - shown
        blocks.append(writer.paragraph("report_equations_elsewhere", count=left, file=Code(WHOLE)))
    blocks = [*numbers_put_in(writer), *blocks, *_in_contact(writer, LINES - spent)]
    return Section("equations", writer.words("report_equations"), tuple(blocks))


def _in_contact(writer: Writer, room: int) -> list[Block]:
    """The equations with the force of each contact, which those above omit, as long as there is room."""
    blocks: list[Block] = []
    spent = 0
    model, contact_equations = writer.data.model, writer.data.equations.contacts
    for contact, equations in zip(model.contacts, contact_equations, strict=True):
        rows = [Row(node=node, vanishes=True) for _, node in equations.equations]
        rows += [Row(node=step.right, label=writer.typesetter.box(step.left)) for step in equations.sliding]
        if not rows:
            continue
        made = writer.equations(rows)
        lines = sum(
            lines_of(row.body) for block in made if isinstance(block, Equations) for row in block.rows
        )
        spent += lines
        if spent > room:
            break
        title = Heading(writer.say("report_contact_named", name=Code(contact.name)))
        blocks += [title, writer.paragraph("report_touching_equations"), *made]
    return blocks
