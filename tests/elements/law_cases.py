"""Every value of every kind of element, and what it may depend on: a seeded family of small systems.

A bench is a small system around one element. A dependence adds what is read, where it is not there yet, and makes one
value of the element depend on it: `cases()` has them all, by names as `resistor.resistance-other_flow`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np
from tests.elements.law_systems import (
    DISPLACEMENT,
    DISTANCE,
    DROP,
    EFFORT,
    FLOW,
    NO_ENERGY,
    PLACE,
    RATE,
    SPEED,
    STATE,
    STRETCH,
    TIME,
    TURNING,
    TWIST,
    Axis,
    Body,
    Controller,
    Element,
    Law,
    LawSystem,
    Read,
    Signal,
    State,
)

Entry = TypeVar("Entry", Element, Controller)
END = 0.6
JOINT_FORCES = ("torsion_friction.coefficient", "torsion_friction.radius")
ENERGY_KEYS = {  # of a store, or of an inertia
    "capacitor.capacitance", "capacitor.start_voltage", "capacitor.voltage", "tank.capacity", "tank.start_pressure",
    "tank.pressure", "thermal_capacity.capacity", "thermal_capacity.start_temperature", "inductor.inductance",
    "mutual_inductance.inductance", "pipe.length", "pipe.area", "pipe.density", "dc_motor.inductance",
    "voice_coil.inductance", "spring.stiffness", "spring.length", "torsion_spring.stiffness", "torsion_spring.angle",
    "bushing.stiffness", "bushing.torsional_stiffness",
}  # fmt: skip
SOURCE = {
    "electrical": ("voltage_source", "voltage"),
    "fluid": ("pressure_source", "pressure"),
    "thermal": ("temperature_source", "temperature"),
}
INFLOW = {
    "electrical": ("current_source", "current"),
    "fluid": ("flow_source", "flow"),
    "thermal": ("heat_source", "heat_flow"),
}
RESISTANCE = {"electrical": "resistor", "fluid": "restrictor", "thermal": "thermal_resistor"}
STORE = {
    "electrical": ("capacitor", "capacitance"),
    "fluid": ("tank", "capacity"),
    "thermal": ("thermal_capacity", "capacity"),
}


@dataclass(frozen=True, slots=True)
class Bench:
    """A system around the element `own`; `near` are dependences on what is there already."""

    own: str
    elements: tuple[Element, ...]
    near: dict[str, Signal] = field(default_factory=dict)
    bodies: tuple[Body, ...] = ()
    gravity: float = 0.0
    controllers: tuple[Controller, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One value that depends on something."""

    name: str
    dependence: str
    system: LawSystem

    @property
    def value(self) -> str:
        """The kind and the key, as `resistor.resistance`."""
        return self.name.split("-")[0]


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
        return Element(kind, name, (a, b), {key: self.law(1.2, 2.0)})

    def inflow(self, domain: str, name: str, a: str) -> Element:
        """A source of flow."""
        kind, key = INFLOW[domain]
        return Element(kind, name, ("ground", a), {key: self.law()})

    def resistance(self, domain: str, name: str, a: str, b: str = "ground") -> Element:
        """A resistance; its ends are either way round."""
        ends = (a, b) if self.either() else (b, a)
        return Element(RESISTANCE[domain], name, ends, {"resistance": self.law()})

    def store(self, domain: str, name: str, a: str, b: str = "ground", start: str = "start_store") -> Element:
        """A store that is not empty at the start."""
        kind, key = STORE[domain]
        begun = "start_effort" if domain == "thermal" else start
        return Element(kind, name, (a, b), {key: self.law(), begun: self.law(0.3, 0.8)})

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


# benches of networks


def _fed(draw: Draw, domain: str, own: Element, extra: tuple[Element, ...] = ()) -> tuple[Element, ...]:
    """A source behind a resistance, which feeds the node a."""
    return (draw.source(domain, "E0", "s"), draw.resistance(domain, "R0", "s", "a"), own, *extra)


def _across(own: Element) -> dict[str, Signal]:
    return {"own_flow": Signal(FLOW, own.name), "own_effort": Signal(DROP, own.name)}


def _dissipative(draw: Draw, domain: str, own: Element) -> Bench:
    """source, R0, own in series with a store or with a coil, and a resistance across it."""
    last = (
        draw.coil(domain, "L9", "b")
        if domain != "thermal" and draw.either()
        else draw.store(domain, "C9", "b")
    )
    extra = (last, draw.resistance(domain, "R9", "b"))
    near = _across(own) | {"near_flow": Signal(FLOW, "R9"), "near_effort": Signal(EFFORT, "b")}
    return Bench(own.name, _fed(draw, domain, own, extra), near)


def _turned(draw: Draw, own: Element) -> Element:
    return own if draw.either() else replace(own, ends=own.ends[::-1])


def _resistor(domain: str, law: str = "") -> Callable[[Draw], Bench]:
    def bench(draw: Draw) -> Bench:
        values = (
            {law: Law(draw.size(), word="current" if law == "voltage" else "flow", width=draw.size(1.5, 2.5))}
            if law
            else {"resistance": draw.law()}
        )
        return _dissipative(draw, domain, _turned(draw, Element(RESISTANCE[domain], "X", ("a", "b"), values)))

    return bench


