"""What a small system is, before it is a model text (`law_texts.py`) or equations (`law_equations.py`).

Every value of an element is a `Law`: base (1 + Σ gain tanh(signal/scale)), smooth and positive, and therefore easily
kept monotone. A law in a word of its element, such as `voltage = "…current…"`, is this times current (1 + (current/width)²).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

Number = "np.ndarray | float"
Reading = Callable[["Signal"], "np.ndarray | float"]

# Words of signals: t; x, x' of a coordinate; s; f, its integral and the drop of an element; the effort of a node;
# stretch, distance and their rate, twist and its rate, of a mechanical element; the demand of a controller.
TIME, PLACE, SPEED, STATE = "time", "place", "speed", "state"
FLOW, DISPLACEMENT, DROP, EFFORT = "flow", "displacement", "drop", "effort"
STRETCH, DISTANCE, RATE, TWIST, TURNING = "stretch", "distance", "rate", "twist", "turning"
DEMAND = "demand"
NO_ENERGY = (FLOW, DROP, EFFORT, SPEED, RATE, TURNING)  # a store that reads one has no energy


@dataclass(frozen=True, slots=True)
class Signal:
    """A quantity that is read: its word, and of what."""

    word: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """gain tanh(signal/scale)."""

    signal: Signal
    gain: float
    scale: float


@dataclass(frozen=True, slots=True)
class Law:
    """base (1 + Σ gain tanh(signal/scale)), times word (1 + (word/width)²) where it is a law in a word."""

    base: float
    reads: tuple[Read, ...] = ()
    word: str = ""
    width: float = 1.0

    def value(self, read: Reading, word: np.ndarray | float = 1.0) -> np.ndarray | float:
        """The value from the signals, and from the word."""
        size = self.base * (1 + sum(one.gain * np.tanh(read(one.signal) / one.scale) for one in self.reads))
        return size * self._shape(word)

    def slope(self, read: Reading, by: Signal, word: np.ndarray | float = 1.0) -> np.ndarray | float:
        """Its derivative by a signal."""
        own = [one for one in self.reads if one.signal == by]
        size = sum(one.gain / one.scale / np.cosh(read(one.signal) / one.scale) ** 2 for one in own)
        return self.base * size * self._shape(word)

    def _shape(self, word: np.ndarray | float) -> np.ndarray | float:
        return word * (1 + (word / self.width) ** 2) if self.word else 1.0

    @property
    def signals(self) -> tuple[Signal, ...]:
        """What it reads."""
        return tuple(one.signal for one in self.reads)


def _by_keys(values: Mapping[str, Law | tuple[Law, ...]]) -> dict[str, Law]:
    found: dict[str, Law] = {}
    for key, value in values.items():
        if isinstance(value, Law):
            found[key] = value
        else:
            found |= {f"{key}[{i}]": one for i, one in enumerate(value)}
    return found


@dataclass(frozen=True, slots=True)
class Element:
    """An entry of [elements]: its ends are nodes, or bodies and joints; `words` are its keys that are no values."""

    kind: str
    name: str
    ends: tuple[str, ...]
    values: Mapping[str, Law | tuple[Law, ...]]
    words: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)

    @property
    def laws(self) -> dict[str, Law]:
        """Its values by their keys, those of a vector with a number."""
        return _by_keys(self.values)

    @property
    def signals(self) -> tuple[Signal, ...]:
        """All that its values read."""
        return tuple(signal for law in self.laws.values() for signal in law.signals)


@dataclass(frozen=True, slots=True)
class Axis:
    """A coordinate of a body: its mass or moment of inertia, where it starts and how fast."""

    name: str
    mass: float
    start: float = 0.0
    speed: float = 0.0


@dataclass(frozen=True, slots=True)
class Body:
    """A body on a slider, a pin or free in the plane; with a joint "" it is a coordinate with its energies."""

    name: str
    joint: str
    axes: tuple[Axis, ...]
    stiffness: float = 0.0  # of a spring to zero and of a damper to the ground, where there is no joint
    damping: float = 0.0


@dataclass(frozen=True, slots=True)
class State:
    """s' = (target − s)/lag."""

    name: str
    target: Law
    lag: float
    start: float


@dataclass(frozen=True, slots=True)
class Controller:
    """An entry of [controllers]: what it measures, and the effort `work.x` or the source `E.voltage` that it drives."""

    kind: str
    name: str
    measured: tuple[Signal, ...]
    to: str
    values: Mapping[str, Law | tuple[Law, ...]]

    @property
    def laws(self) -> dict[str, Law]:
        """Its values by their keys, those of a list with a number."""
        return _by_keys(self.values)


@dataclass(frozen=True, slots=True)
class LawSystem:
    """Elements, bodies, states and controllers; gravity is along −y."""

    elements: tuple[Element, ...]
    bodies: tuple[Body, ...] = ()
    states: tuple[State, ...] = ()
    controllers: tuple[Controller, ...] = ()
    t_end: float = 0.5
    gravity: float = 0.0

    @property
    def element(self) -> dict[str, Element]:
        """Elements by their names."""
        return {one.name: one for one in self.elements}

    @property
    def axes(self) -> dict[str, Axis]:
        """Coordinates by their names."""
        return {axis.name: axis for body in self.bodies for axis in body.axes}


DOMAINS = {
    "electrical": (
        "resistor", "capacitor", "inductor", "mutual_inductance", "transformer", "voltage_source", "current_source",
        "diode", "dc_motor", "voice_coil",
    ),
    "fluid": ("tank", "pipe", "restrictor", "orifice", "valve", "pressure_source", "flow_source", "pump", "cylinder"),
    "thermal": (
        "thermal_capacity", "thermal_resistor", "convection", "temperature_source", "heat_source", "surroundings",
        "stream",
    ),
    "gas": (
        "gas_volume", "bellows", "gas_orifice", "gas_valve", "gas_pressure_source", "gas_flow_source",
    ),
}  # fmt: skip
DOMAIN = {kind: domain for domain, kinds in DOMAINS.items() for kind in kinds}
SURROUNDINGS = 2.5  # K, a number of the size of all others
GAS = {"gas_constant": 1.2, "temperature": 1.5, "pressure": 0.8, "heat_ratio": 1.4}  # likewise
