"""Bodies, joints and elements to ordinary sections of a model: definitions, energies, constraints, loads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from dalembert._expression.source import Flaw
from dalembert._model.bodies.drawing import Drawing
from dalembert._model.bodies.elements.kind import Entries, Frame, Given
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.joints.kind import Normal, Place, SameAngle
from dalembert._model.bodies.joints.registry import KINDS
from dalembert._model.bodies.kinematics import (
    Kinematics,
    applied,
    basis,
    is_name,
    plane_rotation,
    vector,
    vector_text,
    zeros,
)
from dalembert._model.bodies.reactions import WORDS as REACTIONS
from dalembert._model.bodies.reactions import Action, Reactions
from dalembert._model.bodies.reading import SECTIONS, SystemReader
from dalembert._model.bodies.records import GROUND, OF_COORDINATES, Body, Element, End, Joint, System
from dalembert._model.bodies.texts import Text, entry_of, filled
from dalembert._model.bodies.tree import Tree, tree_of
from dalembert._model.entry_reader import EntryReader
from dalembert._model.given_numbers import number_of
from dalembert._model.units import UnitFault, unit_of
from dalembert._text.positions import Entry, Path
from dalembert._text.written import Written, dotted

_WORD = re.compile(r"[^\W\d][\w.]*(?![\w.]*\()")  # a name, but no function
_MENTION = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")
COORDINATE = ("start", "speed", "guess", "text", "symbol", "unit")


def with_bodies(written: Written) -> tuple[Written, tuple[Flaw, ...]]:
    """What was written, with bodies, joints and elements as entries of the ordinary sections; their flaws."""
    if not any(section in written.values for section in SECTIONS):
        return written, ()
    read = EntryReader(written)
    known = len(read.flaws)
    reader = SystemReader(read)
    system = reader.system()
    if any(flaw.severity == "error" for flaw in read.flaws[known:]):
        return _without(written), tuple(read.flaws[known:])
    tree = tree_of(system, written.values.get("joints", {}), read)
    if any(flaw.severity == "error" for flaw in read.flaws[known:]):
        return _without(written), tuple(read.flaws[known:])
    made = _Expansion(read=read, system=system, tree=tree, parameters=reader.parameters)
    made.run()
    return made.written(), tuple(read.flaws[known:])


def _without(written: Written) -> Written:
    """What is left where the bodies cannot be read: it is read for flaws of its own."""
    return replace(written, values={k: v for k, v in written.values.items() if k not in SECTIONS})


@dataclass(slots=True)
class _Expansion:
    """Collects the entries that bodies, joints and elements stand for."""

    read: EntryReader
    system: System
    tree: Tree
    parameters: dict[str, tuple[dict[str, Any], Path]]  # numbers that stand with bodies, joints and elements
    values: dict[str, Any] = field(default_factory=dict)
    entries: dict[Path, Entry] = field(default_factory=dict)
    origins: dict[Path, Path] = field(default_factory=dict)
    kinematics: Kinematics = field(init=False)
    tables: dict[Path, dict[str, Any]] = field(default_factory=dict)  # that may be added to
    actions: list[Action] = field(default_factory=list)  # of elements on bodies

    def run(self) -> None:
        """All entries, bodies first."""
        written = self.read.written
        self.values = {k: v for k, v in written.values.items() if k not in SECTIONS}
        self.entries = dict(written.entries)
        self.kinematics = Kinematics(self.system)
        self._numbers()
        for joint in self.system.joints:
            if joint.coordinates and any(joint is branch.joint for branch in self.tree.branches):
                self._coordinates(joint)
        for body in self.system.bodies.values():
            if body.place is not None:
                self.kinematics.placed(body, body.place)
                if body.place.quaternion:
                    self._unit_quaternion(f"{body.name}.unit", body.place.quaternion, body.path)
        for branch in self.tree.branches:
            self.kinematics.joined(branch)
        for body in self.system.bodies.values():
            if body.name != GROUND:
                self.kinematics.all_points(body)
                self._energies(body)
        for joint in self.tree.loops:
            self._conditions(joint)
        for joint in self.system.joints:
            if joint.kind not in KINDS:
                self._coupling(joint)
        for element in self.system.elements:
            self._element(element)
        if "scene" not in self.values:
            self.values["scene"] = Drawing(self.system, self.kinematics).scene()
            self.origins[("scene",)] = ("bodies",)
        self._mentioned()
        for name, (text, path) in self.kinematics.definitions.items():
            self._put(("definitions", name), text, path)

    def written(self) -> Written:
        """What was written, expanded."""
        return replace(self.read.written, values=self.values, entries=self.entries, origins=self.origins)

    # -- entries ---------------------------------------------------------------------------------

    def _table(self, path: Path) -> dict[str, Any]:
        """The table at a path, as a copy of the user's that may be added to."""
        if path in self.tables:
            return self.tables[path]
        above = self._table(path[:-1]) if len(path) > 1 else self.values
        key = str(path[-1])
        inner = above.get(key, {})
        if (
            not isinstance(inner, Mapping) and path[0] == "energy"
        ):  # one term alone, with the name of its kind
            inner = {key: inner}
            if path in self.entries:
                self.entries[(*path, key)] = self.entries[path]
        copy = dict(inner) if isinstance(inner, Mapping) else {}  # what is no table is told where it is read
        above[key] = self.tables[path] = copy
        return copy

    def _put(self, path: Path, value: Text | dict[str, Text], origin: Path) -> None:
        """An entry made for the entry at `origin`."""
        table, name = self._table(path[:-1]), str(path[-1])
        if name in table:
            message = f"`{dotted(path)}` is given, but {dotted(origin)} makes an entry of this name"
            self.read.flaw(path, "name", message, "give yours another name")
            return
        self.origins[path] = origin
        near = self._near(origin)
        if isinstance(value, Text):
            table[name] = value.text
            if near is not None:
                self.entries[path] = entry_of(value, near)
            return
        table[name] = {key: text.text for key, text in value.items()}
        if near is not None:
            self.entries[path] = near
        for key, text in value.items():
            self.origins[(*path, key)] = origin
            if near is not None:
                self.entries[(*path, key)] = entry_of(text, near)

    def _near(self, path: Path) -> Entry | None:
        entries = self.read.written.entries
        found = (entries.get(path[:length]) for length in range(len(path), 0, -1))
        return next((one for one in found if one is not None), None)

    def _numbers(self) -> None:
        """Parameters of the numbers in the three sections, unless the user gives them."""
        table = self._table(("parameters",))
        for name, (entry, literal) in self.parameters.items():
            path: Path = ("parameters", name)
            self.origins[path] = literal
            own = self.read.written.entries.get(literal)
            if name not in table and own is not None:
                self.entries[path] = own
                inner = self.read.written.entries.get((*literal, "value"), own)
                self.entries[(*path, "value")] = inner
                if (*literal, "unit") in self.read.written.entries:
                    self.entries[(*path, "unit")] = self.read.written.entries[(*literal, "unit")]
            table.setdefault(name, entry)

    # -- coordinates -----------------------------------------------------------------------------

    def _coordinates(self, joint: Joint) -> None:
        """The coordinates of a joint of the tree, with what the user says of them there."""
        motion = KINDS[joint.kind].motions[self.system.space]
        said = self.read.written.values["joints"][joint.name].get("coordinate", {})
        here = (*joint.path, "coordinate")
        table = self._table(("coordinates",))
        for name, unit in zip(joint.coordinates, motion.units, strict=True):
            own = said.get(name, {}) if isinstance(said, Mapping) else {}
            if not isinstance(own, Mapping):
                message = f"`{name}` must be a table"
                self.read.flaw((*here, name), "value", message, f"write {name} = {{ start = 0 }}")
                own = {}
            self.read.keys((*here, name), own, COORDINATE)
            user = table.get(name, {})
            user = user if isinstance(user, Mapping) else {}
            table[name] = {**({"unit": unit} if unit else {}), **own, **user}
            path: Path = ("coordinates", name)
            near = self._near((*here, name))
            if path not in self.entries and near is not None:
                self.entries[path] = near
                self.origins[path] = joint.path
            for key in own:
                literal = self.read.written.entries.get((*here, name, key))
                if key not in user and literal is not None:
                    self.entries[(*path, key)] = literal
        if motion.quaternion:
            names = tuple(Text(joint.coordinates[i - 1]) for i in motion.quaternion)
            self._unit_quaternion(f"{joint.name}.unit", names, joint.path)

    def _unit_quaternion(self, name: str, quaternion: tuple[Text, ...], origin: Path) -> None:
        squares = " + ".join(f"({{e{i}}})^2" for i in range(4))
        named = {f"e{i}": one for i, one in enumerate(quaternion)}
        self._put(("constraints", "displacement", name), filled(f"{squares} - 1", **named), origin)

    # -- energies --------------------------------------------------------------------------------

    def _energies(self, body: Body) -> None:
        """T = ½ m v·v + ½ ω·J ω and V = −m g·r of a body, v and r those of its mass centre."""
        pose = self.kinematics.poses[body.name]
        terms: list[Text] = []
        if not body.mass.is_zero:
            centre = self.kinematics.centre(body)
            terms.append(filled("1/2*({m})*dot({c}', {c}')", m=body.mass, c=centre))
            gravity = vector(self.system.gravity)
            if gravity.text:
                own = filled("-({m})*dot({g}, {c})", m=body.mass, g=gravity, c=centre)
                self._put(("energy", "potential", body.name), own, body.path)
        if self.system.space == 2 and body.inertia and not pose.angle.is_zero:
            (((moment),),) = body.inertia
            terms.append(filled("1/2*({J})*{a}'^2", J=moment, a=pose.angle))
        if self.system.space == 3 and body.inertia and pose.omega.text:
            terms += _turning(body, pose.omega)
        if terms:
            named = {f"t{i}": one for i, one in enumerate(terms)}
            total = filled(" + ".join(f"{{{name}}}" for name in named), **named)
            self._put(("energy", "kinetic", body.name), total, body.path)

    # -- constraints -----------------------------------------------------------------------------

    def _conditions(self, joint: Joint) -> None:
        """The constraints of a joint that closes a loop."""
        first, second = (self.kinematics.frame(end) for end in joint.ends)
        axes = dict(zip("abc", basis(joint.axis), strict=False))
        found: list[Text] = []
        apart = filled("{a} - ({b})", a=self._vector(first.place), b=self._vector(second.place))
        for condition in KINDS[joint.kind].conditions[self.system.space]:
            match condition:
                case Place(axes="xyz"):
                    found += [filled(f"({{d}})[{i + 1}]", d=apart) for i in range(self.system.space)]
                case Place(axes=letter):
                    along = self._axis(axes, letter, first, joint)
                    found.append(filled("dot({u}, {d})", u=along, d=apart))
                case Normal(first=u, second=v):
                    pair = (self._axis(axes, u, first, joint), self._axis(axes, v, second, joint))
                    found.append(filled("dot({u}, {v})", u=pair[0], v=pair[1]))
                case SameAngle():
                    found.append(filled("({a}) - ({b})", a=first.angle, b=second.angle))
        for i, text in enumerate(found):
            name = joint.name if len(found) == 1 else f"{joint.name}[{i + 1}]"
            self._put(("constraints", "displacement", name), text, joint.path)

    def _axis(self, axes: Mapping[str, tuple[Text, ...]], letter: str, frame: Frame, joint: Joint) -> Text:
        """An axis of a joint in fixed axes, as it moves with one of its frames."""
        if letter not in axes:
            message = f"the axis of `{joint.name}`, which closes a loop, must be numbers, or x, y or z"
            self.read.flaw((*joint.path, "axis"), "value", message, "turn the points of the joint instead")
            return vector_text((Text("1"), Text("0"), Text("0")))
        own = vector_text(axes[letter])
        if self.system.space == 3:
            return applied(frame.rotation, own)
        return own if frame.angle.is_zero else applied(plane_rotation(frame.angle), own)

    def _vector(self, place: Text) -> Text:
        return place if place.text else zeros(self.system.space)

    def _coupling(self, joint: Joint) -> None:
        match joint.kind:
            case "distance":
                first, second = (self.kinematics.frame(end).place for end in joint.ends)
                parts = {"a": self._vector(first), "b": self._vector(second), "l": joint.values["length"]}
                text = filled("norm({b} - ({a})) - ({l})", **parts)
            case "gear":
                a, b = (self._coordinate_of(joint, end) for end in joint.ends)
                parts = {"a": a[0], "b": b[0], "n": joint.values["ratio"], "a0": a[1], "b0": b[1]}
                text = filled("{a} - ({a0}) - ({n})*({b} - ({b0}))", **parts)
            case _:
                name, _ = self._coordinate_of(joint, joint.ends[0])
                text = filled("({value}) - {q}", value=joint.values["value"], q=name)
        self._put(("constraints", "displacement", joint.name), text, joint.path)

    def _coordinate_of(self, joint: Joint, end: End) -> tuple[Text, Text]:
        """The coordinate of a joint with one, and its start."""
        other = next(one for one in self.system.joints if one.name == end.point)
        if len(other.coordinates) != 1 or other in self.tree.loops:
            message = f"the joint `{other.name}` has no coordinate of its own"
            hint = f"name a joint with one coordinate, or give `{other.name}` a coordinate"
            self.read.flaw((*joint.path, "between"), "value", message, hint)
            return Text("0"), Text("0")
        name = other.coordinates[0]
        entry = self.values["coordinates"][name]
        if joint.kind == "gear" and "start" not in entry:
            message = f"the gear `{joint.name}` counts from the start of `{name}`, which is not given"
            self.read.flaw(
                joint.path, "missing-key", message, f"give `{name}` a start under [joints.{other.name}]"
            )
        return Text(name), self._start_in_si(entry)

    def _start_in_si(self, entry: Mapping[str, Any]) -> Text:
        """The start of a coordinate: a number in its unit, an expression in SI."""
        start = entry.get("start", 0)
        number = number_of(start)
        if number is None:
            return Text(str(start))
        try:
            unit = unit_of(str(entry.get("unit", "")) or "1")
        except UnitFault:
            return Text("0")  # told where the coordinate is read
        return Text(repr(float(unit.si(float(number.value)))))

    # -- elements --------------------------------------------------------------------------------

    def _element(self, element: Element) -> None:
        kind = ELEMENTS[element.kind]
        frames = tuple(self.kinematics.frame(end) for end in element.ends)
        frames = tuple(replace(one, place=self._vector(one.place)) for one in frames)
        if element.kind == "torque" and self.system.space == 3 and not frames[0].body_rotation.text:
            message = f"the body `{element.ends[0].body}` does not turn"
            self.read.flaw((*element.path, "on"), "value", message, "put the torque on a body that turns")
            return
        made: Entries = kind.entries(
            Given(
                name=element.name,
                space=self.system.space,
                frames=frames,
                values=element.values,
                vectors={
                    key: one[0] if len(one) == 1 else vector_text(one) for key, one in element.vectors.items()
                },
                words=element.words,
            )
        )
        for name, text in made.definitions.items():
            self._put(("definitions", f"{element.name}.{name}"), text, element.path)
        if made.potential is not None:
            self._put(("energy", "potential", element.name), made.potential, element.path)
        if made.dissipation is not None:
            self._put(("energy", "dissipation", element.name), made.dissipation, element.path)
        if made.load:
            self._put(("work", element.name), made.load, element.path)
        for end, frame, sign in zip(element.ends[::-1], frames[::-1], ("", "-"), strict=False):
            self.actions.append(
                Action(
                    element=element.name,
                    body=end.body,
                    place=frame.place,
                    force=filled(f"{sign}({{F}})", F=made.force) if made.force is not None else None,
                    torque=filled(f"{sign}({{M}})", M=made.torque) if made.torque is not None else None,
                )
            )

    # -- names that other expressions use --------------------------------------------------------

    def _mentioned(self) -> None:
        """Definitions of names such as crank.angle that stand in texts of the model, where there are none."""
        found = (one for text in _texts(self.values) for one in _MENTION.findall(text))
        names = {one.removesuffix(one[-2:]) if one[-2:] in (".x", ".y", ".z") else one for one in found}
        definitions = self.kinematics.definitions
        for name in sorted(names):
            own, _, word = name.partition(".")
            if own == "joints":
                self._reaction(word)
                continue
            if word in ("force_fixed", "torque_fixed"):
                self._force_of(own, word)
            body = self.system.bodies.get(own)
            known = name in definitions or name in self.parameters
            if body is None or known or own not in self.kinematics.poses:
                continue
            text = self._quantity(body, word)
            if text is not None:
                definitions[name] = (text, body.path)

    def _force_of(self, element: str, word: str) -> None:
        """ELEMENT.force_fixed or .torque_fixed: what an element does at its last end, in fixed axes."""
        acting = next((one for one in self.actions if one.element == element), None)
        own = None if acting is None else acting.force if word == "force_fixed" else acting.torque
        if own is not None:
            path: Path = ("elements", element)
            self.kinematics.definitions.setdefault(f"{element}.{word}", (own, path))

    def _reaction(self, word: str) -> None:
        """The definition of joints.NAME.force, .torque, .force_body or .torque_body."""
        name, _, what = word.partition(".")
        joint = next((one for one in self.system.joints if one.name == name), None)
        if joint is None or what not in REACTIONS or joint.kind in OF_COORDINATES:
            return  # told as a name that is not known
        if self._unknown_forces():
            return
        reactions = Reactions(
            system=self.system,
            tree=self.tree,
            kinematics=self.kinematics,
            actions=tuple(self.actions),
            axis=self._axis_of,
        )
        reactions.define(joint, what)

    def _unknown_forces(self) -> bool:
        """Whether something acts that is no element: what it does to each body is not known, and told."""
        written = self.read.written.values
        found: list[Path] = []
        energy = written.get("energy", {})
        if isinstance(energy, Mapping):
            found += [("energy", kind) for kind in ("kinetic", "potential") if kind in energy]
            if self._is_beyond_joints(energy.get("dissipation", {})):
                found.append(("energy", "dissipation"))
        moving = self._moving()
        work = written.get("work", {})
        found += [("work", name) for name in work if name not in moving] if isinstance(work, Mapping) else []
        found += [(key,) for key in ("constraints", "contacts", "impulses") if key in written]
        if found:
            message = (
                "the forces in joints follow from elements only, but what this does to each body is not known"
            )
            self.read.flaw(
                found[0], "joints", message, "write it under [elements] or [joints], or ask for no forces"
            )
        return bool(found)

    def _moving(self) -> set[str]:
        """The coordinates of the joints of the tree."""
        return {name for branch in self.tree.branches for name in branch.joint.coordinates}

    def _is_beyond_joints(self, dissipation: Any) -> bool:
        """Whether a dissipation of the user depends on more than coordinates of joints and parameters."""
        known = self._moving() | set(self._table(("parameters",)))
        words = {word for text in _texts(dissipation) for word in _WORD.findall(text)}
        return not words <= known

    def _axis_of(self, joint: Joint, letter: str, end: int) -> Text:
        axes = dict(zip("abc", basis(joint.axis), strict=False))
        return self._axis(axes, letter, self.kinematics.frame(joint.ends[end]), joint)

    def _quantity(self, body: Body, word: str) -> Text | None:
        pose, space = self.kinematics.poses[body.name], self.system.space
        if word in body.points:
            return self._vector(self.kinematics.frame(End(body=body.name, point=word)).place)
        match word:
            case "origin":
                return self._vector(pose.place)
            case "centre" if body.name != GROUND:
                return self.kinematics.centre(body)
            case "mass" if body.name != GROUND:
                return body.mass
            case "angle" if space == 2:
                return pose.angle
            case "omega" if space == 2:
                return filled("{a}'", a=pose.angle) if is_name(pose.angle) else Text("0")
            case "omega":
                return pose.omega if pose.omega.text else vector_text((Text("0"),) * 3)
            case "R" if space == 2:
                return self.kinematics.frame(End(body=body.name)).body_rotation
            case "R":
                return pose.rotation if pose.rotation.text else Text("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]")
        return None


def _turning(body: Body, omega: Text) -> Iterator[Text]:
    """The terms of ½ ω·J ω."""
    for i in range(3):
        for j in range(i + 1):
            moment = body.inertia[i][j]
            if not moment.is_zero:
                factor = "1/2*" if i == j else ""
                product = f"{{w}}[{i + 1}]^2" if i == j else f"{{w}}[{i + 1}]*{{w}}[{j + 1}]"
                yield filled(f"{factor}({{J}})*{product}", J=moment, w=omega)


def _texts(value: Any) -> Iterator[str]:
    """All texts in nested tables."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            stack.extend(one.values())
        elif isinstance(one, list | tuple):
            stack.extend(one)