def _of_keys(domain: str, kind: str, **sizes: tuple[float, float]) -> Callable[[Draw], Bench]:
    def bench(draw: Draw) -> Bench:
        values = {key: draw.law(*bounds) for key, bounds in sizes.items()}
        return _dissipative(draw, domain, Element(kind, "X", ("a", "b"), values))

    return bench


def _diode(reverse: bool) -> Callable[[Draw], Bench]:
    def bench(draw: Draw) -> Bench:
        values = {
            "forward_voltage": draw.law(0.2, 0.3),
            "on_resistance": draw.law(),
            "off_resistance": draw.law(4.0, 9.0),
        }
        ends = ("b", "a") if reverse else ("a", "b")
        own = Element("diode", "X", ends, values)
        source = replace(draw.source("electrical", "E0", "s"), values={"voltage": draw.law(5.0, 6.0)})
        near = _across(own) | {"near_flow": Signal(FLOW, "R9"), "near_effort": Signal(EFFORT, "b")}
        store = draw.store("electrical", "C9", "b", start="start_effort")
        rest = (
            draw.resistance("electrical", "R0", "s", "a"),
            own,
            store,
            draw.resistance("electrical", "R9", "b"),
        )
        return Bench("X", (source, *rest), near)

    return bench


def _store(domain: str, start: str, law: str = "") -> Callable[[Draw], Bench]:
    def bench(draw: Draw) -> Bench:
        own = draw.store(domain, "X", "a", start=start)
        if law:
            word = "charge" if law == "voltage" else "volume"
            own = replace(
                own,
                values={
                    law: Law(draw.size(), word=word, width=draw.size(1.5, 2.5)),
                    start: own.values[start],
                },
            )
        own = _turned(draw, own) if start == "start_store" else own
        extra = (draw.resistance(domain, "R9", "a", "b"), draw.store(domain, "C9", "b"))
        near = _across(own) | {
            "own_displacement": Signal(DISPLACEMENT, "X"),
            "near_flow": Signal(FLOW, "R9"),
            "near_effort": Signal(EFFORT, "b"),
            "near_charge": Signal(DISPLACEMENT, "C9"),
        }
        return Bench("X", _fed(draw, domain, own, extra), near)

    return bench


def _coil(domain: str) -> Callable[[Draw], Bench]:
    def bench(draw: Draw) -> Bench:
        own = _turned(draw, draw.coil(domain, "X", "a", "b"))
        extra = (draw.resistance(domain, "R9", "b"), draw.store(domain, "C9", "b"))
        near = _across(own) | {
            "near_flow": Signal(FLOW, "R9"),
            "near_effort": Signal(EFFORT, "b"),
            "near_charge": Signal(DISPLACEMENT, "C9"),
        }
        return Bench("X", _fed(draw, domain, own, extra), near)

    return bench


def _mutual(draw: Draw) -> Bench:
    first, second = draw.coil("electrical", "L1", "a"), draw.coil("electrical", "L2", "b")
    own = Element(
        "mutual_inductance",
        "X",
        (),
        {"inductance": draw.law(0.2, 0.35)},
        {"coils": ("L1", "L2")},
    )
    extra = (draw.resistance("electrical", "R9", "b"),)
    near = {"near_effort": Signal(EFFORT, "b"), "near_flow": Signal(FLOW, "R0")}
    return Bench("X", (*_fed(draw, "electrical", first, (second, *extra)), own), near)


def _transformer(draw: Draw) -> Bench:
    own = Element("transformer", "X", ("a", "ground"), {"ratio": draw.law()}, {"secondary": ("b", "ground")})
    extra = (draw.resistance("electrical", "R9", "b", "c"), draw.store("electrical", "C9", "c"))
    near = _across(own) | {"near_flow": Signal(FLOW, "R9"), "near_effort": Signal(EFFORT, "c")}
    return Bench("X", _fed(draw, "electrical", own, extra), near)


def _effort_source(domain: str, kind: str = "") -> Callable[[Draw], Bench]:
    def bench(draw: Draw) -> Bench:
        own = draw.source(domain, "X", "a")
        if kind:
            own = replace(own, kind=kind)
        rest = (
            draw.resistance(domain, "R9", "a", "b"),
            draw.store(domain, "C9", "b"),
            draw.resistance(domain, "R8", "b"),
        )
        near = {
            "own_flow": Signal(FLOW, "X"),
            "near_flow": Signal(FLOW, "R8"),
            "near_effort": Signal(EFFORT, "b"),
            "near_charge": Signal(DISPLACEMENT, "C9"),
        }
        return Bench("X", (own, *rest), near)

    return bench


def _flow_source(domain: str) -> Callable[[Draw], Bench]:
    def bench(draw: Draw) -> Bench:
        rest = (
            draw.resistance(domain, "R9", "a", "b"),
            draw.store(domain, "C9", "b"),
            draw.resistance(domain, "R8", "a"),
        )
        near = {
            "own_effort": Signal(DROP, "X"),
            "near_flow": Signal(FLOW, "R9"),
            "near_effort": Signal(EFFORT, "b"),
            "near_charge": Signal(DISPLACEMENT, "C9"),
        }
        return Bench("X", (draw.inflow(domain, "X", "a"), *rest), near)

    return bench


