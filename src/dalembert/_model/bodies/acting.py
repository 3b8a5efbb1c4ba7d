"""Elements expanded, by their kinds, to entries of the model and to actions on bodies."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dalembert._model.bodies.elements.kind import Effect, ElementData, Entries, Frame, Mistake
from dalembert._model.bodies.elements.laws import STORES
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.elements.rope import length_of
from dalembert._model.bodies.joint_values import is_thread
from dalembert._model.bodies.own_coordinates import in_si
from dalembert._model.bodies.reactions import Action
from dalembert._model.bodies.readings import ELEMENT_LAW, MOVED, NOTHING_FELT, Reading, Readings, Reads
from dalembert._model.bodies.records import GROUND, Element, End, Joint
from dalembert._model.bodies.texts import Text, canonical, fill, member_name, with_suffix
from dalembert._model.bodies.tree_kinematics import (
    Kinematics,
    apply_rotation,
    basis,
    is_name,
    plane_rotation,
    vector_text,
    zeros,
)
from dalembert._model.entry_reader import EntryReader
from dalembert._text.positions import Path

ELASTIC = (("stiffness", "length", "angle"), ("torsional_stiffness",))  # keys of one energy
DISPLACEMENTS = ("distance", "stretch", "twist", "shift")  # of elements
START = "start"  # the unstretched length of a spring is its length at the start
_NAME = re.compile(r"[^\W\d][\w.]*(?:\[[\d, ]+\])?")  # with its indices


@dataclass(frozen=True, slots=True, kw_only=True)
class Elements:
    """Makes entries of elements; `value` gives the name of the value of a joint, `axis` its axis."""

    read: EntryReader
    kinematics: Kinematics
    joints: Mapping[str, Joint]
    value: Callable[[Joint], Text | None]
    axis: Callable[[Joint, str, int], Text]
    readings: Readings
    parameter: Callable[[str, dict[str, Any], Path], None]

    def entries_and_actions(
        self, element: Element, coordinates: Mapping[str, Any]
    ) -> tuple[Entries, list[Action]] | None:
        """The entries of an element and its actions on bodies; None, and a flaw, where it is wrong."""
        kind = ELEMENTS[element.kind]
        joint = self._joint(element)
        ends = joint.ends if joint is not None and not element.ends else element.ends
        given = self._element_data(element, ends)
        if kind.turns or element.joint:
            pair = self._twist(element, joint, ends) if kind.turns else self._slide(element, joint)
            if pair is None:
                return None
            given = replace(given, twist=pair[0], axis=pair[1])
        if element.values.get("length", Text("")).text == START:
            length = self._length_at_start(element, given, coordinates)
            if length is None:
                return None
            given = replace(given, values=element.values | {"length": length})
        entries = kind.entries(given)
        if isinstance(entries, Mistake):
            here = (*element.path, entries.key) if entries.key else element.path
            self.read.flaw(here, "value", entries.message, entries.hint)
            return None
        self._note_law(element, given, entries)
        if not entries.effects:
            entries = replace(entries, effects=_pair(entries, given.frames))
        return entries, [
            Action(
                element=with_suffix(element.name, one.part) if one.part else element.name,
                body=ends[one.frame].body,
                place=one.place,
                force=one.force,
                torque=one.torque,
            )
            for one in entries.effects
        ]

    def _element_data(self, element: Element, ends: tuple[End, ...]) -> ElementData:
        """The data of an element, with its frames and their motions."""
        system, moves = self.kinematics.system, ELEMENTS[element.kind].moves
        bodies = tuple(system.bodies[end.body] for end in ends)
        frames = tuple(self.kinematics.frame(end) for end in ends)
        frames = tuple(
            replace(one, position=one.position if one.position.text else zeros(system.space))
            for one in frames
        )
        return ElementData(
            name=element.name,
            space=system.space,
            frames=frames,
            bodies=bodies,
            centres=tuple(
                zeros(system.space) if one.name == GROUND else self.kinematics.centre(one) for one in bodies
            ),
            velocities=tuple(self._velocity(element, i, end) for i, end in enumerate(ends)) if moves else (),
            spins=tuple(map(self._spin, ends)) if moves else (),
            joint=element.joint,
            values=element.values,
            vectors={k: one[0] if len(one) == 1 else vector_text(one) for k, one in element.vectors.items()},
            components=element.vectors,
            reads=self._reads(element),
            readings=self.readings,
            ways=self._ways(element, frames[0]) if element.direction else (),
            words=element.words,
        )

    def _note_law(self, element: Element, given: ElementData, made: Entries) -> None:
        """Tell what became of an element whose values read a motion, or which places its energy acts on."""
        reading = given.reading(*given.reads)
        moved = reading.name_of(Reads.PLACE)
        springs = (given.reading(*keys) for keys in ELASTIC)
        mixed = next((one for one in springs if one.has(Reads.OWN) and one.has(Reads.PLACE)), None)
        stores = made.became == STORES
        if mixed is not None and not stores:
            itself, there = mixed.name_of(Reads.OWN), mixed.name_of(Reads.PLACE)
            message = (
                f"`{element.name}` reads `{itself}` and the place `{there}`, on which its energy would"
                " act; no such energy is known"
            )
            hint = 'write the law itself, force = "…", which acts on its ends alone, or an energy'
            self.read.flaw(element.path, ELEMENT_LAW, message, hint)
        elif stores and moved:
            message = f"`{element.name}` reads the place `{moved}`: {made.became}, and acts on `{moved}`, too"
            law = 'if only the law is meant, write it: force = "k*stretch"'
            self.read.flaw(element.path, ELEMENT_LAW, message, law, severity="note")
        elif made.became:
            message = f"`{element.name}` reads `{reading.name_of(*MOVED, Reads.OWN)}`: {made.became}"
            self.read.flaw(element.path, ELEMENT_LAW, message, NOTHING_FELT, severity="note")
        elif moved and made.potential is not None:
            message = f"`{element.name}` reads the place `{moved}`: its energy acts on `{moved}`, too"
            law = 'if only the law is meant, write it: force = "k*stretch"'
            self.read.flaw(element.path, ELEMENT_LAW, message, law, severity="note")

    def _reads(self, element: Element) -> dict[str, Reading]:
        """What the numbers and vectors of an element read."""
        itself = [f"{element.name}.{word}" for word in DISPLACEMENTS]
        texts = {key: one.text for key, one in element.values.items()}
        texts |= {key: " + ".join(part.text for part in one) for key, one in element.vectors.items()}
        return {key: self.readings.of(text, itself) for key, text in texts.items()}

    def _ways(self, element: Element, frame: Frame) -> tuple[Text, ...]:
        """The direction of an element and those perpendicular to it, in fixed axes."""
        axes = map(vector_text, basis(element.direction))
        if self.kinematics.system.space == 3:
            return tuple(apply_rotation(frame.rotation, one) for one in axes)
        turned = plane_rotation(frame.angle)
        return tuple(one if frame.angle.is_zero else fill("{R}*{v}", R=turned, v=one) for one in axes)

    def _velocity(self, element: Element, number: int, end: End) -> Text:
        """The velocity of a frame: the rate of a definition."""
        position = self.kinematics.frame(end).position
        if end.body == GROUND or not position.text:
            return zeros(self.kinematics.system.space)
        if not is_name(position):
            name = f"{element.name}.place{number + 1}"
            self.kinematics.definitions.setdefault(name, (position, element.path))
            position = Text(name)
        return fill("{r}'", r=position)

    def _spin(self, end: End) -> Text:
        """The angular velocity of a body in fixed axes, a number in the plane; empty without rotation."""
        pose = self.kinematics.poses[end.body]
        if self.kinematics.system.space == 2:
            return fill("{a}'", a=pose.angle) if is_name(pose.angle) else Text("")
        return fill("({w})", w=apply_rotation(pose.rotation, pose.omega)) if pose.omega.text else Text("")

    # -- torsion ---------------------------------------------------------------------------------

    def _joint(self, element: Element) -> Joint | None:
        """The joint that a torsion spring or damper sits in: by its name, in space also by its bodies."""
        if element.joint:
            return self.joints[element.joint]
        if self.kinematics.system.space == 2 or not ELEMENTS[element.kind].turns:
            return None
        pair = {end.body for end in element.ends}
        joined = (one for one in self.joints.values() if {end.body for end in one.ends} == pair)
        return next((one for one in joined if len(one.coordinates) == 1), None)

    def _twist(
        self, element: Element, joint: Joint | None, ends: tuple[End, ...]
    ) -> tuple[Text, Text] | None:
        """The angle of a torsion spring or damper, and the axis that it turns about, in space."""
        system = self.kinematics.system
        if joint is None and system.space == 2:
            first, second = (self.kinematics.frame(end).angle for end in ends)
            return fill("({b}) - ({a})", a=first, b=second), Text("")
        value = self.value(joint) if joint is not None else None
        motion = self.kinematics.motion(joint) if joint is not None and value is not None else None
        if joint is None or value is None or motion is None or motion.units != ("rad",):
            known = joint.name if joint is not None else ""
            message = f"`{element.name}` needs a joint that turns by one angle"
            message += f", not `{known}`" if known else " between its bodies"
            hint = 'name a pin: between = "joints.A"'
            self.read.flaw((*element.path, "between"), "value", message, hint)
            return None
        if system.by_body and is_thread(motion, 1):  # its value is a distance: no torque acts on it
            message = (
                f"`{element.name}` sits in the screw `{joint.name}`, which has no angle in body coordinates"
            )
            hint = 'write coordinates = "joint" under [bodies]'
            self.read.flaw((*element.path, "between"), "value", message, hint)
            return None
        if system.by_body and system.space == 3 and "twist" in ELEMENTS[element.kind].law_needs:
            self._refuse_turns(element, joint)
        along = self.axis(joint, "a", 0) if system.space == 3 else Text("")
        if not element.joint and joint.ends[0].body != element.ends[0].body:
            return fill("-{q}", q=value), along
        return value, along

    def _refuse_turns(self, element: Element, joint: Joint) -> None:
        """Refuse an angle that may exceed half a turn, where only its sine and cosine are known."""
        limits = joint.limits
        if limits is None or limits.low is None or limits.high is None:
            message = f"`{element.name}` counts turns of `{joint.name}`, which bodies in space do not have"
            hint = (
                f'write coordinates = "joint" under [bodies], or limits within half a turn for `{joint.name}`'
            )
            self.read.flaw((*element.path, "between"), "value", message, hint)

    def _slide(self, element: Element, joint: Joint | None) -> tuple[Text, Text] | None:
        """The distance that a joint slides by, and the axis along which it does."""
        value = self.value(joint) if joint is not None else None
        motion = self.kinematics.motion(joint) if joint is not None and value is not None else None
        if joint is None or value is None or motion is None or motion.units != ("m",):
            message = f"`{element.name}` needs a joint that slides by one distance, not `{element.joint}`"
            hint = 'name a slider: between = "joints.S"'
            self.read.flaw((*element.path, "between"), "value", message, hint)
            return None
        return value, self.axis(joint, "a", 0)

    # -- lengths as assembled --------------------------------------------------------------------

    def _length_at_start(
        self, element: Element, given: ElementData, coordinates: Mapping[str, Any]
    ) -> Text | None:
        """The distance at the start, by definitions of the positions there."""
        text = given.twist if given.joint else length_of(given)
        definitions = self.kinematics.definitions
        waiting, missing = [text.text], set()
        made: dict[str, str] = {}
        starts: dict[str, str] = {}
        while waiting:
            for name in _names(waiting.pop()):
                if name in definitions and name not in made:
                    made[name] = member_name(name, "at_start")
                    waiting.append(definitions[name][0].text)
                elif name in coordinates and name not in starts:
                    entry = coordinates[name]
                    if START not in entry:
                        missing.add(name)
                    starts[name] = self._start_of(element, name, entry)
        if missing:
            message = f"the length of `{element.name}` at the start depends on {', '.join(sorted(missing))}"
            hint = "give each of them a start, or the length as a number"
            self.read.flaw((*element.path, "length"), "value", message, hint)
            return None
        known = made | starts
        for name, value in made.items():
            definitions[value] = (Text(_substitute(definitions[name][0].text, known)), element.path)
        return Text(_substitute(text.text, known))

    def _start_of(self, element: Element, name: str, entry: Mapping[str, Any]) -> str:
        """The start of a coordinate in SI: a number is a parameter, as it has a unit."""
        start = in_si(entry, START).text
        if not entry.get("unit") or not _is_number(start) or float(start) == 0.0:
            return f"({start})"
        name_at_start = f"{element.name}.start.{name}"
        self.parameter(canonical(name_at_start), {"value": entry[START], "unit": entry["unit"]}, element.path)
        return canonical(name_at_start)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _pair(entries: Entries, frames: tuple[Frame, ...]) -> tuple[Effect, ...]:
    """The force and the torque on the last frame, and their opposites on the first of two."""
    return tuple(
        Effect(
            frame=number,
            place=entries.place if entries.place is not None else frame.position,
            force=fill(f"{sign}({{F}})", F=entries.force) if entries.force is not None else None,
            torque=fill(f"{sign}({{M}})", M=entries.torque) if entries.torque is not None else None,
        )
        for (number, frame), sign in zip([*enumerate(frames)][::-1], ("", "-"), strict=False)
    )


def _names(text: str) -> list[str]:
    """All names in a text, with their indices and without."""
    names = _NAME.findall(text)
    return [*names, *(one.partition("[")[0] for one in names if "[" in one)]


def _substitute(text: str, known: Mapping[str, str]) -> str:
    def one(match: re.Match[str]) -> str:
        name = match.group()
        base, bracket, index = name.partition("[")
        return known.get(name) or known.get(base, base) + bracket + index

    return _NAME.sub(one, text)
