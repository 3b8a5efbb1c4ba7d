"""Small motions about an equilibrium: M, C, K, natural frequencies and decay rate, in symbols and values."""

from __future__ import annotations

from dalembert._derive.equations import Matrix
from dalembert._derive.small_motion import SmallMotion, value_of, values_of
from dalembert._model.values import parameter_values
from dalembert._present.report import boxes as b
from dalembert._present.report import metrics as m
from dalembert._present.report import signs
from dalembert._present.report.boxes import Box
from dalembert._present.report.document import Block, Equation, Equations, Maths, MatrixBlock, Plain, Section
from dalembert._present.report.symbols import word
from dalembert._present.report.typesetter import number_box
from dalembert._present.report.writer import Writer, join_spans, zero

STIFFNESS = b.bold(word("K"))
DEPARTURE = b.bold(word("x"))
DIGITS = 6


def section(writer: Writer) -> Section | None:
    """The linear equations, where the equilibrium has a name."""
    found = writer.data.small_motion
    if found is None:
        return None
    place = join_spans(
        [
            (*writer.as_formula(name), Plain("\u00a0=\u00a0"), Maths(writer.typesetter.box(node)))
            for name, node in found.place
        ]
    )
    damped = not all(zero(node) for row in found.C for node in row)
    blocks: list[Block] = [
        writer.paragraph("report_small_read", place=place),
        Equations((_general(damped=damped),)),
    ]
    parts = (("M", signs.M, found.M), ("C", signs.C, found.C), ("K", STIFFNESS, found.K))
    for name, sign, rows in parts:
        if name != "C" or damped:
            blocks += writer.matrix(sign, rows, symmetric=name == "M")
    if len(found.names) > 1:
        blocks.append(writer.paragraph("report_small_values"))
        blocks += [_values(writer, sign, rows) for name, sign, rows in parts if name != "C" or damped]
    blocks += _frequencies(writer, found)
    return Section("small_motion", writer.words("report_small"), tuple(blocks))


def _general(*, damped: bool) -> Equation:
    """M x'' + C x' + K x = 0."""
    once, twice = b.accent(DEPARTURE, "dot", "˙"), b.accent(DEPARTURE, "ddot", "¨")
    friction = (signs.PLUS, signs.C, once) if damped else ()
    return Equation(
        body=b.row(signs.M, twice, *friction, signs.PLUS, STIFFNESS, DEPARTURE, signs.EQUALS, b.number("0"))
    )


def _values(writer: Writer, sign: Box, rows: Matrix) -> MatrixBlock:
    """A matrix as numbers in SI units."""
    numbers = values_of(rows, parameter_values(writer.data.model))
    return MatrixBlock(sign, tuple(tuple(number_box(f"{x:.{DIGITS}g}") for x in row) for row in numbers))


def _frequencies(writer: Writer, found: SmallMotion) -> list[Block]:
    """ω₀ = √(K/M) = 3.1 rad/s, or ω₁ and ω₂; δ where it is damped."""
    values = parameter_values(writer.data.model)
    pairs = sorted(((value_of(node, values), node) for node in found.frequencies), key=lambda pair: pair[0])
    rows = []
    for i, (value, node) in enumerate(pairs, 1):
        label = b.subscript(word("omega"), b.number("0" if len(pairs) == 1 else str(i)))
        rows.append(Equation(body=writer.typesetter.box(node), label=label, tail=_worth(value, "rad/s")))
    if found.decay is not None:
        decay = value_of(found.decay, values)
        rows.append(
            Equation(body=writer.typesetter.box(found.decay), label=word("delta"), tail=_worth(decay, "1/s"))
        )
    return [writer.paragraph("report_small_frequencies"), Equations(tuple(rows))] if rows else []


def _worth(value: float, unit: str) -> Box:
    """= 3.1 rad/s."""
    return b.row(
        b.sign("=", "=", m.RELATION),
        number_box(f"{value:.{DIGITS}g}"),
        b.sign(r"\,", " ", 0.3),
        b.words(unit),
    )
