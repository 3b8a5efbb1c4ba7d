"""Unit mistakes put into library systems: `check` finds each, at a term that has it.

No mistake is dimensionally neutral by chance, because of how its place is chosen:

- A change at one occurrence of a name changes the dimension there (a name with a dimension is squared, or
  loses its square; a velocity loses or gains its 1/s). What is around it is unchanged, so on the way up
  either a sum, a function or an exponent disagrees, or the dimension of the whole term is another one. Only
  terms are taken whose dimension is prescribed (energies, dissipations, efforts) and whose names all have
  units, so nothing on the way agrees with anything.
- A changed unit changes every occurrence of a name, and two could cancel: so the term it must be found in
  has the name exactly once, not through a definition, and is not the effort on that coordinate itself.
- An added term is a name whose dimension is not the one prescribed.
- The sine of a name with a dimension, and an exponent with one, are wrong wherever they stand, so these go
  into definitions, constraints and outputs as well.
"""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from random import Random

import pytest

import dalembert
from dalembert._model.units import NONE, unit_of
from dalembert.library import SYSTEMS, text_of

COUNT = 60
SYSTEM_NAMES = [s.name if s.size is None else f"{s.name}:2" for s in SYSTEMS]
PRESCRIBED = {"kinetic": "J", "potential": "J", "dissipation": "W"}
OTHER_UNITS = ("m", "kg", "s", "N", "J", "rad", "A", "K", "m^2", "kg/s", "V", "Pa")
_NAME = re.compile(r"(?<!\w)([^\W\d]\w*(?:\[[\d,]+\])?)(?!\w|\(|\[)('?)")


def names_in(text):
    """The names of an expression, functions left out."""
    return [found[1] for found in _NAME.finditer(text)]


class Case:
    """The plain values of a library system, its units, and the texts in it by their path."""

    def __init__(self, name):
        sized = ":" in name  # families, written out
        self.values = dalembert.as_dict(dalembert.read(name)) if sized else tomllib.loads(text_of(name))
        self.units = {
            entry: table["unit"]
            for section in ("parameters", "coordinates", "efforts")
            for entry, table in self.values.get(section, {}).items()
            if isinstance(table, dict) and "unit" in table
        }
        self.dimension = {entry: unit_of(unit).dimension for entry, unit in self.units.items()}
        self.definitions = self.values.get("definitions", {})
        for entry, table in self.definitions.items():
            if isinstance(table, dict):  # with a symbol or a text
                self.definitions[entry] = table["value"]
        energy, work = self.values["energy"], self.values.get("work", {})
        self.prescribed = {}
        for kind, unit in PRESCRIBED.items():
            found = energy.get(kind, {})
            for path, text in _texts(("energy", kind), found):
                self.prescribed[path] = (text, unit_of(unit).dimension)
        joule = unit_of("J").dimension
        for coordinate, text in work.items():
            own = self.dimension[coordinate]
            self.prescribed["work", coordinate] = (
                text,
                tuple(a - b for a, b in zip(joule, own, strict=True)),
            )
        self.prescribed = {
            path: found for path, found in self.prescribed.items() if self.reached(found[0]) <= self.known
        }
        others = [("definitions", self.definitions), ("outputs", self.values.get("outputs", {}))]
        self.texts = {path: text for path, (text, _) in self.prescribed.items()}
        for section, table in others:
            self.texts |= dict(_texts((section,), table))
        for kind, table in self.values.get("constraints", {}).items():
            self.texts |= dict(_texts(("constraints", kind), table))

    @property
    def known(self):
        """Names whose dimension is known."""
        return {*self.units, *self.definitions, "t", "pi"}

    def reached(self, text):
        """All names of an expression, those of its definitions included."""
        found, waiting = set(), names_in(text)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += names_in(self.definitions.get(name, ""))
        return found

    def measured(self, name):
        """Whether a name is a parameter, coordinate or effort with a dimension."""
        return self.dimension.get(name, NONE) != NONE

    def moves(self, name):
        """Whether a name can have a velocity: a coordinate."""
        return name in self.values["coordinates"]


def _texts(path, table):
    if isinstance(table, str):
        return [(path, table)]
    return [((*path, name), text) for name, text in table.items() if isinstance(text, str)]


def _places(case, texts, allowed):
    """Occurrences of names for which `allowed(name, dot)` holds: path, text, match."""
    return [
        (path, text, found)
        for path, text in texts.items()
        for found in _NAME.finditer(text)
        if found[1] in case.units and allowed(found[1], found[2])
    ]


def _put(found, text, new):
    return text[: found.start()] + new + text[found.end() :]


def _energies(case):
    return {path: text for path, (text, _) in case.prescribed.items()}


def squared(case):
    """A name squared once more."""
    places = _places(case, _energies(case), lambda name, dot: dot or case.measured(name))
    return [(path, found[1], _put(found, text, f"({found[0]}*{found[0]})")) for path, text, found in places]


def unsquared(case):
    """A square forgotten."""
    places = _places(case, _energies(case), lambda name, dot: dot or case.measured(name))
    return [
        (path, found[1], text[: found.end()] + text[found.end() + 2 :])
        for path, text, found in places
        if text[found.end() : found.end() + 2] == "^2" and not text[found.end() + 2 :].startswith("^")
    ]


