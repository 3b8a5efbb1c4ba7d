"""The energy account of the run, and how far the motion is from its constraints."""

from __future__ import annotations

from dalembert._present.report.desk import Desk
from dalembert._present.report.document import Block, Section, Spans, Table


def section(desk: Desk) -> Section | None:
    """Works over the whole run, what is left unexplained, and the residuals."""
    motion = desk.material.motion
    if motion is None or not len(motion.t):
        return None
    ledger = motion.ledger
    accounts = {
        "dissipated": ledger.dissipated,
        **({"friction": ledger.friction} if motion.friction.shape[1] else {}),
        **({"impacts": ledger.impacts} if motion.model.contacts else {}),
        "efforts": ledger.efforts,
        "constraints": ledger.constraints,
        "time": ledger.time,
        "projection": ledger.projection,
        "rest": ledger.rest,
    }
    rows: list[tuple[Spans, ...]] = [
        (desk.plain("report_ledger_start"), desk.number(float(ledger.energy[0]), 9)),
        (desk.plain("report_ledger_end"), desk.number(float(ledger.energy[-1]), 9)),
    ]
    rows += [
        (desk.plain(f"report_ledger_{key}"), desk.number(float(values[-1]), 4))
        for key, values in accounts.items()
    ]
    titles = (desk.plain("report_ledger_account"), desk.plain("report_ledger_joule"))
    blocks: list[Block] = [
        desk.paragraph("report_ledger_energy" if ledger.kind == "energy" else "report_ledger_jacobi"),
        Table(titles, tuple(rows), frozenset({1})),
        desk.paragraph("report_ledger_error", error=desk.number(ledger.error, 2)),
    ]
    if motion.lam.shape[1]:
        position = float(motion.residual.position.max(initial=0.0))
        velocity = float(motion.residual.velocity.max(initial=0.0))
        blocks.append(
            desk.paragraph(
                "report_residuals", position=desk.number(position, 2), velocity=desk.number(velocity, 2)
            )
        )
    return Section("ledger", desk.words("report_ledger"), tuple(blocks))
