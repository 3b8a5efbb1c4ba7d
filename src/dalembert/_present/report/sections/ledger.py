"""The energy account of the run, and how far the motion is from its constraints."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from dalembert._present.report.document import Block, Section, Spans, Table
from dalembert._present.report.drawn_figures import figures_in, pictures
from dalembert._present.report.writer import Writer
from dalembert._simulate.motion import Motion

Array = NDArray[np.float64]
ROUNDING = 1e-12  # of the largest energy: a work that is less is none


def section(writer: Writer) -> Section | None:
    """Works over the whole run, what is left unexplained, and the residuals."""
    motion = writer.data.motion
    if motion is None or not len(motion.t):
        return None
    ledger = motion.ledger
    accounts = {
        "dissipated": ledger.dissipated,
        "friction": ledger.friction,
        "impacts": ledger.impacts,
        "efforts": ledger.efforts,
        "constraints": ledger.constraints,
        "time": ledger.time,
        "events": ledger.events,
        "impulses": ledger.impulses,
        "projection": ledger.projection,
        "rest": ledger.rest,
    }
    least = _least(motion, accounts.values())
    rows: list[tuple[Spans, ...]] = [
        (writer.plain("report_ledger_start"), writer.number(float(ledger.energy[0]), 9)),
        (writer.plain("report_ledger_end"), writer.number(float(ledger.energy[-1]), 9)),
    ]
    rows += [
        (writer.plain(f"report_ledger_{key}"), writer.number(float(values[-1]), 4))
        for key, values in accounts.items()
        if float(abs(values).max()) > least
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
    blocks += pictures(writer, figures_in("proof", writer.data.figures))
    return Section("ledger", writer.words("report_ledger"), tuple(blocks))


def _least(motion: Motion, works: Iterable[Array]) -> float:
    """The work that is more than rounding and the claimed error of what the account is about."""
    size = float((abs(motion.T) + abs(motion.V)).max())
    size = max([size, *(float(abs(work).max()) for work in works)])
    return max(ROUNDING, motion.ledger.error, motion.accuracy.achieved or 0.0) * size
