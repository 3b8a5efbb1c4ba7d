"""Expressions of Suk's `LagEq.txt` in the model language, with the place of every character kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from dalembert._text.lexer import Token, tokens

FUNCTIONS = frozenset({"sin", "cos", "sinh", "cosh", "exp", "ln", "sqrt", "power"})
"""What Suk's program knows."""
_WHOLE = re.compile(r"(\d+)\.0*")


@dataclass(slots=True)
class _Out:
    """The text made so far, and for each of its characters an offset in the old text."""

    parts: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def put(self, text: str, start: int, end: int) -> None:
        """Add a text that stands for the old characters from `start` to `end`."""
        self.parts.append(text)
        last = end - 1
        self.places += [min(start + i, last) for i in range(len(text))]


def rewritten(text: str, spelled: Mapping[str, str], most: int) -> tuple[str, tuple[int, ...], int]:
    """The expression in the model language, the old place of each character and of the end, and its tokens.

    `spelled` says what stands for a name (`x1'` for `dotx1`); power(x,n) becomes ((x)^(n)), and a
    number such as 2.0 the whole number it is, for the format has no other way to write one in C++.
    """
    found = tokens(text, most)
    out = _Out()
    commas: list[int] = []  # for each open bracket: commas in it if it is power's, else -1
    at = 0
    for token, following in zip(found, found[1:], strict=False):
        out.put(" " * (token.start - at), at, token.start)
        at = token.end
        power = following.kind == "(" and _is_function(token, "power")
        if power:
            new = "("
        elif token.kind == "(":
            opened = commas[-1] if commas else -1
            commas.append(0 if opened == -2 else -1)
            new = "("
        else:
            new = _plain(token, following, spelled)
        if token.kind == "," and commas and commas[-1] >= 0:
            commas[-1] += 1
            new = ")^("
        if token.kind == ")" and commas and commas.pop() >= 0:
            new = "))"
        out.put(new, token.start, token.end)
    out.places.append(len(text))
    return "".join(out.parts), tuple(out.places), len(found)


def _is_function(token: Token, name: str) -> bool:
    return token.kind == "name" and token.text.lower() == name


def _plain(token: Token, following: Token, spelled: Mapping[str, str]) -> str:
    return token.text
