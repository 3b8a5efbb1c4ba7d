"""The field of a phase of motion: which contacts are closed, stick or slide, which switches are held.

What a phase needs besides equations is carried by the model as outputs behind its own: gaps, slips,
coefficients of friction, known forces, switches. Its values change from phase to phase as parameters: sides
of switches, directions of slip, and margins, by which something counts as zero a little below it.

Where the equations drive a switch σ back from both sides, the motion stays on it (A. F. Filippov,
Differential Equations with Discontinuous Righthand Sides, 1988): its rates are y' = F₋ + Σ βₖ (Fₖ − F₋)
with F₋ below all such switches, Fₖ above the k-th, and the parts 0 ≤ βₖ ≤ 1 such that no σ changes,
σ_y y' + σ_t = 0. Dry friction at rest is of this kind: β says how much of it is needed. A switch of places,
at which a force jumps so that it drives back, is held by its rate instead, with σ = σ' = 0 and σ'' = 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import casadi as ca

from dalembert._lower.engine import Scalar
from dalembert._lower.field import Field, field
from dalembert._lower.rubbing import Rub
from dalembert._lower.saddle import Pivoting
from dalembert._lower.system import System


@dataclass(frozen=True, slots=True, kw_only=True)
class Grip:
    """Where the friction of a contact is: among what is carried, and among the parameters."""

    slip: tuple[int, ...]
    mu: int
    sticking: int
    force: int  # −1 where a multiplier is the force
    way: tuple[int, ...]  # parameters: direction of slip
    margin: int
    slow: int  # a parameter: the square of a slip below which its direction is given


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where everything is, in all phases alike."""

    outputs: int  # of the user
    gaps: tuple[int, ...]
    margins: tuple[int, ...]
    grips: tuple[Grip | None, ...]  # by contacts
    functions: tuple[int, ...]  # of switches
    sides: tuple[int, ...]
    side_margins: tuple[int, ...]

    @property
    def spare(self) -> tuple[int, ...]:
        """Parameters that stand in guards only."""
        rough = [place for grip in self.grips if grip is not None for place in (grip.margin, grip.slow)]
        return (*self.margins, *self.side_margins, *rough)


class Kind(StrEnum):
    """What ends a phase where it falls below zero."""

    gap = "gap"
    force = "force"  # of a closed contact
    cone = "cone"  # what friction at rest could still take
    cone_below = "cone below"  # the same the other way
    slip = "slip"  # along its direction: it comes to rest
    slow = "slow"  # a slip in two directions: it keeps its direction from here on
    fast = "fast"  # and has one of its own again
    paradox = "paradox"  # sliding contacts no longer have forces
    side = "side"  # a switch is reached
    low = "low"  # one that counts (floor, mod) is reached from above
    high = "high"  # and from below
    below = "below"  # a switch that was stayed on is left downwards
    above = "above"  # and upwards


