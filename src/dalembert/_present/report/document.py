"""The document tree: what a report says, before it is LaTeX or HTML.

Text is held as it is and escaped by the writers; mathematics is held as boxes.
"""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._present.report.boxes import Box


@dataclass(frozen=True, slots=True)
class Plain:
    """Words."""

    text: str


@dataclass(frozen=True, slots=True)
class Maths:
    """A formula in a line of words."""

    box: Box


@dataclass(frozen=True, slots=True)
class Code:
    """A name or a command as it is typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """A number of the result box: as it is set, and as the entry of summary.json that it is."""

    path: tuple[str | int, ...]
    value: float
    box: Box


@dataclass(frozen=True, slots=True)
class Reference:
    """The number of the equation with a key, which the whole document gives."""

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
    """Rows under titles; columns of numbers are set to the right."""

    titles: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]
    numbers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Equation:
    """label = body, and what follows it; without a label it is a result, after an arrow.

    `number` is 0 until the document is whole (`numbering.py`); `key` is what texts refer to it by.
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
    """name = a matrix that fits into a line, perhaps with a factor before it."""

    name: Box
    rows: tuple[tuple[Box, ...], ...]
    number: int = 0
    factor: Box | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure with its number, none where it is 0, and caption."""

    name: str
    number: int
    caption: str
    svg: str
    pdf: bytes


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines as they were typed."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """A fragment of HTML that plays the motion; a document on paper tells where it is."""

    html: str
    on_paper: Spans


@dataclass(frozen=True, slots=True)
class WritingLines:
    """Room for a person's answer: what it begins with, and how many lines there are."""

    label: Spans
    lines: int


@dataclass(frozen=True, slots=True)
class References:
    """Works that are cited."""

    works: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultBox:
    """The results at a glance: what each line is about, and its lines."""

    title: str
    rows: tuple[tuple[Spans, tuple[Spans, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """What is seen first: the player, or on paper the drawing; the results; a figure."""

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
    """A section; `name` is its file and anchor. Appendices are counted by letters."""

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
    """A document of one or two pages without a front: `fields` are filled in by hand at the top of it."""

    title: str
    subtitle: str
    language: str
    sections: tuple[Section, ...]
    fields: tuple[str, ...] = ()
