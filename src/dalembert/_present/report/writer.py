"""The writer that all sections share: data, words, typesetter, and limits of length."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import Formatter

from dalembert._derive.by_force import PARTS, by_force, part
from dalembert._derive.choice import as_printed
from dalembert._expression.tree import Node, Number
from dalembert._model.display_units import DisplayUnit
from dalembert._model.records import entries_of
from dalembert._model.unit_text import printed_unit, quantity_text
from dalembert._present.notation import notation
from dalembert._present.report import boxes as b
from dalembert._present.report import metrics as m
from dalembert._present.report.boxes import Box
from dalembert._present.report.common_factor import taken_out
from dalembert._present.report.data import Length, ReportData
from dalembert._present.report.document import (
    Block,
    Code,
    Equation,
    Equations,
    Maths,
    MatrixBlock,
    Paragraph,
    Plain,
    Span,
    Spans,
)
from dalembert._present.report.signs import Letters, letters_of
from dalembert._present.report.symbols import symbols_of, with_index
from dalembert._present.report.typesetter import LONGEST, Typesetter, number_box
from dalembert._words.languages import Words
from dalembert._words.message import Message, Name, Piece, Quantity, Symbol, pieces

LINE = 39.2  # em of mathematics in a line of paper
FEW, ALL = 10, 10**9
MATRIX_ROWS = 14
ENTRY_LINES = 36  # the most lines of a matrix given by its entries
ABBREVIATED = 6  # the most rows and columns of a matrix whose long entries are named
ENTRY_LONGEST = 320.0  # em of one entry
MANY = 5  # the fewest short equations that are put side by side
WHOLE = "equations.txt"
EQUALS_ZERO = b.row(b.sign("=", "=", m.RELATION), b.number("0"))
Filling = Span | Spans | str | int


def zero(node: Node) -> bool:
    """Whether a tree is the number zero."""
    return isinstance(node, Number) and node.value == 0


def lines_of(box: Box) -> int:
    """The approximate number of lines of a formula."""
    return max(1, math.ceil(box.width / (LINE - 5)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An equation to be typeset: label = node, optionally "= 0" and a multiplier."""

    node: Node
    label: Box | None = None
    vanishes: bool = False
    multiplier: Box | None = None
    key: str = ""  # identifies it for references


