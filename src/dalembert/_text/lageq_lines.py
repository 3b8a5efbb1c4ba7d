"""A text in the format of Suk's `LagEq.txt`, split into its sections and entries, each with its location.

A keyword line opens a section; entries `name=…` or a list of names follow it. Only keywords are interpreted
here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dalembert._expression.source import Document, Flaw, Source, flaw_at
from dalembert._expression.suggest import nearest

MOST_FLAWS = 50
MOST_ENTRIES = 10_000  # of one section (Suk's program allows 49)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of section: its keyword, the name of its entries, and their layout."""

    name: str
    keyword: str
    entries: str = ""
    layout: str = "lines"  # lines of name=value | list of names | one expression
    counted: bool = True
    needed: bool = True


KINDS = (
    Kind(name="constants", keyword="No. of Constant Variables", entries="constants"),
    Kind(name="coordinates", keyword="No. of Displacement Coordinates", entries="coordinates", layout="list"),
    Kind(name="flows", keyword="No. of Flow Coordinates", entries="flows", layout="list"),
    Kind(name="kinetic", keyword="Kinetic Coenergy", layout="expression", counted=False),
    Kind(name="potential", keyword="Potential Energy", layout="expression", counted=False),
    Kind(name="dissipation", keyword="Dissipation Function", layout="expression", counted=False),
    Kind(name="work", keyword="Virtual Work", entries="works", counted=False),
    Kind(name="displacement", keyword="No. of Displacement Constraint Equations", entries="constraints"),
    Kind(name="flow", keyword="No. of Flow Constraint Equations", entries="constraints"),
    Kind(name="effort", keyword="No. of Effort Constraint Equations", entries="constraints"),
    # An extension: Suk's program stops reading before it.
    Kind(name="efforts", keyword="No. of Unknown Efforts", entries="efforts", layout="list", needed=False),
)


def _plain_keyword(words: str) -> str:
    """A keyword normalised: without case, points, hyphens, blanks between words and a plural ending."""
    plain = " ".join(words.casefold().replace(".", " ").replace("-", "").split())
    return plain.removesuffix("s")


