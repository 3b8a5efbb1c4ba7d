"""The specific keys of a kind of joint: numbers, lists of them, words and switches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dalembert._model.bodies.amounts import AmountReader, plain_number
from dalembert._model.bodies.joints.kind import Key
from dalembert._model.bodies.records import Vector
from dalembert._model.bodies.texts import Text
from dalembert._model.entry_reader import EntryReader
from dalembert._text.positions import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyValues:
    """The given values; switches are among the words, as "true" and "false"."""

    values: dict[str, Text] = field(default_factory=dict)
    vectors: dict[str, Vector] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    def has(self, key: str) -> bool:
        """Whether a key is given, and is not false."""
        return key in self.values or key in self.vectors or self.words.get(key, "") not in ("", "false")


class KeyReader:
    """Reads the keys of a kind."""

    def __init__(self, read: EntryReader, amounts: AmountReader) -> None:
        self.read = read
        self.amounts = amounts

    def values(self, path: Path, entry: Mapping[str, Any], keys: Mapping[str, Key]) -> KeyValues | None:
        """The keys of a kind; None, and a flaw, where one is missing."""
        values = KeyValues()
        for name, key in keys.items():
            here = (*path, name)
            if key.words:
                open_choice = not key.words[0] and name not in entry
                known = key.words if key.words[0] else key.words[1:]
                values.words[name] = "" if open_choice else self.read.choice(here, entry, known)
            elif key.switch:
                values.words[name] = self._switch(here, entry.get(name, False))
            elif name in entry:
                self._amount(here, entry[name], key, values)
            elif key.needed:
                self.read.flaw(path, "missing-key", f"`{name}` is missing", f"add {name} = {key.example}")
                return None
        return values

    def _amount(self, path: Path, value: Any, key: Key, values: KeyValues) -> None:
        name = str(path[-1])
        self._check_sign(path, value, key)
        if key.count:
            count = self.amounts.space if key.count < 0 else key.count
            values.vectors[name] = self.amounts.vector(path, value, key.unit, count)
        else:
            values.values[name] = self.amounts.amount(path, value, key.unit)

    def _check_sign(self, path: Path, value: Any, key: Key) -> None:
        """Refuse numbers that are not positive where a key requires it."""
        for one in value if isinstance(value, list | tuple) else (value,):
            number = plain_number(one)
            if number is None or number > 0 or not (key.positive or (key.nonzero and number == 0)):
                continue
            wanted = "be above 0" if key.positive else "not be 0"
            message = f"`{path[-1]}` must {wanted}, but is {number:g}"
            self.read.flaw(path, "value", message, f"write {path[-1]} = {key.example}")

    def _switch(self, path: Path, value: Any) -> str:
        if not isinstance(value, bool):
            self.read.flaw(path, "value", f"`{path[-1]}` is true or false", f"write {path[-1]} = true")
            return "false"
        return "true" if value else "false"
