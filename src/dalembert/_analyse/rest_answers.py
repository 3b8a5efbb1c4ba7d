"""The results of a search for equilibria: points, stability with its reason, messages and remarks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.fed_motions import are_fed
from dalembert._analyse.linearisation import linear_at
from dalembert._analyse.periods import Turns
from dalembert._analyse.records import ClosedContact, Equilibrium, Hold, OperatingPoint, Stability
from dalembert._analyse.rest_search import SAME, FoundRest, Search
from dalembert._analyse.resting_contacts import joined_multipliers, split
from dalembert._analyse.spectrum import spectrum
from dalembert._analyse.stability import stability_of
from dalembert._expression.source import ModelError, reason_of
from dalembert._lower.time_switches import rubs_dry
from dalembert._model.display_units import display_units
from dalembert._model.records import Model
from dalembert._simulate.motion import multiplier_names
from dalembert._words.message import Message, Name, Quantity, Symbol, equal, of_each, say

Array = NDArray[np.float64]
NOTHING = 1e-15  # relative to the scales
SHOWN = 6  # the most ranges in a remark


def point_of_rest(
    context: AnalysisContext,
    z: Array,
    begin: OperatingPoint,
    turns: Turns | None,
    contacts: tuple[ClosedContact, ...],
) -> OperatingPoint:
    """The operating point of a solution z of a context, which may have closed contacts."""
    n, s, e = len(context.names), len(context.model.states), len(context.model.efforts)
    inputs = len(context.model.inputs)
    z = _without_rounding(context, z)
    lam, _ = split(context, z[n + s + e :])
    return OperatingPoint(
        about=say("place_an_equilibrium"),
        t=context.t,
        q=z[:n] if turns is None else turns.nearest_turn(z[:n], begin.q),
        qd=np.zeros(n),
        qdd=np.zeros(n),
        s=z[n : n + s],
        e=z[n + s : n + s + e],
        lam=lam,
        u=np.concatenate([context.u[:inputs], np.zeros(2 * inputs)]),
        units=context.units,
        closed_contacts=contacts,
        moved=begin.moved,
    )


def _without_rounding(context: AnalysisContext, z: Array) -> Array:
    """Set rounding errors to zero: of coordinates relative to scales, of multipliers relative to forces."""
    n, first, scale = len(context.names), len(z) - len(context.rows), context.scale
    parts = context.statics(z, context.u)
    forces = np.abs(z[first:]) * (np.abs(parts["G"]) * scale).max(axis=1, initial=0.0)
    bent = scale * (np.abs(parts["J"][:n, :n]) @ scale)  # the forces of large departures
    large = max(forces.max(initial=0.0), bent.max(initial=0.0))
    small = np.concatenate(
        [
            np.abs(z[:n]) <= NOTHING * context.scale,
            np.abs(z[n:first]) <= NOTHING * context.scales.rest[n:],
            forces <= NOTHING * large,
        ]
    )
    return np.where(small, 0.0, z)


def judged_equilibrium(
    context: AnalysisContext, one: FoundRest, point: OperatingPoint, q0: Array
) -> Equilibrium:
    """An equilibrium with its stability and the forces of its closed contacts."""
    effective = context.physics.has_effective_potential
    potential = say("effective_potential") if effective else say("potential_energy")
    try:
        linear = linear_at(context, point)
    except ModelError as reason:
        stability, why, values = Stability.undecided, reason_of(reason), np.zeros(0, dtype=complex)
    else:
        about_point = spectrum(linear)
        stability, why = stability_of(linear, about_point, potential)
        values = about_point.all_eigenvalues
        frequency = float(np.abs(values).max(initial=0.0))
        if stability is Stability.stable and are_fed(context, point, frequency):
            stability, why = Stability.undecided, say("stable_fed", potential=potential)
    if one.degenerate and stability is not Stability.unstable:
        stability, why = Stability.undecided, say("stable_stiffness_vanishes")
    if one.contacts:
        stability, why = _on_contacts(one, stability, why)
    if one.dimension:
        names = tuple(Symbol(context.names[j]) for j in one.family)
        why = say("stable_family", count=one.dimension, names=names, why=why)
    model = context.model
    entries = (*context.names, *(x.name for x in model.states), *(x.name for x in model.efforts))
    numbers = [*point.q, *point.s, *point.e, *point.lam]
    values_of = dict(zip((*entries, *multiplier_names(model)), map(float, numbers), strict=True))
    return Equilibrium(
        point=point,
        values=values_of | _contact_forces(model, point),
        V=_energy(one, point, "V"),
        effective_potential=_energy(one, point, "effective") if effective else None,
        stability=stability,
        sentence=why,
        eigenvalues=values,
        dimension=one.dimension,
        family=tuple(context.names[j] for j in one.family),
        reached=one.reached,
        distance=float(np.linalg.norm((point.q - q0) / context.scale)),
    )


def _on_contacts(one: FoundRest, stability: Stability, why: Message) -> tuple[Stability, Message]:
    """The stability with closed contacts: they must press, with friction below its limit."""
    names = tuple(Name(contact.name) for contact in one.contacts)
    loose = [contact for contact in one.contacts if not contact.force]
    if loose and stability is not Stability.unstable:
        name = Name(loose[0].name)
        return Stability.undecided, say("stable_contact_unloaded", name=name)
    full = [contact for contact in one.contacts if _at_limit(contact)]
    if full and stability is not Stability.unstable:
        return Stability.undecided, say("stable_friction_full", name=Name(full[0].name))
    return stability, say("stable_on_contacts", names=names, why=why)


def _at_limit(contact: ClosedContact) -> bool:
    friction = float(np.hypot.reduce(contact.friction)) if contact.friction else 0.0
    return contact.limit is not None and friction > 0 and friction >= contact.limit * (1 - SAME)


def _contact_forces(model: Model, point: OperatingPoint) -> dict[str, float]:
    """The forces of closed contacts by their names."""
    slips = {contact.name: contact.slips for contact in model.contacts}
    forces = {f"contact_{one.name}": one.force for one in point.closed_contacts}
    for one in point.closed_contacts:
        forces |= {f"friction_{name}": f for name, f in zip(slips[one.name], one.friction, strict=False)}
    return forces


def _energy(one: FoundRest, point: OperatingPoint, key: str) -> float:
    """V or V − T₀ at a point without rounding errors; zero where it is a subnormal number."""
    context = one.statics.context
    z = np.concatenate([point.q, point.s, point.e, joined_multipliers(context, point)])
    energy = float(context.statics(z, context.u)[key][0])
    energy = energy if np.isfinite(energy) else float(one.solution.parts[key][0])
    return energy if abs(energy) > np.finfo(float).tiny else 0.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Coverage:
    """Where equilibria (q, s, e) were searched for, and whether all of them were found there.

    `undecided` are points near which there may be further ones, NaN in entries that may have any value.
    """

    starts: int
    complete: bool
    turning: NDArray[np.bool_]  # coordinates that go once round
    low: Array
    high: Array
    undecided: tuple[Array, ...]

    def by_name(self, context: AnalysisContext) -> dict[str, tuple[float, float]]:
        """The ranges by the names of coordinates, states and unknown efforts."""
        return dict(
            zip(context.unknowns, zip(self.low.tolist(), self.high.tolist(), strict=True), strict=True)
        )


def message_of(context: AnalysisContext, search: Search, coverage: Coverage) -> Message:
    """The number of equilibria found, or why there is none."""
    count = len(search.rests)
    if not count:
        why = _why_none(context, search)
        if why is None:
            return say("equilibria_none", starts=search.tried)
        return say("equilibria_none_since", starts=search.tried, why=why)
    once = sum(one.reached == 1 for one in search.rests)
    message = (
        say("equilibria_one", starts=search.tried)
        if count == 1
        else say("equilibria_several", count=count, starts=search.tried)
    )
    more = not coverage.complete and once > 1 and once > 0.05 * search.tried
    return say("equilibria_perhaps_more", found=message, once=once) if more else message


def _dependent_constraints(one: FoundRest) -> Iterator[str]:
    """Constraints that depend on one another at a position of rest."""
    context = one.statics.context
    G = one.solution.parts["G"] * context.scale
    size = np.linalg.norm(G, axis=1, keepdims=True)
    left, sizes, _ = np.linalg.svd(G / np.where(size > 0, size, 1.0))
    rank = int(np.sum(sizes > 1e-10)) if len(sizes) else 0
    for k, row in enumerate(context.rows):
        if np.abs(left[k, rank:]).max(initial=0.0) > 1e-8:
            yield row


def _why_none(context: AnalysisContext, search: Search) -> Message | None:
    """The unbalanced force and its direction, as the reason why no equilibrium was found."""
    if search.wanting:
        return say("equilibria_flow", names=tuple(Name(name) for name in sorted(search.wanting)))
    slipping = [one for _, refused in search.refused for one in refused.slipping if not refused.pulling]
    if slipping:
        one = slipping[0]
        friction = Quantity(float(np.hypot.reduce(one.friction)), 4)
        limit = Quantity(one.limit or 0.0, 4)
        return say("equilibria_slips", name=Name(one.name), friction=friction, limit=limit)
    ends = [one for one in search.unbalanced if one.settled] or search.unbalanced
    if not ends:
        return None
    end, names = ends[0], context.names
    if end.along.shape[1] == 1 and end.settled and end.along[: len(names)].any():  # else along states alone
        way = end.along[: len(names), 0]
        way = way / way[np.argmax(np.abs(way))]
        force = float(way @ search.statics.at(end.z)[0][: len(names)])
        where = {n: float(w) for n, w in zip(names, way, strict=True) if abs(w) > 1e-9}
        return say("equilibria_no_balance", force=Quantity(force), where=of_each(where))
    left = end.left[: len(names)]
    big = [i for i in np.argsort(-np.abs(left)) if abs(left[i]) > 1e-3 * np.abs(left).max()][:6]
    where = {names[i]: float(left[i]) for i in big}
    return say("equilibria_forces_left", where=of_each(where)) if big else None


def remarks_of(context: AnalysisContext, search: Search, *, every_combination: bool) -> Iterator[Message]:
    """The remarks on the result."""
    model = context.model
    shared = {row for one in search.rests for row in _dependent_constraints(one)} & set(context.rows)
    if shared:
        named = tuple(Symbol(row) for row in context.rows if row in shared)
        yield say("equilibria_forces_shared", names=named)
    several = {one.name for found_rest in search.rests for one in found_rest.contacts if not one.unique}
    if several:
        yield say("equilibria_contacts_shared", names=_names_of(model, several))
    sticking = {
        one.name for found_rest in search.rests for one in found_rest.contacts if one.hold is Hold.sticks
    }
    if sticking:
        yield say("equilibria_sticking", names=_names_of(model, sticking))
    if not every_combination:
        yield say("equilibria_contacts_some")
    yield from context.on_inputs
    if context.physics.moved_by_time:
        yield say("time_in_equations", t=Quantity(context.t))
    if len(search.statics.flow_rows):
        yield say("equilibria_flow_kept")
    if rubs_dry(model):
        yield say("equilibria_dry_friction")
    for contact in model.contacts:
        if contact.compliant and contact.friction is not None:
            yield say("equilibria_friction_out", name=Name(contact.name))
    yield from context.on_instants


def extent_of(context: AnalysisContext, coverage: Coverage) -> Message:
    """Whether there can be further equilibria, and where."""
    ranges = _ranges(context, coverage)
    if coverage.complete:
        return say("equilibria_all_within", ranges=ranges) if ranges else say("equilibria_all")
    if not coverage.undecided:
        if not ranges:
            return say("equilibria_maybe_more_turn", starts=coverage.starts)
        return say("equilibria_maybe_more", starts=coverage.starts, ranges=ranges)
    shown = display_units(context.model)
    point = coverage.undecided[0]
    near = tuple(
        equal(name, shown[name].from_si(float(value)), 4, shown[name].text)
        for name, value in zip(context.unknowns, point, strict=True)
        if np.isfinite(value)
    )
    if not ranges:
        return say("equilibria_undecided_turn", point=near)
    return say("equilibria_undecided_near", point=near, ranges=ranges)


def _ranges(context: AnalysisContext, coverage: Coverage) -> tuple[Message | str, ...]:
    """The ranges that are bounded, in the units of the model, without those of whole turns."""
    shown, ranges = display_units(context.model), list[Message]()
    turning = (*coverage.turning, *([False] * len(coverage.low)))
    for name, low, high, turns in zip(context.unknowns, coverage.low, coverage.high, turning, strict=False):
        if np.isfinite(high - low) and not turns:
            unit = shown[name]
            least, most = (Quantity(unit.from_si(float(end)), 3) for end in (low, high))
            bare = say("range_of", name=Symbol(name), low=least, high=most)
            full = say("range_in", name=Symbol(name), low=least, high=most, unit=unit.text)
            ranges.append(full if unit.text else bare)
    return (*ranges[:SHOWN], "…") if len(ranges) > SHOWN else tuple(ranges)


def _names_of(model: Model, contacts: set[str]) -> tuple[Name, ...]:
    return tuple(Name(contact.name) for contact in model.contacts if contact.name in contacts)
