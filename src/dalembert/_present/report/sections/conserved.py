"""Conserved quantities, and why they are constant."""

from __future__ import annotations

from dalembert._present.report.document import Block, Paragraph, Section
from dalembert._present.report.writer import Row, Writer, capitalise
from dalembert._words.message import say


def section(writer: Writer) -> Section | None:
    """Momenta, energy or Jacobi's integral; None where there are states only."""
    if not writer.data.model.coordinates:
        return None
    conserved_quantities = writer.data.conserved
    blocks: list[Block] = []
    if not writer.data.equations.whole:
        blocks.append(Paragraph(writer.sentence(say("equations_not_written_out"))))
    elif not conserved_quantities:
        blocks.append(writer.paragraph("report_conserved_none"))
    for quantity in conserved_quantities:
        blocks.append(
            Paragraph(
                capitalise(writer.phrase(say("report_constant", name=quantity.title, why=quantity.why)))
            )
        )
        blocks += writer.equations([Row(node=quantity.expression)])
    return Section("conserved", writer.words("report_conserved"), tuple(blocks))
