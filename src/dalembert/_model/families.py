"""Families: one entry for many, "x[i]" = { for = "i = 1..N", … }, each member read as an entry x[3] by itself.

An entry "x[0]" with whole numbers is a member by itself: it extends a family, or stands in place of the
member that the family would have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dalembert._expression.written import member_name
from dalembert._model.entry_reader import EntryReader, Member
from dalembert._text.lexer import TextFault
from dalembert._text.positions import Path

FOR = "for"
LISTS = ("value", "start", "speed", "guess")  # keys whose value may be a list, one for each member
_KEY = re.compile(r"\s*([^\[\]\s]+)\s*\[([^\[\]]*)\]\s*")
_WHOLE = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """NAME[parts]: each part is a whole number, or the letter of an index."""

    name: str
    parts: tuple[int | str, ...]

    @property
    def indices(self) -> tuple[str, ...]:
        """The letters among the parts."""
        return tuple(part for part in self.parts if isinstance(part, str))

    def member(self, indices: Mapping[str, int]) -> str:
        """The name of a member."""
        return member_name(self.name, tuple(indices[p] if isinstance(p, str) else p for p in self.parts))


def key_of(key: str) -> Key | None:
    """A key with brackets, taken apart; None where it has none."""
    found = _KEY.fullmatch(key)
    if found is None:
        return None
    parts = tuple(part.strip() for part in found[2].split(","))
    return Key(name=found[1], parts=tuple(int(p) if _WHOLE.fullmatch(p) else p for p in parts))


def base_name(name: str) -> str:
    """The name of the family of a member: x of x[3]; any other name is its own."""
    return name.partition("[")[0]


def readers_of(
    read: EntryReader, path: Path, table: Mapping[str, Any]
) -> Iterator[tuple[EntryReader, Path, Any]]:
    """The entries of a table, families as their members: with each the reader for it, its path and value."""
    keys = {
        key: found
        for key in table
        if (found := key_of(key)) is not None and _sound(read, (*path, key), found)
    }
    single = {found.member({}): key for key, found in keys.items() if not found.indices}
    done: set[str] = set()
    for key, value in table.items():
        here = (*path, key)
        if key not in keys:
            if key_of(key) is None and read.is_name(here, key):
                yield read, here, value
            continue
        for member, inner in _members(read, here, keys[key], value):
            if member.name in done and member.name not in single:
                message = f"`{member.name}` is given twice"
                read.flaw(here, "name", message, "let the ranges of the families not overlap")
            if member.name in done:
                continue
            done.add(member.name)
            if member.name in single:
                literal = single[member.name]
                at = (*path, literal)
                yield read.of_member(Member(path=at, name=member.name)), at, table[literal]
            else:
                yield read.of_member(member), here, inner


def _sound(read: EntryReader, path: Path, key: Key) -> bool:
    """Whether the name and the indices of a key can be what they are."""
    if not read.is_name(path, key.name):
        return False
    bad = next((part for part in key.indices if not part.isidentifier()), None)
    if bad is not None:
        message = f"`{bad}` is neither a whole number nor the letter of an index"
        read.flaw(path, "index", message, f'write "{key.name}[i]", with for = "i = 1..N"')
    return bad is None


def _members(read: EntryReader, path: Path, key: Key, value: Any) -> list[tuple[Member, Any]]:
    """The members of an entry with brackets, and the entry of each of them."""
    if not key.indices:
        return [(Member(path=path, name=key.member({})), value)]
    shown = str(path[-1])
    listed = _length(value)
    if isinstance(value, Mapping) and FOR in value:
        bound = _bound(read, path, key, value[FOR])
    elif listed is not None and len(key.indices) == 1 == len(key.parts):
        bound: Sequence[dict[str, int]] = [{key.indices[0]: i + 1} for i in range(listed)]
    else:
        more = "…" if isinstance(value, Mapping) else f"value = {value!r}" if isinstance(value, str) else "…"
        hint = f'write "{shown}" = {{ for = "{key.indices[0]} = 1..N", {more} }}'.replace("'", '"')
        read.flaw(
            path, "missing-key", f"the family `{shown}` does not say its members: `for` is missing", hint
        )
        return []
    inner = {k: v for k, v in value.items() if k != FOR} if isinstance(value, Mapping) else value
    return [
        (Member(path=path, name=key.member(one), indices=one, position=i, count=len(bound)), inner)
        for i, one in enumerate(bound)
    ]


def _length(value: Any) -> int | None:
    """How many values the list of an entry has; None where it has none."""
    if isinstance(value, Mapping):
        return next((len(value[key]) for key in LISTS if isinstance(value.get(key), list | tuple)), None)
    return len(value) if isinstance(value, list | tuple) else None


def _bound(read: EntryReader, path: Path, key: Key, text: Any) -> Sequence[dict[str, int]]:
    """What the indices of a family stand for, member by member."""
    here = (*path, FOR)
    if not isinstance(text, str):
        read.flaw(here, "value", "`for` must be text in quotes", f'for = "{key.indices[0]} = 1..N"')
        return ()
    try:
        names, found = read.members(text)
    except TextFault as fault:
        read.flaw_in(here, text, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
        return ()
    missing = [name for name in key.indices if name not in names]
    more = [name for name in names if name not in key.indices]
    if missing:
        message = f"the index `{missing[0]}` of `{path[-1]}` has no range"
        read.flaw_in(here, text, rule="index", message=message, hint=f'write for = "{missing[0]} = 1..N"')
    elif more:
        message = f"the index `{more[0]}` does not stand in the name `{path[-1]}`"
        hint = f'write "{key.name}[{", ".join(names)}]", or delete its range'
        read.flaw_in(here, text, rule="index", message=message, hint=hint)
    return found if not missing and not more else ()
