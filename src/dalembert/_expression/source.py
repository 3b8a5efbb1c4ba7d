"""Where a text came from, and flaws: error messages with their location and a hint.

The text of a flaw says what is wrong, shows the line with a caret under the position, and says what to type.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field

from dalembert._words.message import Message, say

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Inset:
    """The file of a part: offsets from `start` on belong to it; `used` says where the part is used."""

    start: int
    document: Document = field(repr=False)
    used: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A whole file: its name and its text; the files of its parts follow in order."""

    name: str
    text: str = field(repr=False)
    insets: tuple[Inset, ...] = field(default=(), repr=False, compare=False)
    starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note where each line begins."""
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        object.__setattr__(self, "starts", tuple(starts))

    def file_at(self, offset: int) -> tuple[Document, int, str]:
        """The file that an offset belongs to, the offset in it, and where this file is used as a part."""
        number = bisect_right(self.insets, offset, key=lambda one: one.start)
        if not number:
            return self, offset, ""
        inset = self.insets[number - 1]
        return inset.document, offset - inset.start, inset.used

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def bounds(self, number: int) -> tuple[int, int]:
        """The offsets at which a line (from 1) begins and ends, without its line break."""
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        start = self.starts[number - 1]
        return start, end - 1 if end > start and self.text[end - 1] == "\r" else end


@dataclass(frozen=True, slots=True)
class Source:
    """The text of one expression or entry and where it stands.

    `offsets` maps each character of `text` (and its end) to an offset in the document; it is empty
    for text that came from Python.
    """

    text: str
    where: str = ""
    document: Document | None = field(default=None, repr=False)
    offsets: tuple[int, ...] | range = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """One thing that is wrong with a model, its position, and what to type instead."""

    rule: str
    severity: str
    where: str
    message: str
    hint: str = ""
    file: str = ""
    line: int | None = None
    column: int | None = None
    excerpt: str = field(default="", repr=False)  # the line, or a window of a long one
    before: int = field(default=0, repr=False)  # columns cut off before the window
    length: int = field(default=1, repr=False)
    reason: Message | None = field(
        default=None, repr=False
    )  # the message as a record, where catalogues have it in every language
    used: str = ""  # where the file is used as a part of the model

    def __str__(self) -> str:
        """The message with its rule, the line with a caret, and the hint."""
        head = f"{self.severity}: {self.message}"
        position = self.file or ("" if self.line is None else "model")
        if self.line is not None:
            position += f":{self.line}:{self.column}"
        position = "  ".join(part for part in (position, f"[{self.where}]" if self.where else "") if part)
        lines = [head, f"  --> {position}"] if position else [head]
        if self.used:
            lines.append(f"      {self.used}")
        if self.excerpt:
            lines += _excerpt(self)
        if self.hint:
            lines.append(f"  help: {self.hint}")
        return "\n".join(lines)


def _excerpt(flaw: Flaw) -> list[str]:
    """The line with a caret under the position."""
    column = (flaw.column or 1) - 1 - flaw.before
    lead = "…" if flaw.before else ""
    tail = "…" if len(flaw.excerpt) == WIDTH else ""
    marked = flaw.excerpt[column : column + max(flaw.length, 1)] or " "
    number = "" if flaw.line is None else str(flaw.line)
    gutter = " " * len(number)
    shown = "".join(" " if unicodedata.category(c) == "Cc" else c for c in lead + flaw.excerpt + tail)
    pad = " " * (len(lead) + _columns(flaw.excerpt[:column]))
    caret = "^" * max(1, _columns(marked))
    return [f"  {gutter} |", f"  {number} | {shown}", f"  {gutter} | {pad}{caret}"]


def _window(text: str, first: int, last: int, at: int) -> tuple[str, int]:
    """The part of text[first:last] around a position, and how many characters were cut off before it."""
    if last - first <= WIDTH:
        return text[first:last], 0
    start = max(first, min(at - WIDTH // 2, last - WIDTH))
    return text[start : start + WIDTH], start - first


def _columns(text: str) -> int:
    """The width of a text in terminal cells: combining marks take none, wide characters two."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def flaw_at(
    source: Source | None,
    span: tuple[int, int] | None = None,
    *,
    rule: str,
    message: str | Message,
    hint: str = "",
    severity: str = "error",
) -> Flaw:
    """A flaw at a range of characters of a source, or at the whole of it."""
    reason = message if isinstance(message, Message) else None
    message = str(message)
    if source is None:
        return Flaw(rule=rule, severity=severity, where="", message=message, hint=hint, reason=reason)
    start, end = span or (0, len(source.text))
    document = source.document
    if document is None or not source.offsets:
        window, cut = _window(source.text, 0, len(source.text), start)
        placed = bool(source.text)
        return Flaw(
            rule=rule,
            severity=severity,
            where=source.where,
            message=message,
            hint=hint,
            column=start + 1 if placed else None,
            excerpt=window,
            before=cut,
            length=end - start,
            reason=reason,
        )
    last = len(source.offsets) - 1
    at, reach = source.offsets[min(start, last)], source.offsets[min(end, last)]
    document, offset, used = document.file_at(at)
    line, column = document.position(offset)
    first, stop = document.bounds(line)
    window, cut = _window(document.text, first, stop, offset)
    return Flaw(
        rule=rule,
        severity=severity,
        where=source.where,
        message=message,
        hint=hint,
        file=document.name,
        line=line,
        column=column,
        excerpt=window,
        before=cut,
        length=max(1, min(reach - at, stop - offset)),
        reason=reason,
        used=used,
    )


class ModelError(Exception):
    """A model cannot be used; `flaws` says why, all at once."""

    def __init__(self, flaws: tuple[Flaw, ...]) -> None:
        super().__init__("\n\n".join(str(flaw) for flaw in flaws))
        self.flaws = flaws


def reason_of(error: ModelError) -> Message:
    """Why a model cannot be used, as a message; a text that exists in English only is marked as such."""
    flaw = error.flaws[0]
    return flaw.reason if flaw.reason is not None else say("in_english", sentence=flaw.message)
