"""Quantities of bodies, joints and elements (crank.A, O.force), defined where an expression uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dalembert._model.bodies.body_expansion import BodyExpansion
from dalembert._model.bodies.joint_values import is_thread
from dalembert._model.bodies.joints.kind import Motion
from dalembert._model.bodies.joints.registry import COUPLINGS, KINDS
from dalembert._model.bodies.limits import stops_of
from dalembert._model.bodies.quantities import families_in, quantity_of
from dalembert._model.bodies.reactions import LOADS, Reactions, has_axis
from dalembert._model.bodies.reactions import WORDS as REACTIONS
from dalembert._model.bodies.records import Body
from dalembert._model.bodies.texts import Text, canonical, fill, mentions_in, texts_in
from dalembert._model.bodies.ties import effort_of, efforts_of
from dalembert._model.bodies.written_energies import idle_joints
from dalembert._text.positions import Path

_WORD = re.compile(r"[^\W\d][\w.]*(?![\w.]*\()")  # a name, but no function
_INDICES = re.compile(r"(?<=\w)\[[^\[\]]*\]")  # of a name


class Mentions:
    """Adds definitions such as crank.angle and joints.O.force to those of the kinematics."""

    def __init__(self, of: BodyExpansion) -> None:
        self.of = of

    def define(self) -> None:
        """Define names such as crank.angle that occur in texts of the model and are not defined yet."""
        mentioned = mentions_in(self.of.values)
        names = {one.removesuffix(one[-2:]) if one[-2:] in (".x", ".y", ".z") else one for one in mentioned}
        families = families_in(self.of.system.bodies)
        joints = families_in(self.of.joints)
        elements = families_in(one.name for one in self.of.system.elements)
        for name in sorted(names):
            owner, _, word = name.rpartition(".")
            if owner.startswith("joints."):
                for one in joints.get(owner.removeprefix("joints."), ()):
                    self.reaction(one, word)
                continue
            if word in ("force_fixed", "torque_fixed"):
                for element in elements.get(owner, ()):
                    self.force_of(element, word)
            for body in families.get(owner, ()):
                self.quantity(self.of.system.bodies[body], word)

    def quantity(self, body: Body, word: str) -> None:
        """Define a quantity of a body."""
        definitions = self.of.kinematics.definitions
        name = f"{body.name}.{word}"
        as_parameter = {_INDICES.sub("", name), canonical(name)}  # of all members, of this one
        known = name in definitions or not as_parameter.isdisjoint(self.of.parameters)
        if known or body.name not in self.of.kinematics.poses:
            return
        text = quantity_of(self.of.kinematics, body, word)
        if text is not None:
            definitions.setdefault(name, (text, body.path))  # the mass centre may be defined already

    def force_of(self, element: str, word: str) -> None:
        """Define ELEMENT.force_fixed or .torque_fixed, the load at its last end in fixed axes."""
        acting = next((one for one in self.of.actions if one.element == element), None)
        force = None if acting is None else acting.force if word == "force_fixed" else acting.torque
        if force is not None:
            path: Path = ("elements", element)
            self.of.kinematics.definitions.setdefault(f"{element}.{word}", (force, path))

    def reaction(self, name: str, what: str) -> None:
        """Define joints.NAME.force, .torque, .force_body, .torque_body, .axial or .radial."""
        joint = self.of.joints.get(name)
        if joint is not None and joint.kind in COUPLINGS and what == "effort":
            self.of.kinematics.definitions[f"joints.{name}.{what}"] = (effort_of(joint), joint.path)
            return
        if joint is None or joint.kind in COUPLINGS:
            return  # reported as an unknown name
        if what not in REACTIONS and not (what in LOADS and has_axis(self.of.system, joint)):
            return
        if self._unknown_forces() or self._shared_forces():
            return
        reactions = Reactions(
            system=self.of.system,
            tree=self.of.tree,
            kinematics=self.of.kinematics,
            actions=self.of.actions,
            axis=self.of.axis_of,
            ties=self.of.ties,
            driving=self._driving_loads(),
        )
        reactions.define(joint, what)

    def _unknown_forces(self) -> bool:
        """Whether forces other than elements act, whose loads on bodies are not known; a flaw is noted."""
        written = self.of.read.written.values
        paths: list[Path] = []
        energy = written.get("energy", {})
        if isinstance(energy, Mapping):
            if not self.of.system.written_energies:
                paths += [("energy", kind) for kind in ("kinetic", "potential") if kind in energy]
            if self._is_beyond_joints(energy.get("dissipation", {})):
                paths.append(("energy", "dissipation"))
        moving = self._tree_coordinates() | {
            name for name in self.of.values.get("work", {}) if name in self._joint_values()
        }
        work = written.get("work", {})
        paths += [("work", name) for name in work if name not in moving] if isinstance(work, Mapping) else []
        paths += [(key,) for key in ("contacts", "impulses") if key in written]
        paths += [path for path in self._constraints() if path[-1] not in self._of_joints()]
        paths += [("joints", name) for name, tie in self.of.ties.items() if not tie.force.text]
        if paths:
            message = (
                "the forces in joints follow from elements only, but what this does to each body is not known"
            )
            self.of.read.flaw(
                paths[0], "joints", message, "write it under [elements] or [joints], or ask for no forces"
            )
        return bool(paths)

    def _shared_forces(self) -> bool:
        """Whether joints in a loop hold by themselves: balances beyond one joint do not give its force."""
        idle = idle_joints(self.of.system, self.of.tree)
        for joint in idle[:1]:
            message = f"the joint `{joint.name}` closes a loop that the coordinates keep closed by themselves"
            hint = "ask `derive --form newton_euler` for the forces in its joints"
            self.of.read.flaw(joint.path, "joints", message, hint)
        return bool(idle)

    def _constraints(self) -> Iterator[Path]:
        """The constraints that the user writes."""
        written = self.of.read.written.values.get("constraints", {})
        for kind, table in written.items() if isinstance(written, Mapping) else ():
            yield from (("constraints", kind, name) for name in table if isinstance(table, Mapping))

    def _of_joints(self) -> set[str]:
        """The written constraints that are conditions of joints."""
        return {name for joint in self.of.system.joints for name in joint.constraints}

    def _tree_coordinates(self) -> set[str]:
        """The coordinates of the joints of the tree."""
        return {name for branch in self.of.tree.branches for name in branch.joint.coordinates}

    def _joint_values(self) -> set[str]:
        """The names of values of joints, where bodies have the coordinates."""
        joints = self.of.system.joints if self.of.by_body else ()
        return {name for joint in joints for name in joint.coordinates}

    def _is_beyond_joints(self, dissipation: Any) -> bool:
        """Whether a dissipation depends on more than coordinates of joints and parameters."""
        known = self._tree_coordinates() | self.of.known
        words = {word for text in texts_in(dissipation) for word in _WORD.findall(text)}
        return not words <= known

    def _driving_loads(self) -> dict[tuple[str, str], list[Text]]:
        """The loads of drives, gears and efforts on joints, by name and "force" or "torque"."""
        loads: dict[tuple[str, str], list[Text]] = {}
        closing = {joint.name for joint in self.of.tree.loops}
        driven = [
            (joint.name, stops_of(joint))
            for joint in self.of.system.joints
            if joint.limits is not None and joint.name in closing
        ]
        if self.of.by_body:
            driven += [(name, fill("({M})", M=effort)) for name, effort in self.of.drives]
            for joint in self.of.system.joints:
                if joint.kind in COUPLINGS:
                    driven += efforts_of(joint)
        for name, effort in driven:
            joint = self.of.joints[name]
            motion = KINDS[joint.kind].motions[self.of.system.space] if joint.kind in KINDS else Motion()
            known = effort.text and motion.units
            if not known or len(joint.coordinates) != 1:
                message = f"the forces of `{name}` cannot be told from its effort in body coordinates"
                self.of.read.flaw(joint.path, "joints", message, 'write coordinates = "joint" under [bodies]')
                continue
            if is_thread(motion, 1):  # its value is its advance
                effort = fill("{M}*2*pi/({p})", M=effort, p=joint.values["pitch"])
            turns = bool(motion.angle or motion.rotation) and not motion.shift
            if self.of.system.space == 3 or not turns:
                effort = fill("{M}*({u})", M=effort, u=self.of.axis_of(joint, "a", 0))
            loads.setdefault((name, "torque" if turns else "force"), []).append(effort)
        return loads
