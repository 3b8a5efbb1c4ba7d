"""Entries of [cases], and the settings of runs."""

from __future__ import annotations

import math
from typing import Any

from dalembert._model import records as r
from dalembert._model.entry_reader import EntryReader
from dalembert._model.given_numbers import finite_numbers, number_of
from dalembert._model.run_numbers import LARGE
from dalembert._text.positions import Path


def case(read: EntryReader, path: Path, value: Any) -> r.Case:
    """A named variation of values and settings."""
    entry = read.entry(path, value, ("parameters", "start", "speed", "simulate", "text"))
    given: dict[str, tuple[tuple[str, r.Value], ...]] = {}
    for kind, section in (
        ("parameters", "parameters"),
        ("start", "coordinates"),
        ("speed", "coordinates"),
    ):
        table = read.table((*path, kind), entry.get(kind, {}))
        pairs = []
        for name in table:
            unit = read.declared_unit(section, name) if kind != "start" else read.start_unit(name)
            unit = unit.rate if kind == "speed" else unit
            made = read.value((*path, kind), table, name, unit)
            if made is not None:
                pairs.append((name, made))
        given[kind] = tuple(pairs)
    return r.Case(
        name=read.name(path),
        **given,
        simulate=run_settings(read, (*path, "simulate"), entry.get("simulate", {})),
        text=read.words((*path, "text"), entry),
        location=read.location(path),
    )


def run_settings(read: EntryReader, path: Path, value: Any) -> r.RunSettings:
    """The settings of a run."""
    numbers = ("t_start", "t_end", "rtol", "atol", "dt")
    expressed = ("t_start", "t_end", "dt", "samples")
    entry = read.entry(path, value, (*numbers, "samples", "method", "times"))
    given: dict[str, Any] = {}
    if "times" in entry:
        given["times"] = finite_numbers(entry["times"])
        if given["times"] is None:
            message = "`times` must be a list of finite numbers"
            read.flaw((*path, "times"), "value", message, "times = [0, 0.5, 1]")
    for key in expressed:
        if isinstance(entry.get(key), str):
            given[key] = read.expression((*path, key), entry[key])
    for key in numbers:
        if key in entry and key not in given:
            number = number_of(entry[key])
            positive = key in ("rtol", "atol", "dt")
            if number is None or not math.isfinite(number.value) or (positive and number.value <= 0):
                what = "a positive number" if positive else "a number"
                read.flaw((*path, key), "value", f"`{key}` must be {what}", f"{key} = 1e-3")
            else:
                given[key] = float(number.value)
    if "samples" in entry and "samples" not in given:
        samples = entry["samples"]
        if isinstance(samples, bool) or not isinstance(samples, int) or not 1 <= samples < LARGE:
            read.flaw(
                (*path, "samples"), "value", "`samples` must be a whole number from 1", "samples = 1000"
            )
        else:
            given["samples"] = samples
    if "method" in entry:
        given["method"] = read.words((*path, "method"), entry)
    return r.RunSettings(**given, location=read.location((*path, "t_end")))
