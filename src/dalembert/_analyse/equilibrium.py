"""All places of rest that can be found: Newton's method from many starts, equal ones merged, each judged.

    h(q, 0) − Phi_qᵀ lam = 0,  Phi(q, t) = 0,  inputs as they are at the start time

Starts are the model's own, places near it that press compliant contacts, places drawn around it by a seeded
generator, and each equilibrium found with one of its angles turned over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.linear import linear_at
from dalembert._analyse.operating_point import start_of
from dalembert._analyse.periods import Turns, turns_of
from dalembert._analyse.records import Equilibria, Equilibrium, Place, Stability
from dalembert._analyse.spectrum import spectrum
from dalembert._analyse.stability import judged
from dalembert._analyse.statics import Rest, Statics, Unbalanced, settled, statics_of
from dalembert._expression.source import ModelError, reason_of
from dalembert._lower.time_switches import rubs_dry
from dalembert._model.values import value_in
from dalembert._simulate.motion import multiplier_names
from dalembert._words.message import Message, Name, Quantity, Symbol, of_each, say

Array = NDArray[np.float64]
SAME, NOTHING = 1e-6, 1e-15  # of the scales
WALK = 0.02  # of the scales: how far a family is followed to see that it is one
SLOPE, PRESSED = 1e-6, 1e-3  # of the scales: a difference for slopes, a depth into a compliant contact
MOST_PRESSED = 20  # starts that press compliant contacts
MOST = 150  # starts with angles turned over


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Found:
    """A place of rest, how many starts led to it, and the coordinates of its family."""

    rest: Rest
    reached: int
    dimension: int
    family: tuple[int, ...]
    degenerate: bool  # whether derivatives vanish there in directions that are no family


class _Search:
    """What has been found so far."""

    def __init__(self, own: Statics, turns: Turns) -> None:
        self.own, self.turns = own, turns
        self.found: list[_Found] = []
        self.unbalanced: list[Unbalanced] = []
        self.wanting: set[int] = set()  # flow constraints that want motion
        self.tried = 0

    def begin(self, x: Array) -> bool:
        """Look from one start; whether something new was found."""
        self.tried += 1
        rest = settled(self.own, x)
        if isinstance(rest, Unbalanced):
            self.unbalanced.append(rest)
        if not isinstance(rest, Rest) or np.any(rest.parts["gaps"][list(self.own.setting.stiff)] < 0):
            return False
        flow = np.abs(rest.parts["G"][self.own.setting.displacements :]) @ self.own.setting.scale
        wanting = np.abs(rest.parts["Psi"]) > 1e-9 * flow
        if wanting.any():
            self.wanting |= {int(k) for k in np.flatnonzero(wanting)}
            return False
        rest = replace(rest, z=self._turned(rest.z))
        for i, other in enumerate(self.found):
            if self._same(other, rest):
                self.found[i] = replace(other, reached=other.reached + 1)
                return False
        directions, open_ = _family(self.own, rest)
        new = _Found(
            rest=rest,
            reached=1,
            dimension=directions.shape[1],
            family=_touched(directions, self.own.scale[: self.own.n]),
            degenerate=rest.slow or open_ > directions.shape[1],
        )
        for i, other in enumerate(self.found):
            if _same_family(other, new):
                family = tuple(sorted({*other.family, *new.family}))
                self.found[i] = replace(other, reached=other.reached + 1, family=family)
                return False
        self.found.append(new)
        return True

    def _turned(self, z: Array) -> Array:
        n = self.own.n
        return np.concatenate([self.turns.near(z[:n], np.zeros(n)), z[n:]])

    def _same(self, other: _Found, rest: Rest) -> bool:
        n, scale = self.own.n, self.own.scale
        away = rest.z[: len(scale)] - other.rest.z[: len(scale)]
        away[:n] = self.turns.near(away[:n], np.zeros(n))
        return bool(np.all(np.abs(away) <= SAME * scale))


def equilibria(setting: AnalysisContext, starts: int = 60, seed: int = 1) -> Equilibria:
    """The equilibria of a setting."""
    begin = start_of(setting)
    q0, s0, e0 = begin.q, begin.s, _guesses(setting)
    own = statics_of(setting, q0, s0, e0)
    search = _Search(own, turns_of(setting, q0, s0, e0))
    for x in _starts(own, np.concatenate([q0, s0, e0]), starts, seed):
        if search.begin(x):
            _turn_over(search)
    ordered = sorted(search.found, key=lambda one: (float(one.rest.parts["V"][0]), one.rest.z.tolist()))
    places = [_place(setting, one.rest.z, begin, search.turns) for one in ordered]
    shown = tuple(_judged(setting, one, place, q0) for one, place in zip(ordered, places, strict=True))
    return Equilibria(
        model=setting.model,
        t=setting.t,
        found=shown,
        nearest=int(np.argmin([one.distance for one in shown])) if shown else None,
        starts=search.tried,
        message=_message(setting, search),
        inputs=dict(zip((one.name for one in setting.model.inputs), map(float, setting.u), strict=False)),
        remarks=tuple(_remarks(setting, search)),
    )


def resting(setting: AnalysisContext, near: Place) -> Place | None:
    """The equilibrium to which Newton's method leads from a place, if it does: one step of following."""
    own = statics_of(setting, near.q, near.s, near.e)
    rest = settled(own, np.concatenate([near.q, near.s, near.e]))
    return _place(setting, rest.z, near, None) if isinstance(rest, Rest) else None