@dataclass(frozen=True, slots=True)
class Writer:
    """The data of a report, with its words, typesetter and limits."""

    data: ReportData
    words: Words
    typesetter: Typesetter
    letters: Letters  # the letters of the report, without those of the model

    def most(self, count: int) -> int:
        """The number of rows or lines to show: some in a report, fewer in a brief one, all in a full one."""
        match self.data.length:
            case Length.brief:
                return min(count, FEW)
            case Length.full:
                return ALL
            case Length.standard:
                return count

    # -- sentences -----------------------------------------------------------------------------------

    def say(self, key: str, **values: Filling) -> Spans:
        """A message whose blanks may contain formulas and names."""
        spans: list[Span] = []
        for literal, blank, *_ in Formatter().parse(self.words.messages[key]):
            if literal:
                spans.append(Plain(literal))
            if blank:
                value = values[blank]
                if isinstance(value, tuple):
                    spans += value
                else:
                    spans.append(Plain(str(value)) if isinstance(value, str | int) else value)
        return tuple(spans)

    def paragraph(self, key: str, **values: Filling) -> Paragraph:
        """A message as a paragraph."""
        return Paragraph(self.say(key, **values))

    def phrase(self, message: Message) -> Spans:
        """A message: names as typed, symbols and powers of ten as formulas."""
        return _merge(self._span(piece) for piece in pieces(message, self.words.messages))

    def sentence(self, message: Message, end: str = ".") -> Spans:
        """A message that begins with a capital letter and ends with a full stop."""
        spans = capitalise(self.phrase(message))
        last = spans[-1]
        ends_in_stop = isinstance(last, Plain) and last.text.endswith((".", "…"))
        return spans if ends_in_stop else (*spans, Plain(end))

    def _span(self, piece: Piece) -> Span:
        match piece:
            case Name(text):
                return Code(text)
            case Symbol(name):
                return Maths(self.symbol(name))
            case Quantity():
                if not math.isfinite(piece.value):
                    return Plain(piece.text(self.words.decimal_mark))
                return Maths(number_box(str(piece)))
            case _:
                return Plain(piece)

    def plain(self, key: str) -> Spans:
        """A message without blanks."""
        return (Plain(self.words(key)),)

    # -- names and numbers -----------------------------------------------------------------------------

    def name(self, name: str, order: int = 0) -> Box:
        """The symbol of a name or of its rate."""
        return self.typesetter.symbols(name, order)

    def constraint(self, name: str) -> Box:
        """The symbol of a constraint; φ is replaced where the model uses it."""
        base, index = self.typesetter.symbols.written.parts(name)
        if base in ("phi", "psi") and base in self.letters.taken:
            return with_index(self.letters(base), index)
        return self.name(name)

    def symbol(self, name: str) -> Box:
        """The symbol of a name that may end in ' for a rate."""
        base = name.rstrip("'")
        return self.name(base, min(2, len(name) - len(base)))

    def as_formula(self, name: str) -> Spans:
        """A name that may end in ' for a rate, as a formula."""
        return (Maths(self.symbol(name)),)

    def symbols(self, names: Iterable[str]) -> Spans:
        """Several names, with commas."""
        return join_spans([self.as_formula(name) for name in names])

    def number(self, value: float, digits: int = 6) -> Spans:
        """A number to some digits."""
        return (Maths(number_box(f"{value:.{digits}g}")),)

    def quantity(self, value: float, unit: str, digits: int = 6) -> Spans:
        """A number with its unit."""
        after = quantity_text("", printed_unit(unit)).replace(" ", "\u00a0")
        return (*self.number(value, digits), *((Plain(after),) if after else ()))

    def number_in_unit(self, si: float, unit: DisplayUnit, digits: int = 6) -> Spans:
        """An SI number in its display unit."""
        return self.quantity(unit.from_si(si), unit.text, digits)

    # -- equations ---------------------------------------------------------------------------------------

    def equations(
        self, rows: Sequence[Row], longest: float = LONGEST, *, packed: bool = False
    ) -> list[Block]:
        """Equations, with explanations of named parts and a note on omitted terms."""
        longest = math.inf if self.data.length is Length.full else longest
        made: list[Equation] = []
        named: list[tuple[Box, Box]] = []
        cut = 0
        for row in rows:
            formula = self.typesetter.formula(row.node, longest)
            tails = [EQUALS_ZERO] if row.vanishes else []
            if row.multiplier is not None:
                tails.append(b.row(b.sign(r"\qquad", "&#x2003;", 2.0), b.fence(row.multiplier)))
            tail = b.row(*tails) if tails else None
            made.append(Equation(body=formula.box, label=row.label, tail=tail, key=row.key))
            named += formula.named
            cut += formula.cut
        columns = _columns(made) if packed and len(made) >= MANY else 1
        blocks: list[Block] = [Equations(tuple(made), columns)] if made else []
        if named:
            blocks.append(self.paragraph("report_where"))
            blocks.append(Equations(tuple(Equation(body=body, label=name) for name, body in named)))
        if cut:
            blocks.append(self.paragraph("report_terms_cut", count=cut, file=Code(WHOLE)))
        return blocks

    def matrix(self, name: Box, rows: Sequence[Sequence[Node]], *, symmetric: bool = False) -> list[Block]:
        """A matrix or column: whole where it fits into a line, else by its nonzero entries."""
        if all(zero(node) for row in rows for node in row):
            return [Equations((Equation(body=b.number("0"), label=name),))]
        if len(rows) == len(rows[0]) == 1:
            return self.equations([Row(node=rows[0][0], label=name)], ENTRY_LONGEST)
        small = len(rows) <= MATRIX_ROWS and len(rows[0]) <= MATRIX_ROWS
        if small:
            outside = taken_out(rows)
            if outside is not None:
                block = self._whole_matrix(name, outside[1], self.typesetter.box(outside[0]))
                if block is not None:
                    return [block]
            block = self._whole_matrix(name, rows, None)
            if block is not None:
                return [block]
        return self._abbreviated_matrix(name, rows, symmetric) or self._entries(name, rows, symmetric)

    def _whole_matrix(
        self, name: Box, rows: Sequence[Sequence[Node]], factor: Box | None
    ) -> MatrixBlock | None:
        """A matrix in a line; None where it does not fit."""
        formulas = [[self.typesetter.formula(node, LINE) for node in row] for row in rows]
        cells = tuple(tuple(formula.box for formula in row) for row in formulas)
        complete = not any(formula.cut or formula.named for row in formulas for formula in row)
        wide = matrix_width(name, cells) + (factor.width if factor is not None else 0.0)
        return MatrixBlock(name, cells, factor=factor) if complete and wide <= LINE else None

    def _abbreviated_matrix(self, name: Box, rows: Sequence[Sequence[Node]], symmetric: bool) -> list[Block]:
        """A matrix with names for long entries, which are listed below; empty where these are too many.

        As few entries as possible are named.
        """
        if not 2 <= len(rows[0]) <= ABBREVIATED or len(rows) > ABBREVIATED:
            return []
        places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
        formulas = {(i, j): self.typesetter.formula(rows[i][j], LINE) for i, j in places}
        whole = {at: formula.box for at, formula in formulas.items() if not (formula.cut or formula.named)}
        labels = {(i, j): entry_name(name, *sorted((i, j)) if symmetric else (i, j)) for i, j in places}
        for limit in sorted({box.width for box in whole.values()}, reverse=True):
            shown = {at: box for at, box in whole.items() if box.width <= limit}
            cells = tuple(
                tuple(shown.get((i, j), labels[i, j]) for j in range(len(row))) for i, row in enumerate(rows)
            )
            if matrix_width(name, cells) <= LINE:
                break
        else:
            return []
        listed = [(i, j) for i, j in places if (i, j) not in shown and (j >= i or not symmetric)]
        long = [lines_of(self.typesetter.formula(rows[i][j], ENTRY_LONGEST).box) for i, j in listed]
        if sum(long) > self.most(ENTRY_LINES):
            return []
        made = [Row(node=rows[i][j], label=labels[i, j]) for i, j in listed]
        return [MatrixBlock(name, cells), *self.equations(made, ENTRY_LONGEST, packed=True)]

    def _entries(self, name: Box, rows: Sequence[Sequence[Node]], symmetric: bool) -> list[Block]:
        places = [
            (i, j, node)
            for i, row in enumerate(rows)
            for j, node in enumerate(row)
            if not zero(node) and (j >= i or not symmetric)
        ]
        made: list[Row] = []
        widest, used = 0.0, 0
        wide = len(rows[0]) > 1
        for i, j, node in places:
            label = entry_name(name, i, j if wide else None)
            formula = self.typesetter.formula(node, ENTRY_LONGEST)
            widest = max(widest, label.width + m.RELATION + formula.box.width)
            used += lines_of(formula.box)
            columns = max(1, min(4, int((LINE + 2) / (widest + 2)), len(places)))
            if used / columns > self.most(ENTRY_LINES) and made:
                break
            made.append(Row(node=node, label=label))
        blocks = self.equations(made, ENTRY_LONGEST, packed=True)
        spans = []
        if symmetric:
            spans += [*self.say("report_symmetric", name=Maths(name)), Plain(" ")]
        if len(places) < len(rows) * len(rows[0]):
            spans += [*self.say("report_zeros_left_out", name=Maths(name)), Plain(" ")]
        if len(made) < len(places):
            spans += self.say("report_entries_cut", shown=len(made), count=len(places), file=Code(WHOLE))
        return [*blocks, Paragraph(tuple(spans))] if spans else blocks


