"""Conserved quantities, and why they are constant."""

from __future__ import annotations

from dalembert._present.report.desk import Desk, Row, capitalised
from dalembert._present.report.document import Block, Paragraph, Section
from dalembert._words.message import say


def section(desk: Desk) -> Section:
    """Momenta, energy or Jacobi's integral."""
    found = desk.material.conserved
    blocks: list[Block] = []
    if not found:
        blocks.append(desk.paragraph("report_conserved_none"))
    for quantity in found:
        blocks.append(
            Paragraph(capitalised(desk.phrase(say("report_constant", name=quantity.title, why=quantity.why))))
        )
        blocks += desk.equations([Row(node=quantity.expression)])
    return Section("conserved", desk.words("report_conserved"), tuple(blocks))