def _drive(kind: str, *, coil: bool) -> Callable[[Draw], Bench]:
    domain = "fluid" if kind == "cylinder" else "electrical"

    def bench(draw: Draw) -> Bench:
        values = {"area": draw.law()}
        if domain == "electrical":
            values = {"constant": draw.law(), "resistance": draw.law()}
            if coil:
                values |= {"inductance": draw.law(), "start_flow": draw.law(0.3, 0.8)}
        own = Element(kind, "X", ("a", "ground"), values, {"drives": "x"})
        extra = (draw.resistance(domain, "R9", "a", "b"), draw.store(domain, "C9", "b"))
        near = {
            "own_flow": Signal(FLOW, "X"),
            "own_effort": Signal(DROP, "X"),
            "own_place": Signal(PLACE, "x"),
            "own_speed": Signal(SPEED, "x"),
            "near_flow": Signal(FLOW, "R9"),
            "near_effort": Signal(EFFORT, "b"),
        }
        return Bench("X", _fed(draw, domain, own, extra), near, (draw.mass("x"),))

    return bench


ORIFICE = {"area": (0.8, 1.2), "density": (0.8, 1.2), "discharge": (0.7, 0.9), "transition": (0.2, 0.4)}
NETS: dict[str, tuple[str, Callable[[Draw], Bench]]] = {  # the value that depends, and its bench
    "resistor.resistance": ("resistance", _resistor("electrical")),
    "resistor.voltage": ("voltage", _resistor("electrical", "voltage")),
    "capacitor.capacitance": ("capacitance", _store("electrical", "start_store")),
    "capacitor.start_voltage": ("capacitance", _store("electrical", "start_effort")),
    "capacitor.voltage": ("voltage", _store("electrical", "start_store", "voltage")),
    "inductor.inductance": ("inductance", _coil("electrical")),
    "mutual_inductance.inductance": ("inductance", _mutual),
    "transformer.ratio": ("ratio", _transformer),
    "voltage_source.voltage": ("voltage", _effort_source("electrical")),
    "current_source.current": ("current", _flow_source("electrical")),
    "diode.forward_voltage": ("forward_voltage", _diode(reverse=False)),
    "diode.on_resistance": ("on_resistance", _diode(reverse=False)),
    "diode.off_resistance": ("off_resistance", _diode(reverse=True)),
    "dc_motor.constant": ("constant", _drive("dc_motor", coil=False)),
    "dc_motor.resistance": ("resistance", _drive("dc_motor", coil=False)),
    "dc_motor.inductance": ("inductance", _drive("dc_motor", coil=True)),
    "voice_coil.constant": ("constant", _drive("voice_coil", coil=True)),
    "voice_coil.resistance": ("resistance", _drive("voice_coil", coil=True)),
    "voice_coil.inductance": ("inductance", _drive("voice_coil", coil=True)),
    "tank.capacity": ("capacity", _store("fluid", "start_store")),
    "tank.start_pressure": ("capacity", _store("fluid", "start_effort")),
    "tank.pressure": ("pressure", _store("fluid", "start_store", "pressure")),
    "pipe.length": ("length", _coil("fluid")),
    "pipe.area": ("area", _coil("fluid")),
    "pipe.density": ("density", _coil("fluid")),
    "pipe.resistance": ("resistance", _coil("fluid")),
    "restrictor.resistance": ("resistance", _resistor("fluid")),
    "restrictor.pressure": ("pressure", _resistor("fluid", "pressure")),
    "orifice.area": ("area", _of_keys("fluid", "orifice", **ORIFICE)),
    "orifice.density": ("density", _of_keys("fluid", "orifice", **ORIFICE)),
    "orifice.discharge": ("discharge", _of_keys("fluid", "orifice", **ORIFICE)),
    "orifice.transition": ("transition", _of_keys("fluid", "orifice", **ORIFICE)),
    "valve.area": ("area", _of_keys("fluid", "valve", opening=(0.6, 0.9), **ORIFICE)),
    "valve.opening": ("opening", _of_keys("fluid", "valve", opening=(0.6, 0.9), **ORIFICE)),
    "pressure_source.pressure": ("pressure", _effort_source("fluid")),
    "flow_source.flow": ("flow", _flow_source("fluid")),
    "pump.pressure": ("pressure", _effort_source("fluid", "pump")),
    "cylinder.area": ("area", _drive("cylinder", coil=False)),
    "thermal_capacity.capacity": ("capacity", _store("thermal", "start_effort")),
    "thermal_resistor.resistance": ("resistance", _resistor("thermal")),
    "convection.coefficient": (
        "coefficient",
        _of_keys("thermal", "convection", coefficient=(0.6, 1.6), area=(0.6, 1.6)),
    ),
    "convection.area": (
        "area",
        _of_keys("thermal", "convection", coefficient=(0.6, 1.6), area=(0.6, 1.6)),
    ),
    "temperature_source.temperature": ("temperature", _effort_source("thermal")),
    "heat_source.heat_flow": ("heat_flow", _flow_source("thermal")),
}

