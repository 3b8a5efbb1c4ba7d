"""Joints with more conditions than their loops need, and the kinds of joints that have as many as needed.

A loop of pins whose axes are parallel is closed by two conditions; the other three of a pin in space hold by
themselves. The motion does not depend on them, but the forces across the plane are statically indeterminate:
no equation of rigid bodies determines them. With a kind of joint that has fewer conditions they are unique.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from dalembert._expression.source import Flaw, flaw_at
from dalembert._lower.closed_system import closed_system
from dalembert._lower.idle_conditions import joint_conditions
from dalembert._model.bodies.joints.kind import Place
from dalembert._model.bodies.joints.registry import KINDS
from dalembert._model.build import build
from dalembert._model.expansions import with_parts
from dalembert._model.given_numbers import plain_copy
from dalembert._model.records import Model, constraints_of
from dalembert._structure.ranks import Ranks, ranks
from dalembert._text.written import Written

USUAL = ("cylinder", "ball")  # kinds of joints that are proposed first


def closing_rows(model: Model) -> tuple[int, ...]:
    """The rows of the constraints of joints that close loops."""
    closing = set(model.loops)
    return tuple(i for i, name in _joints_by_row(model).items() if name in closing)


def redundant_joints(model: Model, ranks: Ranks) -> tuple[Flaw, ...]:
    """A warning for each joint with redundant conditions; its hint names a kind of joint without them."""
    rows, joints = constraints_of(model, "displacement"), _joints_by_row(model)
    counts = Counter(joints[i] for i in ranks.redundant if i in joints)
    flaws = []
    changed = model
    for name, count in counts.items():
        rows_of_joint = [i for i, joint in joints.items() if joint == name]
        weaker = _weaker_joint(changed, name, count)
        hint = "give joints of the loop kinds with fewer conditions, as `cylinder` or `ball` for a pin"
        if weaker is not None:
            changed, written = weaker
            hint = f"for unique forces write {written} in [joints.{name}]"
        if _space(model) == 3 and count > 1:
            hint += "; a mechanism in a plane is shorter with space = 2 under [bodies]"
        conditions = (
            f"{count} of the {len(rows_of_joint)} conditions" if len(rows_of_joint) > 1 else "the condition"
        )
        message = (
            f"{conditions} of the joint `{name}` follow{'s' * (count == 1)} from the other joints:"
            " the motion is determined, but not all of the forces in the joints"
        )
        location = rows[rows_of_joint[0]].location
        flaws.append(flaw_at(location, rule="redundant", message=message, hint=hint, severity="warning"))
    return tuple(flaws)


def _joints_by_row(model: Model) -> dict[int, str]:
    """The names of joints by the rows of their conditions among the displacement constraints."""
    rows = constraints_of(model, "displacement")
    origins = {i: rows[i].origin for i in joint_conditions(model)}
    return {i: origin.path.removeprefix("joints.") for i, origin in origins.items() if origin is not None}


def _weaker_joint(model: Model, name: str, count: int) -> tuple[Model, str] | None:
    """The model with a joint of `count` conditions less that allows no more motion, and the joint's text."""
    if model.written is None:
        return None
    whole, _ = with_parts(model.written)
    joints = whole.values.get("joints", {})
    entry = joints.get(name, {}) if isinstance(joints, Mapping) else {}
    kind = entry.get("kind", "") if isinstance(entry, Mapping) else ""
    if kind not in KINDS or "coordinate" in entry:
        return None
    before = ranks(model, closed_system(model), closing_rows(model))
    for other in _kinds_with_less(kind, _space(model), count):
        axis = entry.get("axis", KINDS[kind].axis)
        tried = {key: one for key, one in entry.items() if key in ("between", "loop")}
        values = plain_copy(whole.values)
        values["joints"][name] = tried | {"kind": other, "axis": axis, "loop": True}
        made, flaws = build(Written(values=values, folder=whole.folder, parts=whole.parts))
        if any(flaw.severity == "error" for flaw in flaws):
            continue
        made = replace(made, parameters=_parameters_with_values(made, model))
        after = ranks(made, closed_system(made), closing_rows(made))
        if after.rank == before.rank and len(after.redundant) == len(before.redundant) - count:
            return made, f'kind = "{other}", axis = {_text(axis)}'
    return None


def _parameters_with_values(made: Model, model: Model) -> tuple[Any, ...]:
    """The parameters of a model with the values that they have in another."""
    parameters = {one.name: one for one in model.parameters}
    return tuple(parameters.get(one.name, one) for one in made.parameters)


def _kinds_with_less(kind: str, space: int, count: int) -> Iterator[str]:
    conditions = _conditions(kind, space)
    for other in sorted(KINDS, key=lambda one: one not in USUAL):
        if space in KINDS[other].conditions and _conditions(other, space) == conditions - count:
            yield other


def _conditions(kind: str, space: int) -> int:
    return sum(space if one == Place("xyz") else 1 for one in KINDS[kind].conditions.get(space, ()))


def _space(model: Model) -> int:
    values = model.written.values.get("bodies", {}) if model.written is not None else {}
    return 3 if isinstance(values, Mapping) and values.get("space") == 3 else 2


def _text(axis: Any) -> str:
    return f'"{axis}"' if isinstance(axis, str) else str(list(axis))
