"""Angles that may be turned by 2π without changing V, Phi, the forces and the inertia."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.context import AnalysisContext

Array = NDArray[np.float64]
TURN = 2 * np.pi


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Turns:
    """Coordinates that may be turned individually, and those that may be turned together."""

    single: NDArray[np.bool_]
    together: NDArray[np.bool_]

    def nearest_turn(self, q: Array, to: Array) -> Array:
        """The same configuration with its angles as near as possible to those of another."""
        whole = TURN * np.round((to - q) / TURN)
        both = whole[int(np.argmax(self.together))] if self.together.any() else 0.0
        return q + np.where(self.single, whole, 0.0) + np.where(self.together, both, 0.0)

    def half(self) -> list[Array]:
        """A half turn for each coordinate, and one of all together."""
        halves: list[Array] = [np.pi * np.eye(len(self.single))[j] for j in np.flatnonzero(self.single)]
        return [*halves, np.where(self.together, np.pi, 0.0)] if self.together.any() else halves


def turns_of(context: AnalysisContext, q: Array, s: Array, e: Array) -> Turns:
    """The full turns that change nothing."""
    n = len(q)
    one = [context.angles[j] and _is_symmetric_under(context, q, s, e, TURN * np.eye(n)[j]) for j in range(n)]
    single = np.array(one, dtype=bool)
    angles = np.array(context.angles, dtype=bool) & ~single
    joint = angles.sum() > 1 and _is_symmetric_under(context, q, s, e, TURN * angles)
    return Turns(single=single, together=angles & joint)


def _is_symmetric_under(context: AnalysisContext, q: Array, s: Array, e: Array, turn: Array) -> bool:
    """Whether a turn changes nothing at points drawn around q."""
    random, u = np.random.default_rng(4), context.u
    checked = 0
    for _ in range(4):
        q_near = q + context.scale * random.normal(size=len(q))
        state = {
            "qd": context.scale / context.scales.time * random.normal(size=len(q)),
            "s": s,
            "e": e,
            "u": u,
        }
        here, there = (
            context.physics.motion(context.t, state | {"q": x}, context.p) for x in (q_near, q_near + turn)
        )
        for name in ("V", "M", "h", "G", "Phi", "velocity", "gamma", "effort", "rates", "gaps"):
            a, b = here[name], there[name]
            if np.isfinite(a).all() and np.isfinite(b).all():
                checked += 1
                if np.any(np.abs(a - b) > 1e-11 * np.abs(a) + 1e-13 * np.abs(a).max(initial=0.0)):
                    return False
    return checked > 0
