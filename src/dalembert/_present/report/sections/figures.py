"""Figures, and the animation."""

from __future__ import annotations

from dalembert._present.report.document import Block, Code, Picture, Player, Section
from dalembert._present.report.writer import Writer


def section(writer: Writer) -> Section | None:
    """All figures with their captions, after the drawing of the system."""
    data = writer.data
    first = 2 if data.drawing is not None else 1
    blocks: list[Block] = [
        Picture(shown.name, number, shown.caption or shown.title, shown.svg, shown.pdf)
        for number, shown in enumerate(data.figures, first)
    ]
    if data.animation:
        blocks.insert(
            0, Player(data.animation, writer.say("report_animation_on_paper", file=Code("report.html")))
        )
    return Section("figures", writer.words("report_figures"), tuple(blocks)) if blocks else None
