"""The text of the model file."""

from __future__ import annotations

from dalembert._present.report.document import Block, Listing, Section
from dalembert._present.report.writer import Writer

MOST, LONGEST = 150, 300


def section(writer: Writer) -> Section | None:
    """Its lines, shortened if there are very many."""
    lines = writer.data.source.splitlines()
    if not lines:
        return None
    shown = tuple(line if len(line) <= LONGEST else line[: LONGEST - 1] + "…" for line in lines[:MOST])
    blocks: list[Block] = [Listing(shown)]
    if len(lines) > MOST:
        blocks.append(writer.paragraph("report_source_cut", shown=MOST, count=len(lines)))
    return Section("model-file", writer.words("report_source"), tuple(blocks))