# -- where to begin ------------------------------------------------------------------------------------


def _starts(own: Statics, x: Array, count: int, seed: int) -> Iterator[Array]:
    """The start, the place of zeros, places that press compliant contacts, places drawn around the start."""
    random = np.random.default_rng(seed)
    n, angles = own.n, np.array(own.setting.angles, dtype=bool)
    yield x
    yield np.concatenate([np.zeros(n), x[n:]])
    pressed = list(_pressed(own, x))
    yield from pressed
    for k in range(count - 2 - len(pressed)):
        wide = 1.0 if k % 2 else 0.1
        drawn = x + wide * own.scale * random.uniform(-1, 1, size=len(x))
        drawn[:n][angles] = x[:n][angles] + np.pi * random.uniform(-1, 1, size=int(angles.sum()))
        yield drawn


def _pressed(own: Statics, x: Array) -> Iterator[Array]:
    """Near the start, places where compliant contacts are closed: all of them, and each alone.

    An open contact has no slope that would lead Newton's method to it. In scaled coordinates the shortest
    step to the gaps g = −d is the least solution of g_q dq = −d − g.
    """
    setting, n = own.setting, own.n
    soft = [i for i in range(len(setting.model.contacts)) if i not in setting.stiff]
    if not soft:
        return
    rest = np.zeros(len(setting.rows))

    def gaps(q: Array) -> Array:
        return setting.statics(np.concatenate([q, x[n:], rest]), own.u)["gaps"][soft]

    here, steps = gaps(x[:n]), SLOPE * np.diag(own.scale[:n])
    g_q = np.array([(gaps(x[:n] + step) - gaps(x[:n] - step)) / (2 * SLOPE) for step in steps]).T
    depth = PRESSED * np.linalg.norm(g_q, axis=1)
    ways = [list(range(len(soft))), *([i] for i in range(len(soft)) if len(soft) > 1)]
    for way in ways[:MOST_PRESSED]:
        if np.isfinite(g_q[way]).all() and np.isfinite(here[way]).all():
            away = np.linalg.lstsq(g_q[way], -depth[way] - here[way], rcond=None)[0]
            yield np.concatenate([x[:n] + away * own.scale[:n], x[n:]])


def _turn_over(search: _Search) -> None:
    """Begin again from the last equilibrium with each of its angles turned over, while that finds more."""
    waiting = [search.found[-1].rest.z]
    while waiting and search.tried < MOST:
        z = waiting.pop()
        for half in search.turns.half():
            x = z[: len(search.own.scale)].copy()
            x[: len(half)] += half
            if search.tried < MOST and search.begin(x):
                waiting.append(search.found[-1].rest.z)


def _guesses(setting: AnalysisContext) -> Array:
    values = dict(zip((p.name for p in setting.model.parameters), setting.p, strict=True))
    return np.array([value_in(one.guess, values) or 0.0 for one in setting.model.efforts], dtype=float)


