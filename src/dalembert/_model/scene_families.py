"""Families, vectors and functions of the model in a scene, expanded before the scene is read.

Points A[i], shapes with a `for`, components r.x, norm(r), and calls of the functions of the model.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dalembert._model.entry_reader import EntryReader, Member
from dalembert._model.families import FOR, readers_of
from dalembert._text.elaborate import ANGULAR
from dalembert._text.lexer import TextFault
from dalembert._text.positions import Path
from dalembert._text.vector_functions import FUNCTIONS

_NAME = re.compile(r"[^\W\d][\w.]*\[\d+(?:,\d+)*\]")  # of a member or a component, in canonical form
_WORD = re.compile(r"[^\W\d][\w.]*")
_BARE = re.compile(r"[^\W\d]\w*")  # what may be the name of a point
_VECTOR_FUNCTIONS = frozenset({*FUNCTIONS, *ANGULAR})
WORDS = ("text", "unit", "file")  # keys whose texts are no expressions
NAMES = ("ground", "traces")  # lists of points, not of tables


def scene_values(read: EntryReader, scene: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a scene with its families expanded."""
    made: dict[str, Any] = {}
    for key, value in scene.items():
        path: Path = ("scene", key)
        if key == "points" and isinstance(value, Mapping):
            plain = {name: inner for name, inner in value.items() if "[" not in name}
            families = {name: inner for name, inner in value.items() if "[" in name}
            made[key] = {name: _texts(read, (*path, name), inner) for name, inner in plain.items()} | {
                reader.name(here): _point(reader, here, inner)
                for reader, here, inner in readers_of(read, path, families)
            }
        elif isinstance(value, list | tuple):
            made[key] = [one for i, item in enumerate(value) for one in _shapes(read, (*path, i), item)]
        else:
            made[key] = value
    return made


def _point(read: EntryReader, path: Path, value: Any) -> Any:
    """The position of a point: a list, or, for a family, the list under `at`."""
    if not isinstance(value, Mapping):
        return _texts(read, path, value)
    at = read.entry(path, value, ("at",)).get("at")
    if at is None:
        read.flaw(path, "missing-key", "`at` is missing: the place of the point", 'at = ["x[i]", "y[i]"]')
    return _texts(read, (*path, "at"), at if at is not None else [0, 0])


def _shapes(read: EntryReader, path: Path, item: Any) -> list[Any]:
    """A shape, or all of a family of them."""
    if not isinstance(item, Mapping) or FOR not in item:
        return [_texts(read, path, item)]
    text = item[FOR]
    if not isinstance(text, str):
        read.flaw((*path, FOR), "value", "`for` must be text in quotes", 'for = "i = 1..N"')
        return []
    try:
        _, members = read.members(text)
    except TextFault as fault:
        read.flaw_in((*path, FOR), text, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
        return []
    inner = {key: value for key, value in item.items() if key != FOR}
    name = str(path[1])
    readers = (read.of_member(Member(path=path, name=name, indices=one)) for one in members)
    made = [_texts(one, path, inner) for one in readers]
    if name not in NAMES or list(inner) != ["points"]:
        return made
    return [one["points"] if name == "ground" else one["points"][0] for one in made]


def _texts(read: EntryReader, path: Path, value: Any) -> Any:
    """A value with what its texts write shorter expanded (its depth is within the budget of the file)."""
    if isinstance(value, str):
        return read.plain_text(path, value) if _is_shorter(read, value) else value
    if isinstance(value, list | tuple):
        return [_texts(read, (*path, i), one) for i, one in enumerate(value)]
    if isinstance(value, Mapping):
        return {key: one if key in WORDS else _texts(read, (*path, key), one) for key, one in value.items()}
    return value


def _is_shorter(read: EntryReader, text: str) -> bool:
    """Whether a text has indices, vectors or functions of the model: the reader of scenes knows none."""
    if read.indices or ("[" in text and not _NAME.fullmatch(text)):
        return True
    if _BARE.fullmatch(text):
        return False
    scope = read.elaborator.scope
    words = _WORD.findall(text)
    return any(
        word in _VECTOR_FUNCTIONS or word in scope.functions or _without_axis(word) in scope.shapes
        for word in words
    )


def _without_axis(word: str) -> str:
    """The vector whose component a word may be: r of r.x."""
    return word[:-2] if word[-2:] in (".x", ".y", ".z") else word
