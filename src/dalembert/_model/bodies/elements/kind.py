"""A kind of element: its keys, and the entries that it expands to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dalembert._model.bodies.readings import Reading, Readings, Reads
from dalembert._model.bodies.records import Body
from dalembert._model.bodies.texts import Text

NULL, NO_TURN = Text("0"), Text("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A frame, as texts: its position, and its angle in the plane or its rotation matrix in space.

    The text of a rotation is empty for the identity.
    """

    position: Text
    angle: Text = NULL
    rotation: Text = NO_TURN
    body_rotation: Text = NO_TURN  # of its body


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementData:
    """The data of an element: its name, its frames, numbers, vectors and words.

    `velocities` of the frames and `spins` (angular velocities) of their bodies are in fixed axes, for kinds
    that need them; a spin is empty where a body does not rotate.
    """

    name: str
    space: int
    frames: tuple[Frame, ...]
    bodies: tuple[Body, ...] = ()  # of the frames
    centres: tuple[Text, ...] = ()  # their mass centres
    velocities: tuple[Text, ...] = ()
    spins: tuple[Text, ...] = ()
    joint: str = ""  # the joint it acts in
    twist: Text = NO_TURN  # the angle between its ends, for torsional elements; the value of its joint
    axis: Text = NO_TURN  # axis of rotation or sliding, in fixed axes
    values: Mapping[str, Text] = field(default_factory=dict)
    vectors: Mapping[str, Text] = field(default_factory=dict)
    components: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)  # of the vectors
    ways: tuple[Text, ...] = ()  # its direction and those perpendicular to it, in fixed axes
    words: Mapping[str, str] = field(default_factory=dict)
    reads: Mapping[str, Reading] = field(default_factory=dict)  # of its numbers and vectors

    readings: Readings | None = None  # what texts of this model read

    def reading(self, *keys: str) -> Reading:
        """What the values of some keys read."""
        names: dict[Reads, tuple[str, ...]] = {}
        for reading in (self.reads[key] for key in keys if key in self.reads):
            for kind, every in reading.names.items():
                names[kind] = (*names.get(kind, ()), *every)
        return Reading(names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The load of an element on the body of one of its frames, in fixed axes; `part` names one of several."""

    frame: int
    place: Text
    force: Text | None = None
    torque: Text | None = None
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """The entries that an element expands to.

    `force` and `torque` act on its last frame, their opposites on the first of two; at `place` if given, else
    each at its own frame. Otherwise `effects` are given instead. The keys of loads and contacts are suffixes
    to the name of the element, empty for a single one.
    """

    definitions: dict[str, Text] = field(default_factory=dict)
    potential: Text | None = None
    dissipation: Text | None = None
    loads: dict[str, dict[str, Text]] = field(default_factory=dict)  # each of at and force, or on and torque
    contacts: dict[str, dict[str, Text | tuple[Text, ...]]] = field(default_factory=dict)
    states: dict[str, dict[str, Text]] = field(default_factory=dict)
    force: Text | None = None
    torque: Text | None = None
    place: Text | None = None
    effects: tuple[Effect, ...] = ()
    loss: Text | None = None  # the power that it dissipates
    became: str = ""  # what became of an element whose values read a motion


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in an element: the key, the message, and what to write."""

    key: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementKind:
    """A kind of element: its keys, each with an example, and the function that expands it."""

    entries: Callable[[ElementData], Entries | Mistake]
    ends: str = "between"  # the key of its ends
    over: bool = False  # it may pass over further points between its ends
    numbers: dict[str, str] = field(default_factory=dict)
    optional: tuple[str, ...] = ()  # keys that may be left out
    units: dict[str, str] = field(default_factory=dict)  # of its numbers and vectors
    units_of: Callable[[Mapping[str, Any]], dict[str, str]] = lambda _: {}  # units that depend on other keys
    names: tuple[str, ...] = ()  # names that its expressions may contain besides those of the model
    law: tuple[str, str, tuple[str, ...]] = ("", "", ())  # a key instead of another, and the names in it
    law_needs: dict[str, str] = field(default_factory=dict)  # keys that names in a law require
    turns: bool = False  # it acts on an angle: between two bodies in the plane, or of a joint
    slides: bool = False  # it may act on a distance as well: between two points, or of a joint
    moves: bool = False  # it needs velocities and spins
    heats: bool = False  # it may warm a node by what it dissipates
    vectors: dict[str, str] = field(default_factory=dict)
    turning: tuple[str, ...] = ()  # vectors that are a number in the plane
    direction: str = ""  # a key with a direction in axes of its first frame
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    not_negative: tuple[str, ...] = ()
    scene: str = ""  # how it is drawn
