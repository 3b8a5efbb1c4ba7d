"""Conserved quantities along the dynamics of the lowered model, at seeded states that keep its constraints.

dp/dt = p_t + p_q q' + p_q' q'',   M q'' + Gᵀ λ = h,   G q'' = γ
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from dalembert._derive.conserved import Conserved
from dalembert._derive.equations import Equations
from dalembert._lower.engine import Engine, Scalar
from dalembert._lower.system import System
from dalembert._model.survey import survey
from dalembert._model.values import parameter_values
from dalembert._verify.points import Place, Points, draw
from dalembert._verify.verify import function_of, lowered_values, multipliers

POINTS = 10
SEED = 1414
STEPS = 30
LIMIT = 1e-8
SOLVED = 1e-9


def that_stay(equations: Equations, found: tuple[Conserved, ...], system: System) -> tuple[Conserved, ...]:
    """Those whose rate vanishes at all seeded states at which the accelerations are known.

    Where they are known nowhere (hidden constraints, massless coordinates) what follows from the form of the
    equations is kept.
    """
    if not found:
        return ()
    states = _states(equations, system)
    rates = [_rates(equations, one, states) for one in found]
    return tuple(one for one, rate in zip(found, rates, strict=True) if np.max(rate, initial=0.0) <= LIMIT)


def _function(s: System, *blocks: Scalar) -> ca.Function:
    lam, kap = multipliers(s)
    arguments = [s.t, s.q, s.qd, s.qdd, lam, kap, s.p, s.u, s.ud, s.udd, s.e, s.s, s.sd, s.f]
    return ca.Function("blocks", arguments, [ca.densify(ca.vertcat(ca.SX(0, 1), *map(ca.vec, blocks)))])


def _states(equations: Equations, s: System) -> Place:
    """Places with accelerations, their constraints and rates of constraints fulfilled."""
    model = equations.model
    place = draw(model, POINTS, SEED)
    values = parameter_values(model)
    place |= {(name, 0): np.full(POINTS, value) for name, value in values.items() if (name, 0) in place}
    names = [c.name for c in model.coordinates]
    n, m = len(names), s.gamma.numel()
    before, after = ca.vertcat(s.t, s.q, s.u, s.ud, s.s), ca.vertcat(1, s.qd, s.ud, s.udd, s.sd)
    phi_rate = ca.jtimes(s.Phi, before, after)
    position = _function(s, s.Phi, s.Phi_q)
    velocity = _function(s, phi_rate, s.Psi, s.Phi_q, s.Psi_qd)
    whole = _function(s, s.M, ca.vertcat(s.Phi_q, s.Psi_qd), s.h, s.gamma)
    count = s.Phi.numel()
    good = np.ones(POINTS, dtype=bool)
    for function, order, rows in ((position, 0, count), (velocity, 1, m)):
        if not rows:
            continue
        for _ in range(STEPS):
            blocks = lowered_values(function, model, place)
            for k in range(POINTS):
                residual, slope = blocks[:rows, k], blocks[rows:, k]
                G = slope.reshape(n, -1).T if order == 0 else _stacked(slope, count, n)
                if np.isfinite(blocks[:, k]).all():
                    step = np.linalg.lstsq(G, residual, rcond=None)[0]
                    for i, name in enumerate(names):
                        place[name, order][k] -= step[i]
        good &= np.abs(lowered_values(function, model, place)[:rows]).max(axis=0) < SOLVED
    blocks = lowered_values(whole, model, place)
    for k in range(POINTS):
        if not np.isfinite(blocks[:, k]).all():
            good[k] = False
            continue
        M = blocks[: n * n, k].reshape(n, n).T
        G = blocks[n * n : n * n + m * n, k].reshape(n, m).T
        right = blocks[n * n + m * n :, k]
        saddle = np.block([[M, G.T], [G, np.zeros((m, m))]])
        solution = np.linalg.lstsq(saddle, right, rcond=None)[0]
        good[k] &= np.abs(saddle @ solution - right).max(initial=0.0) < SOLVED * max(1.0, np.abs(right).max())
        good[k] &= np.linalg.matrix_rank(np.vstack([M, G])) == n
        for i, name in enumerate(names):
            place[name, 2][k] = solution[i]
    return {leaf: column[good] for leaf, column in place.items()}


def _stacked(slope: Points, count: int, n: int) -> Points:
    """Φ_q above Ψ_q', from their columns one after another."""
    first = slope[: count * n].reshape(n, count).T
    return np.vstack([first, slope[count * n :].reshape(n, -1).T])


def _rates(equations: Equations, one: Conserved, place: Place) -> Points:
    """|dp/dt| against the sizes of what is added up for it, at every state."""
    model = equations.model
    engine = Engine(model, survey(model))
    p = engine.build(one.expression)
    moving = ca.vertcat(engine.moving, engine.qd)
    parts = ca.jacobian(p, moving).T * ca.vertcat(engine.moving_rates, engine.qdd)
    values = lowered_values(
        function_of(engine, model, [ca.sum1(parts), ca.sum1(ca.fabs(parts))]), model, place
    )
    if not values.size:
        return np.zeros(0)
    rate, size = np.abs(values)
    with np.errstate(all="ignore"):
        return np.where(size > 0, rate / size, 0.0)
