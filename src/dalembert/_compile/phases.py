"""The phases of a motion: contacts that are closed, stick or slide, and the sides of switches.

A phase is an ordinary model. M qdd + Gᵀ lam − g_qᵀ f = h with g = 0 for the closed contacts is a constraint
whose multiplier is −f, and a contact that sticks is one on its slip. In it are watched: the gaps of open
contacts, the forces of closed ones, what friction can hold, slips that come to rest, and switches. Something
counts as zero a little below it, by what rounding leaves of the sizes in it: where contacts part as slowly as
at a release, a gap would seem to close again and again. These margins are parameters, as are the sides of
switches and the directions of slip, so that phases that differ only in them are one and the same code.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.choice import plant_of, remembered
from dalembert._compile.dynamics import Dynamics
from dalembert._compile.functions import revalued
from dalembert._compile.general import General, GeneralDynamics
from dalembert._compile.interface import AnyDynamics
from dalembert._compile.plant import Plant
from dalembert._compile.rescue import free_directions
from dalembert._compile.tables import Piecewise
from dalembert._expression.expression import Expression
from dalembert._expression.tree import ONE, Name, Negative, Node, Product, Sum
from dalembert._lower.phase import Grip, Guard, Kind, Places, Wiring
from dalembert._lower.sides import Sided, sided
from dalembert._model.compliant import pressing
from dalembert._model.records import Constraint, Contact, Event, Model, Parameter, Term, constraints_of
from dalembert._model.structures import StructureCache, with_values_of

Array = NDArray[np.float64]
Closed = tuple[int, ...]  # contacts by their places, in order


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """A kind of phase: stiff contacts that are closed, contacts that stick or slide, switches it stays on.

    `turning` slide with two tangential velocities, fast enough to have a direction of their own.
    """

    closed: Closed = ()
    sticking: Closed = ()
    sliding: Closed = ()
    turning: Closed = ()
    held: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()  # of them those that are held by their rates


FREE = Mode()


class Phases:
    """The dynamics of a model by the phase it is in."""

    def __init__(self, model: Model, p: Array, tables: tuple[Piecewise, ...]) -> None:
        """`model` has its compliant contacts as energies."""
        self.model, self._tables = model, tables
        self._split = _split(model)
        self.sides = self._split.sides
        self.displacement = len(constraints_of(model, "displacement"))
        self.flow = len(constraints_of(model, "flow"))
        self.contacts = len(model.contacts)
        self.stiff = tuple(i for i, contact in enumerate(model.contacts) if not contact.compliant)
        self.rough = tuple(i for i, contact in enumerate(model.contacts) if contact.slip)
        self.depths = tuple(self._depth(contact) for contact in model.contacts)
        self.soft = tuple(i for i in range(self.contacts) if i not in self.stiff)
        self.forces: dict[int, int] = {}  # of compliant contacts, among what is carried
        self._carried, self._extra, self.places = self._arranged()
        widths = [len(contact.slip) for contact in model.contacts]
        self.slips = sum(widths)
        ends = np.cumsum([0, *widths])
        self.slip_places = [list(range(ends[i], ends[i + 1])) for i in range(self.contacts)]
        self.everything = Mode(closed=self.stiff, sticking=self.rough)
        self.values = np.concatenate([p, np.zeros(len(self.sides) + len(self._extra))])
        self.values[list(self.places.sides)] = [0.0 if side.counts else 1.0 for side in self.sides]
        self._plants: dict[tuple[Mode, bool], Plant] = {}
        self._made: dict[tuple[Mode, bool], Dynamics] = {}
        self._guards: dict[Mode, tuple[Guard, ...]] = {}
        self._before: GeneralDynamics | None = None

    @property
    def free(self) -> Dynamics:
        """The dynamics of free motion."""
        return self.dynamics(FREE)

    def dynamics(self, mode: Mode, *, soft: bool = False) -> Dynamics:
        """The dynamics of a phase; `soft` where its constraints and contacts depend on one another."""
        key = (mode, soft)
        if key not in self._made:
            if key not in self._plants:
                name = f"phase {mode} {soft}"
                self._plants[key] = remembered(name, self.model, lambda: self._plant(mode, soft))
            self._made[key] = Dynamics(self._plants[key], self.values, self._tables)
        own = self._made[key]
        if own.p is not self.values:
            revalued(own, self.values)
        return own

    def begin(self, before: AnyDynamics) -> AnyDynamics:
        """The dynamics at the start; a model that is more than mechanics has the phases of its switches."""
        if not isinstance(before, GeneralDynamics):
            return self.free
        self._before = before
        return self._general(None)

    def _general(self, at: tuple[float, Array] | None) -> GeneralDynamics:
        """The dynamics of a general model with the sides of its switches, at a state in the phase before."""
        plant, before = plant_of(self._pieces), self._before
        if before is None or not isinstance(plant, General):
            raise TypeError(plant)
        own = GeneralDynamics(plant, self.values.copy(), self._tables)
        own.scale[:] = before.scale
        own.first[:] = before.first
        if at is not None:  # of several solutions the one nearest to that before
            own.rewind()
            leading, health = own.machine.leading(*at)
            own.first[:] = leading if health > 0 else before.first
        self._before = own
        return own

    def change(self, values: Array) -> None:
        """Other margins, sides and directions; they are not written to afterwards."""
        if not np.array_equal(values, self.values):
            self.values = values

    def equal(self, values: Array) -> bytes:
        """What is the same for phases whose equations are: the values without margins."""
        bare = values.copy()
        bare[list(self.places.spare)] = 0.0
        return bare.tobytes()

    def fitting(self, mode: Mode, t: float, y: Array) -> Dynamics | GeneralDynamics:
        """The dynamics of a phase that begins at a state."""
        if self._before is not None:
            return self._general((t, y))
        own = self.dynamics(mode)
        G = own.machine.saddle(t, y)["G"]
        rank = free_directions(G, own.layout.n)[1]
        return own if rank == len(G) else self.dynamics(mode, soft=True)

    def rows(self, mode: Mode) -> tuple[list[int], dict[int, int], dict[int, tuple[int, ...]]]:
        """Where the multipliers of a phase belong: to constraints, contacts, slips that are held."""
        first, count = self.displacement, len(mode.closed)
        own = [*range(first), *range(first + count, first + count + self.flow)]
        pressing_rows = {contact: first + k for k, contact in enumerate(mode.closed)}
        held: dict[int, tuple[int, ...]] = {}
        at = first + count + self.flow
        for contact in mode.sticking:
            width = len(self.model.contacts[contact].slip)
            held[contact] = tuple(range(at, at + width))
            at += width
        return own, pressing_rows, held

    def pressed(self, values: Array) -> tuple[int, ...]:
        """Compliant contacts whose depth is on its positive side."""
        found = []
        for i, depth in enumerate(self.depths):
            if depth is not None and depth[1] * values[self.places.sides[depth[0]]] > 0:
                found.append(i)
        return tuple(found)

    def guards(self, mode: Mode) -> tuple[Guard, ...]:
        """What ends a phase."""
        if mode not in self._guards:
            self._guards[mode] = self._guarded(mode)
        return self._guards[mode]

    def _guarded(self, mode: Mode) -> tuple[Guard, ...]:
        found = [Guard(kind=Kind.gap, place=i) for i in self.stiff if i not in mode.closed]
        found += [Guard(kind=Kind.force, place=i) for i in mode.closed]
        for i in mode.sticking:
            found.append(Guard(kind=Kind.cone, place=i))
            if len(self.model.contacts[i].slip) == 1:
                found.append(Guard(kind=Kind.cone_below, place=i))
        for i in mode.sliding:
            if i in mode.turning:
                found.append(Guard(kind=Kind.slow, place=i))
                continue
            found.append(Guard(kind=Kind.slip, place=i))
            if len(self.model.contacts[i].slip) == 2:
                found.append(Guard(kind=Kind.fast, place=i))
        if any(i in mode.closed for i in mode.sliding):
            found.append(Guard(kind=Kind.paradox, place=0))
        for k, side in enumerate(self.sides):
            if k in mode.held:
                found += [Guard(kind=Kind.below, place=k), Guard(kind=Kind.above, place=k)]
            else:
                kinds = (Kind.low, Kind.high) if side.counts else (Kind.side,)
                found += [Guard(kind=kind, place=k) for kind in kinds]
        return tuple(found)

    def _depth(self, contact: Contact) -> tuple[int, int] | None:
        """The switch of a compliant contact between free and pressed, and the sign of its depth in it."""
        return self._split.place(Negative(Name(f"{contact.name}.gap"))) if contact.compliant else None

    def _arranged(self) -> tuple[tuple[Term, ...], tuple[Parameter, ...], Places]:
        """What is carried behind the outputs, the parameters behind those of the model, and where all is."""
        split, outputs = self._split.model, len(self.model.outputs)
        carried: list[Term] = []
        extra: list[Parameter] = []
        first = len(split.parameters)

        def carry(expression: Expression | None) -> int:
            if expression is None:
                raise TypeError(expression)
            carried.append(Term(name=f"carried {len(carried)}", expression=expression))
            return outputs + len(carried) - 1

        def parameter() -> int:
            extra.append(Parameter(name=f"value {len(extra)}"))
            return first + len(extra) - 1

        gaps, margins = [], []
        grips: list[Grip | None] = []
        for i, contact in enumerate(split.contacts):
            gaps.append(carry(contact.gap))
            margins.append(parameter())
            force = carry(Expression(Name(_force_name(contact)))) if contact.compliant else -1
            if contact.compliant:
                self.forces[i] = force
            if not contact.slip:
                grips.append(None)
                continue
            grips.append(
                Grip(
                    slip=tuple(carry(slip) for slip in contact.slip),
                    mu=carry(contact.friction),
                    sticking=carry(contact.sticking or contact.friction),
                    force=force,
                    way=tuple(parameter() for _ in contact.slip),
                    margin=parameter(),
                    slow=parameter(),
                )
            )
        functions = tuple(carry(Expression(side.function)) for side in self.sides)
        places = Places(
            outputs=outputs,
            gaps=tuple(gaps),
            margins=tuple(margins),
            grips=tuple(grips),
            functions=functions,
            sides=tuple(range(first - len(self.sides), first)),
            side_margins=tuple(parameter() for _ in self.sides),
        )
        return tuple(carried), tuple(extra), places

    def _plant(self, mode: Mode, soft: bool) -> Plant:
        split, contacts = self._split.model, self._split.model.contacts
        displacement = constraints_of(split, "displacement")
        others = tuple(c for c in split.constraints if c.kind != "displacement")
        touching = tuple(_held(contacts[i], "displacement", contacts[i].gap) for i in mode.closed)
        slips = tuple(_held(contacts[i], "flow", slip) for i in mode.sticking for slip in contacts[i].slip)
        phase = replace(
            split,
            contacts=(),
            parameters=(*split.parameters, *self._extra),
            constraints=(*displacement, *touching, *others, *slips),
            outputs=(*split.outputs, *self._carried),
        )
        _, pressing_rows, held = self.rows(mode)
        wiring = Wiring(
            places=self.places,
            pressing=tuple(pressing_rows.items()),
            sticking=tuple(held.items()),
            sliding=mode.sliding,
            turning=mode.turning,
            held=mode.held,
            resting=mode.resting,
            guards=self.guards(mode),
        )
        return Plant(phase, soft=soft, wiring=wiring)

    @property
    def is_general(self) -> bool:
        """Whether the model is more than mechanics."""
        return self._before is not None

    @cached_property
    def _pieces(self) -> Model:
        """The model with its switches as events, and what it carries as outputs."""
        split = self._split.model
        parameters = (*split.parameters, *self._extra)
        events = [
            Event(name=f"{guard.kind} {guard.place}", when=Expression(self._passed(guard, parameters)))
            for guard in self.guards(FREE)
        ]
        return replace(
            split,
            contacts=(),
            parameters=parameters,
            events=(*split.events, *events),
            outputs=(*split.outputs, *self._carried),
        )

    def _passed(self, guard: Guard, parameters: tuple[Parameter, ...]) -> Node:
        side, at = self.sides[guard.place], self.places
        z = Name(side.parameter)
        margin = Name(parameters[at.side_margins[guard.place]].name)
        match guard.kind:
            case Kind.low:
                return Sum((side.function, Negative(z), margin))
            case Kind.high:
                return Sum((z, ONE, Negative(side.function), margin))
        return Sum((Product((z, side.function)), margin))


def _held(contact: Contact, kind: str, expression: Expression) -> Constraint:
    return Constraint(name=contact.name, kind=kind, expression=expression, place=contact.place)


def _force_name(contact: Contact) -> str:
    return f"force of {contact.name}"


_splits: StructureCache[Sided] = StructureCache(8)


def _split(model: Model) -> Sided:
    """The model in pieces: split once for all models that differ only in values."""
    own = _splits.get(model, lambda model: sided(_with_forces(model)))
    return replace(own, model=with_values_of(own.model, model))


def _with_forces(model: Model) -> Model:
    """The model with the forces of compliant contacts as definitions."""
    forces = tuple(
        Term(name=_force_name(contact), expression=pressing(contact))
        for contact in model.contacts
        if contact.compliant
    )
    return replace(model, definitions=(*model.definitions, *forces))