_BY_KEYWORD = {_plain_keyword(kind.keyword): kind for kind in KINDS}
_BY_KEYWORD["kinetic energy"] = _BY_KEYWORD["kinetic coenergy"]
_LONGEST = 60
_SIGN = re.compile(r":\s*=|[:=]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A range of characters of the document, without blanks at its ends."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Item:
    """An entry: its name (or that of its section) and its value; a listed name has no value."""

    name: str
    key: Piece
    value: Piece


@dataclass(frozen=True, slots=True)
class Section:
    """A section as written: its keyword line, the text after the sign on it, and its entries."""

    kind: Kind
    key: Piece
    tail: Piece
    items: tuple[Item, ...]


class FlawList:
    """The flaws found in a document, at most fifty errors."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.flaws: list[Flaw] = []
        self.errors = 0

    @property
    def full(self) -> bool:
        """Whether there are too many errors to continue."""
        return self.errors >= MOST_FLAWS

    def at(
        self,
        piece: Piece,
        rule: str,
        message: str,
        hint: str = "",
        *,
        where: str = "",
        severity: str = "error",
    ) -> None:
        """Note a flaw at a range of the document."""
        end = max(piece.end, piece.start + 1)
        source = Source(
            self.document.text[piece.start : end], where, self.document, range(piece.start, end + 1)
        )
        self.of(source, None, rule, message, hint, severity)

    def of(
        self,
        source: Source,
        span: tuple[int, int] | None,
        rule: str,
        message: str,
        hint: str = "",
        severity: str = "error",
    ) -> None:
        """Note a flaw at a range of a source."""
        if severity != "error" or not self.full:
            self.errors += severity == "error"
            flaw = flaw_at(source, span, rule=rule, message=message, hint=hint, severity=severity)
            self.flaws.append(flaw)


def sections(flaw_list: FlawList) -> dict[str, Section]:
    """The sections of a document by the names of their kinds; misplaced lines are noted as flaws."""
    text = flaw_list.document.text
    contents: dict[str, Section] = {}
    opened: tuple[Kind, Piece, Piece] | None = None
    lines: list[Piece] = []
    for line in _lines(text):
        kind = _kind(text, line, flaw_list)
        if kind is None and opened is None:
            first = KINDS[0].keyword
            flaw_list.at(line, "lageq", "the file begins with a keyword line", f"the first is {first} :=6")
        elif kind is None:
            lines.append(line)
        else:
            if opened is not None:
                _close(contents, opened, lines, flaw_list)
            sign = _SIGN.search(text, line.start, line.end)
            tail = _trim(text, sign.end(), line.end) if sign else Piece(line.end, line.end)
            opened, lines = (kind, Piece(line.start, sign.start() if sign else line.end), tail), []
        if flaw_list.full:
            return contents
    if opened is not None:
        _close(contents, opened, lines, flaw_list)
    _note_missing_sections(contents, flaw_list)
    return contents


def check_count(section: Section, flaw_list: FlawList) -> None:
    """Note a flaw where the number on the keyword line is not that of the entries."""
    text = flaw_list.document.text[section.tail.start : section.tail.end]
    follow = len(section.items)
    if not text.isdecimal() or not text.isascii():
        message = f"`{section.kind.keyword}` must say how many {section.kind.entries} follow"
        piece = section.tail if text else section.key
        flaw_list.at(piece, "count", message, f"type {section.kind.keyword} :={follow}")
    elif text.lstrip("0") != (str(follow) if follow else ""):
        shown = text if len(text) <= 20 else text[:20] + "…"
        verb = "follows" if follow == 1 else "follow"
        message = f"`{section.kind.keyword}` says {shown}, but {follow} {section.kind.entries} {verb}"
        hint = f"type :={follow}, or add what is missing below"
        flaw_list.at(section.tail, "count", message, hint)


def _lines(text: str) -> Iterator[Piece]:
    """The lines that are not blank."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = _trim(text, start, end)
        if line.end > line.start:
            yield line
        start = end + 1


def _trim(text: str, start: int, end: int) -> Piece:
    part = text[start:end]
    left = len(part) - len(part.lstrip())
    return Piece(start + left, start + max(left, len(part.rstrip())))


def _kind(text: str, line: Piece, flaw_list: FlawList) -> Kind | None:
    """The kind of section a line opens, if it is a keyword line; a misspelt keyword is noted as a flaw."""
    sign = _SIGN.search(text, line.start, line.end)
    head = text[line.start : sign.start() if sign else min(line.end, line.start + _LONGEST)].strip()
    if len(head) > _LONGEST or (sign is None and line.end - line.start > _LONGEST):
        return None
    plain = _plain_keyword(head)
    kind = _BY_KEYWORD.get(plain)
    if kind is None and sign is not None and len(head.split()) > 1:
        near = nearest(plain, _BY_KEYWORD)
        hint = f"did you mean {_BY_KEYWORD[near].keyword} :=?" if near else "a name has no blanks in it"
        flaw_list.at(
            Piece(line.start, sign.start()), "lageq", f"`{head}` is not a keyword of this format", hint
        )
        return _BY_KEYWORD[near] if near else None
    return kind


def _close(
    contents: dict[str, Section], opened: tuple[Kind, Piece, Piece], lines: list[Piece], flaw_list: FlawList
) -> None:
    kind, key, tail = opened
    if kind.name in contents:
        message = f"`{kind.keyword}` stands twice"
        flaw_list.at(key, "lageq", message, "join the two, or delete one", where=kind.keyword)
        return
    later = [k.keyword for k in KINDS[KINDS.index(kind) + 1 :] if k.name in contents]
    if later:
        message = f"`{kind.keyword}` stands after `{later[0]}`"
        flaw_list.at(key, "order", message, f"move it before {later[0]}", where=kind.keyword)
    make = {"lines": _entries, "list": _list, "expression": _one}[kind.layout]
    contents[kind.name] = Section(kind, key, tail, make(kind, key, tail, lines, flaw_list))


def _note_missing_sections(contents: dict[str, Section], flaw_list: FlawList) -> None:
    """Note which sections are missing, at the end of the sections before them."""
    piece = Piece(0, 0)
    for kind in KINDS:
        if kind.name in contents:
            last = contents[kind.name]
            piece = last.items[-1].value if last.items else last.key
        elif kind.needed:
            sign = " :=0" if kind.counted or kind.layout == "expression" else " :"
            message = f"`{kind.keyword}` is missing"
            flaw_list.at(piece, "missing-section", message, f"add the line {kind.keyword}{sign} after this")


def _entries(
    kind: Kind, key: Piece, tail: Piece, lines: list[Piece], flaw_list: FlawList
) -> tuple[Item, ...]:
    """Entries `name=value`; a line without a sign continues the expression before it."""
    del key, tail
    text = flaw_list.document.text
    items: list[Item] = []
    for line in lines:
        if _too_many(items, line, kind, flaw_list):
            break
        sign = _SIGN.search(text, line.start, line.end)
        if sign is not None:
            name = _trim(text, line.start, sign.start())
            value = _trim(text, sign.end(), line.end)
            items.append(Item(text[name.start : name.end], name, value))
        elif items and kind.name != "constants":
            last = items.pop()
            items.append(Item(last.name, last.key, Piece(last.value.start, line.end)))
        else:
            flaw_list.at(line, "lageq", f"one of the {kind.entries} has no `=`", "a line is name=value")
    return tuple(items)


def _list(kind: Kind, key: Piece, tail: Piece, lines: list[Piece], flaw_list: FlawList) -> tuple[Item, ...]:
    """Names between commas, on one line or several."""
    del key, tail
    text = flaw_list.document.text
    items: list[Item] = []
    open_end = False
    for line in lines:
        at = line.start
        while at <= line.end and not _too_many(items, line, kind, flaw_list):
            comma = text.find(",", at, line.end)
            stop = comma if comma >= 0 else line.end
            piece = _trim(text, at, stop)
            if piece.end > piece.start:
                items.append(Item(text[piece.start : piece.end], piece, Piece(piece.end, piece.end)))
                open_end = comma >= 0
            elif comma >= 0:
                comma_piece = Piece(comma, comma + 1)
                flaw_list.at(
                    comma_piece, "lageq", f"a name is missing among the {kind.entries}", "delete the comma"
                )
            at = stop + 1
    if open_end and lines:
        comma_piece = Piece(lines[-1].end - 1, lines[-1].end)
        flaw_list.at(comma_piece, "lageq", f"the list of {kind.entries} ends with a comma", "delete it")
    return tuple(items)


def _too_many(items: list[Item], line: Piece, kind: Kind, flaw_list: FlawList) -> bool:
    """Whether a section exceeds its budget, or there are too many errors."""
    if len(items) == MOST_ENTRIES:
        message = f"there are more than {MOST_ENTRIES} {kind.entries}"
        flaw_list.at(line, "budget", message, "build models of this size in Python")
    return len(items) >= MOST_ENTRIES or flaw_list.full


def _one(kind: Kind, key: Piece, tail: Piece, lines: list[Piece], flaw_list: FlawList) -> tuple[Item, ...]:
    """The one expression of an energy, on the keyword line and those below it."""
    if tail.end <= tail.start and not lines:
        flaw_list.at(
            key, "lageq", f"`{kind.keyword}` is empty", f"type {kind.keyword} :=0", where=kind.keyword
        )
        return ()
    start = tail.start if tail.end > tail.start else lines[0].start
    return (Item(kind.keyword, key, Piece(start, lines[-1].end if lines else tail.end)),)
