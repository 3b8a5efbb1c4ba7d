"""Expands networks: coordinates of links, energies and loads of elements, efforts of nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dalembert._model.bodies.own_coordinates import in_si
from dalembert._model.bodies.records import Joint
from dalembert._model.bodies.texts import Text, fill, member_name, mentions_in, replace_names, words_of
from dalembert._model.entry_reader import EntryReader
from dalembert._model.nets.graph import SECONDARY, Edge, Forest, NodeLaw, Sum, forest_of
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.mistakes import is_sound
from dalembert._model.nets.potentials import MULTIPLIER, PLAIN, RATE, potentials
from dalembert._model.nets.records import GROUND, NetElement
from dalembert._model.nets.schematic import Flows, schematic
from dalembert._text.positions import Path

Put = Callable[[Path, Text | dict[str, Text], Path], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """The model that contains the networks: its entries, its coordinates, and the values of its joints."""

    read: EntryReader
    put: Put
    coordinate: Callable[[str, Mapping[str, Any], Path], None]
    value: Callable[[Joint], Text | None]  # the name of the value of a joint
    joints: Mapping[str, Joint]
    values: Mapping[str, Any]  # all sections so far
    drive: Callable[[str, Text], None]  # an effort on the value of a joint


class Networks:
    """Makes the entries of all networks of a model."""

    def __init__(self, host: Host, elements: Mapping[str, NetElement]) -> None:
        self.host = host
        self.elements = elements
        self.forest = Forest(links=(), sums={}, laws=())
        self.displacements: dict[str, Text] = {}  # of edges, by their names
        self.flows: dict[str, Text] = {}
        self.entries: dict[str, Entries] = {}
        self.momenta: dict[str, list[Text]] = {}  # of inertias, with the terms of coupled coils
        self.scene: dict[str, Any] = {}  # a schematic of all networks

    def run(self) -> None:
        """Add all entries; none where a network is not sound."""
        edges = self._edges()
        if edges is None or not is_sound(self.host.read, self.elements, edges):
            return
        grounds = {node for edge in edges for node in edge.ends if node[1] == GROUND}
        self.forest = forest_of(edges, grounds)
        for edge in self.forest.links:
            self._link(edge)
        for edge in self.forest.links:
            if edge.rank == Role.DEPENDENT:
                self._define_displacement(edge)
        for name, terms in self.forest.sums.items():
            self._sum(name, terms)
        for law in self.forest.laws:
            self._law(law)
        for element in self.elements.values():
            self._element(element)
        self._efforts(edges)
        self._mentions()
        flows = Flows(of=self.flows, surroundings=self._surroundings())
        self.scene = schematic(edges, self.elements, flows)

    def _law(self, law: NodeLaw) -> None:
        """Add Kirchhoff's law of nodes that coordinates of the user separate, as a flow constraint."""
        named = self._by_displacement(law.flows)
        sign = next(iter(named.values()))  # the first flow has the sign +
        flows = _sum_text({f"{name}'": sign * one for name, one in named.items()})
        path = self.elements[next(iter(law.flows)).removesuffix(SECONDARY)].path
        self.host.put(("constraints", "flow", law.node[1]), flows, path)

    # -- edges -----------------------------------------------------------------------------------

    def _edges(self) -> list[Edge] | None:
        """The edges of the graph; None, and a flaw, where an element cannot be one."""
        edges: list[Edge] = []
        for element in self.elements.values():
            kind = NET_KINDS[element.kind]
            domain = kind.domain.name
            if kind.needs_surroundings and not self._surroundings().text:
                message = f"`{element.name}` needs the temperature of the surroundings"
                hint = 'add [elements.air] with kind = "surroundings" and temperature = 293.15'
                self.host.read.flaw(element.path, "missing-key", message, hint)
                return None
            if element.nodes is not None:
                edges.append(
                    Edge(
                        name=element.name,
                        first=(domain, element.nodes[0]),
                        second=(domain, element.nodes[1]),
                        rank=rank_of(element, kind),
                        link=bool(element.coordinate) or kind.role == Role.DEPENDENT,
                    )
                )
            if element.secondary is not None:
                edges.append(
                    Edge(
                        name=element.name + SECONDARY,
                        first=(domain, element.secondary[0]),
                        second=(domain, element.secondary[1]),
                        rank=Role.DEPENDENT,
                        link=True,
                    )
                )
        return edges

    def _surroundings(self) -> Text:
        """The temperature of the surroundings; empty where it is not given."""
        given = (one for one in self.elements.values() if one.kind == "surroundings")
        return next((one.values["temperature"] for one in given), Text(""))

    # -- displacements ---------------------------------------------------------------------------

    def _link(self, edge: Edge) -> None:
        """Add the coordinate of a link, or a definition where its displacement is a function of others."""
        element = self.elements[edge.element]
        kind = NET_KINDS[element.kind]
        if edge.rank == Role.DEPENDENT and (edge.name != element.name or not kind.secondary):
            name = member_name(edge.name.replace(".", "_"), kind.domain.displacement)
            self._note_displacement(edge.name, Text(name))
            return
        name = element.coordinate or default_name(kind.domain.letter, element.name)
        entry: dict[str, Any] = {"unit": kind.domain.units[0], "start": 0}
        start = kind.start(self._values(element, kind))
        if start is not None:
            entry["start"] = start.text
        if rank_of(element, kind) == Role.INERTIA:
            speed = element.values.get(kind.start_flow)
            entry["speed"] = 0 if speed is None else speed.text
        self.host.coordinate(name, entry | dict(element.coordinate_entry), element.path)
        self._note_displacement(edge.name, Text(name))

    def _define_displacement(self, edge: Edge) -> None:
        """Define a displacement that is a function of others."""
        element = self.elements[edge.element]
        kind = NET_KINDS[element.kind]
        if edge.name == element.name and kind.secondary:
            return
        moved = self._value_driven_by(element, kind)
        given = NetElementData(
            name=element.name,
            displacement=Text(""),
            flow=Text(""),
            values=element.values,
            moved=Text("") if moved is None else self._from_start(element, moved),
            partner=self._since_start(element),
        )
        text = kind.entries(given).displacement
        if text is not None:
            self.host.put(("definitions", self.displacements[edge.name].text), text, element.path)

    def _since_start(self, element: NetElement) -> Text:
        """The displacement of a primary winding, counted from its start."""
        name = self.displacements.get(element.name, Text(""))
        entry = self.host.values.get("coordinates", {}).get(name.text)
        begin = in_si(entry, "start") if entry is not None and entry.get("start", 0) != 0 else Text("0")
        return name if begin.is_zero else fill("({q} - ({b}))", q=name, b=begin)

    def _sum(self, name: str, terms: Sum) -> None:
        """Define the displacement of an edge of the forest: a coordinate up to its sign, or a sum."""
        element = self.elements[name]
        kind = NET_KINDS[element.kind]
        rank = rank_of(element, kind)
        named = self._by_displacement(terms)
        if rank == Role.INERTIA and kind.start_flow in element.values:
            message = (
                f"the {kind.domain.flow} of `{name}` follows from those of {', '.join(terms) or 'nothing'}"
            )
            hint = f"delete {kind.start_flow} here"
            self.host.read.flaw((*element.path, kind.start_flow), "network", message, hint)
        at_start = kind.start(self._values(element, kind)) if rank == Role.STORE else None
        text = _sum_text(named)
        if rank == Role.STORE:
            text = self._from(at_start, named, text)
        if len(terms) == 1 and (rank != Role.STORE or text.text == _sum_text(named).text):
            flow, sign = next(iter(named.items()))
            self.displacements[name] = text
            self.flows[name] = Text(f"{flow}'" if sign > 0 else f"-{flow}'")
            return
        flow = member_name(name, kind.domain.displacement)
        self.host.put(("definitions", flow), text, element.path)
        self._note_displacement(name, Text(flow))

    def _from(self, start: Text | None, named: Sum, text: Text) -> Text:
        """The displacement of a store: its content at the start plus the inflow since."""
        since = text
        for name, sign in named.items():
            entry = self.host.values.get("coordinates", {}).get(name)
            begin = in_si(entry, "start") if entry is not None and entry.get("start", 0) != 0 else None
            if begin is not None and not begin.is_zero:
                since = fill(f"{{s}} {'-' if sign > 0 else '+'} ({{b}})", s=since, b=begin)
        return since if start is None else fill("{s} + {more}", s=start, more=since)

    def _note_displacement(self, name: str, displacement: Text) -> None:
        self.displacements[name] = displacement
        self.flows[name] = Text(f"{displacement.text}'")

    def _by_displacement(self, terms: Sum) -> Sum:
        """A sum of edges by the names of their displacements."""
        sums: Sum = {}
        for name, one in terms.items():
            text = self.displacements[name].text
            sign = -one if text.startswith("-") else one
            flow = text.removeprefix("-")
            sums[flow] = sums.get(flow, 0) + sign
        return {name: one for name, one in sums.items() if one}

    # -- elements --------------------------------------------------------------------------------

    def _values(self, element: NetElement, kind: NetKind) -> Mapping[str, Text]:
        """The values of an element, with the temperature of the surroundings where it needs them."""
        if not kind.needs_surroundings:
            return element.values
        return {**element.values, "surroundings": self._surroundings()}

    def _value_driven_by(self, element: NetElement, kind: NetKind) -> Text | None:
        """The coordinate, or the value of the joint, that an element drives; None, and a flaw, if unknown."""
        if not kind.drives:
            return None
        if element.moved:
            entry = self.host.values.get("coordinates", {}).get(element.moved)
            if entry is None:
                message = f"`{element.name}` drives `{element.moved}`, which is no coordinate"
                hint = 'name a coordinate, or a joint: drives = "joints.A"'
                self.host.read.flaw((*element.path, "drives"), "unknown-name", message, hint)
                return None
            return Text(element.moved)
        value = self.host.value(self.host.joints[element.joint])
        if value is None:
            message = f"the joint `{element.joint}` has no coordinate that `{element.name}` could drive"
            self.host.read.flaw(
                (*element.path, "drives"), "value", message, "name a joint with one coordinate"
            )
        return value

    def _from_start(self, element: NetElement, moved: Text) -> Text:
        """The quantity that an element moves, counted from its start."""
        joint = self.host.joints.get(element.joint)
        of_joint = joint.said.get(moved.text, {}) if joint is not None else {}
        table = self.host.values.get("coordinates", {})
        entry = table.get(moved.text, of_joint) if isinstance(table, Mapping) else of_joint
        if not isinstance(entry, Mapping) or "start" not in entry:
            message = f"`{element.name}` counts from the start of `{moved.text}`, which is not given"
            self.host.read.flaw(element.path, "missing-key", message, f"give `{moved.text}` a start")
            return moved
        begin = in_si(entry, "start")
        return moved if begin.is_zero else fill("({x} - ({b}))", x=moved, b=begin)

    def _element(self, element: NetElement) -> None:
        """Add the energies, the load and the condition of an element."""
        kind = NET_KINDS[element.kind]
        if kind.role == Role.DEPENDENT:
            self.entries[element.name] = Entries()
            return
        moved = self._value_driven_by(element, kind)
        if kind.drives and moved is None:
            return
        coils = tuple(self.flows.get(one, Text("")) for one in element.coils)
        for one, flow in zip(element.coils, coils, strict=True):
            if one not in self.elements or self.elements[one].kind != "inductor" or not flow.text:
                message = f"`{element.name}` couples `{one}`, which is no inductor"
                self.host.read.flaw(
                    (*element.path, "coils"), "unknown-name", message, 'write coils = ["L1", "L2"]'
                )
                return
        displacement = self.displacements.get(element.name, Text(""))
        flow = self.flows.get(element.name, Text(""))
        values = dict(element.values)
        if kind.law is not None and kind.law.key in values:
            words = {kind.domain.flow: f"({flow.text})"}
            if not kind.law.of_flow:
                words = {kind.domain.displacement: f"({displacement.text})"}
            values[kind.law.key] = replace_names(values[kind.law.key], words)
        entries = kind.entries(
            NetElementData(
                name=element.name,
                displacement=displacement,
                flow=flow,
                values=values,
                moved=Text("") if moved is None else moved,
                surroundings=self._surroundings(),
                coils=coils,
            )
        )
        self.entries[element.name] = entries
        momenta = [(element.name, entries.momentum)] if entries.momentum is not None else []
        for name, momentum in (*momenta, *zip(element.coils, entries.momenta, strict=True)):
            self.momenta.setdefault(name, []).append(momentum)
        for word, text in (
            ("kinetic", entries.kinetic),
            ("potential", entries.potential),
            ("dissipation", entries.dissipation),
        ):
            if text is not None:
                self.host.put(("energy", word, element.name), text, element.path)
        if entries.flow is not None:
            condition = fill("{f} - ({source})", f=flow, source=entries.flow)
            self.host.put(("constraints", "flow", element.name), condition, element.path)
        self._load(element, entries, displacement, moved)

    def _load(self, element: NetElement, entries: Entries, displacement: Text, moved: Text | None) -> None:
        """Add the work of a law, and of the action of an element on the quantity it drives."""
        if entries.law is None or entries.law.is_zero:
            return
        load = {"at": displacement, "force": fill("-({e})", e=entries.law)}
        if moved is not None and entries.action is not None:
            load = {
                "at": fill("[{q}, {x}]", q=displacement, x=moved),
                "force": fill("[-({e}), {F}]", e=entries.law, F=entries.action),
            }
        self.host.put(("work", element.name), load, element.path)
        if element.joint and entries.action is not None:
            self.host.drive(element.joint, entries.action)

    # -- outputs ---------------------------------------------------------------------------------

    def _efforts(self, edges: list[Edge]) -> None:
        """Add the efforts of all nodes relative to ground, as outputs."""
        ranks = {name: rank for name in self.entries if (rank := self._drop_rank(name)) is not None}
        units = {kind.domain.name: kind.domain for kind in NET_KINDS.values()}
        mentioned = self._names_with_point()
        for (domain, node), text in potentials(edges, ranks, self._drop).items():
            units_of_domain = units[domain]
            name, output = (
                member_name(node, units_of_domain.effort),
                member_name(node, units_of_domain.effort),
            )
            path = self.elements[next(edge for edge in edges if (domain, node) in edge.ends).element].path
            if (node.partition("[")[0], units_of_domain.effort) in mentioned:
                self.host.put(("definitions", name), text, path)
                text, output = Text(name), f"nodes.{name}"
            self.host.put(("outputs", output), {"value": text, "unit": Text(units_of_domain.units[2])}, path)

    def _drop_rank(self, name: str) -> int | None:
        """The rank of the expression of the drop of an element; None where it is not known."""
        entries = self.entries[name]
        if entries.flow is not None:
            return MULTIPLIER
        return RATE if entries.momentum is not None else PLAIN if entries.drop is not None else None

    def _drop(self, name: str) -> Text:
        """The drop of an element: a law, the multiplier of a source of flow, the rate of a momentum."""
        entries, rank = self.entries[name], self._drop_rank(name)
        if rank == MULTIPLIER:
            return Text(f"kap_{name}")
        drop = entries.drop or Text("")
        if rank == PLAIN:
            return drop
        momentum = member_name(name, "momentum")
        if momentum not in self.host.values.get("definitions", {}):
            text = fill(" + ".join(f"{{p{i}}}" for i in range(len(self.momenta[name]))),
                          **{f"p{i}": one for i, one in enumerate(self.momenta[name])})  # fmt: skip
            self.host.put(("definitions", momentum), text, self.elements[name].path)
        return fill("{e} + {p}'" if drop.text else "{p}'", e=drop, p=momentum)

    def _names_with_point(self) -> set[tuple[str, ...]]:
        """Names with points in all texts of the model, split at the points."""
        return {tuple(name.rsplit(".", 1)) for name in mentions_in(self.host.values)}

    def _mentions(self) -> None:
        """Define R1.current, R1.voltage and R1.charge where an expression uses them."""
        mentioned = self._names_with_point()
        parameters = self.host.values.get("parameters", {})
        for element in self.elements.values():
            if element.nodes is None or element.name not in self.entries:
                continue
            kind = NET_KINDS[element.kind]
            base = element.name.partition("[")[0]
            known = {
                kind.domain.displacement: self.displacements[element.name],
                kind.domain.flow: self.flows[element.name],
            }
            for word in (*known, kind.domain.effort):
                name = member_name(element.name, word)
                if (base, word) not in mentioned or f"{base}.{word}" in parameters:
                    continue  # the voltage of a source may be a parameter of this name
                if word not in known and self._drop_rank(element.name) is None:
                    continue  # reported as an unknown name
                text = known[word] if word in known else self._drop(element.name)
                if name != text.text:
                    self.host.put(("definitions", name), text, element.path)


def rank_of(element: NetElement, kind: NetKind) -> Role:
    """The role of an element by its kind and its keys."""
    if kind.inertia and kind.inertia in element.values:
        return Role.INERTIA
    if kind.by_flow and any(kind.domain.flow in words_of(one) for one in element.values.values()):
        return Role.RESISTANCE
    return kind.role


def default_name(letter: str, element: str) -> str:
    """The name of the coordinate of an element: q_L1 of L1, q_L[3] of L[3], cell.q_L[3] of cell.L[3]."""
    owner, dot, member = element.rpartition(".")
    return f"{owner}{dot}{letter}_{member}"


def _sum_text(terms: Sum) -> Text:
    """A sum of names with their signs."""
    parts: list[str] = []
    for name, one in terms.items():
        sign = "-" if one < 0 else "+" if parts else ""
        size = f"{abs(one)}*" if abs(one) != 1 else ""
        parts.append(f"{sign} {size}{name}" if parts else f"{sign}{size}{name}")
    return Text(" ".join(parts) or "0")
