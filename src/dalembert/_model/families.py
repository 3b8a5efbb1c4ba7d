"""Families: one entry for many, "x[i]" = { for = "i = 1..N", … }; each member is read as an entry x[3].

An entry "x[0]" with whole numbers is a single member: it extends a family, or replaces the member that the
family would have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dalembert._expression.tree import Name
from dalembert._expression.written_tree import Subscript, WrittenNode, parts
from dalembert._model.entry_reader import EntryReader, Member
from dalembert._model.tables import columns_of
from dalembert._text.budget import MEMBERS
from dalembert._text.elaborate import NOTHING
from dalembert._text.files import FileFault
from dalembert._text.lexer import TextFault
from dalembert._text.positions import Path
from dalembert._text.written import Written

FOR = "for"
LETTERS = "ijklmn"
_LITERAL = re.compile(r"\[(?:0|-?[1-9][0-9]*)(?:,(?:0|-?[1-9][0-9]*))*\]")
_MEMBER = re.compile(r"\[-?[0-9]+(?:,-?[0-9]+)*\]")
_WORD = re.compile(r"[^\W\d]\w*")
LONGEST_KEY = 100  # tokens
ANY = "x"  # stands for the name of any family
FILE, COLUMN = "file", "column"  # keys for the values of a family of parameters
LISTS = ("value", "start", "speed", "guess")  # keys whose value may be a list, one for each member


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """The name of a family or of a member, x[i] or x[N + 1], and the index letters in it."""

    name: str  # of the family, or of a member in canonical form, x[3]
    tree: Subscript | None  # None for such a member
    letters: tuple[str, ...]


def base_name(name: str) -> str:
    """The name of the family of a member: x of x[3]; any other name unchanged."""
    return name.partition("[")[0]


def family_form(text: str) -> str:
    """A text in terms of the family instead of a member: work.x[i] for work.x[3]."""
    return _MEMBER.sub(lambda match: f"[{','.join(LETTERS[: match[0].count(',') + 1])}]", text)


def readers_of(
    read: EntryReader, path: Path, table: Mapping[str, Any]
) -> Iterator[tuple[EntryReader, Path, Any]]:
    """The entries of a table, families as their members: each with its reader, path and value."""
    keys = {
        key: family_key
        for key in table
        if "[" in key and (family_key := _key(read, (*path, key), key)) is not None
    }
    single: dict[str, str] = {}
    for key, one in keys.items():
        if not one.letters:
            name = _name(read, (*path, key), one)
            if single.setdefault(name, key) != key:
                read.flaw((*path, key), "name", f"`{name}` is given twice", "delete one of them")
    done: set[str] = set()
    for key, value in table.items():
        here = (*path, key)
        if key not in keys:
            if "[" not in key and read.is_name(here, key):
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


def _key(read: EntryReader, path: Path, key: str) -> Key | None:
    """The parts of a key with brackets; None and a flaw where it is no name of a member or a family."""
    family = key.partition("[")[0].strip()
    if not read.is_name(path, family):
        return None
    if _LITERAL.fullmatch(key, len(family)):
        return Key(name=key, tree=None, letters=())
    try:
        tree = read.tree_of(ANY + key[key.index("[") :], LONGEST_KEY)  # floor[i] is no function
    except TextFault as fault:
        read.flaw(path, fault.rule, f"`{key}` is not a name: {fault.message}", fault.hint)
        return None
    if not isinstance(tree, Subscript) or not isinstance(tree.base, Name):
        read.flaw(path, "name", f"`{key}` is not a name", f'write "{family}[i]", or "{family}[3]"')
        return None
    names = [node.name for index in tree.indices for node in _leaves(index) if isinstance(node, Name)]
    letters = tuple(dict.fromkeys(name for name in names if name not in read.elaborator.scope.whole))
    return Key(name=family, tree=tree, letters=letters)


def _leaves(root: WrittenNode) -> Iterator[WrittenNode]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(parts(node))


def _name(read: EntryReader, path: Path, key: Key, indices: Mapping[str, int] = NOTHING) -> str:
    """The name of a member; that of the family, and a flaw, where an index cannot be computed."""
    if key.tree is None:
        return key.name
    try:
        return key.name + read.elaborator.member(key.tree, indices).removeprefix(ANY)
    except TextFault as fault:
        read.flaw(path, fault.rule, f"`{path[-1]}`: {fault.message}", fault.hint)
        return key.name


def target_name(read: EntryReader, path: Path, key: str) -> str | None:
    """The name given by a key in an entry, with its indices evaluated; None and a flaw where it is none."""
    if "[" not in key:
        return key if read.is_name(path, key) else None
    family_key = _key(read, path, key)
    return _name(read, path, family_key, read.indices) if family_key is not None else None


def _members(read: EntryReader, path: Path, key: Key, value: Any) -> list[tuple[Member, Any]]:
    """The members of an entry with brackets, and the entry of each of them."""
    if not key.letters:
        return [(Member(path=path, name=_name(read, path, key)), value)]
    shown = str(path[-1])
    if path[0] == "parameters" and isinstance(value, Mapping) and FILE in value:
        value = _with_column(read, path, value)
    listed = _length(value)
    if isinstance(value, Mapping) and FOR in value:
        bound = _index_values(read, path, key, value[FOR])
    elif listed is not None and key.tree is not None and key.tree.indices == (Name(key.letters[0]),):
        bound = [{key.letters[0]: i + 1} for i in range(listed)]
    else:
        more = "…" if isinstance(value, Mapping) else f"value = {value!r}" if isinstance(value, str) else "…"
        hint = f'write "{shown}" = {{ for = "{key.letters[0]} = 1..N", {more} }}'.replace("'", '"')
        read.flaw(path, "missing-key", f"the family `{shown}` has no list of members: `for` is missing", hint)
        return []
    inner = {k: v for k, v in value.items() if k != FOR} if isinstance(value, Mapping) else value
    return [
        (
            Member(path=path, name=_name(read, path, key, one), indices=one, position=i, count=len(bound)),
            inner,
        )
        for i, one in enumerate(bound)
    ]


def _with_column(read: EntryReader, path: Path, value: Mapping[str, Any]) -> dict[str, Any]:
    """An entry with a column of its file as its list of values; 0 and a flaw where there is no column."""
    remaining = {key: entry for key, entry in value.items() if key not in (FILE, COLUMN)}
    file, column = (read.words((*path, key), value) for key in (FILE, COLUMN))
    if not file or not column:
        hint = f'write {FILE} = "masses.csv", {COLUMN} = "m"'
        read.flaw(path, "missing-key", f"values from a file need `{FILE}` and `{COLUMN}`", hint)
        return remaining | {"value": 0}
    if "value" in remaining:
        read.flaw((*path, "value"), "value", f"`value` and `{FILE}` both give values", "delete one of them")
    try:
        (numbers,) = columns_of(file, read.written.folder, (column,), MEMBERS)
    except FileFault as fault:
        read.flaw((*path, FILE), "table", f"the values of `{path[-1]}`: {fault.message}", fault.hint)
        return remaining | {"value": 0}
    if FOR in value or numbers:
        return remaining | {"value": numbers}
    read.flaw((*path, FILE), "table", f"{file} has no rows below the names of its columns", "add some")
    return remaining | {"value": 0}


def lists_in_place_of_files(written: Written) -> dict[Path, Any]:
    """The entries of families of parameters with values from files, with these values as lists."""
    values: dict[Path, Any] = {}
    for key, entry in written.values.get("parameters", {}).items():
        if not isinstance(entry, Mapping) or FILE not in entry:
            continue
        try:
            (numbers,) = columns_of(entry[FILE], written.folder, (entry[COLUMN],), MEMBERS)
        except FileFault:
            continue  # the file was deleted after the model was read
        remaining = {k: v for k, v in entry.items() if k not in (FILE, COLUMN)}
        values["parameters", key] = {**remaining, "value": list(numbers)}
    return values


def files_of(parameters: Mapping[str, Any]) -> set[str]:
    """The files that families of parameters have their values from."""
    given = (one.get(FILE) for one in parameters.values() if isinstance(one, Mapping))
    return {one for one in given if isinstance(one, str) and one}


def _length(value: Any) -> int | None:
    """The length of the list of an entry; None where it has no list."""
    if isinstance(value, Mapping):
        return next((len(value[key]) for key in LISTS if isinstance(value.get(key), list | tuple)), None)
    return len(value) if isinstance(value, list | tuple) else None


def _index_values(read: EntryReader, path: Path, key: Key, text: Any) -> Sequence[dict[str, int]]:
    """The values of the indices of a family, for each member."""
    here = (*path, FOR)
    if not isinstance(text, str):
        read.flaw(here, "value", "`for` must be text in quotes", f'for = "{key.letters[0]} = 1..N"')
        return ()
    try:
        names, members = read.members(text)
    except TextFault as fault:
        read.flaw_in(here, text, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
        return ()
    if not members and not set(_WORD.findall(text)) - set(names):
        message = f"the family `{path[-1]}` has no members: `{text}` is empty"
        hint = "the first value of a range comes first, as in i = 1..3"
        read.flaw_in(here, text, rule="index", message=message, hint=hint)
    missing = [name for name in key.letters if name not in names]
    more = [name for name in names if name not in key.letters]
    if missing:
        message = f"the index `{missing[0]}` of `{path[-1]}` has no range"
        read.flaw_in(here, text, rule="index", message=message, hint=f'write for = "{missing[0]} = 1..N"')
    elif more:
        message = f"the index `{more[0]}` does not stand in the name `{path[-1]}`"
        hint = f'write "{key.name}[{", ".join(names)}]", or delete its range'
        read.flaw_in(here, text, rule="index", message=message, hint=hint)
    return members if not missing and not more else ()
