"""The entries of [elements]: kind, frames, numbers, vectors and words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from dalembert._expression.suggest import nearest
from dalembert._model.bodies import records as b
from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.bodies.elements.kind import ElementKind
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.ends import ends_of, kind_of, member_of
from dalembert._model.bodies.texts import Text, words_of
from dalembert._model.element_kinds import element_keys
from dalembert._model.entry_reader import EntryReader
from dalembert._model.given_numbers import finite_numbers, number_of
from dalembert._model.nets.heat_ports import heated_node
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._text.positions import Path


def element(
    amounts: AmountReader,
    path: Path,
    name: str,
    entry: Mapping[str, Any],
    bodies: Mapping[str, b.Body],
    joints: Collection[str],
) -> b.Element | None:
    """An element; None, and a flaw, where it cannot be read."""
    read = amounts.read
    word = kind_of(read, path, entry, (*ELEMENTS, *NET_KINDS))
    if word is None:
        return None
    kind = ELEMENTS[word]
    read.keys(path, entry, element_keys(kind))
    values = _numbers(amounts, path, entry, kind)
    vectors = _vectors(amounts, path, entry, kind)
    heat = heated_node(read, path, entry) if kind.heats else ""
    if values is None or vectors is None or heat is None:
        return None
    words = {key: read.choice((*path, key), entry, known) for key, known in kind.words.items()}
    direction = _direction(amounts, (*path, kind.direction), entry) if kind.direction else ()
    joint = _joint(read, path, entry, kind, joints)
    ends = () if joint else _ends(read, path, entry, bodies, kind) if joint is not None else None
    if joint is None or ends is None or direction is None:
        return None
    return b.Element(
        name=name,
        path=path,
        kind=word,
        ends=ends,
        joint=joint,
        values=values,
        vectors=vectors,
        words=words,
        direction=direction,
        heat=heat,
    )


def _ends(
    read: EntryReader, path: Path, entry: Mapping[str, Any], bodies: Mapping[str, b.Body], kind: ElementKind
) -> tuple[b.End, ...] | None:
    """The frames of an element: the first, those it passes over, the last."""
    ends = ends_of(read, path, entry, bodies, kind.ends)
    if ends is None or len(ends) == 1:
        return ends
    if ends[0] == ends[1] or (ends[0].body == ends[1].body and not kind.over):
        message = f"`{path[-1]}` is between `{ends[0].body}` and itself"
        read.flaw((*path, kind.ends), "value", message, "name two bodies")
        return None
    if "over" not in entry or not kind.over:
        return ends
    listed = entry["over"]
    if not isinstance(listed, list | tuple) or not listed:
        message = "`over` is a list of points that it goes over"
        read.flaw((*path, "over"), "value", message, 'write over = ["ground.P"]')
        return None
    between = [
        ends_of(read, path, {"over": one}, bodies, "over") if isinstance(one, str) else None for one in listed
    ]
    if not all(isinstance(one, str) for one in listed):
        read.flaw((*path, "over"), "value", "`over` names points", 'write over = ["ground.P"]')
    good = [one[0] for one in between if one is not None]
    return (ends[0], *good, ends[1]) if len(good) == len(listed) else None


def _vectors(
    amounts: AmountReader, path: Path, entry: Mapping[str, Any], kind: ElementKind
) -> dict[str, b.Vector] | None:
    """The vectors of an element; torques and rotations are a number in the plane."""
    read, vectors = amounts.read, {}
    for key, example in kind.vectors.items():
        if key not in entry:
            if key in kind.optional:
                continue
            read.flaw(path, "missing-key", f"`{key}` is missing", f"add {key} = {example}")
            return None
        scalar = amounts.space == 2 and key in kind.turning
        here = (*path, key)
        parts = [entry[key]] if scalar or not isinstance(entry[key], list | tuple) else entry[key]
        if not all(_is_good(read, here, one, kind, key) for one in parts):
            return None
        vectors[key] = (
            (amounts.amount(here, entry[key], kind.units[key]),)
            if scalar
            else amounts.vector(here, entry[key], kind.units[key])
        )
    return vectors


def _direction(amounts: AmountReader, path: Path, entry: Mapping[str, Any]) -> b.Vector | None:
    """A direction in axes of the first frame: a letter or a vector; by default y in the plane, z in space."""
    read, space = amounts.read, amounts.space
    letters = "xyz"[:space]
    value = entry.get(str(path[-1]), letters[-1])
    if isinstance(value, str) and value in tuple(letters):
        return tuple(Text("1" if one == value else "0") for one in letters)
    numbers = finite_numbers(value) if isinstance(value, list | tuple) else None
    if numbers is not None and len(numbers) == space and any(numbers):
        return tuple(Text(repr(float(one)) if one else "0") for one in numbers)
    named = ", ".join(letters[:-1]) + f" or {letters[-1]}"
    message = f"`{path[-1]}` is {named}, or {space} numbers that are not all 0"
    read.flaw(
        path, "value", message, f'write {path[-1]} = "{letters[-1]}"; a turned point gives other directions'
    )
    return None


def _is_good(read: EntryReader, path: Path, value: Any, kind: ElementKind, key: str) -> bool:
    """Whether a number is not negative where it must not be; a flaw is noted."""
    amount = value.get("value") if isinstance(value, Mapping) else value
    number = number_of(amount)
    if key not in kind.not_negative or number is None or number.value >= 0:
        return True
    read.flaw(
        path, "value", f"`{key}` of `{path[1]}` is negative", f"write {key} = {abs(float(number.value)):g}"
    )
    return False


def _numbers(
    amounts: AmountReader, path: Path, entry: Mapping[str, Any], kind: ElementKind
) -> dict[str, Text] | None:
    """The numbers of an element, and its law instead of one of them."""
    read = amounts.read
    law, instead, _ = kind.law
    units = kind.units | kind.units_of(entry)
    values: dict[str, Text] = {}
    if law and law in entry:
        if instead in entry:
            message = f"`{path[-1]}` has a {instead} and a law of its {law}"
            read.flaw((*path, law), "value", message, "delete one of them")
            return None
        values[law] = amounts.amount((*path, law), entry[law])
        used = words_of(values[law])
        for word, key in kind.law_needs.items():
            if word in used and key not in entry:
                message = f"`{word}` in the law needs `{key}`"
                read.flaw(path, "missing-key", message, f"add {key} = {kind.numbers[key]}")
                return None
    for key, example in kind.numbers.items():
        if key not in entry and (law in values or key in kind.optional):
            continue
        if law in values and key == instead:
            continue
        if key not in entry:
            read.flaw(path, "missing-key", f"`{key}` is missing", f"add {key} = {example}")
            return None
        if key == "length" and entry[key] == "start":
            values[key] = Text("start")
            continue
        if not _is_good(read, (*path, key), entry[key], kind, key):
            return None
        known = isinstance(entry[key], str) and set(kind.names) & words_of(Text(entry[key]))
        values[key] = amounts.amount((*path, key), entry[key], "" if known else units.get(key, ""))
    return values


def _joint(
    read: EntryReader, path: Path, entry: Mapping[str, Any], kind: ElementKind, joints: Collection[str]
) -> str | None:
    """The joint of an element, empty where it acts between bodies; None, and a flaw, if unknown."""
    between = entry.get("between")
    if not (kind.turns or kind.slides) or not isinstance(between, str) or not between.startswith("joints."):
        return ""
    name = member_of(read, (*path, "between"), between).removeprefix("joints.")
    if name in joints:
        return name
    near = nearest(name, tuple(joints))
    hint = f'did you mean "joints.{near}"?' if near else 'write between = "joints.A"'
    read.flaw((*path, "between"), "unknown-name", f"there is no joint `{name}`", hint)
    return None
