"""Warnings about angles that are large whole numbers, as 90: read as radians, probably meant as degrees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._model.angles_in_degrees import degrees_flaw, is_in_degrees
from dalembert._model.entry_reader import EntryReader
from dalembert._model.given_numbers import number_of
from dalembert._text.positions import Path

KEYS = ("start", "guess")


def say_degrees(read: EntryReader, path: Path, value: Any, cure: str = "") -> None:
    """Warn of a number without a unit for an angle that is probably in degrees; `cure` is what to write."""
    constant = number_of(value)
    number = float(constant.value) if constant is not None else 0.0
    if not is_in_degrees(number):
        return
    whole = int(number)
    key = next((str(one) for one in reversed(path) if isinstance(one, str)), "")
    cure = cure or f'{{ value = {whole}, unit = "deg" }}'
    flaw = degrees_flaw(read.location(path), f"`{key}`", whole, cure)
    if flaw not in read.flaws:  # once for all members of a family
        read.flaws.append(flaw)


def say_degrees_of_starts(
    read: EntryReader,
    path: Path,
    said: Mapping[str, Mapping[str, Any]],
    coordinates: tuple[str, ...],
    units: tuple[str, ...],
) -> None:
    """Warn of the starts of the angles of a joint that are given without a unit."""
    for name, unit in zip(coordinates, units, strict=False):
        entry = said.get(name, {})
        for key in KEYS:
            if unit == "rad" and key in entry and "unit" not in entry:
                cure = f'{name} = {{ {key} = {entry[key]}, unit = "deg" }}'
                say_degrees(read, (*path, "coordinate", name, key), entry[key], cure)
