"""All equilibria that can be found: Newton's method from many starts, equal ones merged, stability of each.

    h(q, 0) − Phi_qᵀ lam = 0,  Phi(q, t) = 0,  inputs as they are at the start time

Stiff contacts are open, or closed and then constraints (`resting_contacts.py`). Starts are that of the model,
where it would settle (`descent.py`), points near it that compress compliant contacts, points drawn around it
by a seeded generator, and each equilibrium found with one of its angles turned by a half turn. Small smooth
models are searched exhaustively besides (`every_rest.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.descent import settled_point
from dalembert._analyse.equal_rests import distinct_rests
from dalembert._analyse.every_rest import rests_everywhere
from dalembert._analyse.operating_point import start_of
from dalembert._analyse.periods import turns_of
from dalembert._analyse.records import ClosedContact, Equilibria, Hold, OperatingPoint
from dalembert._analyse.rest_answers import (
    Coverage,
    extent_of,
    judged_equilibrium,
    message_of,
    point_of_rest,
    remarks_of,
)
from dalembert._analyse.rest_search import Search
from dalembert._analyse.resting_contacts import Combinations, RefusedRest, holds, with_contact_forces
from dalembert._analyse.statics import Rest, Statics, solve_statics, statics_of
from dalembert._model.values import value_in

Array = NDArray[np.float64]
SLOPE, PRESSED = 1e-6, 1e-3  # relative to scales: a difference for slopes, a depth of a compliant contact
MOST_PRESSED = 20  # the most starts that compress compliant contacts
MOST = 150  # the most starts with angles turned over
NEARBY = 2.0  # relative to the scales: how far from the start points are drawn
FEW = 8  # starts for each combination of closed contacts, and at undecided places
APART = 1e-3  # relative to the scales: undecided places that are nearer are one


def equilibria(context: AnalysisContext, starts: int = 60, seed: int = 1) -> Equilibria:
    """The equilibria of a context."""
    begin = start_of(context)
    q0, s0, e0 = begin.q, begin.s, _guesses(context)
    statics = statics_of(context, q0, s0, e0)
    search = Search(statics, turns_of(context, q0, s0, e0))
    for x in _starts(statics, np.concatenate([q0, s0, e0]), starts, seed):
        if search.begin(x):
            _turn_over(search)
    every_combination = _search_closed_contacts(context, search, begin)
    coverage = _search_everywhere(context, search, np.concatenate([q0, s0, e0]))
    ordered = sorted(
        search.rests, key=lambda one: (float(one.solution.parts["effective"][0]), one.solution.z.tolist())
    )
    places = [
        point_of_rest(one.statics.context, one.solution.z, begin, search.turns, one.contacts)
        for one in ordered
    ]
    shown = tuple(
        judged_equilibrium(context, one, point, q0) for one, point in zip(ordered, places, strict=True)
    )
    return Equilibria(
        model=context.model,
        t=context.t,
        equilibria=shown,
        nearest=int(np.argmin([one.distance for one in shown])) if shown else None,
        starts=search.tried,
        message=message_of(context, search, coverage),
        inputs=dict(zip((one.name for one in context.model.inputs), map(float, context.u), strict=False)),
        remarks=tuple(remarks_of(context, search, every_combination=every_combination)),
        extent=extent_of(context, coverage),
        complete=coverage.complete,
        searched=coverage.by_name(context),
    )


def follow_equilibrium(context: AnalysisContext, near: OperatingPoint) -> OperatingPoint | None:
    """The equilibrium to which Newton's method converges from a point, for continuation; None without one."""
    context = context.with_closed_contacts(near.closed_contacts)
    solution = solve_statics(
        statics_of(context, near.q, near.s, near.e), np.concatenate([near.q, near.s, near.e])
    )
    with_forces = with_contact_forces(context, solution) if isinstance(solution, Rest) else RefusedRest()
    return (
        None
        if isinstance(with_forces, RefusedRest)
        else point_of_rest(context, with_forces[0].z, near, None, with_forces[1])
    )


# -- closed contacts ------------------------------------------------------------------------------------


def _search_closed_contacts(context: AnalysisContext, search: Search, begin: OperatingPoint) -> bool:
    """Search for equilibria with closed contacts; return whether every combination of them was tried."""
    some = Combinations(context)
    efforts = _guesses(context)
    x = np.concatenate([begin.q, begin.s, efforts])
    for names in some:
        before = len(search.refused)
        hold = holds(context, names, x)
        statics = statics_of(context.with_closed_contacts(hold), begin.q, begin.s, efforts)
        smooth = tuple(replace(one, hold=Hold.smooth) if one.hold is Hold.sticks else one for one in hold)
        if smooth == hold:
            for start in _starts(statics, x, FEW, 1):
                search.begin(start, statics)
        else:
            search.begin(x, statics)
            free = statics_of(context.with_closed_contacts(smooth), begin.q, begin.s, efforts)
            _without_friction(search, free, hold, x)
        for contacts, refused in search.refused[before:]:
            some.learn(contacts, refused)
    return some.complete


