"""Structure: what the constraints leave free, the index, what is redundant or has no inertia."""

from __future__ import annotations

from dalembert._present.report.desk import Desk
from dalembert._present.report.document import Block, Plain, Section, Spans, Table


def section(desk: Desk) -> Section:
    """A table of counts, and what they mean."""
    found = desk.material.verdict.structure
    blocks: list[Block] = []
    if found is None:
        blocks.append(desk.paragraph("report_structure_unknown"))
    else:
        counts = {
            "coordinates": found.coordinates,
            "constraints": found.constraints,
            "dof": found.dof,
            "states": found.states,
            "index": found.index,
        }
        rows: list[tuple[Spans, ...]] = [
            (desk.plain(f"report_structure_{key}"), (Plain(str(count) if count is not None else "–"),))
            for key, count in counts.items()
        ]
        for key, names in (("redundant", found.redundant), ("massless", found.massless)):
            shown = desk.symbols(names) if names else desk.plain("report_none")
            rows.append((desk.plain(f"report_structure_{key}"), shown))
        blocks.append(Table((), tuple(rows)))
        if found.index:
            blocks.append(desk.paragraph("report_index_read", index=found.index))
    flaws = [flaw for flaw in desk.material.verdict.flaws if flaw.severity != "error"]
    if flaws:
        blocks.append(desk.paragraph("report_flaws", count=len(flaws)))
    return Section("structure", desk.words("report_structure"), tuple(blocks))
