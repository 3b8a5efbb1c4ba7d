"""Seeded states that fulfil the constraints of a model, with the accelerations and multipliers of Lagrange.

M q'' + Gᵀ λ = h,   G q'' = γ
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from dalembert._lower.engine import Scalar
from dalembert._lower.system import System
from dalembert._model.records import Model, constraints_of
from dalembert._model.values import parameter_values
from dalembert._verify.points import Place, Points, draw
from dalembert._verify.verify import lowered_values, multipliers

POINTS = 10
SEED = 1414
STEPS = 30
SOLVED = 1e-9


def blocks_of(s: System, *blocks: Scalar) -> ca.Function:
    """Blocks of a system as a function that `lowered_values` evaluates."""
    lam, kap = multipliers(s)
    arguments = [s.t, s.q, s.qd, s.qdd, lam, kap, s.p, s.u, s.ud, s.udd, s.e, s.s, s.sd, s.f]
    return ca.Function("blocks", arguments, [ca.densify(ca.vertcat(ca.SX(0, 1), *map(ca.vec, blocks)))])


def consistent_states(model: Model, s: System) -> Place:
    """Places with accelerations and multipliers, their constraints and rates of constraints fulfilled."""
    place = draw(model, POINTS, SEED)
    values = parameter_values(model)
    place |= {(name, 0): np.full(POINTS, value) for name, value in values.items() if (name, 0) in place}
    names = [c.name for c in model.coordinates]
    n, m = len(names), s.gamma.numel()
    before, after = ca.vertcat(s.t, s.q, s.u, s.ud, s.s), ca.vertcat(1, s.qd, s.ud, s.udd, s.sd)
    phi_rate = ca.jtimes(s.Phi, before, after)
    position = blocks_of(s, s.Phi, s.Phi_q)
    velocity = blocks_of(s, phi_rate, s.Psi, s.Phi_q, s.Psi_qd)
    whole = blocks_of(s, s.M, ca.vertcat(s.Phi_q, s.Psi_qd), s.h, s.gamma)
    count = s.Phi.numel()
    good = np.ones(POINTS, dtype=bool)
    results = [(name, 2) for name in names]
    for kind, prefix in (("displacement", "lam_"), ("flow", "kap_")):
        results += [(prefix + c.name, 0) for c in constraints_of(model, kind)]
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
        for leaf, value in zip(results, solution, strict=True):
            place[leaf][k] = value
    return {leaf: column[good] for leaf, column in place.items()}


def _stacked(slope: Points, count: int, n: int) -> Points:
    """Φ_q above Ψ_q', from their columns one after another."""
    first = slope[: count * n].reshape(n, count).T
    return np.vstack([first, slope[count * n :].reshape(n, -1).T])
