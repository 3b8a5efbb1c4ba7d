"""The text of a model as its user wrote it, with later changes inserted.

The text of a file is kept: only changed entries are rewritten, so comments, order and shorthand stay as they
were.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dalembert._model import records as r
from dalembert._model.build import FORMAT, build
from dalembert._model.families import lists_in_place_of_files
from dalembert._model.plain import plain_values, value_text
from dalembert._text.positions import Path
from dalembert._text.written import Written, put

VALUED = ("parameters", "coordinates", "efforts", "states")  # sections of entries with values
Valued = r.Parameter | r.Coordinate | r.Effort | r.State


def written_text(model: r.Model, *, alone: bool = False) -> str:
    """The text of a model file that `build` turns into an equal model; `alone`: without other files."""
    from dalembert._text.toml_writer import edited_text, toml_text

    written = model.written
    if written is None or not written.toml or written.document is None:
        return toml_text(_written_values(model, alone=alone))
    changes = changes_of(model) | (_in_place_of_files(written) if alone else {})
    return edited_text(
        written.document.text, {**written.changes, **changes}, _apply_changes(written.values, changes)
    )


def _written_values(model: r.Model, *, alone: bool) -> dict[str, Any]:
    """The sections of a model file as the user wrote them, with changes, for an equal model."""
    if model.written is None:
        return plain_values(model)
    changes = changes_of(model) | (_in_place_of_files(model.written) if alone else {})
    values = _apply_changes(model.written.values, changes)
    return values if "format" in values else {"format": FORMAT, **values}


def _in_place_of_files(written: Written) -> dict[Path, Any]:
    """The contents of files beside a model, as entries of it."""
    made = lists_in_place_of_files(written)
    if "bodies" in written.values:
        from dalembert._model.bodies.mesh_entries import meshes_in_place_of_files

        made |= meshes_in_place_of_files(written)
    if "parts" in written.values:
        from dalembert._model.parts.expand import parts_in_place_of_files

        made |= parts_in_place_of_files(written)
    return made


def written_with(model: r.Model, sizes: Mapping[str, int]) -> Written:
    """The written model with the current values, and with other values of some parameters."""
    written = model.written if model.written is not None else Written(values=plain_values(model))
    changes = changes_of(model)
    for name, number in sizes.items():
        literal = written.values.get("parameters", {}).get(name)  # parameters of parts are not here
        path: Path = ("parameters", name)
        changes[(*path, "value") if isinstance(literal, Mapping) else path] = number
    return replace(
        written, values=_apply_changes(written.values, changes), changes={**written.changes, **changes}
    )


def changes_of(model: r.Model) -> dict[Path, Any]:
    """The changes of the written model, by path, that give the model; None deletes an entry."""
    if model.written is None:
        return {}
    before, _ = build(model.written)
    if before == model:
        return {}
    was, now = plain_values(before), plain_values(model)
    changes: dict[Path, Any] = {}
    for section in dict.fromkeys((*was, *now)):
        if was.get(section) == now.get(section):
            continue
        entries = _entries(section, before, model) if section in VALUED else None
        changes |= entries if entries is not None else {(section,): now.get(section)}
    return changes


def _entries(section: str, before: r.Model, model: r.Model) -> dict[Path, Any] | None:
    """Changes of the values of single entries; None where more than values has changed."""
    was, now = _entries_with_values(section, before), _entries_with_values(section, model)
    if list(map(_labels, was)) != list(map(_labels, now)) or model.written is None:
        return None
    literal = model.written.values.get(section, {})
    plain = plain_values(model)[section]
    changes: dict[Path, Any] = {}
    for old, new in zip(was, now, strict=True):
        if old == new:
            continue
        path: Path = (section, new.name)
        if new.name not in literal or not isinstance(literal[new.name], Mapping):
            changes[path] = plain[new.name]  # a member of a family, or a value alone
            continue
        given = dict(_values(new))
        changes |= {
            (*path, key): _text(given[key], new.unit, key)
            for key, value in _values(old)
            if given[key] != value
        }
    return changes


def _entries_with_values(section: str, model: r.Model) -> tuple[Valued, ...]:
    match section:
        case "parameters":
            return model.parameters
        case "coordinates":
            return model.coordinates
        case "efforts":
            return model.efforts
    return model.states[: len(model.states) - len(model.sampled)]


def _labels(entry: Valued) -> tuple[Any, ...]:
    """The parts of an entry that are no values."""
    rate = entry.rate if isinstance(entry, r.State) else None
    return entry.name, entry.unit, entry.text, entry.symbol, rate


def _values(entry: Valued) -> tuple[tuple[str, r.Value | None], ...]:
    match entry:
        case r.Parameter():
            return (("value", entry.value),)
        case r.Coordinate():
            return (("start", entry.start), ("speed", entry.speed), ("guess", entry.guess))
        case r.Effort():
            return (("guess", entry.guess),)
    return (("start", entry.start), ("guess", entry.guess))


def _text(value: r.Value | None, unit: str, key: str) -> str | int | float | None:
    return value_text(value, unit, rate=key == "speed") if value is not None else None


def _apply_changes(values: dict[str, Any], changes: Mapping[Path, Any]) -> dict[str, Any]:
    """A copy of the values with changes."""
    made = dict(values)
    for path in changes:  # the tables along the path are copied
        table = made
        for key in map(str, path[:-1]):
            inner = table.get(key)
            table[key] = dict(inner) if isinstance(inner, Mapping) else {}
            table = table[key]
    for path, value in changes.items():
        put(made, path, value)
    return made
