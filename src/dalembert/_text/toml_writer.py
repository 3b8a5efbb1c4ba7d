"""Plain values to TOML text, the way a person would lay it out: entries as inline tables, one a line."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit.items import Item, Table

from dalembert._text.positions import Path
from dalembert._text.written import put

# Sections with nested tables: they become [section.name].
NESTED = frozenset({"constraints", "contacts", "events", "impulses", "cases", "energy"})


def toml_text(values: Mapping[str, Any]) -> str:
    """The text of a model file."""
    document = tomlkit.document()
    for key, value in values.items():
        document.add(key, _section(key, value) if isinstance(value, Mapping) else tomlkit.item(value))
    return tomlkit.dumps(document)


def edited_text(text: str, changes: Mapping[Path, Any], values: Mapping[str, Any]) -> str:
    """The text of a model file with changes by their paths (None deletes an entry), otherwise unchanged.

    The result must have the `values`. A text whose layout cannot be edited is written anew from them.
    """
    if not changes:
        return text
    document = tomlkit.parse(text)
    for path, value in changes.items():
        put(document, path, value if value is None else _item(path, value))
    made = tomlkit.dumps(document)
    return made if _reads_as(made, values) else toml_text(values)


def _item(path: Path, value: Any) -> Item:
    return _section(str(path[0]), value) if len(path) == 1 and isinstance(value, Mapping) else _inline(value)


def _reads_as(text: str, values: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == values
    except tomllib.TOMLDecodeError:
        return False


def _section(name: str, values: Mapping[str, Any]) -> Table:
    """A section; plain entries come before nested tables, as TOML needs."""
    nested = {k: v for k, v in values.items() if name in NESTED and isinstance(v, Mapping)}
    table = tomlkit.table(is_super_table=bool(nested) and len(nested) == len(values))
    for key, value in values.items():
        if key not in nested:
            table.add(key, _inline(value))
    for key, value in nested.items():
        inner = tomlkit.table()
        for k, v in value.items():
            inner.add(k, _inline(v))
        table.add(key, inner)
    return table


def _inline(value: Any) -> Item:
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            table.append(key, _inline(inner))
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        for inner in value:
            array.append(_inline(inner))
        return array
    made: Item = tomlkit.item(value)
    return made
