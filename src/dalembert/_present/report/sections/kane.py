"""Kane's equations: partial velocities of every body, generalised active and inertia forces.

Σ ∂v/∂q' · F + ∂ω/∂q' · M = Σ ∂v/∂q' · p' + ∂ω/∂q' · L'
"""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._derive.forms.form import Form
from dalembert._expression.tree import Node
from dalembert._present.report import signs
from dalembert._present.report.document import Block, Code, Section
from dalembert._present.report.form_steps import form_of, height, lines, part_of, rows
from dalembert._present.report.writer import WHOLE, Writer, zero

ROOM = 90  # lines
PARTIAL = ".partial_velocities"


def section(writer: Writer) -> Section | None:
    """Partial velocities, then the two sides of the equations."""
    form = form_of(writer, "kane")
    if form is None:
        return None
    names = writer.symbols(c.name for c in writer.data.model.coordinates)
    blocks: list[Block] = [writer.paragraph("report_kane_read", names=names)]
    spent, shown = 0, 0
    bodies = [part.name.removesuffix(PARTIAL) for part in form.parts if part.name.endswith(PARTIAL)]
    for body in bodies:
        made = list(_partial_velocities(writer, form, body))
        spent += height(made)
        if shown and spent > writer.most(ROOM):
            break
        shown += 1
        blocks += made
    if shown < len(bodies):
        blocks.append(writer.paragraph("report_bodies_left", count=len(bodies) - shown, file=Code(WHOLE)))
    for part, message_key in (("active", "report_kane_active"), ("inertia", "report_kane_inertia")):
        blocks.append(writer.paragraph(message_key))
        blocks += writer.equations(rows(writer, lines(part_of(form, part))))
    return Section("kane", writer.words("report_kane"), tuple(blocks))


def _partial_velocities(writer: Writer, form: Form, body: str) -> Iterator[Block]:
    """∂v/∂q' and ∂ω/∂q' of a body, those that are not zero."""
    whole = part_of(form, body + PARTIAL).rows
    count = 2 if len(whole) == 3 else 3
    for word, block in (("velocity", whole[:count]), ("angular_velocity", whole[count:])):
        if not _vanishes(block):
            label = signs.partial(writer.name(f"{body}.{word}"), signs.Q_RATE)
            yield from writer.matrix(label, block)


def _vanishes(rows: tuple[tuple[Node, ...], ...]) -> bool:
    return all(zero(node) for row in rows for node in row)
