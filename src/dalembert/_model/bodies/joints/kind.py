"""A kind of joint: the motion that it allows the second frame, and the equivalent conditions.

In a tree a joint gives coordinates and its `Motion`; where it closes a loop it gives its `Condition`s. Both
are written in the axes a, b, c of the joint: a is its axis, the others are at right angles to it.

    Place(axes)       u·(r₁ − r₂) = 0 for each of some axes u of the first frame; of "xyz" in fixed axes
    Normal(u, v)      u₁·v₂ = 0: an axis of the first frame stays at right angles to one of the second
    SameAngle()       φ₁ − φ₂ = 0, in the plane
    Advance()         (p/2π) sin(θ − s) = 0, s = 2π a·(r₂ − r₁)/p: a thread of the pitch p holds the turn θ

The multiplier of a `Place` is the force that the first frame exerts on the second along u, that of a
`SameAngle` its torque, and the torque of a `Normal` is λ u₁ × v₂. An `Advance` has the force
λ a and the torque −λ p/2π a. The sine counts any number of turns, as a thread does.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Key:
    """A specific key of a kind of joint: an example, the unit of its numbers, its possible values.

    `count` is the number of components of a list, 0 for a number; `words` are the possible words, the first
    is the default; a `switch` is true or false. A key that is not `needed` may be left out.
    """

    example: str
    unit: str = ""
    count: int = 0
    words: tuple[str, ...] = ()
    switch: bool = False
    needed: bool = True
    positive: bool = False  # whether its numbers must be positive
    nonzero: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """The motion of the second frame relative to the first: texts in coordinates {q1} … and axes {a} {b} {c}.

    `shift` is in axes of the first frame, `spin` in axes of the second.
    """

    units: tuple[str, ...] = ()
    shift: str = ""
    angle: str = ""  # in the plane
    rotation: str = ""  # in space
    spin: str = ""
    quaternion: tuple[int, ...] = ()  # the coordinates that are a unit quaternion


@dataclass(frozen=True, slots=True)
class Place:
    """The origins of the frames coincide along some axes of the joint, or in all directions."""

    axes: str


@dataclass(frozen=True, slots=True)
class Normal:
    """An axis of the first frame and one of the second are at right angles."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class SameAngle:
    """The frames do not rotate relative to each other, in the plane."""


@dataclass(frozen=True, slots=True)
class Advance:
    """The second frame rotates about the axis a as it advances along it, one turn per `pitch`."""


Condition = Place | Normal | SameAngle | Advance
SAME_AXES = (Normal("a", "b"), Normal("b", "c"), Normal("c", "a"))
SAME_AXIS = (Normal("b", "a"), Normal("c", "a"))
EVERYWHERE = Place("xyz")


@dataclass(frozen=True, slots=True, kw_only=True)
class JointKind:
    """A kind of joint, in the plane (2) and in space (3); without a motion it cannot be in a tree."""

    motions: dict[int, Motion]
    conditions: dict[int, tuple[Condition, ...]]
    axis: str = "z"  # where none is given
    keys: dict[str, Key] = field(default_factory=dict)  # of its own
