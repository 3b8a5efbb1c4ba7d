"""Texts of expressions, made by substitution into what a user wrote; every character keeps its location.

A mistake in a part of such a text is shown where the user typed that part; the text between the parts has the
location of the key of its entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from dalembert._text.positions import Entry

_FORMAT = Formatter()
_INDICES = re.compile(r"(?<=\w)\[[^\[\]]*\]")  # of a name
_MENTION = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")
_INDEX = re.compile(r"\[[-\d,]+\]")
_WORD = re.compile(r"(?<![\w.])[^\W\d]\w*(?![\w.]|\s*\()")  # a name without dots, but no function


@dataclass(frozen=True, slots=True)
class Text:
    """Characters, and the offset of each in the document; no offsets where there is no document."""

    text: str
    offsets: tuple[int, ...] = ()

    @property
    def is_zero(self) -> bool:
        """Whether the text is 0."""
        return self.text.strip() in ("0", "0.0", "-0.0", "")

    @property
    def is_one(self) -> bool:
        """Whether the text is 1."""
        return self.text.strip() in ("1", "1.0")


def fill(pattern: str, **parts: Text | str) -> Text:
    """A pattern with its {parts} substituted; characters that the user did not type have the offset −1."""
    texts: list[str] = []
    offsets: list[int] = []
    for literal, name, _, _ in _FORMAT.parse(pattern):
        texts.append(literal)
        offsets += [-1] * len(literal)
        if name is not None:
            part = parts[name]
            text = part.text if isinstance(part, Text) else part
            known = part.offsets if isinstance(part, Text) else ()
            texts.append(text)
            offsets += known if len(known) == len(text) else [-1] * len(text)
    return Text("".join(texts), tuple(offsets))


def words_of(text: Text) -> set[str]:
    """The names without dots in a text."""
    return set(_WORD.findall(text.text))


def replace_names(text: Text, names: Mapping[str, str]) -> Text:
    """A text with some names replaced by names or expressions, which get the location of the name."""
    offsets = text.offsets if len(text.offsets) == len(text.text) else (-1,) * len(text.text)
    letters: list[str] = []
    places: list[int] = []
    end = 0
    for match in _WORD.finditer(text.text):
        if match.group() not in names:
            continue
        start, new = match.start(), names[match.group()]
        letters += [text.text[end:start], new]
        places += [*offsets[end:start], *[offsets[start]] * len(new)]
        end = match.end()
    return Text("".join([*letters, text.text[end:]]), (*places, *offsets[end:]))


def entry_of(text: Text, near: Entry) -> Entry:
    """The location of a text that was composed for the entry `near`."""
    offsets = tuple(near.key if one < 0 else one for one in text.offsets)
    return Entry(near.key, near.value, near.end, (*offsets, near.end))


def canonical(name: str) -> str:
    """The canonical name of a quantity of a member: link.E[3] of link[3].E, B[3,1] of B[3][1]."""
    indices = _INDEX.findall(name)
    if not indices:
        return name
    return f"{_INDEX.sub('', name)}[{','.join(one[1:-1] for one in indices)}]"


def with_suffix(name: str, suffix: str) -> str:
    """A name with a suffix: crank_x of crank, link_x[3] of link[3]."""
    base, bracket, indices = name.partition("[")
    return f"{base}_{suffix}{bracket}{indices}"


def member_name(owner: str, word: str) -> str:
    """The name of a quantity of a body: crank.angle of crank, link.angle[3] of link[3]."""
    return canonical(f"{owner}.{word}")


def component(name: str, number: int) -> str:
    """The name of a component: B[1] of B, B[3,1] of B[3]."""
    return canonical(f"{name}[{number}]")


def mentions_in(value: Any) -> set[str]:
    """All names with points in texts of nested tables, without their indices."""
    return {name for text in texts_in(value) for name in _MENTION.findall(_INDICES.sub("", text))}


def texts_in(value: Any) -> Iterator[str]:
    """All texts in nested tables."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            stack.extend(one.values())
        elif isinstance(one, list | tuple):
            stack.extend(one)
