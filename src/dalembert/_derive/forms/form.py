"""A form of the equations: named parts, each a matrix, a vector, one expression, or equations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dalembert._expression.tree import Node
from dalembert._model.records import Model, entries_of
from dalembert._words.message import Message, Name, say

DEFAULT_GRAVITY = "g"
Rows = tuple[tuple[Node, ...], ...]


class NotAvailable(ValueError):
    """A form does not exist for a model; the reason says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def without_bodies() -> NotAvailable:
    """What is raised where a form needs bodies and the model has none."""
    return NotAvailable(say("form_needs_bodies", energies=Name('energies = "written"')))


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A named part; `kind` is matrix, vector, scalar or equations (then `names` are the left sides)."""

    name: str
    kind: str
    rows: Rows
    names: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Its name and its size."""
        size = f"{len(self.rows)} x {len(self.rows[0]) if self.rows else 0}"
        return f"Part({self.name}: {self.kind}, {size})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of the equations: statement, parts and remarks; `energies`: whether it is derived from them."""

    name: str
    title: str
    parts: tuple[Part, ...]
    remarks: tuple[Message, ...] = ()
    energies: bool = True

    def __repr__(self) -> str:
        """The statement and the names of the parts."""
        return f"Form({self.name}: {self.title}; parts {', '.join(part.name for part in self.parts)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The options of a form: a point (name, order) → value, and the name of the gravity parameter."""

    at: Mapping[tuple[str, int], Node] = field(default_factory=dict)
    gravity: str = DEFAULT_GRAVITY


def fresh_names(model: Model, prefix: str) -> dict[str, str]:
    """A new name for each coordinate: prefix and name, with underscores added until it is free."""
    taken = {entry.name for entry in entries_of(model)}
    out = {}
    for coordinate in model.coordinates:
        name = prefix + coordinate.name
        while name in taken:
            name += "_"
        out[coordinate.name] = name
    return out


def matrix(name: str, rows: Rows) -> Part:
    """A matrix."""
    return Part(name=name, kind="matrix", rows=rows)


def vector(name: str, nodes: tuple[Node, ...]) -> Part:
    """A column."""
    return Part(name=name, kind="vector", rows=tuple((node,) for node in nodes))


def scalar(name: str, node: Node) -> Part:
    """One expression."""
    return Part(name=name, kind="scalar", rows=((node,),))


def equations(name: str, lines: Mapping[str, Node]) -> Part:
    """Equations left = right; a left side is a name, with ' for its rate."""
    return Part(name=name, kind="equations", rows=tuple((n,) for n in lines.values()), names=tuple(lines))
