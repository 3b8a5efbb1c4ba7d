"""Seeded states that satisfy the constraints of a model, with Lagrange's accelerations and multipliers.

M q'' + Gᵀ λ = h,   G q'' = γ
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Model, force_names
from dalembert._model.values import parameter_values
from dalembert._verify.points import StateSample, draw, in_sizes, points_where
from dalembert._verify.settle import Settler
from dalembert._verify.verify import lowered_values, multipliers

POINTS = 10
SEED = 1414


def blocks_of(s: System, *blocks: Scalar) -> ca.Function:
    """Blocks of a system as a function that `lowered_values` evaluates."""
    lam, kap = multipliers(s)
    arguments = [s.t, s.q, s.qd, s.qdd, lam, kap, s.p, s.u, s.ud, s.udd, s.e, s.s, s.sd, s.f]
    return ca.Function("blocks", arguments, [ca.densify(ca.vertcat(ca.SX(0, 1), *map(ca.vec, blocks)))])


def consistent_states(model: Model, s: System) -> StateSample:
    """Samples with the model's parameters that satisfy all equations and have unique accelerations.

    Contacts are open.
    """
    settler = Settler(model, s)
    values = parameter_values(model)
    sample = in_sizes(model, draw(model, POINTS, SEED), settler.scales(values))
    sample |= {(name, 0): np.full(POINTS, value) for name, value in values.items() if (name, 0) in sample}
    sample |= {(name, 0): np.zeros(POINTS) for name in force_names(model)}
    good = np.zeros(POINTS, dtype=bool)
    for k in range(POINTS):
        one = points_where(sample, np.arange(POINTS) == k)
        good[k] = settler.settle(one, motion=True)
        for leaf, value in one.items():
            sample[leaf][k] = value[0]
    return _determined_states(model, s, points_where(sample, good))


def _determined_states(model: Model, s: System, sample: StateSample) -> StateSample:
    """The states with unique accelerations: every direction has mass or a constraint."""
    n = len(model.coordinates)
    if not len(sample["t", 0]):
        return sample
    columns = lowered_values(blocks_of(s, ca.vertcat(s.M, s.G)), model, sample).T
    ranks = [np.linalg.matrix_rank(one.reshape(n, -1).T) if np.isfinite(one).all() else -1 for one in columns]
    return points_where(sample, np.array(ranks) == n)
