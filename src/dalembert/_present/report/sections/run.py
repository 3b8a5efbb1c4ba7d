"""The run: its status, its accuracy, its computational effort."""

from __future__ import annotations

from dalembert._present.report.document import Block, Paragraph, Plain, Section, Spans, Table
from dalembert._present.report.writer import Writer
from dalembert._simulate.claim import PARTED


def section(writer: Writer) -> Section | None:
    """Status, accuracy, computational effort."""
    motion = writer.data.motion
    if motion is None:
        return None
    achieved, until = motion.accuracy.achieved, motion.accuracy.until
    rows: list[tuple[Spans, ...]] = [
        (writer.plain("report_status"), writer.plain(f"report_status_{motion.status.value}")),
        (writer.plain("report_reached"), writer.quantity(motion.reached, "s")),
    ]
    if achieved is None:
        rows.append((writer.plain("report_achieved"), writer.plain("report_not_estimated")))
    elif achieved < PARTED:
        rows.append((writer.plain("report_achieved"), writer.number(achieved, 2)))
    if achieved is not None and until is not None and achieved > motion.settings.rtol:
        rows.append((writer.plain("report_until"), writer.quantity(until, "s")))
    work = motion.work
    for key, count in (
        ("steps", work.steps),
        ("rejected", work.rejected),
        ("rhs", work.rhs),
        ("projections", work.projections),
    ):
        if count or (key != "projections" and (work.steps or work.rhs)):
            rows.append((writer.plain(f"report_work_{key}"), (Plain(str(count)),)))
    blocks: list[Block] = [Paragraph(writer.sentence(motion.message)), Table((), tuple(rows))]
    return Section("run", writer.words("report_run"), tuple(blocks))
