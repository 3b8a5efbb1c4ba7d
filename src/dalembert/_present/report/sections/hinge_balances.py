"""Moments about the hinges: for each the rate of angular momentum of all bodies beyond it, and the moment.

Σ (rⱼ − r_P) × mⱼ aⱼ + Lⱼ' = Σ M
"""

from __future__ import annotations

from dalembert._present.report.document import Block, Code, Heading, Maths, Plain, Section
from dalembert._present.report.form_steps import form_of, height, lines, part_of, rows
from dalembert._present.report.symbols import word
from dalembert._present.report.writer import WHOLE, Writer

ROOM = 90  # lines
BALANCE = ".balance"


def section(writer: Writer) -> Section | None:
    """The two sides of the balance of every hinge."""
    form = form_of(writer, "hinge_balances")
    if form is None:
        return None
    blocks: list[Block] = [writer.paragraph("report_hinge_balances_read", L=Maths(word("L")))]
    hinges = [part.name.removesuffix(BALANCE) for part in form.parts if part.name.endswith(BALANCE)]
    spent, shown = 0, 0
    for hinge in hinges:
        made: list[Block] = [
            Heading((Plain(hinge.replace("_", " ")),)),
            *writer.equations(rows(writer, lines(part_of(form, hinge)))),
            writer.paragraph("report_hinge_balances_equal"),
            *writer.equations(rows(writer, lines(part_of(form, hinge + BALANCE)))),
        ]
        spent += height(made)
        if shown and spent > writer.most(ROOM):
            break
        shown += 1
        blocks += made
    if shown < len(hinges):
        blocks.append(writer.paragraph("report_hinges_left", count=len(hinges) - shown, file=Code(WHOLE)))
    return Section("hinge_balances", writer.words("report_hinge_balances"), tuple(blocks))
