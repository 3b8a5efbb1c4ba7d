"""Which of the equilibria that were found are the same.

Where derivatives vanish, at a root of higher order, Newton's method ends where rounding lets it end, from
each start at another point of the same equilibrium. Two such points are the same if all points between them
balance as well: |F| is rounding there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.rest_search import FoundRest, Search

Array = NDArray[np.float64]
BETWEEN = (0.125, 0.375, 0.5, 0.625, 0.875)
NOISE = 16.0  # times the rounding of F
NEAR = 0.05  # relative to the scales: points that are farther apart are not compared


def distinct_rests(search: Search, known_points: Iterable[Array]) -> list[FoundRest]:
    """The equilibria of a search, each once; those at `known_points` (q, s, e) are different."""
    groups: list[list[FoundRest]] = []
    for one in search.rests:
        same = [
            group for group in groups if any(_are_same(search, known_points, one, other) for other in group)
        ]
        joined = [one, *(other for group in same for other in group)]
        groups = [group for group in groups if group not in same] + [joined]
    return [_middle_of(search, group) for group in groups]


def _middle_of(search: Search, group: list[FoundRest]) -> FoundRest:
    """The one in the middle of what rounding does not tell apart, where derivatives vanish."""
    if len(group) == 1:
        return group[0]
    count = len(search.statics.scale)
    places = np.array([one.solution.z[:count] for one in group]) / search.statics.scale
    nearest = int(np.argmin(np.linalg.norm(places - places.mean(axis=0), axis=1)))
    return replace(group[nearest], reached=sum(one.reached for one in group), degenerate=True)


def _are_same(search: Search, known_points: Iterable[Array], one: FoundRest, other: FoundRest) -> bool:
    """Whether rounding does not tell two equilibria apart."""
    if one.dimension or other.dimension or one.statics is not other.statics:
        return False
    count = len(search.statics.scale)
    if np.any(np.abs(one.solution.z - other.solution.z)[:count] > NEAR * search.statics.scale):
        return False
    near = [point for point in known_points if search.is_at(one, point) or search.is_at(other, point)]
    return len(near) < 2 and all(_is_balanced(one, other, part) for part in BETWEEN)


def _is_balanced(one: FoundRest, other: FoundRest, part: float) -> bool:
    """Whether the forces at a point between two equilibria are rounding."""
    statics, context = one.statics, one.statics.context
    z = one.solution.z + part * (other.solution.z - one.solution.z)
    F, _, zero, _ = statics.at(z)
    noise = np.zeros(len(F))
    rounding = context.physics.noise_at_rest(context.t, z, context.u[: len(context.model.inputs)], context.p)
    noise[: len(rounding)] = NOISE * rounding
    return bool(np.all(np.abs(F) <= np.maximum(zero, noise)))
