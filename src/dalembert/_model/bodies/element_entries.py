"""The entries of [elements]: kind, frames, numbers, vectors and words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._model.bodies import records as b
from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.ends import ends_of, kind_of
from dalembert._model.bodies.texts import Text
from dalembert._text.positions import Path


def element(
    amounts: AmountReader, path: Path, name: str, entry: Mapping[str, Any], bodies: Mapping[str, b.Body]
) -> b.Element | None:
    """An element; None, and a flaw, where it cannot be read."""
    read = amounts.read
    word = kind_of(read, path, entry, tuple(ELEMENTS))
    if word is None:
        return None
    kind = ELEMENTS[word]
    if amounts.space not in kind.spaces:
        message = f"the element `{word}` is for the plane only so far"
        read.flaw((*path, "kind"), "value", message, "write its energy under [energy], or its work")
        return None
    read.keys(path, entry, ("kind", kind.ends, *kind.numbers, *kind.vectors, *kind.words))
    values: dict[str, Text] = {}
    for key, example in kind.numbers.items():
        if key not in entry:
            read.flaw(path, "missing-key", f"`{key}` is missing", f"add {key} = {example}")
            return None
        values[key] = amounts.amount((*path, key), entry[key], kind.units[key])
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
    ends = ends_of(read, path, entry, bodies, kind.ends)
    if ends is None:
        return None
    return b.Element(name=name, path=path, kind=word, ends=ends, values=values, vectors=vectors, words=words)
