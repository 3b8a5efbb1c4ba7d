"""Bodies with coordinates of their own: x, y, angle in the plane; x, y, z and a unit quaternion in space.

Every joint is then expressed by its conditions alone, so the matrices of a chain are banded. The starts of
the joints are used nevertheless: they place the bodies along the tree (`start_poses.py`). Where loops close,
values that depend on a joint without a start are guesses, and are solved for from the loops.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from dalembert._expression.source import flaw_at
from dalembert._model.bodies.joints.kind import Motion
from dalembert._model.bodies.joints.registry import KINDS, motion_of
from dalembert._model.bodies.records import GROUND, Body, Joint, Placement, Point, System, Vector
from dalembert._model.bodies.spanning_tree import Branch, Tree
from dalembert._model.bodies.start_poses import (
    STILL,
    ZERO,
    StartPose,
    at_rest,
    frame_at,
    pose_beyond,
    quaternion_rate,
    step_of,
)
from dalembert._model.bodies.texts import Text, component, member_name, with_suffix
from dalembert._model.bodies.tree_kinematics import is_name
from dalembert._model.entry_reader import EntryReader
from dalembert._model.given_numbers import number_of
from dalembert._model.units import UnitFault, unit_of
from dalembert._text.positions import Path

_WORD = re.compile(r"[^\W\d][\w.]*(?:\[[-\d,]+\])?")
LETTERS = {2: ("x", "y", "angle"), 3: ("x", "y", "z", "e0", "e1", "e2", "e3")}
UNITS = {2: ("m", "m", "rad"), 3: ("m", "m", "m", "1", "1", "1", "1")}
KEPT: dict[str, str | dict[int, str]] = {
    "place": "m",
    "velocity": "m/s",
    "turn": {2: "rad", 3: "1"},
    "spin": "rad/s",
    "frame": "1",
    "near": "1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCoordinates:
    """The system with its bodies placed by their own coordinates: their entries, and parameters of starts."""

    system: System
    tree: Tree
    entries: dict[str, tuple[dict[str, Any], Path]]
    parameters: dict[str, tuple[dict[str, Any], Path]]


def own_coordinates(system: System, tree: Tree, read: EntryReader) -> OwnCoordinates:
    """Give coordinates to every body that the user does not place; turn every joint into conditions."""
    made = _Bodies(read=read, system=system, tree=tree)
    turned = [joint for joint in system.joints if joint.words.get("sequence")]
    for joint in turned:
        message = f"the angles of `{joint.name}` are coordinates of a joint"
        hint = 'delete sequence, or write coordinates = "joint" under [bodies]'
        read.flaw((*joint.path, "sequence"), "value", message, hint)
    if not turned:
        made.run()
    able = {kind for kind, joint_kind in KINDS.items() if system.space in joint_kind.conditions}
    joined = tuple(joint for joint in system.joints if joint.kind in able)
    for joint in system.joints:
        if joint.kind in KINDS and joint.kind not in able and joint.kind != "free":
            message = f'a joint of kind `{joint.kind}` needs coordinates = "joint"'
            read.flaw(joint.path, "value", message, 'write coordinates = "joint" under [bodies]')
    bodies = {
        name: replace(body, placement=made.places[name]) if name in made.places else body
        for name, body in system.bodies.items()
    }
    return OwnCoordinates(
        system=replace(system, bodies=bodies),
        tree=Tree(branches=(), loops=joined),
        entries=made.entries,
        parameters=made.parameters,
    )


@dataclass(slots=True)
class _Bodies:
    """Places bodies at the start, one after the other along the tree."""

    read: EntryReader
    system: System
    tree: Tree
    poses: dict[str, StartPose] = field(default_factory=dict)
    places: dict[str, Placement] = field(default_factory=dict)
    entries: dict[str, tuple[dict[str, Any], Path]] = field(default_factory=dict)
    parameters: dict[str, tuple[dict[str, Any], Path]] = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)
    guessed: set[str] = field(default_factory=set)  # parameters that are only guesses, determined by a loop
    closed: bool = False

    def run(self) -> None:
        written = self.read.written.values
        couplings = any(joint.kind not in KINDS for joint in self.system.joints)
        self.closed = bool(self.tree.loops) or couplings or "constraints" in written
        self.poses[GROUND] = at_rest(self.system.space)
        for branch in self.tree.branches:
            body = self.system.bodies[branch.child]
            if not self._free(branch, body):
                self._add_child(branch, body)
        if self.assumed:
            names = ", ".join(self.assumed[:5]) + (", …" if len(self.assumed) > 5 else "")
            message = f"the start of these joints is not given and taken as 0: {names}"
            location = self.read.location(("bodies", "coordinates"))
            flaw = flaw_at(
                location, rule="start", message=message, hint="give each a start and a speed", severity="note"
            )
            self.read.flaws.append(flaw)

    def _free(self, branch: Branch, body: Body) -> bool:
        """Whether a body moves freely relative to the fixed axes: its coordinates are those of the joint."""
        joint, space = branch.joint, self.system.space
        first, second = joint.ends
        if joint.kind != "free" or not branch.forward or first.body != GROUND:
            return False
        if joint.words.get("sequence"):
            return False
        if not (self._is_origin(first.body, first.point) and self._is_origin(second.body, second.point)):
            return False
        self.places[body.name] = _place(joint.coordinates, space)
        for name in joint.coordinates:
            self.entries[name] = self._coordinate_entry(joint, name), joint.path
        starts, speeds = self._values(joint)
        step = step_of(self._motion(joint), joint, space, starts, speeds)
        point = Point(name="", at=(ZERO,) * space)
        self.poses[body.name] = pose_beyond(
            self.poses[GROUND], step, point, forward=True, keep=lambda _, one: one
        )
        return True

    def _motion(self, joint: Joint) -> Motion:
        motion = motion_of(joint.kind, self.system.space, joint.words.get("sequence", ""))
        return motion if motion is not None else Motion()

    def _is_origin(self, body: str, point: str) -> bool:
        point_record = self._point(body, point)
        return all(one.is_zero for one in point_record.at) and not point_record.turns

    def _add_child(self, branch: Branch, body: Body) -> None:
        """Add a body with its own coordinates beyond a joint."""
        joint, space = branch.joint, self.system.space
        near, far = joint.ends if branch.forward else joint.ends[::-1]
        if near.body not in self.poses:  # placed by the user
            self.poses[near.body] = self._unknown_pose(near.body)

        def keep(word: str, given: Vector) -> Vector:
            return self._parameters(body.name, word, given, body.path)

        starts, speeds = self._values(joint)
        step = step_of(self._motion(joint), joint, space, starts, speeds)
        frame = frame_at(self.poses[near.body], self._point(near.body, near.point), keep)
        pose = pose_beyond(frame, step, self._point(far.body, far.point), forward=branch.forward, keep=keep)
        self._refuse_unkept_start(joint, pose)
        self.poses[body.name] = pose
        names = tuple(with_suffix(body.name, letter) for letter in LETTERS[space])
        self.places[body.name] = _place(names, space)
        rates = (*pose.velocity, *(pose.omega if space == 2 else quaternion_rate(pose.turn, pose.omega)))
        values = zip(names, UNITS[space], (*pose.position, *pose.turn), rates, strict=True)
        for name, unit, start, speed in values:
            entry: dict[str, Any] = {"unit": unit, "guess" if self._is_guess(start) else "start": start.text}
            self.entries[name] = entry | ({} if self._is_guess(speed) else {"speed": speed.text}), body.path

    def _unknown_pose(self, body: str) -> StartPose:
        """The unknown start pose of a body that the user places."""
        pose_at_rest = at_rest(self.system.space)
        parts = {
            "place": pose_at_rest.position,
            "turn": pose_at_rest.turn,
            "velocity": pose_at_rest.velocity,
            "spin": pose_at_rest.omega,
        }
        pose_entries = {}
        for word, given in parts.items():
            names = tuple(component(member_name(body, f"start.{word}"), i + 1) for i in range(len(given)))
            for name, one in zip(names, given, strict=True):
                self.parameters[name] = {"value": float(one.text), "unit": self._unit(word)}, ("bodies", body)
            self.guessed.update(names)
            pose_entries[word] = tuple(map(Text, names))
        return StartPose(
            position=pose_entries["place"],
            turn=pose_entries["turn"],
            velocity=pose_entries["velocity"],
            omega=pose_entries["spin"],
        )

    def _is_guess(self, text: Text) -> bool:
        """Whether a text depends on guessed values."""
        return any(word in self.guessed for word in _WORD.findall(text.text))

    def _values(self, joint: Joint) -> tuple[Vector, Vector]:
        """Starts and speeds of the coordinates of a joint in SI; missing ones are guesses."""
        count = range(len(joint.coordinates))
        starts: Vector = tuple(self._amount(joint, k, "start") for k in count)
        quaternion = self._motion(joint).quaternion
        if quaternion and all(one.is_zero for one in starts[-4:]):
            starts = (*starts[:-4], *STILL)
        return starts, tuple(self._amount(joint, k, "speed") for k in count)

    def _amount(self, joint: Joint, k: int, key: str) -> Text:
        """The start or the speed of a coordinate of a joint; a number is a parameter such as theta.start."""
        name = joint.coordinates[k]
        entry = self._coordinate_entry(joint, name)
        value = in_si(entry, "guess" if key == "start" and key not in entry else key)
        guessed = key not in entry and self.closed
        if key not in entry and not self.closed and joint.name not in self.assumed:
            self.assumed.append(joint.name)
        if not guessed and (value.is_zero or _number(value) is None):
            return value
        unit = self._motion(joint).units[k] + ("/s" if key == "speed" else "")
        member = member_name(name, key)
        number = _number(value)
        self.parameters[member] = (
            {"value": value.text if number is None else number, "unit": unit},
            joint.path,
        )
        if guessed:
            self.guessed.add(member)
        return Text(member)

    def _coordinate_entry(self, joint: Joint, name: str) -> dict[str, Any]:
        """The entry of a coordinate of a joint, with its unit."""
        user = self.read.written.values.get("coordinates", {})
        user = user.get(name, {}) if isinstance(user, Mapping) else {}
        unit = dict(zip(joint.coordinates, self._motion(joint).units, strict=True))
        more = user if isinstance(user, Mapping) else {}
        return {"unit": unit[name], **joint.said.get(name, {}), **more}

    def _refuse_unkept_start(self, joint: Joint, pose: StartPose) -> None:
        """Refuse a start that cannot be kept, because a loop or a search places the bodies before."""
        motion = self._motion(joint)
        for k, name in enumerate(joint.coordinates, 1):
            entry, turns = self._coordinate_entry(joint, name), f"{{q{k}}}" in motion.angle + motion.rotation
            places = pose.turn if turns else pose.position
            speeds = pose.omega if turns else pose.velocity
            for key, parts in (("start", places), ("speed", speeds)):
                if key in entry and any(map(self._is_guess, parts)):
                    message = f"the {key} of `{name}` cannot be kept"
                    message += f": the bodies before it have no given {key}"
                    hint = f"give each joint before it a {key} if no loop decides it, delete this {key},"
                    hint += ' or write coordinates = "joint" under [bodies]'
                    self.read.flaw(joint.path, "start", message, hint)

    def _point(self, body: str, point: str) -> Point:
        return self.system.bodies[body].point(point)

    def _unit(self, word: str) -> str:
        unit = KEPT[word]
        return unit[self.system.space] if isinstance(unit, dict) else unit

    def _parameters(self, body: str, word: str, given: Vector, path: Path) -> Vector:
        """Replace components that are more than a number or a name by parameters."""
        parameters = []
        for i, one in enumerate(given):
            if one.is_zero or is_name(one) or _number(one) is not None:
                parameters.append(one)
                continue
            name = component(member_name(body, f"start.{word}"), i + 1)
            self.parameters[name] = {"value": one.text, "unit": self._unit(word)}, path
            if self._is_guess(one):
                self.guessed.add(name)
            parameters.append(Text(name))
        return tuple(parameters)


def _number(text: Text) -> float | None:
    try:
        return float(text.text)
    except ValueError:
        return None


def _place(names: tuple[str, ...], space: int) -> Placement:
    texts = tuple(map(Text, names))
    if space == 2:
        return Placement(at=texts[:2], angle=texts[2])
    return Placement(at=texts[:3], quaternion=texts[3:])


def in_si(entry: Mapping[str, Any], key: str) -> Text:
    """A start or a speed: a number in the unit of its entry, an expression in SI."""
    value = entry.get(key, 0)
    number = number_of(value)
    if number is None:
        return Text(str(value))
    try:
        unit = unit_of(str(entry.get("unit", "")) or "1")
    except UnitFault:
        return Text("0")  # reported where the coordinate is read
    return Text(repr(float(unit.si(float(number.value)))))
