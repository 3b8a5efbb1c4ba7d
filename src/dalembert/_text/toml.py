"""A TOML text to plain values with the location of each: the reader of model files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path as FilePath

from dalembert._expression.source import Document, Flaw, ModelError, Source, flaw_at
from dalembert._text.budget import FILE_BYTES, TOML_DEPTH
from dalembert._text.positions import DepthFault, Entry, Path, positions
from dalembert._text.written import Written

_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def read_toml(text: str, name: str, folder: FilePath | None = None) -> Written:
    """The values of a TOML text; ModelError with one located flaw where it is not TOML."""
    document = Document(name, text)
    if len(text.encode("utf-8", "surrogatepass")) > FILE_BYTES:
        raise _too_large(name)
    try:
        entries = _with_parents(positions(text))
    except DepthFault as fault:
        raise ModelError(
            (_flaw_at_offset(document, fault.offset, f"nested more than {TOML_DEPTH} deep", "budget", ""),)
        ) from None
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ModelError((_syntax(document, str(error)),)) from None
    except ValueError:  # an integer with more digits than Python converts
        digits = re.search(r"\d{4000}", text)
        offset = digits.start() if digits else 0
        raise ModelError(
            (_flaw_at_offset(document, offset, "a number has too many digits", "toml", ""),)
        ) from None
    return Written(values=values, document=document, entries=entries, folder=folder, toml=True)


def _with_parents(written: dict[Path, Entry]) -> dict[Path, Entry]:
    """The entries, and for tables that only dotted headers name the position of the header."""
    entries = dict(written)
    for path, entry in written.items():
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
        flaw = _flaw_at_offset(
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


def _flaw_at_offset(document: Document, offset: int, message: str, rule: str, hint: str) -> Flaw:
    source = Source("", "", document, range(offset, offset + 2))
    return flaw_at(source, (0, 1), rule=rule, message=message, hint=hint)


def _syntax(document: Document, message: str) -> Flaw:
    """A flaw with the message of tomllib, with hints for common slips."""
    match = _AT.search(message)
    words = _AT.sub("", message)
    offset = len(document.text)
    if match and match.group(1):
        line, column = int(match.group(1)), int(match.group(2))
        offset = min(document.starts[line - 1] + column - 1, len(document.text))
    first, last = document.bounds(document.position(offset)[0])
    shown = document.text[first : min(last, first + 1000)]
    message = f"this is not TOML: {words[:1].lower()}{words[1:]}"
    return _flaw_at_offset(document, offset, message, "toml", _toml_hint(words, shown))


def _toml_hint(words: str, line: str) -> str:
    return next((hint for fits, hint in TOML_HINTS if fits(words, line)), "")


TOML_HINTS: tuple[tuple[Callable[[str, str], bool], str], ...] = (
    (lambda _, line: bool(re.search(r"\d,\d", line)), "decimals are written with a point, as in 9.81"),
    (lambda _, line: any(c in line for c in "“”„‘’"), 'use straight quotes: "…"'),
    (
        lambda _, line: bool(re.search(r"=\s*[-+]?[\d.]+ +[A-Za-z°]", line)),
        'a unit stands by itself, in quotes: { value = 45, unit = "deg" }',
    ),
    (
        lambda _, line: bool(re.search(r"""=\s*\{([^"']|"[^"]*"|'[^']*')*;""", line)),
        'entries in braces are separated by commas: { value = 2, unit = "m" }',
    ),
    (
        lambda words, line: "Unclosed inline table" in words and "}" in line,
        "type the missing comma between two entries",
    ),
    (
        lambda words, _: "Unclosed inline table" in words,
        "a table in braces stands on one line: type the missing }",
    ),
    (lambda words, _: "']' at the end of a table" in words, "type the missing ]"),
    (lambda words, _: "Illegal character '\\n'" in words, "a quote is not closed on this line"),
    (
        lambda words, line: "key part" in words and line.rstrip().endswith(("{", ",")),
        "a table in braces must be on one line",
    ),
    (lambda words, _: "Invalid value" in words, 'put expressions in quotes: name = "1/2*m*x\'^2"'),
    (
        lambda words, line: "Expected newline" in words and bool(re.search(r"=\s*'[^']*'[^'#]", line)),
        'put an expression with a velocity in double quotes: "1/2*m*x\'^2"',
    ),
    (
        lambda words, _: "Expected newline" in words,
        'put expressions in quotes: name = "1/2*m*x\'^2"; start a new line for each name',
    ),
    (lambda _, line: bool(re.search(r"\\d+ot\b", line)), "a velocity is written x', an acceleration x''"),
    (
        lambda words, _: "Unescaped '\\'" in words or "escape" in words.lower(),
        "write a backslash twice, or use single quotes: symbol = '\\theta_2'",
    ),
    (
        lambda words, _: "Cannot overwrite" in words or "Cannot declare" in words or "twice" in words,
        "this name or section occurs twice in the file: rename one, or merge them",
    ),
    (
        lambda words, _: "Expected '='" in words or "Invalid statement" in words or "key part" in words,
        "a line is  name = value  or  [section]; names with other letters than a-z are quoted",
    ),
)
