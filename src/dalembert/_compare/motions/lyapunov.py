"""How fast motions that begin close together part: a small disturbance along a motion.

With y' = f(t, y) the disturbance e^σ v, of size |v| = 1 in the scale of the motion, follows

    σ' = v·J v / v·v,    v' = J v − σ' v,    J = f_y

so that σ is the logarithm of its growth, however long the run is. Its slope over a window is an estimate of
the largest Lyapunov exponent there. G. Benettin, L. Galgani, A. Giorgilli, J.-M. Strelcyn, Meccanica 15
(1980) 9-20.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._compare.motions.setting import Setting
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._lower.engine import Scalar
from dalembert._lower.field import field
from dalembert._lower.formulations import Formulated
from dalembert._lower.saddle import Pivoting
from dalembert._lower.system import System
from dalembert._simulate.accuracy import solve_once

Array = NDArray[np.float64]
SEED = 5


def disturbance(setting: Setting, sizes: Array) -> Array:
    """The logarithm of how much a small disturbance has grown, at the times of the motion reached.

    `sizes` are those of the entries of the state, in which the disturbance is measured.
    """
    ready = setting.ready
    compiled = MechanicalSystem(setting.model, formulate=partial(_tangent, sizes=sizes))
    dynamics = compiled.bind(ready.dynamics.p, ready.dynamics.tables)
    start = compiled.begin(ready.dynamics.column(float(ready.problem.times[0]), ready.start.y))
    problem = replace(ready.problem, dynamics=dynamics, start=start)
    found = solve_once(ready.method, problem, setting.motion.settings, lambda _: None).trajectory
    grown: Array = found.rows[:, -1]
    return grown


def _tangent(system: System, pivoting: Pivoting | None, sizes: Array) -> Formulated:
    """The plain field with v and σ in the places of works, which no error test looks at."""
    own = field(system, pivoting=pivoting)
    y, scale = ca.vertcat(system.q, system.qd, system.s), ca.DM(sizes)
    count = y.numel()
    v, sigma = ca.SX.sym("v", count, 1), ca.SX.sym("sigma")
    f = own.rates[:count]
    Jv = ca.jtimes(f, y, scale * v) / scale
    rate = ca.dot(v, Jv) / ca.dot(v, v)
    still = ca.SX.zeros(count + 1, 1)
    moved = replace(
        own,
        y=ca.vertcat(y, v, sigma),
        works=tuple(f"v{i}" for i in range(count + 1)),
        rates=ca.vertcat(f, Jv - rate * v, rate),
        correction=ca.vertcat(own.correction[:count], still),
    )
    begin = ca.vertcat(y, _direction(system, scale), 0)
    return Formulated(field=moved, given=own.y, begin=begin, projects=True, plain=False, speeds=True)


def _direction(system: System, scale: Scalar) -> Scalar:
    """A disturbance that the constraints allow, in no particular direction, of length 1."""
    y = ca.vertcat(system.q, system.qd, system.s)
    own = ca.SX(ca.DM(np.random.default_rng(SEED).standard_normal(y.numel())))
    held = ca.vertcat(system.Phi, system.velocity)
    if held.numel():
        C = ca.jacobian(held, y) @ ca.diag(scale)
        own = own - C.T @ ca.solve(ca.densify(C @ C.T), C @ own)
    return own / ca.norm_2(own)
