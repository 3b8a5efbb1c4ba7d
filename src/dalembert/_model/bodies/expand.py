"""Expands bodies, joints and elements to ordinary sections: definitions, energies, constraints, loads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from dalembert._expression.source import Flaw
from dalembert._model.bodies.acting import Elements
from dalembert._model.bodies.beams import Beams, with_beams
from dalembert._model.bodies.body_energies import energies_of
from dalembert._model.bodies.body_expansion import BodyExpansion, axis_of
from dalembert._model.bodies.constants import refuse_moving_values
from dalembert._model.bodies.drawing import Drawing
from dalembert._model.bodies.joint_conditions import conditions_of, place_or_zero
from dalembert._model.bodies.joint_values import is_half_turn, is_thread, scalar_part, value_of
from dalembert._model.bodies.joints.kind import Motion
from dalembert._model.bodies.joints.registry import COUPLINGS, KINDS, TIES
from dalembert._model.bodies.joints.tie import Tie
from dalembert._model.bodies.limits import contacts_of, refuse_wide_limits, say_rebounds
from dalembert._model.bodies.mentions import Mentions
from dalembert._model.bodies.own_coordinates import OwnCoordinates, in_si, own_coordinates
from dalembert._model.bodies.reactions import Action
from dalembert._model.bodies.reading import SystemReader
from dalembert._model.bodies.readings import Readings
from dalembert._model.bodies.records import GROUND, Body, Element, End, Joint, System
from dalembert._model.bodies.spanning_tree import Tree, tree_of
from dalembert._model.bodies.texts import (
    Text,
    canonical,
    component,
    entry_of,
    fill,
    member_name,
    texts_in,
    with_suffix,
)
from dalembert._model.bodies.ties import coupling_condition, misfit, prescribed_units, tie_conditions
from dalembert._model.bodies.tree_kinematics import (
    Kinematics,
)
from dalembert._model.bodies.unread import without_bodies
from dalembert._model.bodies.written_energies import are_mentioned, held_bodies
from dalembert._model.entry_reader import EntryReader
from dalembert._model.expansions import SECTIONS, with_controllers
from dalembert._model.nets.beside import with_schematic
from dalembert._model.nets.expand import Networks
from dalembert._model.nets.heat_ports import LOSS
from dalembert._model.nets.host import Host
from dalembert._model.nets.positive import positive_values
from dalembert._model.section_writer import SectionWriter
from dalembert._text.budget import BODY_LETTERS, SCENE_POINTS
from dalembert._text.meshes.records import MeshBody
from dalembert._text.positions import Path
from dalembert._text.written import PositiveTexts, Written

_WORD = re.compile(r"[^\W\d][\w.]*(?![\w.]*\()")  # a name, but no function
GAUGES = 8  # the most coordinates shown as gauges beside a schematic
LETTERS = 1 << 20  # characters of all expanded texts, besides BODY_LETTERS for each body


def bodies_expanded(written: Written) -> tuple[Written, tuple[Flaw, ...]]:
    """The written model with bodies, joints and elements expanded to ordinary sections, and their flaws."""
    made, flaws = _expansion(written, whole=False)
    return made.result() if made is not None else without_bodies(written), flaws


def expand_bodies(written: Written) -> tuple[Written, BodyExpansion] | None:
    """The expanded model and the expansion of its bodies; None where bodies cannot be read."""
    made, _ = _expansion(with_controllers(written)[0], whole=True)
    return (made.result(), made.expansion()) if made is not None else None


def _expansion(written: Written, *, whole: bool) -> tuple[_Expansion | None, tuple[Flaw, ...]]:
    read = EntryReader(written)
    known = len(read.flaws)

    def flaws() -> tuple[Flaw, ...]:
        return tuple(read.flaws[known:])

    def has_errors() -> bool:
        return any(flaw.severity == "error" for flaw in flaws())

    reader = SystemReader(read)
    beams = with_beams(reader.system(), read)
    system = beams.system
    refuse_moving_values(read, system, Readings(read.written.values, system, reader.parameters))
    if has_errors():
        return None, flaws()
    tree = tree_of(system, read)
    if has_errors():
        return None, flaws()
    own_coordinates_found = own_coordinates(system, tree, read) if system.by_body else None
    placed = held_bodies(system, tree, read) if system.written_energies else own_coordinates_found
    if has_errors():
        return None, flaws()
    made = _Expansion(
        read=read,
        system=placed.system if placed is not None else system,
        tree=placed.tree if placed is not None else tree,
        parameters=reader.parameters,
        quantities=reader.quantities,
        loops=() if system.written_energies else tuple(joint.name for joint in tree.loops),
        beams=beams,
        own=own_coordinates_found,
        whole=whole,
    )
    made.run()
    return made, flaws()


@dataclass(slots=True)
class _Expansion:
    """Collects the entries that bodies, joints and elements expand to."""

    read: EntryReader
    system: System
    tree: Tree
    parameters: dict[str, tuple[dict[str, Any], Path]]  # for numbers in entries of bodies, joints, elements
    quantities: dict[tuple[str, str], Path]  # expressions in them, with their required units
    loops: tuple[str, ...]  # joints that close loops, also if bodies have the coordinates
    beams: Beams
    own: OwnCoordinates | None = None  # of every body, where joints have none
    whole: bool = False  # with definitions that nothing uses
    sections: SectionWriter = field(init=False)
    kinematics: Kinematics = field(init=False)
    readings: Readings = field(init=False)  # of values of elements
    actions: list[Action] = field(default_factory=list)  # of elements on bodies
    ties: dict[str, Tie] = field(default_factory=dict)  # by the names of their joints
    drives: list[tuple[str, Text]] = field(default_factory=list)  # efforts on values of joints
    joints: dict[str, Joint] = field(default_factory=dict)
    conditions: list[str] = field(default_factory=list)  # of joints, where some close loops
    positive: dict[Path, PositiveTexts] = field(default_factory=dict)  # of elements
    schematic: dict[str, Any] = field(default_factory=dict)  # of its networks

    def run(self) -> None:
        """Expand everything, bodies first."""
        most, what = LETTERS + BODY_LETTERS * self._count(), "bodies, joints and elements"
        self.sections = SectionWriter(self.read, SECTIONS, most=most, what=what)
        constants = {*self.parameters, *self._section("parameters")}
        self.kinematics = Kinematics(self.system, constants)
        self.joints = {joint.name: joint for joint in self.system.joints}
        if not self.system.written_energies:
            self.sections.numbers(self.parameters)
        self.readings = Readings(self.read.written.values, self.system, self.parameters)
        in_tree = {branch.joint.name for branch in self.tree.branches}
        for joint in self.system.joints:
            if joint.coordinates and joint.name in in_tree:
                self._coordinates(joint)
        if self.own is not None:
            self._own_coordinates(self.own)
        for body in self.system.bodies.values():
            if body.placement is not None:
                self.kinematics.place_body(body, body.placement)
                if body.placement.quaternion:
                    self._unit_quaternion(f"{body.name}.unit", body.placement.quaternion, body.path)
        for branch in self.tree.branches:
            if branch.child not in self.kinematics.poses:
                self.kinematics.place_child(branch)
        self._add_loads()
        sound = not any(flaw.severity == "error" for flaw in self.read.flaws)
        drawn = sound and (len(self.system.bodies) > 1 or self.system.joints)
        if drawn and "scene" not in self.sections.values and not self._count_undrawn():
            self.sections.values["scene"] = with_schematic(
                Drawing(self.system, self.kinematics, self.actions).scene(),
                self.schematic,
                self.system.space,
            )
            self.sections.origins[("scene",)] = ("bodies",)
        if self.system.written_energies and not self.whole and not self._are_mentioned():
            return
        if self.system.written_energies:
            self.sections.numbers(self.parameters)
        Mentions(self.expansion()).define()
        for name, (text, path) in self.kinematics.definitions.items():
            self.sections.put(("definitions", name), text, path)

    def _are_mentioned(self) -> bool:
        """Whether anything besides the balances uses a quantity of the bodies."""
        names = {*self.kinematics.definitions, *self.parameters}
        return are_mentioned(self.sections.values, names, self.system)

    def _add_loads(self) -> None:
        """Add energies of bodies, constraints of joints, and entries of elements."""
        for body in self.system.bodies.values():
            if body.name != GROUND:
                self.kinematics.all_points(body)
                self._energies(body)
        for name, (text, path) in self.beams.potentials.items():
            self.sections.put(("energy", "potential", name), text, path)
        self.kinematics.definitions |= {
            name: (Text(text), path) for name, (text, path) in self.beams.names.items()
        }
        for joint in self.tree.loops:
            self._conditions(joint)
        for joint in self.system.joints:
            if joint.kind not in KINDS:
                self._coupling(joint)
        for element in self.system.elements:
            self._element(element)
        for joint in self.system.joints:
            if joint.limits is not None:
                self._limits(joint)
        say_rebounds(self.read, self.system.joints)
        self._networks()
        if self.own is not None:
            self._joint_values()

    def result(self) -> Written:
        """The expanded model."""
        return replace(
            self.read.written,
            values=self.sections.values,
            entries=self.sections.entries,
            origins=self.sections.origins,
            quantities={**self.read.written.quantities}
            | {path: pair for pair, path in self.quantities.items()},
            bodies=self._count(),
            sizes=tuple({*self.read.written.sizes, *self.read.elaborator.structural}),
            undrawn=self._count_undrawn() if "scene" not in self.sections.values else 0,
            loops=self.loops,
            conditions=tuple(self.conditions),
            positive=self.positive,
            meshes=self._meshes(),
            half_turns=tuple(self._half_turns()) if self.own is not None else (),
        )

    def _meshes(self) -> dict[Path, tuple[str, MeshBody]]:
        """The meshes of bodies, once for each entry."""
        bodies = {body.path: body for body in reversed(self.system.bodies.values())}
        return {path: (one.name, one.mesh) for path, one in bodies.items() if one.mesh is not None}

    def _half_turns(self) -> Iterator[str]:
        """The angles of joints that are known up to whole turns, without limits on both sides."""
        for joint in self.system.joints:
            limits = joint.limits
            if joint.kind not in KINDS or (limits is not None and limits.low and limits.high):
                continue
            motion = self.kinematics.motion(joint)
            for k, name in enumerate(joint.coordinates if motion.units else (), 1):
                if is_half_turn(motion, k):
                    yield canonical(name)

    def _count_undrawn(self) -> int:
        """The number of bodies, without the ground, where they are too many for a scene; else 0."""
        count = len(self.system.bodies)
        return count - 1 if count >= SCENE_POINTS else 0

    def expansion(self) -> BodyExpansion:
        """The record of the expansion."""
        return BodyExpansion(
            read=self.read,
            system=self.system,
            tree=self.tree,
            kinematics=self.kinematics,
            joints=self.joints,
            ties=self.ties,
            beams=self.beams,
            actions=tuple(self.actions),
            drives=tuple(self.drives),
            by_body=self.own is not None,
            parameters=frozenset(self.parameters),
            known=frozenset(self.sections.table(("parameters",))),
            values=self.sections.values,
            origins=self.sections.origins,
        )

    def _count(self) -> int:
        """How many bodies, joints and elements there are."""
        return len(self.system.bodies) + len(self.system.joints) + len(self.system.elements)

    # -- coordinates -----------------------------------------------------------------------------

    def _coordinates(self, joint: Joint) -> None:
        """The coordinates of a joint of the tree, with the user's entries for them."""
        motion = self._motion_of(joint)
        upright = scalar_part(joint, motion, self._section("coordinates"))
        for name, unit in zip(joint.coordinates, motion.units, strict=True):
            entry = joint.said.get(name, {})
            guess = {"guess": 1} if name == upright else {}
            self._coordinate(name, {**({"unit": unit} if unit else {}), **guess, **entry}, joint.path)
            given = self._section("coordinates").get(name)
            user = given if isinstance(given, Mapping) else {}
            for key in entry:
                literal = self.read.written.entries.get((*joint.path, "coordinate", name, key))
                if key not in user and literal is not None:
                    self.sections.entries["coordinates", name, key] = literal
        if motion.quaternion:
            names = tuple(Text(joint.coordinates[i - 1]) for i in motion.quaternion)
            self._unit_quaternion(f"{joint.name}.unit", names, joint.path)

    def _section(self, section: str) -> Mapping[str, Any]:
        """A section of the user; empty where it is no table, which is reported elsewhere."""
        table = self.read.written.values.get(section)
        return table if isinstance(table, Mapping) else {}

    def _coordinate(self, name: str, entry: Mapping[str, Any], origin: Path) -> None:
        """Add an entry of [coordinates], merged with the user's entry for it."""
        table = self.sections.table(("coordinates",))
        user = table.get(name, {})
        table[name] = {**entry, **(user if isinstance(user, Mapping) else {})}
        path: Path = ("coordinates", name)
        near = self.sections.near((*origin, "coordinate", name))
        if path not in self.sections.entries and near is not None:
            self.sections.entries[path] = near
            self.sections.origins[path] = origin
        for key, value in entry.items():
            if near is not None and (*path, key) not in self.sections.entries:
                self.sections.entries[(*path, key)] = entry_of(fill("{v}", v=str(value)), near)

    def _own_coordinates(self, coordinates: OwnCoordinates) -> None:
        """Add coordinates of bodies, and the parameters of their starts."""
        for name, (entry, origin) in coordinates.entries.items():
            self._coordinate(name, entry, origin)
        for name, (entry, origin) in coordinates.parameters.items():
            if isinstance(entry["value"], str):
                self.sections.put(
                    ("parameters", name), {key: Text(one) for key, one in entry.items()}, origin
                )
            else:
                self._number(name, entry, origin)

    def _number(self, name: str, entry: dict[str, Any], origin: Path) -> None:
        """Add a parameter with a computed number."""
        self.sections.table(("parameters",)).setdefault(name, entry)
        self.sections.origins["parameters", name] = origin

    def _unit_quaternion(self, name: str, quaternion: tuple[Text, ...], origin: Path) -> None:
        squares = " + ".join(f"({{e{i}}})^2" for i in range(4))
        named = {f"e{i}": one for i, one in enumerate(quaternion)}
        self.sections.put(("constraints", "displacement", name), fill(f"{squares} - 1", **named), origin)

    # -- energies --------------------------------------------------------------------------------

    def _energies(self, body: Body) -> None:
        """The kinetic and the potential energy of a body, unless they are written."""
        if self.system.written_energies:
            return
        for kind, text in energies_of(self.kinematics, body).items():
            self.sections.put(("energy", kind, body.name), text, body.path)

    # -- constraints -----------------------------------------------------------------------------

    def _conditions(self, joint: Joint) -> None:
        """The constraints of a joint that closes a loop, unless it holds by itself or they are written."""
        if self.system.written_energies:
            return
        conditions = conditions_of(joint, self.kinematics, self._axis)
        for i, text in enumerate(conditions):
            name = joint.name if len(conditions) == 1 else component(joint.name, i + 1)
            self.sections.put(("constraints", "displacement", name), text, joint.path)
            if self.loops:
                self.conditions.append(canonical(name))

    def _axis(self, joint: Joint, letter: str, end: int) -> Text:
        return axis_of(self.read, self.kinematics, joint, letter, end)

    def _coupling(self, joint: Joint) -> None:
        """The conditions of a tie of two frames, or of a coupling of other joints."""
        if joint.kind in COUPLINGS:
            wrong = misfit(joint, [self._unit_of(self.joints[end.point]) for end in joint.ends])
            if wrong is not None:
                self.read.flaw((*joint.path, "between"), "value", *wrong)
                return
            text = coupling_condition(joint, tuple(self._coordinate_of(joint, end) for end in joint.ends))
            last = self.joints[joint.ends[-1].point]
            if self.own is not None and last.kind in KINDS and is_half_turn(self.kinematics.motion(last), 1):
                text = fill("atan2(sin({w}), cos({w}))", w=text)
            self.sections.put(("constraints", "displacement", joint.name), text, joint.path)
            self.quantities |= (
                prescribed_units(joint, self.joints, self.sections.values["coordinates"]) | self.quantities
            )
            return
        if TIES[joint.kind].units and joint.coordinates:
            self._coordinates(joint)
        tie = self.ties[joint.name] = tie_conditions(joint, self.kinematics)
        for name, text in tie.definitions.items():
            self.sections.put(("definitions", name), text, joint.path)
        for name, (kind, text) in tie.conditions.items():
            self.sections.put(("constraints", kind, name), text, joint.path)

    def _coordinate_of(self, joint: Joint, end: End) -> tuple[Text, Text]:
        """The coordinate of a joint with one, or its value where it has none, and its start."""
        other = self.joints[end.point]
        by_body = (
            self.own is not None and other.kind in KINDS and self.system.space in KINDS[other.kind].motions
        )
        if len(other.coordinates) != 1 or (other in self.tree.loops and not by_body):
            message = f"the joint `{other.name}` has no coordinate of its own"
            hint = f"name a joint with one coordinate, or give `{other.name}` a coordinate"
            self.read.flaw((*joint.path, "between"), "value", message, hint)
            return Text("0"), Text("0")
        name = other.coordinates[0]
        entry = other.said.get(name, {}) if by_body else self.sections.values["coordinates"][name]
        if COUPLINGS[joint.kind].from_start and "start" not in entry:
            message = f"the {joint.kind} `{joint.name}` counts from the start of `{name}`, which is not given"
            cure = f"coordinate = {{ {name} = {{ start = 0 }} }} under [joints.{other.name}]"
            self.read.flaw(joint.path, "missing-key", message, f"give it one, as in {cure}")
        motion = self._motion_of(other)
        if by_body and COUPLINGS[joint.kind].from_start and motion.rotation and not is_thread(motion, 1):
            kind = joint.kind
            message = f"the {kind} `{joint.name}` counts turns, which bodies in space do not have"
            self.read.flaw(joint.path, "value", message, 'write coordinates = "joint" under [bodies]')
        if by_body:
            self._value_as_definition(other, 1)
        return Text(name), in_si({"unit": motion.units[0], **entry}, "start")

    def _motion_of(self, joint: Joint) -> Motion:
        tie = TIES.get(joint.kind)
        return Motion(units=tie.units) if tie is not None else self.kinematics.motion(joint)

    def _unit_of(self, joint: Joint) -> str:
        """The unit of the only coordinate of a joint; empty where it has more, or none."""
        units = self._motion_of(joint).units if joint.kind not in COUPLINGS else ()
        return units[0] if len(units) == 1 else ""

    def _limits(self, joint: Joint) -> None:
        """The contacts of the limits of a joint, on its coordinate or on its value."""
        value = self._value_name(joint)
        if value is None:
            name = member_name(joint.name, "value")
            text = self._joint_value(joint, 1)
            if text is not None:
                self.kinematics.definitions.setdefault(name, (text, joint.path))
            value = Text(name)
        motion = self.kinematics.motion(joint)
        if self.own is not None and motion.rotation and not is_thread(motion, 1):
            refuse_wide_limits(self.read, joint, self.parameters)
        for name, contact in contacts_of(joint, value).items():
            self.sections.put(("contacts", name), contact, joint.path)

    # -- values of joints, where bodies have the coordinates --------------------------------------

    def _joint_value(self, joint: Joint, k: int) -> Text | None:
        """The value of a joint instead of its coordinate k; None where it has none."""
        motion = self.kinematics.motion(joint)
        first, second = (self.kinematics.frame(end) for end in joint.ends)
        apart = fill(
            "{b} - ({a})",
            a=place_or_zero(first.position, self.system.space),
            b=place_or_zero(second.position, self.system.space),
        )
        pitch = joint.values.get("pitch")
        return value_of(motion, k, (first, second), apart, lambda u, end: self._axis(joint, u, end), pitch)

    def _value_as_definition(self, joint: Joint, k: int) -> None:
        text = self._joint_value(joint, k)
        if text is not None:
            self.kinematics.definitions.setdefault(joint.coordinates[k - 1], (text, joint.path))

    def _joint_values(self) -> None:
        """Values of joints as outputs by their names, or joints.NAME.value where expressions use the name."""
        written = self.read.written.values
        others = {key: one for key, one in written.items() if key not in SECTIONS}
        inside = [self.read.written.values.get(key, {}) for key in ("bodies", "elements")]
        words = {word for text in texts_in([others, *inside]) for word in _WORD.findall(text)}
        work = self.sections.table(("work",)) if isinstance(written.get("work"), Mapping) else {}
        for joint in self.system.joints:
            motion = self.kinematics.motion(joint) if joint.kind in KINDS else Motion()
            for k, name in enumerate(joint.coordinates if motion.units else (), 1):
                if name in self.sections.values.get("coordinates", {}):
                    continue
                text, output = self._joint_value(joint, k), name
                if text is None:
                    continue
                if name in words or name in work or name in self.kinematics.definitions:
                    self.kinematics.definitions.setdefault(name, (text, joint.path))
                    numbered = len(joint.coordinates) > 1
                    text, output = (
                        Text(name),
                        f"joints.{member_name(joint.name, f'value_{k}' if numbered else 'value')}",
                    )
                value = {"value": text, "unit": Text(motion.units[k - 1])}
                self.sections.put(("outputs", output), value, joint.path)
                if name in work:
                    self._effort(joint, name, work)

    def _effort(self, joint: Joint, name: str, work: dict[str, Any]) -> None:
        """The effort on the value of a joint, as a load that does its work."""
        written = work.pop(name)
        effort = Text(str(written.get("value", 0) if isinstance(written, Mapping) else written))
        path: Path = ("work", name)
        entry = self.sections.entries.pop(path, None)
        if entry is not None and entry.characters is None and len(effort.text) == entry.end - entry.value:
            effort = Text(effort.text, tuple(range(entry.value, entry.end)))
        load = {"at": Text(name), "force": effort}
        self.sections.put(path, load, path)
        self.drives.append((joint.name, effort))

    # -- elements --------------------------------------------------------------------------------

    def _element(self, element: Element) -> None:
        maker = Elements(
            read=self.read,
            kinematics=self.kinematics,
            joints=self.joints,
            value=self._value_name,
            axis=self._axis,
            readings=self.readings,
            parameter=self._number,
        )
        entries_and_actions = maker.entries_and_actions(element, self.sections.table(("coordinates",)))
        if entries_and_actions is None:
            return
        made, actions = entries_and_actions
        if "distance" in made.definitions and self._is_one_point(element):
            message = f"both ends of `{element.name}` are the same point: it has no direction"
            self.read.flaw((*element.path, "between"), "value", message, "name two points that move apart")
            return
        if element.heat and made.loss is not None:
            self.sections.put(("definitions", member_name(element.name, LOSS)), made.loss, element.path)
        for name, text in made.definitions.items():
            self.sections.put(("definitions", member_name(element.name, name)), text, element.path)
        if made.potential is not None:
            self.sections.put(("energy", "potential", element.name), made.potential, element.path)
        if made.dissipation is not None:
            self.sections.put(("energy", "dissipation", element.name), made.dissipation, element.path)
        for part, load in made.loads.items():
            name = member_name(element.name, part) if part else element.name
            self.sections.put(("work", name), load, element.path)
        for name, state in made.states.items():
            self.sections.put(("states", member_name(element.name, name)), state, element.path)
        for part, contact in made.contacts.items():
            name = with_suffix(element.name, part) if part else element.name
            self.sections.put(("contacts", name), contact, element.path)
        self.actions += actions

    def _is_one_point(self, element: Element) -> bool:
        return len({self.kinematics.frame(end).position.text for end in element.ends}) == 1

    def _networks(self) -> None:
        """Expand circuits, pipes and paths of heat."""
        if not self.system.networks:
            return
        host = Host(
            read=self.read,
            put=self.sections.put,
            coordinate=self._coordinate,
            value=self._value_name,
            joints=self.joints,
            values=self.sections.values,
            drive=lambda joint, effort: self.drives.append((joint, effort)),
        )
        networks = Networks(host, {one.name: one for one in self.system.networks}, self.readings)
        networks.run()
        self.positive |= positive_values(networks.elements)
        self.schematic = networks.scene
        alone = len(self.system.bodies) == 1 and not self.system.joints
        if alone and networks.scene and "scene" not in self.sections.values:
            others = list(self._section("coordinates"))
            self.sections.values["scene"] = {
                **networks.scene,
                **({"gauges": others[:GAUGES]} if others else {}),
            }
            self.sections.origins[("scene",)] = ("elements",)

    def _value_name(self, joint: Joint) -> Text | None:
        """The name of the value of a joint with a single value: its coordinate, or a definition."""
        in_tree = any(branch.joint is joint for branch in self.tree.branches)
        if len(joint.coordinates) != 1 or joint.kind not in KINDS or not (in_tree or self.own is not None):
            return None
        if self.own is not None:
            self._value_as_definition(joint, 1)
        return Text(joint.coordinates[0])
