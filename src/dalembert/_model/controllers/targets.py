"""The targets of controllers: an input without a value, an effort, a free quantity of an element.

A quantity of an element is free where its key is left out; an input where it has a unit, and no value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dalembert._expression.suggest import nearest
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.entry_reader import LABELS
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._text.positions import Path

WORK = "work."
VECTORS = ("force", "torque")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A quantity that may be driven: the path of its value, and its unit; for a family its indices."""

    path: Path
    unit: str = ""
    index: str = ""
    range: str = ""  # of its indices, as it is written


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a quantity cannot be driven, and what to type."""

    message: str
    hint: str


def target_of(name: str, values: Mapping[str, Any]) -> Target | Refusal:
    """The target with a name."""
    if "[" in name:
        message = f"`{name}` is a member of a family, which no controller can drive by its name"
        hint = 'write "NAME.output" where this value is needed, or make a family of controllers'
        return Refusal(message=message, hint=hint)
    if name.startswith(WORK):
        return _effort(name.removeprefix(WORK), values)
    inputs = table_of(values, "inputs")
    if name in inputs:
        entry = inputs[name]
        if is_free(entry):
            return Target(path=("inputs", name), unit=str(entry.get("unit", "")))
        message = f"the input `{name}` has a value of its own"
        return Refusal(message=message, hint=f'write {name} = {{ unit = "…" }} under [inputs]')
    owner, _, key = name.rpartition(".")  # elements of parts have points in their names
    elements = table_of(values, "elements")
    if key and owner in elements and isinstance(elements[owner], Mapping):
        return quantity(owner, key, elements[owner], values)
    if name in table_of(values, "coordinates"):
        message = f"`{name}` is a coordinate, which moves by efforts"
        return Refusal(message=message, hint=f'write to = "{WORK}{name}" for the effort on it')
    near = nearest(name, tuple(free_names(values)))
    known = "an input, an effort such as work.x, or a quantity of an element such as V1.voltage"
    hint = f'did you mean to = "{near}"?' if near else f"name {known}"
    return Refusal(message=f"there is no quantity `{name[:60]}` to drive", hint=hint)


def driven_keys(name: str, values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The element and the key that a target leaves out; every key that may be meant where it names none."""
    target = target_of(name, values)
    if isinstance(target, Target):
        return [(str(target.path[1]), str(target.path[2]))] if target.path[0] == "elements" else []
    owner, _, key = name.rpartition(".")
    entry = table_of(values, "elements").get(owner)
    if not isinstance(entry, Mapping):
        return []
    near = nearest(key, tuple(_units(entry, values)))
    meant = [near] if near and near not in entry else []
    return [(owner, one) for one in dict.fromkeys((*meant, *_lacking(entry)))]


def is_free(entry: Any) -> bool:
    """Whether an entry of [inputs] has no value."""
    return isinstance(entry, Mapping) and all(key in (*LABELS, "for") for key in entry)


def free_names(values: Mapping[str, Any]) -> Iterator[str]:
    """The names of inputs and of quantities of elements that are free."""
    for name, entry in table_of(values, "inputs").items():
        if is_free(entry):
            yield str(name)
    for name, entry in table_of(values, "elements").items():
        if isinstance(entry, Mapping):
            yield from (f"{name}.{key}" for key in _units(entry, values) if key not in entry)
    yield from (f"{WORK}{name}" for name in table_of(values, "coordinates"))


def table_of(values: Mapping[str, Any], section: str) -> Mapping[str, Any]:
    """A section that is a table; an empty one where it is none."""
    table = values.get(section)
    return table if isinstance(table, Mapping) else {}


def _effort(coordinate: str, values: Mapping[str, Any]) -> Target | Refusal:
    work = table_of(values, "work")
    if coordinate in work:
        message = f"the effort on `{coordinate}` is given under [work]"
        hint = "delete it there, or add NAME.output to it and leave out `to`"
        return Refusal(message=message, hint=hint)
    if coordinate not in coordinates_in(values):
        near = nearest(coordinate, tuple(coordinates_in(values)))
        hint = f'did you mean to = "{WORK}{near}"?' if near else "name a coordinate"
        return Refusal(message=f"there is no coordinate `{coordinate[:60]}` to do work on", hint=hint)
    return Target(path=("work", coordinate))


def coordinates_in(values: Mapping[str, Any]) -> list[str]:
    """The names of coordinates, including those named in joints and elements."""
    names = [str(name) for name in table_of(values, "coordinates")]
    for section in ("joints", "elements"):
        for name, entry in table_of(values, section).items():
            given = entry.get("coordinate", name) if isinstance(entry, Mapping) else ()
            names += [given] if isinstance(given, str) else [str(one) for one in given]
    return names


def _units(entry: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, str]:
    """The numbers of an element that may be expressions, with their units."""
    kind = entry.get("kind")
    net = NET_KINDS.get(kind) if isinstance(kind, str) else None
    if net is not None:
        keys = (key for key in net.numbers if not key.startswith("start_"))
        return {key: net.units.get(key, "1") for key in keys}
    element_kind = ELEMENTS.get(kind) if isinstance(kind, str) else None
    if element_kind is None:
        return {}
    flat = table_of(values, "bodies").get("space", 2) == 2
    turning = [key for key in element_kind.vectors if key == "torque" and flat]
    return {key: element_kind.units.get(key, "") for key in (*element_kind.numbers, *turning)}


def _lacking(entry: Mapping[str, Any]) -> list[str]:
    """The required numbers that an element does not have."""
    word = entry.get("kind")
    net, kind = (NET_KINDS.get(word), ELEMENTS.get(word)) if isinstance(word, str) else (None, None)
    if net is not None:
        law = (net.law.key, net.law.instead) if net.law is not None else ("", "")
        numbers, optional = net.numbers, net.optional
    elif kind is not None:
        law, numbers, optional = kind.law[:2], kind.numbers, kind.optional
    else:
        return []
    known = {*entry, *optional, *((law[1],) if law[0] in entry else ())}
    return [key for key in numbers if key not in known]


def quantity(owner: str, key: str, entry: Mapping[str, Any], values: Mapping[str, Any]) -> Target | Refusal:
    """A free quantity of an element."""
    units = _units(entry, values)
    if key in VECTORS and key not in units:
        message = f"the {key} of `{owner}` is a vector, and a controller gives a number"
        return Refusal(message=message, hint=f'write {key} = ["NAME.output", 0] under [elements.{owner}]')
    if key not in units:
        near = nearest(key, tuple(units))
        hint = f'did you mean to = "{owner}.{near}"?' if near else f"it has {', '.join(units) or 'nothing'}"
        return Refusal(message=f"`{owner}` has no quantity `{key[:60]}` that could be driven", hint=hint)
    if key in entry:
        message = f"the {key} of `{owner}` is given, so that it is not free"
        return Refusal(message=message, hint=f"delete {key} under [elements.{owner}]")
    return Target(path=("elements", owner, key), unit=units[key])
