"""Controllers: the block diagram, and the equations of each of them."""

from __future__ import annotations

from dalembert._model.controllers.records import SECTION
from dalembert._model.records import State, Term
from dalembert._present.report.document import Block, Heading, Picture, Plain, Section
from dalembert._present.report.writer import Row, Writer

WRITTEN = 12  # the most controllers whose equations are written


def section(writer: Writer) -> Section | None:
    """The diagram, and the equations of each controller."""
    model, shown = writer.data.model, writer.data.blocks
    sampled = {one.name: one for one in model.sampled}
    rows: dict[str, list[Row]] = {}
    entries: tuple[Term | State, ...] = (*model.definitions, *model.states)
    for one in entries:
        path = one.origin.path.split(".") if one.origin is not None else []
        owner = sampled[one.name].name.split(".")[0] if one.name in sampled else ""
        if path[:1] != [SECTION] and owner not in _names(writer):
            continue
        name = path[1] if path else owner
        if one.name in sampled:
            rows.setdefault(name, []).append(
                Row(node=sampled[one.name].value.root, label=writer.name(one.name))
            )
        elif isinstance(one, Term):
            rows.setdefault(name, []).append(Row(node=one.expression.root, label=writer.name(one.name)))
        else:
            rows.setdefault(name, []).append(Row(node=one.rate.root, label=writer.name(one.name, 1)))
    if not rows:
        return None
    blocks: list[Block] = [writer.paragraph("report_controllers_read")]
    if shown is not None:
        blocks.append(Picture(shown.name, 0, shown.caption, shown.svg, shown.pdf))
    for name, equations in list(rows.items())[:WRITTEN]:
        blocks += [Heading((Plain(name.replace("_", " ")),)), *writer.equations(equations)]
    return Section("controllers", writer.words("report_controllers"), tuple(blocks))


def _names(writer: Writer) -> frozenset[str]:
    """The names of the controllers of a model."""
    written = writer.data.model.written
    return frozenset(written.values.get(SECTION, {})) if written is not None else frozenset()
