"""Loads: forces of constraints and contacts, friction, efforts, inputs, accelerations."""

from __future__ import annotations

from dalembert._present.ranges import load_names
from dalembert._present.report.data import Length
from dalembert._present.report.document import Block, Section
from dalembert._present.report.drawn_figures import figures_in, pictures
from dalembert._present.report.extremes_table import extremes_table
from dalembert._present.report.writer import Writer


def section(writer: Writer) -> Section | None:
    """The extremes of everything that loads the system, and figures."""
    motion = writer.data.motion
    if motion is None:
        return None
    inputs = tuple(u.name for u in motion.model.inputs)
    accelerations = tuple(f"{c.name}''" for c in motion.model.coordinates)
    table = extremes_table(writer, (*load_names(motion), *inputs, *accelerations))
    brief = writer.data.length is Length.brief
    drawn = [] if brief else pictures(writer, figures_in("loads", writer.data.figures))
    if not table and not drawn:
        return None
    blocks: list[Block] = [writer.paragraph("report_bearing_read"), *table, *drawn]
    return Section("loads", writer.words("report_bearing"), tuple(blocks))
