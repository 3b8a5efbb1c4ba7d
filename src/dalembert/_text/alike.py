"""Texts that differ only in indices, as those of the bodies of a chain, are parsed once.

    link[16].E + L*cos(link[17].angle)     has the tree of     link[#0].E + L*cos(link[#1].angle)

with #0 = 16 and #1 = 17, names that cannot be typed. The numbers of both texts have the same lengths, so
every part of the tree has the same position in both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from dalembert._expression.written_tree import WrittenNode
from dalembert._text.lexer import TextFault, Token, tokens

_INDEX = re.compile(r"(?<=\w)\[([0-9]{1,8}(?:,[0-9]{1,8})*)\]")
_DIGITS = str.maketrans("123456789", "000000000")
Parse = Callable[[list[Token]], WrittenNode]


@dataclass(frozen=True, slots=True)
class TreeOfText:
    """The tree of a text, and the numbers that the names #0, #1 … in it stand for."""

    tree: WrittenNode
    numbers: Mapping[str, int] = field(default_factory=dict)
    tokens: int = 0  # their number in the text


class TextsAlike:
    """The trees of texts, one for all that differ only in indices."""

    def __init__(self) -> None:
        self._known: dict[tuple[Parse, str], TreeOfText] = {}

    def read(self, text: str, most: int, parse: Parse) -> TreeOfText:
        """The tree of a text of at most `most` tokens."""
        pieces = _INDEX.split(text)
        if len(pieces) == 1:
            return read_literally(text, most, parse)
        for i in range(1, len(pieces), 2):
            pieces[i] = f"[{pieces[i].translate(_DIGITS)}]"
        key = parse, "".join(pieces)
        known = self._known.get(key)
        if known is None or known.tokens > most:
            sequence = tokens(text, most)
            try:
                tree = parse(_with_names(sequence, text))
            except TextFault:  # parsed again with its own numbers, for the message
                return TreeOfText(parse(sequence), {}, len(sequence))
            known = self._known[key] = TreeOfText(tree, {}, len(sequence))
        numbers = (int(one) for group in _INDEX.findall(text) for one in group.split(","))
        return replace(known, numbers={f"#{i}": number for i, number in enumerate(numbers)})


def read_literally(text: str, most: int, parse: Parse) -> TreeOfText:
    """The tree of a text with its own numbers."""
    sequence = tokens(text, most)
    return TreeOfText(parse(sequence), {}, len(sequence))


def _with_names(tokens: list[Token], text: str) -> list[Token]:
    """Tokens with names instead of indices."""
    inside = [match.span(1) for match in _INDEX.finditer(text)]
    made, at, count = [], 0, 0
    for token in tokens:
        while at < len(inside) and token.start >= inside[at][1]:
            at += 1
        is_number = at < len(inside) and inside[at][0] <= token.start and token.kind == "number"
        made.append(Token("name", f"#{count}", token.start, token.end) if is_number else token)
        count += is_number
    return made
