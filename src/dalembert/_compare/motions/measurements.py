"""Measurements as a table: the columns of a CSV file, by the names of a model and in SI units.

The first row has the names, each with its unit: `theta1 [deg]` or `theta1 (deg)`. A column without a unit is
read in the unit in which the model shows it, with a remark. Lines that begin with # are skipped, so that a
motion saved as .csv can be read too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.suggest import nearest
from dalembert._model.display_units import DisplayUnit, display_units
from dalembert._model.records import Model
from dalembert._model.tables import columns_of, names_of, refuse_disorder
from dalembert._model.units import UnitFault, unit_of
from dalembert._text.files import FileFault
from dalembert._words.message import Message, Name, say

Array = NDArray[np.float64]
TIMES = ("t", "time")
_HEAD = re.compile(r"(?P<name>.*?)\s*(?:\[(?P<unit>[^\[\]]*)\]|\((?P<round>[^()]*)\))?\s*")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measurements:
    """Columns over time in SI units by the names of a model, and the file's columns that it does not have."""

    name: str
    t: Array
    columns: dict[str, Array]
    left_out: tuple[str, ...]
    remarks: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class _Head:
    """The head of a column: its text, its name without the unit, the unit, and the model's name for it."""

    text: str
    name: str
    unit: str | None
    ours: str


def measurements(path: Path, model: Model, known: tuple[str, ...], names: Mapping[str, str]) -> Measurements:
    """The columns of a file that a motion has too; `names` maps the file's names to the model's."""
    try:
        return _read(path, model, known, names)
    except FileFault as fault:
        raise refusal(fault.message, fault.hint) from None


def refusal(message: str, hint: str) -> ModelError:
    """The error for something that cannot be compared."""
    return ModelError((Flaw(rule="compare", severity="error", where="", message=message, hint=hint),))


def refuse_names(
    names: Mapping[str, str], theirs: tuple[str, ...], known: tuple[str, ...], where: str
) -> None:
    """Raise where a map of names contains a name that neither side has."""
    for column, ours in names.items():
        for name, every, what in ((column, theirs, where), (ours, known, "the motion of the model")):
            if name not in every:
                near = nearest(name, list(every))
                hint = f"did you mean `{near}`?" if near else f"there are {', '.join(every[:12])}"
                message = f"--map {column}={ours}: {what} has no column `{name}`"
                raise refusal(message, f"{hint}; write --map THEIRS=OURS")
    twice = [ours for ours in names.values() if list(names.values()).count(ours) > 1]
    if twice:
        raise refusal(f"--map gives `{twice[0]}` twice", "give each column of the model once")


def _read(path: Path, model: Model, known: tuple[str, ...], names: Mapping[str, str]) -> Measurements:
    heads = _heads(names_of(path.name, path.parent), path.name, names, known)
    every = ("t", *known)
    twice = [
        head.ours for head in heads if sum(one.ours == head.ours for one in heads) > 1 and head.ours in every
    ]
    if twice:
        message = f"{path.name} has two columns for `{twice[0]}`"
        raise FileFault(message, "give each of them its own name, or take one out")
    shared = [head for head in heads if head.ours in every]
    if not any(head.ours == "t" for head in shared):
        listed = ", ".join(head.name for head in heads[:12])
        raise FileFault(f"{path.name} has no column t; it has {listed}", "name it t, or write --map NAME=t")
    if len(shared) == 1:
        listed = ", ".join(head.name for head in heads if head.ours != "t")
        message = f"{path.name} has no column of the motion; it has {listed or 'none'}"
        raise FileFault(message, f"write --map NAME=OURS, ours are {', '.join(known[:12])}")
    columns = columns_of(path.name, path.parent, [head.text for head in shared])
    units = display_units(model) | {"t": DisplayUnit("s")}
    values = {
        head.ours: _in_si(head, np.array(column), units[head.ours], path.name)
        for head, column in zip(shared, columns, strict=True)
    }
    refuse_disorder(values["t"].tolist(), path.name, "t", "times")
    bare = tuple(head for head in shared if head.unit is None and units[head.ours].text not in ("", "1"))
    return Measurements(
        name=path.name,
        t=values.pop("t"),
        columns=values,
        left_out=tuple(head.name for head in heads if head not in shared),
        remarks=tuple(
            say("compare_unit_assumed", name=Name(head.name), unit=units[head.ours].symbol) for head in bare
        ),
    )


def _heads(texts: list[str], where: str, names: Mapping[str, str], known: tuple[str, ...]) -> list[_Head]:
    """The heads of the columns, with their units and the model's names."""
    heads = []
    for text in texts:
        match = (
            None if text in (*names, *known) else _HEAD.fullmatch(text)
        )  # x[3] is a name, x [mm] has a unit
        name, unit = (match["name"], match["unit"] or match["round"]) if match is not None else (text, None)
        ours = names.get(name, "t" if name in TIMES and "t" not in names.values() else name)
        heads.append(_Head(text, name, unit.strip() if unit is not None else None, ours))
    refuse_names(names, tuple(head.name for head in heads), ("t", *known), where)
    return heads


def _in_si(head: _Head, values: Array, display: DisplayUnit, where: str) -> Array:
    """The values of a column in SI units."""
    if head.unit is None:
        return values * display.factor + display.zero
    try:
        unit = unit_of(head.unit)
    except UnitFault as fault:
        message = f"the unit of column `{head.text}` of {where}: {fault.message}"
        raise FileFault(message, fault.hint or "write it as theta [deg]") from None
    if display.text and unit.dimension != display.unit.dimension:
        message = f"column `{head.text}` of {where} is in {head.unit}, but `{head.ours}` is in {display.text}"
        raise FileFault(message, f"give it in {display.text}, or in another unit of that dimension")
    return values * unit.factor + unit.zero
