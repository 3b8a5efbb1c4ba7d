"""Circuits, pipes and heat paths of 3 to 5 elements around one, for each of its values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.elements.law_draw import RESISTANCE, VALVE, Bench, Draw
from tests.elements.law_systems import DISPLACEMENT, DROP, EFFORT, FLOW, PLACE, SPEED, Element, Law, Signal


def _fed(draw: Draw, domain: str, own: Element, extra: tuple[Element, ...] = ()) -> tuple[Element, ...]:
    """A source behind a resistance, which feeds the node a."""
    return (draw.source(domain, "E0", "s"), draw.resistance(domain, "R0", "s", "a"), own, *extra)


def _across(own: Element) -> dict[str, Signal]:
    return {"own_flow": Signal(FLOW, own.name), "own_effort": Signal(DROP, own.name)}


def _dissipative(draw: Draw, domain: str, own: Element) -> Bench:
    """source, R0, own in series with a store or with a coil, and a resistance across it."""
    last = (
        draw.coil(domain, "L9", "b")
        if domain in {"electrical", "fluid"} and draw.either()
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
        own = _turned(draw, own) if start == "start_store" and domain != "gas" else own
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


def _bellows(draw: Draw) -> Bench:
    keys = {"area": (0.6, 1.2), "volume": (1.6, 2.2), "stiffness": (0.6, 1.6), "start_store": (1.3, 1.5)}
    own = Element(
        "bellows",
        "X",
        ("a", "ground"),
        {key: draw.law(*sizes) for key, sizes in keys.items()},
        {"drives": "x"},
    )
    extra = (draw.resistance("gas", "R9", "a", "b"), draw.store("gas", "C9", "b"))
    near = {
        "own_flow": Signal(FLOW, "X"),
        "own_effort": Signal(DROP, "X"),
        "own_place": Signal(PLACE, "x"),
        "own_speed": Signal(SPEED, "x"),
        "near_flow": Signal(FLOW, "R0"),
        "near_effort": Signal(EFFORT, "b"),
    }
    return Bench("X", _fed(draw, "gas", own, extra), near, (draw.mass("x"),))


def _stream(*, backward: bool) -> Callable[[Draw], Bench]:
    """Heat that is carried from a to b, or back."""

    def bench(draw: Draw) -> Bench:
        flow = draw.law()
        values = {
            "density": draw.law(),
            "heat_capacity": draw.law(),
            "flow": replace(flow, base=-flow.base) if backward else flow,
        }
        own = Element("stream", "X", ("a", "b"), values)
        extra = (
            draw.store("thermal", "C8", "a"),
            draw.store("thermal", "C9", "b"),
            draw.resistance("thermal", "R9", "b"),
        )
        near = {"near_flow": Signal(FLOW, "R9"), "near_effort": Signal(EFFORT, "b")}
        return Bench("X", _fed(draw, "thermal", own, extra), near)

    return bench


OPENING = {"area": (0.4, 0.6), "discharge": (0.7, 0.9), "transition": (0.1, 0.2)}
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
    "gas_volume.volume": ("volume", _store("gas", "start_store")),
    "gas_volume.start_pressure": ("volume", _store("gas", "start_effort")),
    "bellows.area": ("area", _bellows),
    "bellows.volume": ("volume", _bellows),
    "bellows.stiffness": ("stiffness", _bellows),
    **{f"gas_orifice.{key}": (key, _of_keys("gas", "gas_orifice", **OPENING)) for key in OPENING},
    **{f"gas_valve.{key}": (key, _of_keys("gas", "gas_valve", **VALVE)) for key in VALVE},
    "gas_pressure_source.pressure": ("pressure", _effort_source("gas")),
    "gas_flow_source.mass_flow": ("mass_flow", _flow_source("gas")),
    "stream.density": ("density", _stream(backward=False)),
    "stream.heat_capacity": ("heat_capacity", _stream(backward=True)),
    "stream.flow": ("flow", _stream(backward=False)),
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
