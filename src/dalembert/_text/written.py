"""What a user wrote: the plain values of a model file or of a Python call, and the location of each."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from dalembert._expression.source import Document, Source
from dalembert._text.positions import Entry, Path

if TYPE_CHECKING:
    from dalembert._text.meshes.records import MeshBody


@dataclass(frozen=True, slots=True, kw_only=True)
class PositiveTexts:
    """A matrix, as texts, that must be positive definite, or a positive number; what is said if it is not."""

    texts: tuple[str, ...]
    message: str
    hint: str
    severity: str = "error"
    zero: bool = False  # it is an opening: 0 is closed


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The sections of a model as written; `build` turns it into the `Model` that is computed with.

    `toml`: whether the document is the TOML text of these values, not text in another format. `numbers`:
    whether a parameter with a value is a number in the equations, as in a LagEq file.
    """

    values: dict[str, Any]
    document: Document | None = None
    entries: dict[Path, Entry] = field(default_factory=dict, repr=False)
    folder: FilePath | None = None
    toml: bool = False
    numbers: bool = False
    changes: dict[Path, Any] = field(default_factory=dict, repr=False)  # relative to the document
    quantities: dict[Path, tuple[str, str]] = field(
        default_factory=dict, repr=False
    )  # texts with their units
    sizes: tuple[str, ...] = ()  # parameters that are numbers of bodies
    origins: dict[Path, Path] = field(default_factory=dict, repr=False)  # of expanded entries
    bodies: int = 0  # expanded bodies, joints and elements
    undrawn: int = 0  # number of bodies not drawn, where they are too many for a scene
    positive: dict[Path, PositiveTexts] = field(default_factory=dict, repr=False)
    loops: tuple[str, ...] = ()  # joints that close loops
    conditions: tuple[str, ...] = ()  # constraints that are conditions of joints, where some close loops
    half_turns: tuple[str, ...] = ()  # angles of joints of which only sine and cosine are known
    meshes: dict[Path, tuple[str, MeshBody]] = field(
        default_factory=dict, repr=False
    )  # of bodies: their names and meshes
    parts: dict[str, int] = field(
        default_factory=dict, repr=False
    )  # expanded parts, and the number of indices of each
    files: dict[str, str] = field(default_factory=dict, repr=False, compare=False)  # texts of parts

    def __repr__(self) -> str:
        """Its title and its sections."""
        return f"Written({self.values.get('title', '')!r}: {', '.join(map(str, self.values))})"

    def value_source(self, path: Path, text: str) -> Source:
        """The source of the value at a path."""
        where = dotted_path(self.origins.get(path, path))
        entry = self.entries.get(path)
        if entry is None or self.document is None:
            return Source(text, where)
        offsets = entry.characters if entry.characters is not None else range(entry.value, entry.end + 1)
        return Source(text, where, self.document, offsets)

    def key_source(self, path: Path) -> Source:
        """The source of the key at a path, or of the nearest table above it."""
        where = dotted_path(self.origins.get(path, path))
        entry = self.entries.get(path)
        if entry is None:
            above = (self.entries.get(path[:length]) for length in range(len(path) - 1, 0, -1))
            entry = next((e for e in above if e is not None), None)
        if entry is None or self.document is None:
            return Source("", where, self.document)
        file, start, _ = self.document.file_at(entry.key)
        end = start
        while end < len(file.text) and file.text[end] not in " \t=\n\r,}#":
            end += 1
        offsets = range(entry.key, entry.key + end - start + 1)
        return Source(file.text[start:end], where, self.document, offsets)


def dotted_path(path: Path) -> str:
    """A path as users write it: energy.kinetic.crank."""
    return ".".join(str(part) for part in path)


def put(values: MutableMapping[str, Any], path: Path, value: Any) -> None:
    """Put a value at a path into nested tables; None deletes it."""
    table = values
    for key in path[:-1]:
        table = table.setdefault(str(key), {})
    if value is not None:
        table[str(path[-1])] = value
    elif str(path[-1]) in table:
        del table[str(path[-1])]
