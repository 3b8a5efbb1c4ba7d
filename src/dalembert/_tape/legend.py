"""What the comments of a printed file say. User names stand in comments only, and cannot leave them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dalembert._tape.tape import Block

LONGEST = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionNote:
    """A sentence about a function, and the user's names for the rows of its result."""

    text: str
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Legend:
    """The user's title and names for every entry of the arguments; what each function gives; remarks."""

    title: str
    arguments: dict[str, tuple[str, ...]]
    functions: dict[str, FunctionNote]
    remarks: tuple[str, ...] = ()


def single_line(text: str) -> str:
    """The text on one line, without characters that end a comment or change the direction of reading."""
    line = re.sub(r"\*(?=/)|/(?=\*)", r"\g<0> ", printable(text))
    return line if len(line) <= LONGEST else line[:LONGEST] + " …"


def printable(text: str) -> str:
    """The text on one line, without invisible characters."""
    return "".join(c if c.isprintable() else " " for c in text).strip()


def legend_lines(
    legend: Legend, blocks: tuple[Block, ...], entry: Callable[[Block, int], str]
) -> Iterator[str]:
    """Title, remarks, and a line for each entry of the arguments, ready for a comment."""
    if legend.title:
        yield single_line(legend.title)
        yield ""
    for block in blocks:
        for i, words in enumerate(legend.arguments[block.name]):
            yield f"{entry(block, i):<6} {single_line(words)}".rstrip()
    if legend.remarks:
        yield ""
    for remark in legend.remarks:
        for line in textwrap.wrap(printable(remark), LONGEST - 10):
            yield single_line(line)


def row_lines(about: FunctionNote, entry: Callable[[int], str]) -> Iterator[str]:
    """A line for each row of a result that the user has a name for."""
    for i, words in enumerate(about.rows):
        yield f"{entry(i):<6} {single_line(words)}".rstrip()
