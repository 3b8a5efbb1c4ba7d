"""The unit of the input of a controller, where that is a name with a unit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dalembert._model.nets.domains import ELECTRICAL, FLUID, THERMAL
from dalembert._model.units import UnitFault, si_text

_NAME = re.compile(r"\s*([^\W\d][\w.]*)\s*('?)\s*")
_INDICES = re.compile(r"(?<=\w)\[[^\[\]]*\]")  # members of a family have one unit
SECTIONS = ("coordinates", "inputs", "states", "parameters", "definitions", "sampled")
JOINTS = {"pin": "rad", "slider": "m"}  # the units of their coordinates
WORDS = {"angle": "rad", "omega": "rad/s"} | {
    word: unit
    for domain in (ELECTRICAL, FLUID, THERMAL)
    for word, unit in zip((domain.displacement, domain.flow, domain.effort), domain.units, strict=True)
}


class SignalUnits:
    """The units of the names of a model, as far as they are declared; of families without their indices."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.known: dict[str, str] = {}
        for section in SECTIONS:
            table = values.get(section)
            for name, entry in table.items() if isinstance(table, Mapping) else ():
                unit = entry.get("unit") if isinstance(entry, Mapping) else None
                if isinstance(unit, str) and unit:
                    self.known[_plain(str(name))] = unit

        joints = values.get("joints")
        for name, entry in joints.items() if isinstance(joints, Mapping) else ():
            kind = entry.get("kind") if isinstance(entry, Mapping) else None
            if isinstance(kind, str) and kind in JOINTS:
                coordinate = entry.get("coordinate", name)
                names = (
                    (coordinate,)
                    if isinstance(coordinate, str)
                    else tuple(coordinate)
                    if isinstance(coordinate, Mapping)
                    else ()
                )
                self.known |= {_plain(str(one)): JOINTS[kind] for one in names}

    def of(self, text: str) -> str:
        """The SI unit of a text that is a name, or the rate of one; empty where it is not known."""
        match = _NAME.fullmatch(_plain(text))
        if match is None:
            return ""
        unit = self.known.get(match[1]) or _word(match[1])
        try:
            unit_text = si_text(unit) if unit else ""
        except UnitFault:
            return ""  # reported at its entry
        rate = f"{unit_text}/s" if unit_text.isalpha() else f"({unit_text})/s"
        return rate if unit_text and match[2] else unit_text


def _word(name: str) -> str:
    """The unit of a quantity of a body or an element: left.C1.voltage."""
    owner, _, word = name.rpartition(".")
    return WORDS.get(word, "") if owner else ""


def _plain(name: str) -> str:
    return _INDICES.sub("", name).strip()
