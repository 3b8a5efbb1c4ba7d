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
from dalembert._model.entry_reader import EntryReader
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
    law = kind.law[0]
    known = ("kind", kind.ends, *kind.numbers, *kind.vectors, *kind.words, *([law] if law else []))
    read.keys(path, entry, known)
    values = _numbers(amounts, path, entry, kind)
    if values is None:
        return None
    vectors = {}
    for key, example in kind.vectors.items():
        if key not in entry:
            read.flaw(path, "missing-key", f"`{key}` is missing", f"add {key} = {example}")
            return None
        scalar = amounts.space == 2 and key == "torque"
        vectors[key] = (
            (amounts.amount((*path, key), entry[key], kind.units[key]),)
            if scalar
            else amounts.vector((*path, key), entry[key], kind.units[key])
        )
    words = {key: read.choice((*path, key), entry, known) for key, known in kind.words.items()}
    joint = _joint(read, path, entry, kind, joints)
    if joint is None:
        return None
    ends = () if joint else ends_of(read, path, entry, bodies, kind.ends)
    if ends is None:
        return None
    return b.Element(
        name=name, path=path, kind=word, ends=ends, joint=joint, values=values, vectors=vectors, words=words
    )


def _numbers(
    amounts: AmountReader, path: Path, entry: Mapping[str, Any], kind: ElementKind
) -> dict[str, Text] | None:
    """The numbers of an element, and its law in place of one of them."""
    read = amounts.read
    law, instead, _ = kind.law
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
        if law in values and (key == instead or key not in entry):
            continue
        if key not in entry:
            read.flaw(path, "missing-key", f"`{key}` is missing", f"add {key} = {example}")
            return None
        if key == "length" and entry[key] == "start":
            values[key] = Text("start")
            continue
        values[key] = amounts.amount((*path, key), entry[key], kind.units[key])
    return values


def _joint(
    read: EntryReader, path: Path, entry: Mapping[str, Any], kind: ElementKind, joints: Collection[str]
) -> str | None:
    """The joint that an element sits in, empty where it is between bodies; None, and a flaw, if not known."""
    between = entry.get("between")
    if not kind.turns or not isinstance(between, str) or not between.startswith("joints."):
        return ""
    name = member_of(read, (*path, "between"), between).removeprefix("joints.")
    if name in joints:
        return name
    near = nearest(name, tuple(joints))
    hint = f'did you mean "joints.{near}"?' if near else 'write between = "joints.A"'
    read.flaw((*path, "between"), "unknown-name", f"there is no joint `{name}`", hint)
    return None