# benches of mechanics


def _on_a_line(draw: Draw, own: Element, *, law: bool = False) -> Bench:
    """Two masses on a line; the element acts on the first, from the ground, in its joint or from the second."""
    first = Body("body_x", "slider", (Axis("x", draw.size(), draw.size(1.0, 1.3), draw.size(-0.4, 0.6)),))
    second = Body("body_z", "slider", (Axis("z", draw.size(), draw.size(2.3, 2.6), draw.size(-0.4, 0.6)),))
    ends = (("joints.J_body_x",), ("ground", "body_x"), ("body_x", "body_z"))[int(draw.random.integers(3))]
    if own.kind == "rope" and len(ends) == 1:
        ends = ("ground", "body_x")
    own = replace(own, ends=ends)
    holding = Element(
        "spring", "S9", ("joints.J_body_z",), {"stiffness": draw.law(), "length": draw.law(1.5, 2.0)}
    )
    braking = Element("damper", "D9", ("joints.J_body_x",), {"damping": draw.law(0.1, 0.3)})
    near = {
        "own_flow": Signal(RATE, own.name),
        "own_displacement": Signal(STRETCH if own.kind == "spring" and not law else DISTANCE, own.name),
        "own_place": Signal(PLACE, "x"),
        "own_speed": Signal(SPEED, "x"),
        "near_place": Signal(PLACE, "z"),
        "near_speed": Signal(SPEED, "z"),
        "near_stretch": Signal(STRETCH, "S9"),
    }
    return Bench(own.name, (own, holding, braking), near, (first, second))


def _line(kind: str, **sizes: tuple[float, float]) -> Callable[[Draw], Bench]:
    def bench(draw: Draw) -> Bench:
        values = {key: draw.law(*bounds) for key, bounds in sizes.items()}
        return _on_a_line(draw, Element(kind, "X", (), values))

    return bench


def _length(draw: Draw) -> Bench:
    values = {"stiffness": draw.law(), "length": draw.law(0.6, 0.9)}
    return _on_a_line(draw, Element("spring", "X", (), values), law=True)


def _line_law(kind: str, word: str, **sizes: tuple[float, float]) -> Callable[[Draw], Bench]:
    def bench(draw: Draw) -> Bench:
        values = {key: draw.law(*bounds) for key, bounds in sizes.items()}
        law = Law(draw.size(), word=word, width=draw.size(1.5, 2.5))
        return _on_a_line(draw, Element(kind, "X", (), {"force": law} | values))

    return bench


def _pinned(kind: str, word: str = "", **sizes: tuple[float, float]) -> Callable[[Draw], Bench]:
    """A wheel on a pin, and beside it a mass on a line."""

    def bench(draw: Draw) -> Bench:
        values = {key: draw.law(*bounds) for key, bounds in sizes.items()}
        if word:
            values["torque"] = Law(draw.size(), word=word, width=draw.size(1.5, 2.5))
        own = Element(kind, "X", ("joints.J_wheel",), values)
        wheel = Body("wheel", "pin", (Axis("phi", draw.size(), draw.size(0.4, 0.9), draw.size(0.3, 0.8)),))
        mass = Body("body_z", "slider", (Axis("z", draw.size(), draw.size(0.4, 0.9), draw.size(0.3, 0.8)),))
        holding = Element(
            "spring", "S9", ("joints.J_body_z",), {"stiffness": draw.law(), "length": draw.law(0.2, 0.4)}
        )
        braking = Element("torsion_damper", "D9", ("joints.J_wheel",), {"damping": draw.law(0.1, 0.3)})
        near = {
            "own_place": Signal(PLACE, "phi"),
            "own_speed": Signal(SPEED, "phi"),
            "near_place": Signal(PLACE, "z"),
            "near_speed": Signal(SPEED, "z"),
            "near_stretch": Signal(STRETCH, "S9"),
        }
        if kind.startswith("torsion") and "coefficient" not in sizes:
            near |= {"own_flow": Signal(TURNING, "X"), "own_displacement": Signal(TWIST, "X")}
        return Bench(
            "X", (own, holding, braking), near, (wheel, mass), gravity=9.81 * ("coefficient" in sizes)
        )

    return bench


def _free(own: Callable[[Draw], Element]) -> Callable[[Draw], Bench]:
    """A body free in the plane, and beside it a mass on a line."""

    def bench(draw: Draw) -> Bench:
        mass = draw.size()
        places = tuple(Axis(x, mass, draw.size(0.2, 0.6), draw.size(0.5, 1.0)) for x in ("u", "w"))
        plate = Body(
            "plate", "free", (*places, Axis("phi", draw.size(), draw.size(0.2, 0.5), draw.size(0.3, 0.8)))
        )
        other = Body("body_z", "slider", (Axis("z", draw.size(), draw.size(0.4, 0.9), draw.size(0.3, 0.8)),))
        holding = Element(
            "spring", "S9", ("joints.J_body_z",), {"stiffness": draw.law(), "length": draw.law(0.2, 0.4)}
        )
        near = {
            "own_place": Signal(PLACE, "u"),
            "own_speed": Signal(SPEED, "u"),
            "near_place": Signal(PLACE, "z"),
            "near_speed": Signal(SPEED, "z"),
            "near_stretch": Signal(STRETCH, "S9"),
        }
        return Bench("X", (own(draw), holding), near, (plate, other))

    return bench


