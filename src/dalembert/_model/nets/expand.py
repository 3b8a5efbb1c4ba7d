"""Expands networks: coordinates of links, the laws of elements, efforts of nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._model.bodies.own_coordinates import in_si
from dalembert._model.bodies.readings import ELEMENT_LAW, Readings, names_below
from dalembert._model.bodies.starts import Content, Starts
from dalembert._model.bodies.texts import (
    Text,
    fill,
    member_name,
    mentions_in,
    replace_names,
    texts_in,
    words_of,
)
from dalembert._model.nets.coordinate_names import default_name
from dalembert._model.nets.gas import pressure_at
from dalembert._model.nets.graph import SECONDARY, Edge, Forest, Node, NodeLaw, Sum, forest_of
from dalembert._model.nets.heat_ports import LOSS
from dalembert._model.nets.host import Host
from dalembert._model.nets.kinds.kind import NOTHING, NetElementData, NetKind, Role
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.laws import Laws, Port
from dalembert._model.nets.media import MEDIA, common_values, medium_of
from dalembert._model.nets.mistakes import is_sound
from dalembert._model.nets.potentials import potentials
from dalembert._model.nets.records import GROUND, NetElement
from dalembert._model.nets.schematic import Flows, schematic
from dalembert._model.nets.transmissions import couple_flows
from dalembert._text.positions import Path


class Networks:
    """Makes the entries of all networks of a model."""

    def __init__(self, host: Host, elements: Mapping[str, NetElement], readings: Readings) -> None:
        self.host = host
        self.elements = elements
        self.readings = readings
        self.starts = Starts(host=host, readings=readings)
        self.laws = Laws(host=host, readings=readings, starts=self.starts)
        self.inflows: dict[str, Text] = {}  # displacements of stores, without what they hold at the start
        self.forest = Forest(links=(), sums={}, laws=())
        self.displacements: dict[str, Text] = {}  # of edges, by their names
        self.flows: dict[str, Text] = {}
        self.driven: dict[str, Text | None] = {}  # the values that elements drive
        self.shown: dict[Node, tuple[str, Text]] = {}  # what gauges at nodes show, by an element there
        self.scene: dict[str, Any] = {}  # a schematic of all networks

    def run(self) -> None:
        """Add all entries; none where a network is not sound."""
        edges = self._edges()
        if edges is None or not is_sound(self.host.read, self.elements, edges, self._sensed()):
            return
        self.laws.read |= self._moved_by_others()
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
        self.laws.settle()
        self.starts.settle()
        flows = Flows(of=self.flows, surroundings=self._surroundings())
        self.scene = schematic(edges, self.elements, flows)

    def _law(self, law: NodeLaw) -> None:
        """Add Kirchhoff's law of nodes that coordinates of the user separate, as a flow constraint."""
        named = self._by_displacement(law.flows)
        sign = next(iter(named.values()))  # the first flow has the sign +
        flows = _sum_text({f"{name}'": sign * one for name, one in named.items()})
        path = self.elements[next(iter(law.flows)).removesuffix(SECONDARY)].path
        self.host.put(("constraints", "flow", law.node[1]), flows, path)

    def _sensed(self) -> set[str]:
        """The nodes whose efforts are read."""
        given = [text.text for one in self.elements.values() for text in one.values.values()]
        texts = [self.host.values, given]
        mentioned = {name.rpartition(".")[0].removeprefix("nodes.") for name in mentions_in(texts)}
        return mentioned | {node for one in self.elements.values() for node in one.inputs or ()}

    def _moved_by_others(self) -> set[str]:
        """What energies, constraints, contacts and efforts of others act on: their effort adds to a drop."""
        values = self.host.values
        acting = [values.get(section) for section in ("energy", "constraints", "contacts")]
        moved = set(names_below(texts_in(acting), values.get("definitions", {})))
        work = values.get("work", {})
        return moved | set(work if isinstance(work, Mapping) else ())

    # -- edges -----------------------------------------------------------------------------------

    def _edges(self) -> list[Edge] | None:
        """The edges of the graph; None, and a flaw, where an element cannot be one."""
        edges: list[Edge] = []
        for element in self.elements.values():
            kind = NET_KINDS[element.kind]
            domain = kind.domain.name
            if kind.medium and medium_of(kind.medium, self.elements.values()) is None:
                medium = MEDIA[kind.medium]
                message = f"`{element.name}` needs {medium.gives}"
                self.host.read.flaw(element.path, "missing-key", message, medium.missing)
                return None
            if not self._is_constant(element):
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

    def _is_constant(self, element: NetElement) -> bool:
        """Whether the properties of a gas are constants, and no flaw is noted."""
        for key, text in element.values.items() if element.kind == "gas" else ():
            names = [*self.readings.of(text.text).names.values()]
            if names:
                message = (
                    f"the {key} of the gas `{element.name}` reads `{names[0][0]}`, but energies rest on it"
                )
                hint = "write a number, or an expression of parameters"
                self.host.read.flaw((*element.path, key), ELEMENT_LAW, message, hint)
                return False
        return True

    def _surroundings(self) -> Text:
        """The temperature of the surroundings; empty where it is not given."""
        medium = medium_of("surroundings", self.elements.values())
        return Text("") if medium is None else medium.values["temperature"]

    # -- displacements ---------------------------------------------------------------------------

    def _link(self, edge: Edge) -> None:
        """Add the coordinate of a link, or a definition where its displacement is a function of others."""
        element = self.elements[edge.element]
        kind = NET_KINDS[element.kind]
        if edge.rank == Role.DEPENDENT and (edge.name != element.name or not kind.secondary):
            self._link_dependent(edge, element, kind)
            return
        name = element.coordinate or default_name(kind.domain.letter, element.name)
        entry: dict[str, Any] = {"unit": kind.domain.units[0], "start": 0}
        start = self._content_at_start(element, kind)
        if start is not None:
            entry["start"] = start.text
        if rank_of(element, kind) == Role.INERTIA:
            speed = element.values.get(kind.start_flow)
            entry["speed"] = 0 if speed is None else speed.text
        self.host.coordinate(name, entry | dict(element.coordinate_entry), element.path)
        self._note_displacement(edge.name, Text(name))

    def _link_dependent(self, edge: Edge, element: NetElement, kind: NetKind) -> None:
        """Add a displacement that follows others: a definition, or a coordinate where a ratio varies."""
        owner = edge.name.replace(".", "_")
        if not self.readings.of(element.values[kind.coefficient].text).names:
            self._note_displacement(edge.name, Text(member_name(owner, kind.domain.displacement)))
            return
        name = default_name(kind.domain.letter, owner)
        self.host.coordinate(name, {"unit": kind.domain.units[0], "start": 0}, element.path)
        self._note_displacement(edge.name, Text(name))

    def _content_at_start(self, element: NetElement, kind: NetKind) -> Text | None:
        """The content of a store at the start; None where it is not given."""
        values = self._values(element, kind)
        if kind.drives:
            values["drives"] = self._value_driven_by(element, kind) or Text("0")
        text = kind.start(values)
        if text is None:
            return None
        word = f"start_{kind.domain.displacement}"
        return self.starts.content(
            Content(
                state=member_name(element.name, word),
                text=text,
                unit=kind.domain.units[0],
                path=element.path,
                hint=f"give {word} in its place" if word in kind.numbers else "start it from 0",
            )
        )

    def _define_displacement(self, edge: Edge) -> None:
        """Define a displacement that is a function of others, or couple its flow to theirs."""
        element = self.elements[edge.element]
        kind = NET_KINDS[element.kind]
        if edge.name == element.name and kind.secondary:
            return
        moved = self._value_driven_by(element, kind)
        reading = self.readings.of(element.values[kind.coefficient].text)
        if reading.names:
            other = self.displacements[element.name] if kind.secondary else moved or Text("0")
            drive = self.flows[element.name] if kind.secondary else Text(f"{other.text}'")
            coupled = (self.displacements[edge.name], self.flows[edge.name])
            couple_flows(self.host, self.laws, element, kind, (coupled, (other, drive)), reading)
            return
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
        at_start = self._content_at_start(element, kind) if rank == Role.STORE else None
        text = _sum_text(named)
        if rank == Role.STORE:
            self.inflows[name] = text
            text = self._from(at_start, named, text)
        if len(terms) == 1 and (rank != Role.STORE or text.text == _sum_text(named).text):
            flow, sign = next(iter(named.items()))
            self.displacements[name] = text
            self.flows[name] = Text(f"{flow}'" if sign > 0 else f"-{flow}'")
            return
        flow = member_name(name, kind.domain.displacement)
        self.host.put(("definitions", flow), text, element.path)
        self._note_displacement(name, Text(flow))
        if at_start is not None and any(one.state == at_start.text for one in self.starts.contents):
            rates = {f"{one}'": sign for one, sign in named.items()}
            self.flows[name] = fill("({f})", f=_sum_text(rates))  # its content at the start is a state

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

    def _values(self, element: NetElement, kind: NetKind) -> dict[str, Text]:
        """The values of an element, with those of the medium that it needs."""
        return {**element.values, **common_values(kind, self.elements)}

    def _value_driven_by(self, element: NetElement, kind: NetKind) -> Text | None:
        """The coordinate, or the value of the joint, that an element drives; None, and a flaw, if unknown."""
        if not kind.drives:
            return None
        if element.name not in self.driven:
            self.driven[element.name] = self._look_up_driven(element)
        return self.driven[element.name]

    def _look_up_driven(self, element: NetElement) -> Text | None:
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
            return
        moved = self._value_driven_by(element, kind)
        if kind.drives and moved is None:
            return
        displacement = self.displacements.get(element.name, Text(""))
        flow = self.flows.get(element.name, Text(""))
        values = self._values(element, kind)
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
                effort=Text(member_name(element.name, kind.domain.effort)),
                inputs=tuple(self._effort_of(kind, node) for node in element.inputs or ()),
                ends=self._shown_at_ends(element, kind),
            )
        )
        if entries.mutual is not None:
            self._mutual(element, entries.mutual)
        elif element.nodes is not None:
            self.laws.add(self._port(element, moved), entries)
            if entries.shown is not None:
                self.shown[kind.domain.name, element.nodes[0]] = (element.name, entries.shown)

    def _effort_of(self, kind: NetKind, node: str) -> Text:
        """The effort of a node, by its name."""
        return Text("0") if node == GROUND else Text(member_name(node, kind.domain.effort))

    def _shown_at_ends(self, element: NetElement, kind: NetKind) -> tuple[Text, Text]:
        """What gauges show at both nodes of an element of a gas: names, or the pressure of the atmosphere."""
        if not kind.domain.shown or element.nodes is None:
            return NOTHING, NOTHING
        around = self._values(element, kind)[f"{kind.medium}.{kind.domain.shown}"]
        first, second = (
            around if node == GROUND else Text(member_name(node, kind.domain.shown)) for node in element.nodes
        )
        return first, second

    def _mutual(self, element: NetElement, mutual: Text) -> None:
        """Add the coupling of two coils."""
        for one in element.coils:
            if one not in self.elements or self.elements[one].kind != "inductor" or one not in self.flows:
                message = f"`{element.name}` couples `{one}`, which is no inductor"
                self.host.read.flaw(
                    (*element.path, "coils"), "unknown-name", message, 'write coils = ["L1", "L2"]'
                )
                return
        first, second = element.coils
        coils = (self._port(self.elements[first]), self._port(self.elements[second]))
        self.laws.couple(element, mutual, coils)

    def _port(self, element: NetElement, moved: Text | None = None) -> Port:
        """An element between its nodes."""
        return Port(
            element=element,
            kind=NET_KINDS[element.kind],
            displacement=self.displacements[element.name],
            flow=self.flows[element.name],
            inflow=self.inflows.get(element.name, self.displacements[element.name]),
            moved=moved,
        )

    # -- outputs ---------------------------------------------------------------------------------

    def _efforts(self, edges: list[Edge]) -> None:
        """Add the efforts of all nodes relative to ground, as outputs."""
        ranks = {name: rank for name in self.elements if (rank := self.laws.rank(name)) is not None}
        domains = {kind.domain.name: kind.domain for kind in NET_KINDS.values()}
        for (name, node), text in potentials(edges, ranks, self._drop).items():
            domain = domains[name]
            path = self.elements[next(edge for edge in edges if (name, node) in edge.ends).element].path
            known = self._effort_at(node, (domain.effort, domain.units[2]), text, path)
            if domain.shown:
                element, shown = self.shown.get((name, node), ("", NOTHING))
                if element not in ranks:
                    shown = pressure_at(known, common_values(NET_KINDS["gas_volume"], self.elements))
                self._effort_at(node, (domain.shown, domain.shown_unit), shown, path)

    def _effort_at(self, node: str, word_and_unit: tuple[str, str], text: Text, path: Path) -> Text:
        """Add an effort of a node as an output, and as a definition where an expression names it."""
        word, unit = word_and_unit
        name = output = member_name(node, word)
        if (node.partition("[")[0], word) in self._names_with_point():
            self.host.put(("definitions", name), text, path)
            text, output = Text(name), f"nodes.{name}"
        self.host.put(("outputs", output), {"value": text, "unit": Text(unit)}, path)
        return text

    def _drop(self, name: str) -> Text:
        """The drop of an element."""
        return self.laws.drop(name, self.elements[name].path)

    def _names_with_point(self) -> set[tuple[str, ...]]:
        """Names with points in all texts of the model, split at the points."""
        mentioned = mentions_in(self.host.values) | mentions_in(self.laws.texts())
        return {tuple(name.rsplit(".", 1)) for name in mentioned}

    def _mentions(self) -> None:
        """Define R1.current, R1.voltage and R1.charge where an expression uses them."""
        mentioned = self._names_with_point()
        parameters = self.host.values.get("parameters", {})
        for element in self.elements.values():
            if element.nodes is None or element.name not in self.displacements:
                continue
            kind = NET_KINDS[element.kind]
            base = element.name.partition("[")[0]
            known = {
                kind.domain.displacement: self.displacements[element.name],
                kind.domain.flow: self.flows[element.name],
            }
            if element.name in self.laws.losses:
                known[LOSS] = self.laws.losses[element.name]
            for word in (*known, kind.domain.effort):
                name = member_name(element.name, word)
                if (base, word) not in mentioned or f"{base}.{word}" in parameters:
                    continue  # the voltage of a source may be a parameter of this name
                if word not in known and self.laws.rank(element.name) is None:
                    continue  # reported as an unknown name
                if self.laws.names_drop(element.name, name):
                    continue
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


def _sum_text(terms: Sum) -> Text:
    """A sum of names with their signs."""
    parts: list[str] = []
    for name, one in terms.items():
        sign = "-" if one < 0 else "+" if parts else ""
        size = f"{abs(one)}*" if abs(one) != 1 else ""
        parts.append(f"{sign} {size}{name}" if parts else f"{sign}{size}{name}")
    return Text(" ".join(parts) or "0")
