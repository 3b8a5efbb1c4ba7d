"""Gibbs and Appell's equations: accelerations, the energy of the accelerations, its derivatives.

∂S/∂q'' = Q
"""

from __future__ import annotations

from dalembert._present.report import signs
from dalembert._present.report.document import Block, Code, Maths, Section
from dalembert._present.report.form_steps import form_of, height, lines, part_of, rows
from dalembert._present.report.symbols import word
from dalembert._present.report.writer import WHOLE, Row, Writer

ROOM = 60  # lines of accelerations


def section(writer: Writer) -> Section | None:
    """Every step, from accelerations to equations."""
    form = form_of(writer, "gibbs_appell")
    if form is None:
        return None
    S = word("S")
    bodies = [part for part in form.parts if part.name not in ("S", "S_qdd", "Q")]
    message_key = "report_gibbs_appell_bodies" if bodies else "report_gibbs_appell_metric"
    blocks: list[Block] = [writer.paragraph(message_key, S=Maths(S))]
    spent, shown = 0, 0
    for part in bodies:
        made = writer.equations(rows(writer, lines(part), zeros=False))
        spent += height(made)
        if shown and spent > writer.most(ROOM):
            break
        shown += 1
        blocks += made
    if shown < len(bodies):
        blocks.append(writer.paragraph("report_bodies_left", count=len(bodies) - shown, file=Code(WHOLE)))
    ((node,),) = part_of(form, "S").rows
    blocks += writer.equations([Row(node=node, label=S)])
    blocks.append(writer.paragraph("report_gibbs_appell_slopes"))
    pairs = zip(
        writer.data.model.coordinates, part_of(form, "S_qdd").rows, part_of(form, "Q").rows, strict=True
    )
    for c, (slope,), (force,) in pairs:
        label = signs.partial(S, writer.name(c.name, 2))
        Q = signs.of(writer.letters("Q"), writer.name(c.name))
        blocks += writer.equations([Row(node=slope, label=label), Row(node=force, label=Q)])
    return Section("gibbs_appell", writer.words("report_gibbs_appell"), tuple(blocks))
