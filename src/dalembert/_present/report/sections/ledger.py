"""The energy account of the run, and how far the motion is from its constraints."""

from __future__ import annotations

from dalembert._present.report.document import Block, Section, Spans, Table
from dalembert._present.report.writer import Writer


def section(writer: Writer) -> Section | None:
    """Works over the whole run, what is left unexplained, and the residuals."""
    motion = writer.data.motion
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
        **({"events": ledger.events} if any(event.sets for event in motion.model.events) else {}),
        **({"impulses": ledger.impulses} if motion.model.impulses else {}),
        "projection": ledger.projection,
        "rest": ledger.rest,
    }
    rows: list[tuple[Spans, ...]] = [
        (writer.plain("report_ledger_start"), writer.number(float(ledger.energy[0]), 9)),
        (writer.plain("report_ledger_end"), writer.number(float(ledger.energy[-1]), 9)),
    ]
    rows += [
        (writer.plain(f"report_ledger_{key}"), writer.number(float(values[-1]), 4))
        for key, values in accounts.items()
    ]
    titles = (writer.plain("report_ledger_account"), writer.plain("report_ledger_joule"))
    blocks: list[Block] = [
        writer.paragraph("report_ledger_energy" if ledger.kind == "energy" else "report_ledger_jacobi"),
        Table(titles, tuple(rows), frozenset({1})),
        writer.paragraph("report_ledger_error", error=writer.number(ledger.error, 2)),
    ]
    if motion.lam.shape[1]:
        position = float(motion.residual.position.max(initial=0.0))
        velocity = float(motion.residual.velocity.max(initial=0.0))
        blocks.append(
            writer.paragraph(
                "report_residuals", position=writer.number(position, 2), velocity=writer.number(velocity, 2)
            )
        )
    return Section("ledger", writer.words("report_ledger"), tuple(blocks))
