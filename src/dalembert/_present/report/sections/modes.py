"""Natural frequencies and damping ratios of small motions about a place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dalembert._analyse.records import Mode, Modes
from dalembert._present.report import boxes as b
from dalembert._present.report import signs
from dalembert._present.report.boxes import Box
from dalembert._present.report.document import Block, Items, Maths, Plain, Section, Spans, Table
from dalembert._present.report.symbols import word
from dalembert._present.report.typesetter import number_box
from dalembert._present.report.writer import Writer, join_spans

MOST = 24
LARGE = 0.5  # part of the largest entry of a shape, from which a coordinate is named
NAMED = 4


def section(writer: Writer) -> Section | None:
    """A table of modes."""
    modes = writer.data.modes
    if modes is None:
        return None
    most = writer.most(MOST)
    about = writer.phrase(modes.place.about)
    blocks: list[Block] = [
        writer.paragraph("report_modes_about", place=about, kind=writer.words(f"report_{modes.kind}"))
    ]
    titles = (
        writer.plain("report_column_number"),
        writer.plain("report_column_kind"),
        writer.plain("report_column_hz"),
        writer.plain("report_column_damping"),
        (Maths(signs.EIGENVALUE), Plain(" / s⁻¹")),
        writer.plain("report_column_moving"),
    )
    rows = tuple(_row(writer, modes, i, mode) for i, mode in enumerate(modes.found[:most]))
    if rows:
        blocks.append(Table(titles, rows, frozenset({2, 3, 4})))
    if len(modes.found) > most:
        blocks.append(writer.paragraph("report_modes_cut", shown=most, count=len(modes.found)))
    remarks = tuple(writer.sentence(remark) for remark in modes.remarks)
    blocks += [Items(remarks)] if remarks else []
    return Section("modes", writer.words("report_modes"), tuple(blocks))


def _row(writer: Writer, modes: Modes, index: int, mode: Mode) -> tuple[Spans, ...]:
    kind = writer.words(f"report_mode_{mode.kind.value}")
    if mode.unstable:
        kind += f" ({writer.words('report_unstable')})"
    moving = [modes.names[j] for j in np.argsort(-np.abs(mode.shape)) if abs(mode.shape[j]) >= LARGE]
    names = join_spans([writer.as_formula(name) for name in moving[:NAMED]])
    more = (Plain(", …"),) if len(moving) > NAMED else ()
    oscillates = mode.eigenvalue.imag != 0
    nothing: Spans = (Plain("–"),)
    return (
        (Plain(str(index + 1)),),
        (Plain(kind),),
        writer.number(mode.hz) if oscillates else nothing,
        writer.number(mode.damping, 4) if oscillates else nothing,
        (Maths(_complex(mode.eigenvalue)),),
        (*names, *more),
    )


def _complex(value: complex) -> Box:
    """σ ± ω i."""
    real, imaginary = f"{value.real:.4g}", f"{abs(value.imag):.4g}"
    if not value.imag:
        return number_box(real)
    parts = [] if value.real == 0 else [number_box(real)]
    made = b.row(*parts, b.sign(r"\pm", "±", 1.3), number_box(imaginary), word("i"))
    return replace(made, kind="atom", parts=())  # it stays in one line
