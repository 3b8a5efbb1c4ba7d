"""What is said of a coordinate where it is named, beside a joint or an element: its start, speed, symbol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.families import target_name
from dalembert._text.positions import Path

COORDINATE = ("start", "speed", "guess", "text", "symbol", "unit")


def said_of(amounts: AmountReader, path: Path, entry: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """What is said of each coordinate beside its name."""
    read, value = amounts.read, entry.get("coordinate")
    found: dict[str, Mapping[str, Any]] = {}
    for name, own in value.items() if isinstance(value, Mapping) else ():
        here = (*path, "coordinate", name)
        if isinstance(own, Mapping):
            read.keys(here, own, COORDINATE)
            found[target_name(read, here, name) or name] = _of_member(amounts, here, own)
        else:
            message = f"`{name}` must be a table"
            read.flaw(here, "value", message, f"write {name} = {{ start = 0 }}")
    return found


def _of_member(amounts: AmountReader, path: Path, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is said of a coordinate, with the indices of the member that is read put in."""
    indices = amounts.read.indices
    if not indices:
        return entry
    found = dict(entry)
    for key in ("start", "speed", "guess"):
        value = entry.get(key)
        if isinstance(value, str):
            found[key] = amounts.amount((*path, key), value).text
    if isinstance(found.get("symbol"), str):
        below = ",".join(map(str, indices.values()))
        found["symbol"] = f"{{{found['symbol']}}}_{{{below}}}"
    return found
