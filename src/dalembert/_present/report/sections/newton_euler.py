"""Newton and Euler's equations, body by body: momenta, their rates, forces and moments.

p' = Σ F,   L' = Σ (M + (r − c) × F),   of a body that turns in space J ω' + ω × J ω = Σ M in its axes
"""

from __future__ import annotations

from dalembert._derive.forms.form import Form
from dalembert._present.report.document import Block, Code, Heading, Maths, Paragraph, Plain, Section
from dalembert._present.report.form_steps import form_of, height, lines, part_of, rows
from dalembert._present.report.symbols import word
from dalembert._present.report.writer import WHOLE, Writer

ROOM = 160  # lines
BALANCE, EULER = ".balance", ".euler"


def section(writer: Writer) -> Section | None:
    """The balances of every body, and the laws of elements."""
    form = form_of(writer, "newton_euler")
    if form is None:
        return None
    blocks: list[Block] = [_introduction(writer, form)]
    bodies = [part.name.removesuffix(BALANCE) for part in form.parts if part.name.endswith(BALANCE)]
    spent, shown = 0, 0
    for body in bodies:
        made = _body(writer, form, body)
        spent += height(made)
        if shown and spent > writer.most(ROOM):
            break
        shown += 1
        blocks += made
    if shown < len(bodies):
        blocks.append(writer.paragraph("report_bodies_left", count=len(bodies) - shown, file=Code(WHOLE)))
    for part in (one for one in form.parts if one.name == "guides"):
        blocks.append(writer.paragraph("report_newton_euler_guides"))
        blocks += writer.equations(rows(writer, lines(part)))
    laws = [part for part in form.parts if part.name == "elements"]
    for part in laws:
        blocks.append(Heading(writer.plain("report_newton_euler_elements")))
        blocks += writer.equations(rows(writer, lines(part)))
    return Section("newton_euler", writer.words("report_newton_euler"), tuple(blocks))


def _introduction(writer: Writer, form: Form) -> Paragraph:
    """The meaning of the letters: L in fixed axes, or ω and R of bodies that rotate in space."""
    p = Maths(word("p"))
    if any(part.name.endswith(EULER) for part in form.parts):
        omega = Maths(word("omega"))
        return writer.paragraph("report_newton_euler_space", p=p, omega=omega, R=Maths(word("R")))
    return writer.paragraph("report_newton_euler_read", p=p, L=Maths(word("L")))


def _body(writer: Writer, form: Form, body: str) -> list[Block]:
    named = lines(part_of(form, body))
    momenta = {name: node for name, node in named.items() if not name.endswith("'")}
    rates = {name: node for name, node in named.items() if name.endswith("'")}
    turning: list[Block] = []
    for part in (one for one in form.parts if one.name == body + EULER):
        turning.append(writer.paragraph("report_newton_euler_turning", M=Maths(word("M"))))
        turning += writer.equations(rows(writer, lines(part)))
    return [
        Heading((Plain(body.replace("_", " ")),)),
        *writer.equations(rows(writer, momenta)),
        writer.paragraph("report_newton_euler_rates"),
        *writer.equations(rows(writer, rates)),
        *turning,
        writer.paragraph("report_newton_euler_balance"),
        *writer.equations(rows(writer, lines(part_of(form, body + BALANCE)))),
    ]
