"""A bench, a small system around one element, and the numbers and elements that it is drawn from."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

import numpy as np
from tests.elements.law_systems import Axis, Body, Controller, Element, Law, Signal

SOURCE = {
    "electrical": ("voltage_source", "voltage"),
    "fluid": ("pressure_source", "pressure"),
    "thermal": ("temperature_source", "temperature"),
    "gas": ("gas_pressure_source", "pressure"),
}
INFLOW = {
    "electrical": ("current_source", "current"),
    "fluid": ("flow_source", "flow"),
    "thermal": ("heat_source", "heat_flow"),
    "gas": ("gas_flow_source", "mass_flow"),
}
RESISTANCE = {"electrical": "resistor", "fluid": "restrictor", "thermal": "thermal_resistor"}
STORE = {
    "electrical": ("capacitor", "capacitance"),
    "fluid": ("tank", "capacity"),
    "thermal": ("thermal_capacity", "capacity"),
    "gas": ("gas_volume", "volume"),
}


VALVE = {  # of a gas
    "conductance": (0.4, 0.7),
    "critical_ratio": (0.3, 0.5),
    "transition": (0.1, 0.2),
    "reference_pressure": (0.8, 1.2),
    "reference_temperature": (0.8, 1.2),
}
JOINT_FORCES = ("torsion_friction.coefficient", "torsion_friction.radius")


@dataclass(frozen=True, slots=True)
class Bench:
    """A system around the element `own`; `near` are dependences on what is there already."""

    own: str
    elements: tuple[Element, ...]
    near: dict[str, Signal] = field(default_factory=dict)
    bodies: tuple[Body, ...] = ()
    gravity: float = 0.0
    controllers: tuple[Controller, ...] = ()


class Draw:
    """Numbers of the size of one, and elements with them."""

    def __init__(self, name: str) -> None:
        self.random = np.random.default_rng(zlib.crc32(name.encode()))
        self.bodies_only = name.startswith(
            JOINT_FORCES
        )  # the force in a joint is not known beside other energies

    def size(self, low: float = 0.6, high: float = 1.6) -> float:
        """A number."""
        return round(float(self.random.uniform(low, high)), 3)

    def law(self, low: float = 0.6, high: float = 1.6) -> Law:
        """A constant."""
        return Law(self.size(low, high))

    def either(self) -> bool:
        """A coin."""
        return bool(self.random.random() < 0.5)

    def source(self, domain: str, name: str, a: str, b: str = "ground") -> Element:
        """A source of effort."""
        kind, key = SOURCE[domain]
        sizes = (2.0, 2.6) if domain == "gas" else (1.2, 2.0)
        return Element(kind, name, (a, b), {key: self.law(*sizes)})

    def inflow(self, domain: str, name: str, a: str) -> Element:
        """A source of flow."""
        kind, key = INFLOW[domain]
        return Element(kind, name, ("ground", a), {key: self.law()})

    def resistance(self, domain: str, name: str, a: str, b: str = "ground") -> Element:
        """A resistance; its ends are either way round."""
        ends = (a, b) if self.either() else (b, a)
        if domain == "gas":
            return Element("gas_valve", name, ends, {key: self.law(*sizes) for key, sizes in VALVE.items()})
        return Element(RESISTANCE[domain], name, ends, {"resistance": self.law()})

    def store(self, domain: str, name: str, a: str, b: str = "ground", start: str = "start_store") -> Element:
        """A store that is not empty at the start."""
        kind, key = STORE[domain]
        begun = "start_effort" if domain == "thermal" else start
        contents = self.law(0.3, 0.5) if domain == "gas" else self.law(0.3, 0.8)
        return Element(kind, name, (a, b), {key: self.law(), begun: contents})

    def coil(self, domain: str, name: str, a: str, b: str = "ground") -> Element:
        """An inertia with a flow at the start."""
        begun = {"start_flow": self.law(0.3, 0.8)}
        if domain == "electrical":
            return Element("inductor", name, (a, b), {"inductance": self.law()} | begun)
        keys = {key: self.law() for key in ("length", "area", "density", "resistance")}
        return Element("pipe", name, (a, b), keys | begun)

    def mass(self, x: str, *, bare: bool = True) -> Body:
        """A mass on a line that moves."""
        axis = Axis(x, self.size(), self.size(0.4, 0.9), self.size(0.3, 0.8))
        if bare:
            return Body(f"body_{x}", "", (axis,), self.size(), self.size(0.1, 0.4))
        return Body(f"body_{x}", "slider", (axis,))
