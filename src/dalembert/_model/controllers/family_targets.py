"""The targets of a family of controllers: with u[i], each member drives the member of the same index.

    "pid[i]" = { for = "i = 1..N", …, to = "motor[i].torque" }

The driven family has the same indices over the same range, so that one entry is enough for all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dalembert._model.controllers.records import SECTION
from dalembert._model.controllers.targets import (
    WORK,
    Refusal,
    Target,
    coordinates_in,
    is_free,
    quantity,
    table_of,
)

_INDICES = re.compile(r"(?<=\w)\[([^\[\]]*)\]")
_WORD = re.compile(r"(?<!\w)[^\W\d]\w*")


def family_target(name: str, key: str, values: Mapping[str, Any]) -> Target | Refusal:
    """The target of a family of controllers, from its name as written."""
    _, index = split_indices(key)
    base, indices = split_indices(name)
    if indices != index:
        message = f"a family of controllers drives a family: `{name[:60]}` does not have the index [{index}]"
        return Refusal(message=message, hint=f'write to = "{base[:60]}[{index}]"')
    range_ = str(values[SECTION][key].get("for", ""))
    if base.startswith(WORK):
        return _effort(base.removeprefix(WORK), index, range_, values)
    inputs = table_of(values, "inputs")
    family = _family(base, inputs)
    if family:
        if not is_free(inputs[family]):
            message = f"the inputs `{family}` have values of their own"
            return Refusal(message=message, hint=f'write "{family}" = {{ for = "{range_}", unit = "…" }}')
        target = Target(path=("inputs", family), unit=str(inputs[family].get("unit", "")))
        return _of_equal_range(target, family, inputs[family], index, range_)
    owner, _, last = base.rpartition(".")
    elements = table_of(values, "elements")
    family = _family(owner, elements)
    if family:
        made = quantity(family, last, elements[family], values)
        return (
            made
            if isinstance(made, Refusal)
            else _of_equal_range(made, family, elements[family], index, range_)
        )
    message = f"there is no family of quantities `{name[:60]}` to drive"
    return Refusal(message=message, hint=f"name inputs, elements or efforts with the index [{index}]")


def split_indices(name: str) -> tuple[str, str]:
    """A name without its indices, and these: wagon.u and i of wagon[i].u."""
    indices = ",".join(one.replace(" ", "") for one in _INDICES.findall(name))
    return _INDICES.sub("", name).strip(), indices


def _family(base: str, table: Mapping[str, Any]) -> str:
    """The key of the family of a name in a table; empty where there is none."""
    keys = (str(key) for key, entry in table.items() if isinstance(entry, Mapping) and "for" in entry)
    return next((key for key in keys if split_indices(key)[0] == base), "")


def _of_equal_range(
    target: Target, key: str, entry: Mapping[str, Any], index: str, range_: str
) -> Target | Refusal:
    """The target with its own indices, if these have the same range as those of the controllers."""
    indices = split_indices(key)[1]
    if _without_letters(str(entry["for"]), indices) != _without_letters(range_, index):
        message = f"the family `{key}` has another range than the controllers that drive it"
        return Refusal(message=message, hint=f'write for = "{range_}" there too')
    return replace(target, index=indices, range=str(entry["for"]))


def _effort(base: str, index: str, range_: str, values: Mapping[str, Any]) -> Target | Refusal:
    name = f"{base}[{index}]"
    if any(split_indices(str(key))[0] == base for key in table_of(values, "work")):
        message = f"the efforts on `{name}` are given under [work]"
        return Refusal(message=message, hint="delete them there, or add NAME.output to them")
    if not any(split_indices(one)[0] == base for one in coordinates_in(values)):
        return Refusal(
            message=f"there are no coordinates `{name[:60]}` to do work on", hint="name coordinates"
        )
    return Target(path=("work", name), index=index, range=range_)


def _without_letters(range_: str, index: str) -> str:
    """A range with its index letters replaced by numbers, without spaces."""
    letters = {letter: str(i) for i, letter in enumerate(_WORD.findall(index))}
    return _WORD.sub(lambda one: f"${letters[one[0]]}" if one[0] in letters else one[0], range_).replace(
        " ", ""
    )
