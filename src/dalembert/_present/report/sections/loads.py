"""Loads: forces of constraints and contacts, friction, efforts, inputs, accelerations."""

from __future__ import annotations

from dalembert._model.records import slip_names
from dalembert._present.ranges import ranges_of
from dalembert._present.report.data import Length
from dalembert._present.report.document import Block, Plain, Section
from dalembert._present.report.drawn_figures import figures_in, pictures
from dalembert._present.report.extremes_table import extremes_table
from dalembert._present.report.writer import Writer, join_spans
from dalembert._simulate.motion import Motion, multiplier_names


def section(writer: Writer) -> Section | None:
    """The extremes of all loads, and figures."""
    motion = writer.data.motion
    if motion is None:
        return None
    kinds = _kinds(writer, motion)
    table = extremes_table(writer, [name for names in kinds.values() for name in names])
    brief = writer.data.length is Length.brief
    drawn = [] if brief else pictures(writer, figures_in("loads", writer.data.figures))
    if not table and not drawn:
        return None
    bearings = [(Plain(writer.words(f"report_bearing_{kind}")),) for kind, names in kinds.items() if names]
    blocks: list[Block] = [
        writer.paragraph("report_bearing_read", kinds=join_spans(bearings)),
        *table,
        *drawn,
    ]
    return Section("loads", writer.words("report_bearing"), tuple(blocks))


def _kinds(writer: Writer, motion: Motion) -> dict[str, list[str]]:
    """The nonzero loads of each kind; accelerations only of coordinates with inertia."""
    model, ranges = motion.model, ranges_of(motion)
    structure = writer.data.verdict.structure
    light = frozenset(structure.massless if structure is not None else ())
    wanted = {
        "multipliers": multiplier_names(model),
        "contacts": [f"contact_{contact.name}" for contact in model.contacts],
        "friction": [f"friction_{name}" for name in slip_names(model)],
        "efforts": [effort.name for effort in model.efforts],
        "inputs": [one.name for one in model.inputs],
        "accelerations": [f"{c.name}''" for c in model.coordinates if c.name not in light],
    }
    return {
        kind: [name for name in names if name in ranges and not ranges[name].zero]
        for kind, names in wanted.items()
    }
