"""The numbers of equations, the same on page and paper, and references to them.

Displayed equations and matrices are numbered; short equations side by side are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from dalembert._present.report.document import (
    Block,
    Document,
    Equation,
    Equations,
    MatrixBlock,
    Paragraph,
    Plain,
    Reference,
    Section,
    Span,
)


def number_equations(document: Document) -> Document:
    """The document with numbered equations, and references resolved in its paragraphs."""
    return replace(document, sections=numbered_sections(document.sections))


def numbered_sections(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections with numbered equations and resolved references."""
    numbers = count(1)
    counted = [
        replace(section, blocks=tuple(_count_equations(block, numbers) for block in section.blocks))
        for section in sections
    ]
    known = {row.key: row.number for section in counted for row in _rows(section.blocks) if row.key}
    return tuple(
        replace(section, blocks=tuple(_resolve_references(block, known) for block in section.blocks))
        for section in counted
    )


def _count_equations(block: Block, numbers: Iterator[int]) -> Block:
    match block:
        case Equations(rows=rows, columns=1):
            return replace(block, rows=tuple(replace(row, number=next(numbers)) for row in rows))
        case MatrixBlock():
            return replace(block, number=next(numbers))
    return block


def _rows(blocks: tuple[Block, ...]) -> Iterator[Equation]:
    for block in blocks:
        if isinstance(block, Equations):
            yield from block.rows


def _resolve_references(block: Block, known: dict[str, int]) -> Block:
    """A paragraph with numbers in brackets instead of references."""
    if not isinstance(block, Paragraph) or not any(isinstance(span, Reference) for span in block.spans):
        return block
    spans: list[Span] = [
        Plain(f"({known[span.key]})" if span.key in known else "(…)") if isinstance(span, Reference) else span
        for span in block.spans
    ]
    return Paragraph(tuple(spans))
