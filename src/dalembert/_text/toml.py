"""A TOML text to plain values with the place of each: the reading door of model files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from dalembert._expression.source import Document, Flaw, ModelError, Source, flaw_at
from dalembert._text.budget import FILE_BYTES, TOML_DEPTH
from dalembert._text.positions import DepthFault, Entry, Path, positions

_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Raw:
    """The values of a model file or of a Python call, and where each stands."""

    values: dict[str, Any]
    document: Document | None = None
    entries: dict[Path, Entry] = field(default_factory=dict, repr=False)
    folder: FilePath | None = None

    def value_source(self, path: Path, text: str) -> Source:
        """The source of the value at a path."""
        where = dotted(path)
        entry = self.entries.get(path)
        if entry is None or self.document is None:
            return Source(text, where)
        offsets = entry.characters if entry.characters is not None else range(entry.value, entry.end + 1)
        return Source(text, where, self.document, offsets)

    def key_source(self, path: Path) -> Source:
        """The source of the key at a path, or of the nearest table above it."""
        where = dotted(path)
        entry = self.entries.get(path)
        if entry is None:
            above = (self.entries.get(path[:length]) for length in range(len(path) - 1, 0, -1))
            entry = next((e for e in above if e is not None), None)
        if entry is None or self.document is None:
            return Source("", where, self.document)
        start = entry.key
        end = self._key_end(start)
        return Source(self.document.text[start:end], where, self.document, range(start, end + 1))

    def _key_end(self, start: int) -> int:
        text = self.document.text if self.document else ""
        end = start
        while end < len(text) and text[end] not in " \t=\n\r,}#":
            end += 1
        return end


def dotted(path: Path) -> str:
    """A path as users write it: energy.kinetic.crank."""
    return ".".join(str(part) for part in path)


def read_toml(text: str, name: str, folder: FilePath | None = None) -> Raw:
    """The values of a TOML text; ModelError with one located flaw where it is not TOML."""
    document = Document(name, text)
    if len(text.encode("utf-8", "surrogatepass")) > FILE_BYTES:
        raise _too_large(name)
    try:
        entries = _with_parents(positions(text))
    except DepthFault as fault:
        raise ModelError(
            (_at(document, fault.offset, f"nested more than {TOML_DEPTH} deep", "budget", ""),)
        ) from None
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ModelError((_syntax(document, str(error)),)) from None
    except ValueError:  # an integer of more digits than Python converts
        digits = re.search(r"\d{4000}", text)
        offset = digits.start() if digits else 0
        raise ModelError((_at(document, offset, "a number has too many digits", "toml", ""),)) from None
    return Raw(values=values, document=document, entries=entries, folder=folder)


def _with_parents(found: dict[Path, Entry]) -> dict[Path, Entry]:
    """The entries, and with each table that only a dotted header names the place of that header."""
    entries = dict(found)
    for path, entry in found.items():
        for length in range(1, len(path)):
            entries.setdefault(path[:length], entry)
    return entries


def read_text(path: FilePath) -> str:
    """The text of a file within the budget; ModelError where it cannot be read."""
    name = path.name
    try:
        with path.open("rb") as stream:
            data = stream.read(FILE_BYTES + 1)
    except OSError as error:
        message = f"cannot read {path}: {error.strerror}"
        raise ModelError(
            (Flaw(rule="file", severity="error", where="", message=message, file=name),)
        ) from None
    if len(data) > FILE_BYTES:
        raise _too_large(name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data[: error.start].decode("utf-8", "replace")
        flaw = _at(
            Document(name, text), len(text), "the file is not UTF-8 text", "encoding", "save it as UTF-8"
        )
        raise ModelError((flaw,)) from None
    return text


def _too_large(name: str) -> ModelError:
    message = f"the model file is larger than {FILE_BYTES // 1024} KiB"
    hint = "build models of this size in Python"
    return ModelError(
        (Flaw(rule="budget", severity="error", where="", message=message, hint=hint, file=name),)
    )


def _at(document: Document, offset: int, message: str, rule: str, hint: str) -> Flaw:
    source = Source("", "", document, range(offset, offset + 2))
    return flaw_at(source, (0, 1), rule=rule, message=message, hint=hint)


def _syntax(document: Document, message: str) -> Flaw:
    """Tomllib's word in our letter, with a hint for the usual slips."""
    found = _AT.search(message)
    words = _AT.sub("", message)
    offset = len(document.text)
    if found and found.group(1):
        line, column = int(found.group(1)), int(found.group(2))
        offset = min(document.starts[line - 1] + column - 1, len(document.text))
    first, last = document.bounds(document.position(offset)[0])
    shown = document.text[first : min(last, first + 1000)]
    message = f"this is not TOML: {words[:1].lower()}{words[1:]}"
    return _at(document, offset, message, "toml", _toml_hint(words, shown))


def _toml_hint(words: str, line: str) -> str:
    return next((hint for fits, hint in TOML_HINTS if fits(words, line)), "")


TOML_HINTS: tuple[tuple[Callable[[str, str], bool], str], ...] = (
    (lambda _, line: bool(re.search(r"\d,\d", line)), "decimals are written with a point, as in 9.81"),
    (lambda _, line: any(c in line for c in "“”„‘’"), 'use straight quotes: "…"'),
    (lambda words, _: "Illegal character '\\n'" in words, "a quote is not closed on this line"),
    (
        lambda words, line: "key part" in words and line.rstrip().endswith(("{", ",")),
        "a table in braces stands on one line",
    ),
    (lambda words, _: "Invalid value" in words, 'expressions stand in quotes: name = "1/2*m*x\'^2"'),
    (
        lambda words, _: "Unescaped '\\'" in words or "escape" in words.lower(),
        "write a backslash twice, or use single quotes: symbol = '\\theta_2'",
    ),
    (
        lambda words, _: "Cannot overwrite" in words or "Cannot declare" in words or "twice" in words,
        "this name or section stands twice in the file: rename or join them",
    ),
    (
        lambda words, _: "Expected '='" in words or "Invalid statement" in words or "key part" in words,
        "a line is  name = value  or  [section]; names with other letters than a-z are quoted",
    ),
)
