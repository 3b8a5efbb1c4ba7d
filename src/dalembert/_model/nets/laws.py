"""What becomes of the equations of elements: energies, dissipation, efforts, flow constraints, laws.

    e = R f          D = ½ R f² where R reads places, times and states; else an effort that is dissipated
    e = q/C          V = ½ q²/C where C reads these, ∫ q/C dq where it reads q; else an effort
    e = d(I f)/dt    T = ½ I f² where I reads these, ∫ I f df where it reads f; else an effort
    e = e(…)         an effort; of a store the energy ∫ e dq where it reads q alone
    f = f(…)         a flow constraint where the law reads these; else an unknown effort, which it determines

An effort that reads efforts is named after its element. It is a definition or, where it depends on itself, an
unknown effort with its law as an effort constraint.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from dalembert._model.bodies.readings import (
    ELEMENT_LAW,
    FORCES,
    MOVED,
    NOTHING_FELT,
    Reading,
    Readings,
    Reads,
    names_below,
)
from dalembert._model.bodies.starts import Starts
from dalembert._model.bodies.stored import reads_only, stored_energy
from dalembert._model.bodies.texts import Text, fill, member_name, with_suffix
from dalembert._model.nets.coordinate_names import default_name
from dalembert._model.nets.host import Host
from dalembert._model.nets.kinds.kind import Entries, NetKind, Role, Store
from dalembert._model.nets.potentials import MULTIPLIER, PLAIN, RATE
from dalembert._model.nets.records import NetElement
from dalembert._model.records import DISSIPATED
from dalembert._text.positions import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Port:
    """An element between its nodes: its displacement, its flow, and the quantity that it drives."""

    element: NetElement
    kind: NetKind
    displacement: Text
    flow: Text
    inflow: Text  # its displacement without what it holds at the start, on which efforts do their work
    moved: Text | None = None

    @property
    def name(self) -> str:
        """The name of the element."""
        return self.element.name

    @property
    def unit(self) -> str:
        """The unit of its effort."""
        return self.kind.domain.units[2]

    @property
    def effort(self) -> str:
        """The name of its effort."""
        return member_name(self.name, self.kind.domain.effort)

    @property
    def resists(self) -> bool:
        """Whether its law takes work that is dissipated: it drives nothing and is no source."""
        return self.kind.role == Role.RESISTANCE and self.moved is None

    @property
    def flow_name(self) -> str:
        """The name of its flow."""
        return member_name(self.name, self.kind.domain.flow)

    @property
    def itself(self) -> tuple[str, ...]:
        """The names of its displacement."""
        coordinate = self.element.coordinate or default_name(self.kind.domain.letter, self.name)
        return member_name(self.name, self.kind.domain.displacement), coordinate


@dataclass(frozen=True, slots=True, kw_only=True)
class EffortLaw:
    """An effort that reads efforts."""

    value: Text
    path: Path
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovingMomentum:
    """The momentum of an inertia that reads flows, efforts or its own displacement."""

    port: Port
    value: Text
    effort: str  # the name of its rate
    states: bool  # whether it reads states


class Laws:
    """Makes the entries of elements from their equations, and knows their drops."""

    def __init__(self, host: Host, readings: Readings, starts: Starts) -> None:
        self.host, self.readings, self.starts = host, readings, starts
        self.ports: dict[str, Port] = {}
        self.drops: dict[str, list[Text]] = {}  # the parts of drops that are no rates
        self.momenta: dict[str, list[Text]] = {}  # of inertias, with those of coupled coils
        self.losses: dict[str, Text] = {}  # the powers that elements dissipate
        self.sources: dict[str, Text] = {}  # drops that are multipliers or unknown efforts
        self.read: set[str] = set()  # displacements on which energies of other elements act
        self.laws: dict[str, EffortLaw] = {}  # by the names of efforts
        self.moving: dict[str, MovingMomentum] = {}
        self.conditions: dict[str, int] = {}  # how many equations for unknown efforts an element has

    def add(self, port: Port, entries: Entries) -> None:
        """Add what an element becomes."""
        self.ports[port.name], self.drops[port.name] = port, []
        for name, text in entries.definitions.items():
            self.readings.define(name, text.text)
            self.host.put(("definitions", name), text, port.element.path)
        parts = [
            entries.resistance,
            entries.capacity,
            entries.store,
            entries.inertance,
            entries.flow,
            entries.law,
            entries.balance,
        ]
        single = sum(one is not None for one in parts) == 1
        if entries.resistance is not None:
            self._resistance(port, entries.resistance, "" if single else "resistance")
        if entries.capacity is not None:
            self._store(port, _linear_store(port, entries.capacity))
        if entries.store is not None:
            self._store(port, entries.store, entries.action)
            if port.element.joint and entries.action is not None:
                self.host.drive(port.element.joint, entries.action)
        if entries.stiffness is not None and port.moved is not None:
            self._spring(port, entries.stiffness, port.moved)
        if entries.inertance is not None:
            self._inertia(port, entries.inertance)
        if entries.flow is not None:
            self._source(port, entries.flow)
        if entries.balance is not None:
            self._balance(port, entries.balance)
        if entries.law is not None and not entries.law.is_zero:
            self._law(port, entries, "" if single else "law")

    def couple(self, element: NetElement, mutual: Text, coils: tuple[Port, Port]) -> None:
        """Add the energy M i₁ i₂ of two coils, or its momenta M i₂ and M i₁."""
        first, second = coils
        reading = self.readings.of(mutual.text)
        momenta = tuple(fill("({M})*({i})", M=mutual, i=one.flow) for one in (second, first))
        for one, momentum in zip(coils, momenta, strict=True):
            self.momenta.setdefault(one.name, []).append(momentum)
        if not reading.has(*MOVED):
            energy = fill("({M})*({a})*({b})", M=mutual, a=first.flow, b=second.flow)
            self.host.put(("energy", "kinetic", element.name), energy, element.path)
            self._note_place(element, reading)
            return
        names = [member_name(element.name, f"momentum_{i}") for i in (1, 2)]
        for name, momentum in zip(names, momenta, strict=True):
            self.host.put(("definitions", name), momentum, element.path)
        load = {
            "at": fill("[{a}, {b}]", a=first.inflow, b=second.inflow),
            "force": Text(f"[-{names[0]}', -{names[1]}']"),
        }
        self.host.put(("work", element.name), load, element.path)
        self._note(element, reading, "its voltages are efforts, the rates of M i")

    # -- drops -----------------------------------------------------------------------------------

    @property
    def acted_on(self) -> set[str]:
        """The elements on which energies of others act, so that their drops are not those of their laws."""
        return {
            name
            for name, port in self.ports.items()
            if not self.read.isdisjoint((*port.itself, port.flow_name))
        }

    def rank(self, name: str) -> int | None:
        """The rank of the expression of the drop of an element; None where it is not known."""
        if name in self.acted_on:
            return None
        if name in self.sources:
            return MULTIPLIER
        if name in self.momenta or name in self.moving:
            return RATE
        parts = self.drops.get(name)
        return None if not parts else MULTIPLIER if any(one.text in self.laws for one in parts) else PLAIN

    def drop(self, name: str, path: Path) -> Text:
        """The drop of an element: its parts, the effort of a source of flow, the rate of a momentum."""
        if name in self.sources:
            return self.sources[name]
        parts = [*self.drops[name]]
        if name in self.momenta:
            momentum = member_name(name, "momentum")
            if momentum not in self._definitions:
                self.host.put(("definitions", momentum), _sum(self.momenta[name]), path)
            parts.append(Text(f"{momentum}'"))
        if name in self.moving:
            parts.append(Text(self.moving[name].effort))
        return _sum(parts)

    def names_drop(self, name: str, effort: str) -> bool:
        """Whether a name is that of an effort of its own, which is added here."""
        return effort in self.laws or effort == self.sources.get(name, Text("")).text

    def texts(self) -> tuple[str, ...]:
        """The texts of laws that are not added yet."""
        values = (*(one.value for one in self.laws.values()), *(one.value for one in self.moving.values()))
        return tuple(one.text for one in values)

    # -- parts -----------------------------------------------------------------------------------

    def _resistance(self, port: Port, R: Text, part: str) -> None:
        """D = ½ R f², or the effort R f that is dissipated."""
        reading = self.readings.of(R.text)
        effort = fill("({R})*({f})", R=R, f=port.flow)
        self.losses[port.name] = fill("({e})*({f})", e=effort, f=port.flow)
        if not reading.has(*MOVED):
            energy = fill("1/2*({R})*({f})^2", R=R, f=port.flow)
            self.host.put(("energy", "dissipation", port.name), energy, port.element.path)
            self.drops[port.name].append(effort)
            return
        named = self._effort(port, effort, reading, part)
        self.losses[port.name] = fill("({e})*({f})", e=named, f=port.flow)
        load = {"at": port.inflow, "force": fill("-({e})", e=named)}
        self._load(port, part, load, dissipates=True)
        what = f"its {port.kind.domain.effort} R f is an effort, whose work is dissipated"
        self._note(port.element, reading, what)

    def _store(self, port: Port, store: Store, action: Text | None = None) -> None:
        """The energy of a store, ½ q²/C or ∫ q/C dq of a linear one, or its effort and its action on x."""
        reading = self.readings.of(store.value.text, port.itself)
        effort, energy = store.effort, self._energy_of_store(port, store, reading)
        if energy is not None:
            self.host.put(("energy", "potential", port.name), energy, port.element.path)
            self.drops[port.name].append(effort)
            self._note_energy(port.element, reading, Reads.OWN)
            return
        self._refuse_place(port, reading, port.itself)
        named = self._effort(port, effort, reading, "")
        load = {"at": port.inflow, "force": fill("-({e})", e=named)}
        if port.moved is not None and action is not None:
            load = _pair(port.inflow, port.moved, named, action)
        self._load(port, "", load)
        self._note(port.element, reading, f"its {port.kind.domain.effort} is an effort, and no energy")

    def _energy_of_store(self, port: Port, store: Store, reading: Reading) -> Text | None:
        """The energy of a store; None where it is none, because of what its value reads."""
        if not reading.has(*MOVED, Reads.OWN):
            return store.energy
        return self._energy_of(port, store.effort, reading) if store.linear else None

    def _spring(self, port: Port, stiffness: Text, x: Text) -> None:
        """V = ½ k x² or ∫ k x dx at what an element drives, or the force −k x."""
        reading = self.readings.of(stiffness.text, (x.text,))
        name = member_name(port.name, "spring")
        force = fill("-({k})*{x}", k=stiffness, x=x)
        if port.element.joint:
            self.host.drive(port.element.joint, force)
        energy: Text | None = fill("1/2*({k})*{x}^2", k=stiffness, x=x)
        if reading.has(*MOVED):
            energy = None
        elif reading.has(Reads.OWN):
            energy = stored_energy(fill("({k})*{x}", k=stiffness, x=x), x.text, Text("0"), x, self.readings)
        if energy is not None:
            self.host.put(("energy", "potential", name), energy, port.element.path)
            self._note_energy(port.element, reading, Reads.OWN)
            return
        self._refuse_place(port, reading, (x.text,))
        self._load(port, "spring", {"at": x, "force": force})
        self._note(port.element, reading, "its spring is a force, and no energy")

    def _energy_of(self, port: Port, law: Text, reading: Reading) -> Text | None:
        """V = ∫ e dq, of a law that reads its own displacement and no flow or effort; else None."""
        variable = port.displacement.text.removeprefix("-")
        if not variable.replace(".", "_").isidentifier():
            return None
        if reading.has(*MOVED) or not reads_only(reading, Reads.OWN, variable, port.itself[0]):
            return None
        law = law if variable == port.displacement.text else fill("-({law})", law=law)
        return stored_energy(law, variable, Text("0"), Text(variable), self.readings)

    def _coenergy_of(self, port: Port, momentum: Text, reading: Reading) -> Text | None:
        """T* = ∫ p df, of a momentum that reads its own flow and no displacement, flow or effort else."""
        own_flow = port.flow_name
        if reading.has(Reads.OWN, Reads.EFFORT) or not reads_only(reading, Reads.FLOW, own_flow):
            return None
        return stored_energy(momentum, own_flow, Text("0"), port.flow, self.readings)

    def _inertia(self, port: Port, inertance: Text) -> None:
        """T = ½ I f², or the rate of the momentum I f as an effort."""
        reading = self.readings.of(inertance.text, port.itself)
        momentum = fill("({I})*({f})", I=inertance, f=port.flow)
        energy: Text | None = fill("1/2*({I})*({f})^2", I=inertance, f=port.flow)
        if reading.has(*MOVED, Reads.OWN):
            own_momentum = fill("({I})*({f})", I=inertance, f=port.flow_name)
            energy = self._coenergy_of(port, own_momentum, reading)
        if energy is not None:
            self.momenta.setdefault(port.name, []).append(momentum)
            self.host.put(("energy", "kinetic", port.name), energy, port.element.path)
            self._note_energy(port.element, reading, Reads.FLOW)
            return
        self._refuse_place(port, reading, (*port.itself, port.flow_name))
        effort = member_name(port.name, f"induced_{port.kind.domain.effort}")
        states = reading.has(Reads.STATE)
        self.moving[port.name] = MovingMomentum(port=port, value=momentum, effort=effort, states=states)
        self._load(port, "momentum", {"at": port.inflow, "force": Text(f"-{effort}")})
        what = f"its {port.kind.domain.effort} is an effort, the rate of its momentum"
        self._note(port.element, reading, what)

    def _source(self, port: Port, law: Text) -> None:
        """The flow constraint f − f(…), or an unknown effort that this law determines."""
        reading = self.readings.of(law.text)
        if reading.has(*MOVED):
            self._flow_law(port, law, reading)
            return
        balance = fill("{f} - ({law})", f=port.flow, law=law)
        self.host.put(("constraints", "flow", port.name), balance, port.element.path)
        self.sources[port.name] = Text(f"kap_{port.name}")

    def _flow_law(self, port: Port, law: Text, reading: Reading) -> None:
        """An unknown effort that the law of the flow determines."""
        balance = fill("{f} - ({law})", f=port.flow, law=law)
        self.unknown_effort(port.effort, balance, port.unit, port.element.path)
        if port.resists:
            self.losses[port.name] = fill(f"{port.effort}*({{f}})", f=port.flow)
        load = {"at": port.inflow, "force": Text(f"-{port.effort}")}
        self._load(port, "", load, dissipates=port.resists)
        self.sources[port.name] = Text(port.effort)
        what = f"its {port.kind.domain.effort} is an unknown effort, which the law of its flow determines"
        self._note(port.element, reading, what)

    def _balance(self, port: Port, balance: Text) -> None:
        """An unknown effort that makes something else zero."""
        self.unknown_effort(port.effort, balance, port.unit, port.element.path)
        self._load(port, "", {"at": port.inflow, "force": Text(f"-{port.effort}")})
        self.sources[port.name] = Text(port.effort)

    def _law(self, port: Port, entries: Entries, part: str) -> None:
        """The work of a law, and of the action of an element on the quantity that it drives."""
        if entries.law is None:
            return
        reading = self.readings.of(entries.law.text)
        if entries.inverse is not None and reading.has(Reads.EFFORT):
            self._flow_law(port, entries.inverse, reading)
            return
        if self._stores_law(port, entries.law):
            return
        effort = self._effort(port, entries.law, reading, part)
        if port.resists:
            self.losses[port.name] = fill("({e})*({f})", e=effort, f=port.flow)
        load = {"at": port.inflow, "force": fill("-({e})", e=effort)}
        if port.moved is not None and entries.action is not None:
            load = _pair(port.inflow, port.moved, effort, entries.action)
        self._load(port, "", load, dissipates=port.resists)
        if port.element.joint and entries.action is not None:
            self.host.drive(port.element.joint, entries.action)

    def _stores_law(self, port: Port, law: Text) -> bool:
        """Whether the law of a store is that of its own displacement alone: then it is an energy."""
        if port.kind.role != Role.STORE or port.moved is not None:
            return False
        reading = self.readings.of(law.text, (*port.itself, port.displacement.text.removeprefix("-")))
        if not reading.has(Reads.OWN) or reading.has(Reads.PLACE):
            return False
        energy = self._energy_of(port, law, reading)
        if energy is None:
            return False
        self.host.put(("energy", "potential", port.name), energy, port.element.path)
        self.drops[port.name].append(law)
        return True

    def _effort(self, port: Port, effort: Text, reading: Reading, part: str) -> Text:
        """An effort, or its name where it reads efforts; noted as a part of the drop."""
        if reading.has(Reads.EFFORT):
            name = f"{port.effort}_{part}" if part else port.effort
            self.laws[name] = EffortLaw(value=effort, path=port.element.path, unit=port.unit)
            effort = Text(name)
        self.drops[port.name].append(effort)
        return effort

    def _load(self, port: Port, part: str, load: dict[str, Text], *, dissipates: bool = False) -> None:
        """Add a load, whose work may be dissipated."""
        name = member_name(port.name, part) if part else port.name
        load |= {"account": Text(DISSIPATED)} if dissipates else {}
        self.host.put(("work", name), load, port.element.path)

    def unknown_effort(self, name: str, balance: Text, unit: str, path: Path) -> None:
        """Add an unknown effort and the equation that determines it."""
        owner = name.rpartition(".")[0]
        number = self.conditions[owner] = self.conditions.get(owner, 0) + 1
        condition = owner if number == 1 else with_suffix(owner, f"{number}")
        self.host.put(("efforts", name), {"unit": Text(unit)}, path)
        self.host.put(("constraints", "effort", condition), balance, path)

    def _refuse_place(self, port: Port, reading: Reading, own_names: Collection[str]) -> None:
        """Refuse a store that reads its own content or flow and a place, on which it would act."""
        moved = reading.name_of(Reads.PLACE)
        itself = next((name for name in reading.every(Reads.OWN, Reads.FLOW) if name in own_names), "")
        if moved and itself:
            message = (
                f"`{port.name}` reads `{itself}` and the place `{moved}`, on which its energy would"
                " act; no such energy is known"
            )
            hint = "write its energy under [energy], or let it read a state in place of one of them"
            self.host.read.flaw(port.element.path, ELEMENT_LAW, message, hint)

    # -- laws that wait for all definitions --------------------------------------------------------

    def settle(self) -> None:
        """Add the laws of efforts, as definitions or with unknown efforts, and moving momenta."""
        for name, law in self.laws.items():
            if name in self._names_below(law.value.text):
                balance = fill(f"{name} - ({{e}})", e=law.value)
                self.unknown_effort(name, balance, law.unit, law.path)
            else:
                self.host.put(("definitions", name), law.value, law.path)
        for one in self.moving.values():
            self._add_momentum(one)

    def _add_momentum(self, one: MovingMomentum) -> None:
        """The effort p' of a momentum p; p is a state where the rates of what it reads are not known."""
        port, path = one.port, one.port.element.path
        momentum = member_name(port.name, "own_momentum")
        below = {*self._names_below(one.value.text)}
        unknown = {one.effort, *self.host.values.get("efforts", {})}
        rates_known = below.isdisjoint(unknown) and not any(name.startswith(FORCES) for name in below)
        if rates_known and not one.states:
            self.host.put(("definitions", momentum), one.value, path)
            self.host.put(("definitions", one.effort), Text(f"{momentum}'"), path)
            return
        key = port.kind.start_flow
        still = port.element.values.get(key, Text("0")).is_zero
        start = Text("0") if still else self.starts.at_start(one.value, (*path, key), f"delete {key}")
        self.host.put(("states", momentum), {"rate": Text(one.effort), "start": start}, path)
        balance = fill(f"{momentum} - ({{p}})", p=one.value)
        self.unknown_effort(one.effort, balance, port.unit, path)

    @property
    def _definitions(self) -> Mapping[str, object]:
        definitions: Mapping[str, object] = self.host.values.get("definitions", {})
        return definitions

    def _names_below(self, text: str) -> Iterator[str]:
        """All names that a text depends on, through definitions and laws of efforts."""
        laws = {name: law.value.text for name, law in self.laws.items()}
        return names_below([text], {**self._definitions, **laws})

    # -- notes -----------------------------------------------------------------------------------

    def note(self, element: NetElement, message: str, hint: str) -> None:
        """Tell what became of an element."""
        self.host.read.flaw(element.path, ELEMENT_LAW, message, hint, severity="note")

    def _note(self, element: NetElement, reading: Reading, what: str) -> None:
        name = reading.name_of(*MOVED, Reads.OWN)
        self.note(element, f"`{element.name}` reads `{name}`: {what}", NOTHING_FELT)

    def _note_energy(self, element: NetElement, reading: Reading, own_kind: Reads) -> None:
        """Note that a store is an energy by its own displacement or flow, which may act on a place."""
        name, moved = reading.name_of(own_kind), reading.name_of(Reads.PLACE)
        if not name:
            self._note_place(element, reading)
            return
        self.read |= set(reading.every(Reads.PLACE))
        acts = f", and acts on `{moved}`, too" if moved else ""
        message = f"`{element.name}` reads `{name}`: its energy is the integral of its law{acts}"
        self.note(element, message, NOTHING_FELT if not moved else "so capacitor plates attract")

    def _note_place(self, element: NetElement, reading: Reading) -> None:
        """Note that an energy that depends on a place acts on it."""
        name = reading.name_of(Reads.PLACE)
        self.read |= set(reading.every(Reads.PLACE))
        if name:
            message = f"`{element.name}` reads the place `{name}`: its energy acts on `{name}`, too"
            self.note(
                element,
                message,
                "so capacitor plates attract, a coil pulls its core, and a gas pushes its piston",
            )


def _pair(displacement: Text, moved: Text, effort: Text, action: Text) -> dict[str, Text]:
    """The work of an effort on the flow of an element, and of its action on what it drives."""
    return {
        "at": fill("[{q}, {x}]", q=displacement, x=moved),
        "force": fill("[-({e}), {F}]", e=effort, F=action),
    }


def _linear_store(port: Port, C: Text) -> Store:
    """E = q/C."""
    letters = {"q": port.displacement, "C": C}
    energy = fill("1/2*({q})^2/({C})", **letters)
    return Store(value=C, effort=fill("({q})/({C})", **letters), energy=energy, linear=True)


def _sum(terms: list[Text]) -> Text:
    named = {f"t{i}": one for i, one in enumerate(terms)}
    return fill(" + ".join(f"{{{key}}}" for key in named), **named)
