"""A model with contacts and switches as a hybrid system: modes with their smooth dynamics, and guards.

Each mode is an ordinary model. M qdd + Gᵀ lam − g_qᵀ f = h with g = 0 for the active contacts is a constraint
whose multiplier is −f, and a contact that sticks is one on its slip. The guards are the gaps of open
contacts, the normal forces of active ones, the distance of friction from its cone, slips that come to rest,
and switching functions. A guard counts as zero a little below it, by what rounding leaves of the sizes in it:
where contacts part as slowly as at a release, a gap would seem to close again and again. Margins, sides of
switches and directions of slip are parameters: they come with a `ModeState`, and nothing of a run is kept
here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiled_models import compile_once
from dalembert._compile.interface import Dynamics
from dalembert._compile.mechanical_dynamics import MechanicalDynamics
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.rank_revealing import free_directions
from dalembert._compile.run_functions import revalue_all
from dalembert._compile.table_polynomials import Curve
from dalembert._contact.modes import FREE, Indices, Mode, ModeState
from dalembert._expression.expression import Expression
from dalembert._expression.tree import ONE, Name, Negative, Node, Product, Sum
from dalembert._lower.closed_system import closed_system
from dalembert._lower.explicit_efforts import with_explicit_efforts
from dalembert._lower.mode_field import FrictionPlaces, Guard, Kind, ModeEquations, Places
from dalembert._lower.peaks import with_peaks_of
from dalembert._lower.smooth_pieces import Pieces, smooth_pieces
from dalembert._lower.system import System
from dalembert._model.compliant import contact_force
from dalembert._model.records import (
    Constraint,
    Contact,
    Event,
    Model,
    Parameter,
    Term,
    constraints_of,
    force_names,
)
from dalembert._model.structures import StructureCache, with_values_of
from dalembert._model.survey import depends, survey
from dalembert._model.without_contacts import without_contacts

if TYPE_CHECKING:
    from dalembert._contact.scale import Scale

Array = NDArray[np.float64]
_pieces: StructureCache[Pieces] = StructureCache(8)


class EquationsByMode(Protocol):
    """How the modes of a hybrid system follow one another, whichever its equations are."""

    @property
    def follows_solution(self) -> bool:
        """Whether several solutions may pass through a state, of which one is followed."""

    def has_contact_modes(self, system: HybridSystem, /) -> bool:
        """Whether contacts open and close, stick and slip."""

    def start_state(self, system: HybridSystem, t: float, y: Array, /) -> ModeState:
        """The mode and the sides of switches at a start."""

    def next_state(
        self,
        system: HybridSystem,
        state: ModeState,
        t: float,
        y: Array,
        scale: Scale,
        reached: tuple[Guard, ...],
        before: Dynamics,
        /,
    ) -> ModeState | None:
        """The sides of switches and the surfaces that are slid on; None where it would chatter."""

    def lateness(self, system: HybridSystem, state: ModeState, t: float, y: Array, k: int, /) -> float:
        """How long after its zero a switch is seen."""

    def dynamics_at(
        self, system: HybridSystem, state: ModeState, t: float, y: Array, before: Dynamics, /
    ) -> Dynamics:
        """The dynamics of a mode that begins at a continuous state, and follows on another."""

    def dynamics_beside(
        self, system: HybridSystem, state: ModeState, t: float, y: Array, before: Dynamics, /
    ) -> Dynamics:
        """The dynamics at a continuous state near one of a mode, on the sides of switches that it is on."""

    def followed_dynamics(
        self, system: HybridSystem, state: ModeState, t: float, y: Array, before: Dynamics, /
    ) -> Dynamics:
        """The dynamics of the same mode, at a state that was reached with them."""

    def start_dynamics(self, system: HybridSystem, state: ModeState, before: Dynamics, /) -> Dynamics:
        """Dynamics of free motion, shared with nobody, after those the start was found with."""

    def free_dynamics(self, system: HybridSystem, state: ModeState, before: Dynamics, /) -> Dynamics:
        """Dynamics by which the user's events are evaluated: no contact is closed."""


