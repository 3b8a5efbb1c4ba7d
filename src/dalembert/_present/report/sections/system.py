"""The system: its description by the user, and the numbers of its parts."""

from __future__ import annotations

from dalembert._model.records import constraints_of
from dalembert._present.report.document import Block, Items, Paragraph, Plain, Section
from dalembert._present.report.writer import Writer


def section(writer: Writer) -> Section:
    """Text and counts."""
    model = writer.data.model
    blocks: list[Block] = [
        Paragraph((Plain(" ".join(part.split())),)) for part in model.text.split("\n\n") if part.strip()
    ]
    counts = {
        "coordinates": len(model.coordinates),
        **{kind: len(constraints_of(model, kind)) for kind in ("displacement", "flow", "effort")},
        "efforts": len(model.efforts),
        "states": len(model.states),
        "inputs": len(model.inputs),
        "parameters": len(model.parameters),
        "contacts": len(model.contacts),
    }
    blocks.append(writer.paragraph("report_system_has"))
    blocks.append(
        Items(tuple(writer.say(f"report_count_{key}", count=count) for key, count in counts.items() if count))
    )
    return Section("system", writer.words("report_system"), tuple(blocks))
