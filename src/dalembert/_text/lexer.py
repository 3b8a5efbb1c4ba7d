"""Characters to tokens."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from dalembert._text.budget import TOKENS

# Signs that people paste from papers, and what they are here.
LOOKALIKES = {
    "−": "-",
    "–": "-",
    "×": "*",
    "·": "*",
    "⋅": "*",
    "÷": "/",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "’": "'",
    "′": "'",
    "“": '"',
    "π": "pi",
    "²": "^2",
    "³": "^3",
    "√": "sqrt(…)",
    "[": "(",
    "]": ")",
    "{": "(",
    "}": ")",
    "&": "and",
    "|": "or",
    "!": "not",
}
DOUBLE = ("**", "<=", ">=", "==", "!=")
SINGLE = frozenset("+-*/^(),<>'")


class TextFault(ValueError):
    """A mistake in an expression's text: what, where, and what to type."""

    def __init__(self, rule: str, message: str, span: tuple[int, int], hint: str = "") -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.span = span
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Token:
    """kind is "number", "name", an operator or bracket itself, or "end"."""

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str, most: int) -> list[Token]:
    """The tokens of a text, closed by an "end" token."""
    found: list[Token] = []
    at, length = 0, len(text)
    while at < length:
        if len(found) >= most:
            message = f"the model has more than its budget of {TOKENS:,} symbols".replace(",", " ")
            raise TextFault("budget", message, (at, at + 1), "split the model, or build it in Python")
        c = text[at]
        if c in " \t\r\n":
            at += 1
            continue
        if c.isascii() and (c.isdigit() or (c == "." and text[at + 1 : at + 2].isdigit())):
            end = _number_end(text, at)
            found.append(Token("number", text[at:end], at, end))
        elif (c == "_" or c.isidentifier()) and c not in LOOKALIKES:
            end = at + 1
            while end < length and ("a" + text[end]).isidentifier() and text[end] not in LOOKALIKES:
                end += 1
            found.append(Token("name", unicodedata.normalize("NFC", text[at:end]), at, end))
        elif text[at : at + 2] in DOUBLE:
            end = at + 2
            kind = "^" if text[at:end] == "**" else text[at:end]
            found.append(Token(kind, text[at:end], at, end))
        elif c in SINGLE:
            end = at + 1
            found.append(Token(c, c, at, end))
        else:
            raise _foreign(text, at)
        at = end
    found.append(Token("end", "", length, length))
    return found


def _number_end(text: str, at: int) -> int:
    """End of the longest number at `at`: 12, 1.5, .5, 1., 1e-3."""
    length = len(text)

    def digits(position: int) -> int:
        while position < length and text[position] in "0123456789":
            position += 1
        return position

    end = digits(at)
    if text[end : end + 1] == ".":
        end = digits(end + 1)
    if text[end : end + 1] in ("e", "E"):
        sign = end + 1 + (text[end + 1 : end + 2] in ("+", "-"))
        if digits(sign) > sign:
            end = digits(sign)
    return end


def _foreign(text: str, at: int) -> TextFault:
    c = text[at]
    span = (at, at + 1)
    if c == "=":
        return TextFault(
            "syntax",
            "`=` is not part of an expression",
            span,
            "an equation a = b is written a - b; to compare use ==",
        )
    if unicodedata.category(c) == "Cc":
        message = f"control character U+{ord(c):04X} in an expression"
        return TextFault("control-character", message, span, "delete it")
    hint = (
        f"type {LOOKALIKES[c]}" if c in LOOKALIKES else "delete it, or see the list of operators in the docs"
    )
    return TextFault("syntax", f"`{c}` is not understood here", span, hint)
