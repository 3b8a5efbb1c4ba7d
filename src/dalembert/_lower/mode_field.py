"""The vector field of one mode: its active contacts, stick and slip, and the switching surfaces it slides on.

Contacts and switches need more than the equations of motion: gaps, tangential velocities, coefficients of
friction, known normal forces and switching functions. The model carries them as outputs behind those of the
user. What changes from mode to mode without changing the equations stands in parameters behind those of the
model, p = (parameters, sides, directions, margins): the sides of switches, the directions of slip, and the
margins by which a guard counts as zero a little below it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

import casadi as ca

from dalembert._lower.dependent_forces import put_in, without_results
from dalembert._lower.field import Field, constraint_levels, field_with, inertia
from dalembert._lower.links import links_of_rows
from dalembert._lower.saddle import Pivoting, factorise
from dalembert._lower.sliding_friction import Slider, with_friction
from dalembert._lower.sliding_mode import Surfaces, drift, sliding_mode
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar


@dataclass(frozen=True, slots=True, kw_only=True)
class FrictionPlaces:
    """Where the friction of a contact is: among the outputs, the directions and the margins."""

    slip: tuple[int, ...]
    mu: int
    static: int  # the coefficient of friction while it sticks
    force: int  # the normal force; −1 where a multiplier is that
    direction: tuple[int, ...]
    margin: int
    turning: int  # the square of a slip below which its direction is given


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where everything is, alike in all modes: among outputs, in (parameters, sides, directions, margins).

    Margins are those of the gaps, contact by contact, of the switches, then those of friction.
    """

    parameters: int
    outputs: int  # of the user
    gaps: tuple[int, ...] = ()
    friction: tuple[FrictionPlaces | None, ...] = ()  # by contacts
    functions: tuple[int, ...] = ()  # of switches
    directions: int = 0

    @property
    def sides(self) -> int:
        """How many switches there are."""
        return len(self.functions)

    @property
    def margins(self) -> int:
        """How many margins there are."""
        return len(self.gaps) + self.sides + 2 * sum(one is not None for one in self.friction)

    def side(self, switch: int) -> int:
        """The place in p of the side of a switch."""
        return self.parameters + switch

    def direction(self, entry: int) -> int:
        """The place in p of an entry of the directions."""
        return self.parameters + self.sides + entry

    def margin(self, entry: int) -> int:
        """The place in p of an entry of the margins."""
        return self.direction(self.directions) + entry

    def switch_margin(self, switch: int) -> int:
        """The place of a switch among the margins; that of a gap is the number of its contact."""
        return len(self.gaps) + switch


class Kind(StrEnum):
    """The kind of a guard: a function that ends a mode where it falls below zero."""

    gap = "gap"
    force = "force"  # of an active contact
    cone = "cone"  # what friction could still take while it sticks
    cone_below = "cone below"  # the same the other way
    slip = "slip"  # along its direction: it comes to rest
    slow = "slow"  # a slip in two directions: it keeps its direction from here on
    fast = "fast"  # and has one of its own again
    paradox = "paradox"  # sliding contacts no longer have forces
    side = "side"  # a switching surface is reached
    low = "low"  # one that counts (floor, mod) is reached from above
    high = "high"  # and from below
    below = "below"  # a sliding mode is left downwards
    above = "above"  # and upwards


