"""What a kind of element is: the keys it is written with, and the entries that it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dalembert._model.bodies.records import Body
from dalembert._model.bodies.texts import Text

NULL, NO_TURN = Text("0"), Text("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Where a frame is and how it is turned, as texts: its place, and its angle in the plane or its rotation.

    The text of a rotation is empty where it does not turn.
    """

    position: Text
    angle: Text = NULL
    rotation: Text = NO_TURN
    body_rotation: Text = NO_TURN  # of its body


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementData:
    """What an element was given: its name, its frames, numbers, vectors and words.

    `velocities` of the frames and `spins` of their bodies are in fixed axes, for kinds that ask for them;
    a spin is empty where a body does not turn.
    """

    name: str
    space: int
    frames: tuple[Frame, ...]
    bodies: tuple[Body, ...] = ()  # that the frames belong to
    centres: tuple[Text, ...] = ()  # their mass centres
    velocities: tuple[Text, ...] = ()
    spins: tuple[Text, ...] = ()
    joint: str = ""  # that it sits in
    twist: Text = NO_TURN  # the angle between its ends, of elements that turn; the value of its joint
    axis: Text = NO_TURN  # about which they turn, or along which they slide, in fixed axes
    values: Mapping[str, Text] = field(default_factory=dict)
    vectors: Mapping[str, Text] = field(default_factory=dict)
    components: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)  # of the vectors
    ways: tuple[Text, ...] = ()  # the direction it was given and those across it, in fixed axes
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What an element does to the body of one of its frames, in fixed axes; `part` names one of several."""

    frame: int
    place: Text
    force: Text | None = None
    torque: Text | None = None
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """The entries that an element gives.

    `force` and `torque` act on its last frame, their opposites on the first of two; at `place` where it is
    given, else each at its own frame. `effects` stand in their place where that is not so. Loads and contacts
    are named by what is added to the name of the element.
    """

    definitions: dict[str, Text] = field(default_factory=dict)
    potential: Text | None = None
    dissipation: Text | None = None
    load: dict[str, Text] = field(default_factory=dict)  # at and force, or on and torque
    contacts: dict[str, dict[str, Text | tuple[Text, ...]]] = field(default_factory=dict)
    states: dict[str, dict[str, Text]] = field(default_factory=dict)
    force: Text | None = None
    torque: Text | None = None
    place: Text | None = None
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Mistake:
    """Why an element cannot be: the key it is about, what is wrong, and what to write."""

    key: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementKind:
    """A kind of element: its keys, each with an example, and what it makes of them."""

    entries: Callable[[ElementData], Entries | Mistake]
    ends: str = "between"  # the key of its ends
    over: bool = False  # it may go over further points between its ends
    numbers: dict[str, str] = field(default_factory=dict)
    optional: tuple[str, ...] = ()  # keys that may be left out
    units: dict[str, str] = field(default_factory=dict)  # of its numbers and vectors
    units_of: Callable[[Mapping[str, Any]], dict[str, str]] = lambda _: {}  # that depend on other keys
    names: tuple[str, ...] = ()  # that its numbers may know beside those of the model
    law: tuple[str, str, tuple[str, ...]] = ("", "", ())  # a key in place of another, and the names it knows
    law_needs: dict[str, str] = field(default_factory=dict)  # keys that names in a law are made of
    turns: bool = False  # it acts on an angle: of two bodies in the plane, or of a joint
    slides: bool = False  # it may act on a distance as well: of two points, or of a joint
    moves: bool = False  # it needs velocities and spins
    vectors: dict[str, str] = field(default_factory=dict)
    turning: tuple[str, ...] = ()  # vectors that are a number in the plane
    direction: str = ""  # a key with a direction in axes of its first frame
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    not_negative: tuple[str, ...] = ()
    scene: str = ""  # how it is drawn
