"""Start, speed and symbol of a coordinate that is given in a joint or an element."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.entry_reader import EntryReader
from dalembert._model.families import target_name
from dalembert._text.positions import Path

VALUES = ("start", "speed", "guess")
COORDINATE = (*VALUES, "text", "symbol", "unit")


def said_of(amounts: AmountReader, path: Path, entry: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The entries of the coordinates of a joint or an element, by name."""
    read, value = amounts.read, entry.get("coordinate")
    entries: dict[str, Mapping[str, Any]] = {}
    for name, written in value.items() if isinstance(value, Mapping) else ():
        here = (*path, "coordinate", name)
        if isinstance(written, Mapping):
            read.keys(here, written, COORDINATE)
            entries[target_name(read, here, name) or name] = _of_member(
                amounts, here, _readable(read, here, written)
            )
        else:
            message = f"`{name}` must be a table"
            read.flaw(here, "value", message, f"write {name} = {{ start = 0 }}")
    return entries


def _readable(read: EntryReader, path: Path, entry: Mapping[str, Any]) -> dict[str, Any]:
    """The entry of a coordinate, without values that are neither numbers nor expressions: flaws are noted."""
    unreadable = [key for key in VALUES if key in entry and not _is_amount(entry[key])]
    for key in unreadable:
        message = f"`{key}` of `{path[-1]}` must be a number or an expression in quotes"
        read.flaw((*path, key), "value", message, f"write {_cure(key, entry[key], bool(read.indices))}")
    return {key: value for key, value in entry.items() if key not in unreadable}


def _cure(key: str, value: object, in_family: bool) -> str:
    """The hint for a wrong value: a table with a unit, a list of a family, or anything else."""
    if isinstance(value, Mapping) and {"value", "unit"} <= value.keys():
        return f'{key} = {value["value"]!r}, unit = "{value["unit"]}"'
    if isinstance(value, list) and in_family:
        return f'{key} = "{key}0[i]", with a family {key}0[i] of parameters'
    return f'{key} = 0.1, or {key} = "pi/6"'


def _is_amount(value: object) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _of_member(amounts: AmountReader, path: Path, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entry of a coordinate with the indices of the current member substituted."""
    indices = amounts.read.indices
    if not indices:
        return entry
    entry_of_member = dict(entry)
    for key in VALUES:
        value = entry.get(key)
        if isinstance(value, str):
            entry_of_member[key] = amounts.amount((*path, key), value).text
    if isinstance(entry_of_member.get("symbol"), str):
        below = ",".join(map(str, indices.values()))
        entry_of_member["symbol"] = f"{{{entry_of_member['symbol']}}}_{{{below}}}"
    return entry_of_member
