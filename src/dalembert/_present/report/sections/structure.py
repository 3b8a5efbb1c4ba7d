"""Structure: degrees of freedom, index, redundant constraints, coordinates without inertia."""

from __future__ import annotations

from dalembert._model.loop_joints import on_loops
from dalembert._present.report.document import Block, Paragraph, Plain, Section, Spans, Table
from dalembert._present.report.writer import Writer


def section(writer: Writer) -> Section:
    """A table of counts, and their meanings."""
    structure = writer.data.verdict.structure
    blocks: list[Block] = []
    if structure is None:
        blocks.append(writer.paragraph("report_structure_unknown"))
    else:
        counts = {
            "coordinates": structure.coordinates,
            "constraints": structure.constraints,
            "dof": structure.dof,
            "states": structure.states,
            "index": structure.index,
        }
        rows: list[tuple[Spans, ...]] = [
            (writer.plain(f"report_structure_{key}"), (Plain(str(count) if count is not None else "–"),))
            for key, count in counts.items()
            if count != 0 or key == "dof"
        ]
        for key, names in (("redundant", structure.redundant), ("massless", structure.massless)):
            if names:
                rows.append((writer.plain(f"report_structure_{key}"), writer.symbols(names)))
        blocks.append(Table((), tuple(rows)))
        remark = on_loops(writer.data.model)
        if remark is not None:
            blocks.append(Paragraph(writer.sentence(remark)))
        if structure.index:
            blocks.append(writer.paragraph("report_index_read", index=structure.index))
    flaws = [flaw for flaw in writer.data.verdict.flaws if flaw.severity != "error"]
    if flaws:
        blocks.append(writer.paragraph("report_flaws", count=len(flaws)))
    return Section("structure", writer.words("report_structure"), tuple(blocks))
