"""The record of an element of a network as read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dalembert._model.bodies.texts import Text
from dalembert._text.positions import Path

GROUND = "ground"
Nodes = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class NetElement:
    """An element of a network as written; its flow is positive from its first node to its second."""

    name: str
    path: Path
    kind: str
    nodes: Nodes | None = None
    secondary: Nodes | None = None
    values: Mapping[str, Text] = field(default_factory=dict)
    coordinate: str = ""  # the user's name for its displacement
    coordinate_entry: Mapping[str, Any] = field(default_factory=dict)  # start, speed …
    joint: str = ""  # the joint that it drives
    moved: str = ""  # the coordinate that it drives
    coils: tuple[str, ...] = ()  # the coils that it couples
    inputs: Nodes | None = None  # the nodes whose difference it amplifies
    heat: str = ""  # the node that is warmed by what it dissipates
