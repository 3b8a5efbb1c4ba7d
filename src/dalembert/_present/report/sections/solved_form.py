"""The solved form: the accelerations, where they are short."""

from __future__ import annotations

from dalembert._present.report.document import Reference, Section
from dalembert._present.report.writer import Row, Writer, join_spans


def section(writer: Writer) -> Section | None:
    """One equation for each acceleration."""
    solved_form, elimination = writer.data.solved, writer.data.elimination
    if solved_form is None:
        return None
    kind = "left" if elimination is not None and elimination.steps else "motion"
    numbers = join_spans([(Reference(f"{kind} {name}"),) for name, _ in solved_form.accelerations])
    rows = [Row(node=node, label=writer.name(name, 2)) for name, node in solved_form.accelerations]
    key = "report_solved_one" if len(rows) == 1 else "report_solved_read"
    blocks = (writer.paragraph(key, numbers=numbers), *writer.equations(rows))
    return Section("solved", writer.words("report_solved"), blocks)