def _bushing(draw: Draw) -> Element:
    values: dict[str, Law | tuple[Law, ...]] = {
        "stiffness": (draw.law(), draw.law()),
        "damping": (draw.law(), draw.law()),
        "torsional_stiffness": draw.law(),
        "torsional_damping": draw.law(),
    }
    return Element("bushing", "X", ("ground", "plate"), values)


def _drag(draw: Draw) -> Element:
    keys: dict[str, Law | tuple[Law, ...]] = {key: draw.law() for key in ("density", "coefficient", "area")}
    return Element(
        "drag", "X", (), keys | {"wind": (draw.law(-0.6, -0.3), draw.law(-0.6, -0.3))}, {"at": "plate"}
    )


def _force(draw: Draw) -> Element:
    return Element("force", "X", (), {"force": (draw.law(), draw.law())}, {"at": "plate"})


def _torque(draw: Draw) -> Element:
    return Element("torque", "X", (), {"torque": draw.law()}, {"on": "plate"})


ROPE = {"length": (0.1, 0.3), "stiffness": (1.2, 1.8), "damping": (0.1, 0.15)}  # taut all the time
HELD = (0.5, 0.6)  # a limit that is always reached by the efforts of ASKED
ASKED = (1.6, 2.0)
LAG = {"lag": (0.3, 0.5), "start": (0.1, 0.3)}
MECHANICS: dict[str, tuple[str, Callable[[Draw], Bench]]] = {
    "spring.stiffness": ("stiffness", _line("spring", stiffness=(0.6, 1.6), length=(0.4, 0.7))),
    "spring.length": ("length", _length),
    "spring.force": ("force", _line_law("spring", "stretch", length=(0.4, 0.7))),
    "damper.damping": ("damping", _line("damper", damping=(0.6, 1.6))),
    "damper.force": ("force", _line_law("damper", "rate")),
    "torsion_spring.stiffness": (
        "stiffness",
        _pinned("torsion_spring", stiffness=(0.6, 1.6), angle=(0.1, 0.3)),
    ),
    "torsion_spring.angle": ("angle", _pinned("torsion_spring", stiffness=(0.6, 1.6), angle=(0.1, 0.3))),
    "torsion_spring.torque": ("torque", _pinned("torsion_spring", "twist", angle=(0.1, 0.3))),
    "torsion_damper.damping": ("damping", _pinned("torsion_damper", damping=(0.6, 1.6))),
    "torsion_damper.torque": ("torque", _pinned("torsion_damper", "rate")),
    "bushing.stiffness": ("stiffness", _free(_bushing)),
    "bushing.damping": ("damping", _free(_bushing)),
    "bushing.torsional_stiffness": ("torsional_stiffness", _free(_bushing)),
    "bushing.torsional_damping": ("torsional_damping", _free(_bushing)),
    "friction.force": ("force", _line("friction", force=(0.6, 1.0), damping=(0.2, 0.4), speed=(0.3, 0.6))),
    "friction.damping": (
        "damping",
        _line("friction", force=(0.6, 1.0), damping=(0.2, 0.4), speed=(0.3, 0.6)),
    ),
    "friction.speed": ("speed", _line("friction", force=(0.6, 1.0), damping=(0.2, 0.4), speed=(0.3, 0.6))),
    "torsion_friction.torque": (
        "torque",
        _pinned("torsion_friction", torque=(0.6, 1.0), damping=(0.2, 0.4), speed=(0.3, 0.6)),
    ),
    "torsion_friction.coefficient": (
        "coefficient",
        _pinned(
            "torsion_friction",
            coefficient=(0.3, 0.4),
            radius=(0.2, 0.3),
            damping=(0.2, 0.4),
            speed=(0.3, 0.6),
        ),
    ),
    "torsion_friction.radius": (
        "radius",
        _pinned(
            "torsion_friction",
            coefficient=(0.3, 0.4),
            radius=(0.2, 0.3),
            damping=(0.2, 0.4),
            speed=(0.3, 0.6),
        ),
    ),
    "actuator.force": ("force", _line("actuator", force=ASKED)),
    "actuator.limit": ("limit", _line("actuator", force=ASKED, limit=HELD)),
    "actuator.lag": ("lag", _line("actuator", force=ASKED, **LAG)),
    "actuator.rate": ("rate", _line("actuator", force=ASKED, rate=(0.5, 0.6), **LAG)),
    "motor.torque": ("torque", _pinned("motor", torque=ASKED)),
    "motor.limit": ("limit", _pinned("motor", torque=ASKED, limit=HELD)),
    "motor.lag": ("lag", _pinned("motor", torque=ASKED, **LAG)),
    "motor.stall_torque": (
        "stall_torque",
        _pinned("motor", stall_torque=(0.6, 1.6), no_load_speed=(2.0, 3.0)),
    ),
    "motor.no_load_speed": (
        "no_load_speed",
        _pinned("motor", stall_torque=(0.6, 1.6), no_load_speed=(2.0, 3.0)),
    ),
    "force.force": ("force", _free(_force)),
    "torque.torque": ("torque", _free(_torque)),
    "drag.density": ("density", _free(_drag)),
    "drag.coefficient": ("coefficient", _free(_drag)),
    "drag.area": ("area", _free(_drag)),
    "drag.wind": ("wind", _free(_drag)),
    "rope.length": ("length", _line("rope", **ROPE)),
    "rope.stiffness": (
        "stiffness",
        _line("rope", **ROPE),
    ),
    "rope.damping": ("damping", _line("rope", **ROPE)),
}

