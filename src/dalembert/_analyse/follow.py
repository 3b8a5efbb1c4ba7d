"""The whole motion from that of the prescribed coordinates: constraints determine the others.

    Phi(q, t) = 0;   G qd = …, so that d/dt Phi = 0 and Psi = 0;   G qdd = gamma

Positions are solved by Newton's method from one time to the next. Flow constraints give rates, not
positions, and states have rates too: with these the dependent coordinates and the states are integrated,
and then corrected onto the constraints.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from dalembert._analyse.closing import closing_step
from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.model_functions import Blocks
from dalembert._analyse.prescribed_motion import Law, PrescribedMotion
from dalembert._analyse.records import OperatingPoint
from dalembert._analyse.refusal import refusal
from dalembert._compile.rank_revealing import RANK, free_directions
from dalembert._expression.source import ModelError

Array = NDArray[np.float64]
CLOSED = 1e-13  # residuals of the constraints, relative to the sizes of their terms
SINGULAR = 1e-9  # a relative singular value below this means that the rank is lost


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FollowedMotion:
    """The motion at the requested times, and the residuals of the constraints."""

    q: Array
    qd: Array
    qdd: Array
    s: Array
    position: float
    velocity: float


class Follower:
    """The constraints of a context, solved for the coordinates that are not prescribed."""

    def __init__(
        self, context: AnalysisContext, prescribed: PrescribedMotion, law: Law, muted: tuple[int, ...]
    ) -> None:
        self.context, self.law = context, law
        self.given = list(prescribed.coordinates)
        self.others = [j for j in range(len(context.names)) if j not in prescribed.coordinates]
        self._muted = muted  # inputs that are solved for: they are zero here

    def inputs(self, t: float) -> Array:
        """The inputs with derivatives; those that are solved for are zero."""
        if not self.context.model.inputs:
            return np.zeros(0)
        u = self.context.inputs(t).reshape(3, -1)
        u[:, list(self._muted)] = 0.0
        return u.ravel()

    def at(self, t: float, q: Array, qd: Array, s: Array, u: Array) -> Blocks:
        """All quantities of the equations at a state."""
        none = np.zeros(0)
        return self.context.physics.motion(t, {"q": q, "qd": qd, "s": s, "e": none, "u": u}, self.context.p)

    def close_positions(self, t: float, q: Array, s: Array, u: Array) -> tuple[Array, float]:
        """Dependent positions near q, and the remaining residual."""
        rows, q, still = self.context.displacements, q.copy(), np.zeros(len(q))
        best, least = q, np.inf
        for _ in range(40 if rows else 0):
            parts = self.at(t, q, still, s, u)
            Phi, G = parts["Phi"], parts["G"][:rows]
            off = _largest_residual(Phi, np.abs(G) @ np.maximum(np.abs(q), 1e-3 * self.context.scale))
            if not np.isfinite(off):
                break
            if off >= least and least <= CLOSED:
                break
            if off < least:
                best, least = q.copy(), off
            if off == 0 or not self.others:
                break
            step = closing_step(G[:, self.others], Phi, self.context.scale[self.others])
            turn = np.abs(step / self.context.scale[self.others]).max(initial=0.0)
            q[self.others] += step * (0.5 / turn if turn > 0.5 else 1.0)
        return (best, least) if rows else (q, 0.0)

    def speeds(self, t: float, q: Array, qd: Array, s: Array, u: Array) -> tuple[Array, float]:
        """Dependent speeds near qd (flow constraints may be nonlinear), and the remaining residual."""
        qd = qd.copy()
        off = 0.0
        for _ in range(20 if len(self.context.rows) else 0):
            parts = self.at(t, q, qd, s, u)
            off = _largest_residual(parts["velocity"], np.abs(parts["G"]) @ np.abs(qd))
            if off <= CLOSED or not self.others or not np.isfinite(off):
                break
            step = np.linalg.lstsq(parts["G"][:, self.others], -parts["velocity"], rcond=RANK)[0]
            qd[self.others] += step
            if np.all(np.abs(step) <= 1e-15 * np.abs(qd[self.others])):
                break
        return qd, off


def _largest_residual(residual: Array, sizes: Array) -> float:
    """The largest residual relative to the sizes of its terms, at least to 1e-6 of the largest size."""
    least = 1e-6 * sizes.max(initial=0.0)
    sizes = np.maximum(sizes, least) if least > 0 else np.ones(len(sizes))
    return float(np.max(np.abs(residual) / sizes, initial=0.0))


def follow_motion(follower: Follower, start: OperatingPoint, times: Array) -> FollowedMotion:
    """The motion at the times, from the branch on which the start lies."""
    context, n = follower.context, len(follower.context.names)
    _check_count(follower, start)
    given = follower.law(times)
    q, qd, qdd = (np.zeros((len(times), n)) for _ in range(3))
    for order, block in enumerate((q, qd, qdd)):
        block[:, follower.given] = given[:, order]
    s = np.zeros((len(times), len(start.s)))
    first = _first_positions(follower, start, float(times[0]), given[0])
    integrated = None
    if context.displacements < len(context.rows) or len(start.s):
        integrated = _integrate_rates(follower, first, start.s, times)
        s = integrated[:, len(follower.others) :]
    worst = [0.0, 0.0]
    near, fast = first, np.zeros(n)
    for i, t in enumerate(times):
        u = follower.inputs(t)
        guess = near.copy()
        if integrated is not None:
            guess[follower.others] = integrated[i, : len(follower.others)]
        elif i:
            guess = near + fast * (t - times[i - 1])
        guess[follower.given] = q[i, follower.given]
        q[i], off = follower.close_positions(t, guess, s[i], u)
        if off > 1e-9:
            q[i], off = _positions_in_steps(follower, near, float(times[i - 1]) if i else t, t, s[i])
        if not off <= 1e-9:
            raise _unreachable_error(follower, t, off)
        near = q[i]
        fast[follower.given] = qd[i, follower.given]
        qd[i], residual = follower.speeds(t, q[i], fast, s[i], u)
        if not residual <= 1e-9:
            raise _unreachable_error(follower, t, residual)
        parts = follower.at(t, q[i], qd[i], s[i], u)
        _check_rank(follower, parts, t)
        G = parts["G"]
        right = parts["gamma"] - G[:, follower.given] @ qdd[i, follower.given]
        if follower.others:
            qdd[i, follower.others] = np.linalg.lstsq(G[:, follower.others], right, rcond=RANK)[0]
        fast = qd[i].copy()
        worst = [max(worst[0], off), max(worst[1], residual)]
    return FollowedMotion(q=q, qd=qd, qdd=qdd, s=s, position=worst[0], velocity=worst[1])


def _first_positions(follower: Follower, start: OperatingPoint, t: float, given: Array) -> Array:
    """The positions at the first time: prescribed ones are moved there from the start in small steps."""
    q, u = start.q.copy(), follower.inputs(t)
    begin = q[follower.given].copy()
    for part in np.linspace(0, 1, 41)[1:]:
        q[follower.given] = begin + part * (given[0] - begin)
        q, off = follower.close_positions(t, q, start.s, u)
    if not off <= 1e-9:
        raise _unreachable_error(follower, t, off)
    return q


def _positions_in_steps(
    follower: Follower, q: Array, before: float, t: float, s: Array
) -> tuple[Array, float]:
    """Positions at t, in small steps from the last time, where one large step did not converge."""
    off = np.inf
    between = np.linspace(before, t, 33)[1:]
    for time, given in zip(between, follower.law(between)[:, 0], strict=True):
        q = q.copy()
        q[follower.given] = given
        q, off = follower.close_positions(time, q, s, follower.inputs(time))
    return q, off


def _integrate_rates(follower: Follower, first: Array, s: Array, times: Array) -> Array:
    """Integrate the rates of dependent coordinates and states."""
    others, n = follower.others, len(first)

    def rates(t: float, w: Array) -> Array:
        given = follower.law(np.array([t]))[0]
        q, qd = np.zeros(n), np.zeros(n)
        q[follower.given], qd[follower.given] = given[0], given[1]
        q[others] = w[: len(others)]
        u = follower.inputs(t)
        qd, _ = follower.speeds(t, q, qd, w[len(others) :], u)
        parts = follower.at(t, q, qd, w[len(others) :], u)
        return np.concatenate([qd[others], parts["rates"]])

    begin = np.concatenate([first[others], s])
    size = np.concatenate([follower.context.scale[others], follower.context.scales.s + np.abs(s)])
    if not len(begin):
        return np.zeros((len(times), 0))
    solution = solve_ivp(
        rates,
        (times[0], times[-1]),
        begin,
        method="DOP853",
        t_eval=times,
        rtol=1e-11,
        atol=1e-12 * size,
    )
    if not solution.success:
        t = float(solution.t[-1]) if len(solution.t) else float(times[0])
        message = f"what follows from flow constraints and states cannot be integrated beyond t = {t:g} s"
        raise refusal(message, "look for a singular position or a rate that is not finite", "motion")
    return np.asarray(solution.y.T)


def _check_count(follower: Follower, start: OperatingPoint) -> None:
    """Raise unless one coordinate is prescribed per degree of freedom, and these determine the others."""
    context, names = follower.context, follower.context.names
    parts = follower.at(start.t, start.q, start.qd, start.s, follower.inputs(start.t))
    Z, rank = free_directions(parts["G"] * context.scale, len(names))
    dof, count = len(names) - rank, len(follower.given)
    prescribed = ", ".join(names[j] for j in follower.given)
    if count == dof:
        return
    if count < dof:
        free = [names[j] for j in follower.others if np.linalg.norm(Z[j]) > 1e-9]
        missing = dof - count
        message = (
            f"the motion of {prescribed} leaves {missing} of {dof} degrees of freedom open, and efforts alone"
            " do not say what happens there"
        )
        more = f"prescribe {missing} more of {', '.join(free)}" if len(free) > missing else ""
        raise refusal(message, more or f"prescribe the motion of {', '.join(free)} too", "motion")
    freedom = "1 degree of freedom" if dof == 1 else f"{dof or 'no'} degrees of freedom"
    message = f"{count} coordinates are prescribed ({prescribed}), but the system has {freedom}"
    raise refusal(message, "prescribe fewer: the others follow from the constraints", "motion")


def _check_rank(follower: Follower, parts: Blocks, t: float) -> None:
    """Raise at positions where the prescribed coordinates do not determine the others."""
    others, context = follower.others, follower.context
    if not others:
        return
    block = parts["G"][:, others] * context.scale[others]
    size = np.linalg.norm(block, axis=1, keepdims=True)
    _, sizes, V = np.linalg.svd(block / np.where(size > 0, size, 1.0))
    if len(sizes) < len(others) or sizes[len(others) - 1] <= SINGULAR * sizes[0]:
        loose = np.abs(V[-1])
        names = [context.names[others[k]] for k in np.flatnonzero(loose > 0.1 * loose.max())]
        given = ", ".join(context.names[j] for j in follower.given)
        message = (
            f"at t = {t:g} s the position is singular: the motion of {given} does not say how"
            f" {', '.join(names)} {'moves' if len(names) == 1 else 'move'}"
        )
        hint = "prescribe another coordinate (of the driven link), or keep away from dead centres"
        raise refusal(message, hint, "motion")


def _unreachable_error(follower: Follower, t: float, off: float) -> ModelError:
    given = ", ".join(follower.context.names[j] for j in follower.given)
    message = (
        f"the prescribed motion of {given} cannot be reached at t = {t:g} s: constraints are off by {off:.2g}"
    )
    hint = "check the range of the motion, the lengths, and the branch of the start"
    return refusal(message, hint, "motion")
