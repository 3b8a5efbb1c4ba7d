"""An entry of [inputs]: an expression of time, samples of a file, or samples in the model itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._model import records as r
from dalembert._model.entry_reader import LABELS, EntryReader
from dalembert._model.given_numbers import listed_samples
from dalembert._model.interpolation import WAYS
from dalembert._text.positions import Path

LISTED = ("times", "values", "interpolate")  # of samples in the model itself


def input_entry(read: EntryReader, path: Path, value: Any) -> r.Input:
    """A known function of time."""
    name, place = read.name(path), read.place(path)
    if not isinstance(value, Mapping):
        return r.Input(name=name, law=read.expression(path, value), place=place)
    sampled = "table" in value
    listed = "times" in value or "values" in value
    keys = ("table", "time", "column", "interpolate") if sampled else ("value",)
    entry = read.entry(path, value, (*(LISTED if listed else keys), *LABELS))
    unit, labels = read.labels(path, entry)
    if listed:
        way = read.choice((*path, "interpolate"), entry, WAYS)
        law = listed_samples(entry, way, lambda key, *words: read.flaw((*path, key), "value", *words))
        return r.Input(name=name, law=law, **labels, place=place)
    if not sampled:
        return r.Input(name=name, law=read.law(path, entry, unit), **labels, place=place)
    for key in ("time", "column"):
        if key not in entry:
            read.flaw(path, "missing-key", f"a table needs `{key}`", f'{key} = "name of a column"')
    table = r.Table(
        path=read.words((*path, "table"), entry),
        time=read.words((*path, "time"), entry),
        column=read.words((*path, "column"), entry),
        interpolate=read.choice((*path, "interpolate"), entry, WAYS),
    )
    if not table.path:
        read.flaw((*path, "table"), "value", "the table has no file name", 'table = "road.csv"')
    inside = table.path.replace("\\", "/")
    if inside.startswith(("/", "~")) or ":" in inside or ".." in inside.split("/"):
        hint = "put the file beside the model and give its name"
        read.flaw((*path, "table"), "path", "a table lies under the model's folder", hint)
    return r.Input(name=name, law=table, **labels, place=place)
