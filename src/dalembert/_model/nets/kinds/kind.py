"""What a kind of element of a network is: the keys it is written with, and the entries that it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from dalembert._model.bodies.texts import Text
from dalembert._model.nets.domains import Domain

NOTHING = Text("")


class Role(IntEnum):
    """What an element does with the effort across it and the flow through it.

    In this order elements are put into the tree of a network, so that sources of effort and stores are in it,
    and inertias, whose flows are states, are not.
    """

    EFFORT_SOURCE = 0  # it gives the effort
    STORE = 1  # the effort follows from the displacement
    RESISTANCE = 2  # the effort follows from the flow
    INERTIA = 3  # the effort is the rate of a momentum
    FLOW_SOURCE = 4  # it gives the flow
    DEPENDENT = 5  # its displacement follows from that of something else


@dataclass(frozen=True, slots=True, kw_only=True)
class NetElementData:
    """What an element was given: its displacement and its flow, from its first node to its second; values."""

    name: str
    displacement: Text
    flow: Text
    values: Mapping[str, Text] = field(default_factory=dict)
    moved: Text = NOTHING  # the value of the joint that it drives
    surroundings: Text = NOTHING  # their temperature
    partner: Text = NOTHING  # the displacement of the other winding
    coils: tuple[Text, ...] = ()  # the flows of those that it couples


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """The entries that an element gives; `drop` is the effort at its first node minus that at its second."""

    kinetic: Text | None = None
    potential: Text | None = None
    dissipation: Text | None = None
    law: Text | None = None  # of the drop, where no energy stands for it
    drop: Text | None = None  # None where it is the rate of a momentum
    momentum: Text | None = None  # whose rate is a part of the drop
    momenta: tuple[Text, ...] = ()  # that it adds to those of the coils that it couples
    flow: Text | None = None  # of a source of flow
    displacement: Text | None = None  # where it follows from that of something else
    action: Text | None = None  # on what it drives: a force or a torque


@dataclass(frozen=True, slots=True, kw_only=True)
class EffortLaw:
    """A law that may stand in place of a number: a function of the flow or of the displacement."""

    key: str
    instead: str
    of_flow: bool  # a function of the flow; of the displacement where not


@dataclass(frozen=True, slots=True, kw_only=True)
class NetKind:
    """A kind of element between two nodes: its keys, each with an example, and what it makes of them."""

    domain: Domain
    role: Role
    entries: Callable[[NetElementData], Entries]
    numbers: dict[str, str] = field(default_factory=dict)
    optional: tuple[str, ...] = ()  # keys that may be left out
    positive: tuple[str, ...] = ()  # keys whose values are above zero
    units: dict[str, str] = field(default_factory=dict)
    law: EffortLaw | None = None
    drives: str = ""  # the unit of what it moves: rad, m; empty where it moves nothing
    secondary: bool = False  # it has a second pair of nodes
    start: Callable[[Mapping[str, Text]], Text | None] = lambda _: None  # its displacement at the start
    start_flow: str = ""  # the key of its flow at the start
    inertia: str = ""  # a key that makes an inertia of it
    by_flow: bool = False  # an expression of the flow makes a resistance of it
    nodes: bool = True  # it is between nodes
    coils: bool = False  # it couples two coils
    needs_surroundings: bool = False
    scene: str = ""  # how it is drawn
