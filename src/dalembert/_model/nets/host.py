"""The model that contains networks, as their expansion sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dalembert._model.bodies.records import Joint
from dalembert._model.bodies.texts import Text
from dalembert._model.entry_reader import EntryReader
from dalembert._text.positions import Path

Put = Callable[[Path, Text | dict[str, Text], Path], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """The model that contains the networks: its entries, its coordinates, and the values of its joints."""

    read: EntryReader
    put: Put
    coordinate: Callable[[str, Mapping[str, Any], Path], None]
    value: Callable[[Joint], Text | None]  # the name of the value of a joint
    joints: Mapping[str, Joint]
    values: Mapping[str, Any]  # all sections so far
    drive: Callable[[str, Text], None]  # an effort on the value of a joint
