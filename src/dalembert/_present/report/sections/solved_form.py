"""The solved form: the accelerations, where they are short."""

from __future__ import annotations

from dalembert._present.report.document import Section
from dalembert._present.report.writer import Row, Writer


def section(writer: Writer) -> Section | None:
    """One equation for each acceleration."""
    found = writer.data.solved
    if found is None:
        return None
    rows = [Row(node=node, label=writer.name(name, 2)) for name, node in found.accelerations]
    blocks = (writer.paragraph("report_solved_read"), *writer.equations(rows))
    return Section("solved", writer.words("report_solved"), blocks)
