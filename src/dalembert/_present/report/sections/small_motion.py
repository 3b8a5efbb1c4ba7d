"""Small motions about an equilibrium: M, C, K, natural frequencies and decay rate, in symbols and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.records import ReducedEquations
from dalembert._derive.equations import Matrix
from dalembert._derive.small_motion import SmallMotion, value_of, values_of
from dalembert._expression.walk import names
from dalembert._model.result_units import matrix_units
from dalembert._model.unit_text import printed_unit
from dalembert._model.values import parameter_values
from dalembert._present.report import boxes as b
from dalembert._present.report import metrics as m
from dalembert._present.report import signs
from dalembert._present.report.boxes import Box
from dalembert._present.report.document import (
    Block,
    Equation,
    Equations,
    Maths,
    MatrixBlock,
    Plain,
    Section,
    Table,
)
from dalembert._present.report.symbols import word
from dalembert._present.report.typesetter import number_box
from dalembert._present.report.writer import LINE, Writer, join_spans, matrix_width, zero

Array = NDArray[np.float64]
STIFFNESS = b.bold(word("K"))
DEPARTURE = b.bold(word("x"))
DIGITS = 6
ROUNDING = 1e-11  # relative to the entries on the diagonal
MOST = 6  # the most free coordinates whose matrices are shown by numbers
MOST_FOLLOWERS = 14  # the most dependent coordinates


def section(writer: Writer) -> Section | None:
    """The linear equations, where the equilibrium has a closed form."""
    small_motion = writer.data.small_motion
    if small_motion is None:
        return _by_numbers(writer)
    point = join_spans(
        [
            (*writer.as_formula(name), Plain("\u00a0=\u00a0"), Maths(writer.typesetter.box(node)))
            for name, node in small_motion.equilibrium
        ]
    )
    damped = not all(zero(node) for row in small_motion.C for node in row)
    blocks: list[Block] = [
        writer.paragraph("report_small_read", place=point),
        Equations((_general(damped=damped),)),
    ]
    parts = (("M", signs.M, small_motion.M), ("C", signs.C, small_motion.C), ("K", STIFFNESS, small_motion.K))
    for name, sign, rows in parts:
        if name != "C" or damped:
            blocks += writer.matrix(sign, rows, symmetric=name == "M")
    if any(names(node) for _, _, rows in parts for row in rows for node in row):
        blocks.append(writer.paragraph("report_small_values"))
        blocks += [_values(writer, sign, rows) for name, sign, rows in parts if name != "C" or damped]
    blocks += _frequencies(writer, small_motion)
    return Section("small_motion", writer.words("report_small"), tuple(blocks))


def _by_numbers(writer: Writer) -> Section | None:
    """M, C and K of the free coordinates by numbers, and the dependences of the other coordinates."""
    modes = writer.data.modes
    reduced = None if modes is None or not modes.equilibrium else modes.reduced
    if modes is None or reduced is None or not 0 < len(reduced.free) <= writer.most(MOST):
        return None
    damped = bool(reduced.C.any())
    blocks: list[Block] = [
        writer.paragraph(
            "report_small_free", names=writer.symbols(reduced.free), place=writer.phrase(modes.point.about)
        ),
        Equations((_general(damped=damped),)),
    ]
    units = matrix_units(modes.model, reduced.free)
    blocks_of = (("M", signs.M, reduced.M), ("C", signs.C, reduced.C), ("K", STIFFNESS, reduced.K))
    parts = [(name, sign, _without_rounding(block)) for name, sign, block in blocks_of]
    shown = [part for part in parts if part[0] != "C" or damped]
    if len(reduced.free) == 1:
        rows = tuple(
            Equation(body=_with_unit(float(block[0, 0]), units[name][0][0]), label=sign)
            for name, sign, block in shown
        )
        blocks.append(Equations(rows))
    else:
        blocks += _matrices(writer, shown, units)
    blocks += _followers(writer, modes.names, reduced)
    return Section("small_motion", writer.words("report_small"), tuple(blocks))


def _matrices(
    writer: Writer, shown: Sequence[tuple[str, Box, Array]], units: Mapping[str, Sequence[Sequence[str]]]
) -> list[Block]:
    """M, C and K, with one unit each, or one for every entry."""
    alike = {name: {unit for row in units[name] for unit in row} for name, _, _ in shown}
    whole = all(len(some) == 1 and "" not in some for some in alike.values())
    each = [MatrixBlock(sign, _cells(rows, units[name])) for name, sign, rows in shown]
    bare: list[Block] = [MatrixBlock(sign, _cells(rows, None)) for _, sign, rows in shown]
    if whole:
        listed = [
            (Maths(sign), Plain(f"\u00a0/\u00a0{printed_unit(units[name][0][0])}")) for name, sign, _ in shown
        ]
        return [*bare, writer.paragraph("report_small_units", units=join_spans(listed))]
    if all(matrix_width(block.name, block.rows) <= LINE for block in each):
        return list(each)
    return [writer.paragraph("report_small_values"), *bare]


def _without_rounding(block: Array) -> Array:
    """A matrix with zeros for entries that are rounding relative to the diagonal of their row and column."""
    size = np.sqrt(np.abs(np.diagonal(block)))
    return np.where(np.abs(block) > ROUNDING * np.outer(size, size), block, 0.0)


def _cells(rows: Array, units: Sequence[Sequence[str]] | None) -> tuple[tuple[Box, ...], ...]:
    """Numbers in SI units, each with its own where they differ."""
    return tuple(
        tuple(_with_unit(float(x), "" if units is None else units[i][j]) for j, x in enumerate(row))
        for i, row in enumerate(rows)
    )


def _with_unit(value: float, unit: str) -> Box:
    number = number_box(f"{value + 0.0:.{DIGITS}g}")
    if not unit or not value:
        return number
    made = b.row(number, b.sign(r"\,", " ", 0.3), b.words(printed_unit(unit)))
    return replace(made, kind="atom", parts=())


def _followers(writer: Writer, names: tuple[str, ...], reduced: ReducedEquations) -> list[Block]:
    """The departures of the other coordinates per departure of each free one."""
    moved = [
        (name, np.where(np.abs(row) > ROUNDING * np.abs(row).max(), row, 0.0))
        for name, row in zip(names, reduced.basis, strict=False)
        if name not in reduced.free and row.any()
    ]
    if not moved or len(moved) > writer.most(MOST_FOLLOWERS):
        return []
    titles = (writer.plain("report_column_symbol"), *(writer.as_formula(name) for name in reduced.free))
    rows = tuple((writer.as_formula(name), *(writer.number(float(x)) for x in row)) for name, row in moved)
    return [
        writer.paragraph("report_small_followers"),
        Table(titles, rows, frozenset(range(1, len(reduced.free) + 1))),
    ]


def _general(*, damped: bool) -> Equation:
    """M x'' + C x' + K x = 0."""
    once, twice = b.accent(DEPARTURE, "dot", "˙"), b.accent(DEPARTURE, "ddot", "¨")
    friction = (signs.PLUS, signs.C, once) if damped else ()
    return Equation(
        body=b.row(signs.M, twice, *friction, signs.PLUS, STIFFNESS, DEPARTURE, signs.EQUALS, b.number("0"))
    )


