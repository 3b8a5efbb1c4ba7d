"""The domains of networks: effort times flow is a power, and the flow is the rate of a displacement."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A domain, with the words and units of its displacement, its flow and its effort."""

    name: str
    letter: str  # with which the names of its coordinates begin
    displacement: str
    flow: str
    effort: str
    units: tuple[str, str, str]  # of displacement, flow and effort
    shown: str = ""  # what a gauge at a node shows, where this is not the effort
    shown_unit: str = ""


ELECTRICAL = Domain(
    name="electrical",
    letter="q",
    displacement="charge",
    flow="current",
    effort="voltage",
    units=("C", "A", "V"),
)
FLUID = Domain(
    name="fluid",
    letter="V",
    displacement="volume",
    flow="flow",
    effort="pressure",
    units=("m^3", "m^3/s", "Pa"),
)
GAS = Domain(
    name="gas",
    letter="m",
    displacement="mass",
    flow="mass_flow",
    effort="exergy",
    units=("kg", "kg/s", "J/kg"),
    shown="pressure",
    shown_unit="Pa",
)
THERMAL = Domain(
    name="thermal",
    letter="S",
    displacement="entropy",
    flow="entropy_flow",
    effort="temperature",
    units=("J/K", "W/K", "K"),
)
