"""Writes entries into the ordinary sections of a model, for bodies, controllers and parts.

An entry is text in the model language, as a user could have typed it. Its location is that of the entry it
was made from; parts of it that the user typed keep their own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from dalembert._model.bodies.texts import Text, canonical, entry_of, texts_in
from dalembert._model.entry_reader import EntryReader
from dalembert._text.positions import Entry, Path
from dalembert._text.written import dotted_path

Made = Text | Mapping[str, Text | tuple[Text, ...]]


class SectionWriter:
    """The sections of a written model, without `left_out`, to which entries are added.

    `values`, `entries` and `origins` are those of the resulting `Written`. More than `most` characters raise
    an error about `what`.
    """

    def __init__(
        self, read: EntryReader, left_out: Collection[str], *, most: int | None = None, what: str = ""
    ) -> None:
        self.values = {key: one for key, one in read.written.values.items() if key not in left_out}
        self.entries = dict(read.written.entries)
        self.origins = dict(read.written.origins)
        self._read, self._most, self._what = read, most, what
        self._tables: dict[Path, dict[str, Any]] = {}
        self._letters = 0

    def table(self, path: Path) -> dict[str, Any]:
        """The table at a path, a copy of the user's that may be extended."""
        if path in self._tables:
            return self._tables[path]
        above = self.table(path[:-1]) if len(path) > 1 else self.values
        key = str(path[-1])
        inner = above.get(key, {})
        if not isinstance(inner, Mapping) and path[0] == "energy":  # a single term, named after its kind
            inner = {key: inner}
            if path in self.entries:
                self.entries[(*path, key)] = self.entries[path]
        copy = dict(inner) if isinstance(inner, Mapping) else {}  # anything else is reported where it is read
        above[key] = self._tables[path] = copy
        return copy

    def put(self, path: Path, value: Made, origin: Path) -> None:
        """Put an entry that was made from the entry at `origin`."""
        path = (*path[:-1], canonical(str(path[-1])))
        table, name = self.table(path[:-1]), str(path[-1])
        if name in table:
            message = f"`{dotted_path(path)}` is given, but {dotted_path(origin)} makes an entry of this name"
            self._read.flaw(path, "name", message, "give yours another name")
            return
        self.origins[path] = origin
        near = self.near(origin)
        self._letters += sum(map(len, texts_in(_plain_entry(value))))
        if self._most is not None and self._letters > self._most:
            message = f"the {self._what} are too much text when they are written out"
            hint = "use shorter expressions, or parameters for parts of them"
            self._read.flaw(origin, "budget", message, hint)
            value = Text("0")
        table[name] = _plain_entry(value)
        if isinstance(value, Text):
            if near is not None:
                self.entries[path] = entry_of(value, near)
            return
        for key in value:
            self.origins[(*path, key)] = origin
        if near is None:
            return
        self.entries[path] = near
        for key, text in value.items():
            if isinstance(text, Text):
                self.entries[(*path, key)] = entry_of(text, near)
                continue
            for i, one in enumerate(text):
                self.entries[(*path, key, i)] = entry_of(one, near)

    def near(self, path: Path) -> Entry | None:
        """The location of an entry, or of the table that contains it."""
        entries = self._read.written.entries
        entries_near = (entries.get(path[:length]) for length in range(len(path), 0, -1))
        return next((one for one in entries_near if one is not None), None)

    def numbers(self, parameters: Mapping[str, tuple[dict[str, Any], Path]]) -> None:
        """Put parameters for numbers and formulas in entries, unless the user gives them."""
        table, known = self.table(("parameters",)), self._read.written.entries
        for name, (entry, literal) in parameters.items():
            path: Path = ("parameters", name)
            self.origins[path] = literal
            known_entry = known.get(literal)
            made = entry["value"]
            if isinstance(made, Text):
                near = self.near(literal)
                if name not in table and near is not None:
                    self.entries[path], self.entries[(*path, "value")] = near, entry_of(made, near)
                    self.origins[(*path, "value")] = literal
                entry = {**entry, "value": made.text}
            elif name not in table and known_entry is not None:
                self.entries[path] = known_entry
                self.entries[(*path, "value")] = known.get((*literal, "value"), known_entry)
                if (*literal, "unit") in known:
                    self.entries[(*path, "unit")] = known[(*literal, "unit")]
            table.setdefault(name, entry)


def _plain_entry(value: Made) -> Any:
    """The texts of an entry as in a file."""
    if isinstance(value, Text):
        return value.text
    return {
        key: [part.text for part in one] if isinstance(one, tuple) else one.text for key, one in value.items()
    }
