"""Effort constraints, one for each unknown effort, and the rates of first-order states."""

from __future__ import annotations

from dalembert._model.records import constraints_of
from dalembert._present.report.document import Block, Heading, Section
from dalembert._present.report.sections.energies import constraint_meanings
from dalembert._present.report.writer import Row, Writer


def section(writer: Writer) -> Section | None:
    """The equations besides Lagrange's."""
    model, equations = writer.data.model, writer.data.equations
    blocks: list[Block] = []
    if equations.effort:
        pairs = zip(constraints_of(model, "effort"), equations.effort, strict=True)
        rows = [Row(node=node, label=writer.constraint(c.name), vanishes=True) for c, node in pairs]
        blocks += [Heading(writer.plain("report_constraints_effort")), writer.paragraph("report_effort_read")]
        blocks += writer.equations(rows)
        blocks += constraint_meanings(writer, constraints_of(model, "effort"))
    sampled = {one.name for one in model.sampled}
    pairs_of_states = zip(model.states, equations.states, strict=True)
    rows = [
        Row(node=node, label=writer.name(s.name, 1)) for s, node in pairs_of_states if s.name not in sampled
    ]
    if rows:
        blocks += [Heading(writer.plain("report_states")), *writer.equations(rows)]
    return Section("efforts-and-states", writer.words("report_besides"), tuple(blocks)) if blocks else None
