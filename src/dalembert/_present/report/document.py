"""The document tree of a report, before it is written as LaTeX or HTML.

Text is stored unescaped and escaped by the writers; mathematics is stored as boxes.
"""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._present.report.boxes import Box


@dataclass(frozen=True, slots=True)
class Plain:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Maths:
    """A formula in a line of words."""

    box: Box


@dataclass(frozen=True, slots=True)
class Code:
    """A name or a command as typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """A number of the result box: its typeset form, and its path in summary.json."""

    path: tuple[str | int, ...]
    value: float
    box: Box


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference to the equation with a key, numbered when the document is complete."""

    key: str


Span = Plain | Maths | Code | Value | Reference
Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a section."""

    spans: Spans


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences."""

    spans: Spans


@dataclass(frozen=True, slots=True)
class Items:
    """A list of sentences."""

    rows: tuple[Spans, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under titles; columns of numbers are right-aligned."""

    titles: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]
    numbers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Equation:
    """An equation label = body with a tail; without a label it is a result, after an arrow.

    `number` is 0 until the document is complete (`numbering.py`); `key` identifies it for references.
    """

    body: Box
    label: Box | None = None
    tail: Box | None = None
    key: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Equations:
    """Equations below each other, in one column or in several where they are short."""

    rows: tuple[Equation, ...]
    columns: int = 1


@dataclass(frozen=True, slots=True)
class MatrixBlock:
    """An equation name = matrix that fits into a line, with an optional factor."""

    name: Box
    rows: tuple[tuple[Box, ...], ...]
    number: int = 0
    factor: Box | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure with its caption and number; 0 means no number."""

    name: str
    number: int
    caption: str
    svg: str
    pdf: bytes


@dataclass(frozen=True, slots=True)
class Listing:
    """Verbatim lines."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """A fragment of HTML that plays the motion; a document on paper refers to it."""

    html: str
    on_paper: Spans


@dataclass(frozen=True, slots=True)
class WritingLines:
    """Room for an answer: its beginning, and the number of lines."""

    label: Spans
    lines: int


@dataclass(frozen=True, slots=True)
class References:
    """Works that are cited."""

    works: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultBox:
    """The summary of results: topics, each with its lines."""

    title: str
    rows: tuple[tuple[Spans, tuple[Spans, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The first page: the player, or on paper the drawing; the results; a figure."""

    results: ResultBox
    player: Player | None = None
    drawing: Picture | None = None
    figure: Picture | None = None


Block = (
    Heading
    | Paragraph
    | Items
    | Table
    | Equations
    | MatrixBlock
    | Picture
    | Listing
    | Player
    | WritingLines
    | References
)


@dataclass(frozen=True, slots=True)
class Section:
    """A section; `name` is its file and anchor. Appendices are numbered by letters."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    appendix: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report."""

    title: str
    subtitle: str
    language: str
    front: Front
    sections: tuple[Section, ...]
    contents: bool = True  # whether there is a table of contents

    def numbers_and_sections(self) -> tuple[tuple[str, Section], ...]:
        """The sections with their numbers: 1, 2 …, and A, B … for appendices."""
        body = [one for one in self.sections if not one.appendix]
        behind = [one for one in self.sections if one.appendix]
        numbers = [
            *(str(i) for i in range(1, len(body) + 1)),
            *(chr(ord("A") + i) for i in range(len(behind))),
        ]
        return tuple(zip(numbers, (*body, *behind), strict=True))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A document of one or two pages without a front; `fields` at its top are filled in by hand."""

    title: str
    subtitle: str
    language: str
    sections: tuple[Section, ...]
    fields: tuple[str, ...] = ()