def capitalise(spans: Spans) -> Spans:
    """Spans that begin with a capital letter, unless a name or a formula comes first."""
    first, *others = spans
    if isinstance(first, Plain):
        first = Plain(first.text[:1].upper() + first.text[1:])
    return (first, *others)


def _merge(spans: Iterable[Span]) -> Spans:
    """Spans with adjacent plain texts merged."""
    merged: list[Span] = []
    for span in spans:
        before = merged[-1] if merged else None
        if isinstance(span, Plain) and isinstance(before, Plain):
            merged[-1] = Plain(before.text + span.text)
        else:
            merged.append(span)
    return tuple(merged)


def writer_of(data: ReportData, words: Words) -> Writer:
    """The writer of a report, with the equations as printed and compliant contacts as their forces."""
    taken = {entry.name.rstrip("0123456789").rstrip("_") for entry in entries_of(data.model)}
    letter = next((c for c in ("z", "w", "y", "xi", "eta") if c not in taken), "zeta")
    equations = as_printed(by_force(data.equations))
    written = notation(data.model, equations.listed)
    typesetter = Typesetter(symbols_of(written), words("report_if"), words("report_otherwise"), letter)
    ours = {part(c, name) for c in data.model.contacts if c.compliant for name in PARTS}
    letters = letters_of(written, frozenset(entry.name for entry in entries_of(data.model)) - ours)
    return Writer(replace(data, equations=equations), words, typesetter, letters)


def _columns(rows: Sequence[Equation]) -> int:
    """The number of columns in which equations fit side by side."""
    widest = max((row.label.width if row.label else 0.0) + m.RELATION + row.body.width for row in rows)
    return max(1, min(4, int((LINE + 2) / (widest + 2)), len(rows)))


def join_spans(parts: Sequence[Spans], between: str = ", ") -> Spans:
    """Spans concatenated."""
    return tuple(span for part in parts for span in (Plain(between), *part))[1:]


def entry_name(name: Box, i: int, j: int | None) -> Box:
    """The name of an entry: M_{1,2}."""
    text = f"{i + 1}" if j is None else f"{i + 1},{j + 1}"
    if name.kind == "indexed":
        name = b.fence(name)
    return b.subscript(name, b.number(text))


def matrix_width(name: Box, cells: Sequence[Sequence[Box]]) -> float:
    """The width of name = matrix on paper."""
    columns = [max(row[j].width for row in cells) for j in range(len(cells[0]))]
    return name.width + m.RELATION + sum(columns) + 0.95 * len(columns) + 1.8
