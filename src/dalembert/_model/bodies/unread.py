"""The entries of a model that do not depend on its bodies, used where the bodies cannot be read.

An entry that uses a body, a joint or an element cannot be checked before these are corrected. It is left out,
so that a flaw in a joint is reported once, and not again wherever the joint is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from dalembert._model.expansions import SECTIONS
from dalembert._text.positions import Path
from dalembert._text.written import Written

_WORD = re.compile(r"[^\W\d]\w*")
_NUMBERED = re.compile(r"(_\w+|\d+)$")  # crank_x of a body, ball2 of a joint with several coordinates
WHOLE = ("scene", "simulate")  # sections whose entries are no quantities
NESTED = "energy"  # whose tables have nested entries


def without_bodies(written: Written) -> Written:
    """The written model without bodies, joints and elements and everything that depends on them."""
    values = {key: value for key, value in written.values.items() if key not in SECTIONS}
    unread = {"joints", *(name for key in SECTIONS for name in _owners(written.values.get(key)))}
    waiting = dict(_entries(values))
    while dropped := [path for path, value in waiting.items() if _mentions(value, unread)]:
        for path in dropped:
            del waiting[path]
            values = _drop_entry(values, path)
            unread.add(_base(str(path[-1])))
    return replace(written, values=values)


def _owners(section: Any) -> Iterator[str]:
    """Names of bodies, joints and elements, and of the coordinates that joints have."""
    for name, entry in section.items() if isinstance(section, Mapping) else ():
        yield _base(str(name))
        coordinates = entry.get("coordinate") if isinstance(entry, Mapping) else None
        named = (
            (coordinates,)
            if isinstance(coordinates, str)
            else coordinates
            if isinstance(coordinates, Mapping | list | tuple)
            else ()
        )
        yield from (_base(one) for one in named if isinstance(one, str))


def _entries(values: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    for section, table in values.items():
        if section in WHOLE or not isinstance(table, Mapping):
            yield (section,), table
            continue
        for name, entry in table.items():
            if section == NESTED and isinstance(entry, Mapping):
                yield from (((section, name, key), one) for key, one in entry.items())
            else:
                yield (section, name), {name: entry} if section == "work" else entry  # named by a coordinate


def _strings(value: Any) -> Iterator[str]:
    """All texts in nested tables and lists, with the keys of the tables."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from _strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)


def _mentions(value: Any, unread: set[str]) -> bool:
    words = (word for text in _strings(value) for word in _WORD.findall(text))
    return any(word in unread or _NUMBERED.sub("", word) in unread for word in words)


def _base(name: str) -> str:
    return name.partition("[")[0]


def _drop_entry(values: dict[str, Any], path: Path) -> dict[str, Any]:
    """A copy of the values without one entry."""
    key, *remainder = map(str, path)
    if not remainder:
        return {name: value for name, value in values.items() if name != key}
    return {**values, key: _drop_entry(values[key], tuple(remainder))}
