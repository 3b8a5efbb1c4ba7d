"""Natural frequencies and damping ratios of small motions about an operating point."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dalembert._analyse.records import Mode, Modes
from dalembert._present.report import boxes as b
from dalembert._present.report.boxes import Box
from dalembert._present.report.data import Length
from dalembert._present.report.document import Block, Heading, Items, Maths, Plain, Section, Spans, Table
from dalembert._present.report.symbols import word
from dalembert._present.report.typesetter import number_box
from dalembert._present.report.writer import Writer, join_spans

MOST = 24
LARGE = 0.5  # relative to the largest entry of a shape: coordinates above it are named
NAMED = 4
MOST_SHAPES, MOST_MOVING = 8, 14  # columns and rows of the table of shapes
REAL = 1e-9  # relative imaginary part below which an entry is real


def section(writer: Writer) -> Section | None:
    """A table of modes."""
    modes = writer.data.modes
    if modes is None:
        return None
    most = writer.most(MOST)
    about = writer.phrase(modes.point.about)
    blocks: list[Block] = [
        writer.paragraph("report_modes_about", place=about, kind=writer.words(f"report_{modes.kind}"))
    ]
    titles = (
        writer.plain("report_column_number"),
        writer.plain("report_column_kind"),
        writer.plain("report_column_hz"),
        writer.plain("report_column_damping"),
        (*writer.plain("report_column_eigenvalue"), Plain(" / s⁻¹")),
        writer.plain("report_column_moving"),
    )
    rows = tuple(_row(writer, modes, i, mode) for i, mode in enumerate(modes.modes[:most]))
    if rows:
        blocks.append(Table(titles, rows, frozenset({2, 3, 4})))
    if len(modes.modes) > most:
        blocks.append(writer.paragraph("report_modes_cut", shown=most, count=len(modes.modes)))
    blocks += _shapes(writer, modes) if writer.data.length is not Length.brief else []
    remarks = tuple(writer.sentence(remark) for remark in modes.remarks)
    blocks += [Items(remarks)] if remarks else []
    return Section("modes", writer.words("report_modes"), tuple(blocks))


def _shapes(writer: Writer, modes: Modes) -> list[Block]:
    """The mode shapes, with the largest entry 1, and phases where they differ."""
    shown_modes = modes.modes[:MOST_SHAPES]
    moving = [j for j in range(len(modes.names)) if any(mode.shape[j] for mode in shown_modes)]
    if len(modes.names) < 2 or not shown_modes or len(moving) > MOST_MOVING:
        return []
    titles = (writer.plain("report_column_symbol"), *((Plain(str(i + 1)),) for i in range(len(shown_modes))))
    rows = tuple(
        (writer.as_formula(modes.names[j]), *((Maths(_entry(mode.shape[j])),) for mode in shown_modes))
        for j in moving
    )
    numbers = frozenset(range(1, len(shown_modes) + 1))
    return [
        Heading(writer.plain("report_shapes")),
        writer.paragraph("report_shapes_read"),
        Table(titles, rows, numbers),
    ]


def _entry(value: complex) -> Box:
    """A real number, or magnitude ∠ phase."""
    if abs(value.imag) <= REAL * abs(value):
        return number_box(f"{value.real:.4g}")
    angle = number_box(f"{np.degrees(np.angle(value)):.3g}")
    made = b.row(
        number_box(f"{abs(value):.4g}"), b.sign(r"\,\angle\,", "∠", 1.2), angle, b.sign(r"^\circ", "°", 0.4)
    )
    return replace(made, kind="atom", parts=())


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
    """The eigenvalues σ ± ω i."""
    real, imaginary = f"{value.real:.4g}", f"{abs(value.imag):.4g}"
    if not value.imag:
        return number_box(real)
    parts = [] if value.real == 0 else [number_box(real)]
    made = b.row(*parts, b.sign(r"\pm", "±", 1.3), number_box(imaginary), word("i"))
    return replace(made, kind="atom", parts=())  # it stays in one line
