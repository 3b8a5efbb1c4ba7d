"""A kind of element of a network: its keys, and the entries that it expands to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from dalembert._model.bodies.texts import Text
from dalembert._model.nets.domains import Domain
from dalembert._model.nets.records import NetElement

NOTHING = Text("")


class Role(IntEnum):
    """The relation of an element between the effort across it and the flow through it.

    Elements are put into the tree of a network in this order, so that sources of effort and stores are in it,
    and inertias, whose flows are states, are not.
    """

    EFFORT_SOURCE = 0  # it prescribes the effort
    STORE = 1  # the effort follows from the displacement
    RESISTANCE = 2  # the effort follows from the flow
    INERTIA = 3  # the effort is the rate of a momentum
    FLOW_SOURCE = 4  # it prescribes the flow
    DEPENDENT = 5  # its displacement is a function of another


@dataclass(frozen=True, slots=True, kw_only=True)
class NetElementData:
    """The data of an element: its displacement and its flow, from its first node to its second; values."""

    name: str
    displacement: Text
    flow: Text
    values: Mapping[str, Text] = field(default_factory=dict)
    moved: Text = NOTHING  # the value of the joint that it drives
    effort: Text = NOTHING  # the name of its drop
    inputs: tuple[Text, ...] = ()  # the efforts of the nodes whose difference it amplifies
    ends: tuple[Text, Text] = (NOTHING, NOTHING)  # what gauges show at its nodes
    partner: Text = NOTHING  # the displacement of the other winding


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """The law of a store e(q, C), and its energy, the integral of e over q, by what its value C reads."""

    value: Text  # C
    effort: Text
    energy: Text
    linear: bool = False  # e = q/C


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """The equation of an element, by its coefficients: e = R f + q/C + d(I f)/dt + a law; or of its flow.

    e is the drop, the effort at its first node minus that at its second; q its displacement, f its flow. What
    becomes of a coefficient depends on what it reads (`laws.py`).
    """

    resistance: Text | None = None  # R
    capacity: Text | None = None  # C
    inertance: Text | None = None  # I
    store: Store | None = None  # a store that is not linear
    stiffness: Text | None = None  # of a spring of its own at the quantity that it drives
    law: Text | None = None  # a part of the drop that no coefficient gives
    inverse: Text | None = None  # the same law as the flow at a drop, where it has this form
    mutual: Text | None = None  # M of the two coils that it couples
    shown: Text | None = None  # what a gauge at its first node shows
    balance: Text | None = None  # what is zero, whatever the drop that it takes
    flow: Text | None = None  # of a source of flow
    definitions: Mapping[str, Text] = field(default_factory=dict)  # parts of its law, each with a name
    displacement: Text | None = None  # where it is a function of another
    action: Text | None = None  # the force or torque on the quantity that it drives


@dataclass(frozen=True, slots=True, kw_only=True)
class EffortLaw:
    """A law instead of a number: a function of the flow or of the displacement."""

    key: str
    instead: str
    of_flow: bool  # a function of the flow; of the displacement where not


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A condition on a number: what must be positive, and what is said where it is not."""

    key: str
    positive: str  # with {} for the number, {area} for another one, {drives} for what it drives
    message: str  # with {} for the name of the element
    hint: str
    severity: str = "error"
    zero: bool = False  # it is an opening: 0 is closed


@dataclass(frozen=True, slots=True, kw_only=True)
class NetKind:
    """A kind of element between two nodes: its keys, each with an example, and its expansion."""

    domain: Domain
    role: Role
    entries: Callable[[NetElementData], Entries]
    numbers: dict[str, str] = field(default_factory=dict)
    optional: tuple[str, ...] = ()  # keys that may be left out
    positive: tuple[str, ...] = ()  # keys whose values must be positive
    conditions: tuple[Condition, ...] = ()  # further ones
    norms: dict[str, str] = field(
        default_factory=dict
    )  # values that a standard gives, where they are left out
    needs: dict[str, str] = field(default_factory=dict)  # keys that others need
    units: dict[str, str] = field(default_factory=dict)
    law: EffortLaw | None = None
    drives: str = ""  # the unit of the quantity that it moves: rad, m; empty where it moves none
    secondary: bool = False  # it has a second pair of nodes
    start: Callable[[Mapping[str, Text]], Text | None] = lambda _: None  # its displacement at the start
    filled: tuple[str, ...] = ()  # one of these keys must say what it holds at the start: it is never empty
    start_flow: str = ""  # the key of its flow at the start
    inertia: str = ""  # a key with which it is an inertia
    by_flow: bool = False  # with an expression of the flow it is a resistance
    coefficient: str = ""  # the key of the ratio of the flows that it couples
    nodes: bool = True  # it is between nodes
    to_ground: bool = False  # its second node is the ground
    parts: Callable[[NetElement], Iterable[NetElement]] | None = None  # the elements that it is made of
    coils: bool = False  # it couples two coils
    inputs: bool = False  # it amplifies the difference of two nodes
    medium: str = ""  # the kind of element whose values it needs: surroundings, gas
    scene: str = ""  # how it is drawn

    @property
    def heats(self) -> bool:
        """Whether it may warm a node by what it dissipates."""
        return self.role == Role.RESISTANCE and not self.medium
