"""What a whole network has in common: the temperature of its surroundings, the properties of its gas.

Elements of the kinds `surroundings` and `gas` are between no nodes; others read their values, as
`gas.temperature`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dalembert._model.bodies.texts import Text
from dalembert._model.nets.kinds.kind import NetKind
from dalembert._model.nets.records import NetElement


@dataclass(frozen=True, slots=True, kw_only=True)
class Medium:
    """What a kind gives to a network, what to add where it is missing, and where it is given twice."""

    gives: str
    missing: str
    twice: str


MEDIA = {
    "surroundings": Medium(
        gives="the temperature of the surroundings",
        missing='add [elements.air] with kind = "surroundings" and temperature = 293.15',
        twice='delete one of them; another temperature is a kind = "temperature_source"',
    ),
    "gas": Medium(
        gives="the properties of the gas",
        missing='add [elements.air] with kind = "gas", gas_constant = 287 in J/(kg K), temperature = 293'
        " in K, pressure = 101325 in Pa and heat_ratio = 1.4",
        twice="delete one of them; a model has one gas, at one temperature",
    ),
}


def medium_of(kind: str, elements: Iterable[NetElement]) -> NetElement | None:
    """The element that gives what a network has in common; None where there is none."""
    return next((one for one in elements if one.kind == kind), None)


def common_values(kind: NetKind, elements: Mapping[str, NetElement]) -> dict[str, Text]:
    """The values that an element of a kind needs of its medium, by names as gas.temperature."""
    medium = medium_of(kind.medium, elements.values()) if kind.medium else None
    return {f"{kind.medium}.{key}": one for key, one in medium.values.items()} if medium is not None else {}


def media_flaws(elements: Mapping[str, NetElement]) -> Iterator[tuple[str, str, str, str]]:
    """A medium is given once: element, key, message, hint."""
    for kind, medium in MEDIA.items():
        names = [one.name for one in elements.values() if one.kind == kind]
        for name in names[1:]:
            yield name, "kind", f"`{name}` gives {medium.gives}, as `{names[0]}` does", medium.twice
