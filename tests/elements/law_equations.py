"""A `LawSystem` as textbook equations: Kirchhoff's flow law at every node, every element's equation as it is printed,
Newton's law of every coordinate. Nothing of dalembert is used.

A store whose value depends on places has an energy, and what is read feels it: −∂V/∂p, or ∂T/∂p of an inertia, where
the integral over its own displacement or flow is a Gauss sum. Nothing else that is read feels anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import numpy as np
from tests.elements.law_controls import Control
from tests.elements.law_systems import (
    DISPLACEMENT,
    DISTANCE,
    DOMAIN,
    FLOW,
    GAS,
    NO_ENERGY,
    PLACE,
    STRETCH,
    SURROUNDINGS,
    TIME,
    TWIST,
    Body,
    Element,
    LawSystem,
    Signal,
)
from tests.elements.nodal_oracle import Array, Dae, Equation, Values

KNOTS, SHARES = np.polynomial.legendre.leggauss(16)
KNOTS, SHARES = (KNOTS + 1) / 2, SHARES / 2
LAW_KEYS = {
    "resistor": ("resistance", "voltage"),
    "restrictor": ("resistance", "pressure"),
    "thermal_resistor": ("resistance", ""),
    "capacitor": ("capacitance", "voltage"),
    "tank": ("capacity", "pressure"),
    "thermal_capacity": ("capacity", ""),
    "spring": ("stiffness", "force"),
    "torsion_spring": ("stiffness", "torque"),
    "damper": ("damping", "force"),
    "torsion_damper": ("damping", "torque"),
}
STORES = ("capacitor", "tank", "thermal_capacity")
FLUXES = ("inductor", "pipe", "dc_motor", "voice_coil")
SOURCES = {
    "voltage_source": "voltage",
    "pressure_source": "pressure",
    "temperature_source": "temperature",
    "current_source": "current",
    "flow_source": "flow",
    "heat_source": "heat_flow",
    "gas_flow_source": "mass_flow",
}
EFFORT_SOURCES = ("voltage_source", "pressure_source", "temperature_source")
RT = GAS["gas_constant"] * GAS["temperature"]
PIN_MASS = 1.0  # of a body on a pin
PUMP_SLOPE = 0.5  # pressure = "… - 0.5*flow"


class Equations:
    """The equations of a system, one method for each kind of row."""

    def __init__(self, system: LawSystem) -> None:
        self.system = system
        self.dae = Dae()
        self.balances: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self.forces: dict[str, list[Equation]] = defaultdict(list)
        self.in_series: dict[str, list[Equation]] = defaultdict(
            list
        )  # further efforts of a store that is read
        self.linked: dict[str, list[Equation]] = defaultdict(list)  # further fluxes of a coil
        self.driven: dict[str, Equation] = {}  # values that controllers give
        self.demands: dict[str, Equation] = {}  # the same without limits
        for body in system.bodies:
            self._body(body)
        for controller in system.controllers:
            output, self.demands[controller.name] = Control(controller, self.dae, self.read).equations()
            if controller.to.startswith("work."):
                self.forces[controller.to.removeprefix("work.")].append(output)
            else:
                self.driven[controller.to] = output
        for state in system.states:
            self.dae.state(
                state.name,
                lambda v, s=state: (s.target.value(lambda signal: self.read(v, signal)) - v[s.name]) / s.lag,
                state.start,
            )
        for element in system.elements:
            self._of_kind(element)(element)
        for node, flows in self.balances.items():
            if node != "ground":
                self.dae.unknown(
                    f"{node}.effort", lambda v, f=flows: sum(sign * v[name] for sign, name in f), 0.3
                )

    # what is read

    def read(self, v: Values, signal: Signal) -> Array | float:
        """The value of a signal."""
        name = signal.of
        match signal.word:
            case "time":
                return v.t
            case "place" | "state":
                return v[name]
            case "speed":
                return v[f"{name}'"]
            case "flow":
                return v[f"{name}.flow"] / self._unit(name)
            case "displacement":
                return v[f"{name}.store"] / self._unit(name)
            case "drop":
                return self.drop(v, self.system.element[name])
            case "effort":
                return self.effort(v, name)
            case "demand":
                return self.demands[name](v)
            case "distance":
                return self.distance(v, self.system.element[name])
            case "stretch" | "twist":
                return self.stretch(v, self.system.element[name])
            case "rate" | "turning":
                return self.rate(v, self.system.element[name])
        raise KeyError(signal.word)

    def _unit(self, name: str) -> float:
        """A heat is the entropy times the temperature of the surroundings."""
        return SURROUNDINGS if DOMAIN[self.system.element[name].kind] == "thermal" else 1.0

    def reader(
        self, v: Values, own: tuple[str, str] = ("", ""), at: Array | float = 0.0
    ) -> Callable[[Signal], Array]:
        """Reads signals at an instant, but for one's own displacement or flow, which may be given."""

        def read(signal: Signal) -> Array:
            if (signal.word, signal.of) == own:
                at_own = at if signal.word in {STRETCH, DISTANCE, TWIST} else at / self._unit(signal.of)
                return np.asarray(at_own)
            return np.asarray(self.read(v, signal))

        return read

    def effort(self, v: Values, node: str) -> Array | float:
        """The effort of a node."""
        return 0.0 if node == "ground" else v[f"{node}.effort"]

    def drop(self, v: Values, element: Element) -> Array | float:
        """The effort at its first end less that at its second."""
        return self.effort(v, element.ends[0]) - self.effort(v, element.ends[1])

    def value(self, v: Values, element: Element, key: str, word: Array | float = 1.0) -> Array | float:
        """A value of an element at an instant."""
        if f"{element.name}.{key}" in self.driven:
            return self.driven[f"{element.name}.{key}"](v)
        return element.laws[key].value(self.reader(v), word)

    def signs(self, element: Element) -> dict[str, int]:
        """The coordinates of the distance or angle between its ends, with their signs."""
        axes = {body.name: body.axes[0].name for body in self.system.bodies}
        if element.ends[0].startswith("joints."):
            return {axes[element.ends[0].removeprefix("joints.J_")]: 1}
        first, second = element.ends
        return {axes[end]: sign for end, sign in ((first, -1), (second, 1)) if end != "ground"}

    def distance(self, v: Values, element: Element) -> Array | float:
        """Its length or angle."""
        return sum(sign * v[x] for x, sign in self.signs(element).items())

    def rate(self, v: Values, element: Element) -> Array | float:
        """The rate of its length or angle."""
        return sum(sign * v[f"{x}'"] for x, sign in self.signs(element).items())

    def stretch(self, v: Values, element: Element) -> Array | float:
        """Its length beyond the natural one, or its angle beyond that of rest."""
        key = "angle" if element.kind == "torsion_spring" else "length"
        rest = self.value(v, element, key) if key in element.laws else 0.0
        return self.distance(v, element) - rest

    # bodies

    def _body(self, body: Body) -> None:
        for axis in body.axes:
            x, own = axis.name, self.forces[axis.name]
            self.dae.state(x, lambda v, x=x: v[f"{x}'"], axis.start)
            self.dae.state(
                f"{x}'", lambda v, own=own, m=axis.mass: sum((one(v) for one in own), 0.0) / m, axis.speed
            )
            if body.stiffness or body.damping:
                own.append(lambda v, x=x, b=body: -b.stiffness * v[x] - b.damping * v[f"{x}'"])

    def _pull(self, element: Element, tension: Equation) -> None:
        """A tension draws its ends together."""
        for x, sign in self.signs(element).items():
            self.forces[x].append(lambda v, sign=sign: -sign * tension(v))

    # networks

    def _of_kind(self, element: Element) -> Callable[[Element], None]:
        kind = element.kind
        if kind in STORES:
            return self._store
        if kind in FLUXES:
            return self._flux
        if kind in SOURCES:
            return self._source
        if kind in {"resistor", "restrictor", "thermal_resistor"}:
            return self._resistance
        return {
            "convection": self._convection,
            "stream": self._stream,
            "gas_volume": self._gas_volume,
            "bellows": self._gas_volume,
            "gas_orifice": self._gas_opening,
            "gas_valve": self._gas_opening,
            "gas_pressure_source": self._gas_pressure_source,
            "orifice": self._orifice,
            "valve": self._orifice,
            "diode": self._diode,
            "pump": self._pump,
            "transformer": self._transformer,
            "mutual_inductance": self._mutual,
            "cylinder": self._cylinder,
            "surroundings": lambda _: None,
            "spring": self._spring,
            "torsion_spring": self._spring,
            "damper": self._damper,
            "torsion_damper": self._damper,
            "bushing": self._bushing,
            "friction": self._friction,
            "torsion_friction": self._friction,
            "actuator": self._drive,
            "motor": self._drive,
            "force": self._load,
            "torque": self._load,
            "drag": self._drag,
            "rope": self._rope,
        }[kind]

    def _branch(
        self, element: Element, law: Equation, ends: tuple[str, ...] = (), flow: str = "flow"
    ) -> None:
        """A flow through an element, and its equation."""
        name = f"{element.name}.{flow}"
        first, second = ends or element.ends
        self.balances[first].append((1, name))
        self.balances[second].append((-1, name))
        self.dae.unknown(name, law)

    def _law(self, element: Element, v: Values, word: Array | float) -> Array | float:
        """Coefficient · word, or the law in its word."""
        coefficient, law = LAW_KEYS[element.kind]
        if law in element.laws:
            return self.value(v, element, law, word)
        return self.value(v, element, coefficient) * word

    def _resistance(self, element: Element) -> None:
        flow = f"{element.name}.flow"
        self._branch(element, lambda v: self.drop(v, element) - self._law(element, v, v[flow]))

    def _convection(self, element: Element) -> None:
        flow = f"{element.name}.flow"
        self._branch(
            element,
            lambda v: (
                v[flow]
                - self.value(v, element, "coefficient")
                * self.value(v, element, "area")
                * self.drop(v, element)
            ),
        )

    def _stream(self, element: Element) -> None:
        """The heat ρ c Q (T_up − T_down) arrives downstream; the node upstream has no part in it."""
        up, down = element.ends if element.laws["flow"].base > 0 else element.ends[::-1]

        def law(v: Values) -> Array | float:
            keys = (self.value(v, element, key) for key in ("density", "heat_capacity"))
            rho, c = keys
            heat = rho * c * np.abs(self.value(v, element, "flow"))
            return v[f"{element.name}.flow"] - heat * (self.effort(v, up) - self.effort(v, down))

        self._branch(element, law, ("ground", down))

    # gas: efforts of nodes are R T ln(p/p₀)

    def _pressure(self, v: Values, node: str) -> Array | float:
        return GAS["pressure"] * np.exp(self.effort(v, node) / RT)

    def _gas_pressure_source(self, element: Element) -> None:
        self._branch(
            element,
            lambda v: self._pressure(v, element.ends[0]) - self.value(v, element, "pressure"),
        )

    def _gas_opening(self, element: Element) -> None:
        """The equation f √(f² + f₀²) = ± the square of the flow without a transition, from the higher pressure to the lower."""
        flow, k = f"{element.name}.flow", GAS["heat_ratio"]

        def ideal(v: Values, up: Array | float, down: Array | float) -> Array | float:
            ratio = down / up
            if element.kind == "gas_valve":
                b, pn, tn = (
                    self.value(v, element, key)
                    for key in ("critical_ratio", "reference_pressure", "reference_temperature")
                )
                density = pn / (GAS["gas_constant"] * tn)
                ellipse = np.sqrt(np.maximum(0, 1 - ((np.maximum(ratio, b) - b) / (1 - b)) ** 2))
                size = self.value(v, element, "conductance") * density * up
                return size * np.sqrt(tn / GAS["temperature"]) * ellipse
            r = np.maximum(ratio, (2 / (k + 1)) ** (k / (k - 1)))
            square = 2 * k / ((k - 1) * RT) * (r ** (2 / k) - r ** ((k + 1) / k))
            opening = self.value(v, element, "discharge") * self.value(v, element, "area")
            return opening * up * np.sqrt(np.maximum(0, square))

        def law(v: Values) -> Array | float:
            p, q = (self._pressure(v, node) for node in element.ends)
            f, small = v[flow], self.value(v, element, "transition")
            square = np.where(
                p > q, ideal(v, p, np.minimum(p, q)) ** 2, -(ideal(v, q, np.minimum(p, q)) ** 2)
            )
            return f * np.sqrt(f**2 + small**2) - square

        self._branch(element, law)

    def _gas_volume(self, element: Element) -> None:
        """The equations m' = f, p V = m R T; what the volume reads is pushed by p − p₀."""
        mass, flow = f"{element.name}.store", f"{element.name}.flow"
        x = str(element.words.get("drives", ""))

        def volume(read: Callable[[Signal], Array], v: Values) -> Array | float:
            moved = element.laws["area"].value(read) * v[x] if x else 0.0
            return element.laws["volume"].value(read) + moved

        def pressure(v: Values) -> Array | float:
            return v[mass] * RT / volume(self.reader(v), v)

        start = element.laws.get("start_effort")
        self.dae.state(
            mass,
            lambda v: v[flow],
            (lambda v: pressure(v) - start.base) if start else element.laws["start_store"].base,
        )
        further = self.in_series[element.name]
        self._branch(
            element,
            lambda v: (
                self.drop(v, element)
                - RT * np.log(pressure(v) / GAS["pressure"])
                - sum((one(v) for one in further), 0.0)
            ),
        )

        def pushed(v: Values) -> Array | float:
            return pressure(v) - GAS["pressure"]

        if x:
            self.forces[x].append(lambda v: pushed(v) * self.value(v, element, "area"))
            self.forces[x].append(lambda v: -self.value(v, element, "stiffness") * v[x])
        for key in ("volume", "area"):
            signals = element.laws[key].signals if key in element.laws else ()
            for by in set(signals) & set(self._places(element)):
                arm = (lambda v: v[x]) if key == "area" else (lambda _: 1.0)
                law = element.laws[key]
                self._feel(
                    by,
                    lambda v, by=by, arm=arm, law=law: pushed(v) * arm(v) * law.slope(self.reader(v), by),
                )
        springs = set(element.laws["stiffness"].signals if x else ()) - {Signal(PLACE, x)}
        for by in springs & set(self._places(element)):
            self._feel(
                by,
                lambda v, by=by: -0.5 * element.laws["stiffness"].slope(self.reader(v), by) * v[x] ** 2,
            )

    def _orifice(self, element: Element) -> None:
        flow = f"{element.name}.flow"

        def law(v: Values) -> Array | float:
            f, small = v[flow], self.value(v, element, "transition")
            area = self.value(v, element, "discharge") * self.value(v, element, "area")
            if element.kind == "valve":
                area = area * self.value(v, element, "opening")
            loss = 0.5 * self.value(v, element, "density") * f * np.sqrt(f**2 + small**2)
            return self.drop(v, element) - loss / area**2

        self._branch(element, law)

    def _diode(self, element: Element) -> None:
        flow = f"{element.name}.flow"

        def law(v: Values) -> Array | float:
            knee, on, off = (
                self.value(v, element, key) for key in ("forward_voltage", "on_resistance", "off_resistance")
            )
            f = v[flow]
            return self.drop(v, element) - np.where(f < knee / off, off * f, knee + on * (f - knee / off))

        self._branch(element, law)

    def _source(self, element: Element) -> None:
        key, flow = SOURCES[element.kind], f"{element.name}.flow"
        if element.kind in EFFORT_SOURCES:
            self._branch(element, lambda v: self.drop(v, element) - self.value(v, element, key))
        else:
            self._branch(element, lambda v: v[flow] - self.value(v, element, key))

    def _pump(self, element: Element) -> None:
        flow = f"{element.name}.flow"
        self._branch(
            element,
            lambda v: self.drop(v, element) - self.value(v, element, "pressure") - PUMP_SLOPE * v[flow],
        )

    def _transformer(self, element: Element) -> None:
        first, second = element.ends, tuple(element.words["secondary"])
        one, other = f"{element.name}.flow", f"{element.name}.flow2"
        self._branch(
            element,
            lambda v: (
                self.drop(v, element)
                - self.value(v, element, "ratio") * (self.effort(v, second[0]) - self.effort(v, second[1]))
            ),
            first,
        )
        self._branch(element, lambda v: v[other] + self.value(v, element, "ratio") * v[one], second, "flow2")

    def _cylinder(self, element: Element) -> None:
        flow, x = f"{element.name}.flow", str(element.words["drives"])
        self._branch(element, lambda v: v[flow] - self.value(v, element, "area") * v[f"{x}'"])
        self.forces[x].append(lambda v: self.value(v, element, "area") * self.drop(v, element))

    def _store(self, element: Element) -> None:
        """Q' = f; e = q/C and what is in series where q is read by another store."""
        charge, flow = f"{element.name}.store", f"{element.name}.flow"
        coefficient, law = LAW_KEYS[element.kind]
        further = self.in_series[element.name]

        def effort(v: Values) -> Array | float:
            if law in element.laws:
                return self.value(v, element, law, v[charge])
            return v[charge] / self.value(v, element, coefficient)

        started = element.laws.get("start_effort")
        start: Equation = (
            (lambda v: effort(v) - started.base)
            if started
            else (lambda v: v[charge] - element.laws["start_store"].base)
        )
        self.dae.state(charge, lambda v: v[flow], start)
        self._branch(
            element, lambda v: self.drop(v, element) - effort(v) - sum((one(v) for one in further), 0.0)
        )
        if law in element.laws:
            return  # a law of effort is no energy
        own = (DISPLACEMENT, element.name)

        def slope(v: Values, by: Signal, at: Array) -> Array | float:
            read, value = self.reader(v, own, at), element.laws[coefficient]
            return -at * value.slope(read, by) / value.value(read) ** 2

        for by in self._places(element):
            self._feel(by, lambda v, by=by: -self._sum(v, v[charge], slope, by) / self._unit(element.name))

    def _flux(self, element: Element) -> None:
        """λ' = e − R f − k ω, λ = L f + M f₂."""
        flow, flux = f"{element.name}.flow", f"{element.name}.flux"
        laws, x = element.laws, str(element.words.get("drives", ""))
        linked = self.linked[element.name]

        def effort(v: Values) -> Array | float:
            rest = self.drop(v, element)
            if "resistance" in laws:
                rest = rest - self.value(v, element, "resistance") * v[flow]
            if "constant" in laws:
                rest = rest - self.value(v, element, "constant") * v[f"{x}'"]
            return rest

        if x:
            self.forces[x].append(lambda v: self.value(v, element, "constant") * v[flow])
        inertia = ("inductance", "density", "length", "area")
        if not any(key in laws for key in inertia):
            self._branch(element, effort)
            return

        def size(read: Callable[[Signal], Array]) -> Array | float:
            if element.kind == "pipe":
                return laws["density"].value(read) * laws["length"].value(read) / laws["area"].value(read)
            return laws["inductance"].value(read)

        def slope(v: Values, by: Signal, at: Array) -> Array | float:
            read = self.reader(v, (FLOW, element.name), at)
            relative = sum(
                (-1 if (element.kind, key) == ("pipe", "area") else 1)
                * laws[key].slope(read, by)
                / laws[key].value(read)
                for key in inertia
                if key in laws
            )
            return size(read) * relative * at

        self.dae.state(flux, effort, lambda v: v[flow] - laws["start_flow"].base)
        self._branch(
            element, lambda v: v[flux] - size(self.reader(v)) * v[flow] - sum((one(v) for one in linked), 0.0)
        )
        for by in self._places(element):
            self._feel(by, lambda v, by=by: self._sum(v, v[flow], slope, by))

    def _mutual(self, element: Element) -> None:
        first, second = element.words["coils"]
        law = element.laws["inductance"]
        for one, other in ((first, second), (second, first)):
            self.linked[one].append(
                lambda v, other=other: self.value(v, element, "inductance") * v[f"{other}.flow"]
            )
        for by in self._places(element):
            self._feel(
                by, lambda v, by=by: law.slope(self.reader(v), by) * v[f"{first}.flow"] * v[f"{second}.flow"]
            )

    # energies of stores

    def _places(self, element: Element) -> list[Signal]:
        """What feels the energy of a store: all places that it reads, if it has an energy."""
        signals = element.signals
        if any(one.word in NO_ENERGY and (one.word, one.of) != (FLOW, element.name) for one in signals):
            return []
        placed = {PLACE, DISPLACEMENT, STRETCH, DISTANCE, TWIST}
        return list({one: None for one in signals if one.word in placed and one.of != element.name})

    def _sum(
        self,
        v: Values,
        end: Array | float,
        slope: Callable[[Values, Signal, Array], Array | float],
        by: Signal,
    ) -> Array | float:
        return end * sum(
            share * slope(v, by, np.asarray(knot * end)) for knot, share in zip(KNOTS, SHARES, strict=True)
        )

    def _feel(self, signal: Signal, force: Equation) -> None:
        """A force on what is read: on coordinates, or in series with a store."""
        if signal.word == PLACE:
            self.forces[signal.of].append(force)
        elif signal.word == DISPLACEMENT:
            self.in_series[signal.of].append(lambda v: -force(v))
        else:
            for x, sign in self.signs(self.system.element[signal.of]).items():
                self.forces[x].append(lambda v, sign=sign: sign * force(v))

    # mechanics

    def _spring(self, element: Element) -> None:
        coefficient, law = LAW_KEYS[element.kind]
        rest = "angle" if element.kind == "torsion_spring" else "length"

        def tension(v: Values) -> Array | float:
            return self._law(element, v, self.stretch(v, element))

        self._pull(element, tension)
        if law in element.laws:
            return  # a law of force is no energy
        own = (TWIST if element.kind == "torsion_spring" else STRETCH, element.name)

        def slope(v: Values, by: Signal, at: Array) -> Array | float:
            return element.laws[coefficient].slope(self.reader(v, own, at), by) * at

        def force(v: Values, by: Signal) -> Array | float:
            longer = element.laws[rest].slope(self.reader(v), by)
            return tension(v) * longer - self._sum(v, self.stretch(v, element), slope, by)

        for by in self._places(element):
            self._feel(by, lambda v, by=by: force(v, by))

    def _damper(self, element: Element) -> None:
        self._pull(element, lambda v: self._law(element, v, self.rate(v, element)))

    def _axes_of(self, element: Element) -> list[str]:
        """The coordinates of the body on which it acts, free in the plane: two places and an angle."""
        name = element.words.get("at") or element.words.get("on") or element.ends[-1]
        return next([axis.name for axis in body.axes] for body in self.system.bodies if body.name == name)

    def _bushing(self, element: Element) -> None:
        """−k d − c ḋ along each axis of the ground and about z."""
        keys = (("stiffness[0]", "damping[0]"), ("stiffness[1]", "damping[1]"))
        keys += (("torsional_stiffness", "torsional_damping"),)
        for x, (stiffness, damping) in zip(self._axes_of(element), keys, strict=True):
            self.forces[x].append(
                lambda v, x=x, k=stiffness, c=damping: (
                    -self.value(v, element, k) * v[x] - self.value(v, element, c) * v[f"{x}'"]
                )
            )
            law = element.laws[stiffness]
            for by in self._places(element):
                if by in law.signals:
                    self._feel(
                        by,
                        lambda v, by=by, x=x, law=law: -0.5 * law.slope(self.reader(v), by) * v[x] ** 2,
                    )

    def _friction(self, element: Element) -> None:
        """−F tanh(v/v₀) − c v; the force of a joint is the weight of its body."""

        def tension(v: Values) -> Array | float:
            speed, laws = self.rate(v, element), element.laws
            if "coefficient" in laws:
                weight = PIN_MASS * self.system.gravity
                dry = self.value(v, element, "coefficient") * self.value(v, element, "radius") * weight
            else:
                dry = self.value(v, element, "force" if "force" in laws else "torque")
            creep = np.tanh(speed / self.value(v, element, "speed"))
            return dry * creep + self.value(v, element, "damping") * speed

        self._pull(element, tension)

    def _drive(self, element: Element) -> None:
        """Pushes its ends apart, or turns the second body; by a state where it has a lag."""
        laws = element.laws

        def command(v: Values) -> Array | float:
            if "stall_torque" in laws:
                fastest = self.value(v, element, "no_load_speed")
                return self.value(v, element, "stall_torque") * (1 - self.rate(v, element) / fastest)
            asked = self.value(v, element, "torque" if "torque" in laws else "force")
            if "limit" in laws:
                limit = self.value(v, element, "limit")
                asked = np.clip(asked, -limit, limit)
            return asked

        if "lag" not in laws:
            self._pull(element, lambda v: -command(v))
            return
        effort = f"{element.name}.effort"

        def rate(v: Values) -> Array | float:
            towards = (command(v) - v[effort]) / self.value(v, element, "lag")
            if "rate" in laws:
                fastest = self.value(v, element, "rate")
                towards = np.clip(towards, -fastest, fastest)
            return towards

        self.dae.state(effort, rate, laws["start"].base)
        self._pull(element, lambda v: -v[effort])

    def _load(self, element: Element) -> None:
        axes = self._axes_of(element)
        if element.kind == "torque":
            self.forces[axes[-1]].append(lambda v: self.value(v, element, "torque"))
            return
        for i, x in enumerate(axes[:2]):
            self.forces[x].append(lambda v, i=i: self.value(v, element, f"force[{i}]"))

    def _drag(self, element: Element) -> None:
        """−½ ρ c A |v − w| (v − w)."""
        axes = self._axes_of(element)[:2]

        def force(v: Values, i: int) -> Array | float:
            beside = [v[f"{x}'"] - self.value(v, element, f"wind[{j}]") for j, x in enumerate(axes)]
            size = 0.5 * self.value(v, element, "density") * self.value(v, element, "coefficient")
            return -size * self.value(v, element, "area") * np.hypot(*beside) * beside[i]

        for i, x in enumerate(axes):
            self.forces[x].append(lambda v, i=i: force(v, i))

    def _rope(self, element: Element) -> None:
        """max(0, k stretch + c rate), the tension of a gap length − distance: what its length reads feels it as well."""
        length = element.laws["length"]

        def tension(v: Values) -> Array | float:
            rate = self.rate(v, element) - sum(
                length.slope(self.reader(v), one) * self._rate_of(v, one) for one in length.signals
            )
            elastic = self.value(v, element, "stiffness") * self.stretch(v, element)
            return np.maximum(0, elastic + self.value(v, element, "damping") * rate)

        self._pull(element, tension)
        for by in length.signals:
            if by.word != TIME:
                self._feel(by, lambda v, by=by: length.slope(self.reader(v), by) * tension(v))

    def _rate_of(self, v: Values, signal: Signal) -> Array | float:
        """The rate of the time or of a place."""
        match signal.word:
            case "time":
                return 1.0
            case "place":
                return v[f"{signal.of}'"]
            case "displacement":
                return v[f"{signal.of}.flow"] / self._unit(signal.of)
        return self.rate(v, self.system.element[signal.of])


def truth(system: LawSystem, wanted: tuple[Signal, ...]) -> list[float]:
    """What the signals are at the end."""
    equations = Equations(system)
    final = equations.dae.final(system.t_end)
    return [float(np.asarray(equations.read(final, signal))) for signal in wanted]
