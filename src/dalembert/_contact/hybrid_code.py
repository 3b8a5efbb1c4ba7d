"""All modes that a model with contacts or switches can be in, as tapes, for runs without Python.

A mode is a set of tapes: its rates, its projection, its guards. What changes without changing the equations
(sides of switches, directions of slip, margins) is part of p = (parameters, sides, directions, margins). So
modes are enumerated: each contact is open, or active and, if it is rough, sticks or slips; each switching
surface is crossed or slid on. The tapes are those of `simulate`, and the loop in C (`_compile/c/mode_loop.h`)
follows them by the same laws: a page, an exported program and a lane take the same decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.code import Code, Layout
from dalembert._compile.compiled_models import compile_once
from dalembert._compile.mechanical_dynamics import JUMP, MechanicalDynamics
from dalembert._compile.rank_revealing import free_directions
from dalembert._contact import tolerances
from dalembert._contact.contact_state import last_digits
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import FREE, Mode
from dalembert._lower.mode_field import Kind
from dalembert._lower.smooth_pieces import Switch
from dalembert._lower.transition_functions import (
    contact_column,
    gaps_of,
    restitution_column,
    switching_column,
)
from dalembert._model.starting import SMALL
from dalembert._words.message import Message, Name, say

Array = NDArray[np.float64]
COORDINATES, CONTACTS, SWITCHES = 32, 32, 64  # at most, of a system that C follows
MODES = 64  # at most
KINDS = {kind: number for number, kind in enumerate(Kind)}
OPEN, STICKS, SLIPS = 0, 1, 2  # `friction` of a contact
FIRST_ORDER, SECOND_ORDER = 1, 2  # `surface` of a switch that is slid on
NEWTON = 20  # steps onto the conditions of a mode
NEAR = 0.05  # of the largest entry of a start: states near it are so far away, at most twice
TRIES = 3  # states at which the rank of the conditions of a mode is looked at


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ModeCode:
    """A mode for C: its tapes, and by numbers what contacts and switches do in it and what ends it."""

    mode: Mode
    soft: bool  # whether its conditions depend on one another
    code: Code  # rates; with conditions correction; events: those of the user, then the guards; peaks
    constrained: bool
    active: tuple[int, ...]  # by contacts, 0 or 1
    friction: tuple[int, ...]  # by contacts: OPEN (or smooth), STICKS, SLIPS
    surface: tuple[int, ...]  # by switches: 0, or slid on in FIRST_ORDER or SECOND_ORDER
    kind: tuple[int, ...]  # of the guards, in the order of `Kind`
    place: tuple[int, ...]  # and of which contact or switch each is
    stops: tuple[int, ...]  # and how each stops an integration


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HybridCode:
    """Everything that a run through modes needs of a model; the first mode is free motion.

    `transitions` are functions for instants: with contacts `contact_state`, `gaps` and `restitution` (of y
    and the velocities of approach behind it); without contacts, or with switches, `switching`. All tapes have
    the same p, whose entries behind the `parameters` of the model begin with `values`; sides, directions,
    margins of guards and margins of friction begin at the places so called.
    """

    layout: Layout
    modes: tuple[ModeCode, ...]
    transitions: Code
    contacts: int
    constraints: int
    yielding: int  # contacts that are compliant without friction: their forces switch, they are in no mode
    slips: int
    switches: int
    slip_of: tuple[int, ...]  # by contacts: the number of its slip, or -1
    counted: tuple[int, ...]  # by switches, as in `knot_counts`
    knots: tuple[float, ...]
    parameters: int
    values: tuple[float, ...]
    digits: Array  # factors of time and coordinates off by their last digits
    tolerances: Mapping[str, float]

    @property
    def sides(self) -> int:
        """Where the sides of switches begin in p."""
        return self.parameters

    @property
    def directions(self) -> int:
        """Where the directions of slip begin in p."""
        return self.sides + self.switches

    @property
    def margins(self) -> int:
        """Where the margins begin in p: of gaps, of switches, of friction."""
        return self.directions + self.slips + self.yielding

    @property
    def friction_margins(self) -> int:
        """Where the margins of friction begin in p."""
        return self.margins + self.contacts + self.switches

    @property
    def length(self) -> int:
        """Instructions of all tapes."""
        return self.transitions.length + sum(one.code.length for one in self.modes)


def hybrid_code(system: HybridSystem, start: Array | None = None) -> HybridCode | Message:
    """All modes of a system, or the names of the obstacles to enumerating them beforehand.

    Constraints may depend on one another on one branch of their states and not on another: those of the modes
    are looked at near a `start` as well.
    """
    for reason in code_obstacles(system):
        return reason
    count = count_modes(system)
    if count > MODES:
        return say("modes_many", count=count, most=MODES)
    modes = tuple(
        mode_code(system, mode, soft=_is_redundant(system, mode, start)) for mode in every_mode(system)
    )
    values = system.start.values
    return HybridCode(
        layout=system.mode_system(FREE, soft=False).layout,
        modes=modes,
        transitions=transition_code(system),
        contacts=system.contacts if has_closing_contacts(system) else 0,
        constraints=system.displacement + system.flow,
        yielding=0 if has_closing_contacts(system) else system.contacts,
        slips=system.slips,
        switches=len(system.switches),
        slip_of=slip_of(system) if has_closing_contacts(system) else (),
        counted=knot_counts(system),
        knots=knots(system),
        parameters=len(system.parameters(system.start)) - len(values),
        values=tuple(values.tolist()),
        digits=last_digits(len(system.model.coordinates)),
        tolerances=transition_tolerances(),
    )


def loop_obstacles(system: HybridSystem) -> Iterator[Message]:
    """Why the loop in C cannot follow a system from mode to mode in a run of `simulate`."""
    if system.contacts and system.switches:
        yield say("modes_both")
    yield from _general_obstacles(system)
    yield from _contact_obstacles(system) if system.contacts else _switch_obstacles(system)
    if not system.contacts and _is_redundant(system, FREE):
        yield say("modes_redundant")  # whether a mode is redundant is decided where it begins


def code_obstacles(system: HybridSystem) -> Iterator[Message]:
    """The obstacles to enumerating its modes beforehand."""
    yield from _general_obstacles(system)
    if has_closing_contacts(system):
        yield from _contact_obstacles(system)
    if system.switches or not has_closing_contacts(system):
        yield from _switch_obstacles(system)


def has_closing_contacts(system: HybridSystem) -> bool:
    """Whether contacts change the mode: one that is compliant without friction has a force that switches."""
    return bool(system.rigid or system.slips)


def _general_obstacles(system: HybridSystem) -> Iterator[Message]:
    if system.by_mode.follows_solution:
        yield say("modes_general")
        return
    coordinates = len(system.model.coordinates)
    if coordinates > COORDINATES:
        yield say("modes_large", count=coordinates, most=COORDINATES)
    if system.model.efforts:
        yield say("modes_efforts", name=Name(system.model.efforts[0].name))


def _contact_obstacles(system: HybridSystem) -> Iterator[Message]:
    for contact in system.model.contacts:
        if contact.compliant and contact.slip:
            yield say("modes_compliant", name=Name(contact.name))
        if len(contact.slip) > 1:
            yield say("modes_two_slips", name=Name(contact.name))
    if system.contacts > CONTACTS:
        yield say("modes_contacts", count=system.contacts, most=CONTACTS)
    if system.has_dependent_forces or system.switches_on_results:
        yield say("modes_dependent")
    elif system.rough and any(_has_dry_friction(system, k) for k in range(len(system.switches))):
        yield say("modes_friction_twice", name=Name(system.model.contacts[system.rough[0]].name))


def _has_dry_friction(system: HybridSystem, k: int) -> bool:
    """Whether accelerations jump where a function of speeds is zero, on some sides of the other switches."""
    if system.switches[k].counts or _orders(system)[k] == SECOND_ORDER:
        return False
    others = [i for i, switch in enumerate(system.switches) if i != k and not switch.counts]
    if 2 ** len(others) > MODES:
        return True  # which is refused all the same
    for signs in product((-1.0, 1.0), repeat=len(others)):
        sides = system.start.sides.copy()
        sides[others] = signs
        if _accelerations_jump(system, k, sides):
            return True
    return False


def _accelerations_jump(system: HybridSystem, k: int, sides: Array) -> bool:
    """Whether accelerations differ on both sides of a switching function, at a state where it is zero.

    Also where it is constant, which does not say what it is elsewhere: a motion may slide on it.
    """
    draw = np.random.default_rng(22)
    t, y = draw.uniform(0.5, 1.5), draw.uniform(0.5, 1.5, system.mode_system(FREE, soft=False).layout.size)
    soft = _is_redundant(system, FREE)
    here = system.dynamics(system.start.with_sides(sides), soft=soft).evaluator
    for _ in range(NEWTON):
        seen = here.switching_functions(t, y)
        slope, value = seen["slope"][k], float(seen["value"][k])
        if not slope @ slope > 0:
            return True
        y[: len(slope)] -= slope * (value / float(slope @ slope))
    rises = []
    for side in (-1.0, 1.0):
        sides[k] = side
        evaluator = system.dynamics(system.start.with_sides(sides), soft=soft).evaluator
        rises.append(slope * evaluator.rates(t, y)[0][: len(slope)])
    change, size = abs(float(np.sum(rises[1] - rises[0]))), float(np.sum(np.abs(rises)))
    return not change <= tolerances.COMPLEMENTARITY * size


def _switch_obstacles(system: HybridSystem) -> Iterator[Message]:
    if len(system.switches) > SWITCHES:
        yield say("modes_switches", count=len(system.switches), most=SWITCHES)


def count_modes(system: HybridSystem) -> int:
    """How many modes a system has."""
    return prod(len(one) for one in _choices(system))


def every_mode(system: HybridSystem) -> Iterator[Mode]:
    """All modes of a system, free motion first."""
    contacts, orders = len(_contact_choices(system)), _orders(system)
    for chosen in product(*_choices(system)):
        friction, surface = chosen[:contacts], chosen[contacts:]
        yield Mode(
            active=tuple(i for i, one in enumerate(friction) if one),
            stick=tuple(i for i, one in enumerate(friction) if one == "stick"),
            slip=tuple(i for i, one in enumerate(friction) if one == "slip"),
            surfaces=tuple(k for k, one in enumerate(surface) if one),
            second_order=tuple(k for k, one in enumerate(surface) if one and orders[k] == SECOND_ORDER),
        )


def _choices(system: HybridSystem) -> list[tuple[str, ...]]:
    """The options of each contact and then of each switching surface; the first is inactive."""
    surfaces = [("",) if switch.counts else ("", "slide") for switch in system.switches]
    return [*_contact_choices(system), *surfaces]


def _contact_choices(system: HybridSystem) -> list[tuple[str, ...]]:
    if not has_closing_contacts(system):
        return []
    rigid, rough = ("", "active"), ("", "stick", "slip")
    choices = (rough if i in system.rough else rigid for i in range(system.contacts))
    return [one if i in system.rigid else ("",) for i, one in enumerate(choices)]


def _orders(system: HybridSystem) -> list[int]:
    """The relative degree of each switching function: how often it is differentiated until forces appear."""
    if not system.switches:
        return []
    free = system.mode_system(FREE, soft=False)
    slope, n = free.contact_expressions()["slope"], free.layout.n
    return [FIRST_ORDER if slope[k, n:].nnz() else SECOND_ORDER for k in range(len(system.switches))]


def mode_code(system: HybridSystem, mode: Mode, *, soft: bool) -> ModeCode:
    """A mode for C."""
    compiled, guards = system.mode_system(mode, soft=soft), system.guards(mode)
    contacts = range(system.contacts if has_closing_contacts(system) else 0)
    switches = range(len(system.switches))
    return ModeCode(
        mode=mode,
        soft=soft,
        code=compiled.code,
        constrained=compiled.layout.constraints > 0,
        active=tuple(int(i in mode.active) for i in contacts),
        friction=tuple(STICKS * (i in mode.stick) + SLIPS * (i in mode.slip) for i in contacts),
        surface=tuple((k in mode.surfaces) + (k in mode.second_order) for k in switches),
        kind=tuple(KINDS[guard.kind] for guard in guards),
        place=tuple(guard.place for guard in guards),
        stops=tuple(guard.stops for guard in guards),
    )


def _is_redundant(system: HybridSystem, mode: Mode, start: Array | None = None) -> bool:
    """Whether the constraints of a mode are dependent at all its states, or at all states near a start."""
    layout = system.mode_system(mode, soft=False).layout
    rows = layout.constraints
    if not rows:
        return False
    ranks = (_generic_rank(system, mode, near) for near in ([None] if start is None else [None, start]))
    return rows > layout.n or any(rank < rows for rank in ranks)


def _generic_rank(system: HybridSystem, mode: Mode, near: Array | None) -> int:
    """The rank of G at random states that satisfy the conditions of the mode, with its gaps closed."""
    dynamics, draw = system.separate_dynamics(mode, soft=False), np.random.default_rng(22)
    rank, tested = 0, dynamics.layout.tested
    for _ in range(TRIES):
        t, y = draw.uniform(0.5, 1.5), draw.uniform(0.5, 1.5, dynamics.layout.size)
        if near is not None:
            size = np.max(np.abs(near[:tested]), initial=NEAR)
            y[:tested] = near[:tested] + NEAR * size * (y[:tested] - 1)
        y = _closed_state(dynamics, t, y)
        G = dynamics.evaluator.saddle(t, y)["G"] if np.isfinite(y).all() else np.full((1, 1), np.nan)
        if np.isfinite(G).all():
            rank = max(rank, free_directions(G, dynamics.layout.n)[1])
    return rank


def _closed_state(dynamics: MechanicalDynamics, t: float, y: Array) -> Array:
    """A state at which the conditions of a mode on positions hold, near another, by Newton's method."""
    n = dynamics.layout.n
    for _ in range(NEWTON):
        closure = dynamics.evaluator.closure(t, y)
        off = np.asarray(closure["position"], dtype=float)
        if not len(off) or not np.isfinite(off).all():
            break
        y = y.copy()
        y[:n] -= np.linalg.lstsq(closure["G"][: len(off)], off, rcond=tolerances.ZERO)[0]
    return y


