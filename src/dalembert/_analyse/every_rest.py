"""All equilibria within ranges of the coordinates, with proof, where the model is small and smooth enough.

Without constraints and rigid contacts F(q, s, e) = 0 has as many equations as unknowns. Parts that have no
unknown in common are treated one by one, each with up to three unknowns, within ranges far larger than the
sizes of the model; an angle that may be turned goes once round. Linear equations have one solution.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.intervals import bounds_of, jumps
from dalembert._analyse.isolation import Isolation, isolate
from dalembert._analyse.model_functions import RestEquations
from dalembert._analyse.periods import Turns
from dalembert._analyse.rest_search import FoundRest, Search
from dalembert._analyse.statics import WEAK
from dalembert._analyse.whole_turns import turns_change_nothing

Array = NDArray[np.float64]
WIDE = (
    1e3,
    1e1,
)  # ranges relative to the largest sizes; the first that can be searched counts
LEAST = 2e-7  # relative to the sizes: equilibria that are nearer than this are not told apart
MOST_UNKNOWNS = 3
MOST = 150  # equilibria
WORK = 4_000_000  # operations on boxes in each part


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Everywhere:
    """The solutions (q, s, e) within ranges, one in a row; points near which further ones may lie.

    `low` and `high` are infinite for unknowns on which nothing depends, and for linear equations. Undecided
    points are NaN in the unknowns of other parts.
    """

    points: Array
    undecided: Array
    low: Array
    high: Array

    def disproves(self, search: Search, one: FoundRest) -> bool:
        """Whether an equilibrium that was found within the ranges is proved to be none."""
        x = one.solution.z[: len(self.low)]
        free = ~np.isfinite(self.low)
        if np.any(~free & ((x < self.low) | (x > self.high))):
            return False
        points = (np.where(free, np.nan, point) for point in (*self.points, *self.undecided))
        return not any(search.is_at(one, point) for point in points)


def rests_everywhere(context: AnalysisContext, x: Array, turns: Turns) -> Everywhere | None:
    """All solutions near and far; None where the equations are not such that this can be proved.

    Unknowns on which no equation depends keep their values in x.
    """
    if context.open_rigid_contacts or context.closed_contacts:
        return None
    system = context.physics.rest_equations(context.t, context.u[: len(context.model.inputs)], context.p)
    if system is None:
        return None
    if jumps(system.F) or jumps(system.moving, "v"):
        return None
    if system.linear:
        return _linear(system, x)
    if _is_pushed(context, system, x):
        far, none = np.full(len(x), np.inf), np.zeros((0, len(x)))
        return Everywhere(points=none, undecided=none, low=-far, high=far)
    groups = [*np.flatnonzero(turns.single)[:, np.newaxis], np.flatnonzero(turns.together)]
    if not all(turns_change_nothing(system.F, group.tolist()) for group in groups):
        return None  # as far as was looked a turn changes nothing, but not everywhere
    parts = _parts(system.depends)
    if parts is None or any(len(unknowns) > MOST_UNKNOWNS for _, unknowns in parts):
        return None
    return _nonlinear(context, system, x, turns, parts)


def _is_pushed(context: AnalysisContext, system: RestEquations, x: Array) -> bool:
    """Whether an equation in which no unknown occurs does not hold: a force that nothing can balance."""
    idle = np.flatnonzero(~system.depends.any(axis=1)).tolist()
    if not idle:
        return False
    value = bounds_of(system.F, idle)(x[np.newaxis], x[np.newaxis])
    least = np.zeros(len(x))
    least[: len(context.names)] = WEAK * context.scales.energy / context.scales.q
    return bool(np.any((value.low[0] > least[idle]) | (value.high[0] < -least[idle])))


def _parts(depends: NDArray[np.bool_]) -> list[tuple[list[int], list[int]]] | None:
    """Equations and unknowns that belong together; None where their numbers differ."""
    n = len(depends)
    links = np.block([[np.zeros((n, n)), depends], [depends.T, np.zeros((n, n))]])
    count, label = connected_components(csr_array(links), directed=False)
    parts = []
    for k in range(count):
        rows, columns = (np.flatnonzero(half == k).tolist() for half in (label[:n], label[n:]))
        if rows and columns and len(rows) == len(columns):
            parts.append((rows, columns))
        elif rows and depends[rows].any():
            return None
    idle_rows = [i for i in range(n) if not depends[i].any()]
    idle_columns = [j for j in range(n) if not depends[:, j].any()]
    return parts if len(idle_rows) == len(idle_columns) else None


def _linear(system: RestEquations, x: Array) -> Everywhere | None:
    """The only solution of linear equations."""
    n, at = len(x), x[np.newaxis]
    J, F = bounds_of(system.J, range(n * n))(at, at), bounds_of(system.F, range(n))(at, at)
    A = ((J.low + J.high) / 2).reshape(n, n)
    rows = np.abs(A).max(axis=1)
    if not np.isfinite(A).all() or not rows.all():
        return None
    scaled = A / rows[:, np.newaxis]
    size = np.abs(scaled).max(axis=0)
    if not size.all():
        return None
    if np.linalg.svd(scaled / size, compute_uv=False)[-1] <= 1e-12:
        return None
    step = size**-1 * np.linalg.solve(scaled / size, (F.low + F.high)[0] / 2 / rows)
    far = np.full(n, np.inf)
    return Everywhere(points=at - step, undecided=np.zeros((0, n)), low=-far, high=far)


def _nonlinear(
    context: AnalysisContext,
    system: RestEquations,
    x: Array,
    turns: Turns,
    parts: list[tuple[list[int], list[int]]],
) -> Everywhere | None:
    """The solutions of all parts, combined."""
    low, high = np.full(len(x), -np.inf), np.full(len(x), np.inf)
    roots: list[Array] = []
    undecided: list[Array] = []
    for rows, unknowns in parts:
        for wide in WIDE:
            ends = _ranges(context, x, turns, wide)
            isolation = _isolation_of(context, system, x, (rows, unknowns), ends)
            if isolation is not None and isolation.finished:
                break
        else:
            return None
        low[unknowns], high[unknowns] = (end[unknowns] for end in ends)
        roots.append(_distinct(isolation.roots, context.scales.rest[unknowns]))
        if np.prod([float(len(some)) for some in roots]) > MOST:
            return None
        for point in isolation.undecided:
            undecided.append(_with(x, unknowns, point, np.nan))
    points = []
    for some in product(*roots):
        point = x.copy()
        for (_, unknowns), values in zip(parts, some, strict=True):
            point[unknowns] = values
        points.append(point)
    shape = (-1, len(x))
    return Everywhere(
        points=np.array(points).reshape(shape),
        undecided=np.array(undecided).reshape(shape),
        low=low,
        high=high,
    )


def _distinct(roots: Array, scale: Array) -> Array:
    """The roots, each once: one at the border of two boxes is found in both."""
    kept: list[Array] = []
    for root in roots:
        if not any(np.all(np.abs(root - other) <= LEAST * scale) for other in kept):
            kept.append(root)
    return np.array(kept).reshape(roots.shape if not kept else (-1, len(scale)))


def _with(x: Array, unknowns: list[int], values: Array, others: float) -> Array:
    point = np.full_like(x, others)
    point[unknowns] = values
    return point


def _ranges(context: AnalysisContext, x: Array, turns: Turns, wide: float) -> tuple[Array, Array]:
    """The range of each unknown: about zero and beyond the start, or one turn."""
    reach = np.maximum(wide * context.scales.reach, 2 * np.abs(x))
    low, high = -reach, reach
    n = len(context.names)
    once = np.zeros(len(x), dtype=bool)
    once[:n] = turns.single
    if turns.together.any():
        once[int(np.argmax(turns.together))] = True
    turn = np.pi * (1 + 1e-9)  # an angle at the border is in both its boxes
    return np.where(once, -turn, low), np.where(once, turn, high)


def _isolation_of(
    context: AnalysisContext,
    system: RestEquations,
    x: Array,
    part: tuple[list[int], list[int]],
    ends: tuple[Array, Array],
) -> Isolation:
    """The solutions of one part."""
    rows, unknowns = part
    entries = [i * len(x) + j for i in rows for j in unknowns]

    def whole(some: Array) -> Array:
        boxes = np.tile(x, (len(some), 1))
        boxes[:, unknowns] = some
        return boxes

    scale = context.scales.rest[unknowns]
    count = len(system.F.instructions) + 3 * len(system.J.instructions)
    F, J = bounds_of(system.F, rows), bounds_of(system.J, entries)
    return isolate(
        lambda low, high: F(whole(low), whole(high)),
        lambda low, high: J(whole(low), whole(high)),
        ends[0][unknowns],
        ends[1][unknowns],
        LEAST * scale,
        scale,
        WORK // max(count, 1),
    )
