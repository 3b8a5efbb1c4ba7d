"""Contacts that slide with friction, in the saddle-point system.

A contact whose gap is held closed presses with f = −lam_i; while it slides, Coulomb friction of size μ f
acts against its slip w (linear in the speeds, W = w_qd) in the direction d of length one:

    M qdd + Gᵀ lam = h − Σ Wᵢᵀ dᵢ μᵢ fᵢ

The matrix is no longer symmetric, but what is new has few columns. With (a₀, lam₀) the solution without
friction and (aᵢ, lamᵢ) that for the right side −Wᵢᵀ dᵢ μᵢ, superposition gives lam = lam₀ + Σ lamᵢ fᵢ, and
the rows of the contacts themselves give f: (1 + Λ) f = −lam₀ with Λ_ji = lamᵢ of contact j. Where
det(1 + Λ) is not positive, friction presses the contact the more the more it is pressed: Painlevé's paradox,
no motion with finite forces has to exist.

Of the power −f μ d·W qd of friction, f μ d·w is lost; the rest is given by surfaces that move, w − W qd.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._lower.engine import Scalar
from dalembert._lower.saddle import Accelerations, Factors, accelerations, answered
from dalembert._lower.system import System


@dataclass(frozen=True, slots=True, kw_only=True)
class Rub:
    """A sliding contact: slip, its direction, μ, and the multiplier −f that presses it, or f itself."""

    slip: Scalar
    way: Scalar
    mu: Scalar
    row: int = -1
    force: Scalar | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubbed:
    """Accelerations and multipliers; friction along each slip, and what it does to coordinates and energy."""

    qdd: Scalar
    lam: Scalar
    effort: Scalar
    friction: Scalar
    taken: Scalar
    given: Scalar
    determinant: Scalar


def rubbed(system: System, factors: Factors, rubs: tuple[Rub, ...]) -> Rubbed:
    """The motion with friction."""
    made = accelerations(system, factors)
    n = system.q.numel()
    if not rubs:
        zero = ca.SX.zeros(n, 1)
        return _gathered(system, made, (), (), zero, ca.SX(1))
    columns = [-(ca.jacobian(rub.slip, system.qd).T @ rub.way) * rub.mu for rub in rubs]
    none = ca.SX.zeros(system.gamma.numel(), 1)
    single = [answered(factors, column, none) for column in columns]
    known = [i for i, rub in enumerate(rubs) if rub.force is not None]
    pressed = [i for i, rub in enumerate(rubs) if rub.force is None]
    forces: dict[int, Scalar] = {i: rubs[i].force for i in known}
    determinant: Scalar = ca.SX(1)
    if pressed:
        rows = [rubs[i].row for i in pressed]
        lam0 = made.lam
        for i in known:
            lam0 = lam0 + single[i].lam * forces[i]
        Lambda = ca.horzcat(*(ca.vertcat(*(single[i].lam[row] for row in rows)) for i in pressed))
        matrix = ca.SX.eye(len(pressed)) + Lambda
        side = -ca.vertcat(*(lam0[row] for row in rows))
        determinant = ca.det(matrix)
        found = side / matrix if len(pressed) == 1 else ca.solve(matrix, side)
        forces |= {i: found[k] for k, i in enumerate(pressed)}
    qdd, lam, effort = made.qdd, made.lam, ca.SX.zeros(n, 1)
    for i, own in enumerate(single):
        qdd, lam = qdd + own.qdd * forces[i], lam + own.lam * forces[i]
        effort = effort + columns[i] * forces[i]
    ordered = tuple(forces[i] for i in range(len(rubs)))
    return _gathered(system, Accelerations(qdd=qdd, lam=lam), rubs, ordered, effort, determinant)


def _gathered(
    system: System,
    made: Accelerations,
    rubs: tuple[Rub, ...],
    forces: tuple[Scalar, ...],
    effort: Scalar,
    determinant: Scalar,
) -> Rubbed:
    taken, given, friction = ca.SX(0), ca.SX(0), ca.SX(0, 1)
    for rub, force in zip(rubs, forces, strict=True):
        size = rub.mu * force
        still = rub.slip - ca.jtimes(rub.slip, system.qd, system.qd)  # of surfaces that move
        taken = taken + size * ca.dot(rub.way, rub.slip)
        given = given + size * ca.dot(rub.way, still)
        friction = ca.vertcat(friction, -size * rub.way)
    return Rubbed(
        qdd=made.qdd,
        lam=made.lam,
        effort=effort,
        friction=friction,
        taken=taken,
        given=given,
        determinant=determinant,
    )
