"""Characters to tokens."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from dalembert._text.budget import TOKENS
from dalembert._text.slips import CHOICE, of_latex

# Characters that are pasted from papers, and their equivalents in the model language.
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
    "‘": "'",
    "′": "'",
    "´": "'",
    "`": "'",
    "″": "''",
    "“": '"',
    "π": "pi",
    "²": "^2",
    "³": "^3",
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "√": "sqrt(…)",
    "…": "..",
    ":": "..",
    "{": "(",
    "}": ")",
    "&": "and",
    "!": "not",
}
# Characters without an equivalent, and what to type instead.
ADVICE = {
    "|": "an absolute value is written abs(x), a choice a or b",
    ";": "delete it: an expression ends with its quotes",
    "#": "put the comment after the closing quotes",
    "°": 'give the angle a unit, { value = 30, unit = "deg" }, or write 30*pi/180',
    "%": "write a fraction, as in 0.05",
    "?": CHOICE,
}
_OPERATORS = {"**": "^"}

# The next token: blanks, then a number, an operator, or a name of ASCII letters only (a backtracked
# # part of a longer word is no name). Letters of other alphabets are examined one by one. In 1..3 the
# # points are an operator.
_NEXT = re.compile(
    r"[ \t\r\n]*(?:"
    r"((?:[0-9]+(?:\.(?!\.)[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|([A-Za-z_][A-Za-z0-9_]*)(?![A-Za-z0-9_]|[^\x00-\x7f])"
    r"|(\*\*|[<>=!]=|->|\.\.|[-+*/^(),<>'=.]|\[|\])"
    r")?"
)
_KINDS = ("", "number", "name")


class TextFault(ValueError):
    """A mistake in the text of an expression: the message, its range, and what to type.

    `whole`: a budget of the whole model is exceeded, so that what follows cannot be read either.
    """

    def __init__(
        self, rule: str, message: str, span: tuple[int, int], hint: str = "", *, whole: bool = False
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.span = span
        self.hint = hint
        self.whole = whole


@dataclass(frozen=True, slots=True)
class Token:
    """kind is "number", "name", an operator or bracket itself, or "end"."""

    kind: str
    text: str
    start: int
    end: int


FAMILY = (  # a family is read once, however many members it has
    'write entries that differ only in numbers as one family: "x[i]" = { for = "i = 1..N", … }, or '
    '"pair[i,j]" = { for = "i = 1..N, j = i+1..N", … }'
)


def tokens(text: str, most: int) -> list[Token]:
    """The tokens of a text, terminated by an "end" token."""
    result: list[Token] = []
    at, length, following = 0, len(text), _NEXT.match
    while at < length:
        if len(result) >= most:
            message = f"the model has more than its budget of {TOKENS:,} symbols".replace(",", " ")
            raise TextFault("budget", message, (at, at + 1), FAMILY, whole=True)
        piece = following(text, at)
        group = (piece.lastindex or 0) if piece else 0
        if piece and group:
            word, (at, end) = piece[group], piece.span(group)
            kind = _KINDS[group] if group < 3 else _OPERATORS.get(word, word)
            result.append(Token(kind, word, at, end))
        elif piece and piece.end() > at:
            end = piece.end()
        elif text[at].isidentifier() and text[at] not in LOOKALIKES:
            end = _name_end(text, at)
            result.append(Token("name", unicodedata.normalize("NFC", text[at:end]), at, end))
        else:
            raise _foreign_character(text, at)
        at = end
    result.append(Token("end", "", length, length))
    return result


def _name_end(text: str, at: int) -> int:
    """End of the name at `at`."""
    end = at + 1
    while end < len(text) and ("a" + text[end]).isidentifier() and text[end] not in LOOKALIKES:
        end += 1
    return end


def _foreign_character(text: str, at: int) -> TextFault:
    c = text[at]
    span = (at, at + 1)
    if unicodedata.category(c) == "Cc":
        message = f"control character U+{ord(c):04X} in an expression"
        return TextFault("control-character", message, span, "delete it")
    if c == "\\":
        hint = of_latex(text, at)
    elif c in LOOKALIKES:
        hint = f"type {LOOKALIKES[c]}"
    else:
        hint = ADVICE.get(c, "delete it; operators are + - * / ^ < <= > >= == != and or not")
    return TextFault("syntax", f"`{c}` is not understood here", span, hint)
