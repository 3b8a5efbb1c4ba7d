"""Which joints close the loops of bodies, by constraints instead of coordinates; and which couple others."""

from __future__ import annotations

from collections.abc import Mapping

from dalembert._model.records import Model
from dalembert._words.message import Message, Name, say

COUPLED = ("gear", "belt", "rack", "differential")
MOST = 8  # the most names in a message


def loop_joints(model: Model) -> tuple[str, ...]:
    """The joints that close loops; none where every body has its own coordinates, and no joint has any."""
    bodies = model.written.values.get("bodies", {}) if model.written is not None else {}
    by_body = isinstance(bodies, Mapping) and bodies.get("coordinates") == "body"
    return () if by_body else model.loops


def on_loops(model: Model) -> Message | None:
    """A message about the joints that close loops."""
    names = loop_joints(model)
    if not names:
        return None
    listed = (*map(Name, names[:MOST]), *((Name("…"),) if len(names) > MOST else ()))
    chosen = Name("loop = true")
    if len(names) == 1:
        return say("loop_joint", names=listed, loop=chosen)
    return say("loop_joints", names=listed, loop=chosen)


def has_couplings(model: Model) -> bool:
    """Whether gears, belts or racks act on the values of joints: the model has no forces of their teeth."""
    joints = model.written.values.get("joints", {}) if model.written is not None else {}
    return isinstance(joints, Mapping) and any(
        isinstance(one, Mapping) and one.get("kind") in COUPLED for one in joints.values()
    )
