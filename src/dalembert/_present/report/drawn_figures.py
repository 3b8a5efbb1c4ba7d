"""The sections and numbers of figures; number 1 is on the first page. Some lie in the folder only."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._present.report.data import ReportFigure
from dalembert._present.report.document import Block, Picture
from dalembert._present.report.front import first_figure
from dalembert._present.report.writer import Writer

LOADS = ("efforts", "inputs", "multipliers", "contacts", "friction", "reactions", "accelerations")
PROOF = ("elements", "ledger", "residuals")
MANY_RUNS = "sweep_"  # prefix of the names of figures of many runs
BESIDE = ("pairs", "phase_", "histories")  # prefixes of the names of figures that a folder has besides
PARTS = ("motion", "loads", "many_runs", "proof")  # in the order of the report


def figures_in(part: str, figures: Sequence[ReportFigure]) -> tuple[ReportFigure, ...]:
    """The figures of a part of the report."""
    return tuple(shown for shown in figures if _part(shown) == part)


def _part(shown: ReportFigure) -> str:
    if shown.name.startswith(BESIDE):
        return "beside"
    if shown.name in LOADS:
        return "loads"
    if shown.name.startswith(MANY_RUNS):
        return "many_runs"
    return "proof" if shown.name in PROOF else "motion"


def pictures(writer: Writer, wanted: Sequence[ReportFigure]) -> list[Block]:
    """Figures with their numbers, without the one on the first page."""
    figures, first = writer.data.figures, first_figure(writer.data)
    order = [shown for part in PARTS for shown in figures_in(part, figures) if shown is not first]
    numbers = {shown.name: number for number, shown in enumerate(order, 2 if first is not None else 1)}
    return [
        Picture(shown.name, numbers[shown.name], shown.caption or shown.title, shown.svg, shown.pdf)
        for shown in wanted
        if shown is not first
    ]