SIDED = frozenset({Kind.side, Kind.low, Kind.high, Kind.below, Kind.above})  # those of switches


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A function that ends a phase: its kind, and of which contact or switch."""

    kind: Kind
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """A phase: rows of multipliers that press or hold slips, contacts that slide, switches it stays on.

    `turning` are those that slide with two tangential velocities fast enough to have a direction.
    """

    places: Places
    pressing: tuple[tuple[int, int], ...] = ()  # contact, row of lam
    sticking: tuple[tuple[int, tuple[int, ...]], ...] = ()  # contact, rows of lam
    sliding: tuple[int, ...] = ()
    turning: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()  # of them those that are held by their rates
    guards: tuple[Guard, ...] = ()


def field_of(
    system: System, wiring: Wiring, *, soft: bool = False, pivoting: Pivoting | None = None
) -> Field:
    """The field of a phase, with its guards behind the events of the user."""
    at, own = wiring.places, replace(system, outputs=system.outputs[: wiring.places.outputs])
    made = field(own, soft=soft, whole=True, rubs=_rubs(system, wiring), pivoting=pivoting)
    values = _Values(system, wiring, made)
    if wiring.held:
        sides = ca.vertcat(*(system.p[at.sides[k]] for k in wiring.held))
        functions = [system.outputs[at.functions[k]] for k in wiring.held]
        for i, k in enumerate(wiring.held):
            if k in wiring.resting:
                rise = ca.jacobian(functions[i], made.y) @ made.rates + _flow(functions[i], made.t, made.u)
                functions[i] = ca.substitute(rise, sides, -ca.SX.ones(len(functions), 1))
        made, parts = _held(made, ca.vertcat(*functions), sides)
        values = _Values(system, wiring, made, parts)
    guards = [values.of(guard) for guard in wiring.guards]
    return replace(
        made,
        events=ca.vertcat(made.events, ca.SX(0, 1), *guards),
        observed=made.observed | {"carried": system.outputs[at.outputs :]},
    )


def switching(system: System, places: Places, y: Scalar, u: Scalar) -> dict[str, Scalar]:
    """Switches, their slopes by the state, and how they change with time by themselves."""
    functions = ca.vertcat(ca.SX(0, 1), *(system.outputs[place] for place in places.functions))
    return {
        "value": functions,
        "slope": ca.jacobian(functions, y),
        "flow": _flow(functions, system.t, u),
    }


def _flow(functions: Scalar, t: Scalar, u: Scalar) -> Scalar:
    """How functions change with time and inputs (u, u', u'')."""
    third = u.numel() // 3
    moved = ca.vertcat(1, u[third:], ca.SX.zeros(third, 1))
    return ca.jtimes(functions, ca.vertcat(t, u), moved)


def _rubs(system: System, wiring: Wiring) -> tuple[Rub, ...]:
    rows = dict(wiring.pressing)
    found = []
    for contact in wiring.sliding:
        grip = wiring.places.grips[contact]
        if grip is None:
            continue
        slip = ca.vertcat(*(system.outputs[place] for place in grip.slip))
        way = ca.vertcat(*(system.p[place] for place in grip.way))
        if contact in wiring.turning:
            way = slip / ca.sqrt(ca.dot(slip, slip))
        force = system.outputs[grip.force] if grip.force >= 0 else None
        mu = system.outputs[grip.mu]
        found.append(Rub(slip=slip, way=way, mu=mu, row=rows.get(contact, -1), force=force))
    return tuple(found)


class _Values:
    """Guards as expressions."""

    def __init__(self, system: System, wiring: Wiring, made: Field, parts: Scalar | None = None) -> None:
        self._system, self._wiring, self._made, self._parts = system, wiring, made, parts
        self._pressing, self._sticking = dict(wiring.pressing), dict(wiring.sticking)

    def of(self, guard: Guard) -> Scalar:
        """The function of a guard."""
        at, p, carried = self._wiring.places, self._system.p, self._system.outputs
        place = guard.place
        match guard.kind:
            case Kind.gap:
                return carried[at.gaps[place]] + p[at.margins[place]]
            case Kind.force:
                return self._force(place)
            case Kind.cone | Kind.cone_below:
                return self._cone(place, below=guard.kind is Kind.cone_below)
            case Kind.slip | Kind.slow | Kind.fast:
                return self._slip(guard)
            case Kind.paradox:
                return self._made.determinant
            case Kind.side:
                return p[at.sides[place]] * carried[at.functions[place]] + p[at.side_margins[place]]
            case Kind.low:
                return carried[at.functions[place]] - p[at.sides[place]] + p[at.side_margins[place]]
            case Kind.high:
                return p[at.sides[place]] + 1 - carried[at.functions[place]] + p[at.side_margins[place]]
        part = self._parts[self._wiring.held.index(place)] if self._parts is not None else ca.SX(0)
        return part if guard.kind is Kind.below else 1 - part

    def _force(self, contact: int) -> Scalar:
        grip = self._wiring.places.grips[contact]
        if contact in self._pressing:
            return -self._made.observed["lam"][self._pressing[contact]]
        if grip is None:
            raise TypeError(contact)
        return self._system.outputs[grip.force]

    def _cone(self, contact: int, *, below: bool) -> Scalar:
        """What friction at rest could still take: linear for one slip, quadratic for two."""
        grip = self._wiring.places.grips[contact]
        if grip is None:
            raise TypeError(contact)
        most = self._system.outputs[grip.sticking] * self._force(contact)
        held = [self._made.observed["lam"][row] for row in self._sticking[contact]]
        if len(held) == 1:
            return most + held[0] if below else most - held[0]
        return most**2 - sum(part**2 for part in held)

    def _slip(self, guard: Guard) -> Scalar:
        grip = self._wiring.places.grips[guard.place]
        if grip is None:
            raise TypeError(guard)
        slip = ca.vertcat(*(self._system.outputs[place] for place in grip.slip))
        if guard.kind is Kind.slip:
            way = ca.vertcat(*(self._system.p[place] for place in grip.way))
            return ca.dot(way, slip) + self._system.p[grip.margin]
        slow = self._system.p[grip.slow]
        return ca.dot(slip, slip) - slow if guard.kind is Kind.slow else slow - ca.dot(slip, slip)


def _held(made: Field, functions: Scalar, sides: Scalar) -> tuple[Field, Scalar]:
    """The field on some switches, and the parts β of their upper sides."""
    count = sides.numel()
    below = -ca.SX.ones(count, 1)

    def at(value: Scalar, k: int | None) -> Scalar:
        z = ca.SX(below)
        if k is not None:
            z[k] = 1
        return ca.substitute(ca.SX(value), sides, z)

    slope, flow = ca.jacobian(functions, made.y), _flow(functions, made.t, made.u)
    slope, flow = at(slope, None), at(flow, None)
    base = at(made.rates, None)
    columns = ca.horzcat(*(slope @ (at(made.rates, k) - base) for k in range(count)))
    side = -(slope @ base + flow)
    parts = side / columns if count == 1 else ca.solve(columns, side)

    def mixed(value: Scalar) -> Scalar:
        first = at(value, None)
        found = first
        for k in range(count):
            found = found + parts[k] * (at(value, k) - first)
        return found

    return (
        replace(
            made,
            rates=mixed(made.rates),
            health=mixed(made.health),
            correction=mixed(made.correction),
            events=mixed(made.events),
            determinant=mixed(made.determinant),
            observed={name: mixed(value) for name, value in made.observed.items()},
            saddle={name: mixed(value) for name, value in made.saddle.items()},
        ),
        parts,
    )
