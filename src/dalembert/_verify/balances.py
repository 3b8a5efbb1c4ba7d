"""Lagrange's equations against the balances of momentum and angular momentum of the bodies.

At seeded states that fulfil the constraints, the equations of Kane and those of Newton and Euler are solved
for accelerations and forces; the accelerations must be those of Lagrange's equations. The derivations share
nothing but kinematics: positions, velocities, constraints.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from dalembert._lower.lower import lower
from dalembert._lower.system import Block, System
from dalembert._model.bodies.balances import JOINT, Balance, Balances, Names
from dalembert._model.records import constraints_of
from dalembert._verify.points import Place
from dalembert._verify.states import blocks_of, consistent_states
from dalembert._verify.verify import lowered_values

SMALL = 1e-3  # of the largest acceleration of a state: smaller ones are compared with this share of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The largest relative differences of accelerations from Lagrange's, at so many seeded states.

    `newton_euler` is None where something acts that is neither a force on a body nor an effort of a joint
    that turns or slides.
    """

    points: int
    kane: float
    newton_euler: float | None


def agreement(balances: Balances) -> Agreement | None:
    """How other derivations agree with Lagrange's; None where no state could be found to compare them at.

    Where forces depend on forces there is none.
    """
    system = lower(balances.model)
    place = consistent_states(balances.model, system)
    if system.coupled or not len(place["t", 0]):
        return None
    rows = _Rows(balances, system)
    projected = rows.newton_euler()
    return Agreement(
        points=len(place["t", 0]),
        kane=_difference(rows, rows.kane(), (), place),
        newton_euler=_difference(rows, projected, balances.unknowns, place)
        if projected is not None
        else None,
    )


class _Rows:
    """Equations between accelerations and forces, in the symbols of a lowered model."""

    def __init__(self, balances: Balances, system: System) -> None:
        self.balances = balances
        self.system = system
        model = balances.model
        names = [one.name for one in model.outputs]
        self.terms = dict(zip(names, ca.vertsplit(system.outputs), strict=True))
        self.parameters = dict(zip((p.name for p in model.parameters), ca.vertsplit(system.p), strict=True))
        self.coordinates = [c.name for c in model.coordinates]
        self.besides = _left(lower(balances.besides), system)
        self.lagrange = _left(system, system)

    def kane(self) -> Block:
        """Σ ∂v/∂q' · (p' − Σ F) + ∂ω/∂q' · (L' − Σ M) and what acts besides."""
        s, found = self.system, self.besides
        for one in self.balances.bodies:
            force, moment = self._residuals(one, with_joints=False)
            found += ca.jtimes(self._of(one.acceleration), s.qdd, force, True)
            found += ca.jtimes(self._of(one.angular_acceleration), s.qdd, moment, True)
        rows = [
            self.lagrange[i] if name in self.balances.loose else found[i]
            for i, name in enumerate(self.coordinates)
        ]
        return ca.vertcat(*rows)

    def newton_euler(self) -> Block | None:
        """Rows p' − Σ F and L' − Σ M of every body; None where something acts that is in neither."""
        if not self.balances.complete:
            return None
        efforts: dict[Block, Block] = {}
        rows: list[Block] = []
        for i, name in enumerate(self.coordinates):
            if name in self.balances.loose:
                rows.append(self.lagrange[i])
            elif name in self.balances.efforts:
                efforts[self.parameters[self.balances.efforts[name]]] = -self.besides[i]
            elif not self._without_norms(self.besides[i]).is_zero():
                return None
        for one in self.balances.bodies:
            rows += self._residuals(one, with_joints=True)
        return ca.substitute(ca.vertcat(*rows), ca.vertcat(*efforts), ca.vertcat(*efforts.values()))

    def _without_norms(self, row: Block) -> Block:
        """A row without the multipliers of norms of quaternions, which are no forces."""
        names = [
            one.name for kind in ("displacement", "flow") for one in constraints_of(self.balances.model, kind)
        ]
        norms = [self.system.lam[i] for i, name in enumerate(names) if name in self.balances.norms]
        return ca.simplify(ca.substitute(row, ca.vertcat(*norms), ca.SX.zeros(len(norms)))) if norms else row

    def _of(self, names: Names) -> Block:
        return ca.vertcat(*(self.terms[name] for name in names))

    def _residuals(self, one: Balance, *, with_joints: bool) -> tuple[Block, Block]:
        """Both p' − Σ F and L' − Σ M, the actions of joints in the tree only where asked."""
        force, moment = self._of(one.momentum_rate), self._of(one.angular_momentum_rate)
        for action in one.actions:
            if with_joints or action.kind != JOINT:
                force, moment = force - self._of(action.force), moment - self._of(action.moment)
        return force, moment


def _left(s: System, other: System) -> Block:
    """Lagrange's left sides of a system, in the symbols of another with the same names."""
    left = ca.jtimes(s.momentum, s.qd, s.qdd) + ca.jtimes(s.velocity, s.qd, s.lam, True) - s.h
    return left if s is other else ca.substitute(left, _symbols(s), _symbols(other))


def _symbols(s: System) -> Block:
    return ca.vertcat(s.t, s.q, s.qd, s.qdd, s.lam, s.p, s.u, s.ud, s.udd, s.e, s.s, s.sd, s.f)


def _difference(rows: _Rows, equations: Block, unknowns: tuple[str, ...], place: Place) -> float:
    """The largest difference of accelerations from those of a place, by the sizes of what is added up."""
    s, names = rows.system, rows.coordinates
    whole = ca.vertcat(equations, ca.mtimes(s.G, s.qdd) - s.gamma)
    solved = ca.vertcat(s.qdd, s.lam, *(rows.parameters[name] for name in unknowns))
    matrix = ca.jacobian(whole, solved)
    right = -ca.substitute(whole, solved, ca.SX.zeros(solved.numel()))
    values = lowered_values(blocks_of(s, matrix, right, s.M, s.h), rows.balances.model, place)
    size, count, n = matrix.numel(), right.numel(), len(names)
    largest = 0.0
    for k, column in enumerate(values.T):
        own, b = column[:size].reshape(solved.numel(), -1).T, column[size : size + count]
        free = np.linalg.pinv(column[size + count : -n].reshape(n, n)) @ column[-n:]  # without constraints
        inverse = np.linalg.pinv(own)
        found = inverse @ b
        scale = (np.abs(inverse) @ (np.abs(own) @ np.abs(found) + np.abs(b)))[:n]
        error = np.abs(found[:n] - [place[name, 2][k] for name in names])
        scale = np.maximum(scale, SMALL * max(np.max(scale), np.max(np.abs(free))))
        largest = max(largest, float(np.max(error / np.where(scale > 0, scale, 1.0), initial=0.0)))
    return largest
