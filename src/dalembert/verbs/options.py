"""Options that several verbs share, as records: variations of a model, and options of reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dalembert._model.records import RunSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """Values and settings that replace those of a model: of one of its cases, then those given by name.

    Numbers are in the unit of their entry, expressions in SI units, as in a model file. An input is a
    number, an expression, a table (times, values), or a function of t, which is sampled before the run. The
    start values of the names in `guess` are only initial guesses in the search for a consistent start.
    Results are shown in `units` instead of those of the model ("deg", "mm"), speeds accordingly.
    """

    case: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    start: Mapping[str, Any] = field(default_factory=dict)
    speed: Mapping[str, Any] = field(default_factory=dict)
    guess: tuple[str, ...] = ()
    inputs: Mapping[str, Any] = field(default_factory=dict)
    units: tuple[str, ...] = ()
    settings: RunSettings = field(default_factory=RunSettings)

    @property
    def has_values(self) -> bool:
        """Whether a case, a value or a unit is given."""
        return any(map(bool, self._values().values()))

    def _values(self) -> dict[str, object]:
        return {
            "case": self.case,
            "parameters": self.parameters,
            "start": self.start,
            "speed": self.speed,
            "guess": self.guess,
            "inputs": tuple(self.inputs),
            "units": self.units,
        }

    def __repr__(self) -> str:
        """What is given; of inputs the names."""
        given = [f"{name}={value!r}" for name, value in self._values().items() if value]
        if self.settings != RunSettings():
            given.append(f"settings={self.settings!r}")
        return f"Variation({', '.join(given)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """Options of `run` and `report`.

    `length` is brief (two pages), standard, or full (nothing is shortened, however large the model).
    `gravity` is the name of the gravity parameter in the forms; `numbers` are the parameters whose values
    stand in the equations, as in `derive`; `compare` computes the motion by
    all derivations and formulations of the model; `deep` derives the equations in all other
    ways too, compares them and shows their steps; `sweep` is the store (.zarr) of many runs of the
    model, which the report then describes; a folder that was made before from the same model with the same
    options is left as it is, unless `again` is set, which also replaces edited files and keeps a copy of
    each; `workers` additional processes draw the figures (a script must then guard its work by
    `if __name__ == "__main__":`); `progress` is called with the name of each stage as it begins.
    """

    length: str = "standard"
    gravity: str = "g"
    numbers: str | Sequence[str] | None = None
    deep: bool = False
    compare: bool = False
    sweep: str | Path = ""
    again: bool = False
    workers: int = 0
    progress: Callable[[str], None] | None = None
