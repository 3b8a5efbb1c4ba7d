"""What a user says of controllers, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dalembert._model.bodies.texts import Text
from dalembert._model.controllers.targets import Target
from dalembert._text.positions import Path

SECTION = "controllers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Controller:
    """A controller as it is written: what it reads, its numbers, and what it drives."""

    name: str
    path: Path
    kind: str
    inputs: tuple[Text, ...]
    values: Mapping[str, Text] = field(default_factory=dict)
    lists: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)  # values that are written as numbers
    table: str = ""  # that it looks up
    target: str = ""  # what it drives, by its name
    driven: Target | None = None  # the same, where its value is put
    unit: str = ""  # of its output; empty where it is not known
    input_unit: str = ""
    every: Text | None = None  # the time between its samples
