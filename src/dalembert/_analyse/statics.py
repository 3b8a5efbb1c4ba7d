"""Equilibrium: forces in balance under the constraints, solved from one starting point.

    h(q, 0) − Gᵀ lam = 0,  Phi(q) = 0,  effort(q, 0, e, s) = 0,  rates(q, 0, s, e) = 0

Newton's method over z = (q, s, e, lam), with steps of least length where the derivatives J are singular.
A point is an equilibrium if the next step vanishes and the residual F is rounding. Where J is singular, an
unbalanced force may remain. Flow constraints hold their directions from the point at which the system starts:
Psi_qd (q − q0) = 0, which for a node law is the conserved charge; states whose rate is 0 keep their values.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.closing import closing_step
from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.model_functions import Blocks
from dalembert._expression.tree import Number

Array = NDArray[np.float64]
STEPS = 80
NOTHING = 1e-10  # a step, relative to the scales
REFINING = 20  # the most further steps, as long as each halves the residual
BALANCED, ROUNDING = 1e-9, 1e-13  # residual forces, relative to those that act; and relative to |J| |z|
WEAK = 1e-14  # an energy, relative to that of the model
RANK = 1e-12
LONGEST = 0.8  # rad in one step
BALANCING = 12  # steps for the multipliers where forces depend on them
SMALL, SLOW = 1e-3, 0.2  # a step below SMALL should be less than SLOW times the one before


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rest:
    """An equilibrium, with the directions in z (columns) along which it may belong to a family."""

    z: Array
    parts: Blocks
    loose: Array
    slow: bool  # whether convergence was slow: derivatives vanish there


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ImbalanceAtRest:
    """The point nearest to equilibrium, the residual there, and the left null space of the equations."""

    z: Array
    left: Array
    along: Array
    settled: bool  # whether no step would reduce the residual


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Statics:
    """The static equations of a context, with flow directions held from q0."""

    context: AnalysisContext
    q0: Array
    flow_rows: Array  # Psi_qd at q0
    s0: Array
    constant: NDArray[np.bool_]  # which of the states have the rate 0
    scale: Array  # of q, s and e
    u: Array
    floor: Array  # forces that count as zero: their work on departures of the sizes of the scales is rounding

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return len(self.q0)

    def at(self, z: Array) -> tuple[Array, Array, Array, Blocks]:
        """F, J, the residual that counts as zero, and all other quantities at z."""
        parts = self.context.statics(z, self.u)
        states = slice(self.n, self.n + len(self.s0))
        hold = np.zeros((len(self.flow_rows), len(z)))
        hold[:, : self.n] = self.flow_rows
        keep = np.zeros((int(self.constant.sum()), len(z)))
        keep[:, states] = np.eye(len(self.s0))[self.constant]
        changed = (z[states] - self.s0)[self.constant]
        F = np.concatenate([parts["F"], changed, self.flow_rows @ (z[: self.n] - self.q0)])
        J = np.vstack([parts["J"], keep, hold])
        with np.errstate(invalid="ignore"):  # J may be infinite at the end of a root
            zero = ROUNDING * np.abs(J) @ np.abs(z)
        zero[: self.n] += BALANCED * parts["size"] + self.floor
        zero[self.n :] += 1e-15 * np.abs(J[self.n :, : len(self.scale)]) @ self.scale
        return F, J, zero, parts


def statics_of(context: AnalysisContext, q0: Array, s0: Array, e0: Array) -> Statics:
    """The static equations of a context that starts at q0."""
    rows = context.displacements
    z = np.concatenate([q0, s0, e0, np.zeros(len(context.rows))])
    u = context.u
    flow_rows = context.statics(z, u)["G"][rows:]
    scales = context.scales
    return Statics(
        context=context,
        q0=q0,
        flow_rows=flow_rows,
        s0=s0,
        constant=np.array([one.rate.root == Number(0) for one in context.model.states], dtype=bool),
        scale=scales.rest,
        u=u,
        floor=WEAK * scales.energy / scales.q,
    )


def solve_statics(statics: Statics, x: Array) -> Rest | ImbalanceAtRest | None:
    """The equilibrium that Newton's method reaches from x = (q, s, e); None where it does not converge."""
    begun = closed_start(statics, x)
    if begun is None:
        return None
    z = begun
    now, last, slowing = statics.at(z), np.inf, False
    for _ in range(STEPS):
        F, J, zero, _ = now
        if not (np.isfinite(F).all() and np.isfinite(J).all()):
            return None
        step, left, _, along, rows = _step(statics, F, J)
        long = float(np.abs(step[: len(statics.scale)] / statics.scale).max(initial=0.0))
        if long <= NOTHING:
            if np.any(np.abs(left) > zero):
                return ImbalanceAtRest(z=z, left=left, along=along, settled=True)
            return _refine(statics, z, slow=slowing or (last < SMALL and long > SLOW * last))
        last, slowing = long, last < SMALL and long > SLOW * last
        length = step_fraction(statics, step)
        size = np.linalg.norm(F / rows)
        while length > 1e-5:
            trial = closed_start(statics, (z + length * step)[: len(statics.scale)])
            trial_values = statics.at(trial) if trial is not None else now
            nearer = np.linalg.norm(trial_values[0] / rows) < (1 - 1e-4 * length) * size
            if trial is not None and np.isfinite(trial_values[0]).all() and nearer:
                break
            length /= 2
        else:
            if np.any(np.abs(left) > zero):
                return ImbalanceAtRest(z=z, left=left, along=along, settled=False)
            return None
        assert trial is not None
        z, now = trial, trial_values
    return None


