"""A tie: conditions between two frames that no joint of a tree can represent.

    displacement   φ(r₁, R₁, r₂, R₂) = 0
    flow           ψ = 0, linear in the velocities of the frames

A condition is written as "of the first frame − of the second", so that its multiplier is the force that the
first exerts on the second along the direction in which the condition measures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dalembert._model.bodies.elements.kind import Frame
from dalembert._model.bodies.joints.kind import Key
from dalembert._model.bodies.texts import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class TieData:
    """The data of a tie: its name, its frames, their motions, and its keys.

    `velocities` are those of the origins of the frames, `spins` the angular velocities, in fixed axes;
    empty where there are none. `axes` are a, b, c of the first frame in fixed axes.
    """

    name: str
    space: int
    frames: tuple[Frame, Frame]
    velocities: tuple[Text, Text]
    spins: tuple[Text, Text]
    axes: Mapping[str, Text]
    shape: str  # of the second body
    coordinates: tuple[str, ...] = ()
    values: Mapping[str, Text] = field(default_factory=dict)
    vectors: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """The entries of a tie.

    `conditions` are their kinds and texts by name; `force` is that on the second frame in fixed axes, empty
    where it has no text; it acts at `place`, else at the second frame.
    """

    conditions: dict[str, tuple[str, Text]]
    force: Text
    definitions: dict[str, Text] = field(default_factory=dict)
    place: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TieKind:
    """A kind of tie: its keys, and the function that expands it."""

    tie: Callable[[TieData], Tie]
    keys: dict[str, Key]
    axis: dict[int, str] = field(default_factory=lambda: {2: "x", 3: "z"})  # where none is given
    units: tuple[str, ...] = ()  # of the coordinates that it adds
    spaces: tuple[int, ...] = (2, 3)
