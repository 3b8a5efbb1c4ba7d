"""Ṡ = P/T₀: the heat that an element makes of what it dissipates, as a source at a node of a heat path.

`heat = "node"` of an element X makes the source `X.heat` from the ground to that node,
whose heat flow is `X.loss`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from dalembert._model.bodies.ends import member_of
from dalembert._model.bodies.texts import Text, member_name
from dalembert._model.entry_reader import EntryReader
from dalembert._model.nets.records import GROUND, NetElement
from dalembert._text.positions import Path

HEAT, LOSS = "heat", "loss"


def heated_node(read: EntryReader, path: Path, entry: Mapping[str, Any]) -> str | None:
    """The node that an element warms, empty where it warms none; None, and a flaw, where it is no name."""
    value = entry.get(HEAT, "")
    node = member_of(read, (*path, HEAT), value) if isinstance(value, str) else None
    if node is not None and (not node or node.partition("[")[0].replace(".", "_").isidentifier()):
        return node
    message = f"`{HEAT}` of `{path[-1]}` names a node of a heat path"
    read.flaw((*path, HEAT), "value", message, 'write heat = "housing"')
    return None


def heat_sources(warming: Iterable[tuple[str, Path, str]]) -> Iterator[NetElement]:
    """The sources of heat of elements, given by name, path and node."""
    for name, path, node in warming:
        if node and node != GROUND:
            yield NetElement(
                name=member_name(name, HEAT),
                path=path,
                kind="heat_source",
                nodes=(GROUND, node),
                values={"heat_flow": Text(member_name(name, LOSS))},
            )