def _refine(statics: Statics, z: Array, *, slow: bool) -> Rest | None:
    """Further steps take off what rounding allows; None where they leave what has finite slopes."""
    least = np.inf
    for k in range(REFINING):
        F, J, zero, _ = statics.at(z)
        if not (np.isfinite(F).all() and np.isfinite(J).all()):
            return None
        step, _, _, _, rows = _step(statics, F, J)
        off = float(np.linalg.norm(F / rows))
        if k >= 2 and (off > least / 2 or np.all(np.abs(F) <= zero)):
            break
        z, least = z + step, off
    F, J, _, parts = statics.at(z)
    if not np.isfinite(J).all():
        return None
    return Rest(z=z, parts=parts, loose=_step(statics, F, J)[2], slow=slow)


def _step(statics: Statics, F: Array, J: Array) -> tuple[Array, Array, Array, Array, Array]:
    """Newton's step, the remaining F, the right and left null spaces of J, and the sizes of rows."""
    columns = np.ones(J.shape[1])
    columns[: len(statics.scale)] = statics.scale
    rows = np.abs(J * columns).max(axis=1, initial=0.0)
    rows = np.where(rows > 0, rows, 1.0)
    lam = np.abs(J[:, len(statics.scale) :] / rows[:, np.newaxis]).max(axis=0, initial=0.0)
    columns[len(statics.scale) :] = 1 / np.where(lam > 0, lam, 1.0)
    scaled = J * columns / rows[:, np.newaxis]
    U, sizes, V = np.linalg.svd(scaled)
    rank = int(np.sum(sizes > RANK * max(sizes[0], 1e-300))) if len(sizes) else 0
    y = U[:, :rank].T @ (F / rows)
    step = -columns * (V[:rank].T @ (y / sizes[:rank]))
    along = U[:, rank:] / rows[:, np.newaxis]
    left = rows * (U[:, rank:] @ (U[:, rank:].T @ (F / rows)))
    return step, left, columns[:, np.newaxis] * V[rank:].T, along, rows


def step_fraction(statics: Statics, step: Array) -> float:
    """The fraction of a step that turns no angle by more than LONGEST."""
    angles = np.array(statics.context.angles, dtype=bool)
    turn = np.abs(step[: statics.n][angles]).max(initial=0.0)
    return float(LONGEST / turn) if turn > LONGEST else 1.0


def closed_start(statics: Statics, x: Array) -> Array | None:
    """A point near x that satisfies the constraints, with the multipliers of least imbalance."""
    context, n, rows = statics.context, statics.n, statics.context.displacements
    z = np.concatenate([x, np.zeros(len(context.rows))])
    first = n  # rows of F: forces, then Phi
    for _ in range(50 if len(context.rows) else 0):
        F, J, zero, _ = statics.at(z)
        keep = [*range(first, first + rows), *range(len(F) - len(statics.flow_rows), len(F))]
        if not (np.isfinite(F).all() and np.isfinite(J).all()):
            return None
        if np.all(np.abs(F[keep]) <= 10 * zero[keep]):
            break
        step = closing_step(J[keep][:, :n], F[keep], statics.scale[:n])
        z[:n] += step_fraction(statics, step) * step
    else:
        if len(context.rows):
            return None
    if len(context.rows):
        F, J, _, _ = statics.at(z)
        G = J[:n, len(x) :]
        if not (np.isfinite(F).all() and np.isfinite(G).all()):
            return None
        z[len(x) :] = np.linalg.lstsq(G, -F[:n], rcond=1e-10)[0]
    for _ in range(BALANCING if context.physics.coupled else 0):  # forces depend on multipliers
        F, J, _, _ = statics.at(z)
        G = J[:n, len(x) :]
        if not (np.isfinite(F).all() and np.isfinite(G).all()):
            return None
        z[len(x) :] += np.linalg.lstsq(G, -F[:n], rcond=1e-10)[0]
    return z