KINK = 2  # a guard that stops an integration and beyond which the equations are not smooth
OF_SWITCHES = frozenset({Kind.side, Kind.low, Kind.high, Kind.below, Kind.above})


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A function that ends a mode: its kind, and of which contact or switch."""

    kind: Kind
    place: int
    rough: bool = False  # whether the equations of the mode are not smooth beyond it

    @property
    def stops(self) -> int:
        """How it stops an integration, by the numbers of `_compile/c/run.h`."""
        return KINK if self.rough else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeEquations:
    """A mode: the multipliers of active contacts and of stick, contacts that slip, surfaces it slides on.

    `turning` are those of `slip` with two tangential velocities, fast enough to have their own direction;
    `second_order` are those of `surfaces` that have relative degree two.
    """

    places: Places
    displacement: tuple[int, ...] | None = None  # of all constraints and contacts those that hold; None: all
    flow: tuple[int, ...] | None = None
    normal: tuple[tuple[int, int], ...] = ()  # contact, row of lam
    stick: tuple[tuple[int, tuple[int, ...]], ...] = ()  # contact, rows of lam
    slip: tuple[int, ...] = ()
    turning: tuple[int, ...] = ()
    surfaces: tuple[int, ...] = ()
    second_order: tuple[int, ...] = ()
    guards: tuple[Guard, ...] = ()


def field_of(
    system: System, mode: ModeEquations, *, soft: bool = False, pivoting: Pivoting | None = None
) -> Field:
    """The field of a mode, with its guards behind the events of the user."""
    at = mode.places
    factors = factorise(system, soft=soft, pivoting=pivoting)
    friction = with_friction(system, factors, _sliders(system, mode))
    made, parts = field_with(system, factors, friction, whole=True), None
    if mode.surfaces:
        sides = ca.vertcat(*(system.p[at.side(k)] for k in mode.surfaces))
        functions = [made.observed["outputs"][at.functions[k]] for k in mode.surfaces]
        for i, k in enumerate(mode.surfaces):
            if k in mode.second_order:
                rise = ca.jacobian(functions[i], made.y) @ made.rates + drift(functions[i], made.t, made.u)
                functions[i] = ca.substitute(rise, sides, -ca.SX.ones(len(functions), 1))
        surfaces = Surfaces(functions=ca.vertcat(*functions), sides=sides)
        made, parts = sliding_mode(system, factors, friction, made, surfaces)
    system = replace(system, outputs=made.observed["outputs"])
    values = _Values(system, mode, made, parts)
    guards = [values.of(guard) for guard in mode.guards]
    return replace(
        made,
        events=ca.vertcat(made.events, ca.SX(0, 1), *guards),
        observed=made.observed
        | {"outputs": system.outputs[: at.outputs], "carried": system.outputs[at.outputs :]},
    )


def system_of(system: System, mode: ModeEquations) -> System:
    """Of a system with all contacts closed and sticking, that of a mode."""
    if mode.displacement is None or mode.flow is None:
        return system
    n, first = system.q.numel(), system.Phi.numel()
    rows = [*mode.displacement, *(first + k for k in mode.flow)]

    def column(block: Scalar, places: Iterable[int]) -> Scalar:
        return ca.vertcat(ca.SX(0, block.size2()), *(block[i, :] for i in places))

    changed = replace(
        system,
        Phi=column(system.Phi, mode.displacement),
        Psi=column(system.Psi, mode.flow),
        Phi_q=column(system.Phi_q, mode.displacement),
        Psi_qd=column(system.Psi_qd, mode.flow),
        gamma=column(system.gamma, rows),
        lam=column(system.lam, rows),
        links=links_of_rows(system.links, rows, n),
    )
    return put_in(changed, system.lam, _forces_in(system, mode, rows))


def _forces_in(system: System, mode: ModeEquations, rows: list[int]) -> Scalar:
    """The multipliers of all constraints and contacts in a mode: none of an open one, friction of a slip."""
    at, normal = mode.places, dict(mode.normal)
    forces = [ca.SX(0)] * system.lam.numel()
    for i in rows:
        forces[i] = system.lam[i]
    slips = system.lam.numel() - at.directions
    for contact in mode.slip:
        friction = at.friction[contact]
        if friction is None:
            continue
        force = system.outputs[friction.force] if friction.force >= 0 else -system.lam[rows[normal[contact]]]
        direction = _direction(system, mode, contact, friction)
        for i, index in enumerate(friction.direction):
            forces[slips + index] = system.outputs[friction.mu] * force * direction[i]
    return ca.vertcat(ca.SX(0, 1), *forces)


def contact_quantities(system: System, places: Places) -> dict[str, Scalar]:
    """Gaps, slips and their rows, of a system with all contacts closed and sticking, nothing solved for.

    h_z = ∂h/∂(qdd, lam) says how forces depend on accelerations and forces, where any do, rates_z the same of
    the rates of states.
    """
    levels, without = constraint_levels(system), without_results(system)
    z, none = ca.vertcat(system.qdd, system.lam), ca.SX(0, 1)
    slopes = {
        "h_z": ca.jacobian(system.h, z if system.has_dependent_forces else none),
        "rates_z": ca.jacobian(system.rates, z if system.has_rates_of_forces else none),
    }
    return {
        "position": levels["position"],
        "velocity": levels["velocity"],
        "position_reach": levels["position_reach"],
        "carried": without.outputs[places.outputs :],
        **inertia(system),
        "G": system.G,
        "h": without.h,
        "gamma": without.gamma,
        **{
            name: ca.substitute(slope, system.results, ca.SX.zeros(system.results.numel(), 1))
            for name, slope in slopes.items()
        },
    }


def switching_quantities(field_of_mode: Field, places: Places, y: Scalar) -> dict[str, Scalar]:
    """Switching functions, their slopes by the state, and how they change with time by themselves."""
    carried = field_of_mode.observed["carried"]
    functions = ca.vertcat(ca.SX(0, 1), *(carried[output - places.outputs] for output in places.functions))
    return {
        "value": functions,
        "slope": ca.jacobian(functions, y),
        "flow": drift(functions, field_of_mode.t, field_of_mode.u),
    }


def _sliders(system: System, mode: ModeEquations) -> tuple[Slider, ...]:
    """The contacts that slip."""
    rows, at = dict(mode.normal), mode.places
    sliders = []
    for contact in mode.slip:
        friction = at.friction[contact]
        if friction is None:
            continue
        slip = _slip(system, friction)
        direction = _direction(system, mode, contact, friction)
        force = system.outputs[friction.force] if friction.force >= 0 else None
        mu = system.outputs[friction.mu]
        sliders.append(Slider(slip=slip, direction=direction, mu=mu, row=rows.get(contact, -1), force=force))
    return tuple(sliders)


def _slip(system: System, friction: FrictionPlaces) -> Scalar:
    return ca.vertcat(*(system.outputs[output] for output in friction.slip))


def _direction(system: System, mode: ModeEquations, contact: int, friction: FrictionPlaces) -> Scalar:
    """The unit vector along which a contact slips."""
    if contact in mode.turning:
        slip = _slip(system, friction)
        return slip / ca.sqrt(ca.dot(slip, slip))
    return ca.vertcat(*(system.p[mode.places.direction(index)] for index in friction.direction))


class _Values:
    """Guards as expressions."""

    def __init__(self, system: System, mode: ModeEquations, made: Field, parts: Scalar | None = None) -> None:
        self._system, self._mode, self._made, self._parts = system, mode, made, parts
        self._normal, self._stick = dict(mode.normal), dict(mode.stick)

    def of(self, guard: Guard) -> Scalar:
        """The function of a guard."""
        at, carried, index = self._mode.places, self._system.outputs, guard.place
        match guard.kind:
            case Kind.gap:
                return carried[at.gaps[index]] + self._margin(index)
            case Kind.force:
                return self._force(index)
            case Kind.cone | Kind.cone_below:
                return self._cone(index, below=guard.kind is Kind.cone_below)
            case Kind.slip | Kind.slow | Kind.fast:
                return self._slip(guard)
            case Kind.paradox:
                return self._made.determinant
            case Kind.below | Kind.above:
                part = self._parts[self._mode.surfaces.index(index)] if self._parts is not None else ca.SX(0)
                return part if guard.kind is Kind.below else 1 - part
        side, function = self._system.p[at.side(index)], carried[at.functions[index]]
        margin = self._margin(at.switch_margin(index))
        if guard.kind is Kind.side:
            return side * function + margin
        return (function - side if guard.kind is Kind.low else side + 1 - function) + margin

    def _margin(self, entry: int) -> Scalar:
        return self._system.p[self._mode.places.margin(entry)]

    def _friction(self, contact: int) -> FrictionPlaces:
        friction = self._mode.places.friction[contact]
        if friction is None:
            raise TypeError(contact)
        return friction

    def _force(self, contact: int) -> Scalar:
        if contact in self._normal:
            return -self._made.observed["lam"][self._normal[contact]]
        return self._system.outputs[self._friction(contact).force]

    def _cone(self, contact: int, *, below: bool) -> Scalar:
        """The distance of sticking friction from its cone: linear for one slip, quadratic for two."""
        most = self._system.outputs[self._friction(contact).static] * self._force(contact)
        taken = [self._made.observed["lam"][row] for row in self._stick[contact]]
        if len(taken) == 1:
            return most + taken[0] if below else most - taken[0]
        return most**2 - sum(part**2 for part in taken)

    def _slip(self, guard: Guard) -> Scalar:
        friction, at = self._friction(guard.place), self._mode.places
        slip = _slip(self._system, friction)
        if guard.kind is Kind.slip:
            direction = ca.vertcat(*(self._system.p[at.direction(index)] for index in friction.direction))
            return ca.dot(direction, slip) + self._margin(friction.margin)
        turning = self._margin(friction.turning)
        return ca.dot(slip, slip) - turning if guard.kind is Kind.slow else turning - ca.dot(slip, slip)
