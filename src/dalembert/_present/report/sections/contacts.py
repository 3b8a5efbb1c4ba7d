"""Equations of contact: the generalised forces of a closed contact, and its force.

M q'' + Gᵀ lam − g_qᵀ f − v_qdᵀ f_t = h
"""

from __future__ import annotations

from itertools import groupby

from dalembert._derive.contacts import contacts_together
from dalembert._derive.equations import ContactEquations, Step
from dalembert._model.records import Contact
from dalembert._present.report import boxes as b
from dalembert._present.report import metrics as m
from dalembert._present.report import signs
from dalembert._present.report.boxes import Box
from dalembert._present.report.document import (
    Block,
    Code,
    Equation,
    Equations,
    Heading,
    Maths,
    Paragraph,
    Section,
)
from dalembert._present.report.sections.energies import short
from dalembert._present.report.symbols import word
from dalembert._present.report.writer import WHOLE, Row, Writer, join_spans, lines_of

LINES = 160
MOST_ROWS = 12  # the most gaps and slips whose derivatives are listed
FORCE, GAP, SLIP = (b.bold(word(letter)) for letter in "fgv")  # of all contacts
FRICTION = b.subscript(FORCE, word("t"))
GAP_Q, SLIP_QD = b.subscript(GAP, signs.Q_VECTOR), b.subscript(SLIP, signs.Q_RATE)
GAMMA_G = b.subscript(signs.GAMMA, GAP)
NIL, THIN, MINUS = b.number("0"), b.sign(r"\,", "", 0.2), b.sign("-", "−", m.SIGN)
AT_MOST, AT_LEAST = b.sign(r"\le ", "≤", m.RELATION), b.sign(r"\ge ", "≥", m.RELATION)
ACROSS = b.sign(r"\perp ", "⊥", m.RELATION)


def section(writer: Writer) -> Section | None:
    """One contact after the other, as long as there is room."""
    model, of_contacts = writer.data.model, writer.data.equations.contacts
    if not of_contacts:
        return None
    blocks: list[Block] = []
    spent, shown = 0, 0
    for contact, equations in zip(model.contacts, of_contacts, strict=True):
        made = _contact(writer, contact, equations, first=not shown)
        rows = [row for block in made if isinstance(block, Equations) for row in block.rows]
        lines = sum(lines_of(row.body) for row in rows) + 6
        if spent and spent + lines > writer.most(LINES):
            break
        spent += lines
        shown += 1
        blocks += made
    left = model.contacts[shown:]
    if left:
        names = join_spans([(Code(contact.name),) for contact in left])
        blocks.append(writer.paragraph("report_touching_cut", file=Code(WHOLE), names=names))
    blocks += _together(writer)
    return Section("contact", writer.words("report_touching"), tuple(blocks))


def _contact(writer: Writer, contact: Contact, equations: ContactEquations, *, first: bool) -> list[Block]:
    name = contact.name
    blocks: list[Block] = [Heading(writer.say("report_contact_named", name=Code(name)))]
    blocks += [writer.paragraph("report_touching_read", force=Maths(word("f")))] if first else []
    gap, slip = _of(writer, "g", name), [_of(writer, "v", one) for one in contact.slips]
    force = writer.name(f"contact_{name}")
    given = [Row(node=equations.gap, label=gap, vanishes=not contact.compliant)]
    pressed = [
        Row(node=node, label=b.row(force, signs.partial(gap, writer.name(x))))
        for x, node in equations.efforts
    ]
    blocks += writer.equations([*given, *pressed])
    if equations.sliding:
        friction = b.subscript(word("f"), word("t"))
        rubbed = [Row(node=node, label=label) for node, label in zip(equations.slip, slip, strict=True)]
        rubbed += [
            Row(node=node, label=b.row(friction, signs.partial(writer.letters("v"), writer.name(x, 1))))
            for x, node in equations.friction
        ]
        rubbed += [Row(node=step.right, label=writer.typesetter.box(step.left)) for step in equations.sliding]
        paragraph = writer.paragraph("report_touching_rubs", friction=Maths(friction))
        blocks += [paragraph, *writer.equations(rubbed)]
    if equations.equations:
        blocks.append(writer.paragraph("report_touching_equations"))
        blocks += writer.equations([Row(node=node, vanishes=True) for _, node in equations.equations])
    if equations.solved:
        blocks += [writer.paragraph("report_touching_gap"), *_steps(writer, equations.solved)]
        for why, steps in groupby(equations.force, key=lambda step: step.why):
            blocks += [Paragraph(writer.sentence(why, end=":")), *_steps(writer, tuple(steps))]
    if contact.compliant:
        blocks.append(writer.paragraph("report_touching_law", force=Maths(force)))
    return blocks


def _together(writer: Writer) -> list[Block]:
    """Several contacts at once: the equations with all forces, and the complementarity conditions."""
    equations = writer.data.equations
    together = contacts_together(equations)
    if together is None:
        return []
    terms = [signs.M, signs.Q_ACCELERATION]
    for rows, sign, matrix, force in (
        (equations.Phi_q, signs.PLUS, signs.PHI_Q, signs.LAMBDA),
        (equations.Psi_qd, signs.PLUS, signs.PSI_QD, signs.KAPPA),
        (together.gap_q, MINUS, GAP_Q, FORCE),
        (together.slip_qd, MINUS, SLIP_QD, FRICTION),
    ):
        if rows:
            terms += [sign, signs.transpose(matrix), THIN, force]
    blocks: list[Block] = [
        Heading(writer.plain("report_together")),
        writer.paragraph("report_together_read"),
        Equations((Equation(body=b.row(*terms, signs.EQUALS, signs.h)),)),
        *writer.equations([Row(node=node, vanishes=True) for _, node in together.equations]),
    ]
    if together.contacts:
        bent = b.row(GAP_Q, THIN, signs.Q_ACCELERATION, MINUS, GAMMA_G)
        blocks += [
            writer.paragraph("report_together_either"),
            Equations((Equation(body=b.row(NIL, AT_MOST, FORCE, ACROSS, GAP, AT_LEAST, NIL)),)),
            writer.paragraph("report_together_closed"),
            Equations((Equation(body=b.row(NIL, AT_MOST, FORCE, ACROSS, bent, AT_LEAST, NIL)),)),
        ]
    if len(together.contacts) + len(together.slips) > MOST_ROWS:
        return blocks
    for names, matrices in (
        (together.contacts, ((GAP_Q, together.gap_q), (GAMMA_G, tuple((node,) for node in together.gamma)))),
        (together.slips, ((SLIP_QD, together.slip_qd),)),
    ):
        if names:
            listed = join_spans([(Code(name),) for name in names])
            named = join_spans([(Maths(matrix),) for matrix, _ in matrices])
            blocks.append(writer.paragraph("report_together_rows", names=listed, signs=named))
            for matrix, rows in matrices:
                blocks += writer.matrix(matrix, rows)
    return blocks


def _of(writer: Writer, letter: str, name: str) -> Box:
    """The symbol g_name."""
    return b.subscript(writer.letters(letter), word(short(name)))


def _steps(writer: Writer, steps: tuple[Step, ...]) -> list[Block]:
    return writer.equations([Row(node=step.right, label=writer.typesetter.box(step.left)) for step in steps])
