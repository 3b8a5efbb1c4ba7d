"""Entries of [tables]: a function of one or two arguments by its samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dalembert._expression.source import Source
from dalembert._expression.suggest import nearest
from dalembert._model.entry_reader import EntryReader
from dalembert._model.given_numbers import finite_numbers
from dalembert._model.interpolation import WAYS
from dalembert._model.records import Axis, LookupTable
from dalembert._model.units import UnitFault, unit_of, unit_with_fractions
from dalembert._text.positions import Path

KEYS = ("file", "x", "y", "value", "interpolate", "beyond", "text")
BEYOND = ("hold", "line", "stop")
EXPLAINED = '"hold" keeps the last value, "line" continues straight, "stop" ends a run there'
Refuse = Callable[[tuple[str, ...], str, str, str], None]  # keys, rule, message, hint


def lookup_table(name: str, entry: Mapping[str, Any], location: Source, refuse: Refuse) -> LookupTable:
    """The table of an entry; `refuse` is called for every mistake, with a hint."""
    texts = {key: _text(entry, key, refuse) for key in ("file", "interpolate", "beyond", "text")}
    axes = {
        key: _axis(entry, key, bool(texts["file"]), refuse) for key in ("x", "y", "value") if key in entry
    }
    for key in ("x", "value"):
        if key not in entry:
            hint = f'{key} = {{ column = "name", unit = "m/s" }}'
            refuse((), "missing-key", f"the table `{name}` needs `{key}`", hint)
    if not texts["beyond"]:
        message = f"the table `{name}` must define its values beyond its ends"
        refuse((), "missing-key", message, f'add beyond = "hold", "line" or "stop": {EXPLAINED}')
    _check_choice(texts, "beyond", BEYOND, refuse)
    ways = tuple(way for way in WAYS if way != "monotone") if "y" in entry else WAYS
    _check_choice(texts, "interpolate", ways, refuse)
    inside = texts["file"].replace("\\", "/")
    if inside.startswith(("/", "~")) or ":" in inside or ".." in inside.split("/"):
        hint = "put the file beside the model and give its name"
        refuse(("file",), "path", "a table lies under the model's folder", hint)
    return LookupTable(
        name=name,
        arguments=tuple(axes[key] for key in ("x", "y") if key in axes),
        value=axes.get("value", Axis()),
        interpolate=texts["interpolate"] or WAYS[0],
        beyond=texts["beyond"],
        path=texts["file"],
        text=texts["text"],
        location=location,
    )


def table_entry(read: EntryReader, path: Path, value: Any) -> LookupTable:
    """An entry of the section [tables]."""
    entry = read.entry(path, value, KEYS)

    def refuse(keys: tuple[str, ...], rule: str, message: str, hint: str) -> None:
        read.flaw((*path, *keys), rule, message, hint)

    return lookup_table(read.name(path), entry, read.location(path), refuse)


def plain_table(table: LookupTable) -> dict[str, Any]:
    """The entry of a table."""
    keys = ("x", "y")[: len(table.arguments)]
    rows = table.value.values
    if len(table.arguments) == 2 and rows:
        width = len(table.arguments[1].values)
        listed: Any = [list(rows[i : i + width]) for i in range(0, len(rows), width)]
    else:
        listed = list(rows)
    return {
        **({"file": table.path} if table.path else {}),
        **{
            key: _plain_axis(axis, list(axis.values)) for key, axis in zip(keys, table.arguments, strict=True)
        },
        "value": _plain_axis(table.value, listed),
        "interpolate": table.interpolate,
        "beyond": table.beyond,
        **({"text": table.text} if table.text else {}),
    }


def _plain_axis(axis: Axis, listed: list[Any]) -> Any:
    entry = {"column": axis.column} if axis.column else {"values": listed}
    return entry | ({"unit": axis.unit} if axis.unit else {})


def _text(entry: Mapping[str, Any], key: str, refuse: Refuse) -> str:
    value = entry.get(key, "")
    if isinstance(value, str):
        return value
    refuse((key,), "value", f"`{key}` must be text in quotes", f'{key} = "…"')
    return ""


def _check_choice(texts: dict[str, str], key: str, choices: tuple[str, ...], refuse: Refuse) -> None:
    value = texts[key]
    if value and value not in choices:
        named = ", ".join(f'"{choice}"' for choice in choices)
        message = f'`{key}` must be one of {named}, but is "{value[:40]}"'
        refuse((key,), "value", message, f'write {key} = "{nearest(value, choices) or choices[0]}"')
        texts[key] = choices[0]


def _axis(entry: Mapping[str, Any], key: str, in_file: bool, refuse: Refuse) -> Axis:
    """The column or the numbers of a key, with their unit."""
    value = entry[key]
    keys: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    if not isinstance(value, Mapping):
        keys = {"column": value} if isinstance(value, str) else {"values": value}
    for stranger in (name for name in keys if name not in ("column", "values", "unit")):
        refuse(
            (key, stranger), "unknown-key", f"unknown key `{stranger}`", "known here: column, values, unit"
        )
    wanted = "column" if in_file else "values"
    if wanted not in keys:
        hint = (
            f'{key} = {{ column = "name of a column" }}' if in_file else f"{key} = {{ values = [0, 1, 2] }}"
        )
        missing = "a table from a file has columns" if in_file else "a table without a `file` has values"
        refuse((key,), "missing-key", f"{missing}: `{key}` needs `{wanted}`", hint)
        return Axis()
    unit = _unit(keys, key, refuse)
    if in_file:
        column = keys["column"]
        if not isinstance(column, str) or not column:
            refuse((key, "column"), "value", "a column is given by its name", 'column = "force"')
            column = ""
        return Axis(column=column, unit=unit)
    return Axis(unit=unit, values=_numbers(entry, key, keys["values"], refuse))


def _numbers(entry: Mapping[str, Any], key: str, given: Any, refuse: Refuse) -> tuple[float, ...]:
    rows = [given]
    if key == "value" and "y" in entry:
        rows = list(given) if isinstance(given, list | tuple) else [None]
    result: list[float] = []
    width = None
    for i, row in enumerate(rows):
        numbers = finite_numbers(row)
        if numbers is None or (width is not None and len(numbers) != width):
            what = f"row {i + 1} of `{key}`" if len(rows) > 1 or "y" in entry else f"`{key}`"
            refuse(
                (key,), "value", f"{what} must be a list of finite numbers, rows of one length", "[0, 0.5, 1]"
            )
            return ()
        width = len(numbers)
        result += numbers
    return tuple(result)


def _unit(entry: Mapping[str, Any], key: str, refuse: Refuse) -> str:
    unit = entry.get("unit", "")
    if not isinstance(unit, str):
        refuse((key, "unit"), "value", "`unit` must be text in quotes", 'unit = "mm/s"')
        return ""
    try:
        return unit_with_fractions(unit) if unit_of(unit) and unit else ""
    except UnitFault as fault:
        refuse((key, "unit"), "unit", fault.message, fault.hint)
        return ""
