"""A small disturbance along a motion as part of its equations: how fast motions that begin nearby part.

With y' = f(t, y) the disturbance e^σ v, of size |v| = 1 in the scale of the motion, follows

    σ' = v·J v / v·v,    v' = J v − σ' v,    J = f_y

so that σ is the logarithm of its growth, however long the run is. Its slope over a window is an estimate of
the largest Lyapunov exponent there. G. Benettin, L. Galgani, A. Giorgilli, J.-M. Strelcyn, Meccanica 15
(1980) 9-20.
"""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._lower.field import field
from dalembert._lower.formulations import FormulationField
from dalembert._lower.saddle import Pivoting
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar

Array = NDArray[np.float64]
SEED = 5


def tangent_field(system: System, pivoting: Pivoting | None, sizes: Array) -> FormulationField:
    """The vector field with v and σ in place of the works, which the error test leaves out."""
    field_of_system = field(system, pivoting=pivoting)
    y, scale = ca.vertcat(system.q, system.qd, system.s), ca.DM(sizes)
    count = y.numel()
    v, sigma = ca.SX.sym("v", count, 1), ca.SX.sym("sigma")
    f = field_of_system.rates[:count]
    Jv = ca.jtimes(f, y, scale * v) / scale
    rate = ca.dot(v, Jv) / ca.dot(v, v)
    still = ca.SX.zeros(count + 1, 1)
    moved = replace(
        field_of_system,
        y=ca.vertcat(y, v, sigma),
        works=tuple(f"v{i}" for i in range(count + 1)),
        rates=ca.vertcat(f, Jv - rate * v, rate),
        correction=ca.vertcat(field_of_system.correction[:count], still),
    )
    begin = ca.vertcat(y, _direction(system, scale), 0)
    return FormulationField(
        field=moved, given=field_of_system.y, begin=begin, projects=True, plain=False, speeds=True
    )


def _direction(system: System, scale: Scalar) -> Scalar:
    """A disturbance that the constraints allow, in no particular direction, of length 1."""
    y = ca.vertcat(system.q, system.qd, system.s)
    vector = ca.SX(ca.DM(np.random.default_rng(SEED).standard_normal(y.numel())))
    constraints = ca.vertcat(system.Phi, system.velocity)
    if constraints.numel():
        C = ca.jacobian(constraints, y) @ ca.diag(scale)
        vector = vector - C.T @ ca.solve(ca.densify(C @ C.T), C @ vector)
    return vector / ca.norm_2(vector)
