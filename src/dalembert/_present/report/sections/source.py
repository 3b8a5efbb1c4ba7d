"""The model file as it was read."""

from __future__ import annotations

from dalembert._present.report.desk import Desk
from dalembert._present.report.document import Block, Listing, Section

MOST, LONGEST = 150, 300


def section(desk: Desk) -> Section | None:
    """Its lines, the first of them where there are very many."""
    lines = desk.material.source.splitlines()
    if not lines:
        return None
    shown = tuple(line if len(line) <= LONGEST else line[: LONGEST - 1] + "…" for line in lines[:MOST])
    blocks: list[Block] = [Listing(shown)]
    if len(lines) > MOST:
        blocks.append(desk.paragraph("report_source_cut", shown=MOST, count=len(lines)))
    return Section("model-file", desk.words("report_source"), tuple(blocks))
