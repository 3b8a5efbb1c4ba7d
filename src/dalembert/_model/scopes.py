"""What names mean at the door: whole numbers that families and sums count to, and names that are taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._text.elaborate import Scope
from dalembert._text.parser import table_arguments
from dalembert._text.written import Written

NAMED = (
    "parameters",
    "coordinates",
    "definitions",
    "inputs",
    "efforts",
    "states",
)  # sections that give names


def scope_of(written: Written) -> Scope:
    """What the names of a model stand for where a structure depends on them."""
    tables = {section: written.values.get(section) for section in NAMED}
    named = {section: table for section, table in tables.items() if isinstance(table, Mapping)}
    names = frozenset(str(key).partition("[")[0].strip() for table in named.values() for key in table)
    numbers = {str(key): _whole(entry) for key, entry in named.get("parameters", {}).items()}
    return Scope(
        whole={key: n for key, n in numbers.items() if n is not None},
        tables=table_arguments(written.values),
        names=names,
    )


def _whole(entry: Any) -> int | None:
    """The whole number that a parameter is, without a unit."""
    if isinstance(entry, Mapping):
        entry = entry.get("value") if entry.get("unit", "-") == "-" else None
    return entry if isinstance(entry, int) and not isinstance(entry, bool) else None
