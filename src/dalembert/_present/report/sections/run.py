"""The run: how it ended, how exact it is, how much work it was."""

from __future__ import annotations

from dalembert._present.report.desk import Desk
from dalembert._present.report.document import Block, Paragraph, Plain, Section, Spans, Table


def section(desk: Desk) -> Section | None:
    """Status, accuracy, work."""
    motion = desk.material.motion
    if motion is None:
        return None
    achieved, until = motion.accuracy.achieved, motion.accuracy.until
    rows: list[tuple[Spans, ...]] = [
        (desk.plain("report_status"), desk.plain(f"report_status_{motion.status.value}")),
        (desk.plain("report_reached"), desk.quantity(motion.reached, "s")),
        (
            desk.plain("report_achieved"),
            desk.number(achieved, 2) if achieved is not None else desk.plain("report_not_estimated"),
        ),
    ]
    if achieved is not None and until is not None and achieved > motion.settings.rtol:
        rows.append((desk.plain("report_until"), desk.quantity(until, "s")))
    work = motion.work
    for key, count in (
        ("steps", work.steps),
        ("rejected", work.rejected),
        ("rhs", work.rhs),
        ("projections", work.projections),
    ):
        if count or key != "projections":
            rows.append((desk.plain(f"report_work_{key}"), (Plain(str(count)),)))
    blocks: list[Block] = [Paragraph(desk.sentence(motion.message)), Table((), tuple(rows))]
    return Section("run", desk.words("report_run"), tuple(blocks))
