"""LaTeX split into pieces: letters, numbers, commands, signs; spacing is left out."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from dalembert._text.budget import FILE_BYTES, TOKENS
from dalembert._text.lexer import TextFault

SPACES = frozenset({*",;:! ", "quad", "qquad", "displaystyle", "textstyle", "nonumber", "notag"})
BIG = ("big", "Big", "bigg", "Bigg")
SIZES = frozenset({"left", "right", *BIG, *(f"{word}{side}" for word in BIG for side in "lrm")})
TIMES = frozenset({"cdot", "times", "ast"})
DISPLAYS = frozenset({"equation", "align", "gather", "displaymath", "math", "aligned", "split", "eqnarray"})
SIGNS = "+-*/=^_{}()[]',&|<>"
LETTERS = {"−": "-", "–": "-", "·": "*", "×": "*", "’": "'", "′": "'"}

_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+")
_COMMAND = re.compile(r"\\(?:([A-Za-z]+)|(.))", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{\s*([A-Za-z]+)\*?\s*\}")
_BAR = re.compile(r"\\(left|right)\s*\|")


@dataclass(frozen=True, slots=True)
class Piece:
    """A number, a letter, a command without its backslash, or a sign; `apart`: with space before it."""

    kind: str
    text: str
    start: int
    end: int
    apart: bool = False


def is_latex(text: str) -> bool:
    """Whether a text is LaTeX, not the model language, which has neither backslashes nor braces."""
    return any(mark in text for mark in ("\\", "{", "$"))


def pieces(text: str) -> list[Piece]:
    """The pieces of a text, terminated by an "end"."""
    if len(text) > FILE_BYTES:
        raise TextFault("budget", f"the text has more than {FILE_BYTES} characters", (0, 1), "shorten it")
    result: list[Piece] = []
    at, apart = 0, False
    while at < len(text):
        if len(result) >= TOKENS:
            raise TextFault("budget", f"the text has more than {TOKENS} symbols", (at, at + 1), "shorten it")
        piece, at = _next_piece(text, at, apart)
        if piece is None:
            apart = apart or text[at - 1] not in " \t\r\n$"
            continue
        apart = False
        result.append(piece)
    result.append(Piece("end", "", len(text), len(text)))
    return _without_final_marks(result)


def _next_piece(text: str, at: int, apart: bool) -> tuple[Piece | None, int]:
    """The piece at an offset, None for spacing, and the offset of the next one."""
    c = LETTERS.get(text[at], text[at])
    if c in " \t\r\n$~":
        return None, at + 1
    if c == "%":
        end = text.find("\n", at)
        return None, end + 1 if end >= 0 else len(text)
    if c == "\\":
        return _command(text, at, apart)
    number = _NUMBER.match(text, at)
    if number:
        return Piece("number", number[0], at, number.end(), apart), number.end()
    if c in SIGNS:
        return Piece(c, c, at, at + 1, apart), at + 1
    if c in ".;":
        return Piece("stop", c, at, at + 1, apart), at + 1
    if c.isalpha():
        return Piece("letter", unicodedata.normalize("NFC", c), at, at + 1, apart), at + 1
    if unicodedata.category(c) == "Cc":
        message = f"control character U+{ord(c):04X} in an equation"
        raise TextFault("control-character", message, (at, at + 1), "delete it")
    raise TextFault("syntax", f"`{c}` is not understood here", (at, at + 1), "delete it")


def _command(text: str, at: int, apart: bool) -> tuple[Piece | None, int]:
    environment = _ENVIRONMENT.match(text, at)
    if environment:
        if environment[2] in DISPLAYS:
            return None, environment.end()
        kind = "begin" if environment[1] == "begin" else "finish"
        return Piece(kind, environment[2], at, environment.end(), apart), environment.end()
    bar = _BAR.match(text, at)
    if bar:
        return Piece("command", "lvert" if bar[1] == "left" else "rvert", at, bar.end(), apart), bar.end()
    word = _COMMAND.match(text, at)
    if word is None:
        raise TextFault("syntax", "the text ends with a backslash", (at, at + 1), "delete it")
    name, end = word[1] or word[2], word.end()
    if name in SPACES or name in SIZES or name in "[]()":
        return None, end  # \[ and \( open a display; \left precedes a bracket
    if name == "\\":
        return Piece("line", name, at, end, apart), end
    if name in "{}":
        return Piece("(" if name == "{" else ")", name, at, end, apart), end
    if name in TIMES:
        return Piece("*", name, at, end, apart), end
    return Piece("command", name, at, end, apart), end


def _without_final_marks(sequence: list[Piece]) -> list[Piece]:
    """The pieces without points and commas that end a line; raises where one is elsewhere."""
    kept: list[Piece] = []
    for piece, after in zip(sequence, [*sequence[1:], sequence[-1]], strict=True):
        ends = after.kind in ("end", "line")
        if piece.kind in ("stop", ",") and ends:
            continue
        if piece.kind == "stop":
            hint = "decimals are written 0.5; delete it if it ends a sentence"
            raise TextFault(
                "syntax", f"`{piece.text}` is not understood here", (piece.start, piece.end), hint
            )
        kept.append(piece)
    return kept
