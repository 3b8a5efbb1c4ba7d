"""The energy balance of the run, and the residuals of the constraints."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from dalembert._model.records import has_elements
from dalembert._present.energy_shares import NONE, EnergyTable, EntryEnergy, energy_table, rest_of
from dalembert._present.figures.remarks import ROUNDED
from dalembert._present.report.document import Block, Code, Maths, Section, Spans, Table
from dalembert._present.report.drawn_figures import figures_in, pictures
from dalembert._present.report.typesetter import number_box
from dalembert._present.report.writer import Writer
from dalembert._simulate.digits import supported_value
from dalembert._simulate.motion import Motion

Array = NDArray[np.float64]
ROWS = 24  # the most entries of the model with separate rows
ROUNDING = 1e-12  # relative to the largest energy: a smaller work is zero
DIGITS = 1e-9  # relative resolution of energies


def section(writer: Writer) -> Section | None:
    """Works over the whole run, the unexplained remainder, and the residuals."""
    motion = writer.data.motion
    if motion is None or not (len(motion.t) and motion.model.coordinates):
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
        "remainder": ledger.remainder,
    }
    least = _least(motion, accounts.values())
    claim = max(motion.accuracy.achieved or 0.0, DIGITS)
    size = _size(motion, accounts.values())
    energies = [supported_value(float(ledger.energy[i]), size, claim) for i in (0, -1)]
    rows: list[tuple[Spans, ...]] = [
        (writer.plain(f"report_ledger_{when}"), (Maths(number_box(shown)),))
        for when, shown in zip(("start", "end"), energies, strict=True)
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
        *_by_entry(writer, motion),
    ]
    if motion.lam.shape[1]:
        position = float(motion.residual.position.max(initial=0.0))
        velocity = float(motion.residual.velocity.max(initial=0.0))
        if max(position, velocity) <= ROUNDED:
            blocks.append(writer.paragraph("report_residuals_rounding"))
        else:
            sizes = {"position": writer.number(position, 2), "velocity": writer.number(velocity, 2)}
            blocks.append(writer.paragraph("report_residuals", **sizes))
    blocks += pictures(writer, figures_in("proof", writer.data.figures))
    return Section("ledger", writer.words("report_ledger"), tuple(blocks))


def _by_entry(writer: Writer, motion: Motion) -> list[Block]:
    """Stored energy, dissipation and work of every element and body; their sums are those of the ledger."""
    if not has_elements(motion.model):
        return []
    table = energy_table(motion)
    largest = sorted(table.entries, key=lambda one: -one.size)[:ROWS]
    shown = [one for one in table.entries if one in largest]
    left = rest_of(table.total, shown)

    def cells(one: EntryEnergy) -> tuple[Spans, ...]:
        values = (one.stored[0], one.stored[-1], one.taken[-1], one.given[-1])
        return tuple(_cell(float(value), table) for value in values)

    rows: list[tuple[Spans, ...]] = [((Code(one.name),), *cells(one)) for one in shown]
    if left.size > max(table.claim, NONE) * table.size:
        rows.append((writer.plain("report_shares_others"), *cells(left)))
    rows.append((writer.plain("report_shares_sum"), *cells(table.total)))
    keys = ("entry", "start", "end", "taken", "given")
    titles = tuple(writer.plain(f"report_shares_{key}") for key in keys)
    numbers = frozenset(range(1, len(keys)))
    return [writer.paragraph("report_shares"), Table(titles, tuple(rows), numbers)]


def _cell(value: float, table: EnergyTable) -> Spans:
    return (Maths(number_box(supported_value(value, table.size, table.claim))),)


def _least(motion: Motion, works: Iterable[Array]) -> float:
    """The least work above rounding and the claimed error."""
    return max(ROUNDING, motion.ledger.error, motion.accuracy.achieved or 0.0) * _size(motion, works)


def _size(motion: Motion, works: Iterable[Array]) -> float:
    """The largest energy or work of the run."""
    size = float((abs(motion.T) + abs(motion.V)).max())
    return max([size, *(float(abs(work).max()) for work in works)])
