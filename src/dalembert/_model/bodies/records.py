"""Records of bodies, joints and elements as read and checked, and of frames, which joints connect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dalembert._model.bodies.texts import Text
from dalembert._model.nets.records import NetElement
from dalembert._text.meshes.records import MeshBody
from dalembert._text.positions import Path

GROUND = "ground"
ORIGIN, CENTRE = "origin", "centre"  # points that every body has
# kinds of joints that couple the coordinates of others
OF_COORDINATES = ("gear", "belt", "rack", "differential", "cam", "drive")
Vector = tuple[Text, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A frame fixed in a body: its origin in body axes, and its rotation relative to them.

    `turns` are rotations in order, each about an axis of the frame as rotated so far; in the plane about z.
    """

    name: str
    at: Vector
    turns: tuple[tuple[str, Text], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """A body placed by expressions of the user: its origin, and its rotation, quaternion or angle."""

    at: Vector
    angle: Text | None = None
    rotation: Text | None = None
    quaternion: Vector = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Beam:
    """An elastic beam along x: length, stiffness of its hinges, moment about its axis, number of segments.

    The stiffness is EI in the plane; in space EI about y and about z, after GJ where it twists.
    """

    length: Text
    stiffness: Vector
    segments: int
    moment: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A rigid body: mass, inertia about its mass centre in body axes (row by row), mass centre, points."""

    name: str
    path: Path
    mass: Text
    inertia: tuple[Vector, ...]  # 1 x 1 in the plane, 3 x 3 in space; empty for a point mass
    centre: Vector
    points: dict[str, Point] = field(default_factory=dict)
    shape: tuple[str, Vector] | None = None
    placement: Placement | None = None
    beam: Beam | None = None
    mesh: MeshBody | None = None

    def point(self, name: str) -> Point:
        """A named point, the mass centre by the name `centre`, or the origin where no name is given."""
        if name in self.points:
            return self.points[name]
        at = self.centre if name == CENTRE else tuple(Text("0") for _ in self.centre)
        return Point(name=name, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """A frame that a joint or an element acts on: a point of a body, its centre, or its origin."""

    body: str
    point: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of the value of a joint, None where there is none, and the restitution at them."""

    low: Text | None
    high: Text | None
    restitution: Text | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """A joint as written; `coordinates` are the names of its coordinates in a tree."""

    name: str
    path: Path
    kind: str
    ends: tuple[End, ...]
    axis: Vector
    coordinates: tuple[str, ...] = ()
    said: dict[str, Mapping[str, Any]] = field(default_factory=dict)  # of each coordinate: start, speed …
    named: bool = False  # whether the user names its coordinates: then it carries them
    loop: bool | None = None  # None: chosen by the program
    constraints: tuple[str, ...] = ()  # written constraints that are its conditions
    limits: Limits | None = None
    values: dict[str, Text] = field(default_factory=dict)  # the specific keys of its kind
    vectors: dict[str, Vector] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """An element, a force between two frames or on one, as written."""

    name: str
    path: Path
    kind: str
    ends: tuple[End, ...]
    joint: str = ""  # the joint it acts in
    values: dict[str, Text] = field(default_factory=dict)
    vectors: dict[str, Vector] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    direction: Vector = ()  # in axes of its first frame
    heat: str = ""  # the node that is warmed by what it dissipates


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """The contents of the sections [bodies], [joints] and [elements]."""

    space: int
    gravity: Vector
    bodies: dict[str, Body]
    joints: tuple[Joint, ...]
    elements: tuple[Element, ...]
    networks: tuple[NetElement, ...] = ()  # elements between nodes
    by_body: bool = False  # every body has its own coordinates, every joint is a set of conditions
    written_energies: bool = False  # those of the bodies are the energies that the user writes
