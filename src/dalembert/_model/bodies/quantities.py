"""Quantities of a body that expressions may use: crank.A, crank.centre, crank.angle, crank.omega."""

from __future__ import annotations

from collections.abc import Iterable

from dalembert._model.bodies.records import GROUND, Body, End
from dalembert._model.bodies.texts import Text, fill
from dalembert._model.bodies.tree_kinematics import Kinematics, is_name, vector_text, zeros


def quantity_of(kinematics: Kinematics, body: Body, word: str) -> Text | None:
    """The text of a quantity of a body; None where there is no such quantity."""
    pose, space = kinematics.poses[body.name], kinematics.system.space
    if word in body.points:
        position = kinematics.frame(End(body=body.name, point=word)).position
        return position if position.text else zeros(space)
    match word:
        case "origin":
            return pose.position if pose.position.text else zeros(space)
        case "centre" if body.name != GROUND:
            return kinematics.centre(body)
        case "mass" if body.name != GROUND:
            return body.mass
        case "angle" if space == 2:
            return pose.angle
        case "omega" if space == 2:
            return fill("{a}'", a=pose.angle) if is_name(pose.angle) else Text("0")
        case "omega":
            return pose.omega if pose.omega.text else vector_text((Text("0"),) * 3)
        case "R" if space == 2:
            return kinematics.frame(End(body=body.name)).body_rotation
        case "R":
            return pose.rotation if pose.rotation.text else Text("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]")
    return None


def families_in(names: Iterable[str]) -> dict[str, list[str]]:
    """Names grouped by their names without indices: the members of each family."""
    families: dict[str, list[str]] = {}
    for name in names:
        families.setdefault(name.partition("[")[0], []).append(name)
    return families
