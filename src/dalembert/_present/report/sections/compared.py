"""The motion by other derivations and formulations: a verdict, a table of the runs, figures."""

from __future__ import annotations

from dalembert._present.motion_comparison import listed_runs, reasons_of, run_name
from dalembert._present.report.document import Block, Items, Paragraph, Picture, Plain, Section, Table
from dalembert._present.report.writer import Writer

KEPT = ("compare_differences", "compare_drift", "compare_energies")


def section(writer: Writer) -> Section | None:
    """The comparison, where it was requested."""
    motion_comparison = writer.data.compared
    if motion_comparison is None:
        return None
    made = listed_runs(motion_comparison, writer.words, brief=True)
    blocks: list[Block] = [
        writer.paragraph("report_compared_intro"),
        Paragraph(writer.sentence(motion_comparison.verdict)),
        Table(
            tuple((Plain(title),) for title in made.head),
            tuple(tuple((Plain(cell),) for cell in row) for row in made.rows),
            frozenset(range(1, len(made.head))),
        ),
    ]
    gains = [
        run_name(motion_comparison, one.name, writer.words) for one in motion_comparison.runs if one.constants
    ]
    reasons = [f"{names}: {why}" for names, why in reasons_of(motion_comparison, writer.words)]
    items = (
        *((Plain(text),) for text in gains),
        *(writer.sentence(remark) for remark in motion_comparison.remarks),
        *((Plain(text),) for text in reasons),
    )
    blocks += [Items(items)] if items else []
    blocks += [
        Picture(shown.name, 0, shown.caption, shown.svg, shown.pdf)
        for shown in writer.data.compared_figures
        if shown.name in KEPT
    ]
    return Section("compared", writer.words("report_compared"), tuple(blocks))
