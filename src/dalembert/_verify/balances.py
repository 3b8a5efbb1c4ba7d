"""Lagrange's equations against the balances of momentum and angular momentum of the bodies.

At seeded states that fulfil the constraints, with Lagrange's accelerations and multipliers, Kane's equations
must hold, and the equations of Newton and Euler, solved for accelerations and reactions, must give the same
accelerations. The derivations share nothing but kinematics.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._lower.lower import lower
from dalembert._lower.system import Block, System
from dalembert._model.bodies.balances import JOINT, Balance, Balances, Names
from dalembert._verify.points import Place
from dalembert._verify.states import blocks_of, consistent_states
from dalembert._verify.verify import lowered_values, multipliers

Points = NDArray[np.float64]
SMALL = 1e-6  # of the largest terms at a state: what is below counts as their rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far other derivations are from Lagrange's, relative to the terms that are added, at seeded states.

    `newton_euler` is None where something acts that is no force on a body.
    """

    points: int
    kane: float
    newton_euler: float | None


def agreement(balances: Balances) -> Agreement:
    """The largest differences at all states; no point where forces depend on forces."""
    system = lower(balances.model)
    place = consistent_states(balances.model, system)
    count = 0 if system.coupled else len(place["t", 0])
    return Agreement(
        points=count,
        kane=_kane(balances, system, place) if count else np.inf,
        newton_euler=_newton_euler(balances, system, place) if count else None,
    )


class _Terms:
    """The outputs of a lowered model by their names."""

    def __init__(self, balances: Balances, system: System) -> None:
        names = [one.name for one in balances.model.outputs]
        self.values = dict(zip(names, ca.vertsplit(system.outputs), strict=True))

    def __getitem__(self, names: Names) -> Block:
        return ca.vertcat(*(self.values[name] for name in names))

    def residuals(self, one: Balance, *, with_joints: bool) -> list[tuple[Block, Block]]:
        """Each term of p' − Σ F and of L' − Σ M, the actions of joints in the tree only where asked."""
        actions = [a for a in one.actions if with_joints or a.kind != JOINT]
        rates = (self[one.momentum_rate], self[one.angular_momentum_rate])
        return [rates, *((-self[a.force], -self[a.moment]) for a in actions)]


def _kane(balances: Balances, s: System, place: Place) -> float:
    """The largest residual of Kane's equations, relative to the sum of the absolute values of its terms."""
    terms = _Terms(balances, s)
    found: list[Block] = []
    for one in balances.bodies:
        v, omega = terms[one.acceleration], terms[one.angular_acceleration]
        for force, moment in terms.residuals(one, with_joints=False):
            found += [ca.jtimes(v, s.qdd, force, True), ca.jtimes(omega, s.qdd, moment, True)]
    whole, size = sum(found), sum(map(ca.fabs, found))
    values = lowered_values(blocks_of(s, whole, size), balances.model, place)
    n = s.q.numel()
    besides = _besides(balances, place)
    scale = values[n:] + np.abs(besides)
    scale = np.maximum(scale, SMALL * np.max(scale, axis=0))
    return float(np.max(np.abs(values[:n] + besides) / np.where(scale > 0, scale, 1.0), initial=0.0))


def _besides(balances: Balances, place: Place) -> Points:
    """Lagrange's left sides of what is in no balance, at every state."""
    s = lower(balances.besides)
    lam, kap = multipliers(s)
    left = ca.jtimes(s.momentum, s.qd, s.qdd) - s.h
    left += ca.jtimes(s.Phi, s.q, lam, True) + ca.jtimes(s.Psi, s.qd, kap, True)
    return lowered_values(blocks_of(s, left), balances.besides, place)


def _newton_euler(balances: Balances, s: System, place: Place) -> float | None:
    """The largest difference of accelerations, relative to the largest of a state."""
    model, besides = balances.model, _besides(balances, place)
    names = [c.name for c in model.coordinates]
    efforts = dict(place)
    for name, values in zip(names, besides, strict=True):
        if name in balances.efforts:
            efforts[balances.efforts[name], 0] = -values
        elif np.any(values):
            return None
    terms = _Terms(balances, s)
    sums = [[sum(side) for side in zip(*terms.residuals(one, with_joints=True), strict=True)]
            for one in balances.bodies]  # fmt: skip
    equations = ca.vertcat(*(side for pair in sums for side in pair), ca.mtimes(s.G, s.qdd) - s.gamma)
    parameters = dict(zip((p.name for p in model.parameters), ca.vertsplit(s.p), strict=True))
    unknowns = ca.vertcat(s.qdd, s.lam, *(parameters[name] for name in balances.unknowns))
    matrix = ca.jacobian(equations, unknowns)
    right = -ca.substitute(equations, unknowns, ca.SX.zeros(unknowns.numel()))
    values = lowered_values(blocks_of(s, matrix, right), model, efforts)
    rows, columns = matrix.shape
    largest = 0.0
    for k, column in enumerate(values.T):
        own = column[: rows * columns].reshape(columns, rows).T
        solution = np.linalg.lstsq(own, column[rows * columns :], rcond=None)[0]
        lagrange = np.array([place[name, 2][k] for name in names])
        error = np.max(np.abs(solution[: len(names)] - lagrange), initial=0.0)
        largest = max(largest, float(error / max(np.max(np.abs(lagrange), initial=0.0), 1e-300)))
    return largest