# -- families --------------------------------------------------------------------------------------------


def _family(own: Statics, rest: Rest) -> tuple[Array, int]:
    """The directions along which equilibria go on, of those that J leaves open; and how many it does."""
    moving = rest.loose[: len(own.scale)] / own.scale[:, np.newaxis]
    U, sizes, _ = np.linalg.svd(moving, full_matrices=False) if moving.size else (moving, np.zeros(0), None)
    ways = U[:, sizes > 1e-6] if len(sizes) else U[:, :0]  # what remains are multipliers alone
    kept = []
    for way in ways.T:
        there = settled(own, rest.z[: len(own.scale)] + WALK * way * own.scale)
        if isinstance(there, Rest):
            moved = (there.z - rest.z)[: len(own.scale)] / own.scale
            if moved @ way > WALK / 2:
                kept.append(way)
    found = np.array(kept).T * own.scale[:, np.newaxis] if kept else np.zeros((len(own.scale), 0))
    return found, ways.shape[1]


def _touched(directions: Array, scale: Array) -> tuple[int, ...]:
    size = np.abs(directions[: len(scale)] / scale[:, np.newaxis]).max(axis=1, initial=0.0)
    return tuple(int(j) for j in np.flatnonzero(size > 1e-6 * size.max(initial=0.0)))


def _same_family(one: _Found, other: _Found) -> bool:
    """Families of equal dimension and potential energy are taken as one."""
    a, b = float(one.rest.parts["V"][0]), float(other.rest.parts["V"][0])
    alike = one.dimension == other.dimension
    return bool(one.dimension and alike and abs(a - b) <= 1e-9 * (abs(a) + abs(b)) + 1e-12)


# -- what is said ------------------------------------------------------------------------------------------


def _place(setting: AnalysisContext, z: Array, begin: Place, turns: Turns | None) -> Place:
    n, s, e = len(setting.names), len(setting.model.states), len(setting.model.efforts)
    inputs = len(setting.model.inputs)
    z = _snapped(setting, z)
    return Place(
        about=say("place_an_equilibrium"),
        t=setting.t,
        q=z[:n] if turns is None else turns.near(z[:n], begin.q),
        qd=np.zeros(n),
        qdd=np.zeros(n),
        s=z[n : n + s],
        e=z[n + s : n + s + e],
        lam=z[n + s + e :],
        u=np.concatenate([setting.u[:inputs], np.zeros(2 * inputs)]),
        units=setting.units,
        moved=begin.moved,
    )


def _snapped(setting: AnalysisContext, z: Array) -> Array:
    """Rounding of zero made zero: coordinates by their scales, multipliers by their forces."""
    n, first, scale = len(setting.names), len(z) - len(setting.rows), setting.scale
    parts = setting.statics(z, setting.u)
    forces = np.abs(z[first:]) * (np.abs(parts["G"]) * scale).max(axis=1, initial=0.0)
    bent = scale * (np.abs(parts["J"][:n, :n]) @ scale)  # what large departures would make
    large = max(forces.max(initial=0.0), bent.max(initial=0.0))
    small = np.concatenate(
        [
            np.abs(z[:n]) <= NOTHING * setting.scale,
            np.abs(z[n:first]) <= NOTHING,
            forces <= NOTHING * large,
        ]
    )
    return np.where(small, 0.0, z)


def _judged(setting: AnalysisContext, one: _Found, place: Place, q0: Array) -> Equilibrium:
    try:
        linear = linear_at(setting, place)
    except ModelError as reason:
        stability, why, values = Stability.undecided, reason_of(reason), np.zeros(0, dtype=complex)
    else:
        own = spectrum(linear)
        stability, why = judged(linear, own)
        values = own.every
    if one.degenerate and stability is not Stability.unstable:
        stability, why = Stability.undecided, say("stable_stiffness_vanishes")
    if one.dimension:
        names = tuple(Symbol(setting.names[j]) for j in one.family)
        why = say("stable_family", count=one.dimension, names=names, why=why)
    model = setting.model
    entries = (*setting.names, *(x.name for x in model.states), *(x.name for x in model.efforts))
    numbers = [*place.q, *place.s, *place.e, *place.lam]
    return Equilibrium(
        place=place,
        values=dict(zip((*entries, *multiplier_names(model)), map(float, numbers), strict=True)),
        V=_energy(setting, one, place),
        stability=stability,
        sentence=why,
        eigenvalues=values,
        dimension=one.dimension,
        family=tuple(setting.names[j] for j in one.family),
        reached=one.reached,
        distance=float(np.linalg.norm((place.q - q0) / setting.scale)),
    )


