"""Expressions of Suk's `LagEq.txt` in the model language, with the location of every character kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from dalembert._expression.functions import FUNCTIONS
from dalembert._text.lexer import TextFault, Token, tokens

_WHOLE = re.compile(r"(\d+)\.0*")


@dataclass(slots=True)
class _Out:
    """The new text so far, and for each of its characters an offset in the old text."""

    parts: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def put(self, text: str, start: int, end: int) -> None:
        """Add a text that replaces the old characters from `start` to `end`."""
        self.parts.append(text)
        if len(text) <= end - start:
            self.places.extend(range(start, start + len(text)))
        else:
            self.places.extend([min(start + i, end - 1) for i in range(len(text))])


@dataclass(slots=True)
class _Bracket:
    """An open bracket: the token `power` before it, if there is one, and the commas in it."""

    power: Token | None
    commas: int = 0


def rewrite(text: str, spelled: Mapping[str, str], most: int) -> tuple[str, tuple[int, ...], int]:
    """The expression in the model language, the old offset of each character and of the end, and its tokens.

    `spelled` maps names of the file to those of the model (`dotx1` to `x1'`). power(x,n) becomes ((x)^(n)),
    and 2.0 the whole number 2: the format is compiled as C++, where 1/2 is 0, so exact numbers are written
    this way.
    """
    sequence = tokens(text, most)
    out = _Out()
    brackets: list[_Bracket] = []
    power: Token | None = None
    at = 0
    for token, following in pairwise(sequence):
        if token.start > at:
            out.put(" " * (token.start - at), at, token.start)
        at = token.end
        inside = brackets[-1] if brackets else _Bracket(None)
        match token.kind:
            case "name" if following.kind == "(" and token.text.lower() == "power":
                power, new = token, "("
            case "(":
                brackets.append(_Bracket(power))
                power, new = None, "("
            case "," if inside.power:
                inside.commas += 1
                new = ")^("
            case ")" if inside.power:
                _two_arguments(brackets.pop(), token)
                new = "))"
            case ")":
                del brackets[-1:]
                new = ")"
            case _:
                new = _word(token, following, spelled)
        out.put(new, token.start, token.end)
    out.places.append(len(text))
    return "".join(out.parts), tuple(out.places), len(sequence)


def _word(token: Token, following: Token, spelled: Mapping[str, str]) -> str:
    """The text for a number, a name or an operator in the model language."""
    if token.kind == "number":
        whole = _WHOLE.fullmatch(token.text)
        return whole.group(1) if whole else token.text
    if token.kind != "name":
        return token.text
    if following.kind == "(":
        lower = token.text.lower()
        return lower if token.text not in FUNCTIONS and lower in FUNCTIONS else token.text
    return spelled.get(token.text, token.text)


def _two_arguments(bracket: _Bracket, close: Token) -> None:
    if bracket.commas != 1 and bracket.power is not None:
        given = "1 is" if bracket.commas == 0 else f"{bracket.commas + 1} are"
        span = (bracket.power.start, close.end)
        raise TextFault(
            "arguments", f"`power` takes 2 arguments, but {given} given", span, "write power(x,n)"
        )
