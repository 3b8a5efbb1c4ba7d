"""The conditions of a joint between two frames, as texts that vanish where it holds."""

from __future__ import annotations

from collections.abc import Callable

from dalembert._model.bodies.joints.kind import Advance, Condition, Normal, Place, SameAngle
from dalembert._model.bodies.joints.registry import KINDS
from dalembert._model.bodies.records import Joint
from dalembert._model.bodies.texts import Text, fill
from dalembert._model.bodies.tree_kinematics import Kinematics, zeros

Axis = Callable[[Joint, str, int], Text]  # an axis of a joint, as it moves with one of its frames


def conditions_of(joint: Joint, kinematics: Kinematics, axis: Axis) -> list[Text]:
    """The conditions of a joint, in the order of its kind."""
    space = kinematics.system.space
    first, second = (kinematics.frame(end) for end in joint.ends)
    conditions: list[Text] = []
    places = (place_or_zero(first.position, space), place_or_zero(second.position, space))
    apart = fill("{a} - ({b})", a=places[0], b=places[1])
    for condition in KINDS[joint.kind].conditions[space]:
        match condition:
            case Place(axes="xyz"):
                conditions += [fill(f"({{d}})[{i + 1}]", d=apart) for i in range(space)]
            case Place(axes=letter):
                conditions.append(fill("dot({u}, {d})", u=axis(joint, letter, 0), d=apart))
            case Normal(first=u, second=v):
                conditions.append(fill("dot({u}, {v})", u=axis(joint, u, 0), v=axis(joint, v, 1)))
            case SameAngle():
                conditions.append(fill("({a}) - ({b})", a=first.angle, b=second.angle))
            case Advance():
                conditions.append(_advance(joint, apart, axis))
    return conditions


def count_of(condition: Condition, space: int) -> int:
    """How many numbers vanish by a condition."""
    return space if condition == Place("xyz") else 1


def count_of_conditions(joint: Joint, space: int) -> int:
    """How many numbers vanish where a joint holds."""
    return sum(count_of(one, space) for one in KINDS[joint.kind].conditions.get(space, ()))


def place_or_zero(position: Text, space: int) -> Text:
    """A position, or the zero vector where its text is empty."""
    return position if position.text else zeros(space)


def _advance(joint: Joint, apart: Text, axis: Axis) -> Text:
    """The text (p/2π) sin(θ − s) of a thread, by the sine and the cosine of θ; `apart` is r₁ − r₂."""
    a, b, c = (axis(joint, letter, 0) for letter in "abc")
    parts = {"a": a, "b": b, "c": c, "b2": axis(joint, "b", 1), "d": apart}
    return fill(
        "({p})/(2*pi)*(dot({c}, {b2})*cos(2*pi*dot({a}, {d})/({p}))"
        " + dot({b}, {b2})*sin(2*pi*dot({a}, {d})/({p})))",
        p=joint.values["pitch"],
        **parts,
    )
