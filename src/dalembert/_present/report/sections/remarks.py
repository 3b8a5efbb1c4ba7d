"""Assumptions and remarks: assumptions and corrections at the start, remarks of the run, missing results."""

from __future__ import annotations

from dalembert._present.report.data import Length
from dalembert._present.report.document import Block, Items, Paragraph, Section, Spans
from dalembert._present.report.writer import Writer
from dalembert._words.message import Message


def section(writer: Writer) -> Section | None:
    """A list of sentences; None where a brief report has none."""
    data, rows = writer.data, list[Spans]()
    motion = data.motion
    if motion is not None:
        if motion.assumed:
            rows.append(writer.say("report_assumed", names=writer.symbols(motion.assumed)))
        rows += [writer.phrase(Message("report_moved", change.values)) for change in motion.moved]
        rows += [writer.sentence(remark) for remark in motion.remarks]
    for lack in data.missing:
        rows.append((*writer.plain(f"report_missing_{lack.what}"), *writer.sentence(lack.why)))
    if not rows and data.length is Length.brief:
        return None
    blocks: tuple[Block, ...] = (
        (Items(tuple(rows)),) if rows else (Paragraph(writer.plain("report_remarks_none")),)
    )
    return Section("remarks", writer.words("report_remarks"), blocks)
