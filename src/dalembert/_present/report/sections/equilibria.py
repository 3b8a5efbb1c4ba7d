"""Equilibria and their stability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from dalembert._analyse.records import STABILITY, Equilibria, Equilibrium
from dalembert._model.display_units import DisplayUnit, display_units
from dalembert._present.report.document import (
    Block,
    Items,
    Maths,
    Paragraph,
    Plain,
    Section,
    Spans,
    Table,
)
from dalembert._present.report.front import place_box
from dalembert._present.report.symbols import with_index
from dalembert._present.report.writer import Writer, join_spans

Units = Mapping[str, DisplayUnit]
MOST = 8
ALIKE = 4  # the fewest neighbours with equal values that are written together


def section(writer: Writer) -> Section | None:
    """The nearest to the start, then from the lowest potential energy."""
    equilibria = writer.data.equilibria
    if equilibria is None:
        return None
    blocks: list[Block] = [
        Paragraph(writer.sentence(equilibria.message)),
        Paragraph(writer.sentence(equilibria.extent)),
    ]
    shown = _rows_to_show(equilibria, writer.most(MOST))
    if shown:
        blocks.append(_table(writer, equilibria, shown))
        if equilibria.nearest is not None:
            blocks.append(writer.paragraph("report_equilibrium_nearest", number=equilibria.nearest + 1))
        if len(shown) < len(equilibria.equilibria):
            blocks.append(
                writer.paragraph("report_equilibria_cut", shown=len(shown), count=len(equilibria.equilibria))
            )
    remarks = tuple(writer.sentence(remark) for remark in equilibria.remarks)
    blocks += [Items(remarks)] if remarks else []
    return Section("equilibria", writer.words("report_equilibria"), tuple(blocks))


def _table(writer: Writer, equilibria: Equilibria, shown: Sequence[int]) -> Table:
    """A row for each equilibrium; without a column for the energy where there are states only."""
    titles = (
        writer.plain("report_column_number"),
        writer.plain("report_column_place"),
        (*_potential(writer, equilibria), Plain(" / J")),
        writer.plain("report_column_stability"),
    )
    units = display_units(equilibria.model)
    rows = [_row(writer, equilibria, i, units) for i in shown]
    if equilibria.model.coordinates:
        return Table(titles, tuple(rows), frozenset({2}))
    return Table((*titles[:2], titles[3]), tuple((*row[:2], row[3]) for row in rows), frozenset())


def _rows_to_show(equilibria: Equilibria, most: int) -> list[int]:
    first = list(range(len(equilibria.equilibria)))[:most]
    if equilibria.nearest is not None and equilibria.nearest not in first:
        first = [*first[: most - 1], equilibria.nearest]
    return first


def _row(writer: Writer, equilibria: Equilibria, index: int, units: Units) -> tuple[Spans, ...]:
    one = equilibria.equilibria[index]
    stability = (
        *writer.sentence(STABILITY[one.stability]),
        Plain(" "),
        *writer.sentence(one.sentence),
    )
    energy = one.V if one.effective_potential is None else one.effective_potential
    return (Plain(str(index + 1)),), _place(writer, one, units), writer.number(energy), stability


def _potential(writer: Writer, equilibria: Equilibria) -> Spans:
    """V, or the effective potential V − T₀ where the kinetic energy at rest depends on the position."""
    V = Maths(writer.letters("V"))
    effective = any(one.effective_potential is not None for one in equilibria)
    return (V, Plain(" − "), Maths(with_index(writer.letters("T"), "0"))) if effective else (V,)


def _place(writer: Writer, one: Equilibrium, units: Units) -> Spans:
    """The values of coordinates, states and efforts; multipliers only where there is room.

    Neighbours with equal values are written together: θ₁, …, θ₁₉ = 0 rad.
    """
    values = {name: value for name, value in one.values.items() if not name.startswith(("lam_", "kap_"))}
    if len(one.values) <= 8:
        values = dict(one.values)
    parts = []
    for _, run in groupby(
        values, key=lambda name: (f"{units[name].from_si(values[name]):.6g}", units[name].text)
    ):
        names = list(run)
        shown = [(*writer.as_formula(names[0]), Plain(", …, "), *writer.as_formula(names[-1]))]
        shown = shown if len(names) >= ALIKE else [writer.as_formula(name) for name in names]
        box, after = place_box(values[names[0]], units[names[0]], 6)
        parts += [(*one, Plain("\u00a0=\u00a0"), Maths(box), *after) for one in shown]
    return join_spans(parts)
