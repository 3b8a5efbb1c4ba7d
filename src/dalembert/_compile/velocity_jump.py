"""Velocities after an instant at which a model jumps in time (`_lower/impulse.py`), and the energy given.

    M Δqd + Gᵀ Λ = −[L_qd] + F_ü [u̇] + F_u̇ [u] + P,   G qd⁺ + Phi_t(t⁺) = 0

with an impulse P of the user's, by Newton's method, which for a kinetic energy that is quadratic in the
velocities ends after one step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.rank_revealing import solution

Array = NDArray[np.float64]
Quantities = dict[str, Array]
ROUNDING = 32 * 2.220446049250313e-16  # of the sizes in it: a jump that is none
PASSES = 20  # of Newton's method
NEAR = 1e-12  # of the velocities, in the norm of M: what the last of them may change


class Barrier(StrEnum):
    """Why a motion cannot pass an instant: a position would have to jump, or no velocities exist."""

    place = "jumped"
    impulse = "impulse"


@dataclass(frozen=True, slots=True, kw_only=True)
class VelocityJump:
    """Velocities after an instant, and the energies that constraints, forces and time itself gave in it."""

    qd: Array
    constraints: float
    forces: float
    time: float


def velocity_jump(
    qd: Array, before: Quantities, after: Callable[[Array], Quantities], push: Array | None = None
) -> VelocityJump | Barrier:
    """The velocities after an instant, or why none exist; `after(qd)` gives the quantities after it.

    `push` is an impulse on the coordinates beside those of inputs.
    """
    here = after(qd)
    impulse = _input_impulse(before, here) + (0.0 if push is None else push)
    momentum = before["momentum"] + impulse
    none = np.zeros(len(before["velocity"]))
    kink = np.abs(here["velocity"] - before["velocity"])
    smooth = bool(np.all(kink <= ROUNDING * _velocity_sizes(qd, here, before)))
    if smooth and _residual(qd, here, momentum, none) <= ROUNDING:
        return VelocityJump(qd=qd, constraints=0.0, forces=0.0, time=float(here["energy"] - before["energy"]))
    v, impulses = qd, none
    off = np.where(
        np.abs(here["velocity"]) > ROUNDING * _velocity_sizes(qd, here, before), here["velocity"], 0
    )
    for turn in range(
        PASSES
    ):  # the first has a solution only if constraints that depend on one another agree
        momentum_change = here["momentum"] - momentum
        off = here["velocity"] if turn else off
        solved = solution(here["M"], here["G"], -momentum_change, -off, exact=turn == 0)
        if solved is None:
            return Barrier.impulse
        weight = np.abs(here["M"])
        v, impulses = v + solved.qdd, solved.lam
        here = after(v)
        change, whole = (float(np.abs(w) @ weight @ np.abs(w)) for w in (solved.qdd, np.abs(v) + np.abs(qd)))
        fast = np.abs(here["G"]) @ (np.abs(v) + np.abs(qd))
        meets = bool(np.all(np.abs(here["velocity"]) <= ROUNDING * fast))
        converged = turn and change <= NEAR**2 * whole
        if converged or (meets and _residual(v, here, momentum, impulses) <= ROUNDING):
            break
    else:
        return Barrier.impulse
    mean = 0.5 * (qd + v)
    given, forces = -float(impulses @ (here["G"] @ mean)), float(impulse @ mean)
    time = float(here["energy"] - before["energy"]) - given - forces
    return VelocityJump(qd=v, constraints=given, forces=forces, time=time)


def _residual(v: Array, here: Quantities, momentum: Array, impulses: Array) -> float:
    """The residual of the momentum balance apart from impulses of constraints, relative to its terms."""
    size = np.abs(here["momentum"]) + np.abs(momentum) + np.abs(here["M"]) @ np.abs(v)
    left = here["momentum"] - momentum + impulses @ here["G"]
    size = size + np.abs(impulses) @ np.abs(here["G"])
    return float(np.max(np.abs(left) / np.where(size > 0, size, 1.0), initial=0.0))


def _velocity_sizes(v: Array, here: Quantities, before: Quantities) -> Array:
    """The sizes in the velocities of constraints."""
    reach: Array = np.abs(here["G"]) @ np.abs(v) + np.abs(here["velocity"]) + np.abs(before["velocity"])
    return reach


def _input_impulse(before: Quantities, after: Quantities) -> Array:
    """F_ü [u̇] + F_u̇ [u]."""
    jump, size = after["inputs"] - before["inputs"], np.abs(after["inputs"]) + np.abs(before["inputs"])
    jump = np.where(np.abs(jump) > ROUNDING * size, jump, 0.0)
    count = len(jump) // 3
    impulse: Array = after["pushed_by_u"] @ jump[:count] + after["pushed_by_ud"] @ jump[count : 2 * count]
    return impulse
