"""Sliding friction in the saddle-point system.

An active contact presses with f = −lam_i; while it slides, Coulomb friction of size μ f acts against its
tangential velocity v_t (linear in the speeds, H = ∂v_t/∂qd) in the unit direction d:

    M qdd + Gᵀ lam = h − Σ Hᵢᵀ dᵢ μᵢ fᵢ

The matrix is no longer symmetric, but what is new has few columns. With (a₀, lam₀) the solution without
friction and (aᵢ, lamᵢ) that for the right side −Hᵢᵀ dᵢ μᵢ, superposition gives lam = lam₀ + Σ lamᵢ fᵢ, and
the rows of the contacts themselves give f: (1 + Λ) f = −lam₀ with Λ_ji = lamᵢ of contact j. Where
det(1 + Λ) is not positive, friction presses the contact the more the more it is pressed: Painlevé's paradox,
no motion with finite forces has to exist.

Of the power −f μ d·H qd of friction, f μ d·v_t is lost; the rest is given by surfaces that move, v_t − H qd.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._lower.engine import Scalar
from dalembert._lower.saddle import Accelerations, Factors, accelerations, answered
from dalembert._lower.system import System


@dataclass(frozen=True, slots=True, kw_only=True)
class Slider:
    """A contact that slides: tangential velocity, its direction, μ, and the row of its −f, or f itself."""

    slip: Scalar
    direction: Scalar
    mu: Scalar
    row: int = -1
    force: Scalar | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FrictionSolution:
    """Accelerations and multipliers; friction along each slip, and what it does to coordinates and energy."""

    qdd: Scalar
    lam: Scalar
    effort: Scalar
    friction: Scalar
    lost: Scalar
    given: Scalar
    determinant: Scalar


def with_friction(system: System, factors: Factors, sliders: tuple[Slider, ...]) -> FrictionSolution:
    """The accelerations with sliding friction."""
    made = accelerations(system, factors)
    n = system.q.numel()
    if not sliders:
        zero = ca.SX.zeros(n, 1)
        return _solution(system, made, (), (), zero, ca.SX(1))
    columns = [-(ca.jacobian(one.slip, system.qd).T @ one.direction) * one.mu for one in sliders]
    none = ca.SX.zeros(system.gamma.numel(), 1)
    single = [answered(factors, column, none) for column in columns]
    known = [i for i, one in enumerate(sliders) if one.force is not None]
    unknown = [i for i, one in enumerate(sliders) if one.force is None]
    forces: dict[int, Scalar] = {i: sliders[i].force for i in known}
    determinant: Scalar = ca.SX(1)
    if unknown:
        rows = [sliders[i].row for i in unknown]
        lam0 = made.lam
        for i in known:
            lam0 = lam0 + single[i].lam * forces[i]
        Lambda = ca.horzcat(*(ca.vertcat(*(single[i].lam[row] for row in rows)) for i in unknown))
        matrix = ca.SX.eye(len(unknown)) + Lambda
        side = -ca.vertcat(*(lam0[row] for row in rows))
        determinant = ca.det(matrix)
        f = side / matrix if len(unknown) == 1 else ca.solve(matrix, side)
        forces |= {i: f[k] for k, i in enumerate(unknown)}
    qdd, lam, effort = made.qdd, made.lam, ca.SX.zeros(n, 1)
    for i, one in enumerate(single):
        qdd, lam = qdd + one.qdd * forces[i], lam + one.lam * forces[i]
        effort = effort + columns[i] * forces[i]
    ordered = tuple(forces[i] for i in range(len(sliders)))
    return _solution(system, Accelerations(qdd=qdd, lam=lam), sliders, ordered, effort, determinant)


def _solution(
    system: System,
    made: Accelerations,
    sliders: tuple[Slider, ...],
    forces: tuple[Scalar, ...],
    effort: Scalar,
    determinant: Scalar,
) -> FrictionSolution:
    lost, given, friction = ca.SX(0), ca.SX(0), ca.SX(0, 1)
    for one, force in zip(sliders, forces, strict=True):
        size = one.mu * force
        surface = one.slip - ca.jtimes(one.slip, system.qd, system.qd)  # the velocity of surfaces that move
        lost = lost + size * ca.dot(one.direction, one.slip)
        given = given + size * ca.dot(one.direction, surface)
        friction = ca.vertcat(friction, -size * one.direction)
    return FrictionSolution(
        qdd=made.qdd,
        lam=made.lam,
        effort=effort,
        friction=friction,
        lost=lost,
        given=given,
        determinant=determinant,
    )
