"""Events of the run, in the order in which they happened."""

from __future__ import annotations

from dalembert._present.report.document import Block, Code, Section, Table
from dalembert._present.report.writer import Writer
from dalembert._simulate.digits import digits_for

MOST = 40
OF_CONTACTS = ("impact", "release")  # these have their own section


def section(writer: Writer) -> Section | None:
    """A table of names, times and directions."""
    motion = writer.data.motion
    if motion is None or not motion.model.events:
        return None
    names = {event.name for event in motion.model.events}
    occurrences = [one for one in motion.events if one.kind not in OF_CONTACTS and one.name in names]
    blocks: list[Block] = []
    if not occurrences:
        blocks.append(writer.paragraph("report_events_none"))
    else:
        titles = tuple(writer.plain(f"report_column_{key}") for key in ("event", "time", "direction"))
        rows = tuple(
            (
                (Code(one.name),),
                writer.quantity(one.t, "s", digits_for(motion.accuracy.achieved)),
                writer.plain(f"report_{one.direction}"),
            )
            for one in occurrences[: writer.most(MOST)]
        )
        blocks.append(Table(titles, rows, frozenset({1})))
    if len(occurrences) > writer.most(MOST):
        blocks.append(writer.paragraph("report_events_cut", shown=MOST, count=len(occurrences)))
    return Section("events", writer.words("report_events"), tuple(blocks))
