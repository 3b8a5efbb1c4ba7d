"""Conserved quantities, and why they are constant."""

from __future__ import annotations

from dalembert._present.report.desk import Desk, Row
from dalembert._present.report.document import Block, Section
from dalembert._present.report.said import PREFIX, matched


def section(desk: Desk) -> Section:
    """Momenta, energy or Jacobi's integral."""
    found = desk.material.conserved
    blocks: list[Block] = []
    if not found:
        blocks.append(desk.paragraph("report_conserved_none"))
    for quantity in found:
        blanks = matched(quantity.name, "momentum")
        if blanks is not None:
            name = desk.say(PREFIX + "momentum", name=desk.named(blanks["name"]))
        else:
            name = desk.phrase(quantity.name)
        blocks.append(desk.sentence("report_constant", name=name, why=desk.phrase(quantity.why)))
        blocks += desk.equations([Row(node=quantity.expression)])
    return Section("conserved", desk.words("report_conserved"), tuple(blocks))
