"""The solved form: the accelerations, where they are short."""

from __future__ import annotations

from dalembert._present.report.document import Reference, Section
from dalembert._present.report.writer import Row, Writer, join_spans


def section(writer: Writer) -> Section | None:
    """One equation for each acceleration."""
    found, elimination = writer.data.solved, writer.data.elimination
    if found is None:
        return None
    kind = "left" if elimination is not None and elimination.steps else "motion"
    numbers = join_spans([(Reference(f"{kind} {name}"),) for name, _ in found.accelerations])
    rows = [Row(node=node, label=writer.name(name, 2)) for name, node in found.accelerations]
    key = "report_solved_one" if len(rows) == 1 else "report_solved_read"
    blocks = (writer.paragraph(key, numbers=numbers), *writer.equations(rows))
    return Section("solved", writer.words("report_solved"), blocks)
