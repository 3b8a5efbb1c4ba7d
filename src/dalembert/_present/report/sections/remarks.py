"""Assumptions and remarks: what was assumed or moved at the start, what the run noticed, what is missing."""

from __future__ import annotations

from dalembert._present.report.desk import Desk
from dalembert._present.report.document import Block, Items, Paragraph, Section, Spans
from dalembert._words.message import Message


def section(desk: Desk) -> Section:
    """A list of sentences."""
    material, rows = desk.material, list[Spans]()
    motion = material.motion
    if motion is not None:
        if motion.assumed:
            rows.append(desk.say("report_assumed", names=desk.symbols(motion.assumed)))
        rows += [desk.phrase(Message("report_moved", change.values)) for change in motion.moved]
        rows += [desk.sentence(remark) for remark in motion.remarks]
    for lack in material.missing:
        rows.append((*desk.plain(f"report_missing_{lack.what}"), *desk.sentence(lack.why)))
    blocks: tuple[Block, ...] = (
        (Items(tuple(rows)),) if rows else (Paragraph(desk.plain("report_remarks_none")),)
    )
    return Section("remarks", desk.words("report_remarks"), blocks)