# benches of controllers


def _controlled(kind: str, *, both: bool = False, **sizes: tuple[float, float]) -> Callable[[Draw], Bench]:
    """A mass whose effort, or a circuit whose source, is driven by what is measured there."""

    def bench(draw: Draw) -> Bench:
        values: dict[str, Law | tuple[Law, ...]] = {}
        for key, bounds in sizes.items():
            values[key] = (
                (draw.law(*bounds), draw.law(*bounds))
                if both and key in {"gains", "reference"}
                else draw.law(*bounds)
            )
        if both or draw.either():
            measured = (Signal(PLACE, "x"), Signal(SPEED, "x")) if both else (Signal(PLACE, "x"),)
            controller = Controller(kind, "X", measured, "work.x", values)
            near = {"own_place": Signal(PLACE, "x"), "own_speed": Signal(SPEED, "x")}
            return Bench("X", (), near, (draw.mass("x"),), controllers=(controller,))
        source = replace(draw.source("electrical", "E0", "a"), values={})
        rest = (draw.resistance("electrical", "R9", "a", "b"), draw.store("electrical", "C9", "b"))
        rest += (draw.resistance("electrical", "R8", "b"),)
        near = {
            "near_charge": Signal(DISPLACEMENT, "C9"),
            "near_effort": Signal(EFFORT, "b"),
            "near_flow": Signal(FLOW, "R8"),
        }
        controller = Controller(kind, "X", (Signal(DISPLACEMENT, "C9"),), "E0.voltage", values)
        return Bench("X", (source, *rest), near, controllers=(controller,))

    return bench


ONE = (0.6, 1.6)
FAR = (3.0, 4.0)
SHORT = (0.3, 0.5)
BEGUN = {"start": (0.1, 0.3)}
PID = {"reference": ONE, "kp": ONE, "ki": ONE, "kd": (0.1, 0.3), "filter_time": SHORT} | BEGUN
WEIGHTED = PID | {"reference_weight": ONE, "derivative_weight": ONE}
TIMED = {
    "reference": ONE,
    "kp": ONE,
    "integral_time": ONE,
    "derivative_time": (0.1, 0.3),
    "filter_time": SHORT,
} | BEGUN
FULL = PID | {"reference": FAR, "minimum": (-9.0, -8.0), "maximum": (0.5, 0.8), "tracking_time": ONE}
EMPTY = PID | {
    "reference": (-4.0, -3.0),
    "minimum": (-0.8, -0.5),
    "maximum": (8.0, 9.0),
    "tracking_time": ONE,
}
FEEDBACK = {"reference": ONE, "gains": ONE, "feedforward": ONE}
SLOW = {"gain": (30.0, 40.0), "rate": (0.3, 0.5), "time_constant": (0.1, 0.2)} | BEGUN
FAST = SLOW | {"gain": FAR, "rate": (50.0, 60.0)}
SECOND = {"angular_frequency": (2.0, 3.0), "damping_ratio": SHORT, "gain": ONE}
CONTROLLERS: dict[str, tuple[str, Callable[[Draw], Bench]]] = {
    **{
        f"pid.{key}": (key, _controlled("pid", **PID))
        for key in ("reference", "kp", "ki", "kd", "filter_time")
    },
    "pid.reference_weight": ("reference_weight", _controlled("pid", **WEIGHTED)),
    "pid.derivative_weight": ("derivative_weight", _controlled("pid", **WEIGHTED)),
    "pid.integral_time": ("integral_time", _controlled("pid", **TIMED)),
    "pid.derivative_time": ("derivative_time", _controlled("pid", **TIMED)),
    "pid.maximum": ("maximum", _controlled("pid", **FULL)),
    "pid.minimum": ("minimum", _controlled("pid", **EMPTY)),
    "pid.tracking_time": ("tracking_time", _controlled("pid", **FULL)),
    "state_feedback.gains": ("gains", _controlled("state_feedback", both=True, **FEEDBACK)),
    "state_feedback.reference": ("reference", _controlled("state_feedback", both=True, **FEEDBACK)),
    "state_feedback.feedforward": ("feedforward", _controlled("state_feedback", both=True, **FEEDBACK)),
    "low_pass.time_constant": (
        "time_constant",
        _controlled("low_pass", time_constant=SHORT, gain=ONE, **BEGUN),
    ),
    "low_pass.gain": ("gain", _controlled("low_pass", time_constant=SHORT, gain=ONE, **BEGUN)),
    **{f"low_pass_2.{key}": (key, _controlled("low_pass_2", **SECOND)) for key in SECOND},
    "high_pass.time_constant": ("time_constant", _controlled("high_pass", time_constant=SHORT, gain=ONE)),
    "high_pass.gain": ("gain", _controlled("high_pass", time_constant=SHORT, gain=ONE)),
    "integrator.gain": ("gain", _controlled("integrator", gain=ONE, **BEGUN)),
    "gain.gain": ("gain", _controlled("gain", gain=ONE)),
    "saturation.maximum": (
        "maximum",
        _controlled("saturation", gain=FAR, minimum=(-9.0, -8.0), maximum=(0.3, 0.4)),
    ),
    "saturation.minimum": (
        "minimum",
        _controlled("saturation", gain=(-4.0, -3.0), minimum=(0.3, 0.4), maximum=(8.0, 9.0)),
    ),
    "saturation.gain": (
        "gain",
        _controlled("saturation", gain=ONE, minimum=(-9.0, -8.0), maximum=(8.0, 9.0)),
    ),
    "dead_zone.width": ("width", _controlled("dead_zone", gain=FAR, width=(0.2, 0.3))),
    "dead_zone.gain": ("gain", _controlled("dead_zone", gain=FAR, width=(0.2, 0.3))),
    "rate_limit.rate": ("rate", _controlled("rate_limit", **SLOW)),
    "rate_limit.time_constant": (
        "time_constant",
        _controlled("rate_limit", **FAST),
    ),
    "rate_limit.gain": ("gain", _controlled("rate_limit", **FAST)),
}

