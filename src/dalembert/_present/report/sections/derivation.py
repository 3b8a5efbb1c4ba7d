"""The derivation, coordinate by coordinate: every term of Lagrange's equation, then their sum.

    d/dt ∂T/∂q' − ∂T/∂q − d/dt ∂V/∂q' + ∂V/∂q + ∂D/∂q' − Q + Σ λ ∂φ/∂q + Σ κ ∂ψ/∂q' = 0

Coordinates are shown in full as long as there is room, then by their results, then by their names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dalembert._derive.equations import CoordinateEquation
from dalembert._expression.tree import Node
from dalembert._present.report import boxes as b
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
from dalembert._present.report.signs import Letters
from dalembert._present.report.writer import EQUALS_ZERO, WHOLE, Row, Writer, join_spans, lines_of, zero

IN_FULL, RESULTS = 220, 90  # lines


def section(writer: Writer) -> Section | None:
    """The general equation, then every coordinate; None where there are states only."""
    rows = writer.data.equations.coordinates
    if not rows:
        return None
    used = _terms_in_use(writer)
    blocks: list[Block] = [writer.paragraph("report_derivation_read"), _general(writer.letters, used)]
    full = 0
    spent = 0
    for c in rows:
        made, lines = _coordinate(writer, c, used)
        if spent and spent + lines > writer.most(IN_FULL):
            break
        spent += lines
        full += 1
        blocks += made
    blocks += _results(writer, rows[full:])
    return Section("derivation", writer.words("report_derivation"), tuple(blocks))


def _terms_in_use(writer: Writer) -> frozenset[str]:
    """The terms that are not zero for every coordinate."""
    rows = writer.data.equations.coordinates
    return frozenset(key for key in _KEYS if any(not zero(_term(c, key)) for c in rows))


_KEYS = ("T_qd", "T_qd_rate", "T_q", "V_qd_rate", "V_q", "D_qd", "Q", "displacement", "flow")


def _term(c: CoordinateEquation, key: str) -> Node:
    return {
        "T_qd": c.T_qd,
        "T_qd_rate": c.T_qd_rate,
        "T_q": c.T_q,
        "V_qd_rate": c.V_qd_rate,
        "V_q": c.V_q,
        "D_qd": c.D_qd,
        "Q": c.Q,
        "displacement": c.displacement,
        "flow": c.flow,
    }[key]


def _labels(
    letters: Letters, x: Box, v: Box, partial: Callable[[Box, Box], Box] = signs.partial
) -> dict[str, Box]:
    T, V, D, Q = map(letters, "TVDQ")
    return {
        "T_qd": partial(T, v),
        "T_qd_rate": signs.rate(partial(T, v)),
        "T_q": partial(T, x),
        "V_qd_rate": signs.rate(partial(V, v)),
        "V_q": partial(V, x),
        "D_qd": partial(D, v),
        "Q": signs.of(Q, x),
        "displacement": letters.force("displacement", x),
        "flow": letters.force("flow", v),
    }


def _general(letters: Letters, used: frozenset[str]) -> Equations:
    """Lagrange's equation with the terms that this system has."""
    labels = _labels(letters, signs.Q_VECTOR, signs.Q_RATE)
    shown: list[Box] = []
    for key, minus in (
        ("T_qd_rate", False),
        ("T_q", True),
        ("V_qd_rate", True),
        ("V_q", False),
        ("D_qd", False),
        ("Q", True),
        ("displacement", False),
        ("flow", False),
    ):
        if key in used or key in ("T_qd_rate", "T_q"):
            label = letters("Q") if key == "Q" else labels[key]
            shown.append(replace(label, minus=minus))
    return Equations((Equation(body=b.total(shown), tail=EQUALS_ZERO),))


def _coordinate(writer: Writer, c: CoordinateEquation, used: frozenset[str]) -> tuple[list[Block], int]:
    """The terms of one coordinate, and their number of lines."""
    x, v = writer.name(c.coordinate), writer.name(c.coordinate, 1)
    labels = _labels(writer.letters, x, v)
    rows = [Row(node=_term(c, key), label=labels[key]) for key in _KEYS if not zero(_term(c, key))]
    inline = _labels(writer.letters, x, v, signs.partial_inline)
    absent = [inline[key] for key in _KEYS if zero(_term(c, key)) and (key in used or key == "T_q")]
    blocks: list[Block] = [Heading(writer.say("report_coordinate", name=Maths(x)))]
    terms = writer.equations(rows)
    result = writer.equations([Row(node=c.left, vanishes=True, key=f"motion {c.coordinate}")])
    blocks += terms
    if absent:
        names = join_spans([(Maths(label),) for label in absent])
        blocks.append(Paragraph(writer.say("report_zero_terms", names=names)))
    blocks += [writer.paragraph("report_sum"), *result]
    shown = [block for block in (*terms, *result) if isinstance(block, Equations)]
    return blocks, sum(lines_of(row.body) for block in shown for row in block.rows) + 4


def _results(writer: Writer, rows: tuple[CoordinateEquation, ...]) -> list[Block]:
    """Further coordinates, without their terms."""
    if not rows:
        return []
    blocks: list[Block] = [writer.paragraph("report_results_only", count=len(rows), file=Code(WHOLE))]
    spent, shown = 0, 0
    for c in rows:
        made = writer.equations([Row(node=c.left, vanishes=True, key=f"motion {c.coordinate}")])
        lines = sum(lines_of(row.body) for one in made if isinstance(one, Equations) for row in one.rows) + 2
        if spent and spent + lines > writer.most(RESULTS):
            break
        spent += lines
        shown += 1
        blocks += [writer.paragraph("report_coordinate", name=Maths(writer.name(c.coordinate))), *made]
    left = rows[shown:]
    if left:
        names = writer.symbols(c.coordinate for c in left)
        blocks.append(writer.paragraph("report_coordinates_left", names=names, file=Code(WHOLE)))
    return blocks
