"""Equilibria with closed contacts: which of them press, and whether friction suffices.

    gap ≥ 0,   f ≥ 0,   f gap = 0;   |f_t| ≤ µ f where a contact sticks

Where the forces are not unique, those with the largest margin in every inequality are taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from dalembert._analyse.closed_contacts import contacts_with_friction
from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.model_functions import Blocks
from dalembert._analyse.records import ClosedContact, Hold, OperatingPoint
from dalembert._analyse.statics import Rest

Array = NDArray[np.float64]
MOST = 40  # the most combinations of closed contacts that are tried
ALL = 4  # the most contacts of which every combination is tried
SMALL = 1e-9  # relative to sizes: a smaller gap or force is zero
FACETS = 64  # of a friction cone in space, where forces are not unique


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedRest:
    """Why a point is no equilibrium: contacts would have to pull, are penetrated or met, or would slip."""

    pulling: tuple[str, ...] = ()
    meeting: tuple[str, ...] = ()
    slipping: tuple[ClosedContact, ...] = ()


class Combinations:
    """The combinations of contacts to close; a rejected point leads to further ones."""

    def __init__(self, context: AnalysisContext) -> None:
        self._names = tuple(context.model.contacts[i].name for i in context.open_rigid_contacts)
        sizes = range(1, len(self._names) + 1) if len(self._names) <= ALL else (len(self._names), 1, 2)
        self._waiting = [frozenset(some) for size in sizes for some in combinations(self._names, size)]
        self._known: set[frozenset[str]] = {*self._waiting, frozenset()}
        self._tried = 0

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        """The combinations, with names in the order of the model, at most MOST of them."""
        while self._waiting and self._tried < MOST:
            self._tried += 1
            some = self._waiting.pop(0)
            yield tuple(name for name in self._names if name in some)

    @property
    def complete(self) -> bool:
        """Whether every combination was tried."""
        return bool(self._tried >= 2 ** len(self._names) - 1)

    def learn(self, contacts: tuple[ClosedContact, ...], refused: RefusedRest) -> None:
        """Try next the combination without the contacts that pull and with those that are met."""
        next_ = frozenset(one.name for one in contacts) - set(refused.pulling) | set(refused.meeting)
        if next_ not in self._known:
            self._known.add(next_)
            self._waiting.insert(0, next_)


def holds(context: AnalysisContext, names: tuple[str, ...], z: Array) -> tuple[ClosedContact, ...]:
    """How some contacts behave when closed at z = (q, s, e): they slide where their surfaces move."""
    rough = {c.name for c in context.model.contacts if c.friction is not None}
    sticking = tuple(
        ClosedContact(name=name, hold=Hold.sticks if name in rough else Hold.smooth) for name in names
    )
    sticking_context = context.with_closed_contacts(sticking)
    parts = sticking_context.statics(
        np.concatenate([z, np.zeros(len(sticking_context.rows))]), sticking_context.u
    )
    flow = np.abs(parts["G"][sticking_context.displacements :]) @ context.scale
    moved = np.abs(parts["Psi"]) > SMALL * flow
    holds = []
    for one, rows in zip(sticking, _slips(sticking_context), strict=True):
        slides = bool(rows) and bool(moved[[k - sticking_context.displacements for k in rows]].any())
        holds.append(replace(one, hold=Hold.slides) if slides else one)
    return tuple(holds)


def split(context: AnalysisContext, lam: Array) -> tuple[Array, tuple[ClosedContact, ...]]:
    """The multipliers of the model, and the closed contacts with their forces, from those of a context."""
    presses, slips = _presses(context), _slips(context)
    contacts = tuple(
        replace(one, force=float(0.0 - lam[row]), friction=tuple(float(0.0 - lam[k]) for k in rows))
        for one, row, rows in zip(context.closed_contacts, presses, slips, strict=True)
    )
    gone = {*presses, *(k for rows in slips for k in rows)}
    return lam[[k for k in range(len(lam)) if k not in gone]], contacts


def joined_multipliers(context: AnalysisContext, point: OperatingPoint) -> Array:
    """The multipliers of a point, including those of its closed contacts, in the order of the context."""
    lam = np.zeros(len(context.rows))
    presses, slips = _presses(context), _slips(context)
    gone = {*presses, *(k for rows in slips for k in rows)}
    lam[[k for k in range(len(lam)) if k not in gone]] = point.lam
    for one, row, rows in zip(point.closed_contacts, presses, slips, strict=True):
        lam[row] = -one.force
        lam[rows] = [-value for value in one.friction] if rows else []
    return lam


def with_contact_forces(
    context: AnalysisContext, solution: Rest
) -> tuple[Rest, tuple[ClosedContact, ...]] | RefusedRest:
    """An equilibrium with its closed contacts, forces chosen where they are not unique; or why it is none."""
    parts = solution.parts
    near = SMALL * (np.abs(parts["gaps_q"]) @ context.scale)
    meeting = tuple(
        context.model.contacts[i].name for i in context.open_rigid_contacts if parts["gaps"][i] <= near[i]
    )
    if not context.closed_contacts:
        return RefusedRest(meeting=meeting) if meeting else (solution, ())
    first = len(solution.z) - len(context.rows)
    lam = solution.z[first:]
    zero = SMALL * _force_sizes(context, parts)
    limits = _limits(context, parts)
    shared, lam = _shared_forces(context, parts, lam, limits)
    z = np.concatenate([solution.z[:first], lam])
    if shared:
        parts = context.statics(z, context.u)
    _, contacts = split(context, lam)
    drags = iter(np.split(parts["drags"], np.cumsum([len(rows) for rows in _drags(context)])[:-1]))
    contacts = tuple(_with_friction(one, limits, drags) for one in contacts)
    pulling = tuple(one.name for one, least in zip(contacts, zero, strict=True) if one.force < -least)
    slipping = tuple(
        one
        for one, least in zip(contacts, zero, strict=True)
        if one.limit is not None and float(np.hypot.reduce(one.friction)) > one.limit + least
    )
    if meeting or pulling or slipping:
        return RefusedRest(pulling=pulling, meeting=meeting, slipping=slipping)
    contacts = tuple(
        replace(
            one,
            force=one.force if abs(one.force) > least else 0.0,
            friction=tuple(f if abs(f) > least else 0.0 for f in one.friction),
            unique=one.name not in shared,
        )
        for one, least in zip(contacts, zero, strict=True)
    )
    return replace(solution, z=z, parts=parts), contacts


def _with_friction(one: ClosedContact, limits: dict[str, float], drags: Iterator[Array]) -> ClosedContact:
    """A closed contact with the limit of its friction, or with its friction while it slides."""
    if one.hold is Hold.sticks:
        return replace(one, limit=limits[one.name] * max(one.force, 0.0))
    return replace(one, friction=tuple(map(float, next(drags)))) if one.hold is Hold.slides else one


def _drags(context: AnalysisContext) -> list[range]:
    """For each contact that slides, its slips."""
    count = {c.name: len(c.slip) for c in context.model.contacts}
    return [range(count[one.name]) for one in context.closed_contacts if one.hold is Hold.slides]


def _presses(context: AnalysisContext) -> list[int]:
    """The rows of the gaps of closed contacts."""
    end = context.displacements
    return list(range(end - len(context.closed_contacts), end))


def _slips(context: AnalysisContext) -> list[list[int]]:
    """For each closed contact the rows of its slips, where it sticks."""
    count = {c.name: len(c.slip) for c in context.model.contacts}
    counts = [count[one.name] if one.hold is Hold.sticks else 0 for one in context.closed_contacts]
    ends = len(context.rows) - sum(counts) + np.cumsum([0, *counts])
    return [list(range(int(a), int(b))) for a, b in pairwise(ends)]


def _limits(context: AnalysisContext, parts: Blocks) -> dict[str, float]:
    """µ of the closed contacts with friction."""
    named = (c.name for c in contacts_with_friction(context.model, context.closed_contacts))
    return dict(zip(named, map(float, parts["limits"]), strict=True))


def _force_sizes(context: AnalysisContext, parts: Blocks) -> Array:
    """For each closed contact the size of a force that would balance all others."""
    large = float(np.max(parts["size"] * context.scale, initial=0.0))
    arms = (np.abs(parts["G"][_presses(context)]) * context.scale).max(axis=1, initial=0.0)
    return large / np.where(arms > 0, arms, 1.0)


def _shared_forces(
    context: AnalysisContext, parts: Blocks, lam: Array, limits: dict[str, float]
) -> tuple[frozenset[str], Array]:
    """Contacts whose forces are not unique, and the multipliers with the largest margins.

    With N the null space of the multipliers, lam + N y: maximise s ≤ 1 with f ≥ s F and µ f − d·f_t ≥ s F for
    all directions d, where F are the sizes of forces. This is a linear program.
    """
    n = len(context.names)
    G = parts["J"][:n, parts["J"].shape[1] - len(lam) :].T * context.scale  # the effect of each multiplier
    size = np.linalg.norm(G, axis=1, keepdims=True)
    weight = np.where(size > 0, size, 1.0)
    left, sizes, _ = np.linalg.svd(G / weight)
    N = left[:, int(np.sum(sizes > 1e-10)) :] / weight
    presses, slips = _presses(context), _slips(context)
    contacts = [row for slip_rows, row in zip(slips, presses, strict=True) for row in (row, *slip_rows)]
    N = N[:, np.abs(N[contacts]).max(axis=0, initial=0.0) > 0]
    if not N.shape[1]:
        return frozenset(), lam
    rows: list[Array] = []
    for one, row, slip_rows in zip(context.closed_contacts, presses, slips, strict=True):
        press = np.zeros(len(lam))
        press[row] = -1.0
        rows.append(press)
        for way in _ways(len(slip_rows)):
            along = limits[one.name] * press
            along[slip_rows] = way
            rows.append(along)
    A = np.array(rows)
    forces = float(np.max(_force_sizes(context, parts), initial=0.0)) or 1.0
    solution = linprog(
        np.array([*np.zeros(N.shape[1]), -1.0]),
        A_ub=np.hstack([-A @ N, np.full((len(A), 1), 1.0)]),
        b_ub=A @ lam / forces,
        bounds=[*([(None, None)] * N.shape[1]), (None, 1.0)],
    )
    some = frozenset(
        one.name
        for one, row, slip_rows in zip(context.closed_contacts, presses, slips, strict=True)
        if np.abs((N * weight)[[row, *slip_rows]]).max(initial=0.0) > 1e-8
    )
    return some, lam + forces * (N @ solution.x[:-1]) if solution.success else lam


def _ways(count: int) -> list[Array]:
    """Directions of friction along no, one or two slips."""
    if count < 2:
        return [np.array([1.0]), np.array([-1.0])] if count else []
    angles = 2 * np.pi * np.arange(FACETS) / FACETS
    return [np.array([np.cos(a), np.sin(a)]) / np.cos(np.pi / FACETS) for a in angles]