# what is read

NO_PLACE = (
    "other_flow", "resistor_flow", "other_speed", "node_effort", "other_effort", "temperature", "state", "own_flow",
    "own_displacement", "own_speed", "near_speed",
)  # fmt: skip
ANYTHING = (
    *NO_PLACE,
    "time",
    "place",
    "other_charge",
    "own_place",
    "near_place",
    "near_stretch",
    "near_charge",
    "near_flow",
    "near_effort",
    "own_effort",
)
LEFT_OUT = {  # a gap is of places and time; an angle of rest cannot be read through the twist beyond it
    "rope.length": NO_PLACE,
    "rope.stiffness": ANYTHING,  # of a contact, parameters
    "rope.damping": ANYTHING,
    "torsion_spring.angle": ("own_flow", "own_displacement"),
    "pid.kd": ANYTHING,  # a transfer function whose coefficients change has no one meaning
    "pid.derivative_time": ANYTHING,
    "pid.filter_time": ANYTHING,
    "high_pass.gain": ANYTHING,
}


@dataclass(frozen=True, slots=True)
class Added:
    """What a dependence needs that a bench has not, and the signal in it."""

    signal: Signal
    elements: tuple[Element, ...] = ()
    bodies: tuple[Body, ...] = ()
    states: tuple[State, ...] = ()
    scale: float = 0.7


def _loop(draw: Draw, last: Element) -> tuple[Element, ...]:
    return (
        draw.source("electrical", "V7", "o1"),
        draw.resistance("electrical", "R7", "o1", "o2"),
        last,
    )


def _other_mass(draw: Draw, word: str) -> Added:
    """A mass written with energies, or a body on a slider with a spring and a damper."""
    if not draw.bodies_only and draw.either():
        return Added(Signal(word, "y"), bodies=(draw.mass("y"),))
    joint = ("joints.J_body_y",)
    spring = Element("spring", "S7", joint, {"stiffness": draw.law(), "length": draw.law(0.1, 0.3)})
    damper = Element("damper", "D7", joint, {"damping": draw.law(0.1, 0.4)})
    return Added(Signal(word, "y"), (spring, damper), (draw.mass("y", bare=False),))


def _other_speed(draw: Draw) -> Added:
    return _other_mass(draw, SPEED)


def _place(draw: Draw) -> Added:
    return _other_mass(draw, PLACE)


def _other_charge(draw: Draw) -> Added:
    loop = _loop(draw, draw.store("electrical", "C7", "o2"))
    return Added(Signal(DISPLACEMENT, "C7"), loop)


def _other_flow(draw: Draw) -> Added:
    return Added(Signal(FLOW, "L7"), _loop(draw, draw.coil("electrical", "L7", "o2")))


def _resistor_flow(draw: Draw) -> Added:
    return Added(Signal(FLOW, "R7"), _loop(draw, draw.store("electrical", "C7", "o2")))


def _other_effort(draw: Draw) -> Added:
    last = draw.store("electrical", "C7", "o2") if draw.either() else draw.coil("electrical", "L7", "o2")
    return Added(Signal(DROP, "R7"), _loop(draw, last))


def _node_effort(draw: Draw) -> Added:
    return Added(Signal(EFFORT, "o2"), _loop(draw, draw.store("electrical", "C7", "o2")))


