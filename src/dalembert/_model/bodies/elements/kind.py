"""What a kind of element is: the keys it is written with, and the entries that it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dalembert._model.bodies.texts import Text

NULL, NO_TURN = Text("0"), Text("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Where a frame is and how it is turned, as texts: its place, and its angle in the plane or its rotation.

    The text of a rotation is empty where it does not turn.
    """

    place: Text
    angle: Text = NULL
    rotation: Text = NO_TURN
    body_rotation: Text = NO_TURN  # of its body


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What an element was given: its name, its frames, numbers, vectors and words."""

    name: str
    space: int
    frames: tuple[Frame, ...]
    twist: Text = NO_TURN  # the angle between its ends, of elements that turn
    axis: Text = NO_TURN  # about which they turn, in fixed axes in space
    values: Mapping[str, Text] = field(default_factory=dict)
    vectors: Mapping[str, Text] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """The entries that an element gives.

    `force` and `torque` act on its last frame, their opposites on the first of two.
    """

    definitions: dict[str, Text] = field(default_factory=dict)
    potential: Text | None = None
    dissipation: Text | None = None
    load: dict[str, Text] = field(default_factory=dict)  # at and force, or on and torque
    force: Text | None = None
    torque: Text | None = None
    scene: str = ""  # how it is drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementKind:
    """A kind of element: its keys, each with an example, and what it makes of them."""

    entries: Callable[[Given], Entries]
    ends: str = "between"  # the key of its ends
    count: int = 2
    numbers: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)  # of its numbers and vectors
    law: tuple[str, str, tuple[str, ...]] = ("", "", ())  # a key in place of another, and the names it knows
    law_needs: dict[str, str] = field(default_factory=dict)  # keys that names in a law are made of
    turns: bool = False  # it acts on an angle: of two bodies in the plane, or of a joint
    vectors: dict[str, str] = field(default_factory=dict)
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
