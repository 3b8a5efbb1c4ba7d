"""Ties of two frames and couplings of joints, as texts of constraints and of efforts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._model.bodies.elements.kind import Frame
from dalembert._model.bodies.joints.registry import COUPLINGS, TIES
from dalembert._model.bodies.joints.tie import Tie, TieData
from dalembert._model.bodies.records import GROUND, End, Joint
from dalembert._model.bodies.texts import Text, fill, member_name
from dalembert._model.bodies.tree_kinematics import (
    Kinematics,
    apply_rotation,
    basis,
    is_name,
    plane_rotation,
    vector_text,
    zeros,
)
from dalembert._text.positions import Path

NONE = Text("")
WORDS = {"rad": "an angle", "m": "a distance"}  # values of joints by their units
PINION = sorted(WORDS.values())


def coupling_condition(joint: Joint, values: tuple[tuple[Text, Text], ...]) -> Text:
    """The condition of a coupling on the values of its joints, each with its start."""
    kind = COUPLINGS[joint.kind]
    parts = _parts(joint)
    for letter, (value, start) in zip("abc", values, strict=False):
        moved = kind.from_start and not start.is_zero
        parts[letter] = fill("({q} - ({q0}))", q=value, q0=start) if moved else value
    return fill(kind.condition, **parts)


def misfit(joint: Joint, units: list[str]) -> tuple[str, str] | None:
    """Why a coupling does not fit the values of its joints, and what to write; None where it does."""
    kind = COUPLINGS[joint.kind]
    seen = [WORDS[unit] for unit in units if unit in WORDS]
    wanted = [WORDS[unit] for unit in kind.units] or (seen[:1] * len(units) if kind.alike else seen)
    if len(seen) < len(units) or seen == wanted:
        return None
    named = ", ".join(f"`{end.point}` {word}" for end, word in zip(joint.ends, seen, strict=True))
    message = f"the {joint.kind} `{joint.name}` does not suit the values of its joints: {named}"
    rack = 'write kind = "rack" with the radius of the pinion' if sorted(seen) == PINION else ""
    alike = "couple joints that all turn, or all slide"
    other = f"its joints have, in this order, {', '.join(wanted)}" if kind.units else alike
    return message, rack if joint.kind != "rack" and rack else other


def effort_of(joint: Joint) -> Text:
    """The effort of a coupling on the value of its last joint."""
    return fill(COUPLINGS[joint.kind].efforts[-1], lam=f"lam_{joint.name}", **_parts(joint))


def efforts_of(joint: Joint) -> list[tuple[str, Text]]:
    """The efforts of a coupling on the values of its joints, by name; empty texts where unknown."""
    patterns = zip(joint.ends, COUPLINGS[joint.kind].efforts, strict=True)
    return [
        (end.point, fill(one and f"({one})", lam=f"lam_{joint.name}", **_parts(joint)))
        for end, one in patterns
    ]


def _parts(joint: Joint) -> dict[str, Text | str]:
    parts: dict[str, Text | str] = dict(joint.values)
    parts |= {f"{key}{i + 1}": one for key, vector in joint.vectors.items() for i, one in enumerate(vector)}
    return parts | {key: "-" if word == "true" else "" for key, word in joint.words.items()}


def prescribed_units(
    joint: Joint, joints: Mapping[str, Joint], coordinates: Mapping[str, Any]
) -> dict[tuple[str, str], Path]:
    """The expressions that a drive or a cam prescribes, with the units of the coordinates."""
    key = {"drive": "value", "cam": "profile"}.get(joint.kind, "")
    names = joints[joint.ends[-1].point].coordinates
    unit = str(coordinates.get(names[0], {}).get("unit", "")) if len(names) == 1 else ""
    return {(joint.values[key].text, unit): (*joint.path, key)} if key and unit else {}


def tie_conditions(joint: Joint, kinematics: Kinematics) -> Tie:
    """The conditions of a tie."""
    system = kinematics.system
    first, second = joint.ends
    frames = (kinematics.frame(first), kinematics.frame(second))
    rotation = frames[0].rotation
    if system.space == 2 and not frames[0].angle.is_zero:
        rotation = plane_rotation(frames[0].angle)
    names = dict(zip("abc", map(vector_text, basis(joint.axis)), strict=False))
    shape = system.bodies[second.body].shape
    given = TieData(
        name=joint.name,
        space=system.space,
        frames=(
            _frame(frames[0].position, rotation, system.space),
            _frame(frames[1].position, frames[1].rotation, system.space),
        ),
        velocities=(_velocity(kinematics, joint, 0), _velocity(kinematics, joint, 1)),
        spins=(_spin(kinematics, first), _spin(kinematics, second)),
        axes={letter: apply_rotation(rotation, axis) for letter, axis in names.items()},
        shape=shape[0] if shape is not None else "",
        coordinates=joint.coordinates,
        values=joint.values,
        vectors=joint.vectors,
        words=joint.words,
    )
    return TIES[joint.kind].tie(given)


def _velocity(kinematics: Kinematics, joint: Joint, which: int) -> Text:
    """The velocity of a frame of a joint: the rate of a definition."""
    end = joint.ends[which]
    position = kinematics.frame(end).position
    if end.body == GROUND or not position.text:
        return NONE
    if not is_name(position):
        name = member_name(joint.name, f"place{which + 1}")
        kinematics.definitions.setdefault(name, (position, joint.path))
        position = Text(name)
    return fill("{r}'", r=position)


def _spin(kinematics: Kinematics, end: End) -> Text:
    """The angular velocity of a body in fixed axes, a number in the plane."""
    pose = kinematics.poses[end.body]
    if kinematics.system.space == 2:
        return fill("{a}'", a=pose.angle) if is_name(pose.angle) else NONE
    return fill("({w})", w=apply_rotation(pose.rotation, pose.omega)) if pose.omega.text else NONE


def _frame(position: Text, rotation: Text, space: int) -> Frame:
    return Frame(position=position if position.text else zeros(space), rotation=rotation)
