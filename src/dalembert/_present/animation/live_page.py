"""The records of a live page: its controls, and its model as data for the integrators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dalembert._model.display_units import DisplayUnit


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """A number that can be changed: a parameter, or an entry of the state at the start."""

    kind: str  # parameter, start or speed
    place: int  # index among the parameters, or among the entries of the state
    name: str  # as it is typed
    shown: str  # as it is printed
    unit: DisplayUnit
    value: float  # in SI units
    low: float  # of its slider, in its own unit
    high: float
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LiveModel:
    """Data for the script of a page: `program` can be written as JSON."""

    controls: tuple[Control, ...]
    program: Mapping[str, Any]
    works: tuple[str, ...]  # of its energy ledger
    impacts: bool = False  # whether it can lose energy at impacts
    sets: bool = False  # whether events that set values do work
    impulses: bool = False  # whether impulses do work