def _energy(setting: AnalysisContext, one: _Found, place: Place) -> float:
    """The potential energy at a place from which rounding was taken off; no number below that of double."""
    found = float(setting.statics(np.concatenate([place.q, place.s, place.e, place.lam]), setting.u)["V"][0])
    V = found if np.isfinite(found) else float(one.rest.parts["V"][0])
    return V if abs(V) > np.finfo(float).tiny else 0.0


def _message(setting: AnalysisContext, search: _Search) -> Message:
    count = len(search.found)
    if not count:
        why = _why_none(setting, search)
        if why is None:
            return say("equilibria_none", starts=search.tried)
        return say("equilibria_none_since", starts=search.tried, why=why)
    once = sum(one.reached == 1 for one in search.found)
    found = (
        say("equilibria_one", starts=search.tried)
        if count == 1
        else say("equilibria_several", count=count, starts=search.tried)
    )
    more = once > 1 and once > 0.05 * search.tried
    return say("equilibria_perhaps_more", found=found, once=once) if more else found


def _shared(setting: AnalysisContext, rest: Rest) -> Iterator[str]:
    """Constraints that depend on one another at a place of rest."""
    G = rest.parts["G"] * setting.scale
    size = np.linalg.norm(G, axis=1, keepdims=True)
    left, sizes, _ = np.linalg.svd(G / np.where(size > 0, size, 1.0))
    rank = int(np.sum(sizes > 1e-10)) if len(sizes) else 0
    for k, row in enumerate(setting.rows):
        if np.abs(left[k, rank:]).max(initial=0.0) > 1e-8:
            yield row


def _why_none(setting: AnalysisContext, search: _Search) -> Message | None:
    """The force that nothing balances, in the direction in which nothing does."""
    flows = setting.rows[setting.displacements :]
    if search.wanting:
        return say("equilibria_flow", names=tuple(Name(flows[k]) for k in sorted(search.wanting)))
    ends = [one for one in search.unbalanced if one.settled] or search.unbalanced
    if not ends:
        return None
    end, names = ends[0], setting.names
    if end.along.shape[1] == 1 and end.settled:
        way = end.along[: len(names), 0]
        way = way / way[np.argmax(np.abs(way))]
        force = float(way @ search.own.at(end.z)[0][: len(names)])
        where = {n: float(w) for n, w in zip(names, way, strict=True) if abs(w) > 1e-9}
        return say("equilibria_no_balance", force=Quantity(force), where=of_each(where))
    left = end.left[: len(names)]
    big = [i for i in np.argsort(-np.abs(left)) if abs(left[i]) > 1e-3 * np.abs(left).max()][:6]
    where = {names[i]: float(left[i]) for i in big}
    return say("equilibria_forces_left", where=of_each(where)) if big else None


def _remarks(setting: AnalysisContext, search: _Search) -> Iterator[Message]:
    model = setting.model
    shared = {row for one in search.found for row in _shared(setting, one.rest)}
    if shared:
        named = tuple(Symbol(row) for row in setting.rows if row in shared)
        yield say("equilibria_forces_shared", names=named)
    yield from setting.on_inputs
    if setting.physics.moved_by_time:
        yield say("time_in_equations", t=Quantity(setting.t))
    if len(search.own.held):
        yield say("equilibria_flow_kept")
    if rubs_dry(model):
        yield say("equilibria_dry_friction")
    for contact in model.contacts:
        name = Name(contact.name)
        if not contact.compliant:
            yield say("equilibria_contact_open", name=name)
        elif contact.friction is not None:
            yield say("equilibria_friction_out", name=name)
    yield from setting.on_instants
