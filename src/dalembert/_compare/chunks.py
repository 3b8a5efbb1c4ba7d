r"""The terms of a text by their characters, with their signs: what a correction replaces.

m*y'' - m*g*(a - b) = 0        m*y''   - m*g*(a - b)   a   - b   0
\frac{a - b}{c} \ddot x        \frac{a - b}{c} \ddot x   a   - b   c
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

_ITEM = re.compile(
    r"\\\\|\\[A-Za-z]+|\\.|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[^\W\d]\w*|\s+|==|.", re.DOTALL
)
OPENING, CLOSING = "([{", ")]}"
MARGIN, MINUS = " \t\n&", "-−"
OPERATORS = frozenset({"*", "/", "^", "_", r"\cdot", r"\times", "·"})
BLANK = frozenset({"&", ".", r"\left", r"\right", r"\,", r"\;", r"\:", r"\!", r"\quad", r"\qquad"})
ENDS = frozenset({"=", "==", ",", ";", "\\\\"})


@dataclass(frozen=True, slots=True)
class Chunk:
    """A term from `start` to `end` with its sign; `close` is where the sum ends that it stands in."""

    start: int
    end: int
    sign: int  # −1 where a minus is written before it
    first: bool  # whether it is the first term of its sum
    alone: bool  # whether it is the only one
    close: int


def chunks_of(text: str, start: int, end: int) -> tuple[Chunk, ...]:
    """The terms of all sums between two positions of a text, shorter ones first."""
    chunks = [one for group in _groups(text, start, end) for one in _chunks_in(text, group)]
    return tuple(sorted(chunks, key=lambda one: one.end - one.start))


def _groups(text: str, start: int, end: int) -> Iterator[list[int]]:
    """For every sum the positions where its terms begin, and where it ends."""
    opened: list[list[int]] = [[start]]
    before = ""  # what stands before an item: nothing, an operator or an operand
    for item in _ITEM.finditer(text, start, end):
        word = item.group()
        if word.isspace() or word in BLANK:
            continue
        if word in OPENING:
            opened.append([item.end()])
            before = ""
        elif word in CLOSING:
            if len(opened) > 1:
                yield [*opened.pop(), item.start()]
            before = "operand"
        elif word in ENDS:
            yield [*opened.pop(), item.start()]
            opened.append([item.end()])
            before = ""
        elif word in "+" + MINUS:
            if before == "operand":
                opened[-1].append(item.start())
            before = "sign" if before == "operand" else before
        else:
            before = "operator" if word in OPERATORS else "operand"
    yield from ([*one, end] for one in opened)


def _chunks_in(text: str, group: list[int]) -> Iterator[Chunk]:
    spans: list[tuple[int, int]] = []
    for begin, end in pairwise(group):
        shown = text[begin:end].rstrip(MARGIN + ".,").removesuffix("\\right").rstrip(MARGIN)
        if shown.strip(MARGIN):
            spans.append((begin + len(shown) - len(shown.lstrip(MARGIN)), begin + len(shown)))
    for i, (begin, end) in enumerate(spans):
        sign = -1 if text[begin] in MINUS else 1
        yield Chunk(begin, end, sign, i == 0, len(spans) == 1, spans[-1][1])