class HybridSystem:
    """The dynamics of a model by its mode, lowered and compiled once for each."""

    def __init__(self, model: Model, p: Array, tables: tuple[Curve, ...], by_mode: EquationsByMode) -> None:
        """`model` has its compliant contacts as energies; `by_mode` is how its modes follow one another."""
        self.model, self.by_mode, self.tables, self._p = model, by_mode, tables, p
        self._pieces = _pieces_of(model)
        self.switches = self._pieces.switches
        self.displacement = len(constraints_of(model, "displacement"))
        self.flow = len(constraints_of(model, "flow"))
        self.contacts = len(model.contacts)
        self.rigid = tuple(i for i, contact in enumerate(model.contacts) if not contact.compliant)
        self.compliant = tuple(i for i, contact in enumerate(model.contacts) if contact.compliant)
        self.rough = tuple(i for i, contact in enumerate(model.contacts) if contact.slip)
        widths = [len(contact.slip) for contact in model.contacts]
        self.slips = sum(widths)
        ends = np.cumsum([0, *widths])
        self.slip_places = [list(range(ends[i], ends[i + 1])) for i in range(self.contacts)]
        self.forces: dict[int, int] = {}  # of compliant contacts, among what is carried
        self._carried, self.places = self._layout()
        self.all_closed = Mode(active=self.rigid, stick=self.rough)
        self._models: dict[tuple[Mode, bool], MechanicalSystem] = {}
        self._dynamics: dict[tuple[Mode, bool], MechanicalDynamics] = {}
        self._guards: dict[Mode, tuple[Guard, ...]] = {}

    @property
    def compiled_modes(self) -> tuple[MechanicalSystem, ...]:
        """The equations of all modes used so far."""
        return tuple(self._models.values())

    @cached_property
    def start(self) -> ModeState:
        """Free motion on the upper side of every switch, before anything is decided."""
        sides = np.array([0.0 if switch.counts else 1.0 for switch in self.switches])
        return ModeState(sides=sides, directions=np.zeros(self.slips), margins=np.zeros(self.places.margins))

    def parameters(self, state: ModeState) -> Array:
        """All parameters of the equations in a state."""
        return np.concatenate([self._p, state.values])

    # -- dynamics --------------------------------------------------------------------------------

    def dynamics(self, state: ModeState, *, soft: bool = False) -> MechanicalDynamics:
        """The dynamics of a mode; `soft` where its constraints and contacts depend on one another.

        It has the values of the state until the same mode is asked for again.
        """
        key, p = (state.mode, soft), self.parameters(state)
        if key not in self._dynamics:
            self._dynamics[key] = MechanicalDynamics(self.mode_system(state.mode, soft=soft), p, self.tables)
        dynamics_of_mode = self._dynamics[key]
        if dynamics_of_mode.p is not p and not (dynamics_of_mode.p == p).all():
            revalue_all(dynamics_of_mode, p)
        return dynamics_of_mode

    def free_dynamics(self, state: ModeState) -> MechanicalDynamics:
        """The dynamics of free motion."""
        return self.dynamics(state.in_mode(FREE))

    def regular_dynamics(self, state: ModeState, t: float, y: Array) -> MechanicalDynamics:
        """The dynamics of a mode at a continuous state, where its constraints may depend on one another."""
        dynamics_of_mode = self.dynamics(state)
        if not dynamics_of_mode.layout.constraints:
            return dynamics_of_mode
        G = dynamics_of_mode.evaluator.gradients(t, y)
        rank = free_directions(G, dynamics_of_mode.layout.n)[1]
        return dynamics_of_mode if rank == len(G) else self.dynamics(state, soft=True)

    def is_soft(self, mode: Mode, dynamics: Dynamics) -> bool:
        """Whether dynamics of a mode are those in which constraints and contacts depend on one another."""
        return dynamics.compiled is not self.mode_system(mode, soft=False)

    def dynamics_at(self, state: ModeState, t: float, y: Array, before: Dynamics) -> Dynamics:
        """The dynamics of a mode that begins at a continuous state, and follows on another."""
        return self.by_mode.dynamics_at(self, state, t, y, before)

    def free_motion(self, state: ModeState) -> MechanicalDynamics:
        """The dynamics of free motion in a state, shared with nobody."""
        return MechanicalDynamics(self.mode_system(FREE, soft=False), self.parameters(state), self.tables)

    @cached_property
    def free_motion_is_smooth(self) -> bool:
        """Whether there are contacts, and without them a model of regular mechanics without switches."""
        return bool(self.contacts and not self.switches) and self.mode_system(FREE, soft=False).regular

    def separate_dynamics(self, mode: Mode, *, soft: bool) -> MechanicalDynamics:
        """The dynamics of a mode at the start, shared with nobody."""
        return MechanicalDynamics(self.mode_system(mode, soft=soft), self.parameters(self.start), self.tables)

    @cached_property
    def has_dependent_forces(self) -> bool:
        """Whether forces, or rates of states, depend on forces of contacts or on accelerations."""
        system = self.mode_system(FREE, soft=False)
        whole = self._system_of_all_modes
        return (
            system.coupled
            or system.has_rates_of_forces
            or whole.has_dependent_forces
            or whole.has_rates_of_forces
        )

    def mode_system(self, mode: Mode, *, soft: bool) -> MechanicalSystem:
        """The equations of a mode, lowered once."""
        key = (mode, soft)
        if key not in self._models:
            name = f"mode {mode} {soft}"
            self._models[key] = compile_once(name, self.model, lambda: self._lower(mode, soft))
        return self._models[key]

    # -- what a mode is made of ------------------------------------------------------------------

    def multipliers(self, mode: Mode) -> tuple[list[int], dict[int, int], dict[int, Indices]]:
        """The indices of the multipliers: of constraints, of active contacts, of sticking contacts."""
        first, count = self.displacement, len(mode.active)
        rows = [*range(first), *range(first + count, first + count + self.flow)]
        normal = {contact: first + k for k, contact in enumerate(mode.active)}
        stick: dict[int, Indices] = {}
        at = first + count + self.flow
        for contact in mode.stick:
            width = len(self.model.contacts[contact].slip)
            stick[contact] = tuple(range(at, at + width))
            at += width
        return rows, normal, stick

    def compressed_contacts(self, state: ModeState) -> Indices:
        """Compliant contacts whose depth is on its positive side."""
        contacts = []
        for i in self.compliant:
            depth = self.depths[i] if len(state.sides) else None
            if depth is not None and depth[1] * state.sides[depth[0]] > 0:
                contacts.append(i)
        return tuple(contacts)

    def guards(self, mode: Mode) -> tuple[Guard, ...]:
        """The guards of a mode: functions at whose zeros it ends."""
        if mode not in self._guards:
            guards = [Guard(kind=kind, place=i) for kind, i in self._contact_guards(mode)]
            for k, switch in enumerate(self.switches):
                if k in mode.surfaces:
                    kinds: tuple[Kind, ...] = (Kind.below, Kind.above)
                else:
                    kinds = (Kind.low, Kind.high) if switch.counts else (Kind.side,)
                guards += [Guard(kind=kind, place=k, rough=switch.rough) for kind in kinds]
            self._guards[mode] = tuple(guards)
        return self._guards[mode]

    def _contact_guards(self, mode: Mode) -> list[tuple[Kind, int]]:
        guards = [(Kind.gap, i) for i in self.rigid if i not in mode.active]
        guards += [(Kind.force, i) for i in mode.active]
        for i in mode.stick:
            both = len(self.model.contacts[i].slip) == 1
            guards += [(Kind.cone, i), (Kind.cone_below, i)] if both else [(Kind.cone, i)]
        for i in mode.slip:
            if i in mode.turning:
                guards.append((Kind.slow, i))
                continue
            turns = len(self.model.contacts[i].slip) == 2
            guards += [(Kind.slip, i), (Kind.fast, i)] if turns else [(Kind.slip, i)]
        return [*guards, (Kind.paradox, 0)] if any(i in mode.active for i in mode.slip) else guards

    @cached_property
    def switches_on_results(self) -> frozenset[int]:
        """Switches whose functions depend on forces or accelerations."""
        known = survey(self._pieces.model)
        coordinates = {c.name for c in self.model.coordinates}
        forces = frozenset(force_names(self.model))
        switches = set()
        for k, switch in enumerate(self.switches):
            asked = depends(switch.function, known)
            if any(name in forces or (order == 2 and name in coordinates) for name, order in asked):
                switches.add(k)
        return frozenset(switches)

    @cached_property
    def depths(self) -> tuple[tuple[int, int] | None, ...]:
        """Of compliant contacts the switch between free and pressed, and the sign of the depth in it."""
        return tuple(
            self._pieces.find(Negative(Name(f"{contact.name}.gap"))) if contact.compliant else None
            for contact in self.model.contacts
        )

    def _layout(self) -> tuple[tuple[Term, ...], Places]:
        """The quantities appended to the outputs, and the index of each."""
        split, outputs = self._pieces.model, len(self.model.outputs)
        carried: list[Term] = []

        def carry(expression: Expression | None) -> int:
            if expression is None:
                raise TypeError(expression)
            carried.append(Term(name=f"carried {len(carried)}", expression=expression))
            return outputs + len(carried) - 1

        gaps = []
        friction: list[FrictionPlaces | None] = []
        margins = self.contacts + len(self.switches)
        for i, contact in enumerate(split.contacts):
            gaps.append(carry(contact.gap))
            force = carry(Expression(Name(_force_name(contact)))) if contact.compliant else -1
            if contact.compliant:
                self.forces[i] = force
            if not contact.slip:
                friction.append(None)
                continue
            friction.append(
                FrictionPlaces(
                    slip=tuple(carry(slip) for slip in contact.slip),
                    mu=carry(contact.friction),
                    static=carry(contact.sticking or contact.friction),
                    force=force,
                    direction=tuple(self.slip_places[i]),
                    margin=margins,
                    turning=margins + 1,
                )
            )
            margins += 2
        functions = tuple(carry(Expression(switch.function)) for switch in self.switches)
        return tuple(carried), Places(
            parameters=len(self.model.parameters),
            outputs=outputs,
            gaps=tuple(gaps),
            friction=tuple(friction),
            functions=functions,
            directions=self.slips,
        )

    @property
    def _parameters(self) -> tuple[Parameter, ...]:
        """All parameters: those of the model and of its switches, then directions and margins."""
        count = self.slips + self.places.margins
        return (*self._pieces.model.parameters, *(Parameter(name=f"value {i}") for i in range(count)))

    def _lower(self, mode: Mode, soft: bool) -> MechanicalSystem:
        first, flow = self.displacement, self.flow
        _, normal, stick = self.multipliers(mode)
        equations = ModeEquations(
            places=self.places,
            displacement=(*range(first), *(first + self.rigid.index(i) for i in mode.active)),
            flow=(*range(flow), *(flow + row for i in mode.stick for row in self.slip_places[i])),
            normal=tuple(normal.items()),
            stick=tuple(stick.items()),
            slip=mode.slip,
            turning=mode.turning,
            surfaces=mode.surfaces,
            second_order=mode.second_order,
            guards=self.guards(mode),
        )
        return MechanicalSystem(
            self._model_in(mode), soft=soft, mode=equations, whole=self._system_of_all_modes
        )

    @cached_property
    def _system_of_all_modes(self) -> System:
        """The system of all modes: every contact is closed and sticks. Lowered once for models alike."""

        def lower() -> System:
            every = self._model_in(self.all_closed)
            system = closed_system(every, inputs=False)
            if self.model.efforts:
                system = with_explicit_efforts(system) or system
            return with_peaks_of(system, every, self._model_in(FREE))  # open: no forces

        return compile_once("all modes", self.model, lower)

    def _model_in(self, mode: Mode) -> Model:
        """The model with active and sticking contacts as constraints, and with the appended quantities."""
        split, contacts = self._pieces.model, self._pieces.model.contacts
        others = tuple(c for c in split.constraints if c.kind != "displacement")
        gaps = tuple(_constraint(contacts[i], "displacement", contacts[i].gap) for i in mode.active)
        slips = tuple(
            replace(_constraint(contacts[i], "flow", slip), name=_slip_name(name))
            for i in mode.stick
            for name, slip in zip(contacts[i].slips, contacts[i].slip, strict=True)
        )
        forces: dict[str, Node] = {
            f"contact_{contacts[i].name}": Negative(Name(f"lam_{contacts[i].name}")) for i in mode.active
        }
        forces |= {
            f"friction_{name}": Negative(Name(f"kap_{_slip_name(name)}"))
            for i in mode.stick
            for name in contacts[i].slips
        }
        return replace(
            without_contacts(split, forces),
            parameters=self._parameters,
            constraints=(*constraints_of(split, "displacement"), *gaps, *others, *slips),
            outputs=(*split.outputs, *self._carried),
        )

    @cached_property
    def model_with_guards(self) -> Model:
        """A general DAE with its guards as events, and what it carries as outputs."""
        split = self._pieces.model
        events = [
            Event(name=f"{guard.kind} {guard.place}", when=Expression(self._switch_guard(guard)))
            for guard in self.guards(FREE)
        ]
        return replace(
            without_contacts(split),
            parameters=self._parameters,
            events=(*split.events, *events),
            outputs=(*split.outputs, *self._carried),
        )

    def _switch_guard(self, guard: Guard) -> Node:
        switch, at = self.switches[guard.place], self.places
        z = Name(switch.parameter)
        margin = Name(self._parameters[at.margin(at.switch_margin(guard.place))].name)
        match guard.kind:
            case Kind.low:
                return Sum((switch.function, Negative(z), margin))
            case Kind.high:
                return Sum((z, ONE, Negative(switch.function), margin))
        return Sum((Product((z, switch.function)), margin))


def _constraint(contact: Contact, kind: str, expression: Expression) -> Constraint:
    return Constraint(name=contact.name, kind=kind, expression=expression, location=contact.location)


def _slip_name(name: str) -> str:
    """The name of the constraint of a slip that sticks, which no user can type."""
    return f"slip of {name}"


def _force_name(contact: Contact) -> str:
    return f"force of {contact.name}"


def _pieces_of(model: Model) -> Pieces:
    """The model in smooth pieces: taken apart once for all models that differ only in values."""
    pieces = _pieces.get(model, lambda model: smooth_pieces(_with_forces(model)))
    return replace(pieces, model=with_values_of(pieces.model, model))


def _with_forces(model: Model) -> Model:
    """The model with the forces of compliant contacts as definitions."""
    if not any(contact.compliant for contact in model.contacts):
        return model
    forces = tuple(
        Term(name=_force_name(contact), expression=contact_force(contact))
        for contact in model.contacts
        if contact.compliant
    )
    return replace(model, definitions=(*model.definitions, *forces))
