"""The values of a joint, of its second frame relative to its first, from the positions of its bodies.

    along an axis u     u₁·(r₂ − r₁)
    in the plane        φ₂ − φ₁
    about an axis a     atan2(c₁·b₂, b₁·b₂), with b and c at right angles to it: between −π and π
    of a screw          2π a₁·(r₂ − r₁)/pitch, which counts its turns

Where every body has its own coordinates these replace the coordinates that a joint has in a tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from dalembert._model.bodies.elements.kind import Frame
from dalembert._model.bodies.joints.kind import Motion
from dalembert._model.bodies.records import Joint
from dalembert._model.bodies.texts import Text, fill

Axis = Callable[[str, int], Text]  # an axis a, b, c or x, y, z of one of the frames, in fixed axes
_SINGLE = "rot_axis({{a}}, {{q{0}}})"
_THREAD = "{{a}}*({{pitch}})/(2*pi)*{{q{0}}}"
_CROSS = "rot_axis({a}, {q1})*rot_axis({b}, {q2})"


def value_of(
    motion: Motion, k: int, frames: tuple[Frame, Frame], apart: Text, axis: Axis, pitch: Text | None = None
) -> Text | None:
    """The value for the coordinate k, 1 for the first; None where it has none, as a quaternion."""
    if pitch is not None and is_thread(motion, k):
        return fill("2*pi*dot({u}, {d})/({p})", u=axis("a", 0), d=apart, p=pitch)
    sides = sine_and_cosine(motion, k, axis)
    if sides is not None:
        return fill("atan2({s}, {c})", s=sides[0], c=sides[1])
    name = f"{{q{k}}}"
    if motion.angle == name:
        return fill("({b}) - ({a})", a=frames[0].angle, b=frames[1].angle)
    if motion.shift.startswith("["):
        inner = [one.strip() for one in motion.shift[1:-1].split(",")]
        letter = "xyz"[inner.index(name)] if name in inner else ""
    else:
        match = re.search(r"\{([abc])\}\*" + re.escape(name), motion.shift)
        letter = match[1] if match is not None else ""
    return fill("dot({u}, {d})", u=axis(letter, 0), d=apart) if letter else None


def is_thread(motion: Motion, k: int) -> bool:
    """Whether a coordinate both rotates and advances."""
    return motion.shift == _THREAD.format(k)


def is_half_turn(motion: Motion, k: int) -> bool:
    """Whether a coordinate is an angle in space of which only sine and cosine are known: between −π and π."""
    return motion.rotation in (_SINGLE.format(k), _CROSS) and not is_thread(motion, k)


def sine_and_cosine(motion: Motion, k: int, axis: Axis) -> tuple[Text, Text] | None:
    """Sine and cosine of a coordinate that is an angle in space."""
    if motion.rotation == _SINGLE.format(k):
        pairs = (("c", "b"), ("b", "b"))
    elif motion.rotation == _CROSS:
        pairs = (("c", "b"), ("b", "b")) if k == 1 else (("a", "c"), ("a", "a"))
    else:
        return None
    sine, cosine = (fill("dot({u}, {v})", u=axis(u, 0), v=axis(v, 1)) for u, v in pairs)
    return sine, cosine


def scalar_part(joint: Joint, motion: Motion, users: Mapping[str, Any]) -> str:
    """The scalar part of a quaternion without a given start, which starts at 1; else empty."""
    names = [joint.coordinates[i - 1] for i in motion.quaternion]
    tables = [table if isinstance(table := users.get(name), Mapping) else {} for name in names]
    keys_given = [{*joint.said.get(name, {}), *table} for name, table in zip(names, tables, strict=True)]
    return names[0] if names and not any({"start", "guess"} & keys for keys in keys_given) else ""
