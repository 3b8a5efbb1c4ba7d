"""The system: what its user says about it, how many things there are, and its drawing."""

from __future__ import annotations

from dalembert._model.records import constraints_of
from dalembert._present.report.desk import Desk
from dalembert._present.report.document import Block, Items, Paragraph, Picture, Plain, Section


def section(desk: Desk) -> Section:
    """Text, counts and drawing."""
    material, model = desk.material, desk.material.model
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
    blocks.append(desk.paragraph("report_system_has"))
    blocks.append(
        Items(tuple(desk.say(f"report_count_{key}", count=count) for key, count in counts.items() if count))
    )
    if material.drawing is not None:
        shown = material.drawing
        blocks.append(Picture(shown.name, 1, shown.caption or shown.title, shown.svg, shown.pdf))
    return Section("system", desk.words("report_system"), tuple(blocks))