def undotted(case):
    """A velocity written as a position."""
    places = _places(case, _energies(case), lambda _, dot: dot)
    return [(path, found[1], _put(found, text, found[1])) for path, text, found in places]


def dotted(case):
    """A position written as a velocity."""
    places = _places(case, _energies(case), lambda name, dot: case.moves(name) and not dot)
    return [(path, found[1], _put(found, text, f"{found[1]}'")) for path, text, found in places]


def added(case):
    """A term of another dimension added."""
    return [
        (path, name, f"{text} + {name}")
        for path, (text, dimension) in case.prescribed.items()
        for name in case.units
        if case.dimension[name] != dimension and not case.moves(name)
    ]


def sine(case):
    """The sine of what has a dimension."""
    places = _places(case, case.texts, lambda name, dot: case.measured(name) and not dot)
    return [(path, found[1], _put(found, text, f"sin({found[1]})")) for path, text, found in places]


def exponent(case):
    """An exponent that has a dimension."""
    measured = [name for name in case.values["parameters"] if case.measured(name)]
    places = _places(case, case.texts, lambda _, dot: not dot)
    return [
        (path, name, _put(found, text, f"({found[1]}^{name})"))
        for path, text, found in places
        for name in measured
    ]


def unit(case):
    """Another unit, of another dimension, for a parameter or coordinate that a term has once."""
    return [
        (path, name, other)
        for path, text in _energies(case).items()
        for name in dict.fromkeys(names_in(text))
        if name in case.units and name not in case.values.get("efforts", {}) and path != ("work", name)
        if names_in(text).count(name) == 1
        if not any(name in case.reached(case.definitions[d]) for d in names_in(text) if d in case.definitions)
        for other in OTHER_UNITS
        if unit_of(other).dimension != case.dimension[name]
    ]


KINDS = (squared, unsquared, undotted, dotted, added, sine, exponent, unit)
CASES = {name: Case(name) for name in SYSTEM_NAMES}
SITES = {(name, kind): kind(CASES[name]) for name in SYSTEM_NAMES for kind in KINDS}


def mistakes():
    """Seeded mistakes: a system, a kind it has places for, a place. Each kind comes up in its turn."""
    r = Random(20261103)
    for number in range(COUNT):
        kind = KINDS[number % len(KINDS)]
        name = r.choice([name for name in SYSTEM_NAMES if SITES[name, kind]])
        path, mistaken, new = r.choice(SITES[name, kind])
        yield pytest.param(
            name, kind, path, mistaken, new, id=f"{number} {name} {kind.__name__} {'.'.join(path)}"
        )


def with_mistake(case, kind, path, mistaken, new):
    """The model of a system with one of its texts, or one of its units, replaced."""
    values = deepcopy(case.values)
    section = "parameters" if mistaken in values["parameters"] else "coordinates"
    path = (section, mistaken, "unit") if kind is unit else path
    table = values
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = new
    return dalembert.model(**values)


def unit_flaws(model):
    """Errors and warnings of the rule about units."""
    return [
        flaw
        for flaw in dalembert.check(model).flaws
        if flaw.rule == "units" and flaw.severity in ("error", "warning")
    ]


@pytest.mark.parametrize("name", [*SYSTEM_NAMES, "n_link_pendulum:5"])
def test_the_units_of_a_library_system_are_clean(name):
    """No error or warning about units is found in a library system or in any of its cases."""
    model = dalembert.read(name)
    assert unit_flaws(model) == []
    for case in model.cases:
        assert unit_flaws(dalembert.vary(model, case.name)) == []


@pytest.mark.parametrize("name, kind, path, mistaken, new", list(mistakes()))
def test_a_unit_mistake_is_found_at_its_term(name, kind, path, mistaken, new):
    """A mistake in units is found at the term that has it, and every term found has the mistaken name."""
    case = CASES[name]
    flaws = unit_flaws(with_mistake(case, kind, path, mistaken, new))
    found = [flaw.where for flaw in flaws]
    assert ".".join(path) in found
    if kind is not unit:
        texts = case.texts | {path: new}
        assert mistaken in names_in(texts[path])
    for flaw in flaws:
        where = tuple(flaw.where.split("."))
        if where[:2] in (("parameters", mistaken), ("coordinates", mistaken), ("work", mistaken)):
            continue  # the value or the start of the name itself, or the effort on it
        assert flaw.where == ".".join(path) or mistaken in case.reached(_text_at(case.values, where)), flaw


def _text_at(values, where):
    """The text of a term or entry by its dotted path."""
    found = values
    for key in where:
        found = found[key]
    return found if isinstance(found, str) else str(found.get("value", found.get("gap", "")))


def test_every_kind_of_mistake_and_most_systems_have_places():
    """Each kind of mistake has places in at least eight systems, and each system has places for some kind."""
    for kind in KINDS:
        assert sum(bool(SITES[name, kind]) for name in SYSTEM_NAMES) >= 8, kind.__name__
    for name in SYSTEM_NAMES:
        assert sum(bool(SITES[name, kind]) for kind in KINDS) >= 5, name