def slip_of(system: HybridSystem) -> tuple[int, ...]:
    """The number of the slip of each contact, −1 where it has none."""
    return tuple(places[0] if places else -1 for places in system.slip_places)


def knot_counts(system: HybridSystem) -> tuple[int, ...]:
    """Of each switch 0 if it has two sides, 1 if it counts whole numbers, else the knots of its table."""
    return tuple(len(_knots_of(switch)) or int(switch.counts) for switch in system.switches)


def knots(system: HybridSystem) -> tuple[float, ...]:
    """The knots of all switches that count cells, one after the other."""
    return tuple(knot for switch in system.switches for knot in _knots_of(switch))


def _knots_of(switch: Switch) -> tuple[float, ...]:
    return switch.cells[0].knots[switch.cells[1]] if switch.cells is not None else ()


def transition_tolerances() -> dict[str, float]:
    """The table of tolerances by their names in C."""
    values = {name: value for name, value in vars(tolerances).items() if name.isupper()}
    return values | {"SMALL": SMALL, "JUMP": JUMP}


def transition_code(system: HybridSystem) -> Code:
    """The functions that transitions ask for, lowered once for models alike: of small systems only."""
    laws = " ".join(contact.law for contact in system.model.contacts)  # which no equation contains
    return compile_once(f"transitions {laws}", system.model, lambda: _transition_code(system))


def _transition_code(system: HybridSystem) -> Code:
    free = system.mode_system(FREE, soft=False)
    parts, places = free.contact_expressions(), system.places
    switching = {"switching": free.tape_with("switching", switching_column(parts))}
    if not has_closing_contacts(system):
        return Code(switching)
    constraints, normal, stick = system.multipliers(system.all_closed)
    tangents = [row for every in stick.values() for row in every]
    rows = [normal.get(i) for i in range(system.contacts)]
    state = contact_column(parts, places, rows, tangents, constraints)
    law, approach = restitution_column(system.model, free.field)
    return Code(
        {
            "contact_state": free.tape_with("contact_state", state),
            "gaps": free.tape_with("gaps", gaps_of(parts, "position", rows)),
            "restitution": free.tape_with("restitution", law, approach),
        }
        | (switching if system.switches else {})
    )