def _without_friction(search: Search, statics: Statics, hold: tuple[ClosedContact, ...], x: Array) -> None:
    """Search from some starts for equilibria that need no friction; the contacts stick there."""
    open_ = search.statics.context
    for start in _starts(statics, x, FEW, 1):
        solution = solve_statics(statics, start)
        if isinstance(solution, Rest) and not isinstance(
            with_contact_forces(statics.context, solution), RefusedRest
        ):
            z = solution.z[: len(statics.scale)]
            q, s = z[: statics.n], z[statics.n : statics.n + len(open_.model.states)]
            search.begin(z, statics_of(open_.with_closed_contacts(hold), q, s, z[statics.n + len(s) :]))


# -- everywhere -----------------------------------------------------------------------------------------


def _search_everywhere(context: AnalysisContext, search: Search, x: Array) -> Coverage:
    """Add all equilibria within wide ranges, where that can be proved; and say what was searched."""
    everywhere = rests_everywhere(context, x, search.turns)
    width = _widths(search.statics).max(axis=0)
    width[: search.statics.n][np.array(context.angles, dtype=bool)] = np.pi
    turning = search.turns.single | search.turns.together
    begun = Coverage(
        starts=search.tried, complete=False, turning=turning, low=x - width, high=x + width, undecided=()
    )
    if everywhere is None:
        search.rests = distinct_rests(search, ())
        return begun
    for point in (*everywhere.points, *_distant_points(everywhere.undecided, search.statics.scale)):
        if not search.knows(point):
            search.begin(point)
    search.rests = [one for one in search.rests if not everywhere.disproves(search, one)]
    search.rests = distinct_rests(search, everywhere.points)
    lost = [point for point in everywhere.points if not search.knows(point)]
    undecided = [point for point in (*everywhere.undecided, *lost) if not search.knows(point)]
    return replace(
        begun,
        complete=not undecided,
        low=everywhere.low,
        high=everywhere.high,
        undecided=tuple(undecided),
    )


def _distant_points(points: Array, scale: Array) -> list[Array]:
    """Some points that are not near one another; those with entries of any value are left out."""
    kept: list[Array] = []
    for point in points[np.isfinite(points).all(axis=1)]:
        if len(kept) < FEW and all(np.any(np.abs(point - other) > APART * scale) for other in kept):
            kept.append(point)
    return kept


# -- where to begin ------------------------------------------------------------------------------------


def _starts(statics: Statics, x: Array, count: int, seed: int) -> Iterator[Array]:
    """The start, the origin, where it settles, compressed contacts, points drawn around the start."""
    random = np.random.default_rng(seed)
    n, angles = statics.n, np.array(statics.context.angles, dtype=bool)
    yield x
    yield np.concatenate([np.zeros(n), x[n:]])
    settled = settled_point(statics, x)
    near = [*([] if settled is None else [settled]), *_starts_in_compression(statics, x)]
    yield from near
    widths = _widths(statics)
    for k in range(count - 2 - len(near)):
        drawn = x + widths[k % len(widths)] * random.uniform(-1, 1, size=len(x))
        drawn[:n][angles] = x[:n][angles] + np.pi * random.uniform(-1, 1, size=int(angles.sum()))
        yield drawn


def _widths(statics: Statics) -> Array:
    """How far from the start points are drawn: near, at the largest sizes of the model, at its scales."""
    return np.array([0.1 * statics.scale, statics.context.scales.reach, NEARBY * statics.scale])


def _starts_in_compression(statics: Statics, x: Array) -> Iterator[Array]:
    """Points near the start where compliant contacts are closed: all of them, and each alone.

    An open contact exerts no force that would lead Newton's method to it. In scaled coordinates the shortest
    step to the gaps g = −d is the least-norm solution of g_q dq = −d − g.
    """
    context, n = statics.context, statics.n
    soft = [i for i in range(len(context.model.contacts)) if i not in context.open_rigid_contacts]
    if not soft:
        return
    residual = np.zeros(len(context.rows))

    def gaps(q: Array) -> Array:
        return context.statics(np.concatenate([q, x[n:], residual]), statics.u)["gaps"][soft]

    here, steps = gaps(x[:n]), SLOPE * np.diag(statics.scale[:n])
    g_q = np.array([(gaps(x[:n] + step) - gaps(x[:n] - step)) / (2 * SLOPE) for step in steps]).T
    depth = PRESSED * np.linalg.norm(g_q, axis=1)
    ways = [list(range(len(soft))), *([i] for i in range(len(soft)) if len(soft) > 1)]
    for way in ways[:MOST_PRESSED]:
        if np.isfinite(g_q[way]).all() and np.isfinite(here[way]).all():
            away = np.linalg.lstsq(g_q[way], -depth[way] - here[way], rcond=None)[0]
            yield np.concatenate([x[:n] + away * statics.scale[:n], x[n:]])


def _turn_over(search: Search) -> None:
    """Start from each equilibrium with each of its angles turned over, as long as that finds new ones."""
    waiting = [search.rests[-1].solution.z]
    while waiting and search.tried < MOST:
        z = waiting.pop()
        for half in search.turns.half():
            x = z[: len(search.statics.scale)].copy()
            x[: len(half)] += half
            if search.tried < MOST and search.begin(x):
                waiting.append(search.rests[-1].solution.z)


def _guesses(context: AnalysisContext) -> Array:
    values = dict(zip((p.name for p in context.model.parameters), context.p, strict=True))
    return np.array([value_in(one.guess, values) or 0.0 for one in context.model.efforts], dtype=float)
