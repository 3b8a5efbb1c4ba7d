"""Matrix forms: M q'' + Phi_qᵀ λ + Psi_qdᵀ κ = h, the derivatives of constraints, the form with C and G."""

from __future__ import annotations

from dalembert._present.report import boxes as b
from dalembert._present.report import signs
from dalembert._present.report.boxes import Box
from dalembert._present.report.document import Block, Equation, Equations, Heading, Items, Maths, Section
from dalembert._present.report.writer import Writer, zero

NAMES: dict[str, Box] = {
    "M": signs.M,
    "h": signs.h,
    "C": signs.C,
    "C_matrix": b.accent(signs.C, "bar", "¯"),
    "C_closed": b.accent(signs.C, "hat", "^"),
    "G": signs.G,
    "Phi": signs.PHI,
    "Psi": signs.PSI,
    "Phi_q": signs.PHI_Q,
    "Psi_qd": signs.PSI_QD,
    "gamma": signs.GAMMA,
}


def section(writer: Writer) -> Section | None:
    """The matrices of the equations, then those of the form with C and G, where they are written out."""
    e = writer.data.equations
    if not (e.whole and e.coordinates):
        return None
    names = writer.symbols(c.coordinate for c in e.coordinates)
    blocks: list[Block] = [
        writer.paragraph(
            "report_matrices_read" if len(e.coordinates) > 1 else "report_matrices_one", names=names
        ),
        Equations((_general_equation(writer, signs.h),)),
    ]
    if e.gamma:
        blocks.append(writer.paragraph("report_gamma_read"))
    blocks += writer.matrix(signs.M, e.M, symmetric=True)
    blocks += writer.matrix(signs.h, [(node,) for node in e.h])
    for name, rows in (("Phi_q", e.Phi_q), ("Psi_qd", e.Psi_qd)):
        if rows:
            blocks += writer.matrix(NAMES[name], rows)
    if e.gamma:
        blocks += writer.matrix(signs.GAMMA, [(node,) for node in e.gamma])
    blocks += _mcg(writer)
    return Section("matrices", writer.words("report_matrices"), tuple(blocks))


def _general_equation(writer: Writer, right: Box) -> Equation:
    """M q'' + Phi_qᵀ λ + Psi_qdᵀ κ = h."""
    e = writer.data.equations
    parts = [signs.M, signs.Q_ACCELERATION]
    for rows, matrix, multiplier in (
        (e.Phi_q, signs.PHI_Q, signs.LAMBDA),
        (e.Psi_qd, signs.PSI_QD, signs.KAPPA),
    ):
        if rows:
            parts += [signs.PLUS, signs.transpose(matrix), b.sign(r"\,", "", 0.2), multiplier]
    return Equation(body=b.row(*parts, signs.EQUALS, right))


def _mcg(writer: Writer) -> list[Block]:
    """The form M q'' + C + G = 0."""
    form = next((form for form in writer.data.forms if form.name == "mcg"), None)
    if form is None:
        return []
    parts = {part.name: part.rows for part in form.parts}
    shown = [name for name in ("C", "G") if any(not zero(node) for row in parts[name] for node in row)]
    if len(shown) < len(("C", "G")) and "C_closed" not in parts:
        return []  # then it adds nothing to M and h
    title = b.row(
        signs.M, signs.Q_ACCELERATION, signs.PLUS, signs.C, signs.PLUS, signs.G, signs.EQUALS, b.number("0")
    )
    blocks: list[Block] = [
        Heading(writer.plain("report_mcg")),
        writer.paragraph("report_mcg_read", form=Maths(title), C=Maths(signs.C), G=Maths(signs.G)),
    ]
    for name in shown:
        blocks += writer.matrix(NAMES[name], parts[name])
    if "C_closed" in parts:
        blocks.append(writer.paragraph("report_mcg_closed", name=Maths(NAMES["C_closed"]), C=Maths(signs.C)))
        blocks += writer.matrix(NAMES["C_closed"], parts["C_closed"])
    if any(not zero(node) for row in parts.get("C_matrix", ()) for node in row):
        blocks.append(writer.paragraph("report_christoffel", name=Maths(NAMES["C_matrix"])))
        blocks += writer.matrix(NAMES["C_matrix"], parts["C_matrix"])
    remarks = tuple(writer.sentence(remark) for remark in form.remarks)
    return [*blocks, Items(remarks)] if remarks else blocks