def _values(writer: Writer, sign: Box, rows: Matrix) -> Block:
    """A matrix as numbers in SI units."""
    numbers = values_of(rows, parameter_values(writer.data.model))
    cells = tuple(tuple(number_box(f"{x:.{DIGITS}g}") for x in row) for row in numbers)
    if len(cells) == 1:
        return Equations((Equation(body=cells[0][0], label=sign),))
    return MatrixBlock(sign, cells)


def _frequencies(writer: Writer, small_motion: SmallMotion) -> list[Block]:
    """ω₀ = √(K/M) = 3.1 rad/s, or ω₁ and ω₂; δ where it is damped."""
    values = parameter_values(writer.data.model)
    pairs = sorted(
        ((value_of(node, values), node) for node in small_motion.frequencies), key=lambda pair: pair[0]
    )
    rows = []
    for i, (value, node) in enumerate(pairs, 1):
        label = b.subscript(word("omega"), b.number("0" if len(pairs) == 1 else str(i)))
        rows.append(Equation(body=writer.typesetter.box(node), label=label, tail=_worth(value, "rad/s")))
    if small_motion.decay is not None:
        decay = value_of(small_motion.decay, values)
        rows.append(
            Equation(
                body=writer.typesetter.box(small_motion.decay), label=word("delta"), tail=_worth(decay, "1/s")
            )
        )
    return [writer.paragraph("report_small_frequencies"), Equations(tuple(rows))] if rows else []


def _worth(value: float, unit: str) -> Box:
    """The tail `= 3.1 rad/s`."""
    return b.row(
        b.sign("=", "=", m.RELATION),
        number_box(f"{value:.{DIGITS}g}"),
        b.sign(r"\,", " ", 0.3),
        b.words(unit),
    )
