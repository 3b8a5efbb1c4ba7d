"""Definitions and axes made by the expansion of bodies, for balances and reactions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dalembert._model.bodies.beams import Beams
from dalembert._model.bodies.joints.tie import Tie
from dalembert._model.bodies.reactions import Action
from dalembert._model.bodies.records import Joint, System
from dalembert._model.bodies.spanning_tree import Tree
from dalembert._model.bodies.texts import Text
from dalembert._model.bodies.tree_kinematics import (
    Kinematics,
    apply_rotation,
    basis,
    plane_rotation,
    vector_text,
)
from dalembert._model.entry_reader import EntryReader
from dalembert._text.positions import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyExpansion:
    """Bodies with their tree and kinematics, their loads, and the entries of the expansion so far."""

    read: EntryReader
    system: System
    tree: Tree
    kinematics: Kinematics
    joints: Mapping[str, Joint]
    ties: Mapping[str, Tie]  # by the names of their joints
    beams: Beams
    actions: tuple[Action, ...]  # of elements on bodies
    drives: tuple[tuple[str, Text], ...]  # efforts on values of joints
    by_body: bool  # whether bodies have the coordinates
    parameters: frozenset[str]  # for numbers in the entries of bodies, joints and elements
    known: frozenset[str]  # all parameters
    values: Mapping[str, Any]
    origins: Mapping[Path, Path]

    def axis_of(self, joint: Joint, letter: str, end: int) -> Text:
        """An axis of a joint in fixed axes, as it moves with one of its ends."""
        return axis_of(self.read, self.kinematics, joint, letter, end)


def axis_of(read: EntryReader, kinematics: Kinematics, joint: Joint, letter: str, end: int) -> Text:
    """An axis of a joint, or x, y or z of a frame, in fixed axes as it moves with one of its ends."""
    space, frame = kinematics.system.space, kinematics.frame(joint.ends[end])
    axes = dict(zip("abc", basis(joint.axis), strict=False))
    if letter in "xyz":
        axes = {letter: tuple(Text(str(int(one == letter))) for one in "xyz"[:space])}
    if letter not in axes:
        message = f"the axis of `{joint.name}`, which closes a loop, must be numbers, or x, y or z"
        read.flaw((*joint.path, "axis"), "value", message, "turn the points of the joint instead")
        return vector_text((Text("1"), Text("0"), Text("0")))
    axis = vector_text(axes[letter])
    if space == 3:
        return apply_rotation(frame.rotation, axis)
    return axis if frame.angle.is_zero else apply_rotation(plane_rotation(frame.angle), axis)
