"""The record of a controller as read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dalembert._model.bodies.texts import Text
from dalembert._model.controllers.targets import Target
from dalembert._text.positions import Path

SECTION = "controllers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Controller:
    """A controller as written: its inputs, its numbers, and its target."""

    name: str
    path: Path
    kind: str
    inputs: tuple[Text, ...]
    values: Mapping[str, Text] = field(default_factory=dict)
    lists: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)  # values written as numbers
    table: str = ""  # the table it looks up
    target: str = ""  # the name of the driven quantity
    driven: Target | None = None  # the location of its value
    unit: str = ""  # of its output; empty where it is not known
    input_unit: str = ""
    every: Text | None = None  # the time between its samples
