"""What the text of a value reads, followed through definitions: time, states, places, flows, efforts.

    place     a coordinate, a distance, a charge
    flow      a rate: x', R1.current; the angular velocity of a body; a delayed value
    effort    a voltage of an element or a node, a force in a joint or of a constraint, an acceleration

The law of an element holds as it stands whatever its values read, and what they read feels nothing of it;
only a store whose value reads a place is an energy, which acts on that place. So what an element becomes
depends on what its values read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from dalembert._expression.functions import RESERVED_PREFIXES
from dalembert._model.bodies.records import System
from dalembert._model.bodies.texts import texts_in
from dalembert._model.nets.coordinate_names import default_name
from dalembert._model.nets.heat_ports import LOSS
from dalembert._model.nets.kinds.registry import NET_KINDS

_NAME = re.compile(
    r"[^\W\d]\w*(?:\[[^\[\]]*\])?(?:\.[^\W\d]\w*(?:\[[^\[\]]*\])?)*(?P<rate>'*)(?P<call>\s*\()?"
)
_RATE = re.compile(r"\bdot\(\s*([^\W\d][\w.]*(?:\[[^\[\]]*\])?)\s*\)")  # dot(x) is x'
_INDICES = re.compile(r"\[[^\[\]]*\]")
COMPONENTS = ("x", "y", "z")
FORCES = (*RESERVED_PREFIXES, "contact_", "friction_")  # of constraints and contacts
CONSTANTS = ("mass", "density", "inertia")  # of bodies
OF_ELEMENTS = ("effort", "force_fixed", "torque_fixed")  # other quantities of elements are places
AIRSPEED = "airspeed"


ELEMENT_LAW, NOTHING_FELT = (
    "element-law",
    "what an element reads feels nothing of it",
)  # rule and hint of notes


class Reads(Enum):
    """Kinds of quantities that a value reads."""

    TIME = auto()  # and inputs
    STATE = auto()
    PLACE = auto()
    OWN = auto()  # the displacement of the element itself
    FLOW = auto()
    EFFORT = auto()


MOVED = (Reads.EFFORT, Reads.FLOW)  # what has no place in an energy of a store, or in a dissipation
_RATE_OF = {Reads.STATE: Reads.FLOW, Reads.PLACE: Reads.FLOW, Reads.OWN: Reads.FLOW, Reads.FLOW: Reads.EFFORT}


@dataclass(frozen=True, slots=True)
class Reading:
    """What a value reads: the names of each kind, in their order."""

    names: Mapping[Reads, tuple[str, ...]] = field(default_factory=dict)

    def has(self, *kinds: Reads) -> bool:
        """Whether it reads something of some kinds."""
        return any(kind in self.names for kind in kinds)

    def name_of(self, *kinds: Reads) -> str:
        """The first name of the first of some kinds; empty where there is none."""
        return next((self.names[kind][0] for kind in kinds if kind in self.names), "")

    def every(self, *kinds: Reads) -> tuple[str, ...]:
        """All names of some kinds."""
        return tuple(name for kind in kinds for name in self.names.get(kind, ()))


class Readings:
    """Looks up what texts read in a written model with its bodies, joints and elements."""

    def __init__(self, values: Mapping[str, Any], system: System, parameters: Collection[str] = ()) -> None:
        self._system = system
        self._constant = {*map(_base, parameters), *_names_of(values, "parameters")}
        self._kinds = {name: Reads.TIME for name in _names_of(values, "inputs")} | {"t": Reads.TIME}
        self._kinds |= dict.fromkeys(_names_of(values, "efforts"), Reads.EFFORT)
        self._kinds |= dict.fromkeys(_names_of(values, "states"), Reads.STATE)
        self._kinds |= dict.fromkeys(_names_of(values, "sampled"), Reads.STATE)
        joined = (_base(name) for joint in system.joints for name in joint.coordinates)
        self._kinds |= dict.fromkeys((*_names_of(values, "coordinates"), *joined), Reads.PLACE)
        self._owners = {_base(name) for name in system.bodies}
        self._elements = {_base(one.name) for one in system.elements}
        self._kinds |= {f"{_base(one.name)}.{LOSS}": Reads.FLOW for one in system.elements}
        self._networks()
        self._definitions: dict[str, list[Any]] = {}
        for section in ("definitions", "functions"):
            table = values.get(section)
            for name, text in table.items() if isinstance(table, Mapping) else ():
                self._definitions.setdefault(_base(name), []).append(text)
        self._known: dict[tuple[str, frozenset[str]], _Names] = {}

    def define(self, name: str, text: str) -> None:
        """Note a definition that an element makes."""
        self._definitions.setdefault(_base(name), []).append(text)

    def _networks(self) -> None:
        """Note the quantities of elements of networks and of their nodes."""
        for one in self._system.networks:
            domain, name = NET_KINDS[one.kind].domain, _base(one.name)
            self._kinds[_base(one.coordinate or default_name(domain.letter, one.name))] = Reads.PLACE
            self._kinds[f"{name}.{domain.displacement}"] = Reads.PLACE
            self._kinds[f"{name}.{domain.flow}"] = Reads.FLOW
            self._kinds[f"{name}.{domain.effort}"] = Reads.EFFORT
            self._kinds[f"{name}.{LOSS}"] = Reads.FLOW
            for node in (*(one.nodes or ()), *(one.secondary or ())):
                for word in (domain.effort, *((domain.shown,) if domain.shown else ())):
                    self._kinds[f"{_base(node)}.{word}"] = Reads.EFFORT
                    self._kinds[f"nodes.{_base(node)}.{word}"] = Reads.EFFORT

    def of(self, text: str, itself: Collection[str] = ()) -> Reading:
        """What a text reads; names in `itself` are the displacement of the element that it belongs to."""
        return Reading(self._find(text, frozenset(map(_base, itself)), ()))

    def functions_in(self, text: str) -> frozenset[str]:
        """The functions that a text calls, by way of definitions and functions of the model too."""
        waiting, called, entered = [text], set[str](), set[str]()
        while waiting:
            for name, _, is_call in names_in(waiting.pop()):
                base = _base(name)
                texts = self._definitions.get(base) or self._definitions.get(_without_component(base), [])
                if is_call and not texts:
                    called.add(base)
                elif texts and base not in entered:
                    entered.add(base)
                    waiting += texts_in(list(texts))
        return frozenset(called)

    def is_defined(self, name: str) -> bool:
        """Whether a name is that of a definition."""
        return _base(name) in self._definitions

    def is_constant(self, name: str) -> bool:
        """Whether a name is that of a parameter."""
        return _base(name) in self._constant

    def _find(self, text: str, itself: frozenset[str], above: tuple[str, ...]) -> _Names:
        if (text, itself) in self._known:  # members of a family have the same texts
            return self._known[text, itself]
        names: _Names = {}
        for typed, rates, called in names_in(text):
            for kind, more in self._reads(typed, itself, above, called).items():
                for _ in range(rates):
                    _add(names, kind, more)
                    kind, more = _RATE_OF.get(kind, kind), tuple(f"{name}'" for name in more)
                _add(names, kind, more)
        self._known[text, itself] = names
        return names

    def _reads(self, typed: str, itself: frozenset[str], above: tuple[str, ...], called: bool) -> _Names:
        """What a name reads: the name itself, or what is read by the definition or function of this name."""
        name = _base(typed)
        if called:
            if name in ("omega", "omega_fixed", "delay") and name not in self._definitions:
                return {Reads.FLOW: (name,)}
        elif name in itself:
            return {Reads.OWN: (typed,)}
        elif name in self._constant or _without_component(name) in self._constant:
            return {}
        kind = None if called else self._kind(name)
        if kind is not None:
            return {kind: (typed,)}
        texts = self._definitions.get(name) or self._definitions.get(_without_component(name), [])
        if not texts or name in above:
            return {}
        names: _Names = {}
        for text in texts_in(list(texts)):
            for kind, more in self._find(text, itself, (*above, name)).items():
                _add(names, kind, more)
        return names

    def _kind(self, name: str) -> Reads | None:
        """The kind of a name that is no definition and no constant."""
        if name in self._kinds:
            return self._kinds[name]
        if name.startswith(FORCES):
            return Reads.EFFORT
        owner, dot, word = name.partition(".")
        if name in self._definitions or not dot:
            return None
        word = word.partition(".")[0]
        if owner == "joints":
            return Reads.PLACE if name.rpartition(".")[2].startswith("value") else Reads.EFFORT
        if owner in self._owners:
            constant = word in CONSTANTS or word.startswith(("shape", "stiffness"))
            return None if constant else Reads.FLOW if word == "omega" else Reads.PLACE
        if owner not in self._elements:
            return None
        return Reads.EFFORT if word in OF_ELEMENTS else Reads.FLOW if word == AIRSPEED else Reads.PLACE


_Names = dict[Reads, tuple[str, ...]]


def _add(names: _Names, kind: Reads, more: tuple[str, ...]) -> None:
    names[kind] = tuple(dict.fromkeys((*names.get(kind, ()), *more)))


def names_in(text: str) -> Iterator[tuple[str, int, bool]]:
    """The names in a text, with the number of their rates, and whether they are called as functions."""
    for match in _NAME.finditer(_RATE.sub(r"\1'", text)):
        name = match.group().removesuffix(match.group("call") or "").rstrip("'")
        yield name, len(match.group("rate")), match.group("call") is not None


def names_below(texts: Iterable[str], definitions: Mapping[str, object]) -> Iterator[str]:
    """All names that texts depend on, through definitions."""
    waiting, seen = list(texts), set[str]()
    while waiting:
        for name, _, _ in names_in(waiting.pop()):
            if name not in seen:
                seen.add(name)
                yield name
                waiting += texts_in(definitions[name]) if name in definitions else ()


def _names_of(values: Mapping[str, Any], section: str) -> list[str]:
    table = values.get(section)
    return [_base(name) for name in table] if isinstance(table, Mapping) else []


def _base(name: str) -> str:
    """A name without its indices."""
    return _INDICES.sub("", name) if "[" in name else name


def _without_component(name: str) -> str:
    """R of r.x."""
    owner, _, word = name.rpartition(".")
    return owner if word in COMPONENTS else name