def _temperature(draw: Draw) -> Added:
    heated = (draw.inflow("thermal", "Q7", "n"), draw.store("thermal", "H7", "n"))
    return Added(Signal(EFFORT, "n"), heated)


def _state(draw: Draw) -> Added:
    return Added(
        Signal(STATE, "s"), states=(State("s", draw.law(), draw.size(0.4, 0.8), draw.size(0.2, 0.5)),)
    )


def _time(draw: Draw) -> Added:
    del draw
    return Added(Signal(TIME), scale=0.5)


OTHERS: dict[str, Callable[[Draw], Added]] = {
    "time": _time,
    "place": _place,
    "other_charge": _other_charge,
    "other_flow": _other_flow,
    "resistor_flow": _resistor_flow,
    "other_speed": _other_speed,
    "node_effort": _node_effort,
    "other_effort": _other_effort,
    "temperature": _temperature,
    "state": _state,
}
PAIRS = (
    ("time", "place"), ("time", "other_flow"), ("place", "state"), ("place", "own_flow"), ("place", "own_displacement"),
    ("own_flow", "other_flow"), ("own_displacement", "other_flow"), ("other_speed", "temperature"),
    ("near_flow", "time"), ("near_effort", "other_speed"), ("state", "near_effort"), ("other_charge", "time"),
    ("state", "own_flow"), ("own_speed", "time"), ("near_speed", "other_flow"), ("near_place", "time"),
    ("near_stretch", "state"), ("own_speed", "near_speed"), ("temperature", "near_speed"),
)  # fmt: skip


def _is_sound(value: str, dependences: tuple[str, ...], signals: list[Signal], own: str) -> bool:
    """A store that reads a place and, beside it, a flow is left out: nobody has said whether it has an energy."""
    if value not in ENERGY_KEYS:
        return True
    placed = {"place", "own_place", "near_place", "near_stretch", "other_charge", "near_charge"} & set(
        dependences
    )
    own_word = FLOW if value.split(".")[0] in {"inductor", "pipe", "dc_motor", "voice_coil"} else DISPLACEMENT
    free = [one for one in signals if one.word in NO_ENERGY and (one.word, one.of) != (own_word, own)]
    return not (placed and free)


def _with_law(one: Entry, key: str, reads: tuple[Read, ...]) -> Entry:
    """The same with a value that reads; of a list, its first."""
    law = one.values[key]
    made = replace(law, reads=reads) if isinstance(law, Law) else (replace(law[0], reads=reads), *law[1:])
    return replace(one, values={**one.values, key: made})


def _case(value: str, key: str, bench: Callable[[Draw], Bench], dependences: tuple[str, ...]) -> Case | None:
    name = f"{value}-{'+'.join(dependences) or 'constant'}"
    draw = Draw(name)
    made = bench(draw)
    reads: list[Read] = []
    elements, bodies, states = list(made.elements), list(made.bodies), []
    for dependence in dependences:
        if dependence in LEFT_OUT.get(value, ()):
            return None
        if dependence in made.near:
            added = Added(made.near[dependence])
        elif dependence in OTHERS:
            added = OTHERS[dependence](draw)
        else:
            return None
        elements += added.elements
        bodies += added.bodies
        states += added.states
        sign = 1 if draw.either() else -1
        gain = round(sign * draw.size(0.25, 0.4) / len(dependences), 3)
        reads.append(Read(added.signal, gain, round(added.scale * draw.size(0.8, 1.2), 3)))
    if not _is_sound(value, dependences, [one.signal for one in reads], made.own):
        return None
    system = LawSystem(
        tuple(_with_law(one, key, tuple(reads)) if one.name == made.own else one for one in elements),
        tuple(bodies),
        tuple(states),
        tuple(_with_law(one, key, tuple(reads)) for one in made.controllers),
        END,
        made.gravity,
    )
    return Case(name, "+".join(dependences) or "constant", system)


def cases() -> Iterator[Case]:
    """All of them."""
    for value, (key, bench) in (NETS | MECHANICS | CONTROLLERS).items():
        near = bench(Draw(value)).near
        single = [(), *((one,) for one in OTHERS), *((one,) for one in near)]
        pairs = [pair for pair in PAIRS if all(one in near or one in OTHERS for one in pair)]
        chosen = Draw(value).random.permutation(len(pairs))[:2]
        for dependences in [*single, *(pairs[i] for i in chosen)]:
            case = _case(value, key, bench, dependences)
            if case:
                yield case


def stratified(count: int) -> list[Case]:
    """Some of them: all dependences alike, and of each the values that were taken least so far."""
    by_dependence: dict[str, list[Case]] = {}
    for case in cases():
        group = "two" if "+" in case.dependence else case.dependence
        by_dependence.setdefault(group, []).append(case)
    taken: dict[str, int] = {}
    chosen: list[Case] = []
    while len(chosen) < count and any(by_dependence.values()):
        for group in by_dependence.values():
            if group:
                least = min(group, key=lambda one: (taken.get(one.value, 0), zlib.crc32(one.name.encode())))
                group.remove(least)
                taken[least.value] = taken.get(least.value, 0) + 1
                chosen.append(least)
    return chosen[:count]
