"""Whether efforts feed small motions about an equilibrium: a minimum of the potential then proves nothing.

    P = q'ᵀ (F(q, q') − F(q, 0)) ≤ 0,   Zᵀ (F_q − F_qᵀ) Z = 0 at q' = 0,   G Z = 0

F are the efforts with the dissipation, Z the directions that the constraints leave free. Where both hold
nearby, F has a potential at rest and takes energy from every motion. Where one of them does not, F may do
work on small motions without a trace in the linear equations, as a force x'³ does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.records import OperatingPoint
from dalembert._analyse.resting_contacts import joined_multipliers
from dalembert._compile.rank_revealing import free_directions

Array = NDArray[np.float64]
STATES, SEED = 40, 3
NEAR = 0.01  # of the scales: how far the states are from the equilibrium
ROUNDING = 1e-11  # of the terms of a power or of a slope


def are_fed(context: AnalysisContext, point: OperatingPoint, frequency: float) -> bool:
    """Whether efforts feed a motion near an equilibrium; `frequency` is that of its fastest mode (rad/s)."""
    context = context.with_closed_contacts(point.closed_contacts)
    fixed = {"s": point.s, "e": point.e, "u": point.u, "a": 0 * point.q}
    fixed |= {"lam": joined_multipliers(context, point)}
    random, standing, scale = np.random.default_rng(SEED), 0 * point.q, context.scale

    def efforts(q: Array, qd: Array) -> dict[str, Array]:
        return context.physics.efforts(point.t, fixed | {"q": q, "qd": qd}, context.p)

    def free_at(q: Array) -> Array:
        """The free directions at a position, as departures of the size of the scales."""
        return scale[:, np.newaxis] * free_directions(efforts(q, standing)["G"] * scale, len(scale))[0]

    def along(free: Array) -> Array:
        return np.asarray(free @ (NEAR * random.uniform(-1, 1, free.shape[1])))

    free = free_at(point.q)
    for _ in range(STATES):
        q = point.q + along(free)
        Z, still = free_at(q), efforts(q, standing)
        qd = along(Z) * frequency
        F, F_q = efforts(q, qd)["F"], still["F_q"]
        power, terms = qd @ (F - still["F"]), np.abs(qd) @ (np.abs(F) + np.abs(still["F"]))
        turning, slopes = np.abs(Z.T @ (F_q - F_q.T) @ Z), np.abs(Z.T) @ np.abs(F_q) @ np.abs(Z)
        if power > ROUNDING * terms or np.any(turning > ROUNDING * slopes.max(initial=0.0)):
            return True
    return False
