"""Jumps at instants: assignments of events, impulses, sampled values."""

from __future__ import annotations

from dalembert._expression.tree import Name
from dalembert._present.report import signs
from dalembert._present.report.document import Block, Code, Maths, Section
from dalembert._present.report.symbols import word
from dalembert._present.report.writer import Row, Writer


def section(writer: Writer) -> Section | None:
    """Events with assignments, impulses and sampled values, with their equations."""
    blocks = [*_events(writer), *_impulses(writer), *_sampled_values(writer)]
    return Section("instants", writer.words("report_instants"), tuple(blocks)) if blocks else None


def _events(writer: Writer) -> list[Block]:
    blocks: list[Block] = []
    for event in writer.data.model.events:
        if event.sets:
            blocks.append(writer.paragraph("report_event_sets", name=Code(event.name)))
            rows = [Row(node=event.when.root, vanishes=True)]
            rows += [
                Row(node=one.expression.root, label=writer.name(one.name, one.order)) for one in event.sets
            ]
            blocks += writer.equations(rows)
    return blocks


def _impulses(writer: Writer) -> list[Block]:
    blocks: list[Block] = []
    for impulse in writer.data.model.impulses:
        at = Maths(writer.typesetter.box(impulse.at.root))
        blocks.append(writer.paragraph("report_impulse_acts", name=Code(impulse.name), t=at))
        rows = [
            Row(node=push.expression.root, label=signs.partial(word("L"), writer.name(push.name, 1)))
            for push in impulse.work
        ]
        blocks += writer.equations(rows)
    return blocks


def _sampled_values(writer: Writer) -> list[Block]:
    model = writer.data.model
    if not model.sampled:
        return []
    times = {one.name: writer.typesetter.box(one.every.root) for one in model.sampled}
    rows = [Row(node=one.value.root, label=writer.name(one.name)) for one in model.sampled]
    blocks: list[Block] = [writer.paragraph("report_sampled_read")]
    blocks += [
        writer.paragraph(
            "report_sampled_every", name=Maths(writer.typesetter.box(Name(name))), every=Maths(box)
        )
        for name, box in times.items()
    ]
    return [*blocks, *writer.equations(rows)]
