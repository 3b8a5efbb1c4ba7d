"""Effort constraints, one for each unknown effort, and the rates of first-order states."""

from __future__ import annotations

from dalembert._model.records import constraints_of
from dalembert._present.report.desk import Desk, Row
from dalembert._present.report.document import Block, Heading, Section


def section(desk: Desk) -> Section | None:
    """What stands beside Lagrange's equations."""
    model, equations = desk.material.model, desk.material.equations
    blocks: list[Block] = []
    if equations.effort:
        pairs = zip(constraints_of(model, "effort"), equations.effort, strict=True)
        rows = [Row(node=node, label=desk.name(c.name), vanishes=True) for c, node in pairs]
        blocks += [Heading(desk.plain("report_constraints_effort")), desk.paragraph("report_effort_read")]
        blocks += desk.equations(rows)
    if equations.states:
        pairs_of_states = zip(model.states, equations.states, strict=True)
        rows = [Row(node=node, label=desk.name(s.name, 1)) for s, node in pairs_of_states]
        blocks += [Heading(desk.plain("report_states")), *desk.equations(rows)]
    return Section("efforts-and-states", desk.words("report_besides"), tuple(blocks)) if blocks else None
