"""The motion: the end of the run, extremes, and figures."""

from __future__ import annotations

from dalembert._model.records import Model
from dalembert._present.report.document import Block, Heading, Paragraph, Section
from dalembert._present.report.drawn_figures import figures_in, pictures
from dalembert._present.report.extremes_table import extremes_table
from dalembert._present.report.writer import Writer


def section(writer: Writer) -> Section | None:
    """The message of the run, the extremes of coordinates, speeds, states and outputs, figures."""
    motion = writer.data.motion
    if motion is None:
        return None
    blocks: list[Block] = [Paragraph(writer.sentence(motion.message))]
    table = extremes_table(writer, _names(motion.model))
    if table:
        blocks += [Heading(writer.plain("report_extremes")), writer.paragraph("report_extremes_read"), *table]
    blocks += pictures(writer, figures_in("motion", writer.data.figures))
    return Section("motion", writer.words("report_motion"), tuple(blocks))


def _names(model: Model) -> tuple[str, ...]:
    coordinates = [c.name for c in model.coordinates]
    return (
        *(o.name for o in model.outputs),
        *coordinates,
        *(f"{name}'" for name in coordinates),
        *(s.name for s in model.states),
    )
