"""Kinematics: positions, velocities, squares of velocities, and the kinetic energy."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._derive.kinematics import Line
from dalembert._present.report.document import Block, Code, Section
from dalembert._present.report.writer import WHOLE, Row, Writer, lines_of

LINES = 70
LONGEST_T = 9  # the most lines of the fully substituted T
_OF_ENERGY = ("report_kinematics_energy_two", "report_kinematics_energy")  # for two, and for three


def section(writer: Writer) -> Section | None:
    """The steps, as far as there is room; None where T is written in coordinates alone."""
    steps = writer.data.kinematics
    if steps is None:
        return None
    given = "report_kinematics_solved" if steps.solved else "report_kinematics_positions"
    speeds = "report_kinematics_velocities" if steps.positions else "report_kinematics_speeds"
    blocks: list[Block] = []
    spent, left = 0, 0
    for key, lines in (
        (given, steps.positions),
        (speeds, steps.velocities),
        ("report_kinematics_squares", steps.squares),
    ):
        shown = _that_fit(writer, lines, LINES - spent)
        rows = [Row(node=line.right, label=writer.typesetter.box(line.left)) for line in shown]
        spent += sum(lines_of(writer.typesetter.box(line.right)) for line in shown)
        left += len(lines) - len(shown)
        blocks += [writer.paragraph(key), *writer.equations(rows)] if rows else []
    if left:
        blocks.append(writer.paragraph("report_kinematics_cut", count=left, file=Code(WHOLE)))
    different = {writer.typesetter.box(node).tex: node for node in steps.energy}
    energy = [node for node in different.values() if lines_of(writer.typesetter.box(node)) <= LONGEST_T]
    if len(energy) > 1:
        rows = [Row(node=node, label=writer.letters("T")) for node in energy]
        blocks += [writer.paragraph(_OF_ENERGY[len(rows) - 2]), *writer.equations(rows)]
    return Section("kinematics", writer.words("report_kinematics"), tuple(blocks))


def _that_fit(writer: Writer, lines: Sequence[Line], room: int) -> list[Line]:
    """The first of some lines, as many as there is room for."""
    kept = []
    for line in lines:
        room -= lines_of(writer.typesetter.box(line.right))
        if room < 0:
            break
        kept.append(line)
    return kept
