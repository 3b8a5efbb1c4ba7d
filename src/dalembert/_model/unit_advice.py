"""Suggestions for texts that are no units, or are ambiguous."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from dalembert._model.unit_names import BASE, COMPOUNDS, DEGREES, NAMES, TURNS, WITH_PREFIX, Exponent
from dalembert._model.unit_product import Part

# Products of names that are usually meant differently, with what to write.
MISTAKEN: dict[frozenset[tuple[str, Exponent]], str] = {
    frozenset({("kg", 1), ("cm", -2)}): "write kgf/cm^2 for a pressure, kg/m^2 for a mass by area",
    frozenset({("kg", 1), ("mm", -2)}): "write kgf/mm^2 for a pressure, kg/m^2 for a mass by area",
    frozenset({("kg", 1), ("ms", -1)}): "write kg/(m*s) for a viscosity, kg/s for a flow of mass",
    frozenset({("g", 1), ("ms", -1)}): "write g/(m*s) for a viscosity, g/s for a flow of mass",
}
# Dimensions in which `lb` is clearly a mass: mass, density, inertia, mass flow.
POUNDS = frozenset(
    tuple({"kg": 1, "m": length, "s": time}.get(name, 0) for name in BASE)
    for length, time in ((0, 0), (-3, 0), (2, 0), (0, -1))
)


def capitals(parts: list[Part]) -> Iterator[tuple[str, str]]:
    """Capitals after a `/` that are usually meant as other letters: m/S, km/H, J/kg/C."""
    electric = any(p.name not in ("S", "H", "C") and NAMES[p.name].dimension[3] for p in parts)
    names = {p.name for p in parts}
    for p in parts:
        if p.power > 0:
            continue
        if p.name == "S" and not electric:
            yield "S", "write s for seconds; S is siemens, 1/S is written Ohm"
        elif p.name == "H" and not electric and any(q.power > 0 for q in parts):
            yield "H", "write h for hours; H is henry, 1/H is written A/Wb"
        elif p.name == "C" and (len(parts) == 1 or names & {"kg", "g", "W", "kW"}):
            yield "C", "write K for degrees; C is coulomb, which is A*s"


def milli(name: str) -> bool:
    """Whether `m` before a name could be the metre beside it: ms^-1, mN^-1."""
    return WITH_PREFIX.get(name, ("", ""))[0] == "m" and name not in ("mm", "ml", "mL", "mg")


def alternatives(offers: list[str]) -> str:
    """The text `a, b or c`."""
    return " or ".join([", ".join(offers[:-1]), offers[-1]] if len(offers) > 1 else offers)


def meanings(word: str) -> Iterator[str]:
    """The possible meanings of a run of letters: names in another case, then products of the fewest names."""
    yield from _by_lower().get(word.lower(), [])
    yield from ("*".join(names) for names in _split(word))


@lru_cache(maxsize=1)
def _by_lower() -> dict[str, list[str]]:
    """Names and compounds by their letters in lower case, µ also as u."""
    units: dict[str, list[str]] = {}
    for name in (*NAMES, *COMPOUNDS):
        if not name.startswith("u"):
            for low in {name.lower(), name.lower().replace("µ", "u")}:
                units.setdefault(low, []).append(name)
    return units


def _split(word: str) -> Iterator[tuple[str, ...]]:
    """Ways to read a run of letters as a product of two to four names, the fewest first."""
    if not 2 <= len(word) <= 10:
        return
    ways: list[list[tuple[str, ...]]] = [[()], *([] for _ in word)]
    for end in range(1, len(word) + 1):
        for start in range(end):
            name = word[start:end]
            if name in NAMES and name not in DEGREES | TURNS:
                ways[end] += [(*way, name) for way in ways[start][:20] if len(way) < 4]
    yield from sorted(ways[-1], key=lambda way: (len(way), sum(name in WITH_PREFIX for name in way)))
