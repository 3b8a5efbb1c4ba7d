"""Figures, and the animation."""

from __future__ import annotations

from dalembert._present.report.desk import Desk
from dalembert._present.report.document import Block, Code, Picture, Player, Section


def section(desk: Desk) -> Section | None:
    """All figures with their captions, after the drawing of the system."""
    material = desk.material
    first = 2 if material.drawing is not None else 1
    blocks: list[Block] = [
        Picture(shown.name, number, shown.caption or shown.title, shown.svg, shown.pdf)
        for number, shown in enumerate(material.figures, first)
    ]
    if material.animation:
        blocks.insert(
            0, Player(material.animation, desk.say("report_animation_on_paper", file=Code("report.html")))
        )
    return Section("figures", desk.words("report_figures"), tuple(blocks)) if blocks else None
