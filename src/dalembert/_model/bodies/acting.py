"""Elements, brought from their kinds to entries of the model and to actions on bodies."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dalembert._model.bodies.elements.kind import Entries, Given
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.joint_values import is_thread
from dalembert._model.bodies.kinematics import Kinematics, vector_text, zeros
from dalembert._model.bodies.own_coordinates import in_si
from dalembert._model.bodies.reactions import Action
from dalembert._model.bodies.records import Element, End, Joint
from dalembert._model.bodies.texts import Text, filled, owned
from dalembert._model.entry_reader import EntryReader

START = "start"  # the length of a spring as it is assembled
_NAME = re.compile(r"[^\W\d][\w.]*(?:\[[\d, ]+\])?")  # with its indices


@dataclass(frozen=True, slots=True, kw_only=True)
class Elements:
    """Makes entries of elements; `value` gives the name of the value of a joint, `axis` its axis."""

    read: EntryReader
    kinematics: Kinematics
    joints: Mapping[str, Joint]
    value: Callable[[Joint], Text | None]
    axis: Callable[[Joint, str, int], Text]

    def made(self, element: Element, coordinates: Mapping[str, Any]) -> tuple[Entries, list[Action]] | None:
        """The entries of an element and what it does to bodies; None, and a flaw, where it cannot be."""
        system = self.kinematics.system
        joint = self._joint(element)
        ends = joint.ends if joint is not None and not element.ends else element.ends
        frames = tuple(self.kinematics.frame(end) for end in ends)
        frames = tuple(
            replace(one, place=one.place if one.place.text else zeros(system.space)) for one in frames
        )
        if element.kind == "torque" and system.space == 3 and not frames[0].body_rotation.text:
            message = f"the body `{ends[0].body}` does not turn"
            self.read.flaw((*element.path, "on"), "value", message, "put the torque on a body that turns")
            return None
        twist, axis = Text(""), Text("")
        if ELEMENTS[element.kind].turns:
            found = self._twist(element, joint, ends)
            if found is None:
                return None
            twist, axis = found
        given = Given(
            name=element.name,
            space=system.space,
            frames=frames,
            twist=twist,
            axis=axis,
            values=element.values,
            vectors={k: one[0] if len(one) == 1 else vector_text(one) for k, one in element.vectors.items()},
            words=element.words,
        )
        if element.values.get("length", Text("")).text == START:
            length = self._length_at_start(element, given, coordinates)
            if length is None:
                return None
            given = replace(given, values=element.values | {"length": length})
        entries = ELEMENTS[element.kind].entries(given)
        actions = [
            Action(
                element=element.name,
                body=end.body,
                place=frame.place,
                force=filled(f"{sign}({{F}})", F=entries.force) if entries.force is not None else None,
                torque=filled(f"{sign}({{M}})", M=entries.torque) if entries.torque is not None else None,
            )
            for end, frame, sign in zip(ends[::-1], frames[::-1], ("", "-"), strict=False)
        ]
        return entries, actions

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
            return filled("({b}) - ({a})", a=first, b=second), Text("")
        value = self.value(joint) if joint is not None else None
        motion = self.kinematics.motion(joint) if joint is not None and value is not None else None
        if joint is None or value is None or motion is None or motion.units != ("rad",):
            known = joint.name if joint is not None else ""
            message = f"`{element.name}` needs a joint that turns by one angle"
            message += f", not `{known}`" if known else " between its bodies"
            hint = 'name a pin: between = "joints.A"'
            self.read.flaw((*element.path, "between"), "value", message, hint)
            return None
        if system.by_body and is_thread(motion, 1):  # its value there is a distance: no torque acts on it
            message = (
                f"`{element.name}` sits in the screw `{joint.name}`, which has no angle in body coordinates"
            )
            hint = 'write coordinates = "joint" under [bodies]'
            self.read.flaw((*element.path, "between"), "value", message, hint)
            return None
        along = self.axis(joint, "a", 0) if system.space == 3 else Text("")
        if not element.joint and joint.ends[0].body != element.ends[0].body:
            return filled("-{q}", q=value), along
        return value, along

    # -- lengths as assembled --------------------------------------------------------------------

    def _length_at_start(self, element: Element, given: Given, coordinates: Mapping[str, Any]) -> Text | None:
        """The distance at the start, by definitions of the places there."""
        first, second = given.frames
        text = filled("norm({b} - ({a}))", a=first.place, b=second.place)
        definitions = self.kinematics.definitions
        waiting, missing = [text.text], set()
        made: dict[str, str] = {}
        starts: dict[str, str] = {}
        while waiting:
            for name in _names(waiting.pop()):
                if name in definitions and name not in made:
                    made[name] = owned(name, "at_start")
                    waiting.append(definitions[name][0].text)
                elif name in coordinates and name not in starts:
                    entry = coordinates[name]
                    if START not in entry:
                        missing.add(name)
                    starts[name] = f"({in_si(entry, START).text})"
        if missing:
            message = f"the length of `{element.name}` at the start depends on {', '.join(sorted(missing))}"
            hint = "give each of them a start, or the length as a number"
            self.read.flaw((*element.path, "length"), "value", message, hint)
            return None
        known = made | starts
        for name, own in made.items():
            definitions[own] = (Text(_replaced(definitions[name][0].text, known)), element.path)
        return Text(_replaced(text.text, known))


def _names(text: str) -> list[str]:
    """All names in a text, with their indices and without."""
    found = _NAME.findall(text)
    return [*found, *(one.partition("[")[0] for one in found if "[" in one)]


def _replaced(text: str, known: Mapping[str, str]) -> str:
    def one(found: re.Match[str]) -> str:
        name = found.group()
        base, bracket, index = name.partition("[")
        return known.get(name) or known.get(base, base) + bracket + index

    return _NAME.sub(one, text)
